//! Tests of what all formats have in common, and of Global War.

use std::fs;
use std::path::Path;

use super::*;

#[test]
fn a_disk_goes_to_json_and_csv_and_back() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .fixture("deploying.REC", "disk/a/WAR01.REC")
        .put("disk/README.TXT", "Hello\r\n");
    desk.ludex("convert disk -t json -o json/").ends(0).says(&["IO008", "skipped", "2 converted, 0 failed, 1 skipped"]);
    desk.ludex("convert disk -t csv -o csv/").ends(0);
    for (folder, name) in [("json", "WAR01.DAT.json"), ("csv", "WAR01.DAT.csv")] {
        desk.ludex(&format!("convert {folder}/{name} -t war-dat -o {folder}.DAT")).ends(0);
        assert_eq!(desk.get(&format!("{folder}.DAT")), desk.get("disk/WAR01.DAT"));
    }
    desk.ludex("convert csv -o again/ -t json").ends(0);
    assert_eq!(desk.get("again/a/WAR01.REC.csv.json"), desk.get("json/a/WAR01.REC.json"));
}

#[test]
fn a_batch_goes_back_under_the_names_of_the_sources() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").fixture("lf.DAT", "WAR02.DAT");
    desk.ludex("convert WAR01.DAT WAR02.DAT -t json -o out/").ends(0);
    desk.ludex("convert out -t war-dat -o back/").ends(0);
    assert_eq!(desk.get("back/WAR01.DAT"), desk.get("WAR01.DAT"));
    assert_eq!(desk.get("back/WAR02.DAT"), desk.get("WAR02.DAT"));
}

#[test]
fn the_target_follows_the_name_of_the_output() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR04.DAT");
    desk.ludex("convert WAR04.DAT -o game.json").ends(0);
    desk.ludex("convert game.json -o WAR05.DAT").ends(0);
    assert_eq!(desk.get("WAR05.DAT"), desk.get("WAR04.DAT"));
    desk.ludex("convert game.json -o tables.csv").ends(0);
    desk.ludex("convert tables.csv -o war06.dat").ends(0);
    assert_eq!(desk.get("war06.dat"), desk.get("WAR04.DAT"));
    desk.ludex("convert WAR04.DAT").ends(0).shows(&["\"ludex\": 1"]);
}

#[test]
fn standard_input_and_output() {
    let desk = Desk::new();
    let json = desk.ludex_with("convert - -t json -o -", &good("playing.DAT"));
    json.ends(0).shows(&["\"name\": \"stdin\""]);
    let back = desk.ludex_with("convert - -t war-dat", &json.output.stdout);
    assert_eq!(back.ends(0).output.stdout, good("playing.DAT"));
}

#[test]
fn an_edit_changes_its_own_line_only() {
    let desk = Desk::new();
    let json = edited(&desk, "cp437-names.DAT", |d| d["game"]["players"][3]["name"] = "NEW NAME".into());
    let run = desk.ludex_with("convert - -t war-dat", &json);
    assert_eq!(changed_lines(&good("cp437-names.DAT"), &run.ends(0).output.stdout), [21]);

    desk.ludex("convert WAR09.DAT -t csv -o tables").ends(0);
    let holdings = desk.text("tables/holdings.csv");
    let row = holdings.lines().nth(5).unwrap().to_owned();
    let (before, _) = row.rsplit_once(',').unwrap();
    desk.put("tables/holdings.csv", holdings.replace(&row, &format!("{before},77")));
    let run = desk.ludex("convert tables -t war-dat");
    assert_eq!(changed_lines(&good("cp437-names.DAT"), &run.ends(0).output.stdout), [48]);
}

#[test]
fn an_edited_date_is_written_in_the_style_of_its_file() {
    for (fixture, written) in [
        ("reals-turbo-pascal.DAT", " 2.2241702175E+03"),
        ("reals-coprocessor.DAT", " 2.22417021750000E+0003"),
        ("reals-fixed.DAT", "2224.1702175"),
    ] {
        let desk = Desk::new();
        let json = edited(&desk, fixture, |d| d["game"]["players"][0]["last_moved"] = "1991-02-03T04:05:06.792".into());
        let out = desk.ludex_with("convert - -t war-dat", &json).ends(0).out();
        assert_eq!(out.lines().nth(4).unwrap(), written, "{fixture}");
    }
}

#[test]
fn a_rec_gives_a_dat_and_says_what_is_left_out() {
    let desk = Desk::new();
    desk.fixture("deploying.REC", "WAR04.REC").fixture("playing.DAT", "WAR04.DAT");
    let run = desk.ludex("convert WAR04.REC -t war-dat");
    run.ends(0).says(&["CV001", "interruption"]);
    assert_eq!(run.out().lines().count(), 126);
    desk.ludex("convert WAR04.REC -t war-dat --strict").is_refused(&["error[CV001]"]);
    desk.ludex("convert WAR04.DAT -t war-rec").is_refused(&[
        "CV002",
        "player, activity, armies_to_deploy and map",
        "edit",
        "JSON",
    ]);
}

#[test]
fn a_rec_joins_its_dat_in_one_document() {
    let desk = Desk::new();
    let disk = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-disk");
    for name in ["WAR01.DAT", "WAR02.DAT", "WAR02.REC"] {
        desk.put(name, fs::read(disk.join(name)).unwrap());
    }
    desk.ludex("convert WAR02.REC WAR02.DAT --together -o both.json").ends(0);
    let mut both: serde_json::Value = serde_json::from_str(&desk.text("both.json")).unwrap();
    let state = both["game"]["details"]["interruption"]["state"].clone();
    assert_eq!(state["position"]["holdings"].as_array().unwrap().len(), 4, "what differs, and no more: {state}");
    assert_eq!(desk.ludex("convert both.json -t war-dat").ends(0).output.stdout, desk.get("WAR02.DAT"));
    assert_eq!(desk.ludex("convert both.json -t war-rec").ends(0).output.stdout, desk.get("WAR02.REC"));
    assert_eq!(desk.ludex("convert both.json -t war-dat").err(), "");
    both["game"]["details"]["interruption"]["state"]["position"]["holdings"][0]["armies"] = 88.into();
    desk.put("both.json", both.to_string());
    let rec = desk.ludex("convert both.json -t war-rec").ends(0).output.stdout.clone();
    assert_eq!(changed_lines(&desk.get("WAR02.REC"), &rec).len(), 1);
    assert_eq!(desk.ludex("convert both.json -t war-dat").ends(0).output.stdout, desk.get("WAR02.DAT"));
    let shown = desk.ludex("inspect both.json").ends(0).out();
    let (saved, interrupted) = shown.split_once("When carrier was lost, by the .REC:").unwrap();
    let armies = |text: &str| {
        text.lines().find(|l| l.starts_with("2 ")).unwrap().split_whitespace().nth_back(1).map(str::to_owned)
    };
    assert_eq!(armies(saved).as_deref(), Some("19"));
    assert_eq!(armies(interrupted).as_deref(), Some("95"), "an edit of the interrupted state: {shown}");
    desk.ludex("convert WAR01.DAT WAR02.DAT --together").is_refused(&["CV009", "one by one"]);
    desk.ludex("convert WAR02.DAT missing --together").is_refused(&["IO001"]);
    desk.ludex("convert both.json -t csv -o tables").ends(0);
    desk.ludex("convert tables -t json -o again.json").ends(0);
    assert_eq!(json(&desk.get("again.json")), both, "the interrupted state has tables too");
}

