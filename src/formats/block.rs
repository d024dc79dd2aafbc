//! The first block of a file, by which most formats are ruled out before any of them looks closer.

use std::mem::replace;

use crate::formats::contract::Probe;
use crate::model::Board;
use crate::text::json::object_at_start;

/// How many bytes that is.
pub const BLOCK_LENGTH: usize = 8 << 10;

/// The first block of a file, and what every format asks of it.
pub struct Block<'b> {
    /// The file's name, without folders.
    pub name: &'b str,
    /// The bytes, at most [`BLOCK_LENGTH`].
    pub bytes: &'b [u8],
    /// The board at hand, that names may be of.
    pub board: Option<&'b Board>,
    /// The lines that are not empty, whatever ends them.
    pub lines: Vec<&'b [u8]>,
    /// Those that hold more than blanks, without the blanks around them.
    pub statements: Vec<&'b [u8]>,
    /// As much from the beginning as is UTF-8.
    pub text: &'b str,
    /// The first key, where the file begins as a JSON object does.
    pub json_key: Option<&'b [u8]>,
}

impl<'b> Block<'b> {
    /// The first block of a file of which `bytes` are known.
    pub fn of(name: &'b str, bytes: &'b [u8], board: Option<&'b Board>) -> Block<'b> {
        let bytes = &bytes[..bytes.len().min(BLOCK_LENGTH)];
        let lines = lines(bytes);
        let statements = lines.iter().map(|line| line.trim_ascii()).filter(|line| !line.is_empty()).collect();
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let text = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
        Block { name, bytes, board, lines, statements, text, json_key: json_key(bytes) }
    }

    /// Whether the file begins as a JSON object with one of these keys does, or the first of them stands in the block:
    /// tools may sort keys.
    pub fn is_json_with(&self, keys: &[&str]) -> bool {
        let is_one = |first: &[u8]| keys.iter().any(|key| key.as_bytes() == first);
        let is_there = |key: &&str| memchr::memmem::find(self.bytes, format!("\"{key}\"").as_bytes()).is_some();
        self.json_key.is_some_and(is_one) || keys.first().is_some_and(is_there)
    }

    /// Whether there are only comments and blanks, as before a file that begins with a long one.
    pub fn says_nothing(&self) -> bool {
        self.bytes.len() == BLOCK_LENGTH && self.statements.iter().all(|line| line.starts_with(b"#"))
    }

    /// The lines of its text, as LF ends them; one that may be cut only where it is alone.
    pub fn text_lines(&self) -> impl Iterator<Item = &'b str> {
        let is_cut = self.bytes.len() == BLOCK_LENGTH || self.text.len() < self.bytes.len();
        let whole = memchr::memrchr(b'\n', self.text.as_bytes()).filter(|_| is_cut);
        let text = &self.text[..whole.unwrap_or(self.text.len())];
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
        ends.map(move |end| &text[replace(&mut start, end + 1)..end])
    }
}

impl<'b> From<&Probe<'b>> for Block<'b> {
    fn from(probe: &Probe<'b>) -> Self {
        Block::of(probe.name, probe.bytes, probe.board)
    }
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(bytes.len() / 32);
    let mut start = 0;
    for end in memchr::memchr2_iter(b'\n', b'\r', bytes).chain([bytes.len()]) {
        if start < end {
            lines.push(&bytes[start..end]);
        }
        start = end + 1;
    }
    lines
}

/// The first key of what begins as a JSON object does.
fn json_key(bytes: &[u8]) -> Option<&[u8]> {
    let inside = object_at_start(bytes)?.get(1..)?.trim_ascii_start().strip_prefix(b"\"")?;
    inside.get(..memchr::memchr(b'"', inside)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_the_first_key_is_found() {
        let block = Block::of("x", b"a\r\n\r\nb\rc\n\n  \nd", None);
        assert_eq!(block.lines, [&b"a"[..], b"b", b"c", b"  ", b"d"]);
        assert_eq!(block.statements.len(), 4);
        assert_eq!(block.json_key, None);
        assert_eq!(Block::of("x", b"\xEF\xBB\xBF {\n \"ludex\" : 1", None).json_key, Some(&b"ludex"[..]));
    }
}
