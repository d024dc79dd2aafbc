//! The plan by which a document is taken apart into rows and put together again: the layout bound to the types of the
//! model.

mod builder;
mod places;

use std::sync::LazyLock;

use serde_json::Value as Json;

use builder::{Builder, Need};
use places::{element_schema, parsed_places};

use super::cell::{Cell, Expected};
use super::column::Column;
use super::layout::LAYOUTS;
use super::rowset::Rowset;
use super::sheet::Note;
use crate::model::Document;

/// The plan of all tables.
pub static PLAN: LazyLock<Plan> = LazyLock::new(Plan::new);

/// The tables and how the model maps to them.
pub struct Plan {
    /// The tables, in the order of the layout.
    pub tables: Vec<Table>,
    /// The names of the numbers that identify rows; other places refer to them by index.
    pub numbers: Vec<&'static str>,
}

/// A table of the plan.
#[derive(Default)]
pub struct Table {
    /// The name, which is also the stem of the CSV file's name.
    pub name: &'static str,
    /// A description of what one row stands for.
    pub meaning: &'static str,
    /// The columns that identify a row.
    pub key: Vec<&'static str>,
    /// The columns, in the order of the layout.
    pub columns: Vec<Column>,
    /// The columns that need a value, which may be one that was not understood.
    pub needed: Vec<usize>,
    /// The columns of numbers and words, which a row gets from its place in the document.
    pub placed: Vec<usize>,
    /// The columns of `placed` whose values all rows of one list share.
    pub common: Vec<usize>,
    /// The parts of a row that may be present without values: name, path and meaning.
    pub groups: &'static [(&'static str, &'static str, &'static str)],
    /// The mapping of a row's values to its columns.
    pub row: Node,
    /// Whether its rows come from several places, and are sorted by the rows that they belong to.
    pub is_sorted: bool,
    /// The number that identifies a row within the whole table; `None` if rows are only numbered within their lists.
    pub own_number: Option<usize>,
    /// The column of `own_number`.
    pub own_column: Option<usize>,
    /// The column of an exploded list, which has one row for each element.
    pub exploded: Option<usize>,
    /// Whether a row may be a text that was not understood.
    pub may_be_unknown: bool,
    /// The kinds of rows, sorted by their words in the column `tag`.
    pub variants: Vec<VariantPlan>,
    /// The column whose word names the kind of a row.
    pub tag: Option<usize>,
    /// The column of a row's number within its list.
    pub index: Option<usize>,
    /// Texts for messages: for each column of numbers, what it is expected to hold.
    pub references: &'static [(&'static str, &'static str)],
    /// The message for rows that some games have no place for.
    pub nowhere: &'static str,
    /// The table with the one row that all rows of this one are part of.
    pub part_of: Option<usize>,
    /// Whether a row of the table is left out if it has no values.
    pub may_be_left_out: bool,
}

/// A kind of row, as told apart by the column `tag`.
pub struct VariantPlan {
    /// The word in the column `tag`.
    pub word: String,
    /// For each column, whether rows of this kind need a value; `None` if they do not have the column.
    pub columns: Vec<Option<bool>>,
    /// Indices of the fields that such a row may have, and whether it always has them.
    pub fields: Vec<(usize, bool)>,
}

/// Maximum number of different numbers in the plan.
pub const NUMBERS: usize = 8;

