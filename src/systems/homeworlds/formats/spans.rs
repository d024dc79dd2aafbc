//! Finds the spans of turns and actions in a text.

use std::collections::HashMap;
use std::ops::Range;

use super::error;
use crate::formats::SourceLint;
use crate::model::{Action, Game, Turn};
use crate::rules::RuleSet;
use crate::text::Report;
use crate::text::write_back::{ParseOutput, SourceSpan, Statements, Syntax};

/// Reads a text again, and returns the diagnostics of what a server would refuse, if there are `rules`, and the spans of
/// the values at `paths`.
pub fn lint_source<N: Syntax<Meaning = Game>>(
    notation: &N,
    text: &str,
    paths: &[&str],
    rules: Option<RuleSet>,
) -> SourceLint {
    lint(notation, text, paths, rules).0
}

/// Lints the text that `game` was read from like [`lint_source`].
pub fn lint_own_source<N: Syntax<Meaning = Game>>(
    notation: &N,
    game: &mut Game,
    text: &str,
    paths: &[&str],
    rules: RuleSet,
) -> SourceLint {
    without_turns(game, || lint(notation, text, paths, Some(rules)))
}

/// Lints the text that `game` was read from with `lint`, which returns the turns of the text too. Those of the game are
/// dropped before, as they take far more memory than the text, unless they were given positions.
pub fn without_turns(game: &mut Game, lint: impl FnOnce() -> (SourceLint, Vec<Turn>)) -> SourceLint {
    let has_positions = game.turns.iter().any(|turn| turn.position.is_some());
    if !has_positions {
        game.turns = Vec::new();
    }
    let (found, turns) = lint();
    if !has_positions {
        game.turns = turns;
    }
    found
}

/// Lints a text, and returns its turns too.
fn lint<N: Syntax<Meaning = Game>>(
    notation: &N,
    text: &str,
    paths: &[&str],
    rules: Option<RuleSet>,
) -> (SourceLint, Vec<Turn>) {
    let mut report = Report::again(rules.is_some());
    let reading = notation.read(text, &mut report);
    let places = of_paths(notation, reading.as_ref(), paths);
    let turns = reading.map(|reading| reading.meaning.turns).unwrap_or_default();
    (SourceLint { diagnostics: error::refused(report.into_found()), places }, turns)
}

/// Returns the spans of the values at `paths`, or of the actions and turns that they belong to. This relies on the
/// labels of statements: those of actions end in `action` and are in the order of the actions; those that begin a turn
/// are labelled `turn`.
fn of_paths<N: Syntax<Meaning = Game>>(
    notation: &N,
    reading: Option<&ParseOutput<Game, N::Style>>,
    paths: &[&str],
) -> Vec<Option<Range<usize>>> {
    let Some(reading) = reading.filter(|_| !paths.is_empty()) else { return vec![None; paths.len()] };
    let mut statements = Statements::default();
    notation.render_for_labels(&reading.meaning, &reading.style, &mut statements);
    let source_spans_of = |is_one: &dyn Fn(&str) -> bool| -> Vec<SourceSpan> {
        let labelled = reading.source_spans.iter().zip(0..);
        labelled.filter(|(_, index)| is_one(statements.label(*index))).map(|(source_span, _)| *source_span).collect()
    };
    let mut walk = Walk {
        turns: source_spans_of(&|label| label == "turn").into_iter(),
        actions: source_spans_of(&|label| label.ends_with("action")).into_iter(),
        wanted: paths.iter().map(|path| (owner_of(path), None)).collect(),
    };
    walk.turns("game.turns", &reading.meaning.turns);
    paths.iter().map(|path| walk.wanted.get(owner_of(path)).cloned().flatten()).collect()
}

/// Returns the path of the action that a value belongs to, or else of its turn.
fn owner_of(path: &str) -> &str {
    let mut end = 0;
    for part in path.split_inclusive(']') {
        let is_owner = ["turns[", "actions[", "undone[", "alternatives["].iter().any(|name| part.contains(name));
        if !is_owner && !part.starts_with('[') {
            break;
        }
        end += part.len();
    }
    if path[..end].ends_with(']') { &path[..end] } else { path }
}

struct Walk<'p> {
    turns: std::vec::IntoIter<SourceSpan>,
    actions: std::vec::IntoIter<SourceSpan>,
    wanted: HashMap<&'p str, Option<Range<usize>>>,
}

impl Walk<'_> {
    fn turns(&mut self, path: &str, turns: &[Turn]) {
        for (index, turn) in turns.iter().enumerate() {
            let path = format!("{path}[{index}]");
            let own = if turn.number.is_none() && turn.player.is_none() { None } else { self.turns.next() };
            let mut actions = turn.undone.iter().flatten().chain(&turn.actions);
            let is_written = actions.any(|action| !super::passes::is_inferred(action));
            let own = own.or_else(|| self.actions.as_slice().first().copied().filter(|_| is_written));
            self.place(&path, own);
            for (index, undone) in turn.undone.iter().enumerate() {
                self.actions(&format!("{path}.undone[{index}]"), undone);
            }
            self.actions(&format!("{path}.actions"), &turn.actions);
            for (index, turns) in turn.alternatives.iter().enumerate() {
                self.turns(&format!("{path}.alternatives[{index}]"), turns);
            }
        }
    }

    fn actions(&mut self, path: &str, actions: &[Action]) {
        for (index, action) in actions.iter().enumerate() {
            // An inferred pass is not in the text.
            if !super::passes::is_inferred(action) {
                let source_span = self.actions.next();
                self.place(&format!("{path}[{index}]"), source_span);
            }
        }
    }

    fn place(&mut self, path: &str, source_span: Option<SourceSpan>) {
        if let Some(place) = self.wanted.get_mut(path) {
            *place = source_span.map(|source_span| source_span.start..source_span.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::GameSyntax;
    use crate::systems::homeworlds::formats::text::Text;

    #[test]
    fn without_rules_places_are_found_and_nothing_is_collected() {
        let lint = |rules| Text.lint_source("bild g1 Alpha\n", &["game.turns[0].actions[0]"], rules);
        let (with, without) = (lint(Some(RuleSet::Engine)), lint(None));
        assert_eq!(without.places, [Some(0..13)]);
        assert_eq!(with.places, without.places);
        assert_eq!((with.diagnostics.len(), without.diagnostics.len()), (1, 0));
    }
}
