use super::*;
use crate::model::{Field, Phase, PhaseKind, Season};
use crate::systems::diplomacy::boards;
use crate::text::tested::saw;
use PhaseKind::{Adjustment, Builds, Movement, Retreat};

/// Reads a text that is a single order; returns its canonical text and its deviations.
fn read_one(text: &str, phase: impl Into<Option<PhaseKind>>) -> Result<(String, Vec<DeviationKind>), OrderError> {
    let named_board = boards::standard();
    let order = read(text, named_board, phase.into())?;
    assert_eq!(text[order.end..].trim_matches([' ', '\t']), "", "{text}: {order:?}");
    let mut written = String::new();
    write(&order.kind, named_board, &mut written).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    for deviation in &order.deviations {
        assert!(!deviation.message(text).is_empty() && !deviation.code().advice.is_empty());
    }
    Ok((written, order.deviations.iter().map(|deviation| deviation.kind).collect()))
}

fn reads(phase: impl Into<Option<PhaseKind>>, texts: &[(&str, &str)]) {
    let phase = phase.into();
    for (text, canonical) in texts {
        let read = read_one(text, phase).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(read, ((*canonical).to_owned(), vec![]), "{text}");
    }
}

/// Asserts the code of each refused text, and a part of its message or advice.
fn refuses(phase: impl Into<Option<PhaseKind>>, texts: &[(&str, &str, &str)]) {
    let (phase, named_board) = (phase.into(), boards::standard());
    for (text, code, says) in texts {
        let error = match read(text, named_board, phase) {
            Err(error) => error,
            Ok(order) => panic!("{text}: {order:?}"),
        };
        let shown = format!("{} {} {}", error.code.id, error.message, error.help);
        assert!(shown.starts_with(code) && shown.contains(says), "{text}: {shown}");
        saw(error.code.id);
        assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
    }
}

#[test]
fn every_line_of_the_grammar_is_read() {
    let movement = [
        ("A par - bur", "A par - bur"),
        ("A par - bur.", "A par - bur"),
        ("F mid-spa/nc. ", "F mao - spa/nc"),
        ("a bur s a par-mun.", "A bur s A par - mun"),
        ("a par-bur", "A par - bur"),
        ("A par - bur.", "A par - bur"),
        ("ARMY PARIS -> BURGUNDY", "A par - bur"),
        ("par m bur", "par - bur"),
        ("a par move bur", "A par - bur"),
        ("a par moves  bur", "A par - bur"),
        ("a par moves to bur", "A par - bur"),
        ("a par move\tto bur", "A par - bur"),
        ("\ta \t par\t-\tbur \t", "A par - bur"),
        ("fleet st. petersburg (north coast) - barents sea", "F stp/nc - bar"),
        ("f St Petersburg/north coast-bar", "F stp/nc - bar"),
        ("f stp (NC) - bar", "F stp/nc - bar"),
        ("f mid - spa/SC", "F mao - spa/sc"),
        ("f mid-atlantic ocean-gas", "F mao - gas"),
        ("A PAR H", "A par h"),
        ("par hold", "par h"),
        ("par holds", "par h"),
        ("par stand", "par h"),
        ("par stands", "par h"),
        ("A par s A mar", "A par s A mar"),
        ("A par supports mar - bur", "A par s mar - bur"),
        ("A par support a mar->bur", "A par s A mar - bur"),
        ("F gas s F mao - spa/nc", "F gas s F mao - spa/nc"),
        ("F eng c A bre - lon", "F eng c A bre - lon"),
        ("F eng convoy bre-lon", "F eng c bre - lon"),
        ("F eng convoys A bre - lon", "F eng c A bre - lon"),
        ("F eng t A bre - lon", "F eng c A bre - lon"),
        ("F eng transport A bre m lon", "F eng c A bre - lon"),
        ("F eng transports A bre - lon", "F eng c A bre - lon"),
        ("F eng f A bre - lon", "F eng c A bre - lon"),
        ("F eng ff A bre - lon", "F eng c A bre - lon"),
        ("F eng ferry A bre - lon", "F eng c A bre - lon"),
        ("F eng fast ferry A bre - lon", "F eng c A bre - lon"),
        ("a bre-eng-nth-lon", "A bre - eng - nth - lon"),
        ("w par - bur", "W par - bur"),
        ("wing par - bur", "W par - bur"),
    ];
    reads(Movement, &movement);
    reads(None, &movement);
    reads(Retreat, &[("A bud - gal", "A bud - gal"), ("bud m gal", "bud - gal"), ("A bud d", "A bud d")]);
    reads(Retreat, &[("bud disband", "bud d"), ("A bud disbands", "A bud d"), ("f stp/sc-fin", "F stp/sc - fin")]);
    let adjustments = [
        ("b a par", "Build A par"),
        ("BUILD FLEET ST PETERSBURG (NORTH COAST)", "Build F stp/nc"),
        ("build f stp/sc", "Build F stp/sc"),
        ("r a par", "Remove A par"),
        ("remove par", "Remove par"),
        ("d a par", "Remove A par"),
        ("disband f eng", "Remove F eng"),
        ("debuild f eng", "Remove F eng"),
        ("w", "Waive"),
        ("WAIVE", "Waive"),
    ];
    reads(Adjustment, &adjustments);
    reads(Builds, &adjustments);
    reads(None, &adjustments);
    reads(None, &[("A bud d", "A bud d")]);
}

