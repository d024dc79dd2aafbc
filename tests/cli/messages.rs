//! Tests of messages: they name the place, and contain nothing that must not reach a terminal.

use std::collections::BTreeSet;
use std::process::Stdio;

use super::{Desk, edited, good, json};

#[test]
fn a_place_in_a_long_line_is_the_one_of_the_file() {
    let desk = Desk::new();
    let order = "FRANCE: A PAR - BUR\n";
    let line = format!("{}? {}", " ".repeat(61_298), "x".repeat(300));
    desk.put("long.orders", format!("S1901M\n{order}{line}\n"));
    let run = desk.ludex("check -f diplomacy-orders long.orders");
    run.says(&["--> long.orders:3:61299\n"]);
    let run = desk.ludex("check -f diplomacy-orders long.orders --message-format json");
    run.says(&["\"line\":3,\"column\":61299"]);
}

#[test]
fn lines_are_those_of_an_editor() {
    let desk = Desk::new();
    let dos = String::from_utf8(good("playing.DAT")).unwrap();
    let lines: Vec<&str> = dos.lines().collect();
    let odd = |end: &str| {
        let mut lines = lines.clone();
        lines[60] = "?";
        lines.join(end) + end
    };
    desk.put("lf.DAT", odd("\n")).put("cr.DAT", odd("\r")).put("cr-behind.DAT", odd("\r") + "\x1A\r\n");
    desk.put("mark.json", "\u{FEFF}{\"ludex\": 1, \"game\": {\"system\": \"chess\"}}");
    for name in ["lf.DAT", "cr.DAT", "cr-behind.DAT"] {
        desk.ludex(&format!("check -f war-dat {name}")).says(&[&format!("--> {name}:61:1\n")]);
    }
    desk.ludex("check mark.json").says(&["--> mark.json:1:33\n"]);
}

#[test]
fn thousands_of_findings_in_a_document_are_placed_in_one_go() {
    let desk = Desk::new();
    let orders = "A PAR - LON\n".repeat(4000);
    desk.put("many.orders", format!("S1901M\nFRANCE\n{orders}"));
    desk.ludex("convert many.orders -o many.json -q").ends(0);
    let run = desk.ludex("check many.json");
    assert!(run.err().matches("--> many.json:").count() >= 4000, "{}", &run.err()[..1000]);
}

#[test]
fn a_file_of_comments_takes_no_longer_than_it_is() {
    let desk = Desk::new();
    desk.put("long.orders", format!("S1901M\n{}FRANCE: A PAR - BUR\n", "# x\n".repeat(125_000)));
    desk.ludex("check long.orders").ends(0);
}

#[test]
fn what_cannot_be_seen_stays_out_of_messages() {
    let desk = Desk::new();
    let hidden = ['\u{9b}', '\u{200b}', '\u{feff}', '\u{e0041}', '\u{fe0f}', '\u{202e}', '\u{ad}'];
    let word: String = hidden.iter().flat_map(|&c| [c, 'x']).collect();
    desk.put("a.orders", format!("S1901M\nFRANCE: A PAR - BUR\n{word} BUR - {word}\n"));
    desk.put("b.homeworlds", format!("homeworld y1 b2 g3 {word}\nhomeworld g1 y2 b3 B\nbuild g1 {word}\n{word}\n"));
    desk.put("c.json", format!("{{\"ludex\": 1, \"game\": {{\"system\": \"power\", \"{word}\": 1}}}}"));
    desk.put(&format!("{word}.txt"), "words and words");
    for line in [
        "check .",
        "check . --message-format json",
        "inspect .",
        "inspect . --message-format json",
        "identify .",
        "identify . --message-format json",
        "convert . -o out/",
        "convert . -o out/ --message-format json",
    ] {
        let run = desk.ludex(line);
        let all = run.out() + &run.err();
        assert!(all.contains('x') && !all.contains(hidden), "{line}: {all:?}");
        if line.contains("json") {
            run.err().lines().for_each(|line| drop(json(line.as_bytes())));
        }
    }
}

