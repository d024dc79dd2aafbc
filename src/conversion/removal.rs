//! Removes elements from a game, and translates paths between the whole game and the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::formats;
use crate::model::{Game, Turn, ancestors};

/// The elements and values to remove from a game, by their paths there.
#[derive(Debug, Default)]
pub struct Removed {
    /// Indices of elements in ascending order, by the path of their list.
    elements: BTreeMap<String, Vec<usize>>,
    /// Paths of values that are not list elements.
    values: BTreeSet<String>,
}

impl Removed {
    /// Adds a path; returns whether it is new, that is, neither it nor a parent was added before.
    pub fn add(&mut self, path: &str) -> bool {
        if self.contains(path) {
            return false;
        }
        match list_and_number(path) {
            Some((list, number)) => {
                let numbers = self.elements.entry(list.to_owned()).or_default();
                let place = numbers.partition_point(|other| *other < number);
                numbers.insert(place, number);
            }
            None => _ = self.values.insert(path.to_owned()),
        }
        true
    }

    /// Returns whether a value is removed, by itself or with a parent.
    pub fn contains(&self, path: &str) -> bool {
        ancestors(path).any(|path| {
            let is_element =
                list_and_number(path).is_some_and(|(list, number)| self.numbers(list).binary_search(&number).is_ok());
            is_element || self.values.contains(path)
        })
    }

    /// Returns the indices of the removed elements of a list, in ascending order.
    fn numbers(&self, list: &str) -> &[usize] {
        self.elements.get(list).map_or(&[], Vec::as_slice)
    }

    /// Translates a path in the rest to the path in the whole game.
    pub fn in_whole(&self, path: &str) -> String {
        let mut whole = String::with_capacity(path.len());
        renumbered(path, |part, number| {
            whole.push_str(part);
            if let Some(number) = number {
                let number = self.number_in_whole(&whole, number);
                whole += &format!("[{number}]");
            }
        });
        whole
    }

    /// Translates a path in the whole game, which must not be removed, to the path in the rest.
    pub fn in_rest(&self, path: &str) -> String {
        let (mut whole, mut rest) = (String::with_capacity(path.len()), String::with_capacity(path.len()));
        renumbered(path, |part, number| {
            whole.push_str(part);
            rest.push_str(part);
            if let Some(number) = number {
                let before = self.numbers(&whole).partition_point(|taken| *taken < number);
                whole += &format!("[{number}]");
                rest += &format!("[{}]", number - before);
            }
        });
        rest
    }

