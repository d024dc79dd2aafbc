//! Many documents as one set of tables: those of one document, with the game that each row is of, and with what became
//! of each input. One schema serves every target.

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(any(feature = "arrow", feature = "parquet"))]
pub mod columns;
mod csv_folder;
mod entry;
mod numbering;
#[cfg(feature = "parquet")]
mod parquet;
mod schema;
#[cfg(feature = "sqlite")]
pub mod sqlite;

pub use csv_folder::{CsvFolder, is_collection, originals_of_folder};
pub use entry::{Added, Entry, EntryOptions, EntryOriginal, EntryTable, InputFacts};
pub use numbering::{Ids, Numbering};
#[cfg(feature = "parquet")]
pub use parquet::{ParquetFolder, originals_of_parquet};
pub use schema::{Beside, CollectedColumn, CollectedTable, ColumnOrigin, GAME_ID, ROW_NUMBER, SCHEMA};
#[cfg(feature = "sqlite")]
pub use sqlite::{Database, originals_of_database};

use std::collections::HashSet;

use crate::archive::Saved;
use crate::model::Source;
use crate::text::{Diagnostic, Encoding};

/// Where the tables of many documents go.
pub trait Sink: Send {
    /// The inputs that are there already from earlier runs; told once, before the first is added.
    fn known(&self) -> HashSet<InputKey> {
        HashSet::new()
    }

    /// Adds what was prepared of an input.
    ///
    /// # Errors
    ///
    /// Where it cannot be written; nothing of this input is then.
    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic>;

    /// Puts all into its place.
    ///
    /// # Errors
    ///
    /// Where it cannot be written, or other files are there.
    fn finish(self: Box<Self>) -> Result<Saved, Diagnostic>;
}

/// An original that a collection carries.
#[derive(Debug, Clone)]
pub struct OriginalSource {
    /// What the collection says of it, as far as that is needed to write it back.
    pub source: Source,
    /// Its place in the collection, which is nobody else's.
    pub place: String,
}

impl OriginalSource {
    /// That of a file with this name, path, SHA-256, and line where it is one of the games of a file.
    pub fn new(
        place: String,
        name: String,
        path: Option<String>,
        sha256: Option<String>,
        line: Option<(u64, u64)>,
    ) -> OriginalSource {
        let source = Source {
            format: String::new(),
            name,
            path,
            containers: Vec::new(),
            modified: None,
            line: line.map(|(line, _)| line),
            lines: line.map(|(_, lines)| lines),
            encoding: Encoding::BINARY.name().to_owned(),
            bytes: 0,
            sha256,
            text: None,
            base64: None,
        };
        OriginalSource { source, place }
    }
}

/// What tells an input that was added from all others: its place and its bytes, in brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InputKey([u8; 16]);

impl InputKey {
    /// The key of an input at a place, perhaps one of the games in it, and the SHA-256 of its bytes in hexadecimal; where
    /// they were not read, its length in its stead.
    pub fn new(place: &str, line: Option<u64>, sha256: Option<&str>, size: Option<u64>) -> InputKey {
        use sha2::{Digest, Sha256};
        let mut hash = Sha256::new();
        hash.update(place);
        hash.update([0]);
        hash.update(line.unwrap_or_default().to_le_bytes());
        match (sha256, size) {
            (None, Some(size)) => hash.update(size.to_le_bytes()),
            (sha256, _) => hash.update(sha256.unwrap_or_default()),
        }
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        InputKey(key)
    }

    /// The key of a document as a file, beside that of what is in it.
    #[must_use]
    pub fn of_file(mut self) -> InputKey {
        self.0.iter_mut().for_each(|byte| *byte = !*byte);
        self
    }
}
