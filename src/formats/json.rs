//! The document itself as JSON.

mod indented;
mod schema;

pub use schema::schema;

use std::io::{self, Write};
use std::ops::Range;

use indented::Indented;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_path_to_error::Track;

use crate::formats::contract::{Evidence, Format, Kind, Probe};
use crate::formats::facts::{Facts, GamePart};
use crate::model::secrets::is_secret_key;
use crate::model::{Document, SHAPE_VERSION, Source, System, advice_on_version};
use crate::text::json::{Fault, object_at_start, secret_values, syntax_message};
use crate::text::{Diagnostic, Encoding, codes};

/// Limit of a document's size in bytes for reading, and therefore for writing, unless the user sets another.
pub const MAX_FILE_SIZE: usize = 128 << 20;

/// The document as JSON.
pub static JSON: Format = Format {
    id: "json",
    name: "Ludex document (JSON)",
    facts: Facts {
        about: "A document of Ludex: what a file means, in one shape for all games, and the original text. It is what you edit, and what other programs read.",
        holds: GamePart::ALL,
        ..Facts::NONE
    },
    family: "ludex",
    file_names: &["*.json"],
    extension: "json",
    max_file_size: MAX_FILE_SIZE,
    most_statements: 1_000_000,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &["ludex", "$schema", "redacted", "game", "sources", "diagnostics"],
    may_be_text: |_| false,
    identify,
    kind: Kind::Json,
    joins: None,
    variant_of: None,
    board_lookup: None,
};

fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let bytes = object_at_start(probe.bytes)?;
    let has_key = |key: &[u8]| memchr::memmem::find(bytes, key).is_some();
    has_key(b"\"ludex\"").then(|| Evidence {
        confidence: if has_key(b"\"game\"") { 100 } else { 60 },
        reasons: vec!["a JSON object with the key \"ludex\"".into()],
    })
}

/// Returns whether bytes are a document, or were one before damage.
pub fn is_document(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "ludex")]
        _ludex: IgnoredAny,
    }
    let Some(bytes) = object_at_start(bytes) else { return false };
    let inside = &bytes[1..];
    let is_first = inside.trim_ascii_start().starts_with(b"\"ludex\"");
    // Tools may sort keys, and other texts may mention Ludex.
    is_first || memchr::memmem::find(inside, b"\"ludex\"").is_some() && serde_json::from_slice::<Version>(bytes).is_ok()
}

/// The parts of a document other than its game.
#[derive(Deserialize)]
pub struct Carried {
    ludex: Option<u32>,
    /// Whether passwords and addresses were removed.
    #[serde(default)]
    pub redacted: bool,
    /// The files that the document was read from.
    #[serde(default)]
    pub sources: Vec<Source>,
}

/// Reads the parts of a document other than its game, whatever the game says.
pub fn carried(text: &str) -> Result<Carried, Diagnostic> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let carried: Carried = typed(text)?;
    known_version(carried.ludex)?;
    Ok(carried)
}

fn known_version(version: Option<u32>) -> Result<(), Diagnostic> {
    let version = version.ok_or_else(|| not_ours("this JSON is no Ludex document: it has no \"ludex\""))?;
    if version == SHAPE_VERSION {
        return Ok(());
    }
    let message = format!("a document of version {version}; this program knows version {SHAPE_VERSION}");
    Err(Diagnostic::error(&codes::NEWER_VERSION, message).on("ludex").help(advice_on_version(version > SHAPE_VERSION)))
}

/// The part that is checked before the whole document is read: its version and system.
#[derive(Deserialize)]
struct Head {
    ludex: Option<u32>,
    game: Option<GameHead>,
}

#[derive(Deserialize)]
struct GameHead {
    system: Option<System>,
}

/// Reads a document; skips a byte order mark.
pub fn read(text: &str) -> Result<Document, Diagnostic> {
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let before = text.len() - body.len();
    read_body(body).map_err(|d| match d.span.clone() {
        Some(span) => d.at(span.start + before..span.end + before),
        None => d,
    })
}

