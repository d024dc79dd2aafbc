//! Verifies that a file is restored exactly: written directly, through JSON and through CSV.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;

use crate::formats::{self, Format};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

use super::{Content, WriteOptions, read_json_text, read_package, write};

/// A way from a document back to the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Directly,
    Json,
    Csv,
}

const WAYS: [Way; 3] = [Way::Directly, Way::Json, Way::Csv];

impl Way {
    fn words(self) -> &'static str {
        match self {
            Way::Directly => "written back directly",
            Way::Json => "through JSON",
            Way::Csv => "through CSV",
        }
    }

    /// Returns the format that carries the file on this way; `None` if there is none.
    fn carrier(self) -> Option<&'static Format> {
        match self {
            Way::Directly => None,
            Way::Json => Some(&formats::json::JSON),
            Way::Csv => Some(&formats::CSV),
        }
    }
}

/// Returns an error for each way by which a text, which was read as `document`, is not restored exactly; `max_size` is
/// the user's limit in bytes of what is read, in place of the formats'.
pub fn verify_text(
    document: &Document,
    format: &'static Format,
    bytes: &[u8],
    max_size: Option<usize>,
) -> Vec<Diagnostic> {
    let directly = written(document, format, max_size);
    let verify = |&way: &Way| {
        let back = match way.carrier().map(|carrier| through(carrier, document, max_size)) {
            None => directly.clone(),
            // The same document is written as the same bytes.
            Some(Ok(back)) if writes_the_same(&back, document) => directly.clone(),
            Some(Ok(back)) => written(&back, format, max_size),
            Some(Err(d)) => Err(d),
        };
        match back {
            Ok(back) => differing(way, bytes, &back, format.is_binary()),
            Err(d) => Some(refused(way, &d)),
        }
    };
    WAYS.iter().filter_map(verify).collect()
}

/// Returns whether two documents are equal in everything that is written to a text: the diagnostics of reading are not.
fn writes_the_same(one: &Document, other: &Document) -> bool {
    let Document { schema, ludex, redacted, game, sources, diagnostics: _ } = one;
    (schema, ludex, redacted, game, sources)
        == (&other.schema, &other.ludex, &other.redacted, &other.game, &other.sources)
}

/// Returns the bytes that a document is written as.
fn written(document: &Document, format: &'static Format, max_size: Option<usize>) -> Result<Vec<u8>, Diagnostic> {
    let (outputs, diagnostics) = write(document, format, &WriteOptions { max_size, ..WriteOptions::default() });
    match outputs.into_iter().next().map(|output| output.content) {
        Some(Content::File(bytes)) => Ok(bytes),
        Some(Content::Folder(_)) | None => Err(first_error(diagnostics)),
    }
}

/// Returns an error for each way by which a document is not restored exactly; `max_size` is as for [`verify_text`].
pub fn verify_document(document: &Document, max_size: Option<usize>) -> Vec<Diagnostic> {
    let verify = |&way: &Way| match through(way.carrier()?, document, max_size) {
        Ok(back) if back == *document => None,
        Ok(_) => Some(not_given_back(format!("{}, the document is another one", way.words()))),
        Err(d) => Some(refused(way, &d)),
    };
    WAYS.iter().filter_map(verify).collect()
}

