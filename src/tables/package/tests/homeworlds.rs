//! Takebacks, alternatives and the details of Homeworlds, as they are written and as people edit them.

use thin_vec::thin_vec;

use super::diplomacy::unplaced;
use super::*;
use crate::model::Turn;
use crate::tables::walk::DEPTH;
use crate::text::codes;

/// A turn that was restarted twice, with two alternatives, the second of which has one of its own, and another turn.
fn played() -> Document {
    let json = r#"{"ludex": 1, "game": {"system": "homeworlds",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {"holdings": [{"territory": "Mars", "home": "A"}]},
        "details": {"to_move": "B", "extras": [{"key": "hash", "json": "7"}]},
        "turns": [
            {"player": "A", "inferred": ["player", "number"],
                "actions": [{"type": "pass", "remarks": [{"text": "stands"}]}],
                "undone": [
                    [{"type": "exchange", "at": "Mars", "gives": [{"piece": "g1", "count": 1}], "becomes": "b1",
                        "remarks": [{"text": "undone"}]},
                    {"type": "restart"}],
                    [{"type": "restart", "inferred": ["type"]}]],
                "alternatives": [
                    [{"actions": [{"type": "resign"}], "tag": "1a", "remarks": [{"text": "tagged"}]}],
                    [{"actions": [], "undone": [[{"type": "restart"}]],
                        "alternatives": [[{"actions": [{"type": "pass"}]}]]},
                    {"actions": [], "extras": [{"key": "k", "json": "8"}],
                        "position": {"pieces": [{"kind": "b1", "territory": "Mars"}]}}]]},
            {"player": "B", "actions": [{"type": "pass"}]}]}}"#;
    crate::formats::json::read(json).unwrap()
}

#[test]
fn what_was_undone_and_alternatives_are_rows_of_turns_and_actions() {
    let folder = comes_back(&played());
    let turns = "turn,alternative_to,alternative,player,tag,inferred,undone,alternatives\n\
                 1,,,A,,player number,1 2,1 2\n2,1,1,,1a,,,\n3,1,2,,,,1,1\n4,3,1,,,,,\n5,1,2,,,,,\n6,,,B,,,,\n";
    assert_eq!(text(&folder, "turns.csv"), turns);
    let actions = "turn,undone,action,type,at_territory,becomes,inferred\n1,,1,pass,,,\n1,1,1,exchange,Mars,b1,\n\
                   1,1,2,restart,,,\n1,2,1,restart,,,type\n2,,1,resign,,,\n3,1,1,restart,,,\n4,,1,pass,,,\n6,,1,pass,,,\n";
    assert_eq!(text(&folder, "actions.csv"), actions);
    assert_eq!(text(&folder, "action_gives.csv"), "turn,undone,action,piece,count\n1,1,1,g1,1\n");
    let remarks = "turn,undone,action,text\n1,,1,stands\n1,1,1,undone\n2,,,tagged\n";
    assert_eq!(text(&folder, "remarks.csv"), remarks);
    assert_eq!(text(&folder, "extras.csv"), "turn,key,json\n,hash,7\n5,k,8\n");
    assert_eq!(text(&folder, "pieces.csv"), "turn,kind,territory\n5,b1,Mars\n");
    assert_eq!(text(&folder, "homeworlds_games.csv"), "number,to_move\n1,B\n");
    assert_eq!(unplaced(&played()), Vec::<String>::new());
}

#[test]
fn turns_refer_to_turns_by_the_empty_name_of_their_own_table() {
    let folder = folder(&played());
    let json: serde_json::Value = serde_json::from_slice(&folder["datapackage.json"]).unwrap();
    let mut resources = json["resources"].as_array().unwrap().iter();
    let references = &resources.find(|resource| resource["name"] == "turns").unwrap()["schema"]["foreignKeys"];
    let own = serde_json::json!({"fields": "alternative_to", "reference": {"resource": "", "fields": "turn"}});
    assert!(references.as_array().unwrap().contains(&own), "{references}");
}

