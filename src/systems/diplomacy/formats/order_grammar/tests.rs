use super::*;
use crate::model::PhaseKind;
use crate::systems::diplomacy::boards;
use crate::text::tested::saw;

fn read_one(text: &str, phase: PhaseKind) -> Result<(String, Vec<DeviationKind>), OrderError> {
    let named_board = boards::standard();
    let order = read(text, named_board, Some(phase))?;
    let deviations = order.deviations.iter().map(|deviation| deviation.kind).collect();
    Ok((written(&order.kind, named_board).unwrap(), deviations))
}

#[test]
fn canonical_orders_are_read_and_written_as_they_are() {
    use PhaseKind::*;
    for (phase, text) in [
        (Movement, "A PAR - BUR"),
        (Movement, "A PAR H"),
        (Movement, "A PAR S A MAR"),
        (Movement, "A PAR S A MAR - BUR"),
        (Movement, "A BRE - LON VIA"),
        (Movement, "F ENG C A BRE - LON"),
        (Movement, "F STP/NC - BAR"),
        (Movement, "F MAO - SPA/NC"),
        (Movement, "F GAS S F MAO - SPA/NC"),
        (Retreat, "A BUD R GAL"),
        (Retreat, "A PAR D"),
        (Adjustment, "A PAR B"),
        (Adjustment, "F STP/NC B"),
        (Adjustment, "A PAR D"),
        (Adjustment, "WAIVE"),
        (Builds, "PAR B"),
        (Movement, "PAR - BUR"),
        (Movement, "A PAR S MAR - BUR"),
    ] {
        assert_eq!(read_one(text, phase), Ok((text.to_owned(), vec![])), "{text}");
    }
}

#[test]
fn the_canonical_reader_and_the_tolerant_one_agree() {
    let named_board = boards::standard();
    for text in
        ["A PAR - BUR", "A PAR S A MAR - BUR", "F STP/NC C A LON - BEL", "A BRE - LON VIA", "A VIE D", "F STP/SC R FIN"]
    {
        for phase in [None, Some(PhaseKind::Movement), Some(PhaseKind::Retreat), Some(PhaseKind::Adjustment)] {
            let strict = read(text, named_board, phase).unwrap();
            let tolerant = read(&format!(" {text}"), named_board, phase).unwrap();
            assert_eq!((strict.kind, strict.deviations), (tolerant.kind, tolerant.deviations), "{text}");
        }
    }
}

#[test]
fn other_spellings_are_read_and_their_slips_named() {
    use DeviationKind::*;
    for (text, canonical, deviations) in [
        ("A PAR- BUR", "A PAR - BUR", &[Spacing][..]),
        ("A PAR-BUR", "A PAR - BUR", &[Spacing, Spacing]),
        ("A  PAR - BUR", "A PAR - BUR", &[Spacing]),
        ("A\u{A0}PAR\t-\tBUR", "A PAR - BUR", &[Spacing, Spacing, Spacing]),
        ("A Paris - Bur", "A PAR - BUR", &[Name, Case]),
        ("a par - bur", "A PAR - BUR", &[Case, Case, Case]),
        ("A PAR HOLD", "A PAR H", &[Verb]),
        ("A par h", "A PAR H", &[Case, Case]),
        ("F ENG CONVOY A BRE - LON", "F ENG C A BRE - LON", &[Verb]),
        ("F STP-NC - BAR", "F STP/NC - BAR", &[Coast]),
        ("F STP_NC - BAR", "F STP/NC - BAR", &[Coast]),
        ("F STP(NC) - BAR", "F STP/NC - BAR", &[Coast]),
        ("F STP (nc) - BAR", "F STP/NC - BAR", &[Coast]),
        ("F STP/nc - BAR", "F STP/NC - BAR", &[Case]),
        ("F St. Petersburg (north coast) - Barents Sea", "F STP/NC - BAR", &[Name, Coast, Name]),
        ("F STP/north coast - BAR", "F STP/NC - BAR", &[Coast]),
        ("A PAR – BUR", "A PAR - BUR", &[Dash]),
        ("A PAR -> BUR", "A PAR - BUR", &[Dash]),
        ("A PAR → BUR", "A PAR - BUR", &[Dash]),
        ("Army Paris moves to Burgundy", "A PAR - BUR", &[Name, Name, Verb, Name]),
        ("F Mid-Atlantic Ocean - North Sea", "F MAO - NTH", &[Name, Name]),
        ("F Mid-Atlantic - Spain (sc)", "F MAO - SPA/SC", &[Name, Name, Coast]),
        ("A MAR S A GAS", "A MAR S A GAS", &[]),
        ("F NOR - NTH", "F NWY - NTH", &[Name]),
        ("A BRE - LON via convoy", "A BRE - LON VIA", &[Verb]),
        ("A BRE - LON via", "A BRE - LON VIA", &[Case]),
        ("BUILD A PAR", "A PAR B", &[Verb]),
        ("remove fleet London", "F LON D", &[Verb, Name, Name]),
        ("A PAR - BUR.", "A PAR - BUR", &[Stop]),
        ("A PAR H.", "A PAR H", &[Stop]),
        ("F ENG - mid", "F ENG - MAO", &[Name]),
        ("A BUD retreats to GAL", "A BUD R GAL", &[Verb, Verb]),
    ] {
        let read = read_one(text, PhaseKind::Movement).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!((read.0.as_str(), &read.1[..]), (canonical, deviations), "{text}");
    }
}

