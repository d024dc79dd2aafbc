//! What differs between two games, value by value, by the paths that diagnostics use.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use serde_json::{Map, Value};

use super::Game;

/// One value that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Its place, such as `game.players[2].name`; elements are counted as in the first game, those that only the second
    /// one has as there.
    pub path: String,
    /// What happened to it.
    pub change: Change,
}

/// What became of a value of the first game in the second.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Another value stands in its place.
    Replaced {
        /// The value in the first game.
        before: Value,
        /// The value in the second.
        after: Value,
    },
    /// Only the first game has it.
    Removed(Value),
    /// Only the second game has it.
    Added(Value),
    /// An element stands elsewhere in its list.
    Moved,
}

/// What differs between two games, in the order of the first.
///
/// Elements of lists are paired by the longest run of those that say the same, then by what identifies them (a seat, an id, a
/// territory), then by their order.
pub fn differences(before: &Game, after: &Game) -> Vec<Difference> {
    differences_beside(before, after, &HashSet::new())
}

/// What differs between two games beside what is `known`: paths of the first game, with all that is below them.
pub fn differences_beside(before: &Game, after: &Game, known: &HashSet<&str>) -> Vec<Difference> {
    let mut found = Vec::new();
    if before == after {
        return found;
    }
    // A board that was given to read a game by is most of it, and nothing is asked about it.
    let is_board_known = known.contains("game.board");
    // Games have no keys that are not text, so this cannot fail.
    let [mut before, after] = [before, after].map(|game| {
        let value = if is_board_known {
            serde_json::to_value(Game { board: None, ..game.clone() })
        } else {
            serde_json::to_value(game)
        };
        value.unwrap_or_default()
    });
    let mut sorted: Vec<&str> = known.iter().copied().collect();
    sorted.sort_unstable();
    take_out("game", &mut before, &sorted);
    of_values("game", &before, &after, &mut found);
    found.retain(|Difference { path, change }| {
        let is_known = ancestors(path).any(|path| known.contains(path));
        let is_added = matches!(change, Change::Added(_));
        !(is_known || is_added && is_around_known(path, &sorted))
    });
    found
}

/// What differs between two values at a path, such as two games as the JSON of documents has them, at `game`.
pub fn value_differences(path: &str, before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    of_values(path, before, after, &mut found);
    found
}

/// Whether something below a path, or an element of the same list, is among the sorted `known` paths.
fn is_around_known(path: &str, known: &[&str]) -> bool {
    let begins = |prefix: &str, is_one: fn(&str) -> bool| {
        let from = known.partition_point(|own| *own < prefix);
        known[from..].iter().map_while(|own| own.strip_prefix(prefix)).any(is_one)
    };
    let list = path.strip_suffix(']').and_then(|path| path.rfind('[')).map(|end| &path[..=end]);
    begins(path, |rest| rest.starts_with(['.', '[']))
        || list.is_some_and(|list| begins(list, |rest| rest.strip_suffix(']').is_some_and(|n| !n.contains(']'))))
}

/// A path and those of what it is a part of: `game.players[2].name`, `game.players[2]`, `game.players`, `game`.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rfind(['.', '[']).map(|end| &path[..end]))
}

/// Takes values out at some paths, which are sorted; elements leave a mark, so that those behind them keep their numbers.
/// Tells whether nothing is left of what there was.
fn take_out(path: &str, value: &mut Value, known: &[&str]) -> bool {
    // What no path leads into stays as it is.
    let known = &known[known.partition_point(|own| *own < path)..];
    let known = &known[..known.partition_point(|own| own.starts_with(path))];
    if known.is_empty() {
        return false;
    }
    let is_known = |path: &str| known.binary_search(&path).is_ok();
    match value {
        Value::Object(map) => {
            let count = map.len();
            map.retain(|key, value| {
                let path = format!("{path}.{key}");
                !is_known(&path) && !take_out(&path, value, known)
            });
            map.is_empty() && count > 0
        }
        Value::Array(list) => {
            for (index, value) in list.iter_mut().enumerate() {
                let path = format!("{path}[{index}]");
                if is_known(&path) || take_out(&path, value, known) {
                    *value = taken_out();
                }
            }
            !list.is_empty() && list.iter().all(is_taken_out)
        }
        _ => false,
    }
}

