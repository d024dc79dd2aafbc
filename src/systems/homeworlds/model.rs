//! Details of Homeworlds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::secrets::SystemSecrets;
use crate::model::{Details, Extra, Seat, SystemDetails};

/// Values that only Homeworlds has. A start position is in `game.position`: stars are its pieces without a player, and
/// a holding with a `home` names the owner of a homeworld.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeworldsDetails {
    /// Seat of the player who moves first in the start position; absent if the record does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// Values of a JSON record (Abstract Play) that the model has no field for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<Extra>,
}

impl SystemDetails for HomeworldsDetails {
    const SECRETS: SystemSecrets = SystemSecrets::NONE;

    fn into_details(self) -> Details {
        Details::of_homeworlds(self)
    }

    fn extras(&self) -> &[Extra] {
        &self.extras
    }
}

impl Details {
    /// Returns the details of a Homeworlds game; `Details::None` if they are empty, as in most games.
    pub fn of_homeworlds(details: HomeworldsDetails) -> Details {
        if details.is_left_out() { Details::None } else { Details::Homeworlds(Box::new(details)) }
    }

    /// Returns the details of a Homeworlds game; `None` if it has none, and for other systems.
    pub fn homeworlds(&self) -> Option<&HomeworldsDetails> {
        match self {
            Details::Homeworlds(details) => Some(details),
            _ => None,
        }
    }
}
