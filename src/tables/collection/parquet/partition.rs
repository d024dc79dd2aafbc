//! The file of a table and a system.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;

use super::buffer::ColumnBuffer;
use super::schema::{FileSchema, SYSTEM};
use crate::archive::OutputFolder;

/// The rows of a table and a system: those that are in the file, and those that are in no row group of it yet.
pub struct Partition {
    place: String,
    columns: Vec<ColumnBuffer>,
    /// How many rows are in no row group yet.
    rows: usize,
    /// How many bytes these take in memory.
    size: usize,
    /// How many rows there are in all.
    total: u64,
    /// The file, once it has a row group.
    writer: Option<SerializedFileWriter<PartFile>>,
}

/// A file that is open only while a row group is written: there may be more of them than a program may have open.
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
    /// A file without rows.
    pub fn new(schema: &FileSchema, system: &str) -> Partition {
        Partition {
            place: format!("{}/{SYSTEM}={system}/part-0.parquet", schema.table.name()),
            columns: schema.columns.iter().map(ColumnBuffer::new).collect(),
            rows: 0,
            size: 0,
            total: 0,
            writer: None,
        }
    }

    /// The columns of the rows that are in no row group yet.
    pub fn columns(&mut self) -> &mut [ColumnBuffer] {
        &mut self.columns
    }

    /// How many rows are in no row group yet.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many bytes these take in memory.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many rows there are in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Counts rows that each column was given, which are there to stay.
    pub fn count(&mut self, rows: usize) {
        self.rows += rows;
        self.total += rows as u64;
        self.size = self.columns.iter_mut().map(ColumnBuffer::keep).sum();
    }

    /// Takes back what columns were given since rows were counted.
    pub fn take_back(&mut self) {
        self.columns.iter_mut().for_each(ColumnBuffer::take_back);
    }

    /// Writes a row group of the rows that are in none.
    pub fn write(&mut self, schema: &FileSchema, folder: &OutputFolder) -> io::Result<()> {
        self.write_group(schema, folder).map_err(reason_of)
    }

    /// Writes what is left, and the end of the file.
    pub fn finish(mut self, schema: &FileSchema, folder: &OutputFolder) -> io::Result<()> {
        if self.rows > 0 {
            self.write(schema, folder)?;
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        writer.inner_mut().0 = Some(folder.file_again(&self.place)?);
        writer.finish().map(drop).map_err(reason_of)
    }

    fn write_group(&mut self, schema: &FileSchema, folder: &OutputFolder) -> Result<(), ParquetError> {
        let writer = match &mut self.writer {
            Some(writer) => {
                writer.inner_mut().0 = Some(folder.file_again(&self.place)?);
                writer
            }
            none => {
                let file = PartFile(Some(folder.file(&self.place)?));
                let (columns, properties) = (Arc::clone(&schema.parquet), Arc::clone(&schema.properties));
                none.insert(SerializedFileWriter::new(file, columns, properties)?)
            }
        };
        let mut group = writer.next_row_group()?;
        for buffer in &mut self.columns {
            if let Some(column) = group.next_column()? {
                buffer.write(column)?;
            }
        }
        group.close()?;
        writer.flush()?;
        writer.inner_mut().0 = None;
        (self.rows, self.size) = (0, 0);
        Ok(())
    }
}

/// What the system said, where that is why it could not be written.
fn reason_of(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