/// What stands for an element that was taken out: no object of a game has an empty key, while any text may be in one.
fn taken_out() -> Value {
    Value::from_iter([("", Value::Null)])
}

fn is_taken_out(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.contains_key(""))
}

/// `path` with the numbers of elements taken out: `game.players[].name`.
pub fn pattern_of(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    let mut is_index = false;
    for c in path.chars() {
        is_index = is_index && c != ']' || c == '[';
        if !is_index || c == '[' {
            pattern.push(c);
        }
    }
    pattern
}

fn push(found: &mut Vec<Difference>, path: impl Into<String>, change: Change) {
    found.push(Difference { path: path.into(), change });
}

fn of_values(path: &str, before: &Value, after: &Value, found: &mut Vec<Difference>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(before), Value::Object(after)) => of_objects(path, before, after, found),
        (Value::Array(before), Value::Array(after)) => of_lists(path, before, after, found),
        _ => push(found, path, Change::Replaced { before: before.clone(), after: after.clone() }),
    }
}

fn of_objects(path: &str, before: &Map<String, Value>, after: &Map<String, Value>, found: &mut Vec<Difference>) {
    for (key, value) in before {
        let path = format!("{path}.{key}");
        match after.get(key) {
            Some(other) => of_values(&path, value, other, found),
            None => push(found, path, Change::Removed(value.clone())),
        }
    }
    for (key, value) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
        push(found, format!("{path}.{key}"), Change::Added(value.clone()));
    }
}

fn of_lists(path: &str, before: &[Value], after: &[Value], found: &mut Vec<Difference>) {
    if !before.iter().any(is_taken_out) {
        return of_elements(path, before, after, &|index| index, found);
    }
    let (numbers, before): (Vec<usize>, Vec<Value>) =
        before.iter().cloned().enumerate().filter(|(_, value)| !is_taken_out(value)).unzip();
    of_elements(path, &before, after, &|index| numbers[index], found);
}

/// `number_of` tells the number of an element of `before` in its list.
fn of_elements(
    path: &str,
    before: &[Value],
    after: &[Value],
    number_of: &dyn Fn(usize) -> usize,
    found: &mut Vec<Difference>,
) {
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (rest, other) = (&before[start..], &after[start..]);
    let end = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (before, after) = (&rest[..rest.len() - end], &other[..other.len() - end]);
    let mut pairs = Pairs::new(before, after);
    pairs.keep_order(|value| {
        let mut text = String::new();
        collect_text(value, &mut text);
        text
    });
    let in_order: Vec<bool> = pairs.of_before.iter().map(Option::is_some).collect();
    pairs.anywhere(|value| Some(value.to_string()));
    pairs.anywhere(identity);
    pairs.between_neighbours();
    for (i, value) in before.iter().enumerate() {
        let path = format!("{path}[{}]", number_of(start + i));
        match pairs.of_before[i] {
            None => push(found, path, Change::Removed(value.clone())),
            Some(j) if after[j] == *value && in_order[i] => {}
            Some(j) if after[j] == *value => push(found, path, Change::Moved),
            Some(j) => of_values(&path, value, &after[j], found),
        }
    }
    for (j, value) in after.iter().enumerate().filter(|(j, _)| !pairs.is_taken[*j]) {
        push(found, format!("{path}[{}]", start + j), Change::Added(value.clone()));
    }
}

/// What tells an element of a list from others: the first key that it has of those that others refer by.
fn identity(value: &Value) -> Option<String> {
    let keys = ["seat", "id", "territory", "key"];
    keys.iter().find_map(|key| Some(format!("{key} {}", value.as_object()?.get(*key)?)))
}

