//! Tests of many documents in one file or folder, and of the way back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use super::archives::disk;
use super::folders::tree;
use super::{Desk, good, json};

/// Returns the rows of a CSV file, each as values by the names of the columns.
fn rows(desk: &Desk, path: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(desk.path(path)).unwrap();
    let header = reader.headers().unwrap().clone();
    let named =
        |record: csv::StringRecord| header.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect();
    reader.records().map(|record| named(record.unwrap())).collect()
}

/// Writes the games of all fixtures that are read without an error, each below a folder of its format.
fn archive(desk: &Desk) {
    for folder in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures")).unwrap() {
        let folder = folder.unwrap();
        for file in fs::read_dir(folder.path().join("good")).into_iter().flatten().flatten() {
            let place = format!("all/{}/{}", folder.file_name().display(), file.file_name().display());
            desk.put(&place, fs::read(file.path()).unwrap());
        }
    }
}

#[test]
fn documents_are_lines_and_are_read_back() {
    let desk = disk();
    desk.ludex("convert disk -t jsonl -o games.jsonl").ends(0).says(&["6 converted", "2 archives opened"]);
    desk.ludex("convert disk -t json -o each/").ends(0);
    let lines = desk.text("games.jsonl");
    let documents: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 6);
    for document in &documents {
        let path = document["sources"][0]["path"].as_str().unwrap();
        assert_eq!(*document, json(&desk.get(&format!("each/{path}.json"))), "{path}");
    }
    let inner = documents.iter().find(|document| document["sources"][0]["name"] == "WAR07.DAT").unwrap();
    assert_eq!(inner["sources"][0]["containers"], serde_json::json!(["a/GAMES.DAT", "MORE.ZIP"]));
    assert!(inner["sources"][0]["modified"].is_string());
    // Lines are inputs like files, on standard input as well.
    assert_eq!(desk.ludex("convert games.jsonl -t jsonl").ends(0).out(), lines);
    assert_eq!(desk.ludex_with("convert - -t jsonl", lines.as_bytes()).ends(0).out(), lines);
    desk.ludex("convert games.jsonl -t json -o back/").ends(0);
    assert_eq!(json(&desk.get("back/games.jsonl.1.json")), documents[0]);
    desk.ludex("check games.jsonl").ends(0);
    // An output that exists already with the same content is left alone, and nothing is overwritten unless asked for.
    desk.ludex("convert disk -t jsonl -o games.jsonl").ends(0);
    desk.put("games.jsonl", "{}\n");
    desk.ludex("convert disk -t jsonl -o games.jsonl").ends(1).says(&["error[IO005]"]);
    assert_eq!(desk.text("games.jsonl"), "{}\n");
    desk.ludex("convert disk -o games.jsonl --force").ends(0);
    assert_eq!(desk.text("games.jsonl"), lines);
}

#[test]
fn originals_come_back_out_of_lines_and_tables() {
    let desk = disk();
    desk.put("disk/b/WAR01.DAT", good("signup.DAT"));
    desk.ludex("convert disk -t jsonl -o games.jsonl").ends(0);
    desk.ludex("convert disk -t csv --merge -o games.csv").ends(0);
    desk.ludex("convert disk -t json -o each/").ends(0);
    desk.ludex("restore each -o back/").ends(0);
    let back = tree(&desk.path("back"));
    assert_eq!(back.len(), tree(&desk.path("each")).len());
    for collection in ["games.jsonl", "games.csv"] {
        let to = format!("{collection}.back");
        desk.ludex(&format!("restore {collection} -o {to}/")).ends(0).says(&["7 files"]);
        assert_eq!(tree(&desk.path(&to)), back, "{collection}");
        desk.ludex(&format!("restore {collection} -o {to}/ --check")).ends(0);
        desk.ludex(&format!("restore {collection} -o {to}.some/ --only *.rec --only b/*")).ends(0);
        let some: Vec<_> = tree(&desk.path(&format!("{to}.some"))).into_keys().collect();
        assert_eq!(some.len(), 2, "{some:?}");
        desk.ludex(&format!("restore {collection} -o {to}.none/ --only nothing"))
            .ends(1)
            .says(&["no original whose path"]);
        desk.put(&format!("{to}/b/WAR01.DAT"), "edited");
        desk.ludex(&format!("restore {collection} -o {to}/ --check")).ends(1).says(&["WAR01.DAT"]);
    }
    // Nothing is written outside of the folder, whatever a collection says.
    let hostile = desk.text("games.csv/sources.csv").replace("b/WAR01.DAT,", "../../evil.DAT,");
    desk.ludex("convert disk -t csv --merge -o hostile.csv").ends(0);
    desk.put("hostile.csv/sources.csv", hostile);
    desk.ludex("restore hostile.csv -o hostile/inner/");
    let outside = tree(&desk.path("")).into_keys().filter(|path| path.ends_with("evil.DAT"));
    assert!({ outside }.all(|path| path.starts_with("hostile/inner")));
    // An original that differs from the file that was read is not given back.
    desk.put("games.csv/originals/b/WAR01.DAT", "edited");
    desk.ludex("restore games.csv -o changed/").ends(1).says(&["SHA-256 differs"]);
    assert!(!desk.path("changed/b/WAR01.DAT").exists() && desk.path("changed/WAR01.DAT").exists());
}

