//! Text from a file on its way to a terminal.

use std::borrow::Cow;

/// `text` with every character that could move a cursor, colour a screen or reverse a line replaced.
///
/// C0 controls and DEL become their control pictures (ESC is `␛`); C1 controls and the marks that change the
/// direction of writing become U+FFFD. One character stays one character, so columns keep their numbers.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(printable_char).collect())
}

/// `text` in quotes for a message: control characters escaped, and clipped after 40 characters.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

fn is_printable(c: char) -> bool {
    !c.is_control() && !changes_direction(c)
}

fn changes_direction(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn printable_char(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        c if is_printable(c) => c,
        _ => '\u{FFFD}',
    }
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
    fn letters_of_any_script_stay() {
        assert!(matches!(printable("JöRG Łukasz 日本"), Cow::Borrowed(_)));
    }
}
