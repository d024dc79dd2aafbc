//! Iterates over the lines of a file, and collects their source spans and diagnostics.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use crate::model::{Board, Element};
use crate::systems::diplomacy::rules::names::LINE_BUFFER;
use crate::text::diagnostic::MAX_FINDINGS;
use crate::text::lines::{Line, dos_lines, usual_line_end};
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::write_back::SourceSpan;
use crate::text::{Code, Diagnostic, Report, Severity};

/// Cursor over the lines of a file.
pub struct Cursor<'t, 'r> {
    /// Text of the file.
    pub text: &'t str,
    lines: Vec<Line>,
    at: usize,
    source_spans: Vec<SourceSpan>,
    diagnostics: Sink<'r>,
    /// Number of suggestions that were looked up.
    suggestions: usize,
    /// The spans of the values that diagnostics need, by path; `None` where none was met.
    places: HashMap<&'r str, Option<Range<usize>>>,
}

/// Destination of diagnostics, which decides their severity.
enum Sink<'r> {
    /// Reading: a value that the judge would refuse is only reported as not understood.
    Reading(&'r mut Report),
    /// Linting, by the rules of the judge.
    Examining(Vec<Diagnostic>),
}

/// A line with its text.
#[derive(Clone, Copy)]
pub struct TextLine<'t> {
    /// Text of the line, without its line end.
    pub text: &'t str,
    /// Position of the line in the file.
    pub line: Line,
}

impl TextLine<'_> {
    /// Returns the span of its text in the file.
    pub fn span(&self) -> Range<usize> {
        self.line.span()
    }

    /// Converts a range in its text to a span in the file.
    pub fn part(&self, range: Range<usize>) -> Range<usize> {
        self.line.start + range.start..self.line.start + range.end
    }

    /// Returns whether the line is empty or has only blanks.
    pub fn is_blank(&self) -> bool {
        is_blank(self.text)
    }
}

impl<'t, 'r> Cursor<'t, 'r> {
    /// Creates a cursor for reading.
    pub fn new(text: &'t str, report: &'r mut Report) -> Self {
        Cursor::over(text, Sink::Reading(report), HashMap::new())
    }

