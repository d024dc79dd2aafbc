//! Tests of completing orders, and of routes.

use super::*;

/// Returns the first order, completed, as JSON.
fn filled(phase: &str, units: &str, orders: &str) -> Value {
    let game = game(phase, units, orders);
    let whole = completed(&game, &boards::atlas_of(&game).unwrap());
    serde_json::to_value(&whole.turns[0].actions[0]).unwrap()
}

#[test]
fn what_is_determined_is_filled_in() {
    let rows: &[(&str, &str, &str, &str, &[&str])] = &[
        ("M", "", "PAR - BUR", "A PAR - BUR", &["piece"]),
        ("M", "", "BRE - MAO", "F BRE - MAO", &["piece"]),
        ("M", "F F BRE", "BRE H", "F BRE H", &["piece"]),
        ("M", "", "BRE H", "BRE H", &[]),
        ("M", "", "A BRE - LON", "A BRE - LON VIA", &["by_convoy"]),
        ("M", "", "A PAR - LON", "A PAR - LON", &[]),
        ("M", "", "F BLA - BUL", "F BLA - BUL/EC", &["to"]),
        ("M", "", "F MAO - SPA", "F MAO - SPA", &[]),
        ("M", "R F STP/SC", "F STP - BOT", "F STP/SC - BOT", &["from"]),
        ("M", "", "F GAS S F MAO - SPA; F MAO - SPA/NC", "F GAS S F MAO - SPA/NC", &["supported.to"]),
        ("M", "", "F GAS S MAO - SPA; F MAO - SPA/SC", "F GAS S F MAO - SPA/SC", &["supported.piece", "supported.to"]),
        ("M", "", "A GAS S F SPA; F SPA/NC H", "A GAS S F SPA/NC", &["supported.from"]),
        ("M", "", "ENG C BRE - LON", "F ENG C A BRE - LON", &["piece", "convoyed.piece"]),
        ("R", "T F AEG > BUL/SC", "F AEG R BUL", "F AEG R BUL/SC", &["to"]),
        ("A", "", "F: PAR B", "F: A PAR B", &["piece"]),
        ("A", "F F SPA/NC", "F: SPA D", "F: F SPA/NC D", &["piece", "at"]),
        ("A", "", "R: F STP B", "R: F STP B", &[]),
    ];
    for (phase, units, orders, expected, inferred) in rows {
        let mut whole = order(expected);
        if !inferred.is_empty() {
            whole["inferred"] = json!(inferred);
        }
        assert_eq!(filled(phase, units, orders), whole, "{orders}");
    }
}

#[test]
fn coasts_that_nothing_has_are_taken_away() {
    for (orders, expected) in [
        ("A MOS - STP/SC", "A MOS - STP"),
        ("A WAR/NC - UKR", "A WAR - UKR"),
        ("F SEV/SC - BLA", "F SEV - BLA"),
        ("F BLA - SEV/EC", "F BLA - SEV"),
        ("A GAS S A MAR - SPA/NC", "A GAS S A MAR - SPA"),
        ("F ENG C A BRE/NC - LON/SC", "F ENG C A BRE - LON"),
        ("A FIN - STP/NC", "A FIN - STP"),
        // There is no telling which coast is meant.
        ("F MAO - SPA/EC", "F MAO - SPA/EC"),
        // A support takes over values that were completed in another order.
        ("F AEG S F BLA - BUL; F BLA - BUL", "F AEG S F BLA - BUL/EC"),
    ] {
        let game = game("M", "", orders);
        let whole = corrected(&game, &boards::atlas_of(&game).unwrap());
        assert_eq!(serde_json::to_value(&whole.turns[0].actions[0]).unwrap(), order(expected), "{orders}");
        assert_eq!(corrected(&whole, &boards::atlas_of(&game).unwrap()), whole);
    }
}

#[test]
fn a_route_is_known_where_the_convoys_leave_one() {
    for (orders, expected) in [
        ("A BRE - NWY VIA; F ENG C A BRE - NWY; F NTH C A BRE - NWY", "eng nth"),
        ("A BRE - LON VIA; F ENG C A BRE - LON; F MAO C A BRE - LON", "eng"),
        ("A BRE - LON VIA; F ENG C A BRE - LON; F ENG C A BRE - LON", "eng"),
        ("A LON - BEL VIA; F ENG C A LON - BEL; F NTH C A LON - BEL", "Unclear"),
        ("A BRE - NWY VIA; F ENG C A BRE - NWY", "Stays"),
        ("A BRE - NWY VIA", "Stays"),
        ("A BRE - PAR VIA", "Walks"),
        ("A BRE - PAR VIA; F ENG C A BRE - PAR", "Stays"),
        ("F ENG - NTH; F NTH C A BRE - NWY", "Stays"),
    ] {
        let game = game("M", "", orders);
        let turn = &game.turns[0];
        let way = match Convoys::of(turn, boards::standard()).way(&turn.actions[0], boards::standard()) {
            Way::Route(seas) => seas.iter().map(|sea| sea.as_str()).collect::<Vec<_>>().join(" "),
            way => format!("{way:?}"),
        };
        assert_eq!(way, expected, "{orders}");
    }
}
