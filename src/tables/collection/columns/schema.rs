//! Typed columns of the collection's tables: one schema for all systems.

use std::sync::LazyLock;

use serde_json::{Map, Value as Json, json};

use crate::tables::collection::schema::{Beside, CollectedColumn, CollectedTable, ColumnOrigin, SCHEMA};
use crate::tables::{Column, Kind, package};

/// The column that divides tables. Parquet names folders by it and leaves it out of the files, because readers of both
/// would get it twice.
pub const SYSTEM: &str = "system";

/// The column with the bytes of originals.
pub const ORIGINAL_DATA: &str = "original_data";

const ORIGINAL_DATA_MEANING: &str = "Bytes of the file; empty if they are left out.";

/// The metadata key under which a table describes its columns.
pub const MEANING_KEY: &str = "ludex";

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Whole numbers of up to 64 bits.
    Integers,
    /// Truth values.
    Booleans,
    /// Texts.
    Texts,
    /// Local dates and times, to the millisecond.
    Moments,
    /// Bytes.
    Bytes,
}

/// A column with a type.
pub struct TypedColumn {
    /// The name of the column.
    pub name: &'static str,
    /// The column of the collection that gives its values; `None` for the bytes of originals.
    pub collected: Option<&'static CollectedColumn>,
    /// The type of its values, or of the elements of its lists.
    pub holds: Holds,
    /// The column of the table of one document that says how lists are parsed; `None` if it holds no lists.
    pub list_of: Option<&'static Column>,
    /// Whether every row has a value.
    pub is_required: bool,
}

/// A table of typed columns.
pub struct TypedTable {
    /// The table in the schema.
    pub table: &'static CollectedTable,
    /// The columns, except the one that divides the table.
    pub columns: Vec<TypedColumn>,
}

/// All tables, by their index in the schema.
pub static TYPED: LazyLock<Vec<TypedTable>> = LazyLock::new(|| SCHEMA.iter().map(TypedTable::new).collect());

impl TypedColumn {
    fn new(table: &CollectedTable, collected: &'static CollectedColumn) -> TypedColumn {
        let document = match collected.origin {
            ColumnOrigin::Document(place) => table.table.columns.get(place),
            ColumnOrigin::Beside(_) => None,
        };
        let list_of = document.filter(|_| collected.kind == Kind::List);
        let kind = list_of.and(collected.items.as_ref()).unwrap_or(&collected.kind);
        let holds = match kind {
            Kind::Integer => Holds::Integers,
            Kind::Boolean => Holds::Booleans,
            Kind::Moment => Holds::Moments,
            Kind::Text | Kind::Day | Kind::List | Kind::Word(_) => Holds::Texts,
        };
        let (name, is_required) = (collected.name, collected.is_required);
        TypedColumn { name, collected: Some(collected), holds, list_of, is_required }
    }

    fn original_data() -> TypedColumn {
        TypedColumn { name: ORIGINAL_DATA, collected: None, holds: Holds::Bytes, list_of: None, is_required: false }
    }

    /// Returns the description of the column for the metadata.
    fn described(&self) -> Json {
        let element = match self.holds {
            Holds::Integers => "integer",
            Holds::Booleans => "boolean",
            Holds::Texts => "text",
            Holds::Moments => "timestamp",
            Holds::Bytes => "binary",
        };
        let kind = if self.list_of.is_some() { format!("list of {element}") } else { element.to_owned() };
        let mut described = Map::from_iter([("name".to_owned(), self.name.into()), ("type".to_owned(), kind.into())]);
        let mut put = |key: &str, value: Json| described.insert(key.to_owned(), value);
        let Some(column) = self.collected else {
            put("meaning", ORIGINAL_DATA_MEANING.into());
            return described.into();
        };
        put("meaning", column.meaning.as_str().into());
        if let Some(unit) = column.unit {
            put("unit", unit.into());
        }
        if let Some(base) = column.derived_from {
            put("derived_from", base.into());
        }
        if let Some(to) = column.refers_to {
            put("refers_to", json!({"table": to.table, "column": to.column}));
        }
        described.into()
    }
}

impl TypedTable {
    fn new(table: &'static CollectedTable) -> TypedTable {
        let mut columns = Vec::new();
        for column in table.columns.iter().filter(|column| column.name != SYSTEM) {
            columns.push(TypedColumn::new(table, column));
            if column.origin == ColumnOrigin::Beside(Beside::Original) {
                columns.push(TypedColumn::original_data());
            }
        }
        TypedTable { table, columns }
    }

    /// Returns the name of the table.
    pub fn name(&self) -> &'static str {
        self.table.name()
    }

    /// Returns the description of the table for the metadata.
    pub fn described(&self) -> Json {
        json!({
            "name": self.table.name(),
            "meaning": package::description(self.table.table),
            "columns": self.columns.iter().map(TypedColumn::described).collect::<Vec<_>>(),
        })
    }
}
