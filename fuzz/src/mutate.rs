//! Mutators that know lines, tokens and bytes.

use std::ops::Range;

use crate::json;
use crate::random::Random;

/// Maximum length of an input in bytes; the bounds on memory are stated for such inputs.
pub const MAX_LENGTH: usize = 100_000;

/// Words and numbers at the limits of what readers accept.
const EDGES: &[&str] = &[
    "0",
    "-1",
    "1",
    "9",
    "99",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e9",
    "0.5",
    "NaN",
    "00",
    "+1",
    "007",
    "\"",
    "'",
    ",",
    ";",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#",
    "/",
    "*",
    "?",
    "-",
    "--",
    "->",
    "\\",
    "\t",
    "  ",
    "\u{a0}",
    "\u{feff}",
    "\u{200b}",
    "é",
    "ß",
    "İ",
    "\u{1a}",
    "\0",
    "\r",
    "\n",
    "\n\n",
    "\r\n",
    "NONE",
    "null",
    "true",
    "x",
    "1901",
    "S1901M",
    "1657.9458",
];

/// Changes `bytes` in one or several ways; `other` is a file of the same kind.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    loop {
        once(bytes, other, random);
        bytes.truncate(MAX_LENGTH);
        if random.one_in(2) {
            break;
        }
    }
}

fn once(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    match random.below(if is_json { 16 } else { 12 }) {
        0..5 => lines(bytes, other, random),
        5..10 => tokens(bytes, other, random),
        10 => raw(bytes, random),
        11 => multiply(bytes, random),
        _ => {
            if let Some(changed) = json::mutated(bytes, other, random) {
                *bytes = changed;
            }
        }
    }
}

/// Returns the lines, with their line ends.
fn lines_of(bytes: &[u8]) -> Vec<Range<usize>> {
    spans(bytes, |before, _| before == b'\n' || before == b'\r')
}

/// Returns the tokens: runs of letters and digits, runs of blanks, and single marks.
fn tokens_of(bytes: &[u8]) -> Vec<Range<usize>> {
    let kind = |byte: u8| match byte {
        b' ' | b'\t' => 0,
        byte if byte.is_ascii_alphanumeric() || byte >= 0x80 => 1,
        _ => 2,
    };
    spans(bytes, |before, byte| kind(before) != kind(byte) || kind(byte) == 2)
}

/// Splits bytes into spans; `begins` tells by a byte and the one before it whether a span begins.
fn spans(bytes: &[u8], begins: impl Fn(u8, u8) -> bool) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut spans = Vec::new();
    for i in 1..=bytes.len() {
        if i == bytes.len() || begins(bytes[i - 1], bytes[i]) {
            spans.push(start..i);
            start = i;
        }
    }
    spans
}

fn lines(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let lines = lines_of(bytes);
    let (Some(one), Some(two)) = (random.choose(&lines).cloned(), random.choose(&lines).cloned()) else { return };
    let text = bytes[one.clone()].to_vec();
    match random.below(10) {
        0 => drop(bytes.drain(one)),
        1 => insert(bytes, one.end, &text),
        2 => {
            let between = bytes[two.clone()].to_vec();
            let (first, second) = if one.start < two.start { (one, two) } else { (two, one) };
            if first.end <= second.start {
                let (head, tail) = if text == bytes[first.clone()] { (&between, &text) } else { (&text, &between) };
                let (head, tail) = (head.clone(), tail.clone());
                bytes.splice(second, tail);
                bytes.splice(first, head);
            }
        }
        3 => {
            let to = if two.start > one.start { two.start - text.len().min(two.start) } else { two.start };
            bytes.drain(one);
            let to = to.min(bytes.len());
            insert(bytes, to, &text);
        }
        4 => bytes.truncate(one.start + random.below(one.len())),
        5 => drop(bytes.drain(one.end.saturating_sub(1)..one.end)),
        6 => insert(bytes, one.start + random.below(one.len()), b"\n"),
        7 => {
            let (from, to) = (one.start.min(two.start), one.end.max(two.end));
            bytes.drain(from..to);
        }
        // From another file: a line, or everything from some line on.
        8 => {
            let others = lines_of(other);
            if let Some(line) = random.choose(&others) {
                insert(bytes, one.start, &other[line.clone()]);
            }
        }
        _ => {
            let others = lines_of(other);
            if let Some(line) = random.choose(&others) {
                bytes.truncate(one.start);
                bytes.extend_from_slice(&other[line.start..]);
            }
        }
    }
}

