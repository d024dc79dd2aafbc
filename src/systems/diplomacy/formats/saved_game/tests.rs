use std::fmt::Write as _;

use serde_json::Value;

use super::*;
use crate::formats::TextFormat;
use crate::model::{ActionKind, Document, Element, Extra, Field, PhaseKind, Player, Remark, Seat, Turn, When};
use crate::text::tested::saw;
use crate::text::write_back::Written;

const FORMAT: &SavedGame = &SavedGame { board: None };

fn plain() -> String {
    fixture("game.plain.json")
}

fn fixture(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/diplomacy-game/good").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn read(text: &str) -> Game {
    let mut report = Report::new();
    let game = TextFormat::read(FORMAT, text, &mut report).unwrap();
    let errors: Vec<Diagnostic> = report.finish(text).into_iter().filter(Diagnostic::is_error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    game
}

fn said(text: &str) -> Vec<(String, Option<usize>, Option<usize>)> {
    let mut report = Report::new();
    TextFormat::read(FORMAT, text, &mut report);
    report.finish(text).into_iter().map(|d| (d.code.into_owned(), d.line, d.column)).collect()
}

fn canonical(game: &Game) -> String {
    let mut out = Vec::new();
    match FORMAT.write(game, None, &mut out) {
        Ok(Written::Canonical(text)) => text,
        other => panic!("{other:?}: {out:?}"),
    }
}

/// Returns the text that is written over `text` after an edit, and the paths of the diagnostics.
fn edited(text: &str, edit: impl FnOnce(&mut Game)) -> (String, Vec<String>) {
    let mut game = read(text);
    edit(&mut game);
    let mut out = Vec::new();
    match FORMAT.write(&game, Some(text), &mut out) {
        Ok(Written::Patched(text)) => (text, out.into_iter().filter_map(|d| d.path).collect()),
        other => panic!("{other:?}: {out:?}"),
    }
}

#[test]
fn a_phase_is_a_turn() {
    let game = read(&plain());
    assert_eq!((game.title.as_deref(), game.variant.as_deref()), (Some("plain-1901"), Some("standard")));
    assert_eq!((game.players.len(), game.turns.len()), (7, 3));
    let turn = &game.turns[1];
    let When::Phase(phase) = turn.when.as_ref().unwrap() else { panic!("no phase") };
    assert_eq!((phase.year.known(), phase.phase.known()), (Some(&1901), Some(&PhaseKind::Movement)));
    let position = turn.position.as_ref().unwrap();
    assert_eq!((position.pieces.len(), position.holdings.len()), (22, 22));
    let fields = (turn.actions[0].player.as_ref().unwrap().as_str(), turn.actions[0].results.as_deref());
    assert_eq!(fields, ("E", Some(&[][..])));
    assert!(turn.actions.iter().any(|action| matches!(action.kind, ActionKind::NoOrder { .. })));
    assert_eq!(game.turns[2].unset.len(), 3);
    let keys: Vec<&str> = turn.extras.iter().map(|extra| extra.key.as_str()).take(4).collect();
    assert_eq!(keys, ["state.timestamp", "state.zobrist_hash", "state.note", "state.homes"]);
}

#[test]
fn what_the_engine_writes_is_canonical() {
    assert_eq!(canonical(&read(&plain())).trim_end(), plain());
    let Ok(corpus) = std::fs::read_to_string("../shared/corpus/diplomacy/game1.json") else { return };
    let values = [corpus.clone(), canonical(&read(&corpus))].map(|text| serde_json::from_str::<Value>(&text).unwrap());
    assert!(values[0] == values[1]);
}

#[test]
fn an_edited_order_changes_itself() {
    let text = fixture("game.ujson.json");
    let (new, _) = edited(&text, |game| {
        let ActionKind::Move { to, .. } = &mut game.turns[0].actions[1].kind else { panic!("no move") };
        *to = "cly".into();
    });
    assert_eq!(new, text.replacen("F EDI - NWG", "F EDI - CLY", 1));
}

#[test]
fn the_last_order_and_the_last_phase_leave_no_comma() {
    let text = fixture("game.indented.json");
    let (new, _) = edited(&text, |game| drop(game.turns[0].actions.remove(2)));
    assert!(new.contains("\"F EDI - NWG\"\n        ]") && !new.contains("\"A LVP - YOR\""), "{new}");
    let (new, _) = edited(&text, |game| drop(game.turns.pop()));
    let kept = new.rfind("\n  ]").map(|end| &new[..end]);
    assert!(kept.is_some_and(|kept| text.starts_with(kept)) && serde_json::from_str::<Value>(&new).is_ok(), "{new}");
    let (new, _) = edited(&text, |game| game.turns.push(game.turns[1].clone()));
    assert_eq!(serde_json::from_str::<Value>(&new).unwrap()["phases"].as_array().unwrap().len(), 3);
}

#[test]
fn times_of_messages_are_exact_after_an_edit() {
    let text = fixture("game.messages.json");
    let (new, _) = edited(&text, |game| {
        game.turns[0].remarks.remove(2);
        let when = game.turns[0].remarks[0].when;
        let own = Remark { author: Some("ITALY".into()), recipient: Some("GLOBAL".into()), when, ..Remark::default() };
        game.turns[1].remarks.push(Remark { text: "a/b".into(), ..own });
    });
    let new: Value = serde_json::from_str(&new).unwrap();
    let time = |phase: usize, message: usize| new["phases"][phase]["messages"][message]["time_sent"].as_u64();
    assert_eq!((time(0, 0), time(0, 1)), (Some(1_600_000_000_000_000), Some(1_600_000_000_000_123)));
    assert_eq!((time(1, 0), time(1, 1)), (Some(1_600_000_100_000_000), Some(1_600_000_000_000_000)));
}

#[test]
fn what_a_saved_game_cannot_hold_is_said() {
    let (new, paths) = edited(&plain(), |game| {
        game.turns[0].actions[0].results = None;
        let turn = &mut game.turns[1];
        let convoyed = turn.actions.iter_mut().find_map(|action| match &mut action.kind {
            ActionKind::Move { via, by_convoy: Some(true), .. } => Some(via),
            _ => None,
        });
        *convoyed.unwrap() = Some(thin_vec::thin_vec!["nth".into()]);
        turn.number = Some(2);
        turn.remarks.push(Remark { text: "a comment".into(), ..Remark::default() });
        game.result = Some(crate::model::GameResult { winners: Vec::new(), reason: None, stated: true });
        game.turns[0].actions[0].inferred.push("piece".into());
    });
    assert_eq!(new, plain().replacen("\"F LON\": [], ", "", 1));
    let of_turns = ["[1].number", "[1].actions[0].via", "[1].remarks[0]", "[0].actions[0].inferred"];
    let of_turns = of_turns.map(|rest| format!("game.turns{rest}"));
    assert_eq!((&paths[0], &paths[1..]), (&"game.result".to_owned(), &of_turns[..]));
}

#[test]
fn what_cannot_be_written_is_refused_by_its_path() {
    let refused = |edit: fn(&mut Game)| {
        let mut game = read(&plain());
        edit(&mut game);
        let mut out = Vec::new();
        let _ = FORMAT.write(&game, None, &mut out);
        let refused = out.into_iter().find(Diagnostic::is_error).unwrap_or_else(|| panic!("it is written"));
        (refused.code.into_owned(), refused.path.unwrap_or_default())
    };
    let (bad, missing) = ("JS004".to_owned(), "JS006".to_owned());
    assert_eq!(refused(|game| game.turns[1].when = None), (missing.clone(), "game.turns[1].when".into()));
    assert_eq!(
        refused(|game| game.turns[0].actions[0].kind = ActionKind::Pass),
        (bad.clone(), "game.turns[0].actions[0]".into())
    );
    assert_eq!(
        refused(|game| game.turns[0].extras.push(Extra { key: "x".into(), json: "{".into() })),
        (bad, format!("game.turns[0].extras[{}].json", read(&plain()).turns[0].extras.len()))
    );
    assert_eq!(refused(|game| game.turns[0].extras.push(Extra { key: "orders".into(), json: "1".into() })).0, "JS009");
    let unknown_place = |game: &mut Game| {
        let Element::Known(piece) = &mut game.turns[0].position.as_mut().unwrap().pieces[3] else { return };
        piece.territory = "nowhere/xx/y".into();
        piece.player = None;
    };
    assert_eq!(refused(unknown_place), ("JS004".into(), "game.turns[0].position.pieces[3].player".into()));
    let no_map = |game: &mut Game| (game.variant, game.board) = (None, None);
    assert_eq!(refused(no_map), (missing, "game.variant".into()));
    assert_eq!(refused(|game| crowd(game, 100)), ("IO007".into(), "game.players".into()));
}

/// Gives a game a hundred more players, and phases in which they have nothing.
fn crowd(game: &mut Game, phases: usize) {
    game.players.extend((0..100).map(|i| Player::at(Seat::new(&format!("P{i}")))));
    game.turns = vec![game.turns[0].clone(); phases];
}

#[test]
fn a_game_of_many_players_is_written_unless_most_lists_would_be_empty() {
    let mut game = read(&plain());
    crowd(&mut game, 10);
    let text = canonical(&game);
    assert_eq!(text.matches("\"P99\"").count(), 40, "units, retreats, centres and orders of ten phases");
    assert_eq!(read(&text).turns.len(), 10);
}

#[test]
fn orders_alone_become_phases_without_units() {
    let mut game = read(&plain());
    game.details = crate::model::Details::None;
    (game.variant, game.title, game.variants) = (None, None, None);
    game.players.clear();
    for turn in &mut game.turns {
        turn.actions.retain(|action| !matches!(action.kind, ActionKind::NoOrder { .. }));
        turn.actions.iter_mut().for_each(|action| action.results = None);
        *turn = Turn { when: turn.when.clone(), actions: std::mem::take(&mut turn.actions), ..Turn::default() };
    }
    let mut out = Vec::new();
    let Ok(Written::Canonical(text)) = FORMAT.write(&game, None, &mut out) else { panic!("{out:?}") };
    assert_eq!(out.iter().map(|d| &*d.code).collect::<Vec<_>>(), ["DO068"]);
    saw(&out[0].code);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["map"], "standard");
    assert_eq!(value["phases"][0]["state"]["units"], serde_json::json!({}));
    assert_eq!(value["phases"][0]["orders"]["ENGLAND"][0], "F LON - NTH");
    // With the position at their start, the orders are complete.
    game.position = read(&plain()).turns[0].position.as_deref().cloned();
    let Ok(Written::Canonical(text)) = FORMAT.write(&game, None, &mut Vec::new()) else { panic!("not written") };
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["phases"][0]["state"]["units"]["ITALY"][2], "A VEN");
}

