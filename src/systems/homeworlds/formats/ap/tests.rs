use super::AbstractPlay;
use crate::formats::format;
use crate::formats::{GameSyntax, TextFormat};
use crate::model::{Action, ActionKind, Extra, Game, PieceName, Seat, System, Turn};
use crate::text::tested::saw;
use crate::text::write_back::Written;
use crate::text::{Diagnostic, Report};

fn read(text: &str) -> Game {
    TextFormat::read(&AbstractPlay, text, &mut Report::silent()).unwrap()
}

fn said(text: &str) -> Vec<String> {
    let mut report = Report::new();
    TextFormat::read(&AbstractPlay, text, &mut report);
    report.finish(text).into_iter().map(|d| d.code.into_owned()).collect()
}

/// Returns an edited text as written, and the codes of the messages.
fn edited(text: &str, edit: impl FnOnce(&mut Game)) -> (String, Vec<String>) {
    let mut game = read(text);
    edit(&mut game);
    let mut out: Vec<Diagnostic> = Vec::new();
    let written = AbstractPlay.write(&game, Some(text), &mut out).unwrap();
    let codes = out.into_iter().map(|d| d.code.into_owned()).collect();
    match written {
        Written::Patched(new) => (new, codes),
        Written::Canonical(new) => (format!("canonical:\n{new}"), codes),
        Written::Unchanged => (text.to_owned(), codes),
    }
}

fn movers(game: &Game) -> String {
    game.turns.iter().map(|turn| turn.player.as_ref().map_or("-", Seat::as_str)).collect()
}

fn labels(text: &str) -> Vec<String> {
    let statements = AbstractPlay.parsed_source(text).unwrap().statements;
    (0..statements.len()).map(|index| statements.label(index).to_owned()).collect()
}

const SETUP: &str = "homeworld b1 y2 g3\nhomeworld r3 b1 g3\n";

#[test]
fn a_build_takes_the_smallest_piece() {
    let game = read(&format!("{SETUP}build g north\nbuild g south\nbuild green1 NORTH\nb g3 south\n"));
    let piece = |turn: usize| match &game.turns[turn].actions[0].kind {
        ActionKind::Build { piece: Some(PieceName(piece)), .. } => piece.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!([2, 3, 4, 5].map(piece), ["g1", "g1", "g1", "g2"]);
    assert_eq!(game.turns[2].actions[0].inferred, ["piece"]);
}

#[test]
fn a_build_of_what_the_bank_lacks_has_a_colour_alone() {
    let text = format!("{SETUP}{}", "build g north\n".repeat(8));
    let game = read(&text);
    let ActionKind::Build { piece, .. } = &game.turns[9].actions[0].kind else { panic!() };
    assert_eq!(piece.as_ref().unwrap().0, "g");
    assert!(game.turns[9].actions[0].inferred.is_empty());
    let sdg = format("homeworlds-sdg").unwrap().text().unwrap();
    let mut out = Vec::new();
    assert!(matches!(sdg.write(&game, None, &mut out), Ok(Written::Canonical(_))), "{out:?}");
    assert!(out.iter().any(|d| d.message.contains("the bank did not have")), "{out:?}");
}

#[test]
fn so_many_passes_are_meant() {
    let text = format!("{SETUP}sacrifice g3 north, pass *\nsacrifice g3 south, build g south, pass 2\npass 4\npass*\n");
    let game = read(&text);
    let passes = |turn: usize| game.turns[turn].actions.iter().filter(|a| a.kind == ActionKind::Pass).count();
    assert_eq!([2, 3, 4].map(passes), [3, 2, 0]);
    assert_eq!(said(&text), ["HW051", "HW001"]);
}

#[test]
fn an_edit_of_an_action_changes_its_line_alone() {
    let text = format!("{SETUP}\nBUILD g north\nb g3 SOUTH\nTrade g1 North Yellow;\n");
    let (new, codes) = edited(&text, |game| {
        let ActionKind::Build { at, .. } = &mut game.turns[3].actions[0].kind else { panic!() };
        *at = crate::model::TerritoryRef::new("North");
    });
    assert_eq!(new, text.replace("b g3 SOUTH", "build g north"));
    assert!(codes.is_empty(), "{codes:?}");
}

#[test]
fn a_turn_that_is_taken_out_of_move_strings_leaves_the_others() {
    let text = format!("{SETUP}build g north\nb g south\nBuild g north\nbuild g south\n");
    let (new, _) = edited(&text, |game| drop(game.turns.remove(3)));
    assert_eq!(new, text.replace("b g south\n", ""));
    assert_eq!(movers(&read(&new)), "NSNSN");
}

#[test]
fn move_strings_that_get_a_title_become_a_record() {
    let (new, _) = edited(SETUP, |game| game.title = Some("17".into()));
    assert!(new.trim_start_matches("canonical:\n").starts_with("{"), "{new}");
    let game = read(new.trim_start_matches("canonical:\n"));
    assert_eq!((game.title.as_deref(), movers(&game).as_str()), (Some("17"), "NS"));
}

const RECORD: &str = r#"{
  "header": {"game": {"name": "Homeworlds"}, "site": {"gameid": "g", "x": 1.50},
    "date-start": "2024-03-01T12:00:00.000Z", "players": [{"name": "A"}, {"name": "B"}]},
  "moves": [
    ["homeworld b1 y2 g3", "homeworld r3 b1 g3"],
    ["build g north", {"move": "b g south", "result": [ {"a": 1.0} ]}],
    [ "build g\u0020north" , "build g south"]
  ]
}
"#;

