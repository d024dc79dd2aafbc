//! Shows the bytes of a file, with the field that each belongs to.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

use super::layout::{MIN_WIDTH, clip};
use crate::formats::{Format, ParsedSource, TextFormat};
use crate::model::Board;
use crate::text::hidden::{HIDDEN, Hidden};
use crate::text::lines::{Line, dos_lines};
use crate::text::printable::printable;
use crate::text::{Diagnostic, Encoding, Severity};

/// A file to be shown, and how it was read.
pub struct HexSource<'s> {
    /// The name of the file, for the first line.
    pub name: &'s str,
    /// The bytes of the file.
    pub bytes: &'s [u8],
    /// The format that it was read as; `None` if it has no known format.
    pub format: Option<&'s Format>,
    /// The decoded text, with one character for each byte in a binary file; `None` if it was not decoded.
    pub text: Option<&'s str>,
    /// The encoding that was used, if it is known.
    pub encoding: Option<Encoding>,
    /// The board that the names in the file refer to, if there is one.
    pub board: Option<&'s Board>,
    /// The diagnostics; errors and warnings are shown where they occur.
    pub diagnostics: &'s [Diagnostic],
    /// The parts of the text that must not be shown.
    pub hidden: &'s Hidden,
}

/// Writes the bytes of a file in rows below the field that they belong to, which is shown with its line, label and
/// value.
///
/// The output grows in proportion to the file: a row for 4 bytes or more, and a line for each field.
pub fn write_hex(source: &HexSource<'_>, width: usize, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let width = width.max(MIN_WIDTH);
    let mut dump = Dump::new(source, width, colour);
    let what = source.format.map_or("a file of no known format", |format| format.name);
    let count = source.bytes.len();
    let heading = clip(&format!("{} - {what}, {count} bytes", printable(source.name)), width);
    writeln!(out, "{}", if colour { format!("\x1b[1m{heading}\x1b[0m") } else { heading })?;
    let offsets = source.text.and_then(|text| ByteOffsets::new(text, source.bytes, source.encoding));
    let (Some(text), Some(offsets)) = (source.text, offsets) else {
        // Without offsets it is not known where hidden texts are either.
        if !source.hidden.hides_nothing() {
            dump.hidden.push(0..count);
        }
        return dump.block(0..count, None, out);
    };
    let is_binary = source.format.is_some_and(Format::is_binary);
    let lines = if is_binary { Vec::new() } else { dos_lines(text) };
    dump.hide(text, &lines, &offsets);
    dump.mark(text, &lines, &offsets);
    dump.fields(text, &lines, &offsets, out)
}

/// Maps the characters of a text to the bytes that it was decoded from.
struct ByteOffsets<'t> {
    text: &'t str,
    how: How,
}

#[derive(Clone, Copy)]
enum How {
    /// The bytes are the text in UTF-8.
    Same,
    /// Each character is one byte.
    Single,
    /// Each character has the bytes that it is encoded as.
    Encoded(Encoding),
}

impl<'t> ByteOffsets<'t> {
    fn new(text: &'t str, bytes: &[u8], encoding: Option<Encoding>) -> Option<Self> {
        let how = if text.as_bytes() == bytes {
            How::Same
        } else if text.chars().count() == bytes.len() {
            How::Single
        } else {
            How::Encoded(encoding.filter(|encoding| encoding.encode(text).is_ok_and(|again| *again == *bytes))?)
        };
        Some(ByteOffsets { text, how })
    }

    /// Returns the number of bytes that a part of the text was decoded from.
    fn length(&self, part: Range<usize>) -> usize {
        let part = self.text.get(part).unwrap_or_default();
        match self.how {
            How::Same => part.len(),
            How::Single => part.chars().count(),
            How::Encoded(encoding) => encoding.encode(part).map_or(0, |bytes| bytes.len()),
        }
    }

    fn walk(&self) -> Walk<'_> {
        Walk { offsets: self, text: 0, bytes: 0 }
    }
}

/// A position in a text that moves forward, so that ascending positions are found in one pass.
struct Walk<'o> {
    offsets: &'o ByteOffsets<'o>,
    text: usize,
    bytes: usize,
}

impl Walk<'_> {
    /// Returns the byte offset of an offset in the text.
    fn to(&mut self, place: usize) -> usize {
        if place < self.text {
            (self.text, self.bytes) = (0, 0);
        }
        self.bytes += self.offsets.length(self.text..place);
        self.text = place;
        self.bytes
    }

    fn range(&mut self, range: &Range<usize>) -> Range<usize> {
        self.to(range.start)..self.to(range.end)
    }
}

