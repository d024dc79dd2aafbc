//! Secrets of a source, which are hidden in its printed lines and in what messages quote from them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::address::{addresses, has_address};
use super::diagnostic::{Diagnostic, LineIndex};
use super::printable::quoted;

/// Replacement for hidden text.
pub const HIDDEN: &str = "(hidden)";

/// Limit, in bytes, of a hidden text that is searched for; if a longer one is in the line, all its quotations are
/// hidden.
const MAX_SCANNED_LINE: usize = 4096;

/// The parts of a source that must not be printed. E-mail addresses are always among them.
#[derive(Debug, Clone, Default)]
pub struct Hidden {
    /// Byte ranges of the text, in order and without overlap.
    spans: Vec<Range<usize>>,
    /// Texts, escaped as in messages, that are hidden wherever a message quotes them or a line consists of them.
    quotes: BTreeSet<String>,
    /// Their longer words, since a message may quote a single one.
    words: BTreeSet<String>,
    /// Whether everything quoted and every line is hidden.
    everything: bool,
    /// Whether nothing at all is hidden.
    nothing: bool,
}

impl Hidden {
    /// Hides nothing at all, on the user's request.
    pub const NOTHING: &'static Hidden = &Hidden {
        spans: Vec::new(),
        quotes: BTreeSet::new(),
        words: BTreeSet::new(),
        everything: false,
        nothing: true,
    };

    /// Hides these byte ranges of a text.
    pub fn of_spans(mut spans: Vec<Range<usize>>) -> Hidden {
        spans.retain(|span| !span.is_empty());
        spans.sort_by_key(|span| span.start);
        let mut apart: Vec<Range<usize>> = Vec::with_capacity(spans.len());
        for span in spans {
            match apart.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => apart.push(span),
            }
        }
        Hidden { spans: apart, ..Hidden::default() }
    }

    /// Hides every quotation and every line.
    pub fn everything() -> Hidden {
        Hidden { everything: true, ..Hidden::default() }
    }

    /// Hides a text wherever a message quotes it.
    pub fn quote(&mut self, text: &str) {
        self.quotes.insert(inner(&quoted(text)).to_owned());
        // Shorter words are codes of provinces and the like.
        self.words.extend(words_of(text).filter(|word| word.chars().count() > 3).map(str::to_owned));
    }

    /// Returns whether every line is hidden.
    pub fn hides_lines(&self) -> bool {
        self.everything
    }

    /// Returns whether nothing is hidden, on the user's request.
    pub fn hides_nothing(&self) -> bool {
        self.nothing
    }

    /// Returns the hidden byte ranges within a line that begins at `start`.
    pub fn in_line(&self, start: usize, line: &str) -> Vec<Range<usize>> {
        if self.nothing {
            return Vec::new();
        }
        if !line.is_empty() && self.quotes.contains(inner(&quoted(line.trim()))) {
            return std::iter::once(0..line.len()).collect();
        }
        let end = start + line.len();
        let first = self.spans.partition_point(|span| span.end <= start);
        let of_line = self.spans[first..].iter().take_while(|span| span.start < end);
        let spans = of_line.map(|span| span.start.saturating_sub(start)..span.end.min(end) - start);
        Hidden::of_spans(spans.chain(addresses(line)).collect()).spans
    }

    /// Hides secrets in the messages of a source; the lines or offsets of the messages refer to `text`.
    pub fn hide(&self, diagnostics: &mut [Diagnostic], text: Option<&str>) {
        let is_open = |d: &Diagnostic| {
            let may_quote = self.everything || !self.quotes.is_empty();
            let has = |marks: &[char]| d.message.contains(marks) || d.help.as_ref().is_some_and(|h| h.contains(marks));
            !has(&['@', '!']) && (!may_quote || !has(&['"', '`']))
        };
        if self.nothing || self.spans.is_empty() && diagnostics.iter().all(is_open) {
            return;
        }
        let positions = text.map(LineIndex::new);
        // Keeps the hidden texts of the last line, so that a long line with many findings is searched once.
        let mut last = (0, Vec::new());
        let is_binary = diagnostics.iter().any(|d| d.offset.is_some());
        let bytes = text.filter(|_| is_binary).map_or_else(Vec::new, |text| self.bytes_of(text));
        for d in diagnostics {
            if let Some(offset) = d.offset.and_then(|offset| usize::try_from(offset).ok()) {
                let end = offset + d.length.unwrap_or_default().max(1);
                let is_hidden = bytes.iter().any(|hidden| hidden.start < end && offset < hidden.end);
                d.message = self.in_message(&d.message, &[], self.everything || is_hidden);
                d.help = d.help.take().map(|help| self.in_message(&help, &[], is_hidden).into());
                continue;
            }
            let number = d.line.unwrap_or_default();
            if last.0 != number {
                let line = positions.as_ref().and_then(|positions| positions.placed_line(number));
                last = (number, line.map_or_else(Vec::new, |(start, line)| self.texts_in_line(start, line)));
            }
            d.message = self.in_message(&d.message, &last.1, self.everything);
            d.help = d.help.take().map(|help| self.in_message(&help, &last.1, false).into());
        }
    }

    /// Returns the hidden byte ranges of a file that is not text; `text` has one character for each byte.
    fn bytes_of(&self, text: &str) -> Vec<Range<usize>> {
        let (mut at, mut count) = (0, 0);
        let mut bytes_to = |to: usize| {
            count += text.get(at..to).map_or(0, |passed| passed.chars().count());
            at = to.max(at);
            count
        };
        self.spans.iter().map(|span| bytes_to(span.start)..bytes_to(span.end)).collect()
    }

    /// Returns the hidden texts of a line, escaped as in messages.
    fn texts_in_line(&self, start: usize, line: &str) -> Vec<String> {
        let whole = 0..line.len();
        let spans = if self.everything { vec![whole] } else { self.in_line(start, line) };
        let texts = spans.into_iter().map(|span| escaped(line[span].trim()));
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// Masks the `hidden` texts of a line, and everything else that is secret, in a message about that line.
    fn in_message(&self, message: &str, hidden: &[String], every_quote: bool) -> String {
        let mut out = String::with_capacity(message.len());
        let mut rest = message;
        while let Some(start) = rest.find(['"', '`']) {
            let mark = rest[start..].chars().next().unwrap_or('"');
            let Some(end) = closing(&rest[start + 1..], mark).map(|end| start + 1 + end) else { break };
            out.push_str(&without(&rest[..start], hidden));
            let content = &rest[start + 1..end];
            if self.is_hidden(content, hidden) || every_quote && mark == '"' {
                out.push_str(HIDDEN);
                rest = rest[end + 1..].trim_start_matches("...");
            } else {
                out.push_str(&rest[start..=end]);
                rest = &rest[end + 1..];
            }
        }
        out.push_str(&without(rest, hidden));
        if has_address(&out) { without_addresses(&out) } else { out }
    }

    fn is_hidden(&self, quote: &str, hidden: &[String]) -> bool {
        let quote = quote.trim();
        let shares = |hidden: &String| {
            hidden.len() > MAX_SCANNED_LINE
                || !quote.is_empty() && hidden.contains(quote)
                || quote.contains(hidden.as_str())
        };
        hidden.iter().any(shares)
            || self.quotes.contains(quote)
            || words_of(quote).any(|word| self.words.contains(word))
            || has_address(quote)
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns the offset where a quotation ends; `None` if it is not closed.
fn closing(text: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let ends = c == mark && !is_escaped;
        is_escaped = c == '\\' && !is_escaped && mark == '"';
        ends.then_some(at)
    })
}

