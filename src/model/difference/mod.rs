//! Compares two games value by value; differences are located by the paths that diagnostics use.

mod elements;
mod packed;
mod pairs;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use elements::{Elements, Turns};
use packed::{packed, unpack, unpacked};
use pairs::{Pairs, Part};

use super::{Action, Game, Turn};

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

/// Returns the differences between two games, in the order of the first, except those in `known`: paths of the first
/// game, which stand for everything below them too. No more than `shown` of the objects and lists that only one of the
/// games has are given whole, and all others empty.
///
/// Elements of lists are paired by the longest common subsequence of those with the same values, then by what
/// identifies them (a seat, an id, a territory), then by their order.
pub fn differences_beside(before: &Game, after: &Game, known: &HashSet<&str>, shown: usize) -> Vec<Difference> {
    of_games(before, after, known, shown, MOST_VALUES)
}

/// Returns the differences between two games; actions are packed if a turn has more than `most_values`.
fn of_games(before: &Game, after: &Game, known: &HashSet<&str>, shown: usize, most_values: usize) -> Vec<Difference> {
    if before == after {
        return Vec::new();
    }
    let mut found = Found::showing(shown);
    let mut sorted: Vec<&str> = known.iter().copied().collect();
    sorted.sort_unstable();
    // There may be thousands of turns, whose values take many times their memory: they are compared one by one.
    let are_turns_apart = !before.turns.is_empty() && !after.turns.is_empty();
    // A board that was supplied for reading a game makes up most of it, and is not compared.
    let is_board_known = known.contains("game.board");
    let [mut rest, mut other_rest] = [before, after].map(|game| match (are_turns_apart, is_board_known) {
        (true, true) => value_of(&Game { board: None, ..game.without_turns() }),
        (true, false) => value_of(&game.without_turns()),
        (false, true) => value_of(&Game { board: None, ..game.clone() }),
        (false, false) => value_of(game),
    });
    take_out("game", &mut rest, &sorted);
    of_values("game", &mut rest, &mut other_rest, &mut found);
    if are_turns_apart && !known.contains("game.turns") {
        let is_long = |turn: &Turn| turn.every_action().nth(most_values).is_some();
        let is_long = before.turns.iter().chain(&after.turns).any(is_long);
        let of_turns = of_turns(&before.turns, &after.turns, &sorted, Found::showing(shown), is_long);
        // Values are in the order of their keys, followed by those that only the second game has.
        let is_earlier = |Difference { path, .. }: &Difference| {
            let key = path.strip_prefix("game.").and_then(|path| path.split(['.', '[']).next()).unwrap_or_default();
            key < "turns" && rest.get(key).is_some()
        };
        let at = found.list.iter().take_while(|difference| is_earlier(difference)).count();
        found.list.splice(at..at, of_turns);
    }
    retain_unknown(&mut found.list, known, &sorted);
    found.list
}

/// Drops the differences at the known paths, and what only seems to be added because those are not compared.
fn retain_unknown(found: &mut Vec<Difference>, known: &HashSet<&str>, sorted: &[&str]) {
    found.retain(|Difference { path, change }| {
        let is_known = ancestors(path).any(|path| known.contains(path));
        let is_added = matches!(change, Change::Added(_));
        !(is_known || is_added && is_around_known(path, sorted))
    });
}

/// Returns the differences between two lists of turns, of which neither is empty, except the `known` paths, which are
/// sorted.
fn of_turns(before: &[Turn], after: &[Turn], known: &[&str], mut found: Found, is_long: bool) -> Vec<Difference> {
    let is_left = |&index: &usize| {
        let path = path_of_turn(index);
        let below = below(&path, known);
        below.is_empty() || below[0] != path && !take_out(&path, &mut value_of_turn(&before[index], is_long), below)
    };
    let left: Vec<usize> = (0..before.len()).filter(is_left).collect();
    if !left.is_empty() {
        let values: OnceCell<HashSet<Value>> = OnceCell::new();
        let of_known = || {
            let is_known = |index: &usize| known.binary_search(&&*path_of_turn(*index)).is_ok();
            (0..before.len()).filter(is_known).map(|index| value_of_turn(&before[index], is_long)).collect()
        };
        let has = |turn: &Value| values.get_or_init(of_known).contains(turn);
        let mut of_before = Turns::new(before, &left, known, is_long);
        let every: Vec<usize> = (0..after.len()).collect();
        let mut of_after = Turns::new(after, &every, &[], is_long);
        of_elements(
            "game.turns",
            &mut of_before,
            &mut of_after,
            &Known { number_of: &|index| left[index], has: &has },
            &mut found,
        );
    }
    found.list
}

