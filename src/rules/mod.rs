//! What a game's rules say about a [`Game`](crate::model::Game): derived facts and judgements. No text here.

mod contract;
pub(crate) mod parts;
pub mod recovery;
pub mod timeline;

pub use contract::{Finding, Program, RuleSet, SystemRules};
