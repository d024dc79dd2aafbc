//! The tables of one document.

use hashbrown::HashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::cell::{Cell, Value};
use super::column::{Column, Empty, Origin};
use super::plan::{PLAN, Table};
use super::rowset::Rowset;
use super::values::Values;
use super::walk::{LeftOut, Walk, Wanted};
use crate::model::Document;

/// A document to be written as tables, with the values that only the tables have.
pub struct Content<'d> {
    /// The document.
    pub document: &'d Document,
    /// For each source, the path of its original file; `None` if it has none.
    pub originals: Vec<Option<String>>,
}

/// A row of the table `unknowns`: the text or the state that an empty cell stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Table of the empty cell.
    #[schemars(with = "String")]
    pub in_table: SmolStr,
    /// Row of the empty cell, from 1 without the header.
    pub in_row: u64,
    /// Column of the empty cell, or a part of the row that is present but empty, or `whole_row`.
    #[schemars(with = "String")]
    pub in_column: SmolStr,
    /// Text that was not understood; empty if the value is missing, which is not the same as null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The value of `unknowns.in_column` for a row that was not understood as a whole.
pub const WHOLE_ROW: &str = "whole_row";

/// The name of the table with notes on empty cells: texts that were not understood, and values that are missing.
pub const UNKNOWNS: &str = "unknowns";

/// The rows of a document in one table, with the columns in use.
pub struct Sheet {
    /// The table.
    pub table: &'static Table,
    /// Index of the table in the plan.
    pub index: usize,
    /// Indices of the columns in use.
    pub used: Vec<usize>,
    /// The rows of the table.
    pub rows: Rowset,
}

/// Returns the tables of a document except `unknowns`, and the values that none of them holds.
pub fn sheets(content: &Content<'_>) -> (Vec<Sheet>, Vec<LeftOut>) {
    let Walk { mut sets, mut left_out, .. } = Walk::of(content.document, Wanted::new());
    if !content.document.game.details.are_of(content.document.game.system) {
        left_out.insert(0, LeftOut { path: "game.details".to_owned(), is_too_deep: false });
    }
    for (table, set) in PLAN.iter().zip(&mut sets).filter(|(_, set)| set.length > 0) {
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
    (sheets_but(UNKNOWNS, sets), left_out)
}

/// Returns the sheets of all tables but one.
fn sheets_but(name: &str, sets: Vec<Rowset>) -> Vec<Sheet> {
    let mut sheets = Vec::with_capacity(sets.len());
    sheets.extend(sets.into_iter().enumerate().map(Sheet::new).filter(|sheet| sheet.table.name != name));
    sheets
}

/// Returns the table `unknowns` for some notes; `None` if there are none.
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

/// Returns the tables beside the game, such as `sources`, of a value that is serialized in the place of a document.
pub fn sheets_beside(value: &impl Serialize) -> Vec<Sheet> {
    sheets_but("games", Walk::of(value, Wanted::new()).sets)
}

/// Fills a derived column from the column `base`.
fn derive(document: &Document, table: &Table, set: &mut Rowset, index: usize, base: &str) {
    let Some(from) = table.place(base) else { return };
    let game = &document.game;
    let values: Values = match table.columns[index].name {
        "continent" => {
            let region_of = game.system.def().rules.region_of;
            derived(set, from, |territory| region_of(territory).map(SmolStr::new_static))
        }
        "owner_name" => {
            // If two players share a seat, the first counts.
            let players = game.players.iter().rev().map(|player| (player.seat.as_str(), player.name()));
            let names: HashMap<&str, Option<&str>> = players.collect();
            derived(set, from, |seat| names.get(seat).copied().flatten().map(SmolStr::new))
        }
        _ => derived(set, from, |_| None),
    };
    set.set_column(index, values);
}

/// Returns a value for each row, made of the text in the column `from`; null without one.
fn derived(set: &Rowset, from: usize, of_text: impl Fn(&str) -> Option<SmolStr>) -> Values {
    let text = |row| match set.value(row, from).cell() {
        Cell::Text(text) => of_text(text),
        _ => None,
    };
    (0..set.length).map(|row| Value::Known(text(row).map_or(Cell::Null, Cell::Text))).collect()
}

impl Sheet {
    fn new((index, rows): (usize, Rowset)) -> Sheet {
        let table = &PLAN[index];
        let is_used = |(index, column): &(usize, &Column)| match (column.empty, column.derived_from()) {
            (Empty::Refused, _) => true,
            (_, None) => rows.is_used(*index),
            (_, Some(_)) => rows.values(*index).iter().any(|value| *value.cell() != Cell::Null),
        };
        if rows.length == 0 {
            return Sheet { table, index, used: Vec::new(), rows };
        }
        let mut used = Vec::with_capacity(rows.columns.len());
        used.extend(table.columns.iter().enumerate().filter(is_used).map(|(index, _)| index));
        Sheet { table, index, used, rows }
    }

    /// Returns the number of rows.
    pub fn length(&self) -> usize {
        self.rows.length
    }

    /// Returns the columns in use, each with its index.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.used.iter().map(|&index| (index, &self.table.columns[index]))
    }

    /// Returns the value of a row in a column.
    pub fn value(&self, row: usize, index: usize) -> &Value {
        self.rows.value(row, index)
    }

    /// Returns the cells of a column from top to bottom.
    pub fn cells(&self, index: usize) -> impl Iterator<Item = &Cell> {
        let values = self.rows.values(index);
        let absent = std::iter::repeat_n(&Value::Absent, self.length().saturating_sub(values.len()));
        values.iter().chain(absent).map(Value::cell)
    }

    /// Returns the notes on cells that are empty because their text was not understood or their value is missing.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let has_notes = |(_, column): &(usize, &Column)| column.may_be_unknown || column.empty == Empty::Null;
        let columns: Vec<_> = self.columns().filter(has_notes).collect();
        if columns.is_empty() && self.rows.unknown.is_empty() && self.rows.bare.is_empty() {
            return notes;
        }
        let mut unknown = self.rows.unknown.iter().peekable();
        let mut bare = self.rows.bare.iter().peekable();
        for row in 0..self.length() {
            let unknown = unknown.next_if(|(place, _)| *place == row).map(|(_, text)| text.to_string());
            let mut note = |column: &str, text: Option<String>| {
                let (in_table, in_column) = (SmolStr::new_static(self.table.name), SmolStr::new(column));
                notes.push(Note { in_table, in_row: row as u64 + 1, in_column, text });
            };
            for &(index, column) in &columns {
                match self.value(row, index) {
                    Value::Unknown(text) => note(column.name, Some(text.to_string())),
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
    /// Creates the content of a document without originals.
    pub fn new(document: &'d Document) -> Self {
        Content { document, originals: Vec::new() }
    }
}
