//! Looking at a record again, for people.

use std::ops::Range;

use super::read::for_each_part;
use super::{OrderPart, Syntax, What};
use crate::formats::Examination;
use crate::rules::RuleSet;
use crate::text::diagnostic::MOST_FINDINGS;
use crate::text::{Code, Diagnostic};

/// What is wrong about the text of orders, and where the values at `paths` stand.
pub fn examine<S: Syntax>(syntax: &S, text: &str, paths: &[&str], rules: RuleSet) -> Examination {
    let mut places = Places::default();
    let mut said: Vec<Diagnostic> = Vec::new();
    for_each_part(syntax, text, |part, claim, _| match part.what {
        What::Phase(..) => places.0.push(TurnPlaces { phase: Some(claim.start..claim.end), actions: Vec::new() }),
        What::Order(order) => {
            if said.len() <= MOST_FINDINGS {
                say(syntax, &order, text, rules, &mut said);
            }
            said.extend(order.said);
            places.add(order.text);
        }
        What::Power(_, Some(d)) => said.push(*d),
        What::Power(..) | What::Comment(_) => {}
    });
    Examination { said, places: paths.iter().map(|path| places.find(path)).collect() }
}

/// Says why a text is no order, or how it differs from what the document demands.
fn say<S: Syntax>(syntax: &S, order: &OrderPart, text: &str, rules: RuleSet, said: &mut Vec<Diagnostic>) {
    let at = |span: &Range<usize>| order.text.start + span.start..order.text.start + span.end;
    let kind = match &order.order {
        Ok(kind) => kind,
        Err(trouble) => {
            let d = Diagnostic::error(trouble.code, trouble.message.clone());
            said.push(d.at(at(&trouble.span)).help(trouble.help.clone()));
            return;
        }
    };
    if order.slips.is_empty() {
        return;
    }
    let mut canonical = String::new();
    if syntax.write(kind, &mut canonical).is_err() {
        return;
    }
    let mut codes: Vec<&Code> = Vec::new();
    for slip in &order.slips {
        let word = text.get(at(&slip.span)).unwrap_or_default();
        let Some((code, severity, message)) = syntax.slip(slip, word, &canonical, rules) else { continue };
        // Once an order is enough: the right form is given as a whole.
        if !codes.contains(&code) {
            codes.push(code);
            let help = format!("write {canonical}");
            said.push(Diagnostic::new(code, severity, message).at(at(&slip.span)).help(help));
        }
    }
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