/// Escapes a text as in a quotation.
fn escaped(text: &str) -> String {
    inner(&format!("{text:?}")).to_owned()
}

/// Strips the marks of a quotation, and the `...` of a clipped one.
fn inner(quotation: &str) -> &str {
    let quotation = quotation.strip_suffix("...").unwrap_or(quotation);
    quotation.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(quotation).trim()
}

/// Replaces the hidden texts that occur as whole words in a part of a message.
fn without<'m>(message: &'m str, hidden: &[String]) -> Cow<'m, str> {
    let mut message = Cow::Borrowed(message);
    for text in hidden.iter().filter(|text| text.len() <= MAX_SCANNED_LINE) {
        let is_word_at = |at: usize| {
            let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !joins(message[..at].chars().next_back()) && !joins(message[at + text.len()..].chars().next())
        };
        let at: Vec<usize> =
            message.match_indices(text.as_str()).map(|(at, _)| at).filter(|&at| is_word_at(at)).collect();
        for at in at.into_iter().rev() {
            message.to_mut().replace_range(at..at + text.len(), HIDDEN);
        }
    }
    message
}

fn without_addresses(message: &str) -> String {
    let mut out = message.to_owned();
    let found: Vec<_> = addresses(message).collect();
    found.into_iter().rev().for_each(|address| out.replace_range(address, HIDDEN));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Code;

    const CODE: Code = Code { id: "XX001", title: "", meaning: "", caption: "", advice: "", examples: "" };

    fn message(hidden: &Hidden, text: &str, message: &str) -> String {
        let mut d = vec![Diagnostic::warning(&CODE, message).at(0..0)];
        LineIndex::new(text).locate(&mut d[0]);
        hidden.hide(&mut d, Some(text));
        d.remove(0).message
    }

    #[test]
    fn what_a_line_hides_is_hidden_in_messages_about_it() {
        let text = "open sesame\nplain\n";
        let hidden = Hidden::of_spans(vec![5..11, 20..20]);
        assert_eq!(message(&hidden, text, "\"open sesame\" is no number"), "(hidden) is no number");
        assert_eq!(message(&hidden, text, "\"open\" is no number"), "\"open\" is no number");
        assert_eq!(message(&hidden, text, "expected F, found `same`"), "expected F, found (hidden)");
        assert_eq!(message(&hidden, text, "found sesame, not sesames"), "found (hidden), not sesames");
        assert_eq!(message(&Hidden::everything(), text, "\"x\" and `y` and open"), "(hidden) and `y` and open");
    }

    #[test]
    fn what_bytes_hide_is_hidden_in_messages_about_them() {
        let text = "\u{e9}\u{ff}sesame\u{e9}";
        let hidden = Hidden::of_spans(vec![4..10, 90..90]);
        let message = |span: Range<usize>| {
            let mut d = vec![Diagnostic::warning(&CODE, "\"sesame\" is odd").at(span)];
            LineIndex::of_bytes(text).locate(&mut d[0]);
            hidden.hide(&mut d, Some(text));
            d.remove(0).message
        };
        assert_eq!([0..4, 10..12].map(message), ["\"sesame\" is odd"; 2]);
        assert_eq!([2..5, 4..10, 6..6, 9..12].map(message), ["(hidden) is odd"; 4]);
    }

    #[test]
    fn addresses_and_texts_are_hidden_wherever_they_are_quoted() {
        let mut hidden = Hidden::default();
        hidden.quote(&"sesame ".repeat(9));
        let shown = message(&hidden, "", &format!("{} of joe@example.org is odd", quoted(&"sesame ".repeat(9))));
        assert_eq!(shown, "(hidden) of (hidden) is odd");
        assert_eq!(message(&hidden, "", "\"a \\\" b\" is \"kept\""), "\"a \\\" b\" is \"kept\"");
    }

    #[test]
    fn spans_are_cut_to_their_line() {
        let hidden = Hidden::of_spans(vec![8..12, 3..6, 5..7]);
        assert_eq!(hidden.in_line(0, "01234").first(), Some(&(3..5)));
        assert_eq!(hidden.in_line(6, "678 a@b"), [0..1, 2..7]);
        assert!(hidden.in_line(20, "abc").is_empty());
    }
}