#[test]
fn paths_lead_to_orders_units_and_names() {
    let text = plain();
    let places = FORMAT
        .lint_source(
            &text,
            &["game.turns[1].actions[1].to", "game.turns[0].position.pieces[2]", "game.turns[2]", "game.title"],
            None,
        )
        .places;
    let texts: Vec<Option<&str>> = places.into_iter().map(|place| Some(&text[place?])).collect();
    assert_eq!(texts, [Some("\"F NTH C A YOR - NWY\""), Some("\"F TRI\""), Some("\"W1901A\""), None]);
}

#[test]
fn the_standard_board_under_another_name_is_said_to_be_left_out() {
    let text = plain();
    let mut game = read(&text);
    for (variant, is_left_out) in [("standard_fleet_rome", false), ("standardx", true)] {
        game.variant = Some(variant.into());
        let mut out = Vec::new();
        FORMAT.write(&game, Some(&text), &mut out).unwrap();
        let is_board = |d: &Diagnostic| d.code == "CV001" && d.path.as_deref() == Some("game.board");
        assert_eq!(out.iter().any(is_board), is_left_out, "{variant}: {out:?}");
    }
}

#[test]
fn a_map_with_a_board_at_hand_has_its_names() {
    let text = fixture("game.modern.json");
    assert!(read(&text).turns[0].actions.iter().any(|action| action.kind == ActionKind::Unknown));
    let board = crate::systems::diplomacy::boards::standard().board().clone();
    let format = TextFormat::on_board(FORMAT, &board).unwrap();
    let game = format.read(&text.replace("A WAR - LIT", "A WAR - LVN"), &mut Report::new()).unwrap();
    assert_eq!(game.board, Some(board));
    assert!(
        game.turns[0]
            .actions
            .iter()
            .any(|action| matches!(&action.kind, ActionKind::Move { to, .. } if to.as_str() == "lvn"))
    );
}

