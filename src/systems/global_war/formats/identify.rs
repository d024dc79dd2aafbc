//! Recognizes games and interrupted turns of Global War.

use super::damage::Lines;
use super::kind::LineKind;
use super::shape::{SURE, Shape};
use super::slot::Slot;
use super::source::{source_lines, source_lines_past_end};
use super::{WAR_DAT, WAR_REC};
use crate::formats::{Block, Evidence, Probe};
use crate::model::secrets::TAKEN_OUT;
use crate::text::lines::Line;

/// Returns whether a third of the lines are numbers, and any line is a vote or a word.
pub fn may_be(block: &Block<'_>, recovery: bool) -> bool {
    let count = block.statements().len().min(2 * Slot::count(recovery));
    let (heads, lines) = (&block.heads()[..count], &block.statements()[..count]);
    let is_number = |first: u8| matches!(first, b'0'..=b'9' | b'-' | b'+' | b'.');
    let is_vote = |line: &[u8]| {
        let may_be = line.len() <= TAKEN_OUT.len() && !is_number(line[0]);
        may_be && matches!(LineKind::of(line), LineKind::Vote | LineKind::Word | LineKind::TakenOut)
    };
    let numbers = heads.iter().filter(|head| is_number(head[0])).count();
    numbers * 3 >= count && lines.iter().any(|line| is_vote(line))
}

/// Recognizes a file by its votes, which are six lines apart; their position distinguishes a `.DAT` from a `.REC`.
pub fn identify(probe: &Probe<'_>, recovery: bool) -> Option<Evidence> {
    let named = (if recovery { &WAR_REC } else { &WAR_DAT }).is_usual_name(probe.name);
    let bytes = &probe.bytes[..probe.bytes.len().min(MAX_SAMPLE)];
    let source = source_lines(bytes);
    let mut lines = &source.lines[..source.lines.len().min(Slot::count(recovery))];
    // The last line of the probe may be cut off; a longer one is no value, wherever it ends.
    if let [ended @ .., last] = lines
        && !last.is_ended()
        && last.span().len() <= MAX_VALUE
    {
        lines = ended;
    }
    let kind = |line: &Line| LineKind::of(&bytes[line.span()]);
    // The first votes rule out most other files, before all numbers are parsed.
    let has_vote = Slot::vote_lines(recovery).any(|line| {
        lines.get(line).is_none_or(|line| matches!(kind(line), LineKind::Vote | LineKind::Word | LineKind::TakenOut))
    });
    let shape = if has_vote { Shape::in_place(lines.iter().map(kind), recovery) } else { Shape::default() };
    let mut reasons = Vec::new();
    let mut confidence = shape.confidence();
    let mut shape = shape;
    if confidence.is_none_or(|confidence| confidence < SURE)
        && !is_certain(bytes, &source.lines, !recovery)
        && let Some((damaged, faults)) = damaged_shape(bytes, recovery, named)
    {
        (shape, confidence) = (damaged, damaged.confidence().map(|sure| sure.min(DAMAGED)));
        reasons.push(faults);
    }
    // Few lines may be in their places by chance: there the reader decides, which minds all of them.
    if shape.votes < FEW_VOTES && confidence == Some(SURE) && !Lines::of(bytes, recovery).are_readable(bytes, recovery)
    {
        confidence = Some(UNLIKELY);
    }
    if recovery && shape.votes == 0 {
        confidence = confidence.map(|confidence| confidence.min(UNLIKELY));
    }
    // Tables of numbers contain lines of letters too.
    if !named && shape.votes == 0 && shape.numbers * 10 < shape.number_lines * 8 {
        confidence = None;
    }
    let confidence = match confidence {
        Some(confidence) => {
            reasons.insert(0, format!("{} of {} votes stand where they should", shape.votes, shape.vote_lines));
            confidence
        }
        None if named && shape.vote_lines == 0 && shape.is_possible() => UNLIKELY,
        None => return None,
    };
    reasons.push(format!("{} of {} lines that should be numbers are", shape.numbers, shape.number_lines));
    if named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}

/// Returns whether all votes and numbers are in their places, so that the file need not be checked for damage as one of
/// the other kind.
fn is_certain(bytes: &[u8], lines: &[Line], recovery: bool) -> bool {
    let lines = &lines[..lines.len().min(Slot::count(recovery))];
    let shape = Shape::in_place(lines.iter().map(|line| LineKind::of(&bytes[line.span()])), recovery);
    shape.confidence() == Some(SURE) && shape.votes == shape.vote_lines && shape.numbers == shape.number_lines
}

/// The confidence that a file is of this format, from 1 to 100: if it is damaged, and if it has no vote or cannot be read
/// (`UNLIKELY`).
const DAMAGED: u8 = 80;
const UNLIKELY: u8 = 40;
/// The fewest votes that are not all in their places by chance.
const FEW_VOTES: usize = 3;
/// The most bytes that are examined; a game has 500 to 3,000.
const MAX_SAMPLE: usize = 16 * 1024;
/// The longest text that Pascal reads from a line, in bytes.
const MAX_VALUE: usize = 255;

/// Returns the shape of a file with missing or extra lines, and a description of them.
fn damaged_shape(bytes: &[u8], recovery: bool, named: bool) -> Option<(Shape, String)> {
    // Damage to some lines leaves votes in the first lines, so a file without them need not be aligned.
    let source = source_lines_past_end(bytes);
    let head = source.lines.iter().take(2 * Slot::count(recovery));
    let votes = head.filter(|line| LineKind::of(&bytes[line.span()]) == LineKind::Vote).count();
    if votes < if named { 1 } else { 3 } {
        return None;
    }
    let lines = Lines::of(bytes, recovery);
    if lines.alignment.faults.is_empty() || !lines.are_readable(bytes, recovery) {
        return None;
    }
    let count = lines.alignment.faults.len();
    let places = if count == 1 { "a place".to_owned() } else { format!("{count} places") };
    Some((lines.shape, format!("lines are missing or too many at {places}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::global_war::formats::damage::game_lines;
    use crate::text::Report;

    #[test]
    fn a_long_line_after_the_first_values_is_no_value_that_is_cut_off() {
        let confidence = |line: &str| {
            let text = format!("1\r\n1.92E+03\r\nMARLOW\r\nT\r\n{line}");
            let probe = Probe { name: "GAME.DAT", bytes: text.as_bytes(), board: None };
            identify(&probe, false).map(|evidence| evidence.confidence)
        };
        assert_eq!(confidence("1.92"), Some(SURE));
        assert_eq!(confidence(&"1".repeat(MAX_SAMPLE)), Some(80));
    }
    #[test]
    fn a_few_lines_are_no_game_unless_they_can_be_read() {
        let sure = |text: &str| {
            let probe = Probe { name: "WAR01.DAT", bytes: text.as_bytes(), board: None };
            let evidence = identify(&probe, false).unwrap();
            let is_read = game_lines(text, false, &mut Report::salvaging()).is_ok();
            assert_eq!(evidence.confidence > SURE, is_read, "{text:?}");
            evidence.confidence
        };
        assert_eq!(sure("1\r\n5\r\nMARLOW\r\nT\r\n"), SURE + 1);
        assert_eq!(sure("1\n5\r\n\r\nT\n\r"), UNLIKELY + 1);
    }
}
