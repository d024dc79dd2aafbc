//! Tests of folders: what is read in them, where outputs go, and what is reported of the rest.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::*;

/// Returns the files below a folder with their bytes.
pub fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walkdir::WalkDir::new(root).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let named = |entry: walkdir::DirEntry| {
        let name = entry.path().strip_prefix(root).unwrap().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).unwrap())
    };
    files.map(named).collect()
}

fn names(root: &Path) -> Vec<String> {
    tree(root).into_keys().collect()
}

fn disk(desk: &Desk) -> &Desk {
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .fixture("deploying.REC", "disk/a/WAR01.REC")
        .fixture("njudge-map/good/map.canal", "disk/a/b/map.tiny")
        .put("disk/README.TXT", "Hello\r\n")
}

const RECORDS: [&str; 3] = ["WAR01.DAT", "a/WAR01.REC", "a/b/map.tiny"];

#[test]
fn the_output_folder_is_never_an_input() {
    let desk = Desk::new();
    disk(&desk);
    for _ in 0..3 {
        desk.ludex("convert . -t json -o out/").ends(0).says(&["3 converted, 0 failed, 1 skipped"]);
        assert_eq!(names(&desk.path("out/disk")), RECORDS.map(|name| format!("{name}.json")));
    }
    desk.ludex("convert . -t json -o out/").says(&["out: not read: this folder is the output of this run"]);
    desk.ludex("convert . -t csv -o ./tables/").ends(0);
    // The outputs of the other run are documents like any others.
    desk.ludex("convert . -t csv -o ./tables/").ends(0).says(&["6 converted"]);
    assert!(!desk.path("tables/tables").exists());
}

#[test]
fn a_folder_is_converted_in_place_again_and_again() {
    let desk = Desk::new();
    disk(&desk);
    for target in ["json", "json", "csv", "json", "csv"] {
        desk.ludex(&format!("convert disk -t {target} -o disk/")).ends(0).says(&["3 converted, 0 failed"]);
    }
    let documents = tree(&desk.path("disk"));
    assert_eq!(documents.keys().filter(|name| name.ends_with(".json") && !name.contains(".csv/")).count(), 3);
    assert!(documents.keys().all(|name| !name.contains(".json.")));
    assert_eq!(documents.keys().filter(|name| name.ends_with(".csv/datapackage.json")).count(), 3);
    // With other options the documents differ, and --force may overwrite them.
    desk.ludex("convert disk -t json --no-originals -o disk/").ends(1).says(&["IO005", "failed with IO005"]);
    desk.ludex("convert disk -t json --no-originals -o disk/ --force").ends(0).says(&["3 converted"]);
    assert_eq!(desk.get("disk/WAR01.DAT"), good("playing.DAT"));
}

#[test]
fn documents_in_a_folder_are_not_converted_to_what_they_are() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o json/").ends(0);
    for target in ["", "-t json "] {
        let run = desk.ludex(&format!("convert json/ {target}-o back/"));
        run.ends(1).says(&["CV018", "`ludex restore json/ -o back/`", "`ludex convert json/ -t source -o back/`"]);
        assert!(!desk.path("back").exists());
    }
    desk.ludex("convert disk -t csv -o csv/").ends(0);
    desk.ludex("convert csv -t csv -o back/").ends(1).says(&["CV018", "ludex restore"]);
    // A document that the user names is read.
    desk.ludex("convert json/WAR01.DAT.json -o again.json").ends(0);
    assert_eq!(desk.get("again.json"), desk.get("json/WAR01.DAT.json"));
    // Tables become documents, and documents tables.
    desk.ludex("convert csv -t json -o from-csv/").ends(0).says(&["3 converted"]);
    desk.ludex("convert json -t csv -o from-json/").ends(0).says(&["3 converted"]);
}

#[test]
fn somebody_elses_data_package_is_a_folder_like_others() {
    let desk = Desk::new();
    disk(&desk).put("disk/a/datapackage.json", "{\"name\": \"prices\", \"resources\": []}");
    let run = desk.ludex("convert disk -t json -o out/");
    run.ends(0).says(&["3 converted", "JSON, but no Ludex document (1)"]);
    // A data package that the user names must be that of a document.
    desk.ludex("convert disk/a -o x.json").ends(1).says(&["JS002"]);
}

