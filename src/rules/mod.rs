//! What a game's rules say about a [`Game`](crate::model::Game): derived facts and judgements. No text here.

mod contract;
pub mod diplomacy;
pub mod global_war;
pub mod homeworlds;
pub mod parts;
pub mod power;

pub use contract::{Finding, Program, RuleSet, SystemRules};