#[test]
fn a_route_is_kept_and_a_lone_move_has_none() {
    let named_board = boards::standard();
    let via = |text| match read(text, named_board, None).unwrap().kind {
        crate::model::ActionKind::Move { via, by_convoy: None, to, .. } => (via, to.to_string()),
        other => panic!("{other:?}"),
    };
    assert_eq!(via("a bre-eng-lon"), (Some(thin_vec::thin_vec!["eng".into()]), "lon".to_owned()));
    assert_eq!(via("a bre-lon"), (None, "lon".to_owned()));
}

#[test]
fn what_the_judge_reads_in_its_own_way_is_a_slip() {
    use DeviationKind::*;
    for (phase, text, canonical, deviation) in [
        (Movement, "F mid-spa sc", "F mao - spa", Coast),
        (Movement, "F mid-spa s.c.", "F mao - spa", Coast),
        (Movement, "F mid-spa (s.c.)", "F mao - spa", Coast),
        (Movement, "F mid-spa/s.c.", "F mao - spa", Coast),
        (Movement, "F mid-spa south coast", "F mao - spa", Coast),
        (Movement, "F gas s F spa sc", "F gas s F spa", Coast),
        (Movement, "A par holding", "A par h", Verb),
        (Movement, "A par h.", "A par h", Verb),
        (Movement, "A par sa mar", "A par s A mar", Verb),
        (Movement, "A par mbur", "A par - bur", Verb),
        (Retreat, "A bud disbanded", "A bud d", Verb),
        (Adjustment, "waived", "Waive", Verb),
        (Adjustment, "A PAR B", "Build A par", VerbBehind),
        (Adjustment, "F STP/NC B", "Build F stp/nc", VerbBehind),
        (Adjustment, "A PAR D", "Remove A par", VerbBehind),
        (Adjustment, "build f stp nc", "Build F stp", Coast),
    ] {
        let read = read_one(text, phase).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(read, (canonical.to_owned(), vec![deviation]), "{text}");
    }
    assert_eq!(read_one("A PAR B", None).unwrap().1, [VerbBehind]);
}

