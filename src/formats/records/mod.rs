//! Formats whose files are records of typed fields, as most door games keep theirs (`file of record` in Pascal).
//!
//! Such a format is data: a [`RecordFile`] lists its [`Record`]s, each with its fields: their offset, their encoding,
//! their valid values, and the value of the game that they hold. The reader, the renderer, refusals, the places of
//! values, and edits that change only the bytes of the edited value, are derived from that description. A format's
//! [`Format::encoding`](super::Format) is [`Encoding::BINARY`](crate::text::Encoding::BINARY): it is handled as a text
//! with one character for each byte.
//!
//! ```
//! use ludex::internals::formats::records::{Codec, Count, Key, Record, RecordField};
//!
//! const PLAYER: Record = Record {
//!     name: "player",
//!     length: 32,
//!     count: Count::Times(6),
//!     keys: &[Key::seat("game.players[].seat")],
//!     fields: &[
//!         RecordField::new("name", 0, Codec::text(25), "game.players[].name").null_is(0),
//!         RecordField::new("general", 28, Codec::I16, "game.players[].commendations.general").within(0, 9),
//!     ],
//!     blank: &[],
//! };
//! assert!(PLAYER.faults().is_empty());
//! ```
//!
//! Bytes of a record outside all fields (padding, unknown data) are kept, and so are those after the end of a Pascal
//! string. In a new file they are zero.

mod codec;
pub mod codes;
mod layout;
mod path;
mod prepare;
mod real;
mod syntax;
#[cfg(test)]
mod tests;

pub use codec::Codec;
pub use layout::{Count, Key, Record, RecordField};
pub use syntax::{RecordFile, RecordStyle};
