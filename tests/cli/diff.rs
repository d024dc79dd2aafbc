//! Tests of `ludex diff`: two files compared in the game's terms.

use serde_json::{Value, json};

use super::{Desk, edited, good};

/// Returns the differences that `--format json` prints.
fn found(desk: &Desk, line: &str) -> Vec<Value> {
    let text = desk.ludex(&format!("diff {line} --format json")).out();
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// A desk with a game and its interrupted turn.
fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["WAR01.DAT", "WAR02.DAT", "WAR02.REC"] {
        desk.put(name, good(&format!("global-war-disk/{name}")));
    }
    desk
}

#[test]
fn a_turn_that_was_interrupted_reads_as_what_it_did() {
    let run = desk().ludex("diff WAR02.DAT WAR02.REC");
    let expected = "\
WAR02.DAT and WAR02.REC, Global War: 5 values differ.

Interruption
  only in WAR02.REC (player Gloria Mundy (player 2), activity attacking,
    armies to deploy 0, map asia)

Countries
  E. Australia (10): armies 9 → 6
  Libya (12): armies 7 → 5
  Borneo (17): armies 6 → 3
  Scandinavia (31): armies 13 → 12
";
    assert_eq!((run.ends(1).out(), run.err()), (expected.to_owned(), String::new()));
}

#[test]
fn how_a_game_is_written_makes_no_difference() {
    let desk = desk();
    desk.ludex("convert WAR02.DAT -o game.json -q").ends(0);
    desk.ludex("convert WAR02.DAT -t csv -o tables -q").ends(0);
    let lines = String::from_utf8_lossy(&desk.get("WAR02.DAT")).replace("\r\n", "\n");
    desk.put("WAR03.DAT", lines);
    for other in ["WAR02.DAT", "game.json", "tables", "WAR03.DAT"] {
        let run = desk.ludex(&format!("diff WAR02.DAT {other}"));
        run.ends(0).shows(&["hold the same game of Global War.\n"]);
        assert_eq!(desk.ludex(&format!("diff {other} WAR02.DAT --format json")).ends(0).out(), "[]\n");
    }
    // The same file, and the same name in two folders, are told apart.
    desk.ludex("diff WAR02.DAT WAR02.DAT").ends(0).shows(&["WAR02.DAT (A) and WAR02.DAT (B) hold"]);
    desk.put("copy/WAR02.DAT", desk.get("WAR02.DAT"));
    desk.ludex("diff WAR02.DAT copy/WAR02.DAT").ends(0).shows(&["WAR02.DAT and copy/WAR02.DAT hold"]);
}

#[test]
fn an_edited_value_is_named_with_both_values() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |document| {
        document["game"]["position"]["holdings"][18]["armies"] = 30.into();
        document["game"]["position"]["holdings"][18]["owner"] = Value::Null;
        document["game"]["players"][0]["vote"] = false.into();
    });
    desk.put("game.json", json);
    let row = |path: &str, before: Value, after: Value, text: &str| json!({"path": path, "before": before, "after": after, "text": text});
    let before = desk.ludex("convert WAR09.DAT -q").out();
    let before: Value = serde_json::from_str(&before).unwrap();
    let holding = &before["game"]["position"]["holdings"][18];
    let rows = found(&desk, "WAR09.DAT game.json");
    assert_eq!(
        rows[0],
        row("game.players[0].vote", true.into(), false.into(), "MARLOW QUINCE (player 1): vote yes → no")
    );
    let armies = format!("Japan (19): armies {} → 30", holding["armies"]);
    assert_eq!(rows[1], row("game.position.holdings[18].armies", holding["armies"].clone(), 30.into(), &armies));
    assert_eq!(rows[2]["after"], Value::Null);
    assert_eq!((rows.len(), rows[2]["path"].as_str()), (3, Some("game.position.holdings[18].owner")));
    // A country with another owner comes first.
    let text = desk.ludex("diff WAR09.DAT game.json").ends(1).out();
    assert!(text.contains("\nCountries\n  Japan (19): owner ") && text.contains(" → nobody, armies "), "{text}");
    let csv = desk.ludex("diff WAR09.DAT game.json --format csv").ends(1).out();
    assert!(csv.starts_with("path,before,after,text\ngame.players[0].vote,true,false,"), "{csv}");
    let lines = desk.ludex("diff WAR09.DAT game.json --format jsonl").ends(1).out();
    assert_eq!(lines.lines().count(), 3);
    desk.ludex("diff WAR09.DAT game.json --format table").ends(1).shows(&["PATH", "game.players[0].vote"]);
}

