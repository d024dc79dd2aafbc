//! Compares two games value by value; differences are located by the paths that diagnostics use.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Game, Turn};

/// A difference of one value.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Path of the value, such as `game.players[2].name`. Elements of lists have their indices in the first game, or in
    /// the second if only that one has them.
    pub path: String,
    /// The change from the first game to the second.
    pub change: Change,
}

/// The change of a value from the first game to the second.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The value was replaced by another one.
    Replaced {
        /// The value in the first game.
        before: Value,
        /// The value in the second game.
        after: Value,
    },
    /// Only the first game has the value.
    Removed(Value),
    /// Only the second game has the value.
    Added(Value),
    /// The element is at another position of its list.
    Moved,
}

/// Returns the differences between two games, in the order of the first.
///
/// Elements of lists are paired by the longest common subsequence of those with the same values, then by what
/// identifies them (a seat, an id, a territory), then by their order.
pub fn differences(before: &Game, after: &Game) -> Vec<Difference> {
    differences_beside(before, after, &HashSet::new())
}

/// Returns the differences between two games except those in `known`: paths of the first game, which stand for
/// everything below them too.
pub fn differences_beside(before: &Game, after: &Game, known: &HashSet<&str>) -> Vec<Difference> {
    let mut found = Vec::new();
    if before == after {
        return found;
    }
    let mut sorted: Vec<&str> = known.iter().copied().collect();
    sorted.sort_unstable();
    // There may be thousands of turns, whose values take many times their memory: they are compared one by one.
    let are_turns_apart = !before.turns.is_empty() && !after.turns.is_empty();
    // A board that was supplied for reading a game makes up most of it, and is not compared.
    let is_board_known = known.contains("game.board");
    let [mut rest, mut other_rest] = [before, after].map(|game| {
        let mut rest = if are_turns_apart { game.without_turns() } else { game.clone() };
        rest.board = rest.board.filter(|_| !is_board_known);
        value_of(&rest)
    });
    take_out("game", &mut rest, &sorted);
    of_values("game", &mut rest, &mut other_rest, &mut found);
    if are_turns_apart && !known.contains("game.turns") {
        let of_turns = of_turns(&before.turns, &after.turns, &sorted);
        // Values are in the order of their keys, followed by those that only the second game has.
        let is_earlier = |Difference { path, .. }: &Difference| {
            let key = path.strip_prefix("game.").and_then(|path| path.split(['.', '[']).next()).unwrap_or_default();
            key < "turns" && rest.get(key).is_some()
        };
        let at = found.iter().take_while(|difference| is_earlier(difference)).count();
        found.splice(at..at, of_turns);
    }
    retain_unknown(&mut found, known, &sorted);
    found
}

fn retain_unknown(found: &mut Vec<Difference>, known: &HashSet<&str>, sorted: &[&str]) {
    found.retain(|Difference { path, change }| {
        let is_known = ancestors(path).any(|path| known.contains(path));
        let is_added = matches!(change, Change::Added(_));
        !(is_known || is_added && is_around_known(path, sorted))
    });
}

/// Returns the differences between two lists of turns, of which neither is empty, except the `known` paths, which are
/// sorted.
fn of_turns(before: &[Turn], after: &[Turn], known: &[&str]) -> Vec<Difference> {
    let mut found = Vec::new();
    let is_left = |&index: &usize| {
        let path = path_of_turn(index);
        let below = below(&path, known);
        below.is_empty() || below[0] != path && !take_out(&path, &mut value_of(&before[index]), below)
    };
    let left: Vec<usize> = (0..before.len()).filter(is_left).collect();
    if !left.is_empty() {
        let mut before = Turns { all: before, left: &left, known };
        let every: Vec<usize> = (0..after.len()).collect();
        let mut after = Turns { all: after, left: &every, known: &[] };
        of_elements("game.turns", &mut before, &mut after, &|index| left[index], &mut found);
    }
    found
}

fn path_of_turn(index: usize) -> String {
    format!("game.turns[{index}]")
}

/// Returns a part of a game as JSON: all keys in games are texts, so this cannot fail.
fn value_of<T: Serialize>(part: &T) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// Returns the differences between two values at a path, such as two games as JSON at `game`.
pub fn value_differences(path: &str, before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    of_values(path, &mut before.clone(), &mut after.clone(), &mut found);
    found
}

/// Returns whether the sorted `known` paths include one below a path, or an element of the same list.
fn is_around_known(path: &str, known: &[&str]) -> bool {
    let begins = |prefix: &str, is_one: fn(&str) -> bool| {
        let from = known.partition_point(|own| *own < prefix);
        known[from..].iter().map_while(|own| own.strip_prefix(prefix)).any(is_one)
    };
    let list = path.strip_suffix(']').and_then(|path| path.rfind('[')).map(|end| &path[..=end]);
    begins(path, |rest| rest.starts_with(['.', '[']))
        || list.is_some_and(|list| begins(list, |rest| rest.strip_suffix(']').is_some_and(|n| !n.contains(']'))))
}

