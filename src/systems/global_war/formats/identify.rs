//! Whether bytes are a game or an interrupted turn of Global War.

use super::damage::Lines;
use super::kind::LineKind;
use super::shape::Shape;
use super::slot::Slot;
use super::source::{source_lines, source_lines_past_end};
use super::{WAR_DAT, WAR_REC};
use crate::formats::{Block, Evidence, Probe};
use crate::model::secrets::TAKEN_OUT;
use crate::text::lines::Line;

/// A third of the lines are numbers, and one is a vote or a word.
pub fn may_be(block: &Block<'_>, recovery: bool) -> bool {
    let lines = &block.statements[..block.statements.len().min(2 * Slot::count(recovery))];
    let is_number = |line: &[u8]| matches!(line.first(), Some(b'0'..=b'9' | b'-' | b'+' | b'.'));
    let is_vote = |line: &[u8]| {
        let may_be = line.len() <= TAKEN_OUT.len() && !is_number(line);
        may_be && matches!(LineKind::of(line), LineKind::Vote | LineKind::Word | LineKind::TakenOut)
    };
    lines.iter().filter(|line| is_number(line)).count() * 3 >= lines.len() && lines.iter().any(|line| is_vote(line))
}

/// Votes stand on six lines, and where tells a `.DAT` from a `.REC`.
pub fn identify(probe: &Probe<'_>, recovery: bool) -> Option<Evidence> {
    let named = (if recovery { &WAR_REC } else { &WAR_DAT }).is_usual_name(probe.name);
    let bytes = &probe.bytes[..probe.bytes.len().min(MAX_SAMPLE)];
    let source = source_lines(bytes);
    let mut lines = &source.lines[..source.lines.len().min(Slot::count(recovery))];
    // The last line may be cut off.
    if let [ended @ .., last] = lines
        && !last.is_ended()
    {
        lines = ended;
    }
    let kind = |line: &Line| LineKind::of(&bytes[line.span()]);
    // Most files that are none are told by their first votes, before all their numbers are read.
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
    if recovery && shape.votes == 0 {
        confidence = confidence.map(|confidence| confidence.min(UNLIKELY));
    }
    // Tables of numbers have lines of letters too.
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

/// Whether all votes and numbers stand where they should: then there is no need to look what may be missing from a file
/// of the other kind.
fn is_certain(bytes: &[u8], lines: &[Line], recovery: bool) -> bool {
    let lines = &lines[..lines.len().min(Slot::count(recovery))];
    let shape = Shape::in_place(lines.iter().map(|line| LineKind::of(&bytes[line.span()])), recovery);
    shape.confidence() == Some(SURE) && shape.votes == shape.vote_lines && shape.numbers == shape.number_lines
}

/// How sure it is that a file is of this format whose votes and numbers all stand where they should, that of a damaged
/// one, and that of one without a vote.
const SURE: u8 = 95;
const DAMAGED: u8 = 80;
const UNLIKELY: u8 = 40;
/// How many bytes are looked at: a game has 500 to 3,000.
const MAX_SAMPLE: usize = 16 * 1024;

/// The shape of a file in which lines are missing or too many, and how many.
fn damaged_shape(bytes: &[u8], recovery: bool, named: bool) -> Option<(Shape, String)> {
    // Where votes stood six lines apart in the first lines, they do so still.
    let source = source_lines_past_end(bytes);
    let head = source.lines.iter().take(2 * Slot::count(recovery));
    let votes = head.filter(|line| LineKind::of(&bytes[line.span()]) == LineKind::Vote).count();
    if votes < if named { 1 } else { 3 } {
        return None;
    }
    let lines = Lines::of(bytes, recovery);
    if lines.alignment.faults.is_empty()
        || lines.are_of_other_kind(bytes, recovery)
        || !lines.are_possible(bytes, recovery)
    {
        return None;
    }
    let count = lines.alignment.faults.len();
    let places = if count == 1 { "a place".to_owned() } else { format!("{count} places") };
    Some((lines.shape(bytes, recovery), format!("lines are missing or too many at {places}")))
}
