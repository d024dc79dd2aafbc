//! Collections: many documents in one set of tables, which are those of one document with the game that each row
//! belongs to, and with the outcome of each input. One schema serves all targets.

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
mod view;

pub use csv_folder::{CsvFolder, is_collection, originals_of_folder};
pub use entry::{Added, Entry, EntryOptions, EntryOriginal, EntryTable, FormatId, InputFacts, known_format};
pub use numbering::{Ids, Numbering};
#[cfg(feature = "parquet")]
pub use parquet::{ParquetFolder, originals_of_parquet};
pub use schema::{Beside, CollectedColumn, CollectedTable, ColumnOrigin, GAME_ID, ROW_NUMBER, SCHEMA};
#[cfg(feature = "sqlite")]
pub use sqlite::{Database, originals_of_database};
pub use view::View;

use std::collections::HashSet;

use crate::archive::Saved;
use crate::model::Source;
use crate::text::{Diagnostic, Encoding};

/// A target for the tables of many documents.
pub trait Sink: Send {
    /// Returns the inputs that earlier runs added; called once, before the first input is added.
    fn known(&self) -> HashSet<InputKey> {
        HashSet::new()
    }

    /// Adds the entry of an input.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry cannot be written; nothing of this input is written then.
    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic>;

    /// Completes the output and moves it to its final place.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, or other files are in its place.
    fn finish(self: Box<Self>) -> Result<Saved, Diagnostic>;
}

/// An original file that a collection carries.
#[derive(Debug, Clone)]
pub struct OriginalSource {
    /// The row of the collection's table of sources, as far as it is needed to write the file back.
    pub source: Source,
    /// The place in the collection, which no other original has.
    pub place: String,
}

impl OriginalSource {
    /// Creates the source of a file with this name, path and SHA-256; `line` is for one of several games in a file.
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

/// A key that identifies an input: a hash of its place and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InputKey([u8; 16]);

impl InputKey {
    /// Creates the key of an input at a place, or of the game at a line of it, with the SHA-256 of its bytes in
    /// hexadecimal; if these were not read, its size is used instead.
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

    /// Returns the key of a document as a file, as opposed to that of its content.
    #[must_use]
    pub fn of_file(mut self) -> InputKey {
        self.0.iter_mut().for_each(|byte| *byte = !*byte);
        self
    }
}
