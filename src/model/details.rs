//! What a system says of its own part of the model.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::action::Extra;
use super::secrets::SystemSecrets;
use crate::systems::Details;

/// The details of a game: values that only one system has.
pub trait SystemDetails: Default + PartialEq + DeserializeOwned {
    /// The values of its games that concern the players alone.
    const SECRETS: SystemSecrets;

    /// The details of a game that has these.
    fn into_details(self) -> Details;

    /// True where a document leaves the details out.
    fn is_left_out(&self) -> bool {
        *self == Self::default()
    }

    /// Values of the game in a source in JSON that the model has no field for.
    fn extras(&self) -> &[Extra] {
        &[]
    }
}

/// Does something with the type of a system's details, which [`System::with_details`](super::System::with_details)
/// chooses.
pub trait DetailsVisitor {
    /// The result of the visit.
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
