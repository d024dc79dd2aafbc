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

use crate::model::ActionKind;
use crate::rules::parts::Part;
use crate::rules::{Program, SystemRules};
pub use piece::{Colour, Piece};
pub use replay::{Out, Outcome, Replay, after, check, outcome, replay};
pub use state::{PlayerStatus, RuleViolation, State, System};
pub use table::Server;

/// What a game of Homeworlds has; who sits at the table is for its rules to say.
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
