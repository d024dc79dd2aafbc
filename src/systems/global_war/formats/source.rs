//! Splits a file into lines, in the same way for the identifier, which has bytes, and the reader, which has text.

use crate::text::lines::Line;

/// The byte order mark, as its bytes and as the DOS code pages display it.
const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", "∩╗┐".as_bytes(), "´╗┐".as_bytes()];
/// The character ^Z, which ends a text for DOS programs.
const END: u8 = 0x1A;

/// Returns the length in bytes of the byte order mark at the beginning of a text, in UTF-8 or as a DOS code page
/// displays it.
pub fn mark_length(bytes: &[u8]) -> usize {
    MARKS.iter().find(|mark| bytes.starts_with(mark)).map_or(0, |mark| mark.len())
}

/// The lines of a file.
pub struct SourceLines {
    /// The lines, up to the end of the text.
    pub lines: Vec<Line>,
    /// The offset of the end of the text: at a ^Z, at NUL bytes that fill the rest, or at the end of the file.
    pub end: usize,
    /// Whether line ends have one character.
    pub has_short_ends: bool,
}

/// The line ends of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineEnds {
    /// LF, after any number of CR.
    Lf,
    /// LF CR.
    LfCr,
    /// CR, or a LF in its place.
    Cr,
}

/// Splits a file as DOS programs read it: up to the first ^Z.
pub fn source_lines(bytes: &[u8]) -> SourceLines {
    cut(bytes, without_filling(&bytes[..memchr::memchr(END, bytes).unwrap_or(bytes.len())]), false)
}

/// Splits a file past every ^Z. A ^Z in place of a character of a line end is part of that line end.
pub fn source_lines_past_end(bytes: &[u8]) -> SourceLines {
    let filled = bytes.iter().rposition(|&b| b != END && b != 0).map_or(0, |last| last + 1);
    cut(bytes, filled, true)
}

/// Returns the offset of the NUL bytes that fill a text after its last line end, or else the end of the text.
fn without_filling(body: &[u8]) -> usize {
    let filled = body.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    if filled == 0 || matches!(body[filled - 1], b'\n' | b'\r') { filled } else { body.len() }
}

fn cut(bytes: &[u8], end: usize, past_end: bool) -> SourceLines {
    let body = &bytes[..end];
    let (ends, has_short_ends) = line_ends(body);
    let mark = mark_length(body);
    let mut lines = Vec::with_capacity(body.len() / 4 + 1);
    let mut start = mark;
    if ends == LineEnds::Lf && !past_end {
        // Lines are so short that a search for the next line end takes longer than a look at each byte.
        for at in mark..body.len() {
            if body[at] == b'\n' {
                lines.push(Line { start, end: without_returns(body, start, at), next: at + 1 });
                start = at + 1;
            }
        }
    } else {
        let next = |start: usize| line_at(body, start, ends, has_short_ends, past_end);
        while let Some(line) = next(start) {
            lines.push(line);
            start = line.next;
        }
    }
    if start < end {
        // If a line end was cut in two, its first half does not belong to the value.
        let content = without_returns(body, start, end);
        lines.push(Line { start, end: content, next: content });
    }
    SourceLines { lines, end, has_short_ends }
}

/// Returns the line that begins at `start`; `None` if it has no line end.
fn line_at(body: &[u8], start: usize, ends: LineEnds, has_short_ends: bool, past_end: bool) -> Option<Line> {
    let is_end = |at: usize| match body[at] {
        b'\n' => true,
        b'\r' => ends == LineEnds::Cr,
        END => past_end && (has_short_ends || at > start && body[at - 1] == b'\r'),
        _ => false,
    };
    let at = (start..body.len()).find(|&at| is_end(at))?;
    let is_after_end = at > start && body[at - 1] == END;
    let mut end = at - usize::from(past_end && body[at] == b'\n' && !has_short_ends && is_after_end);
    if ends == LineEnds::Lf {
        end = without_returns(body, start, end);
    }
    let second = match ends {
        LineEnds::Lf => None,
        LineEnds::LfCr => (body[at] == b'\n').then_some(b'\r'),
        LineEnds::Cr => (body[at] == b'\r').then_some(b'\n'),
    };
    let has_second = second.is_some() && body.get(at + 1) == second.as_ref();
    Some(Line { start, end, next: at + 1 + usize::from(has_second) })
}

