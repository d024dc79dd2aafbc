//! Homeworlds: the rules as a replay of a record.
//!
//! [`State`] is the position at one moment, for readers that infer something while they read; [`check`], [`after`] and
//! [`outcome`] play a whole record. Where servers differ, [`Server`] says whose rules count.

mod act;
mod capture;
pub mod codes;
mod names;
mod piece;
mod replay;
mod setup;
mod start;
mod state;
mod table;
mod turn;

#[cfg(test)]
mod tests;

pub use piece::{Colour, Piece};
pub use replay::{Out, Outcome, after, check, outcome, replay};
pub use state::{Objection, Standing, State, System};
pub use table::Server;
