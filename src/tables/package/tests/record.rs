//! The record of play, as it is written and as people edit it.

use super::diplomacy::unplaced;
use super::*;
use crate::model::Extra;
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::text::codes;

/// Two turns, the first of which starts from a position, with actions that other rows belong to.
fn played() -> Document {
    let json = r#"{"ludex": 1, "game": {"system": "diplomacy",
        "players": [{"seat": "F"}, {"seat": "E"}],
        "position": {"pieces": [{"player": "F", "kind": "army", "territory": "bur"}]},
        "turns": [
            {"when": {"season": "spring", "year": 1901, "phase": "movement"}, "unset": ["E", "A"],
                "position": {"from": {"name": "saved", "sha256": "00"},
                    "holdings": [{"territory": "par", "owner": "F"}],
                    "pieces": [{"player": "F", "kind": "army", "territory": "par"}]},
                "actions": [
                    {"type": "move", "player": "F", "piece": "army", "from": "par", "to": "bur", "results": []},
                    {"type": "support", "player": "F", "at": "mar", "supported": {"from": "par", "to": "bur"},
                        "results": ["cut", "void"], "remarks": [{"text": "why?"}]}],
                "remarks": [{"author": "F", "text": "hello"}]},
            {"actions": [
                    {"type": "exchange", "at": "K2", "gives": [{"piece": "tank", "count": 3}], "becomes": "hammer"},
                    {"type": "exchange", "at": "Y2", "gives": "as-needed", "becomes": "bomb"},
                    {"type": "setup", "stars": ["g2", null], "piece": "b3", "at": "Mars", "override": true}],
                "extras": [{"key": "state.hash", "json": "7"}]}]}}"#;
    let mut document = crate::formats::json::read(json).unwrap();
    let extras = vec![Extra { key: "zobrist".into(), json: "[1]".into() }];
    document.game.details = Details::Diplomacy(Box::new(DiplomacyDetails { extras, ..Default::default() }));
    document
}

#[test]
fn a_record_has_a_row_a_turn_and_a_row_an_action() {
    let folder = comes_back(&played());
    let turns = "turn,when_season,when_year,when_phase,unset,position_from_name,position_from_sha256\n\
                 1,spring,1901,movement,E A,saved,00\n2,,,,,,\n";
    assert_eq!(text(&folder, "turns.csv"), turns);
    let actions = "turn,action,type,player,piece,at_territory,from_territory,to_territory,supported_from,supported_to,gives,becomes,stars,override,\
                   results\n\
                   1,1,move,F,army,,par,bur,,,,,,,\\\n\
                   1,2,support,F,,mar,,,par,bur,,,,,cut void\n\
                   2,1,exchange,,,K2,,,,,,hammer,,,\n\
                   2,2,exchange,,,Y2,,,,,as-needed,bomb,,,\n\
                   2,3,setup,,b3,Mars,,,,,,,g2 \\-,true,\n";
    assert_eq!(text(&folder, "actions.csv"), actions);
    assert_eq!(text(&folder, "action_gives.csv"), "turn,action,piece,count\n2,1,tank,3\n");
    assert_eq!(text(&folder, "remarks.csv"), "turn,action,author,text\n1,,F,hello\n1,2,,why?\n");
    assert_eq!(text(&folder, "extras.csv"), "turn,key,json\n,zobrist,[1]\n2,state.hash,7\n");
    assert_eq!(text(&folder, "pieces.csv"), "turn,player,kind,territory\n,F,army,bur\n1,F,army,par\n");
    assert_eq!(text(&folder, "holdings.csv"), "turn,territory,owner\n1,par,F\n");
    assert_eq!(unplaced(&played()), Vec::<String>::new());
}

#[test]
fn keys_and_references_of_a_record_are_stated_where_they_hold() {
    let mut document = played();
    let schema = |document: &Document, table: &str| {
        let json: serde_json::Value = serde_json::from_slice(&folder(document)["datapackage.json"]).unwrap();
        let resources = json["resources"].as_array().unwrap();
        resources.iter().find(|resource| resource["name"] == table).unwrap()["schema"].clone()
    };
    assert_eq!(schema(&document, "actions")["primaryKey"], serde_json::json!(["turn", "action"]));
    assert_eq!(schema(&document, "holdings")["primaryKey"], serde_json::json!(["turn", "territory"]));
    let turn = serde_json::json!({"fields": "turn", "reference": {"resource": "turns", "fields": "turn"}});
    for table in ["actions", "action_gives", "remarks", "extras", "pieces", "holdings"] {
        let references = schema(&document, table)["foreignKeys"].clone();
        assert!(references.as_array().unwrap().contains(&turn), "{table}");
    }
    // The key of a holding in the game's own position would have an empty part.
    let own = Position { holdings: vec![Holding::of("par".into())], ..Position::default() };
    document.game.position = Some(own.clone());
    assert_eq!(schema(&document, "holdings").get("primaryKey"), None);
    document.game.turns.clear();
    assert_eq!(schema(&document, "holdings")["primaryKey"], serde_json::json!(["territory"]));
}

