//! Recognises mails and mailboxes by their first lines.

use std::io::{self, BufRead, BufReader};

use super::super::Blob;

/// Common headers of mails. Every mail has one of the first two.
const KNOWN: [&[u8]; 14] = [
    b"From",
    b"Received",
    b"To",
    b"Date",
    b"Subject",
    b"Message-ID",
    b"Reply-To",
    b"Return-Path",
    b"Sender",
    b"Cc",
    b"MIME-Version",
    b"Content-Type",
    b"X-Mailer",
    b"Organization",
];
const DAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];
const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];
/// Number of bytes of a line that are examined.
const LOOKED_AT: usize = 160;

/// Returns whether these bytes begin with the headers of a mail and the blank line after them.
pub(super) fn are_headers(block: &[u8]) -> bool {
    let (mut known, mut has_sender, mut is_first) = (0u32, false, true);
    for line in block.split_inclusive(|&byte| byte == b'\n') {
        // The last line may continue after the block.
        let Some(line) = line.strip_suffix(b"\n") else { return false };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return has_sender && known >= 2;
        }
        let is_continued = line.starts_with(b" ") || line.starts_with(b"\t");
        if is_continued && !is_first {
            continue;
        }
        is_first = false;
        let Some(colon) = memchr::memchr(b':', line) else { return false };
        let (name, _) = line.split_at(colon);
        if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
            return false;
        }
        if let Some(at) = KNOWN.iter().position(|known| known.eq_ignore_ascii_case(name)) {
            known += 1;
            has_sender |= at < 2;
        }
    }
    false
}

/// Returns whether these bytes begin with the separator of a mailbox, followed by headers.
pub(super) fn is_separated(block: &[u8]) -> bool {
    let Some(end) = memchr::memchr(b'\n', block) else { return false };
    let (line, headers) = block.split_at(end + 1);
    is_separator(line) && are_headers(headers)
}

/// Returns whether a line has the sender and date of a mail: `From al@host Tue Jul  4 23:59:59 1995`.
fn is_separator(line: &[u8]) -> bool {
    let is_time = |window: &[u8]| matches!(window, [b' ', a, b, b':', c, d] if [a, b, c, d].iter().all(|digit| digit.is_ascii_digit()));
    let is_date = |window: &[u8]| {
        let day = window.get(1..4).is_some_and(|day| DAYS.contains(&day));
        day && window.get(5..8).is_some_and(|month| MONTHS.contains(&month)) && window.get(4) == Some(&b' ')
    };
    line.starts_with(b"From ") && line.windows(6).any(is_time) && line.windows(8).any(is_date)
}

/// Returns the offsets where the mails of a mailbox begin, at most `most`.
pub(super) fn separators(file: &Blob, most: usize) -> io::Result<Vec<u64>> {
    let mut reader = BufReader::with_capacity(64 << 10, file.reader());
    let mut starts = Vec::new();
    let (mut at, mut line_start) = (0u64, 0u64);
    let mut is_behind_blank = true;
    let mut line = Vec::with_capacity(LOOKED_AT);
    loop {
        let there = reader.fill_buf()?;
        let end = memchr::memchr(b'\n', there);
        let length = end.map_or(there.len(), |end| end + 1);
        let seen = there.get(..length.min(LOOKED_AT - line.len())).unwrap_or_default();
        line.extend_from_slice(seen);
        reader.consume(length);
        at += length as u64;
        if end.is_none() && length > 0 {
            continue;
        }
        if is_behind_blank && is_separator(&line) {
            starts.push(line_start);
        }
        if length == 0 || starts.len() >= most {
            return Ok(starts);
        }
        is_behind_blank = matches!(&*line, b"\n" | b"\r\n");
        line_start = at;
        line.clear();
    }
}
