//! What differs between two games of one system, in the game's terms.
//!
//! What speaks of reading alone is no difference: sources, diagnostics, which fields were `inferred`, and the file that a
//! board or a position came from. Nor is the order of players, holdings and pieces.

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

/// What a system calls the parts of its games.
pub struct Terms {
    /// What stands above holdings.
    pub holdings: &'static str,
    /// What stands above pieces.
    pub pieces: &'static str,
    /// What a territory is called, where its id is not all; else the board tells.
    pub territory: fn(id: &str) -> Option<String>,
    /// What a seat without a name is called.
    pub seat: fn(seat: &str) -> String,
    /// Whether the names of the players are not shown.
    pub hides_names: fn(&Game) -> bool,
}

impl Terms {
    /// Those of a system that has no terms of its own.
    pub const PLAIN: Terms = Terms {
        holdings: "Holdings",
        pieces: "Pieces",
        territory: |_| None,
        seat: |seat| seat.to_owned(),
        hides_names: |_| false,
    };
}

/// One value that differs between two games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameDifference {
    /// Its place, such as `game.players[2].name`; elements are counted as in the first game, those that only the second
    /// one has as there.
    pub path: String,
    /// The value in the first game; absent where only the second has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    /// The value in the second game; absent where only the first has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
    /// The difference in the game's terms.
    pub text: String,
    /// What it is about.
    #[serde(skip)]
    subject: Subject,
    /// What became of that.
    #[serde(skip)]
    change: String,
    /// Which of the games has it, where only one has: 0 or 1.
    #[serde(skip)]
    own: Option<usize>,
}

impl GameDifference {
    /// The value in the first game, as JSON; nothing where only the second has one.
    pub fn before(&self) -> Option<String> {
        self.before.as_ref().map(Value::to_string)
    }

    /// The value in the second game, as JSON; nothing where only the first has one.
    pub fn after(&self) -> Option<String> {
        self.after.as_ref().map(Value::to_string)
    }
}

/// What differs between two games.
#[derive(Debug, Clone, PartialEq)]
pub struct GameDiff {
    /// The differences, in the order of the first game; none where both are the same.
    pub differences: Vec<GameDifference>,
    system: System,
    terms: Headings,
    /// How many turns each game has.
    turns: [usize; 2],
    /// The kinds of values that only one of both games has, with its place: 0 or 1.
    only: Vec<(String, usize)>,
    names: [String; 2],
}

/// How games are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffOptions {
    /// Whether passwords, addresses, and the names of a game that hides them, are shown; that they differ is said in any
    /// case.
    pub reveal: bool,
    /// What the two games are called.
    pub names: [String; 2],
}

impl Default for DiffOptions {
    fn default() -> Self {
        DiffOptions { reveal: false, names: ["the first".to_owned(), "the second".to_owned()] }
    }
}

/// What the text has above its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Headings {
    holdings: &'static str,
    pieces: &'static str,
}

/// Two documents that are not compared: their games are of different systems.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a game of {} is not compared with one of {}", .before.name(), .after.name())]
pub struct DifferentSystems {
    /// The system of the first game.
    pub before: System,
    /// The system of the second game.
    pub after: System,
}

/// So many values of a kind that only one of the games has are told one by one.
const MAX_TOLD_ONE_BY_ONE: usize = 1;

/// Finds what differs between the games of two documents.
///
/// # Errors
///
/// Where the games are of different systems.
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

/// A game as its JSON has it, without what speaks of reading alone.
fn value_of(game: &Game, reveal: bool, hides_names: bool) -> Value {
    // Games have no keys that are not text, so this cannot fail.
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

/// Whether the order of the elements of a list means something.
fn has_order(pattern: &str) -> bool {
    !["players[]", "holdings[]", "pieces[]"].iter().any(|list| pattern.ends_with(list))
}

/// A difference with what is said of it.
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

/// The kinds of values that only one of both games has anywhere, by the patterns of their paths.
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
