//! The rows of one table, while a document is taken apart or put together.

use smol_str::SmolStr;

use super::cell::{Cell, Value};
use super::plan::Table;
use super::values::Values;

/// The rows of a table.
#[derive(Debug, Default)]
pub struct Rowset {
    /// Number of rows.
    pub length: usize,
    /// Least number of rows to come, as announced by the lists that are being written.
    expected: usize,
    /// The values of each column. Absent values at the end are not stored, nor are columns at the end that have no
    /// values: most tables of a document have no rows.
    pub columns: Vec<Values>,
    /// The parts that are present without values: row and index in `Table::groups`, sorted.
    pub bare: Vec<(usize, usize)>,
    /// The texts of rows that were not understood, sorted by row.
    pub unknown: Vec<(usize, SmolStr)>,
}

/// Maximum number of rows that a column reserves room for at its first value. Most columns of most documents have few
/// values, and would otherwise be moved with nearly each of them.
const ROOM: usize = 64;

/// Number of columns that a table has room for from its first value on.
const COLUMNS: usize = 16;

impl Rowset {
    /// Announces that more rows follow.
    pub fn expect(&mut self, more: usize) {
        self.expected = self.length + more;
    }

    /// Returns whether the rows hold nothing but their own numbers.
    pub fn says_nothing(&self, table: &Table) -> bool {
        let is_used = |(column, values): (usize, &Values)| Some(column) != table.own_column && !values.is_empty();
        self.bare.is_empty() && self.unknown.is_empty() && !self.columns.iter().enumerate().any(is_used)
    }

    /// Returns whether some row has a value in a column, even a null.
    pub fn is_used(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|values| !values.is_empty())
    }

    /// Returns the values of a column; rows behind the last of them have none.
    pub fn values(&self, column: usize) -> &Values {
        static NONE: Values = Values::new();
        self.columns.get(column).unwrap_or(&NONE)
    }

    /// Returns the values of a column, to be changed.
    #[inline]
    fn column(&mut self, column: usize) -> &mut Values {
        if self.columns.len() <= column {
            if self.columns.is_empty() {
                self.columns.reserve(COLUMNS);
            }
            self.columns.resize_with(column + 1, Values::new);
        }
        &mut self.columns[column]
    }

    /// Sets the values of all rows in a column.
    pub fn set_column(&mut self, column: usize, values: Values) {
        *self.column(column) = values;
    }

    /// Sets the value of a row in a column.
    pub fn set(&mut self, row: usize, column: usize, value: Value) {
        let expected = self.expected;
        let values = self.column(column);
        if values.is_empty() {
            values.reserve(row + 1 + expected.saturating_sub(row + 1).min(ROOM));
        }
        values.set(row, value);
    }

    /// Frees the room for rows that did not come, which in a long table may be as much again.
    pub fn shrink(&mut self) {
        self.columns.iter_mut().for_each(Values::shrink);
    }

    /// Returns the value of a row in a column.
    pub fn value(&self, row: usize, column: usize) -> &Value {
        self.values(column).get(row).unwrap_or(&Value::Absent)
    }

    /// Returns the text of a row that was not understood; `None` if the row was understood.
    pub fn unknown_text(&self, row: usize) -> Option<&str> {
        let place = self.unknown.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.unknown[place].1)
    }

    /// Adds a copy of a row without its value in the column `but`, and returns the index of the copy.
    pub fn copy(&mut self, row: usize, but: usize) -> usize {
        let new = self.length;
        self.length += 1;
        for column in (0..self.columns.len()).filter(|&column| column != but) {
            let value = self.value(row, column).clone();
            if value != Value::Absent {
                self.set(new, column, value);
            }
        }
        new
    }

    /// Sorts rows that come from several places by the rows that they belong to, whose numbers are in the columns
    /// `keys`. Returns the new index of each row; `None` if they were sorted already.
    pub fn sort(&mut self, keys: &[usize]) -> Option<Vec<usize>> {
        let number = |row: usize, column: usize| match self.value(row, column).cell() {
            Cell::Integer(number) => number.get(),
            _ => 0,
        };
        let key = |row: &usize| [0, 1, 2, 3].map(|part| keys.get(part).map_or(0, |&column| number(*row, column)));
        let mut order: Vec<usize> = (0..self.length).collect();
        if order.is_sorted_by_key(key) {
            return None;
        }
        order.sort_by_cached_key(key);
        let mut places = vec![0; self.length];
        order.iter().enumerate().for_each(|(new, &old)| places[old] = new);
        for column in 0..self.columns.len() {
            let taken = std::mem::take(&mut self.columns[column]);
            for (new, &old) in order.iter().enumerate() {
                if let Some(value) = taken.get(old).filter(|value| **value != Value::Absent) {
                    self.set(new, column, value.clone());
                }
            }
        }
        self.bare.iter_mut().for_each(|(row, _)| *row = places[*row]);
        self.unknown.iter_mut().for_each(|(row, _)| *row = places[*row]);
        self.bare.sort_unstable();
        self.unknown.sort_by_key(|(row, _)| *row);
        Some(places)
    }
}