#[test]
fn merged_tables_are_those_of_each_game() {
    let desk = Desk::new();
    archive(&desk);
    desk.ludex("convert all -t csv --merge -o merged");
    desk.ludex("convert all -t csv -o each/");
    let sources = rows(&desk, "merged/sources.csv");
    let done: Vec<_> = sources.iter().filter(|row| row["outcome"] == "converted").collect();
    assert!(done.len() > 50, "{}", done.len());
    let mut compared = BTreeSet::new();
    // The rows of each table, by the ids of the games.
    let mut tables: BTreeMap<String, BTreeMap<String, Vec<BTreeMap<String, String>>>> = BTreeMap::new();
    for table in fs::read_dir(desk.path("merged")).unwrap() {
        let name = table.unwrap().file_name().to_string_lossy().into_owned();
        if name.ends_with(".csv") {
            let by_game = tables.entry(name.clone()).or_default();
            for row in rows(&desk, &format!("merged/{name}")) {
                by_game.entry(row["game_id"].clone()).or_default().push(row);
            }
        }
    }
    for source in done {
        let package = match source["line"].as_str() {
            "" => format!("each/{}.csv", source["path"]),
            line => format!("each/{}.{line}.csv", source["path"]),
        };
        for (table, merged) in &tables {
            let path = format!("{package}/{table}");
            let own = if desk.path(&path).exists() { rows(&desk, &path) } else { Vec::new() };
            // A file with the same bytes as another belongs to the same game.
            let merged: Vec<_> = merged
                .get(&source["game_id"])
                .into_iter()
                .flatten()
                .filter(|row| table != "sources.csv" || row["source_id"] == source["source_id"])
                .collect();
            assert_eq!(merged.len(), own.len(), "{path}");
            for (number, (merged, own)) in merged.iter().zip(&own).enumerate() {
                for (column, cell) in own.iter().filter(|(column, _)| *column != "original") {
                    assert_eq!(merged[column], *cell, "{path}, row {number}, {column}");
                    compared.insert(format!("{table}.{column}"));
                }
                assert!(merged.get("row_number").is_none_or(|row| *row == (number + 1).to_string()));
                let more = merged.iter().filter(|(column, cell)| !own.contains_key(*column) && !cell.is_empty());
                let more: Vec<_> = more.map(|(column, _)| &**column).collect();
                let beside =
                    ["game_id", "row_number", "source_id", "outcome", "crc32", "confidence", "looks_like", "original"];
                assert!(more.iter().all(|column| beside.contains(column)), "{path}: {more:?}");
            }
        }
    }
    assert!(compared.len() > 150, "{}", compared.len());
}

#[test]
fn the_same_bytes_twice_are_one_game() {
    let desk = Desk::new();
    desk.put("d/WAR01.DAT", good("playing.DAT")).put("d/old/WAR09.DAT", good("playing.DAT"));
    desk.put("d/map.canal", good("njudge-map/good/map.canal")).put("d/map.other", good("njudge-map/good/map.canal"));
    desk.ludex("convert d -t csv --merge -o m").ends(0);
    // The name of a map determines its variant.
    assert_eq!(rows(&desk, "m/games.csv").len(), 3);
    let sources = rows(&desk, "m/sources.csv");
    let of = |name: &str| sources.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(of("WAR01.DAT")["game_id"], of("WAR09.DAT")["game_id"]);
    assert_eq!((&*of("WAR01.DAT")["outcome"], &*of("WAR09.DAT")["outcome"]), ("converted", "identical"));
    desk.ludex("restore m -o back/").ends(0).says(&["4 files"]);
    assert_eq!(tree(&desk.path("back")), tree(&desk.path("d")));
}

