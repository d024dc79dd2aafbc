//! Tests of `ludex restore`: the originals from documents, packages and folders of them.

use super::folders::tree;
use super::*;

fn disk(desk: &Desk) -> &Desk {
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .fixture("cp437-names.DAT", "disk/a/WAR01.DAT")
        .fixture("njudge-map/good/map.canal", "disk/a/b/map.tiny")
}

#[test]
fn every_original_comes_back_under_its_own_name() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o out/json/").ends(0);
    desk.ludex("convert disk -t csv -o out/csv/").ends(0);
    desk.put("out/json/README", "no document");
    for (input, folder) in [("out/json", "one"), ("out/csv/", "two"), ("out/json out/csv", "both")] {
        let run = desk.ludex(&format!("restore {input} -o {folder}"));
        run.ends(0).says(&["0 failed"]);
        assert_eq!(tree(&desk.path(folder)), tree(&desk.path("disk")), "{input}");
        desk.ludex(&format!("restore {input} -o {folder}")).ends(0);
        desk.ludex(&format!("restore {input} -o {folder} --check")).ends(0).says(&[" equal, 0 failed"]);
    }
    // The folder that all documents share is not part of the paths; those that distinguish them are.
    desk.ludex("restore out -o three").ends(0);
    assert_eq!(tree(&desk.path("three/json")), tree(&desk.path("disk")));
    assert_eq!(tree(&desk.path("three/csv")), tree(&desk.path("disk")));
    std::fs::rename(desk.path("out/csv"), desk.path("csv")).unwrap();
    desk.ludex("restore out -o four").ends(0);
    assert_eq!(tree(&desk.path("four")), tree(&desk.path("disk")));
    // A single document still has the folder of its source.
    desk.ludex("restore out/json/a/b/map.tiny.json -o five").ends(0);
    assert_eq!(desk.get("five/a/b/map.tiny"), desk.get("disk/a/b/map.tiny"));
    let run = desk.ludex_with("restore - -o six", &desk.get("out/json/a/WAR01.DAT.json"));
    run.ends(0);
    assert_eq!(desk.get("six/a/WAR01.DAT"), desk.get("disk/a/WAR01.DAT"));
}

#[test]
fn what_was_edited_does_not_matter() {
    let desk = Desk::new();
    desk.put(
        "x.json",
        edited(&desk, "playing.DAT", |d| {
            d["game"]["players"][0]["name"] = "SOMEBODY ELSE".into();
            d["game"]["players"][1]["vote"] = "no such value".into();
            d["game"]["nothing"] = "known".into();
        }),
    );
    desk.ludex("check x.json").ends(1);
    desk.ludex("restore x.json -o back").ends(0);
    assert_eq!(desk.get("back/WAR09.DAT"), good("playing.DAT"));
    desk.ludex("convert WAR09.DAT -t csv -o tables").ends(0);
    desk.put("tables/players.csv", "seat\nwrong\n");
    desk.ludex("check tables").ends(1);
    desk.ludex("restore tables -o from-tables").ends(0);
    assert_eq!(desk.get("from-tables/WAR09.DAT"), good("playing.DAT"));
}

#[test]
fn both_files_of_a_joined_document_come_back() {
    let desk = Desk::new();
    desk.fixture("njudge-map/good/map.canal", "map.tiny").fixture("njudge-seed/good/seed.canal", "seed.tiny");
    desk.ludex("convert map.tiny seed.tiny -o both.json").ends(0);
    desk.ludex("restore both.json -o back").ends(0);
    for name in ["map.tiny", "seed.tiny"] {
        assert_eq!(desk.get(&format!("back/{name}")), desk.get(name));
    }
}

