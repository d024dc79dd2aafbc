//! The plan by which a document is taken apart into rows and put together again: the layout bound to the types of the
//! model.

mod builder;
mod parser;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::{JsonSchema, schema_for};

use builder::bound;
use parser::parsed_tables;

use super::cell::{Cell, Expected};
use super::column::Column;
use super::rowset::Rowset;
use super::sheet::Note;
use crate::model::Document;

/// The plan of all tables, in the order of the layout.
pub static PLAN: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let (schema, tables) = (schema_for!(WithNotes).to_value(), parsed_tables());
    let places: Vec<Place> = tables.iter().flat_map(|table| table.places.clone()).collect();
    let mut elements = BTreeMap::from([(0, &schema)]);
    tables.into_iter().enumerate().map(|table| bound(table, &places, &schema["$defs"], &mut elements)).collect()
});

/// Texts of the layout, by its words for them: `nowhere>`, and the name of a column with a colon for its meaning, or with
/// `>` for what it is expected to hold.
pub type Texts = BTreeMap<&'static str, &'static str>;

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
    pub groups: Vec<(&'static str, &'static str, &'static str)>,
    /// The texts for messages, and for columns that have no meaning in the model.
    pub texts: Texts,
    /// The places of the rows in the model.
    pub places: Vec<Place>,
    /// The paths of values that are written outside of the tables, as the text of a source is.
    pub elsewhere: Vec<&'static str>,
    /// The paths of parts whose fields are named as if they belonged to the row itself.
    pub parts: Vec<&'static str>,
    /// The mapping of a row's values to its columns.
    pub row: Node,
    /// The column of a number that identifies a row within the whole table; `None` if rows are only numbered within their
    /// lists.
    pub own_column: Option<usize>,
    /// The column of an exploded list, which has one row for each element.
    pub exploded: Option<usize>,
    /// The column that is written as `false` where the object that it belongs to has no value for it.
    pub false_unsaid: Option<usize>,
    /// Whether a row may be a text that was not understood.
    pub may_be_unknown: bool,
    /// The kinds of rows, sorted by their words in the column `tag`.
    pub variants: Vec<VariantPlan>,
    /// The column whose word names the kind of a row.
    pub tag: Option<usize>,
    /// The column of a row's number within its list.
    pub index: Option<usize>,
}

/// A kind of row, as told apart by the column `tag`.
pub struct VariantPlan {
    /// The word in the column `tag`.
    pub word: String,
    /// For each column, whether rows of this kind need a value; `None` if only other kinds have the column.
    pub columns: Vec<Option<bool>>,
    /// For each field of `Table::row`, whether such a row always has it; `None` if only other kinds have the field.
    pub fields: Vec<Option<bool>>,
}

/// The numbers of a value and of all that it is part of, by their index in the plan; 0 for no number.
pub type Scope = [u64; 9];

/// The scope of the document.
pub const NO_SCOPE: Scope = [0; 9];

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
    /// The fields of an object, or the elements of a list that have columns of their own, sorted by length and name.
    pub fields: Vec<Node>,
    /// The lengths and first bytes of their names, together in memory.
    briefs: Vec<u64>,
    /// The rows that the elements of a list become.
    pub rows: Option<Rows>,
    /// Index in `Table::groups`, for a part of a row that may be present without values.
    pub group: Option<usize>,
    /// Whether the value is a scalar and never null, or an object instead.
    pub is_scalar: bool,
    /// The column of a field that is written as `false` where the object has no value for it.
    pub false_unsaid: Option<usize>,
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
    pub lists: Vec<usize>,
}

/// A place of rows in the model.
#[derive(Debug, Clone)]
pub struct Place {
    /// Index of the table whose rows it lies below; that of the game if the layout names none.
    pub parent: usize,
    /// The path below that row, or below the document.
    pub path: String,
    /// The type of the object that becomes one row, where the place holds one of several types.
    pub of_type: Option<&'static str>,
    /// The rows at this place.
    pub rows: Rows,
}

/// A length and the first bytes of a name. Names in the order of their lengths are in the order of these numbers, too,
/// which tell nearly all of them apart.
fn brief_of(name: &str) -> u64 {
    let length = u64::try_from(name.len()).unwrap_or(u64::MAX).min(u8::MAX.into());
    let first = match name.as_bytes().first_chunk() {
        Some(bytes) => u64::from_be_bytes(*bytes) >> 8,
        None => name.bytes().chain(std::iter::repeat(0)).take(7).fold(0, |first, byte| first << 8 | u64::from(byte)),
    };
    length << 56 | first
}

impl Node {
    /// Makes a value that of a field.
    fn named(self, name: String, is_required: bool) -> Node {
        Node { name, is_required, ..self }
    }

    /// Returns the field with a name.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let brief = brief_of(name);
        let start = self.briefs.partition_point(|other| *other < brief);
        let alike = self.briefs[start..].iter().take_while(|other| **other == brief).count();
        self.fields[start..start + alike].iter().find(|field| field.name == name)
    }

    /// Returns the columns that have a value wherever the node has one.
    pub fn always(&self) -> Vec<usize> {
        let of_fields = self.fields.iter().filter(|field| field.is_required).flat_map(Node::always);
        self.cell.filter(|_| self.is_scalar).into_iter().chain(of_fields).collect()
    }

    /// Returns the single row that an object becomes, which may depend on its type.
    pub fn row_of(&self, type_name: &str) -> Option<&Rows> {
        let of_type = self.by_type.iter().find(|(name, _)| *name == type_name).map(|(_, rows)| rows);
        of_type.or_else(|| self.rows.as_ref().filter(|rows| rows.lists.is_empty()))
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

    /// Returns the table with the one row that all rows of this one are part of.
    pub fn part_of(&self) -> Option<usize> {
        self.places.first().map(|place| place.parent).filter(|parent| *parent > 0)
    }

    /// Returns the message for rows that some games have no place for.
    pub fn nowhere(&self) -> &'static str {
        self.texts.get("nowhere>").copied().unwrap_or_default()
    }

    /// Returns the text for messages that says what a column of numbers is expected to hold.
    pub fn expected_of(&self, column: &str) -> Expected {
        self.texts.get(&*format!("{column}>")).copied().unwrap_or("a number that another row has").into()
    }
}

/// Returns the index of the table with a name.
pub fn table_called(name: &str) -> Option<usize> {
    PLAN.iter().position(|table| table.name == name)
}

/// A document, with the rows of the table `unknowns` beside the game.
#[derive(JsonSchema)]
struct WithNotes {
    #[serde(flatten)]
    _document: Document,
    #[serde(rename = "unknowns")]
    _unknowns: Vec<Note>,
}