#[test]
fn documents_of_several_formats_are_written_back_by_their_sources() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o json/").ends(0);
    let run = desk.ludex("convert json/ -t war-dat -o back/");
    run.ends(1).says(&["1 converted, 2 failed", "CV016", "json/a/WAR01.REC.json", "-t source", "ludex restore"]);
    assert_eq!(names(&desk.path("back")), ["WAR01.DAT"]);
    for (folder, target) in [("json", "new/"), ("json/", "new2")] {
        desk.ludex(&format!("convert {folder} -t source -o {target}")).ends(0).says(&["3 converted"]);
        for name in RECORDS {
            assert_eq!(desk.get(&format!("{target}/{name}")), desk.get(&format!("disk/{name}")), "{name}");
        }
    }
    // An edit goes with its document, and other files in the folder are not documents.
    let mut document = json(&desk.get("json/a/WAR01.REC.json"));
    document["game"]["players"][0]["name"] = "SOMEBODY ELSE".into();
    desk.put("json/a/WAR01.REC.json", document.to_string()).put("json/WAR02.DAT", good("signup.DAT"));
    desk.ludex("convert json -t source -o edited/").ends(0).says(&["3 converted, 0 failed, 1 skipped"]);
    assert_eq!(changed_lines(&desk.get("disk/a/WAR01.REC"), &desk.get("edited/a/WAR01.REC")).len(), 1);
    assert_eq!(desk.get("edited/WAR01.DAT"), good("playing.DAT"));
    // A document that is named is written to the folder that its source was in.
    desk.ludex("convert json/a/WAR01.REC.json -t source -o one/").ends(0);
    assert_eq!(desk.get("one/a/WAR01.REC"), desk.get("edited/a/WAR01.REC"));
    desk.ludex("convert json/a/WAR01.REC.json -t source -o one.REC").ends(0);
    assert_eq!(desk.get("one.REC"), desk.get("edited/a/WAR01.REC"));
    // A document without a source has no format of its own.
    document["sources"] = serde_json::json!([]);
    desk.put("x.json", document.to_string());
    desk.ludex("convert x.json -t source -o y/").ends(1).says(&["CV005", "-t"]);
}

#[test]
fn documents_of_one_format_become_texts_of_another() {
    let desk = Desk::new();
    desk.fixture("homeworlds-sdg/good/every-action.raw", "disk/a/1.raw");
    desk.ludex("convert disk -o json/").ends(0);
    desk.ludex("convert json -t homeworlds -o text/").ends(0).says(&["1 converted"]);
    assert_eq!(names(&desk.path("text")), ["a/1.raw.homeworlds"]);
    desk.fixture("deploying.REC", "other/WAR02.REC");
    desk.ludex("convert other -o other-json/").ends(0);
    desk.ludex("convert other-json -t war-dat -o dat/").ends(0).says(&["CV001"]);
    assert_eq!(names(&desk.path("dat")), ["WAR02.REC.DAT"]);
}

#[test]
fn sources_say_where_they_lay() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o json/").ends(0);
    assert_eq!(json(&desk.get("json/a/b/map.tiny.json"))["sources"][0]["path"], "a/b/map.tiny");
    desk.ludex("convert disk -t csv -o csv/").ends(0);
    assert!(desk.text("csv/a/b/map.tiny.csv/sources.csv").contains(",a/b/map.tiny,"));
    desk.ludex("convert csv -t json -o again/").ends(0);
    assert_eq!(desk.get("again/a/b/map.tiny.csv.json"), desk.get("json/a/b/map.tiny.json"));
    let named = desk.ludex("convert disk/a/b/map.tiny").ends(0).out();
    assert_eq!(json(named.as_bytes())["sources"][0].get("path"), None);
    desk.ludex("convert disk -t json --redact -o redacted/").ends(0);
    assert_eq!(json(&desk.get("redacted/a/b/map.tiny.json"))["sources"][0].get("path"), None);
    // A document without it is read as always.
    assert_eq!(
        desk.ludex_with("convert - -t njudge-map", named.as_bytes()).ends(0).out().into_bytes(),
        desk.get("disk/a/b/map.tiny")
    );
}

