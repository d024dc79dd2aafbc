//! The rows of a table, on their way from a document or to one.

use smol_str::SmolStr;

use super::cell::Value;
use super::plan::Table;

/// The rows of a table.
#[derive(Debug, Default)]
pub struct Rowset {
    /// How many there are.
    pub length: usize,
    /// The values of each column from top to bottom; what is behind the last is absent.
    pub columns: Vec<Vec<Value>>,
    /// The parts that are there with nothing in them, by row.
    pub bare: Vec<(usize, usize)>,
    /// The texts of rows that were not understood.
    pub unknown: Vec<(usize, SmolStr)>,
}

impl Rowset {
    /// No rows of a table.
    pub fn of(table: &Table) -> Rowset {
        Rowset { columns: vec![Vec::new(); table.columns.len()], ..Rowset::default() }
    }

    /// Whether its rows say nothing but their own numbers.
    pub fn says_nothing(&self, table: &Table) -> bool {
        let is_used = |(column, values): (usize, &Vec<Value>)| Some(column) != table.own_column && !values.is_empty();
        self.bare.is_empty() && self.unknown.is_empty() && !self.columns.iter().enumerate().any(is_used)
    }

    /// Gives a row a value.
    pub fn set(&mut self, row: usize, column: usize, value: Value) {
        let values = &mut self.columns[column];
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
}
