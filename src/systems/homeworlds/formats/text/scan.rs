//! Splits a text into lines and commands, without knowledge of names or turns.

use std::ops::Range;

use super::build::{is_piece, is_prose};
use super::header::{self, Slot};
use super::position;
use crate::systems::homeworlds::formats::words::Verb;
use crate::text::lines::{Line, dos_lines};

/// A line that is not blank, or the lines of a start position.
#[derive(Debug)]
pub struct Item {
    /// The extent of the line.
    pub line: Line,
    /// The content of the line.
    pub kind: Kind,
    /// Whether a blank line precedes the line, or the line is the first.
    pub after_blank: bool,
    /// The separators at the beginning and end of the line.
    pub marks: Marks,
}

/// The separators of a line that join it to the line before or after.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marks {
    /// Whether the line begins with a separator, so that it continues the turn before.
    pub goes_on: bool,
    /// Whether the line ends in a separator, so that the turn continues in the next line.
    pub is_open: bool,
}

/// The content of a line.
#[derive(Debug)]
pub enum Kind {
    /// A line of the header.
    Header(Slot),
    /// A comment.
    Comment,
    /// A start position, which may take several lines.
    Position,
    /// `(`, which begins a list of alternatives.
    Open,
    /// `)`, which ends a list of alternatives.
    Close,
    /// A turn or some of its actions, and the span of the tag or comment after them.
    Commands(Vec<Command>, Option<Range<usize>>),
}

/// The words of a command, or text that is not one.
#[derive(Debug)]
pub struct Command {
    /// The span of the command.
    pub span: Range<usize>,
    /// The spans of its words; empty if it was not understood.
    pub words: Vec<Range<usize>>,
    /// The offset of the next command, or the end of the line.
    pub next: usize,
}

/// Splits a text into items.
pub fn items(text: &str, lines: &[Line]) -> Vec<Item> {
    let is_mark = |line: &Line| matches!(text[line.span()].trim_matches(is_junk), "(" | ")");
    let is_tree = lines.iter().any(is_mark);
    // In a tree of alternatives a slash begins a tag instead.
    let is_junk = |c: char| is_junk(c) || c == '/' && !is_tree;
    let mut items: Vec<Item> = Vec::with_capacity(lines.len());
    let mut after_blank = true;
    let mut lines = lines.iter().copied().peekable();
    while let Some(mut line) = lines.next() {
        // Separators at the beginning of a line are skipped; they count only as a mark that the turn continues.
        let whole = &text[line.span()];
        let content = whole.trim_start_matches(is_junk);
        line.start = line.end - content.len();
        let before = &whole[..whole.len() - content.len()];
        let mut marks = Marks { goes_on: !is_tree && before.contains('/'), ..Marks::default() };
        let is_top = items.iter().all(|item| matches!(item.kind, Kind::Header(_)));
        let kind = match content.trim_end_matches(is_junk) {
            "" => {
                after_blank = true;
                continue;
            }
            "(" => Kind::Open,
            ")" => Kind::Close,
            _ if content.starts_with('#') => {
                let slot = if is_top { header::slot(content, &items) } else { None };
                slot.map_or(Kind::Comment, Kind::Header)
            }
            _ if content.starts_with('<') => {
                // The entries continue in the next line if this one ends in a separator.
                while text[line.span()].trim_end().ends_with(';')
                    && let Some(next) = lines.next_if(|next| position::is_entries(&text[next.span()]))
                {
                    line = Line { start: line.start, ..next };
                }
                Kind::Position
            }
            _ => match commands(text, line, is_tree) {
                (commands, Some(tail)) if commands.is_empty() => {
                    line.start = tail.start;
                    Kind::Comment
                }
                (commands, tail) => {
                    let end = tail.as_ref().map_or(line.end, |tail| tail.start);
                    let content = text[line.start..end].trim_end_matches([' ', '\t', '\r']);
                    // A semicolon or backslash may also precede a comment.
                    let is_mark = |c| c == '/' || tail.is_none() && (c == ',' || is_separator(is_tree)(c));
                    marks.is_open = !is_tree && content.ends_with(is_mark);
                    Kind::Commands(commands, tail)
                }
            },
        };
        items.push(Item { line, kind, after_blank: std::mem::take(&mut after_blank), marks });
    }
    items
}

/// Returns whether a character has no meaning at either end of a line's content.
pub fn is_junk(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | ',' | ';' | '\\')
}

/// Returns the same as [`is_junk`], and `true` for a slash, where a slash separates commands.
pub fn is_junk_or_slash(c: char) -> bool {
    is_junk(c) || c == '/'
}

/// Splits a line into commands and the comment or tag after them.
fn commands(text: &str, line: Line, is_tree: bool) -> (Vec<Command>, Option<Range<usize>>) {
    let content = &text[line.span()];
    let tail = match is_tree {
        true => content.find('/').filter(|at| *at > 0),
        false => comment_in(content).into_iter().chain(tag_in(content)).min(),
    };
    let end = line.start + tail.unwrap_or(content.len());
    let mut found: Vec<Command> = Vec::new();
    let mut start = line.start;
    for segment in text[line.start..end].split_inclusive(is_separator(is_tree)) {
        segment_commands(text, start..start + segment.trim_end_matches(is_separator(is_tree)).len(), &mut found);
        start += segment.len();
    }
    let tail = tail.map(|tail| line.start + tail..line.end);
    let line_end = tail.as_ref().map_or(line.next, |tail| tail.start);
    for index in 0..found.len() {
        found[index].next = found.get(index + 1).map_or(line_end, |next| next.span.start);
    }
    (found, tail)
}

