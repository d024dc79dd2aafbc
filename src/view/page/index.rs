//! Writes the index of the pages of games.

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::{CSS, PageError, TEMPLATES};
use crate::text::printable::printable;

/// An entry of the index: one game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct IndexEntry {
    /// URL of the game's page, relative to the index.
    pub link: String,
    /// Title of the game, or the name of its file.
    pub title: String,
    /// Name of the system.
    pub system: &'static str,
    /// Names of the players, separated by commas.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub players: String,
    /// Day on which the game began, such as `1989-07-14`; `None` if not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began: Option<String>,
    /// Day on which the game ended, or of the last known event; `None` if not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Result of the game; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The kind of result.
    pub outcome: Outcome,
    /// Number of turns.
    pub turns: usize,
    /// Address of the input that the game was read from.
    pub file: String,
}

/// The kinds of results, which an index can be filtered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// One player won.
    Won,
    /// Several players won together, or drew.
    Shared,
    /// The game ended without a winner.
    Nobody,
    /// The game has no result.
    #[default]
    Open,
}

impl Outcome {
    /// Returns the kind of a result with that many winners.
    pub fn of(winners: Option<usize>) -> Outcome {
        match winners {
            None => Outcome::Open,
            Some(0) => Outcome::Nobody,
            Some(1) => Outcome::Won,
            Some(_) => Outcome::Shared,
        }
    }

    /// Returns the value in the data of an index, and the words for it.
    fn option(self) -> (&'static str, &'static str) {
        match self {
            Outcome::Won => ("won", "one winner"),
            Outcome::Shared => ("shared", "several winners"),
            Outcome::Nobody => ("nobody", "no winner"),
            Outcome::Open => ("open", "not known"),
        }
    }
}

/// Columns of the table of games: the key in the data and the heading of each.
const COLUMNS: [(&str, &str); 7] = [
    ("title", "Game"),
    ("system", "System"),
    ("players", "Players"),
    ("began", "Began"),
    ("ended", "Until"),
    ("result", "Result"),
    ("turns", "Turns"),
];

/// Writes the index of games, in the given order.
///
/// # Errors
///
/// Returns an error if a template is faulty.
pub fn write_index(title: &str, games: &[IndexEntry]) -> Result<String, PageError> {
    let shown = |text: &str| printable(text).into_owned();
    let games: Vec<IndexEntry> = games
        .iter()
        .map(|game| IndexEntry {
            title: shown(&game.title),
            players: shown(&game.players),
            result: game.result.as_deref().map(shown),
            file: shown(&game.file),
            ..game.clone()
        })
        .collect();
    let mut systems: Vec<&str> = games.iter().map(|game| game.system).collect();
    systems.sort_unstable();
    systems.dedup();
    let mut outcomes: Vec<Outcome> = games.iter().map(|game| game.outcome).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let outcomes: Vec<_> = outcomes.into_iter().map(Outcome::option).collect();
    // Escaped so that no text in the data ends the script element that contains it.
    let data = serde_json::to_string(&games).unwrap_or_default().replace('<', "\\u003c");
    let template = TEMPLATES.get_template("index.html")?;
    let html = template.render(context! {
        version => env!("CARGO_PKG_VERSION"),
        css => CSS,
        js => include_str!("index.js"),
        title => shown(title),
        systems => systems,
        outcomes => Serde(outcomes),
        columns => Serde(COLUMNS),
        games => Serde(&games),
        data => data,
    })?;
    Ok(html)
}
