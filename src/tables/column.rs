//! Columns: what there is to say about them, and which values fit.

use super::cell::{Cell, Expected, Kind, Value};
use super::walk::NO_ELEMENT;

/// What an empty cell of a column means, where `unknowns` says nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Empty {
    /// It may not be empty.
    Refused,
    /// The row does not speak of it.
    #[default]
    Absent,
    /// The value is null.
    Null,
}

/// A column of another table, whose values this one refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// A path below the row.
    Path(String),
    /// A number that the row, or what it is in, goes by.
    Number(usize),
    /// The key of the place.
    Word,
    /// The column that it follows from.
    Derived(&'static str),
    /// Beside the document.
    #[default]
    Beside,
}

/// A column.
#[derive(Default)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Where its values come from.
    pub origin: Origin,
    /// What kind of value it holds.
    pub kind: Kind,
    /// The bounds of a number.
    pub bounds: Option<(i128, i128)>,
    /// What kind of values the elements of a list are.
    pub items: Option<Kind>,
    /// Whether the elements of a list may be nothing.
    pub items_may_be_missing: bool,
    /// Whether it may be a text that was not understood.
    pub may_be_unknown: bool,
    /// Whether it can be nothing but that.
    pub is_only_unknown: bool,
    /// What an empty cell means.
    pub empty: Empty,
    /// Whether its row needs a value, if one that was not understood.
    pub is_needed: bool,
    /// Whether the part of the row that it is of needs a value.
    pub is_needed_by_part: bool,
    /// Whether only some kinds of rows have it.
    pub is_of_kind: bool,
    /// Whether a list that may be left out is told from an empty one.
    pub may_be_empty_list: bool,
    /// Whether it is false where it is not said.
    pub is_false_unsaid: bool,
    /// What it means.
    pub meaning: String,
    /// What its numbers count.
    pub unit: Option<&'static str>,
    /// What its values refer to.
    pub refers_to: Option<Reference>,
}

impl Column {
    /// The column of the same table, or `whole_row`, that it follows from: it is for looking at, and not read.
    pub fn derived_from(&self) -> Option<&'static str> {
        match self.origin {
            Origin::Derived(base) => Some(base),
            _ => None,
        }
    }

    /// Whether a value is one that the column can hold; an absent one is.
    ///
    /// # Errors
    ///
    /// What is expected instead.
    pub fn fits(&self, value: &Value) -> Result<(), Expected> {
        match value {
            Value::Absent => Ok(()),
            Value::Unknown(_) if self.may_be_unknown => Ok(()),
            Value::Unknown(_) => Err("a value that is understood".into()),
            Value::Known(_) if self.is_only_unknown => Err("an empty cell, with its text in the table unknowns".into()),
            Value::Known(Cell::Text(text)) => self.fits_text(text),
            Value::Known(Cell::Integer(number)) => self.fits_bounds(*number),
            Value::Known(_) => Ok(()),
        }
    }

    fn fits_text(&self, text: &str) -> Result<(), Expected> {
        match (&self.kind, &self.items) {
            (Kind::Word(words), _) if !words.iter().any(|word| word == text) => {
                Err(Expected(format!("one of {}", words.join(", ")).into()))
            }
            (Kind::List, Some(_)) => self.elements(text).try_for_each(|cell| match cell? {
                Cell::Integer(number) => self.fits_bounds(number),
                _ => Ok(()),
            }),
            _ => Ok(()),
        }
    }

    /// The elements of a list.
    pub fn elements<'e>(&'e self, text: &'e str) -> impl Iterator<Item = Result<Cell, Expected>> + 'e {
        let kind = self.items.as_ref().unwrap_or(&Kind::Text);
        text.split(' ').filter(|text| !text.is_empty()).map(move |text| match text == NO_ELEMENT {
            true if self.items_may_be_missing => Ok(Cell::Null),
            _ => kind.parse_list_element(text),
        })
    }

    fn fits_bounds(&self, number: i128) -> Result<(), Expected> {
        match self.bounds {
            Some((least, most)) if !(least..=most).contains(&number) => {
                Err(Expected(format!("a whole number from {least} to {most}").into()))
            }
            _ => Ok(()),
        }
    }

    /// Whether it has what stands at a path below the row.
    pub fn is_of(&self, path: &str) -> bool {
        matches!(&self.origin, Origin::Path(own) if own == path)
    }
}