/// Returns whether a character separates commands, regardless of the words.
pub fn is_separator(is_tree: bool) -> impl Fn(char) -> bool + Copy {
    move |c| matches!(c, ';' | '\\') || c == '/' && !is_tree
}

/// Returns the offset of a comment after commands: a word that begins with `#`.
fn comment_in(content: &str) -> Option<usize> {
    let is_begin = |at: &usize| content[..*at].ends_with([' ', '\t', ';']);
    content.match_indices('#').map(|(at, _)| at).find(is_begin)
}

/// The tags that a turn can have in a text without alternatives.
pub const TAGS: [&str; 4] = ["orig", "better", "worse", "empty"];

/// Returns the offset of a tag after commands, `/orig/Because.`, or of a comment without one, `//Because.`.
fn tag_in(content: &str) -> Option<usize> {
    let is_tag = |rest: &str| {
        let (tag, content) = rest.split_once('/').unwrap_or((rest.trim_end(), "?"));
        let words = || content.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let is_said = !content.trim().is_empty() && is_prose(&words());
        TAGS.contains(&tag) || tag.is_empty() && is_said && rest.starts_with('/')
    };
    let comment = content.find('#').unwrap_or(content.len());
    content[..comment].match_indices('/').map(|(at, _)| at).find(|at| *at > 0 && is_tag(&content[at + 1..]))
}

/// Splits the text between two separators into commands, by the number of words that each verb needs.
fn segment_commands(text: &str, segment: Range<usize>, found: &mut Vec<Command>) {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<Range<usize>> = text[segment.clone()]
        .split(is_between)
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
        .collect();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let word = |index: usize| words.get(index).map(|range| &text[range.clone()]);
        let verb = Verb::parse(&text[first.clone()]);
        let mut count = 1 + verb.map_or(words.len(), Verb::arity);
        if verb == Some(Verb::Homeworld) && words.len() > at + count {
            count += 1;
        }
        if at + count > words.len() {
            let end = words.last().map_or(segment.end, |last| last.end);
            found.push(Command { span: first.start..end, words: Vec::new(), next: end });
            return;
        }
        // A player insists on a homeworld, or the writer marks that an action is intended.
        if word(at + count) == Some("*") {
            count += 1;
        }
        let taken = &words[at..at + count];
        let end = taken.last().map_or(first.end, |last| last.end);
        found.push(Command { span: first.start..end, words: taken.to_vec(), next: end });
        at += count;
    }
}

/// Returns whether a line may be a start position or contain a command, by its first words.
pub fn may_be_command(line: &[u8]) -> bool {
    let behind = memchr::memchr3_iter(b';', b'\\', b'/', line).map(|at| at + 1);
    line.starts_with(b"<") || [0].into_iter().chain(behind).any(|start| begins_command(&line[start..]))
}

fn begins_command(text: &[u8]) -> bool {
    let is_gap = |byte: &u8| matches!(byte, b' ' | b'\t' | b',');
    let Some(start) = text.iter().position(|byte| !is_gap(byte)) else { return false };
    // A quick check, because few words begin like a verb.
    if !matches!(text[start] | 0x20, b'a'..=b'd' | b'h' | b'm' | b'p' | b's' | b't') {
        return false;
    }
    let end = memchr::memchr3(b';', b'\\', b'/', &text[start..]).map_or(text.len(), |at| start + at);
    let words = text[start..end].split(is_gap).filter(|word| !word.is_empty());
    let mut words = words.map(|word| std::str::from_utf8(word).unwrap_or_default());
    match words.next().and_then(Verb::parse) {
        None => false,
        Some(Verb::Pass) => true,
        Some(Verb::Catastrophe) => words.nth(1).is_some(),
        Some(_) => words.next().is_some_and(is_piece),
    }
}

/// Counts of the items in a text.
#[derive(Debug, Default)]
pub struct Counts {
    /// Commands with the right words.
    pub commands: usize,
    /// Homeworlds among the commands.
    pub homes: usize,
    /// Homeworlds with a name.
    pub named_homes: usize,
    /// Start positions.
    pub positions: usize,
    /// Texts that are not commands.
    pub others: usize,
}

/// Counts the commands, start positions and other texts.
pub fn counts(text: &str) -> Counts {
    let mut counts = Counts::default();
    for item in items(text, &dos_lines(text)) {
        match item.kind {
            Kind::Position if position::read(&text[item.line.span()]).is_some() => counts.positions += 1,
            Kind::Commands(commands, _) => commands.iter().for_each(|command| counts.command(text, command)),
            Kind::Position => counts.others += 1,
            Kind::Header(_) | Kind::Comment | Kind::Open | Kind::Close => {}
        }
    }
    counts
}

impl Counts {
    fn command(&mut self, text: &str, command: &Command) {
        let words: Vec<&str> = command.words.iter().map(|word| &text[word.clone()]).collect();
        let verb = words.first().and_then(|word| Verb::parse(word));
        let is_piece = |index: usize| words.get(index).is_some_and(|word| is_piece(word));
        let is_one = match verb {
            None => false,
            Some(Verb::Pass) => true,
            Some(Verb::Catastrophe) => words.len() > 2,
            Some(Verb::Homeworld) => is_piece(1) && is_piece(2) && is_piece(3),
            Some(_) => is_piece(1),
        };
        self.commands += usize::from(is_one);
        self.others += usize::from(!is_one);
        let is_home = is_one && verb == Some(Verb::Homeworld);
        self.homes += usize::from(is_home);
        self.named_homes += usize::from(is_home && words.len() > 4 && words[4] != "*");
    }
}
