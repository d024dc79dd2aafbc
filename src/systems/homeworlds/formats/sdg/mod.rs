//! Archive files of the SuperDuperGames server: a header, numbered turns with the names of their players, and chat.

mod header;
mod prepare;
mod read;
mod render;
mod resigning;
mod turn;

use std::borrow::Cow;

use super::spans;
use super::words::{Dialect, TradeOrder, Wording};
use crate::formats::{Block, Evidence, GameSyntax, Probe, SourceLint};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};
use header::Slot;

/// The server that the records come from.
pub const SERVER: Server = Server::Sdg;

/// The notation of SuperDuperGames.
pub struct Sdg;

/// The words of commands in this notation.
const DIALECT: Dialect = Dialect {
    trade: TradeOrder::Ship,
    names_homes: false,
    is_lenient: true,
    builds_colours: false,
    may_omit_sizes: false,
};

/// The style of a whole file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// The line end; empty means LF.
    line_end: &'static str,
    /// The header lines in the order of the file; empty for the usual order.
    header: Vec<Slot>,
    /// Whether the colour of a catastrophe is written as a word.
    colour_words: bool,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\n" } else { self.line_end }
    }

    fn wording(&self) -> Wording {
        Wording { letters: false, capitals: true, colour_words: self.colour_words, between: ' ' }
    }
}

impl Syntax for Sdg {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for Sdg {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["order of game.players", "game.turns[].number", "game.result.reason"]
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

/// Returns whether one of the first lines is the server's title or names the players.
pub fn may_be(block: &Block<'_>) -> bool {
    let known = [header::TITLE, header::PLAYERS].map(str::as_bytes);
    let heads = known.map(<[u8]>::first_chunk);
    let is_line = |line: &[u8]| known.iter().any(|known| line.starts_with(known));
    block.statements_with(|head| heads.contains(&Some(head))).any(is_line)
}

/// The number of lines that are examined.
const LINES: usize = 200;

/// Recognizes a text whose first line is the server's title, or that has a line with the players.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let first = probe.bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let bytes = probe.bytes;
    let evidence = |confidence, reason: &str| Some(Evidence { confidence, reasons: vec![reason.into()] });
    if first.starts_with(header::TITLE.as_bytes()) {
        return evidence(100, "the first line is the server's title");
    }
    let lines = || bytes.split(|&byte| byte == b'\n').take(LINES);
    let has_players = lines().any(|line| line.starts_with(header::PLAYERS.as_bytes()));
    let has_turn = lines().any(|line| std::str::from_utf8(line).is_ok_and(|line| turn::heading(line).is_some()));
    if has_players && has_turn { evidence(90, "a line of participants, and numbered turns") } else { None }
}
