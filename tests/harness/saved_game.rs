//! Edits and spellings of saved games.

use ludex::internals::formats::ParsedSource;
use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["diplomacy-game"], is_free, value, lines_of, respell };

/// Whether a value may be edited by itself: what is grouped by players, or stands in their order, may not.
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

/// How many lines another value may change where each statement has lines of its own.
fn lines_of(_: &Sample, game: &Value, path: &str, new: &Value) -> usize {
    let (parent, last) = path.rsplit_once('/').unwrap_or_default();
    let length = |value: &Value| value.as_array().map_or(0, Vec::len);
    let is_of = |list: &str| parent.rsplit('/').nth(1) == Some(list);
    match last {
        // It may be indented, and the other may be, too.
        "json" => {
            let lines = |json: &Value| {
                let value: Value = serde_json::from_str(json.as_str().unwrap()).unwrap();
                serde_json::to_string_pretty(&value).unwrap().lines().count()
            };
            lines(game.pointer(path).unwrap()).max(lines(new))
        }
        // The name of the phase stands in its state and its messages, too.
        "year" => 2 + length(&game.pointer(parent.trim_end_matches("/when")).unwrap()["remarks"]),
        // A unit has its results under its name. Those of another are the last, which gives the one before a comma.
        "from" | "at" | "piece" if is_of("actions") => {
            let results = length(&game.pointer(parent).unwrap()["results"]);
            3 + if results > 0 { results + 1 } else { 0 }
        }
        // Where a dislodged unit may go stands elsewhere.
        "kind" | "territory" if is_of("pieces") => 2,
        _ => 1,
    }
}

/// The text with each statement on lines of its own, so that changed ones can be counted in a file of one line, too;
/// where the phases of the original are statements, with those.
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

/// Whether phases are statements, because their keys stand in an order of their own.
pub fn has_phases_as_statements(parsed_source: &ParsedSource) -> bool {
    (0..parsed_source.statements.len()).any(|index| parsed_source.statements.label(index) == "phase")
}

/// How many lines more `count` edits may change because what they change is written anew as a whole: phases and their
/// results that are not spelled as they would be written.
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

/// Another value for a place of a game.
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
