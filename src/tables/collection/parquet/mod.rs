//! A collection as Parquet files: a folder for each table, in it a folder for each system, named as Hive does, and in
//! that a file.
//!
//! The files are written from columns of our own: the parquet crate's interface for Arrow needs a dozen more crates,
//! and would copy the cells once more.

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

use serde_json::{Value as Json, json};

use self::partition::Partition;
use super::columns::{Columns, NotAdded, PartKey, SYSTEM, TYPED};
use super::entry::{Added, Entry};
use super::{OriginalSource, Sink};
use crate::archive::{OutputFolder, Overwriting, PARQUET_MARKER, Saved};
use crate::tables::package;
use crate::text::Diagnostic;

/// The thresholds at which pending rows, which are in no row group yet, are written.
#[derive(Clone, Copy)]
struct Limits {
    /// The number of rows in one row group.
    group_rows: usize,
    /// The size of those rows in memory, in bytes.
    group_size: usize,
    /// The size in memory of all pending rows, in bytes; beyond it the largest part is written.
    size: usize,
}

const LIMITS: Limits = Limits { group_rows: 1 << 16, group_size: 3 << 20, size: 6 << 20 };

/// A folder of Parquet files that is being written.
pub struct ParquetFolder {
    folder: OutputFolder,
    overwriting: Arc<Overwriting>,
    /// The rows that are in no row group yet.
    columns: Columns,
    /// The files that have a row group.
    partitions: BTreeMap<PartKey, Partition>,
    limits: Limits,
    /// The error after which nothing more can be written.
    failed: Option<Diagnostic>,
}

impl ParquetFolder {
    /// Creates a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be written, or holds other files.
    pub fn create(path: &Path, overwriting: &Arc<Overwriting>) -> Result<ParquetFolder, Diagnostic> {
        Ok(ParquetFolder {
            folder: OutputFolder::create(path, overwriting)?,
            overwriting: Arc::clone(overwriting),
            columns: Columns::default(),
            partitions: BTreeMap::new(),
            limits: LIMITS,
            failed: None,
        })
    }

    /// Writes the given parts, and then the largest ones while all pending rows together are too large.
    fn write_much(&mut self, touched: &[PartKey]) -> io::Result<()> {
        for key in touched {
            self.write(key)?;
        }
        while self.columns.size() >= self.limits.size {
            let Some(largest) = self.columns.largest() else { break };
            self.write(&largest)?;
        }
        Ok(())
    }

    /// Writes the pending rows of a part as a row group.
    fn write(&mut self, key: &PartKey) -> io::Result<()> {
        let (Some(table), Some((rows, columns))) = (TYPED.get(key.0), self.columns.take(key)) else { return Ok(()) };
        if rows == 0 {
            return Ok(());
        }
        let partition = match self.partitions.get_mut(key) {
            Some(there) => there,
            None => self.partitions.entry(key.clone()).or_insert(Partition::create(table, &key.1, &self.folder)?),
        };
        partition.write(table, columns, &self.folder)
    }

    /// Returns the content of the marker file, which describes the tables.
    fn marker(&self) -> Json {
        let mut marker = package::head();
        marker.remove("profile");
        let tables = TYPED.iter().enumerate().filter_map(|(index, table)| {
            let parts = self.columns.parts().filter(|((of, _), part)| *of == index && part.total() > 0);
            let systems: Vec<_> = parts.clone().map(|((_, system), _)| system.as_str()).collect();
            let rows: u64 = parts.map(|(_, part)| part.total()).sum();
            let mut described = table.described();
            described["path"] = format!("{}/{SYSTEM}=*/*.parquet", table.name()).into();
            described["systems"] = json!(systems);
            described["rows"] = rows.into();
            (rows > 0).then_some(described)
        });
        marker.insert("tables".into(), tables.collect());
        Json::Object(marker)
    }
}

impl Sink for ParquetFolder {
    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        let added = self.columns.add(&entry).map_err(|not| match not {
            NotAdded::Refused(refused) => (*refused, false),
            NotAdded::Broken(what) => (self.folder.refused(&io::Error::other(what)), true),
        });
        let ids = match added {
            Ok(Some(ids)) => ids,
            Ok(None) => return Ok(Added::Known),
            Err((failed, is_for_good)) => {
                self.failed = is_for_good.then(|| failed.clone());
                return Err(failed);
            }
        };
        let Limits { group_rows, group_size, .. } = self.limits;
        let parts = self.columns.parts_of(&entry, &ids);
        let is_much = parts.filter(|(_, part)| part.rows() >= group_rows || part.size() >= group_size);
        let much: Vec<PartKey> = is_much.map(|(key, _)| key).collect();
        if let Err(error) = self.write_much(&much) {
            let failed = self.folder.refused(&error);
            self.failed = Some(failed.clone());
            return Err(failed);
        }
        Ok(if entry.has_game && !ids.is_new { Added::Same } else { Added::New })
    }

    fn finish(mut self: Box<Self>) -> Result<Saved, Diagnostic> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let marker = self.marker();
        let written = self.write_rest(&marker);
        written.map_err(|error| self.folder.refused(&error))?;
        let ParquetFolder { folder, overwriting, .. } = *self;
        folder.finish(&overwriting)
    }
}

impl ParquetFolder {
    /// Writes the remaining rows, the ends of all files, and the marker.
    fn write_rest(&mut self, marker: &Json) -> io::Result<()> {
        let keys: Vec<PartKey> = self.columns.parts().map(|(key, _)| key.clone()).collect();
        for key in keys {
            self.write(&key)?;
            if let Some(partition) = self.partitions.remove(&key) {
                partition.finish(&self.folder)?;
            }
        }
        let mut file = self.folder.file(PARQUET_MARKER)?;
        serde_json::to_writer_pretty(&mut file, marker)?;
        file.write_all(b"\n")
    }
}
