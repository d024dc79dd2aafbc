//! Collections of many documents, as inputs of a command.

use std::io;
use std::path::Path;

use crate::archive::{Input, InputKind};
use crate::tables::collection::{self, OriginalSource};
use crate::tables::package::DESCRIPTOR;
use crate::text::Diagnostic;

/// What an input is that holds many documents; those of JSON Lines are inputs of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionInput {
    /// A folder of CSV files.
    Csv,
    /// A database.
    #[cfg(feature = "sqlite")]
    Sqlite,
    /// A folder of Parquet files.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Takes originals, each with its bytes.
pub type TellOriginal<'t> = dyn FnMut(OriginalSource, io::Result<Vec<u8>>) -> Result<(), Diagnostic> + 't;

impl CollectionInput {
    /// What an input is, as far as its first bytes tell.
    pub fn of(input: &Input) -> Option<CollectionInput> {
        match input.kind {
            InputKind::Package => {
                let descriptor = input.table(DESCRIPTOR).ok()?;
                collection::is_collection(&descriptor).then_some(CollectionInput::Csv)
            }
            #[cfg(feature = "sqlite")]
            InputKind::File if input.member.is_none() => {
                let opened = input.open().ok()?;
                collection::is_database(opened.block()).then_some(CollectionInput::Sqlite)
            }
            _ => None,
        }
    }

    /// What it is, for people.
    pub fn words(self) -> &'static str {
        match self {
            CollectionInput::Csv => "this package of tables",
            #[cfg(feature = "sqlite")]
            CollectionInput::Sqlite => "this database",
            #[cfg(feature = "parquet")]
            CollectionInput::Parquet => "this folder of Parquet files",
        }
    }

    /// Tells of the originals that it carries, in its order.
    ///
    /// # Errors
    ///
    /// Where they cannot be listed, and as `tell`.
    pub fn originals(self, path: &Path, tell: &mut TellOriginal<'_>) -> Result<(), Diagnostic> {
        match self {
            CollectionInput::Csv => collection::originals_of_folder(path, tell),
            #[cfg(feature = "sqlite")]
            CollectionInput::Sqlite => collection::originals_of_database(path, tell),
            #[cfg(feature = "parquet")]
            CollectionInput::Parquet => collection::originals_of_parquet(path, tell),
        }
    }
}
