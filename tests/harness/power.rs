//! Edits of files of Power, and equivalent spellings of them.

use ludex::internals::model::ActionKind;
use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["power"], is_free, value, lines_of, respell };

const MOVABLE: [&str; 4] = ["infantry", "heavy-tank", "destroyer", "megamissile"];
const SECTORS: [&str; 6] = ["Y4", "KQ", "X", "L05", "L12", "RU"];

/// Returns another value for the one at `path` of a game.
fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    let old = game.pointer(path).cloned().unwrap_or_default();
    match path.rsplit('/').next() {
        Some("from" | "to" | "at") => Value::from(random.pick(&SECTORS)),
        Some("piece") => Value::from(random.pick(&MOVABLE)),
        Some("kind") => Value::from(random.pick(&["infantry", "flag", "power-unit", "bomber"])),
        Some("count") => Value::from(2 + random.below(40)),
        Some("player") => Value::from(random.pick(&["Y", "K", "R", "A"])),
        _ => old,
    }
}

/// Returns whether the value at `path` may be edited by itself.
fn is_free(_: &Sample, game: &Value, path: &str) -> bool {
    let Some((owner, key)) = path.rsplit_once('/') else { return false };
    if path.contains("/pieces/") {
        return matches!(key, "kind" | "count" | "player");
    }
    if owner.contains("/gives/") {
        return key == "count";
    }
    let is_move = game.pointer(owner).is_some_and(|action| action["type"] == "move");
    owner.contains("/actions/") && (matches!(key, "from" | "to" | "at") || is_move && matches!(key, "piece" | "player"))
}

/// Returns the text with each statement on a line of its own, so that changed ones can be counted; a board is one
/// statement.
pub fn statements(text: &str) -> String {
    let is_of_boards = text.matches(['/', '[']).count() > text.matches('-').count();
    let separators: &[char] = if is_of_boards { &[';', '\r'] } else { &[',', ';', '\r'] };
    text.replace(separators, "\n")
}

/// Returns how many of these lines an edit of the value at `path` may change.
fn lines_of(_: &Sample, game: &Value, path: &str, _: &Value) -> usize {
    let action = path.split("/gives/").next().filter(|owner| *owner != path).or_else(|| Some(path.rsplit_once('/')?.0));
    let gives = action.and_then(|action| game.pointer(action)).and_then(|action| action["gives"].as_array());
    // The pieces given may be on several lines.
    gives.map_or(1, |gives| 2 * gives.len())
}

/// Varies blanks, also around separators, letter case, and the codes of sectors.
fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let Some(parsed_source) = sample.text_format().parsed_source(&text) else { return text };
    let mut actions = parsed_source.game.turns.iter().flat_map(|turn| &turn.actions);
    let mut out = String::new();
    let mut copied = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        out.push_str(&text[copied..source_span.start]);
        let span = &text[source_span.start..source_span.end];
        let is_read = match parsed_source.statements.label(index) {
            "turn.action" => actions.next().is_some_and(|action| action.kind != ActionKind::Unknown),
            label => label == "board",
        };
        out.push_str(&if is_read { respelled(span, random) } else { span.to_owned() });
        out.push_str(&" ".repeat(random.below(4).saturating_sub(2)));
        out.push_str(&text[source_span.end..source_span.next]);
        copied = source_span.next;
    }
    out + &text[copied..]
}

fn respelled(text: &str, random: &mut Random) -> String {
    let text = match random.below(3) {
        0 => text.replace("-L0", "-L").replace("YQ-", "YHQ-"),
        _ => text.to_owned(),
    };
    let text = if random.below(2) == 0 { text.to_lowercase() } else { text };
    match random.below(3) {
        0 => text.replace('-', " - ").replace('/', "/ "),
        _ => text,
    }
}
