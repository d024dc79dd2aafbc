//! Identifies maps and seeds by the form of their lines.

use std::borrow::Cow;

use super::map::{is_data, looks_like_moves, looks_like_province};
use super::seed::{is_phase, unit};
use super::{MAP, SEED};
use crate::formats::{Block, Evidence, Head, Probe};
use crate::text::lines::{Line, dos_lines};

/// Returns the lines of a probe that is text, without the last, which may be cut, unless there are only one or two;
/// `None` where the probe has a NUL.
fn lines(bytes: &[u8]) -> Option<(Cow<'_, str>, Vec<Line>)> {
    if memchr::memchr(0, bytes).is_some() {
        return None;
    }
    // Only ASCII characters matter here.
    let text = latin1(bytes);
    let mut lines = dos_lines(&text);
    if lines.len() > 2 && lines.last().is_some_and(|line| !line.is_ended()) {
        lines.pop();
    }
    Some((text, lines))
}

/// Counts the lines of a form up to the next `-`, and all lines that count. Also returns the index of the line after
/// the block, which is `None` if the block does not end.
fn block<'t>(
    text: &'t str,
    lines: &[Line],
    start: usize,
    counts: impl Fn(&'t str) -> bool,
    has_shape: impl Fn(&'t str) -> bool,
) -> (usize, usize, Option<usize>) {
    let (mut good, mut all) = (0, 0);
    for (index, line) in lines.iter().enumerate().skip(start) {
        let line = &text[line.span()];
        if line.starts_with('-') {
            return (good, all, Some(index + 1));
        }
        if counts(line) {
            all += 1;
            good += usize::from(has_shape(line));
        }
    }
    (good, all, None)
}

/// Returns whether a line is a province.
pub fn may_be_map(block: &Block<'_>) -> bool {
    const MAX_NAME_LENGTH: usize = 40;
    memchr::memchr_iter(b',', block.bytes).filter(|&comma| is_type_next(&block.bytes[comma + 1..])).any(|comma| {
        let name = &block.bytes[comma.saturating_sub(MAX_NAME_LENGTH + 1)..comma];
        let start = comma - memchr::memrchr2(b'\n', b'\r', name).map_or(name.len(), |end| name.len() - end - 1);
        let line = &block.bytes[start..];
        let length = memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len());
        looks_like_province(&latin1(&line[..length]))
    })
}

/// Returns whether the type of a province may follow, by its first letters: most words behind a comma are none.
fn is_type_next(text: &[u8]) -> bool {
    let Some(start) = text.iter().position(|byte| !matches!(byte, b' ' | b'\t')) else { return false };
    let next = text.get(start + 1).copied().unwrap_or_default();
    matches!(text[start], b'l' | b'w' | b'h' | b'v' | b'g' | b'r' | b'x' | b'A'..=b'Z' | b'0'..=b'9')
        && (next.is_ascii_whitespace() || matches!(next, 0 | b'w' | b'l' | b'0'..=b'7'))
}

/// Returns whether the first line is a phase, or any line is a unit.
pub fn may_be_seed(block: &Block<'_>) -> bool {
    let is_kind = |byte: u8| b"AFGWTR".contains(&byte);
    let may_be_unit =
        |&[.., fourth, fifth, _, _, _]: &Head| is_kind(fourth) || fourth.is_ascii_lowercase() && is_kind(fifth);
    let is_phase = block.first_line.is_some_and(|line| is_phase(&latin1(line)));
    let is_unit = |line: &[u8]| !block.is_indented(line) && unit(&latin1(line), None).is_ok();
    is_phase || block.statements_with(may_be_unit).any(is_unit)
}

