//! The contract of a system's rules.

use super::parts::Part;
use crate::model::ActionKind;
use crate::text::{Code, Diagnostic, Severity};

/// Something odd or wrong that the rules find at one place of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Code of the finding.
    pub code: &'static Code,
    /// Severity, which counts for `check` alone.
    pub severity: Severity,
    /// Path in the document, such as `game.players[3].name`.
    pub path: Box<str>,
    /// Description of the problem.
    pub message: Box<str>,
}

impl Finding {
    /// Creates a finding. There may be very many, so its texts are copied into room of their own size.
    pub fn new(code: &'static Code, severity: Severity, path: &str, message: &str) -> Finding {
        Finding { code, severity, path: path.into(), message: message.into() }
    }
}

/// The help of the diagnostic is the advice of its code.
impl From<Finding> for Diagnostic {
    fn from(finding: Finding) -> Self {
        let Finding { code, severity, path, message } = finding;
        Diagnostic::new(code, severity, message).on(path).help(code.advice)
    }
}

/// The rules to check a game by: a format's document and the programs of today may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RuleSet {
    /// The rules of the program that the file belongs to: what it refuses or silently changes.
    #[default]
    Engine,
    /// The rules of the format's document: what it forbids.
    Document,
    /// The rules of the program with this id, one of its system's [`SystemRules::programs`]: what it refuses. For games
    /// of other systems the same as [`RuleSet::Engine`].
    Program(&'static str),
}

/// A program that plays a system, where there are several whose rules differ.
pub struct Program {
    /// Id that `check --rules` takes.
    pub id: &'static str,
    /// Short description for people.
    pub about: &'static str,
}

/// The parts of the model and the programs that a system has.
pub struct SystemRules {
    /// Parts that games of the system have, among those that not every system has.
    pub parts: &'static [Part],
    /// Returns whether games of the system have actions of this kind.
    pub has_action: fn(&ActionKind) -> bool,
    /// Whether every seat belongs to a listed player, if the game lists its players; if `false`, the rules say who
    /// plays.
    pub lists_players: bool,
    /// Programs whose rules differ.
    pub programs: &'static [Program],
    /// Returns the region that a territory of a built-in board lies in; `None` if it has none.
    pub region_of: fn(territory: &str) -> Option<&'static str>,
}
