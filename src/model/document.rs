//! A document: a game, its sources, and the diagnostics of reading them.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use super::binary::Binary;
use super::details::{DetailsVisitor, SystemDetails};
use super::game::{Game, IsEmpty};
use super::moment::Moment;
use crate::systems::{Details, System};
use crate::text::printable::hex;
use crate::text::{Diagnostic, Encoding};

/// Version of the JSON shape that this crate reads and writes.
pub const SHAPE_VERSION: u32 = 1;

/// Returns the advice for a document or tables of a version that this program does not know.
pub fn advice_on_version(is_later: bool) -> &'static str {
    if is_later { "use a later Ludex" } else { "no Ludex has written that version: put back the number that was there" }
}

/// A game, the files it was read from, and the diagnostics of reading them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(serialize = "D: Serialize + IsEmpty", deserialize = "D: Deserialize<'de> + Default")
)]
#[schemars(rename = "Document", bound = "D: JsonSchema + Default + Serialize + IsEmpty")]
pub struct Document<D = Details> {
    /// Location of the JSON Schema that editors check the document against; absent if nobody set one. Ludex keeps it
    /// and ignores it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of the document format: 1.
    pub ludex: u32,
    /// True if passwords and addresses were removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redacted: bool,
    /// The game.
    pub game: Game<D>,
    /// Files the document was read from, one entry for each.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Diagnostics of reading the files: the parts that could not be read or understood.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Creates a document without sources.
    pub fn new(game: Game) -> Self {
        Document {
            schema: None,
            ludex: SHAPE_VERSION,
            redacted: false,
            game,
            sources: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Reads a document with a game of that system.
    ///
    /// # Errors
    ///
    /// If the input is not such a document, the error of the reader.
    #[doc(hidden)]
    pub fn read_of<'de, R: Deserializer<'de>>(system: System, reader: R) -> Result<Document, R::Error> {
        struct ReadOutcome<'de, R>(R, PhantomData<&'de ()>);
        impl<'de, R: Deserializer<'de>> DetailsVisitor for ReadOutcome<'de, R> {
            type Output = Result<Document, R::Error>;

            fn visit<D: SystemDetails>(self) -> Self::Output {
                let read: Document<D> = Document::deserialize(self.0)?;
                let Document { schema, ludex, redacted, game, sources, mut diagnostics } = read;
                let mut game = game.with_details(D::into_details);
                // The lists grew as they were read; a document is kept.
                game.turns.shrink_to_fit();
                diagnostics.shrink_to_fit();
                Ok(Document { schema, ludex, redacted, game, sources, diagnostics })
            }
        }
        system.with_details(ReadOutcome(reader, PhantomData))
    }

    /// Returns the sources of one format.
    pub fn sources_of(&self, format: &str) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(move |s| s.format == format)
    }
}

/// A file that a document came from.
///
/// It carries its original as `text`, or as `base64` if the file is binary; neither is present if originals are left
/// out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "properties": { "text": true, "base64": true }, "required": ["text", "base64"] }))]
pub struct Source {
    /// Id of the file's format, such as `war-dat`.
    pub format: String,
    /// Name of the file, without folders.
    pub name: String,
    /// Path of the file below the converted folder, with forward slashes; absent if the file was named directly, and in
    /// a redacted document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Archives, disk images and mails around the file, outermost first, each with its path in the one before it;
    /// absent if there were none, and in a redacted document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<String>,
    /// Modification time of the file, as stored in the innermost container; absent if there is none, and in a redacted
    /// document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Moment>,
    /// Line of the game, from 1, in a file with one game per line; absent if the game is the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Number of games in a file with one game per line; absent if the game is the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    /// Encoding of the file's text; `binary` if the file is not text.
    pub encoding: String,
    /// Length of the file, in bytes.
    pub bytes: u64,
    /// SHA-256 of the file's bytes, in hexadecimal; absent in a redacted document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Whole decoded text, from which the file is written back; absent if the file is binary or originals are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Bytes of a binary file in base64, from which it is written back; absent if the file is text or originals are
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<Binary>,
}

impl Source {
    /// Returns the original: its text, or its bytes as one character each.
    pub fn original(&self) -> Option<&str> {
        self.text.as_deref().or_else(|| self.base64.as_ref().map(Binary::as_characters))
    }

    /// Sets the original, decoded with the source's encoding.
    pub fn set_original(&mut self, original: String) {
        self.drop_original();
        if self.is_binary() {
            self.base64 = Some(Binary::of_characters(original));
        } else {
            self.text = Some(original);
        }
    }

    /// Removes the original text or bytes from the source.
    pub fn drop_original(&mut self) {
        (self.text, self.base64) = (None, None);
    }

    /// Returns whether the file is binary, not text.
    pub fn is_binary(&self) -> bool {
        self.encoding == Encoding::BINARY.name()
    }

    /// Returns the path of the original of source number `index` of a document.
    pub fn original_path(&self, index: usize) -> String {
        format!("sources[{index}].{}", if self.is_binary() { "base64" } else { "text" })
    }

    /// Returns the SHA-256 of the bytes of a file, in hexadecimal.
    pub fn sha256_of(bytes: &[u8]) -> String {
        hex(Sha256::digest(bytes))
    }
}
