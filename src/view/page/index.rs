//! The index of pages.

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::{CSS, PageError, TEMPLATES};
use crate::text::printable::printable;

/// A game in an index.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct IndexEntry {
    /// Where its page is, relative to the index, as a URL.
    pub link: String,
    /// The title of the game, or the name of its file.
    pub title: String,
    /// The name of its system.
    pub system: &'static str,
    /// Its players.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub players: String,
    /// The day it began, `1989-07-14`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began: Option<String>,
    /// The day it ended, or of the last that is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How many turns there are.
    pub turns: usize,
    /// The file it is from.
    pub file: String,
}

/// What tables of games have, with the key of each.
const COLUMNS: [(&str, &str); 7] = [
    ("title", "Game"),
    ("system", "System"),
    ("players", "Players"),
    ("began", "Began"),
    ("ended", "Until"),
    ("result", "Result"),
    ("turns", "Turns"),
];

/// Writes the index of games, in their order.
///
/// # Errors
///
/// Where a template is at fault.
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
    // No text in it ends the script that it stands in.
    let data = serde_json::to_string(&games).unwrap_or_default().replace('<', "\\u003c");
    let template = TEMPLATES.get_template("index.html")?;
    let html = template.render(context! {
        version => env!("CARGO_PKG_VERSION"),
        css => CSS,
        js => include_str!("index.js"),
        title => shown(title),
        systems => systems,
        columns => Serde(COLUMNS),
        games => Serde(&games),
        data => data,
    })?;
    Ok(html)
}
