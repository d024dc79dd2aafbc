//! Records of homeworlds-live: one turn a line; letters identify the pieces, and numbers the systems.

mod board;
mod command;
mod header;
mod prepare;
mod read;
mod render;
mod serials;
#[cfg(test)]
mod tests;
mod turns;
mod whitespace;

use std::borrow::Cow;

use super::spans;
use crate::formats::{Block, Evidence, GameSyntax, Probe, SourceLint};
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::homeworlds::rules::{Server, check};
use crate::text::lines::Line;
use crate::text::write_back::{ParseOutput, SourceSpan, Statements, Syntax};
use crate::text::{Diagnostic, Report};
use header::Slot;

/// The server whose rules the records follow; `Table` stands for no server.
pub const SERVER: Server = Server::Table;

/// The notation of homeworlds-live.
pub struct Hwl;

/// The style of a whole file. Whether a homeworld's number is written is stored with each homeworld.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// The line end; empty means LF.
    line_end: &'static str,
    /// The header lines in the order of the file; empty for the usual order.
    header: Vec<Slot>,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\n" } else { self.line_end }
    }
}

/// A line, and the span of its first part; `None` if the line is blank.
struct Row {
    line: Line,
    first: Option<SourceSpan>,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.first.is_none()
    }
}

/// Returns the parts of a line, separated by semicolons, that are not blank. The terminator of a part extends to the
/// last semicolon before the next part; that of the last part takes the rest of the line.
fn parts<'t>(text: &'t str, line: &Line) -> impl Iterator<Item = SourceSpan> + use<'t> {
    let (mut from, line_end, next_line) = (line.start, line.end, line.next);
    let is_between = |c: char| matches!(c, ' ' | '\t' | ';');
    std::iter::from_fn(move || {
        let rest = text[from..line_end].trim_start_matches(is_between);
        let start = line_end - rest.len();
        let length = memchr::memchr(b';', rest.as_bytes()).unwrap_or(rest.len());
        let end = start + rest[..length].trim_end_matches(is_between).len();
        let behind = &text[end..line_end];
        from = line_end - behind.trim_start_matches(is_between).len();
        let next = match text[end..from].rfind(';') {
            Some(semicolon) if from < line_end => end + semicolon + 1,
            _ => next_line,
        };
        (start < end).then_some(SourceSpan { start, end, next })
    })
}

impl Syntax for Hwl {
    type Meaning = Game;
    type Style = Style;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(game, style, out);
    }
}

impl GameSyntax for Hwl {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(game, out)
    }

    fn derived(&self) -> &'static [&'static str] {
        &["order of game.players", "game.turns[].number", "game.turns[].actions[].serial"]
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

/// The number of lines that are examined.
const LINES: usize = 50;

/// Returns whether a line belongs to the header, is a pass, or has a command of a letter and a comma.
pub fn may_be(block: &Block<'_>) -> bool {
    let is_command = |part: &[u8]| matches!(part, [letter, b',', ..] if letter.is_ascii_alphabetic());
    let is_line = |line: &[u8]| line == b"pass" || header::begins(line) || is_command(line);
    let is_command_next = |at: usize| {
        let next = &block.bytes[at + 1..];
        let blanks = next.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        is_command(&next[blanks..])
    };
    block.statements_with(|head| head[1] == b',' || matches!(head[0], b'p' | b'P' | b'W')).any(is_line)
        || memchr::memchr_iter(b';', block.bytes_before(LINES)).any(is_command_next)
}

/// Recognizes a text whose first line belongs to the header or sets up a homeworld, and whose pieces have letters.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = String::from_utf8_lossy(probe.bytes);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).peekable();
    let first = *lines.peek()?;
    let begins = header::begins(first.as_bytes()) || command::verb(first) == Some('h');
    let (mut count, mut turns, mut passes, mut headers) = (0, 0, 0, 0);
    for line in lines {
        count += 1;
        turns += usize::from(command::is_turn_of_lettered_pieces(line));
        passes += usize::from(line == "pass");
        headers += usize::from(header::begins(line.as_bytes()));
    }
    let evidence = |confidence, reason: &str| Some(Evidence { confidence, reasons: vec![reason.into()] });
    if begins && turns > 0 {
        return evidence(95, "it begins with the players or a homeworld, and pieces have letters");
    }
    let is_named = || probe.name.to_ascii_lowercase().ends_with(".hwl");
    if turns == 0 && passes > 0 && passes + headers == count && (headers > 0 || is_named()) {
        return evidence(90, "it begins with the players, and all of its turns are passes");
    }
    if turns * 2 > count { evidence(70, "turns in which pieces have letters") } else { None }
}