#[test]
fn a_dash_in_a_retreat_phase_is_a_retreat() {
    assert_eq!(read_one("A BUD - VIE", PhaseKind::Retreat).unwrap().0, "A BUD R VIE");
}

#[test]
fn what_is_no_order_says_what_is_missing() {
    for (text, code, says) in [
        ("", "DO003", "found the end of the order"),
        ("Dear judge", "DO003", "Dear"),
        ("A PRAIS - BUR", "DO001", "PAR (Paris)"),
        ("A H", "DO001", "write the code"),
        ("A LIV - EDI", "DO001", "LVP (Liverpool) or LVN (Livonia)"),
        ("Amry PAR - BUR", "DO003", "did you mean `army`?"),
        ("G PAR - BUR", "DO003", "A (army) and F (fleet)"),
        ("A PAR", "DO004", "H, S, C, R, D or B"),
        ("Sprng 1901", "DO003", "did you mean the phase `S1901`?"),
        ("S1901X", "DO003", "did you mean the phase `S1901`?"),
        ("A PAR HODL", "DO004", "did you mean H (hold)?"),
        ("A PAR suports A MAR", "DO004", "did you mean S (supports)?"),
        ("A PAR -", "DO005", "BRE, BUR, GAS or PIC"),
        ("F ENG CONVOY A BRE", "DO005", "LON"),
        ("A PAR - BUR A MAR H", "DO006", "end of the order"),
        ("A PAR - BUR, A MAR H", "DO006", "end of the order"),
        ("A BRE - ENG - LON", "DO007", "A BRE - LON VIA"),
        ("French A PAR S A MAR", "DO008", "French"),
        ("A PAR S A", "DO003", "end of the order"),
        ("---", "DO003", "unit"),
        ("A PAR\0- BUR", "DO004", "\\0"),
    ] {
        let error = read_one(text, PhaseKind::Movement).unwrap_err();
        assert_eq!(error.code.id, code, "{text}: {error:?}");
        let shown = format!("{} {}", error.message, error.help);
        assert!(shown.contains(says), "{text}: {shown}");
        assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
    }
}

#[test]
fn a_long_text_is_soon_refused() {
    let text = "A PAR - ".repeat(100_000);
    assert!(read_one(&text, PhaseKind::Movement).is_err());
}

#[test]
fn a_name_of_several_provinces_is_refused_and_a_province_without_a_code_has_no_text() {
    use crate::model::{Board, Element, Territory, TerritoryRef};
    let territory = |id: &str, aliases: &[&str]| {
        let aliases = aliases.iter().map(|&alias| alias.to_owned()).collect();
        Element::Known(Territory { id: TerritoryRef::new(id), aliases, ..Territory::default() })
    };
    let territories =
        vec![territory("one", &["one", "lake"]), territory("two", &["two", "lake"]), territory("three", &["three"])];
    let named_board = crate::systems::diplomacy::rules::NamedBoard::new(&Board { territories, ..Board::default() });
    let error = read("A lake - one", &named_board, None).unwrap_err();
    assert_eq!((error.code.id, &*error.help), ("DO002", "write ONE (one) or TWO (two)"));
    saw(error.code.id);
    let order = read("A three - one", &named_board, None).unwrap();
    assert_eq!(written(&order.kind, &named_board), Err(UnwritableOrder::NoCode(TerritoryRef::new("three"))));
}
