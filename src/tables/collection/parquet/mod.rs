//! Many documents as Parquet files: a folder a table, in it a folder a system, as Hive has it, and in that a file.
//!
//! The files are written by columns of our own making. The crate's way through Arrow needs a dozen crates more, and the
//! cells would be copied once more on it.

mod buffer;
mod partition;
mod reading;
mod schema;
#[cfg(test)]
mod tests;

pub use reading::originals_of_parquet;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::errors::ParquetError;
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use self::buffer::{ColumnBuffer, Unfit};
use self::partition::Partition;
use self::schema::{FileSchema, ORIGINAL_DATA, SYSTEM};
use super::entry::{Added, Entry, EntryTable};
use super::numbering::{Ids, Numbering};
use super::schema::{ColumnOrigin, SCHEMA};
use super::{OriginalSource, Sink};
use crate::archive::{OutputFolder, Overwriting, PARQUET_MARKER, Saved};
use crate::tables::{Cell, package};
use crate::text::{Diagnostic, codes};

/// The system of rows that are of no game. Hive's own word for it, `__HIVE_DEFAULT_PARTITION__`, is read as null by
/// DuckDB and Polars, but pandas reads no folder that has it beside others.
const NO_SYSTEM: &str = "none";

/// When rows are written that are in no row group yet.
#[derive(Clone, Copy)]
struct Limits {
    /// The rows of one row group.
    group_rows: usize,
    /// The bytes that these take in memory.
    group_size: usize,
    /// The bytes that all rows take in memory that are in no row group yet; the largest is written then.
    size: usize,
}

const LIMITS: Limits = Limits { group_rows: 1 << 16, group_size: 3 << 20, size: 6 << 20 };

/// A folder that is being written.
pub struct ParquetFolder {
    folder: OutputFolder,
    overwriting: Arc<Overwriting>,
    numbering: Numbering,
    /// The tables that have rows, by their places in the schema.
    schemas: BTreeMap<usize, FileSchema>,
    /// Their files, by that and the system.
    partitions: BTreeMap<(usize, SmolStr), Partition>,
    /// How many bytes the rows take in memory that are in no row group yet.
    size: usize,
    limits: Limits,
    /// Why nothing more can be written.
    failed: Option<Diagnostic>,
}

/// What the document of an entry says in the columns of a table, where one says something.
struct Prepared {
    table: usize,
    columns: Vec<Option<ColumnBuffer>>,
}

impl ParquetFolder {
    /// Begins a folder.
    ///
    /// # Errors
    ///
    /// Where it cannot be written, or other files are there.
    pub fn create(path: &Path, overwriting: &Arc<Overwriting>) -> Result<ParquetFolder, Diagnostic> {
        Ok(ParquetFolder {
            folder: OutputFolder::create(path, overwriting)?,
            overwriting: Arc::clone(overwriting),
            numbering: Numbering::default(),
            schemas: BTreeMap::new(),
            partitions: BTreeMap::new(),
            size: 0,
            limits: LIMITS,
            failed: None,
        })
    }

    /// The columns of an entry before it has numbers, so that one that does not fit gets none.
    fn prepare(&mut self, entry: &Entry) -> Result<Vec<Prepared>, Diagnostic> {
        let unnumbered = Ids { game: None, is_new: true, first_source: 0, originals: Vec::new() };
        let mut prepared = Vec::new();
        for table in entry.tables(&unnumbered) {
            let index = table.schema.index;
            let schema = match self.schemas.entry(index) {
                std::collections::btree_map::Entry::Occupied(there) => there.into_mut(),
                std::collections::btree_map::Entry::Vacant(none) => {
                    let made = FileSchema::new(&SCHEMA[index]);
                    none.insert(made.map_err(|error: ParquetError| self.folder.refused(&io::Error::other(error)))?)
                }
            };
            let columns = schema.columns.iter().map(|column| {
                let Some(collected) = column.collected else { return Ok(None) };
                if matches!(collected.origin, ColumnOrigin::Beside(_)) || !table.is_used(collected) {
                    return Ok(None);
                }
                let mut buffer = ColumnBuffer::new(column);
                for row in 0..table.length() {
                    let pushed = buffer.push(&table.cell(row, collected), column);
                    pushed.map_err(|unfit| refused(&table, column.name, row, &unfit))?;
                }
                Ok(Some(buffer))
            });
            prepared.push(Prepared { table: index, columns: columns.collect::<Result<_, Diagnostic>>()? });
        }
        Ok(prepared)
    }

