//! Lints the text of an order file, and finds the spans of values for diagnostics.

use std::ops::Range;

use super::read::for_each_part;
use super::{OrderSyntax, What};
use crate::formats::SourceLint;
use crate::model::ActionKind;
use crate::rules::RuleSet;
use crate::systems::diplomacy::formats::order_grammar;
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::Diagnostic;
use crate::text::diagnostic::MAX_FINDINGS;

/// Lints the text of an order file if there are `rules`, and finds the spans of the values at `paths`.
pub fn lint_source<S: OrderSyntax>(syntax: &S, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
    let mut places = Places::default();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut phase = None;
    for_each_part(syntax, text, |part, source_span, _| match part.what {
        What::Phase(of, ..) => {
            phase = of.phase.known().copied();
            places.0.push(TurnPlaces { phase: Some(source_span.start..source_span.end), actions: Vec::new() });
        }
        What::Order(order) => {
            if let Some(rules) = rules.filter(|_| diagnostics.len() <= MAX_FINDINGS) {
                syntax.lint_source(&order, text, phase, rules, &mut diagnostics);
                diagnostics.extend(order.diagnostics);
            }
            places.add(order.text, order.order.ok());
        }
        What::Power(_, Some(d)) if rules.is_some() && diagnostics.len() <= MAX_FINDINGS => diagnostics.push(*d),
        What::Power(..) | What::Comment(_) => {}
    });
    SourceLint { diagnostics, places: paths.iter().map(|path| places.find(path, text, syntax.named_board())).collect() }
}

/// Spans of the phases and orders of a text, by turn.
#[derive(Default)]
struct Places(Vec<TurnPlaces>);

#[derive(Default)]
struct TurnPlaces {
    phase: Option<Range<usize>>,
    /// The span of each action, and the order that is read from it; `None` for a text that is no order.
    actions: Vec<(Range<usize>, Option<ActionKind>)>,
}

impl Places {
    fn add(&mut self, span: Range<usize>, order: Option<ActionKind>) {
        if self.0.is_empty() {
            self.0.push(TurnPlaces::default());
        }
        if let Some(turn) = self.0.last_mut() {
            turn.actions.push((span, order));
        }
    }

    /// Returns the span of an order by a path to it, or of the words in it that the path leads to; else that of its
    /// phase.
    fn find(&self, path: &str, text: &str, named_board: &NamedBoard) -> Option<Range<usize>> {
        let (turn, rest) = index(path.strip_prefix("game.turns[")?)?;
        let turn = self.0.get(turn)?;
        let Some((action, field)) = rest.strip_prefix(".actions[").and_then(index) else { return turn.phase.clone() };
        let Some((span, order)) = turn.actions.get(action) else { return turn.phase.clone() };
        let field = field.strip_prefix('.').filter(|field| !field.is_empty());
        let words = field.zip(order.as_ref()).and_then(|(field, order)| {
            let words = order_grammar::words_of(field, order, text.get(span.clone())?, named_board)?;
            Some(span.start + words.start..span.start + words.end)
        });
        Some(words.unwrap_or_else(|| span.clone()))
    }
}

/// Splits `12]rest` into the number and the rest.
fn index(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
