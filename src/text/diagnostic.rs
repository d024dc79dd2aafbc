//! Diagnostics: a code, a severity, a place and advice.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::code::Code;
use super::codes;
use super::english::counted;
use super::lines::{Line, dos_lines};

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing, but nothing is wrong.
    Note,
    /// Odd or not understood, but nothing is lost.
    Warning,
    /// A part that could not be read or written.
    Error,
}

impl Severity {
    /// Returns the word that messages begin with.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// Returns the severity with this [word](Severity::word).
    pub fn named(word: &str) -> Option<Severity> {
        [Severity::Note, Severity::Warning, Severity::Error].into_iter().find(|severity| severity.word() == word)
    }
}

/// A finding about a file or a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Stable code, such as `GW001`, which `ludex explain` explains.
    pub code: Cow<'static, str>,
    /// Severity of the finding.
    pub severity: Severity,
    /// Description of the problem, in one sentence without a full stop.
    pub message: String,
    /// File of the finding; absent if it concerns none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Member of the file, if that is an archive or a folder of tables; else absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// Line in the file, from 1; absent in binary files, and if the finding has no place in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in the line, in characters, from 1; absent if `line` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Length of the span in characters, at most to the end of the line; in a binary file, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Offset in a binary file, in bytes from 0; absent in text files. Files too large for it are not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Path in the document, such as `game.players[3].name`; absent if the finding has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Expected value, or advice what to do; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Cow<'static, str>>,
    /// Byte range in the decoded text, until `line` and `column` or `offset` are known.
    #[serde(skip)]
    pub span: Option<Range<usize>>,
    /// Further paths in the document that the finding concerns.
    #[serde(skip)]
    pub also: Box<[String]>,
}

impl Diagnostic {
    /// Creates a diagnostic of this code and severity, without a place.
    pub fn new(code: &Code, severity: Severity, message: impl Into<String>) -> Self {
        Diagnostic {
            code: Cow::Borrowed(code.id),
            severity,
            message: message.into(),
            file: None,
            member: None,
            line: None,
            column: None,
            length: None,
            offset: None,
            path: None,
            help: None,
            span: None,
            also: Box::default(),
        }
    }

    /// Creates an error of this code.
    pub fn error(code: &Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    /// Creates a warning of this code.
    pub fn warning(code: &Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    /// Creates a note of this code.
    pub fn note(code: &Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, message)
    }

    /// Sets its place to a byte range of the decoded text.
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets its place to a path of the document.
    pub fn on(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Sets the file it belongs to.
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Sets the help: what was expected, or what to do.
    pub fn help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets its place to all of these paths of the document; only the first one is shown.
    pub fn on_all(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        let mut paths = paths.into_iter();
        self.path = paths.next();
        self.also = paths.collect();
        self
    }

    /// Returns all paths of the document that it concerns.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.path.iter().chain(&self.also).map(String::as_str)
    }

    /// Returns its line, else its offset, as a sort key; a diagnostic with neither sorts last.
    pub fn place_in_source(&self) -> usize {
        let offset = self.offset.and_then(|offset| usize::try_from(offset).ok());
        self.line.or(offset).unwrap_or(usize::MAX)
    }

    /// Returns whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Index of the lines of a text, to turn byte offsets into lines and columns.
///
/// All formats count lines in the same way, as editors do: a line ends in LF, as for `sed -n`, and CRs before the LF
/// belong to the line end; in a text without LF before a ^Z, a line ends in CR. A column is a character, counted from
/// 1; a CR inside a line counts, a byte order mark does not.
pub struct LineIndex<'t> {
    text: &'t str,
    /// Lines of the text; empty if the source is not text.
    lines: Vec<Line>,
    is_binary: bool,
    /// The place that was counted last, its column, and its line: with findings in order, a line of megabytes with
    /// thousands of them is counted through only once.
    last: Cell<(usize, usize, usize)>,
}

impl<'t> LineIndex<'t> {
    /// Indexes the lines of `text`.
    pub fn new(text: &'t str) -> Self {
        LineIndex { text, lines: dos_lines(text), is_binary: false, last: Cell::default() }
    }

    /// Indexes the bytes of a file that is not text, decoded as [`Encoding::BINARY`](super::Encoding::BINARY): they
    /// have an offset instead of a line and a column.
    pub fn of_bytes(text: &'t str) -> Self {
        LineIndex { text, lines: Vec::new(), is_binary: true, last: Cell::default() }
    }

