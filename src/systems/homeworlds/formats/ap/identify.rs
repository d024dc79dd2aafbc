//! Recognizes files of Abstract Play by the keys of a record or by the first turns.

use super::command::{Commands, commands, home_of};
use crate::formats::{Block, Evidence, Probe};
use crate::model::Seat;
use crate::systems::homeworlds::formats::AP;
use crate::systems::homeworlds::formats::prepare::{SEATS, seats};
use crate::systems::homeworlds::formats::words::Verb;
use crate::text::encoding::without_mark;

/// Returns whether the first line begins with a command.
pub fn may_be(block: &Block<'_>) -> bool {
    let is_sign = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let begins = |line: &[u8]| {
        let first = std::str::from_utf8(line).ok().and_then(|line| line.split(is_sign).find(|word| !word.is_empty()));
        first.and_then(Verb::parse).is_some()
    };
    block.statements().first().is_some_and(|line| begins(line))
}

/// Recognizes a JSON object with moves and a header that names the game, or turns that set up nameless homeworlds.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let bytes = without_mark(probe.bytes).trim_ascii_start();
    let (confidence, reason) = if bytes.starts_with(b"{") {
        let has = |key: &[u8]| memchr::memmem::find(bytes, key).is_some();
        let is_named = || has(b"\"Homeworlds\"") || has(b"\"homeworlds\"");
        let is_record = has(b"\"header\"") && has(b"\"moves\"") && is_named() && !has(b"\"ludex\"");
        is_record.then_some((95, "a JSON object with a header that names Homeworlds, and moves"))?
    } else {
        moves(bytes)?
    };
    let mut reasons = vec![reason.to_owned()];
    let is_named = AP.is_usual_name(probe.name);
    if is_named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: confidence + 4 * u8::from(is_named), reasons })
}

/// The number of lines that are examined.
const MAX_LINES: usize = 100;

fn moves(bytes: &[u8]) -> Option<(u8, &'static str)> {
    let seat = seats(2).into_iter().next().unwrap_or_default();
    let (mut setups, mut turns, mut at_home) = (0, 0, 0);
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    for line in lines.take(MAX_LINES) {
        let line = std::str::from_utf8(line).ok()?;
        let mut reader = Commands::of(2);
        for part in commands(line) {
            let text = &line[part];
            if reader.read(text, &seat, &[]).is_err() {
                return None;
            }
            let mut words = text.split_whitespace();
            let is_setup = words.next().and_then(Verb::parse) == Some(Verb::Homeworld);
            if is_setup && turns == setups {
                setups += 1;
            }
            turns += 1;
            at_home += usize::from(words.any(is_home));
        }
    }
    match (setups > 1, at_home * 4 > turns - setups.min(turns)) {
        (true, true) => Some((90, "nameless homeworlds, and actions in north and south")),
        (true, false) => Some((60, "nameless homeworlds, and actions in the words of Abstract Play")),
        (false, _) => None,
    }
}

fn is_home(word: &str) -> bool {
    SEATS.iter().any(|seat| home_of(&Seat::new(seat)).eq_ignore_ascii_case(word))
}