#[test]
fn what_the_judge_rejects_or_misreads_says_how_to_write_it() {
    refuses(
        Movement,
        &[
            ("F eng convoys brest to london", "DO035", "from Brest to Brest"),
            ("F eng c A bre", "DO035", "from Brest to Brest"),
            ("A bre-lon via", "DO036", "A bre - eng - lon"),
            ("A bre-lon by convoy", "DO036", "seas"),
            ("A par s french a bre", "DO008", "french"),
            ("A par d", "DO037", "disembark"),
            ("A par disband", "DO038", "disband"),
            ("a(par)-bur", "DO042", "(par)-bur"),
            ("apar-bur", "DO042", "write A par"),
            ("parmbur", "DO042", "after par"),
            ("a-par h", "DO001", "a-par"),
            ("A par to bur", "DO032", "to"),
            ("A par => bur", "DO032", "=>"),
            ("A par s A mar to bur", "DO032", "to"),
            ("A par s A mar - bur - mun", "DO044", "-"),
            ("A par", "DO032", "verb"),
            ("A par bur", "DO032", "bur"),
            ("A kie hol", "DO032", "reads \"h\""),
            ("A par -", "DO005", "BUR"),
            ("A par - ;", "DO005", "BUR"),
            ("A par supporting a mar", "DO034", "ing"),
            ("A par - mosc", "DO001", "Moscow"),
            ("A liv - edi", "DO001", "Liverpool"),
            ("F spa sc - mid", "DO033", "write spa/sc"),
            ("F spa (s.c.) - mid", "DO033", "write spa/sc"),
            ("F gas s F spa south coast - mid", "DO033", "write spa/sc"),
            ("F mid - spa-sc", "DO001", "sc"),
            ("A par h - bur", "DO044", "-"),
            ("A par transform", "DO041", "transform"),
            ("Build A par", "DO038", "movement"),
            ("Waive", "DO038", "movement"),
            ("A", "DO001", "\"A\""),
            ("", "DO003", "unit"),
            (" \t", "DO003", "unit"),
            ("Dear judge", "DO001", "Dear"),
            ("PHSE S 1901 M", "DO001", "did you mean `PHASE`?"),
            ("A par – bur", "DO031", "U+2013"),
            ("A par → bur", "DO031", "U+2192"),
            ("A\u{a0}par - bur", "DO031", "U+00A0"),
            ("A par\u{a0}- bur", "DO031", "U+00A0"),
            ("A par -\u{a0}bur", "DO031", "U+00A0"),
            ("A par - bur\u{a0}", "DO031", "U+00A0"),
            ("F eng c A bre – lon", "DO031", "U+2013"),
            ("A par\0 - bur", "DO031", "\\0"),
            ("A p\u{1b}[31mar - bur", "DO031", "\\u{1b}"),
            ("A Ärlich - bur", "DO001", "Ärlich"),
        ],
    );
    refuses(
        Retreat,
        &[
            ("A bud h", "DO038", "retreat"),
            ("A bud s A vie", "DO038", "retreat"),
            ("A bud r gal", "DO032", "r"),
            ("A bud - gal - war", "DO044", "-"),
            ("A bud den", "DO032", "reads \"d\""),
            ("Remove A bud", "DO038", "retreat"),
        ],
    );
    refuses(
        Adjustment,
        &[
            ("A par", "DO039", "par"),
            ("w par", "DO039", "par"),
            ("A par b A mar", "DO039", "par"),
            ("A par d A mar", "DO039", "par"),
            ("par", "DO039", "par"),
            ("build par", "DO043", "par"),
            ("par b", "DO043", "par"),
            ("A par - bur", "DO038", "adjustment"),
            ("m a par", "DO041", "\"m\""),
            ("maintain a par", "DO041", "maintain"),
            ("transform a par", "DO041", "transform"),
            ("builds a par", "DO034", "build"),
            ("build a", "DO001", "a"),
            ("build", "DO003", "what is built"),
            ("remove it", "DO001", "it"),
        ],
    );
}

/// Returns the orders of a line in canonical form, or the code of the error and the text for those that are none.
fn items(text: &str, phase: impl Into<Option<PhaseKind>>) -> Vec<String> {
    let named_board = boards::standard();
    let shown = |item: Item| match item.order {
        Ok(order) => {
            let mut written = String::new();
            write(&order.kind, named_board, &mut written).unwrap();
            assert_eq!(order.end, item.span.end);
            item.power.iter().map(|(seat, _)| format!("{seat}: ")).collect::<String>() + &written
        }
        Err(error) => format!("{} {}", error.code.id, &text[item.span]),
    };
    line(text, named_board, phase.into()).into_iter().map(shown).collect()
}

