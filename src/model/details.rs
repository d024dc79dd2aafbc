//! What a system says of its own part of the model.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::action::Extra;
use super::secrets::SystemSecrets;
use crate::systems::Details;

/// What only one system has.
pub trait SystemDetails: Default + PartialEq + DeserializeOwned {
    /// What of its games concerns the players alone.
    const SECRETS: SystemSecrets;

    /// The details of a game that has these.
    fn into_details(self) -> Details;

    /// Whether a document leaves them out.
    fn is_left_out(&self) -> bool {
        *self == Self::default()
    }

    /// What a source in JSON has beside, of the game itself.
    fn extras(&self) -> &[Extra] {
        &[]
    }
}

/// Does something with the type of a system's details, which [`System::with_details`](super::System::with_details)
/// chooses.
pub trait DetailsVisitor {
    /// What comes of it.
    type Output;

    /// Does it with the details of one system.
    fn visit<D: SystemDetails>(self) -> Self::Output;
}

/// No details: those of a system that has none.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoDetails {}

impl SystemDetails for NoDetails {
    const SECRETS: SystemSecrets = SystemSecrets::NONE;

    fn into_details(self) -> Details {
        Details::None
    }
}
