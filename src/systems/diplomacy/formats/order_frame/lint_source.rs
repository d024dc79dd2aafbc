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
    let mut places = Places::of(paths);
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut phase = None;
    for_each_part(syntax, text, |part, source_span, _| match part.what {
        What::Phase(of, ..) => {
            phase = of.phase.known().copied();
            places.begin_turn(Some(source_span.start..source_span.end));
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

/// Spans of the phases of a text, and of the orders that paths lead to.
struct Places {
    /// The span of each turn's phase; `None` before the first phase.
    phases: Vec<Option<Range<usize>>>,
    /// Number of orders in the last turn so far.
    orders: usize,
    /// The orders that paths lead to, in their order. Others are not kept: there may be a million.
    wanted: Vec<OrderPlace>,
}

struct OrderPlace {
    /// Number of the turn, and of the order in it.
    at: (usize, usize),
    /// Whether a path leads to words in it.
    has_field: bool,
    /// Its span; `None` before it is found.
    span: Option<Range<usize>>,
    /// The order that is read there; `None` if the text is no order, or its words are not wanted.
    order: Option<Box<ActionKind>>,
}

impl Places {
    fn of(paths: &[&str]) -> Places {
        let mut wanted = Vec::with_capacity(paths.len());
        for (turn, rest) in paths.iter().filter_map(|path| turn_of(path)) {
            if let Some((action, field)) = action_of(rest) {
                wanted.push(OrderPlace { at: (turn, action), has_field: !field.is_empty(), span: None, order: None });
            }
        }
        wanted.sort_unstable_by_key(|place| place.at);
        wanted.dedup_by(|again, first| {
            let is_same = again.at == first.at;
            first.has_field |= is_same && again.has_field;
            is_same
        });
        Places { phases: Vec::new(), orders: 0, wanted }
    }

    fn begin_turn(&mut self, phase: Option<Range<usize>>) {
        self.phases.push(phase);
        self.orders = 0;
    }

    fn add(&mut self, span: Range<usize>, order: Option<ActionKind>) {
        if self.phases.is_empty() {
            self.begin_turn(None);
        }
        if let Some(index) = self.index_of(self.phases.len() - 1, self.orders) {
            let wanted = &mut self.wanted[index];
            wanted.span = Some(span);
            wanted.order = order.filter(|_| wanted.has_field).map(Box::new);
        }
        self.orders += 1;
    }

    /// Returns the index of a wanted order.
    fn index_of(&self, turn: usize, order: usize) -> Option<usize> {
        self.wanted.binary_search_by_key(&(turn, order), |wanted| wanted.at).ok()
    }

    /// Returns the span of an order by a path to it, or of the words in it that the path leads to; else that of its
    /// phase.
    fn find(&self, path: &str, text: &str, named_board: &NamedBoard) -> Option<Range<usize>> {
        let (turn, rest) = turn_of(path)?;
        let phase = self.phases.get(turn)?;
        let Some((action, field)) = action_of(rest) else { return phase.clone() };
        let wanted = self.index_of(turn, action).map(|index| &self.wanted[index]);
        let Some(OrderPlace { span: Some(span), order, .. }) = wanted else {
            return phase.clone();
        };
        let field = field.strip_prefix('.').filter(|field| !field.is_empty());
        let words = field.zip(order.as_deref()).and_then(|(field, order)| {
            let words = order_grammar::words_of(field, order, text.get(span.clone())?, named_board)?;
            Some(span.start + words.start..span.start + words.end)
        });
        Some(words.unwrap_or_else(|| span.clone()))
    }
}

fn turn_of(path: &str) -> Option<(usize, &str)> {
    index(path.strip_prefix("game.turns[")?)
}

fn action_of(rest: &str) -> Option<(usize, &str)> {
    index(rest.strip_prefix(".actions[")?)
}

/// Splits `12]rest` into the number and the rest.
fn index(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.split_once(']')?;
    Some((number.parse().ok()?, rest))
}
