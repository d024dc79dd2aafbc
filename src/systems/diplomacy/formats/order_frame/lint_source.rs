//! Looking at a record again, for people.

use std::ops::Range;

use super::read::for_each_part;
use super::{OrderSyntax, What};
use crate::formats::SourceLint;
use crate::rules::RuleSet;
use crate::text::Diagnostic;
use crate::text::diagnostic::MAX_FINDINGS;

/// What is wrong about the text of orders, and where the values at `paths` stand.
pub fn lint_source<S: OrderSyntax>(syntax: &S, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
    let mut places = Places::default();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut phase = None;
    for_each_part(syntax, text, |part, source_span, _| match part.what {
        What::Phase(of, ..) => {
            phase = of.phase.known().copied();
            places.0.push(TurnPlaces { phase: Some(source_span.start..source_span.end), actions: Vec::new() });
        }
        What::Order(order) => {
            if diagnostics.len() <= MAX_FINDINGS {
                syntax.lint_source(&order, text, phase, rules, &mut diagnostics);
            }
            diagnostics.extend(order.diagnostics);
            places.add(order.text);
        }
        What::Power(_, Some(d)) => diagnostics.push(*d),
        What::Power(..) | What::Comment(_) => {}
    });
    SourceLint { diagnostics, places: paths.iter().map(|path| places.find(path)).collect() }
}

/// Where the phases and orders of a text stand.
#[derive(Default)]
struct Places(Vec<TurnPlaces>);

#[derive(Default)]
struct TurnPlaces {
    phase: Option<Range<usize>>,
    actions: Vec<Range<usize>>,
}

impl Places {
    fn add(&mut self, span: Range<usize>) {
        if self.0.is_empty() {
            self.0.push(TurnPlaces::default());
        }
        if let Some(turn) = self.0.last_mut() {
            turn.actions.push(span);
        }
    }

    /// The place of an order, by a path to it or into it; else that of its phase.
    fn find(&self, path: &str) -> Option<Range<usize>> {
        let (turn, rest) = index(path.strip_prefix("game.turns[")?)?;
        let turn = self.0.get(turn)?;
        let action = rest.strip_prefix(".actions[").and_then(index).and_then(|(action, _)| turn.actions.get(action));
        action.cloned().or_else(|| turn.phase.clone())
    }
}

/// A number before a bracket, and what is behind that.
fn index(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
