//! What the document forbids about the text of an order.

use crate::formats::diplomacy::codes::*;
use crate::formats::diplomacy::order::{Slip, SlipKind};
use crate::rules::diplomacy::{Atlas, Lookup};
use crate::text::Code;
use crate::text::printable::quoted;

/// The code of a slip, and what to say of the word that it is in.
pub fn said(atlas: &Atlas, slip: &Slip, word: &str, canonical: &str) -> (&'static Code, String) {
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
    }
}

/// Whether the Python engine (1.1.2) refuses an order for what it accepts in other words.
pub fn is_refused(slip: &Slip, word: &str) -> bool {
    match slip.kind {
        SlipKind::Dash => !matches!(word, "--" | "->" | "-->"),
        SlipKind::Coast => word.starts_with('_') || word.starts_with('/') && word.contains(' '),
        SlipKind::Verb => {
            ["m", "stand", "stands", "transport", "transports"].iter().any(|verb| verb.eq_ignore_ascii_case(word))
        }
        SlipKind::Spacing | SlipKind::Case | SlipKind::Name | SlipKind::Stop => false,
    }
}

/// The code that a name stands for, or the letter of a unit.
fn code_of(atlas: &Atlas, word: &str) -> String {
    match atlas.find(word) {
        Lookup::Territory(number) => atlas.code(number).unwrap_or(word).to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}