#[test]
fn a_damaged_file_is_refused_unless_salvaged() {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/war-dat/bad");
    for name in ["cut-at-line-80.DAT", "cut-in-a-name.DAT"] {
        desk.put("WAR01.DAT", fs::read(root.join(name)).unwrap());
        desk.ludex("convert WAR01.DAT -t json").is_refused(&["GW001", "WAR01.DAT", "line", "--salvage"]);
        desk.ludex("inspect WAR01.DAT").ends(1).says(&["GW001"]);
        desk.ludex("convert WAR01.DAT -o s.json --salvage --force").ends(0).says(&["warning[GW001]"]);
        let back = desk.ludex("convert s.json -t war-dat");
        assert_eq!(back.ends(0).output.stdout, desk.get("WAR01.DAT"));
        desk.ludex("convert WAR01.DAT -t csv -o tables --salvage --force").ends(0);
        let back = desk.ludex("convert tables -t war-dat");
        assert_eq!(back.ends(0).output.stdout, desk.get("WAR01.DAT"));
        let mut document: serde_json::Value = serde_json::from_str(&desk.text("s.json")).unwrap();
        document["game"]["players"][0]["vote"] = false.into();
        desk.put("s.json", document.to_string());
        desk.ludex("convert s.json -t war-dat").is_refused(&["JS006", "missing"]);
    }
    assert!(desk.ludex("convert WAR01.DAT --salvage").err().contains("GW002"));
}

#[test]
fn missing_values_can_be_added_to_what_was_salvaged() {
    let desk = Desk::new();
    let whole = good("playing.DAT");
    let cut = whole.iter().enumerate().filter(|&(_, &b)| b == b'\n').nth(121).map(|(i, _)| i + 1).unwrap();
    desk.put("WAR01.DAT", &whole[..cut]);
    desk.ludex("convert WAR01.DAT -o s.json --salvage").ends(0);
    let mut document: serde_json::Value = serde_json::from_str(&desk.text("s.json")).unwrap();
    document["game"]["details"]["team_passwords"] = serde_json::json!(["", "", ""]);
    document["game"]["position"]["holdings"][41]["owner"] = "2".into();
    desk.put("s.json", document.to_string());
    let back = desk.ludex("convert s.json -t war-dat");
    assert_eq!(String::from_utf8_lossy(&back.ends(0).output.stdout), String::from_utf8_lossy(&whole));
}

#[test]
fn where_the_spelling_is_lost_that_is_said() {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/war-dat");
    desk.put("WAR01.DAT", fs::read(root.join("bad/cut-in-a-name.DAT")).unwrap()).fixture("playing.DAT", "WAR02.DAT");
    let salvaged = desk.ludex("convert WAR01.DAT --salvage -q -t json").ends(0).out();
    let mut document: serde_json::Value = serde_json::from_str(&salvaged).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&desk.ludex("convert WAR02.DAT").out()).unwrap();
    document["game"] = whole["game"].clone();
    // The name that was cut off is not layout, which could be anywhere else.
    let run = desk.ludex_with("convert - -t war-dat", document.to_string().as_bytes());
    run.ends(0).says(&["CV003", "canonical"]);
    desk.put("WAR03.DAT", run.output.stdout.clone());
    let again: serde_json::Value = serde_json::from_str(&desk.ludex("convert WAR03.DAT").ends(0).out()).unwrap();
    assert_eq!(again["game"], whole["game"]);
}

#[test]
fn bad_input_is_named_by_every_command() {
    let desk = Desk::new();
    desk.put("empty", "")
        .put("binary", [0u8, 1, 2, 255].repeat(100))
        .put("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".repeat(9));
    desk.put("text", "Dear diary,\nnothing happened.\n").put("long", "9".repeat(10_000_000)).put("nul", [0u8; 5000]);
    desk.put("other.json", "{\"name\": \"x\"}").put("folder/README", "x").put("nothing/.keep", "");
    fs::remove_file(desk.path("nothing/.keep")).unwrap();
    for command in ["convert", "check", "inspect"] {
        for (input, words) in [
            ("missing", &["IO001", "missing", "no such file"][..]),
            ("empty", &["IO003", "empty"]),
            ("binary", &["IO004", "binary data"]),
            ("picture", &["IO004", "image/png"]),
            ("text", &["IO004", "text of another kind"]),
            ("long", &["IO004"]),
            ("nul", &["IO004", "binary"]),
            ("other.json", &["IO004", "JSON, but no Ludex document"]),
            ("nothing", &["IO002"]),
        ] {
            let run = desk.ludex(&format!("{command} {input}"));
            run.ends(1).says(words);
            assert!(run.err().len() < 2000, "{command} {input}: {}", run.err().len());
            assert!(command != "convert" || run.out().is_empty());
        }
    }
    desk.ludex("convert folder -o out/").ends(1).says(&["IO002", "IO008"]);
    desk.ludex("identify missing").ends(1).says(&["IO001"]);
    desk.ludex("identify empty").ends(1).says(&["IO003"]);
    desk.ludex("identify picture").ends(1).shows(&["unknown", "image/png"]);
    assert!(!desk.path("out").exists());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(desk.path("WAR01.DAT"), fs::Permissions::from_mode(0o000)).unwrap();
    }
    if fs::read(desk.path("WAR01.DAT")).is_ok() {
        eprintln!("notice: the user may read everything (root?); skipped");
        return;
    }
    desk.ludex("convert WAR01.DAT").is_refused(&["IO001", "permission"]);
}

