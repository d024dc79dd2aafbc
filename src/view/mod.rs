//! What people look at: the summary that `ludex inspect` prints, the board after a turn, and what differs between games.
//!
//! Every text of a file goes through [`printable`](crate::text::printable::printable) on its way here, so that no name
//! moves a cursor; no line is wider than the terminal.

mod contract;
mod diff;
mod hex;
pub(crate) mod layout;
#[cfg(feature = "cli")]
pub mod page;
pub mod picture;

pub use contract::{AfterTurn, NoBoard, SystemView, ViewOptions};
pub use diff::{DiffOptions, DifferentSystems, GameDiff, GameDifference, Terms, diff};
pub use hex::{HexSource, write_hex};
