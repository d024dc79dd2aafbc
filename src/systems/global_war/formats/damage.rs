//! Finds damage to a file as a whole: missing or extra lines, an end in the middle, a second game.

use std::ops::Range;

use super::align::{Alignment, Fault, SeenLine, align, kinds};
use super::codes;
use super::event::Event;
use super::kind::LineKind;
use super::number::parse_integer;
use super::read::blanks_off;
use super::shape::{SURE, Shape};
use super::slot::{INTERRUPTION_LINES, Slot};
use super::source::{SourceLines, source_lines, source_lines_past_end};
use crate::systems::global_war::model::GameKind;
use crate::text::lines::Line;
use crate::text::{Diagnostic, Report};

/// The lines of a file, aligned with the values they hold.
pub struct Lines {
    /// All lines, up to the end of the text.
    pub source: SourceLines,
    /// The alignment of the lines with their slots.
    pub alignment: Alignment,
    /// The counts of lines whose kind suits their slot.
    pub shape: Shape,
}

impl Lines {
    /// Aligns the lines of a file, up to its first ^Z.
    pub fn of(bytes: &[u8], recovery: bool) -> Lines {
        Lines::aligned(bytes, source_lines(bytes), recovery)
    }

    fn aligned(bytes: &[u8], source: SourceLines, recovery: bool) -> Lines {
        /// With more line ends of one character they are the style of the file, not damage.
        const MAX_SPLIT: usize = 4;
        let is_short = |line: &Line| line.next == line.end + 1;
        let short = source.lines.iter().filter(|line| is_short(line)).count();
        let is_habit = source.has_short_ends || short > MAX_SPLIT;
        let seen = |line: &Line| SeenLine {
            content: &bytes[line.span()],
            is_split: !is_habit && is_short(line),
            is_ended: !is_open(line, source.end),
        };
        let lines: Vec<SeenLine<'_>> = source.lines.iter().map(seen).collect();
        let kinds = kinds(&lines, recovery);
        let alignment = align(&lines, &kinds, recovery);
        let line_of = Slot::all(recovery).iter().zip(&alignment.line_of);
        let of_slots = line_of.filter_map(|(slot, line)| Some((*slot, *kinds.get((*line)?)?)));
        let shape = Shape::of(of_slots.filter(|(_, kind)| *kind != LineKind::Incomplete));
        Lines { source, alignment, shape }
    }

    /// Returns whether these can be the lines of such a file. One vote is enough if every line is in its place.
    pub fn are_possible(&self) -> bool {
        let shape = self.shape;
        if self.alignment.faults.is_empty() {
            return shape.votes > 0 || shape.is_possible();
        }
        shape.vote_lines > 0 && shape.votes * 2 >= shape.vote_lines && shape.is_possible()
    }

    /// Returns whether a game is read from these lines, and nothing suggests that they are of the other kind of file.
    pub fn are_readable(&self, bytes: &[u8], recovery: bool) -> bool {
        self.are_possible() && !self.are_of_other_kind(bytes, recovery)
    }

    /// Returns whether every line is in its place and hardly any has the wrong kind.
    pub fn are_sound(&self) -> bool {
        self.alignment.faults.is_empty() && self.alignment.misfits < 4
    }

    /// Returns whether these are the lines of the other kind of file: with the four lines of an interruption, or
    /// without.
    pub fn are_of_other_kind(&self, bytes: &[u8], recovery: bool) -> bool {
        const CLEARLY: i32 = 60;
        let is_possible = self.are_possible();
        let shape = self.shape;
        let has_votes = shape.vote_lines > 0 && shape.votes * 2 >= shape.vote_lines;
        if is_possible && (self.are_sound() || has_votes && self.alignment.faults.is_empty()) {
            return false;
        }
        // A file whose values are in their places is not of the other kind, however it is torn between them.
        let kinds = self.source.lines.iter().map(|line| LineKind::of(&bytes[line.span()]));
        if is_possible && Shape::in_place(kinds, recovery).confidence() >= Some(SURE) {
            return false;
        }
        let other = Lines::of(bytes, !recovery);
        other.are_possible()
            && (!is_possible || other.are_sound() || other.alignment.cost + CLEARLY < self.alignment.cost)
    }

