//! Tests of `ludex verify`, the proof that files come back.

use super::*;

#[test]
fn files_of_every_format_come_back() {
    let desk = Desk::new();
    let formats = ludex::internals::formats::FORMATS.iter().filter(|format| format.text().is_some());
    let mut count = 0;
    for format in formats {
        for path in known_fixtures(format).iter().take(3) {
            let name = path.file_name().unwrap().to_string_lossy();
            desk.put(&format!("disk/{}/{name}", format.id), fs::read(path).unwrap());
            count += 1;
        }
    }
    let run = desk.ludex("verify disk");
    run.ends(0).shows(&[&format!("{count} verified, 0 failed, 0 skipped"), "war-dat: verified"]);
    // Documents and packages as well.
    desk.ludex("convert disk -t json -o documents/").ends(0);
    desk.ludex("convert disk -t csv -o documents/").ends(0);
    desk.ludex("verify documents").ends(0).shows(&[&format!("{} verified, 0 failed, 0 skipped", 2 * count)]);
}

#[test]
fn what_does_not_come_back_is_named() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    // Values that tables cannot hold do not come back through CSV.
    let disk = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-disk");
    for name in ["WAR02.DAT", "WAR02.REC"] {
        desk.put(name, fs::read(disk.join(name)).unwrap());
    }
    desk.ludex("convert WAR02.DAT WAR02.REC --together -o both.json").ends(0);
    desk.ludex("verify both.json").ends(0);
    let passwords = |d: &mut serde_json::Value| {
        d["game"]["details"]["team_passwords"] = serde_json::json!(["a", "b", "c", "d"]);
    };
    desk.put("four.json", edited(&desk, "playing.DAT", passwords));
    let run = desk.ludex("verify four.json");
    run.ends(1).says(&["CV017", "four.json", "through CSV", "CV001", "team_passwords[3]"]);
    assert!(!run.err().contains("through JSON"));
    desk.put("x.json", edited(&desk, "playing.DAT", |d| d["sources"][0]["text"] = "other".into()));
    desk.ludex("verify x.json").ends(1).says(&["JS008"]);
    desk.ludex("convert WAR01.DAT --no-originals -o bare.json").ends(0);
    desk.ludex("verify bare.json").ends(0);
}

#[test]
fn a_damaged_file_is_verified_where_it_is_salvaged() {
    let desk = Desk::new();
    desk.put("WAR01.DAT", &good("playing.DAT")[..300]).put("junk", "x");
    desk.ludex("verify WAR01.DAT").ends(1).says(&["GW001"]);
    desk.ludex("verify WAR01.DAT --salvage").ends(0).shows(&["WAR01.DAT: war-dat: verified"]);
    desk.ludex("verify junk").ends(1).says(&["IO004"]);
    desk.ludex("verify missing").ends(1).says(&["IO001"]);
    let run = desk.ludex_with("verify - --message-format json", &good("playing.DAT"));
    let lines: Vec<serde_json::Value> = run.ends(0).out().lines().map(|line| json(line.as_bytes())).collect();
    assert_eq!((&lines[0]["file"], &lines[0]["outcome"]), (&"standard input".into(), &"verified".into()));
    assert_eq!((&lines[1]["record"], &lines[1]["verified"]), (&"summary".into(), &1.into()));
}

/// A disk with files of known formats, one of another kind, and a folder.
fn disk(desk: &Desk) -> &Desk {
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .fixture("cp437-names.DAT", "disk/a/WAR01.DAT")
        .fixture("njudge-map/good/map.canal", "disk/a/map.tiny")
        .put("disk/README", "Dear Ann, it is your move.\n")
}

/// The possible outputs of a run on a disk: options and name.
fn outputs() -> Vec<(&'static str, &'static str)> {
    let mut all = vec![("-t json -o", "documents/"), ("-t csv -o", "packages/"), ("-t csv --merge -o", "tables")];
    all.push(("-t jsonl -o", "games.jsonl"));
    if cfg!(feature = "sqlite") {
        all.push(("-t sqlite -o", "games.sqlite"));
    }
    if cfg!(feature = "parquet") {
        all.push(("-t parquet -o", "parquet"));
    }
    all
}