    /// Creates a cursor for linting: values that the judge refuses are errors. The spans of the values at `paths` are
    /// recorded, and of the values that these are part of.
    pub fn examining(text: &'t str, paths: &[&'r str]) -> Self {
        let wanted = paths.iter().flat_map(|path| iter::successors(Some(*path), |path| whole_of(path)));
        let places = wanted.map(|path| (path, None)).collect();
        Cursor::over(text, Sink::Examining(Vec::new()), places)
    }

    fn over(text: &'t str, diagnostics: Sink<'r>, places: HashMap<&'r str, Option<Range<usize>>>) -> Self {
        let lines = dos_lines(text);
        let source_spans = Vec::with_capacity(lines.len());
        Cursor { text, lines, at: 0, source_spans, diagnostics, suggestions: 0, places }
    }

    /// Returns the number of lines in the file.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the most common line end; that of the judge where no line has an end.
    pub fn line_end(&self) -> &'static str {
        usual_line_end(self.text, &self.lines).unwrap_or("\n")
    }

    /// Returns the next line without taking it; `None` at the end of the file.
    pub fn peek(&self) -> Option<TextLine<'t>> {
        self.ahead(0)
    }

    /// Returns the line that is `count` lines after the next one.
    pub fn ahead(&self, count: usize) -> Option<TextLine<'t>> {
        let line = *self.lines.get(self.at + count)?;
        Some(TextLine { text: &self.text[line.span()], line })
    }

    /// Takes the next line if `wanted` returns `true` for its text.
    pub fn next_if(&mut self, wanted: impl FnOnce(&str) -> bool) -> Option<TextLine<'t>> {
        let line = self.peek().filter(|line| wanted(line.text))?;
        self.at += 1;
        Some(line)
    }

    /// Takes the next line; `None` at the end of the file.
    pub fn next(&mut self) -> Option<TextLine<'t>> {
        self.next_if(|_| true)
    }

    /// Makes a line the source span of the next statement.
    pub fn source_span(&mut self, line: TextLine<'_>) {
        self.source_spans.push(line.line.into());
    }

    /// Reports text that the judge refuses, or reads as something else; an error when linting.
    pub fn refused(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<String>) {
        self.emit(code, Severity::Error, span, message);
    }

    /// Reports a word that is refused, and suggests what may be meant where `suggest` finds something.
    pub fn refused_word(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<String>,
        suggest: impl FnOnce() -> Option<String>,
    ) {
        self.suggestions += 1;
        let meant = if self.suggestions <= MAX_SUGGESTIONS { suggest() } else { None };
        self.say_with(code, Severity::Error, span, message, meant.map_or(code.advice.into(), Cow::Owned));
    }

    /// Warns of text that is odd but understood.
    pub fn odd(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<String>) {
        self.emit(code, Severity::Warning, span, message);
    }

    fn emit(&mut self, code: &'static Code, severity: Severity, span: Range<usize>, message: impl Into<String>) {
        self.say_with(code, severity, span, message, code.advice.into());
    }

    fn say_with(
        &mut self,
        code: &'static Code,
        severity: Severity,
        span: Range<usize>,
        message: impl Into<String>,
        help: Cow<'static, str>,
    ) {
        match &mut self.diagnostics {
            Sink::Reading(report) => {
                let severity = severity.min(Severity::Warning);
                report.add(Diagnostic::new(code, severity, message).at(span).help(help));
            }
            // Keep one more than are listed, so that the user is told that there are more.
            Sink::Examining(diagnostics) if diagnostics.len() <= MAX_FINDINGS => {
                diagnostics.push(Diagnostic::new(code, severity, message).at(span).help(help));
            }
            Sink::Examining(_) => {}
        }
    }

    /// When linting, reports text that the judge refuses, though Ludex understands it.
    pub fn judged(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<String>) {
        if matches!(self.diagnostics, Sink::Examining(_)) {
            self.refused(code, span, message);
        }
    }

    /// When linting, notes a fact that is worth knowing.
    pub fn remark(&mut self, code: &'static Code, span: Range<usize>, message: impl Into<String>) {
        if let Sink::Examining(diagnostics) = &mut self.diagnostics {
            diagnostics.push(Diagnostic::note(code, message).at(span));
        }
    }

    /// When reading, reports a diagnostic about the whole file.
    pub fn note(&mut self, diagnostic: Diagnostic) {
        if let Sink::Reading(report) = &mut self.diagnostics {
            report.add(diagnostic);
        }
    }

    /// When linting, records the span of the value at a path of the document.
    pub fn mark(&mut self, path: impl FnOnce() -> String, span: Range<usize>) {
        if !self.places.is_empty()
            && let Some(place) = self.places.get_mut(&*path())
        {
            *place = Some(span);
        }
    }

    /// Returns the source spans, in the order of the statements.
    pub fn into_source_spans(self) -> Vec<SourceSpan> {
        self.source_spans
    }

    /// Returns the diagnostics, and the spans of the values at `paths`. A part of a value has the span of the value.
    pub fn into_examination(self, paths: &[&str]) -> crate::formats::SourceLint {
        let mark = |path: &str| self.places.get(path).cloned().flatten();
        let place = |path: &&str| iter::successors(Some(*path), |path| whole_of(path)).find_map(mark);
        let places = paths.iter().map(place).collect();
        let diagnostics = match self.diagnostics {
            Sink::Reading(_) => Vec::new(),
            Sink::Examining(diagnostics) => diagnostics,
        };
        crate::formats::SourceLint { diagnostics, places }
    }

    /// Notes oddities of the text as a whole: line ends, characters, a last line without an end.
    pub fn remark_on_text(&mut self, code: &'static Code) {
        let bytes = self.text.as_bytes();
        if let Some(at) = memchr::memchr(b'\r', bytes) {
            self.remark(code, at..at, "lines end with CR LF, or contain a CR");
        }
        if let Some(at) = bytes.iter().position(|b| !b.is_ascii()) {
            self.remark(code, at..at, "the text has characters that are not ASCII");
        }
        if let Some(last) = self.lines.last().filter(|line| !line.is_ended()) {
            self.remark(code, last.end..last.end, "the last line has no line end");
        }
        let controls = self.text.char_indices().find(|&(_, c)| c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
        if let Some((at, c)) = controls {
            let message = format!("the text has control characters, the first of them U+{:04X}", u32::from(c));
            self.odd(code, at..at + c.len_utf8(), message);
        }
        let long = self.lines.iter().find(|line| line.end - line.start > MAX_LINE_LENGTH).copied();
        if let Some(line) = long {
            let message = format!(
                "line of {} bytes: the judge reads more than {MAX_LINE_LENGTH} as several lines",
                line.end - line.start
            );
            self.refused(code, line.span(), message);
        }
    }
}

/// Returns the path of the value that the value at a path is part of.
fn whole_of(path: &str) -> Option<&str> {
    Some(&path[..path.rfind(['.', '['])?])
}

/// Greatest number of misspelt words of a file that get suggestions, which take longer than reading.
const MAX_SUGGESTIONS: usize = 100;

/// Length in bytes of a line that fits into the judge's buffer, without its line end.
const MAX_LINE_LENGTH: usize = LINE_BUFFER - 2;

/// Iterates over the words between blanks and tabs, each with its offset in `text`.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_blank = |c: char| matches!(c, ' ' | '\t');
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + rest.find(|c| !is_blank(c))?;
        let end = text[start..].find(is_blank).map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}

/// Returns the number of blanks and tabs at the beginning of `text`.
pub fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Returns whether a text is empty or has only blanks.
pub fn is_blank(text: &str) -> bool {
    text.trim_matches([' ', '\t', '\r']).is_empty()
}

/// Quotes the text that was found for a message, or names the end of the line.
pub fn found(text: &str) -> String {
    if is_blank(text) { "the end of the line".to_owned() } else { quoted(text.trim_end()) }
}

/// Returns the province of a board that a misspelt word may stand for, as a question.
pub fn province_meant(word: &str, board: &Board) -> Option<String> {
    let territories = board.territories.iter().filter_map(Element::known);
    did_you_mean(word, territories.flat_map(|t| t.name.iter().chain(&t.aliases)).map(String::as_str))
}

/// Returns whether a line ends a block.
pub fn ends_block(text: &str) -> bool {
    text.starts_with('-')
}

/// Returns the most frequent item; of several the one that came first.
pub fn most_common<T: Eq + std::hash::Hash + Copy>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: HashMap<T, (usize, usize)> = HashMap::new();
    for (order, item) in items.enumerate() {
        counts.entry(item).or_insert((0, order)).0 += 1;
    }
    counts.into_iter().max_by_key(|&(_, (count, order))| (count, std::cmp::Reverse(order))).map(|(item, _)| item)
}