#[test]
fn cells_that_a_type_does_not_have_and_cells_that_it_needs_are_named() {
    let folder = folder(&played());
    let edited = |from, to| edit(&folder, "actions.csv", from, to);
    let message = "row 1, column type: expected one of move, hold,";
    says(&edited("move,F", "dance,F"), &codes::BAD_CELL, "actions.csv", Some(2), message);
    let message = "row 1, column from_territory: expected a value, which the type move needs";
    says(&edited("par,bur", ",bur"), &codes::BAD_CELL, "actions.csv", Some(2), message);
    let message =
        "row 1, column at_territory: expected an empty cell, as the type move has no such column, found \"mar\"";
    says(&edited("army,,par", "army,mar,par"), &codes::BAD_CELL, "actions.csv", Some(2), message);
    let message = "row 2, column supported_from: expected a value, which the type support needs";
    says(&edited(",par,bur,,,,,cut", ",,bur,,,,,cut"), &codes::BAD_CELL, "actions.csv", Some(3), message);
    let message = "row 4, column gives: expected one of as-needed, found \"much\"";
    says(&edited("as-needed", "much"), &codes::BAD_CELL, "actions.csv", Some(5), message);
    let message = "row 5, column override: expected true or false, found \"yes\"";
    says(&edited("true", "yes"), &codes::BAD_CELL, "actions.csv", Some(6), message);
    let message = "row 5, column stars";
    says(&edited("g2 \\-", "g2 \\x"), &codes::BAD_CELL, "actions.csv", Some(6), message);
    assert_eq!(said(&edited("move,F", "hold,F")).len(), 3, "from and to, and no at");
}

#[test]
fn rows_refer_to_turns_and_actions_that_there_are() {
    let folder = folder(&played());
    for (path, from, to, line, message) in [
        (
            "actions.csv",
            "\n2,3,setup",
            "\n7,3,setup",
            6,
            "row 5, column turn: expected the number of a row of the table turns, found \"7\"",
        ),
        (
            "remarks.csv",
            "\n1,,F",
            "\n0,,F",
            2,
            "row 1, column turn: expected the number of a row of the table turns, found \"0\"",
        ),
        ("remarks.csv", "\n1,2,,why", "\n1,3,,why", 3, "row 2, column action: expected the number of an action"),
        (
            "extras.csv",
            "\n2,",
            "\n3,",
            3,
            "row 2, column turn: expected the number of a row of the table turns, found \"3\"",
        ),
        (
            "pieces.csv",
            "\n1,",
            "\n3,",
            3,
            "row 2, column turn: expected the number of a row of the table turns, found \"3\"",
        ),
        (
            "holdings.csv",
            "\n1,",
            "\n3,",
            2,
            "row 1, column turn: expected the number of a row of the table turns, found \"3\"",
        ),
        (
            "action_gives.csv",
            "\n2,1",
            "\n2,4",
            2,
            "row 1, column action: expected the number of an exchange whose cell gives is empty, found \"4\"",
        ),
        ("action_gives.csv", "\n2,1", "\n2,2", 2, "the number of an exchange whose cell gives is empty"),
        ("action_gives.csv", "\n2,1", "\n2,3", 2, "the number of an exchange whose cell gives is empty"),
    ] {
        says(&edit(&folder, path, from, to), &codes::NO_SUCH_REFERENCE, path, Some(line), message);
    }
    let twice = edit(&folder, "actions.csv", "\n1,2,", "\n1,1,");
    let diagnostics: Vec<_> = said(&twice).into_iter().map(|d| (d.0, d.1, d.2)).collect();
    let expected = [(&codes::TWICE, "actions.csv"), (&codes::NO_SUCH_REFERENCE, "remarks.csv")];
    assert_eq!(diagnostics, expected.map(|(code, path)| (code.id.to_owned(), path.to_owned(), Some(3))));
    let message = "row 2, column turn: expected a number that no other row has";
    let twice = edit(&folder, "turns.csv", "\n2,", "\n1,");
    assert!(self::said(&twice).iter().any(|d| d.0 == codes::TWICE.id && d.2 == Some(3) && d.3.contains(message)));
    let other = edit(&folder, "games.csv", "diplomacy", "power");
    says(&other, &codes::OTHER_SYSTEM, "extras.csv", None, "values of a Diplomacy or Homeworlds game");
}

#[test]
fn rows_of_a_record_may_come_in_another_order_and_with_gaps() {
    let folder = folder(&played());
    let sorted = edit(
        &edit(
            &folder,
            "turns.csv",
            "1,spring,1901,movement,E A,saved,00\n2,,,,,,\n",
            "2,,,,,,\n1,spring,1901,movement,E A,saved,00\n",
        ),
        "actions.csv",
        "2,1,exchange,,,K2,,,,,,hammer,,,\n2,2,exchange,,,Y2,,,,,as-needed,bomb,,,\n",
        "2,2,exchange,,,Y2,,,,,as-needed,bomb,,,\n2,1,exchange,,,K2,,,,,,hammer,,,\n",
    );
    assert_eq!(read_folder(&sorted), (Some(played()), vec![]));
    // The first turn with all that belongs to it is removed, and the first action of the other.
    let mut shorter = folder.clone();
    for (path, csv) in &mut shorter {
        let keep = |line: &&str| !path.ends_with(".csv") || path == "games.csv" || !line.starts_with("1,");
        let kept: String = String::from_utf8(csv.clone()).unwrap().split_inclusive('\n').filter(keep).collect();
        *csv = kept.replace("2,2,exchange", "2,5,exchange").replace("2,3,setup", "2,6,setup").into_bytes();
    }
    let mut document = played();
    document.game.turns.remove(0);
    assert_eq!(read_folder(&shorter), (Some(document), vec![]));
}
