//! Uuencoded files in a text, as they were mailed before there were attachments.

use std::io::{self, Read};

/// A file in a text, with the range of its data lines after the `begin` line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block<'t> {
    pub name: &'t [u8],
    pub start: usize,
    pub length: usize,
}

/// Finds the complete files of a text, from `begin 644 NAME` to `end`.
pub(super) fn blocks(text: &[u8]) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = at;
        at += line.len();
        let line = line.trim_ascii_end();
        if let Some(block) = &mut open {
            if line == b"end" {
                block.length = start - block.start;
                blocks.extend(open.take());
                continue;
            }
            if is_data(line) {
                continue;
            }
        }
        open = name_of(line).map(|name| Block { name, start: at, length: 0 });
    }
    blocks
}

/// Returns the name in a `begin` line; `None` if the line is no such line.
fn name_of(line: &[u8]) -> Option<&[u8]> {
    let (mode, name) = line.strip_prefix(b"begin ")?.split_at_checked(3)?;
    let name = name.strip_prefix(b" ").unwrap_or_default().trim_ascii();
    (mode.iter().all(|digit| (b'0'..b'8').contains(digit)) && !name.is_empty()).then_some(name)
}

/// Returns whether a line is data: its first character encodes the number of bytes. (Trailing blanks may have been
/// lost.)
fn is_data(line: &[u8]) -> bool {
    let Some((&first, data)) = line.split_first() else { return true };
    let is_code = |&byte: &u8| (b' '..=b'`').contains(&byte);
    let bytes = usize::from(value(first));
    // Some programs append a character of a checksum to the data.
    is_code(&first) && data.iter().all(is_code) && data.len() <= bytes.div_ceil(3) * 4 + 1
}

fn value(byte: u8) -> u8 {
    byte.wrapping_sub(b' ') & 0x3F
}

/// A reader that decodes lines of data one at a time: since trailing blanks may be lost, a line can represent many more
/// bytes than it has.
pub(super) struct UuReader {
    lines: Vec<u8>,
    at: usize,
    decoded: Vec<u8>,
    given: usize,
}

impl UuReader {
    pub(super) fn new(lines: Vec<u8>) -> Self {
        UuReader { lines, at: 0, decoded: Vec::new(), given: 0 }
    }

    /// Decodes the next line; returns `false` if there is none.
    fn next_line(&mut self) -> bool {
        let rest = self.lines.get(self.at..).unwrap_or_default();
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let line = rest.get(..length).unwrap_or_default().trim_ascii_end();
        self.at += length;
        self.decoded.clear();
        self.given = 0;
        if let Some((&first, data)) = line.split_first() {
            for four in data.chunks(4) {
                let code = |at: usize| u32::from(value(four.get(at).copied().unwrap_or(b' ')));
                let [_, three @ ..] = (code(0) << 18 | code(1) << 12 | code(2) << 6 | code(3)).to_be_bytes();
                self.decoded.extend_from_slice(&three);
            }
            self.decoded.resize(value(first).into(), 0);
        }
        length > 0
    }
}

impl Read for UuReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.decoded.len() {
            if buffer.is_empty() || !self.next_line() {
                return Ok(0);
            }
        }
        let there = self.decoded.get(self.given..).unwrap_or_default();
        let length = there.len().min(buffer.len());
        buffer[..length].copy_from_slice(&there[..length]);
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_are_found() {
        let text = b"Hi,\nbegin 644 A.TXT\n#86)C\n`\nend\nbegin 755 B\nnot data, as it is too long for its first letter\nend\nbegin 600 C\n#86)C\n";
        let found = blocks(text);
        assert_eq!(found, [Block { name: b"A.TXT", start: 20, length: 8 }]);
        let decode = |lines: &[u8]| {
            let mut bytes = Vec::new();
            UuReader::new(lines.to_vec()).read_to_end(&mut bytes).unwrap();
            bytes
        };
        assert_eq!(decode(&text[20..28]), b"abc");
        assert_eq!(decode(b"#86)C\r\n \r\n#86)C"), b"abcabc");
        assert_eq!(decode(b"%    \n"), [0; 5]);
    }
}
