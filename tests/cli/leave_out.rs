//! Tests of `convert --leave-out`: parts that the target cannot hold are left out and reported, and the rest is
//! written.

use serde_json::{Value, json};

use super::*;

/// Writes the document of a text with an edit.
fn document(desk: &Desk, name: &str, edit: impl FnOnce(&mut Value)) {
    let run = desk.ludex(&format!("convert -q {name}"));
    let mut document = json(run.ends(0).out().as_bytes());
    edit(&mut document["game"]);
    document["sources"] = json!([]);
    desk.put("edited.json", document.to_string());
}

const ORDERS: &str = "S1901M\nFRANCE: A PAR - BUR\nFRANCE: A MAR H\nFRANCE: F BRE - MAO\nGERMANY: A MUN - TYR\n";

/// Writes orders, two of the four with provinces that no board has.
fn orders(desk: &Desk) {
    desk.put("a.orders", ORDERS);
    document(desk, "a.orders", |game| {
        let actions = &mut game["turns"][0]["actions"];
        actions[0]["from"] = json!("atlantis");
        actions[2]["to"] = json!("lyonesse");
    });
}

#[test]
fn orders_that_have_no_name_are_left_out_with_a_comment_at_their_place() {
    let desk = Desk::new();
    orders(&desk);
    let run = desk.ludex("convert edited.json -t diplomacy-orders -o b.orders --leave-out");
    run.ends(1).says(&["error[", "\"atlantis\"", "\"lyonesse\"", "left out"]);
    let lines: Vec<String> = desk.text("b.orders").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[1].starts_with("# left out: DO018 game.turns[0].actions[0]: "), "{lines:?}");
    assert_eq!((&*lines[0], &*lines[2]), ("S1901M", "FRANCE: A MAR H"));
    assert!(lines[3].starts_with("# left out: DO018 game.turns[0].actions[2]: "), "{lines:?}");
    assert_eq!(lines[4], "GERMANY: A MUN - TYR");
    let again = json(desk.ludex("convert -q b.orders").ends(0).out().as_bytes());
    assert_eq!(again["game"]["turns"][0]["actions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn without_the_option_what_is_in_the_way_is_counted() {
    let desk = Desk::new();
    orders(&desk);
    let run = desk.ludex("convert edited.json -t diplomacy-orders -o b.orders");
    run.is_refused(&["DO018", "2 actions cannot be written in this format, and this is the first", "--leave-out"]);
    assert!(!desk.path("b.orders").exists());
}

#[test]
fn a_report_and_the_summary_say_what_was_left_out() {
    let desk = Desk::new();
    orders(&desk);
    let line = "convert edited.json a.orders -t njudge-orders -o out/ --leave-out";
    let run = desk.ludex(&format!("{line} --report report.jsonl"));
    run.ends(1).says(&["2 converted, 1 with 2 things left out, 0 failed, 0 skipped"]);
    let rows: Vec<Value> = desk.text("report.jsonl").lines().map(|line| json(line.as_bytes())).collect();
    let of = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!(of("edited.json")["outcome"], "converted");
    assert!(of("edited.json")["codes"].to_string().contains("DO018"));
    assert!(!of("a.orders")["codes"].to_string().contains("DO018"));
    // Files of this format have no comments.
    let written = std::fs::read_dir(desk.path("out")).unwrap().flatten().map(|entry| entry.path());
    assert!(written.map(|path| std::fs::read_to_string(path).unwrap()).all(|text| !text.contains("left out")));
    let again = desk.ludex(&format!("{line} --message-format json"));
    again.ends(1).says(&["\"left_out\":2"]);
    desk.ludex(&format!("{line} --strict")).ends(1);
}

#[test]
fn an_action_of_homeworlds_is_left_out_and_the_chat_stays() {
    let desk = Desk::new();
    desk.fixture("homeworlds-sdg/good/plain.raw", "plain.raw");
    document(&desk, "plain.raw", |game| {
        let actions = game["turns"][2]["actions"].as_array_mut().unwrap();
        actions[0] = json!({"type": "build", "piece": "q9", "at": actions[0]["at"].clone()});
        game["title"] = json!("two\nlines");
    });
    desk.ludex("convert edited.json -t homeworlds -o a.homeworlds").is_refused(&["--leave-out"]);
    let run = desk.ludex("convert edited.json -t homeworlds -o a.homeworlds --leave-out");
    run.ends(1).says(&["expected a piece, found \"q9\": left out", "has several lines: left out"]);
    let text = desk.text("a.homeworlds");
    assert_eq!(text.matches("# left out: JS004 game.").count(), 2, "{text}");
    desk.ludex("convert -q a.homeworlds").ends(0);
}

#[test]
fn a_province_goes_with_its_moves() {
    let desk = Desk::new();
    desk.put("map.lakes", std::fs::read("fixtures/njudge-archive/map.lakes").unwrap());
    document(&desk, "map.lakes", |game| game["board"]["territories"][1]["name"] = json!("a,b"));
    let run = desk.ludex("convert edited.json -t njudge-map -o map.new --leave-out");
    run.ends(1).says(&["game.board.territories[1]", "game.board.adjacencies["]);
    let again = json(desk.ludex("convert -q map.new").ends(0).out().as_bytes());
    let edited = json(&desk.get("edited.json"));
    let count = |document: &Value| document["game"]["board"]["territories"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&again) + 1, count(&edited));
    assert!(desk.text("map.new").contains("# left out: JS007 game.board.territories[1]"));
}

