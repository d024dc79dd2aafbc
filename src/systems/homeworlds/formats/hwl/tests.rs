//! Tests beyond the fixtures: records converted from other notations, and edits.

use thin_vec::thin_vec;

use super::Hwl;
use crate::formats::{Probe, TextFormat};
use crate::model::{Action, ActionKind, Field, Game, GameResult, Seat, TerritoryRef, Turn};
use crate::text::tested::saw;
use crate::text::write_back::Written;
use crate::text::{Diagnostic, Report};

const THREE: &str = "Players: Ada,Ben,Cleo\n\
                     h,g3D,b2D,y3D\n\
                     h,r2D,b1D,g3C\n\
                     h,g1D,y3C,b3D\n\
                     b,y1A,1\n\
                     b,g1A,2\n\
                     b,b1A,3\n";
const TWO: &str = "Players: Ada,Ben\n\
                   Winner: none\n\
                   h,g3C,b2C,y3C\n\
                   h,r1C,b3C,g3B\n\
                   b,y1A,1\n\
                   b,g1A,2\n\
                   d,y1A,g1C\n\
                   pass\n\
                   m,y1A,1\n";

fn read(text: &str) -> Game {
    Hwl.read(text, &mut Report::silent()).unwrap()
}

/// Returns the canonical text, or the codes that refuse it, and all diagnostics.
fn written(game: &Game) -> (Result<String, String>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let written = match TextFormat::write(&Hwl, game, None, &mut diagnostics) {
        Ok(Written::Canonical(text)) => Ok(text),
        other => Err(format!("{other:?}: {diagnostics:?}")),
    };
    (written, diagnostics)
}

/// Returns a game as another notation would give it: without letters and inferred marks.
fn unlettered(text: &str) -> Game {
    let mut game = read(text);
    for turn in &mut game.turns {
        turn.inferred.clear();
        for action in &mut turn.actions {
            action.serial = None;
            if !matches!(action.kind, ActionKind::Setup { .. }) {
                action.inferred.clear();
            }
        }
    }
    game
}

#[track_caller]
fn assert_codes(diagnostics: &[Diagnostic], expected: &[&str]) {
    let codes: Vec<&str> = diagnostics.iter().map(|d| &*d.code).collect();
    assert_eq!(codes, expected);
    codes.into_iter().for_each(saw);
}

