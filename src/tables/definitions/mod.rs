//! The tables, by subject.

mod action_type;
mod actions;
mod board;
mod document;
mod gives;
mod global_war;
mod of_turn;
mod players;
mod position;
mod position_file;
mod remarks;
mod rows;
mod sections;
mod turns;

pub use action_type::ActionType;
pub use board::StepList;
pub use document::UNKNOWNS;
pub use gives::gives;
pub use of_turn::numbered_turns;
pub use rows::PlaceList;
pub use sections::{DisasterTable, ReportList};
pub use turns::DEPTH;

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
    &turns::TURNS,
    &position::HOLDINGS,
    &position::PIECES,
    &actions::ACTIONS,
    &gives::ACTION_GIVES,
    &remarks::REMARKS,
    &remarks::EXTRAS,
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
