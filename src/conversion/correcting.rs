//! Correcting a file: its own text with all mistakes corrected that have only one possible correction.

use super::ReadOutcome;
use super::encodings::known_encoding;
use crate::formats::Format;
use crate::text::write_back::Written;
use crate::text::{Diagnostic, codes};

/// Returns the bytes of the corrected file, or the same bytes if nothing can be corrected.
pub fn correct(reading: &ReadOutcome) -> Result<Vec<u8>, Diagnostic> {
    let cannot = |message: String| {
        let help = "`ludex explain CV012` says which formats have corrections";
        Diagnostic::error(&codes::NO_CORRECTION, message).help(help)
    };
    let (Some(format), Some(document)) = (reading.format, &reading.document) else {
        return Err(cannot("what cannot be read is not corrected".into()));
    };
    let source = document.sources.first().filter(|source| source.format == format.id);
    let (Some(notation), Some(source)) = (Format::text(format), source) else {
        return Err(cannot(format!("a {} has no corrections", format.id)));
    };
    let text = source.original().unwrap_or_default();
    let corrected = match notation.correct(&document.game, text) {
        None => return Err(cannot(format!("a {} has no corrections", format.id))),
        Some(Err(error)) => return Err(cannot(format!("not corrected: {error}"))),
        Some(Ok(Written::Unchanged)) => text.to_owned(),
        Some(Ok(Written::Patched(text) | Written::Canonical(text))) => text,
    };
    let encoded = known_encoding(source, format).encode(&corrected);
    encoded.map(|bytes| bytes.into_owned()).map_err(|error| cannot(format!("not corrected: {error}")))
}
