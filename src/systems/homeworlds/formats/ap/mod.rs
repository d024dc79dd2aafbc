//! Abstract Play: records of whole games as JSON, and files of its move strings, one turn a line.
//!
//! The server also accepts a line end between the commands of a turn. In a file of move strings a line end ends the
//! turn; within a turn, commands are separated by commas, semicolons and slashes of either kind. In a record a turn is
//! a string, in which a line end separates commands like the others.

mod command;
mod header;
mod identify;
mod infer;
mod lines;
mod prepare;
mod read;
mod record;
mod render;
mod rounds;
mod style;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use super::{error, spans};
use crate::formats::{GameSyntax, SourceLint, numbered};
use crate::model::{Game, Turn};
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};
pub use identify::{identify, may_be};
use style::Style;

/// The server that the records come from.
pub const SERVER: Server = Server::AbstractPlay;

/// The notation of Abstract Play.
pub struct AbstractPlay;

impl Syntax for AbstractPlay {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        read::read(text, report).map(|(reading, _)| reading)
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for AbstractPlay {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["order of game.players", "game.turns[].number"]
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        check(game, SERVER, rules)
    }

    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
        lint(text, paths, rules).0
    }

    fn lint_own_source(&self, game: &mut Game, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
        spans::without_turns(game, || lint(text, paths, Some(rules)))
    }
}

/// Lints a text, and returns its turns too.
fn lint(text: &str, paths: &[&str], rules: Option<RuleSet>) -> (SourceLint, Vec<Turn>) {
    let mut report = Report::again(rules.is_some());
    let (turns, places) = match read::read(text, &mut report) {
        Some((reading, places)) => (reading.meaning.turns, places),
        None => (Vec::new(), Vec::new()),
    };
    let places = paths.iter().map(|path| place(path, &places)).collect();
    (SourceLint { diagnostics: error::refused(report.into_found()), places }, turns)
}

/// The spans of a turn and its actions.
#[derive(Debug, Default)]
struct TurnPlaces {
    turn: Range<usize>,
    actions: Vec<Range<usize>>,
}

/// Returns the span that a path such as `game.turns[3].actions[1].at` leads to: that of the command, or else of the
/// turn.
fn place(path: &str, turns: &[TurnPlaces]) -> Option<Range<usize>> {
    let (turn, rest) = numbered(path, "game.turns[")?;
    let turn = turns.get(turn)?;
    let action = numbered(rest, ".actions[").and_then(|(action, _)| turn.actions.get(action));
    Some(action.unwrap_or(&turn.turn).clone())
}