    /// Returns the lines past a ^Z that ends the text too early, if they continue the game, and the offset of that ^Z.
    fn past_end(&self, bytes: &[u8], recovery: bool) -> Option<(Lines, usize)> {
        let needed = Slot::count(recovery);
        let there = self.alignment.line_of.len();
        let end = self.source.end;
        if there >= needed || bytes.get(end) != Some(&0x1A) {
            return None;
        }
        let whole = Lines::aligned(bytes, source_lines_past_end(bytes), recovery);
        let gained = whole.alignment.line_of.len().saturating_sub(there);
        let misfits = whole.alignment.misfits.saturating_sub(self.alignment.misfits);
        let more_faults = whole.alignment.faults.len().saturating_sub(self.alignment.faults.len());
        let fits = if needed - there <= 3 {
            // Any text can be a password, so only the right number of lines is evidence.
            let rest = &whole.source.lines[whole.alignment.end..];
            more_faults == 0 && misfits == 0 && gained == needed - there && rest.len() <= 1
        } else {
            gained > 0 && misfits * 5 <= gained && more_faults <= 1
        };
        (fits && whole.are_possible()).then_some((whole, end))
    }
}

/// The lines of a game, by slot.
pub struct GameLines {
    /// The line of each slot; `None` if it is missing or doubtful. Slots after the last entry are cut off.
    pub slots: Vec<Option<Line>>,
    /// The offset of the end of the text.
    pub end: usize,
    /// Errors for what could not be read, in the order of the text.
    pub unreadable: Vec<Diagnostic>,
}

/// Finds the lines of a game; returns an error if the text is not one.
pub fn game_lines(text: &str, recovery: bool, report: &mut Report) -> Result<GameLines, Diagnostic> {
    let bytes = text.as_bytes();
    let mut lines = Lines::of(bytes, recovery);
    if !lines.are_readable(bytes, recovery) {
        return Err(not_this_format(bytes, &lines, recovery));
    }
    let mut unreadable = Vec::new();
    if let Some((whole, at)) = lines.past_end(bytes, recovery) {
        lines = whole;
        let message = "a ^Z ends the text here, but the lines after it continue the game";
        let help = "one damaged bit turns a line feed into a ^Z; look for another copy, or read on with --salvage";
        unreadable.push(Diagnostic::error(&codes::END_IN_THE_MIDDLE, message).at(at..at + 1).help(help));
    }
    let Lines { source, alignment, .. } = lines;
    let needed = Slot::count(recovery);
    let mut slots: Vec<Option<Line>> =
        alignment.line_of.iter().map(|at| at.and_then(|at| source.lines.get(at).copied())).collect();
    for (slot, &is_doubtful) in slots.iter_mut().zip(&alignment.is_doubtful) {
        if is_doubtful {
            *slot = None;
        }
    }
    joined_values(bytes, &alignment, &source, &mut slots);
    let rest = &source.lines[alignment.end.min(source.lines.len())..];
    let mut faults = Faults { alignment: &alignment, source: &source, slots: &slots, recovery };
    unreadable.extend(faults.diagnostics());
    let is_cut = slots.len() + 3 < needed || slots.len() < needed && may_lack_more(text, &slots, source.end, recovery);
    if is_cut {
        unreadable.push(cut_off(text, &mut slots, source.end, recovery, report));
    } else {
        close(text, &mut slots, &source, needed, report);
        let used = slots.len() >= needed;
        if used {
            unreadable.extend(more_lines(bytes, &mut slots, rest));
        }
    }
    Ok(GameLines { slots, end: source.end, unreadable })
}