#[test]
fn a_document_without_its_original_says_so() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT --no-originals -o bare.json").ends(0);
    desk.ludex("convert WAR01.DAT --redact -o redacted.json").ends(0);
    desk.ludex("convert WAR01.DAT --no-originals -t csv -o bare").ends(0);
    desk.ludex("restore bare.json -o back").is_refused(&["CV005", "bare.json", "WAR01.DAT", "--no-originals"]);
    desk.ludex("restore bare -o back").is_refused(&["CV005", "--no-originals"]);
    desk.ludex("restore redacted.json -o back").is_refused(&["CV005", "redacted"]);
    let no_sources = edited(&desk, "playing.DAT", |d| d["sources"] = serde_json::json!([]));
    desk.ludex_with("restore - -o back", &no_sources).is_refused(&["CV005", "standard input"]);
    desk.ludex("restore WAR01.DAT -o back").is_refused(&["WAR01.DAT", "JS00"]);
    desk.put("folder/WAR01.DAT", good("playing.DAT"));
    desk.ludex("restore folder -o back").is_refused(&["IO002", "no document"]);
    desk.put("folder/later.json", "{\"ludex\": 2, \"game\": {}}");
    desk.ludex("restore folder -o back").is_refused(&["JS003", "version 2"]);
    assert!(!desk.path("back").exists());
}

#[test]
fn a_text_that_is_not_the_one_that_was_read_is_not_restored() {
    let desk = Desk::new();
    let change = |d: &mut serde_json::Value| {
        d["sources"][0]["text"] = d["sources"][0]["text"].as_str().unwrap().replacen("T\r\n", "F\r\n", 1).into();
    };
    desk.put("x.json", edited(&desk, "playing.DAT", change));
    desk.ludex("restore x.json -o back").is_refused(&["JS008", "SHA-256"]);
    desk.put("x.json", edited(&desk, "playing.DAT", |d| d["sources"][0]["text"] = "Ł".into()));
    desk.ludex("restore x.json -o back").is_refused(&["JS008"]);
    desk.ludex("convert WAR09.DAT -t csv -o tables").ends(0);
    desk.put("tables/originals/WAR09.DAT", good("signup.DAT"));
    desk.ludex("restore tables -o back").is_refused(&["JS008"]);
    assert!(!desk.path("back").exists());
    // Without the SHA-256 nothing proves that it is the original.
    let unproved = |d: &mut serde_json::Value| drop(d["sources"][0].as_object_mut().unwrap().remove("sha256"));
    desk.put("x.json", edited(&desk, "playing.DAT", unproved));
    desk.ludex("restore x.json -o back").ends(0).says(&["warning[JS008]", "no SHA-256"]);
}

#[test]
fn files_that_are_there_are_compared_and_not_overwritten() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o json/").ends(0);
    desk.ludex("restore json -o back --check").ends(1).says(&["IO015", "back/WAR01.DAT", "3 failed"]);
    assert!(!desk.path("back").exists());
    desk.ludex("restore json -o back").ends(0);
    let mut changed = good("playing.DAT");
    changed[40] = b'x';
    let line = 1 + good("playing.DAT")[..40].iter().filter(|&&b| b == b'\n').count();
    desk.put("back/WAR01.DAT", &changed);
    let run = desk.ludex("restore json -o back --check");
    run.ends(1).says(&["IO015", "byte 40 differs", &format!("in line {line}"), "2 equal, 1 failed"]);
    desk.ludex("restore json -o back").ends(1).says(&["IO005", "2 restored, 1 failed"]);
    assert_eq!(desk.get("back/WAR01.DAT"), changed);
    desk.ludex("restore json -o back --force").ends(0);
    assert_eq!(desk.get("back/WAR01.DAT"), good("playing.DAT"));
    desk.ludex("restore json -o disk/WAR01.DAT").ends(2).says(&["is a file"]);
    desk.ludex("restore json").ends(2);
    desk.ludex("restore json -o back --check --force").ends(2);
}

