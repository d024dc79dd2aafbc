//! Prints the findings about each game, as text for people or as rows for scripts.

use std::io;

use serde_json::json;

use super::placing::Places;
use super::{Group, ReadFile};
use crate::cli::console::Console;
use crate::cli::rows::{RowFormat, Rows};
use crate::rules::recovery::{Part, Recovery, Statement};
use crate::text::english::counted;
use crate::text::printable::printable;

const KEYS: &[&str] = &["game", "part", "text", "path", "value", "origins"];
const HEADER: &[&str] = &["GAME", "PART", "WHAT", "FROM"];

/// Prints the findings of recoveries.
pub struct Printer<'c> {
    console: &'c Console,
    rows: Option<Rows<'c>>,
    is_first: bool,
}

impl<'c> Printer<'c> {
    /// Creates a printer of rows in the given format, or of sentences if there is none.
    pub fn new(console: &'c Console, format: Option<RowFormat>) -> Self {
        let rows = format.map(|format| Rows::new(console, format, KEYS, HEADER));
        Printer { console, rows, is_first: true }
    }

    /// Prints the findings about a game.
    pub fn print(&mut self, group: &Group, all: &[ReadFile], recovery: &Recovery) -> io::Result<()> {
        let places = Places::of(group, all, recovery);
        let recovered = recovery.recovered.iter().flat_map(|recovered| recovered.values.iter().chain(&recovered.holes));
        let statements = recovery.statements.iter().chain(recovered);
        if let Some(rows) = &mut self.rows {
            for statement in statements {
                let origins = places.of_statement(statement);
                let Statement { part, text, path, value, .. } = statement;
                let object = json!({
                    "game": group.name, "part": part.id(), "text": text, "path": path, "value": value,
                    "origins": origins,
                });
                rows.add(&object, || vec![group.name.clone(), part.id().into(), text.clone(), origins.join(", ")])?;
            }
            return Ok(());
        }
        let mut text = String::new();
        if !self.is_first {
            text.push('\n');
        }
        self.is_first = false;
        text += &format!("{}\n", printable(&group.name));
        let mut part = None;
        let mut statements = statements.peekable();
        while let Some(statement) = statements.next() {
            if part != Some(statement.part) {
                part = Some(statement.part);
                text += &format!("\n{}\n", title(statement.part, recovery));
            }
            let mut origins = places.of_statement(statement);
            // Statements with the same text, such as an owner and armies or all kinds of commendations, are printed as
            // one.
            while let Some(next) = statements.next_if(|next| next.text == statement.text) {
                for origin in places.of_statement(next) {
                    if !origins.contains(&origin) {
                        origins.push(origin);
                    }
                }
            }
            text += &format!("  {}{}\n", printable(&statement.text), from(&origins));
        }
        if let (Some(why), None) = (&recovery.nothing_because, &recovery.recovered) {
            text += &format!("\nNothing to recover: {}\n", printable(why));
        }
        self.console.print(text.as_bytes())
    }

    /// Writes the end of the rows.
    pub fn finish(self) -> io::Result<()> {
        self.rows.map_or(Ok(()), Rows::finish)
    }
}

/// Returns the heading of a part.
fn title(part: Part, recovery: &Recovery) -> String {
    match (&recovery.recovered, part) {
        (Some(recovered), Part::Value) => format!("{}: {}", part.title(), recovered.what),
        _ => part.title().to_owned(),
    }
}

/// Maximum number of origins shown; a value may have hundreds of lines as its origins.
const MAX_SHOWN: usize = 4;

fn from(origins: &[&str]) -> String {
    if origins.is_empty() {
        return String::new();
    }
    let shown: Vec<_> = origins.iter().take(MAX_SHOWN).map(|origin| printable(origin)).collect();
    let more = origins.len().saturating_sub(MAX_SHOWN);
    let more = if more > 0 { format!(", and {}", counted(more, "more place", "more places")) } else { String::new() };
    format!("  ({}{more})", shown.join(", "))
}