/// Shortens lines with two values to the first value.
fn joined_values(bytes: &[u8], alignment: &Alignment, source: &SourceLines, slots: &mut [Option<Line>]) {
    for fault in &alignment.faults {
        let Fault::Joined(at) = fault else { continue };
        let Some(line) = source.lines.get(*at) else { continue };
        let Some(half) = memchr::memchr2(b'\r', 0x1A, &bytes[line.span()]) else { continue };
        let end = line.start + half;
        if let Some(slot) = slots.iter_mut().flatten().find(|slot| *slot == line) {
            *slot = Line { start: line.start, end, next: end + 1 };
        }
    }
}

fn not_this_format(bytes: &[u8], lines: &Lines, recovery: bool) -> Diagnostic {
    let (this, other) = if recovery { ("war-rec", "war-dat") } else { ("war-dat", "war-rec") };
    let votes = if recovery { 3 + INTERRUPTION_LINES } else { 3 };
    let span = lines.source.lines.get(votes).or(lines.source.lines.last()).map_or(0..0, Line::span);
    let help = if lines.are_of_other_kind(bytes, recovery) {
        format!("its votes stand where those of a {other} do: use -f {other}, or leave -f out")
    } else {
        format!("line {} and every sixth line after it should be a vote, T or F; look for another copy", votes + 1)
    };
    let message = format!("this is not a {this}: votes and numbers are not where they should be");
    Diagnostic::error(&codes::NOT_THIS_FORMAT, message).at(span).help(help)
}

/// Returns whether a file without its last lines may have lost more than empty lines: passwords, which team games have,
/// the end of a password, or the end of the last owner, where all others are longer.
fn may_lack_more(text: &str, slots: &[Option<Line>], end: usize, recovery: bool) -> bool {
    let content = |line: Line| blanks_off(&text[line.span()]);
    let lines = || Slot::all(recovery).iter().zip(slots).filter_map(|(slot, line)| Some((*slot, (*line)?)));
    let event = lines().find(|(slot, _)| *slot == Slot::Event);
    let number = event.and_then(|(_, line)| parse_integer(content(line)));
    let is_of_teams = number.and_then(Event::from_number).is_some_and(|event| event.kind == GameKind::Team);
    let mut owners = lines().filter(|(slot, _)| matches!(slot, Slot::Owner(_))).map(|(_, line)| line);
    let is_beginning = match lines().next_back().filter(|(_, line)| is_open(line, end)) {
        Some((Slot::Password(_), line)) => !content(line).is_empty(),
        Some((Slot::Owner(_), last)) => owners.all(|owner| owner == last || owner.span().len() > last.span().len()),
        _ => false,
    };
    is_of_teams || is_beginning
}

/// Returns whether a text that ends at `end` does so in this line, without any part of a line end.
fn is_open(line: &Line, end: usize) -> bool {
    !line.is_ended() && line.end == end
}

/// Completes a file that has all its countries: adds the empty passwords that are missing at its end.
fn close(text: &str, slots: &mut Vec<Option<Line>>, source: &SourceLines, needed: usize, report: &mut Report) {
    let end = Line { start: source.end, end: source.end, next: source.end };
    let missing = needed.saturating_sub(slots.len());
    let last = source.lines.last().filter(|line| !line.is_ended());
    if missing > 0 {
        slots.resize(needed, Some(end));
        let message = match missing {
            1 => "the last line, an empty password, has no line end".to_owned(),
            n => format!("the last {n} lines, empty passwords, are missing: Pascal reads them as empty"),
        };
        report.add(Diagnostic::warning(&codes::NO_LAST_LINE_END, message).at(end.span()));
    } else if let Some(line) = last.filter(|line| !text[line.span()].is_empty()) {
        let message = match slots.get(needed - 1) {
            Some(Some(password)) if password == line => {
                "the last line, a password, has no line end: it may have lost letters"
            }
            _ => "the last line has no line end: it may have lost characters",
        };
        report.add(Diagnostic::warning(&codes::NO_LAST_LINE_END, message).at(line.span()));
    }
}