#[test]
fn two_documents_of_one_name_are_not_mixed_up() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "one/WAR01.DAT").fixture("signup.DAT", "two/WAR01.DAT");
    for disk in ["one", "two"] {
        desk.ludex(&format!("convert {disk} -o json/{disk}/")).ends(0);
    }
    desk.ludex("restore json -o back").ends(0);
    assert_eq!(desk.get("back/one/WAR01.DAT"), good("playing.DAT"));
    assert_eq!(desk.get("back/two/WAR01.DAT"), good("signup.DAT"));
    let run = desk.ludex("restore json/one json/two -o mixed --force");
    run.ends(1).says(&["IO009", "mixed/WAR01.DAT", "1 restored, 1 failed"]);
    assert_eq!(desk.get("mixed/WAR01.DAT"), good("playing.DAT"));
}

#[test]
fn a_strangers_document_stays_in_the_folder() {
    let desk = Desk::new();
    for (name, path, place) in [
        ("../../evil", Some("../../../tmp/evil"), "tmp/evil"),
        ("/etc/evil", Some("/etc/evil"), "etc/evil"),
        ("..", None, "original"),
        ("-", None, "stdin"),
    ] {
        desk.put(
            "x.json",
            edited(&desk, "playing.DAT", |d| {
                d["sources"][0]["name"] = name.into();
                if let Some(path) = path {
                    d["sources"][0]["path"] = path.into();
                }
            }),
        );
        desk.ludex("restore x.json -o deep/back").ends(0);
        assert_eq!(desk.get(&format!("deep/back/{place}")), good("playing.DAT"));
    }
}

/// Converts a tree of files of all kinds twice in place, and restores it.
fn a_mixed_tree_comes_back(files: usize) {
    let desk = Desk::new();
    let formats = ludex::internals::formats::FORMATS.iter().filter(|format| format.text().is_some());
    let fixtures: Vec<PathBuf> = formats.flat_map(|format| known_fixtures(format).into_iter().take(3)).collect();
    let (mut ours, mut all) = (0, Vec::new());
    for number in 0..files {
        let folder = format!("tree/{}/{}", number % 7, number % 3);
        let (name, bytes) = match number % 5 {
            0 => (format!("{number}.txt"), format!("Dear diary, this is number {number}.\n").into_bytes()),
            1 => (format!("{number}.bin"), vec![0, 1, 2, 3, u8::try_from(number % 251).unwrap()]),
            _ => {
                ours += 1;
                let fixture = &fixtures[number % fixtures.len()];
                let extension = fixture.extension().unwrap().to_string_lossy();
                (format!("game{number}.{extension}"), fs::read(fixture).unwrap())
            }
        };
        desk.put(&format!("{folder}/{name}"), bytes);
        all.push(format!("{folder}/{name}"));
    }
    let before = tree(&desk.path("tree"));
    for target in ["json", "json", "csv", "csv"] {
        let run = desk.ludex(&format!("convert tree -t {target} -o tree/ -q --message-format json"));
        let summary = json(run.ends(0).err().lines().last().unwrap().as_bytes());
        assert_eq!((&summary["converted"], &summary["failed"]), (&ours.into(), &0.into()), "{target}");
    }
    desk.ludex("restore tree -o back -q").ends(0);
    desk.ludex("restore tree -o back --check -q").ends(0);
    let sha256 = |bytes: &Vec<u8>| ludex::internals::model::Source::sha256_of(bytes);
    let back = tree(&desk.path("back"));
    assert_eq!(back.len(), ours);
    for (name, bytes) in back {
        assert_eq!(sha256(&bytes), sha256(&before[&name]), "{name}");
    }
    let after = tree(&desk.path("tree"));
    assert!(before.iter().all(|(name, bytes)| sha256(bytes) == sha256(&after[name])), "no input is changed");
    assert_eq!(all.len(), before.len());
}

#[test]
fn a_mixed_tree_is_converted_twice_in_place_and_restored() {
    a_mixed_tree_comes_back(100);
}

/// The acceptance test for whole folders: `cargo test --test cli -- --ignored`.
#[test]
#[ignore = "takes half a minute"]
fn a_tree_of_a_thousand_files_is_converted_twice_in_place_and_restored() {
    a_mixed_tree_comes_back(1000);
}
