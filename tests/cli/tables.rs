//! Tables and documents that other programs look at, check and write.

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