/// Which elements of two lists belong together.
struct Pairs<'v> {
    before: &'v [Value],
    after: &'v [Value],
    of_before: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl<'v> Pairs<'v> {
    fn new(before: &'v [Value], after: &'v [Value]) -> Self {
        Pairs { before, after, of_before: vec![None; before.len()], is_taken: vec![false; after.len()] }
    }

    fn pair(&mut self, i: usize, j: usize) {
        self.of_before[i] = Some(j);
        self.is_taken[j] = true;
    }

    /// Pairs elements of the same key that stand in the same order: the longest common subsequence.
    fn keep_order(&mut self, key: impl Fn(&Value) -> String) {
        let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(0) };
        input.update_before(self.before.iter().map(&key));
        input.update_after(self.after.iter().map(&key));
        let diff = Diff::compute(Algorithm::Myers, &input);
        let mut j = 0;
        for i in 0..self.before.len() {
            if diff.is_removed(i as u32) {
                continue;
            }
            while diff.is_added(j as u32) {
                j += 1;
            }
            self.pair(i, j);
            j += 1;
        }
    }

    /// Pairs elements of the same key wherever they stand.
    fn anywhere(&mut self, key: impl Fn(&Value) -> Option<String>) {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for j in (0..self.after.len()).rev().filter(|&j| !self.is_taken[j]) {
            if let Some(key) = key(&self.after[j]) {
                places.entry(key).or_default().push(j);
            }
        }
        for i in 0..self.before.len() {
            if self.of_before[i].is_none()
                && let Some(j) = key(&self.before[i]).and_then(|key| places.get_mut(&key)?.pop())
            {
                self.pair(i, j);
            }
        }
    }

    /// Pairs what is left between the same neighbours: in its order where there are as many on both sides, else those
    /// that are most alike.
    fn between_neighbours(&mut self) {
        let mut free = (0..self.after.len()).filter(|&j| !self.is_taken[j]).collect::<Vec<_>>().into_iter().peekable();
        let mut i = 0;
        while i < self.before.len() {
            if self.of_before[i].is_some() {
                i += 1;
                continue;
            }
            let run = (i..self.before.len()).take_while(|&i| self.of_before[i].is_none()).count();
            let from = i.checked_sub(1).and_then(|i| self.of_before[i]).map_or(0, |j| j + 1);
            let to = self.of_before.get(i + run).copied().flatten().unwrap_or(self.after.len());
            while free.next_if(|&j| j < from).is_some() {}
            let mut others = Vec::new();
            while let Some(j) = free.next_if(|&j| j < to) {
                others.push(j);
            }
            let pairs = if others.len() == run {
                (i..i + run).zip(others).collect()
            } else {
                self.most_alike(i..i + run, &others)
            };
            pairs.into_iter().for_each(|(i, j)| self.pair(i, j));
            i += run;
        }
    }

    /// Each element of a run with the most alike of the others that stand behind the one of the element before.
    fn most_alike(&self, run: Range<usize>, others: &[usize]) -> Vec<(usize, usize)> {
        let leaves = |value: &Value| {
            let mut found = HashSet::new();
            collect_leaves("", value, &mut found);
            found
        };
        let others: Vec<(usize, HashSet<String>)> =
            others.iter().take(MAX_COMPARED).map(|&j| (j, leaves(&self.after[j]))).collect();
        let mut next = 0;
        let mut pairs = Vec::new();
        for i in run.take(MAX_COMPARED) {
            let own = leaves(&self.before[i]);
            let shared = |other: &HashSet<String>| own.intersection(other).count();
            let best = (next..others.len()).rev().max_by_key(|&at| shared(&others[at].1));
            if let Some(at) = best.filter(|&at| 2 * shared(&others[at].1) >= own.len().min(others[at].1.len()).max(1)) {
                pairs.push((i, others[at].0));
                next = at + 1;
            }
        }
        pairs
    }
}

/// How many elements of a run are compared each with each.
const MAX_COMPARED: usize = 100;

/// The text of a value but for what is said of it as `inferred`: turns of the same actions are the same.
fn collect_text(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => map.iter().filter(|(key, _)| *key != "inferred").for_each(|(key, value)| {
            text.push_str(key);
            text.push('{');
            collect_text(value, text);
            text.push('}');
        }),
        Value::Array(list) => list.iter().for_each(|value| {
            text.push('[');
            collect_text(value, text);
            text.push(']');
        }),
        value => text.push_str(&value.to_string()),
    }
}