#[test]
#[cfg(unix)]
fn a_full_device_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    for line in ["--help", "check --help", "--version", "formats", "explain", "schema", "completions bash"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("ludex"))
            .args(line.split(' '))
            .stdout(Stdio::from(full))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{line}: {output:?}");
    }
}

#[test]
fn help_that_nobody_reads_to_its_end_is_a_success() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("ludex"))
        .arg("--help")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

/// Returns the codes of messages in JSON.
fn codes(messages: &str) -> BTreeSet<String> {
    messages.lines().filter_map(|line| Some(json(line.as_bytes())["code"].as_str()?.to_owned())).collect()
}

#[test]
fn values_out_of_range_are_judged_alike_from_every_source() {
    type Edit = fn(&mut serde_json::Value);
    let edits: [(Edit, &str); 4] = [
        (|game| game["position"]["holdings"][3]["armies"] = 4_000_000.into(), "armies"),
        (|game| game["position"]["holdings"][3]["armies"] = (-1).into(), "armies"),
        (|game| game["players"][0]["commendations"]["king"] = 300.into(), "king"),
        (|game| game["players"][0]["last_moved"] = "1889-03-01T00:00".into(), "last_moved"),
    ];
    for (edit, name) in edits {
        let desk = Desk::new();
        desk.put("x.json", edited(&desk, "playing.DAT", |document| edit(&mut document["game"])));
        let as_json = " --message-format json";
        let written = desk.ludex(&format!("convert x.json -t war-dat -o x.DAT{as_json}"));
        let expected = codes(&desk.ludex(&format!("check x.DAT{as_json}")).err());
        assert!(expected.contains("GW009"), "{name}");
        // Findings of the rules are reported by `check` alone.
        let is_said = |said: &str| codes(said).contains("GW009");
        assert!(is_said(&written.ends(0).err()), "{name}: {}", written.err());
        let checked = desk.ludex(&format!("check x.json{as_json}"));
        assert_eq!(codes(&checked.err()), expected, "{name}");
        let message = checked.err().lines().map(|line| json(line.as_bytes())).next().unwrap();
        assert!(message["path"].as_str().unwrap().ends_with(name) && message["line"].is_number(), "{message}");
        desk.ludex("convert x.json -t csv -o x/ -q").ends(0);
        let checked = desk.ludex(&format!("check x{as_json}"));
        assert_eq!(codes(&checked.err()), expected, "{name}");
        assert!(checked.err().contains("row "), "{}", checked.err());
        let written = desk.ludex(&format!("convert x -t war-dat -o y.DAT{as_json}"));
        assert!(is_said(&written.ends(0).err()), "{name}: {}", written.err());
        desk.ludex("convert x.json -t war-dat -o z.DAT --strict").ends(1);
    }
}

#[test]
fn findings_name_their_phase_or_turn() {
    let desk = Desk::new();
    desk.put("a.orders", "S1911M\nITALY\nA ROM - LON\nF1911M\nFRANCE: A PAR - TUN\n");
    desk.ludex("check a.orders").says(&["]: S1911M ITALY: A ROM - LON: ", "]: F1911M FRANCE: A PAR - TUN: "]);
    desk.ludex("convert a.orders -o a.json").ends(0);
    desk.ludex("check a.json").says(&["]: S1911M ITALY: A ROM - LON: ", "]: F1911M FRANCE: A PAR - TUN: "]);
    desk.ludex("convert a.orders -t csv -o a/").ends(0);
    desk.ludex("check a").says(&["S1911M ITALY: A ROM - LON: ", "F1911M FRANCE: A PAR - TUN: "]);
}

#[test]
fn a_file_that_is_cut_off_within_a_line_end_gives_no_password() {
    let desk = Desk::new();
    let text = String::from_utf8(good("playing.DAT")).unwrap();
    let lines: Vec<&str> = text.lines().take(124).collect();
    desk.put("WAR01.DAT", lines.join("\r\n") + "\r\n\r");
    let run = desk.ludex("convert WAR01.DAT --salvage -t json -q");
    assert!(!run.ends(0).out().contains("\"\\r\""), "{}", run.out());
}
