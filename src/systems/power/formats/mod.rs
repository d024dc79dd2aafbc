//! Power (Commanders): commands, turns, histories and boards in the codes of `power-game-codes.txt`.
//!
//! A file holds commands or boards. Commands either stand alone, separated by line ends or commas, or are in the turns
//! of a history, which are separated by semicolons. Boards are separated by semicolons or line ends.

mod board;
pub mod codes;
mod command;
mod error;
mod identify;
mod infer;
mod join;
mod lenient;
mod lint_source;
mod prepare;
mod read;
mod render;
mod scan;

use std::borrow::Cow;

use crate::formats::{Facts, Format, GamePart, GameSyntax, Join, Kind, SourceLint, SystemDocuments};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::power::rules;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Encoding, Report};

/// Checks and completes documents of Power.
pub static SYSTEM: SystemDocuments = SystemDocuments {
    check: |document, rules| rules::check(&document.game, rules),
    starts_from_given_position: true,
    ..SystemDocuments::PLAIN
};

/// Largest file that is read, in bytes. A history has some thousands of commands, and each takes fifty times its length
/// in memory.
const MAX_FILE_SIZE: usize = 8 << 20;

/// Files of commands, turns, histories or boards.
pub static POWER: Format = Format {
    id: "power",
    name: "Power commands, histories and boards",
    facts: Facts {
        about: "A game of Power (Commanders): single commands, the turns of a player, the history of a game, or a folded board.",
        holds: &[GamePart::Players, GamePart::Position, GamePart::Turns, GamePart::TurnPositions],
        needs: &[GamePart::Turns, GamePart::Position],
        ..Facts::NONE
    },
    family: "power",
    file_names: &["*.power"],
    extension: "power",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 1_000_000,
    encoding: Encoding::UTF_8,
    codes: &[codes::CODES, rules::codes::CODES],
    json_keys: &[],
    may_be_text: identify::may_be,
    identify: identify::identify,
    kind: Kind::Text(&Power),
    joins: Some(Join::PlayerFiles { games: join::join, part: join::part }),
    variant_of: None,
    board_lookup: None,
};

/// The notation of Power.
struct Power;

/// The style of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// Text between two turns; empty stands for `;` and LF.
    turn_end: &'static str,
    /// Text between two commands; empty stands for a comma in histories, and for a line end elsewhere.
    command_end: &'static str,
    /// Text after the last statement; `None` stands for LF.
    last_end: Option<&'static str>,
    /// Whether the slashes of boards are packed.
    packed: bool,
}

impl Syntax for Power {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        read::read(text, report)
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for Power {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        rules::check(game, rules)
    }

    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
        lint_source::lint_source(text, paths, rules)
    }
}