/// Returns a path and the paths of everything that contains it, innermost first: `game.players[2].name`,
/// `game.players[2]`, `game.players`, `game`.
pub fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rfind(['.', '[']).map(|end| &path[..end]))
}

/// Removes the values at the paths in `known`, which are sorted; a removed element of a list leaves a mark, so that
/// those after it keep their indices. Returns whether nothing is left of a value that had contents.
fn take_out(path: &str, value: &mut Value, known: &[&str]) -> bool {
    // A value that none of the paths leads into stays as it is.
    let known = below(path, known);
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

/// Returns those of the sorted paths that begin with `path`.
fn below<'k, 'p>(path: &str, known: &'k [&'p str]) -> &'k [&'p str] {
    let known = &known[known.partition_point(|own| *own < path)..];
    &known[..known.partition_point(|own| own.starts_with(path))]
}

/// Returns the mark for a removed element: no object of a game has an empty key, whereas any text may occur in a game.
fn taken_out() -> Value {
    Value::from_iter([("", Value::Null)])
}

fn is_taken_out(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.contains_key(""))
}

/// Returns `path` without the indices of elements: `game.players[].name`.
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

/// Compares two values, and takes those that differ out of them: thousands of copies would take more memory than a game.
fn of_values(path: &str, before: &mut Value, after: &mut Value, found: &mut Vec<Difference>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => of_objects(path, before, after, found),
        (Value::Array(before), Value::Array(after)) => of_lists(path, before, after, found),
        (before, after) => push(found, path, Change::Replaced { before: before.take(), after: after.take() }),
    }
}

fn of_objects(
    path: &str,
    before: &mut Map<String, Value>,
    after: &mut Map<String, Value>,
    found: &mut Vec<Difference>,
) {
    for (key, value) in before.iter_mut() {
        let path = format!("{path}.{key}");
        match after.get_mut(key) {
            Some(other) => of_values(&path, value, other, found),
            None => push(found, path, Change::Removed(value.take())),
        }
    }
    for (key, value) in after.iter_mut().filter(|(key, _)| !before.contains_key(*key)) {
        push(found, format!("{path}.{key}"), Change::Added(value.take()));
    }
}

fn of_lists(path: &str, before: &mut [Value], after: &mut [Value], found: &mut Vec<Difference>) {
    if !before.iter().any(is_taken_out) {
        return of_elements(path, before, after, &|index| index, found);
    }
    let left = before.iter_mut().enumerate().filter(|(_, value)| !is_taken_out(value));
    let (numbers, mut before): (Vec<usize>, Vec<Value>) = left.map(|(index, value)| (index, value.take())).unzip();
    of_elements(path, &mut *before, after, &|index| numbers[index], found);
}

/// The elements of a list.
trait Elements {
    fn len(&self) -> usize;

    fn get(&self, index: usize) -> Cow<'_, Value>;

    /// Returns an element that is not needed again.
    fn take(&mut self, index: usize) -> Value;

    /// Returns whether an element is the same as one of another list.
    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool;
}

impl Elements for [Value] {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Cow<'_, Value> {
        Cow::Borrowed(&self[index])
    }

    fn take(&mut self, index: usize) -> Value {
        self[index].take()
    }

    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        self[index] == other[other_index]
    }
}

/// Turns, which become values when they are needed.
struct Turns<'t> {
    all: &'t [Turn],
    /// Indices of those that are compared.
    left: &'t [usize],
    /// Sorted paths that are not compared.
    known: &'t [&'t str],
}

impl Elements for Turns<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn get(&self, index: usize) -> Cow<'_, Value> {
        let index = self.left[index];
        let mut value = value_of(&self.all[index]);
        take_out(&path_of_turn(index), &mut value, self.known);
        Cow::Owned(value)
    }

    fn take(&mut self, index: usize) -> Value {
        self.get(index).into_owned()
    }

    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        let index = self.left[index];
        self.all[index] == other.all[other.left[other_index]] && below(&path_of_turn(index), self.known).is_empty()
    }
}