    /// Indexes a decoded text, or the bytes of a file that is not text.
    pub fn in_source(text: &'t str, is_binary: bool) -> Self {
        if is_binary { LineIndex::of_bytes(text) } else { LineIndex::new(text) }
    }

    /// Returns the content of a line without a byte order mark, which is no column.
    fn content(&self, line: &Line) -> Range<usize> {
        let mark = if line.start == 0 && self.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        line.start + mark..line.end.max(line.start + mark)
    }

    /// Returns the offset where line `number` (from 1) begins, and its content.
    pub fn placed_line(&self, number: usize) -> Option<(usize, &'t str)> {
        let content = self.content(self.lines.get(number.checked_sub(1)?)?);
        Some((content.start, self.text.get(content)?))
    }

    /// Returns the number of the line, from 1, that contains a byte offset.
    #[cfg(feature = "cli")]
    pub fn line_at(&self, place: usize) -> usize {
        self.lines.partition_point(|line| line.next <= place).min(self.lines.len().saturating_sub(1)) + 1
    }

    /// Fills in `line` and `column`, or `offset`, and `length` of a diagnostic with a span.
    pub fn locate(&self, diagnostic: &mut Diagnostic) {
        let Some(span) = diagnostic.span.take() else { return };
        if self.is_binary {
            // Each byte is one character.
            let chars = |range: Range<usize>| self.text.get(range).map_or(0, |t| t.chars().count());
            let from = span.start.min(self.text.len());
            let (known, count, _) = Some(self.last.get()).filter(|(at, ..)| *at <= from).unwrap_or_default();
            let offset = count + chars(known..from);
            self.last.set((from, offset, 0));
            diagnostic.offset = u32::try_from(offset).ok();
            diagnostic.length = Some(chars(from..span.end.clamp(from, self.text.len())));
            return;
        }
        let index = self.lines.partition_point(|l| l.next <= span.start).min(self.lines.len().saturating_sub(1));
        let (start, end) = match self.lines.get(index) {
            // A place after the last line end is on a line of its own.
            Some(l) if l.next <= span.start && l.is_ended() => (l.next, l.next),
            Some(l) => {
                let content = self.content(l);
                (content.start, content.end)
            }
            None => (0, 0),
        };
        let own_line = self.lines.get(index).is_some_and(|l| l.next == start && l.is_ended());
        let chars = |range: Range<usize>| self.text.get(range).map_or(0, |t| t.chars().count());
        let from = span.start.clamp(start, end);
        diagnostic.line = Some(index + 1 + usize::from(own_line));
        let (known, column) = match self.last.get() {
            (at, column, line) if line == start && (start..=from).contains(&at) => (at, column),
            _ => (start, 0),
        };
        let column = column + chars(known..from);
        self.last.set((from, column, start));
        diagnostic.column = Some(column + 1);
        diagnostic.length = Some(chars(from..span.end.clamp(from, end)));
    }
}

/// Limit of findings listed for one file: nobody reads more, and a hostile file must not fill the memory.
pub const MAX_FINDINGS: usize = 10_000;

/// Collector of the diagnostics of one reading.
#[derive(Debug, Default)]
pub struct Report {
    items: Vec<Diagnostic>,
    /// Numbers of notes, warnings and errors that are not listed.
    more: (usize, usize, usize),
    has_error: bool,
    salvage: bool,
    silent: bool,
}

impl Report {
    /// Creates a report that collects everything; missing data is an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a report that collects everything; missing data is a warning, and the rest is read.
    pub fn salvaging() -> Self {
        Report { salvage: true, ..Self::default() }
    }

    /// Creates a report that collects nothing and salvages, for text that was read before.
    pub fn silent() -> Self {
        Report { salvage: true, silent: true, ..Self::default() }
    }

    /// Creates a report for text that was read before, which collects everything if `wanted`, or else nothing.
    pub fn again(wanted: bool) -> Self {
        if wanted { Self::new() } else { Self::silent() }
    }

    /// Creates a report with findings that were collected before.
    pub fn of(items: Vec<Diagnostic>) -> Self {
        Report { items, ..Self::default() }
    }

