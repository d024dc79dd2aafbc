//! Reads the texts that are written from a document again, so that values are checked alike whatever they were read
//! from.

use std::collections::HashSet;

use super::joining::{own_part, part_of_none};
use crate::formats::{self, FORMATS, Format, TextFormat};
use crate::model::{Document, Source};
use crate::rules::RuleSet;
use crate::text::write_back::Written;
use crate::text::{Diagnostic, Report, codes};

/// Reads the texts written from a document and returns the diagnostics of reading or, with `rules`, of the programs
/// that the texts are for; and, second, the reasons why a text cannot be written. A document without sources is written
/// in the first format that can hold it.
pub(super) fn reread(document: &Document, rules: Option<RuleSet>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let (mut diagnostics, mut problems) = (Vec::new(), Vec::new());
    let text_of = |source: &Source| formats::format(&source.format).and_then(Format::text);
    for source in &document.sources {
        let Some(format) = text_of(source) else { continue };
        let game = own_part(document, source, &mut problems);
        let Some(text) = written(format, &game, source.original(), &mut problems) else { continue };
        let is_binary = source.is_binary();
        let mut found = Report::of(format.reread(&text, &game, rules)).finish_in(&text, is_binary);
        // Paths of a part are not paths of the whole game.
        let is_part = document.sources_of(&source.format).count() > 1;
        for d in found.iter_mut().filter(|d| is_part || d.path.is_none()) {
            d.path = None;
            d.member = Some(source.name.clone());
        }
        diagnostics.append(&mut found);
    }
    if document.sources.is_empty() {
        let said_by_one = FORMATS.iter().find_map(|format| {
            let (text_format, game) = (format.text()?, part_of_none(document, format));
            let mut problems = Vec::new();
            let text = written(text_format, &game, None, &mut problems).filter(|_| problems.is_empty())?;
            Some(Report::of(text_format.reread(&text, &game, rules)).finish_in(&text, format.is_binary()))
        });
        diagnostics.extend(said_by_one.into_iter().flatten());
    }
    // Two sources of one game give the same diagnostics about most of it.
    let mut seen = HashSet::new();
    diagnostics.retain(|d| {
        seen.insert((d.code.clone(), d.path.clone(), d.member.clone(), d.line, d.offset, d.message.clone()))
    });
    let mut seen = HashSet::new();
    problems.retain(|d| d.code != codes::LEFT_OUT.id && seen.insert((d.code.clone(), d.path.clone())));
    (diagnostics, problems)
}

fn written(
    format: &dyn TextFormat,
    game: &crate::model::Game,
    source: Option<&str>,
    problems: &mut Vec<Diagnostic>,
) -> Option<String> {
    match format.write(game, source, problems).ok()? {
        Written::Unchanged => source.map(str::to_owned),
        Written::Patched(text) | Written::Canonical(text) => Some(text),
    }
}
