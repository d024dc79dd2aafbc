//! Lints a log: finds lines that contradict each other, and locates values in the text.

use super::read::read;
use super::render::has_first_line;
use crate::formats::{SourceLint, numbered};
use crate::model::Game;
use crate::systems::global_war::rules::CONTRADICTION;
use crate::systems::global_war::rules::replay::{Contradiction, Origin, contradictions};
use crate::text::lines::{Line, dos_lines};
use crate::text::write_back::SourceSpan;
use crate::text::{Diagnostic, Report};

/// Reads a text again to find contradictions between its lines, and the spans of the values at `paths`.
pub fn lint_source(text: &str, paths: &[&str]) -> SourceLint {
    let reading = read(text, &mut Report::silent());
    let places = Places::of(&reading.meaning, &reading.source_spans);
    let found = contradictions(&reading.meaning.turns, &[]);
    let lines = if found.is_empty() { Vec::new() } else { dos_lines(text) };
    let diagnostics = found.iter().filter_map(|found| contradiction(found, &places, &lines));
    SourceLint {
        diagnostics: diagnostics.collect(),
        places: paths.iter().map(|path| places.of_path(path).map(|span| span.start..span.end)).collect(),
    }
}

fn contradiction(found: &Contradiction, places: &Places<'_>, lines: &[Line]) -> Option<Diagnostic> {
    let own = places.of_origin(found.at)?;
    let since = found.since.and_then(|since| places.of_origin(since));
    let between = match since {
        Some(since) => {
            let number = |place: usize| lines.partition_point(|line| line.next <= place) + 1;
            let (first, last) = (number(since.start), number(own.start));
            format!(": the fault lies between lines {first} and {last}, or is one of them")
        }
        None => String::new(),
    };
    let message = format!("{}{between}", found.words());
    Some(Diagnostic::warning(&CONTRADICTION, message).at(own.start..own.end).help(CONTRADICTION.advice))
}

/// The source spans of a game's turns and actions.
struct Places<'s> {
    started: Option<SourceSpan>,
    source_spans: &'s [SourceSpan],
    /// For each turn, the index of its first statement and that of its first action.
    turns: Vec<(usize, usize)>,
}

impl<'s> Places<'s> {
    fn of(game: &Game, source_spans: &'s [SourceSpan]) -> Places<'s> {
        let has_start = game.details.global_war().is_some_and(|details| !details.log_started.is_absent());
        let mut next = usize::from(has_start);
        let mut turns = Vec::with_capacity(game.turns.len());
        for turn in &game.turns {
            let first_action = next + usize::from(has_first_line(turn));
            turns.push((next, first_action));
            next = first_action + turn.actions.len();
        }
        let started = source_spans.first().copied().filter(|_| has_start);
        Places { started, source_spans, turns }
    }

    fn of_origin(&self, origin: Origin) -> Option<SourceSpan> {
        let Origin::Action { turn, action } = origin else { return None };
        self.source_spans.get(self.turns.get(turn)?.1 + action).copied()
    }

    fn of_path(&self, path: &str) -> Option<SourceSpan> {
        if path.starts_with("game.details.log_started") {
            return self.started;
        }
        let (turn, rest) = numbered(path, "game.turns[")?;
        let (first, first_action) = *self.turns.get(turn)?;
        let statement = match numbered(rest, ".actions[") {
            Some((action, _)) => first_action + action,
            None => first,
        };
        self.source_spans.get(statement).copied()
    }
}
