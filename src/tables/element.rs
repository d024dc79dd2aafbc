//! Rows that hold an element of a list, which may not have been understood.

use super::column::Bound;
use super::table::{Content, UnknownRow, WHOLE_ROW};
use super::{Cell, Kind, Value};
use crate::model::{Element, Unknown};

/// A row that holds an element.
pub trait Holder {
    /// What the element is where it was understood.
    type Item;

    /// The element.
    fn element(&self) -> &Element<Self::Item>;

    /// The element, for giving it values.
    fn element_mut(&mut self) -> &mut Element<Self::Item>;
}

impl<T> Holder for Element<T> {
    type Item = T;

    fn element(&self) -> &Element<T> {
        self
    }

    fn element_mut(&mut self) -> &mut Element<T> {
        self
    }
}

/// What a row holds, where it was understood.
pub fn known<R: Holder>(row: &R) -> Option<&R::Item> {
    row.element().known()
}

/// What a row holds, where it was understood, for giving it values.
pub fn known_mut<R: Holder>(row: &mut R) -> Option<&mut R::Item> {
    match row.element_mut() {
        Element::Known(item) => Some(item),
        Element::Unknown(_) => None,
    }
}

impl<R: Holder> UnknownRow<R> {
    /// A row whose element was not understood.
    pub const fn of_element() -> Self {
        UnknownRow { text: unknown_text, make: make_unknown }
    }
}

fn unknown_text<R: Holder>(row: &R) -> Option<&str> {
    match row.element() {
        Element::Known(_) => None,
        Element::Unknown(Unknown { unknown }) => Some(unknown),
    }
}

fn make_unknown<R: Holder>(row: &mut R, text: String) {
    *row.element_mut() = Element::unknown(text);
}

impl<R: Holder> Bound<R> {
    /// The column that marks rows that were not understood: readers of data packages take no rows without any value.
    pub const fn understood() -> Self {
        let meaning = "false where the row was not understood: its text is in the table unknowns";
        let mut bound = Bound::derived("understood", WHOLE_ROW, meaning, understood);
        bound.column.kind = Kind::Boolean;
        bound
    }
}

fn understood<R: Holder>(_: &Content<'_>, row: &R) -> Value {
    known(row).map_or(Value::Known(Cell::Boolean(false)), |_| Value::Absent)
}

/// Binds a column to a field of the element that a row holds, as `stored!` does to a field of the row.
macro_rules! held {
    ($row:ty, $name:expr, $type:ty, |$item:ident| $at:expr, $meaning:expr) => {
        $crate::tables::element::held!($row, $name, $type, |$item| $at, $at, $meaning)
    };
    ($row:ty, $name:expr, $type:ty, |$item:ident| $at:expr, $made:expr, $meaning:expr) => {
        $crate::tables::column::stored!(
            $row,
            $name,
            $type,
            |$item| *{
                let $item = $crate::tables::element::known($item)?;
                &$at
            },
            *{
                let $item = $crate::tables::element::known_mut($item)?;
                &mut $made
            },
            $meaning
        )
    };
}
pub(super) use held;
