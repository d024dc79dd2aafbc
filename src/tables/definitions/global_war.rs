//! What only Global War has.

use super::rows::{Numbered, in_order, numbered, other_system};
use crate::tables::column::stored;
use crate::tables::parts::war_mut;
use crate::tables::table::Definition;

/// Lines of the source that no document describes.
pub static MORE_LINES: Definition<Numbered<String>> = Definition {
    name: "more_lines",
    meaning: "lines beyond 127 of a Global War file, as they stand",
    key: &["number"],
    columns: &[
        stored!(Numbered<String>, "number", usize, |l| l.number, "its place, from 1"),
        stored!(Numbered<String>, "text", String, |l| l.value, "the line"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| content.document.game.details.global_war().map_or_else(Vec::new, |war| numbered(&war.more_lines)),
    blank: Numbered::default,
    put: |content, rows, refuse| {
        let lines = in_order(rows, refuse);
        match war_mut(content.document.to_mut()) {
            Some(war) => war.more_lines = lines,
            None if lines.is_empty() => {}
            None => return Err(other_system("lines of a Global War file, and the game is of another system")),
        }
        Ok(())
    },
};