/// A diagnostic and the bytes that it is about.
struct Mark {
    bytes: Range<usize>,
    message: String,
}

struct Dump<'s> {
    source: &'s HexSource<'s>,
    width: usize,
    colour: bool,
    /// Number of bytes in a row.
    row: usize,
    /// Number of digits of an offset.
    digits: usize,
    /// The bytes that are not shown.
    hidden: Vec<Range<usize>>,
    /// The errors and warnings, by position.
    marks: Vec<Mark>,
    /// Number of marks that have been written.
    emitted: usize,
    /// The bytes that errors and warnings are about.
    marked: Vec<Range<usize>>,
}

impl<'s> Dump<'s> {
    fn new(source: &'s HexSource<'s>, width: usize, colour: bool) -> Self {
        let digits = format!("{:x}", source.bytes.len()).len().max(6);
        let fits = |row: &usize| digits + 1 + 4 * row < width;
        let row = [32, 16, 8].into_iter().find(fits).unwrap_or(4);
        let (hidden, marks, marked) = (Vec::new(), Vec::new(), Vec::new());
        Dump { source, width, colour, row, digits, hidden, marks, emitted: 0, marked }
    }

    fn hide(&mut self, text: &str, lines: &[Line], offsets: &ByteOffsets<'_>) {
        if self.source.hidden.hides_lines() {
            self.hidden.push(0..self.source.bytes.len());
            return;
        }
        let mut walk = offsets.walk();
        let whole = [Line { start: 0, end: text.len(), next: text.len() }];
        for line in if lines.is_empty() { &whole } else { lines } {
            let content = text.get(line.span()).unwrap_or_default();
            let hidden = self.source.hidden.in_line(line.start, content);
            let spans = hidden.iter().map(|span| span.start + line.start..span.end + line.start);
            self.hidden.extend(spans.map(|span| walk.range(&span)));
        }
    }

    fn mark(&mut self, text: &str, lines: &[Line], offsets: &ByteOffsets<'_>) {
        let is_shown = |d: &&Diagnostic| d.severity >= Severity::Warning && d.member.is_none();
        let mut walk = offsets.walk();
        for d in self.source.diagnostics.iter().filter(is_shown) {
            let length = d.length.unwrap_or_default();
            let bytes = match (d.line, d.offset) {
                (_, Some(offset)) => {
                    let start = usize::try_from(offset).unwrap_or(usize::MAX);
                    start..start.saturating_add(length)
                }
                (Some(number), None) => match lines.get(number.wrapping_sub(1)) {
                    Some(line) => {
                        let content = text.get(line.span()).unwrap_or_default();
                        let mark = if line.start == 0 && content.starts_with('\u{FEFF}') { 1 } else { 0 };
                        let first = d.column.unwrap_or(1) - 1 + mark;
                        let at = |count: usize| {
                            line.start + content.char_indices().nth(count).map_or(content.len(), |(at, _)| at)
                        };
                        walk.range(&(at(first)..at(first + length)))
                    }
                    // The diagnostic is about the end of the file.
                    None => self.source.bytes.len()..self.source.bytes.len(),
                },
                (None, None) => continue,
            };
            let level = if d.is_error() { "error" } else { "warning" };
            self.marks.push(Mark { bytes, message: format!("! {level}[{}]: {}", d.code, printable(&d.message)) });
        }
        self.marks.sort_by_key(|mark| mark.bytes.start);
        // An empty range means that something is missing at its start.
        let ranges = self.marks.iter().map(|mark| mark.bytes.start..mark.bytes.end.max(mark.bytes.start + 1));
        self.marked = together(ranges);
    }

    fn fields(&mut self, text: &str, lines: &[Line], offsets: &ByteOffsets<'_>, out: &mut dyn Write) -> io::Result<()> {
        let format = self.source.format.and_then(Format::text);
        let on_board = format.zip(self.source.board).and_then(|(format, board)| format.on_board(board));
        let format: Option<&dyn TextFormat> = on_board.as_deref().or(format);
        let Some((format, parsed_source)) = format.and_then(|format| Some((format, format.parsed_source(text)?)))
        else {
            self.block(0..self.source.bytes.len(), None, out)?;
            return self.emit(usize::MAX, out);
        };
        let mut walk = offsets.walk();
        let line_of = |place: usize| {
            let number = lines.partition_point(|line| line.next <= place) + 1;
            if lines.is_empty() { String::new() } else { format!("line {}  ", number.min(lines.len())) }
        };
        let mut order: Vec<usize> = (0..parsed_source.source_spans.len()).collect();
        order.sort_by_key(|&index| parsed_source.source_spans[index].start);
        let mut at = 0;
        for index in order {
            let source_span = parsed_source.source_spans[index];
            if source_span.start > at {
                let gap = walk.range(&(at..source_span.start));
                self.block(gap, Some(format!("{}no field", line_of(at))), out)?;
            }
            let bytes = walk.range(&(source_span.start.max(at)..source_span.next.max(at)));
            let value = self.value(format, &parsed_source, index, &bytes);
            let label = printable(parsed_source.statements.label(index)).into_owned();
            self.block(bytes, Some(format!("{}{label}{value}", line_of(source_span.start))), out)?;
            at = source_span.next.max(at);
        }
        let end = self.source.bytes.len();
        let rest = walk.to(at)..end;
        if !rest.is_empty() {
            self.block(rest, Some(format!("{}no field", line_of(at))), out)?;
        }
        self.emit(usize::MAX, out)
    }