#[test]
fn an_edit_of_a_record_keeps_what_it_is_not_about() {
    let (new, _) = edited(RECORD, |game| {
        let ActionKind::Build { at, .. } = &mut game.turns[4].actions[0].kind else { panic!() };
        *at = crate::model::TerritoryRef::new("South");
    });
    assert_eq!(new, RECORD.replace(r#""build g\u0020north""#, r#""build g south""#));
    let (new, _) = edited(RECORD, |game| {
        let ActionKind::Build { at, .. } = &mut game.turns[3].actions[0].kind else { panic!() };
        *at = crate::model::TerritoryRef::new("North");
    });
    assert!(new.contains(r#""x": 1.50}"#) && new.contains("build g north"), "{new}");
    assert_eq!(read(&new).turns[3].extras, read(RECORD).turns[3].extras);
}

#[test]
fn a_turn_that_is_taken_out_of_a_record_leaves_its_place() {
    let (new, _) = edited(RECORD, |game| drop(game.turns.remove(2)));
    assert_eq!(movers(&read(&new)), "NSSNS");
    assert!(new.contains("null"), "{new}");
    let kept = [r#"{"move": "b g south", "result": [ {"a": 1.0} ]}]"#, r#"[ "build g\u0020north" , "build g south"]"#];
    assert!(kept.iter().all(|part| new.contains(part)), "{new}");
}

#[test]
fn a_time_of_another_day_goes_with_its_day() {
    assert_eq!(read(RECORD).started.as_deref(), Some("2024-03-01"));
    let (new, codes) = edited(RECORD, |game| game.started = Some("2024-03-02".into()));
    assert!(new.contains(r#""date-start": "2024-03-02""#), "{new}");
    // One for the time, and one for the key that held it.
    assert_eq!(codes, ["CV001", "CV001"]);
}

#[test]
fn results_are_points() {
    let players = |first: &str, second: &str| {
        let players = format!(r#"[{{"name": "A", "result": {first}}}, {{"name": "B", "result": {second}}}]"#);
        let game = read(&format!(r#"{{"header": {{"players": {players}}}, "moves": []}}"#));
        game.result.map(|result| result.winners.iter().map(Seat::as_str).collect::<String>())
    };
    assert_eq!(players("1", "0").as_deref(), Some("N"));
    assert_eq!(players("0.0", "1.0").as_deref(), Some("S"));
    assert_eq!(players("0.5", "5e-1").as_deref(), Some("NS"));
    assert_eq!(players("0", "0").as_deref(), Some(""));
    assert_eq!(players("1", "1"), None);
    assert_eq!(players("\"won\"", "0"), None);
}

/// East is out after the fourth round, and has no place in the fifth.
const ROTATED: &str = r#"{"header":{"event":"x"},"moves":[["homeworld b1 y2 g3","homeworld r3 b1 g3","homeworld g2 y3 b3"],["build g north","build g east","build b south"],["build g north","build g east","build b south"],["build g north","build g east","build b south, catastrophe east g"],["trade g1 north r","build b south","build g north"]]}"#;

#[test]
fn a_record_without_the_places_of_who_is_out_is_read_in_rotation() {
    assert_eq!(movers(&read(ROTATED)), "NESNESNESNESNSN");
    let in_places =
        ROTATED.replace(r#","build b south","build g north"]]"#, r#",null,"build b south"],["build g north"]]"#);
    assert_eq!(movers(&read(&in_places)), "NESNESNESNESNSN");
}

#[test]
fn a_turn_of_somebody_who_is_out_keeps_its_place() {
    // The player is out by the rules and could not have done this, but the next player could.
    let text = "homeworld b1 y2 g3\nhomeworld r3 b1 g3\nhomeworld g2 y3 b3\nbuild g north\nmove g3 east north\nbuild b south\n";
    let (new, _) = edited(text, |game| {
        game.title = Some("17".into());
        let mut ghost = game.turns[5].clone();
        game.turns[3].player = Some(Seat::new("N"));
        ghost.player = Some(Seat::new("E"));
        let mut north = game.turns[3].clone();
        north.player = Some(Seat::new("N"));
        game.turns.extend([north, ghost]);
        game.turns.iter_mut().for_each(|turn| turn.inferred.clear());
    });
    assert_eq!(movers(&read(new.trim_start_matches("canonical:\n"))), "NESNESNE", "{new}");
}

#[test]
fn values_that_the_model_has_may_not_be_extras_too() {
    let mut game = read(RECORD);
    let extra = |key: &str| Extra { key: key.into(), json: "1".into() };
    let mut details = game.details.homeworlds().unwrap().clone();
    details.extras.extend([extra("moves"), extra("header.site.gameid"), extra("header.players.Q.x")]);
    game.details = crate::model::Details::of_homeworlds(details);
    let mut out = Vec::new();
    assert!(AbstractPlay.write(&game, None, &mut out).is_err());
    assert_eq!(out.iter().filter(|d| d.is_error()).count(), 3, "{out:?}");
}

#[test]
fn names_are_repaired() {
    let raw = "Homeworlds Online (SDG# 1)\nStarted: 2007.1.2, Ended: 2007.1.3\nParticipants: A (S), B (N)\nWinner: A\n\n\
        1) B: Homeworld B1 Y2 G3\n\n2) A: Homeworld R3 B1 G3\n\n3) B: Discover G3 B G3 -Al'thor\n\n4) A: Discover G3 A G2 North\n";
    let sdg = format("homeworlds-sdg").unwrap().text().unwrap();
    let game = sdg.read(raw, &mut Report::silent()).unwrap();
    let mut out = Vec::new();
    let prepared = GameSyntax::prepare(&AbstractPlay, &game, &mut out);
    let names: Vec<&str> = prepared.turns[2..]
        .iter()
        .map(|turn| match &turn.actions[0].kind {
            ActionKind::Discover { to, .. } => to.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["X-Al_thor", "North_2"]);
    assert!(out.iter().any(|d| d.code == "HW008" && d.message.contains("\"B\" becomes \"North\"")), "{out:?}");
}

#[test]
fn a_homeworld_against_the_advice_is_insisted_on() {
    let raw = "Homeworlds Online (SDG# 1)\nStarted: 2007.1.2, Ended: 2007.1.3\nParticipants: A (S), B (N)\nWinner: A\n\n\
        1) B: Homeworld B1 Y2 G1\n";
    let sdg = format("homeworlds-sdg").unwrap().text().unwrap();
    let mut out = Vec::new();
    let written = AbstractPlay.write(&sdg.read(raw, &mut Report::silent()).unwrap(), None, &mut out);
    assert!(matches!(written, Ok(Written::Canonical(text)) if text.contains("\"homeworld b1 y2 g1 *\"")));
    assert!(out.iter().any(|d| d.code == "HW057"), "{out:?}");
    saw("HW057");
    // A homeworld in the server's own record is left as it is.
    let (new, codes) = edited(&RECORD.replace("b1 y2 g3", "b1 y2 g1"), |game| game.title = Some("x".into()));
    assert!(new.contains("\"homeworld b1 y2 g1\"") && codes.is_empty(), "{new} {codes:?}");
}

#[test]
fn whose_ship_is_taken_is_said_where_it_has_to_be() {
    let text = r#"{"header": {"event": "x"}, "moves": [["homeworld b1 y2 g3", "homeworld r3 b3 g3", "homeworld g2 y1 b3"],
        ["build g north", "build g east", "build b south"], ["move g1 north east", "attack g1 east"]]}"#;
    let game = read(text);
    let capture = &game.turns[7].actions[0];
    assert_eq!(capture.inferred, ["owner"]);
    assert!(matches!(&capture.kind, ActionKind::Capture { owner: Some(owner), .. } if owner.as_str() == "N"));
    let (new, _) = edited(text, |game| game.title = Some("1".into()));
    assert!(new.contains("\"attack g1 east\""), "{new}");
    let (new, _) = edited(text, |game| game.turns[7].actions[0].inferred.clear());
    assert!(new.contains("\"attack g1n east\""), "{new}");
    let (_, codes) = edited(text, |game| {
        let action = &mut game.turns[7].actions[0];
        action.inferred.clear();
        let ActionKind::Capture { piece, owner, .. } = &mut action.kind else { panic!() };
        (piece.0, *owner) = ("r1".into(), None);
    });
    assert_eq!(codes, ["HW058"]);
    saw(&codes[0]);
}

#[test]
fn each_value_is_a_statement_in_any_order_of_keys() {
    let odd = include_str!("../../../../../fixtures/homeworlds-ap/good/odd.ap");
    assert!(labels(odd).len() > 20, "{:?}", labels(odd));
}

#[test]
fn long_files_take_their_time_and_no_more() {
    let pair = "sacrifice g3 north, build g1 north, pass 2\ndiscover g1 a b1 x\n";
    let text = format!("{SETUP}{}", pair.repeat(5_000));
    let (new, _) = edited(&text, |game| drop(game.turns[6_000].actions.pop()));
    assert_eq!(new.len(), text.len() - ", pass 2".len() + ", pass".len());
    let (new, _) = edited(&text, |game| game.title = Some("long".into()));
    assert_eq!(read(new.trim_start_matches("canonical:\n")).turns.len(), 10_002);
}

#[test]
fn an_edit_of_a_record_in_rotation_changes_its_move_alone() {
    let in_rotation = ROTATED.replace("catastrophe", "cat");
    let (new, _) = edited(&in_rotation, |game| {
        let ActionKind::Build { at, .. } = &mut game.turns[14].actions[0].kind else { panic!() };
        *at = crate::model::TerritoryRef::new("South");
    });
    assert_eq!(new, in_rotation.replace(r#""build g north"]]"#, r#""build g south"]]"#));
    // Without the catastrophe nobody is out, so the players must be shown by their places.
    let (new, _) = edited(&in_rotation, |game| drop(game.turns[11].actions.pop()));
    let again = read(new.trim_start_matches("canonical:\n"));
    assert_eq!(movers(&again), "NESNESNESNESNSN", "{new}");
}

#[test]
fn lines_of_a_header_that_were_not_understood_take_nobodys_turn() {
    let turn = |player: Option<&str>, text: &str| Turn {
        player: player.map(Seat::new),
        inferred: player.map(|_| "player".into()).into_iter().collect(),
        actions: vec![Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) }],
        ..Turn::default()
    };
    let of = |turns: [(Option<&str>, &str); 5]| {
        let turns = turns.into_iter().map(|(player, text)| turn(player, text)).collect();
        Game { turns, ..Game::new(System::Homeworlds) }
    };
    let game = of([(None, "header"), (Some("N"), "a"), (Some("S"), "b"), (Some("N"), "two, words"), (Some("S"), "d")]);
    let mut out = Vec::new();
    let Ok(Written::Canonical(written)) = AbstractPlay.write(&game, None, &mut out) else { panic!("{out:?}") };
    let left_out: Vec<&str> = out.iter().filter(|d| d.code == "CV001").flat_map(Diagnostic::places).collect();
    assert_eq!(left_out, ["game.turns[0]", "game.turns[3]"], "{written}");
    assert_eq!(movers(&read(&written.replace("\"a\"", "\"build g north\""))), "NSS", "{written}");
}
