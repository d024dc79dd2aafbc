//! Spacing and escapes of JSON texts.

use std::fmt::Write as _;

use super::lexer::{skip_blanks, token, unescaped};

/// The JSON style of a file; the default is that of Python's `json.dumps`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spacing {
    /// Blanks after a comma within a line.
    comma: &'static str,
    /// Blanks after a colon.
    colon: &'static str,
    /// Line end and indent of one level; `None` if the values are on one line.
    lines: Option<(&'static str, String)>,
    /// Whether all characters beyond ASCII are escaped.
    ascii: bool,
    /// Whether slashes are escaped, as `ujson` does.
    slash: bool,
}

impl Default for Spacing {
    fn default() -> Self {
        Spacing { comma: " ", colon: " ", lines: None, ascii: true, slash: false }
    }
}

/// Depth beyond which values are written on one line: nobody writes such, and indents must not fill the memory.
const MAX_DEPTH: usize = 40;

/// Limit of the indent of one level, in characters.
const WIDEST: usize = 16;

impl Spacing {
    /// Creates a style with each value on its own line, indented by `level`.
    pub fn indented(level: &str) -> Spacing {
        Spacing { comma: "", lines: Some(("\n", level.to_owned())), ascii: false, ..Spacing::default() }
    }

    /// Detects the style of a JSON text from its beginning.
    pub fn of(text: &str) -> Spacing {
        let mut spacing = Spacing { ascii: text.is_ascii(), ..Spacing::default() };
        let bytes = text.as_bytes();
        spacing.slash = memchr::memchr(b'\\', bytes).is_some() && has_escaped_slashes_only(bytes);
        let Some(open) = token(text, 0) else { return spacing };
        let between = text.get(open.end..skip_blanks(text, open.end)).unwrap_or_default();
        if let Some((before, level)) = between.rsplit_once('\n') {
            let end = if before.ends_with('\r') { "\r\n" } else { "\n" };
            spacing.lines = Some((end, level.chars().take(WIDEST).collect()));
        }
        let (mut at, mut has_colon) = (open.end, false);
        while let Some(token) = token(text, at) {
            at = token.end;
            let blank = if bytes.get(at) == Some(&b' ') { " " } else { "" };
            match bytes[token.start] {
                b':' if !has_colon => (spacing.colon, has_colon) = (blank, true),
                b',' => {
                    spacing.comma = if spacing.lines.is_some() { "" } else { blank };
                    break;
                }
                _ => {}
            }
        }
        spacing
    }

    /// Writes the line end and indent after a comma or an opening bracket, or before a closing one, at a depth.
    pub fn line(&self, depth: usize, out: &mut String) {
        if let Some((end, level)) = &self.lines {
            out.push_str(end);
            (0..depth).for_each(|_| out.push_str(level));
        }
    }

    /// Writes the separator between two values at a depth.
    pub fn comma(&self, depth: usize, out: &mut String) {
        out.push(',');
        out.push_str(self.comma);
        self.line(depth, out);
    }

    /// Writes a key.
    pub fn key(&self, key: &str, out: &mut String) {
        self.string(key, out);
        self.colon(out);
    }

    /// Writes the colon after a key.
    pub fn colon(&self, out: &mut String) {
        out.push(':');
        out.push_str(self.colon);
    }

    /// Writes a string.
    pub fn string(&self, text: &str, out: &mut String) {
        out.push('"');
        let mut plain = 0;
        for (at, c) in text.char_indices() {
            if matches!(c, ' '..='~') && !matches!(c, '"' | '\\') && (c != '/' || !self.slash) {
                continue;
            }
            if !c.is_ascii() && !self.ascii {
                continue;
            }
            out.push_str(&text[plain..at]);
            plain = at + c.len_utf8();
            self.escaped(c, out);
        }
        out.push_str(&text[plain..]);
        out.push('"');
    }

    fn escaped(&self, c: char, out: &mut String) {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' => out.push_str("\\/"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{C}' => out.push_str("\\f"),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a String cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }

    /// Writes a string token with the escapes of this style.
    fn respelled(&self, token: &str, out: &mut String) {
        let is_plain = token.is_ascii() && !token.bytes().any(|b| b == b'\\' || b == b'/' && self.slash);
        match unescaped(token).filter(|_| !is_plain) {
            Some(text) => self.string(&text, out),
            // Half a surrogate pair, which Python writes, has no text.
            None => out.push_str(token),
        }
    }

    /// Writes a value of the model, which has the default style.
    pub fn extra(&self, json: &str, outer: usize, out: &mut String) {
        if *self == Spacing::default() {
            out.push_str(json);
        } else {
            self.value(json, outer, out);
        }
    }

    /// Writes a JSON value in this style, its numbers unchanged.
    pub fn value(&self, json: &str, outer: usize, out: &mut String) {
        let bytes = json.as_bytes();
        let (mut at, mut depth) = (0, 0);
        let mut was_opened = false;
        while let Some(token) = token(json, at) {
            at = token.end;
            let sign = bytes[token.start];
            let is_deep = depth > MAX_DEPTH;
            if was_opened && !matches!(sign, b'}' | b']') && !is_deep {
                self.line(outer + depth, out);
            }
            match sign {
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if !was_opened && !is_deep {
                        self.line(outer + depth, out);
                    }
                    out.push(char::from(sign));
                }
                b',' if is_deep => out.push(','),
                b',' => self.comma(outer + depth, out),
                b':' => self.colon(out),
                b'"' => self.respelled(&json[token], out),
                _ => out.push_str(&json[token]),
            }
            was_opened = matches!(sign, b'{' | b'[');
            depth += usize::from(was_opened);
        }
    }
}

/// Returns whether there are slashes and all of them are escaped.
fn has_escaped_slashes_only(bytes: &[u8]) -> bool {
    let mut slashes = memchr::memchr_iter(b'/', bytes).peekable();
    slashes.peek().is_some() && slashes.all(|at| at > 0 && bytes[at - 1] == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(spacing: &Spacing, json: &str) -> String {
        let mut out = String::new();
        spacing.value(json, 0, &mut out);
        out
    }

    #[test]
    fn values_are_set_as_python_does() {
        let spacing = Spacing::default();
        assert_eq!(set(&spacing, "{\"a\" :[ 1,\n2 ],\"b\":{ } }"), "{\"a\": [1, 2], \"b\": {}}");
        let mut out = String::new();
        spacing.string("é\u{1F600}\"\\\u{7f}\n/", &mut out);
        assert_eq!(out, r#""\u00e9\ud83d\ude00\"\\\u007f\n/""#);
    }

    #[test]
    fn a_text_tells_how_it_is_set() {
        for text in [
            "{\"a\": [1, 2], \"b\": {}}",
            "{\"a\":[1,2],\"b\":{}}",
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}",
            "{\r\n\t\"a\": [\r\n\t\t1,\r\n\t\t2\r\n\t],\r\n\t\"b\": {}\r\n}",
        ] {
            assert_eq!(set(&Spacing::of(text), text), text);
        }
    }

    #[test]
    fn deep_values_do_not_grow() {
        let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
        let lines = Spacing::of("{\n    \"a\": 1\n}");
        assert!(set(&lines, &deep).len() < 120_000);
    }
}
