//! Writes documents back to the formats they were read from.

use super::{Output, WriteOptions, write};
use crate::formats::{self, Format};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

/// Writes a document in each format that it was read from.
pub fn write_sources(document: &Document, options: &WriteOptions) -> (Vec<(&'static Format, Output)>, Vec<Diagnostic>) {
    let mut targets: Vec<&'static Format> = Vec::new();
    for format in document.sources.iter().filter_map(|source| formats::format(&source.format)) {
        if !targets.iter().any(|target| target.id == format.id) {
            targets.push(format);
        }
    }
    let (mut outputs, mut diagnostics) = (Vec::new(), Vec::new());
    for target in targets {
        let (written, mut emitted) = write(document, target, options);
        outputs.extend(written.into_iter().map(|output| (target, output)));
        diagnostics.append(&mut emitted);
    }
    if outputs.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        let message = "the document names no file that it was read from";
        let d = Diagnostic::error(&codes::NO_ORIGINAL, message);
        diagnostics.push(d.help("name the format to write with -t; `ludex formats` lists them"));
    }
    (outputs, diagnostics)
}
