//! A game over time: what each player did and held, turn by turn.

use std::borrow::Cow;

use serde::Serialize;

use crate::model::{Moment, Seat};

/// What a player did in a turn, own or not, and held at its end. A count that is not known is absent, and never 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimelineRow<'g> {
    /// The number of the turn, from 1, as the record counts them.
    pub turn: usize,
    /// When it began.
    pub when: Option<Moment>,
    /// The player's seat.
    pub player: Seat,
    /// The player's name, where the document has it and the game does not hide it.
    pub name: Option<Cow<'g, str>>,
    /// True where it is this player's turn.
    pub moves: bool,
    /// False where the turn was undone, so that nothing of what was done in it holds.
    pub counts: bool,
    /// The countries that the player holds at its end.
    pub countries: Option<u32>,
    /// The armies on them.
    pub armies: Option<i64>,
    /// The continents that the player holds whole.
    pub continents: Option<u32>,
    /// The armies that the player deployed.
    pub deployed: Option<i64>,
    /// The attacks that the player began.
    pub attacks: Option<u32>,
    /// The countries that the player took.
    pub won: Option<u32>,
    /// The countries that were taken from the player.
    pub lost: Option<u32>,
    /// The armies of others that the player killed, attacking or defending.
    pub killed: Option<i64>,
    /// The armies that the player lost so.
    pub armies_lost: Option<i64>,
    /// The days from the beginning of the player's turn before this one to the beginning of this.
    pub days_since_last_call: Option<f64>,
}

impl TimelineRow<'_> {
    /// The names of the columns, in their order.
    pub const KEYS: &'static [&'static str] = &[
        "turn",
        "when",
        "player",
        "name",
        "moves",
        "counts",
        "countries",
        "armies",
        "continents",
        "deployed",
        "attacks",
        "won",
        "lost",
        "killed",
        "armies_lost",
        "days_since_last_call",
    ];
}
