//! The rules of Homeworlds, applied by replaying a record.
//!
//! [`State`] is the position at one moment, for readers that infer values while they read; [`check`], [`after`] and
//! [`outcome`] replay a whole record. Where the rules of servers differ, [`Server`] selects one.

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

use crate::model::ActionKind;
use crate::rules::parts::Part;
use crate::rules::{Program, SystemRules};
pub use piece::{Colour, Piece};
pub use replay::{Out, Outcome, Replay, after, check, outcome, replay};
pub use state::{PlayerStatus, RuleViolation, State, System};
pub use table::Server;

/// The parts of the model and the actions that a Homeworlds game can have. Its rules, not the list of players, say who
/// sits at the table.
pub static SYSTEM: SystemRules = SystemRules {
    parts: &[
        Part::Holdings,
        Part::Homes,
        Part::Pieces,
        Part::Serials,
        Part::UndoneTurns,
        Part::Tags,
        Part::Alternatives,
        Part::Stars,
    ],
    has_action: |kind| {
        matches!(
            kind,
            ActionKind::Unknown
                | ActionKind::Setup { .. }
                | ActionKind::Build { .. }
                | ActionKind::Exchange { .. }
                | ActionKind::Move { .. }
                | ActionKind::Discover { .. }
                | ActionKind::Capture { .. }
                | ActionKind::Sacrifice { .. }
                | ActionKind::Catastrophe { .. }
                | ActionKind::Pass
                | ActionKind::Resign
                | ActionKind::Restart
                | ActionKind::Eliminate
        )
    },
    lists_players: false,
    programs: &[
        Program {
            id: Server::Sdg.id(),
            about: "Homeworlds by the rules of SuperDuperGames, whatever server the record is of",
        },
        Program { id: Server::AbstractPlay.id(), about: "Homeworlds by the rules of Abstract Play" },
        Program { id: Server::Bga.id(), about: "Homeworlds by the rules of Board Game Arena" },
    ],
    region_of: |_| None,
};
