//! The views for people: the summary that `ludex inspect` prints, the board after a turn, and the differences between
//! games.
//!
//! Every text of a file passes through [`printable`](crate::text::printable::printable) first, so that no name moves a
//! cursor. No line is wider than the terminal.

mod contract;
mod diff;
mod hex;
pub(crate) mod layout;
#[cfg(feature = "cli")]
pub mod page;
pub mod picture;

pub use contract::{NoBoard, SystemView, ViewOptions, turn_number};
pub use diff::{DiffOptions, DifferentSystems, GameDiff, GameDifference, Terms, diff};
pub use hex::{HexSource, write_hex};