#[test]
fn the_wrong_format_is_named_with_the_right_one() {
    let desk = Desk::new();
    desk.fixture("deploying.REC", "WAR04.REC").fixture("playing.DAT", "WAR04.DAT");
    desk.ludex("convert -f war-dat WAR04.REC").is_refused(&["GW018", "use -f war-rec"]);
    desk.ludex("convert -f war-rec WAR04.DAT").is_refused(&["GW018", "use -f war-dat"]);
    desk.ludex("convert -f csv WAR04.DAT").is_refused(&["IO004", "datapackage.json"]);
    desk.ludex("convert -f json WAR04.DAT").is_refused(&["JS002", "WAR04.DAT:1:1"]);
}

#[test]
fn bad_json_is_named_with_line_and_column() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let json = desk.ludex("convert WAR01.DAT -t json").out();
    for (from, to, words) in [
        ("\"ludex\": 1,", "\"ludex\": 1", &["JS001", "x.json:3:"][..]),
        ("\"ludex\": 1,", "\"ludex\": 9,", &["JS003", "version 9"]),
        ("\"game\": {", "\"geam\": {", &["JS002", "no \"game\""]),
        (
            "\"vote\": true",
            "\"vote\": \"yes\"",
            &["JS004", "game.players[0].vote", "expected true or false", "x.json:10:"],
        ),
        ("\"vote\": true", "\"vote\": null", &["JS004"]),
        ("\"vote\": true", "\"vtoe\": true", &["JS004", "unknown key `vtoe`", "did you mean `vote`?"]),
        ("\"system\": \"global-war\"", "\"system\": \"chess\"", &["JS004", "chess"]),
        ("\"owner\": \"1\"", "\"owner\": \"8\"", &["JS005", "there is no seat \"8\"", "x.json:"]),
        ("\"territory\": \"Peru\"", "\"territory\": \"Chile\"", &["JS005", "Chile"]),
        ("\"territory\": \"Peru\"", "\"territory\": \"Brazil\"", &["JS009", "Brazil"]),
        ("\"seat\": \"3\"", "\"seat\": \"2\"", &["JS009", "duplicate seat 2"]),
        ("\"vote\": true,", "", &["JS006", "game.players[0].vote"]),
        (
            "\"game_kind\": \"normal\"",
            "\"game_kind\": \"normal\", \"players_min\": 3, \"players_max\": 5",
            &["JS007", "no event number means this"],
        ),
    ] {
        assert!(json.contains(from), "{from}");
        desk.put("x.json", json.replacen(from, to, 1));
        desk.ludex("convert x.json -t war-dat").is_refused(words);
        desk.ludex("check x.json").ends(1).says(&words[..1]);
    }
}

#[test]
fn a_value_that_would_read_back_differently_is_refused_by_its_path() {
    type Edit = fn(&mut serde_json::Value);
    let edits: [(Edit, &str); 8] = [
        (|d| d["game"]["players"][1]["name"] = "NONE".into(), "game.players[1].name"),
        (|d| d["game"]["players"][1]["name"] = "A\nB".into(), "game.players[1].name"),
        (|d| d["game"]["players"][1]["name"] = "A\u{1a}B".into(), "game.players[1].name"),
        (|d| d["game"]["players"][1]["name"] = "BOB ".into(), "game.players[1].name"),
        (|d| d["game"]["players"][1]["last_moved"] = "1985-01-01T00:00".into(), "game.players[1].last_moved"),
        (
            |d| d["game"]["position"]["holdings"][4]["armies"] = serde_json::json!({"unknown": "3"}),
            "game.position.holdings[4].armies",
        ),
        (
            |d| d["game"]["details"]["team_passwords"] = serde_json::json!(["a", "b", "c", "d"]),
            "game.details.team_passwords",
        ),
        (|d| d["game"]["details"]["event"] = serde_json::json!({"unknown": "37"}), "game.details.event"),
    ];
    for (edit, path) in edits {
        let desk = Desk::new();
        let json = edited(&desk, "playing.DAT", edit);
        desk.ludex_with("convert - -t war-dat", &json).is_refused(&["JS007", path]);
    }
}

#[test]
fn what_a_target_cannot_hold_is_said() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| {
        d["game"]["title"] = "Friday".into();
        d["game"]["turns"] = serde_json::json!([{"number": 1, "actions": []}]);
    });
    let run = desk.ludex_with("convert - -t war-dat", &json);
    run.ends(0).says(&["CV001", "the title", "the record of turns"]);
    assert_eq!(run.output.stdout, good("playing.DAT"));
    let json = edited(&desk, "playing.DAT", |d| d["game"] = serde_json::json!({"system": "homeworlds"}));
    desk.ludex_with("convert - -t war-dat", &json).is_refused(&["CV004", "Homeworlds"]);
}

#[test]
fn a_character_outside_the_code_page_is_named() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| d["game"]["players"][1]["name"] = "Łukasz".into());
    desk.ludex_with("convert - -t war-dat", &json).is_refused(&[
        "CV006",
        "'Ł' (U+0141)",
        "line 9",
        "column 1 of what is written",
        "player.2.name",
        "at game.players[1].name",
        "--> standard input:1:",
        "cp852",
    ]);
    let run = desk.ludex_with("convert - -t war-dat --encoding cp852", &json);
    assert_eq!(run.ends(0).output.stdout.split(|&b| b == b'\n').nth(8).unwrap(), b"\x9dukasz\r");
}

#[test]
fn an_encoding_that_does_not_give_the_bytes_back_is_refused() {
    let desk = Desk::new();
    desk.fixture("cp437-names.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT --encoding utf-8").is_refused(&["IO010", "utf-8"]);
    desk.ludex("convert WAR01.DAT --encoding klingon").ends(2).says(&["klingon", "cp437"]);
    let run = desk.ludex("convert WAR01.DAT --encoding cp850 -t war-dat");
    assert_eq!(run.ends(0).output.stdout, good("cp437-names.DAT"));
}

