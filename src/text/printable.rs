//! Makes text from files safe to print on a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Replaces every character of `text` that could move a cursor, colour a screen, reverse a line or stay unseen.
///
/// C0 controls and DEL become their control pictures (ESC is `␛`); C1 controls, the marks that change the direction of
/// writing, and characters without width and shape (zero-width blanks, tags, variation selectors) become U+FFFD. One
/// character stays one character, so columns do not change.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(printable_char).collect())
}

/// Quotes `text` for a message: control characters are escaped, and it is clipped after 40 characters.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Escapes the same characters in a line of JSON, except for ASCII, which JSON escapes itself.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if json.chars().all(is_printable) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_printable(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    Cow::Owned(out)
}

/// Returns the non-ASCII characters that [`printable`] replaces, as ranges in their order.
pub fn unprintable_ranges() -> Vec<RangeInclusive<char>> {
    let mut ranges: Vec<RangeInclusive<char>> = Vec::new();
    let mut before = None;
    for c in ('\u{80}'..=char::MAX).filter(|c| !is_printable(*c)) {
        match ranges.last_mut().filter(|_| before.is_some_and(|before| before as u32 + 1 == c as u32)) {
            Some(range) => *range = *range.start()..=c,
            None => ranges.push(c..=c),
        }
        before = Some(c);
    }
    ranges
}

fn is_printable(c: char) -> bool {
    match c {
        ' '..='~' => true,
        _ => !c.is_control() && !changes_direction(c) && !is_unseen(c),
    }
}

fn changes_direction(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Matches Unicode's `Default_Ignorable_Code_Point`, and the marks of interlinear annotations.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

fn printable_char(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        c if is_printable(c) => c,
        _ => '\u{FFFD}',
    }
}

/// Formats bytes, such as a hash, in hexadecimal.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    let digits = bytes.as_ref().iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_become_pictures() {
        assert_eq!(printable("A\x1b[31mB\r\n\x7f"), "A␛[31mB␍␊␡");
    }

    #[test]
    fn c1_controls_and_direction_marks_are_replaced() {
        assert_eq!(printable("a\u{9b}2J\u{202e}b"), "a\u{fffd}2J\u{fffd}b");
    }

    #[test]
    fn what_cannot_be_seen_is_replaced() {
        let hidden = "a\u{200b}\u{feff}\u{ad}\u{fe0f}\u{e0041}b";
        assert_eq!(printable(hidden), "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}b");
        assert!(quoted(hidden).is_ascii(), "{}", quoted(hidden));
    }

    #[test]
    fn json_keeps_its_meaning_where_its_characters_are_escaped() {
        let text = "\u{9b}2J\u{7f}\u{202e}\u{e0041}\u{200b}é\n";
        let json = serde_json::to_string(text).unwrap();
        let escaped = printable_json(&json);
        assert_eq!(escaped, "\"\\u009b2J\\u007f\\u202e\\udb40\\udc41\\u200bé\\n\"");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
    }

    #[test]
    fn letters_of_any_script_stay() {
        assert!(matches!(printable("JöRG Łukasz 日本"), Cow::Borrowed(_)));
    }
}
