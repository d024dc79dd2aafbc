//! Describes errors in JSON texts in the words of JSON instead of those of the libraries that read them.

use std::ops::Range;

use super::lexer::{token, unescaped, value_end};
use super::places::places;
use crate::text::suggestion::{did_you_mean, nearest};

/// An error in a value or key of a JSON text that was expected to be something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The message: what was expected and what was found.
    pub message: String,
    /// A suggestion, or what to write instead.
    pub help: Option<String>,
    /// Byte range of the value or key; `None` if it is not known.
    pub place: Option<Range<usize>>,
    /// Path of the value or key.
    pub path: String,
}

impl Fault {
    /// Translates serde's message about the value at `path`; `.` is the whole text.
    pub fn of_data(text: &str, path: &str, message: &str) -> Fault {
        let path = if path == "." { "" } else { path };
        let value = || places(text, &[path]).remove(0);
        let fault =
            |message: String, help: Option<String>| Fault { message, help, place: value(), path: path.to_owned() };
        let Some((kind, rest)) = split_kind(message) else { return fault(message.to_owned(), None) };
        let (subject, expected) = rest.split_once(", ").unwrap_or((rest, ""));
        let name = in_backticks(subject).next().unwrap_or_default();
        match kind {
            "unknown field" => unknown_key(text, path, name, expected),
            "unknown variant" => {
                let (place, path) = innermost(text, path, |value| unescaped(value).as_deref() == Some(name));
                let names: Vec<&str> = in_backticks(expected).collect();
                let message = format!("expected {}, found \"{name}\"", one_of(&names));
                Fault { message, help: did_you_mean(name, names), place: place.or_else(value), path }
            }
            "missing field" if name == "unknown" => {
                fault("expected a value, or {\"unknown\": TEXT} for one that was not understood".to_owned(), None)
            }
            "missing field" => {
                let keys = keys_of(text, path);
                let nearby = nearest(name, keys.iter().map(|(key, _)| key.as_str()));
                let help = nearby.map(|key| format!("`{key}` may be meant to be `{name}`"));
                let place = nearby.and_then(|near| Some(keys.iter().find(|(key, _)| key == near)?.1.clone()));
                Fault { place: place.or_else(value), ..fault(format!("the key `{name}` is missing"), help) }
            }
            "duplicate field" => {
                let mut places = keys_of(text, path).into_iter().filter(|(key, _)| key == name).map(|(_, place)| place);
                let help = places.next().map(|first| {
                    let line = text[..first.start].matches('\n').count() + 1;
                    format!("the first one is in line {line}; remove one of the two")
                });
                let second = places.next();
                Fault { place: second.or_else(value), ..fault(format!("duplicate key `{name}`"), help) }
            }
            _ => wrong_value(text, path, rest),
        }
    }
}

/// Splits the kind of error, which comes first, from the rest of serde's message.
fn split_kind(message: &str) -> Option<(&'static str, &str)> {
    const KINDS: [&str; 6] =
        ["unknown field", "unknown variant", "missing field", "duplicate field", "invalid type:", "invalid value:"];
    KINDS.into_iter().find_map(|kind| Some((kind, message.strip_prefix(kind)?.strip_prefix(' ')?)))
}

/// Describes a key that the object at `path` does not have; `path` may lead to the object or to the key.
fn unknown_key(text: &str, path: &str, name: &str, expected: &str) -> Fault {
    let object = path.strip_suffix(name).and_then(|path| path.strip_suffix('.').or(path.is_empty().then_some("")));
    let object = object.unwrap_or(path);
    let own = keys_of(text, object).into_iter().find(|(key, _)| key == name);
    let place = own.map(|(_, place)| place).or_else(|| places(text, &[path]).remove(0));
    let names: Vec<&str> = in_backticks(expected).collect();
    let (message, help) = match names[..] {
        ["unknown"] => {
            let help = did_you_mean(name, ["unknown"]).unwrap_or_else(|| {
                "write the value itself, or {\"unknown\": TEXT} for one that was not understood".to_owned()
            });
            (format!("expected a value, found an object with the key `{name}`"), Some(help))
        }
        [] => (format!("unknown key `{name}`: no keys belong here"), None),
        _ => {
            let help = did_you_mean(name, names.iter().copied());
            (format!("unknown key `{name}`"), help.or_else(|| Some(format!("the keys here are {}", listed(&names)))))
        }
    };
    Fault { message, help, place, path: joined(object, name) }
}