#[test]
fn outputs_are_never_overwritten_unasked() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").put("out.json", "precious");
    desk.ludex("convert WAR01.DAT -o out.json").is_refused(&["IO005", "--force"]);
    assert_eq!(desk.text("out.json"), "precious");
    desk.ludex("convert WAR01.DAT -o out.json --force").ends(0);
    desk.ludex("convert WAR01.DAT -o out.json").ends(0);
    desk.put("tables/notes.txt", "precious");
    desk.ludex("convert WAR01.DAT -t csv -o tables").is_refused(&["IO005"]);
    desk.ludex("convert WAR01.DAT -t csv -o tables --force").is_refused(&["IO005", "new folder"]);
    desk.ludex("convert WAR01.DAT -t csv -o t2").ends(0);
    desk.ludex("convert WAR01.DAT -t csv -o t2").ends(0);
    desk.fixture("version-240.DAT", "WAR02.DAT");
    desk.ludex("convert WAR02.DAT -t csv -o t2").is_refused(&["IO005"]);
    desk.ludex("convert WAR02.DAT -t csv -o t2 --force").ends(0);
    assert_eq!(desk.ludex("convert t2 -t war-dat").ends(0).output.stdout, good("version-240.DAT"));
    desk.ludex("convert WAR01.DAT -o WAR01.DAT/x.json").is_refused(&["IO006"]);
    assert_eq!(desk.get("WAR01.DAT"), good("playing.DAT"));
    let left: Vec<_> = fs::read_dir(desk.0.path()).unwrap().flatten().map(|e| e.file_name()).collect();
    assert!(left.iter().all(|n| !n.to_string_lossy().starts_with(".ludex")), "{left:?}");
}

#[test]
fn two_inputs_never_share_an_output() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "a/WAR01.DAT").fixture("signup.DAT", "b/WAR01.DAT");
    desk.ludex("convert a/WAR01.DAT b/WAR01.DAT -o out/").ends(1).says(&["IO009"]);
    desk.ludex("convert . -t json -o all/").ends(0);
    assert!(desk.path("all/a/WAR01.DAT.json").is_file() && desk.path("all/b/WAR01.DAT.json").is_file());
}

#[test]
fn in_a_folder_only_what_is_ours_can_fail() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT").put("disk/.keep", "").put("disk/README", "x");
    fs::File::create(desk.path("disk/image.iso")).unwrap().set_len(300 << 20).unwrap();
    desk.ludex("convert disk -o out/").ends(0).says(&["1 converted, 0 failed, 3 skipped"]);
    for command in ["check", "inspect", "convert --together"] {
        let run = desk.ludex(&format!("{command} disk"));
        run.ends(0).says(&["skipped 3 inputs", "an empty file (1)", "binary data (1)", "--verbose"]);
        assert_eq!(run.err().matches("IO008").count(), 1, "{command}");
        let all = desk.ludex(&format!("{command} disk --verbose")).ends(0).err();
        assert_eq!(all.matches("note[IO008]: disk").count(), 3, "{command}: {all}");
    }
    desk.put("disk/WAR02.DAT", "");
    desk.ludex("convert disk -o out/").ends(1).says(&["IO003", "WAR02.DAT", "1 converted, 1 failed, 3 skipped"]);
}

#[test]
fn a_report_tells_what_became_of_each_input_of_one_document() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT").put("disk/.keep", "").put("disk/README", "x");
    desk.ludex("convert --together disk -o one.json --report rows.jsonl").ends(0);
    let rows = |name: &str| -> Vec<(String, String, bool)> {
        let text = fs::read_to_string(desk.path(name)).unwrap();
        let row = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            (text("path"), format!("{} {}", text("outcome"), text("format")), !row["output"].is_null())
        };
        text.lines().map(row).collect()
    };
    let row = |path: &str, outcome: &str, has_output| (path.to_owned(), outcome.to_owned(), has_output);
    assert_eq!(
        rows("rows.jsonl"),
        [
            row("disk/.keep", "unknown ", false),
            row("disk/README", "unknown ", false),
            row("disk/WAR01.DAT", "converted war-dat", true),
        ]
    );
    // Where one of them cannot be read, nothing is written.
    desk.put("disk/WAR02.DAT", &good("playing.DAT")[..300]);
    desk.ludex("convert --together disk -o two.json --report more.jsonl").ends(1);
    let more = rows("more.jsonl");
    assert_eq!(more[2], row("disk/WAR01.DAT", "damaged war-dat", false));
    assert_eq!(more[3], row("disk/WAR02.DAT", "damaged war-dat", false));
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .put("disk/WAR02.DAT", &good("playing.DAT")[..300])
        .fixture("signup.DAT", "disk/WAR03.DAT");
    desk.ludex("convert disk -t json -o out/").ends(1).says(&["GW001", "2 converted, 1 failed, 0 skipped"]);
    assert!(desk.path("out/WAR03.DAT.json").is_file() && !desk.path("out/WAR02.DAT.json").exists());
}

#[test]
fn canonical_text_has_the_usual_spelling() {
    let desk = Desk::new();
    desk.fixture("padded-everything.DAT", "WAR01.DAT");
    let run = desk.ludex("convert WAR01.DAT -t war-dat --canonical");
    let line = run.ends(0).out().lines().nth(1).unwrap().to_owned();
    assert!(line.starts_with(' ') && line.ends_with("E+03") && line.len() == 17, "{line:?}");
}

#[test]
fn passwords_are_taken_out_and_originals_left_out() {
    let desk = Desk::new();
    desk.fixture("team-signup.DAT", "WAR07.DAT");
    let passwords: Vec<String> = String::from_utf8_lossy(&good("team-signup.DAT"))
        .lines()
        .skip(123)
        .take(3)
        .filter(|l| !l.trim().is_empty())
        .map(str::to_owned)
        .collect();
    assert!(!passwords.is_empty());
    let redacted = desk.ludex("convert WAR07.DAT -t json --redact");
    redacted.ends(0).shows(&["\"redacted\": true"]).says(&["note[CV005]", "note[CV019]", "passwords were taken out"]);
    for password in &passwords {
        assert!(!redacted.out().contains(password.as_str()), "{password}");
    }
    assert!(!redacted.out().contains("sha256"));
    let written = desk.ludex_with("convert - -t war-dat", &redacted.output.stdout).ends(0).out();
    assert!(written.ends_with("\n\n\n\n") || written.ends_with("\r\n\r\n\r\n\r\n"), "{written:?}");
    let bare = desk.ludex("convert WAR07.DAT -t json --no-originals");
    assert!(!bare.ends(0).out().contains("\"text\""));
    desk.ludex_with("convert - -t war-dat", &bare.output.stdout).ends(0).says(&["CV005", "canonical"]);
}

