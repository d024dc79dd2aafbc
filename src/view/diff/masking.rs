//! Masks secrets in games that are compared: each becomes a mark that reveals nothing, the same for equal texts.

use serde_json::Value;

use crate::model::secrets::replace_secrets;
use crate::model::{Source, Visit, visit};
use crate::text::hidden::HIDDEN;

/// The characters around a mark, from a private use area.
const START: char = '\u{F8F0}';
const END: char = '\u{F8F1}';

/// Number of characters of a mark.
pub const MARK_LENGTH: usize = 66;

/// Masks the secrets of a game given as JSON, and the names of its players if these are hidden.
pub fn mask(game: &mut Value, hides_names: bool) {
    replace_secrets(game, &mut |secret, text| secret.is_hidden().then(|| mark(text)));
    if hides_names {
        visit(game, "", &mut |value, key| {
            if let ("players", Value::Object(player)) = (key, value)
                && let Some(Value::String(name)) = player.get_mut("name")
            {
                *name = mark(name);
            }
            Visit::Enter
        });
    }
}

fn mark(text: &str) -> String {
    format!("{START}{}{END}", Source::sha256_of(text.as_bytes()))
}

/// Returns a value in which each mark is replaced by a note that the text is hidden.
pub fn shown(mut value: Value) -> Value {
    visit(&mut value, "", &mut |value, _| {
        if let Value::String(text) = value
            && is_masked(text)
        {
            *text = shown_text(text);
        }
        Visit::Enter
    });
    value
}

/// Returns whether some part of a text is masked.
pub fn is_masked(text: &str) -> bool {
    text.contains(START)
}

/// Returns a text in which each mark is replaced by a note that the text is hidden.
pub fn shown_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(START) {
        let behind = &rest[start + START.len_utf8()..];
        shown.push_str(&rest[..start]);
        shown.push_str(HIDDEN);
        rest = behind.find(END).map_or("", |end| &behind[end + END.len_utf8()..]);
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn marks_tell_texts_apart_and_say_nothing_of_them() {
        let (one, other) = (mark("sesame"), mark("open"));
        assert_eq!(one.chars().count(), MARK_LENGTH);
        assert!(one != other && one == mark("sesame") && !one.contains("sesame"));
        assert_eq!(
            shown(json!({"a": [one, "b"], "c": format!("to {other}, and on")})),
            json!({"a": [HIDDEN, "b"], "c": "to (hidden), and on"})
        );
    }

    #[test]
    fn marks_that_a_file_has_itself_end_somewhere() {
        assert_eq!(shown_text("a\u{F8F0}b\u{F8F1}c\u{F8F0}d"), "a(hidden)c(hidden)");
        assert_eq!(shown_text("a\u{F8F1}b"), "a\u{F8F1}b");
    }
}