    /// Returns whether the readable rest of a damaged file is wanted.
    pub fn salvages(&self) -> bool {
        self.salvage
    }

    /// Adds a finding; beyond [`MAX_FINDINGS`] it is only counted.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.silent {
            return;
        }
        // The first error decides whether the file was read, so it is always listed.
        let is_first_error = diagnostic.is_error() && !self.has_error;
        if self.items.len() >= MAX_FINDINGS && !is_first_error {
            match diagnostic.severity {
                Severity::Note => self.more.0 += 1,
                Severity::Warning => self.more.1 += 1,
                Severity::Error => self.more.2 += 1,
            }
            return;
        }
        self.has_error |= is_first_error;
        self.items.push(diagnostic);
    }

    /// Adds findings that were collected elsewhere.
    pub fn add_all(&mut self, mut found: Vec<Diagnostic>) {
        // There may be thousands, which are not moved one by one into another list.
        if self.items.is_empty() && !self.silent {
            let more = found.split_off(found.len().min(MAX_FINDINGS));
            self.has_error = found.iter().any(Diagnostic::is_error);
            self.items = std::mem::replace(&mut found, more);
        }
        found.into_iter().for_each(|diagnostic| self.add(diagnostic));
    }

    /// Adds what another report collected.
    pub fn append(&mut self, other: Report) {
        self.add_all(other.items);
        if !self.silent {
            let (notes, warnings, errors) = other.more;
            self.more = (self.more.0 + notes, self.more.1 + warnings, self.more.2 + errors);
        }
    }

    /// Adds a finding about unreadable data: an error, or a warning when salvaging.
    pub fn unreadable(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.severity = if self.salvage { Severity::Warning } else { Severity::Error };
        self.add(diagnostic);
    }

    /// Returns the findings in the order of the text, with line and column.
    pub fn finish(self, text: &str) -> Vec<Diagnostic> {
        self.finish_in(text, false)
    }

    /// Returns the findings in the order of the source, with line and column, or with the offset if it is not text.
    pub fn finish_in(self, text: &str, is_binary: bool) -> Vec<Diagnostic> {
        let mut found = self.into_found();
        if found.iter().any(|d| d.span.is_some()) {
            let positions = LineIndex::in_source(text, is_binary);
            found.iter_mut().for_each(|d| positions.locate(d));
        }
        // The count of findings that are not listed has no place, and stays at the end.
        found.sort_by_key(|d| (d.place_in_source(), d.column));
        found
    }

    /// Returns the findings in the order of the text, with their spans.
    pub fn into_found(mut self) -> Vec<Diagnostic> {
        self.items.sort_by_key(|d| d.span.as_ref().map_or(usize::MAX, |span| span.start));
        self.items.extend(not_listed(self.more));
        // They are kept as long as the document is.
        self.items.shrink_to_fit();
        self.items
    }
}

