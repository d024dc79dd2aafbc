//! The table for values that only Homeworlds has.

use crate::tables::layout::{ALWAYS_1, Layout};

/// The tables that only Homeworlds has.
pub const TABLES: &[Layout] = &[Layout {
    name: "homeworlds_games",
    meaning: "the values of the game that only Homeworlds has, in one row",
    places: &["game.details(HomeworldsDetails)"],
    columns: "number# to_move>players.seat",
    meanings: &[ALWAYS_1],
    nowhere: "this table is of Homeworlds, and the game is of another system",
    ..Layout::BLANK
}];
