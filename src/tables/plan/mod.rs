//! How a document is taken apart into rows, and put together again: the layout, bound to the types of the model.

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

/// All tables, and how the model lies in them.
pub static PLAN: LazyLock<Plan> = LazyLock::new(Plan::new);

/// How the model lies in tables.
pub struct Plan {
    /// The tables, in the order of the layout.
    pub tables: Vec<Table>,
    /// What numbers are called.
    pub numbers: Vec<&'static str>,
}

/// A table.
#[derive(Default)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What one row is.
    pub meaning: &'static str,
    /// The columns that tell its rows apart.
    pub key: Vec<&'static str>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The columns that need a value, if one that was not understood.
    pub needed: Vec<usize>,
    /// The columns of numbers and of words, which a row has from where it stands.
    pub placed: Vec<usize>,
    /// Those that the rows of one list have in common.
    pub common: Vec<usize>,
    /// The parts of a row that may be there with nothing in them.
    pub groups: &'static [(&'static str, &'static str, &'static str)],
    /// How a row lies in its columns.
    pub row: Node,
    /// Whether its rows stand in several places, and are brought into the order of what they are in.
    pub is_sorted: bool,
    /// The number that its rows go by in the whole table.
    pub own_number: Option<usize>,
    /// The column of that number.
    pub own_column: Option<usize>,
    /// The column of the list that has a row an element.
    pub exploded: Option<usize>,
    /// Whether rows may be texts that were not understood.
    pub may_be_unknown: bool,
    /// The kinds of rows, in the order of the word in a column.
    pub variants: Vec<VariantPlan>,
    /// The column of that word.
    pub tag: Option<usize>,
    /// The column of the number that a row has in its list.
    pub index: Option<usize>,
    /// What columns of numbers are expected to hold.
    pub references: &'static [(&'static str, &'static str)],
    /// Why its rows have no place in some games.
    pub nowhere: &'static str,
    /// The table of the one row that all rows of this one are in.
    pub part_of: Option<usize>,
    /// Whether it is a row that is left out where nothing stands in it.
    pub may_be_left_out: bool,
}

/// A kind of row.
pub struct VariantPlan {
    /// The word in the column of the tag.
    pub word: String,
    /// Of each column that it has, whether it needs a value.
    pub columns: Vec<Option<bool>>,
    /// The fields that such a row may have, and whether it always has each.
    pub fields: Vec<(usize, bool)>,
}

/// How many numbers rows go by.
pub const NUMBERS: usize = 8;

/// How a value lies in the columns of a row: as a cell, as parts in several columns, or as rows of another table. A type
/// that is one of several may have more than one of these.
#[derive(Debug, Default)]
pub struct Node {
    /// The name of the field that it is the value of.
    pub name: String,
    /// Whether every object has that field.
    pub is_required: bool,
    /// The column that a scalar, or a list of scalars, fills.
    pub cell: Option<usize>,
    /// Whether a list has a row an element.
    pub is_exploded: bool,
    /// Whether it is written elsewhere.
    pub is_elsewhere: bool,
    /// The fields of an object, and the elements of a list that have columns of their own; in the order of their names.
    pub fields: Vec<Node>,
    /// The rows that the elements of a list are.
    pub rows: Option<Rows>,
    /// The part of a row that it is, where that may be there with nothing in it.
    pub group: Option<usize>,
    /// The columns of scalars that every object has.
    pub needed: Vec<usize>,
    /// The columns that are false where the object does not say it.
    pub false_unsaid: Vec<usize>,
    /// How the elements lie of a list that has lists as its elements.
    pub element: Option<Box<Node>>,
    /// The one row that an object of one of several types is, by the name of its type.
    pub by_type: Vec<(&'static str, Rows)>,
}

/// A list whose elements are rows, or lists of rows.
#[derive(Debug, Clone)]
pub struct Rows {
    /// The table.
    pub table: usize,
    /// The key that the rows have in a column of words.
    pub word: Option<&'static str>,
    /// The number of that word, from 1; 0 where there is none.
    pub word_number: u64,
    /// The lists, one in the other, and what their elements are numbered by. None is an object that is one row.
    pub lists: Vec<Option<usize>>,
}

impl Rows {
    /// The rows of one of its lists, where it has lists of rows.
    fn inner(&self) -> Option<Rows> {
        let (_, inner) = self.lists.split_first().filter(|(_, inner)| !inner.is_empty())?;
        Some(Rows { lists: inner.to_vec(), ..self.clone() })
    }
}

impl Node {
    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let place = self.fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok()?;
        Some(&self.fields[place])
    }

    /// The one row that an object of that type is, where several types have rows of their own.
    pub fn row_of(&self, type_name: &str) -> Option<&Rows> {
        self.by_type.iter().find(|(name, _)| *name == type_name).map(|(_, rows)| rows)
    }

    fn is_nothing(&self) -> bool {
        let has_rows = self.rows.is_some() || !self.by_type.is_empty();
        self.cell.is_none() && !self.is_elsewhere && self.fields.is_empty() && !has_rows
    }
}

impl Table {
    /// The place of the column of that name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The kind of a row, where the node is that of rows and there are kinds.
    pub fn variant_of(&self, node: &Node, set: &Rowset, row: usize) -> Option<&VariantPlan> {
        let tag = self.tag.filter(|_| std::ptr::eq(node, &self.row))?;
        let Cell::Text(word) = set.value(row, tag).cell() else { return None };
        let place = self.variants.binary_search_by(|variant| variant.word.as_str().cmp(word)).ok()?;
        self.variants.get(place)
    }

    /// What a column of numbers is expected to hold.
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

    /// The place of the table of that name.
    pub fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.name == name)
    }
}

/// The schema of a document, with the rows of the table `unknowns` beside the game.
fn schema() -> Json {
    let document = schemars::schema_for!(Document);
    let mut schema = document.to_value();
    if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
        let notes = schemars::schema_for!(Vec<Note>).to_value();
        properties.insert("unknowns".into(), serde_json::json!({"type": "array", "items": notes["$defs"]["Note"]}));
    }
    schema
}

/// The place of a number among all; it is added where it is new.
fn number(numbers: &mut Vec<&'static str>, name: &'static str) -> usize {
    numbers.iter().position(|number| *number == name).unwrap_or_else(|| {
        numbers.push(name);
        numbers.len() - 1
    })
}