/// Decodes bytes as ISO-8859-1.
fn latin1(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Identifies a map: provinces before the first `-`, then moves.
pub fn map(probe: &Probe<'_>) -> Option<Evidence> {
    // Most files that are not maps have no comma.
    memchr::memchr(b',', probe.bytes)?;
    let (text, lines) = lines(probe.bytes)?;
    let named = MAP.is_usual_name(probe.name);
    let (provinces, of_provinces, next) = block(&text, &lines, 0, is_data, looks_like_province);
    let (moves, of_moves, _) = next.map_or((0, 0, None), |next| block(&text, &lines, next, is_data, looks_like_moves));
    // If the first -1 is missing, the moves follow the provinces directly.
    let (strays, ..) = block(&text, &lines, 0, is_data, looks_like_moves);
    // A list in a note has dashes, too.
    let has_number = |next: usize| text[lines[next - 1].span()].as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let most = |part: usize, all: usize| part > 0 && part * 10 >= all * 8;
    let confidence = match (most(provinces, of_provinces), most(moves, of_moves)) {
        (true, true) => 95,
        (_, true) if provinces > 0 => 80,
        (true, false) if moves > 0 => 80,
        (true, false) if next.is_some_and(has_number) && of_moves == 0 => 60,
        (true, false) if named => 50,
        _ if provinces > 1 && strays > 0 && most(provinces + strays, of_provinces) => 60,
        // Cut off before the first -1. Prose has commas too, but words after them.
        (true, false) if provinces >= 10 && are_plain(&text, &lines) => 60,
        _ if named && provinces > 0 && provinces * 2 > of_provinces => 40,
        _ => return None,
    };
    let mut reasons = vec![format!("{provinces} of {of_provinces} lines before the first -1 are provinces")];
    if of_moves > 0 {
        reasons.push(format!("{moves} of {of_moves} lines after it are moves"));
    }
    named_too(named, probe, &mut reasons);
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}

/// Returns whether all data lines are provinces, most of them with an abbreviation that has the initial of the name.
fn are_plain(text: &str, lines: &[Line]) -> bool {
    let (mut alike, mut all) = (0, 0);
    for line in lines.iter().map(|line| &text[line.span()]).filter(|line| is_data(line)) {
        if !looks_like_province(line) {
            return false;
        }
        let first = line.get(..1).unwrap_or_default();
        let mut abbreviations = line.split([' ', '\t', ',']).rev().take_while(|word| !word.is_empty());
        all += 1;
        alike += usize::from(abbreviations.any(|word| word.get(..1).is_some_and(|c| c.eq_ignore_ascii_case(first))));
    }
    alike * 10 >= all * 8
}

/// Identifies a seed: a phase, then units before the first `-`.
pub fn seed(probe: &Probe<'_>) -> Option<Evidence> {
    // Two hundred units take less than this limit.
    let (text, lines) = lines(&probe.bytes[..probe.bytes.len().min(16 * 1024)])?;
    let first = &text[lines.first()?.span()];
    let named = SEED.is_usual_name(probe.name);
    let (units, all, next) = block(&text, &lines, 1, |line| !line.trim().is_empty(), |line| unit(line, None).is_ok());
    let most = units * 10 >= all * 8;
    let confidence = match (is_phase(first), next.is_some()) {
        (true, true) if most => 95,
        (true, _) if units > 0 && most || next.is_some() => 70,
        (true, _) if named => 50,
        (false, true) if units > 1 && most => 50,
        _ => return None,
    };
    let mut reasons = Vec::new();
    if is_phase(first) {
        reasons.push("the first line is a phase".to_owned());
    }
    reasons.push(format!("{units} of {all} lines before the first -1 are units"));
    named_too(named, probe, &mut reasons);
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}

fn named_too(named: bool, probe: &Probe<'_>, reasons: &mut Vec<String>) {
    if named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROVINCES: &str = "Ankara, T ank\nBelgium,\txw bel\n";
    const MOVES: &str = "ank-mv: bel\nbel-mv: ank\n";

    fn confidence(of: fn(&Probe<'_>) -> Option<Evidence>, name: &str, text: &str) -> Option<u8> {
        of(&Probe { name, bytes: text.as_bytes(), board: None }).map(|evidence| evidence.confidence)
    }

    #[test]
    fn maps_are_told_by_their_blocks() {
        let text = format!("# a map\n{PROVINCES}-1\n{MOVES}-1\n-1\n");
        assert_eq!(confidence(map, "x", &text), Some(95));
        assert_eq!(confidence(map, "map.x", &text), Some(96));
        assert_eq!(confidence(map, "x", &format!("{PROVINCES}{MOVES}")), Some(60), "no -1");
        assert_eq!(confidence(map, "x", &format!("{PROVINCES}-1\n")), Some(60));
        assert_eq!(confidence(map, "x", PROVINCES), None, "it may be anything with commas");
        assert_eq!(confidence(map, "x", &PROVINCES.repeat(5)), Some(60), "cut off");
        let provinces: String = ('a'..'p').map(|c| format!("{c}land, l {c}la\n")).collect();
        assert_eq!(confidence(map, "x", &provinces), Some(60));
        let prose = "However, I went there.\nIn May, l and w were gone,\nas were others.\n".repeat(10);
        assert_eq!(confidence(map, "x", &prose), None);
        assert_eq!(confidence(map, "notes.txt", "However, I went\n".repeat(20).as_str()), None);
        assert_eq!(confidence(map, "map.x", PROVINCES), Some(51));
        let note = "# Records\n\nMeasured over 3,858 records.\n\n- a file\n- another\n";
        for text in ["", "Dear diary,\nit rained\n", "a,b,c\n1,2,3\n", "\0\0,\0", note] {
            assert_eq!(confidence(map, "x", text), None, "{text:?}");
        }
    }

    #[test]
    fn seeds_are_told_by_phase_and_units() {
        assert_eq!(confidence(seed, "x", "S1901M\nA: A Vienna\n-1\n-1\n"), Some(95));
        assert_eq!(confidence(seed, "seed.x", "F724A\n-1\n-1\n"), Some(96));
        assert_eq!(confidence(seed, "x", "S1901M\nA: A Vienna\n"), Some(70), "cut off");
        assert_eq!(confidence(seed, "x", "?1901M\nA: A Vienna\nE: F London\n-1\n"), Some(50), "a damaged first line");
        for text in ["", "Spring has come.\n", "S1901\n", PROVINCES] {
            assert_eq!(confidence(seed, "x", text), None, "{text:?}");
        }
    }
}