#[test]
fn an_extension_of_no_format_is_refused() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").fixture("signup.DAT", "WAR02.DAT");
    for name in ["x.mdb", "x.bak", "x.txt"] {
        desk.ludex(&format!("convert WAR01.DAT -o {name}")).ends(2).says(&[
            "no format is written",
            ".json",
            "war-dat",
            ".DAT",
        ]);
        assert!(!desk.path(name).exists());
        desk.ludex(&format!("convert WAR01.DAT -t json -o {name}")).ends(0);
    }
    for name in ["document", "map", "G001"] {
        desk.ludex(&format!("convert WAR01.DAT -o {name}")).ends(0);
        assert_eq!(json(&desk.get(name))["ludex"], 1);
    }
    #[cfg(unix)]
    desk.ludex("convert WAR01.DAT -o /dev/null").ends(0);
    // Many inputs go into a folder, and the name of a file does not count as one.
    for line in ["WAR01.DAT WAR02.DAT -o both.json", ". -o all.json", ". -o x.DAT"] {
        let run = desk.ludex(&format!("convert {line}"));
        run.ends(2).says(&["is the name of one file", "/ writes each into a folder", "--together"]);
    }
    assert!(!desk.path("both.json").exists() && !desk.path("all.json").exists());
    desk.ludex("convert WAR01.DAT WAR02.DAT -o both").ends(0);
    desk.ludex("convert WAR01.DAT WAR02.DAT -o both.d/").ends(0);
    desk.ludex("convert WAR01.DAT WAR02.DAT -o both.d").ends(0);
    assert_eq!(names(&desk.path("both.d")), ["WAR01.DAT.json", "WAR02.DAT.json"]);
}

#[test]
fn json_is_a_document_unless_it_is_the_own_source() {
    let desk = Desk::new();
    desk.fixture("diplomacy-game/good/game.plain.json", "game1.json");
    desk.ludex("convert game1.json -o game2.json").ends(0);
    assert_eq!(json(&desk.get("game2.json"))["ludex"], 1);
    desk.ludex("convert game2.json -o game3.json").ends(0);
    assert_eq!(desk.get("game3.json"), desk.get("game2.json"));
    desk.ludex("convert game2.json -o back/game1.json").ends(0);
    assert_eq!(desk.get("back/game1.json"), desk.get("game1.json"));
    desk.ludex("convert game2.json -t csv -o tables").ends(0);
    desk.ludex("convert tables -o back2/game1.json").ends(0);
    assert_eq!(desk.get("back2/game1.json"), desk.get("game1.json"));
    // The same holds for a source with an extension that no format has.
    desk.fixture("homeworlds-sdg/good/every-action.raw", "10014.txt");
    desk.ludex("convert 10014.txt -o 10014.json").ends(0);
    desk.ludex("convert 10014.json -o back/10014.txt").ends(0);
    assert_eq!(desk.get("back/10014.txt"), desk.get("10014.txt"));
    desk.ludex("convert 10014.json -o back/10015.txt").ends(2);
}

#[test]
fn standard_input_has_a_name() {
    let desk = Desk::new();
    let seed = good("njudge-seed/good/seed.canal");
    let run = desk.ludex_with("convert - --name old/seed.tiny -o out/", &seed);
    run.ends(0);
    let document = json(&desk.get("out/seed.tiny.json"));
    assert_eq!((&document["sources"][0]["name"], &document["game"]["variant"]), (&"seed.tiny".into(), &"tiny".into()));
    for command in ["check", "inspect", "identify", "verify"] {
        let run = desk.ludex_with(&format!("{command} - --name seed.tiny"), &seed);
        run.ends(0);
        assert!(run.out().contains("seed.tiny"), "{command}: {}", run.out());
    }
    for command in ["convert", "check", "inspect", "identify"] {
        let run = desk.ludex_with(&format!("{command} -"), b"nothing of ours\n");
        run.ends(1);
        let all = run.out() + &run.err();
        assert!(all.contains("standard input") && !all.contains("-:"), "{command}: {all}");
    }
    desk.ludex_with("convert - -o unnamed/", &good("playing.DAT")).ends(0);
    assert_eq!(names(&desk.path("unnamed")), ["stdin.json"]);
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT --name x").ends(2).says(&["--name", "standard input"]);
    desk.ludex("check - -").ends(2).says(&["once"]);
}