/// Returns the error for a file that ends too early; an incomplete last line is removed and reported.
fn cut_off(text: &str, slots: &mut Vec<Option<Line>>, end: usize, recovery: bool, report: &mut Report) -> Diagnostic {
    let needed = Slot::count(recovery);
    if let Some(Some(line)) = slots.last().copied()
        && is_open(&line, end.min(text.len()))
    {
        slots.pop();
        let slot = Slot::of_line(slots.len(), recovery);
        let message = format!("the file ends inside this line ({}), which may be incomplete", slot.describe());
        let help = "its value is left out; add it to the JSON if you know it";
        report.add(Diagnostic::warning(&codes::DOUBTFUL_LINE, message).at(line.span()).help(help));
    }
    let missing = Slot::of_line(slots.len(), recovery);
    let message = format!(
        "the file ends after {} of {needed} lines; what is missing begins with {}",
        slots.len(),
        missing.describe()
    );
    let help = "look for another copy; --salvage reads what is there";
    Diagnostic::error(&codes::CUT_OFF, message).at(end..end).help(help)
}

/// Adds the lines after the passwords, up to a second game, for which it returns an error.
fn more_lines(bytes: &[u8], slots: &mut Vec<Option<Line>>, rest: &[Line]) -> Option<Diagnostic> {
    let kinds: Vec<LineKind> = rest.iter().map(|line| LineKind::of(&bytes[line.span()])).collect();
    let second = (0..kinds.len().min(3)).find(|&at| is_game(&kinds[at..]));
    let more = &kinds[..second.unwrap_or(kinds.len())];
    // A blank line at the very end comes from an editor, and is not the fortifications.
    let count = more.iter().rposition(|kind| *kind != LineKind::Blank).map_or(0, |last| last + 1);
    slots.extend(rest[..count].iter().copied().map(Some));
    let line = rest.get(second?)?;
    let message = "a second game begins here: a file holds one, and only the first is read";
    let help = "cut the file in two at this line, in a copy; --salvage reads the first game";
    Some(Diagnostic::error(&codes::SECOND_GAME, message).at(line.span()).help(help))
}

/// Returns whether the text after the end of a file is another game.
pub fn is_game_text(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{1A}', '\0']);
    let lines = source_lines(text.as_bytes()).lines;
    let kinds: Vec<LineKind> = lines.iter().map(|line| LineKind::of(&text.as_bytes()[line.span()])).collect();
    is_game(&kinds)
}

/// Returns whether lines are a game: at least the lines of a player, with votes and numbers in their places.
fn is_game(kinds: &[LineKind]) -> bool {
    kinds.len() >= 12
        && [false, true].into_iter().any(|recovery| {
            let shape = Shape::in_place(kinds.iter().copied(), recovery);
            shape.votes >= 2 && shape.votes * 2 >= shape.vote_lines && shape.numbers * 10 >= shape.number_lines * 8
        })
}

/// Builds the diagnostics of faults in the lines of a file.
struct Faults<'f> {
    alignment: &'f Alignment,
    source: &'f SourceLines,
    slots: &'f [Option<Line>],
    recovery: bool,
}

