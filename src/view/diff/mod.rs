//! Compares two games of one system, and describes their differences in the terms of the game.
//!
//! Properties that come from reading alone do not count as differences: sources, diagnostics, the list of `inferred`
//! fields, and the file that a board or a position came from. Nor does the order of players, holdings and pieces.

mod masking;
mod subjects;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::model::{Change, Difference, Document, Game, System, Visit, pattern_of, value_differences, visit};
use crate::text::printable::printable;
use subjects::{Sides, Subject};
use words::Words;

/// The terms of a system for the parts of its games.
pub struct Terms {
    /// The heading of holdings.
    pub holdings: &'static str,
    /// The heading of pieces.
    pub pieces: &'static str,
    /// Returns the name of a territory by its id; `None` if the board names it.
    pub territory: fn(id: &str) -> Option<String>,
    /// Returns the name of a seat whose player has no name.
    pub seat: fn(seat: &str) -> String,
    /// Returns whether the names of a game's players are hidden.
    pub hides_names: fn(&Game) -> bool,
}

impl Terms {
    /// The terms for a system that has none of its own.
    pub const PLAIN: Terms = Terms {
        holdings: "Holdings",
        pieces: "Pieces",
        territory: |_| None,
        seat: |seat| seat.to_owned(),
        hides_names: |_| false,
    };
}

/// A value that differs between two games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameDifference {
    /// The path, such as `game.players[2].name`. Elements are numbered as in the first game; those that only the second
    /// game has, as in the second.
    pub path: String,
    /// The value in the first game; `None` if only the second has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    /// The value in the second game; `None` if only the first has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
    /// The difference in the game's terms.
    pub text: String,
    /// The part of the game that it is about.
    #[serde(skip)]
    subject: Subject,
    /// Describes how that part changed.
    #[serde(skip)]
    change: String,
    /// The game that alone has the value, 0 or 1; `None` if both have one.
    #[serde(skip)]
    own: Option<usize>,
}

impl GameDifference {
    /// Returns the value in the first game, as JSON; `None` if only the second has one.
    pub fn before(&self) -> Option<String> {
        self.before.as_ref().map(Value::to_string)
    }

    /// Returns the value in the second game, as JSON; `None` if only the first has one.
    pub fn after(&self) -> Option<String> {
        self.after.as_ref().map(Value::to_string)
    }
}

/// The differences between two games.
#[derive(Debug, Clone, PartialEq)]
pub struct GameDiff {
    /// The differences, in the order of the first game; empty if both games are the same.
    pub differences: Vec<GameDifference>,
    system: System,
    terms: Headings,
    /// Number of turns of each game.
    turns: [usize; 2],
    /// The kinds of values, as patterns of paths, that only one of the games has, and which one: 0 or 1. Sorted.
    only: Vec<(String, usize)>,
    names: [String; 2],
}

/// Options for comparing games.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffOptions {
    /// Whether passwords, addresses, and the names of a game that hides them are shown. That they differ is reported in
    /// any case.
    pub reveal: bool,
    /// The names of the two games in the text.
    pub names: [String; 2],
}

impl Default for DiffOptions {
    fn default() -> Self {
        DiffOptions { reveal: false, names: ["the first".to_owned(), "the second".to_owned()] }
    }
}

/// The headings of a system's own parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Headings {
    holdings: &'static str,
    pieces: &'static str,
}

/// The error for two documents that cannot be compared because their games are of different systems.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a game of {} cannot be compared with one of {}", .before.name(), .after.name())]
pub struct DifferentSystems {
    /// The system of the first game.
    pub before: System,
    /// The system of the second game.
    pub after: System,
}

/// Number of values of a kind that only one game has up to which each is reported by itself.
const MAX_TOLD_ONE_BY_ONE: usize = 1;

/// Finds the differences between the games of two documents.
///
/// # Errors
///
/// Returns an error if the games are of different systems.
pub fn diff(before: &Document, after: &Document, options: &DiffOptions) -> Result<GameDiff, DifferentSystems> {
    let systems = [before.game.system, after.game.system];
    let [system, other] = systems;
    if system != other {
        return Err(DifferentSystems { before: system, after: other });
    }
    let terms = system.def().view.terms;
    let DiffOptions { reveal, names } = options;
    let reveal = *reveal;
    let games = [&before.game, &after.game];
    let turns = games.map(|game| game.turns.len());
    let headings = Headings { holdings: terms.holdings, pieces: terms.pieces };
    let shown = names.each_ref().map(|name| printable(name).into_owned());
    if before.game == after.game {
        return Ok(GameDiff {
            differences: Vec::new(),
            system,
            terms: headings,
            turns,
            only: Vec::new(),
            names: shown,
        });
    }
    let hides_names = !reveal && games.iter().any(|game| (terms.hides_names)(game));
    let values = games.map(|game| value_of(game, reveal, hides_names));
    let [before, after] = &values;
    let mut found = value_differences("game", before, after);
    found.retain(|Difference { path, change }| *change != Change::Moved || has_order(&pattern_of(path)));
    let only = only_in_one(&found, &values);
    let words = Words::new(&values, games, terms, hides_names);
    let differences = found.into_iter().map(|difference| told(difference, before, &words, &shown)).collect();
    Ok(GameDiff { differences, system, terms: headings, turns, only, names: shown })
}

