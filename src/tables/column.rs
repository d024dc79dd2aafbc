//! Columns: how a value of a row becomes a cell, and how a cell becomes a value again.

use std::borrow::Cow;

use super::cell::{Expected, Kind, Value};
use super::table::Content;

/// What an empty cell of a column means, where `unknowns` says nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Empty {
    /// It may not be empty.
    Refused,
    /// The row does not speak of it.
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

/// What there is to say about a column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it holds.
    pub kind: Kind,
    /// What an empty cell means.
    pub empty: Empty,
    /// What it means, in a few words.
    pub meaning: &'static str,
    /// What its numbers count.
    pub unit: Option<&'static str>,
    /// What its values refer to.
    pub refers_to: Option<Reference>,
    /// The column of the same table, or `whole_row`, that it follows from: it is for looking at, and not read.
    pub derived_from: Option<&'static str>,
}

/// Gives a row a value that was read.
pub type Store<R> = fn(&mut R, Value) -> Result<(), Expected>;

/// A column and both its directions: out of a row of the type `R`, and into one.
pub struct Bound<R> {
    /// What there is to say about it.
    pub column: Column,
    /// The value that a row has.
    pub value: fn(&Content<'_>, &R) -> Value,
    /// Gives a row a value; a derived column has no such direction.
    pub store: Option<Store<R>>,
}

impl Column {
    /// A column without unit, reference and base.
    pub const fn new(name: &'static str, kind: Kind, empty: Empty, meaning: &'static str) -> Self {
        Column { name, kind, empty, meaning, unit: None, refers_to: None, derived_from: None }
    }
}

impl<R> Bound<R> {
    /// A derived column of texts, which follows from the column `base`.
    pub const fn derived(
        name: &'static str,
        base: &'static str,
        meaning: &'static str,
        value: fn(&Content<'_>, &R) -> Value,
    ) -> Self {
        let mut column = Column::new(name, Kind::Text, Empty::Absent, meaning);
        column.derived_from = Some(base);
        Bound { column, value, store: None }
    }

    /// Says what the numbers count.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.column.unit = Some(unit);
        self
    }

    /// Says what the values refer to.
    pub const fn refers_to(mut self, table: &'static str, column: &'static str) -> Self {
        self.column.refers_to = Some(Reference { table, column });
        self
    }

    /// Says that the texts are days.
    pub const fn of_days(mut self) -> Self {
        self.column.kind = Kind::Day;
        self
    }

    /// Allows empty cells: for a value of a part that may be missing as a whole.
    pub const fn optional(mut self) -> Self {
        self.column.empty = Empty::Absent;
        self
    }
}

/// What is expected where a value is of another system, or of a row that was not understood.
pub const NO_PLACE: Expected = Expected(Cow::Borrowed("an empty cell, as the rest of the row has no place for it,"));

/// Binds a column to a field of a row: `stored!(Player, "seat", Seat, |p| p.seat, "the seat")`. Where the field lies in
/// a part that may be missing, one expression says where it is (or leaves with `?`), and another makes it.
macro_rules! stored {
    ($row:ty, $name:expr, $type:ty, |$r:ident| $at:expr, $meaning:expr) => {
        $crate::tables::column::stored!($row, $name, $type, |$r| $at, $at, $meaning)
    };
    ($row:ty, $name:expr, $type:ty, |$r:ident| $at:expr, $made:expr, $meaning:expr) => {{
        use $crate::tables::{Bound, Column, Content, Expected, Value, column::NO_PLACE, stored::Stored};
        fn find($r: &$row) -> Option<&$type> {
            Some(&$at)
        }
        fn make($r: &mut $row) -> Option<&mut $type> {
            Some(&mut $made)
        }
        fn value(_: &Content<'_>, row: &$row) -> Value {
            find(row).map_or(Value::Absent, Stored::value)
        }
        fn store(row: &mut $row, value: Value) -> Result<(), Expected> {
            make(row).ok_or(NO_PLACE)?.store(value)
        }
        let column = Column::new($name, <$type as Stored>::KIND, <$type as Stored>::EMPTY, $meaning);
        Bound { column, value, store: Some(store) }
    }};
}
pub(super) use stored;
