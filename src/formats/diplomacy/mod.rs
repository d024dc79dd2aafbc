//! Diplomacy: orders in the notations in use, and the saved games of the Python engine.

pub mod codes;
pub mod order;
pub mod phase;
