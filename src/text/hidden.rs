//! Secrets of a source, which are hidden in its printed lines and in what messages quote from them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::address::{addresses, has_address};
use super::diagnostic::{Diagnostic, LineIndex};
use super::printable::quoted;

/// Replacement for hidden text.
pub const HIDDEN: &str = "(hidden)";

/// Limit, in bytes, of a hidden text that is searched for; if a longer one is in the line, all its quotations are
/// hidden.
const MAX_SCANNED_LINE: usize = 4096;

/// The same for all hidden texts of a line together, and for all quotations in the messages about it: to search for them
/// takes many times their size in memory.
const MAX_SCANNED: usize = 1 << 20;

/// Most texts that are searched for one by one: most lines have a hidden text and a finding or two, for which making an
/// automaton costs far more than using it.
const MAX_SEARCHED_ALONE: usize = 4;

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
        let is_binary = diagnostics.iter().any(|d| d.offset.is_some());
        let bytes = text.filter(|_| is_binary).map_or_else(Vec::new, |text| self.bytes_of(text));
        // A long line may have many findings and many hidden texts, so that each line is searched once.
        let mut by_line: Vec<&mut Diagnostic> = diagnostics.iter_mut().collect();
        by_line.sort_by_key(|d| d.line);
        for of_line in by_line.chunk_by_mut(|one, other| one.line == other.line) {
            let number = of_line.first().and_then(|d| d.line).unwrap_or_default();
            let line = positions.as_ref().and_then(|positions| positions.placed_line(number));
            let texts = line.map_or_else(Vec::new, |(start, line)| self.texts_in_line(start, line));
            let secrets = LineSecrets::new(&texts, of_line);
            for d in of_line {
                let (secrets, is_hidden) = match d.offset.and_then(|offset| usize::try_from(offset).ok()) {
                    Some(offset) => {
                        let end = offset + d.length.unwrap_or_default().max(1);
                        (&LineSecrets::default(), bytes.iter().any(|hidden| hidden.start < end && offset < hidden.end))
                    }
                    None => (&secrets, false),
                };
                d.message = self.in_message(&d.message, secrets, self.everything || is_hidden);
                d.help = d.help.take().map(|help| self.in_message(&help, secrets, is_hidden).into());
            }
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

    /// Masks the secrets of a line, and everything else that is secret, in a message about that line.
    fn in_message(&self, message: &str, secrets: &LineSecrets, every_quote: bool) -> String {
        let mut out = String::with_capacity(message.len());
        let mut rest = message;
        while let Some(quotation) = quotation(rest) {
            let (before, whole) = (&rest[..quotation.start], &rest[quotation.clone()]);
            out.push_str(&secrets.without(before));
            rest = &rest[quotation.end..];
            if self.is_hidden(content(whole), secrets) || every_quote && whole.starts_with('"') {
                out.push_str(HIDDEN);
                rest = rest.trim_start_matches("...");
            } else {
                out.push_str(whole);
            }
        }
        out.push_str(&secrets.without(rest));
        if has_address(&out) { without_addresses(&out) } else { out }
    }

    fn is_hidden(&self, quote: &str, secrets: &LineSecrets) -> bool {
        secrets.hide(quote)
            || self.quotes.contains(quote)
            || words_of(quote).any(|word| self.words.contains(word))
            || has_address(quote)
    }
}

/// The hidden texts of a line, and which quotations of the messages about it are parts of them.
#[derive(Default)]
struct LineSecrets {
    /// Finds the hidden texts; `None` without any.
    finder: Option<Finder>,
    /// The quotations that occur in a hidden text.
    quoted: HashSet<String>,
    /// Whether there is too much to search for, so that all quotations are hidden.
    is_too_much: bool,
}