#[test]
fn an_edited_original_is_noticed() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| {
        let text = d["sources"][0]["text"].as_str().unwrap().replacen("T\r\n", "F\r\n", 1);
        d["sources"][0]["text"] = text.into();
    });
    let run = desk.ludex_with("convert - -t war-dat", &json);
    run.ends(0).says(&["JS008", "sources[0].text"]);
    assert_eq!(run.output.stdout, good("playing.DAT"), "the game counts");
}

#[test]
fn several_sources_are_written_into_a_folder() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| {
        let mut second = d["sources"][0].clone();
        second["name"] = "WAR10.DAT".into();
        d["sources"].as_array_mut().unwrap().push(second);
    });
    desk.put("two.json", json);
    desk.ludex("convert two.json -t war-dat").is_refused(&["CV007", "WAR09.DAT, WAR10.DAT", "-o FOLDER/"]);
    desk.ludex("convert two.json -t war-dat -o both/").ends(0);
    assert_eq!((desk.get("both/WAR09.DAT"), desk.get("both/WAR10.DAT")), (good("playing.DAT"), good("playing.DAT")));
}

#[test]
fn a_source_with_a_path_for_a_name_stays_in_the_folder() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| d["sources"][0]["name"] = "../../evil.DAT".into());
    desk.put("in/x.json", json);
    desk.ludex("convert in -t war-dat -o out/").ends(0);
    assert!(desk.path("out/evil.DAT").is_file());
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let desk = Desk::new();
    fs::File::create(desk.path("WAR99.DAT")).unwrap().set_len(300 << 20).unwrap();
    desk.ludex("convert WAR99.DAT").is_refused(&["IO007", "256 MiB"]);
    desk.put("long.DAT", [good("playing.DAT"), b"\n".repeat(2 << 20)].concat());
    let run = desk.ludex("convert long.DAT");
    run.is_refused(&["IO007", "the limit for a war-dat", "--max-size 3M", "long.DAT, line 1048"]);
    desk.ludex("convert long.DAT --max-size 3M -o long.json").ends(0);
    desk.ludex("verify long.DAT --max-size 3M").ends(0);
    for (name, format) in
        [("x.homeworlds", "homeworlds"), ("x.orders", "diplomacy-orders"), ("x.raw", "homeworlds-sdg")]
    {
        desk.put(name, "pass\n".repeat(300_000));
        desk.ludex(&format!("check -f {format} {name}")).ends(1).says(&["IO007", " is 1048576"]);
    }
    let many = "more than 1000000 statements, the limit for a";
    for (name, text) in [("x.power", "x\n".repeat(1_000_001)), ("y.power", "x,".repeat(1_000_001))] {
        desk.put(name, text);
        let short = "more than 510000 statements, the limit for a power";
        desk.ludex(&format!("check -f power {name}")).ends(1).says(&["IO007", short, "--max-size 2M"]);
    }
    desk.put("x.homeworlds", "p;".repeat(200_000));
    desk.ludex("check -f homeworlds x.homeworlds").ends(1).says(&["IO007", "more than 100000 statements"]);
    desk.put("map.x", format!("Ashby, x ash\n-1\nash-mv: {}\n-1\n-1\n", "b ".repeat(200_000)));
    desk.ludex("check -f njudge-map map.x").ends(1).says(&["IO007", "map.x, line 3", "more than 100000 statements"]);
    let turns = format!("{{\"ludex\": 1, \"game\": {{\"turns\": [{}{{}}]}}}}", "{},".repeat(1_000_000));
    desk.put("x.json", turns);
    desk.ludex("check x.json").ends(1).says(&["IO007", many]);
    desk.ludex("convert long.DAT --max-size 3X").ends(2).says(&["K, M or G"]);
}

#[test]
fn a_long_name_that_is_mentioned_often_is_refused_from_every_source() {
    let desk = Desk::new();
    let name = "Ben".repeat(100_000);
    let homeworlds = "h,g3C,b2C,y3C\nh,r1C,b3C,g3B\n";
    desk.put("a.hwl", format!("Players: Ada,{name}\n{homeworlds}{}", "b,g1A,1\nb,g1A,2\n".repeat(500)));
    desk.put("a.orders", format!("S1901M\n{name}:\n{}", "A PAR H\n".repeat(500)));
    for (file, format) in [("a.hwl", "homeworlds-hwl"), ("a.orders", "diplomacy-orders")] {
        let message = ["IO007", "names of up to 300000 bytes", "--max-size 1M"];
        for line in ["check", "inspect", "verify", "convert -t json -o no"] {
            desk.ludex(&format!("{line} -f {format} {file}")).ends(1).says(&message);
        }
    }
    desk.ludex("convert -f homeworlds-hwl a.hwl -t json -o a.json --max-size 2M").ends(0);
    desk.ludex("convert -f homeworlds-hwl a.hwl -t csv -o a --max-size 2M").ends(0);
    for from in ["a.json", "a"] {
        desk.ludex(&format!("convert {from} -t homeworlds-sdg -o no")).is_refused(&["IO007", "are repeated"]);
    }
}

#[test]
fn tables_with_too_many_rows_are_refused() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").ludex("convert WAR01.DAT -t csv -o out").ends(0);
    let table = fs::read_dir(desk.path("out")).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
    let table = format!("out/{}", table.filter(|name| name.starts_with("holdings")).last().unwrap());
    let rows = desk.text(&table) + &"\n".repeat(1_000_000);
    desk.put(&table, rows);
    desk.ludex("check out").ends(1).says(&["more than 1000000 rows", "--max-size"]);
}

#[test]
fn of_a_foreign_file_the_first_block_is_read() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT");
    fs::File::create(desk.path("disk/huge.img")).unwrap().set_len(300 << 20).unwrap();
    desk.ludex("identify disk")
        .ends(0)
        .shows(&["huge.img   unknown           binary data", "WAR01.DAT  war-dat  certain"]);
    desk.ludex("convert disk -o out/").ends(0).says(&["1 converted, 0 failed, 1 skipped"]);
    // A file that may be ours is read to its end, wherever the telling key is.
    let json = desk.ludex("convert disk/WAR01.DAT -t json").out();
    let mut document: serde_json::Value = serde_json::from_str(&json).unwrap();
    document["sources"][0]["name"] = "x".repeat(20_000).into();
    let text = serde_json::to_string(&document).unwrap();
    let (head, sources) = text.split_once("\"sources\":").unwrap();
    // Another key comes first, and `ludex` after the first block.
    let rest = head.trim_start_matches('{').trim_end_matches(',');
    desk.put("turned.json", format!("{{\"sources\":{},{rest}}}", sources.strip_suffix('}').unwrap()));
    desk.ludex("identify turned.json").ends(0).shows(&["turned.json  json    certain"]);
}

