//! Tests of `ludex query`, which asks a database of games.

use std::process::Output;

use assert_cmd::Command;
use serde_json::{Value, json};

use super::{Desk, Run};

/// A database of two games of Global War and three of Homeworlds.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.fixture("finished.DAT", "in/WAR01.DAT").fixture("control-characters.DAT", "in/WAR02.DAT");
    for name in ["chat.raw", "mars.raw", "plain.raw"] {
        let path = format!("{}/fixtures/homeworlds-sdg/good/{name}", env!("CARGO_MANIFEST_DIR"));
        desk.put(&format!("in/{name}"), std::fs::read(path).unwrap());
    }
    desk.ludex("convert in -t sqlite -o games.db").ends(0);
    desk
}

/// Runs `query` with arguments that may contain blanks.
fn query(desk: &Desk, arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("ludex").unwrap();
    command.env_remove("COLUMNS").current_dir(desk.path("")).args(["query", "games.db"]).args(arguments);
    let output: Output = command.output().unwrap();
    Run { line: format!("query games.db {}", arguments.join(" ")), output }
}

fn rows(desk: &Desk, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_slice(&query(desk, &arguments).ends(0).output.stdout).unwrap()
}

#[test]
fn what_can_be_asked_is_listed() {
    let desk = desk();
    let run = desk.ludex("query games.db");
    run.ends(0).shows(&["NAME  ", "\nstandings  ", "\nwho-beat-whom  ", "\nplayers  ", "\nsqlar  "]);
    let listed = desk.ludex("query games.db --format jsonl").ends(0).out();
    let listed: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(listed.len() > 50 && listed.iter().all(|row| row["meaning"].as_str().unwrap().len() > 10));
    // Each name can be asked for; one may be that of both a table and a question.
    for row in listed.iter().filter(|row| row["name"] != "search") {
        query(&desk, &[row["name"].as_str().unwrap(), "--format", "csv"]).ends(0);
    }
}

#[test]
fn a_named_question_is_answered_in_every_form() {
    let desk = desk();
    let standings = rows(&desk, &["standings", "--game", "1"]);
    assert_eq!(standings[0]["name"], "UNCLE FERRIS");
    assert_eq!((&standings[0]["won"], &standings[0]["countries"]), (&json!(1), &json!(42)));
    assert_eq!(standings.as_array().unwrap().len(), 4);
    let table = query(&desk, &["standings", "--game", "1"]).ends(0).out();
    assert!(table.starts_with("GAME_ID  FILE") && table.lines().count() == 5, "{table}");
    let csv = query(&desk, &["standings", "--game", "1", "--format", "csv"]).ends(0).out();
    assert!(csv.starts_with("game_id,file,state,last_moved,place,seat,name,won,"), "{csv}");
    // The name of the view works as well.
    assert_eq!(rows(&desk, &["global_war_standings", "--game", "1"]), standings);
    let winners: Vec<Value> = rows(&desk, &["openings"]).as_array().unwrap().clone();
    assert_eq!(winners.iter().map(|row| row["won"].as_i64().unwrap()).sum::<i64>(), 3);
    query(&desk, &["standings", "--game", "9"]).ends(0).says(&["The answer has no rows."]);
}

#[test]
fn questions_in_sql_are_answered_in_their_order() {
    let desk = desk();
    let sql = "SELECT 2 AS z, 'a' AS a, NULL AS z, 1.5 AS r, x'0102' AS b, count(*) AS games FROM games";
    assert_eq!(
        query(&desk, &[sql, "--format", "jsonl"]).ends(0).out(),
        "{\"z\":2,\"a\":\"a\",\"z_2\":null,\"r\":1.5,\"b\":\"(2 bytes)\",\"games\":5}\n"
    );
    assert_eq!(query(&desk, &[sql, "--format", "csv"]).out(), "z,a,z_2,r,b,games\n2,a,,1.5,(2 bytes),5\n");
    assert_eq!(query(&desk, &["VALUES(1)", "--format", "csv"]).ends(0).out(), "column1\n1\n");
}

#[test]
fn words_are_found_where_they_stand() {
    let desk = desk();
    let found = rows(&desk, &["search", "Ferris"]);
    assert_eq!(found, json!([{"found_in": "players", "game_id": 1, "file": "WAR01.DAT", "text": "UNCLE FERRIS"}]));
    assert_eq!(rows(&desk, &["search", "ferr*", "uncle"]), found);
    assert_eq!(rows(&desk, &["search", "ferr"]), json!([]));
    assert_eq!(rows(&desk, &["search", "Ferris", "--game", "2"]), json!([]));
    // Operators of FTS5 are ordinary text here.
    for words in ["\"", "a OR", "NEAR(", "-x", "^", "*", "name:x"] {
        query(&desk, &["search", "--", words]).ends(0);
    }
    query(&desk, &["search"]).ends(2).says(&["search needs words"]);
}