fn read_body(text: &str) -> Result<Document, Diagnostic> {
    if !text.trim_start().starts_with('{') {
        return Err(not_ours("this is no Ludex document: it does not begin with {").at(0..1));
    }
    let head: Head = typed(text)?;
    known_version(head.ludex)?;
    let game = head.game.ok_or_else(|| not_ours("this document has no \"game\""))?;
    let system = game.system;
    let system = system.ok_or_else(|| not_ours("the game of this document has no \"system\"").on("game.system"))?;
    tracked(text, |reader| Document::read_of(system, reader))
}

/// Reads a game from its value in a document; `None` if it is not valid.
pub fn game(value: serde_json::Value) -> Option<crate::model::Game> {
    read(&serde_json::json!({"ludex": SHAPE_VERSION, "game": value}).to_string()).ok().map(|document| document.game)
}

/// Returns the byte ranges of a document's text that must not be printed.
pub fn secrets(text: &str, is_damaged: bool) -> Vec<Range<usize>> {
    let is_of = |system: System| {
        let name = serde_json::to_string(&system).unwrap_or_default();
        [format!("\"system\": {name}"), format!("\"system\":{name}")].iter().any(|field| text.contains(field))
    };
    let has_secrets = |system: &System| system.secrets().keys().next().is_some();
    if System::ALL.iter().any(|system| !has_secrets(system) && is_of(*system)) {
        return Vec::new();
    }
    // The text of a source may contain secrets, and so may the text of an action.
    let is_of_system = |key: &str| System::ALL.iter().any(|system| system.secrets().keys().any(|own| own == key));
    let is_secret = |key: &str| is_secret_key(key) || ["unknown", "text", "json"].contains(&key) || is_of_system(key);
    secret_values(text, is_secret, is_damaged)
}

fn not_ours(message: &str) -> Diagnostic {
    Diagnostic::error(&codes::NOT_OURS, message).help("a document has \"ludex\": 1 and a \"game\"; see `ludex schema`")
}

fn typed<T: DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    tracked(text, |reader| T::deserialize(reader))
}

/// Reads a whole text; the error has its place.
fn tracked<'t, T>(
    text: &'t str,
    read: impl FnOnce(TrackedReader<'_, 't>) -> serde_json::Result<T>,
) -> Result<T, Diagnostic> {
    let (mut reader, mut track) = (serde_json::Deserializer::from_str(text), Track::new());
    let read = read(serde_path_to_error::Deserializer::new(&mut reader, &mut track));
    let value = read.map_err(|error| describe(text, error, &track.path().to_string()))?;
    reader.end().map_err(|error| describe(text, error, "."))?;
    Ok(value)
}

/// A JSON deserializer that tracks the path of the value it reads.
type TrackedReader<'r, 't> =
    serde_path_to_error::Deserializer<'r, 'r, &'r mut serde_json::Deserializer<serde_json::de::StrRead<'t>>>;

fn describe(text: &str, error: serde_json::Error, path: &str) -> Diagnostic {
    let place = place_of(text, &error);
    if !error.is_data() {
        return Diagnostic::error(&codes::NOT_JSON, format!("not JSON: {}", described(&error))).at(place);
    }
    let fault = Fault::of_data(text, path, &without_place(&error));
    let d = Diagnostic::error(&codes::BAD_VALUE, fault.message).at(fault.place.unwrap_or(place));
    let d = if fault.path.is_empty() { d } else { d.on(fault.path) };
    d.help(fault.help.unwrap_or_else(|| "`ludex schema` lists every key and type".to_owned()))
}

/// Returns an error's message in the words of JSON, without its place.
pub(crate) fn described(error: &serde_json::Error) -> String {
    syntax_message(&without_place(error))
}

/// Returns an error's message without its place.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}

/// Returns the byte range of an error.
pub(crate) fn place_of(text: &str, error: &serde_json::Error) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut offset = (start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset..(offset + 1).min(text.len())
}

