//! Logs of Board Game Arena, as they are copied from its page of a game: times, and sentences that name the player.

mod clock;
mod lines;
mod play;
mod prepare;
mod read;
mod render;
mod sentences;
#[cfg(test)]
mod tests;
mod times;
mod turns;

use std::borrow::Cow;

use super::spans;
use crate::formats::{Block, Evidence, GameSyntax, Probe, SourceLint};
use crate::model::{Game, Moment};
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};
use lines::{Line, Names};
use memchr::memmem::Finder;

/// The server that its records are of.
pub const SERVER: Server = Server::Bga;

/// The notation.
pub struct Bga;

/// File-wide habits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// How lines end; empty is LF.
    line_end: &'static str,
    /// How many lines that were not understood stand behind the result.
    behind_result: usize,
    /// Whether it is said that a player is out before it is said that the turn is over.
    out_before_end: bool,
    /// The numbers that the server gave to moves, by their times: those that an edit leaves stay as they are.
    numbers: Vec<(Moment, u32)>,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\n" } else { self.line_end }
    }
}

impl Syntax for Bga {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for Bga {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["order of game.players", "game.turns[].number"]
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        check(game, SERVER, rules)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: RuleSet) -> SourceLint {
        spans::lint_source(self, text, paths)
    }
}

/// A line ends as times or sentences do, and is one.
pub fn may_be(block: &Block<'_>) -> bool {
    let names = Names::default();
    // Most sentences have one of these, and a log has many of them.
    let articles = [Finder::new("s a "), Finder::new("s the")];
    let is_one = |line: &[u8]| {
        let is_likely = match line.last() {
            Some(b'.') => articles.iter().any(|article| article.find(line).is_some()),
            Some(b'M') => memchr::memchr(b':', line).is_some(),
            _ => false,
        };
        let line = if is_likely { std::str::from_utf8(line).ok() } else { None };
        line.is_some_and(|line| matches!(lines::read(lines::trimmed(line), &names), Line::Time(_) | Line::Of(..)))
    };
    block.statements.iter().take(LINES).any(|line| is_one(line))
}

/// How many lines are looked at.
const LINES: usize = 200;

/// Times and sentences.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = match std::str::from_utf8(probe.bytes) {
        Ok(text) => text,
        // The probe may end within a character.
        Err(bad) => std::str::from_utf8(&probe.bytes[..bad.valid_up_to()]).unwrap_or_default(),
    };
    let names = Names::of_homeworlds(text);
    let (mut times, mut sentences) = (false, false);
    for line in text.lines().take(LINES) {
        match lines::read(lines::trimmed(line), &names) {
            Line::Time(_) => times = true,
            Line::Of(..) => sentences = true,
            _ => {}
        }
    }
    let (confidence, reason) = match (times, sentences) {
        (true, true) => (100, "times and sentences of Board Game Arena"),
        (false, true) => (90, "sentences of Board Game Arena"),
        (true, false) => (40, "times as in a log of Board Game Arena"),
        (false, false) => return None,
    };
    Some(Evidence { confidence, reasons: vec![reason.into()] })
}
