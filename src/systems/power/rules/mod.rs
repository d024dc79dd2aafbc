//! The rules of Power: the board of 61 sectors, the pieces, and checks of commands and boards.
//!
//! There are three steps, each of which needs more than the one before: whether a command is possible at all
//! ([`reaches`], and the rates of exchanges), whether the files of a game match, and, played from a board, whether the
//! pieces are where the commands say (`check`). How fights are decided is not known, so their results are not checked.

mod board;
mod board_after_round;
mod check;
pub mod codes;
mod command;
mod piece;
mod reach;
mod replay;
mod sector;
mod state;
mod violation;

#[cfg(test)]
mod tests;

use crate::model::ActionKind;
use crate::rules::SystemRules;
use crate::rules::parts::Part;
pub use board::Board;
pub use board_after_round::{BoardAfterRound, after, over_rounds, rounds};
pub use check::{check, check_from};
pub use piece::{Colour, Kind, Price, Terrain};
pub use reach::{distance, reaches};
pub use replay::Round;
pub use sector::{Area, Sector};

/// Parts and actions that games of Power have.
pub static SYSTEM: SystemRules = SystemRules {
    parts: &[Part::Board, Part::Pieces, Part::Stacks],
    has_action: |kind| {
        matches!(kind, ActionKind::Unknown | ActionKind::Move { .. } | ActionKind::Exchange { .. } | ActionKind::Resign)
    },
    lists_players: true,
    programs: &[],
    region_of: |_| None,
};