/// Describes a value of the wrong type or out of range, from `FOUND, expected WHAT`.
fn wrong_value(text: &str, path: &str, rest: &str) -> Fault {
    // The found value may contain commas; the expected part has none that matter.
    let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
    let is_found = |value: &str| match found.split_once(' ') {
        Some(("string", quoted)) => unescaped(value).is_some_and(|text| format!("{text:?}") == quoted),
        Some((_, literal)) if literal.contains('`') => in_backticks(literal).next() == Some(value),
        _ => value == found,
    };
    let (place, path) = innermost(text, path, is_found);
    let value = place.clone().and_then(|place| text.get(place)).unwrap_or_default();
    let found = found_value(found, value);
    let message = match expected_value(expected) {
        Some(expected) => format!("expected {expected}, found {found}"),
        None => format!("unexpected {found}"),
    };
    let is_number = |text: &str| !text.is_empty() && text.parse::<i64>().is_ok();
    let help = match (expected, unescaped(value)) {
        ("a string", None) if value.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Some(format!("put quotes around it: \"{value}\""))
        }
        ("a boolean", Some(word)) if ["true", "false"].contains(&&*word) => Some("leave the quotes out".to_owned()),
        (_, Some(number)) if is_number(&number) && integer_range(expected).is_some() => {
            Some("leave the quotes out".to_owned())
        }
        _ => None,
    };
    Fault { message, help, place, path }
}

/// Names the found value, which serde gives as `string "x"` or `map`.
fn found_value(found: &str, value: &str) -> String {
    match found.split_once(' ').unwrap_or((found, "")) {
        ("string", text) => format!("the text {text}"),
        ("integer", _) if !value.is_empty() => format!("the number {value}"),
        ("floating", _) if !value.is_empty() => format!("the number {value}"),
        ("integer" | "floating", rest) => {
            format!("the number {}", in_backticks(rest).next().unwrap_or(rest))
        }
        ("boolean", rest) => in_backticks(rest).next().unwrap_or(rest).to_owned(),
        ("null", _) | ("unit", _) | ("Option", _) => "null".to_owned(),
        ("map", _) => "an object".to_owned(),
        ("sequence", _) => "a list".to_owned(),
        _ => found.to_owned(),
    }
}

/// Names the expected value, which serde gives as `i32` or `struct Turn`; `None` if the name means nothing to users.
fn expected_value(expected: &str) -> Option<String> {
    if let Some((least, most)) = integer_range(expected) {
        return Some(format!("a whole number from {least} to {most}"));
    }
    let first = expected.split(' ').next().unwrap_or_default();
    Some(match expected {
        "" => return None,
        "a string" | "a borrowed string" | "a character" | "an identifier" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "unit" => "null".to_owned(),
        _ if ["struct", "internally", "adjacently", "map"].contains(&first) => "an object".to_owned(),
        _ if first == "enum" => "a text".to_owned(),
        _ if expected.starts_with("a tuple") || first == "tuple" || expected.starts_with("an array") => {
            "a list".to_owned()
        }
        other => other.to_owned(),
    })
}