#[test]
fn json_of_other_tools_is_read() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let json = desk.ludex("convert WAR01.DAT -t json").out();
    let sorted: std::collections::BTreeMap<String, serde_json::Value> = serde_json::from_str(&json).unwrap();
    let utf16: Vec<u8> = [0xFEFF].into_iter().chain(json.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let bom = format!("\u{FEFF}{json}").into_bytes();
    for variant in [serde_json::to_vec(&sorted).unwrap(), utf16, bom] {
        desk.put("x.json", variant);
        let back = desk.ludex("convert x.json -f json -t war-dat");
        assert_eq!(back.ends(0).output.stdout, good("playing.DAT"));
    }
}

#[test]
fn bad_tables_are_named_by_file_and_row() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -t csv -o t").ends(0);
    let whole: Vec<(String, Vec<u8>)> = ["players.csv", "holdings.csv", "games.csv", "sources.csv", "datapackage.json"]
        .iter()
        .map(|n| ((*n).to_owned(), desk.get(&format!("t/{n}"))))
        .collect();
    let broken = |name: &str, from: &str, to: &str, words: &[&str], status: i32| {
        for (name, bytes) in &whole {
            desk.put(&format!("t/{name}"), bytes);
        }
        let text = desk.text(&format!("t/{name}"));
        assert!(text.contains(from), "{name}: {from:?}\n{text}");
        desk.put(&format!("t/{name}"), text.replacen(from, to, 1));
        let run = desk.ludex("convert t -t war-dat");
        run.ends(status).says(words);
        assert!(status == 0 || run.out().is_empty());
    };
    broken(
        "holdings.csv",
        "Peru,South America,",
        "Peru,South America,x",
        &["JS005", "there is no seat", "holdings.csv", "row 29, column owner"],
        1,
    );
    broken("players.csv", "seat,name,vote", "seat,nom,vote", &["JS011", "players.csv", "name"], 1);
    broken("players.csv", ",true,", ",maybe,", &["JS012", "players.csv", "vote", "row 1", "maybe"], 1);
    broken("holdings.csv", "Peru,South America", "Peru,Europe", &["JS013", "holdings.csv"], 0);
    broken("players.csv", "seat,name", "seat,name,extra", &["JS015", "players.csv"], 1);
    broken("datapackage.json", "\"ludex\"", "\"xudel\"", &["JS002"], 1);
    broken("datapackage.json", "{", "{{", &["JS001"], 1);
    fs::remove_file(desk.path("t/players.csv")).unwrap();
    desk.put("t/datapackage.json", &whole[4].1);
    desk.ludex("convert t -t war-dat").is_refused(&["JS010", "players.csv"]);
    desk.put("t/players.csv", &whole[0].1).put("t/originals/WAR01.DAT", "other");
    desk.ludex("convert t -t war-dat").ends(0).says(&["JS008"]);
    let with_column: String = String::from_utf8_lossy(&whole[1].1)
        .lines()
        .enumerate()
        .map(|(i, l)| format!("{l},{}\n", if i == 0 { "remark" } else { "x" }))
        .collect();
    desk.put("t/holdings.csv", with_column).put("t/originals/WAR01.DAT", good("playing.DAT"));
    desk.ludex("convert t -t war-dat").ends(0).says(&["JS014", "remark"]);
}

#[test]
fn a_sorted_table_is_read() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -t csv -o t").ends(0);
    let table = desk.text("t/holdings.csv");
    let (head, rows) = table.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().collect();
    rows.sort_by_key(|r| std::cmp::Reverse(r.split(',').nth(2)));
    desk.put("t/holdings.csv", format!("{head}\r\n{}\r\n", rows.join("\r\n")));
    assert_eq!(desk.ludex("convert t -t war-dat").ends(0).output.stdout, good("playing.DAT"));
    // An error is reported in the tables, not where it would be in the file.
    let wrong =
        rows.iter().map(|r| if r.starts_with("Peru,") { "Peru,South America,9,,3" } else { r }).collect::<Vec<_>>();
    let row = wrong.iter().position(|r| r.starts_with("Peru,")).unwrap() + 1;
    desk.put("t/holdings.csv", format!("{head}\n{}\n", wrong.join("\n")));
    desk.ludex("convert t -t war-dat").is_refused(&["JS005", &format!("row {row}, column owner")]);
}

#[test]
fn messages_as_json() {
    let desk = Desk::new();
    desk.fixture("odd-values.DAT", "WAR01.DAT");
    let run = desk.ludex("check WAR01.DAT --message-format json");
    assert!(run.err().lines().count() > 5);
    for line in run.ends(0).err().lines() {
        let message: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(message["code"].is_string() && message["severity"].is_string() && message["file"] == "WAR01.DAT");
    }
    desk.ludex("check WAR01.DAT --strict").ends(1).shows(&["errors"]);
    assert_eq!(desk.ludex("check WAR01.DAT --quiet").ends(0).err(), "");
    let identified = desk.ludex("identify WAR01.DAT --message-format json").ends(0).out();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&identified).unwrap()["format"], "war-dat");
}

#[test]
fn names_never_reach_the_terminal_with_their_control_characters() {
    let desk = Desk::new();
    desk.fixture("control-characters.DAT", "WAR01.DAT").put("evil\u{1b}[31m.DAT", good("control-characters.DAT"));
    for line in [
        "inspect WAR01.DAT",
        "check WAR01.DAT",
        "inspect WAR01.DAT --reveal",
        "check .",
        "identify .",
        "convert . -o x/",
        "convert . -t war-rec -o y/",
    ] {
        let run = desk.ludex(line);
        assert!(!run.out().contains('\u{1b}') && !run.err().contains('\u{1b}'), "{line}\n{}{}", run.out(), run.err());
        assert!(!run.out().contains('\u{7}') && !run.err().contains('\u{7}'), "{line}");
    }
}