#[test]
fn what_is_no_file_of_ours_is_counted() {
    let desk = Desk::new();
    disk(&desk).put("disk/b/README", "hello").put("disk/c.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".repeat(9));
    desk.put(
        "disk/mail.txt",
        "Movement results for Spring of 1901.  (game.001)\n\nEngland: Fleet London -> North Sea.\n",
    );
    for command in ["convert -o out/", "check", "verify", "inspect"] {
        let run = desk.ludex(&format!("{command} disk"));
        run.ends(0).says(&[
            "note[IO008]: skipped 4 inputs: ",
            "text of another kind (2)",
            "image/png (png) (1)",
            "njudge-report, which is not read yet (1)",
        ]);
        assert_eq!(run.err().matches("IO008").count(), 1, "{command}: {}", run.err());
        assert_eq!(desk.ludex(&format!("{command} disk -v")).ends(0).err().matches("IO008").count(), 5, "{command}");
        // A file that is named is not passed over.
        desk.ludex(&format!("{command} disk/mail.txt")).ends(1);
    }
    desk.ludex("convert disk/WAR01.DAT disk/mail.txt -o some/").ends(0).says(&["1 converted, 0 failed, 1 skipped"]);
}

#[test]
fn a_file_whose_name_is_ours_and_that_cannot_be_read_is_a_failure() {
    let desk = Desk::new();
    disk(&desk).put("disk/WAR09.DAT", "no game\n").put("disk/map.lost", [0u8; 300]).put("disk/map.js", "x = 1;\n");
    desk.put("disk/WAR02.DAT", &good("playing.DAT")[..300]);
    for command in ["convert -o out/", "check", "verify"] {
        let run = desk.ludex(&format!("{command} disk"));
        run.ends(1).says(&["IO004", "disk/WAR09.DAT", "-f war-dat", "disk/map.lost", "text of another kind (2)"]);
        // Failures are listed again at the end, by code.
        let end = run.err().rsplit_once("failed with GW001 ").unwrap().1.to_owned();
        assert!(end.contains("(the file is cut off): 1\n  disk/WAR02.DAT\n"), "{end}");
        assert!(
            end.contains("failed with IO004 (no format that Ludex reads): 2\n  disk/WAR09.DAT\n  disk/map.lost\n"),
            "{end}"
        );
    }
    desk.ludex("convert disk -o out/").says(&["3 converted, 3 failed, 2 skipped"]);
    desk.ludex("check disk").shows(&["; 3 without errors, 3 with errors, 2 skipped"]);
}

