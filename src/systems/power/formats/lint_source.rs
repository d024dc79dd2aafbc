//! Lints a text, and finds the spans of values for diagnostics.

use std::ops::Range;

use super::board;
use super::error::refused;
use super::read;
use crate::formats::SourceLint;
use crate::rules::RuleSet;
use crate::text::Report;
use crate::text::write_back::SourceSpan;

/// Returns what the game's programs would refuse in a text, if there are `rules`, and the spans of the values at `paths`.
pub fn lint_source(text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
    let mut report = Report::again(rules.is_some());
    let Some(found) = read::statement_spans(text, &mut report) else {
        return SourceLint { diagnostics: Vec::new(), places: vec![None; paths.len()] };
    };
    let mut places = Places::new(text, &found);
    let places = paths.iter().map(|path| places.find(path)).collect();
    SourceLint { diagnostics: refused(report.into_found()), places }
}

struct Places<'t> {
    text: &'t str,
    source_spans: &'t [SourceSpan],
    /// Index of the first statement of each turn, and of the one after the last turn.
    firsts: Vec<usize>,
    /// The board that was last read again, by its statement, and the spans of its pieces.
    last: Option<(usize, Vec<Range<usize>>)>,
}

impl<'t> Places<'t> {
    fn new(text: &'t str, found: &'t read::StatementSpans) -> Self {
        let mut firsts = Vec::with_capacity(found.turns.len() + 1);
        let mut next = 0;
        for statements in &found.turns {
            firsts.push(next);
            next += statements;
        }
        firsts.push(next);
        Places { text, source_spans: &found.source_spans, firsts, last: None }
    }

    /// Returns the span of an action, or of a piece of a board, by a path to it or into it; else that of its turn.
    fn find(&mut self, path: &str) -> Option<Range<usize>> {
        if let Some(rest) = path.strip_prefix("game.position") {
            return self.piece(*self.firsts.last()?, rest);
        }
        let (turn, rest) = index(path.strip_prefix("game.turns[")?)?;
        let (first, behind) = (*self.firsts.get(turn)?, *self.firsts.get(turn + 1)?);
        if let Some(rest) = rest.strip_prefix(".position") {
            return self.piece(first, rest);
        }
        match rest.strip_prefix(".actions[").and_then(index) {
            Some((action, _)) => self.statement(first + action).filter(|_| first + action < behind),
            None => {
                let (from, to) = (self.statement(first)?, self.statement(behind.checked_sub(1)?)?);
                Some(from.start..to.end)
            }
        }
    }

    fn statement(&self, number: usize) -> Option<Range<usize>> {
        self.source_spans.get(number).map(|source_span| source_span.start..source_span.end)
    }

    fn piece(&mut self, number: usize, rest: &str) -> Option<Range<usize>> {
        let board = self.statement(number)?;
        let Some((piece, _)) = rest.strip_prefix(".pieces[").and_then(index) else { return Some(board) };
        if self.last.as_ref().is_none_or(|(last, _)| *last != number) {
            let read = board::parse(self.text.get(board.clone())?);
            self.last = Some((number, read.map(|read| read.places).unwrap_or_default()));
        }
        let piece = self.last.as_ref().and_then(|(_, places)| places.get(piece));
        Some(piece.map_or(board.clone(), |piece| board.start + piece.start..board.start + piece.end))
    }
}

/// Splits `12]rest` into the number and the rest.
fn index(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Turn;

    #[test]
    fn without_rules_places_are_found_and_nothing_is_collected() {
        let lint = |rules| lint_source("nonsense\n", &["game.turns[0].actions[0]"], rules);
        let (with, without) = (lint(Some(RuleSet::Engine)), lint(None));
        assert_eq!(with.places, without.places);
        assert!(with.places[0].is_some(), "{:?}", with.places);
        assert_eq!((with.diagnostics.len(), without.diagnostics.len()), (1, 0));
    }

    #[test]
    fn the_statements_are_those_of_reading_with_what_is_reported() {
        let board = include_str!("../../../../fixtures/power/good/board.power").trim();
        let boards = format!("{board};\n{board}\n");
        for text in ["I-Y4-Y6", "I-Y4-Y6\nT-KQ-K6;\nx,I-Y4-Y6;", ";;\nI-Y4-Y6,\n3I,T-KQ-X;\n", "", "x\n", &boards] {
            let (mut one, mut two) = (Report::new(), Report::new());
            let reading = read::read(text, &mut one).unwrap();
            let found = read::statement_spans(text, &mut two).unwrap();
            assert_eq!(found.source_spans, reading.source_spans, "{text:?}");
            assert_eq!(two.into_found(), one.into_found(), "{text:?}");
            let statements = |turn: &Turn| if turn.position.is_some() { 1 } else { turn.actions.len().max(1) };
            let turns: Vec<usize> = reading.meaning.turns.iter().map(statements).collect();
            assert_eq!(found.turns, turns, "{text:?}");
        }
    }
}