#[test]
fn what_became_of_each_file_is_in_the_tables() {
    let desk = disk();
    desk.put("disk/WAR02.DAT", &good("playing.DAT")[..300]).put("disk/picture.png", b"\x89PNG\r\n\x1a\n0000");
    desk.ludex("convert disk -t csv --merge -o m --report r.jsonl").ends(1);
    let report: Vec<Value> = desk.text("r.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sources = rows(&desk, "m/sources.csv");
    assert_eq!(sources.len(), report.len());
    for (source, row) in sources.iter().zip(&report) {
        assert_eq!(row["outcome"], source["outcome"], "{row}");
        assert!(row["path"].as_str().unwrap().ends_with(&source["path"]), "{row}");
        assert_eq!(source["game_id"].is_empty(), !["converted", "identical"].contains(&&*source["outcome"]));
        if !source["sha256"].is_empty() {
            assert_eq!(row["sha256"], source["sha256"]);
        }
    }
    let of = |name: &str| sources.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(of("picture.png")["looks_like"], "image/png (png)");
    let damaged = rows(&desk, "m/diagnostics.csv");
    let damaged: Vec<_> = damaged.iter().filter(|row| row["source_id"] == of("WAR02.DAT")["source_id"]).collect();
    assert_eq!((damaged.len(), &*damaged[0]["severity"], &*damaged[0]["game_id"]), (1, "error", ""));
    // With their bytes carried, the whole disk comes back, including documents on it.
    desk.ludex("convert disk/WAR01.DAT -t json -o disk/document.json").ends(0);
    desk.ludex("convert disk -t jsonl -o disk/games.jsonl").ends(1);
    desk.ludex("convert disk/WAR01.DAT -t csv -o disk/tables").ends(0);
    desk.ludex("convert disk -t csv --merge --all-originals -o whole").ends(1);
    desk.ludex("restore whole -o back/").ends(0);
    for (path, bytes) in tree(&desk.path("disk")) {
        assert!(fs::read(desk.path("back").join(&path)).ok() == Some(bytes), "{path:?}");
    }
}

#[test]
fn collections_are_refused_where_they_do_not_fit() {
    let desk = disk();
    fs::create_dir(desk.path("folder")).unwrap();
    for (line, said) in [
        ("convert disk -t json --merge -o x", "--merge is for tables"),
        ("convert disk -t csv --merge", "add -o FOLDER"),
        ("convert disk -t jsonl -o folder", "jsonl is one file: -o folder/games.jsonl"),
        ("convert disk -t jsonl -o new/", "jsonl is one file"),
        ("convert disk -t csv --merge -o disk/WAR01.DAT", "is a file"),
        ("convert disk -t jsonl --all-originals -o x.jsonl", "jsonl holds documents alone"),
        ("convert disk -t json --all-originals -o x/", "--all-originals is for"),
        ("convert disk -t jsnol", "'jsonl'"),
    ] {
        desk.ludex(line).ends(2).says(&[said]);
    }
    desk.put("folder/other", "x");
    desk.ludex("convert disk -t csv --merge -o folder").ends(1).says(&["it holds other files"]);
    desk.ludex("convert disk -t csv --merge -o m --dry-run").ends(0);
    assert!(!desk.path("m").exists());
    desk.ludex("convert disk -t csv --merge -o m").ends(0);
    desk.ludex("convert disk -t csv --merge -o m").ends(0);
    desk.put("disk/b/WAR03.DAT", good("signup.DAT"));
    desk.ludex("convert disk -t csv --merge -o m").ends(1).says(&["error[IO005]"]);
    desk.ludex("convert disk -t csv --merge -o m --force").ends(0);
    for line in ["convert m -t json", "check m", "inspect m"] {
        desk.ludex(line).ends(1).says(&["the tables of many games", "ludex restore"]);
    }
    desk.ludex("convert disk/WAR01.DAT disk/b/WAR03.DAT -t csv -o two.csv").ends(0);
    assert_eq!(rows(&desk, "two.csv/games.csv").len(), 2);
    // In a folder it is passed over.
    desk.ludex("convert . -t jsonl -o all.jsonl --include *.DAT").ends(0);
    assert_eq!(fs::read_dir(desk.path("")).unwrap().count(), 5, "a temporary is left");
}

#[test]
fn what_is_redacted_is_so_in_collections() {
    let desk = Desk::new();
    desk.put("d/WAR01.DAT", good("playing.DAT")).put("d/other", "x");
    for line in ["convert d -t jsonl -o a.jsonl --redact", "convert d -t csv --merge -o m --redact"] {
        desk.ludex(line).ends(0);
    }
    assert_eq!(json(&desk.get("a.jsonl"))["sources"][0].get("text"), None);
    assert!(!desk.path("m/originals").exists());
    let sources = rows(&desk, "m/sources.csv");
    for source in &sources {
        let told = ["sha256", "path", "original", "crc32", "input", "input_sha256"].map(|column| &*source[column]);
        assert_eq!(told, [""; 6]);
    }
    desk.ludex("convert d -t json -o each/").ends(0);
    desk.ludex("convert each -t csv --merge -o again --redact").ends(0);
    let again = rows(&desk, "again/sources.csv");
    assert_eq!((&*again[0]["input"], &*again[0]["input_sha256"], &*again[0]["sha256"]), ("", "", ""));
    desk.ludex("restore m -o back/").ends(1).says(&["carries no originals"]);
}