#[test]
fn files_are_proved_against_what_was_made_of_them() {
    let desk = Desk::new();
    disk(&desk);
    for (options, output) in outputs() {
        desk.ludex(&format!("convert disk {options} {output}")).ends(0);
        let run = desk.ludex(&format!("verify disk --against {output}"));
        run.ends(0).shows(&[
            &format!("disk/a/WAR01.DAT: war-dat: verified, and is in {output}\n"),
            &format!(
                "3 verified, 0 failed, 1 skipped; 3 of 3 files of known formats and 0 of 1 others are in {output}\n"
            ),
        ]);
        run.says(&[
            "warning[CV023]: disk: 1 file of another kind is not in",
            "text of another kind (1)",
            "--all-originals",
        ]);
        let run = desk.ludex(&format!("verify disk --strict --against {output}"));
        run.ends(1).says(&["error[CV023]: disk: 1 file of another kind"]);
        desk.ludex(&format!("verify disk/a/map.tiny --against {output}")).ends(0).shows(&["1 of 1 files of known"]);
    }
    // A file that was changed since is in none of them; the others are.
    let map = desk.text("disk/a/map.tiny");
    desk.put("disk/a/map.tiny", format!("# of tomorrow\n{map}"));
    for (_, output) in outputs() {
        let run = desk.ludex(&format!("verify disk --against {output}"));
        run.ends(1).says(&["error[CV023]: disk/a/map.tiny: no original in", output, "or keep the file"]);
        run.shows(&["2 verified, 1 failed, 1 skipped; 2 of 3 files of known formats and 0 of 1 others"]);
        assert!(!run.err().contains("WAR01.DAT"), "{}", run.err());
    }
    // Several outputs can complement each other.
    desk.ludex("convert disk/a/map.tiny -o new.json").ends(0);
    let run = desk.ludex("verify disk --against games.jsonl --against new.json");
    run.ends(0).shows(&["map.tiny: njudge-map: verified, and is in new.json", "are in games.jsonl or new.json"]);
}

#[test]
fn scripts_are_told_what_carries_a_file() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk/a -t jsonl -o games.jsonl").ends(0);
    let run = desk.ludex("verify disk --against games.jsonl --message-format json");
    let lines: Vec<serde_json::Value> = run.ends(1).out().lines().map(|line| json(line.as_bytes())).collect();
    let against = |file: &str| lines.iter().find(|line| line["file"] == file).unwrap()["against"].clone();
    assert_eq!(against("disk/a/WAR01.DAT"), "games.jsonl");
    assert_eq!(against("disk/WAR01.DAT"), serde_json::Value::Null);
    let summary = serde_json::json!({
        "carried": 2, "missing": 1, "others_carried": 0, "others_missing": {"text of another kind": 1}
    });
    assert_eq!(lines.last().unwrap()["against"], summary);
    let rows = desk.ludex("verify disk --against games.jsonl --format csv").ends(1).out();
    assert!(rows.starts_with("file,format,outcome,code,kind,against\n"), "{rows}");
    assert!(rows.contains("disk/WAR01.DAT,war-dat,failed,CV023,,\n"), "{rows}");
    assert!(rows.contains("disk/a/WAR01.DAT,war-dat,verified,,,games.jsonl\n"), "{rows}");
    let rows = desk.ludex("verify disk --format csv").ends(0).out();
    assert!(rows.starts_with("file,format,outcome,code,kind\n"), "{rows}");
}

#[test]
fn what_is_carried_is_read_and_not_believed() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t csv --merge -o tables").ends(0);
    desk.put("tables/originals/a/WAR01.DAT", good("signup.DAT"));
    let run = desk.ludex("verify disk --against tables");
    run.ends(1).says(&["error[JS008]: tables, a/WAR01.DAT", "SHA-256", "error[CV023]: disk/a/WAR01.DAT: no original"]);
    fs::remove_file(desk.path("tables/originals/a/WAR01.DAT")).unwrap();
    desk.ludex("verify disk --against tables").ends(1).says(&["tables, a/WAR01.DAT", "cannot be read", "CV023"]);
    // A document as well.
    desk.ludex("convert disk -t json -o json/").ends(0);
    let mut document = json(&desk.get("json/a/map.tiny.json"));
    document["sources"][0]["text"] = "other".into();
    desk.put("json/a/map.tiny.json", document.to_string());
    let run = desk.ludex("verify disk --against json");
    run.ends(1).says(&["error[JS008]: json/a/map.tiny.json: ", "error[CV023]: disk/a/map.tiny: "]);
    // Outputs that carry no originals prove nothing.
    desk.ludex("convert disk -t csv --merge --no-originals -o bare").ends(0);
    desk.ludex("verify disk --against bare").is_refused(&["CV005", "bare", "no originals"]);
    desk.ludex("verify disk --against disk").is_refused(&["CV005", "disk"]);
    desk.ludex("verify disk --against missing").is_refused(&["IO001", "missing"]);
    desk.ludex("verify disk --against disk/README").is_refused(&["disk/README"]);
    desk.ludex("verify disk --against -").ends(2).says(&["standard input"]);
}

