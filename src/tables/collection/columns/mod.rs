//! The rows of many documents as typed columns, table by table and divided by system: what Parquet and Arrow take.

mod buffer;
mod schema;

pub use buffer::{ColumnBuffer, ColumnContent, Values};
pub use schema::{Holds, MEANING_KEY, ORIGINAL_DATA, SYSTEM, TYPED, TypedColumn, TypedTable};

use std::collections::BTreeMap;

use smol_str::SmolStr;

use self::buffer::Unfit;
use super::entry::{Entry, EntryTable};
use super::numbering::{Ids, Numbering, UNNUMBERED};
use super::schema::ColumnOrigin;
use crate::text::{Diagnostic, codes};

/// The system of rows that are of no game. Hive's own word for it, `__HIVE_DEFAULT_PARTITION__`, is read as null by
/// DuckDB and Polars, but pandas reads no folder that has it beside others.
pub const NO_SYSTEM: &str = "none";

/// The place of a table in the schema, and a system.
pub type PartKey = (usize, SmolStr);

/// The rows of entries, and what these are numbered by.
#[derive(Default)]
pub struct Columns {
    numbering: Numbering,
    parts: BTreeMap<PartKey, Part>,
    /// How many bytes the rows take in memory that were not taken yet.
    size: usize,
}

/// The rows of a table and a system.
pub struct Part {
    columns: Vec<ColumnBuffer>,
    /// How many rows were not taken yet.
    rows: usize,
    /// How many bytes these take in memory.
    size: usize,
    /// How many rows there are in all.
    total: u64,
}

/// Why an entry was not added.
pub enum NotAdded {
    /// A column cannot hold what it says; nothing of it was added.
    Refused(Box<Diagnostic>),
    /// What was added is not whole, for a defect of Ludex.
    Broken(String),
}

impl Columns {
    /// Adds an entry; gives what it is numbered by, or nothing where it was there already.
    pub fn add(&mut self, entry: &Entry) -> Result<Option<Ids>, NotAdded> {
        let system = system_of(entry);
        let added = self.add_document(entry, &system).map(|()| self.numbering.number(entry));
        if !matches!(&added, Ok(Some(ids)) if ids.is_new) {
            self.take_back(entry, &system, added.as_ref().ok().and_then(Option::as_ref));
        }
        let Some(ids) = added.map_err(|refused| NotAdded::Refused(Box::new(refused)))? else { return Ok(None) };
        self.number(entry, &ids, &system).map_err(|Unfit(what)| NotAdded::Broken(what))?;
        Ok(Some(ids))
    }

    /// How many bytes the rows take in memory that were not taken yet.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What numbers entries.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The rows of all tables and systems.
    pub fn parts(&self) -> impl Iterator<Item = (&PartKey, &Part)> + Clone {
        self.parts.iter()
    }

    /// The parts that an entry has added to.
    pub fn parts_of<'c>(&'c self, entry: &'c Entry, ids: &'c Ids) -> impl Iterator<Item = (PartKey, &'c Part)> {
        let system = system_of(entry);
        entry.tables(ids).filter_map(move |table| {
            let key = (table.schema.index, system.clone());
            let part = self.parts.get(&key)?;
            Some((key, part))
        })
    }

    /// The part whose rows take the most memory.
    pub fn largest(&self) -> Option<PartKey> {
        self.parts.iter().max_by_key(|(_, part)| part.size).map(|(key, _)| key.clone())
    }

    /// Takes the rows of a part: how many, and its columns.
    pub fn take(&mut self, key: &PartKey) -> Option<(usize, Vec<ColumnContent>)> {
        let (part, table) = (self.parts.get_mut(key)?, TYPED.get(key.0)?);
        self.size -= part.size;
        Some(part.take(table))
    }

    /// Adds what the document of an entry says, before the entry has numbers, so that one that does not fit gets none.
    fn add_document(&mut self, entry: &Entry, system: &SmolStr) -> Result<(), Diagnostic> {
        for table in entry.tables(&UNNUMBERED) {
            let index = table.schema.index;
            let Some(typed) = TYPED.get(index) else { continue };
            let part = self.parts.entry((index, system.clone())).or_insert_with(|| Part::new(typed));
            for (column, buffer) in typed.columns.iter().zip(&mut part.columns) {
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
            if let Some(part) = self.parts.get_mut(&(index, system.clone())).filter(|_| !stays(index)) {
                part.columns.iter_mut().for_each(ColumnBuffer::take_back);
            }
        }
    }

    /// Adds what numbers an entry.
    fn number(&mut self, entry: &Entry, ids: &Ids, system: &SmolStr) -> Result<(), Unfit> {
        for table in entry.tables(ids) {
            let index = table.schema.index;
            let (Some(typed), Some(part)) = (TYPED.get(index), self.parts.get_mut(&(index, system.clone()))) else {
                return Err(Unfit("a table that has no columns".into()));
            };
            self.size -= part.size;
            number(&table, entry, typed, part)?;
            self.size += part.size;
        }
        Ok(())
    }
}

/// The system that the rows of an entry are kept with.
fn system_of(entry: &Entry) -> SmolStr {
    entry.system.clone().unwrap_or(SmolStr::new_static(NO_SYSTEM))
}

impl Part {
    fn new(table: &TypedTable) -> Part {
        Part { columns: table.columns.iter().map(ColumnBuffer::new).collect(), rows: 0, size: 0, total: 0 }
    }

    /// How many rows were not taken yet.
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
    fn count(&mut self, rows: usize) {
        self.rows += rows;
        self.total += rows as u64;
        self.size = self.columns.iter_mut().map(ColumnBuffer::keep).sum();
    }

    fn take(&mut self, table: &TypedTable) -> (usize, Vec<ColumnContent>) {
        let rows = std::mem::take(&mut self.rows);
        self.size = 0;
        let columns = table.columns.iter().zip(&mut self.columns);
        (rows, columns.map(|(column, buffer)| buffer.take(column)).collect())
    }
}

fn refused(table: &EntryTable<'_>, column: &str, row: usize, Unfit(what): &Unfit) -> Diagnostic {
    let (name, row) = (table.schema.name(), row + 1);
    let message = format!("{name}, row {row}, {column}: a column of Parquet cannot hold {what}");
    Diagnostic::error(&codes::BAD_VALUE, message)
        .help("whole numbers have up to 64 bits there; `-t json` and `-t jsonl` hold this value")
}

/// Adds to the rows of a table what the document does not say.
fn number(table: &EntryTable<'_>, entry: &Entry, typed: &TypedTable, part: &mut Part) -> Result<(), Unfit> {
    let rows = table.length();
    for (column, buffer) in typed.columns.iter().zip(&mut part.columns) {
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
    part.count(rows);
    Ok(())
}
