//! Tables: rows of one type, the columns that they have, and where in a document they belong.

use std::borrow::Cow;

use super::cell::{Cell, Expected, Value};
use super::column::{Bound, Column, Empty};
use super::numbers::Numbers;
use crate::model::{Document, Game, System};
use crate::text::{Code, Diagnostic, codes};

/// A document on its way to or from tables, with what only the tables have.
#[derive(Debug, Clone)]
pub struct Content<'d> {
    /// The document.
    pub document: Cow<'d, Document>,
    /// The path of the original of each source, where it has one.
    pub originals: Vec<Option<String>>,
    /// The rows of the table `unknowns`.
    pub notes: Vec<Note>,
    /// The numbers that rows refer to turns and actions by, as they were read.
    pub numbers: Numbers,
}

impl<'d> Content<'d> {
    /// The document, with nothing beside it.
    pub fn new(document: Cow<'d, Document>) -> Self {
        Content { document, originals: Vec::new(), notes: Vec::new(), numbers: Numbers::default() }
    }
}

impl Content<'_> {
    /// The content that tables are read into.
    pub fn blank() -> Content<'static> {
        Content::new(Cow::Owned(Document::new(Game::new(System::GlobalWar))))
    }
}

/// Why a value does not fit, and what is expected instead.
#[derive(Debug, Clone)]
pub struct Misfit {
    /// What is wrong.
    pub code: &'static Code,
    /// What the cell should have held.
    pub expected: Expected,
}

impl From<Expected> for Misfit {
    fn from(expected: Expected) -> Self {
        Misfit { code: &codes::BAD_CELL, expected }
    }
}

impl Misfit {
    /// It refers to nothing that there is.
    pub fn no_such(expected: &'static str) -> Self {
        Misfit { code: &codes::NO_SUCH_REFERENCE, expected: expected.into() }
    }
}

/// Is told of a value that does not fit, by the place of its row and the name of its column or group.
pub type Refuse<'r> = dyn FnMut(usize, &'static str, Misfit) + 'r;

/// What an empty cell does not say by itself: a row of the table `unknowns`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Note {
    /// The table.
    pub table: String,
    /// The row, counted from 1 without the header.
    pub row: u64,
    /// The column, or a group of columns that is there although all of them are empty, or [`WHOLE_ROW`].
    pub column: String,
    /// The text that was not understood; without it the value is missing, where an empty cell would be null.
    pub text: Option<String>,
}

/// A part of a row that may be there with nothing in it.
#[derive(Debug, Clone, Copy)]
pub struct GroupName {
    /// Its name.
    pub name: &'static str,
    /// What it means that it is there.
    pub meaning: &'static str,
}

/// A part of a row of the type `R`, in both directions.
pub struct Group<R> {
    /// Its name.
    pub name: GroupName,
    /// Whether it is there with nothing in it.
    pub is_bare: fn(&R) -> bool,
    /// Makes it where it is not there.
    pub make: fn(&mut R),
}

/// What the table `unknowns` has as its column where a whole row was not understood.
pub const WHOLE_ROW: &str = "whole_row";

/// How a row of the type `R` is one that was not understood, in both directions.
pub struct UnknownRow<R> {
    /// Its text, where it is one.
    pub text: fn(&R) -> Option<&str>,
    /// Makes it one.
    pub make: fn(&mut R, String),
}

/// A row as a table sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// One value a column.
    pub values: Vec<Value>,
    /// The groups that are there with nothing in them.
    pub bare: Vec<&'static str>,
    /// The text of a row that was not understood.
    pub unknown: Option<String>,
}

/// A table with rows of the type `R`: everything that sinks and sources need.
pub struct Definition<R: Clone + 'static> {
    /// Its name.
    pub name: &'static str,
    /// What one row is.
    pub meaning: &'static str,
    /// The columns that tell its rows apart.
    pub key: &'static [&'static str],
    /// Its columns.
    pub columns: &'static [Bound<R>],
    /// The parts of a row that may be there with nothing in them.
    pub groups: &'static [Group<R>],
    /// How a row is one that was not understood, where there may be such rows.
    pub unknown_row: Option<UnknownRow<R>>,
    /// The rows of a document.
    pub rows: for<'c> fn(&'c Content<'_>) -> Vec<Cow<'c, R>>,
    /// A row without values.
    pub blank: fn() -> R,
    /// Gives a document the rows, and refuses values that do not fit the rest of their row or other rows.
    pub put: fn(&mut Content<'_>, Vec<R>, &mut Refuse<'_>) -> Result<(), Diagnostic>,
}

/// A table, whatever its rows are: the object-safe face of [`Definition`].
pub trait Table: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What one row is.
    fn meaning(&self) -> &'static str;

    /// The columns that tell its rows apart.
    fn key(&self) -> &'static [&'static str];

    /// How many columns it has.
    fn width(&self) -> usize;

    /// The column of that place.
    fn column(&self, index: usize) -> Option<&'static Column>;

    /// The groups of that a row may have with nothing in them.
    fn groups(&self) -> Vec<GroupName>;

    /// Whether there may be rows that were not understood.
    fn has_unknown_rows(&self) -> bool;

    /// Hands over the rows of a document, one after the other: a row is much larger than what it says.
    fn each_row(&self, content: &Content<'_>, act: &mut dyn FnMut(Row));

    /// Gives a document the rows.
    fn put(
        &self,
        content: &mut Content<'_>,
        rows: &mut dyn Iterator<Item = Row>,
        refuse: &mut Refuse<'_>,
    ) -> Result<(), Diagnostic>;
}