#[test]
fn passwords_differ_without_being_shown() {
    let desk = Desk::new();
    let json = edited(&desk, "team-playing.DAT", |document| {
        document["game"]["details"]["team_passwords"][0] = "opensesame".into();
    });
    desk.put("game.json", json);
    for form in ["", " --format json", " --format csv", " --format table"] {
        let out = desk.ludex(&format!("diff WAR09.DAT game.json{form}")).ends(1).out();
        assert!(!out.contains("opensesame") && out.contains("assword"), "{out}");
        let out = desk.ludex(&format!("diff WAR09.DAT game.json --reveal{form}")).ends(1).out();
        assert!(out.contains("opensesame"), "{out}");
    }
    let json = edited(&desk, "team-playing.DAT", |document| {
        document["game"]["details"]["team_passwords"][0] = "simsalabim".into();
    });
    desk.put("other.json", json);
    desk.ludex("diff game.json other.json").ends(1).shows(&["team password 1 differs, and is not shown"]);
    let [row] = &found(&desk, "game.json other.json")[..] else { panic!("one password differs") };
    assert_eq!((&row["before"], &row["after"]), (&json!("(hidden)"), &json!("(hidden)")));
}

#[test]
fn hidden_names_stay_hidden() {
    let desk = Desk::new();
    let json = edited(&desk, "hidden-names.DAT", |document| {
        document["game"]["players"][0]["name"] = "SOMEBODY ELSE".into();
        document["game"]["position"]["holdings"][0]["owner"] = "2".into();
    });
    desk.put("game.json", json);
    let run = desk.ludex("diff WAR09.DAT game.json");
    run.ends(1).shows(&["player 1: name differs, and is not shown", "Afghanistan (1): owner player 1 → player 2"]);
    assert!(!run.out().contains("SOMEBODY"), "{}", run.out());
    desk.ludex("diff WAR09.DAT game.json --reveal").ends(1).shows(&["→ SOMEBODY ELSE"]);
}

#[test]
fn control_characters_of_files_are_pictures() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |document| {
        document["game"]["players"][0]["name"] = "\u{1b}[31mred\u{202e}".into();
    });
    desk.put("game.json", json);
    for form in ["", " --format json", " --format jsonl", " --format csv", " --format table"] {
        let out = desk.ludex(&format!("diff WAR09.DAT game.json{form}")).ends(1).out();
        assert!(!out.contains(['\u{1b}', '\u{202e}']), "{out:?}");
    }
}

#[test]
fn what_only_one_has_is_told_in_a_line() {
    let desk = Desk::new();
    desk.put("game.orders", good("diplomacy-orders/good/document.orders"));
    let json = desk.ludex("convert game.orders -t json -q").ends(0).out();
    let mut document: Value = serde_json::from_str(&json).unwrap();
    let turns = document["game"]["turns"].as_array_mut().unwrap();
    for action in turns.iter_mut().flat_map(|turn| turn["actions"].as_array_mut().unwrap()) {
        action["results"] = json!(["bounce"]);
    }
    let actions: usize = turns.iter().map(|turn| turn["actions"].as_array().unwrap().len()).sum();
    desk.put("results.json", document.to_string());
    let said = format!("Only results.json has: results of actions ({actions}).");
    desk.ludex("diff game.orders results.json").ends(1).shows(&[&said]);
    assert_eq!(found(&desk, "game.orders results.json").len(), actions);
    document["game"].as_object_mut().unwrap().remove("turns");
    desk.put("empty.json", document.to_string());
    let turns = serde_json::from_str::<Value>(&json).unwrap()["game"]["turns"].as_array().unwrap().len();
    desk.ludex("diff game.orders empty.json").ends(1).shows(&[&format!("Only game.orders has: turns ({turns}).")]);
}

#[test]
fn the_first_turn_that_differs_is_named() {
    let desk = Desk::new();
    desk.put("game.raw", good("homeworlds-sdg/good/plain.raw"));
    let json = desk.ludex("convert game.raw -t json -q").ends(0).out();
    let mut document: Value = serde_json::from_str(&json).unwrap();
    let turns = document["game"]["turns"].as_array_mut().unwrap();
    let count = turns.len();
    turns.truncate(count - 2);
    turns[2]["actions"][0]["at"] = "Elsewhere".into();
    let number = turns[2]["number"].clone();
    desk.put("other.json", document.to_string());
    let run = desk.ludex("diff game.raw other.json");
    let counts = format!("; there are {count} and {}.", count - 2);
    let out = run.ends(1).out().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        out.contains(&format!("The first turn that differs is turn {number} of ")) && out.contains(&counts),
        "{out}"
    );
    assert!(out.contains("→ Elsewhere") && out.contains(": only in game.raw"), "{out}");
}

