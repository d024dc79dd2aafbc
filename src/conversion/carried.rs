//! Checks the originals that a document carries: whether they suit their formats, and are unchanged since they were
//! read.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::formats::{self, Join};
use crate::model::{Document, Source};
use crate::text::{Diagnostic, Encoding, Report, codes};

/// Maximum number of sources of one format, each of which is written from the whole game; no program makes several.
const MAX_ALIKE: usize = 16;

/// Returns an error if a source has both a text and bytes, or the one that its format does not use, or if there are too
/// many sources of one format.
pub(super) fn refused(sources: &[Source]) -> Option<Diagnostic> {
    let unsuited = sources.iter().enumerate().find_map(|(index, source)| {
        let (at, help) = wrong(source)?;
        let id = &source.format;
        let message = match at {
            "base64" if source.text.is_some() => format!("the source {id} has both `text` and `base64`"),
            "base64" => format!("a {id} is a text, and this source has `base64`"),
            "text" => format!("a {id} is not a text, and this source has `text`"),
            _ if source.is_binary() => format!("a {id} is a text, and this source is \"binary\""),
            _ => format!("a {id} is not a text, and this source has an encoding"),
        };
        Some(Diagnostic::error(&codes::BAD_VALUE, message).on(format!("sources[{index}].{at}")).help(help))
    });
    unsuited.or_else(|| too_many(sources))
}

