//! The macro behind the registry: it turns one declaration a system into `System` and `Details`.

/// Declares the systems. Each entry has the variant, the module, the name and a description; a system with details of
/// its own also names their type and what they belong to. The two descriptions become the doc comments of the variants,
/// and so part of the schema. Each module must have a `SYSTEM`, the `SystemDef` of its system.
macro_rules! systems {
    ($($system:ident, $module:ident, $name:literal, $about:literal $(, $details:ident, $of:literal)?;)*) => {
        /// The parts of the model that only one system has, one module a system.
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
            /// All systems, in the order of their declaration.
            pub const ALL: &[System] = &[$(System::$system),*];

            /// Returns the name as people write it, such as `Global War`.
            pub fn name(self) -> &'static str {
                match self {
                    $(System::$system => $name,)*
                }
            }

            /// Calls the visitor with the type of the system's details, or `NoDetails` if it has none.
            pub(crate) fn with_details<V: DetailsVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(System::$system => visitor.visit::<systems!(@type $module $($details)?)>(),)*
                }
            }

            /// Returns the formats, tables, views and rules of the system.
            #[doc(hidden)]
            pub fn def(self) -> &'static SystemDef {
                match self {
                    $(System::$system => &$module::SYSTEM,)*
                }
            }

            /// Returns the parts of the system's games that only their players may see.
            pub(crate) fn secrets(self) -> &'static SystemSecrets {
                match self {
                    $(System::$system => const { &<systems!(@type $module $($details)?)>::SECRETS },)*
                }
            }
        }

        /// The details that only one system has, as given by `game.system`.
        #[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Details {
            $($(#[doc = $of] $system(Box<$module::model::$details>),)?)*
            /// No details.
            #[default]
            None,
        }

        impl Details {
            /// Returns empty details of the system's type, or [`Details::None`] if the system has none.
            pub fn blank(system: System) -> Details {
                match system {
                    $(System::$system => systems!(@blank $system $module $($details)?),)*
                }
            }

            /// Returns whether a game of that system can have these details; no details fit every system.
            pub fn are_of(&self, system: System) -> bool {
                let blank = Details::blank(system);
                *self == Details::None || std::mem::discriminant(self) == std::mem::discriminant(&blank)
            }

            /// Returns the values of a JSON source that belong to the game itself and that the model has no field for.
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
