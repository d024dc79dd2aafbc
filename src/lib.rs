//! Reads legacy BBS door-game and play-by-mail game files, lets you look at them and edit them, and writes them back.
//!
//! ```
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let text = "FRANCE:\nA PAR - BUR\nF BRE - MAO\n";
//!     let read = ludex::read("spring.orders", text.as_bytes())?;
//!     for action in &read.document.game.turns[0].actions {
//!         println!("{:?}", action.kind);
//!     }
//!     // Unedited, a file comes back byte for byte.
//!     let written = ludex::write(&read.document, "diplomacy-orders")?;
//!     assert_eq!(written.files[0].bytes, text.as_bytes());
//!     Ok(())
//! }
//! ```
//!
//! # Read, edit, write
//!
//! [`read`] finds out what format the bytes are of and gives a [`Document`]: its [`game`](Document::game) is what the
//! file means, in one shape for all games; its [`sources`](Document::sources) are the original texts. Edit the game,
//! then [`write_back`] changes the lines of your edits and no others:
//!
//! ```
//! use ludex::model::Field;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/global-war-disk/WAR02.DAT"))?;
//! let mut document = ludex::read("WAR02.DAT", &bytes)?.document;
//! document.game.players[3].name = Field::Known(Some("NEW NAME".into()));
//! let written = ludex::write_back(&document)?;
//! assert_eq!(written.files[0].path, "WAR02.DAT");
//! # Ok(())
//! # }
//! ```
//!
//! [`write()`] takes the id of any format that [`formats`] lists: `json` and `csv` hold all of a document, and a notation
//! of the same game holds what it has room for. **Nothing is lost in silence**: [`WriteOutput::diagnostics`] names each
//! value that the target cannot hold. What cannot be read or written at all is a [`ReadError`] or a [`WriteError`].
//!
//! # Whole folders
//!
//! `read` looks at nothing but the bytes. A [`Session`] knows what lies beside a file: it reads a seed with its map,
//! joins a `.DAT` and its `.REC`, and takes folders of tables and files with a game a line apart. Its files are those of
//! the disk ([`Session::new`]) or of an archive that you unpacked ([`Session::in_memory`]).
//!
//! ```
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/njudge-archive");
//! let session = ludex::Session::new();
//! for entry in session.walk(folder) {
//!     match session.read_entry(&entry) {
//!         Ok(read) => println!("{}: {}", entry.path().display(), read.format),
//!         Err(error) if error.is_foreign() => {} // no game file
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! ```
//!
//! # Whole archives
//!
//! A [`Scan`] goes through folders, archives inside each other, mails and images of disks, and holds one document at a
//! time. What is no game file, or is damaged, is an item too:
//!
//! ```
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/global-war-disk");
//! for scanned in ludex::Scan::new([folder]) {
//!     println!("{}: {}", scanned.label(), scanned.outcome());
//! }
//! ```
//!
//! # Pictures
//!
//! [`boards`] opens the boards of a game, one for each moment, and draws them as SVG (or as PNG, with the feature
//! `images`); [`inspect`] shows a game as text.
//!
//! # What is odd or wrong
//!
//! Reading says what could not be understood. [`check`] also says what the rules of the game, or the program that the
//! file is for, would refuse. Each [`Diagnostic`] has a stable code, which [`explain`] explains. Passwords and addresses
//! are masked in messages unless [`ReadOptions::reveal`] is set.
//!
//! # What differs
//!
//! [`diff`] compares two documents of one system, of any formats, in the game's terms:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let before = ludex::read("a.orders", b"FRANCE:\nA PAR - BUR\n")?.document;
//! let after = ludex::read("b.orders", b"FRANCE:\nA PAR - PIC\n")?.document;
//! let found = ludex::diff(&before, &after, &ludex::DiffOptions::default())?;
//! assert_eq!(found.differences[0].path, "game.turns[0].actions[0].to");
//! assert_eq!(found.differences[0].after().as_deref(), Some("\"pic\""));
//! # Ok(())
//! # }
//! ```
//!
//! # What may change
//!
//! What these pages show is the library. Enums that grow with new games, and what is read or written, are
//! `non_exhaustive`. The JSON form of a document keeps its names and shapes. A module `internals`, which is hidden here,
//! is the door of Ludex's own program and tests: it may change in any release.
//!
//! # Features
//!
//! - `cli` (default): the program `ludex`.
//! - `archives` (default): archives, images of disks and mails are read in place.
//! - `sqlite` (default): databases, which the program writes and asks.
//! - `images`: pictures as PNG, PDF and GIF.
//! - `arrow`: the tables of many documents as Arrow record batches, in `Tables`.
//! - `parquet`: the program writes Parquet.
//!
//! `default-features = false` leaves the program and the dependencies of all of these out.

/// The moments of a game that can be drawn, and how they are drawn: see [`boards`].
pub mod picture {
    #[cfg(feature = "images")]
    pub use crate::view::picture::NoImage;
    pub use crate::view::picture::{Event, EventKind, Moment, MomentName, NoPicture, SvgOptions, Theme};
}

mod archive;
#[cfg(feature = "cli")]
mod cli;
mod conversion;
mod formats;
#[doc(hidden)]
pub mod internals;
mod library;
pub mod model;
mod rules;
mod systems;
mod tables;
mod text;
mod view;

pub use library::{
    Boards, FolderEntry, FormatInfo, Guess, KnownInput, ListedFile, OutputFile, ReadError, ReadOptions, ReadOutput,
    Scan, Scanned, Session, WriteError, WriteOptions, WriteOutput, boards, check, explain, formats, identify, inspect,
    masked, read, write, write_back,
};
#[cfg(feature = "arrow")]
pub use library::{TableRows, Tables};
pub use model::{Document, Game, System};
pub use rules::RuleSet;
pub use text::printable::printable;
pub use text::{Code, Diagnostic, Severity};
pub use view::{DiffOptions, DifferentSystems, GameDiff, GameDifference, NoBoard, ViewOptions, diff};

pub(crate) use text::code::codes;