/// Compares two lists; `number_of` returns the index in the original list of an element of `before`.
fn of_elements<E: Elements + ?Sized>(
    path: &str,
    before: &mut E,
    after: &mut E,
    number_of: &dyn Fn(usize) -> usize,
    found: &mut Vec<Difference>,
) {
    let (count, other_count) = (before.len(), after.len());
    let shorter = count.min(other_count);
    let start = (0..shorter).take_while(|&i| before.is_same(i, after, i)).count();
    let is_same_from_end = |&i: &usize| before.is_same(count - 1 - i, after, other_count - 1 - i);
    let end = (0..shorter - start).take_while(is_same_from_end).count();
    let part = |elements, count| Part { elements, start, len: count - start - end };
    let mut pairs = Pairs::new(part(&*before, count), part(&*after, other_count));
    pairs.keep_order(|value| {
        let mut text = String::new();
        collect_text(value, &mut text);
        text
    });
    let in_order: Vec<bool> = pairs.of_before.iter().map(Option::is_some).collect();
    pairs.anywhere(|value| Some(value.to_string()));
    pairs.anywhere(identity);
    pairs.between_neighbours();
    let (of_before, is_taken) = (pairs.of_before, pairs.is_taken);
    for (i, &j) in of_before.iter().enumerate() {
        let path = format!("{path}[{}]", number_of(start + i));
        let mut value = before.take(start + i);
        let Some(j) = j else {
            push(found, path, Change::Removed(value));
            continue;
        };
        let mut other = after.take(start + j);
        if value != other {
            of_values(&path, &mut value, &mut other, found);
        } else if !in_order[i] {
            push(found, path, Change::Moved);
        }
    }
    for j in (0..is_taken.len()).filter(|&j| !is_taken[j]) {
        push(found, format!("{path}[{}]", start + j), Change::Added(after.take(start + j)));
    }
}

/// Returns the key and value that identify an element of a list: the first of the keys that other values refer to.
/// `None` if it has none of them.
fn identity(value: &Value) -> Option<String> {
    let keys = ["seat", "id", "territory", "key"];
    keys.iter().find_map(|key| Some(format!("{key} {}", value.as_object()?.get(*key)?)))
}

/// Successive elements of a list.
struct Part<'v, E: ?Sized> {
    elements: &'v E,
    start: usize,
    len: usize,
}

impl<'v, E: Elements + ?Sized> Part<'v, E> {
    fn get(&self, index: usize) -> Cow<'v, Value> {
        self.elements.get(self.start + index)
    }

    fn iter(&self) -> impl Iterator<Item = Cow<'v, Value>> {
        (0..self.len).map(|index| self.get(index))
    }
}

