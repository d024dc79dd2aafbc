//! The rows of many documents as typed columns, divided by table and system, for Parquet and Arrow.

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

/// The system of rows that belong to no game. Hive's own word for it, `__HIVE_DEFAULT_PARTITION__`, is read as null by
/// DuckDB and Polars, but pandas reads no folder that has it beside others.
pub const NO_SYSTEM: &str = "none";

/// The index of a table in the schema, and a system.
pub type PartKey = (usize, SmolStr);

/// The rows of entries as columns, and the numbering of these entries.
#[derive(Default)]
pub struct Columns {
    numbering: Numbering,
    parts: BTreeMap<PartKey, Part>,
    /// Size in memory of the rows that have not been taken yet, in bytes.
    size: usize,
}

/// The rows of one table and one system.
pub struct Part {
    columns: Vec<ColumnBuffer>,
    /// Number of rows that have not been taken yet.
    rows: usize,
    /// Their size in memory, in bytes.
    size: usize,
    /// Number of rows added so far, including those that were taken.
    total: u64,
}

/// The reason why an entry was not added.
pub enum NotAdded {
    /// A column cannot hold one of its values; nothing of the entry was added.
    Refused(Box<Diagnostic>),
    /// The entry was added only in part, because of a defect of Ludex.
    Broken(String),
}

impl Columns {
    /// Adds an entry; returns its numbers, or `None` if its input was added before.
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

    /// Returns the size in memory of the rows that have not been taken yet, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the numbering of the entries.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns the rows of all tables and systems.
    pub fn parts(&self) -> impl Iterator<Item = (&PartKey, &Part)> + Clone {
        self.parts.iter()
    }

    /// Returns the parts that an entry has added rows to.
    pub fn parts_of<'c>(&'c self, entry: &'c Entry, ids: &'c Ids) -> impl Iterator<Item = (PartKey, &'c Part)> {
        let system = system_of(entry);
        entry.tables(ids).filter_map(move |table| {
            let key = (table.schema.index, system.clone());
            let part = self.parts.get(&key)?;
            Some((key, part))
        })
    }

    /// Returns the part whose rows take the most memory.
    pub fn largest(&self) -> Option<PartKey> {
        self.parts.iter().max_by_key(|(_, part)| part.size).map(|(key, _)| key.clone())
    }

    /// Takes the rows of a part: their number, and the content of its columns.
    pub fn take(&mut self, key: &PartKey) -> Option<(usize, Vec<ColumnContent>)> {
        let (part, table) = (self.parts.get_mut(key)?, TYPED.get(key.0)?);
        self.size -= part.size;
        Some(part.take(table))
    }

    /// Adds the values of an entry's document before the entry is numbered, so that one that does not fit gets no
    /// numbers.
    fn add_document(&mut self, entry: &Entry, system: &SmolStr) -> Result<(), Diagnostic> {
        for table in entry.tables(&UNNUMBERED) {
            let index = table.schema.index;
            let Some(typed) = TYPED.get(index) else { continue };
            let part = self.parts.entry((index, system.clone())).or_insert_with(|| Part::new(typed));
            for (column, buffer) in typed.columns.iter().zip(&mut part.columns) {
                let Some(values) = column.collected.and_then(|of| table.values(of)) else { continue };
                let refused = |row, unfit| refused(&table, column.name, row, &unfit);
                for (row, value) in values.iter().enumerate() {
                    buffer.push(value.cell(), column).map_err(|unfit| refused(row, unfit))?;
                }
                let absent = table.length() - values.len();
                buffer.push_nulls(absent).map_err(|unfit| refused(values.len(), unfit))?;
            }
        }
        Ok(())
    }

    /// Removes what an entry added, except in the tables that are to keep it.
    fn take_back(&mut self, entry: &Entry, system: &SmolStr, ids: Option<&Ids>) {
        let stays = |index| ids.is_some_and(|ids| entry.tables(ids).any(|table| table.schema.index == index));
        for index in entry.tables(&UNNUMBERED).map(|table| table.schema.index) {
            if let Some(part) = self.parts.get_mut(&(index, system.clone())).filter(|_| !stays(index)) {
                part.columns.iter_mut().for_each(ColumnBuffer::take_back);
            }
        }
    }

    /// Adds the numbers of an entry, and other values that are not part of its document.
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

/// Returns the system that an entry's rows are filed under.
fn system_of(entry: &Entry) -> SmolStr {
    entry.system.clone().unwrap_or(SmolStr::new_static(NO_SYSTEM))
}

impl Part {
    fn new(table: &TypedTable) -> Part {
        Part { columns: table.columns.iter().map(ColumnBuffer::new).collect(), rows: 0, size: 0, total: 0 }
    }

    /// Returns the number of rows that have not been taken yet.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns their size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of rows added so far, including those that were taken.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Counts and commits rows that every column was given.
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

/// Adds the values that are not part of the document to the rows of a table.
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
                        None => buffer.push_nulls(1)?,
                    }
                }
            }
            None => buffer.push_nulls(rows)?,
        }
    }
    part.count(rows);
    Ok(())
}