#[test]
fn what_is_misspelt_leads_to_what_is_meant() {
    let desk = desk();
    query(&desk, &["standing"]).ends(2).says(&["no question or table is called `standing`; did you mean `standings`?"]);
    query(&desk, &["standings", "x"]).ends(2).says(&["`standings` takes no words"]);
    query(&desk, &["SELECT 1", "FROM", "games"]).ends(2).says(&["put it into quotation marks"]);
    query(&desk, &["variants", "--game", "1"]).ends(2).says(&["--game is not for `variants`"]);
    query(&desk, &["SELECT 1", "--game", "1"]).ends(2).says(&["say `WHERE game_id = N` in SQL"]);
    let run = query(&desk, &["SELECT name,\n  nmae FROM players"]);
    run.ends(1)
        .says(&["error[IO031]: no such column: nmae; did you mean `name`?", "2 |   nmae FROM players\n  |   ^^^^"]);
    query(&desk, &["SELECT * FROM plaiers"]).ends(1).says(&["no such table: plaiers; did you mean `players`?"]);
    query(&desk, &["SELECT (1"]).ends(1).says(&["error[IO031]: ", "incomplete input"]);
    let run = query(&desk, &["SELECT nmae FROM players", "--message-format", "json"]);
    let d: Value = serde_json::from_str(run.ends(1).err().trim()).unwrap();
    assert_eq!(
        (&d["code"], &d["line"], &d["column"], &d["length"]),
        (&json!("IO031"), &json!(1), &json!(8), &json!(4))
    );
}

#[test]
fn nothing_is_written() {
    let desk = desk();
    let before = desk.get("games.db");
    for sql in [
        "DELETE FROM games",
        "INSERT INTO tables VALUES ('a', 'table', NULL, 'b')",
        "CREATE TABLE a (b)",
        "CREATE TEMP TABLE a (b)",
        "ATTACH 'other.db' AS other",
        "VACUUM;",
        "VACUUM INTO 'other.db'",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = WAL",
        "SELECT 1; DELETE FROM games",
        "SELECT load_extension('x')",
        "BEGIN;",
        "; ",
        "/* nothing */",
    ] {
        query(&desk, &[sql]).ends(1).says(&["error[IO031]"]);
    }
    query(&desk, &["SELECT * FROM actions ORDER BY random()", "--format", "csv"]).ends(0);
    assert!(desk.get("games.db") == before);
    let mut there: Vec<_> = std::fs::read_dir(desk.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, ["games.db", "in"]);
}

#[test]
fn no_control_character_reaches_a_terminal() {
    let desk = desk();
    for form in ["table", "json", "jsonl", "csv"] {
        let sql = "SELECT name AS \"a\u{1b}[2J\" FROM players WHERE game_id = 2";
        let out = query(&desk, &[sql, "--format", form]).ends(0).out();
        assert!(out.len() > 50 && !out.contains(|c: char| c.is_control() && c != '\n'), "{form}: {out:?}");
    }
    let err = query(&desk, &["SELECT \u{1b}[2J"]).ends(1).err();
    assert!(!err.contains('\u{1b}'), "{err:?}");
}

#[test]
fn what_is_no_database_of_games_is_refused() {
    let desk = desk();
    let refused = |file: &str, says: &[&str]| {
        desk.ludex(&format!("query {file} standings")).ends(1).says(says);
    };
    refused("nowhere.db", &["error[IO001]: nowhere.db: the database cannot be read"]);
    refused("in", &["expected a database of games, found a folder"]);
    refused("in/WAR01.DAT", &["error[IO004]: in/WAR01.DAT: this is no database of games", "-t sqlite -o games.db"]);
    let games = desk.get("games.db");
    let with = |at: usize, byte: u8| {
        let mut other = games.clone();
        other[at] = byte;
        desk.put("other.db", other);
    };
    with(68, b'X');
    refused("other.db", &["this is no database of games"]);
    with(63, 9);
    refused("other.db", &["error[JS003]: other.db: the database is of version 9"]);
    with(18, 2);
    refused("other.db", &["write-ahead logging"]);
    desk.put("other.db", &games[..games.len() / 2]);
    refused("other.db", &["error[IO0"]);
    // Whatever a byte is changed to, the result is an answer or an error.
    for at in (100..games.len()).step_by(games.len() / 40) {
        with(at, 0xff);
        let run = desk.ludex("query other.db standings --format csv");
        assert!(matches!(run.output.status.code(), Some(0 | 1)), "{at}: {}", run.err());
        assert!(!run.err().contains("IO020"), "{at}: {}", run.err());
    }
}

#[test]
fn datasette_gets_what_everything_means() {
    let desk = desk();
    let metadata: Value =
        serde_json::from_str(&desk.ludex("query games.db --datasette-metadata").ends(0).out()).unwrap();
    let games = &metadata["databases"]["games"];
    let tables = games["tables"].as_object().unwrap();
    assert!(tables.len() > 50 && tables.values().all(|table| table["description"].is_string()));
    assert_eq!(tables["players"]["label_column"], "name");
    assert_eq!(tables["sqlar"]["hidden"], true);
    let armies = tables["holdings"]["columns"]["armies"].as_str().unwrap();
    assert!(armies.ends_with(" Unit: armies."), "{armies}");
    for (name, question) in games["queries"].as_object().unwrap() {
        assert!(!tables.contains_key(name), "{name} hides a table");
        query(&desk, &[question["sql"].as_str().unwrap(), "--format", "csv"]).ends(0);
    }
}