fn too_many(sources: &[Source]) -> Option<Diagnostic> {
    if sources.len() <= MAX_ALIKE {
        return None;
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    sources.iter().enumerate().find_map(|(index, source)| {
        let format = formats::format(&source.format).filter(|format| format.text().is_some())?;
        let count = counts.entry(format.id).or_default();
        *count += 1;
        if *count <= MAX_ALIKE || matches!(format.joins, Some(Join::PlayerFiles { .. })) {
            return None;
        }
        let message = format!("more than {MAX_ALIKE} sources are {}", format.id);
        let help = "each is written from the whole game: keep those that are needed, and remove the others";
        Some(Diagnostic::error(&codes::BAD_VALUE, message).on(format!("sources[{index}]")).help(help))
    })
}

/// Returns the key of a source that does not fit the others, and advice.
fn wrong(source: &Source) -> Option<(&'static str, &'static str)> {
    let is_binary = formats::format(&source.format).map_or(source.is_binary(), formats::Format::is_binary);
    match (is_binary, source.text.is_some(), source.base64.is_some()) {
        (true, true, true) => Some(("base64", "take `text` out: the file is no text")),
        (false, true, true) => Some(("base64", "take `base64` out: the file is a text")),
        (true, true, false) => Some(("text", "give the bytes of the file as `base64` in its place, or leave both out")),
        (false, false, true) => Some(("base64", "give the text of the file as `text` in its place, or leave both out")),
        (true, ..) if !source.is_binary() => Some(("encoding", "give \"binary\"")),
        (false, ..) if source.is_binary() => Some(("encoding", "give the encoding that the text was in, as \"cp437\"")),
        _ => None,
    }
}

/// Places a diagnostic about a document in its text, by the diagnostic's path.
pub(super) fn placed(d: Diagnostic, text: &str) -> Diagnostic {
    let place = d.path.as_deref().and_then(|path| crate::text::json::places(text, &[path]).remove(0));
    let d = match (d.span.is_some(), place) {
        (false, Some(place)) => d.at(place),
        _ => d,
    };
    Report::of(vec![d.clone()]).finish(text).pop().unwrap_or(d)
}

/// Warns of originals that differ from the text that was read.
pub(super) fn changed(document: &Document) -> impl Iterator<Item = Diagnostic> {
    document.sources.iter().enumerate().filter_map(|(i, source)| {
        let (text, sha256) = (source.original()?, source.sha256.as_ref()?);
        let encoding = Encoding::named(&source.encoding)?;
        let same = encoding.encode(text).is_ok_and(|bytes| Source::sha256_of(&bytes) == *sha256);
        let message = format!("the text of {} is not the one that was read: its SHA-256 differs", source.name);
        (!same).then(|| {
            Diagnostic::warning(&codes::TEXT_CHANGED, message)
                .on(source.original_path(i))
                .help("the text only gives the spelling: what is written is the game")
        })
    })
}

/// Returns the bytes of a source; `None` if it carries no original or the original cannot be encoded.
pub(super) fn original(source: &Source) -> Option<Vec<u8>> {
    let encoding = Encoding::named(&source.encoding)?;
    encoding.encode(source.original()?).ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_some_sources_may_be_of_one_format() {
        let read = |format: &str, count: usize| {
            let source =
                format!(r#"{{"format": "{format}", "name": "a", "encoding": "utf-8", "bytes": 0, "text": ""}}"#);
            let sources = vec![source; count].join(",\n");
            let text = format!(r#"{{"ludex": 1, "game": {{"system": "power"}}, "sources": [{sources}]}}"#);
            crate::conversion::read("a.json", text.as_bytes(), &Default::default())
        };
        assert!(!read("homeworlds", 16).has_errors());
        assert!(!read("power", 100).has_errors());
        assert!(!read("of-tomorrow", 100).has_errors());
        let said = read("homeworlds", 17).diagnostics;
        let error = said.iter().find(|d| d.is_error()).unwrap();
        assert_eq!((error.code.as_ref(), error.path.as_deref(), error.line), ("JS004", Some("sources[16]"), Some(17)));
        assert!(error.help.is_some() && error.message.contains("more than 16 sources are homeworlds"), "{error:?}");
    }

    #[test]
    fn a_document_whose_sources_could_not_be_read_again_is_not_written() {
        let source = r#"{"format": "homeworlds", "name": "a", "encoding": "utf-8", "bytes": 0, "text": ""}"#;
        let text = format!(r#"{{"ludex": 1, "game": {{"system": "power"}}, "sources": [{source}]}}"#);
        let mut document = crate::conversion::read("a.json", text.as_bytes(), &Default::default()).document.unwrap();
        for (count, is_written) in [(16, true), (17, false)] {
            document.sources = vec![document.sources[0].clone(); count];
            for format in [&crate::formats::json::JSON, &crate::formats::CSV] {
                let (outputs, said) = crate::conversion::write(&document, format, &Default::default());
                assert_eq!(outputs.len(), usize::from(is_written), "{said:?}");
                let error = said.iter().find(|d| d.is_error()).map(|d| (d.path.as_deref(), d.message.as_str()));
                let message = "not written, as it could not be read again: more than 16 sources are homeworlds";
                assert_eq!(error, (!is_written).then_some((Some("sources[16]"), message)));
            }
        }
    }

    #[test]
    fn a_source_has_a_text_or_bytes_as_its_format_has() {
        let said = |format: &str, encoding: &str, original: &str| {
            let source =
                format!(r#"{{"format": "{format}", "name": "a", "encoding": "{encoding}", "bytes": 1{original}}}"#);
            let text = format!(r#"{{"ludex": 1, "game": {{"system": "power"}}, "sources": [{source}]}}"#);
            let reading = crate::conversion::read("a.json", text.as_bytes(), &Default::default());
            reading.diagnostics.into_iter().find(|d| d.is_error()).map(|d| {
                assert_eq!(d.code, "JS004");
                assert!(d.line == Some(1) && d.help.is_some(), "{d:?}");
                (d.path.unwrap(), d.message)
            })
        };
        let (text, base64, both) = (r#", "text": "b""#, r#", "base64": "Yg==""#, r#", "base64": "Yg==", "text": "b""#);
        for (format, encoding, original) in [
            ("power", "utf-8", text),
            ("power", "utf-8", ""),
            ("of-tomorrow", "binary", base64),
            ("of-tomorrow", "binary", ""),
        ] {
            assert_eq!(said(format, encoding, original), None);
        }
        for (format, encoding, original, path, message) in [
            ("power", "utf-8", both, "sources[0].base64", "the source power has both `text` and `base64`"),
            ("power", "utf-8", base64, "sources[0].base64", "a power is a text, and this source has `base64`"),
            ("power", "binary", "", "sources[0].encoding", "a power is a text, and this source is \"binary\""),
            (
                "of-tomorrow",
                "binary",
                text,
                "sources[0].text",
                "a of-tomorrow is not a text, and this source has `text`",
            ),
            ("of-tomorrow", "binary", both, "sources[0].base64", "the source of-tomorrow has both `text` and `base64`"),
        ] {
            assert_eq!(said(format, encoding, original), Some((path.to_owned(), message.to_owned())));
        }
        let bad = r#", "base64": "Y""#;
        let (path, message) = said("of-tomorrow", "binary", bad).unwrap();
        assert_eq!(path, "sources[0].base64");
        assert!(message.starts_with("this is no base64, which was cut off or edited: invalid"), "{message}");
    }
}