/// Returns the end of the content of a line whose line feed is at `end`, before any CR.
fn without_returns(body: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && body[end - 1] == b'\r' {
        end -= 1;
    }
    end
}

/// Returns the most common line ends, and whether they have one character.
fn line_ends(body: &[u8]) -> (LineEnds, bool) {
    let next = body.get(1..).unwrap_or_default();
    let count = |byte: u8| memchr::memchr_iter(byte, body).count();
    let pairs = |first: u8, second: u8| {
        // Counts that fit a byte are taken of many bytes at once.
        let parts = body.chunks(u8::MAX.into()).zip(next.chunks(u8::MAX.into()));
        let pairs_in = |(one, next): (&[u8], &[u8])| {
            let is_pair = one.iter().zip(next).map(|(&one, &next)| u8::from(one == first && next == second));
            usize::from(is_pair.sum::<u8>())
        };
        parts.map(pairs_in).sum::<usize>()
    };
    let (lf, all_cr, crlf) = (count(b'\n'), count(b'\r'), pairs(b'\r', b'\n'));
    if lf == crlf && crlf == all_cr {
        return (LineEnds::Lf, false);
    }
    let lfcr = pairs(b'\n', b'\r');
    let between = body.windows(3).filter(|three| three == b"\n\r\n").count();
    // A CR counts for itself if it is part of neither pair.
    match all_cr + between - crlf - lfcr {
        cr if cr > lf => (LineEnds::Cr, true),
        _ if lfcr > crlf => (LineEnds::LfCr, false),
        _ => (LineEnds::Lf, crlf * 2 < lf),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(lines: &SourceLines, text: &str) -> Vec<String> {
        lines.lines.iter().map(|l| text[l.span()].to_owned()).collect()
    }

    fn read(text: &str) -> Vec<String> {
        contents(&source_lines(text.as_bytes()), text)
    }

    #[test]
    fn lines_end_as_the_whole_file_has_it() {
        for text in ["a\r\nb\r\n\r\nc", "a\nb\n\nc", "a\rb\r\rc", "a\n\rb\n\r\n\rc", "a\r\r\nb\r\n\r\nc"] {
            assert_eq!(read(text), ["a", "b", "", "c"], "{text:?}");
        }
        assert_eq!(read("a\rb\rc\r\u{1A}\n\n\n"), ["a", "b", "c"], "what is behind the end does not count");
        assert_eq!(read("a\rb\nc\rd\r"), ["a", "b", "c", "d"], "one damaged CR");
        assert_eq!(read("a\r\nb\rXc\r\nd\r\n"), ["a", "b\rXc", "d"], "one damaged LF");
    }

    #[test]
    fn marks_fillings_and_ends_are_no_values() {
        assert_eq!(read("\u{FEFF}1\r\n"), ["1"]);
        assert_eq!(read("∩╗┐1\r\n"), ["1"]);
        assert_eq!(read("1\r\n\0\0\0"), ["1"]);
        assert_eq!(read("1\r\nBOB\0\0"), ["1", "BOB\0\0"]);
        assert_eq!(read("1\r\n\r"), ["1", ""], "cut between CR and LF");
    }

    #[test]
    fn past_the_end_a_ctrl_z_stands_for_a_line_feed() {
        for (text, expected) in [
            ("1\r\n2\r\u{1A}3\r\n\u{1A}\u{1A}", vec!["1", "2", "3"]),
            ("1\n2\u{1A}3\n", vec!["1", "2", "3"]),
            ("1\r\n2\u{1A}\n3\r\n", vec!["1", "2", "3"]),
            ("1\r\nB\u{1A}B\r\n3\r\n", vec!["1", "B\u{1A}B", "3"]),
        ] {
            assert_eq!(contents(&source_lines_past_end(text.as_bytes()), text), expected, "{text:?}");
        }
    }
}