#[test]
fn bad_input_is_named_and_placed() {
    let place = |line, column| (Some(line), Some(column));
    let codes =
        |text: &str| said(text).into_iter().map(|(code, line, column)| (code, (line, column))).collect::<Vec<_>>();
    assert_eq!(codes("{\"id\": 1,\n \"phases\": 5}"), [("DO061".into(), place(2, 12))]);
    assert_eq!(codes("{\"phases\": [],}"), [("JS001".into(), place(1, 15))]);
    assert_eq!(codes("{\"phases\": []} x"), [("JS001".into(), place(1, 16))]);
    assert_eq!(codes("{\"map\": \"standard\", \"phases\": [{\"name\": 3}]}")[0], ("DO063".into(), place(1, 32)));
    assert_eq!(codes("{\"phases\": [7]}")[0], ("DO063".into(), place(1, 13)));
    assert_eq!(codes("{\"phases\": []}\n{\"phases\": []}"), [("DO069".into(), place(2, 1))]);
    assert_eq!(codes("[]")[0].0, "DO061");
    assert_eq!(codes("")[0].0, "DO062");
    // A text that is cut off is read up to its last complete phase.
    let text = plain();
    let cut = &text[..text.len() / 2 + 1200];
    let game = TextFormat::read(FORMAT, cut, &mut Report::silent()).unwrap();
    assert_eq!(game.turns[..], read(&text).turns[..game.turns.len()]);
}