#[test]
fn hidden_names_and_passwords_are_masked() {
    let desk = Desk::new();
    desk.fixture("hidden-names.DAT", "WAR01.DAT").fixture("team-signup.DAT", "WAR02.DAT");
    let name = String::from_utf8_lossy(&good("hidden-names.DAT")).lines().nth(2).unwrap().to_owned();
    assert!(!desk.ludex("inspect WAR01.DAT").ends(0).out().contains(&name));
    desk.ludex("inspect WAR01.DAT --reveal").shows(&[&name]);
    let password = String::from_utf8_lossy(&good("team-signup.DAT")).lines().nth(123).unwrap().to_owned();
    assert!(!desk.ludex("inspect WAR02.DAT").ends(0).out().contains(&password));
    desk.ludex("inspect WAR02.DAT --reveal").shows(&[&password]);
    let long = "A NAME OF MORE THAN SEVENTEEN";
    let json = edited(&desk, "hidden-names.DAT", |d| d["game"]["players"][0]["name"] = long.into());
    desk.ludex_with("convert - -t war-dat -o WAR03.DAT", &json).ends(0);
    assert!(!desk.ludex("inspect WAR03.DAT").says(&["GW013"]).err().contains(long));
    desk.ludex("inspect WAR03.DAT --reveal").says(&["GW013", long]);
}

#[test]
fn secrets_that_are_out_of_place_are_masked_too() {
    let desk = Desk::new();
    let text = String::from_utf8_lossy(&good("team-signup.DAT")).into_owned();
    let password = text.lines().nth(123).unwrap().to_owned();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    // In the place of the owner of a country.
    lines[122] = lines[123];
    desk.put("WAR01.DAT", lines.concat()).put("WAR02.DAT", text.repeat(2));
    // After a lost line.
    lines[122] = "0\r\n";
    lines.remove(59);
    desk.put("WAR03.DAT", lines.concat());
    for command in ["inspect", "check", "check --message-format json", "convert -t json --redact --salvage"] {
        for file in ["WAR01.DAT", "WAR02.DAT", "WAR03.DAT"] {
            let run = desk.ludex(&format!("{command} {file}"));
            assert!(!run.out().contains(&password) && !run.err().contains(&password), "{command} {file}");
        }
    }
    desk.ludex("check WAR01.DAT").says(&["found (hidden)", "123 | (hidden)"]);
    desk.ludex("check WAR01.DAT --reveal").says(&[&*format!("found {password:?}"), &*format!("123 | {password}")]);
    let redacted = desk.ludex("convert WAR01.DAT -t json --redact");
    redacted.ends(0).shows(&["\"withheld\""]).says(&["and 1 text that is not understood were taken out"]);
    assert!(!redacted.err().contains("123 |"), "{}", redacted.err());
    desk.ludex("convert WAR01.DAT --redact --reveal").ends(2);
}

#[test]
fn a_recovery_file_beside_a_newer_game_is_stale() {
    let desk = Desk::new();
    desk.fixture("deploying.REC", "WAR04.REC");
    let mut json: serde_json::Value = serde_json::from_str(&desk.ludex("convert WAR04.REC -t json").out()).unwrap();
    desk.ludex("convert WAR04.REC -o war04.dat").ends(0);
    assert!(!desk.ludex("check WAR04.REC").ends(0).err().contains("GW113"));
    json["game"]["players"][2]["last_moved"] = "1999-01-01T12:00".into();
    desk.put("new.json", json.to_string());
    desk.ludex("convert new.json -t war-dat -o war04.dat --force").ends(0);
    for command in ["check", "inspect"] {
        desk.ludex(&format!("{command} WAR04.REC")).ends(0).says(&["GW113", "player 3 has moved since"]);
    }
}

#[test]
fn rules_are_judged_by_check_alone() {
    let desk = Desk::new();
    let json = edited(&desk, "playing.DAT", |d| {
        d["game"]["position"]["holdings"][0]["owner"] = serde_json::Value::Null;
        d["game"]["position"]["holdings"][1]["armies"] = 0.into();
        d["game"]["details"]["team_passwords"][0] = "sesame".into();
        d["game"]["players"][0]["commendations"]["king"] = 9.into();
        d["game"]["players"][0]["last_moved"] = "1986-01-01T12:00".into();
    });
    desk.put("x.json", &json);
    desk.ludex("check x.json").ends(0).says(&["GW102", "GW103", "GW104", "GW110", "GW111", "x.json:"]);
    desk.ludex("convert x.json -o WAR01.DAT -q").ends(0);
    desk.ludex("check WAR01.DAT").ends(0).says(&[
        "GW102",
        "WAR01.DAT:41:1",
        "GW103",
        "WAR01.DAT:42:1",
        "GW104",
        "GW111",
    ]);
    assert!(!desk.ludex("convert WAR01.DAT -t json").ends(0).err().contains("GW1"));

    let json = edited(&desk, "playing.DAT", |d| {
        d["game"]["state"] = "finished".into();
        d["game"]["players"][1]["name"] = serde_json::Value::Null;
        d["game"]["details"]["event_day"] = "1986-03-01T12:00".into();
    });
    desk.ludex_with("check -", &json).ends(0).says(&["GW101", "GW106", "GW112"]);
    let json = edited(&desk, "signup-limits.DAT", |d| {
        d["game"]["details"]["players_max"] = 3.into();
        for i in 0..4 {
            d["game"]["players"][i]["name"] = format!("P{i}").into();
        }
    });
    desk.ludex_with("check -", &json).ends(0).says(&["GW105", "4 players"]);
    let json = edited(&desk, "attacking.REC", |d| {
        d["game"]["state"] = "signup".into();
        d["game"]["details"]["non_sequential"] = false.into();
        d["game"]["details"]["interruption"]["armies_to_deploy"] = 4.into();
        let seat = d["game"]["details"]["interruption"]["player"].as_str().unwrap().parse::<usize>().unwrap();
        d["game"]["players"][seat - 1]["name"] = serde_json::Value::Null;
    });
    desk.ludex_with("check -", &json).ends(0).says(&["GW107", "GW108", "GW109"]);
}

#[test]
fn wrong_usage_is_status_2() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").fixture("playing.DAT", "WAR02.DAT");
    for (line, word) in [
        ("convert", "Usage"),
        ("convert WAR01.DAT -t wav", "invalid value"),
        ("convert WAR01.DAT -f wav", "invalid value"),
        ("convert WAR01.DAT WAR02.DAT", "-o FOLDER/"),
        ("convert WAR01.DAT WAR02.DAT -o WAR01.DAT", "is a file"),
        ("convert WAR01.DAT -t csv", "-o FOLDER"),
        ("convert WAR01.DAT -t csv -o -", "-o FOLDER"),
        ("schema war-dat", "no schema of its own"),
        ("explain XX999", "no code"),
        ("frobnicate", "unrecognized"),
        ("inspect WAR01.DAT --now 1989-08-01T00:00Z", "without a zone"),
    ] {
        desk.ludex(line).ends(2).says(&[word]);
    }
}

