//! Recognizes logs.

use super::{WAR_LOG, date, token};
use crate::formats::{Block, Evidence, Head, Probe};
use crate::systems::global_war::formats::log::read::Begun;
use crate::systems::global_war::formats::source::mark_length;

/// The most lines that are examined.
const LINES: usize = 400;

/// The kinds of lines in a file, counted.
#[derive(Default)]
struct Count {
    /// Whether the first line is a date.
    has_start: bool,
    turns: usize,
    actions: usize,
    others: usize,
}

fn text_of(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok().map(|line| line.trim_matches([' ', '\t', '\0']))
}

/// Returns whether any of the first lines begins a turn or is a date, or three of them are actions.
pub fn may_be(block: &Block<'_>) -> bool {
    let begins = |line: &[u8]| {
        let last = line.len().checked_sub(2).and_then(|at| line.get(at..)).unwrap_or_default();
        last.eq_ignore_ascii_case(b"am") || last.eq_ignore_ascii_case(b"pm")
    };
    let is_token = |line: &[u8]| matches!(line, [_] | [_, b' ', ..]) && text_of(line).is_some_and(is_action);
    let is_dated = |line: &str| begins_turn(line) || date::parse(line).is_some();
    let is_known = |&[first, second, _, fourth, ..]: &Head| match first {
        0 => true,
        // The letter of an action, `B`, or a day of the week.
        _ if matches!(second, 0 | b' ') => first.is_ascii_uppercase() || matches!(first, b'-' | b'+' | b'.' | b'b'),
        _ => matches!(fourth, b' ' | b'\t'),
    };
    let mut tokens = 0;
    block.statements_with(is_known).any(|line| {
        tokens += usize::from(is_token(line));
        tokens == 3 || begins(line) && text_of(line).is_some_and(is_dated)
    })
}

fn begins_turn(line: &str) -> bool {
    let begun = line.strip_prefix("B ").map(Begun::of);
    begun.is_some_and(|begun| begun.player.is_some() && begun.date.is_some())
}

/// Returns whether a line is an action with valid arguments.
fn is_action(line: &str) -> bool {
    token::may_be_action(line.as_bytes()) && token::parse(line, |_| {}).is_ok()
}

/// Recognizes a log by lines that begin a turn with a player and a date, and by the actions between them.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let is_named = WAR_LOG.is_usual_name(probe.name);
    let bytes = &probe.bytes[..memchr::memchr(0x1A, probe.bytes).unwrap_or(probe.bytes.len())];
    let bytes = bytes.get(mark_length(bytes)..).unwrap_or_default();
    let mut count = Count::default();
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(|line| text_of(line).unwrap_or("?"));
    for (number, line) in lines.filter(|line| !matches!(*line, "" | ".")).take(LINES).enumerate() {
        match line {
            _ if number == 0 && date::parse(line).is_some() => count.has_start = true,
            _ if begins_turn(line) => count.turns += 1,
            _ if is_action(line) => count.actions += 1,
            _ => count.others += 1,
        }
        if number == 40 && !count.has_start && count.turns == 0 && count.actions < 20 {
            return None;
        }
    }
    let known = count.turns + count.actions;
    let confidence = match count {
        _ if known < count.others && !(is_named && count.has_start) => return None,
        Count { has_start: true, turns: 1.., .. } => 97,
        Count { turns: 1.., .. } => 90,
        Count { has_start: true, actions: 1.., .. } => 85,
        Count { has_start: true, .. } if is_named => 80,
        Count { actions: 3.., .. } if is_named || count.actions > 4 * count.others => 60,
        _ if is_named && known > 0 => 50,
        _ => return None,
    };
    let mut reasons = Vec::new();
    if count.has_start {
        reasons.push("the first line is a date".to_owned());
    }
    if count.turns > 0 {
        reasons.push(format!("{} of the first lines begin a turn", count.turns));
    }
    if count.actions > 0 {
        reasons.push(format!("{} of the first lines are actions of Global War", count.actions));
    }
    if is_named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: confidence + u8::from(is_named), reasons })
}
