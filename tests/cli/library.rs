//! The library does what the command line does: a folder is read with what lies beside its files, and gives the same
//! documents and findings, on the disk and in memory.

use std::collections::BTreeMap;

use ludex::archive::{Disk, FindOptions, Input, Memory, Store, find};
use ludex::conversion::{
    self, Content, FileReader, GameLine, ReadOptions, Secrecy, WriteOptions, join, join_by_themselves,
};
use ludex::formats::json::JSON;
use ludex::model::Document;
use ludex::rules::RuleSet;

use super::*;

/// A folder with maps and seeds, saved games beside interrupted turns, games a line, tables, and files of no format.
fn folder() -> Desk {
    let desk = Desk::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for name in ["njudge-archive", "global-war-disk"] {
        for entry in fs::read_dir(fixtures.join(name)).unwrap().flatten() {
            desk.put(&format!("in/{name}/{}", entry.file_name().to_string_lossy()), fs::read(entry.path()).unwrap());
        }
    }
    // The saved game is cut off, but the interrupted turn beside it is whole.
    let saved = good("global-war-disk/WAR02.DAT");
    desk.put("in/cut/WAR02.DAT", &saved[..saved.len() / 2]);
    desk.put("in/cut/war02.rec", desk.get("in/global-war-disk/WAR02.REC"));
    // This interrupted turn is not of the saved game beside it.
    desk.put("in/strange/WAR02.DAT", desk.get("in/global-war-disk/WAR01.DAT"));
    desk.put("in/strange/WAR02.REC", desk.get("in/global-war-disk/WAR02.REC"));
    // What is odd about a map stands in its line, and that about its tables in a row and a column.
    let map = desk.text("in/njudge-archive/map.lakes").replace("ald-mv: bir cot", "ald-mv: bir cot xyz");
    desk.put("map.odd", map).ludex("convert map.odd -t csv -o in/tables").ends(0);
    desk.put("in/odd/map.odd", desk.get("map.odd"));
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    let game = |id: usize| game.trim_end().replacen("\"id\": \"", &format!("\"id\": \"{id}"), 1);
    desk.put("in/games.jsonl", format!("{}\n\n{}\n", game(1), game(2)));
    desk.put("in/README", "Nobody's file\n").put("in/empty", "");
    desk
}

/// The files below a folder, by their paths in it.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let path = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    files.map(|entry| (path(entry.path()), fs::read(entry.path()).unwrap())).collect()
}

fn in_memory(desk: &Desk) -> Memory {
    files_in(&desk.path("in")).into_iter().collect()
}

fn found(paths: &[PathBuf]) -> Vec<Input> {
    let found = find(paths, &FindOptions::default());
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    found.inputs
}

/// A document as `convert -t json` writes it.
fn written(document: Document) -> Vec<u8> {
    let (outputs, diagnostics) = conversion::write(document, &JSON, &WriteOptions::default());
    match outputs.into_iter().next().map(|output| output.content) {
        Some(Content::File(bytes)) => bytes,
        _ => panic!("{diagnostics:?}"),
    }
}

/// The documents of all inputs, by the names that `convert` gives them.
fn documents(inputs: &[Input], files: &FileReader) -> BTreeMap<String, Vec<u8>> {
    let document = |input: &Input| {
        let reading = files.read(input, &ReadOptions::default(), false);
        let is_skipped = conversion::skipped(input, &reading, true).is_some();
        let document = reading.document.filter(|_| !is_skipped && !reading.diagnostics.iter().any(|d| d.is_error()))?;
        Some((format!("{}.json", input.relative.to_str().unwrap()), written(document)))
    };
    inputs.iter().filter_map(document).collect()
}

#[test]
fn a_folder_gives_the_same_documents() {
    let desk = folder();
    desk.ludex("convert in -t json -o out").ends(1).says(&["13 converted, 1 failed, 4 skipped"]);
    let expected = files_in(&desk.path("out"));
    assert_eq!(expected.len(), 13, "{:?}", expected.keys());
    // The map beside a seed is in its document, and each line is a document of its own.
    for name in ["njudge-archive/seed.lakes.json", "njudge-archive/G003.lakes.json"] {
        assert_eq!(json(&expected[name])["game"]["board"]["from"]["name"], "map.lakes", "{name}");
    }
    assert_eq!(json(&expected["games.jsonl.3.json"])["sources"][0]["line"], 2);
    assert!(expected.contains_key("tables.json"));
    let same = |inputs: &[Input], files: FileReader| {
        let found = documents(inputs, &files);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        found.iter().for_each(|(name, bytes)| assert!(*bytes == expected[name], "{name}"));
    };
    same(&found(&[desk.path("in")]), FileReader::new(Disk));
    let memory = in_memory(&desk);
    same(&memory.inputs(), FileReader::new(memory));
}

