//! Errors of reading and writing.

use std::error::Error;
use std::fmt;

use crate::text::Diagnostic;
use crate::text::english::counted;

/// The error of [`read`](crate::read): at least one error, and everything else that was noticed.
///
/// Displays as its first error and the number of the others; with `{:?}`, and so from `main`, as one line for each.
#[derive(Clone, PartialEq, Eq)]
pub struct ReadError {
    diagnostics: Vec<Diagnostic>,
    is_foreign: bool,
}

impl ReadError {
    pub(super) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        ReadError { diagnostics, is_foreign: false }
    }

    /// Creates the error for a file that is no game file, which does not count as damage.
    pub(super) fn foreign(diagnostics: Vec<Diagnostic>) -> Self {
        ReadError { diagnostics, is_foreign: true }
    }

    /// Returns everything that was noticed, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns whether the file is none that Ludex reads, such as a picture, a README or a link that is not followed;
    /// if `false`, it is a game file that is damaged or cannot be opened.
    pub fn is_foreign(&self) -> bool {
        self.is_foreign
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(&self.diagnostics, f)
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(&self.diagnostics, f)
    }
}

impl Error for ReadError {}

/// The error of [`write`](crate::write): at least one error, and everything else that was noticed.
///
/// Displays as its first error and the number of the others; with `{:?}`, and so from `main`, as one line for each.
#[derive(Clone, PartialEq, Eq)]
pub struct WriteError {
    diagnostics: Vec<Diagnostic>,
}

impl WriteError {
    pub(super) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        WriteError { diagnostics }
    }

    /// Returns everything that was noticed.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(&self.diagnostics, f)
    }
}

impl fmt::Debug for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(&self.diagnostics, f)
    }
}

impl Error for WriteError {}

fn display(diagnostics: &[Diagnostic], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let first = diagnostics.iter().find(|d| d.is_error()).or(diagnostics.first());
    let more = diagnostics.iter().filter(|d| d.is_error()).count().saturating_sub(1);
    match first {
        Some(first) if more > 0 => write!(f, "{first} (and {})", counted(more, "more error", "more errors")),
        Some(first) => write!(f, "{first}"),
        None => f.write_str("nothing was read"),
    }
}

/// Formats as lines for people: `main` and `unwrap` print errors with `{:?}`.
fn debug(diagnostics: &[Diagnostic], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let lines: Vec<String> = diagnostics.iter().map(Diagnostic::to_string).collect();
    f.write_str(&lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::codes;

    #[test]
    fn the_first_error_is_shown_and_the_others_are_counted() {
        let warning = Diagnostic::warning(&codes::MISNAMED, "odd");
        let error = |message: &str| Diagnostic::error(&codes::NOT_JSON, message).in_file("a.json");
        let shown = |diagnostics: Vec<Diagnostic>| ReadError::new(diagnostics).to_string();
        assert_eq!(shown(vec![warning.clone(), error("x")]), "a.json: error[JS001]: x");
        let all = vec![warning, error("x"), error("y")];
        assert_eq!(shown(all.clone()), "a.json: error[JS001]: x (and 1 more error)");
        let lines = format!("{:?}", WriteError::new(all));
        assert_eq!(lines, "warning[IO030]: odd\na.json: error[JS001]: x\na.json: error[JS001]: y");
    }
}
