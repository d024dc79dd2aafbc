//! The original files that documents carry.

use crate::formats::json;
use crate::model::Source;
use crate::tables::package::{self, CarriedSource};
use crate::text::{Diagnostic, Encoding, codes};

use super::carried::{placed, refused};
use super::decode_json;

/// An original file that a document carries.
pub struct Original {
    /// What the document says of it.
    pub source: Source,
    /// Its bytes, or why there are none.
    pub bytes: Result<Vec<u8>, Diagnostic>,
    /// Whether its SHA-256 proves that the bytes are those that were read.
    pub is_proved: bool,
}

/// The originals in a JSON document, whatever its game says.
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

/// The originals in a folder of tables, given a way to its files, whatever its other tables say.
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
    /// Whether the document carries it, be it as it was read or not.
    pub fn is_there(&self) -> bool {
        self.bytes.as_ref().err().is_none_or(|d| d.code != codes::NO_ORIGINAL.id)
    }

    /// The original of a source that is carried as those bytes, if any; `redacted` where all originals were taken out.
    pub fn new(source: Source, bytes: Option<Result<Vec<u8>, Diagnostic>>, redacted: bool) -> Self {
        let Source { name, sha256, .. } = &source;
        let bytes = bytes.unwrap_or_else(|| {
            // A redacted document does not give the SHA-256 either.
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
