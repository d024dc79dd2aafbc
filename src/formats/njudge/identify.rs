//! Whether a file is a map or a seed, by the shape of its lines.

use super::map::{is_data, looks_like_moves, looks_like_province};
use super::seed::{is_phase, unit};
use super::{MAP, SEED};
use crate::formats::{Evidence, Probe};
use crate::text::lines::{Line, dos_lines};

/// The lines of a probe that are text; the last, which may be cut, only where there is no other.
fn lines(bytes: &[u8]) -> Option<(String, Vec<Line>)> {
    if memchr::memchr(0, bytes).is_some() {
        return None;
    }
    // Every byte is a character of ISO-8859-1, and what is looked at is ASCII.
    let text: String = bytes.iter().map(|&b| char::from(b)).collect();
    let mut lines = dos_lines(&text);
    if lines.len() > 2 && lines.last().is_some_and(|line| !line.is_ended()) {
        lines.pop();
    }
    Some((text, lines))
}

/// How many of the lines up to the next `-` have a shape, of how many; and where the next block begins.
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

/// Provinces before the first `-`, then moves.
pub fn map(probe: &Probe<'_>) -> Option<Evidence> {
    // A map has a comma in its first kilobyte, before any line that begins with a `-`.
    memchr::memchr(b',', &probe.bytes[..probe.bytes.len().min(4096)])?;
    let (text, lines) = lines(probe.bytes)?;
    let named = MAP.is_usual_name(probe.name);
    let (provinces, of_provinces, next) = block(&text, &lines, 0, is_data, looks_like_province);
    let (moves, of_moves, _) = next.map_or((0, 0, None), |next| block(&text, &lines, next, is_data, looks_like_moves));
    let most = |part: usize, all: usize| part > 0 && part * 10 >= all * 8;
    let confidence = match (most(provinces, of_provinces), most(moves, of_moves)) {
        (true, true) => 95,
        (_, true) if provinces > 0 => 80,
        (true, false) if moves > 0 => 80,
        (true, false) if next.is_some() && of_moves == 0 => 60,
        (true, false) if named => 50,
        _ if named && provinces > 0 && provinces * 2 > of_provinces => 40,
        _ => return None,
    };
    let mut reasons = vec![format!("{provinces} of {of_provinces} lines before the first -1 are provinces")];
    if of_moves > 0 {
        reasons.push(format!("{moves} of {of_moves} lines behind it are moves"));
    }
    named_too(named, probe, &mut reasons);
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}

/// A phase, then units before the first `-`.
pub fn seed(probe: &Probe<'_>) -> Option<Evidence> {
    let (text, lines) = lines(probe.bytes)?;
    let first = &text[lines.first()?.span()];
    let named = SEED.is_usual_name(probe.name);
    let (units, all, next) = block(&text, &lines, 1, |line| !line.trim().is_empty(), |line| unit(line, None).is_ok());
    let most = units * 10 >= all * 8;
    let confidence = match (is_phase(first), next.is_some()) {
        (true, true) if most => 95,
        (true, _) if units > 0 || next.is_some() => 70,
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
