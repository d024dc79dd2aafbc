//! Splits a text into lines and commands, without knowledge of names or turns.

use std::cell::LazyCell;
use std::iter;
use std::ops::Range;

use super::build::{is_meant_as_piece, is_piece, is_prose};
use super::header::{self, Slot};
use super::position;
use crate::model::free_spare_room;
use crate::systems::homeworlds::formats::words::Verb;
use crate::text::lines::Line;

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

/// A command, or text that is not one.
#[derive(Debug)]
pub struct Command {
    /// The span of the command.
    pub span: Range<usize>,
    /// Whether it has as many words as its verb needs.
    pub is_whole: bool,
    /// The offset of the next command, or the end of the line.
    pub next: usize,
}

impl Command {
    /// Returns the words of a command, or of text that is not one.
    pub fn words<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let is_whole = self.is_whole;
        let is_between = move |c| if is_whole { is_between(c) } else { matches!(c, ' ' | '\t' | ',') };
        text[self.span.clone()].split(is_between).filter(|word| !word.is_empty())
    }

    /// Returns whether the command is prose, not an attempt at a command.
    pub fn is_prose(&self, text: &str) -> bool {
        is_prose(&self.words(text).collect::<Vec<_>>())
    }
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
                let mut goes_on = content.trim_end().ends_with(';');
                while goes_on && let Some(next) = lines.next_if(|next| position::is_entries(&text[next.span()])) {
                    let added = text[next.span()].trim_end();
                    goes_on = added.is_empty() || added.ends_with(';');
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
    free_spare_room(&mut found);
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
    // More words than any verb takes; behind them, only a piece tells a command from prose.
    const FEW: usize = 8;
    fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
        text.split([' ', '\t', ',']).filter(|word| !word.is_empty())
    }
    let comment = content.find('#').unwrap_or(content.len());
    let last_piece = LazyCell::new(|| {
        let last = words(content).rfind(|word| is_meant_as_piece(word));
        last.map(|word| word.as_ptr() as usize - content.as_ptr() as usize)
    });
    let is_said = |text: &str| {
        let start = content.len() - text.len();
        last_piece.is_none_or(|last| last <= start)
            && !text.trim_start().is_empty()
            && is_prose(&words(text).take(FEW).collect::<Vec<_>>())
    };
    let is_tag = |rest: &str| match rest.split_once('/') {
        Some((tag, text)) => TAGS.contains(&tag) || tag.is_empty() && is_said(text),
        None => TAGS.contains(&rest.trim_end()),
    };
    content[..comment].match_indices('/').map(|(at, _)| at).find(|at| *at > 0 && is_tag(&content[at + 1..]))
}

/// Returns whether a character separates the words of a command.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Splits the text between two separators into commands, by the number of words that each verb needs.
fn segment_commands(text: &str, segment: Range<usize>, found: &mut Vec<Command>) {
    let words: Vec<&str> = text[segment].split(is_between).filter(|word| !word.is_empty()).collect();
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let end_of = |word: &str| start_of(word) + word.len();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let verb = Verb::parse(first);
        let mut count = 1 + verb.map_or(words.len(), Verb::arity);
        if verb == Some(Verb::Homeworld) && words.len() > at + count {
            count += 1;
        }
        if at + count > words.len() {
            let end = end_of(words.last().unwrap_or(first));
            found.push(Command { span: start_of(first)..end, is_whole: false, next: end });
            return;
        }
        // A player insists on a homeworld, or the writer marks that an action is intended.
        if words.get(at + count) == Some(&"*") {
            count += 1;
        }
        let end = end_of(words[at + count - 1]);
        found.push(Command { span: start_of(first)..end, is_whole: true, next: end });
        at += count;
    }
}

/// Returns how many commands a part of a line has, counted by their verbs.
pub fn count_commands(text: &str) -> usize {
    let count = |segment: &str| {
        let mut words = segment.split(is_between).filter(|word| !word.is_empty());
        let verbs = iter::from_fn(|| {
            let verb = Verb::parse(words.next()?);
            let behind = verb.map_or(usize::MAX, Verb::arity);
            words.by_ref().take(behind).for_each(drop);
            Some(())
        });
        verbs.count()
    };
    text.split(is_separator(false)).map(count).sum()
}

/// Returns the offsets of the bytes that may separate commands.
pub fn separators_in(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr3_iter(b';', b'\\', b'/', text)
}

/// Returns the verb that a text begins with, and what is behind it.
fn first_verb(text: &[u8]) -> Option<(Verb, &[u8])> {
    let start = text.iter().position(|byte| byte.is_ascii_graphic() && *byte != b',')?;
    let text = &text[start..];
    let length = || text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (word, rest) = text.split_at(if Verb::may_begin(text) { length() } else { 0 });
    Some((Verb::parse(std::str::from_utf8(word).ok()?)?, rest))
}

/// Returns whether a text begins with a command, by its first words.
pub fn begins_command(text: &[u8]) -> bool {
    let Some((verb, rest)) = first_verb(text) else { return false };
    let is_gap = |byte: &u8| matches!(byte, b' ' | b'\t' | b',');
    let is_end = |byte: &u8| matches!(byte, b';' | b'\\' | b'/' | b'\n' | b'\r');
    let rest = &rest[..rest.iter().position(is_end).unwrap_or(rest.len())];
    let words = rest.split(is_gap).filter(|word| !word.is_empty());
    let mut words = words.map(|word| std::str::from_utf8(word).unwrap_or_default());
    rest.first().is_none_or(is_gap)
        && match verb {
            Verb::Pass => true,
            Verb::Catastrophe => words.nth(1).is_some(),
            _ => words.next().is_some_and(is_piece),
        }
}

