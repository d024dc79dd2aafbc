//! A document: the game, where it came from, and what could not be read.

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

/// The version of the JSON shape that this crate reads and writes.
pub const SHAPE_VERSION: u32 = 1;

/// The advice for a document, or tables, of a version that this program does not know.
pub fn advice_on_version(is_later: bool) -> &'static str {
    if is_later { "use a later Ludex" } else { "no Ludex has written that version: put back the number that was there" }
}

/// What a file is read into and written from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound(serialize = "D: Serialize + IsEmpty", deserialize = "D: Deserialize<'de> + Default")
)]
#[schemars(rename = "Document", bound = "D: JsonSchema + Default + Serialize + IsEmpty")]
pub struct Document<D = Details> {
    /// The JSON Schema that editors check the document by, where somebody named one. Ludex keeps it and reads nothing
    /// from it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this shape: 1.
    pub ludex: u32,
    /// True where passwords and addresses were taken out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redacted: bool,
    /// The game that the files describe.
    pub game: Game<D>,
    /// The files that it was read from, one entry each.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Diagnostics of reading: what could not be read or understood.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// A document that came from no file.
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

    /// Reads a document of a game of that system.
    ///
    /// # Errors
    ///
    /// Where what is read is no such document, as the reader says it.
    #[doc(hidden)]
    pub fn read_of<'de, R: Deserializer<'de>>(system: System, reader: R) -> Result<Document, R::Error> {
        struct ReadOutcome<'de, R>(R, PhantomData<&'de ()>);
        impl<'de, R: Deserializer<'de>> DetailsVisitor for ReadOutcome<'de, R> {
            type Output = Result<Document, R::Error>;

            fn visit<D: SystemDetails>(self) -> Self::Output {
                let read: Document<D> = Document::deserialize(self.0)?;
                let Document { schema, ludex, redacted, game, sources, diagnostics } = read;
                Ok(Document { schema, ludex, redacted, game: game.with_details(D::into_details), sources, diagnostics })
            }
        }
        system.with_details(ReadOutcome(reader, PhantomData))
    }

    /// The sources of one format.
    pub fn sources_of(&self, format: &str) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(move |s| s.format == format)
    }
}

/// A file that a document came from.
///
/// It carries its original as `text` or, where it is no text, as `base64`; neither where originals are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("not" = { "properties": { "text": true, "base64": true }, "required": ["text", "base64"] }))]
pub struct Source {
    /// The id of its format, such as `war-dat`.
    pub format: String,
    /// The name of the file, without folders.
    pub name: String,
    /// Its path below the folder that was converted, with forward slashes; left out of a file that was named by
    /// itself, and of a redacted document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The archives, images and mails that it lay in, each by its path in the one before it, the outermost first; left out
    /// of a file that lay in none, and of a redacted document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<String>,
    /// When it was changed last, as the innermost of these stores it; left out of a redacted document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<Moment>,
    /// The line of the game, from 1, in a file with a game on each line; absent where the game is the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The number of games in that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    /// The encoding that its bytes were decoded with; `binary` where they are no text.
    pub encoding: String,
    /// The length of the file, in bytes.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal; left out of a redacted document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Its whole text, decoded, which the file is written back from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its bytes in base64, which the file is written back from, where it is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<Binary>,
}

impl Source {
    /// The original: its text, or its bytes as one character each.
    pub fn original(&self) -> Option<&str> {
        self.text.as_deref().or_else(|| self.base64.as_ref().map(Binary::as_characters))
    }

    /// Carries an original, decoded as the source says.
    pub fn set_original(&mut self, original: String) {
        self.drop_original();
        if self.is_binary() {
            self.base64 = Some(Binary::of_characters(original));
        } else {
            self.text = Some(original);
        }
    }

    /// Takes the original text or bytes out of the source.
    pub fn drop_original(&mut self) {
        (self.text, self.base64) = (None, None);
    }

    /// True where the file is binary, not text.
    pub fn is_binary(&self) -> bool {
        self.encoding == Encoding::BINARY.name()
    }

    /// The path of its original, where it is number `index` of the sources of a document.
    pub fn original_path(&self, index: usize) -> String {
        format!("sources[{index}].{}", if self.is_binary() { "base64" } else { "text" })
    }

    /// The SHA-256 of the bytes of a file, in hexadecimal.
    pub fn sha256_of(bytes: &[u8]) -> String {
        hex(Sha256::digest(bytes))
    }
}