#[test]
fn a_folder_gives_the_same_findings() {
    let desk = folder();
    let run = desk.ludex(&format!("check --message-format json {}", desk.path("in").display()));
    let expected: Vec<String> = run.ends(1).err().lines().map(str::to_owned).collect();
    for words in ["GW022", "GW114", "map.odd", "adjacencies.csv", "row 3, column to_territory"] {
        assert!(expected.iter().any(|line| line.contains(words)), "{words} in {expected:#?}");
    }
    let findings = |inputs: &[Input], files: &FileReader| -> Vec<String> {
        let of_one = |input: &Input| {
            let mut reading = files.read(input, &ReadOptions::default(), false);
            if conversion::skipped(input, &reading, true).is_some() {
                return Vec::new();
            }
            let mut found = files.findings(input, &mut reading, RuleSet::Engine, false);
            conversion::hide(&mut found, &reading, Secrecy::Masked);
            found.iter().map(|d| serde_json::to_string(d).unwrap()).collect()
        };
        inputs.iter().flat_map(of_one).collect()
    };
    assert_eq!(findings(&found(&[desk.path("in")]), &FileReader::default()), expected);
    // In memory a file has no other name than its path there.
    let folder = format!("{}/", desk.path("in").display());
    let expected: Vec<String> = expected.iter().map(|line| line.replace(&folder, "")).collect();
    let memory = in_memory(&desk);
    assert_eq!(findings(&memory.inputs(), &FileReader::new(memory)), expected);
}

#[test]
fn files_that_are_one_document_become_the_same_one() {
    let desk = folder();
    let pairs = [
        (["in/njudge-archive/seed.lakes", "in/njudge-archive/map.lakes"], "", true),
        (["in/njudge-archive/map.lakes", "in/njudge-archive/G003.lakes"], "", true),
        (["in/global-war-disk/WAR02.REC", "in/global-war-disk/WAR02.DAT"], "--together", false),
    ];
    for (names, option, by_themselves) in pairs {
        let inputs = found(&names.map(|name| desk.path(name)));
        assert_eq!(join_by_themselves(&inputs, None), by_themselves, "{names:?}");
        let read = FileReader::default().read_together(&inputs, &ReadOptions::default(), false);
        let readings = read.into_iter().map(|(_, reading)| reading.ok().unwrap());
        let (document, _) = join(readings.filter_map(|reading| reading.document).collect()).unwrap();
        let run = desk.ludex(&format!("convert {option} {} -t json", names.join(" ")));
        assert!(written(document) == run.ends(0).output.stdout, "{names:?}");
    }
    // What is found in a folder stays apart.
    assert!(!join_by_themselves(&found(&[desk.path("in/njudge-archive")]), None));
}

#[test]
fn games_of_documents_become_the_file_that_they_were_lines_of() {
    let desk = folder();
    let path = desk.path("in/games.jsonl");
    let files = FileReader::default();
    let game = |input: &Input| {
        let document = files.read(input, &ReadOptions::default(), false).document.unwrap();
        let (mut written, _) = conversion::write_sources(&document, &WriteOptions::default());
        let (_, output) = written.remove(0);
        let Content::File(bytes) = output.content else { panic!("{input:?}") };
        GameLine { path: path.clone(), source: output.name.unwrap(), place: output.line, bytes }
    };
    let lines: Vec<GameLine> = found(std::slice::from_ref(&path)).iter().rev().map(game).collect();
    assert_eq!(lines.len(), 2);
    let file = conversion::line_files(lines).remove(0);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    assert_eq!(file.bytes, desk.get("in/games.jsonl"));
}

#[test]
fn what_lies_beside_a_file_is_found_alike_on_the_disk_and_in_memory() {
    let desk = folder();
    let memory = in_memory(&desk);
    let root = desk.path("in");
    for (path, extension) in
        [("cut/WAR02.DAT", "REC"), ("cut/WAR02.DAT", "dat"), ("README", "REC"), ("no/x.DAT", "REC")]
    {
        let on_disk = Disk.namesake(&root.join(path), extension);
        let on_disk = on_disk.map(|path| path.strip_prefix(&root).unwrap().to_owned());
        assert_eq!(memory.namesake(Path::new(path), extension), on_disk, "{path} {extension}");
    }
    assert_eq!(memory.namesake(Path::new("cut/WAR02.DAT"), "REC"), Some("cut/war02.rec".into()));
    let beside = memory.siblings(Path::new("README"), &|_| true);
    assert_eq!(beside, ["README", "empty", "games.jsonl"].map(PathBuf::from));
    assert_eq!(memory.read(Path::new("./README")).unwrap(), Disk.read(&root.join("README")).unwrap());
    for path in ["../README", "/etc/hostname", "no"] {
        assert!(memory.member(Path::new("tables"), path).is_err() && Disk.member(&root.join("tables"), path).is_err());
    }
}