impl LineSecrets {
    /// Collects the hidden `texts` of a line, escaped as in messages, for the diagnostics about it.
    fn new(texts: &[String], of_line: &[&mut Diagnostic]) -> LineSecrets {
        if texts.is_empty() {
            return LineSecrets::default();
        }
        let messages = of_line.iter().flat_map(|d| std::iter::once(&*d.message).chain(d.help.as_deref()));
        let quotes: HashSet<&str> = messages.flat_map(quotations).filter(|quote| !quote.is_empty()).collect();
        let quotes: Vec<&str> = quotes.into_iter().collect();
        let too_much = || LineSecrets { is_too_much: true, ..LineSecrets::default() };
        let lengths = [texts.iter().map(String::len).sum::<usize>(), quotes.iter().map(|quote| quote.len()).sum()];
        if lengths.into_iter().any(|length| length > MAX_SCANNED) {
            return too_much();
        }
        let searched: Vec<&str> = texts.iter().map(|text| &**text).filter(|t| t.len() <= MAX_SCANNED_LINE).collect();
        let (Some(finder), Some(of_quotes)) = (Finder::of(&searched), Finder::of(&quotes)) else {
            return too_much();
        };
        let mut is_quoted = vec![false; quotes.len()];
        texts.iter().for_each(|text| of_quotes.mark(text, &mut is_quoted));
        let quoted = quotes.iter().zip(is_quoted).filter(|(_, is_quoted)| *is_quoted);
        LineSecrets {
            finder: Some(finder),
            quoted: quoted.map(|(quote, _)| (*quote).to_owned()).collect(),
            is_too_much: searched.len() < texts.len(),
        }
    }

    /// Returns whether a quotation shows a hidden text, or a part of one.
    fn hide(&self, quote: &str) -> bool {
        self.is_too_much
            || self.quoted.contains(quote)
            || self.finder.as_ref().is_some_and(|finder| finder.is_match(quote))
    }

    /// Replaces the hidden texts that occur as whole words in a part of a message.
    fn without<'m>(&self, part: &'m str) -> Cow<'m, str> {
        let Some(finder) = &self.finder else { return part.into() };
        let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_word =
            |at: &Range<usize>| !joins(part[..at.start].chars().next_back()) && !joins(part[at.end..].chars().next());
        let words = finder.places(part).into_iter().filter(is_word).collect();
        let mut out = Cow::Borrowed(part);
        for at in Hidden::of_spans(words).spans.into_iter().rev() {
            out.to_mut().replace_range(at, HIDDEN);
        }
        out
    }
}

/// Finds the places of some texts in another one, also where they overlap.
enum Finder {
    Few(Vec<String>),
    Many(AhoCorasick),
}

impl Finder {
    /// Returns `None` if the texts are too many.
    fn of(texts: &[&str]) -> Option<Finder> {
        if texts.len() <= MAX_SEARCHED_ALONE {
            return Some(Finder::Few(texts.iter().map(|&text| text.to_owned()).collect()));
        }
        let mut builder = AhoCorasick::builder();
        builder.kind(Some(AhoCorasickKind::NoncontiguousNFA)).prefilter(false);
        builder.build(texts).ok().map(Finder::Many)
    }

    /// Returns whether any of the texts occurs.
    fn is_match(&self, text: &str) -> bool {
        match self {
            Finder::Few(texts) => texts.iter().any(|wanted| text.contains(&**wanted)),
            Finder::Many(automaton) => automaton.is_match(text),
        }
    }

    /// Marks those of the texts that occur.
    fn mark(&self, text: &str, is_found: &mut [bool]) {
        match self {
            Finder::Few(texts) => {
                texts.iter().zip(is_found).for_each(|(wanted, found)| *found |= text.contains(&**wanted));
            }
            Finder::Many(automaton) => {
                automaton.find_overlapping_iter(text).for_each(|at| is_found[at.pattern().as_usize()] = true);
            }
        }
    }

    /// Returns the places of all texts.
    fn places(&self, text: &str) -> Vec<Range<usize>> {
        match self {
            Finder::Few(texts) => texts.iter().flat_map(|wanted| places_of(wanted, text)).collect(),
            Finder::Many(automaton) => automaton.find_overlapping_iter(text).map(|found| found.range()).collect(),
        }
    }
}

