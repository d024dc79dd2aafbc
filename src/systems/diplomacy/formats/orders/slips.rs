//! What the document forbids about the text of an order, and what engines make of it.

use crate::model::{ActionKind, PhaseKind};
use crate::systems::diplomacy::formats::codes::*;
use crate::systems::diplomacy::formats::order::{self, EngineReading, Slip, SlipKind, engine_reading, written};
use crate::systems::diplomacy::formats::record::OrderPart;
use crate::systems::diplomacy::rules::orders::codes::DOCUMENT_DIFFERS;
use crate::systems::diplomacy::rules::{Atlas, Lookup, orders as rules};
use crate::text::printable::quoted;
use crate::text::{Code, Diagnostic};

/// Says why a text is no order, or how it differs from what the document demands.
pub fn by_document(atlas: &Atlas, order: &OrderPart, text: &str, said: &mut Vec<Diagnostic>) {
    said.extend(order.trouble());
    let Some(canonical) = canonical(atlas, order) else { return };
    let mut codes: Vec<&Code> = Vec::new();
    for slip in &order.slips {
        if is_blank_in_coast(slip, word(order, slip, text)) {
            continue;
        }
        if is_documents_own(atlas, slip, word(order, slip, text)) {
            let message = "the document writes GOB in a row and an example, and the code of the board is BOT";
            said.push(
                Diagnostic::note(&DOCUMENT_DIFFERS, message)
                    .at(order.at(&slip.span))
                    .help(format!("write {canonical}")),
            );
            continue;
        }
        let (code, message) = forbidden(atlas, slip, word(order, slip, text), &canonical);
        // Once an order is enough: the right form is given as a whole.
        if !codes.contains(&code) {
            codes.push(code);
            said.push(Diagnostic::error(code, message).at(order.at(&slip.span)).help(format!("write {canonical}")));
        }
    }
}

/// Whether a coast is written as the document does it, but for blanks, which are a slip of their own.
fn is_blank_in_coast(slip: &Slip, word: &str) -> bool {
    let coast: String = word.split_whitespace().collect();
    slip.kind == SlipKind::Coast && coast.len() < word.len() && ["/NC", "/SC", "/EC", "/WC"].contains(&&*coast)
}

/// Whether a name is the one that the document has for the code of the board.
fn is_documents_own(atlas: &Atlas, slip: &Slip, word: &str) -> bool {
    slip.kind == SlipKind::Name && word == "GOB" && code_of(atlas, word) == "BOT"
}

/// Says where engines refuse a text, or read another order out of it.
pub fn by_engine(atlas: &Atlas, order: &OrderPart, text: &str, phase: Option<PhaseKind>, said: &mut Vec<Diagnostic>) {
    let has_engine = atlas.has_named_powers();
    let reading = |whole: &str| engine_reading(whole, atlas, phase);
    let own = text.get(order.text.clone()).unwrap_or_default();
    let kind = match &order.order {
        Ok(kind) => kind,
        Err(_) => {
            let d = order.trouble();
            let read = reading(own).and_then(|reading| Some((written(&reading.order, atlas).ok()?, d.clone()?)));
            return said.extend(match read {
                None => d,
                Some((read, d)) => {
                    let message = format!("{}; engines read {read}", d.message);
                    d.span.map(|span| {
                        Diagnostic::warning(&ANOTHER_ORDER, message)
                            .at(span)
                            .help(format!("write {read}, or what is meant"))
                    })
                }
            });
        }
    };
    if order.slips.is_empty() && order.remarks.is_empty() || !has_engine {
        return;
    }
    let whole = order.whole(text);
    match reading(whole) {
        Some(EngineReading { order: read, .. }) if rules::is_same(&read, kind, atlas) => {}
        Some(EngineReading { order: read, .. }) => {
            let Ok(read) = written(&read, atlas) else { return };
            let message = format!("{}: engines read {read}", quoted(whole));
            let help = canonical(atlas, order).map_or_else(String::new, |canonical| format!("write {canonical}"));
            said.push(Diagnostic::warning(&ANOTHER_ORDER, message).at(order.text.clone()).help(help));
        }
        None => {
            let slip = order.slips.iter().find(|slip| is_refused(slip, word(order, slip, text)));
            let (code, word, span) = match slip {
                Some(slip) => (forbidden(atlas, slip, "", "").0, word(order, slip, text), order.at(&slip.span)),
                None => (&REFUSED, whole, order.text.clone()),
            };
            let message = format!("{}: engines refuse the order", quoted(word));
            let help = canonical(atlas, order).map_or_else(String::new, |canonical| format!("write {canonical}"));
            said.push(Diagnostic::error(code, message).at(span).help(help));
        }
    }
}

fn canonical(atlas: &Atlas, part: &OrderPart) -> Option<String> {
    let mut kind = part.order.as_ref().ok()?.clone();
    // The document names no powers inside orders.
    match &mut kind {
        ActionKind::Support { supported, .. } => supported.player = None,
        ActionKind::Convoy { convoyed, .. } => convoyed.player = None,
        _ => {}
    }
    order::written(&kind, atlas).ok()
}

fn word<'t>(order: &OrderPart, slip: &Slip, text: &'t str) -> &'t str {
    text.get(order.at(&slip.span)).unwrap_or_default()
}

/// The code of a slip, and what to say of the word that it is in.
fn forbidden(atlas: &Atlas, slip: &Slip, word: &str, canonical: &str) -> (&'static Code, String) {
    let quoted = quoted(word);
    match slip.kind {
        SlipKind::Spacing if word.is_empty() => {
            (&SPACING, format!("a blank is missing: the document writes {canonical}"))
        }
        SlipKind::Spacing => (&SPACING, format!("single blanks only: the document writes {canonical}")),
        SlipKind::Case => (&CASE, format!("{quoted} in small letters: the document writes {}", word.to_uppercase())),
        SlipKind::Name => (&NOT_A_CODE, format!("{quoted} is {} in the document", code_of(atlas, word))),
        SlipKind::Verb => (&VERB, format!("{quoted}: the document writes {canonical}")),
        SlipKind::Dash => (&DASH, format!("{quoted} is not the hyphen - of the document")),
        SlipKind::Coast => (&COAST, format!("{quoted}: the document writes a coast as /NC, /SC, /EC or /WC")),
        SlipKind::Stop => (&STOP, "nothing stands behind an order, no full stop either".to_owned()),
        SlipKind::Words => (&OTHER_WORDS, format!("{quoted}: the document writes {canonical}")),
        SlipKind::Nationality => (&NATIONALITY, format!("{quoted} names a power inside an order: leave it out")),
    }
}

/// Whether a slip is one that the Python engine (1.1.2) may refuse an order for.
fn is_refused(slip: &Slip, word: &str) -> bool {
    match slip.kind {
        SlipKind::Dash => !matches!(word, "--" | "->" | "-->"),
        SlipKind::Coast => !word.starts_with('/'),
        SlipKind::Verb => ["m", "stand", "stands", "transport", "transports", "via"]
            .iter()
            .any(|verb| word.get(..verb.len()).is_some_and(|start| start.eq_ignore_ascii_case(verb))),
        _ => false,
    }
}

/// The code that a name stands for, or the letter of a unit.
fn code_of(atlas: &Atlas, word: &str) -> String {
    match atlas.find(word) {
        Lookup::Territory(number) => atlas.code(number).unwrap_or(word).to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}
