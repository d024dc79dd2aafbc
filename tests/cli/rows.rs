//! Tests of `--format` in the commands that print rows.

use serde_json::Value;

use super::{Desk, json};

fn desk() -> Desk {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "in/WAR01.DAT").fixture("odd-values.DAT", "in/WAR02.DAT").put("in/notes, old", "words");
    desk
}

/// Returns the rows, which must be the same in an array and as lines.
fn objects(desk: &Desk, line: &str) -> Vec<Value> {
    let list = json(&desk.ludex(&format!("{line} --format json")).output.stdout);
    let lines = desk.ludex(&format!("{line} --format jsonl")).out();
    let lines: Vec<Value> = lines.lines().map(|line| json(line.as_bytes())).collect();
    assert_eq!(list, Value::from(lines.clone()), "{line}");
    lines
}

fn csv(desk: &Desk, line: &str) -> Vec<Vec<String>> {
    let text = desk.ludex(&format!("{line} --format csv")).out();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn identified_files_are_rows() {
    let desk = desk();
    let rows = objects(&desk, "identify in");
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["file"], &rows[0]["format"]), (&"in/WAR01.DAT".into(), &"war-dat".into()));
    assert!(rows[0]["confidence"].as_u64() > Some(80) && rows[0]["evidence"].as_array().unwrap().len() > 1);
    assert_eq!((&rows[2]["format"], &rows[2]["looks_like"]), (&Value::Null, &"text of another kind".into()));
    let table = csv(&desk, "identify in");
    assert_eq!(table[0], ["file", "format", "confidence", "evidence", "looks_like"]);
    assert_eq!(table[3], ["in/notes, old", "", "", "", "text of another kind"]);
    // The older option gives the same.
    assert_eq!(
        desk.ludex("identify in --message-format json").out(),
        desk.ludex("identify in --format jsonl").ends(0).out()
    );
    let text = desk.ludex("identify in").ends(0).out();
    assert_eq!(text, desk.ludex("identify in --format table").out());
    assert!(text.lines().count() == 4 && text.starts_with("FILE  "), "{text}");
}

#[test]
fn findings_are_rows() {
    let desk = desk();
    desk.ludex("check in").ends(0).says(&["warning[GW"]).shows(&["in/WAR02.DAT: war-dat:"]);
    let rows = objects(&desk, "check in");
    assert!(rows.len() > 5, "{rows:?}");
    for row in &rows {
        assert_eq!(row["file"], "in/WAR02.DAT");
        assert!(row["code"].is_string() && row["message"].is_string() && row["line"].is_u64(), "{row}");
        // Nothing is reported twice.
        assert!(!desk.ludex("check in --format jsonl").err().contains(row["message"].as_str().unwrap()));
    }
    let table = csv(&desk, "check in");
    assert_eq!(table.len(), rows.len() + 1);
    let column = |name: &str| table[0].iter().position(|key| key == name).unwrap();
    assert_eq!(table[1][column("line")], rows[0]["line"].to_string());
    assert_eq!(table[1][column("message")], rows[0]["message"].as_str().unwrap());
    let text = desk.ludex("check in --format table").ends(0).out();
    assert!(text.starts_with("PLACE") && text.contains("in/WAR02.DAT:") && text.lines().count() == table.len());
    assert_eq!(objects(&desk, "check in --quiet").len(), 0);
    assert_eq!(desk.ludex("check in/WAR01.DAT --format json").ends(0).out(), "[]\n");
    desk.put("cut.DAT", &super::good("playing.DAT")[..500]);
    desk.ludex("check -f war-dat cut.DAT --format csv").ends(1).shows(&["GW001", "error"]);
    desk.ludex("check in --fix --format csv").ends(2);
}

#[test]
fn verified_files_are_rows() {
    let desk = desk();
    desk.put("in/WAR03.DAT", "no game");
    let rows = objects(&desk, "verify in");
    let outcomes: Vec<&str> = rows.iter().map(|row| row["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["verified", "verified", "failed", "skipped"]);
    assert_eq!(csv(&desk, "verify in").len(), 5);
    let run = desk.ludex("verify in --format table");
    run.ends(1).shows(&["FILE           FORMAT   OUTCOME   WHY"]).says(&["2 verified, 1 failed, 1 skipped"]);
}

#[test]
fn formats_are_rows() {
    let desk = Desk::new();
    let rows = objects(&desk, "formats");
    let formats = ludex::internals::formats::FORMATS.len();
    assert_eq!(rows.len(), formats + ludex::internals::formats::COLLECTIONS.len());
    assert_eq!(csv(&desk, "formats").len(), rows.len() + 1);
    assert_eq!(csv(&desk, "formats power")[1][0], "power");
}

#[test]
fn control_characters_of_names_are_in_no_row() {
    let desk = Desk::new();
    desk.put("evil\u{1b}[31m\u{7}.DAT", super::good("control-characters.DAT"));
    for command in ["identify", "check", "verify"] {
        for format in ["table", "json", "jsonl", "csv"] {
            let run = desk.ludex(&format!("{command} . --format {format}"));
            let all = run.out() + &run.err();
            assert!(!all.contains(['\u{1b}', '\u{7}']), "{}\n{all}", run.line);
        }
    }
}
