//! What a game's rules say about a [`Game`](crate::model::Game): derived facts and judgements. No text here.

pub mod diplomacy;
pub mod global_war;
pub mod homeworlds;
pub mod parts;
pub mod power;

use crate::text::{Code, Diagnostic, Severity};

/// Something that the rules find odd or wrong, at a place of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is.
    pub code: &'static Code,
    /// How bad it is, for `check` alone.
    pub severity: Severity,
    /// Where, such as `game.players[3].name`.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// The advice of its code says what to do.
impl From<Finding> for Diagnostic {
    fn from(finding: Finding) -> Self {
        let Finding { code, severity, path, message } = finding;
        Diagnostic::new(code, severity, message).on(path).help(code.advice)
    }
}

/// What the rules of the game's system say about it; orders are judged by the names of `atlas`, a record of Homeworlds
/// is `server`'s.
pub fn check(
    game: &crate::model::Game,
    atlas: Option<&diplomacy::Atlas>,
    server: homeworlds::Server,
    rules: RuleSet,
) -> Vec<Finding> {
    match game.system {
        crate::model::System::GlobalWar => global_war::check(game),
        crate::model::System::Diplomacy => {
            let orders = atlas.map(|atlas| diplomacy::orders::check(game, atlas, rules));
            diplomacy::check(game).into_iter().chain(orders.into_iter().flatten()).collect()
        }
        crate::model::System::Homeworlds => homeworlds::check(game, server, rules),
        crate::model::System::Power => power::check(game, rules),
    }
}

/// Whose rules a game is checked by, where a notation's document and the programs of today differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleSet {
    /// What the program refuses, or changes in silence, that the file is of.
    #[default]
    Engine,
    /// What the format's document forbids.
    Document,
    /// What that server of Homeworlds refuses; for other games the same as [`RuleSet::Engine`].
    Server(homeworlds::Server),
}
