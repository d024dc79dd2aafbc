//! The schema and the properties of a table's Parquet files.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::schema::types::{ColumnPath, Type, TypePtr};

use crate::tables::collection::columns::{Holds, MEANING_KEY, ORIGINAL_DATA, TypedColumn, TypedTable};

/// The schema and the properties of a table's files.
pub struct FileSchema {
    /// The columns as a Parquet type.
    pub parquet: TypePtr,
    /// The properties of the writer, such as compression and metadata.
    pub properties: WriterPropertiesPtr,
}

impl TypedColumn {
    /// Returns the column as a Parquet type.
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
}

impl FileSchema {
    /// Creates the schema of a table's files.
    pub fn new(table: &TypedTable) -> Result<FileSchema, ParquetError> {
        let fields = table.columns.iter().map(|column| column.parquet().map(Arc::new)).collect::<Result<_, _>>()?;
        let parquet = Arc::new(Type::group_type_builder(table.name()).with_fields(fields).build()?);
        let originals = ColumnPath::from(ORIGINAL_DATA);
        let properties = WriterProperties::builder()
            .set_created_by(format!("ludex version {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            // An index of pages would be kept in memory until the file is complete.
            .set_offset_index_disabled(true)
            .set_column_dictionary_enabled(originals.clone(), false)
            .set_column_statistics_enabled(originals, EnabledStatistics::None)
            .set_key_value_metadata(Some(vec![KeyValue::new(MEANING_KEY.to_owned(), table.described().to_string())]));
        Ok(FileSchema { parquet, properties: Arc::new(properties.build()) })
    }
}
