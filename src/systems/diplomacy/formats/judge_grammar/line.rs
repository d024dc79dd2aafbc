//! Reads the orders of a line.

use std::ops::Range;

use super::error::error;
use super::read::Parser;
use super::words::{is_blank, is_separator};
use super::{Deviation, DeviationKind, Order, OrderError, codes};
use crate::model::{PhaseKind, Seat};
use crate::systems::diplomacy::formats::order_grammar::Purpose;
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::printable::quoted;
use crate::text::suggestion::nearest;

/// An order in a line, or a text in the place of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The power whose letter stands before the order, and the span of the letter and its colon in the line. It also
    /// applies to the orders after it in the line.
    pub power: Option<(Seat, Range<usize>)>,
    /// Span of the order in the line; for a text that is no order, up to the next separator or the end.
    pub span: Range<usize>,
    /// The order, or the error for a text that is none; spans in both are in the line.
    pub order: Result<Order, OrderError>,
}

/// Reads the orders of a line with errors for people.
#[cfg(test)]
pub fn line(text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Vec<Item> {
    line_for(Purpose::ReadOutcome, text, named_board, phase)
}

/// Reads the orders of a line or of the rest of one. They are separated by `;`, `,` or nothing, and the letter of a
/// power with a colon may stand before the first. The judge rejects such a letter before a later one; that is a
/// deviation.
pub fn line_for(purpose: Purpose, text: &str, named_board: &NamedBoard, phase: Option<PhaseKind>) -> Vec<Item> {
    let mut at = 0;
    let mut items: Vec<Item> = Vec::new();
    loop {
        at = skip_gap(text, at);
        let power = power(text, at);
        if let Some((_, span)) = &power {
            at = skip_gap(text, span.end);
        }
        if at == text.len() {
            return items;
        }
        let mut order = match misplaced_power(purpose, text, at, named_board) {
            Some(error) => Err(error),
            None => Parser::new(text, at, named_board, phase, purpose).order(),
        };
        let end = match &order {
            Ok(order) => order.end,
            Err(_) => end_of_item(text, at),
        };
        if let (Some((_, span)), Ok(order), false) = (&power, &mut order, items.is_empty()) {
            order.deviations.push(Deviation { kind: DeviationKind::Letter, span: span.clone() });
        }
        items.push(Item { power, span: at..end, order });
        at = end;
    }
}

/// Returns the power whose letter and colon are at byte `at`, and their span.
fn power(text: &str, at: usize) -> Option<(Seat, Range<usize>)> {
    match text.as_bytes()[at..] {
        [letter, b':', ..] if letter.is_ascii_alphanumeric() => Some((seat(letter), at..at + 2)),
        _ => None,
    }
}

/// Returns the seat of a power with this letter or digit.
pub(super) fn seat(letter: u8) -> Seat {
    Seat::new(char::from(letter.to_ascii_uppercase()).encode_utf8(&mut [0; 4]))
}

/// Returns the error for a word with a colon where an order is expected.
fn misplaced_power(purpose: Purpose, text: &str, at: usize, named_board: &NamedBoard) -> Option<OrderError> {
    let rest = &text.as_bytes()[at..];
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    let word = text.get(at..at + length).filter(|_| length > 0 && rest.get(length) == Some(&b':'))?;
    let message = match named_board.seat(word) {
        Some(_) if length > 1 => format!("expected the letter of a power, found {}", quoted(word)),
        _ => format!("unknown power {}", quoted(word)),
    };
    let mut error = error(&codes::POWER_LETTER, at..at + length + 1, message);
    let meant = if purpose == Purpose::ReadOutcome { nearest(word, named_board.power_names()) } else { None };
    if let Some(seat) = named_board.seat(word).filter(|_| length > 1) {
        error.help = format!("write {seat}: at the beginning of the line").into();
    } else if let Some((name, seat)) = meant.and_then(|name| Some((name, named_board.seat(name)?))) {
        error.help = format!("did you mean {seat} ({name})?").into();
    }
    Some(error)
}

fn skip_gap(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|&&b| is_blank(b) || is_separator(b)).count()
}

/// Returns the end of a text that is no order: the next separator or the end of the line, without blanks before it.
fn end_of_item(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let item = &rest[..memchr::memchr2(b';', b',', rest.as_bytes()).unwrap_or(rest.len())];
    at + item.trim_end_matches([' ', '\t']).len()
}
