//! Converts bytes to the text that a format reads, and back; a file that is not text has one character for each byte.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::formats::{self, Format, TextFormat};
use crate::model::{Document, Game, Source};
use crate::text::diagnostic::{LineIndex, MAX_FINDINGS};
use crate::text::encoding::Unencodable;
use crate::text::{Diagnostic, Encoding, Report, codes};

use super::removal::list_and_number;

/// Decodes the bytes of a file in the `wanted` encoding, else in the format's default.
pub(super) fn decode<'b>(
    bytes: &'b [u8],
    format: &Format,
    wanted: Option<Encoding>,
    report: &mut Report,
) -> Result<(Cow<'b, str>, Encoding), Diagnostic> {
    if let Some(d) = wanted.and_then(|wanted| misfit(format, wanted)) {
        return Err(d);
    }
    let encoding = wanted.unwrap_or(format.encoding);
    match encoding.decode(bytes) {
        Ok(text) => Ok((text, encoding)),
        Err(error) if wanted.is_some() => {
            let d = Diagnostic::error(&codes::WRONG_ENCODING, error.to_string());
            let help = "nothing may be lost, so the file is not read in this encoding; give another one, or none";
            Err(d.help(help))
        }
        Err(error) => {
            let message = format!("{error}; the file is read as ISO-8859-1");
            let help = "give the right encoding with --encoding, if you know it";
            report.add(Diagnostic::warning(&codes::ENCODING_FALLBACK, message).help(help));
            // Every byte is a character in this encoding, so this cannot fail.
            Ok((Encoding::ISO_8859_1.decode(bytes).unwrap_or_default(), Encoding::ISO_8859_1))
        }
    }
}

/// Returns an error for a text encoding of a format whose files are not text, or for none of a text format.
fn misfit(format: &Format, wanted: Encoding) -> Option<Diagnostic> {
    let message = match format.is_binary() {
        is_binary if is_binary == (wanted == Encoding::BINARY) => return None,
        true => format!("a {} is not a text, so it is not in {}", format.id, wanted.name()),
        false => format!("a {} is a text, so it has an encoding", format.id),
    };
    Some(Diagnostic::error(&codes::WRONG_ENCODING, message).help("leave --encoding out"))
}

/// Returns the encoding that a source is written back in.
pub(super) fn known_encoding(source: &Source, format: &Format) -> Encoding {
    let of_source = || Encoding::named(&source.encoding).filter(|encoding| *encoding != Encoding::BINARY);
    if format.is_binary() { Encoding::BINARY } else { of_source().unwrap_or(format.encoding) }
}

/// Returns the encoding of a new file beside others: a board writes all its texts in one encoding.
pub(super) fn family_encoding(document: &Document, format: &Format) -> Encoding {
    companion(document, format).map_or(format.encoding, |source| known_encoding(source, format))
}

/// Returns the first source of the format's family that, like the format, is text or is not.
pub(super) fn companion<'d>(document: &'d Document, format: &Format) -> Option<&'d Source> {
    let is_alike = |other: &Format| other.family == format.family && other.is_binary() == format.is_binary();
    document.sources.iter().find(|source| formats::format(&source.format).is_some_and(is_alike))
}

/// Returns the requested encoding, or the error that files of the format have none. The error is dropped if the
/// encoding was requested to read another source of the document.
pub(super) fn wanted(
    document: &Document,
    format: &Format,
    wanted: Option<Encoding>,
) -> Result<Option<Encoding>, Diagnostic> {
    match wanted.and_then(|wanted| misfit(format, wanted).map(|d| (wanted, d))) {
        None => Ok(wanted),
        Some((wanted, _)) if document.sources.iter().any(|source| source.encoding == wanted.name()) => Ok(None),
        Some((_, d)) => Err(d),
    }
}

