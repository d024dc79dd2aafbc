//! Edits and spellings of saved games.

use serde_json::Value;

use super::files::Sample;
use super::respell::Random;

/// Whether a value may be edited by itself: what is grouped by players, or stands in their order, may not.
pub fn is_free(game: &Value, path: &str) -> bool {
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    let is_grouped = ["/player", "/owner", "/type", "/key", "/builtin", "/text", "/status"];
    let turn = game.pointer(path.split('/').take(3).collect::<Vec<_>>().join("/").as_str());
    let orders = turn.and_then(|turn| turn["actions"].as_array());
    let has_no_order = || orders.into_iter().flatten().any(|action| action["type"] == "no_order");
    let is_no_order = game.pointer(parent).is_some_and(|action| action["type"] == "no_order");
    let is_unknown = game.pointer(parent).is_some_and(|action| action["type"] == "unknown");
    let is_piece = path.contains("/position/pieces/");
    let is_time = parent.contains("/remarks/") && path.ends_with("/when") || path.contains("/when/season");
    path.starts_with("/turns/")
        && (parent.contains("/remarks/") || !is_grouped.iter().any(|end| path.ends_with(end)))
        && !(path.contains("/unset/") || is_time || path.contains("/when/phase"))
        && !(is_no_order && !path.contains("/results/") || is_unknown || is_piece && has_no_order())
}

/// Whether what is written of a value stands in several places.
pub fn is_repeated(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    matches!(last, "from" | "at" | "territory" | "piece" | "kind" | "year" | "json") || path.contains("/when/")
        // The results of a phase are one statement, and so is a message.
        || path.contains("/results/")
        || path.contains("/remarks/")
}

/// Whether a phase is one statement, because its keys stand in an order of their own.
pub fn is_coarse(sample: &Sample, text: &str) -> bool {
    let statements = sample.text_format().anatomy(text).map(|anatomy| anatomy.statements);
    sample.format.id == "diplomacy-game"
        && statements.is_some_and(|all| (0..all.len()).any(|i| all.label(i) == "phase"))
}

/// Another value for a place of a game.
pub fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    let old = game.pointer(path).cloned().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    match old {
        Value::Number(_) => Value::from(1901 + random.below(50)),
        Value::String(_) if matches!(last, "from" | "to" | "at" | "territory") || path.contains("/retreats/") => {
            Value::from(random.pick(&["par", "bur", "nor", "stp/nc", "spa/sc", "mao"]))
        }
        Value::String(_) if matches!(last, "piece" | "kind") => Value::from(random.pick(&["army", "fleet"])),
        Value::String(_) if path.contains("/results/") => {
            Value::from(random.pick(&["bounce", "void", "", "no convoy"]))
        }
        Value::String(_) if last == "json" => {
            Value::from(random.pick(&["{\"a\": [1, 2.50]}", "null", "\"x\\u00e9/\""]))
        }
        // What stands in brackets behind an order has one line.
        Value::String(_) if path.contains("/actions/") && path.contains("/remarks/") => {
            Value::from(random.pick(&["void", "so \"be\" it", "a/b\\c", "süß (or \u{1F91D})"]))
        }
        Value::String(_) if path.contains("/remarks/") => {
            Value::from(random.pick(&["FRANCE", "so \"be\" it", "", "a/b\\\nc", "süß", "\u{1F91D}\u{1}"]))
        }
        old => old,
    }
}

/// Blanks between the tokens, and escapes in strings.
pub fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let mut out = String::new();
    let (mut is_string, mut is_escape) = (false, false);
    for c in text.chars() {
        match c {
            _ if is_escape => {
                is_escape = false;
                out.push(c);
            }
            '\\' => {
                is_escape = true;
                out.push(c);
            }
            '"' => {
                is_string = !is_string;
                out.push(c);
            }
            '/' if is_string => out.push_str(random.pick(&["/", "\\/"])),
            'A' if is_string && random.below(30) == 0 => out.push_str("\\u0041"),
            '{' | '}' | '[' | ']' | ',' | ':' if !is_string => {
                out.push_str(random.pick(&["", "", "", "", " ", "\t"]));
                out.push(c);
                out.push_str(random.pick(&["", "", " ", " ", "  ", "\t "]));
            }
            c => out.push(c),
        }
    }
    out
}
