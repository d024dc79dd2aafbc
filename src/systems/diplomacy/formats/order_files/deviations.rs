//! Diagnostics for the text of orders that the notation document forbids, or that engines refuse or misread.

use crate::model::{ActionKind, PhaseKind};
use crate::systems::diplomacy::formats::codes::*;
use crate::systems::diplomacy::formats::order_frame::OrderPart;
use crate::systems::diplomacy::formats::order_grammar::{
    self, Deviation, DeviationKind, EngineReading, engine_reading, written,
};
use crate::systems::diplomacy::rules::orders::codes::DOCUMENT_DIFFERS;
use crate::systems::diplomacy::rules::{Lookup, NamedBoard, orders as rules};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic};

/// Reports why a text is no order, or how it deviates from what the notation document demands.
pub fn by_document(named_board: &NamedBoard, order: &OrderPart, text: &str, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.extend(order.error());
    let Some(canonical) = canonical(named_board, order) else { return };
    let mut codes: Vec<&Code> = Vec::new();
    for deviation in &order.deviations {
        if is_blank_in_coast(deviation, word(order, deviation, text)) {
            continue;
        }
        if is_documents_own(named_board, deviation, word(order, deviation, text)) {
            let message = "the document writes GOB in a row and an example, but the code of the board is BOT";
            diagnostics.push(
                Diagnostic::note(&DOCUMENT_DIFFERS, message)
                    .at(order.at(&deviation.span))
                    .help(format!("write {canonical}")),
            );
            continue;
        }
        let (code, message) = forbidden(named_board, deviation, word(order, deviation, text), &canonical);
        // One diagnostic of each code is enough, as its advice gives the right form of the whole order.
        if !codes.contains(&code) {
            codes.push(code);
            diagnostics.push(
                Diagnostic::error(code, message).at(order.at(&deviation.span)).help(format!("write {canonical}")),
            );
        }
    }
}

/// Returns whether a coast has the document's form except for blanks, which are a deviation of their own.
fn is_blank_in_coast(deviation: &Deviation, word: &str) -> bool {
    let coast: String = word.split_whitespace().collect();
    deviation.kind == DeviationKind::Coast
        && coast.len() < word.len()
        && ["/NC", "/SC", "/EC", "/WC"].contains(&&*coast)
}

/// Returns whether a name is the one that the document itself uses for the code of the board.
fn is_documents_own(named_board: &NamedBoard, deviation: &Deviation, word: &str) -> bool {
    deviation.kind == DeviationKind::Name && word == "GOB" && code_of(named_board, word) == "BOT"
}

/// Reports where engines refuse a text, or read another order out of it.
pub fn by_engine(
    named_board: &NamedBoard,
    order: &OrderPart,
    text: &str,
    phase: Option<PhaseKind>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let has_engine = named_board.has_named_powers();
    let reading = |whole: &str| engine_reading(whole, named_board, phase);
    let own = text.get(order.text.clone()).unwrap_or_default();
    let kind = match &order.order {
        Ok(kind) => kind,
        Err(_) => {
            let d = order.error();
            let read = reading(own).and_then(|reading| Some((written(&reading.order, named_board).ok()?, d.clone()?)));
            return diagnostics.extend(match read {
                None => d,
                Some((read, d)) => {
                    let message = format!("{}, but engines read {read}", d.message);
                    d.span.map(|span| {
                        Diagnostic::warning(&ANOTHER_ORDER, message)
                            .at(span)
                            .help(format!("write {read} if that is meant, or correct the order"))
                    })
                }
            });
        }
    };
    if order.deviations.is_empty() && order.remarks.is_empty() || !has_engine {
        return;
    }
    let whole = order.whole(text);
    match reading(whole) {
        Some(EngineReading { order: read, .. }) if rules::is_same(&read, kind, named_board) => {}
        Some(EngineReading { order: read, .. }) => {
            let Ok(read) = written(&read, named_board) else { return };
            let message = format!("engines read {} as {read}", quoted(whole));
            let help = canonical(named_board, order).map_or_else(String::new, |canonical| format!("write {canonical}"));
            diagnostics.push(Diagnostic::warning(&ANOTHER_ORDER, message).at(order.text.clone()).help(help));
        }
        None => {
            let deviation =
                order.deviations.iter().find(|deviation| is_refused(deviation, word(order, deviation, text)));
            let (code, message, span) = match deviation {
                Some(deviation) => {
                    let message = format!("engines void the order because of {}", quoted(word(order, deviation, text)));
                    (forbidden(named_board, deviation, "", "").0, message, order.at(&deviation.span))
                }
                None => (&REFUSED, format!("engines find no order in {}", quoted(whole)), order.text.clone()),
            };
            let help = canonical(named_board, order).map_or_else(String::new, |canonical| format!("write {canonical}"));
            diagnostics.push(Diagnostic::error(code, message).at(span).help(help));
        }
    }
}

