//! Remarks in brackets behind an order.

use super::is_blank;

/// The length of a text in brackets, the brackets included; brackets in it are closed first.
pub fn closing(text: &str) -> Option<usize> {
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

/// The texts in brackets, where there is nothing else.
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

/// Whether a text is read again as the remark that it is, behind an order in brackets.
pub fn is_remark(text: &str) -> bool {
    let bracketed = format!("({text})");
    !text.contains(['\n', '\r']) && remarks(&bracketed).is_some_and(|read| read == [text])
}