/// The mapping of a value to the columns of a row: to a cell, to several columns for its parts, or to rows of another
/// table. A type with several alternatives may use more than one of these.
#[derive(Debug, Default)]
pub struct Node {
    /// The name of the field that holds the value.
    pub name: String,
    /// Whether every object has that field.
    pub is_required: bool,
    /// The column of a scalar or of a list of scalars.
    pub cell: Option<usize>,
    /// Whether the value is an exploded list, which has one row for each element.
    pub is_exploded: bool,
    /// Whether the value is written outside the tables, as the text of a source is.
    pub is_elsewhere: bool,
    /// The fields of an object, or the elements of a list that have columns of their own, sorted by name.
    pub fields: Vec<Node>,
    /// The rows that the elements of a list become.
    pub rows: Option<Rows>,
    /// Index in `Table::groups`, for a part of a row that may be present without values.
    pub group: Option<usize>,
    /// The columns of scalars that every object has.
    pub needed: Vec<usize>,
    /// The columns that are written as `false` where the object has no value for them.
    pub false_unsaid: Vec<usize>,
    /// The mapping of the inner lists, for a list of lists.
    pub element: Option<Box<Node>>,
    /// For an object of one of several types, the row that it becomes, by the name of its type.
    pub by_type: Vec<(&'static str, Rows)>,
}

/// The rows that the elements of a list, or of lists in a list, become.
#[derive(Debug, Clone)]
pub struct Rows {
    /// Index of the table in the plan.
    pub table: usize,
    /// The key of the rows in the column of words; `None` if the table has no such column.
    pub word: Option<&'static str>,
    /// The number of that key, from 1; 0 without a key.
    pub word_number: u64,
    /// The nested lists, outermost first, each with the number that its elements are counted by; empty for an object
    /// that is a single row.
    pub lists: Vec<Option<usize>>,
}

impl Rows {
    /// Returns the rows of an inner list; `None` unless lists are nested.
    fn inner(&self) -> Option<Rows> {
        let (_, inner) = self.lists.split_first().filter(|(_, inner)| !inner.is_empty())?;
        Some(Rows { lists: inner.to_vec(), ..self.clone() })
    }
}

impl Node {
    /// Returns the field with a name.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let place = self.fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok()?;
        Some(&self.fields[place])
    }

    /// Returns the row that an object of a type becomes, where several types have rows of their own.
    pub fn row_of(&self, type_name: &str) -> Option<&Rows> {
        self.by_type.iter().find(|(name, _)| *name == type_name).map(|(_, rows)| rows)
    }

    fn is_nothing(&self) -> bool {
        let has_rows = self.rows.is_some() || !self.by_type.is_empty();
        self.cell.is_none() && !self.is_elsewhere && self.fields.is_empty() && !has_rows
    }
}

impl Table {
    /// Returns the index of the column with a name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Returns the kind of a row; `None` if the node is not that of a whole row, or the table has no kinds.
    pub fn variant_of(&self, node: &Node, set: &Rowset, row: usize) -> Option<&VariantPlan> {
        let tag = self.tag.filter(|_| std::ptr::eq(node, &self.row))?;
        let Cell::Text(word) = set.value(row, tag).cell() else { return None };
        let place = self.variants.binary_search_by(|variant| variant.word.as_str().cmp(word)).ok()?;
        self.variants.get(place)
    }

    /// Returns the text for messages that says what a column of numbers is expected to hold.
    pub fn expected_of(&self, column: &str) -> Expected {
        let known = self.references.iter().find(|(name, _)| *name == column);
        known.map_or("a number that another row has", |(_, expected)| *expected).into()
    }
}

impl Plan {
    fn new() -> Plan {
        let schema = schema();
        let mut numbers = Vec::new();
        let of_tables =
            LAYOUTS.iter().enumerate().flat_map(|(index, layout)| layout.places.iter().map(move |p| (index, *p)));
        let of_tables = of_tables.filter(|(_, place)| !place.is_empty());
        let places: Vec<_> = of_tables.flat_map(|(table, place)| parsed_places(table, place, &mut numbers)).collect();
        let mut tables = Vec::new();
        for (index, &layout) in LAYOUTS.iter().enumerate() {
            let element = element_schema(&places, index, &schema);
            let mut builder = Builder::new((index, layout), &places, &schema["$defs"], &mut numbers);
            let row = builder.node(element, "", Need { row: true, part: true }, "");
            tables.push(builder.finish(row, element, layout.meanings));
        }
        Plan { tables, numbers }
    }

    /// Returns the index of the table with a name.
    pub fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.name == name)
    }
}

/// Returns the schema of a document, with the rows of the table `unknowns` beside the game.
fn schema() -> Json {
    let document = schemars::schema_for!(Document);
    let mut schema = document.to_value();
    if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
        let notes = schemars::schema_for!(Vec<Note>).to_value();
        properties.insert("unknowns".into(), serde_json::json!({"type": "array", "items": notes["$defs"]["Note"]}));
    }
    schema
}

/// Returns the index of a number's name, which is added if it is new.
fn number(numbers: &mut Vec<&'static str>, name: &'static str) -> usize {
    numbers.iter().position(|number| *number == name).unwrap_or_else(|| {
        numbers.push(name);
        numbers.len() - 1
    })
}
