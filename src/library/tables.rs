//! The tables of many documents in Arrow's columns.

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use super::{Scanned, WriteError};
use crate::conversion::{self, Ending, WriteOptions};
use crate::model::SHAPE_VERSION;
use crate::tables::VERSION;
use crate::tables::collection::arrow::{arrow_schema, record_batch};
use crate::tables::collection::columns::{Columns, NotAdded, PartKey, TYPED};
use crate::tables::collection::{Entry, EntryOptions};
use crate::text::{Diagnostic, codes};

/// Tables of many documents, with the schema and the rows of `ludex convert -t parquet`.
///
/// ```
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/global-war-disk");
/// let mut tables = ludex::Tables::new();
/// for scanned in ludex::Scan::new([folder]) {
///     tables.add(&scanned)?;
/// }
/// let games = tables.take()?.into_iter().find(|rows| rows.table == "games").unwrap();
/// assert_eq!((games.system.as_str(), games.batch.num_rows()), ("global-war", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Tables {
    columns: Columns,
    options: WriteOptions,
}

/// Rows of one table and one system.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TableRows {
    /// Name of the table.
    pub table: &'static str,
    /// Id of the system, which is also the last column of each row; `none` for rows that belong to no game.
    pub system: String,
    /// The rows.
    pub batch: RecordBatch,
}

impl Tables {
    /// Creates tables without rows.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Leaves out the bytes of the files.
    #[must_use]
    pub fn no_originals(mut self, no_originals: bool) -> Tables {
        self.options.no_originals = no_originals;
        self
    }

    /// Adds the rows of a document, or of the outcome of a file that has none. Games are numbered in the order they are
    /// added.
    ///
    /// # Errors
    ///
    /// If a column cannot hold a value, such as a number of more than 64 bits; nothing was added then.
    pub fn add(&mut self, scanned: &Scanned) -> Result<(), WriteError> {
        let Some(facts) = &scanned.facts else { return Ok(()) };
        let entry = match scanned.document() {
            None => Entry::of_unread(facts.clone(), scanned.diagnostics().to_vec(), None),
            Some(_) => self.entry(scanned).unwrap_or_else(|errors| {
                let diagnostics = scanned.diagnostics().iter().cloned().chain(errors).collect();
                let facts =
                    crate::tables::collection::InputFacts { outcome: Ending::Refused.as_str().into(), ..facts.clone() };
                Entry::of_unread(facts, diagnostics, None)
            }),
        };
        match self.columns.add(&entry) {
            Ok(_) => Ok(()),
            Err(NotAdded::Refused(d)) => Err(WriteError::new(vec![(*d).in_file(scanned.label())])),
            Err(NotAdded::Broken(what)) => {
                Err(WriteError::new(vec![Diagnostic::error(&codes::INTERNAL_ERROR, what).in_file(scanned.label())]))
            }
        }
    }

    /// Returns the rows of a scanned document, or the errors that keep it from having any.
    fn entry(&self, scanned: &Scanned) -> Result<Entry, Vec<Diagnostic>> {
        let Some(given) = scanned.document() else { return Err(Vec::new()) };
        let prepared = match self.options.no_originals {
            false => None,
            true => conversion::collected(given.clone(), &self.options).0,
        };
        let document = prepared.as_ref().unwrap_or(given);
        let options = EntryOptions {
            is_document: scanned.is_own_document(),
            is_shared: scanned.stands_alone(),
            with_references: false,
        };
        conversion::entry_of(document, scanned.facts_of_document(document).unwrap_or_default(), options)
    }

    /// Returns the memory, in bytes, of the rows that were not taken yet.
    pub fn size(&self) -> usize {
        self.columns.size()
    }

    /// Returns the number of games added so far.
    pub fn games(&self) -> u64 {
        self.columns.numbering().games
    }

    /// Returns the number of files added so far.
    pub fn sources(&self) -> u64 {
        self.columns.numbering().sources
    }

    /// Takes the rows that were added since the last call, by table and system. The numbering of later rows continues.
    ///
    /// # Errors
    ///
    /// If a column holds more than 2 GiB of text; take rows more often then.
    pub fn take(&mut self) -> Result<Vec<TableRows>, ArrowError> {
        let with_rows = self.columns.parts().filter(|(_, part)| part.rows() > 0);
        let keys: Vec<PartKey> = with_rows.map(|(key, _)| key.clone()).collect();
        let mut taken = Vec::with_capacity(keys.len());
        for key in keys {
            let (Some(table), Some(content)) = (TYPED.get(key.0), self.columns.take(&key)) else { continue };
            let batch = record_batch(table, &arrow_schema(table), &key.1, content)?;
            taken.push(TableRows { table: table.name(), system: key.1.to_string(), batch });
        }
        Ok(taken)
    }

    /// Returns the versions of the document's and of the tables' schema, by name.
    pub fn versions() -> [(&'static str, u32); 2] {
        [("document", SHAPE_VERSION), ("tables", VERSION)]
    }

    /// Returns the name and schema of every table, including those without rows.
    pub fn schemas() -> Vec<(&'static str, SchemaRef)> {
        TYPED.iter().map(|table| (table.name(), arrow_schema(table))).collect()
    }
}