/// Returns whether more lines have no command than the other lines have verbs, so that no commands in these can outweigh
/// them.
pub fn is_foreign(text: &str, lines: &[Line]) -> bool {
    let (mut verbs, mut others) = (0, 0);
    for line in lines {
        let line = text[line.span()].trim_start_matches(is_junk_or_slash);
        let bytes = line.trim_end_matches(is_junk_or_slash).as_bytes();
        let has_verb = |start: usize| first_verb(&bytes[start..]).is_some();
        match bytes {
            [] | [b'#', ..] | [b'(' | b')'] => {}
            [b'<', ..] if position::may_be(line) => return false,
            [first, ..]
                if first.is_ascii_graphic() && !has_verb(0) && !separators_in(bytes).any(|at| has_verb(at + 1)) =>
            {
                others += 1;
            }
            _ => {
                let words = bytes.split(|byte| !byte.is_ascii_alphabetic());
                verbs += words.filter(|word| first_verb(word).is_some()).count();
            }
        }
    }
    others > verbs.max(1)
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
pub fn counts(text: &str, lines: &[Line]) -> Counts {
    let mut counts = Counts::default();
    for item in items(text, lines) {
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
        let words: Vec<&str> = if command.is_whole { command.words(text).collect() } else { Vec::new() };
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::lines::dos_lines;

    /// With time that grows with the square of the blank lines this would not come to an end.
    #[test]
    fn a_start_position_goes_on_behind_blank_lines_after_a_separator_only() {
        let kinds = |text: &str| items(text, &dos_lines(text)).into_iter().map(|item| item.kind).collect::<Vec<_>>();
        let blank = " \n".repeat(400_000);
        let [Kind::Position] = &kinds(&format!("<0>; Ann(0,r1)y3-; Ben(1,b2)-r3;\n{blank}Far(g3)-y2\n"))[..] else {
            panic!("not read as one position");
        };
        for text in
            ["<0>; Ann(0,r1)y3-; Ben(1,b2)-r3\n\nFar(g3)-y2\n", "<0>; Ann(0,r1)y3-;\n\nBen(1,b2)-r3\nFar(g3)-y2\n"]
        {
            assert_eq!(kinds(text).len(), 2, "{text}");
        }
    }

    #[test]
    fn code_and_prose_are_foreign_and_records_are_not() {
        for (text, expected) in [
            ("int main(void)\n{\n  return 0;\n}\n", true),
            (
                "<http://www.gnu.org/licenses/>\nThe values\nof \\c a and \\c b,\nas they stand\nin a header\nof C.\n",
                true,
            ),
            ("Dear diary,\nit rained.\n", true),
            ("Dear diary,\n", false),
            ("h b2 y1 g3 Andy\nh y2 b3 g3 Bob\nb g1 Andy\n", false),
            ("Moves\nof Andy\nand Bob\np p p\n", false),
            ("<1>; Andy(0,b3y2)g3g2r1-;\nA(g1)-y3b2\nand\nmore\n", false),
            ("", false),
        ] {
            assert_eq!(is_foreign(text, &dos_lines(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn a_long_row_of_slashes_is_examined_once() {
        for part in ["a/", "/a ", "// a ", "//", "/ ,"] {
            for end in ["", " g1"] {
                let line = |count| format!("b g1 Andy {}{end}", part.repeat(count));
                assert_eq!(tag_in(&line(1 << 18)), tag_in(&line(3)), "{part:?} {end:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn tags_are_found_as_if_each_were_alone(
            parts in prop::collection::vec(prop::sample::select(vec![
                "/", "/", "//", "/orig/", "/better", " ", " ", "\t", ",", "#", "g1", "b", "p", "pass", "Because", "build",
            ]), 0..24),
        ) {
            let content = parts.concat();
            let is_tag = |rest: &str| {
                let (tag, text) = rest.split_once('/').unwrap_or((rest.trim_end(), "?"));
                let words: Vec<&str> = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
                let is_said = !text.trim().is_empty() && is_prose(&words);
                TAGS.contains(&tag) || tag.is_empty() && is_said && rest.starts_with('/')
            };
            let before = content.split('#').next().unwrap_or_default();
            let expected = (1..before.len()).find(|at| before[*at..].starts_with('/') && is_tag(&content[at + 1..]));
            prop_assert_eq!(tag_in(&content), expected);
        }

        /// Whatever is called foreign has more other texts than commands, and no start position.
        #[test]
        fn foreign_texts_are_no_records(
            words in prop::collection::vec(prop::sample::select(vec![
                "p", "pass", "b", "build", "move", "c", "h", "g1", "y2", "b3", "Andy", "red", "the", "(", ")", "<1>",
                "Andy(0,b3y2)g3g2r1-", "#", "/better/", "//", "\\c", "*", "\u{a0}", "\u{b}", "\u{e9}", "-",
            ]), 0..40),
            gaps in prop::collection::vec(prop::sample::select(vec![
                " ", " ", " ", "\n", "\n", "\n", "\n", "\r\n", "\r", "\t", ",", ";", "; ", "/", "\\", "", "\u{a0}",
            ]), 40),
        ) {
            let text: String = words.iter().zip(&gaps).flat_map(|(word, gap)| [*word, *gap]).collect();
            let lines = dos_lines(&text);
            let counts = counts(&text, &lines);
            let is_other = counts.positions == 0 && counts.others > counts.commands.max(1);
            prop_assert!(is_other || !is_foreign(&text, &lines), "{text:?}: {counts:?}");
        }
    }
}
