//! What only Homeworlds has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Extra;
use super::value::Seat;

/// What only Homeworlds has. Everything else has its place in the game: a start position is
/// [`Game::position`](super::Game::position), in which stars are the pieces without a player and a holding with a
/// `home` says whose homeworld a system is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeworldsDetails {
    /// Who moves first in the start position, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// What a source in JSON has beside (Abstract Play).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
}