fn path_of_turn(index: usize) -> String {
    format!("game.turns[{index}]")
}

/// Largest number of actions of a turn whose values are held at once. No real turn has a hundredth of it.
const MOST_VALUES: usize = 100_000;

/// Returns a turn as JSON, with packed actions if a turn of the game is long.
fn value_of_turn(turn: &Turn, is_long: bool) -> Value {
    if !is_long {
        return value_of(turn);
    }
    let actions = |all: &Vec<Action>| -> Value { all.iter().map(|action| packed(&value_of(action))).collect() };
    let mut value = value_of(&Turn { remarks: turn.remarks.clone(), ..turn.without_lists() });
    value["actions"] = actions(&turn.actions);
    if !turn.undone.is_empty() {
        value["undone"] = turn.undone.iter().map(actions).collect();
    }
    if !turn.alternatives.is_empty() {
        let line = |turns: &Vec<Turn>| -> Value { turns.iter().map(|turn| value_of_turn(turn, true)).collect() };
        value["alternatives"] = turn.alternatives.iter().map(line).collect();
    }
    value
}

/// Returns a part of a game as JSON: all keys in games are texts, so this cannot fail.
fn value_of<T: Serialize>(part: &T) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// Returns the differences between two values at a path, such as two games as JSON at `game`.
pub fn value_differences(path: &str, before: &Value, after: &Value) -> Vec<Difference> {
    let mut found = Found::showing(usize::MAX);
    of_values(path, &mut before.clone(), &mut after.clone(), &mut found);
    found.list
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
    take_out_at(path.len(), value, below(path, known))
}

/// Removes the values at the paths in `known`, of which all have the same first `length` bytes: the path of the value,
/// perhaps followed by more letters of a longer key.
fn take_out_at(length: usize, value: &mut Value, known: &[&str]) -> bool {
    // A value that none of the paths leads into stays as it is.
    if known.is_empty() {
        return false;
    }
    let take_out_part = |part: &mut Value, end: usize, known: &[&str]| {
        known.first().is_some_and(|path| path.len() == end) || take_out_at(end, part, known)
    };
    match value {
        Value::Object(map) => {
            let count = map.len();
            map.retain(|key, value| {
                let step = format!(".{key}");
                let from = known.partition_point(|path| path[length..] < *step);
                let count = known[from..].partition_point(|path| path[length..].starts_with(&step));
                !take_out_part(value, length + step.len(), &known[from..from + count])
            });
            map.is_empty() && count > 0
        }
        Value::Array(list) => {
            let mut count = 0;
            for known in known.chunk_by(|path, next| step_of_element(path, length) == step_of_element(next, length)) {
                if let Some(step) = step_of_element(known[0], length)
                    && let Ok(index) = step[1..step.len() - 1].parse::<usize>()
                    && let Some(value) = list.get_mut(index)
                    && take_out_part(value, length + step.len(), known)
                {
                    *value = taken_out(value.take());
                    count += 1;
                }
            }
            !list.is_empty() && count == list.len()
        }
        other => unpacked(other).is_some_and(|mut value| {
            let is_empty = take_out_at(length, &mut value, known);
            *other = packed(&value);
            is_empty
        }),
    }
}

/// Returns the index that follows the first `length` bytes of a path, in its brackets: `[2]`.
fn step_of_element(path: &str, length: usize) -> Option<&str> {
    let rest = path[length..].strip_prefix('[')?;
    let digits = rest.find(']')?;
    Some(&path[length..length + digits + 2])
}

/// Returns those of the sorted paths that begin with `path`.
fn below<'k, 'p>(path: &str, known: &'k [&'p str]) -> &'k [&'p str] {
    let known = &known[known.partition_point(|own| *own < path)..];
    &known[..known.partition_point(|own| own.starts_with(path))]
}

/// Returns the mark for a removed element: lists in lists of a game hold turns or actions, whereas any text may occur in
/// a game. An object as the mark would take several times the memory.
fn taken_out(value: Value) -> Value {
    Value::Array(vec![Value::Null, Value::Object(Map::new()), value])
}

fn is_taken_out(value: &Value) -> bool {
    matches!(value, Value::Array(list) if matches!(&**list, [Value::Null, Value::Object(map), _] if map.is_empty()))
}

/// The elements of the first list that are not compared.
struct Known<'k> {
    /// Returns the index in the whole list of an element that is compared.
    number_of: &'k dyn Fn(usize) -> usize,
    /// Returns whether an element that is not compared has this value.
    has: &'k dyn Fn(&Value) -> bool,
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

