//! Scans a text for elements and the separators between them: line ends, blanks, commas, semicolons.

use std::borrow::Cow;
use std::ops::Range;

/// Byte order mark at the beginning of a text, which shows its encoding.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Separators in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// Whether any of them is a comma.
    pub comma: bool,
    /// Whether any of them is a semicolon.
    pub semicolon: bool,
    /// Offset at which the next element begins, or the text ends.
    pub end: usize,
}

/// A text that is split at its separators.
#[derive(Clone, Copy)]
pub struct Scan<'t> {
    pub text: &'t str,
}

impl<'t> Scan<'t> {
    pub fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub fn part(self, span: Range<usize>) -> &'t str {
        self.text.get(span).unwrap_or_default()
    }

    /// Returns the span of the element at `at`, without the blanks after it, and whether it has a dash. An element of
    /// boards may have commas in it.
    pub fn element(self, at: usize, of_board: bool) -> (Range<usize>, bool) {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        let (mut length, mut has_dash) = (0, false);
        for (offset, byte) in bytes.iter().enumerate() {
            match byte {
                b',' if !of_board => break,
                b';' | b'\r' | b'\n' => break,
                b' ' | b'\t' => continue,
                b'-' => has_dash = true,
                _ => {}
            }
            length = offset + 1;
        }
        (at..at + length, has_dash)
    }

    /// Returns the separators at `at`.
    pub fn gap(self, at: usize) -> Gap {
        let mut gap = Gap { comma: false, semicolon: false, end: at };
        while let Some(byte) = self.byte(gap.end) {
            match byte {
                b',' => gap.comma = true,
                b';' => gap.semicolon = true,
                b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => break,
            }
            gap.end += 1;
        }
        gap
    }

    /// Returns the offset after the blanks, line ends and semicolons at `at`.
    pub fn gap_of_boards(self, mut at: usize) -> usize {
        loop {
            at = match self.byte(at) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | b';') => at + 1,
                _ => match self.mark(at) {
                    Some(behind) => behind,
                    None => return at,
                },
            }
        }
    }

    /// Returns the offset after a byte order mark at `at`; `None` if there is none.
    pub fn mark(self, at: usize) -> Option<usize> {
        let is_mark = self.byte(at) == Some(0xEF) && self.text.get(at..)?.starts_with(BYTE_ORDER_MARK);
        is_mark.then_some(at + BYTE_ORDER_MARK.len_utf8())
    }

    /// Returns the offset after the blanks at `at`.
    pub fn blanks(self, mut at: usize) -> usize {
        while matches!(self.byte(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        at
    }

    /// Returns the offset after the line end at `at`; `None` if there is none.
    pub fn line_end(self, at: usize) -> Option<usize> {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => Some(at + 2),
            (Some(b'\r' | b'\n'), _) => Some(at + 1),
            _ => None,
        }
    }

    /// Returns the offset after the end of the line at `at`, if only blanks precede it; else `at`.
    pub fn rest_of_line(self, at: usize) -> usize {
        self.line_end(self.blanks(at)).unwrap_or(at)
    }
}

/// Replaces the dashes and arrows of word processors by `-` and `>`, and fills them up with blanks, so that all offsets
/// stay the same.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_typographic) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let signs = match c {
            '\u{2192}' | '\u{21D2}' | '\u{2794}' | '\u{279C}' | '\u{27F6}' => "->",
            '\u{203A}' | '\u{FF1E}' => ">",
            c if is_typographic(c) => "-",
            c => {
                out.push(c);
                continue;
            }
        };
        out.push_str(signs);
        out.extend(std::iter::repeat_n(' ', c.len_utf8() - signs.len()));
    }
    Cow::Owned(out)
}

/// Returns whether a character is a dash or an arrow that stands for `-`, `->` or `>`. All of them have three bytes.
fn is_typographic(c: char) -> bool {
    matches!(
        c,
        '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{FE58}'
                | '\u{FE63}'
                | '\u{FF0D}'
                | '\u{2192}'
                | '\u{21D2}'
                | '\u{2794}'
                | '\u{279C}'
                | '\u{27F6}'
                | '\u{203A}'
                | '\u{FF1E}'
    )
}

/// Returns whether a text consists of boards: these have slashes, and commands have dashes.
pub fn is_of_boards(text: &str) -> bool {
    let count = |byte: u8| memchr::memchr_iter(byte, text.as_bytes()).count();
    count(b'/') + count(b'[') > count(b'-')
}

/// Returns an element without blanks, in capital letters.
pub fn cleaned(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && *c != BYTE_ORDER_MARK);
    kept.map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_and_arrows_keep_their_places() {
        for (text, expected) in [
            ("I\u{2013}Y4\u{2014}X", "I-  Y4-  X"),
            ("3T-K2\u{2192}H", "3T-K2-> H"),
            ("3T\u{2212}K2-\u{203A}H", "3T-  K2->  H"),
        ] {
            assert_eq!(plain(text), expected);
            assert_eq!(plain(text).len(), text.len());
        }
        assert!(matches!(plain("I-Y4-\u{e9}"), Cow::Borrowed(_)));
    }
}
