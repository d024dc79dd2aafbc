//! Edits of records of orders, and equivalent spellings of them.

use ludex::internals::model::ActionKind;
use serde_json::Value;

use super::files::Sample;
use super::njudge;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["diplomacy-orders", "njudge-orders"], is_free, value, lines_of, respell };

/// Provinces that orders are edited to.
const PLACES: [&str; 8] = ["par", "bur", "eng", "stp/nc", "spa/sc", "nor", "mao", "tri"];

/// Returns another value for the one at `path` of a game.
fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    if !path.starts_with("/turns") {
        return njudge::value(game, path, random);
    }
    let old = game.pointer(path).cloned().unwrap_or_default();
    match path.rsplit('/').next() {
        Some("from" | "to" | "at") => Value::from(random.pick(&PLACES)),
        Some("piece") => Value::from(random.pick(&["army", "fleet"])),
        Some("player") => Value::from(random.pick(&["A", "E", "F", "G", "I", "R", "T"])),
        Some("year") => Value::from(1900 + random.below(20)),
        Some("season") => Value::from(random.pick(&["spring", "fall", "winter"])),
        Some("text") if path.contains("/remarks/") => Value::from(random.pick(&["said", "to be | or ; not", "x # y"])),
        Some("text") => Value::from(random.pick(&["Dear judge", "A XYZ - PAR", "??"])),
        _ => old,
    }
}

/// Returns whether the value at `path` may be edited by itself.
fn is_free(sample: &Sample, game: &Value, path: &str) -> bool {
    if !path.starts_with("/turns") {
        return njudge::is_free(sample, game, path);
    }
    let free = ["from", "to", "at", "piece", "player", "year", "season", "text"];
    path.rsplit('/').next().is_some_and(|key| free.contains(&key)) && !path.contains("/position/")
}

/// Returns how many lines an edit of the value at `path` may change.
fn lines_of(sample: &Sample, _: &Value, path: &str, _: &Value) -> usize {
    match sample.format.id {
        // An order of another power may need a heading, and so may the next one.
        _ if path.ends_with("/player") => 3,
        // Each order of a line with several gets a line of its own.
        "njudge-orders" => 4,
        _ => 1,
    }
}

/// Varies blanks, case, dashes and verbs in orders, and blank lines.
fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let Some(parsed_source) = sample.text_format().parsed_source(&text) else { return text };
    let mut actions = parsed_source.game.turns.iter().flat_map(|turn| &turn.actions);
    let mut out = String::new();
    let mut copied = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        let span = &text[source_span.start..source_span.end];
        let label = parsed_source.statements.label(index);
        let mut has_letter = false;
        let is_plain = match label {
            _ if label.starts_with("action") => actions.next().is_some_and(|action| {
                has_letter = action.player.as_ref().is_some_and(|seat| seat.as_str().len() == 1);
                !matches!(action.kind, ActionKind::Unknown | ActionKind::Condition | ActionKind::Command)
                    && action.remarks.iter().all(|r| r.place.is_some())
            }),
            "phase" => !span.contains(['(', '#']),
            _ => false,
        };
        out.push_str(&text[copied..source_span.start]);
        match label {
            _ if label.starts_with("action") && is_plain => {
                out.push_str(&order(span, has_letter, sample.format.id == "njudge-orders", random))
            }
            "phase" if is_plain && random.below(3) == 0 => out.push_str(&span.to_ascii_lowercase()),
            _ => out.push_str(span),
        }
        copied = source_span.end;
        let ends_line = text[source_span.end..source_span.next].contains('\n');
        if ends_line && random.below(4) == 0 {
            out.push_str(random.pick(&[" ", "\t"]));
            out.push_str(&text[source_span.end..source_span.next]);
            out.push_str(random.pick(&["", "\n", " \n"]));
            copied = source_span.next;
        }
    }
    out + &text[copied..]
}

fn order(text: &str, any_case: bool, for_judge: bool, random: &mut Random) -> String {
    let (power, order) = match text.rfind(':') {
        Some(colon) => text.split_at(colon + 1),
        None => ("", text),
    };
    let (dashes, holds) = if for_judge {
        ([" - ", "-", " -> ", " m ", "\t-  "], [" h", " H", " hold", "  stands"])
    } else {
        ([" - ", "-", " -> ", " \u{2013} ", "\t-  "], [" H", " h", " hold", "  HOLD"])
    };
    let order = order.replace(" - ", random.pick(&dashes));
    let order = match order.strip_suffix(holds[0]) {
        Some(unit) => format!("{unit}{}", random.pick(&holds)),
        None => order,
    };
    let order = if random.below(4) == 0 { order.to_lowercase() } else { order };
    let power = if any_case && random.below(4) == 0 { power.to_lowercase() } else { power.to_owned() };
    format!("{power}{order}")
}
