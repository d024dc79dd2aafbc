//! Finds canonical statements in a JSON text with different spacing.

use super::lexer::{same, skip_blanks, token, value_end};
use crate::text::write_back::{SourceSpan, Statements};

/// Returns the offset after a byte order mark and blanks.
fn begin(text: &str) -> usize {
    skip_blanks(text, text.len() - text.trim_start_matches('\u{FEFF}').len())
}

/// Returns the source span of a text that is one statement.
pub fn whole(text: &str) -> SourceSpan {
    let start = begin(text);
    let end = text.trim_end_matches([' ', '\t', '\r', '\n']).len().max(start);
    SourceSpan { start, end, next: end }
}

/// Walks through a text, statement by statement.
pub struct Matcher<'t> {
    text: &'t str,
    /// Offset where the next statement begins.
    pub at: usize,
}

impl<'t> Matcher<'t> {
    /// Creates a matcher at the first value of a text.
    pub fn new(text: &'t str) -> Self {
        Matcher { text, at: begin(text) }
    }

    /// Returns the source spans of all statements; `None` if the text differs from them. `is_free` decides by the label
    /// whether a statement is independent, so that any value that reads as the same may take its place.
    pub fn source_spans(mut self, statements: &Statements, is_free: impl Fn(&str) -> bool) -> Option<Vec<SourceSpan>> {
        let source_spans = (0..statements.len()).map(|index| {
            let (body, end) = (statements.body(index), statements.end(index));
            self.next(body, end, is_free(statements.label(index)))
        });
        let source_spans = source_spans.collect::<Option<Vec<SourceSpan>>>()?;
        self.is_at_end().then_some(source_spans)
    }

    /// Returns the source span of the next statement if it matches.
    pub fn next(&mut self, body: &str, end: &str, is_free: bool) -> Option<SourceSpan> {
        let start = self.at;
        self.statement(body, is_free)?;
        // Blanks between a bracket and its first value belong to the bracket.
        if body.trim_end().ends_with(['{', '[']) {
            self.at = skip_blanks(self.text, self.at);
        }
        let behind = self.at;
        if end.starts_with(',') {
            let comma = skip_blanks(self.text, behind);
            (self.text.as_bytes().get(comma) == Some(&b',')).then_some(())?;
            self.at = skip_blanks(self.text, comma + 1);
        }
        Some(SourceSpan { start, end: behind, next: self.at })
    }

    /// Returns whether only blanks are left.
    pub fn is_at_end(&self) -> bool {
        skip_blanks(self.text, self.at) == self.text.len()
    }

    /// Skips a matching statement in the text; a free one may have another value.
    fn statement(&mut self, body: &str, is_free: bool) -> Option<()> {
        if self.text.as_bytes()[self.at..].starts_with(body.as_bytes()) {
            self.at += body.len();
            return Some(());
        }
        let mut at = 0;
        if !is_free {
            while skip_blanks(body, at) < body.len() {
                at = self.token(body, at)?;
            }
            return Some(());
        }
        let first = token(body, 0)?;
        if body.as_bytes().get(first.end) == Some(&b':') {
            at = self.token(body, at)?;
            self.token(body, at)?;
        }
        self.at = value_end(self.text, self.at)?;
        Some(())
    }

    /// Skips a matching token in the text; returns where the token of `body` ends.
    fn token(&mut self, body: &str, at: usize) -> Option<usize> {
        let (wanted, there) = (token(body, at)?, token(self.text, self.at)?);
        same(&body[wanted.clone()], &self.text[there.clone()]).then(|| {
            self.at = there.end;
            wanted.end
        })
    }
}