#[test]
fn check_has_totals() {
    let desk = Desk::new();
    desk.fixture("odd-values.DAT", "disk/WAR01.DAT").fixture("playing.DAT", "disk/WAR02.DAT").put("disk/x", "y");
    let run = desk.ludex("check disk");
    let out = run.ends(0).out();
    let counts: Vec<usize> = out
        .lines()
        .take(2)
        .map(|line| line.split(", ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    let total = out.lines().last().unwrap();
    assert!(total.starts_with(&format!("total: 0 errors, {} warnings, ", counts[0] + counts[1])), "{total}");
    assert!(total.ends_with("; 2 without errors, 0 with errors, 1 skipped"), "{total}");
    assert_eq!(desk.ludex("check disk/WAR02.DAT").out().lines().count(), 1);
}

#[test]
fn each_input_has_a_record_in_json() {
    let desk = Desk::new();
    disk(&desk).put("disk/WAR09.DAT", "no game\n");
    for number in 10..50 {
        desk.put(&format!("disk/WAR{number}.DAT"), "");
    }
    let run = desk.ludex("convert disk missing -t json -o out/ --message-format json");
    let lines: Vec<serde_json::Value> = run.ends(1).err().lines().map(|line| json(line.as_bytes())).collect();
    let records: Vec<_> = lines.iter().filter(|line| line["record"] == "input").collect();
    assert_eq!(records.len(), 46);
    let of = |file: &str| (*records.iter().find(|record| record["file"] == file).unwrap()).clone();
    let converted = of("disk/WAR01.DAT");
    assert_eq!((&converted["format"], &converted["outcome"]), (&"war-dat".into(), &"converted".into()));
    assert_eq!(converted["output"], "out/WAR01.DAT.json");
    assert_eq!((&of("disk/WAR09.DAT")["outcome"], &of("disk/WAR09.DAT")["code"]), (&"failed".into(), &"IO004".into()));
    assert_eq!(of("missing")["code"], "IO001");
    let skipped = of("disk/README.TXT");
    assert_eq!((&skipped["outcome"], &skipped["kind"]), (&"skipped".into(), &"text of another kind".into()));
    assert_eq!(skipped["output"], serde_json::Value::Null);
    let summary: Vec<_> = lines.iter().filter(|line| line["record"] == "summary").collect();
    let [summary] = summary[..] else { panic!("{lines:?}") };
    assert_eq!((&summary["converted"], &summary["failed"], &summary["skipped"]), (&3.into(), &42.into(), &1.into()));
    // People see the first ones of many; here all are listed.
    assert_eq!(summary["failed_by_code"]["IO003"].as_array().unwrap().len(), 40);
    desk.ludex("convert disk -t json -o out/").says(&["and 20 more; --verbose lists all"]);
    let all = desk.ludex("convert disk -t json -o out/ --verbose").err();
    assert!(
        all.ends_with("disk/WAR49.DAT\nfailed with IO004 (no format that Ludex reads): 1\n  disk/WAR09.DAT\n"),
        "{all}"
    );
    // The result of a check is its record.
    let out = desk.ludex("check disk/WAR01.DAT --message-format json").ends(0).out();
    let [record, summary] = &out.lines().map(|line| json(line.as_bytes())).collect::<Vec<_>>()[..] else {
        panic!("{out}")
    };
    assert_eq!((&record["outcome"], &record["errors"], &summary["passed"]), (&"passed".into(), &0.into(), &1.into()));
    // A document with several sources has several outputs.
    desk.put(
        "two.json",
        edited(&desk, "playing.DAT", |d| {
            let mut second = d["sources"][0].clone();
            second["name"] = "WAR10.DAT".into();
            d["sources"].as_array_mut().unwrap().push(second);
        }),
    );
    let run = desk.ludex("convert two.json -t war-dat -o both/ --message-format json");
    run.ends(0).says(&["\"output\":\"both/WAR09.DAT\"", "\"more_outputs\":[\"both/WAR10.DAT\"]"]);
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_named_and_never_opened() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    disk(&desk).fixture("deploying.REC", "disk/WAR07.REC");
    for name in ["disk/WAR02.DAT", "disk/x.jsonl", "disk/WAR07.DAT"] {
        assert!(std::process::Command::new("mkfifo").arg(desk.path(name)).status().unwrap().success());
    }
    let _socket = std::os::unix::net::UnixListener::bind(desk.path("disk/socket")).unwrap();
    symlink("nowhere", desk.path("disk/WAR03.DAT")).unwrap();
    symlink("..", desk.path("disk/up")).unwrap();
    symlink("loop", desk.path("disk/loop")).unwrap();
    for command in ["convert -o out/", "check", "inspect", "identify", "verify"] {
        let run = desk.ludex(&format!("{command} disk"));
        let said = run.err();
        for (name, words) in [
            ("WAR02.DAT", "not opened: this is a FIFO"),
            ("x.jsonl", "not opened: this is a FIFO"),
            ("socket", "not opened: this is a socket"),
            ("WAR03.DAT", "not opened: this is a link to nowhere, which does not exist"),
            ("up", "not followed: this is a link to a folder"),
            ("loop", "IO001"),
        ] {
            let line = said.lines().find(|line| line.contains(&format!("disk/{name}: "))).unwrap_or_default();
            assert!(line.contains(words) && line.contains("IO0"), "{command}: {name}: {line}\n{said}");
        }
        for (name, words) in [("WAR02.DAT", "a FIFO"), ("socket", "a socket"), ("WAR03.DAT", "a link to nowhere")] {
            desk.ludex(&format!("{command} disk/{name}")).ends(1).says(&["error[IO013]", name, words]);
        }
    }
    desk.ludex("convert disk/WAR01.DAT -o x.json --board disk/WAR02.DAT").ends(1).says(&["IO013"]);
    desk.ludex("restore disk -o r").ends(1).says(&["a FIFO"]);
}

#[test]
#[cfg(unix)]
fn what_a_shell_substitutes_is_read() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let script = format!("cat WAR01.DAT | '{}' convert /dev/stdin -t war-dat", program.display());
    let run = std::process::Command::new("sh").current_dir(desk.0.path()).args(["-c", &script]).output().unwrap();
    assert_eq!(run.stdout, good("playing.DAT"), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn an_input_is_never_overwritten() {
    let desk = Desk::new();
    disk(&desk).fixture("playing.DAT", "WAR01.DAT").put("a.orders", "S1901M\nFRANCE: par-bur\n");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("WAR01.DAT", desk.path("soft.DAT")).unwrap();
        fs::hard_link(desk.path("WAR01.DAT"), desk.path("hard.DAT")).unwrap();
    }
    fs::create_dir_all(desk.path("sub")).unwrap();
    let mut names = vec!["WAR01.DAT", "sub/../WAR01.DAT"];
    if cfg!(unix) {
        names.extend(["soft.DAT", "hard.DAT"]);
    }
    for name in names {
        for force in ["", " --force"] {
            desk.ludex(&format!("convert WAR01.DAT -t json -o {name}{force}")).is_refused(&["IO014", "is an input"]);
            assert_eq!(desk.get(name), good("playing.DAT"));
        }
    }
    desk.fixture("padded-everything.DAT", "disk/WAR02.DAT");
    desk.ludex("convert disk -t war-dat --canonical -o disk --force").ends(1).says(&["IO014", "disk/WAR02.DAT"]);
    assert_eq!(desk.get("disk/WAR02.DAT"), good("padded-everything.DAT"));
    desk.ludex("check a.orders --fix -o a.orders --force").ends(1).says(&["IO014"]);
    desk.ludex("convert a.orders --board disk/a/b/map.tiny -t json -o disk/a/b/map.tiny --force")
        .ends(1)
        .says(&["IO014"]);
    desk.ludex("check a.orders --fix --board disk/a/b/map.tiny -o disk/a/b/map.tiny --force").ends(1).says(&["IO014"]);
    // The same holds for a map that was found beside a seed.
    let archive = super::njudge::archive();
    let map = archive.get("map.lakes");
    archive.ludex("convert seed.lakes -t json -o map.lakes --force").is_refused(&["IO014"]);
    assert_eq!(archive.get("map.lakes"), map);
    // A package is an input with all of its files.
    desk.ludex("convert WAR01.DAT -t csv -o tables").ends(0);
    for line in
        ["-t json -o tables/games.csv", "-t csv --no-originals -o tables", "-t json -o tables/originals/WAR01.DAT"]
    {
        desk.ludex(&format!("convert tables {line} --force")).ends(1).says(&["IO014"]);
    }
    assert_eq!(desk.get("tables/originals/WAR01.DAT"), good("playing.DAT"));
    // An output is refused if the user names it as an input, even with equal bytes; other files may be overwritten.
    desk.ludex("convert WAR01.DAT -t war-dat -o WAR01.DAT --force").is_refused(&["IO014"]);
    let run = desk.ludex("convert disk -t war-dat -o disk --force");
    assert!(!run.err().contains("IO014"), "{}", run.err());
    desk.put("other.DAT", "other");
    desk.ludex("convert WAR01.DAT -t json -o other.DAT --force").ends(0);
}

#[test]
#[cfg(unix)]
fn names_that_are_not_utf8_keep_their_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let desk = Desk::new();
    let name = |bytes: &[u8]| std::ffi::OsStr::from_bytes(bytes).to_owned();
    fs::create_dir_all(desk.path("disk").join(name(b"J\xF6rg"))).unwrap();
    for game in [b"game\xF6.DAT", b"game\xFC.DAT"] {
        fs::write(desk.path("disk").join(name(b"J\xF6rg")).join(name(game)), good("playing.DAT")).unwrap();
    }
    desk.ludex("convert disk -o json/").ends(0).says(&["2 converted"]);
    desk.ludex("restore json -o back").ends(0);
    for game in [b"game\xF6.DAT", b"game\xFC.DAT"] {
        let path = desk.path("back").join(name(b"J\xF6rg")).join(name(game));
        assert_eq!(fs::read(path).unwrap(), good("playing.DAT"));
    }
}
