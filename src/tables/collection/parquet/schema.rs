//! What the files of a table are like: one schema for all its systems.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use serde_json::{Map, Value as Json, json};

use crate::tables::collection::schema::{Beside, CollectedColumn, CollectedTable, ColumnOrigin};
use crate::tables::{Column, Kind, package};

/// The column that the folders of a table are named by; it is in no file, as readers of both would have it twice.
pub const SYSTEM: &str = "system";

/// The column of the bytes of originals.
pub const ORIGINAL_DATA: &str = "original_data";

const ORIGINAL_DATA_MEANING: &str = "The bytes of the file. Empty where they are not carried.";

/// What a file says of the meaning of its columns is found under this key.
const MEANING_KEY: &str = "ludex";

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Integers,
    Booleans,
    Texts,
    Moments,
    Bytes,
}

/// A column of a file.
pub struct FileColumn {
    /// Its name.
    pub name: &'static str,
    /// Where its values come from; nothing for the bytes of originals.
    pub collected: Option<&'static CollectedColumn>,
    /// What it holds, or its elements are.
    pub holds: Holds,
    /// The column of the table of one document that says how its lists are read, where it is one of lists.
    pub list_of: Option<&'static Column>,
    /// Whether every row has a value.
    pub is_required: bool,
}

/// The files of a table.
pub struct FileSchema {
    /// The table.
    pub table: &'static CollectedTable,
    /// The columns of its files.
    pub columns: Vec<FileColumn>,
    /// The same as Parquet has it.
    pub parquet: TypePtr,
    /// How they are written.
    pub properties: WriterPropertiesPtr,
}

impl FileColumn {
    fn new(table: &CollectedTable, collected: &'static CollectedColumn) -> FileColumn {
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
        FileColumn { name, collected: Some(collected), holds, list_of, is_required }
    }

    fn original_data() -> FileColumn {
        FileColumn { name: ORIGINAL_DATA, collected: None, holds: Holds::Bytes, list_of: None, is_required: false }
    }

    /// The same as Parquet has it.
    pub fn parquet(&self) -> Result<Type, ParquetError> {
        let repetition = if self.is_required { Repetition::REQUIRED } else { Repetition::OPTIONAL };
        if self.list_of.is_none() {
            return self.leaf(self.name, repetition);
        }
        let element = self.leaf("element", Repetition::OPTIONAL)?;
        let elements = Type::group_type_builder("list")
            .with_repetition(Repetition::REPEATED)
            .with_fields(vec![Arc::new(element)])
            .build()?;
        Type::group_type_builder(self.name)
            .with_repetition(repetition)
            .with_logical_type(Some(LogicalType::List))
            .with_fields(vec![Arc::new(elements)])
            .build()
    }

    fn leaf(&self, name: &str, repetition: Repetition) -> Result<Type, ParquetError> {
        let (physical, logical) = match self.holds {
            Holds::Integers => (Physical::INT64, None),
            Holds::Booleans => (Physical::BOOLEAN, None),
            Holds::Texts => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Holds::Moments => (Physical::INT64, Some(LogicalType::timestamp(false, TimeUnit::MILLIS))),
            Holds::Bytes => (Physical::BYTE_ARRAY, None),
        };
        Type::primitive_type_builder(name, physical).with_repetition(repetition).with_logical_type(logical).build()
    }

    /// What there is to say of it.
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

impl FileSchema {
    /// The files of a table.
    pub fn new(table: &'static CollectedTable) -> Result<FileSchema, ParquetError> {
        let mut columns = Vec::new();
        for column in table.columns.iter().filter(|column| column.name != SYSTEM) {
            columns.push(FileColumn::new(table, column));
            if column.origin == ColumnOrigin::Beside(Beside::Original) {
                columns.push(FileColumn::original_data());
            }
        }
        let fields = columns.iter().map(|column| column.parquet().map(Arc::new)).collect::<Result<_, _>>()?;
        let parquet = Arc::new(Type::group_type_builder(table.name()).with_fields(fields).build()?);
        let mut schema = FileSchema { table, columns, parquet, properties: Arc::default() };
        let originals = ColumnPath::from(ORIGINAL_DATA);
        let properties = WriterProperties::builder()
            .set_created_by(format!("ludex version {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            // An index of pages would be kept in memory until the file is whole.
            .set_offset_index_disabled(true)
            .set_column_dictionary_enabled(originals.clone(), false)
            .set_column_statistics_enabled(originals, EnabledStatistics::None)
            .set_key_value_metadata(Some(vec![KeyValue::new(MEANING_KEY.to_owned(), schema.described().to_string())]));
        schema.properties = Arc::new(properties.build());
        Ok(schema)
    }

    /// What there is to say of it.
    pub fn described(&self) -> Json {
        json!({
            "name": self.table.name(),
            "meaning": package::description(self.table.table),
            "columns": self.columns.iter().map(FileColumn::described).collect::<Vec<_>>(),
        })
    }
}