/// Returns message, help and underlined text of each finding.
fn findings(text: &str) -> Vec<(String, String, String)> {
    let mut report = Report::salvaging();
    TextFormat::read(FORMAT, text, &mut report);
    let found = report.into_found().into_iter();
    found
        .map(|d| (d.message, d.help.unwrap_or_default().into_owned(), text[d.span.unwrap_or_default()].to_owned()))
        .collect()
}

#[test]
fn misspelt_names_get_suggestions_at_their_place() {
    let in_phase = |rest: &str| format!("{{\"map\": \"standard\", \"phases\": [{{\"name\": \"S1901M\", {rest}}}]}}");
    for (text, message, help, underlined) in [
        ("{\"phasse\": []}".to_owned(), "has no list of \"phases\"", "did you mean `phases`?", "\"phasse\""),
        (in_phase("\"order\": {}"), "unknown key \"order\"", "did you mean `orders`?", "\"order\""),
        (in_phase("\"state\": {\"unit\": {}}"), "unknown key \"unit\"", "did you mean `units`?", "\"unit\""),
        (in_phase("\"orders\": {\"FRNACE\": [\"WAIVE\"]}"), "unknown power \"FRNACE\"", "`FRANCE`", "\"FRNACE\""),
        (in_phase("\"orders\": {\"FRANCE\": [\"A PAR - BRU\"]}"), "unknown province \"BRU\"", "BUR (Burgundy)", "BRU"),
        (in_phase("\"orders\": {\"FRANCE\": [\"FRANCE: A PAR - BRU\"]}"), "\"BRU\"", "BUR (Burgundy)", "BRU"),
        (in_phase("\"state\": {\"units\": {\"FRANCE\": [\"A PRA\"]}}"), "\"PRA\"", "PAR (Paris)", "\"A PRA\""),
        (in_phase("\"orders\": {}, \"orders\": {}"), "duplicate key \"orders\"", "first", "\"orders\""),
        ("{\"map\": \"standrad\", \"phases\": []}".to_owned(), "unknown map", "`standard`", "\"standrad\""),
        (in_phase("\"results\": []"), "expected a list of texts for each unit as \"results\"", "Correct it", "[]"),
    ] {
        let found = findings(&text);
        let is_it = |(diagnostics, advice, place): &(String, String, String)| {
            diagnostics.contains(message) && advice.contains(help) && place == underlined
        };
        assert!(found.iter().any(is_it), "{text}: {found:?}");
    }
    assert_eq!(findings(&in_phase("\"state\": {\"note\": \"x\", \"timestamp\": 1}, \"summary\": \"\"")), []);
}

#[test]
fn hostile_texts_take_no_long_time() {
    let phases = |phase: &dyn Fn(usize) -> String| {
        let mut text = String::from("{\"map\": \"standard\", \"phases\": [");
        text += &(0..20_000).map(phase).collect::<Vec<_>>().join(",");
        text + "]}"
    };
    assert_eq!(read(&phases(&|_| "{\"name\":\"S1901M\"}".to_owned())).turns.len(), 20_000);
    // Every phase would have to list each power that any phase names.
    let powers = phases(&|i| format!("{{\"name\":\"S1901M\",\"state\":{{\"units\":{{\"P{i}\":[\"A PAR\"]}}}}}}"));
    assert_eq!(read(&powers).players.len(), 20_007);
    let deep =
        format!("{{\"phases\": [{{\"name\": \"x\", \"logs\": {}{}}}]}}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(read(&deep).turns[0].extras[0].json.len(), 400_000);
    let orders = (0..10_000).fold(String::new(), |mut text, i| {
        let _ = write!(text, "\"A X{i} H\",");
        text
    });
    let orders =
        format!("{{\"phases\": [{{\"name\": \"x\", \"orders\": {{\"{}\": [{orders}\"\"]}}}}]}}", "Q".repeat(100_000));
    assert_eq!(read(&orders).turns[0].actions.len(), 10_001);
}

#[test]
fn a_document_of_a_saved_game_reads_back() {
    for name in ["game.odd-values.json", "game.retreats.json", "game.dipcc.json"] {
        let game = read(&fixture(name));
        let json = crate::formats::json::write(&Document::new(game.clone())).unwrap();
        let again = crate::formats::json::read(&String::from_utf8(json).unwrap()).unwrap();
        assert_eq!(again.game, game, "{name}");
    }
    let dislodged = read(&fixture("game.retreats.json")).turns[2].position.clone().unwrap();
    let piece = dislodged.pieces.iter().filter_map(Element::known).find(|piece| piece.status.is_some()).unwrap();
    assert_eq!((piece.status.as_deref(), piece.retreats.len()), (Some("dislodged"), 2));
    let names = read(&fixture("game.completed.json")).turns;
    let When::Phase(phase) = names[0].when.as_ref().unwrap() else { panic!("no phase") };
    assert_eq!(phase.season, Field::unknown("FORMING"));
}
