//! The rules of games: facts that follow from a [`Game`](crate::model::Game), and findings about it.

mod contract;
pub(crate) mod parts;
pub mod recovery;
pub mod timeline;

pub use contract::{Finding, Program, RuleSet, SystemRules};
