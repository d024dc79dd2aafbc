//! Edits of saved games, and equivalent spellings of them.

use ludex::internals::formats::ParsedSource;
use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["diplomacy-game"], is_free, value, lines_of, respell };

/// Returns whether a value may be edited by itself; values that are grouped or ordered by players may not.
fn is_free(_: &Sample, game: &Value, path: &str) -> bool {
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

/// Returns how many lines another value may change if each statement has lines of its own.
fn lines_of(_: &Sample, game: &Value, path: &str, new: &Value) -> usize {
    let (parent, last) = path.rsplit_once('/').unwrap_or_default();
    let length = |value: &Value| value.as_array().map_or(0, Vec::len);
    let is_of = |list: &str| parent.rsplit('/').nth(1) == Some(list);
    match last {
        // Either value may be indented.
        "json" => {
            let lines = |json: &Value| {
                let value: Value = serde_json::from_str(json.as_str().unwrap()).unwrap();
                serde_json::to_string_pretty(&value).unwrap().lines().count()
            };
            lines(game.pointer(path).unwrap()).max(lines(new))
        }
        // The name of the phase is also in its state and its messages.
        "year" => 2 + length(&game.pointer(parent.trim_end_matches("/when")).unwrap()["remarks"]),
        // A unit has its results under its name. Those of another one come last, which gives the one before a comma.
        "from" | "at" | "piece" if is_of("actions") => {
            let results = length(&game.pointer(parent).unwrap()["results"]);
            3 + if results > 0 { results + 1 } else { 0 }
        }
        // The retreats of a dislodged unit are in another place.
        "kind" | "territory" if is_of("pieces") => 2,
        _ => 1,
    }
}

/// Returns the text with each statement on lines of its own, so that changed ones can be counted even in a file of a
/// single line; with phases as statements if those of the original are.
pub fn statements(sample: &Sample, text: &str, are_phases: bool) -> String {
    let Some(parsed_source) = sample.text_format().parsed_source(text) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        out.push_str(&text[copied..source_span.next]);
        copied = source_span.next;
        let label = parsed_source.statements.label(index);
        let is_whole = !are_phases || !label.starts_with("phase") || matches!(label, "phase" | "phase.end");
        if is_whole && !out.trim_end_matches([' ', '\t']).ends_with('\n') {
            out.push('\n');
        }
    }
    out + &text[copied..]
}

/// Returns whether phases are statements, because their keys have an unusual order.
pub fn has_phases_as_statements(parsed_source: &ParsedSource) -> bool {
    (0..parsed_source.statements.len()).any(|index| parsed_source.statements.label(index) == "phase")
}

/// Returns how many additional lines `count` edits may change because a phase or its results are rewritten as a whole,
/// since they are not spelled as Ludex would write them.
pub fn lines_written_anew(text: &str, parsed_source: &ParsedSource, count: usize) -> usize {
    let source_spans = parsed_source.source_spans.iter().enumerate();
    let whole =
        source_spans.filter(|(index, _)| matches!(parsed_source.statements.label(*index), "phase" | "phase.results"));
    let spelled = whole.map(|(index, source_span)| (index, &text[source_span.start..source_span.end]));
    let odd = spelled.filter(|(index, text)| parsed_source.statements.body(*index) != *text);
    let mut lines: Vec<usize> = odd.map(|(_, text)| text.lines().count() - 1).collect();
    lines.sort_unstable_by(|a, b| b.cmp(a));
    lines.iter().take(count).sum()
}

/// Returns another value for a place of a game.
fn value(game: &Value, path: &str, random: &mut Random) -> Value {
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
        // A remark in brackets behind an order has a single line.
        Value::String(_) if path.contains("/actions/") && path.contains("/remarks/") => {
            Value::from(random.pick(&["void", "so \"be\" it", "a/b\\c", "süß (or \u{1F91D})"]))
        }
        Value::String(_) if path.contains("/remarks/") => {
            Value::from(random.pick(&["FRANCE", "so \"be\" it", "", "a/b\\\nc", "süß", "\u{1F91D}\u{1}"]))
        }
        old => old,
    }
}

/// Varies the blanks between tokens, and the escapes in strings.
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