/// Returns the places of a text that is not empty in another one, also where they overlap.
fn places_of<'t>(wanted: &'t str, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let first = wanted.chars().next().map_or(1, char::len_utf8);
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find(wanted)?;
        from = start + first;
        Some(start..start + wanted.len())
    })
}

/// Returns the range of the first quotation with its marks; `None` if there is none.
fn quotation(text: &str) -> Option<Range<usize>> {
    let start = text.find(['"', '`'])?;
    let mark = text[start..].chars().next()?;
    Some(start..start + 1 + closing(&text[start + 1..], mark)? + 1)
}

/// Returns what stands between the marks of a quotation.
fn content(quotation: &str) -> &str {
    quotation.get(1..quotation.len() - 1).unwrap_or_default().trim()
}

/// Returns the contents of all quotations.
fn quotations(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let range = quotation(text)?;
        let (whole, rest) = (&text[range.clone()], &text[range.end..]);
        text = rest;
        Some(content(whole))
    })
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

fn without_addresses(message: &str) -> String {
    let mut out = message.to_owned();
    let found: Vec<_> = addresses(message).collect();
    found.into_iter().rev().for_each(|address| out.replace_range(address, HIDDEN));
    out
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

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
    fn each_message_is_hidden_by_its_own_line_and_stays_in_its_place() {
        let text = "sesame\nbarley\n";
        let mut diagnostics: Vec<_> =
            [7..13, 0..6, 7..13].map(|span| Diagnostic::warning(&CODE, "found sesame and barley").at(span)).into();
        let index = LineIndex::new(text);
        diagnostics.iter_mut().for_each(|d| index.locate(d));
        Hidden::of_spans(vec![0..6, 7..13]).hide(&mut diagnostics, Some(text));
        let messages: Vec<&str> = diagnostics.iter().map(|d| &*d.message).collect();
        let (first, second) = ("found (hidden) and barley", "found sesame and (hidden)");
        assert_eq!(messages, [second, first, second]);
    }

    #[test]
    fn hidden_texts_that_overlap_are_hidden_as_one() {
        let hidden = Hidden::of_spans(vec![0..11, 13..19, 21..34]);
        let text = "open sesame, sesame, sesame street\n";
        assert_eq!(message(&hidden, text, "open sesame street, or sesame"), "(hidden), or (hidden)");
        assert_eq!(message(&hidden, text, "found \"e str\", not \"street 5\""), "found (hidden), not \"street 5\"");
    }

    proptest! {
        #[test]
        fn few_texts_are_found_where_many_are(texts in vec("[abé ]{1,3}", 1..9), text in "[abé ]{0,9}") {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            let few = Finder::Few(texts.iter().map(|&text| text.to_owned()).collect());
            let many = Finder::Many(AhoCorasick::new(&texts).unwrap());
            let found = |finder: &Finder| {
                let mut places = finder.places(&text);
                places.sort_by_key(|place| (place.start, place.end));
                let mut marks = vec![false; texts.len()];
                finder.mark(&text, &mut marks);
                (finder.is_match(&text), places, marks)
            };
            prop_assert_eq!(found(&few), found(&many));
        }
    }

    #[test]
    fn all_quotations_are_hidden_where_there_is_too_much_to_search_for() {
        for (length, count, shown) in
            [(4_000, 4, "\"open\" is odd"), (4_000, 300, "(hidden) is odd"), (5_000, 1, "(hidden) is odd")]
        {
            let text = format!("{} ", "x".repeat(length)).repeat(count);
            let spans = (0..count).map(|index| index * (length + 1)..index * (length + 1) + length);
            assert_eq!(
                message(&Hidden::of_spans(spans.collect()), &text, "\"open\" is odd"),
                shown,
                "{length} {count}"
            );
        }
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