#[test]
fn lists_without_anything_in_them_come_back() {
    let mut document = played();
    let [first, second] = &mut document.game.turns[..] else { unreachable!() };
    first.undone = thin_vec![vec![], std::mem::take(&mut first.undone[0]), vec![]];
    first.alternatives = thin_vec![vec![], std::mem::take(&mut first.alternatives[0]), vec![]];
    (second.undone, second.alternatives) = (thin_vec![vec![]], thin_vec![vec![]]);
    let folder = comes_back(&document);
    assert!(text(&folder, "turns.csv").contains("1,,,A,,player number,1 2 3,1 2 3\n"));
    document.game.turns.iter_mut().for_each(|turn| turn.actions.clear());
    document.game.turns[0].undone = thin_vec![vec![]];
    let folder = comes_back(&document);
    assert!(text(&folder, "actions.csv").starts_with("turn,action,type\n"), "no list has any action");
    document.game.turns.clear();
    comes_back(&document);
}

#[test]
fn numbers_of_lists_may_have_gaps_and_stand_in_another_order() {
    let folder = folder(&played());
    let mut edited = edit(&folder, "turns.csv", ",1 2,1 2\n", ",9 1,7 1\n");
    edited = edit(&edited, "turns.csv", "\n3,1,2", "\n3,1,7");
    edited = edit(&edited, "turns.csv", "\n5,1,2,,,,,\n6,", "\n6,1,7,,,,,\n8,");
    edited = edit(&edited, "actions.csv", "\n1,2,1,restart", "\n1,9,4,restart");
    edited = edit(&edited, "actions.csv", "\n6,", "\n8,");
    edited = edit(&edited, "extras.csv", "\n5,", "\n6,");
    edited = edit(&edited, "pieces.csv", "\n5,", "\n6,");
    assert_eq!(read_folder(&edited), (Some(played()), vec![]));
}

#[test]
fn what_refers_to_no_turn_list_or_alternative_is_named() {
    let folder = folder(&played());
    let before = "expected the number of a turn before it";
    let listed = "expected a number in the cell alternatives of that turn";
    let undone = "expected a number in the cell undone of that turn";
    for (path, from, to, line, message) in [
        ("turns.csv", "\n5,1,2", "\n5,5,2", 6, format!("row 5, column alternative_to: {before}, found \"5\"")),
        ("turns.csv", "\n5,1,2", "\n5,6,2", 6, format!("row 5, column alternative_to: {before}, found \"6\"")),
        ("turns.csv", "\n5,1,2", "\n5,0,2", 6, format!("row 5, column alternative_to: {before}, found \"0\"")),
        ("turns.csv", "\n5,1,2", "\n5,1,3", 6, format!("row 5, column alternative: {listed}, found \"3\"")),
        ("turns.csv", "\n5,1,2", "\n5,1,", 6, format!("row 5, column alternative: {listed}")),
        ("actions.csv", "\n1,2,1", "\n1,3,1", 5, format!("row 4, column undone: {undone}, found \"3\"")),
        ("actions.csv", "\n6,,1", "\n6,1,1", 9, format!("row 8, column undone: {undone}, found \"1\"")),
        (
            "actions.csv",
            "\n6,,1",
            "\n7,1,1",
            9,
            "row 8, column turn: expected the number of a row of the table turns, found \"7\"".to_owned(),
        ),
        ("action_gives.csv", "\n1,1,1", "\n1,5,1", 2, format!("row 1, column undone: {undone}, found \"5\"")),
        ("action_gives.csv", "\n1,1,1", "\n1,2,1", 2, "an exchange whose cell gives is empty".to_owned()),
        (
            "remarks.csv",
            "\n1,1,1",
            "\n1,1,3",
            3,
            "row 2, column action: expected the number of an action of that turn or list, found \"3\"".to_owned(),
        ),
        (
            "remarks.csv",
            "\n1,1,1",
            "\n1,1,",
            3,
            "row 2, column action: expected the number of an action of that turn or list".to_owned(),
        ),
        ("remarks.csv", "\n1,1,1", "\n1,3,1", 3, format!("row 2, column undone: {undone}, found \"3\"")),
    ] {
        says(&edit(&folder, path, from, to), &codes::NO_SUCH_REFERENCE, path, Some(line), &message);
    }
}

