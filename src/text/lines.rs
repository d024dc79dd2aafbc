//! Splits texts into lines and keeps every byte of every line end.

use std::ops::Range;

/// ^Z, which ends a text for DOS and CP/M programs; they do not read what follows it.
pub const END_OF_TEXT: char = '\u{1A}';

/// A line of a source: the byte offsets of its content and its line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Byte offset of the first character.
    pub start: usize,
    /// Byte offset after the content, where the line end begins.
    pub end: usize,
    /// Byte offset after the line end; equal to `end` if the last line has none.
    pub next: usize,
}

impl Line {
    /// Returns the byte range of the content, without the line end.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns whether the line has a line end.
    pub fn is_ended(&self) -> bool {
        self.next > self.end
    }
}

/// Splits `text` as DOS text programs do: lines end in LF or CR LF (with any number of CR, as bad transfers leave
/// them), or in CR alone where the text has no LF before its ^Z. No other character ends a line.
///
/// A final line end is not followed by an empty line.
pub fn dos_lines(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::with_capacity(bytes.len() / 4 + 1);
    let mut start = 0;
    if ends_lines_in_cr(bytes) {
        // Any LF is after the ^Z.
        for at in memchr::memchr2_iter(b'\r', b'\n', bytes).filter(|&at| !bytes[at..].starts_with(b"\r\n")) {
            let end = at - usize::from(bytes[start..at].ends_with(b"\r"));
            lines.push(Line { start, end, next: at + 1 });
            start = at + 1;
        }
    } else {
        for at in memchr::memchr_iter(b'\n', bytes) {
            let mut end = at;
            while end > start && bytes[end - 1] == b'\r' {
                end -= 1;
            }
            lines.push(Line { start, end, next: at + 1 });
            start = at + 1;
        }
    }
    if start < bytes.len() {
        let mut end = bytes.len();
        // If the text is cut off between CR and LF, the CR is not part of the content.
        while lines.last().is_some_and(|line| line.next - line.end > 1) && bytes[start..end].ends_with(b"\r") {
            end -= 1;
        }
        lines.push(Line { start, end, next: bytes.len() });
    }
    lines
}

/// Returns whether the part that a DOS program reads has lines that end in CR alone.
fn ends_lines_in_cr(bytes: &[u8]) -> bool {
    let has_lf = |bytes: &[u8]| memchr::memchr(b'\n', bytes).is_some();
    if !has_lf(bytes) {
        return true;
    }
    let body = &bytes[..memchr::memchr(END_OF_TEXT as u8, bytes).unwrap_or(bytes.len())];
    !has_lf(body) && memchr::memchr(b'\r', body).is_some()
}

/// Returns the most frequent line end of `text`; `None` if no line has one.
pub fn usual_line_end<'l>(text: &str, lines: impl IntoIterator<Item = &'l Line>) -> Option<&'static str> {
    let (mut lf, mut crlf, mut cr) = (0usize, 0usize, 0usize);
    for line in lines {
        match text.as_bytes()[line.end..line.next] {
            [b'\n'] => lf += 1,
            [b'\r'] => cr += 1,
            [] => {}
            _ => crlf += 1,
        }
    }
    match (lf > crlf, cr > crlf) {
        (true, _) => Some("\n"),
        (_, true) => Some("\r"),
        _ => (crlf > 0).then_some("\r\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(text: &str) -> Vec<&str> {
        dos_lines(text).iter().map(|l| &text[l.span()]).collect()
    }

    #[test]
    fn every_byte_of_every_line_end_is_kept() {
        let text = "a\r\nb\nc\r\r\n\nd";
        assert_eq!(contents(text), ["a", "b", "c", "", "d"]);
        let whole: String = dos_lines(text).iter().map(|l| &text[l.start..l.next]).collect();
        assert_eq!(whole, text);
    }

    #[test]
    fn cr_alone_ends_lines_only_where_no_lf_is() {
        assert_eq!(contents("a\rb\r"), ["a", "b"]);
        assert_eq!(contents("a\rb\n"), ["a\rb"]);
    }

    #[test]
    fn an_lf_behind_the_end_of_the_text_does_not_tell() {
        assert_eq!(contents("a\rb\r\x1A\r\n\nc"), ["a", "b", "\x1A", "", "c"]);
        assert_eq!(contents("ab\x1A\n\rc"), ["ab\x1A", "\rc"]);
        let text = "a\rb\x1A\r\n\nc\r";
        let whole: String = dos_lines(text).iter().map(|l| &text[l.start..l.next]).collect();
        assert_eq!(whole, text);
    }

    #[test]
    fn what_is_cut_off_within_a_line_end_keeps_no_cr() {
        assert_eq!(contents("a\r\nb\r"), ["a", "b"]);
        assert_eq!(contents("a\r\n\r"), ["a", ""]);
        assert_eq!(contents("a\nb\r"), ["a", "b\r"]);
    }

    #[test]
    fn unicode_line_separators_do_not_split() {
        assert_eq!(contents("a\u{85}b\u{2028}c\n"), ["a\u{85}b\u{2028}c"]);
    }

    #[test]
    fn the_usual_line_end_is_the_most_common_one() {
        for (text, end) in
            [("a\nb\r\nc\n", Some("\n")), ("a\r\nb\nc\r\n", Some("\r\n")), ("a\rb\r", Some("\r")), ("a", None)]
        {
            assert_eq!(usual_line_end(text, &dos_lines(text)), end, "{text:?}");
        }
    }
}
