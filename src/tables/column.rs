//! Columns of tables: their properties, and the values that they accept.

use super::cell::{Cell, Expected, Kind};
use super::walk::NO_ELEMENT;

/// The meaning of an empty cell in a column, where the table `unknowns` has no row about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Empty {
    /// An empty cell is an error.
    Refused,
    /// The row has no value here.
    #[default]
    Absent,
    /// The value is null.
    Null,
}

/// A reference to a column of another table, which has the values of this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
}

/// The source of a column's values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// The value at this path below the row.
    Path(String),
    /// A number that identifies the row or one that it is part of; an index into a `Scope`.
    Number(usize),
    /// The key in the path of the row's place, such as `famine` or `plague`.
    Word,
    /// Derived from the column of this name, or from `whole_row`.
    Derived(&'static str),
    /// Supplied by the caller, not part of the document.
    #[default]
    Beside,
}

/// A column of a table.
#[derive(Default)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// The source of its values.
    pub origin: Origin,
    /// The kind of its values.
    pub kind: Kind,
    /// Least and greatest number allowed; `None` if the numbers are unbounded or the values are no numbers.
    pub bounds: Option<(i128, i128)>,
    /// The kind of a list's elements; `None` if the column holds no lists.
    pub items: Option<Kind>,
    /// Whether elements of a list may be null.
    pub items_may_be_missing: bool,
    /// Whether the value may be a text that was not understood.
    pub may_be_unknown: bool,
    /// Whether the value can be nothing but a text that was not understood.
    pub is_only_unknown: bool,
    /// The meaning of an empty cell.
    pub empty: Empty,
    /// Whether an absent list differs from an empty one, which is then written as `\`.
    pub may_be_empty_list: bool,
    /// The description for readers.
    pub meaning: String,
    /// The unit of its numbers.
    pub unit: Option<&'static str>,
    /// The column that its values refer to.
    pub refers_to: Option<Reference>,
}

impl Column {
    /// Returns the column of the same table, or `whole_row`, that this one is derived from; `None` if its values count.
    /// Derived columns are for people to look at and are not read back.
    pub fn derived_from(&self) -> Option<&'static str> {
        match self.origin {
            Origin::Derived(base) => Some(base),
            _ => None,
        }
    }

    /// Parses the elements of a list cell.
    pub fn elements<'e>(&'e self, text: &'e str) -> impl Iterator<Item = Result<Cell, Expected>> + 'e {
        let kind = self.items.as_ref().unwrap_or(&Kind::Text);
        text.split(' ').filter(|text| !text.is_empty()).map(move |text| match text == NO_ELEMENT {
            true if self.items_may_be_missing => Ok(Cell::Null),
            _ => kind.parse_list_element(text),
        })
    }

    /// Returns the path of its values below the row; `None` if it holds no values of the row.
    pub fn path(&self) -> Option<&str> {
        match &self.origin {
            Origin::Path(path) => Some(path),
            _ => None,
        }
    }

    /// Returns whether the column holds the value at a path below the row.
    pub fn is_of(&self, path: &str) -> bool {
        self.path() == Some(path)
    }
}
