//! Prepares documents for a collection of many.

mod facts;

pub use facts::{
    Facts, contents_and_facts, contents_and_facts_of_ours, input_facts, is_shared, lines_of, place_of, sha256,
    with_slashes,
};

use super::{WriteOptions, carried, prepare_document};
use crate::model::{Document, Source};
use crate::tables::collection::{Entry, EntryOptions, InputFacts};
use crate::tables::package::{no_table, text_left_out};
use crate::text::{Diagnostic, codes};

/// Prepares a document for a collection and returns it with its diagnostics; `None` if it cannot be redacted.
pub fn collected(mut document: Document, options: &WriteOptions) -> (Option<Document>, Vec<Diagnostic>) {
    match prepare_document(&mut document, true, options) {
        Ok(diagnostics) => (Some(document), diagnostics),
        Err(error) => (None, vec![error]),
    }
}

/// Formats a document as a line of JSON Lines, with its line end.
///
/// # Errors
///
/// If it has a value that JSON cannot hold.
pub fn line_of_document(document: &Document) -> Result<Vec<u8>, Diagnostic> {
    let mut line =
        serde_json::to_vec(document).map_err(|error| Diagnostic::error(&codes::BAD_VALUE, error.to_string()))?;
    line.push(b'\n');
    Ok(line)
}

/// Returns the rows that a document adds to the tables of many.
///
/// # Errors
///
/// Each part of the document that no table holds, and each original that cannot be written.
pub fn entry_of(document: &Document, facts: InputFacts, options: EntryOptions) -> Result<Entry, Vec<Diagnostic>> {
    let is_lost = |source: &Source| source.original().is_some() && carried::original(source).is_none();
    let lost = document.sources.iter().enumerate().filter(|(_, source)| is_lost(source));
    let mut errors: Vec<Diagnostic> = lost.map(|(index, source)| text_left_out(source, index)).collect();
    match Entry::of_document(document, facts, options, &carried::original) {
        Ok(entry) if errors.is_empty() => Ok(entry),
        Ok(_) => Err(errors),
        Err(left_out) => {
            errors.extend(left_out.into_iter().map(no_table));
            Err(errors)
        }
    }
}
