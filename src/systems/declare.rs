//! What a line of the registry declares.

/// Declares the systems: each with its module, its name, what it is, and where it has details of its own, their
/// type and what they are of. What it is and what they are of stand in the schema; what it brings above the model is
/// the `SYSTEM` of its module.
macro_rules! systems {
    ($($system:ident, $module:ident, $name:literal, $about:literal $(, $details:ident, $of:literal)?;)*) => {
        /// What only one system has, by system.
        pub mod models {
            use super::systems;
            $(systems!(@model $module $($details $of)?);)*
        }

        /// A game system.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[non_exhaustive]
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
            pub(crate) fn with_details<V: DetailsVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(System::$system => visitor.visit::<systems!(@type $module $($details)?)>(),)*
                }
            }

            /// What the system brings above the model.
            #[doc(hidden)]
            pub fn def(self) -> &'static SystemDef {
                match self {
                    $(System::$system => &$module::SYSTEM,)*
                }
            }

            /// What of the system's games concerns their players alone.
            pub(crate) fn secrets(self) -> &'static SystemSecrets {
                match self {
                    $(System::$system => const { &<systems!(@type $module $($details)?)>::SECRETS },)*
                }
            }
        }

        /// What only one system has; which, follows from `game.system`.
        #[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Details {
            $($(#[doc = $of] $system(Box<$module::model::$details>),)?)*
            /// Nothing.
            #[default]
            None,
        }

        impl Details {
            /// The details of a system that say nothing, where it has some.
            pub fn blank(system: System) -> Details {
                match system {
                    $(System::$system => systems!(@blank $system $module $($details)?),)*
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
                    $($(Details::$system(details) => <$module::model::$details as SystemDetails>::extras(details),)?)*
                    Details::None => &[],
                }
            }
        }

        impl IsEmpty for Details {
            fn is_empty(&self) -> bool {
                match self {
                    $($(Details::$system(details) => <$module::model::$details as SystemDetails>::is_left_out(details),)?)*
                    Details::None => true,
                }
            }
        }
    };
    (@model $module:ident) => {};
    (@model $module:ident $details:ident $of:literal) => {
        #[doc = $of]
        pub use super::$module::model as $module;
    };
    (@type $module:ident) => { NoDetails };
    (@type $module:ident $details:ident) => { $module::model::$details };
    (@blank $system:ident $module:ident) => { Details::None };
    (@blank $system:ident $module:ident $details:ident) => { Details::$system(Box::<$module::model::$details>::default()) };
}

pub(super) use systems;