fn canonical(named_board: &NamedBoard, part: &OrderPart) -> Option<String> {
    let mut kind = part.order.as_ref().ok()?.clone();
    // The document has no powers inside orders.
    match &mut kind {
        ActionKind::Support { supported, .. } => supported.player = None,
        ActionKind::Convoy { convoyed, .. } => convoyed.player = None,
        _ => {}
    }
    order_grammar::written(&kind, named_board).ok()
}

fn word<'t>(order: &OrderPart, deviation: &Deviation, text: &'t str) -> &'t str {
    text.get(order.at(&deviation.span)).unwrap_or_default()
}

/// Returns the code and the message for a deviation at a word.
fn forbidden(named_board: &NamedBoard, deviation: &Deviation, word: &str, canonical: &str) -> (&'static Code, String) {
    let quoted = quoted(word);
    match deviation.kind {
        DeviationKind::Spacing if word.is_empty() => {
            (&SPACING, format!("missing blank: the document writes {canonical}"))
        }
        DeviationKind::Spacing => (&SPACING, format!("wrong spacing: the document writes {canonical}")),
        DeviationKind::Case => {
            (&CASE, format!("expected {}, found {quoted}: the document asks for capitals", word.to_uppercase()))
        }
        DeviationKind::Name => (
            &NOT_A_CODE,
            format!("expected {}, found {quoted}: the document asks for codes", code_of(named_board, word)),
        ),
        DeviationKind::Verb => (&VERB, format!("unexpected {quoted}: the document writes {canonical}")),
        DeviationKind::Dash => (&DASH, format!("expected a hyphen, found {quoted}")),
        DeviationKind::Coast => (&COAST, format!("expected a coast such as /NC, /SC, /EC or /WC, found {quoted}")),
        DeviationKind::Stop => (&STOP, "expected the end of the order, found a full stop".to_owned()),
        DeviationKind::Words => (&OTHER_WORDS, format!("unexpected wording {quoted}: the document writes {canonical}")),
        DeviationKind::Nationality => (&NATIONALITY, format!("unexpected power {quoted} inside an order")),
    }
}

/// Returns whether the Python engine (1.1.2) may refuse an order because of a deviation.
fn is_refused(deviation: &Deviation, word: &str) -> bool {
    match deviation.kind {
        DeviationKind::Dash => !matches!(word, "--" | "->" | "-->"),
        DeviationKind::Coast => !word.starts_with('/'),
        DeviationKind::Verb => ["m", "stand", "stands", "transport", "transports", "via"]
            .iter()
            .any(|verb| word.get(..verb.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb))),
        _ => false,
    }
}

/// Returns the code that a name stands for, or the letter of a unit.
fn code_of(named_board: &NamedBoard, word: &str) -> String {
    match named_board.find(word) {
        Lookup::Territory(number) => named_board.code(number).unwrap_or(word).to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}
