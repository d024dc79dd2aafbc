//! What only Toy Wars has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::secrets::{Suspects, SystemSecrets};
use crate::model::{Details, Field, SystemDetails};

/// What only Toy Wars has.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToyDetails {
    /// Days since the game began.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub day: Field<u32>,
    /// What is in the bank.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub bank: Field<i32>,
    /// The password of the sysop's menu; empty is none.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub sysop_password: Field<String>,
}

impl SystemDetails for ToyDetails {
    const SECRETS: SystemSecrets = SystemSecrets {
        passwords: &["sysop_password"],
        suspects: |_, _| Suspects::All,
        no_password: "",
        ..SystemSecrets::NONE
    };

    fn into_details(self) -> Details {
        Details::Toy(Box::new(self))
    }
}
