//! A collection as one SQLite database, made for people: keys and references, full-text search, views that answer
//! questions, and the original files in a table that the `sqlite3` shell can unpack by itself.

mod metadata;
mod opening;
mod originals;
mod reading;
mod rows;
mod schema;
mod search;
#[cfg(test)]
mod tests;
mod views;

pub use metadata::datasette;
pub use reading::{Answer, DatabaseReader, NamedTable, QueryError, originals_of_database, search, words};
pub use rusqlite::types::Value as SqlValue;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, Error, TransactionBehavior};

use super::entry::{Added, Entry};
use super::numbering::{Ids, Numbering};
use super::{InputKey, Sink};
use crate::archive::{Overwriting, Saved};
use crate::text::{Diagnostic, codes};
use originals::Packer;
use rows::Writer;
use schema::TABLES;

/// Maximum number of inputs in one batch.
const MAX_BATCH: usize = 256;

/// Maximum number of bytes of files and tables in one batch; only the last input of a batch may exceed it.
const MAX_BATCH_BYTES: usize = 8 << 20;

/// A database that inputs are added to.
///
/// They are added in batches, one transaction each: however the program ends, the database has the batches that were
/// committed. The ends of batches depend only on the new inputs, so that a run that continues an interrupted one makes
/// the batches that this would have made, and ends with the same database.
pub struct Database {
    path: PathBuf,
    overwriting: Arc<Overwriting>,
    connection: Connection,
    /// SQLite's data version, which changes when another program writes to the database.
    version: i64,
    numbering: Numbering,
    /// The next row id of each table, by its index in the schema.
    next_rows: Vec<i64>,
    /// The entries of the current batch, whose size is `batch_bytes`.
    batch: Vec<(Entry, Ids)>,
    batch_bytes: usize,
    packer: Packer,
    /// Whether anything was added in this run.
    is_changed: bool,
    /// The error after which nothing more can be added.
    failure: Option<Diagnostic>,
}

impl Database {
    /// Opens a database to add to, or creates a new one. It is written in place, whatever `overwriting` says of other
    /// files.
    ///
    /// # Errors
    ///
    /// Returns an error if it is one of the inputs, cannot be written, or is a file of another kind.
    pub fn open(path: &Path, overwriting: &Arc<Overwriting>) -> Result<Database, Diagnostic> {
        crate::archive::prepare_adding(path, overwriting)?;
        let opened = {
            let _writing = overwriting.gate.pass();
            opening::open(path)?
        };
        // Two for each table of the schema, and those for originals and inputs.
        opened.connection.set_prepared_statement_cache_capacity(2 * TABLES.len() + 2);
        let refused = |error: Error| refused(path, &error);
        let numbering = opening::numbering(&opened.connection).map_err(refused)?;
        let next_rows = opening::next_rows(&opened.connection).map_err(refused)?;
        let version = data_version(&opened.connection).map_err(refused)?;
        Ok(Database {
            path: path.to_owned(),
            overwriting: Arc::clone(overwriting),
            connection: opened.connection,
            version,
            numbering,
            next_rows,
            batch: Vec::new(),
            batch_bytes: 0,
            packer: Packer::new(),
            is_changed: opened.is_new,
            failure: None,
        })
    }

    /// Writes a batch as one transaction; the last one of a run also updates the statistics of the database.
    fn write_batch(&mut self, is_last: bool) -> Result<(), Diagnostic> {
        let batch = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        if batch.is_empty() {
            return Ok(());
        }
        self.is_changed = true;
        let overwriting = Arc::clone(&self.overwriting);
        let _writing = overwriting.gate.pass();
        let written = self.transaction(&batch, is_last);
        written.map_err(|error| match error {
            WriteError::Sqlite(error) => refused(&self.path, &error),
            WriteError::Changed => {
                let message = format!("{} was changed by another program meanwhile", self.path.display());
                let help = "what was added before is in it; run this again to add the rest";
                Diagnostic::error(&codes::CANNOT_WRITE, message).help(help)
            }
        })
    }

    fn transaction(&mut self, batch: &[(Entry, Ids)], is_last: bool) -> Result<(), WriteError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if data_version(&transaction)? != self.version {
            return Err(WriteError::Changed);
        }
        Writer::new(&transaction, &mut self.next_rows, &mut self.packer).write(batch)?;
        if is_last {
            // A large database would be read as a whole for a single new file.
            transaction.execute_batch("PRAGMA analysis_limit = 1000; ANALYZE")?;
        }
        Ok(transaction.commit()?)
    }

    fn fail(&mut self, d: Diagnostic) -> Diagnostic {
        self.failure = Some(d.clone());
        d
    }
}

/// The reason why a batch was not written.
enum WriteError {
    Sqlite(Error),
    Changed,
}

impl From<Error> for WriteError {
    fn from(error: Error) -> WriteError {
        WriteError::Sqlite(error)
    }
}

impl Sink for Database {
    fn known(&self) -> HashSet<InputKey> {
        self.numbering.known().clone()
    }

    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic> {
        if let Some(d) = &self.failure {
            return Err(d.clone());
        }
        rows::check(&entry)?;
        let Some(ids) = self.numbering.number(&entry) else { return Ok(Added::Known) };
        // A batch is written when the next entry comes, so that the last batch, with which the statistics are updated,
        // has at least one.
        if self.batch.len() >= MAX_BATCH || self.batch_bytes >= MAX_BATCH_BYTES {
            self.write_batch(false).map_err(|d| self.fail(d))?;
        }
        let added = if entry.has_game && !ids.is_new { Added::Same } else { Added::New };
        self.batch_bytes += rows::size(&entry, &ids);
        self.batch.push((entry, ids));
        Ok(added)
    }

    fn finish(mut self: Box<Self>) -> Result<Saved, Diagnostic> {
        if let Some(d) = self.failure.take() {
            return Err(d);
        }
        self.write_batch(true)?;
        let Database { path, connection, is_changed, .. } = *self;
        connection.close().map_err(|(_, error)| refused(&path, &error))?;
        Ok(if is_changed { Saved::Written } else { Saved::AlreadyThere })
    }
}

fn data_version(connection: &Connection) -> Result<i64, Error> {
    connection.query_row("PRAGMA data_version", (), |row| row.get(0))
}

/// Returns the error for a database that cannot be written, or cannot be read in order to add to it.
fn refused(path: &Path, error: &Error) -> Diagnostic {
    use rusqlite::ErrorCode;
    let what = error.sqlite_error().map_or_else(|| error.to_string(), |error| error.to_string());
    let message = format!("{} cannot be written: {what}", path.display());
    Diagnostic::error(&codes::CANNOT_WRITE, message).help(match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program has it open: close that, and run this again"
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::ConstraintViolation) => {
            "it is damaged: move it away, and convert into a new one"
        }
        _ => "check the folder, its permissions and the disk",
    })
}
