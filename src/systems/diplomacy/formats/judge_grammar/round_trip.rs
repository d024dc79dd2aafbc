//! Tests that random orders of all kinds, on the boards at hand, are read back as they were written.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use thin_vec::ThinVec;

use super::*;
use crate::model::{ActionKind, Convoyed, PhaseKind, PieceName, Seat, Supported, TerritoryRef};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::formats::njudge;
use crate::systems::diplomacy::rules::{COASTS, NamedBoard};
use crate::text::Report;
use crate::text::tries::tries;

fn place(named_board: &NamedBoard) -> impl Strategy<Value = TerritoryRef> + use<> {
    let ids = named_board.names().ids().to_vec();
    (any::<prop::sample::Index>(), prop::option::weighted(0.2, 0..COASTS.len())).prop_map(move |(id, coast)| {
        let id = id.get(&ids);
        coast.map_or_else(|| id.clone(), |coast| TerritoryRef::new(&format!("{id}/{}", COASTS[coast].0)))
    })
}

fn unit(named_board: &NamedBoard) -> impl Strategy<Value = (Option<PieceName>, TerritoryRef)> + use<> {
    let piece = prop::option::weighted(0.8, prop::sample::select(vec!["army", "fleet", "wing"]));
    (piece.prop_map(|piece| piece.map(|name| PieceName(name.into()))), place(named_board))
}

fn order(named_board: &NamedBoard) -> impl Strategy<Value = (ActionKind, PhaseKind)> + use<> {
    let via = prop::option::weighted(0.3, prop::collection::vec(place(named_board), 1..4));
    let places =
        (0..9, unit(named_board), unit(named_board), place(named_board), prop::option::of(place(named_board)), via);
    places.prop_map(|(kind, (piece, at), (other, from), to, maybe, via)| match kind {
        0 | 1 => {
            let via = via.map(ThinVec::from);
            (ActionKind::Move { piece, from: at, to, via, by_convoy: None, new_star: None }, PhaseKind::Movement)
        }
        2 => (ActionKind::Hold { piece, at }, PhaseKind::Movement),
        3 => {
            let supported = Box::new(Supported { piece: other, from, to: maybe, player: None });
            (ActionKind::Support { piece, at, supported }, PhaseKind::Movement)
        }
        4 => {
            let convoyed = Box::new(Convoyed { piece: other, from, to, player: None });
            (ActionKind::Convoy { piece, at, convoyed }, PhaseKind::Movement)
        }
        5 => (ActionKind::Retreat { piece, from: at, to }, PhaseKind::Retreat),
        6 => (ActionKind::Disband { piece, at }, PhaseKind::Retreat),
        7 => {
            let piece = piece.or_else(|| Some(PieceName("army".into())));
            (ActionKind::Build { piece, at }, PhaseKind::Builds)
        }
        _ if from == to => (ActionKind::Waive { at: None }, PhaseKind::Adjustment),
        _ => (ActionKind::Remove { piece, at }, PhaseKind::Adjustment),
    })
}

const CASES: usize = 2000;

fn of_map(text: &str) -> Option<NamedBoard> {
    let game = njudge::MAP.text()?.read(text, &mut Report::silent())?;
    Some(NamedBoard::new(&game.board?))
}

/// Returns the maps of the corpus with their names.
fn corpus() -> Vec<(PathBuf, Arc<NamedBoard>)> {
    let root = std::env::var_os("LUDEX_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let Ok(files) = std::fs::read_dir(root.join("njudge")) else {
        eprintln!("notice: no corpus at {} (LUDEX_CORPUS); its maps are skipped", root.display());
        return Vec::new();
    };
    let maps = files.flatten().map(|file| file.path()).filter(|path| path.to_string_lossy().contains("map."));
    let named_board = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path, Arc::new(of_map(&text)?)))
    };
    maps.filter_map(named_board).collect()
}

#[test]
fn what_is_written_is_read_as_it_was() {
    let cases = tries(CASES);
    let mut atlases = corpus();
    atlases.push((PathBuf::from("standard"), std::sync::Arc::clone(boards::standard())));
    for (path, named_board) in &atlases {
        let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(cases as u32) });
        let refused = Cell::new(0);
        let result = runner.run(&order(named_board), |(order, phase)| {
            let mut text = String::from("F: ");
            if let Err(error) = write(&order, named_board, &mut text) {
                prop_assert_eq!(&text, "F: ");
                prop_assert!(matches!(error, UnwritableOrder::NoName(_) | UnwritableOrder::Misread), "{:?}", error);
                refused.set(refused.get() + 1);
                return Ok(());
            }
            let text = &text[3..];
            let read =
                read(text, named_board, Some(phase)).map_err(|e| TestCaseError::fail(format!("{text}: {e:?}")))?;
            prop_assert_eq!((&read.kind, &read.deviations[..], read.end), (&order, &[][..], text.len()), "{}", text);
            // Two orders on a line are read as two orders, whatever separates them.
            let items = line(&format!("F: {text}; {text}"), named_board, Some(phase));
            let kinds: Vec<_> = items.iter().filter_map(|item| Some(&item.order.as_ref().ok()?.kind)).collect();
            prop_assert_eq!(kinds, [&order, &order]);
            Ok(())
        });
        result.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let refused = refused.get();
        assert!(refused * 20 <= cases, "{}: {refused} of {cases} are refused", path.display());
    }
}