#[test]
fn all_originals_carry_what_cannot_be_read() {
    let desk = Desk::new();
    disk(&desk).put("disk/WAR02.DAT", &good("playing.DAT")[..300]);
    desk.ludex("convert disk -t csv --merge -o tables").ends(1);
    let run = desk.ludex("verify disk --against tables");
    run.ends(1).says(&["error[GW001]: disk/WAR02.DAT", "error[CV023]: disk/WAR02.DAT", "--all-originals"]);
    desk.ludex("convert disk -t csv --merge --all-originals -o all").ends(1);
    let run = desk.ludex("verify disk --against all");
    run.ends(0).says(&["warning[GW001]: disk/WAR02.DAT"]).shows(&[
        "disk/WAR02.DAT: war-dat: cannot be read, and is in all\n",
        "4 of 4 files of known formats and 1 of 1 others are in all\n",
    ]);
    assert!(!run.err().contains("CV023"), "{}", run.err());
    desk.ludex("verify disk --strict --against all").ends(1).says(&["error[GW001]: disk/WAR02.DAT"]);
    desk.ludex("verify disk").ends(1).says(&["error[GW001]: disk/WAR02.DAT"]);
}

#[test]
fn documents_are_proved_by_their_originals() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t json -o json/").ends(0);
    desk.ludex("convert json -t csv -o csv/").ends(0);
    desk.ludex("convert disk -t jsonl -o games.jsonl").ends(0);
    for documents in ["json", "csv", "games.jsonl"] {
        let run = desk.ludex(&format!("verify {documents} --against games.jsonl"));
        run.ends(0).shows(&["3 of 3 files of known formats are in games.jsonl"]);
    }
    desk.put("edited.json", edited(&desk, "playing.DAT", |d| d["game"]["players"][0]["name"] = "SOMEBODY".into()));
    desk.ludex("verify edited.json").ends(0);
    desk.ludex("verify edited.json --against games.jsonl").ends(1).says(&["CV023", "edited.json", "without its edits"]);
    desk.ludex("convert disk/WAR01.DAT --no-originals -o bare.json").ends(0);
    desk.ludex("verify bare.json --against games.jsonl").ends(1).says(&["CV023", "bare.json", "WAR01.DAT"]);
    desk.fixture("signup.DAT", "WAR02.DAT").ludex("convert WAR02.DAT -o other.json").ends(0);
    desk.ludex("verify other.json --against games.jsonl").ends(1).says(&["CV023", "WAR02.DAT, which the document"]);
}

#[test]
fn originals_of_collections_are_compared_with_their_hashes() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk -t csv --merge -o out/tables").ends(0);
    desk.ludex("verify out/tables").ends(0).shows(&["out/tables: csv: verified\n"]);
    desk.ludex("verify out").ends(0).shows(&["out/tables: csv: verified\n", "1 verified, 0 failed, 0 skipped"]);
    if cfg!(feature = "sqlite") {
        desk.ludex("convert disk -o games.sqlite").ends(0);
        desk.ludex("verify games.sqlite").ends(0).shows(&["games.sqlite: sqlite: verified\n"]);
    }
    desk.put("out/tables/originals/WAR01.DAT", good("signup.DAT"));
    desk.put("out/tables/originals/a/map.tiny", "");
    let run = desk.ludex("verify out");
    run.ends(1).says(&["JS008", "out/tables, WAR01.DAT", "out/tables, a/map.tiny", "failed with JS008"]);
    desk.ludex("convert disk -t csv --merge --no-originals -o bare").ends(0);
    desk.ludex("verify bare").ends(1).says(&["CV005", "no originals"]);
}

#[cfg(feature = "archives")]
#[test]
fn what_lies_in_archives_is_proved_too() {
    let desk = Desk::new();
    let zip = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/containers/zip");
    desk.put("disk/GAMES.ZIP", fs::read(zip.join("infozip.zip")).unwrap());
    desk.put("disk/LOCKED.ZIP", fs::read(zip.join("encrypted.zip")).unwrap());
    desk.ludex("convert disk -t csv --merge -o tables").ends(1);
    let run = desk.ludex("verify disk/GAMES.ZIP --against tables");
    run.ends(0).shows(&["2 of 2 files of known formats and 0 of 1 others are in tables"]);
    desk.ludex("verify disk --against tables").ends(1).says(&["IO022", "disk/LOCKED.ZIP"]);
    desk.ludex("convert disk/GAMES.ZIP --only war-dat -t jsonl -o some.jsonl").ends(0);
    desk.ludex("verify disk/GAMES.ZIP --against some.jsonl").ends(1).says(&["error[CV023]: disk/GAMES.ZIP!/"]);
    desk.ludex("verify disk/GAMES.ZIP --only war-dat --against some.jsonl").ends(0).shows(&["1 of 1 files of known"]);
    // An archive that is carried holds all of its members, even those that cannot be unpacked.
    desk.ludex("convert disk -t csv --merge --all-originals -o all").ends(1);
    let run = desk.ludex("verify disk --against all");
    run.ends(0).says(&["warning[IO022]: disk/LOCKED.ZIP!"]);
    assert!(!run.err().contains("CV023"), "{}", run.err());
}