    fn number_in_whole(&self, list: &str, number: usize) -> usize {
        let taken = self.numbers(list);
        // Searches for the number of removed elements before this one: those whose index, less the removed ones before,
        // is at most `number`.
        let (mut from, mut to) = (0, taken.len());
        while from < to {
            let middle = from.midpoint(to);
            if taken[middle] - middle <= number {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        number + from
    }

    /// Returns the game without the removed parts; `None` if the rest is not a valid game.
    pub fn rest(&self, game: &Game) -> Option<Game> {
        let is_of_turns = |path: &str| path.starts_with(TURNS);
        let of_head: Vec<&str> =
            self.elements.keys().chain(&self.values).map(String::as_str).filter(|path| !is_of_turns(path)).collect();
        let mut rest = if of_head.is_empty() {
            game.without_turns()
        } else {
            let mut value = serde_json::to_value(game.without_turns()).ok()?;
            self.take_out_of(&mut value, "game", &of_head);
            formats::json::game(value)?
        };
        let mut of_turns: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for path in self.elements.keys().chain(&self.values).filter(|path| path.starts_with("game.turns[")) {
            let number = path["game.turns[".len()..].split(']').next()?.parse().ok()?;
            of_turns.entry(number).or_default().push(path);
        }
        let taken = self.numbers(TURNS);
        for (number, turn) in game.turns.iter().enumerate() {
            if taken.binary_search(&number).is_ok() {
                continue;
            }
            let Some(paths) = of_turns.get(&number) else {
                rest.turns.push(turn.clone());
                continue;
            };
            let mut value = serde_json::to_value(turn).ok()?;
            self.take_out_of(&mut value, &format!("{TURNS}[{number}]"), paths);
            rest.turns.push(serde_json::from_value::<Turn>(value).ok()?);
        }
        Some(rest)
    }

    /// Removes the list elements and values at these paths from the value at `base`.
    fn take_out_of(&self, value: &mut Value, base: &str, paths: &[&str]) {
        let mut paths = paths.to_vec();
        // Deeper paths come first, as long as the indices of their parents are those of the whole game.
        paths.sort_by_key(|path| std::cmp::Reverse(path.matches(['[', '.']).count()));
        for path in paths {
            let Some(below) = path.strip_prefix(base) else { continue };
            if self.values.contains(path) {
                let parent = below.rsplit_once('.').and_then(|(parent, key)| Some((at_path(value, parent)?, key)));
                if let Some((Value::Object(fields), key)) = parent {
                    fields.remove(key);
                }
            } else if let Some(Value::Array(list)) = at_path(value, below) {
                let (taken, mut number) = (self.numbers(path), 0);
                list.retain(|_| {
                    number += 1;
                    taken.binary_search(&(number - 1)).is_err()
                });
            }
        }
    }
}

/// Path of the turns of a game.
pub const TURNS: &str = "game.turns";

/// Splits the path of a list element into the path of the list and the index.
pub fn list_and_number(path: &str) -> Option<(&str, usize)> {
    let (list, number) = path.strip_suffix(']')?.rsplit_once('[')?;
    Some((list, number.parse().ok()?))
}

/// Calls `each` with the parts of a path: the text before each index with that index, and the text after the last one.
fn renumbered(path: &str, mut each: impl FnMut(&str, Option<usize>)) {
    let mut rest = path;
    while let Some((before, behind)) = rest.split_once('[') {
        let Some((number, behind)) = behind.split_once(']') else { break };
        let Ok(number) = number.parse() else { break };
        each(before, Some(number));
        rest = behind;
    }
    each(rest, None);
}

/// Returns the value at a path such as `.actions[2].remarks`.
fn at_path<'v>(mut value: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    for part in path.split(['.', '[']).filter(|part| !part.is_empty()) {
        value = match part.strip_suffix(']') {
            Some(number) => value.get_mut(number.parse::<usize>().ok()?)?,
            None => value.get_mut(part)?,
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Action, ActionKind, System};

    fn game() -> Game {
        let mut game = Game { title: Some("Spring".to_owned()), ..Game::new(System::Homeworlds) };
        for turn in 0..3 {
            let action = |n| Action { text: Some(format!("{turn} {n}").into()), ..Action::of(ActionKind::Unknown) };
            game.turns.push(Turn { actions: (0..4).map(action).collect(), ..Turn::default() });
        }
        game
    }

    #[test]
    fn what_is_taken_out_is_gone_and_paths_follow() {
        let mut removed = Removed::default();
        let paths = ["game.turns[1].actions[2]", "game.turns[1].actions[0]", "game.turns[0]", "game.title"];
        assert!(paths.iter().all(|path| removed.add(path)));
        assert!(!removed.add("game.turns[0].actions[3]") && !removed.add("game.title"));
        let rest = removed.rest(&game()).unwrap();
        let texts: Vec<Vec<&str>> =
            rest.turns.iter().map(|turn| turn.actions.iter().filter_map(|own| own.text.as_deref()).collect()).collect();
        assert_eq!(texts, [vec!["1 1", "1 3"], vec!["2 0", "2 1", "2 2", "2 3"]]);
        assert_eq!(rest.title, None);
        for (in_rest, in_whole) in [
            ("game.turns[0].actions[0].at", "game.turns[1].actions[1].at"),
            ("game.turns[0].actions[1]", "game.turns[1].actions[3]"),
            ("game.turns[1].actions[3]", "game.turns[2].actions[3]"),
            ("game.players", "game.players"),
        ] {
            assert_eq!(removed.in_whole(in_rest), in_whole);
            assert_eq!(removed.in_rest(in_whole), in_rest);
        }
    }

    #[test]
    fn what_is_no_game_without_it_is_not_taken_out() {
        let mut removed = Removed::default();
        removed.add("game.system");
        assert_eq!(removed.rest(&game()), None);
    }
}
