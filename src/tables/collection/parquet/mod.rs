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

use std::collections::{BTreeMap, btree_map};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::errors::ParquetError;
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

use self::buffer::Unfit;
use self::partition::Partition;
use self::schema::{FileSchema, ORIGINAL_DATA, SYSTEM};
use super::entry::{Added, Entry, EntryTable};
use super::numbering::{Ids, Numbering, UNNUMBERED};
use super::schema::{ColumnOrigin, SCHEMA};
use super::{OriginalSource, Sink};
use crate::archive::{OutputFolder, Overwriting, PARQUET_MARKER, Saved};
use crate::tables::package;
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

    /// Adds what the document of an entry says, before the entry has numbers, so that one that does not fit gets none.
    fn add_document(&mut self, entry: &Entry, system: &SmolStr) -> Result<(), Diagnostic> {
        for table in entry.tables(&UNNUMBERED) {
            let index = table.schema.index;
            let schema = match self.schemas.entry(index) {
                btree_map::Entry::Occupied(there) => there.into_mut(),
                btree_map::Entry::Vacant(none) => {
                    let made = FileSchema::new(&SCHEMA[index]);
                    none.insert(made.map_err(|error: ParquetError| self.folder.refused(&io::Error::other(error)))?)
                }
            };
            let partition =
                self.partitions.entry((index, system.clone())).or_insert_with(|| Partition::new(schema, system));
            for (column, buffer) in schema.columns.iter().zip(partition.columns()) {
                let Some((collected, ColumnOrigin::Document(_))) = column.collected.map(|of| (of, of.origin)) else {
                    continue;
                };
                if !table.is_used(collected) {
                    buffer.push_nulls(table.length());
                    continue;
                }
                for row in 0..table.length() {
                    let pushed = buffer.push(&table.cell(row, collected), column);
                    pushed.map_err(|unfit| refused(&table, column.name, row, &unfit))?;
                }
            }
        }
        Ok(())
    }

    /// Takes back what an entry added, but for its tables that are to stay.
    fn take_back(&mut self, entry: &Entry, system: &SmolStr, ids: Option<&Ids>) {
        let stays = |index| ids.is_some_and(|ids| entry.tables(ids).any(|table| table.schema.index == index));
        for index in entry.tables(&UNNUMBERED).map(|table| table.schema.index) {
            if let Some(partition) = self.partitions.get_mut(&(index, system.clone())).filter(|_| !stays(index)) {
                partition.take_back();
            }
        }
    }

    /// Adds what numbers an entry, and writes what has become much.
    fn number(&mut self, entry: &Entry, ids: &Ids, system: &SmolStr) -> io::Result<()> {
        for table in entry.tables(ids) {
            let key = (table.schema.index, system.clone());
            let (Some(schema), Some(partition)) = (self.schemas.get(&key.0), self.partitions.get_mut(&key)) else {
                return Err(io::Error::other("a table that has no columns"));
            };
            self.size -= partition.size();
            number(&table, entry, schema, partition).map_err(|Unfit(what)| io::Error::other(what))?;
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
            let files = self.partitions.iter().filter(|((table, _), file)| table == index && file.total() > 0);
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

/// Adds to the rows of a table what the document does not say.
fn number(table: &EntryTable<'_>, entry: &Entry, schema: &FileSchema, partition: &mut Partition) -> Result<(), Unfit> {
    let rows = table.length();
    for (column, buffer) in schema.columns.iter().zip(partition.columns()) {
        match column.collected {
            Some(collected) if matches!(collected.origin, ColumnOrigin::Beside(_)) => {
                for row in 0..rows {
                    buffer.push(&table.cell(row, collected), column)?;
                }
            }
            Some(_) => {}
            None if column.name == ORIGINAL_DATA => {
                for row in 0..rows {
                    match entry.originals.get(row).and_then(|original| original.bytes.as_deref()) {
                        Some(bytes) => buffer.push_bytes(bytes)?,
                        None => buffer.push_nulls(1),
                    }
                }
            }
            None => buffer.push_nulls(rows),
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
        let system = entry.system.clone().unwrap_or(SmolStr::new_static(NO_SYSTEM));
        let added = self.add_document(&entry, &system).map(|()| self.numbering.number(&entry));
        if !matches!(&added, Ok(Some(ids)) if ids.is_new) {
            self.take_back(&entry, &system, added.as_ref().ok().and_then(Option::as_ref));
        }
        let Some(ids) = added? else { return Ok(Added::Known) };
        if let Err(error) = self.number(&entry, &ids, &system) {
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