#[test]
fn pieces_get_letters_as_on_the_site() {
    for text in [THREE, TWO] {
        let (back, diagnostics) = written(&unlettered(text));
        assert_eq!(back.unwrap(), text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
    }
}

#[test]
fn names_of_systems_become_numbers_which_is_said_once() {
    let mut game = unlettered(TWO);
    let rename = |place: &mut TerritoryRef| *place = TerritoryRef::new(&format!("System {place}"));
    for action in game.turns.iter_mut().flat_map(|turn| &mut turn.actions) {
        match &mut action.kind {
            ActionKind::Setup { at, .. } | ActionKind::Build { at, .. } => rename(at),
            ActionKind::Discover { from, to, .. } | ActionKind::Move { from, to, .. } => {
                rename(from);
                rename(to);
            }
            _ => {}
        }
    }
    let (back, diagnostics) = written(&game);
    assert_eq!(back.unwrap(), TWO);
    assert_codes(&diagnostics, &["HW008"]);
}

#[test]
fn who_is_passed_over_passes() {
    let mut game = unlettered(THREE);
    game.turns.remove(4);
    let (back, diagnostics) = written(&game);
    let again = read(&back.unwrap());
    assert_eq!(again.turns[4].actions[0].kind, ActionKind::Pass);
    assert_eq!(again.turns.len(), 6);
    assert_codes(&diagnostics, &["HW034"]);
    game.turns.insert(4, Turn { player: Some(Seat::new("E")), ..Turn::default() });
    assert_eq!(written(&game).0.map(|text| read(&text)), Ok(again));
    assert_codes(&written(&game).1, &["HW034"]);
    game.turns.push(Turn { player: Some(Seat::new("N")), ..Turn::default() });
    assert_codes(&written(&game).1, &["CV001", "HW034"]);
}

#[test]
fn what_cannot_be_done_is_left_out_of_a_record_without_letters_only() {
    let stray = ActionKind::Sacrifice { piece: crate::model::PieceName("y3".into()), at: TerritoryRef::new("2") };
    let mut game = unlettered(TWO);
    game.turns[5].actions = vec![Action::of(stray.clone()), Action::of(ActionKind::Pass)];
    let (back, diagnostics) = written(&game);
    assert!(back.unwrap().ends_with("d,y1A,g1C\npass\nm,y1A,1\n"));
    assert_codes(&diagnostics, &["CV001"]);
    let mut game = read(TWO);
    game.turns[5].actions = vec![Action::of(stray)];
    assert_codes(&written(&game).1, &["JS004"]);
}

#[test]
fn where_a_ship_is_follows_from_its_letter() {
    let mut game = read(TWO);
    let ActionKind::Build { at, .. } = &mut game.turns[2].actions[0].kind else { panic!() };
    *at = TerritoryRef::new("2");
    let (back, diagnostics) = written(&game);
    assert_eq!(back.unwrap(), TWO.replace("b,y1A,1", "b,y1A,2"));
    assert_codes(&diagnostics, &["HW035"]);
    // If the system is not marked as inferred, the contradiction is an error.
    game.turns[4].actions[0].inferred.clear();
    assert_codes(&written(&game).1, &["JS004"]);
}

#[test]
fn a_turn_may_be_deleted() {
    let mut game = read(TWO);
    game.turns.remove(3);
    let mut diagnostics = Vec::new();
    let Ok(Written::Patched(text)) = TextFormat::write(&Hwl, &game, Some(TWO), &mut diagnostics) else {
        panic!("{diagnostics:?}")
    };
    assert_eq!(text, TWO.replace("b,g1A,2", "pass"));
    let mut game = read(TWO);
    game.turns.pop();
    let Ok(Written::Patched(text)) = TextFormat::write(&Hwl, &game, Some(TWO), &mut diagnostics) else {
        panic!("{diagnostics:?}")
    };
    assert_eq!(text, TWO.replace("m,y1A,1\n", ""));
}

#[test]
fn letters_must_fit_the_pieces() {
    for serial in ["AB", "D", "é", ""] {
        let mut game = read(TWO);
        game.turns[2].actions[0].serial = Some(serial.into());
        assert_codes(&written(&game).1, &["JS004"]);
    }
}

#[test]
fn a_captured_ship_is_that_of_the_owner() {
    let text = THREE.to_owned() + "m,y1A,2\nb,g1B,2\nm,b1A,2\n";
    for (owner, target) in [("E", Some("g1A")), ("S", None), ("", Some("g1A"))] {
        let mut game = unlettered(&text);
        let owner = Some(owner).filter(|owner| !owner.is_empty()).map(Seat::new);
        let piece = crate::model::PieceName("g1".into());
        let capture = Action::of(ActionKind::Capture { piece, at: TerritoryRef::new("2"), owner });
        game.turns.push(Turn { player: Some(Seat::new("N")), actions: vec![capture], ..Turn::default() });
        let back = written(&game).0.unwrap();
        let last = target.map_or("pass".into(), |target| format!("x,{target}"));
        assert_eq!(back.lines().last(), Some(last.as_str()));
    }
}

#[test]
fn names_that_would_be_read_as_others_are_changed_or_refused() {
    let mut game = read(TWO);
    game.players[0].name = Field::Known(Some("Ada, Lady".into()));
    let (back, diagnostics) = written(&game);
    assert!(back.unwrap().starts_with("Players: Ada_ Lady,Ben\n"));
    assert_codes(&diagnostics, &["HW008"]);
    game.players[0].name = Field::Known(Some("none".into()));
    assert!(written(&game).0.unwrap().starts_with("Players: none,Ben\nWinner: none\n"));
    let winner = |seat: &str| GameResult { winners: vec![Seat::new(seat)], reason: None, stated: true };
    game.result = Some(winner("N"));
    assert_codes(&written(&game).1, &["JS007"]);
    game.result = Some(GameResult { winners: vec![Seat::new("N"), Seat::new("S")], ..winner("N") });
    assert_codes(&written(&game).1, &["CV001"]);
}

#[test]
fn text_that_would_be_read_as_something_else_is_refused_or_left_out() {
    for (text, code) in [("b,g1B,2", "JS007"), ("b,z;b", "CV001"), (" b", "CV001"), ("...", "CV001"), ("b,z", "")] {
        let mut game = read(TWO);
        game.turns[3].actions.push(Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) });
        assert_codes(&written(&game).1, &code.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn an_open_turn_is_the_movers() {
    let mut game = read(TWO);
    game.turns[6].unset = thin_vec![Seat::new("N")];
    assert!(written(&game).0.unwrap().ends_with("m,y1A,1;...\n"));
    game.turns[6].unset = thin_vec![Seat::new("S")];
    assert_codes(&written(&game).1, &["JS004"]);
}

#[test]
fn a_command_that_cannot_be_played_keeps_its_number() {
    let text = TWO.replace("d,y1A,g1C", "d,y1B,g1C;d,y1A,g1C");
    let game = read(&text);
    let ActionKind::Discover { to, .. } = &game.turns[4].actions[1].kind else { panic!() };
    assert_eq!(to.as_str(), "4");
    assert_eq!(written(&game).0.unwrap(), text);
}

#[test]
fn blank_lines_are_turns_where_ships_act_out_of_turn_otherwise() {
    let with_turns = TWO.replace("pass", "");
    assert_eq!(read(&with_turns), read(TWO));
    let spaced = TWO.replace('\n', "\n\n");
    assert_eq!(read(&spaced), read(TWO));
    // Nobody passes a thousand times.
    let torn = TWO.replace("pass", &"\n".repeat(1_000));
    let without = read(TWO).turns.len() - TWO.matches("pass").count();
    assert_eq!(read(&torn).turns.len(), without);
}

#[test]
fn a_long_record_is_read_in_a_moment() {
    let mut text = TWO.to_owned();
    for _ in 0..2_500 {
        text += "d,y1A,g1C\nt,g3B,r3A;s,r3A;nothing at all\nm,y1A,1\nt,g3B,g3B\n";
    }
    let game = read(&text);
    assert!(game.turns.len() > 10_000);
    assert!(written(&game).0.is_ok());
}

#[test]
fn a_record_of_passes_alone_is_known() {
    let is_known = |name, text: &str| super::identify(&Probe { name, bytes: text.as_bytes(), board: None }).is_some();
    assert!(is_known("x", "Players: Anna,Ben\nWinner: none\npass\npass\n"));
    assert!(is_known("x.hwl", "pass\n"));
    assert!(!is_known("x", "pass\n"));
    assert!(!is_known("x.hwl", "Dear Ben,\npass\n"));
}
