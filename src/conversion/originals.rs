//! The original files that documents carry.

use crate::formats::json;
use crate::model::Source;
use crate::tables::package::{self, CarriedSource};
use crate::text::{Diagnostic, Encoding, codes};

use super::carried::{placed, refused};
use super::decode_json;

/// An original file that a document carries.
pub struct Original {
    /// The document's record of the source.
    pub source: Source,
    /// Bytes of the file, or the error why there are none.
    pub bytes: Result<Vec<u8>, Diagnostic>,
    /// Whether the SHA-256 proves that these are the bytes that were read.
    pub is_proved: bool,
}

/// Returns the originals in a JSON document, whatever its game says.
pub fn originals(bytes: &[u8]) -> Result<Vec<Original>, Diagnostic> {
    let text = decode_json(bytes)?;
    let carried = json::carried(&text).map_err(|d| placed(d, &text))?;
    if let Some(d) = refused(&carried.sources) {
        return Err(placed(d, &text));
    }
    let redacted = carried.redacted;
    let original = |mut source: Source| {
        let bytes = source.original().map(|text| encoded(&source, text));
        source.drop_original();
        Original::new(source, bytes, redacted)
    };
    Ok(carried.sources.into_iter().map(original).collect())
}

/// Returns the originals in a folder of tables, whatever its other tables say; `files` returns the files of the folder.
pub fn originals_of_package(
    files: &dyn Fn(&str) -> std::io::Result<Vec<u8>>,
) -> Result<Vec<Original>, Vec<Diagnostic>> {
    let (sources, diagnostics) = package::originals(files);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let original = |carried: CarriedSource| Original::new(carried.source, carried.original.map(Ok), false);
    Ok(sources.into_iter().map(original).collect())
}

fn encoded(source: &Source, text: &str) -> Result<Vec<u8>, Diagnostic> {
    let Some(encoding) = Encoding::named(&source.encoding) else {
        let message = format!("unknown encoding {:?} of {}", source.encoding, source.name);
        return Err(Diagnostic::error(&codes::WRONG_ENCODING, message));
    };
    match encoding.encode(text) {
        Ok(bytes) => Ok(bytes.into_owned()),
        Err(error) => {
            let message = format!("the text of {} was changed: {error}", source.name);
            Err(Diagnostic::error(&codes::TEXT_CHANGED, message))
        }
    }
}

impl Original {
    /// Returns whether the document carries the original, changed or not.
    pub fn is_there(&self) -> bool {
        self.bytes.as_ref().err().is_none_or(|d| d.code != codes::NO_ORIGINAL.id)
    }

    /// Creates the original of a source from the carried bytes, if any; `redacted` if all originals were removed.
    pub fn new(source: Source, bytes: Option<Result<Vec<u8>, Diagnostic>>, redacted: bool) -> Self {
        let Source { name, sha256, .. } = &source;
        let bytes = bytes.unwrap_or_else(|| {
            // A redacted document has no SHA-256 either.
            let how = if redacted || sha256.is_none() { "was redacted" } else { "was made with --no-originals" };
            let message = format!("there is no original of {name}: the document {how}");
            let help = "look for the original file, or write the values with `ludex convert -t source`";
            Err(Diagnostic::error(&codes::NO_ORIGINAL, message).help(help))
        });
        let same = |bytes: &[u8]| sha256.as_ref().is_none_or(|sha256| Source::sha256_of(bytes) == *sha256);
        let bytes = bytes.and_then(|bytes| match same(&bytes) {
            true => Ok(bytes),
            false => {
                let message = format!("the text of {name} is not the one that was read: its SHA-256 differs");
                let help = "look for another copy of the document; `ludex convert -t source` writes this one's values";
                Err(Diagnostic::error(&codes::TEXT_CHANGED, message).help(help))
            }
        });
        let is_proved = sha256.is_some();
        Original { source, bytes, is_proved }
    }
}
