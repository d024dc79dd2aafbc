//! A game over time: what each player did and held, turn by turn.

use std::borrow::Cow;

use serde::Serialize;

use crate::model::{Moment, Seat};

/// Actions of one player in one turn, their own or another player's, and holdings at its end. A count that is not known
/// is absent, never 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimelineRow<'g> {
    /// Name of the game; `None` if all rows are of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Cow<'g, str>>,
    /// Number of the turn in the record, from 1.
    pub turn: usize,
    /// Beginning of the turn; `None` if the record has no exact time.
    pub when: Option<Moment>,
    /// Seat of the player.
    pub player: Seat,
    /// Name of the player; `None` if the document does not have it or the game hides it.
    pub name: Option<Cow<'g, str>>,
    /// Whether this is the player's own turn.
    pub moves: bool,
    /// Whether the turn counts; `false` if it was undone, so that nothing that was done in it remains.
    pub counts: bool,
    /// Countries that the player holds at the end of the turn.
    pub countries: Option<u32>,
    /// Armies on these countries.
    pub armies: Option<i64>,
    /// Continents that the player holds whole.
    pub continents: Option<u32>,
    /// Armies that the player deployed.
    pub deployed: Option<i64>,
    /// Attacks that the player began.
    pub attacks: Option<u32>,
    /// Countries that the player took.
    pub won: Option<u32>,
    /// Countries that the player lost to others.
    pub lost: Option<u32>,
    /// Armies of other players that the player killed, in attack or defence.
    pub killed: Option<i64>,
    /// Armies that the player lost, in attack or defence.
    pub armies_lost: Option<i64>,
    /// Days between the beginnings of the player's previous turn and of this turn; `None` before the player's first.
    pub days_since_last_call: Option<f64>,
}

impl TimelineRow<'_> {
    /// Names of the columns, in order; the first only if there may be rows of several games.
    pub const KEYS: &'static [&'static str] = &[
        "game",
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
