//! The interface of the library: reading, writing and checking, without a file system (except [`Session`]).

mod boards;
mod errors;
mod formats;
mod read;
mod scan;
mod session;
#[cfg(feature = "arrow")]
mod tables;
mod write;

use std::path::{Path, PathBuf};

pub use boards::{Boards, boards, masked};
pub use errors::{ReadError, WriteError};
pub use formats::{FormatInfo, Guess, explain, formats, identify};
pub use read::{ReadOptions, ReadOutput, check, inspect, read};
pub use scan::{KnownInput, ListedFile, Scan, Scanned};
pub use session::{FolderEntry, Session};
#[cfg(feature = "arrow")]
pub use tables::{TableRows, Tables};
pub use write::{OutputFile, WriteOptions, WriteOutput, write, write_back};

/// A path as the file of that name: `-` is standard input to the program alone.
fn as_file(path: impl Into<PathBuf>) -> PathBuf {
    let path = path.into();
    if path.as_os_str() == "-" { Path::new(".").join(path) } else { path }
}
