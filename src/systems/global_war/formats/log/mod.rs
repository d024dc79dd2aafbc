//! The log of a game, `WARxx.LOG`: the date on which the game began, and a line for each action.
//!
//! A line consists of a letter for the kind of action and the numbers of countries, players and armies. `B` begins a
//! turn of the player that it names, who is the player of all lines up to the next `B`. `.` is a blank line.

pub mod codes;
mod date;
mod identify;
mod join;
mod lint;
mod prepare;
mod read;
mod render;
#[cfg(test)]
mod tests;
mod token;

use std::borrow::Cow;

use crate::formats::{Facts, Format, GamePart, GameSyntax, Join, Kind, SourceLint};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::global_war::rules;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Encoding, Report};

/// The most bytes that are read of a log. A long game has ten thousand turns of 250 bytes; in memory each line takes
/// twenty times its length.
const MAX_FILE_SIZE: usize = 8 << 20;

/// The format of `WARxx.LOG`.
pub static WAR_LOG: Format = Format {
    id: "war-log",
    name: "Global War log (WARxx.LOG)",
    facts: Facts {
        about: "What was done in a game of Global War, turn by turn: armies deployed, attacks and their losses, countries conquered, continents taken, players eliminated. Each line is a letter with numbers behind it.",
        holds: &[GamePart::Turns],
        needs: &[GamePart::Turns],
        ..Facts::NONE
    },
    family: "global-war",
    file_names: &["WAR[0-9].LOG", "WAR[0-9][0-9].LOG", "WAR[0-9][0-9][0-9].LOG"],
    extension: "LOG",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 1_000_000,
    encoding: Encoding::CP437,
    codes: &[codes::CODES],
    json_keys: &[],
    may_be_text: identify::may_be,
    identify: identify::identify,
    kind: Kind::Text(&Log),
    joins: Some(Join::With {
        to: &["war-dat", "war-rec"],
        games: join::join,
        part: None,
        doubts: Some(join::doubts),
        by_name: true,
    }),
    variant_of: None,
    board_lookup: None,
};

/// The notation of logs.
struct Log;

/// The style of a log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// The line end; empty for the default, CR LF.
    line_end: &'static str,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\r\n" } else { self.line_end }
    }
}

impl Syntax for Log {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for Log {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["game.board", "game.turns[].number"]
    }

    fn validate(&self, game: &Game, _: RuleSet) -> Vec<Finding> {
        rules::check(game)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        lint::lint_source(text, paths)
    }
}