#[test]
fn orders_of_a_line_stand_behind_separators_or_nothing() {
    for (text, expected) in [
        ("", &[][..]),
        (" ; ,, ", &[]),
        ("a par h;a mar h,f bre h", &["A par h", "A mar h", "F bre h"]),
        ("a par h a mar h f bre - mid", &["A par h", "A mar h", "F bre - mao"]),
        ("a par - bur a mar s par - bur ;", &["A par - bur", "A mar s par - bur"]),
        ("F: a par h; a mar h", &["F: A par h", "A mar h"]),
        (" f:a par h", &["F: A par h"]),
        ("1: a par h", &["1: A par h"]),
        ("a par h; E: f lon h, f edi h", &["A par h", "E: F lon h", "F edi h"]),
        ("France: a par h", &["DO045 France: a par h"]),
        ("a par h please ; a mar h", &["A par h", "DO001 please", "A mar h"]),
        ("a par s french a mar , a mar h", &["DO008 a par s french a mar", "A mar h"]),
        ("f mid-spa sc a par h", &["F mao - spa", "A par h"]),
        ("a par h (really)", &["A par h", "DO042 (really)"]),
    ] {
        assert_eq!(items(text, Movement), expected, "{text}");
    }
    assert_eq!(items("build a par, f bre; waive", Adjustment), ["Build A par", "DO039 f bre", "Waive"]);
    let named_board = boards::standard();
    let error = line("a par h; x - y", named_board, None).pop().unwrap().order.unwrap_err();
    assert_eq!(error.span, 9..10);
    let letter = line("a par h; E: f lon h", named_board, None).pop().unwrap().order.unwrap().deviations;
    assert_eq!((letter[0].code().id, letter[0].span.clone()), ("DO045", 9..11));
    let deviations = line("a par h; f mid - spa sc", named_board, None).pop().unwrap().order.unwrap().deviations;
    assert_eq!(deviations[0].span, 21..23);
}

#[test]
fn the_name_of_a_power_is_told_by_its_letter() {
    let named_board = boards::standard();
    let error = line("France: a par h", named_board, None).pop().unwrap().order.unwrap_err();
    assert!(error.help.contains("F:"), "{error:?}");
    let error = line("Frnace: a par h", named_board, None).pop().unwrap().order.unwrap_err();
    assert_eq!(error.help, "did you mean F (FRANCE)?");
}

#[test]
fn long_lines_are_read_in_linear_time() {
    let named_board = boards::standard();
    for part in
        ["a par h ", "a par - ", "a-", "x,", "xx,", " ", "\t;", "(", "a par s ", "a par - bur sc ", "par.", "–", "via "]
    {
        let text = part.repeat(100_000 / part.len());
        for phase in [Some(Movement), Some(Adjustment)] {
            let items = line(&text, named_board, phase);
            assert!(items.iter().all(|item| text.get(item.span.clone()).is_some()));
        }
        let text = format!("a par - bur{text}a mar h");
        assert_eq!(line(&text, named_board, None)[0].span.start, 0);
    }
}

#[test]
fn lines_that_are_no_orders_are_known() {
    let phase = |season, year, kind| {
        let phase = Phase { season: Field::Known(season), year: Field::Known(year), phase: Field::Known(kind) };
        Some(Special::Phase(phase))
    };
    let sign_on = |seat: &str, game| Some(Special::SignOn { power: (seat != "?").then(|| seat.into()), game });
    for (text, expected) in [
        ("PHASE F 1905 M", phase(Season::Fall, 1905, Movement)),
        ("phase s1901r", phase(Season::Spring, 1901, Retreat)),
        (" Phase fall 1905 movement", phase(Season::Fall, 1905, Movement)),
        ("PHASE soon", Some(Special::OtherPhase)),
        ("IF NOT F par THEN", Some(Special::Condition)),
        ("else if f par", Some(Special::Condition)),
        ("ELSE", Some(Special::Condition)),
        ("endif", Some(Special::Condition)),
        ("SIGNON Ffgame password", sign_on("F", "fgame")),
        ("signon ?game x", sign_on("?", "game")),
        ("signon", Some(Special::Command)),
        ("SIGNOFF", Some(Special::Command)),
        ("set wait", Some(Special::Command)),
        ("PRESS TO A", Some(Special::Message)),
        ("endpress", Some(Special::EndOfMessage)),
        ("A par - bur", None),
        ("set - bur", None),
        ("iffy", None),
        ("press: hello", None),
        ("", None),
    ] {
        assert_eq!(special(text), expected, "{text}");
    }
}

#[test]
fn the_line_of_a_phase_reads_back() {
    let phase = Phase { season: Field::Known(Season::Fall), year: Field::Known(1905), phase: Field::Known(Movement) };
    let line = phase_line(&phase).unwrap();
    assert_eq!(line, "PHASE F 1905 M");
    assert_eq!(special(&line), Some(Special::Phase(phase.clone())));
    assert_eq!(phase_line(&Phase { phase: Field::Absent, ..phase }), None);
}