    fn write(&mut self, entry: &Entry, ids: &Ids, prepared: &[Prepared]) -> io::Result<()> {
        let system = entry.system.clone().unwrap_or(SmolStr::new_static(NO_SYSTEM));
        for table in entry.tables(ids) {
            let index = table.schema.index;
            let columns = prepared.iter().find(|prepared| prepared.table == index).map(|prepared| &prepared.columns);
            let (Some(schema), Some(columns)) = (self.schemas.get(&index), columns) else {
                return Err(io::Error::other("a table that was not prepared"));
            };
            let partition =
                self.partitions.entry((index, system.clone())).or_insert_with(|| Partition::new(schema, &system));
            self.size -= partition.size();
            append(&table, entry, schema, columns, partition).map_err(|Unfit(what)| io::Error::other(what))?;
            self.size += partition.size();
            if partition.rows() >= self.limits.group_rows || partition.size() >= self.limits.group_size {
                self.size -= partition.size();
                partition.write(schema, &self.folder)?;
            }
        }
        while self.size >= self.limits.size {
            let largest = self.partitions.iter_mut().max_by_key(|(_, partition)| partition.size());
            let Some(((index, _), partition)) = largest else { break };
            let Some(schema) = self.schemas.get(index) else { break };
            self.size -= partition.size();
            partition.write(schema, &self.folder)?;
        }
        Ok(())
    }

    /// The file that says what there is.
    fn marker(&self) -> Json {
        let mut marker = package::head();
        marker.remove("profile");
        let tables = self.schemas.iter().filter_map(|(index, schema)| {
            let files = self.partitions.iter().filter(|((table, _), _)| table == index);
            let systems: Vec<_> = files.clone().map(|((_, system), _)| system.as_str()).collect();
            let rows: u64 = files.map(|(_, partition)| partition.total()).sum();
            let mut described = schema.described();
            described["path"] = format!("{}/{SYSTEM}=*/*.parquet", schema.table.name()).into();
            described["systems"] = json!(systems);
            described["rows"] = rows.into();
            (rows > 0).then_some(described)
        });
        marker.insert("tables".into(), tables.collect());
        Json::Object(marker)
    }
}

fn refused(table: &EntryTable<'_>, column: &str, row: usize, Unfit(what): &Unfit) -> Diagnostic {
    let (name, row) = (table.schema.name(), row + 1);
    let message = format!("{name}, row {row}, {column}: a column of Parquet cannot hold {what}");
    Diagnostic::error(&codes::BAD_VALUE, message)
        .help("whole numbers have up to 64 bits there; `-t json` and `-t jsonl` hold this value")
}

/// Adds the rows of a table to its file.
fn append(
    table: &EntryTable<'_>,
    entry: &Entry,
    schema: &FileSchema,
    prepared: &[Option<ColumnBuffer>],
    partition: &mut Partition,
) -> Result<(), Unfit> {
    let rows = table.length();
    for ((column, prepared), buffer) in schema.columns.iter().zip(prepared).zip(partition.columns()) {
        match (prepared, column.collected) {
            (Some(prepared), _) => buffer.append(prepared)?,
            (None, Some(collected)) if matches!(collected.origin, ColumnOrigin::Beside(_)) => {
                for row in 0..rows {
                    buffer.push(&table.cell(row, collected), column)?;
                }
            }
            (None, _) if column.name == ORIGINAL_DATA => {
                for row in 0..rows {
                    match entry.originals.get(row).and_then(|original| original.bytes.as_deref()) {
                        Some(bytes) => buffer.push_bytes(bytes)?,
                        None => buffer.push(&Cell::Null, column)?,
                    }
                }
            }
            (None, _) => buffer.push_nulls(rows),
        }
    }
    partition.count(rows);
    Ok(())
}

impl Sink for ParquetFolder {
    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        let prepared = self.prepare(&entry)?;
        let Some(ids) = self.numbering.number(&entry) else { return Ok(Added::Known) };
        if let Err(error) = self.write(&entry, &ids, &prepared) {
            let failed = self.folder.refused(&error);
            self.failed = Some(failed.clone());
            return Err(failed);
        }
        Ok(if entry.has_game && !ids.is_new { Added::Same } else { Added::New })
    }

    fn finish(self: Box<Self>) -> Result<Saved, Diagnostic> {
        let marker = self.marker();
        let ParquetFolder { folder, overwriting, schemas, partitions, failed, .. } = *self;
        if let Some(failed) = failed {
            return Err(failed);
        }
        let write = || {
            for ((index, _), partition) in partitions {
                if let Some(schema) = schemas.get(&index) {
                    partition.finish(schema, &folder)?;
                }
            }
            let mut file = folder.file(PARQUET_MARKER)?;
            serde_json::to_writer_pretty(&mut file, &marker)?;
            file.write_all(b"\n")
        };
        let written: io::Result<()> = write();
        written.map_err(|error| folder.refused(&error))?;
        folder.finish(&overwriting)
    }
}
