//! Collections of many documents, as inputs of a command.

use std::io;
use std::path::Path;

use super::Original;
#[cfg(feature = "parquet")]
use crate::archive::PARQUET_MARKER;
use crate::archive::{Input, InputKind, Opened, reason};
use crate::formats;
use crate::tables::collection::{self, OriginalSource};
use crate::tables::package::DESCRIPTOR;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// The kind of an input that holds many documents; those of JSON Lines are inputs of their own.
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

/// Callback that receives originals, each with its bytes.
pub type TellOriginal<'t> = dyn FnMut(OriginalSource, io::Result<Vec<u8>>) -> Result<(), Diagnostic> + 't;

impl CollectionInput {
    /// Returns the kind of an input's collection, by its first bytes; `None` if it is not a collection.
    pub fn of(input: &Input) -> Option<CollectionInput> {
        match input.kind {
            InputKind::Package => {
                #[cfg(feature = "parquet")]
                if input.table(PARQUET_MARKER).is_ok() {
                    return Some(CollectionInput::Parquet);
                }
                let descriptor = input.table(DESCRIPTOR).ok()?;
                collection::is_collection(&descriptor).then_some(CollectionInput::Csv)
            }
            #[cfg(feature = "sqlite")]
            InputKind::File if input.member.is_none() => {
                let opened = input.open().ok()?;
                formats::is_database(opened.block()).then_some(CollectionInput::Sqlite)
            }
            _ => None,
        }
    }

    /// Does the same for an opened input, except for packages.
    pub fn of_opened(input: &Input, opened: Option<&Opened<'_>>) -> Option<CollectionInput> {
        match (input.kind, opened) {
            #[cfg(feature = "sqlite")]
            (InputKind::File, Some(opened)) if input.member.is_none() => {
                formats::is_database(opened.block()).then_some(CollectionInput::Sqlite)
            }
            (_, Some(_)) => None,
            (_, None) => CollectionInput::of(input),
        }
    }

    /// Returns the id of its format.
    pub fn format(self) -> &'static str {
        match self {
            CollectionInput::Csv => formats::CSV.id,
            #[cfg(feature = "sqlite")]
            CollectionInput::Sqlite => formats::SQLITE.id,
            #[cfg(feature = "parquet")]
            CollectionInput::Parquet => formats::PARQUET.id,
        }
    }

    /// Returns the evidence for its kind.
    pub fn evidence(self) -> &'static str {
        match self {
            CollectionInput::Csv => "a folder with the tables of many games, by its datapackage.json",
            #[cfg(feature = "sqlite")]
            CollectionInput::Sqlite => "a database of games, by its header",
            #[cfg(feature = "parquet")]
            CollectionInput::Parquet => "a folder of Parquet files, by its _ludex.json",
        }
    }

    /// Returns the name of its kind for people.
    pub fn words(self) -> &'static str {
        match self {
            CollectionInput::Csv => "this package of tables",
            #[cfg(feature = "sqlite")]
            CollectionInput::Sqlite => "this database",
            #[cfg(feature = "parquet")]
            CollectionInput::Parquet => "this folder of Parquet files",
        }
    }

    /// Passes each carried original to `tell`, in the order of the collection.
    ///
    /// # Errors
    ///
    /// If the originals cannot be listed, and as for `tell`.
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

/// Checks an original from a collection against its SHA-256 and returns it with its place there.
pub fn original(carried: OriginalSource, bytes: io::Result<Vec<u8>>) -> (Original, String) {
    let OriginalSource { source, place } = carried;
    let bytes = bytes.map_err(|error| {
        let message = format!("the original {} cannot be read: {}", quoted(&place), reason(&error));
        Diagnostic::error(&codes::TABLE_MISSING, message)
    });
    (Original::new(source, Some(bytes), false), place)
}

/// Makes the error that something carries no originals.
pub fn no_originals(what: &str) -> Diagnostic {
    Diagnostic::error(&codes::NO_ORIGINAL, format!("{what} carries no originals")).help(codes::NO_ORIGINAL.advice)
}
