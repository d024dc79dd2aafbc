//! The systems, each in one line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Extra;
use super::details::{DetailsVisitor, NoDetails, SystemDetails};
use super::diplomacy::DiplomacyDetails;
use super::game::IsEmpty;
use super::global_war::GlobalWarDetails;
use super::homeworlds::HomeworldsDetails;
use super::secrets::SystemSecrets;

/// Declares the systems: each with its name, what it is, and where it has details of its own, their type and what they
/// are of. What it is and what they are of stand in the schema.
macro_rules! systems {
    ($($system:ident, $name:literal, $about:literal $(, $details:ident, $of:literal)?;)*) => {
        /// A game system.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum System {
            $(#[doc = $about] $system,)*
        }

        impl System {
            /// Every system.
            pub const ALL: &[System] = &[$(System::$system),*];

            /// The name, as people write it.
            pub fn name(self) -> &'static str {
                match self {
                    $(System::$system => $name,)*
                }
            }

            /// Does something with the type of the system's details.
            pub fn with_details<V: DetailsVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(System::$system => visitor.visit::<systems!(@type $($details)?)>(),)*
                }
            }

            /// What of the system's games concerns their players alone.
            pub fn secrets(self) -> &'static SystemSecrets {
                match self {
                    $(System::$system => const { &<systems!(@type $($details)?)>::SECRETS },)*
                }
            }
        }

        /// What only one system has; which, follows from [`Game::system`](super::Game::system).
        #[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
        #[serde(untagged)]
        pub enum Details {
            $($(#[doc = $of] $system(Box<$details>),)?)*
            /// Nothing.
            #[default]
            None,
        }

        impl Details {
            /// The details of a system that say nothing, where it has some.
            pub fn blank(system: System) -> Details {
                match system {
                    $(System::$system => systems!(@blank $system $($details)?),)*
                }
            }

            /// Whether a game of that system can have them.
            pub fn are_of(&self, system: System) -> bool {
                let blank = Details::blank(system);
                *self == Details::None || std::mem::discriminant(self) == std::mem::discriminant(&blank)
            }

            /// What a source in JSON has beside, of the game itself.
            pub fn extras(&self) -> &[Extra] {
                match self {
                    $($(Details::$system(details) => <$details as SystemDetails>::extras(details),)?)*
                    Details::None => &[],
                }
            }
        }

        impl IsEmpty for Details {
            fn is_empty(&self) -> bool {
                match self {
                    $($(Details::$system(details) => <$details as SystemDetails>::is_left_out(details),)?)*
                    Details::None => true,
                }
            }
        }
    };
    (@type) => { NoDetails };
    (@type $details:ident) => { $details };
    (@blank $system:ident) => { Details::None };
    (@blank $system:ident $details:ident) => { Details::$system(Box::<$details>::default()) };
}

systems! {
    GlobalWar, "Global War", "Global War, the BBS door game by Joel Bergen.", GlobalWarDetails, "Global War.";
    Diplomacy, "Diplomacy", "Diplomacy and its variants, Machiavelli among them.", DiplomacyDetails, "Diplomacy and its variants.";
    Homeworlds, "Homeworlds", "Homeworlds.", HomeworldsDetails, "Homeworlds.";
    Power, "Power", "Power (Commanders).";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the details of a game that says nothing of its own.
    struct Made;

    impl DetailsVisitor for Made {
        type Output = Details;

        fn visit<D: SystemDetails>(self) -> Details {
            D::default().into_details()
        }
    }

    #[test]
    fn details_are_of_their_system() {
        for &system in System::ALL {
            let (blank, made) = (Details::blank(system), system.with_details(Made));
            assert!(made == blank || made == Details::None && blank.is_empty(), "{system:?}: {made:?}");
            assert!(blank.extras().is_empty());
        }
        assert!(Details::blank(System::Homeworlds).homeworlds().is_some());
        assert_eq!(Details::blank(System::Power), Details::None);
    }

    #[test]
    fn secrets_are_of_their_system() {
        let keys = |system: System| system.secrets().keys().collect::<Vec<_>>();
        assert_eq!(keys(System::GlobalWar), ["team_passwords", "more_lines"]);
        assert_eq!(keys(System::Diplomacy), ["password", "address"]);
        assert!(keys(System::Homeworlds).is_empty() && keys(System::Power).is_empty());
    }
}
