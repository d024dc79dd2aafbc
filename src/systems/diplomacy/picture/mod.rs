//! Pictures of Diplomacy games: the board, the owners of its provinces, the units, and their orders.

mod album;
mod base;
mod europe;
mod graph;
mod layout;
mod map;
mod orders;
mod powers;
#[cfg(test)]
mod tests;
mod units;

pub use album::{moments, open};
