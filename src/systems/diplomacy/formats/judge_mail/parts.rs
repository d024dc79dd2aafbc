//! Splits a line into its parts: a phase, a command, a condition, or orders.

use crate::formats::phase::Form;
use crate::model::ActionKind;
use crate::systems::diplomacy::formats::codes;
use crate::systems::diplomacy::formats::judge_grammar::{self, Special};
use crate::systems::diplomacy::formats::order_frame::{OrderPart, Part, State, What};
use crate::systems::diplomacy::formats::order_grammar::{OrderError, is_blank};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic};

/// Splits a line that begins at byte `at` of the file into parts.
pub fn parts(named_board: &NamedBoard, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>) {
    let is_gap = |c: char| is_blank(c) || matches!(c, ';' | ',');
    let text = line.trim_matches(is_gap);
    if text.is_empty() {
        return;
    }
    let start = at + line.len() - line.trim_start_matches(is_gap).len();
    let span = start..start + text.len();
    let mut whole = |order: Result<ActionKind, OrderError>, signs_on| {
        let order = OrderPart { signs_on, ..OrderPart::new(order, span.clone()) };
        out.push(Part { span: span.clone(), what: What::Order(Box::new(order)) });
    };
    let special = judge_grammar::special(text);
    if state.in_message {
        state.in_message = special != Some(Special::EndOfMessage);
        return whole(Ok(ActionKind::Command), None);
    }
    match special {
        Some(Special::Phase(phase)) => {
            out.push(Part { span, what: What::Phase(phase, Form::Short, Vec::new()) });
        }
        Some(Special::OtherPhase) => {
            let behind = text.find(is_blank).map_or("", |end| text[end..].trim_start_matches(is_blank));
            let found = if behind.is_empty() { "the end of the line".to_owned() } else { quoted(behind) };
            let message = format!("expected a season, a year and M, R or B after PHASE, found {found}");
            let help = "write a line such as PHASE F 1905 M";
            let span = text.len() - behind.len()..text.len();
            whole(Err(OrderError { code: &codes::NO_ORDER, span, message, help: help.into() }), None);
        }
        Some(Special::Condition) => whole(Ok(ActionKind::Condition), None),
        Some(Special::SignOn { power, .. }) => whole(Ok(ActionKind::Command), power),
        Some(Special::Message) => {
            state.in_message = true;
            whole(Ok(ActionKind::Command), None);
        }
        Some(Special::EndOfMessage | Special::Command) => whole(Ok(ActionKind::Command), None),
        None => orders(named_board, text, start, state, out),
    }
}

fn orders(named_board: &NamedBoard, text: &str, at: usize, state: &State, out: &mut Vec<Part>) {
    let items = judge_grammar::line_for(state.purpose, text, named_board, state.phase);
    for item in items {
        if let Some((seat, span)) = item.power {
            out.push(Part { span: at + span.start..at + span.end, what: What::Power(Some(seat), None) });
        }
        let span = at + item.span.start..at + item.span.end;
        let order = match item.order {
            Ok(order) => {
                let diagnostics = order.deviations.iter().map(|deviation| {
                    let place = at + deviation.span.start..at + deviation.span.end;
                    let code: &'static Code = deviation.code();
                    Diagnostic::warning(code, deviation.message(text)).at(place).help(code.advice)
                });
                OrderPart { diagnostics: diagnostics.collect(), ..OrderPart::new(Ok(order.kind), span.clone()) }
            }
            Err(error) => {
                // The error has spans in the line, and the part needs them in its own text.
                let place = |offset: usize| offset.clamp(item.span.start, item.span.end) - item.span.start;
                let own = place(error.span.start)..place(error.span.end);
                OrderPart::new(Err(OrderError { span: own, ..error }), span.clone())
            }
        };
        out.push(Part { span, what: What::Order(Box::new(order)) });
    }
}
