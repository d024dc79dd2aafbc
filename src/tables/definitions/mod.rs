//! The tables, by subject.

mod board;
mod document;
mod global_war;
mod players;
mod position;
mod position_file;
mod rows;
mod sections;

pub use board::StepList;
pub use document::UNKNOWNS;
pub use rows::row_of;
pub use sections::{DisasterTable, ReportList};

use super::games::GAMES;
use super::table::Table;

/// Every table there is, in the order that they are read in: what belongs to a row of another table comes after it.
pub static TABLES: &[&dyn Table] = &[
    &GAMES,
    &players::PLAYERS,
    &board::TERRITORIES,
    &board::ADJACENCIES,
    &board::PASSAGES,
    &board::PASSAGE_STEPS,
    &position::HOLDINGS,
    &position::PIECES,
    &global_war::MORE_LINES,
    &sections::SECTIONS,
    &sections::DISASTERS,
    &sections::INCOMES,
    &sections::REPORT_ORDERS,
    &sections::HONG_KONG,
    &sections::LIMITS,
    &sections::EXTRA_CENTRES,
    &position_file::OWNERSHIP,
    &position_file::ACCOUNTS,
    &position_file::LOANS,
    &position_file::STANDINGS,
    &position_file::GAME_BLOCKS,
    &position_file::SETTINGS,
    &position_file::MEMBERS,
    &UNKNOWNS,
    &document::DIAGNOSTICS,
    &document::SOURCES,
];
