//! Remarks in brackets after an order.

use std::collections::HashMap;

use super::is_blank;

/// Maps the offset of each opening bracket that is closed to the offset of the bracket that closes it.
pub fn brackets(text: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut pairs = HashMap::new();
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(index),
            b')' => pairs.extend(open.pop().map(|start| (start, index))),
            _ => {}
        }
    }
    pairs
}

/// Returns the length of the bracketed text at the beginning, brackets included; `None` where it is not closed.
/// Brackets inside are closed first.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// Returns the texts in brackets; `None` where there is any other text.
pub fn remarks(text: &str) -> Option<Vec<String>> {
    let mut remarks = Vec::new();
    let mut rest = text.trim_matches(is_blank);
    while !rest.is_empty() {
        let length = closing(rest).filter(|_| rest.starts_with('('))?;
        remarks.push(rest[1..length - 1].trim_matches(is_blank).to_owned());
        rest = rest[length..].trim_start_matches(is_blank);
    }
    Some(remarks)
}

/// Returns whether a text can be written in brackets after an order, and is then read back as this one remark.
pub fn is_remark(text: &str) -> bool {
    let bracketed = format!("({text})");
    !text.contains(['\n', '\r']) && remarks(&bracketed).is_some_and(|read| read == [text])
}