/// The values of an element, each with its key.
fn collect_leaves(key: &str, value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect_leaves(key, value, found)),
        Value::Array(list) => list.iter().for_each(|value| collect_leaves(key, value, found)),
        value => drop(found.insert(format!("{key} {value}"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(before: Value, after: Value) -> Vec<(String, Change)> {
        let mut found = Vec::new();
        of_values("game", &before, &after, &mut found);
        found.into_iter().map(|d| (d.path, d.change)).collect()
    }

    fn replaced(before: Value, after: Value) -> Change {
        Change::Replaced { before, after }
    }

    #[test]
    fn values_are_named_by_their_paths() {
        let before = json!({"a": 1, "b": [{"c": null}], "d": "x"});
        let after = json!({"a": 2, "b": [{"c": 3}], "e": "x"});
        let expected = [
            ("game.a".to_owned(), replaced(json!(1), json!(2))),
            ("game.b[0].c".to_owned(), replaced(json!(null), json!(3))),
            ("game.d".to_owned(), Change::Removed(json!("x"))),
            ("game.e".to_owned(), Change::Added(json!("x"))),
        ];
        assert_eq!(found(before, after), expected);
    }

    #[test]
    fn an_element_that_is_gone_is_named_and_the_others_are_equal() {
        let before = json!([{"t": 1}, {"t": 2}, {"t": 3}, {"t": 4}]);
        let after = json!([{"t": 1}, {"t": 3}, {"t": 5}]);
        let expected = [
            ("game[1]".to_owned(), Change::Removed(json!({"t": 2}))),
            ("game[3].t".to_owned(), replaced(json!(4), json!(5))),
        ];
        assert_eq!(found(before, after), expected);
    }

    #[test]
    fn elements_are_paired_by_what_identifies_them() {
        let before = json!([{"seat": "N", "name": "Ann"}, {"seat": "S", "name": "Bob"}]);
        let after = json!([{"seat": "S", "name": "Rob"}, {"seat": "E"}, {"seat": "N", "name": "Ann"}]);
        let expected = [
            ("game[1].name".to_owned(), replaced(json!("Bob"), json!("Rob"))),
            ("game[1]".to_owned(), Change::Added(json!({"seat": "E"}))),
        ];
        assert_eq!(found(before, after), expected);
    }

    #[test]
    fn elements_that_changed_places_have_moved() {
        let moved = found(json!(["a", "b", "c"]), json!(["b", "a", "c"]));
        assert!(matches!(&moved[..], [(_, Change::Moved)]), "{moved:?}");
    }

    #[test]
    fn turns_that_say_the_same_belong_together_whatever_is_inferred() {
        let turn = |player: &str, inferred: bool| {
            let inferred: &[&str] = if inferred { &["player"] } else { &[] };
            json!({"player": player, "actions": [{"type": "pass"}], "inferred": inferred})
        };
        let before = json!([turn("N", true), turn("E", true), turn("S", true), turn("E", true)]);
        let after = json!([turn("N", false), turn("E", true), turn("S", false), turn("E", false)]);
        let paths: Vec<String> = found(before, after).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["game[0].inferred[0]", "game[2].inferred[0]", "game[3].inferred[0]"]);
    }

    #[test]
    fn what_is_known_is_taken_out() {
        let mut before = json!([{"t": 1, "x": 1}, {"t": 2}, {"t": 3, "x": 2}, {"t": 4}]);
        let known = ["game[0].x", "game[1]", "game[2].x"];
        take_out("game", &mut before, &known);
        let after = json!([{"t": 1}, {"t": 3}, {"t": 5}]);
        assert_eq!(found(before, after), [("game[3].t".to_owned(), replaced(json!(4), json!(5)))]);
    }

    #[test]
    fn patterns_have_no_numbers() {
        assert_eq!(pattern_of("game.turns[12].actions[0].player"), "game.turns[].actions[].player");
    }
}
