//! The notation that the document recommends: full verbs or first letters, one turn a line, comments after `#`.
//!
//! Common additions are read as well: start positions, commands one a line, commas between words, and trees of
//! alternatives between `(` and `)`. Our own canonical text begins with `# key: value` lines for the values of a record
//! beside its turns.

mod build;
mod comment;
mod header;
mod position;
mod prepare;
mod read;
mod render;
mod scan;
mod search;
mod turns;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::spans;
use super::words::{Dialect, TradeOrder, Wording};
use crate::formats::{Block, Evidence, GameSyntax, Probe, SourceLint};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::lines::dos_lines;
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};

/// The server whose rules the records follow; `Table` stands for no server.
pub const SERVER: Server = Server::Table;

/// The notation that the document recommends.
pub struct Text;

/// The style of a whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The line end.
    line_end: &'static str,
    /// The text between the actions of a turn.
    separator: String,
    /// Whether verbs are written as their first letters.
    letters: bool,
    /// Whether words are separated by commas.
    commas: bool,
    /// Whether the colour of a catastrophe is written as a word.
    colour_words: bool,
    /// The order of a trade's words.
    trade: TradeOrder,
    /// Whether each action has a line to itself.
    action_lines: bool,
    /// The text after an action whose turn continues in the next line.
    joint: String,
    /// Whether a blank line follows each turn.
    is_spaced: bool,
    /// Whether remarks follow two slashes.
    slashes: bool,
    /// The header lines, in the order of the file.
    header: Vec<header::Slot>,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            line_end: "\n",
            separator: "; ".into(),
            letters: false,
            commas: false,
            colour_words: false,
            trade: TradeOrder::Colour,
            action_lines: false,
            joint: String::new(),
            is_spaced: false,
            slashes: false,
            header: Vec::new(),
        }
    }
}

impl Style {
    fn wording(&self) -> Wording {
        let between = if self.commas { ',' } else { ' ' };
        Wording { letters: self.letters, capitals: false, colour_words: self.colour_words, between }
    }
}

/// Returns the dialect of the notation with that order of a trade's words.
fn dialect(trade: TradeOrder) -> Dialect {
    Dialect { trade, names_homes: true, is_lenient: false, builds_colours: false, may_omit_sizes: true }
}

impl Syntax for Text {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }

    fn render_for_labels(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render_without_marks(game, style, out);
    }
}

impl GameSyntax for Text {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["order of game.players", "game.turns[].number"]
    }

    fn comment_mark(&self) -> Option<&'static str> {
        Some("#")
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        check(game, SERVER, rules)
    }

    fn statements_in(&self, text: &str) -> usize {
        scan::count_commands(text)
    }

    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
        spans::lint_source(self, text, paths, rules)
    }

    fn lint_own_source(&self, game: &mut Game, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
        spans::lint_own_source(self, game, text, paths, rules)
    }
}

/// Returns whether one of the first lines is a command or a start position.
pub fn may_be(block: &Block<'_>) -> bool {
    const LINES: usize = 64;
    let first = block.bytes_before(LINES);
    let is_command_behind = |at: usize| first.get(at + 1) != Some(&b'\n') && scan::begins_command(&first[at + 1..]);
    block.statements().iter().take(LINES).any(|line| line.starts_with(b"<") || scan::begins_command(line))
        || scan::separators_in(first).any(is_command_behind)
}

/// Recognizes a text in which most lines are commands and homeworlds have names.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    const MAX_SAMPLE: usize = 16 * 1024;
    let bytes = &probe.bytes[..probe.bytes.len().min(MAX_SAMPLE)];
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let text = std::str::from_utf8(&bytes[..valid]).ok()?;
    let lines = dos_lines(text);
    if scan::is_foreign(text, &lines) {
        return None;
    }
    let counts = scan::counts(text, &lines);
    let starts = counts.positions + counts.homes;
    let is_position = counts.positions > 0 && counts.commands == 0 && counts.others < 2;
    let is_record =
        is_position || counts.commands > 0 && counts.others * if starts > 1 { 1 } else { 4 } <= counts.commands;
    if !is_record {
        return None;
    }
    let confidence = match () {
        () if counts.positions > 0 || counts.named_homes > 1 => 92,
        () if starts > 0 || counts.commands > 3 => 75,
        () => 55,
    };
    let reasons = vec![format!("{} actions, and {} other texts", counts.commands, counts.others)];
    Some(Evidence { confidence, reasons })
}