/// The differences so far.
struct Found {
    list: Vec<Difference>,
    /// Number of objects and lists that are yet given whole: half a million of them may be many times a game.
    shown: usize,
}

impl Found {
    fn showing(shown: usize) -> Found {
        Found { list: Vec::new(), shown }
    }

    fn push(&mut self, path: impl Into<String>, mut change: Change) {
        match &mut change {
            Change::Replaced { before, after } => {
                self.cut(before);
                self.cut(after);
            }
            Change::Removed(value) | Change::Added(value) => self.cut(value),
            Change::Moved => {}
        }
        self.list.push(Difference { path: path.into(), change });
    }

    /// Empties an object or a list, if no more of them are given whole.
    fn cut(&mut self, value: &mut Value) {
        if let Some(whole) = unpacked(value) {
            *value = whole;
        }
        match (value, self.shown) {
            (Value::Object(map), 0) => *map = Map::new(),
            (Value::Array(list), 0) => *list = Vec::new(),
            (value @ (Value::Object(_) | Value::Array(_)), _) => {
                unpack(value);
                self.shown -= 1;
            }
            _ => {}
        }
    }
}

/// Compares two values, and takes those that differ out of them: thousands of copies would take more memory than a game.
fn of_values(path: &str, before: &mut Value, after: &mut Value, found: &mut Found) {
    if before == after {
        return;
    }
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => of_objects(path, before, after, found),
        (Value::Array(before), Value::Array(after)) => of_lists(path, before, after, found),
        (before, after) => match (unpacked(before), unpacked(after)) {
            (Some(mut before), Some(mut after)) => of_values(path, &mut before, &mut after, found),
            _ => found.push(path, Change::Replaced { before: before.take(), after: after.take() }),
        },
    }
}

fn of_objects(path: &str, before: &mut Map<String, Value>, after: &mut Map<String, Value>, found: &mut Found) {
    for (key, value) in before.iter_mut() {
        let path = format!("{path}.{key}");
        match after.get_mut(key) {
            Some(other) => of_values(&path, value, other, found),
            None => found.push(path, Change::Removed(value.take())),
        }
    }
    for (key, value) in after.iter_mut().filter(|(key, _)| !before.contains_key(*key)) {
        found.push(format!("{path}.{key}"), Change::Added(value.take()));
    }
}

fn of_lists(path: &str, before: &mut [Value], after: &mut [Value], found: &mut Found) {
    if !before.iter().any(is_taken_out) {
        let none = Known { number_of: &|index| index, has: &|_| false };
        return of_elements(path, before, after, &none, found);
    }
    let (mut numbers, mut left, mut known) = (Vec::new(), Vec::new(), HashSet::new());
    for (index, value) in before.iter_mut().enumerate() {
        if is_taken_out(value) {
            known.extend(value.as_array_mut().and_then(Vec::pop));
        } else {
            numbers.push(index);
            left.push(value.take());
        }
    }
    let known = Known { number_of: &|index| numbers[index], has: &|value| known.contains(value) };
    of_elements(path, &mut *left, after, &known, found);
}

/// Compares two lists.
fn of_elements<E: Elements + ?Sized>(path: &str, before: &mut E, after: &mut E, known: &Known<'_>, found: &mut Found) {
    let (count, other_count) = (before.len(), after.len());
    let shorter = count.min(other_count);
    let start = (0..shorter).take_while(|&i| before.is_same(i, after, i)).count();
    let is_same_from_end = |&i: &usize| before.is_same(count - 1 - i, after, other_count - 1 - i);
    let end = (0..shorter - start).take_while(is_same_from_end).count();
    let part = |elements, count| Part { elements, start, len: count - start - end };
    let Pairs { of_before, in_order, is_taken, .. } = Pairs::of(part(&*before, count), part(&*after, other_count));
    for (i, &j) in of_before.iter().enumerate() {
        let path = format!("{path}[{}]", (known.number_of)(start + i));
        let Some(j) = j else {
            found.push(path, Change::Removed(before.take(start + i)));
            continue;
        };
        // Elements may differ in what is not compared, and have no difference.
        let is_same = before.is_same(start + i, after, start + j) || {
            let (mut value, mut other) = (before.take(start + i), after.take(start + j));
            let is_same = value == other;
            of_values(&path, &mut value, &mut other, found);
            is_same
        };
        // Of equal elements it does not matter which one has moved.
        if is_same && !in_order[i] && !before.with(start + i, known.has) {
            found.push(path, Change::Moved);
        }
    }
    for j in (0..is_taken.len()).filter(|&j| !is_taken[j]) {
        found.push(format!("{path}[{}]", start + j), Change::Added(after.take(start + j)));
    }
}