/// Encodes the text that was written from `game`; reports the first character that cannot be encoded with its place, or
/// every such character if the values that contain them may be left out.
pub(super) fn encode(
    text: &str,
    format: &dyn TextFormat,
    game: &Game,
    encoding: Encoding,
    may_leave_out: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<u8>> {
    let error = match encoding.encode(text) {
        Ok(bytes) => return Some(bytes.into_owned()),
        Err(error) => error,
    };
    let able: Vec<&str> = Encoding::able_to_write(text).map(Encoding::name).take(4).collect();
    let able = if able.is_empty() { "no encoding can write the whole text".into() } else { able.join(", ") };
    let help = format!("change the text, or choose an encoding that can write it: {able}");
    // The line of the diagnostic will be that of the value in the input; the place in the written text goes into the
    // message.
    let at = |error: Unencodable| {
        let d = Diagnostic::error(&codes::CANNOT_ENCODE, error.to_string()).at(error.offset..error.offset);
        d.help(help.clone())
    };
    let lacking: Vec<Unencodable> = encoding.unencodable(text).take(MAX_FINDINGS).collect();
    let mut placed: Vec<Diagnostic> = lacking.iter().cloned().map(at).collect();
    format.place_on_paths(&mut placed, text, game);
    place_beside_actions(&mut placed, &lacking, game);
    if may_leave_out {
        placed.iter_mut().for_each(|d| d.span = None);
        diagnostics.append(&mut placed);
        return None;
    }
    let mut d = at(error.clone());
    LineIndex::new(text).locate(&mut d);
    let place = format.parsed_source(text).and_then(|a| {
        let index = a.source_spans.iter().position(|c| (c.start..c.end).contains(&error.offset))?;
        Some(format!(" ({})", a.statements.label(index)))
    });
    let (line, column) = (d.line.take().unwrap_or(1), d.column.take().unwrap_or(1));
    let place = place.unwrap_or_default();
    d.message = format!("{error}, in line {line}, column {column} of what is written{place}");
    d.length = None;
    diagnostics.push(if placed.iter().all(|d| d.path.is_some()) {
        d.on_all(placed.into_iter().flat_map(|d| d.path.into_iter().chain(d.also)))
    } else {
        Diagnostic { path: placed.first_mut().and_then(|d| d.path.take()), ..d }
    });
    None
}

/// Gives characters outside the text of actions the paths of the values that contain them, such as remarks; the paths
/// of a character are given only once.
fn place_beside_actions(placed: &mut Vec<Diagnostic>, lacking: &[Unencodable], game: &Game) {
    let unplaced = placed.iter().zip(lacking).filter(|(d, _)| d.path.is_none());
    let mut holders: BTreeMap<char, Vec<String>> = unplaced.map(|(_, error)| (error.character, Vec::new())).collect();
    if holders.is_empty() {
        return;
    }
    // Games have only text as keys, so this cannot fail.
    let value = serde_json::to_value(game).unwrap_or_default();
    collect_holders(&value, "game", &mut holders);
    let mut errors = lacking.iter();
    let mut given = BTreeSet::new();
    placed.retain_mut(|d| {
        let Some(error) = errors.next().filter(|_| d.path.is_none()) else { return true };
        let mut paths = holders.get_mut(&error.character).map(std::mem::take).unwrap_or_default().into_iter();
        d.path = paths.next();
        d.also = paths.collect();
        if d.path.is_some() { given.insert(error.character) } else { !given.contains(&error.character) }
    });
}

/// Keys of an action that are not part of its own text.
const OUTSIDE: [&str; 2] = ["player", "remarks"];

/// Collects the paths of texts that contain the characters, except for the texts of actions.
fn collect_holders(value: &Value, path: &str, found: &mut BTreeMap<char, Vec<String>>) {
    match value {
        Value::Object(fields) => {
            let is_action = list_and_number(path).is_some_and(|(list, _)| list.ends_with(".actions"));
            for (key, value) in fields.iter().filter(|(key, _)| !is_action || OUTSIDE.contains(&key.as_str())) {
                collect_holders(value, &format!("{path}.{key}"), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                collect_holders(value, &format!("{path}[{index}]"), found);
            }
        }
        Value::String(text) if !text.is_ascii() => {
            for character in text.chars() {
                if let Some(paths) = found.get_mut(&character).filter(|paths| paths.last().is_none_or(|l| l != path)) {
                    paths.push(path.to_owned());
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversion::{ReadOptions, read_text};
    use crate::formats::Kind;

    #[test]
    fn what_is_not_of_the_usual_encoding_is_read_as_latin1_with_a_warning() {
        let utf8_war: &Format =
            Box::leak(Box::new(Format { encoding: Encoding::UTF_8, ..crate::systems::global_war::formats::WAR_DAT }));
        let bytes = [b"1\r\n1657.9458\r\nJ\x94RG\r\nT\r\n".as_slice(), &b"0\r\n".repeat(122)].concat();
        let Kind::Text(text_format) = utf8_war.kind else { return };
        let reading = read_text("WAR01.DAT", &bytes, utf8_war, text_format, &ReadOptions::default());
        assert!(reading.diagnostics.iter().any(|d| d.code == "CV008"), "{:?}", reading.diagnostics);
        let document = reading.document.unwrap();
        assert_eq!(document.sources[0].encoding, "iso-8859-1");
        assert_eq!(document.game.players[0].name(), Some("J\u{94}RG"));
    }
}
