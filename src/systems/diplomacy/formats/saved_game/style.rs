//! The habits of a saved game.

use super::messages::TIMES;
use super::turn::STATE;
use crate::model::Extra;
use crate::text::json::{Keys, Spacing};

/// How a saved game is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Blanks, line ends and escapes.
    pub spacing: Spacing,
    /// The keys of the game, in their order.
    pub game: Keys,
    /// The keys of phases.
    pub phase: Keys,
    /// The keys of states.
    pub state: Keys,
    /// Whether powers without orders are left out.
    pub sparse_orders: bool,
    /// What stands behind the game.
    pub line_end: &'static str,
    /// How much of the text a statement is.
    pub granularity: StatementGranularity,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            spacing: Spacing::default(),
            game: Keys::of(&GAME_KEYS),
            phase: Keys::of(&PHASE_KEYS),
            state: Keys::of(&STATE_KEYS),
            sparse_orders: false,
            line_end: "\n",
            granularity: StatementGranularity::default(),
        }
    }
}

/// The keys of a state as the engine writes them.
pub const STATE_KEYS: [&str; 14] = [
    "timestamp",
    "zobrist_hash",
    "note",
    "name",
    "units",
    "retreats",
    "centers",
    "homes",
    "influence",
    "civil_disorder",
    "builds",
    "game_id",
    "map",
    "rules",
];

/// How much of the text a statement is: the finer, the less changes with an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StatementGranularity {
    /// A unit, an order, a message: where the text is canonical but for blanks, escapes and the wording of orders.
    #[default]
    Value,
    /// A phase, where keys stand in another order, or some are missing.
    Phase,
    /// The whole text, where it is damaged.
    Whole,
}

/// The keys of the game, of phases and of states that the model holds.
pub const GAME_KEYS: [&str; 4] = ["id", "map", "rules", "phases"];
pub const PHASE_KEYS: [&str; 5] = ["name", "state", "orders", "results", "messages"];
const POSITION_KEYS: [&str; 7] = ["name", "units", "retreats", "centers", "game_id", "map", "rules"];

/// Brings extras into the order that they have in the model: those of states, those of phases, and of each the ones
/// whose keys are known last.
pub fn sort(extras: &mut [Extra], known: &[&str]) {
    let rank = |key: &str, known: &[&str]| known.iter().position(|other| *other == key).map_or(0, |at| at + 1);
    extras.sort_by_key(|extra| match extra.key.strip_prefix(STATE) {
        Some(key) => (0, rank(key, &POSITION_KEYS)),
        None => (1 + usize::from(extra.key == TIMES), rank(&extra.key, known)),
    });
}