#[test]
fn cells_that_contradict_each_other_are_named() {
    let folder = folder(&played());
    let message = "row 5, column alternative: expected an empty cell, as alternative_to is empty, found \"2\"";
    says(&edit(&folder, "turns.csv", "\n5,1,", "\n5,,"), &codes::BAD_CELL, "turns.csv", Some(6), message);
    for (to, message) in [
        (",2 1 2,1 2\n", "row 1, column undone: expected a list of different numbers, found \"2 1 2\""),
        (",1 2,1 2 1\n", "row 1, column alternatives: expected a list of different numbers, found \"1 2 1\""),
    ] {
        says(&edit(&folder, "turns.csv", ",1 2,1 2\n", to), &codes::TWICE, "turns.csv", Some(2), message);
    }
    let not_a_number = said(&edit(&folder, "turns.csv", ",1 2,1 2\n", ",1 x,1 2\n"));
    let message = "row 1, column undone: expected a whole number, found \"1 x\"";
    assert_eq!((&not_a_number[0].0[..], &not_a_number[0].3[..]), (codes::BAD_CELL.id, message));
    let twice = edit(&folder, "actions.csv", "\n1,1,2,", "\n1,1,1,");
    let message = "row 3, column action: expected a number that no other row has, found \"1\"";
    assert_eq!((&said(&twice)[0].0[..], &said(&twice)[0].3[..]), (codes::TWICE.id, message));
    let other = edit(&folder, "games.csv", "homeworlds", "power");
    assert!(said(&other).iter().any(|d| d.0 == codes::OTHER_SYSTEM.id && d.1 == "homeworlds_games.csv"));
    assert!(said(&other).iter().any(|d| d.0 == codes::OTHER_SYSTEM.id && d.1 == "extras.csv"));
}

/// Returns a turn within `depth` nested alternatives.
fn nested(depth: usize) -> Document {
    let mut turn = Turn::default();
    for _ in 0..depth {
        turn = Turn { alternatives: thin_vec![vec![turn]], ..Turn::default() };
    }
    let mut document = Document::new(Game::new(System::Homeworlds));
    document.game.turns.push(turn);
    document
}

#[test]
fn alternatives_go_as_deep_as_tables_and_json_can_hold() {
    let document = nested(DEPTH);
    comes_back(&document);
    let json = serde_json::to_string(&document).unwrap();
    assert_eq!(crate::formats::json::read(&json).unwrap(), document);
    let errors = refused(&nested(DEPTH + 2));
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!((error.code.as_ref(), error.is_error()), (codes::LEFT_OUT.id, true));
    assert!(errors[0].message.contains("is in more than 32 alternatives, one within the other"), "{errors:?}");
    let path = format!("game.turns[0]{}", ".alternatives[0][0]".repeat(DEPTH + 1));
    assert_eq!(error.path.as_deref(), Some(path.as_str()));
}

#[test]
fn a_long_chain_of_alternatives_is_refused_where_it_goes_too_deep() {
    let mut folder = folder(&nested(1));
    let mut turns = "turn,alternative_to,alternative,alternatives\n1,,,1\n".to_owned();
    (2..100_000).for_each(|turn| turns.push_str(&format!("{turn},{},1,1\n", turn - 1)));
    folder.insert("turns.csv".into(), turns.into_bytes());
    let diagnostics = said(&folder);
    let (code, path, line, message) = &diagnostics[0];
    assert_eq!((code.as_str(), path.as_str(), *line), (codes::BAD_CELL.id, "turns.csv", Some(DEPTH + 3)));
    assert!(message.contains("column alternative_to: expected a turn that is in fewer than 32 alternatives, one within the other, found \"33\""));
}

#[test]
fn many_turns_and_alternatives_are_found_quickly() {
    let alternative =
        Turn { actions: vec![crate::model::Action::of(crate::model::ActionKind::Pass)], ..Turn::default() };
    let mut document = nested(0);
    let turn = Turn { alternatives: thin_vec![vec![alternative.clone()]], ..alternative };
    document.game.turns = vec![turn; 50_000];
    comes_back(&document);
}