/// The pairing of the elements of two lists.
struct Pairs<'v, E: ?Sized> {
    before: Part<'v, E>,
    after: Part<'v, E>,
    of_before: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl<'v, E: Elements + ?Sized> Pairs<'v, E> {
    fn new(before: Part<'v, E>, after: Part<'v, E>) -> Self {
        Pairs { of_before: vec![None; before.len], is_taken: vec![false; after.len], before, after }
    }

    fn pair(&mut self, i: usize, j: usize) {
        self.of_before[i] = Some(j);
        self.is_taken[j] = true;
    }

    /// Pairs elements with the same key in the same order: the longest common subsequence.
    fn keep_order(&mut self, key: impl Fn(&Value) -> String) {
        let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(0) };
        input.update_before(self.before.iter().map(|value| key(&value)));
        input.update_after(self.after.iter().map(|value| key(&value)));
        let diff = Diff::compute(Algorithm::Myers, &input);
        let mut j = 0;
        for i in 0..self.before.len {
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

    /// Pairs the remaining elements with the same key, regardless of their positions.
    fn anywhere(&mut self, key: impl Fn(&Value) -> Option<String>) {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for j in (0..self.after.len).rev().filter(|&j| !self.is_taken[j]) {
            if let Some(key) = key(&self.after.get(j)) {
                places.entry(key).or_default().push(j);
            }
        }
        for i in 0..self.before.len {
            if self.of_before[i].is_none()
                && let Some(j) = key(&self.before.get(i)).and_then(|key| places.get_mut(&key)?.pop())
            {
                self.pair(i, j);
            }
        }
    }

    /// Pairs the elements that remain between the same neighbours: in order if there are as many on both sides, else
    /// those that are most alike.
    fn between_neighbours(&mut self) {
        let mut free = (0..self.after.len).filter(|&j| !self.is_taken[j]).collect::<Vec<_>>().into_iter().peekable();
        let mut i = 0;
        while i < self.before.len {
            if self.of_before[i].is_some() {
                i += 1;
                continue;
            }
            let run = (i..self.before.len).take_while(|&i| self.of_before[i].is_none()).count();
            let from = i.checked_sub(1).and_then(|i| self.of_before[i]).map_or(0, |j| j + 1);
            let to = self.of_before.get(i + run).copied().flatten().unwrap_or(self.after.len);
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

    /// Pairs each element of a run with the most similar one of `others`, among those after the partner of the element
    /// before it; elements that share less than half of their values stay unpaired.
    fn most_alike(&self, run: Range<usize>, others: &[usize]) -> Vec<(usize, usize)> {
        let leaves = |value: &Value| {
            let mut found = HashSet::new();
            collect_leaves("", value, &mut found);
            found
        };
        let others: Vec<(usize, HashSet<String>)> =
            others.iter().take(MAX_COMPARED).map(|&j| (j, leaves(&self.after.get(j)))).collect();
        let mut next = 0;
        let mut pairs = Vec::new();
        for i in run.take(MAX_COMPARED) {
            let own = leaves(&self.before.get(i));
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

/// Maximum number of elements of a run that are compared each with each.
const MAX_COMPARED: usize = 100;

/// Appends a text of a value to compare it by, without `inferred`: turns with the same actions are the same.
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

/// Collects the scalar values in an element, each with its key.
fn collect_leaves(key: &str, value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect_leaves(key, value, found)),
        Value::Array(list) => list.iter().for_each(|value| collect_leaves(key, value, found)),
        value => drop(found.insert(format!("{key} {value}"))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use serde_json::json;

    use super::*;
    use crate::model::{Action, ActionKind, System};

    fn found(mut before: Value, mut after: Value) -> Vec<(String, Change)> {
        let mut found = Vec::new();
        of_values("game", &mut before, &mut after, &mut found);
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

    fn game(title: Option<&str>, turns: &[(u32, bool)]) -> Game {
        let turn = |&(number, is_tagged): &(u32, bool)| {
            let text = Action { text: Some(format!("text {number}")), ..Action::of(ActionKind::Unknown) };
            Turn {
                number: Some(number / 2),
                tag: is_tagged.then(|| "x".to_owned()),
                actions: vec![Action::of(ActionKind::Pass), text],
                ..Turn::default()
            }
        };
        Game {
            title: title.map(str::to_owned),
            variant: title.map(|title| format!("after {title}")),
            turns: turns.iter().map(turn).collect(),
            ..Game::new(System::Homeworlds)
        }
    }

    proptest! {
        #[test]
        fn turns_compared_one_by_one_differ_as_those_of_a_whole_game_do(
            before in (proptest::option::of("[ab]"), vec((0_u32..6, any::<bool>()), 0..8)),
            after in (proptest::option::of("[ab]"), vec((0_u32..6, any::<bool>()), 0..8)),
            known in proptest::collection::hash_set(
                (0..8, select(&["", ".tag", ".actions[1]", ".actions", ".number"][..])), 0..4),
        ) {
            let (before, after) = (game(before.0.as_deref(), &before.1), game(after.0.as_deref(), &after.1));
            let known: HashSet<String> =
                known.into_iter().map(|(index, part)| format!("game.turns[{index}]{part}")).collect();
            let known: HashSet<&str> = known.iter().map(String::as_str).collect();
            let mut sorted: Vec<&str> = known.iter().copied().collect();
            sorted.sort_unstable();
            let (mut whole, mut other) = (value_of(&before), value_of(&after));
            take_out("game", &mut whole, &sorted);
            let mut expected = Vec::new();
            of_values("game", &mut whole, &mut other, &mut expected);
            retain_unknown(&mut expected, &known, &sorted);
            prop_assert_eq!(differences_beside(&before, &after, &known), expected);
        }
    }

    #[test]
    fn turns_that_all_differ_are_not_held_as_values() {
        let turns: Vec<(u32, bool)> = (0..2_000).map(|number| (number, false)).collect();
        let before = game(None, &turns);
        let mut after = before.clone();
        after.turns.iter_mut().for_each(|turn| turn.number = None);
        let of_values = allocation_counter::measure(|| drop(value_of(&before))).bytes_max;
        let mut count = 0;
        let used = allocation_counter::measure(|| count = differences(&before, &after).len()).bytes_max;
        assert_eq!(count, 2_000);
        assert!(used < of_values / 2, "{used} bytes, {of_values} of values");
    }

    #[test]
    fn patterns_have_no_numbers() {
        assert_eq!(pattern_of("game.turns[12].actions[0].player"), "game.turns[].actions[].player");
    }

    #[test]
    fn what_differs_is_not_copied() {
        let object = |n: usize| Value::from_iter((0..9).map(|key| (format!("key{key}"), Value::from(n * 10 + key))));
        let (mut before, mut after) = (Value::from_iter((0..1_000).map(object)), json!([]));
        let copies = allocation_counter::measure(|| drop(before.clone())).bytes_max;
        let mut found = Vec::new();
        let used = allocation_counter::measure(|| of_values("game", &mut before, &mut after, &mut found)).bytes_max;
        assert_eq!(found.len(), 1_000);
        assert!(used < copies, "{used} bytes, {copies} of copies");
    }
}
