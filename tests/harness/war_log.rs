//! Edits of logs of Global War, and equivalent spellings of them.

use ludex::internals::text::Report;
use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["war-log"], is_free, value, lines_of: |_, _, _, _| 1, respell };

/// Returns whether a value may be edited by itself: those of turns and actions, unless they follow from others or were
/// not understood.
fn is_free(_: &Sample, game: &Value, path: &str) -> bool {
    let keys = [
        "armies",
        "total",
        "defending",
        "attacker_lost",
        "defender_lost",
        "armies_there",
        "count",
        "at",
        "from",
        "to",
        "for",
        "continent",
        "defender",
        "log_started",
    ];
    let (parent, key) = path.rsplit_once('/').unwrap_or_default();
    match key {
        "player" | "when" => game.pointer(parent).is_some_and(|owner| owner.get("inferred").is_none()),
        key => keys.contains(&key),
    }
}

/// Returns another value for the one at `path` of a game.
fn value(_: &Value, path: &str, random: &mut Random) -> Value {
    match path.rsplit('/').next().unwrap_or_default() {
        "at" | "from" | "to" | "for" => Value::from(random.pick(&["Alaska", "E. Africa", "W. US", "Taimyr", "Japan"])),
        "continent" => Value::from(random.pick(&["Africa", "North America", "South America"])),
        "player" | "defender" => Value::from(random.pick(&["1", "2", "3", "4", "5", "6"])),
        "when" | "log_started" => {
            let (day, hour, minute) = (1 + random.below(28), random.below(24), random.below(60));
            Value::from(format!(
                "19{:02}-{:02}-{day:02}T{hour:02}:{minute:02}",
                86 + random.below(13),
                1 + random.below(12)
            ))
        }
        _ => Value::from(random.below(40)),
    }
}

/// Varies blanks, zeros and signs, blank lines between turns, and line ends.
fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let end = text.find('\u{1A}').unwrap_or(text.len());
    if !text[..end].contains('\n') {
        return text;
    }
    let mut out = String::new();
    for line in text[..end].split_inclusive('\n') {
        let content = line.trim_end_matches(['\r', '\n']);
        if content.starts_with("B ") {
            out += random.pick(&["", "\r\n", ".\r\n", " . \n"]);
        }
        if is_understood(sample, content) {
            out += random.pick(&["", "", " ", "\t"]);
            for (place, word) in content.split_whitespace().enumerate() {
                let blank = if place == 0 { "" } else { random.pick(&[" ", " ", "  ", "\t"]) };
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                let zeros = if place == 0 || !is_number { "" } else { random.pick(&["", "", "0", "+", "00"]) };
                out += &format!("{blank}{zeros}{word}");
            }
            out += random.pick(&["", "", " ", "\t"]);
        } else {
            out += content;
        }
        if line.ends_with('\n') {
            out += random.pick(&["\n", "\r\n", "\r\n", "\r\r\n"]);
        }
    }
    out + &text[end..]
}

/// Returns whether a line is an action that is understood completely.
fn is_understood(sample: &Sample, line: &str) -> bool {
    let log = format!("B 1 Mon Jul 17, 1989 7:05 pm\n{line}\n");
    let game = sample.text_format().read(&log, &mut Report::silent());
    let actions = game.map(|game| serde_json::to_string(&game.turns[game.turns.len() - 1].actions).unwrap());
    actions.is_some_and(|actions| actions != "[]" && !actions.contains("unknown") && !line.starts_with("B "))
}
