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
            let mut found = Report::of(text_format.reread(&text, &game, rules)).finish_in(&text, format.is_binary());
            // Nobody has the text, so a place in it would be taken for one in the document.
            for d in found.iter_mut().filter(|d| d.path.is_none()) {
                (d.line, d.column, d.length, d.offset) = (None, None, None, None);
            }
            Some(found)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_in_a_text_that_nobody_has_is_given_no_place() {
        let when = r#"{"year": 1901, "season": "spring", "phase": "movement"}"#;
        let position = r#"{"pieces": [{"player": "F", "kind": "army", "territory": "par"}]}"#;
        let turn = format!(
            r#"{{"when": {when}, "position": {position}, "actions": [], "extras": [{{"key": "state.unitz", "json": "1"}}]}}"#
        );
        let game = format!(r#"{{"system": "diplomacy", "title": "g", "variant": "standard", "turns": [{turn}]}}"#);
        let document = formats::json::read(&format!(r#"{{"ludex": 1, "game": {game}}}"#)).unwrap();
        let (diagnostics, _) = reread(&document, None);
        let unknown: Vec<_> = diagnostics.iter().filter(|d| d.message.contains("unknown key")).collect();
        assert_eq!(unknown.len(), 1, "{diagnostics:?}");
        let Diagnostic { line, column, length, offset, .. } = unknown[0];
        assert_eq!((line, column, length, offset), (&None, &None, &None, &None));
    }
}