/// Returns a game as JSON, without the properties that come from reading alone.
fn value_of(game: &Game, reveal: bool, hides_names: bool) -> Value {
    // All keys in games are texts, so this cannot fail.
    let mut value = serde_json::to_value(game).unwrap_or_default();
    visit(&mut value, "", &mut |value, key| match (key, &*value) {
        ("inferred", Value::Array(_)) => Visit::TakeOut,
        ("from", Value::Object(from)) if from.contains_key("sha256") => Visit::TakeOut,
        _ => Visit::Enter,
    });
    if !reveal {
        masking::mask(&mut value, hides_names);
    }
    value
}

/// Returns whether the order of a list's elements is significant.
fn has_order(pattern: &str) -> bool {
    !["players[]", "holdings[]", "pieces[]"].iter().any(|list| pattern.ends_with(list))
}

/// Describes a difference.
fn told(difference: Difference, game: &Value, words: &Words<'_>, names: &[String; 2]) -> GameDifference {
    let Difference { path, change } = difference;
    let (sides, own) = match &change {
        Change::Replaced { before, after } => (Sides::Both(before, after), None),
        Change::Removed(value) => (Sides::First(value), Some(0)),
        Change::Added(value) => (Sides::Second(value), Some(1)),
        Change::Moved => (Sides::Moved, None),
    };
    let value = match &change {
        Change::Replaced { before: value, .. } | Change::Removed(value) | Change::Added(value) => Some(value),
        Change::Moved => None,
    };
    let subject = Subject::of(&path, game, value, matches!(change, Change::Replaced { .. }), words);
    let [first, second] = names;
    let what = subject.change(&sides, [first, second], words);
    let text = match &subject.element {
        element if element.is_empty() => subject.field_and(&what),
        element => format!("{element}: {}", subject.field_and(&what)),
    };
    let (before, after) = match change {
        Change::Replaced { before, after } => (Some(before), Some(after)),
        Change::Removed(value) => (Some(value), None),
        Change::Added(value) => (None, Some(value)),
        Change::Moved => (None, None),
    };
    let [before, after] = [before, after].map(|value| value.map(masking::shown));
    GameDifference { path, before, after, text, subject, change: what, own }
}

/// Returns the kinds of values that only one of the games has anywhere, as patterns of paths, and which one: 0 or 1.
fn only_in_one(found: &[Difference], games: &[Value; 2]) -> Vec<(String, usize)> {
    let mut counts = HashMap::new();
    for difference in found {
        let own = match difference.change {
            Change::Removed(_) => 0,
            Change::Added(_) => 1,
            Change::Replaced { .. } | Change::Moved => continue,
        };
        *counts.entry((pattern_of(&difference.path), own)).or_insert(0) += 1;
    }
    counts
        .retain(|(pattern, _), count| *count > MAX_TOLD_ONE_BY_ONE && pattern.contains('[') && !pattern.ends_with(']'));
    if counts.is_empty() {
        return Vec::new();
    }
    let mut patterns = [0, 1].map(|_| HashSet::new());
    for (patterns, game) in patterns.iter_mut().zip(games) {
        collect_patterns(game, &mut "game".to_owned(), patterns);
    }
    let [before, after] = &patterns;
    let is_lacking =
        |(pattern, own): &(String, usize)| if *own == 0 { !after.contains(pattern) } else { !before.contains(pattern) };
    let mut only: Vec<(String, usize)> = counts.into_keys().filter(is_lacking).collect();
    only.sort();
    only
}

fn collect_patterns(value: &Value, pattern: &mut String, patterns: &mut HashSet<String>) {
    let end = pattern.len();
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                pattern.push('.');
                pattern.push_str(key);
                if !patterns.contains(pattern.as_str()) {
                    patterns.insert(pattern.clone());
                }
                collect_patterns(value, pattern, patterns);
                pattern.truncate(end);
            }
        }
        Value::Array(list) => {
            pattern.push_str("[]");
            list.iter().for_each(|value| collect_patterns(value, pattern, patterns));
            pattern.truncate(end);
        }
        _ => {}
    }
}