/// Returns the least and greatest value of the integer type with this name.
fn integer_range(name: &str) -> Option<(i128, i128)> {
    let bits: u32 = name.get(1..)?.parse().ok().filter(|bits| [8, 16, 32, 64].contains(bits))?;
    match name.as_bytes()[0] {
        b'i' => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        b'u' => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

/// Finds the value at `path`; if that is an object with exactly one member that `is_found`, finds that member.
fn innermost(text: &str, path: &str, is_found: impl Fn(&str) -> bool) -> (Option<Range<usize>>, String) {
    let place = places(text, &[path]).remove(0);
    let is_object = place.as_ref().is_some_and(|place| text[place.start..].starts_with('{'));
    if is_object {
        let values = keys_of(text, path).into_iter().filter_map(|(key, place)| {
            let start = token(text, token(text, place.end)?.end)?.start;
            let value = start..value_end(text, start)?;
            is_found(&text[value.clone()]).then_some((key, value))
        });
        let found: Vec<(String, Range<usize>)> = values.take(2).collect();
        if let [(key, value)] = &found[..] {
            return (Some(value.clone()), joined(path, key));
        }
    }
    (place, path.to_owned())
}

/// Returns the keys of the object at a path with their byte ranges.
fn keys_of(text: &str, path: &str) -> Vec<(String, Range<usize>)> {
    let mut keys = Vec::new();
    let Some(object) = places(text, &[path]).remove(0) else { return keys };
    let mut at = match token(text, object.start) {
        Some(first) if text[first.clone()] == *"{" => first.end,
        _ => return keys,
    };
    while let Some(mut next) = token(text, at) {
        if text[next.clone()] == *"," {
            let Some(behind) = token(text, next.end) else { break };
            next = behind;
        }
        let Some(key) = unescaped(&text[next.clone()]) else { break };
        let end = token(text, next.end).and_then(|colon| value_end(text, colon.end));
        keys.push((key.into_owned(), next));
        let Some(end) = end else { break };
        at = end;
    }
    keys
}

fn joined(object: &str, key: &str) -> String {
    if object.is_empty() { key.to_owned() } else { format!("{object}.{key}") }
}

/// Returns the texts in pairs of backticks.
fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Lists the possible names when none is similar enough; of many, only the first.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Joins names as `"a"`, `"a" or "b"`, or `one of "a", "b", "c"`.
fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match &quoted[..] {
        [one] => one.clone(),
        [one, other] => format!("{one} or {other}"),
        all => format!("one of {}", all.join(", ")),
    }
}

/// Rewords serde_json's message about a text that is not JSON.
pub fn syntax_message(message: &str) -> String {
    let message = match message {
        "key must be a string" => "expected a key in double quotes",
        "EOF while parsing a string" => "the text ends inside a string",
        "EOF while parsing a list" => "the text ends inside a list",
        "EOF while parsing an object" => "the text ends inside an object",
        "EOF while parsing a value" => "the text ends where a value is expected",
        "expected value" | "expected ident" => "expected a value",
        "trailing characters" => "something follows the end of the value",
        "trailing comma" => "a comma stands before the closing bracket",
        "invalid escape" => "a backslash in a string stands before a character that it cannot",
        "invalid number" => "this is no number of JSON",
        "number out of range" => "the number is too large",
        "invalid unicode code point" => "a \\u escape in a string is no character",
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => "a \\u escape in a string is half",
        "recursion limit exceeded" => "lists and objects are nested too deeply",
        _ if message.starts_with("control character") => {
            "a control character stands in a string: write it as an escape, such as \\n or \\t"
        }
        other => return fault_of_a_library(other),
    };
    message.to_owned()
}

/// Rewords serde's message about a value when its text is not available.
pub fn fault_of_a_library(message: &str) -> String {
    Fault::of_data("", "", message).message
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is of no interest")]
    struct Row {
        armies: i16,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        vote: bool,
        #[serde(default)]
        kind: Kind,
        #[serde(default)]
        rows: Vec<Row>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        #[default]
        Human,
        Neutral,
        Robot,
    }

    /// Returns the message, the text under the caret, and the help.
    fn fault(text: &str) -> (String, String, String) {
        let reader = &mut serde_json::Deserializer::from_str(text);
        let error = serde_path_to_error::deserialize::<_, Row>(reader).unwrap_err();
        let path = error.path().to_string();
        let message = error.into_inner().to_string();
        let message = message.split(" at line ").next().unwrap();
        let fault = Fault::of_data(text, &path, message);
        (fault.message, text[fault.place.unwrap()].to_owned(), fault.help.unwrap_or_default())
    }

    #[test]
    fn each_fault_is_said_in_words_of_json_with_its_place() {
        for (text, message, place, help) in [
            (
                r#"{"armies": "3"}"#,
                "expected a whole number from -32768 to 32767, found the text \"3\"",
                "\"3\"",
                "leave the quotes out",
            ),
            (r#"{"armies": 1.5}"#, "expected a whole number from -32768 to 32767, found the number 1.5", "1.5", ""),
            (
                r#"{"armies": 40000}"#,
                "expected a whole number from -32768 to 32767, found the number 40000",
                "40000",
                "",
            ),
            (r#"{"armies": null}"#, "expected a whole number from -32768 to 32767, found null", "null", ""),
            (r#"{"armies": [1]}"#, "expected a whole number from -32768 to 32767, found a list", "[1]", ""),
            (r#"{"armies": {}}"#, "expected a whole number from -32768 to 32767, found an object", "{}", ""),
            (r#"{"armies": 1, "name": 7}"#, "expected a text, found the number 7", "7", "put quotes around it: \"7\""),
            (r#"{"armies": 1, "vote": "yes"}"#, "expected true or false, found the text \"yes\"", "\"yes\"", ""),
            (r#"{"armies": 1, "rows": {}}"#, "expected a list, found an object", "{}", ""),
            (r#"{"armies": 1, "rows": [5]}"#, "expected an object, found the number 5", "5", ""),
            (r#"{"armies": 1, "nmae": "x"}"#, "unknown key `nmae`", "\"nmae\"", "did you mean `name`?"),
            (
                r#"{"armies": 1, "x": 2}"#,
                "unknown key `x`",
                "\"x\"",
                "the keys here are `armies`, `name`, `vote`, `kind`, `rows`",
            ),
            (r#"{"rows": []}"#, "the key `armies` is missing", r#"{"rows": []}"#, ""),
            (r#"{"armees": 1}"#, "unknown key `armees`", "\"armees\"", "did you mean `armies`?"),
            (
                r#"{"armies": 1, "armies": 2}"#,
                "duplicate key `armies`",
                "\"armies\"",
                "the first one is in line 1; remove one of the two",
            ),
            (
                r#"{"armies": 1, "kind": "neutrl"}"#,
                "expected one of \"human\", \"neutral\", \"robot\", found \"neutrl\"",
                "\"neutrl\"",
                "did you mean `neutral`?",
            ),
        ] {
            assert_eq!(fault(text), (message.to_owned(), place.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_member_that_was_found_wrong_without_its_key_is_looked_for() {
        let text = r#"{"a": [{"type": "build", "piece": 5, "at": "x"}]}"#;
        let fault = Fault::of_data(text, "a[0]", "invalid type: integer `5`, expected a string");
        assert_eq!((&text[fault.place.unwrap()], &*fault.path), ("5", "a[0].piece"));
        let fault = Fault::of_data(text, "a[0]", "unknown field `at`, expected `piece` or `owner`");
        assert_eq!((&text[fault.place.unwrap()], &*fault.path), ("\"at\"", "a[0].at"));
        // Either of the two may be meant, so none is pointed at.
        let text = r#"{"a": [{"piece": 5, "at": 5}]}"#;
        let fault = Fault::of_data(text, "a[0]", "invalid type: integer `5`, expected a string");
        assert_eq!(fault.path, "a[0]");
    }

    #[test]
    fn a_text_that_is_no_json_is_said_to_be_so_in_plain_words() {
        for (text, expected) in [
            ("{\"a\": 1,, }", "expected a key in double quotes"),
            ("{'a': 1}", "expected a key in double quotes"),
            ("{\"a\": \"x", "the text ends inside a string"),
            ("{\"a\": 1 \"b\"", "expected `,` or `}`"),
            ("{\"a\": 1,}", "a comma stands before the closing bracket"),
            ("[1] x", "something follows the end of the value"),
            ("[01]", "this is no number of JSON"),
            ("\"\\q\"", "a backslash in a string stands before a character that it cannot"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err().to_string();
            assert_eq!(syntax_message(error.split(" at line ").next().unwrap()), expected, "{text}");
        }
    }
}
