//! Edits of files of Global War, and equivalent spellings of them.

use serde_json::Value;

use super::files::Sample;
use super::respell::{Hooks, Random};

pub const HOOKS: Hooks = Hooks { formats: &["war-dat", "war-rec"], is_free: |_, _, _| true, value, lines_of, respell };

/// Returns how many lines an edit of the value at `path` may change.
fn lines_of(_: &Sample, _: &Value, path: &str, _: &Value) -> usize {
    // Lines of empty passwords before this one may have been absent.
    if path.contains("/team_passwords/") { 3 } else { 1 }
}

/// Returns another value for the one at `path` of a game.
fn value(game: &Value, path: &str, random: &mut Random) -> Value {
    match game.pointer(path).cloned().unwrap_or_default() {
        Value::Bool(b) => Value::Bool(!b),
        Value::Number(_) => Value::from(random.below(40) as i64 - 2),
        Value::Null if path.ends_with("owner") => Value::from(format!("{}", 1 + random.below(6))),
        Value::Null if path.ends_with("name") => Value::from(name(random)),
        Value::Null | Value::String(_) if path.ends_with("last_moved") || path.ends_with("event_day") => moment(random),
        Value::String(_) if path.ends_with("owner") => Value::from(format!("{}", 1 + random.below(6))),
        Value::String(_) if path.ends_with("name") || path.contains("password") || path.contains("more_lines") => {
            Value::from(name(random))
        }
        other => other,
    }
}

fn name(random: &mut Random) -> String {
    random
        .pick(&["JoAN", " leading", "NONE SUCH", "0", "", "Über-Müller", "a,b \"c\"", "\\", "1671.6039", "T"])
        .to_owned()
}

fn moment(random: &mut Random) -> Value {
    let (day, hour, minute, second) = (1 + random.below(28), random.below(24), random.below(60), random.below(60));
    Value::from(format!(
        "19{:02}-03-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}",
        86 + random.below(13),
        random.below(1000)
    ))
}

/// Varies blanks around numbers and votes and behind names, the case of votes, and line ends.
fn respell(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    if text.find('\n') < text.find('\r') && text.contains("\n\r") {
        // In a file with LF CR, other line ends would be lines of their own.
        return text;
    }
    let end = text.find('\u{1A}').unwrap_or(text.trim_end_matches('\0').len());
    let before = if text.lines().nth(3).is_some_and(|line| line.trim().parse::<i32>().is_ok()) { 4 } else { 0 };
    let mut out = String::new();
    for (number, line) in text[..end].split_inclusive('\n').enumerate() {
        let content = line.trim_end_matches(['\r', '\n']);
        let is_text = |n: usize| (2..38).contains(&n) && (n - 2).is_multiple_of(6) || (123..126).contains(&n);
        match number.checked_sub(before) {
            // The file begins with a byte order mark.
            Some(0) if !content.is_ascii() => out.push_str(content),
            // Lines beyond 127 are kept as they are, blanks included.
            Some(127..) => out.push_str(content),
            // Blanks behind a name are padding; those before it belong to it.
            Some(n) if is_text(n) => out.push_str(&(content.to_owned() + &" ".repeat(random.below(3)))),
            _ => {
                let value = match content.trim() {
                    "T" => random.pick(&["T", "t", "TRUE", "true"]),
                    "F" => random.pick(&["F", "f", "FALSE", "False"]),
                    number => number,
                };
                out.push_str(&format!(
                    "{:lead$}{value}{:trail$}",
                    "",
                    "",
                    lead = random.below(3),
                    trail = random.below(3)
                ));
            }
        }
        if line.ends_with('\n') {
            out.push_str(random.pick(&["\n", "\r\n", "\r\n", "\r\r\n"]));
        }
    }
    out + &text[end..]
}