#[test]
fn lists_and_texts() {
    let desk = Desk::new();
    desk.ludex("formats").ends(0).shows(&["war-dat", "war-rec", "json", "csv"]);
    desk.ludex("explain gw001").ends(0).shows(&["GW001: the file is cut off", "What to do:"]);
    desk.ludex("schema").ends(0).shows(&["\"$schema\"", "Ludex document"]);
    desk.ludex("schema csv").ends(0).shows(&["tabular-data-package"]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        desk.ludex(&format!("completions {shell}")).ends(0).shows(&["ludex"]);
    }
    desk.ludex("--version").ends(0).shows(&[env!("CARGO_PKG_VERSION")]);
}

#[test]
#[cfg(unix)]
fn links_in_folders_are_followed_where_that_is_asked_for() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "elsewhere/game").put("disk/README", "x");
    desk.fixture("playing.DAT", "disk/WAR03.DAT");
    std::os::unix::fs::symlink("../elsewhere/game", desk.path("disk/WAR01.DAT")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", desk.path("disk/more")).unwrap();
    desk.ludex("convert disk -o out/").ends(0).says(&[
        "disk/WAR01.DAT: not followed: this is a link to a file",
        "disk/more: not followed: this is a link to a folder",
        "--follow-links",
        "1 converted, 0 failed, 1 skipped",
    ]);
    assert!(!desk.path("out/WAR01.DAT.json").exists());
    desk.ludex("convert disk -o out/ --follow-links").ends(0).says(&["3 converted, 0 failed, 1 skipped"]);
    assert!(desk.path("out/WAR01.DAT.json").is_file() && desk.path("out/more/game.json").is_file());
    std::os::unix::fs::symlink("..", desk.path("disk/up")).unwrap();
    desk.ludex("convert disk -o out/ --follow-links").ends(1).says(&["disk/up", "a link leads back to it"]);
    desk.ludex("inspect disk/WAR01.DAT").ends(0);
}

#[test]
#[cfg(unix)]
fn devices_are_written_to() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -o /dev/null").ends(0);
    if Path::new("/dev/full").exists() {
        desk.ludex("convert WAR01.DAT -o /dev/full").is_refused(&["IO006", "no storage space"]);
    }
    desk.ludex("check /dev/zero").ends(1).says(&["no format that Ludex reads: it looks like binary data"]);
    desk.ludex("check -f war-dat /dev/zero").ends(1).says(&["IO007"]);
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_is_a_success() {
    use std::process::Stdio;
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let mut child = std::process::Command::new(program)
        .args(["schema"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"");
}

#[test]
fn a_game_is_of_its_system() {
    let desk = Desk::new();
    desk.fixture("war-dat/good/playing.DAT", "WAR01.DAT");
    desk.fixture("homeworlds/good/three.sdg", "three.homeworlds");
    desk.put("a.orders", "S1901M\nFRANCE: A PAR - BUR\n");
    desk.put("a.power", "I-Y4-Y6;\n");
    let piece = |key: &str, value: serde_json::Value| {
        let mut piece = serde_json::json!({"kind": "army", "territory": "nowhere"});
        piece[key] = value;
        serde_json::json!({"pieces": [piece]})
    };
    let holding = |key: &str, value: serde_json::Value| {
        let mut holding = serde_json::json!({"territory": "Peru"});
        holding[key] = value;
        serde_json::json!({"holdings": [holding]})
    };
    let turn = |value: serde_json::Value| {
        let mut turn = serde_json::json!({"actions": []});
        turn.as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
        serde_json::json!([turn])
    };
    let act = |action: serde_json::Value| turn(serde_json::json!({"actions": [action]}));
    let of_homeworlds = serde_json::json!({"type": "setup", "stars": ["r1", "b2"], "piece": "g3", "at": "Home"});
    let convoy = serde_json::json!(
        {"type": "convoy", "piece": "F", "at": "nth", "convoyed": {"piece": "A", "from": "lon", "to": "nwy"}}
    );
    let resign = serde_json::json!({"type": "resign"});
    let edits = [
        ("WAR01.DAT", "started", "not a date".into(), "JS004", "game.started"),
        ("three.homeworlds", "ended", "2012-2-29".into(), "JS004", "game.ended"),
        ("WAR01.DAT", "turns", act(of_homeworlds), "JS018", "game.turns[0].actions[0].type"),
        ("WAR01.DAT", "turns", act(convoy), "JS018", "Global War has no convoy"),
        ("WAR01.DAT", "turns", turn(serde_json::json!({"player": "7"})), "JS005", "game.turns[0].player"),
        ("WAR01.DAT", "position", piece("player", "1".into()), "JS018", "game.position.pieces[0]"),
        ("WAR01.DAT", "position", holding("centre", true.into()), "JS018", "game.position.holdings[0].centre"),
        ("three.homeworlds", "board", serde_json::json!({"builtin": "standard"}), "JS018", "game.board"),
        (
            "three.homeworlds",
            "position",
            piece("status", "dislodged".into()),
            "JS018",
            "game.position.pieces[0].status",
        ),
        ("a.orders", "turns", act(resign.clone()), "JS018", "game.turns[0].actions[0].type"),
        ("a.orders", "turns", turn(serde_json::json!({"player": "FRNACE"})), "JS005", "did you mean"),
        ("a.orders", "turns", turn(serde_json::json!({"tag": "x"})), "JS018", "game.turns[0].tag"),
        ("a.orders", "position", holding("armies", 3.into()), "JS018", "game.position.holdings[0].armies"),
        ("a.orders", "position", piece("count", 3.into()), "JS018", "game.position.pieces[0].count"),
        ("a.power", "position", holding("owner", "Y".into()), "JS018", "game.position.holdings[0]"),
        ("a.power", "players", serde_json::json!([{"seat": "Y", "vote": true}]), "JS018", "game.players[0].vote"),
    ];
    for (name, key, value, code, said) in edits {
        desk.ludex(&format!("convert {name} -t json -o a.json --force")).ends(0);
        desk.ludex("check a.json").ends(0);
        let mut document = json(&desk.get("a.json"));
        document["game"][key] = value;
        desk.put("edited.json", document.to_string());
        desk.ludex("check edited.json").ends(1).says(&[code, said]);
    }
}
