//! The tables of one document.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::cell::{Cell, Value};
use super::column::{Column, Empty, Origin};
use super::plan::{PLAN, Table};
use super::rowset::Rowset;
use super::walk::{LeftOut, rows_of};
use crate::model::Document;

/// A document on its way to tables, with what only the tables have.
pub struct Content<'d> {
    /// The document.
    pub document: &'d Document,
    /// The path of the original of each source, where it has one.
    pub originals: Vec<Option<String>>,
}

/// What an empty cell does not say by itself: a row of the table `unknowns`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The table of the empty cell.
    pub in_table: String,
    /// Its row, from 1 without the header.
    pub in_row: u64,
    /// Its column, or a part of the row that is there with nothing in it, or `whole_row`.
    pub in_column: String,
    /// The text that was not understood; empty where the value is missing, and not null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What the table `unknowns` has as its column where a whole row was not understood.
pub const WHOLE_ROW: &str = "whole_row";

/// The table that says what empty cells do not say by themselves.
pub const UNKNOWNS: &str = "unknowns";

/// The rows of one document's table, with the columns that it uses.
pub struct Sheet {
    /// The table.
    pub table: &'static Table,
    /// The places of the columns that are used.
    pub used: Vec<usize>,
    /// Its rows.
    pub rows: Rowset,
}

/// The tables of a document but for `unknowns`, and what none of them holds.
pub fn sheets(content: &Content<'_>) -> (Vec<Sheet>, Vec<LeftOut>) {
    let (mut sets, mut left_out) = rows_of(content.document);
    if !content.document.game.details.are_of(content.document.game.system) {
        left_out.insert(0, LeftOut { path: "game.details".to_owned(), is_too_deep: false });
    }
    for (table, set) in PLAN.tables.iter().zip(&mut sets).filter(|(_, set)| set.length > 0) {
        for (index, column) in table.columns.iter().enumerate() {
            match column.origin {
                Origin::Derived(base) => derive(content.document, table, set, index, base),
                Origin::Beside => {
                    for (row, original) in content.originals.iter().enumerate() {
                        if let Some(path) = original {
                            set.set(row, index, Value::Known(Cell::Text(path.into())));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let tables = PLAN.tables.iter().zip(sets).map(|(table, rows)| Sheet::new(table, rows));
    (tables.filter(|sheet| sheet.table.name != UNKNOWNS).collect(), left_out)
}

/// The table of what the empty cells of others do not say by themselves; nothing where they say all.
pub fn sheet_of_notes(notes: &[Note]) -> Option<Sheet> {
    #[derive(Serialize)]
    struct Beside<'n> {
        unknowns: &'n [Note],
    }
    if notes.is_empty() {
        return None;
    }
    sheets_beside(&Beside { unknowns: notes }).into_iter().find(|sheet| sheet.table.name == UNKNOWNS)
}

/// The tables of what stands beside a game, such as `sources`, in the place of a document.
pub fn sheets_beside(value: &impl Serialize) -> Vec<Sheet> {
    let (sets, _) = rows_of(value);
    let tables = PLAN.tables.iter().zip(sets).map(|(table, rows)| Sheet::new(table, rows));
    tables.filter(|sheet| sheet.table.name != "games").collect()
}

/// Fills a column that people look at.
fn derive(document: &Document, table: &Table, set: &mut Rowset, index: usize, base: &str) {
    let Some(from) = table.place(base) else { return };
    let game = &document.game;
    // Of two players of one seat the first is meant.
    let players = game.players.iter().rev().map(|player| (player.seat.as_str(), player.name()));
    let names: HashMap<&str, Option<&str>> = players.collect();
    let region_of = game.system.def().rules.region_of;
    for row in 0..set.length {
        let Value::Known(Cell::Text(text)) = set.value(row, from) else {
            set.set(row, index, Value::Known(Cell::Null));
            continue;
        };
        let derived = match table.columns[index].name {
            "continent" => region_of(text).map(SmolStr::new_static),
            "owner_name" => names.get(text.as_str()).copied().flatten().map(SmolStr::new),
            _ => None,
        };
        set.set(row, index, Value::Known(derived.map_or(Cell::Null, Cell::Text)));
    }
}

impl Sheet {
    fn new(table: &'static Table, rows: Rowset) -> Sheet {
        let is_used = |(index, column): &(usize, &Column)| match (column.empty, column.derived_from()) {
            (Empty::Refused, _) => true,
            (_, None) => rows.is_used(*index),
            (_, Some(_)) => rows.columns.get(*index).into_iter().flatten().any(|value| *value.cell() != Cell::Null),
        };
        if rows.length == 0 {
            return Sheet { table, used: Vec::new(), rows };
        }
        let used = table.columns.iter().enumerate().filter(is_used).map(|(index, _)| index).collect();
        Sheet { table, used, rows }
    }

    /// How many rows it has.
    pub fn length(&self) -> usize {
        self.rows.length
    }

    /// The columns that are used, each with its place.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.used.iter().map(|&index| (index, &self.table.columns[index]))
    }

    /// What a row has in a column.
    pub fn value(&self, row: usize, index: usize) -> &Value {
        self.rows.value(row, index)
    }

    /// The cells of a column, from top to bottom.
    pub fn cells(&self, index: usize) -> impl Iterator<Item = &Cell> {
        (0..self.length()).map(move |row| self.value(row, index).cell())
    }

    /// What its empty cells do not say by themselves.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut unknown = self.rows.unknown.iter().peekable();
        let mut bare = self.rows.bare.iter().peekable();
        for row in 0..self.length() {
            let unknown = unknown.next_if(|(place, _)| *place == row).map(|(_, text)| text.to_string());
            let mut note = |column: &str, text: Option<String>| {
                let (in_table, in_column) = (self.table.name.to_owned(), column.to_owned());
                notes.push(Note { in_table, in_row: row as u64 + 1, in_column, text });
            };
            for (index, column) in self.columns() {
                match self.value(row, index) {
                    Value::Unknown(text) => note(column.name, Some(text.clone())),
                    Value::Absent if column.empty == Empty::Null && unknown.is_none() => note(column.name, None),
                    _ => {}
                }
            }
            if unknown.is_some() {
                note(WHOLE_ROW, unknown);
            }
            while let Some((_, group)) = bare.next_if(|(place, _)| *place == row) {
                note(self.table.groups[*group].0, None);
            }
        }
        notes
    }
}

impl<'d> Content<'d> {
    /// The document, with nothing beside it.
    pub fn new(document: &'d Document) -> Self {
        Content { document, originals: Vec::new() }
    }
}
