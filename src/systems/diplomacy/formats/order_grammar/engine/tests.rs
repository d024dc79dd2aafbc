//! Tests that orders are read as the Python engine 1.1.2 was observed to read them.

use proptest::prelude::*;

use super::engine_reading;
use super::phrases::{Vocabulary, compact};
use crate::model::PhaseKind;
use crate::systems::diplomacy::boards::standard;
use crate::systems::diplomacy::formats::order_grammar::{self, written};

fn read(text: &str, phase: PhaseKind) -> Option<String> {
    let reading = engine_reading(text, standard(), Some(phase))?;
    let order = written(&reading.order, standard()).ok()?;
    Some(if reading.is_plain { order } else { format!("{order} ?") })
}

#[test]
fn words_are_looked_up_with_at_most_eighty_behind_them() {
    let vocabulary = Vocabulary::of(standard()).unwrap();
    let count = |text: String| compact(&text, vocabulary).map(|words| words.len());
    assert_eq!(count("xyz ".repeat(81)), Some(81));
    assert_eq!(count("xyz ".repeat(82)), None);
    // What stands in brackets is one level below them.
    assert_eq!(count(format!("({})", "xyz ".repeat(80))), Some(80));
    assert_eq!(count(format!("({})", "xyz ".repeat(81))), None);
    assert_eq!(count("xyz ".repeat(79) + "(par)"), Some(80));
    assert_eq!(count("xyz ".repeat(80) + "(par)"), None);
    assert_eq!(count("xyz ".repeat(79) + "(par bur)"), None);
}

#[test]
fn the_engine_takes_words_in_many_sequences_and_passes_over_others() {
    for (text, order) in [
        ("A PAR - BUR", "A PAR - BUR"),
        ("A PAR BUR -", "A PAR - BUR"),
        ("a par-bur", "A PAR - BUR"),
        ("the F - NAP ION", "F NAP - ION"),
        ("FRANCE: A PAR - BUR", "A PAR - BUR"),
        ("Order: A PAR - BUR", "A PAR - BUR"),
        ("1. A PAR H", "A PAR H"),
        ("A MAR H.  (*void*)", "A MAR H"),
        ("A PAR - BUR (comment)", "A PAR - BUR ?"),
        ("A BER supports A WAR to SIL", "A BER S A WAR - SIL"),
        ("F ENG CONVOYS A PIC MOVE WAL", "F ENG C A PIC - WAL"),
        ("A MAR S ENGLISH F GAS", "A MAR S F GAS"),
        ("S A BEL HOLDS by A PIC", "A BEL S A PIC"),
        ("A PIC S A BEL HOLDS", "A PIC S A BEL"),
        ("F GRE - BUL.SC", "F GRE - BUL/SC"),
        ("F MAO - SPA (north coast)", "F MAO - SPA/NC"),
        ("F MAO - north coast of Spain", "F MAO - SPA/NC"),
        ("F MAO - SPA / NC", "F MAO - SPA/NC"),
        ("F GRE - Bulgaria south coast", "F GRE - BUL ?"),
        ("F AEG - EAS MED", "F AEG - EAS"),
        ("F WEST MED - N AFR", "F WES - NAF"),
        ("A LIV - EDI", "A LVN - EDI ?"),
        ("A VIE S A BUD - TR", "A VIE S A BUD ?"),
        ("A BRE - ENG - LON", "A BRE - LON VIA ?"),
        ("A LON - BRE BY CONVOY", "A LON - BRE"),
        ("A PAR S A MAR -", "A PAR S A MAR"),
        ("FL BRE - GAS", "BRE - GAS ?"),
    ] {
        assert_eq!(read(text, PhaseKind::Movement).as_deref(), Some(order), "{text}");
    }
    for (text, order) in [("R A BUD GAL", "A BUD R GAL"), ("A BUD R", "A BUD D"), ("A BUD - VIE", "A BUD R VIE")] {
        assert_eq!(read(text, PhaseKind::Retreat).as_deref(), Some(order), "{text}");
    }
    assert_eq!(read("BUILD F LON", PhaseKind::Adjustment).as_deref(), Some("F LON B"));
}

#[test]
fn the_engine_refuses_what_makes_no_order() {
    for text in [
        "A BRE - ENG - LON - ",
        "W PAR - BUR",
        "F ENG C A BRE - LON VIA",
        "F LON S F BRE - ENG H",
        "F TRI - VEN ()",
        "A PAR \u{2013} BUR",
        "A PAR m BUR",
        "A XYZ - PAR",
        "WAIVE.",
        "A PAR",
        "",
        "((((((((((",
        ": : : : :",
    ] {
        assert_eq!(read(text, PhaseKind::Movement), None, "{text}");
    }
    assert_eq!(read("waive", PhaseKind::Adjustment), None);
    let long = "( ".repeat(200);
    assert_eq!(read(&long, PhaseKind::Movement), None);
}

proptest! {
    /// For any words in any sequence nothing panics, and an order that is read is read again from its canonical text,
    /// by the reading for people and by the engine's.
    #[test]
    fn any_words_give_one_order_or_none(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..12),
        glue in prop::collection::vec(prop::sample::select(&[" ", "  ", "", "\t", "\u{A0}"][..]), 12),
        phase in prop::sample::select(&[PhaseKind::Movement, PhaseKind::Retreat, PhaseKind::Adjustment][..]),
    ) {
        let text: String = words.iter().zip(&glue).flat_map(|(word, glue)| [*word, *glue]).collect();
        let taken = engine_reading(&text, standard(), Some(phase)).filter(|reading| reading.is_plain);
        let orders = taken.map(|reading| reading.order).into_iter();
        for order in orders.chain(order_grammar::read(&text, standard(), Some(phase)).ok().map(|read| read.kind)) {
            let Ok(canonical) = written(&order, standard()) else { continue };
            let again = order_grammar::read(&canonical, standard(), Some(phase));
            prop_assert_eq!(again.map(|read| read.kind), Ok(order), "{} became {}", text, canonical);
        }
    }
}

const WORDS: &[&str] = &[
    "A",
    "F",
    "W",
    "a",
    "Army",
    "PAR",
    "BUR",
    "bur",
    "BRE",
    "ENG",
    "North Sea",
    "LON",
    "STP/SC",
    "STP",
    "(sc)",
    "SPA",
    "north coast",
    "/NC",
    "NC",
    "-",
    "->",
    "\u{2013}",
    "=",
    "_",
    "S",
    "SUPPORTS",
    "C",
    "convoys",
    "H",
    "HOLDS",
    "R",
    "D",
    "B",
    "BUILD",
    "WAIVE",
    "VIA",
    "by",
    "convoy",
    "to",
    "TO",
    "the",
    "of",
    "with",
    "through",
    "over",
    "from",
    "or",
    "?",
    "~",
    "|",
    "*",
    "(",
    ")",
    "(*void*)",
    "(comment)",
    "[",
    "]",
    ".",
    ":",
    "FRANCE",
    "French",
    "English",
    "ENGLISH CHANNEL",
    "Order",
    "XYZ",
    "LIV",
    "1",
    "!",
    "\\",
    "EAS MED",
    "\u{0}",
];