impl dyn Table {
    /// The columns, in their order.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        (0..self.width()).filter_map(|index| self.column(index))
    }

    /// The place of the column of that name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.columns().position(|column| column.name == name)
    }
}

impl<R: Clone> Table for Definition<R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn key(&self) -> &'static [&'static str] {
        self.key
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    fn column(&self, index: usize) -> Option<&'static Column> {
        self.columns.get(index).map(|bound| &bound.column)
    }

    fn groups(&self) -> Vec<GroupName> {
        self.groups.iter().map(|group| group.name).collect()
    }

    fn has_unknown_rows(&self) -> bool {
        self.unknown_row.is_some()
    }

    fn each_row(&self, content: &Content<'_>, act: &mut dyn FnMut(Row)) {
        let row = |row: Cow<'_, R>| Row {
            values: self.columns.iter().map(|bound| (bound.value)(content, &row)).collect(),
            bare: self.groups.iter().filter(|group| (group.is_bare)(&row)).map(|group| group.name.name).collect(),
            unknown: self.unknown_row.as_ref().and_then(|unknown| (unknown.text)(&row)).map(str::to_owned),
        };
        (self.rows)(content).into_iter().map(row).for_each(act);
    }

    fn put(
        &self,
        content: &mut Content<'_>,
        rows: &mut dyn Iterator<Item = Row>,
        refuse: &mut Refuse<'_>,
    ) -> Result<(), Diagnostic> {
        let mut made = Vec::new();
        for (index, row) in rows.enumerate() {
            let mut new = (self.blank)();
            if let (Some(unknown), Some(text)) = (&self.unknown_row, row.unknown) {
                (unknown.make)(&mut new, text);
            }
            for (bound, value) in self.columns.iter().zip(row.values) {
                if let Some(store) = bound.store
                    && value != Value::Absent
                    && let Err(expected) = store(&mut new, value)
                {
                    refuse(index, bound.column.name, expected.into());
                }
            }
            for group in self.groups.iter().filter(|group| row.bare.contains(&group.name.name)) {
                (group.make)(&mut new);
                if !(group.is_bare)(&new) {
                    let expected = Expected::from("either values or a row in the table unknowns");
                    refuse(index, group.name.name, expected.into());
                }
            }
            made.push(new);
        }
        (self.put)(content, made, refuse)
    }
}

/// The rows of one document's table, with the columns that it uses.
pub struct Sheet {
    /// The table.
    pub table: &'static dyn Table,
    /// The places of the columns that are used.
    pub used: Vec<usize>,
    /// How many rows it has.
    pub length: usize,
    /// The values of each column from top to bottom; what is behind the last is absent.
    columns: Vec<Vec<Value>>,
    /// What else there is to rows, by their places.
    odd: Vec<(usize, Row)>,
}

impl Sheet {
    /// The table of a document.
    pub fn new(table: &'static dyn Table, content: &Content<'_>) -> Sheet {
        let columns = vec![Vec::new(); table.width()];
        let mut sheet = Sheet { table, used: Vec::new(), length: 0, columns, odd: Vec::new() };
        table.each_row(content, &mut |row| sheet.push(row));
        let is_used = |(index, column): &(usize, &Column)| match (column.empty, column.derived_from) {
            (Empty::Refused, _) => true,
            (_, None) => !sheet.columns[*index].is_empty(),
            (_, Some(_)) => sheet.columns[*index].iter().any(|value| *value.cell() != Cell::Null),
        };
        sheet.used = table.columns().enumerate().filter(is_used).map(|(index, _)| index).collect();
        sheet
    }

    fn push(&mut self, mut row: Row) {
        for (column, value) in self.columns.iter_mut().zip(row.values.drain(..)) {
            if value != Value::Absent {
                column.resize(self.length, Value::Absent);
                column.push(value);
            }
        }
        if row.unknown.is_some() || !row.bare.is_empty() {
            row.values = Vec::new();
            self.odd.push((self.length, row));
        }
        self.length += 1;
    }

    /// The columns that are used, each with its place.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.used.iter().filter_map(|&index| Some((index, self.table.column(index)?)))
    }

    /// What a row has in a column.
    pub fn value(&self, row: usize, index: usize) -> &Value {
        self.columns.get(index).and_then(|column| column.get(row)).unwrap_or(&Value::Absent)
    }

    /// The cells of a column, from top to bottom.
    pub fn cells(&self, index: usize) -> impl Iterator<Item = &Cell> {
        (0..self.length).map(move |row| self.value(row, index).cell())
    }

    /// What its empty cells do not say by themselves.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut odd = self.odd.iter().peekable();
        for row in 0..self.length {
            let odd = odd.next_if(|(place, _)| *place == row).map(|(_, row)| row);
            let mut note = |column: &str, text: Option<&String>| {
                let (table, column, text) = (self.table.name().to_owned(), column.to_owned(), text.cloned());
                notes.push(Note { table, row: row as u64 + 1, column, text });
            };
            let unknown = odd.and_then(|row| row.unknown.as_ref());
            for (index, column) in self.columns() {
                match self.value(row, index) {
                    Value::Unknown(text) => note(column.name, Some(text)),
                    Value::Absent if column.empty == Empty::Null && unknown.is_none() => note(column.name, None),
                    _ => {}
                }
            }
            unknown.into_iter().for_each(|text| note(WHOLE_ROW, Some(text)));
            odd.iter().flat_map(|row| &row.bare).for_each(|group| note(group, None));
        }
        notes
    }
}
