//! Logs of Board Game Arena, as copied from the page of a game: times, and sentences that begin with the player's name.

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
use std::sync::LazyLock;

use super::spans;
use crate::formats::{Block, Evidence, GameSyntax, Probe, SourceLint};
use crate::model::{Game, Moment};
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};
use lines::{Line, Names};
use memchr::memmem::Finder;

/// The server that the logs come from.
pub const SERVER: Server = Server::Bga;

/// The notation of Board Game Arena.
pub struct Bga;

/// The style of a whole file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// The line end; empty means LF.
    line_end: &'static str,
    /// The number of lines after the result that were not understood.
    behind_result: usize,
    /// Whether a player's elimination is written before the end of the turn.
    out_before_end: bool,
    /// The server's move numbers, by their times: times that an edit leaves unchanged keep their numbers.
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

    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
        spans::lint_source(self, text, paths, rules)
    }

    fn lint_own_source(&self, game: &mut Game, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
        spans::lint_own_source(self, game, text, paths, rules)
    }
}

/// Returns whether a line ends like a time or a sentence, and is one.
pub fn may_be(block: &Block<'_>) -> bool {
    // Most sentences contain one of these, and a log has many sentences.
    static ARTICLES: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| ["s a ", "s the"].map(Finder::new));
    let names = Names::default();
    let is_one = |line: &[u8]| {
        let is_likely = match line.last() {
            Some(b'.') => ARTICLES.iter().any(|article| article.find(line).is_some()),
            Some(b'M') => memchr::memchr(b':', line).is_some(),
            _ => false,
        };
        let line = if is_likely { std::str::from_utf8(line).ok() } else { None };
        line.is_some_and(|line| matches!(lines::read(lines::trimmed(line), &names), Line::Time(_) | Line::Of(..)))
    };
    block.statements().iter().take(LINES).any(|line| is_one(line))
}

/// The number of lines that are examined.
const LINES: usize = 200;

/// Recognizes a text of times and sentences.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = match std::str::from_utf8(probe.bytes) {
        Ok(text) => text,
        // The probe may end inside a character.
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
