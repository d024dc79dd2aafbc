//! Tests of tables and documents that other programs show, check and write.

use super::*;

#[test]
fn a_document_keeps_the_schema_that_it_names() {
    let desk = Desk::new();
    let text = edited(&desk, "playing.DAT", |d| d["$schema"] = "../document.schema.json".into());
    desk.put("game.json", &text);
    desk.ludex("convert game.json -o game.csv").ends(0);
    desk.ludex("convert game.csv -o again.json").ends(0);
    assert_eq!(json(&desk.get("again.json")), json(&text));
    desk.ludex("convert again.json -o WAR01.DAT").ends(0);
    assert_eq!(desk.get("WAR01.DAT"), good("playing.DAT"));
    let redacted = desk.ludex("convert game.json -t json --redact").ends(0).out();
    assert_eq!(json(redacted.as_bytes())["$schema"], serde_json::Value::Null);
}

#[test]
fn the_schema_speaks_only_of_formats_that_every_validator_knows() {
    fn formats(value: &serde_json::Value, found: &mut Vec<String>) {
        if let Some(format) = value.get("format").and_then(|format| format.as_str()) {
            found.push(format.to_owned());
        }
        let children = value.as_object().map(|fields| fields.values()).into_iter().flatten();
        children.chain(value.as_array().into_iter().flatten()).for_each(|child| formats(child, found));
    }
    let desk = Desk::new();
    let schema = json(desk.ludex("schema").ends(0).out().as_bytes());
    let mut found = Vec::new();
    formats(&schema, &mut found);
    assert_eq!(found, ["date", "date"], "the days that a game began and ended");
    assert_eq!(schema["$id"], "urn:ludex:document:1");
    assert_eq!(schema["properties"]["ludex"]["const"], 1);
}

#[test]
fn the_descriptor_of_a_folder_is_short() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -o game.csv").ends(0);
    let tables = fs::read_dir(desk.path("game.csv")).unwrap().flatten();
    let tables = tables.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "csv"));
    let tables: u64 = tables.map(|entry| entry.metadata().unwrap().len()).sum();
    let descriptor = desk.get("game.csv/datapackage.json");
    assert!((descriptor.len() as u64) < tables, "{} bytes for {tables}", descriptor.len());
}

#[test]
fn tables_that_a_spreadsheet_wrote_give_the_same_bytes_and_say_so() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -o game.csv").ends(0);
    let players = desk.text("game.csv/players.csv").replace("true", "WAHR").replace("false", "FALSCH");
    desk.put("game.csv/players.csv", players.replace(',', ";"));
    let holdings = desk.text("game.csv/holdings.csv");
    let without: Vec<String> = holdings.lines().map(|line| [line, ",,"].concat()).collect();
    desk.put("game.csv/holdings.csv", without.join("\r\n"));
    let run = desk.ludex("convert game.csv -o WAR02.DAT");
    run.ends(0).says(&["note[JS016]: game.csv, players.csv, line 1: commas do not separate its cells: ';' does"]);
    run.says(&["6 truth values are spelled otherwise: row 1, column vote, \"WAHR\" is read as \"true\""]);
    run.says(&["holdings.csv, line 1: empty columns without a name are not read"]);
    assert_eq!(desk.get("WAR02.DAT"), good("playing.DAT"));
}

#[test]
fn what_was_edited_is_said_and_what_was_not_is_not() {
    let desk = Desk::new();
    let unedited = edited(&desk, "playing.DAT", |_| ());
    assert_eq!(desk.ludex_with("convert - -t war-dat", &unedited).ends(0).err(), "");
    let one = edited(&desk, "playing.DAT", |d| d["game"]["players"][2]["name"] = "007".into());
    let before = json(&unedited)["game"]["players"][2]["name"].as_str().unwrap().to_owned();
    let said = format!("1 value changed: players[2].name {before:?} -> \"007\"");
    for target in ["war-dat", "json"] {
        desk.ludex_with(&format!("convert - -t {target}"), &one).ends(0).says(&["note[CV020]", &said]);
    }
    let many = edited(&desk, "playing.DAT", |d| {
        for i in 0..23 {
            d["game"]["position"]["holdings"][i]["armies"] = (1000 + i).into();
        }
    });
    let run = desk.ludex_with("convert - -t war-dat", &many);
    run.ends(0).says(&["23 values changed: ", "position.holdings[19].armies ", "; and 3 more (--verbose lists all)"]);
    assert!(!run.err().contains("holdings[20]"));
    desk.ludex_with("convert - -t war-dat --verbose", &many).ends(0).says(&["position.holdings[22].armies "]);
}