impl Faults<'_> {
    fn diagnostics(&mut self) -> Vec<Diagnostic> {
        let doubtful = self.doubtful();
        let emit = |fault: &Fault| {
            let (message, place) = self.describe(fault);
            let d = Diagnostic::error(&codes::LINES_OUT_OF_STEP, message).at(place);
            d.help(format!("look for another copy; --salvage reads the lines in step{doubtful}"))
        };
        self.alignment.faults.iter().map(emit).collect()
    }

    /// Names the values that are left out, for the help text.
    fn doubtful(&self) -> String {
        const SHOWN: usize = 4;
        let out: Vec<String> = (0..self.slots.len())
            .filter(|&at| self.slots[at].is_none())
            .map(|at| Slot::of_line(at, self.recovery).describe())
            .collect();
        match &out[..] {
            [] => String::new(),
            [one] => format!(", and leaves {one} out"),
            few if few.len() <= SHOWN => format!(", and leaves out {}", few.join(", ")),
            many => format!(", and leaves out {} and {} more", many[..SHOWN].join(", "), many.len() - SHOWN),
        }
    }

    fn describe(&self, fault: &Fault) -> (String, Range<usize>) {
        let lines = &self.source.lines;
        let place = |at: usize| lines.get(at).map_or(self.source.end..self.source.end, Line::span);
        match fault {
            Fault::Missing { count, after, likely, last } => {
                let (is, high) = match count {
                    1 => ("a line is".to_owned(), "one line".to_owned()),
                    n => (format!("{n} lines are"), format!("{n} lines")),
                };
                let wherever = match *after {
                    0 if *last == 0 => "in front of line 1".to_owned(),
                    0 => format!("before line {}", last + 1),
                    after => format!("between lines {after} and {}", last + 1),
                };
                let message = format!("{is} missing {wherever}: all values after it are {high} too early");
                (message, place(*likely))
            }
            Fault::Extra { lines: extra, first, likely, last } => {
                let (too_many, low) = match extra.len() {
                    1 if first < last => {
                        (format!("one of the lines {} to {} is too many", first + 1, last + 1), "one line".to_owned())
                    }
                    1 => (format!("line {} is one too many", extra.start + 1), "one line".to_owned()),
                    n => (format!("lines {} to {} are too many", extra.start + 1, extra.end), format!("{n} lines")),
                };
                let message = format!("{too_many}: all values after it are {low} too late");
                (message, place(*likely))
            }
            Fault::Joined(at) => {
                let message = format!(
                    "line {} has two values, because its line end is damaged: all values after it are one line too early",
                    at + 1
                );
                (message, place(*at))
            }
            Fault::Split(at) => {
                let message = format!(
                    "lines {} and {} are one value, split by a line end: all values after it are one line too late",
                    at + 1,
                    at + 2
                );
                (message, place(*at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversion::{ReadOptions, read};

    #[test]
    fn a_file_with_its_votes_in_place_is_not_of_the_other_kind() {
        // Lines of a map were written over the end, where four lines more would suit the numbers a little better.
        const TORN: &str = "1| |MARLO|T| 103|2|0|1|Petra Voss|T| 1.93873|0|3|1|SKIPPER DUNN|T| 1.93793|1|1|0|IVY LARKSPUR|T| 129\
             3803|4|0|0|Bram de Groot|T| 1.93803|0|0|2|TOLLY|T| 1.93+03|1|2|1|5|22|6|1|3|1|3|1|5|2|5|1|5|1|2|1|6|\
             1|6|17|4|2|3|2|6|1|1|C:...B|3|1|1|2|2|2|4|1|2|2|2|1|2|3|6|2|6|1|2|1|4|7|6|2|1|1|3|1|3|1|5|7|1|8|3|5|\
             Bm A Bulden|&n|-1|NTTVV|n:aeiouuaeiouae|llllll|O:...B|C:A..B|H:A...|F:000|N:VVV|n:iou|n:lll|O:.B.|C:\
             .B.|H:...|F:000|-1|-1";
        let text = TORN.replace('|', "\n");
        let reading = read("WAR01.DAT", text.as_bytes(), &ReadOptions { salvage: true, ..ReadOptions::default() });
        assert_eq!(reading.format.map(|format| format.id), Some("war-dat"));
        assert!(reading.document.is_some(), "{:?}", reading.diagnostics);
        assert!(!Lines::of(text.as_bytes(), false).are_of_other_kind(text.as_bytes(), false));
    }
}