fn tokens(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let tokens = tokens_of(bytes);
    let (Some(one), Some(two)) = (random.choose(&tokens).cloned(), random.choose(&tokens).cloned()) else { return };
    let text = bytes[one.clone()].to_vec();
    match random.below(8) {
        0 => drop(bytes.drain(one)),
        1 => insert(bytes, one.end, &text),
        2 | 3 => {
            let new = bytes[two].to_vec();
            bytes.splice(one, new);
        }
        4 => insert(bytes, two.start, &text),
        5 => {
            let others = tokens_of(other);
            if let Some(token) = random.choose(&others) {
                bytes.splice(one, other[token.clone()].iter().copied());
            }
        }
        6 => {
            let edge = random.choose(EDGES).copied().unwrap_or_default();
            bytes.splice(one, edge.bytes());
        }
        _ => {
            let edge = random.choose(EDGES).copied().unwrap_or_default();
            insert(bytes, one.start, edge.as_bytes());
        }
    }
}

fn raw(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(4) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = random.below(256) as u8,
        2 if !bytes.is_empty() => drop(bytes.remove(at)),
        _ => bytes.insert(at, random.below(256) as u8),
    }
}

/// Repeats something very often, to show work that grows faster than it should.
fn multiply(bytes: &mut Vec<u8>, random: &mut Random) {
    // Rarely, since it takes long.
    if !random.one_in(4) {
        return lines(bytes, &[], random);
    }
    let (lines, tokens) = (lines_of(bytes), tokens_of(bytes));
    let (Some(line), Some(token)) = (random.choose(&lines).cloned(), random.choose(&tokens).cloned()) else { return };
    match random.below(4) {
        0 => repeat(bytes, line, random),
        1 => repeat(bytes, token, random),
        2 => {
            let few = lines.iter().filter(|other| (line.start..line.start + 1000).contains(&other.start));
            let end = few.take(1 + random.below(4)).map(|other| other.end).last().unwrap_or(line.end);
            repeat(bytes, line.start..end, random);
        }
        _ => repeat_numbered(bytes, line, token.end, random),
    }
}

fn repeat(bytes: &mut Vec<u8>, span: Range<usize>, random: &mut Random) {
    let count = times(bytes, span.len(), random);
    let many = bytes[span.clone()].repeat(count);
    insert(bytes, span.end, &many);
}

/// Repeats a line with another number each time, as names have that differ: at `at`, or before its end.
fn repeat_numbered(bytes: &mut Vec<u8>, line: Range<usize>, at: usize, random: &mut Random) {
    let count = times(bytes, line.len() + 5, random);
    let text = &bytes[line.clone()];
    let end = text.trim_ascii_end().len();
    let (head, tail) = text.split_at(if line.contains(&at) { end.min(at - line.start) } else { end });
    let many: Vec<u8> = (0..count).flat_map(|number| [head, number.to_string().as_bytes(), tail].concat()).collect();
    insert(bytes, line.end, &many);
}

/// Returns how often something of this length is repeated: up to 300 times, or rarely as often as there is room.
fn times(bytes: &[u8], length: usize, random: &mut Random) -> usize {
    let room = MAX_LENGTH.saturating_sub(bytes.len()) / length.max(1);
    let most = if random.one_in(4) { room } else { room.min(300) };
    1 + random.below(most)
}

fn insert(bytes: &mut Vec<u8>, at: usize, text: &[u8]) {
    bytes.splice(at..at, text.iter().copied());
}