    /// Returns the value of a field; a placeholder if any part of it is hidden.
    fn value(
        &self,
        format: &dyn TextFormat,
        parsed_source: &ParsedSource,
        index: usize,
        bytes: &Range<usize>,
    ) -> String {
        let is_hidden = bytes.clone().any(|byte| is_in(&self.hidden, byte));
        // A line has no room for more of the value.
        let body: String = parsed_source.statements.body(index).chars().take(self.width.max(256)).collect();
        let value =
            if is_hidden { HIDDEN.into() } else { format.shown_value(parsed_source.statements.label(index), &body) };
        if value.is_empty() { String::new() } else { format!(" = {}", printable(&value)) }
    }

    /// Writes the bytes of a field below its title, with the errors and warnings about them.
    fn block(&mut self, bytes: Range<usize>, title: Option<String>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(title) = title {
            writeln!(out, "{}", clip(&title, self.width))?;
        }
        self.emit(bytes.end, out)?;
        let mut last: Option<Vec<Option<u8>>> = None;
        let mut is_left_out = false;
        let mut start = bytes.start;
        while start < bytes.end {
            let end = (start + self.row).min(bytes.end);
            let row = self.source.bytes.get(start..end).unwrap_or_default();
            let shown = |(byte, value): (usize, &u8)| (!is_in(&self.hidden, byte)).then_some(*value);
            let row_shown: Vec<Option<u8>> = (start..).zip(row).map(shown).collect();
            let is_marked = (start..end).any(|byte| is_in(&self.marked, byte));
            if !is_marked && end < bytes.end && last.as_ref() == Some(&row_shown) {
                if !is_left_out {
                    writeln!(out, "*")?;
                }
                is_left_out = true;
            } else {
                is_left_out = false;
                self.row(start, row, out)?;
            }
            last = (!is_marked).then_some(row_shown);
            start = end;
        }
        Ok(())
    }

    /// Writes the errors and warnings about bytes before `end`.
    fn emit(&mut self, end: usize, out: &mut dyn Write) -> io::Result<()> {
        while let Some(mark) = self.marks.get(self.emitted).filter(|mark| mark.bytes.start < end) {
            let message = clip(&mark.message, self.width);
            writeln!(out, "{}", if self.colour { format!("\x1b[1;31m{message}\x1b[0m") } else { message })?;
            self.emitted += 1;
        }
        Ok(())
    }

    fn row(&self, start: usize, row: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let (mut hex, mut text, mut carets) = (String::new(), String::new(), String::new());
        for (byte, value) in (start..).zip(row) {
            let is_hidden = is_in(&self.hidden, byte);
            // Writing to a String cannot fail.
            let _ = if is_hidden { write!(hex, "** ") } else { write!(hex, "{value:02x} ") };
            text.push(match value {
                _ if is_hidden => '*',
                b' '..=b'~' => char::from(*value),
                _ => '.',
            });
            carets += if is_in(&self.marked, byte) { "^^ " } else { "   " };
        }
        let (digits, columns) = (self.digits, 3 * self.row);
        writeln!(out, "{start:0digits$x} {hex:columns$}{text}")?;
        match carets.trim_end() {
            "" => Ok(()),
            carets => writeln!(out, "{:digits$} {carets}", ""),
        }
    }
}

/// Merges ranges that overlap or touch; they must be sorted by their starts.
fn together(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut apart: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// Returns whether a byte is in one of these ranges, which are sorted and do not overlap.
fn is_in(ranges: &[Range<usize>], byte: usize) -> bool {
    let index = ranges.partition_point(|range| range.end <= byte);
    ranges.get(index).is_some_and(|range| range.contains(&byte))
}