#[test]
fn one_of_the_two_may_be_standard_input() {
    let desk = desk();
    let rec = desk.get("WAR02.REC");
    let run = desk.ludex_with("diff WAR02.DAT - --name WAR02.REC", &rec);
    run.ends(1).shows(&["WAR02.DAT and WAR02.REC, Global War: 5 values differ."]);
    let json = desk.ludex("convert WAR02.DAT -q").out();
    desk.ludex_with("diff - WAR02.DAT", json.as_bytes()).ends(0);
    // The format that the user names is that of files; a document needs none.
    desk.ludex_with("diff - WAR02.DAT -f war-dat", json.as_bytes()).ends(0);
    desk.ludex("diff - -").ends(2).says(&["standard input can be read once"]);
    desk.ludex("diff WAR02.DAT WAR01.DAT --name x").ends(2).says(&["--name is the name of standard input"]);
}

#[test]
fn what_cannot_be_compared_is_trouble() {
    let desk = desk();
    desk.put("EMPTY.DAT", b"")
        .put("folder/WAR02.DAT", desk.get("WAR02.DAT"))
        .put("noise", [0xFF, 0xFE, 0, 7].repeat(999));
    desk.put("long.txt", "x".repeat(10_000_000)).put("a.orders", "FRANCE:\nA PAR - BUR\n");
    for (other, words) in [
        ("missing.DAT", &["IO001", "missing.DAT"][..]),
        ("EMPTY.DAT", &["IO003", "EMPTY.DAT"]),
        ("folder", &["CV024", "folder: a folder is not compared as one"]),
        ("noise", &["IO004", "noise"]),
        ("long.txt", &["IO004", "long.txt"]),
        ("a.orders", &["CV024", "a game of Global War cannot be compared with one of Diplomacy"]),
    ] {
        let run = desk.ludex(&format!("diff WAR02.DAT {other}"));
        run.ends(2).says(words);
        assert_eq!(run.out(), "", "{other}");
        if other != "a.orders" {
            desk.ludex(&format!("diff {other} WAR02.DAT --format json")).ends(2).says(words);
        }
    }
    desk.ludex("diff missing.DAT EMPTY.DAT").ends(2).says(&["missing.DAT", "EMPTY.DAT"]);
    desk.ludex("diff WAR02.DAT").ends(2).says(&["<B>"]);
    desk.ludex("diff WAR02.DAT WAR02.REC WAR01.DAT").ends(2).says(&["unexpected argument"]);
    desk.ludex("diff WAR02.DAT WAR02.REC -f war-log-x").ends(2);
    let cut = desk.get("WAR02.DAT")[..200].to_vec();
    desk.put("CUT.DAT", cut);
    desk.ludex("diff WAR02.DAT CUT.DAT -f war-dat").ends(2).says(&["GW001"]);
}

#[cfg(feature = "archives")]
#[test]
fn a_member_of_an_archive_is_compared_and_an_archive_of_several_is_not() {
    let desk = Desk::new();
    desk.put("GAMES.ZIP", good("containers/zip/infozip.zip"));
    desk.ludex("convert GAMES.ZIP!/WAR/WAR01.DAT -o WAR01.json -q").ends(0);
    desk.ludex("diff GAMES.ZIP!/WAR/WAR01.DAT WAR01.json").ends(0);
    desk.ludex("diff WAR01.json GAMES.ZIP").ends(2).says(&["CV024", "GAMES.ZIP"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_trouble() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |document| {
        let holdings = document["game"]["position"]["holdings"].as_array_mut().unwrap();
        holdings.iter_mut().for_each(|holding| holding["armies"] = 99.into());
    });
    desk.put("game.json", json);
    let mut ludex = Command::new(assert_cmd::cargo::cargo_bin("ludex"))
        .args(["diff", "WAR09.DAT", "game.json", "--format", "jsonl"])
        .current_dir(desk.path("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    ludex.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    drop(ludex.stdout.take());
    let output = ludex.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn very_many_objects_are_compared_only_if_the_user_says_so() {
    let desk = Desk::new();
    let players = r#"{"seat": "N"}, "#.repeat(250_000);
    let document = |last| {
        format!(r#"{{"ludex": 1, "game": {{"system": "homeworlds", "players": [{players}{{"seat": "{last}"}}]}}}}"#)
    };
    desk.put("a.json", document("S"));
    desk.put("b.json", document("E"));
    desk.ludex("diff a.json b.json").ends(2).says(&["IO007", "500004 objects would be compared", "--max-size 1G"]);
    desk.ludex("diff a.json b.json --max-size 1G").ends(1).shows(&["1 value differs"]);
}