#[test]
fn what_a_spreadsheet_changed_is_said() {
    let desk = Desk::new();
    let text = edited(&desk, "playing.DAT", |d| {
        for (i, name) in ["002", "1E5", "=SUM(1+1)", "=A1/0"].into_iter().enumerate() {
            d["game"]["players"][i]["name"] = name.into();
        }
    });
    desk.put("edited.json", text).ludex("convert edited.json -o WAR01.DAT").ends(0);
    let warned = desk.ludex("convert WAR01.DAT -o game.csv");
    warned.ends(0).says(&["note[JS017]", "players.csv, row 1, column name: it looks like a number", "--guard"]);
    let mut players = desk.text("game.csv/players.csv");
    for (name, cell) in [("002", "2"), ("1E5", "100000"), ("=SUM(1+1)", "2"), ("=A1/0", "Err:509")] {
        players = players.replacen(&format!(",{name},"), &format!(",{cell},"), 1);
    }
    desk.put("game.csv/players.csv", players);
    let run = desk.ludex("convert game.csv -o WAR02.DAT");
    run.ends(0).says(&["note[CV020]", "4 values changed: players[0].name \"002\" -> \"2\""]);
    run.says(&["\"1E5\" -> \"100000\"", "\"=SUM(1+1)\" -> \"2\"", "\"=A1/0\" -> \"Err:509\""]);
    // A renamed player is reported once: the names of owners in other tables are those of the original.
    assert!(!run.err().contains("JS013"), "{}", run.err());

    let guarded = desk.ludex("convert WAR01.DAT --guard -o guarded.csv");
    assert_eq!(guarded.ends(0).err(), "");
    assert!(desk.text("guarded.csv/players.csv").contains(",'=SUM(1+1),"));
    assert!(desk.text("guarded.csv/datapackage.json").contains("\"guard\":"));
    assert_eq!(desk.ludex("convert guarded.csv -o WAR03.DAT").ends(0).err(), "");
    assert_eq!(desk.get("WAR03.DAT"), desk.get("WAR01.DAT"));
    desk.ludex("convert WAR01.DAT --guard -t json").ends(2).says(&["--guard is for tables"]);
}

#[test]
fn changed_secrets_are_named_and_not_shown() {
    let desk = Desk::new();
    desk.put("a.njudge", good("njudge-orders/good/mail.njudge"));
    let run = desk.ludex("convert a.njudge -t json -q");
    let mut document = json(run.ends(0).out().as_bytes());
    let actions = document["game"]["turns"][0]["actions"].as_array_mut().unwrap();
    let signon = actions.iter_mut().find(|action| action["text"].as_str().is_some_and(|t| t.starts_with("SIGNON")));
    signon.unwrap()["text"] = "SIGNON Fmygame planted".into();
    let run = desk.ludex_with("convert - -t json", &serde_json::to_vec(&document).unwrap());
    run.ends(0).says(&["1 value changed: turns[0].actions[", "].text (not shown)"]);
    assert!(!run.err().contains("planted"));
}

#[test]
fn cells_of_secrets_are_not_shown() {
    let desk = Desk::new();
    desk.fixture("team-signup.DAT", "WAR07.DAT").ludex("convert WAR07.DAT -o game.csv").ends(0);
    let table = desk.text("game.csv/global_war_games.csv");
    let first = table.lines().next().unwrap().split(',').position(|name| name == "team_password_1").unwrap();
    let mut cells: Vec<&str> = table.lines().nth(1).unwrap().split(',').collect();
    (cells[first], cells[first + 1]) = ("", "planted");
    let damaged = format!("{}\n{}\n", table.lines().next().unwrap(), cells.join(","));
    let run = desk.put("game.csv/global_war_games.csv", damaged).ludex("convert game.csv -t json");
    run.ends(1).says(&["error[JS012]", "column team_password_2: expected an empty cell", "found (hidden)"]);
    assert!(!run.err().contains("planted"));
}

#[test]
fn an_older_package_is_spoken_of_by_its_own_names() {
    let desk = Desk::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/old/0.1.0/homeworlds/position.homeworlds.csv");
    for path in walkdir::WalkDir::new(&old).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let name = path.path().strip_prefix(&old).unwrap().display().to_string();
        desk.put(&format!("old.csv/{name}"), fs::read(path.path()).unwrap());
    }
    desk.ludex("check old.csv").ends(0);
    let back = desk.ludex("convert old.csv -t homeworlds");
    assert_eq!(back.ends(0).output.stdout, good("homeworlds/good/position.homeworlds"));
    let games = desk.text("old.csv/games.csv");
    desk.put("old.csv/games.csv", games.replace("homeworlds,S", "homeworlds,X"));
    desk.ludex("check old.csv").ends(1).says(&["JS007", "games.csv", "row 1, column to_move: "]);
}
