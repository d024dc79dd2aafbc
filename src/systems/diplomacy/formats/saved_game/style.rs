//! The style of a saved game.

use super::messages::TIMES;
use super::turn::STATE;
use crate::model::Extra;
use crate::text::json::{Keys, Spacing};

/// The style of a saved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Blanks, line ends and escapes.
    pub spacing: Spacing,
    /// Keys of the game, in their order.
    pub game: Keys,
    /// Keys of phases, in their order.
    pub phase: Keys,
    /// Keys of states, in their order.
    pub state: Keys,
    /// Whether the orders of a phase leave out powers without any.
    pub sparse_orders: bool,
    /// Line end after the game.
    pub line_end: &'static str,
    /// Granularity of the statements.
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

/// Keys of a state, as the engine writes them.
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

/// Granularity of statements. The finer it is, the less text changes with an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StatementGranularity {
    /// A unit, an order or a message, where the text is canonical but for blanks, escapes and the wording of orders.
    #[default]
    Value,
    /// A phase, where keys are in another order, or some are missing.
    Phase,
    /// The whole text, where it is damaged.
    Whole,
}

/// Keys of the game that the model holds.
pub const GAME_KEYS: [&str; 4] = ["id", "map", "rules", "phases"];
pub const PHASE_KEYS: [&str; 5] = ["name", "state", "orders", "results", "messages"];
const POSITION_KEYS: [&str; 7] = ["name", "units", "retreats", "centers", "game_id", "map", "rules"];

/// Sorts extras into their order in the model: those of states, then those of phases; in each group those with known
/// keys come last.
pub fn sort(extras: &mut [Extra], known: &[&str]) {
    let rank = |key: &str, known: &[&str]| known.iter().position(|other| *other == key).map_or(0, |at| at + 1);
    extras.sort_by_key(|extra| match extra.key.strip_prefix(STATE) {
        Some(key) => (0, rank(key, &POSITION_KEYS)),
        None => (1 + usize::from(extra.key == TIMES), rank(&extra.key, known)),
    });
}
