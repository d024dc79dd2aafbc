//! Tests of correcting order files, and of the diagnostics for their text.

use proptest::prelude::*;

use crate::formats;
use crate::formats::TextFormat;
use crate::rules::RuleSet;
use crate::text::Report;
use crate::text::write_back::Written;

fn orders() -> &'static dyn TextFormat {
    formats::format("diplomacy-orders").unwrap().text().unwrap()
}

fn fixed(text: &str) -> Option<String> {
    let game = orders().read(text, &mut Report::new())?;
    match orders().correct(&game, text)?.ok()? {
        Written::Unchanged => Some(text.to_owned()),
        Written::Patched(text) | Written::Canonical(text) => Some(text),
    }
}

#[test]
fn what_is_determined_is_put_right() {
    let text = "S1901M\nRUSSIA: A MOS - STP/SC\nRUSSIA: A WAR/NC - UKR\nRUSSIA: F SEV/SC - BLA # by sea\nRUSSIA: F GOB - \
                STP / SC\n";
    let right =
        "S1901M\nRUSSIA: A MOS - STP\nRUSSIA: A WAR - UKR\nRUSSIA: F SEV - BLA (by sea)\nRUSSIA: F BOT - STP/SC\n";
    assert_eq!(fixed(text).as_deref(), Some(right));
    assert_eq!(fixed(right).as_deref(), Some(right));
}

#[test]
fn paths_in_any_order_lead_to_orders_and_to_words_in_them() {
    let text = "S1901M\nRUSSIA: A MOS - STP\nRUSSIA: A WAR - UKR\nF1901M\nRUSSIA: A UKR - RUM\n";
    let game = orders().read(text, &mut Report::new()).unwrap();
    let expected = [
        ("game.turns[1].actions[0].to", Some("RUM")),
        ("game.turns[0].actions[1]", Some("A WAR - UKR")),
        ("game.turns[0].actions[1].to", Some("UKR")),
        ("game.turns[0].actions[7]", Some("S1901M")),
        ("game.turns[0].actions[1]", Some("A WAR - UKR")),
        ("game.turns[1]", Some("F1901M")),
        ("game.turns[0].actions[0].from", Some("MOS")),
        ("game.title", None),
    ];
    let places = orders().places(text, &game, &expected.map(|(path, _)| path));
    let texts: Vec<Option<&str>> = places.into_iter().map(|place| Some(&text[place?])).collect();
    assert_eq!(texts, expected.map(|(_, text)| text));
}

#[test]
fn what_the_document_itself_writes_is_no_error() {
    let said = |order: &str| -> Vec<(String, bool)> {
        let text = format!("S1901M\nRUSSIA: {order}\n");
        let mut game = orders().read(&text, &mut Report::new()).unwrap();
        let mut report = Report::new();
        orders().validate(&mut game, Some(&text), RuleSet::Document, &mut report);
        report.into_found().into_iter().map(|d| (d.code.to_string(), d.is_error())).collect()
    };
    assert_eq!(said("F GOB - STP/SC"), [("DO156".to_owned(), false)]);
    assert_eq!(said("F BOT - STP / SC"), [("DO011".to_owned(), true)]);
    assert_eq!(said("F BOT - STP(SC)"), [("DO016".to_owned(), true)]);
    assert_eq!(said("F Gob - STP/SC"), [("DO013".to_owned(), true)]);
}

const PLACES: [&str; 16] = [
    "PAR", "BUR", "STP/NC", "STP/SC", "STP", "SPA", "spa/sc", "MOS/NC", "SEV/EC", "GOB", "Bulgaria", "BUL/WC", "BLA",
    "MAO", "ENG", "bre",
];

fn place() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&PLACES[..])
}

fn order() -> impl Strategy<Value = String> {
    let unit = || ("(A |F |f |army |)", place()).prop_map(|(letter, place)| format!("{letter}{place}"));
    let dash = prop::sample::select(&["-", " - ", "- ", " -> ", " \u{2013} "][..]);
    let end = prop::sample::select(&["", " VIA", " via convoy", ".", " # why"][..]);
    let verb = prop::sample::select(&[" S ", " supports ", " C ", " s "][..]);
    (unit(), verb, unit(), dash, place(), end, 0..4u8).prop_map(|(own, verb, other, dash, to, end, kind)| match kind {
        0 => format!("{own}{dash}{to}{end}"),
        1 => format!("{own}{verb}{other}{dash}{to}{end}"),
        2 => format!("{own}{verb}{other}{end}"),
        _ => format!("{own} HOLD{end}"),
    })
}

proptest! {
    /// Corrected text has nothing left to correct.
    #[test]
    fn correcting_twice_is_correcting_once(lines in prop::collection::vec((0..3usize, order()), 1..8)) {
        let powers = ["FRANCE", "RUSSIA", "TURKEY"];
        let lines: Vec<String> = lines.into_iter().map(|(power, order)| format!("{}: {order}\n", powers[power])).collect();
        let text = format!("S1901M\n{}", lines.concat());
        if let Some(once) = fixed(&text) {
            prop_assert_eq!(fixed(&once), Some(once));
        }
    }
}