#[test]
fn a_file_of_fixed_places_is_refused_all_the_same() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    document(&desk, "WAR01.DAT", |game| game["players"][0]["name"] = json!("NONE"));
    let refused = desk.ludex("convert edited.json -t war-dat -o NEW.DAT --leave-out");
    refused.is_refused(&["JS007", "--leave-out does not help here"]);
    let refused = desk.ludex("convert edited.json -t war-dat -o NEW.DAT");
    assert!(!refused.is_refused(&["JS007"]).err().contains("--leave-out"));
}

#[test]
fn what_holds_everything_is_written_as_ever_and_no_input_is_replaced_by_less() {
    let desk = Desk::new();
    orders(&desk);
    desk.ludex("convert edited.json -t csv -o tables --leave-out").ends(0);
    desk.ludex("convert a.orders --leave-out -o a.json").ends(0);
    desk.ludex("convert a.orders --in-place --leave-out").ends(2);
}

#[test]
fn comments_keep_secrets() {
    let desk = Desk::new();
    desk.put("a.orders", ORDERS);
    document(&desk, "a.orders", |game| {
        game["turns"][0]["remarks"] = json!([{"text": "mail\nme@example.org", "place": "after"}]);
    });
    desk.ludex("convert edited.json -t diplomacy-orders -o b.orders --leave-out").ends(1);
    let text = desk.text("b.orders");
    assert!(text.contains("# left out: JS007 game.turns[0].remarks[0]: ") && !text.contains("example"), "{text}");
    desk.ludex("convert edited.json -t diplomacy-orders -o c.orders --leave-out --redact").ends(1);
    let text = desk.text("c.orders");
    assert!(text.lines().any(|line| line == "# left out: JS007 game.turns[0].remarks[0]"), "{text}");
}

#[test]
fn what_an_encoding_lacks_is_left_out_statement_by_statement() {
    let desk = Desk::new();
    desk.put("a.orders", ORDERS);
    document(&desk, "a.orders", |game| {
        let remark = json!([{"text": "żółć", "place": "after"}, {"text": "fine", "place": "after"}]);
        game["turns"][0]["remarks"] = remark;
        game["turns"][0]["actions"][1] = json!({"type": "unknown", "text": "Łódź is mine", "player": "F"});
    });
    let line = "convert edited.json -t diplomacy-orders --encoding cp437";
    desk.ludex(line).is_refused(&["CV006", "2 parts of the game cannot be written", "--leave-out"]);
    let run = desk.ludex(&format!("{line} --leave-out"));
    run.ends(1).says(&["game.turns[0].actions[1]", "game.turns[0].remarks[0]"]).shows(&[
        "FRANCE: A PAR - BUR\n# left out: CV006 game.turns[0].actions[1]: '\\u{141}' (U+0141) cannot be written in cp437\n",
        "# fine",
    ]);
    assert!(!run.out().contains("mine"), "{}", run.out());
}
