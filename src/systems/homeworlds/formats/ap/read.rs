//! Reads a record or a file of move strings, and finds the spans of its statements.

use super::command::SEPARATORS;
use super::record::{self, Record};
use super::render::render;
use super::style::Style;
use super::{TurnPlaces, lines};
use crate::model::Game;
use crate::text::Report;
use crate::text::json::{Matcher, whole};
use crate::text::write_back::{ParseOutput, SourceSpan, Statements};

/// Reads a text; also returns the spans of its turns. `None` if the text is JSON but not a record.
pub fn read(text: &str, report: &mut Report) -> Option<(ParseOutput<Game, Style>, Vec<TurnPlaces>)> {
    // Text before the first command is layout.
    let is_before = |c: char| c.is_whitespace() || c == '\u{FEFF}' || SEPARATORS.contains(&c);
    if !text.trim_start_matches(is_before).starts_with(['{', '[']) {
        return lines::read(text, report);
    }
    let Record { game, mut style, places } = record::read(text, report)?;
    let mut source_spans = None;
    if !style.record.is_whole {
        source_spans = source_spans_of(text, &game, &style, &places);
    }
    style.record.is_whole = source_spans.is_none();
    let source_spans = source_spans.unwrap_or_else(|| vec![whole(text)]);
    Some((ParseOutput { meaning: game, style, source_spans }, places))
}

/// Returns the source spans of a record. Brackets, commas and nulls between moves are the terminator of the statement
/// before them.
fn source_spans_of(text: &str, game: &Game, style: &Style, places: &[TurnPlaces]) -> Option<Vec<SourceSpan>> {
    let mut statements = Statements::default();
    render(game, style, &mut statements);
    let mut matcher = Matcher::new(text);
    let mut source_spans = Vec::with_capacity(statements.len());
    let mut turns = places.iter().map(|place| &place.turn).peekable();
    for index in 0..statements.len() {
        let (label, body, end) = (statements.label(index), statements.body(index), statements.end(index));
        let source_span = match label {
            _ if is_turn(label) => {
                let turn = turns.next()?;
                SourceSpan { start: turn.start, end: turn.end, next: turn.end }
            }
            _ => matcher.next(body, end, !is_bracket(body))?,
        };
        let next = match label {
            _ if label == "moves" || is_turn(label) => match turns.peek() {
                Some(turn) => turn.start,
                None => end_of_moves(text, source_span.end)?,
            },
            _ => source_span.next,
        };
        matcher.at = next;
        source_spans.push(SourceSpan { next, ..source_span });
    }
    matcher.is_at_end().then_some(source_spans)
}

/// Returns the offset of the bracket that closes the moves: the last one before a key or the end of the record.
fn end_of_moves(text: &str, from: usize) -> Option<usize> {
    let is_inside = |byte: &u8| b" \t\r\n[],nul".contains(byte);
    let rest = text.as_bytes().get(from..)?;
    let length = rest.iter().position(|byte| !is_inside(byte)).unwrap_or(rest.len());
    rest.get(..length)?.iter().rposition(|byte| *byte == b']').map(|place| from + place)
}

/// Returns whether a statement is a turn; the seat follows in its label.
fn is_turn(label: &str) -> bool {
    label.starts_with("move.")
}

/// Returns whether a statement is a bracket, possibly with its key, without a value.
fn is_bracket(body: &str) -> bool {
    body.ends_with(['{', '[']) || matches!(body.trim_start(), "}" | "]") || body.trim_end().ends_with(['{', '['])
}
