//! The rows of a table, on their way from a document or to one.

use smol_str::SmolStr;

use super::cell::{Cell, Value};
use super::plan::Table;

/// The rows of a table.
#[derive(Debug, Default)]
pub struct Rowset {
    /// How many there are.
    pub length: usize,
    /// How many there are at least, as the lists say that are being written.
    expected: usize,
    /// The values of each column from top to bottom; what is behind the last is absent, and so are all of a column that
    /// is behind the last. Of a document, most tables have no rows.
    pub columns: Vec<Vec<Value>>,
    /// The parts that are there with nothing in them, by row, in order.
    pub bare: Vec<(usize, usize)>,
    /// The texts of rows that were not understood, in order.
    pub unknown: Vec<(usize, SmolStr)>,
}

/// For how many rows to come a column has room from its first value on. Most columns of most documents have few values,
/// and would be moved with nearly each of them.
const ROOM: usize = 64;

impl Rowset {
    /// Tells that some more rows follow.
    pub fn expect(&mut self, more: usize) {
        self.expected = self.length + more;
    }

    /// Whether its rows say nothing but their own numbers.
    pub fn says_nothing(&self, table: &Table) -> bool {
        let is_used = |(column, values): (usize, &Vec<Value>)| Some(column) != table.own_column && !values.is_empty();
        self.bare.is_empty() && self.unknown.is_empty() && !self.columns.iter().enumerate().any(is_used)
    }

    /// Whether some row has a value in a column, be it one that says nothing.
    pub fn is_used(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|values| !values.is_empty())
    }

    /// Gives a row a value.
    pub fn set(&mut self, row: usize, column: usize, value: Value) {
        if self.columns.len() <= column {
            self.columns.resize_with(column + 1, Vec::new);
        }
        let values = &mut self.columns[column];
        if values.is_empty() {
            values.reserve_exact(row + 1 + self.expected.saturating_sub(row + 1).min(ROOM));
        }
        if values.len() <= row {
            values.resize(row, Value::Absent);
            values.push(value);
        } else {
            values[row] = value;
        }
    }

    /// What a row has in a column.
    pub fn value(&self, row: usize, column: usize) -> &Value {
        self.columns.get(column).and_then(|values| values.get(row)).unwrap_or(&Value::Absent)
    }

    /// The text of a row that was not understood.
    pub fn unknown_text(&self, row: usize) -> Option<&str> {
        let place = self.unknown.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        Some(&self.unknown[place].1)
    }

    /// Adds a row like another but for one column.
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

    /// Brings rows of several places into the order of what they are in, which the columns of numbers `keys` say; where
    /// they were not, their new places.
    pub fn sort(&mut self, keys: &[usize]) -> Option<Vec<usize>> {
        let number = |row: usize, column: usize| match self.value(row, column).cell() {
            Cell::Integer(number) => *number,
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
            let mut taken = std::mem::take(&mut self.columns[column]);
            for (new, &old) in order.iter().enumerate() {
                if let Some(value) = taken.get_mut(old).map(std::mem::take).filter(|value| *value != Value::Absent) {
                    self.set(new, column, value);
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