/// Writes a document in a format and reads it again.
fn through(target: &'static Format, document: &Document, max_size: Option<usize>) -> Result<Document, Diagnostic> {
    let (outputs, diagnostics) = write(document, target, &WriteOptions { max_size, ..WriteOptions::default() });
    let reading = match outputs.into_iter().next().map(|output| output.content) {
        None => return Err(first_error(diagnostics)),
        Some(Content::File(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => read_json_text(text, target, max_size),
            Err(error) => return Err(not_given_back(format!("the JSON is no text: {error}"))),
        },
        Some(Content::Folder(files)) => {
            let files: HashMap<String, Vec<u8>> = files.into_iter().map(|file| (file.path, file.bytes)).collect();
            let files = RefCell::new(files);
            // Each table is read once, and freed then.
            let file = |path: &str| {
                let is_table = path.ends_with(".csv");
                if is_table { files.borrow_mut().remove(path) } else { files.borrow().get(path).cloned() }
            };
            read_package(&|path| file(path).ok_or_else(|| io::ErrorKind::NotFound.into()), max_size)
        }
    };
    reading.document.ok_or_else(|| first_error(reading.diagnostics))
}

fn first_error(diagnostics: Vec<Diagnostic>) -> Diagnostic {
    let nothing = || Diagnostic::error(&codes::NOT_GIVEN_BACK, "nothing was written");
    diagnostics.into_iter().find(Diagnostic::is_error).unwrap_or_else(nothing)
}

fn refused(way: Way, reason: &Diagnostic) -> Diagnostic {
    not_given_back(format!("{}, the file does not come back: {} ({})", way.words(), reason.message, reason.code))
}

/// Returns an error that names the first byte that differs; `None` if there is none.
fn differing(way: Way, expected: &[u8], back: &[u8], is_binary: bool) -> Option<Diagnostic> {
    let at = first_difference(expected, back)?;
    let named = |byte: Option<&u8>| byte.map_or("the end of the file".to_owned(), |byte| format!("0x{byte:02X}"));
    let (expected_byte, found) = (named(expected.get(at)), named(back.get(at)));
    let message = format!("{}, byte {at} differs: expected {expected_byte}, found {found}", way.words());
    let mut d = not_given_back(message);
    if is_binary {
        d.offset = u32::try_from(at).ok();
    } else {
        d.line = Some(line_of(expected, at));
    }
    Some(d)
}

fn not_given_back(message: String) -> Diagnostic {
    Diagnostic::error(&codes::NOT_GIVEN_BACK, message).help(codes::NOT_GIVEN_BACK.advice)
}

/// Returns the offset of the first byte that differs; if one begins with the other, the length of the shorter.
pub fn first_difference(expected: &[u8], found: &[u8]) -> Option<usize> {
    let at = expected.iter().zip(found).position(|(a, b)| a != b);
    at.or_else(|| (expected.len() != found.len()).then(|| expected.len().min(found.len())))
}

/// Returns the number of the line, from 1, that contains an offset.
pub fn line_of(bytes: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..at.min(bytes.len())]).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversion::{ReadOptions, read};

    #[test]
    fn the_first_byte_that_differs_is_named() {
        let named = |expected: &str, back: &str| {
            let d = differing(Way::Csv, expected.as_bytes(), back.as_bytes(), false)?;
            Some((d.line.unwrap(), d.message))
        };
        assert_eq!(named("a\nb\nc", "a\nb\nc"), None);
        let (line, message) = named("a\nb\nc", "a\nB\nc").unwrap();
        assert_eq!((line, &*message), (2, "through CSV, byte 2 differs: expected 0x62, found 0x42"));
        let (line, message) = named("a\nb\n", "a\nb").unwrap();
        assert_eq!((line, &*message), (2, "through CSV, byte 3 differs: expected 0x0A, found the end of the file"));
        assert!(named("", "x").unwrap().1.contains("expected the end of the file, found 0x78"));
    }

    #[test]
    fn what_does_not_come_back_is_refused() {
        let text = include_bytes!("../../fixtures/war-dat/good/playing.DAT");
        let reading = read("WAR01.DAT", text, &ReadOptions::default());
        let (mut document, format) = (reading.document.unwrap(), reading.format.unwrap());
        assert_eq!(verify_text(&document, format, text, None), []);
        assert_eq!(verify_document(&document, None), []);
        let edited = document.clone();
        document.sources[0].text = None;
        let lost = verify_text(&document, format, &text[..100], None);
        assert!(lost.len() == 3 && lost.iter().all(|d| d.code == "CV017" && d.line.is_some()), "{lost:?}");
        // A name cannot hold a line end.
        document = edited;
        document.game.players[0].name = crate::model::Field::Known(Some("A\nB".into()));
        let refused = verify_text(&document, format, text, None);
        assert!(refused.len() == 3 && refused.iter().all(|d| d.message.contains("JS007")), "{refused:?}");
    }

    #[test]
    fn only_what_is_written_the_same_is_not_written_again() {
        let text = include_bytes!("../../fixtures/war-dat/good/playing.DAT");
        let document = read("WAR01.DAT", text, &ReadOptions::default()).document.unwrap();
        let with = |edit: &dyn Fn(&mut Document)| {
            let mut edited = document.clone();
            edit(&mut edited);
            writes_the_same(&edited, &document)
        };
        let note = Diagnostic::note(&codes::NOT_GIVEN_BACK, "a finding of reading");
        assert!(with(&|_| {}) && with(&|edited| edited.diagnostics.push(note.clone())));
        assert!(!with(&|edited| edited.sources[0].name.push('2')));
        assert!(!with(&|edited| edited.sources[0].text = None));
        assert!(!with(&|edited| edited.game.players[0].name = crate::model::Field::Known(Some("Ann".into()))));
        assert!(!with(&|edited| edited.redacted = true));
        // What a document on the way has lost is seen in the bytes.
        let mut lost = document.clone();
        lost.game.players.pop();
        assert_ne!(written(&lost, formats::format("war-dat").unwrap(), None).ok().as_deref(), Some(&text[..]));
    }
}