/// Writes a document, indented by two blanks and with a final line end, as `jq .` does.
pub fn write(document: &Document) -> Result<Vec<u8>, serde_json::Error> {
    // Most documents have a few kilobytes; growing to that step by step takes a good part of the time.
    let mut start = Start { bytes: Vec::with_capacity(16 * 1024), length: 0 };
    document.serialize(&mut serde_json::Serializer::with_formatter(&mut start, Indented::default()))?;
    let Start { mut bytes, length } = start;
    if length > bytes.len() {
        drop(bytes);
        // Growing would take up to three times the room of a long document.
        bytes = Vec::with_capacity(length + 1);
        document.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, Indented::default()))?;
    }
    bytes.push(b'\n');
    Ok(bytes)
}

/// Holds the start of a text, all of it unless it is long, and counts its bytes.
struct Start {
    bytes: Vec<u8>,
    length: usize,
}

impl Start {
    /// Number of bytes that are held without knowing how many there will be.
    const LONGEST: usize = 1 << 20;
}

impl Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    // Most writes are of a few bytes.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len();
        if self.length <= Start::LONGEST {
            self.bytes.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_document_is_written_as_a_short_one_is() {
        for length in [0, Start::LONGEST - 200, Start::LONGEST, 2 * Start::LONGEST] {
            let mut document = Document::new(crate::model::Game::new(System::Power));
            document.game.title = Some("\u{e9}a".repeat(length / 3));
            let bytes = write(&document).unwrap();
            let mut expected = serde_json::to_vec_pretty(&document).unwrap();
            expected.push(b'\n');
            assert!(bytes == expected && bytes.capacity() < bytes.len() + (1 << 20), "{length}");
        }
    }

    #[test]
    fn each_kind_of_bad_json_has_its_code() {
        for (text, code) in [
            ("{\"ludex\": 1,", "JS001"),
            ("{\"ludex\": 1} x", "JS001"),
            ("[]", "JS002"),
            ("{\"name\": \"x\"}", "JS002"),
            ("{\"ludex\": 1}", "JS002"),
            ("{\"ludex\": 1, \"game\": {}}", "JS002"),
            ("{\"ludex\": 2, \"game\": {\"system\": \"global-war\"}}", "JS003"),
            ("{\"ludex\": 1, \"game\": {\"system\": \"chess\"}}", "JS004"),
            ("{\"ludex\": 1, \"game\": {\"system\": \"global-war\", \"playres\": []}}", "JS004"),
            ("{\"ludex\": 1, \"game\": {\"system\": \"global-war\", \"details\": {\"famine\": []}}}", "JS004"),
        ] {
            assert_eq!(read(text).unwrap_err().code, code, "{text}");
        }
        assert!(read("\u{FEFF}{\"ludex\": 1, \"game\": {\"system\": \"global-war\"}}").is_ok());
    }

    #[test]
    fn documents_are_known_by_their_first_level() {
        for text in ["{\"ludex\": 1,", " \u{FEFF}", "{\"game\": {}, \"ludex\": 1}", "\u{FEFF}{ \"ludex\""] {
            assert_eq!(is_document(text.as_bytes()), text.contains("ludex"), "{text}");
        }
        for text in ["{\"messages\": [\"ludex\"]}", "{\"a\": {\"ludex\": 1}}", "[\"ludex\"]", "\"ludex\"", ""] {
            assert!(!is_document(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn sources_are_read_whatever_the_game_says() {
        let source = r#"{"format": "x", "name": "a", "encoding": "utf-8", "bytes": 1, "text": "b"}"#;
        let text = format!(r#"{{"ludex": 1, "game": {{"system": "chess"}}, "sources": [{source}]}}"#);
        assert_eq!(carried(&text).unwrap().sources[0].text.as_deref(), Some("b"));
        assert_eq!(carried("{\"ludex\": 2}").err().unwrap().code, "JS003");
        assert_eq!(carried("{}").err().unwrap().code, "JS002");
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        let text = format!("{{\"ludex\":1,\"game\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(&text).is_err());
    }
}
