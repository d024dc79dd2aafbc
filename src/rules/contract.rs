//! The contract of a system's rules.

use super::parts::Part;
use crate::model::ActionKind;
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

/// Whose rules a game is checked by, where a notation's document and the programs of today differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RuleSet {
    /// What the program refuses, or changes in silence, that the file is of.
    #[default]
    Engine,
    /// What the format's document forbids.
    Document,
    /// What the program of that id refuses, one of its system's [`SystemRules::programs`]; for games of other systems
    /// the same as [`RuleSet::Engine`].
    Program(&'static str),
}

/// A program that a system is played with, where there are several and their rules differ.
pub struct Program {
    /// The id that `check --rules` takes.
    pub id: &'static str,
    /// A few words for people.
    pub about: &'static str,
}

/// What the rules of a system have a place for.
pub struct SystemRules {
    /// The parts that its games have, of those that not every system has.
    pub parts: &'static [Part],
    /// Whether something like this is done in its games.
    pub has_action: fn(&ActionKind) -> bool,
    /// Whether each seat is that of a player, in a game that lists its players; else the rules say who plays.
    pub lists_players: bool,
    /// The programs whose rules differ.
    pub programs: &'static [Program],
    /// The name of the region that a territory of a built-in board lies in.
    pub region_of: fn(territory: &str) -> Option<&'static str>,
}
