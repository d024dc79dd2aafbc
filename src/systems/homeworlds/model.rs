//! What only Homeworlds has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::secrets::SystemSecrets;
use crate::model::{Details, Extra, Seat, SystemDetails};

/// Values that only Homeworlds has. A start position is `game.position`, in which stars are the pieces without a player
/// and a holding with a `home` says whose homeworld a system is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeworldsDetails {
    /// The player who moves first in the start position, where the record says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Seat>,
    /// Values of a record in JSON (Abstract Play) that the model has no field for.
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
    /// The details of a Homeworlds game that has some; most have none.
    pub fn of_homeworlds(details: HomeworldsDetails) -> Details {
        if details.is_left_out() { Details::None } else { Details::Homeworlds(Box::new(details)) }
    }

    /// The details of a Homeworlds game.
    pub fn homeworlds(&self) -> Option<&HomeworldsDetails> {
        match self {
            Details::Homeworlds(details) => Some(details),
            _ => None,
        }
    }
}
