//! Writes a document as texts: each of its sources in the format, or a new file.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::formats::{self, Format, TextFormat};
use crate::model::{Document, Game, Source};
use crate::text::write_back::Written;
use crate::text::{Diagnostic, codes};

use super::joining::{own_part, part_of_none};
use super::{Content, Output, WriteOptions, comments, encodings, leaving_out, outside, unreadable};

/// Writes each source of the format, or a new file where there is none.
pub fn write(
    document: &Document,
    format: &Format,
    text_format: &dyn TextFormat,
    options: &WriteOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Output> {
    let mut sources: Vec<Option<&Source>> = document.sources_of(format.id).map(Some).collect();
    if sources.is_empty() {
        sources.push(None);
    }
    if sources.iter().any(Option::is_some) {
        outside::report_edits(&document.game, diagnostics);
    }
    let companion = encodings::companion(document, format).and_then(Source::original);
    let wanted = match encodings::wanted(document, format, options.encoding) {
        Ok(wanted) => wanted,
        Err(d) => {
            diagnostics.push(d);
            return Vec::new();
        }
    };
    let is_elsewhere = held_by_others(document, format);
    let mut outputs = Vec::new();
    for source in sources {
        let game = match source {
            Some(source) => own_part(document, source, diagnostics),
            None => part_of_none(document, format),
        };
        let usual = || encodings::family_encoding(document, format);
        let encoding = source.map_or_else(usual, |source| encodings::known_encoding(source, format));
        let encoding = wanted.unwrap_or(encoding);
        let mut emitted = Vec::new();
        let make = |game: &Game, emitted: &mut Vec<Diagnostic>| {
            let text = write_text(game, text_format, source, companion, options, emitted)?;
            let bytes = encodings::encode(&text, text_format, game, encoding, options.leave_out, emitted)?;
            Some((text, bytes))
        };
        let written = leaving_out::write(&game, text_format, options.leave_out, &mut emitted, make);
        diagnostics.extend(emitted.into_iter().filter(|d| d.code != codes::LEFT_OUT.id || !is_elsewhere(d)));
        let Some(mut rest) = written else { continue };
        let (name, path) = (source.map(|s| s.name.clone()), source.and_then(|s| s.path.clone()));
        let line = source.and_then(|source| source.line.zip(source.lines));
        let commented = comments::commented(&rest, text_format, document, options.redact)
            .and_then(|text| encoding.encode(&text).map(Cow::into_owned).ok());
        let bytes = commented.unwrap_or(rest.written.1);
        let left_out = rest.left_out.len();
        diagnostics.append(&mut rest.left_out);
        outputs.push(Output { name, path, line, content: Content::File(bytes), left_out });
    }
    outputs
}

/// Returns a predicate: whether an element left out of one source is in another source of the document.
fn held_by_others<'d>(document: &'d Document, format: &Format) -> impl Fn(&Diagnostic) -> bool + 'd {
    let is_one_of_several = document.sources_of(format.id).next().is_some();
    let others = document.sources.iter().filter(move |source| is_one_of_several && source.format != format.id);
    let others = others.filter_map(|source| formats::format(&source.format)?.text());
    let left_out: Vec<HashSet<String>> =
        others.map(|other| other.left_out(&document.game).into_iter().collect()).collect();
    move |d: &Diagnostic| {
        let is_left_out = |paths: &HashSet<String>| d.path.as_ref().is_some_and(|path| paths.contains(path));
        !left_out.iter().all(is_left_out)
    }
}

fn write_text<'d>(
    game: &Game,
    format: &dyn TextFormat,
    source: Option<&'d Source>,
    companion: Option<&str>,
    options: &WriteOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Cow<'d, str>> {
    let original = source.and_then(Source::original).filter(|_| !options.canonical);
    let mut emitted = Vec::new();
    let companion = companion.filter(|_| source.is_none() && !options.canonical);
    let written = match companion.and_then(|text| format.write_like(game, text, &mut emitted)) {
        Some(written) => written,
        None => format.write(game, original, &mut emitted),
    };
    let failed = emitted.iter().any(Diagnostic::is_error);
    diagnostics.append(&mut emitted);
    if let (false, Ok(Written::Patched(text) | Written::Canonical(text))) = (failed, &written)
        && !text.is_empty()
        && let Some(d) = unreadable::doubt(text, original, format, game)
    {
        let is_refused = d.is_error();
        diagnostics.push(d);
        if is_refused {
            return None;
        }
    }
    match written {
        _ if failed => None,
        Ok(Written::Patched(text) | Written::Canonical(text)) if text.is_empty() => {
            let d = Diagnostic::error(&codes::VALUES_MISSING, "there is nothing to write: the file would be empty");
            diagnostics.push(d.on("game").help("add what a file of this format holds to the game"));
            None
        }
        Ok(Written::Unchanged) => original.map(Cow::Borrowed),
        Ok(Written::Patched(text)) => Some(Cow::Owned(text)),
        Ok(Written::Canonical(text)) => {
            if original.is_some() {
                let message = "the spelling of the source could not be kept; all of it is written in canonical form";
                diagnostics.push(Diagnostic::warning(&codes::SPELLING_LOST, message));
            } else if source.is_some() && !options.canonical {
                let message = "the document carries no original text, so the file is written in canonical form";
                diagnostics.push(Diagnostic::note(&codes::NO_ORIGINAL, message));
            }
            Some(Cow::Owned(text))
        }
        Err(error) => {
            let message = format!("not written: {error}");
            diagnostics.push(Diagnostic::error(&codes::READS_BACK_DIFFERENTLY, message).help("change that value"));
            None
        }
    }
}
