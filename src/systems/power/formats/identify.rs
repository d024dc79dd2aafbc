//! Identifies files of Power by their elements.

use super::POWER;
use super::board;
use super::command::{self, is_stack};
use super::read::{likeness, looks_like_board};
use super::scan::{cleaned, is_of_boards, plain};
use crate::formats::{Block, Evidence, Probe};

/// The most elements that are read, and the number of first ones (`FIRST`), which decide whether the others are read.
const MAX_ELEMENTS: usize = 2000;
const FIRST: usize = 12;
/// The size in bytes from which the last element may be cut off.
const CUT_FROM: usize = 64 << 10;

/// Elements of a file by kind.
#[derive(Default)]
struct Count {
    understood: usize,
    /// Elements that are not understood, but look like part of a game.
    alike: usize,
    other: usize,
}

/// Returns whether one of the first elements is of Power; in a file of few elements, whether one looks like it.
pub fn may_be(block: &Block<'_>) -> bool {
    let plain = plain(block.text);
    let is_of_boards = is_of_boards(&plain);
    let mut kinds = elements(&plain, is_of_boards).take(FIRST + 1).map(|element| of_element(element, is_of_boards));
    let (mut all, mut alike) = (0, false);
    let is_understood = kinds.any(|kind| {
        all += 1;
        alike |= kind.is_some();
        kind == Some(true)
    });
    is_understood || alike && all <= FIRST
}

/// Returns the beginning of a file as text, without a last character that may be cut off; empty if it is not UTF-8.
fn str_of(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Returns the elements of a text that are not empty.
fn elements(text: &str, is_of_boards: bool) -> impl Iterator<Item = &str> {
    let is_end = is_separator(is_of_boards);
    let mut rest = Some(text);
    let elements = std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(&is_end);
        rest = end.map(|end| &text[end + 1..]);
        Some(text[..end.unwrap_or(text.len())].trim_matches(['\u{FEFF}', ' ', '\t']))
    });
    elements.filter(|element| !element.is_empty())
}

fn is_separator(is_of_boards: bool) -> impl Fn(u8) -> bool {
    move |byte| matches!(byte, b';' | b'\r' | b'\n') || byte == b',' && !is_of_boards
}

/// Returns whether an element is understood; `None` if it does not even look like part of a game.
fn of_element(element: &str, is_of_boards: bool) -> Option<bool> {
    if is_of_boards { of_board(element) } else { of_command(element) }
}

/// Identifies commands and boards by their grammar.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = str_of(probe.bytes);
    if text.len() < probe.bytes.len().min(CUT_FROM - 4) {
        return None;
    }
    let plain = plain(text);
    let text = &*plain;
    let is_named = POWER.is_usual_name(probe.name);
    let is_of_boards = is_of_boards(text);
    let whole =
        if text.len() < CUT_FROM - 4 { text } else { text.get(..text.bytes().rposition(is_separator(is_of_boards))?)? };
    let mut count = Count::default();
    for (number, element) in elements(whole, is_of_boards).take(MAX_ELEMENTS).enumerate() {
        if number == FIRST && count.understood == 0 && !is_named {
            return None;
        }
        match of_element(element, is_of_boards) {
            Some(true) => count.understood += 1,
            Some(false) => count.alike += 1,
            None => count.other += 1,
        }
    }
    let Count { understood, alike, other } = count;
    let mut reasons = Vec::new();
    let what = if is_of_boards { "folded boards of 61 fields" } else { "commands such as I-Y4-X" };
    if understood > 0 {
        reasons.push(format!("{understood} of {} parts are {what}", understood + alike + other));
    } else if alike > 0 {
        reasons.push(format!("{alike} of {} parts look like {what}", alike + other));
    }
    let confidence = match (understood, alike, other) {
        (0, 0, _) => 0,
        (1.., 0, 0) => 95,
        (1.., _, 0) => 85,
        (0, _, 0) => 55,
        (understood, alike, other) if understood + alike > other && understood > 0 => 70,
        _ => 0,
    };
    if confidence == 0 && !is_named {
        return None;
    }
    if is_named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: (confidence + u8::from(is_named)).max(if is_named { 60 } else { 0 }), reasons })
}

/// Returns whether an element is a command; `None` if it does not look like one.
fn of_command(element: &str) -> Option<bool> {
    // Text without a dash may be a stack: a count, then at most two letters.
    let mut letters = element.bytes().filter(|byte| !byte.is_ascii_whitespace() && !byte.is_ascii_digit());
    if element.len() > 40 || letters.nth(2).is_some() && !element.contains('-') {
        return None;
    }
    let clean = cleaned(element);
    match command::parse(&clean) {
        Ok(_) => Some(true),
        // Such a stack may be the beginning of an exchange.
        Err(_) if is_stack(&clean) => Some(false),
        Err(_) => (likeness(element) > 1).then_some(false),
    }
}

/// Returns whether an element is a board; `None` if it does not look like one.
fn of_board(element: &str) -> Option<bool> {
    match looks_like_board(element) {
        true => Some(board::parse(element).is_ok()),
        false => None,
    }
}