/// Returns a diagnostic that counts the unlisted findings. It is a warning at most: the first error is always listed.
fn not_listed((notes, warnings, errors): (usize, usize, usize)) -> Option<Diagnostic> {
    let all = [
        (errors, "more error", "more errors"),
        (warnings, "more warning", "more warnings"),
        (notes, "more note", "more notes"),
    ];
    let there = all.into_iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<String> = there.map(|(count, one, many)| counted(count, one, many)).collect();
    let severity = if errors + warnings > 0 { Severity::Warning } else { Severity::Note };
    let message = match (parts.is_empty(), errors + warnings + notes) {
        (true, _) => return None,
        (_, 1) => format!("{} is not listed", parts.join(", ")),
        _ => format!("{} are not listed", parts.join(", ")),
    };
    Some(Diagnostic::new(&codes::MORE_FINDINGS, severity, message).help(codes::MORE_FINDINGS.advice))
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::*;

    const CODE: Code = Code { id: "XX001", title: "", meaning: "", caption: "", advice: "", examples: "" };

    fn located(text: &str, span: Range<usize>) -> (usize, usize, usize) {
        let mut report = Report::new();
        report.add(Diagnostic::note(&CODE, "").at(span));
        let d = report.finish(text).remove(0);
        (d.line.unwrap(), d.column.unwrap(), d.length.unwrap())
    }

    #[test]
    fn findings_are_the_same_whether_they_are_added_together_or_one_by_one_or_with_another_report() {
        const MAX: usize = MAX_FINDINGS;
        // Number of findings before and among them, and the first error.
        for (before, count, error) in [
            (0, 0, 0),
            (0, 3, 1),
            (0, 3, 9),
            (2, 3, 1),
            (0, MAX, 7),
            (0, MAX + 2, 7),
            (0, MAX + 2, MAX + 1),
            (5, MAX, MAX),
        ] {
            let severity = |at: usize| if at >= error { Severity::Error } else { Severity::Note };
            let found: Vec<Diagnostic> = (0..count)
                .map(|at| Diagnostic::new(&CODE, severity(at), at.to_string()).at(count - at..count))
                .collect();
            let [mut together, mut apart, mut appended, mut other] = std::array::from_fn(|_| Report::new());
            for report in [&mut together, &mut apart, &mut appended] {
                (0..before).for_each(|_| report.add(Diagnostic::note(&CODE, "before")));
            }
            together.add_all(found.clone());
            found.iter().for_each(|diagnostic| other.add(diagnostic.clone()));
            appended.append(other);
            found.into_iter().for_each(|diagnostic| apart.add(diagnostic));
            for report in [&mut together, &mut apart, &mut appended] {
                report.add(Diagnostic::error(&CODE, "behind"));
            }
            let apart = apart.into_found();
            assert_eq!(together.into_found(), apart, "{before}, {count}, {error}");
            assert_eq!(appended.into_found(), apart, "{before}, {count}, {error}");
        }
    }

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        assert_eq!(located("ab\r\nöüx\r\n", 6..9), (2, 2, 2));
        assert_eq!(located("ab\r\ncd\r\n", 0..2), (1, 1, 2));
        assert_eq!(located("\u{FEFF}ab\ncd", 5..6), (1, 3, 0));
        assert_eq!(located("\u{FEFF}ab\ncd", 3..5), (1, 1, 2));
        assert_eq!(located("\u{FEFF}", 0..0), (1, 1, 0));
    }

    #[test]
    fn a_cr_alone_is_a_character_where_an_lf_ends_lines_before_the_end_of_the_text() {
        assert_eq!(located("a\rb\ncd\n", 2..3), (1, 3, 1));
        assert_eq!(located("ab\rcd\ref\r\x1A\n\n", 7..8), (3, 2, 1));
        assert_eq!(located("ab\rcd\ref\r\x1A\n\n", 10..11), (4, 2, 0));
    }

    #[test]
    fn so_many_findings_are_listed_and_no_more() {
        let mut report = Report::new();
        (0..MAX_FINDINGS + 5).for_each(|_| report.add(Diagnostic::note(&CODE, "")));
        let listed = report.finish("");
        assert_eq!(listed.len(), MAX_FINDINGS + 1);
        assert_eq!(
            (&*listed[MAX_FINDINGS].code, &*listed[MAX_FINDINGS].message),
            ("IO011", "5 more notes are not listed")
        );
        // Many notes about a file do not mean that something is wrong with it.
        assert_eq!(listed[MAX_FINDINGS].severity, Severity::Note);
        assert_eq!(not_listed((0, 1, 2)).unwrap().message, "2 more errors, 1 more warning are not listed");
    }

    #[test]
    fn what_is_no_text_has_offsets() {
        let text: String = ['\n', '\u{e9}', '\u{ff}', 'a', '\u{fe}'].into_iter().collect();
        let positions = LineIndex::of_bytes(&text);
        for (span, offset, length) in [(0..1, 0, 1), (1..5, 1, 2), (6..8, 4, 1), (3..6, 2, 2), (8..99, 5, 0)] {
            let mut d = Diagnostic::note(&CODE, "").at(span);
            positions.locate(&mut d);
            assert_eq!((d.line, d.column), (None, None));
            assert_eq!((d.offset, d.length), (Some(offset), Some(length)));
        }
    }

    #[test]
    fn a_span_ends_with_its_line() {
        assert_eq!(located("ab\ncd\n", 1..5), (1, 2, 1));
    }

    #[test]
    fn the_end_of_the_text_has_a_place() {
        assert_eq!(located("ab\ncd\n", 6..6), (3, 1, 0));
        assert_eq!(located("ab\ncd", 5..5), (2, 3, 0));
        assert_eq!(located("", 0..0), (1, 1, 0));
    }
}
