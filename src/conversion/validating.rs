//! Finds what is odd or wrong about a document, whatever it was read from.

use super::{ReadOutcome, rereading};
use crate::formats::{self, Format};
use crate::rules::RuleSet;
use crate::systems;
use crate::text::{Diagnostic, Report};

/// Returns what is odd or wrong beyond the diagnostics of reading: what the rules refuse, and what could not be written
/// back.
pub fn validate(reading: &mut ReadOutcome, rules: RuleSet) -> Vec<Diagnostic> {
    let Some(document) = &mut reading.document else { return Vec::new() };
    let mut report = Report::new();
    let text = reading.text.as_deref();
    match reading.format.and_then(Format::text) {
        Some(format) => format.validate(&mut document.game, text, rules, &mut report),
        None => {
            let (refused, mut problems) = rereading::reread(document, Some(rules));
            problems.extend(refused);
            problems.extend(systems::check(document, rules).into_iter().map(Diagnostic::from));
            formats::turns::name_turns(&mut problems, &document.game);
            report.add_all(problems);
        }
    }
    report.finish_in(text.unwrap_or_default(), reading.format.is_some_and(Format::is_binary))
}

/// Returns what is odd about the values of a document from JSON or tables: the diagnostics of reading the texts that
/// are written from it, so that a value is checked alike from every source.
pub fn validate_values(reading: &ReadOutcome) -> Vec<Diagnostic> {
    let is_text = reading.format.and_then(Format::text).is_some();
    match &reading.document {
        Some(document) if !is_text => {
            let mut diagnostics = rereading::reread(document, None).0;
            formats::turns::name_turns(&mut diagnostics, &document.game);
            diagnostics
        }
        _ => Vec::new(),
    }
}
