//! The Parquet file of one table and system.

use std::fs::File;
use std::io::{self, Write};
use std::mem;

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};

use super::schema::FileSchema;
use crate::archive::OutputFolder;
use crate::tables::collection::columns::{ColumnContent, SYSTEM, TypedColumn, TypedTable, Values};

/// The file of a table and a system, with at least one row group.
pub struct Partition {
    place: String,
    writer: SerializedFileWriter<PartFile>,
}

/// A file that is open only while a row group is written: there may be more files than a program may have open.
struct PartFile(Option<File>);

impl PartFile {
    fn open(&mut self) -> io::Result<&mut File> {
        self.0.as_mut().ok_or_else(|| io::Error::other("written to between two row groups"))
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open()?.flush()
    }
}

impl Partition {
    /// Creates the file.
    pub fn create(table: &TypedTable, system: &str, folder: &OutputFolder) -> io::Result<Partition> {
        let place = format!("{}/{SYSTEM}={system}/part-0.parquet", table.name());
        let create = || {
            let FileSchema { parquet, properties } = FileSchema::new(table)?;
            let file = PartFile(Some(folder.file(&place)?));
            SerializedFileWriter::new(file, parquet, properties)
        };
        let mut writer = create().map_err(reason_of)?;
        // The beginning of the file must be written before the file is closed and opened again.
        writer.flush()?;
        writer.inner_mut().0 = None;
        Ok(Partition { place, writer })
    }

    /// Writes a row group.
    pub fn write(&mut self, table: &TypedTable, columns: Vec<ColumnContent>, folder: &OutputFolder) -> io::Result<()> {
        self.writer.inner_mut().0 = Some(folder.file_again(&self.place)?);
        write_group(&mut self.writer, table, columns).map_err(reason_of)?;
        self.writer.inner_mut().0 = None;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(mut self, folder: &OutputFolder) -> io::Result<()> {
        self.writer.inner_mut().0 = Some(folder.file_again(&self.place)?);
        self.writer.finish().map(drop).map_err(reason_of)
    }
}

fn write_group(
    writer: &mut SerializedFileWriter<PartFile>,
    table: &TypedTable,
    columns: Vec<ColumnContent>,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (column, content) in table.columns.iter().zip(columns) {
        if let Some(writer) = group.next_column()? {
            write_column(writer, column, content)?;
        }
    }
    group.close()?;
    writer.flush()?;
    Ok(())
}

/// Writes a column of a row group.
pub fn write_column(
    mut writer: SerializedColumnWriter<'_>,
    column: &TypedColumn,
    content: ColumnContent,
) -> Result<(), ParquetError> {
    let ColumnContent { definition, repetition, values } = content;
    let is_list = column.list_of.is_some();
    let definition = (!column.is_required || is_list).then_some(definition.as_slice());
    let repetition = is_list.then_some(repetition.as_slice());
    match (writer.untyped(), values) {
        (ColumnWriter::Int64ColumnWriter(writer), Values::Integers(values)) => {
            writer.write_batch(&values, definition, repetition)
        }
        (ColumnWriter::BoolColumnWriter(writer), Values::Booleans(values)) => {
            writer.write_batch(&values, definition, repetition)
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), Values::Bytes(bytes, ends)) => {
            let bytes = ByteArray::from(bytes);
            let mut start = 0;
            let slice = |end| bytes.slice(start, end - mem::replace(&mut start, end));
            let values: Vec<_> = ends.into_iter().map(slice).collect();
            writer.write_batch(&values, definition, repetition)
        }
        _ => return Err(ParquetError::General("a column of another type".into())),
    }?;
    writer.close()
}

/// Returns the error of the operating system, if that is the cause.
fn reason_of(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
