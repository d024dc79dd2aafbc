//! Tokens of a text known to be JSON: enough to change its spacing, and to compare how texts are spaced.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::encoding::without_mark;

/// Returns the text from its first bracket on if it begins as a JSON object, possibly after a byte order mark.
pub fn object_at_start(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = without_mark(bytes).trim_ascii_start();
    bytes.starts_with(b"{").then_some(bytes)
}

/// Returns the first offset from `at` on that is not blank.
pub fn skip_blanks(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r')).unwrap_or(rest.len())
}

/// Returns the next token from `at` on: a string, a punctuation character, or a word such as a number.
pub fn token(text: &str, at: usize) -> Option<Range<usize>> {
    let start = skip_blanks(text, at);
    let bytes = text.as_bytes();
    let end = match bytes.get(start)? {
        b'"' => string_end(bytes, start + 1)?,
        b'{' | b'}' | b'[' | b']' | b',' | b':' => start + 1,
        _ => {
            let is_end = |b: &u8| b" \t\n\r{}[],:\"".contains(b);
            bytes[start..].iter().position(is_end).map_or(bytes.len(), |length| start + length)
        }
    };
    Some(start..end)
}

fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Returns the offset after the value that begins at `at`.
pub fn value_end(text: &str, mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        let token = token(text, at)?;
        at = token.end;
        match text.as_bytes()[token.start] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the byte ranges of the values whose keys are secret, in a text that may not be JSON after all.
///
/// In a damaged text a value may have lost its key, and a missing quotation mark swaps quoted and unquoted text: any
/// text that is not a key counts as secret.
pub fn secret_values(text: &str, is_secret: impl Fn(&str) -> bool, is_damaged: bool) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut at = 0;
    while let Some(range) = token(text, at) {
        at = range.end;
        let bytes = &text.as_bytes()[range.clone()];
        let is_string = bytes[0] == b'"';
        let next = skip_blanks(text, at);
        if is_string && text.as_bytes().get(next) == Some(&b':') {
            at = next + 1;
            let key = unescaped(&text[range]).unwrap_or_default();
            if is_secret(&key) {
                let start = skip_blanks(text, at);
                at = value_end(text, at).unwrap_or(text.len());
                secrets.push(start.min(at)..at);
            }
        } else if is_damaged {
            let is_keyed = text[..range.start].trim_ascii_end().ends_with(':');
            let is_plain = matches!(bytes, b"true" | b"false" | b"null") || bytes[0].is_ascii_punctuation();
            let is_number = bytes.iter().all(|b| b.is_ascii_digit() || b"+-.eE".contains(b));
            if is_string && !is_keyed || !is_string && !is_plain && !is_number {
                secrets.push(range);
            }
        }
    }
    // An unterminated string.
    if is_damaged || at == 0 {
        secrets.push(at.min(text.len())..text.len());
    }
    secrets
}

/// Returns whether two tokens mean the same: strings may have different escapes.
pub fn same(a: &str, b: &str) -> bool {
    a == b || a.starts_with('"') && b.starts_with('"') && unescaped(a).is_some_and(|text| unescaped(b) == Some(text))
}

/// Returns the text that a string token stands for.
pub fn unescaped(token: &str) -> Option<Cow<'_, str>> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<String>(token).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_tokens() {
        let text = r#" {"a\"b": [-1.5e3, null]}"#;
        let (mut at, mut tokens) = (0, Vec::new());
        while let Some(range) = token(text, at) {
            at = range.end;
            tokens.push(&text[range]);
        }
        assert_eq!(tokens, ["{", r#""a\"b""#, ":", "[", "-1.5e3", ",", "null", "]", "}"]);
        assert_eq!(value_end(text, 0), Some(text.len()));
        assert_eq!(value_end("[1, 2", 0), None);
        assert_eq!(token("\"open", 0), None);
    }

    #[test]
    fn values_of_secret_keys_are_found_in_damaged_texts_too() {
        let found = |text: &'static str, is_damaged| {
            let secrets = secret_values(text, |key| key == "pw", is_damaged);
            secrets.into_iter().map(|range| &text[range]).filter(|text| !text.is_empty()).collect::<Vec<_>>()
        };
        assert_eq!(found(r#"{"a": "x", "pw": ["y", 1], "b": {"pw": 2}}"#, false), [r#"["y", 1]"#, "2"]);
        assert_eq!(found(r#"{"a": "x", "y", "b": "pw", "c": z}"#, true), ["\"y\"", "z"]);
        assert_eq!(found(r#"{"a": "x", "pw": ["y""#, true), ["[\"y\""]);
        assert_eq!(found(r#"{"a": "x", "b": "open"#, true), ["\"open"].map(|_| " \"open"));
    }

    #[test]
    fn strings_with_other_escapes_are_the_same() {
        assert!(same(r#""F STP/SC""#, r#""F STP\/SC""#));
        assert!(same(r#""\u00e9""#, "\"é\""));
        assert!(!same("1", "1.0") && !same("\"1\"", "1"));
    }
}
