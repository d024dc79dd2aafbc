//! Checks that columns can hold the values of a package.

use crate::tables::{Cell, Column, Expected, Kind, Value};

impl Column {
    /// Checks that the column can hold a value; an absent one always fits.
    ///
    /// # Errors
    ///
    /// Returns a description of what is expected instead.
    pub(super) fn fits(&self, value: &Value) -> Result<(), Expected> {
        match value {
            Value::Absent => Ok(()),
            Value::Unknown(_) if self.may_be_unknown => Ok(()),
            Value::Unknown(_) => Err("a value that is understood".into()),
            Value::Known(_) if self.is_only_unknown => Err("an empty cell, with its text in the table unknowns".into()),
            Value::Known(Cell::Text(text)) => self.fits_text(text),
            Value::Known(Cell::Integer(number)) => self.fits_bounds(number.get()),
            Value::Known(_) => Ok(()),
        }
    }

    fn fits_text(&self, text: &str) -> Result<(), Expected> {
        match (&self.kind, &self.items) {
            (Kind::Word(words), _) if !words.iter().any(|word| word == text) => {
                Err(Expected(format!("one of {}", words.join(", ")).into()))
            }
            (Kind::List, Some(_)) => self.elements(text).try_for_each(|cell| match cell? {
                Cell::Integer(number) => self.fits_bounds(number.get()),
                _ => Ok(()),
            }),
            _ => Ok(()),
        }
    }

    fn fits_bounds(&self, number: i128) -> Result<(), Expected> {
        match self.bounds {
            Some((least, most)) if !(least..=most).contains(&number) => {
                Err(Expected(format!("a whole number from {least} to {most}").into()))
            }
            _ => Ok(()),
        }
    }
}