#[test]
fn what_has_no_text_is_refused_and_leaves_none() {
    let named_board = boards::standard();
    let army = || Some(PieceName("army".into()));
    let moved = |to: &str, via: Option<Vec<TerritoryRef>>, by_convoy| ActionKind::Move {
        piece: army(),
        from: "bre".into(),
        to: to.into(),
        via: via.map(ThinVec::from),
        by_convoy,
        new_star: None,
    };
    for (order, error) in [
        (moved("lon", None, Some(true)), UnwritableOrder::NoRoute),
        (moved("lon", Some(vec![]), None), UnwritableOrder::NoRoute),
        (moved("atlantis", None, None), UnwritableOrder::NoName("atlantis".into())),
        (moved("spa/mx", None, None), UnwritableOrder::Misread),
        (
            ActionKind::Hold { piece: Some(PieceName("g2".into())), at: "par".into() },
            UnwritableOrder::NoLetter("g2".into()),
        ),
        (ActionKind::Build { piece: None, at: "par".into() }, UnwritableOrder::NoKind),
        (ActionKind::Waive { at: Some("par".into()) }, UnwritableOrder::NoOrder),
        (ActionKind::Pass, UnwritableOrder::NoOrder),
        (ActionKind::Condition, UnwritableOrder::NoOrder),
        (ActionKind::NoOrder { piece: army(), at: "par".into() }, UnwritableOrder::NoOrder),
    ] {
        let mut text = String::from("x");
        assert_eq!(write(&order, named_board, &mut text), Err(error), "{order:?}");
        assert_eq!(text, "x");
    }
    let mut text = String::new();
    write(&moved("lon", Some(vec!["eng".into()]), Some(true)), named_board, &mut text).unwrap();
    assert_eq!(text, "A bre - eng - lon");
    text.clear();
    let supported = Supported { piece: army(), from: "mar".into(), to: None, player: Some(Seat::new("F")) }.into();
    write(&ActionKind::Support { piece: army(), at: "par".into(), supported }, named_board, &mut text).unwrap();
    assert_eq!(text, "A par s A mar");
}

/// A map with a gateway, a railway, and names that run into orders.
const MAP: &str = "\
Suez Canal, g sc
Siberian Railway, r TSR
Egypt, E egy
Red Sea, w red
Mediterranean, w med
Moscow, R mos
Perm, l prm
Vladivostok, R vla
Armoury, l a
Wing, l wing
Long, l l
Long h, l lh
-1
-1
";

#[test]
fn notional_provinces_are_places_and_no_coasts() {
    let named_board = of_map(MAP).unwrap();
    for (text, canonical) in [
        ("F sc s F med m red", "F sc s F med - red"),
        ("suez canal s med-red", "sc s med - red"),
        ("A mos m tsr m vla", "A mos - TSR - vla"),
        ("f med - sc", "F med - sc"),
    ] {
        let kind = read(text, &named_board, Some(PhaseKind::Movement)).unwrap().kind;
        let mut written = String::new();
        write(&kind, &named_board, &mut written).unwrap();
        assert_eq!(written, canonical);
    }
    // Here sc begins an order of its own, and is not a lost coast.
    let items = line("f med - red sc s med - red", &named_board, Some(PhaseKind::Movement));
    assert_eq!(items.iter().filter(|item| item.order.as_ref().is_ok_and(|o| o.deviations.is_empty())).count(), 2);
}

#[test]
fn no_name_is_written_that_the_judge_reads_as_another() {
    let named_board = of_map(MAP).unwrap();
    let hold = |at: &str| {
        let mut text = String::new();
        let order = ActionKind::Hold { piece: None, at: at.into() };
        write(&order, &named_board, &mut text).map(|()| text)
    };
    assert_eq!(hold("a").as_deref(), Ok("Armoury h"));
    // `wing h` would be read as a wing in h, and the territory has no other name.
    assert_eq!(hold("wing"), Err(UnwritableOrder::NoName("wing".into())));
    assert_eq!(hold("l").as_deref(), Ok("l h"));
    assert_eq!(hold("lh").as_deref(), Ok("lh h"));
}

#[test]
fn names_that_run_together_with_a_verb_are_refused() {
    let named_board = of_map("Long h, l\nOther, l\nLong, l\n-1\n-1\n").unwrap();
    let order = ActionKind::Hold { piece: None, at: "Long".into() };
    assert_eq!(write(&order, &named_board, &mut String::new()), Err(UnwritableOrder::Misread));
}
