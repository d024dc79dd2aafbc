//! Checks that the library does what the command line does: it reads the files of a folder with their companions, and
//! gives the same documents and findings, on the disk and in memory.

use std::collections::BTreeMap;

use ludex::internals::archive::{Disk, Memory, Store};
use ludex::internals::conversion::{self, Content, GameLine};
use ludex::{Document, FolderEntry, ReadOptions, RuleSet, Session, WriteOptions};

use super::*;

/// A folder with maps and seeds, saved games beside interrupted turns, files with a game on each line, tables, and
/// files of no format.
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
    // This interrupted turn does not belong to the saved game beside it.
    desk.put("in/strange/WAR02.DAT", desk.get("in/global-war-disk/WAR01.DAT"));
    desk.put("in/strange/WAR02.REC", desk.get("in/global-war-disk/WAR02.REC"));
    // The place of a finding is a line in a map, and a row and a column in its tables.
    let map = desk.text("in/njudge-archive/map.lakes").replace("ald-mv: bir cot", "ald-mv: bir cot xyz");
    desk.put("map.odd", map).ludex("convert map.odd -t csv -o in/tables").ends(0);
    desk.put("in/odd/map.odd", desk.get("map.odd"));
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    let game = |id: usize| game.trim_end().replacen("\"id\": \"", &format!("\"id\": \"{id}"), 1);
    desk.put("in/games.jsonl", format!("{}\n\n{}\n", game(1), game(2)));
    desk.put("in/README", "Nobody's file\n").put("in/empty", "");
    desk
}

/// Returns the files below a folder, by their paths in it.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let path = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    files.map(|entry| (path(entry.path()), fs::read(entry.path()).unwrap())).collect()
}

fn in_memory(desk: &Desk) -> Session {
    Session::in_memory(files_in(&desk.path("in")))
}

/// Returns a document as `convert -t json` writes it.
fn written(document: &Document) -> Vec<u8> {
    ludex::write(document, "json").unwrap().files.remove(0).bytes
}

/// Returns the documents of everything at a path, by the names that `convert` gives them.
fn documents(session: &Session, root: &Path) -> BTreeMap<String, Vec<u8>> {
    let document = |entry: FolderEntry| {
        let label = entry.label();
        let name = Path::new(&label).strip_prefix(root).unwrap().to_str().unwrap().replace(':', ".");
        Some((format!("{name}.json"), written(&session.read_entry(&entry).ok()?.document)))
    };
    session.walk(root).into_iter().filter_map(document).collect()
}

#[test]
fn a_folder_gives_the_same_documents() {
    let desk = folder();
    desk.ludex("convert in -t json -o out").ends(1).says(&["13 converted, 1 failed, 4 skipped"]);
    let expected = files_in(&desk.path("out"));
    assert_eq!(expected.len(), 13, "{:?}", expected.keys());
    // The document of a seed includes the map beside it, and each line is a document of its own.
    for name in ["njudge-archive/seed.lakes.json", "njudge-archive/G003.lakes.json"] {
        assert_eq!(json(&expected[name])["game"]["board"]["from"]["name"], "map.lakes", "{name}");
    }
    assert_eq!(json(&expected["games.jsonl.3.json"])["sources"][0]["line"], 2);
    assert!(expected.contains_key("tables.json"));
    let same = |found: BTreeMap<String, Vec<u8>>| {
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        found.iter().for_each(|(name, bytes)| assert!(*bytes == expected[name], "{name}"));
    };
    same(documents(&Session::new(), &desk.path("in")));
    same(documents(&in_memory(&desk), Path::new("")));
}

#[test]
fn a_folder_gives_the_same_findings() {
    let desk = folder();
    let run = desk.ludex(&format!("check --message-format json {}", desk.path("in").display()));
    let expected: Vec<String> = run.ends(1).err().lines().map(str::to_owned).collect();
    for words in ["GW022", "GW114", "map.odd", "adjacencies.csv", "row 3, column to_territory"] {
        assert!(expected.iter().any(|line| line.contains(words)), "{words} in {expected:#?}");
    }
    let findings = |session: &Session, root: &Path| -> Vec<String> {
        let entries = session.walk(root).into_iter();
        let ours = entries.filter(|entry| !session.read_entry(entry).is_err_and(|error| error.is_foreign()));
        let found = ours.flat_map(|entry| session.check_entry(&entry));
        found.map(|d| serde_json::to_string(&d).unwrap()).collect()
    };
    assert_eq!(findings(&Session::new(), &desk.path("in")), expected);
    // In memory, the path of a file has no folder above it.
    let folder = format!("{}/", desk.path("in").display());
    let expected: Vec<String> = expected.iter().map(|line| line.replace(&folder, "")).collect();
    assert_eq!(findings(&in_memory(&desk), Path::new(".")), expected);
}

#[test]
fn files_that_are_one_document_become_the_same_one() {
    let desk = folder();
    let pairs = [
        (["in/njudge-archive/seed.lakes", "in/njudge-archive/map.lakes"], ""),
        (["in/njudge-archive/map.lakes", "in/njudge-archive/G003.lakes"], ""),
        (["in/global-war-disk/WAR02.REC", "in/global-war-disk/WAR02.DAT"], "--together"),
    ];
    for (names, option) in pairs {
        let run = desk.ludex(&format!("convert {option} {} -t json", names.join(" ")));
        let read = Session::new().read_together(&names.map(|name| desk.path(name))).unwrap();
        assert!(written(&read.document) == run.ends(0).output.stdout, "{names:?}");
        let inside = names.map(|name| name.strip_prefix("in/").unwrap());
        let read = in_memory(&desk).read_together(&inside).unwrap();
        assert!(written(&read.document) == run.output.stdout, "{names:?}");
        // Each file comes back.
        let back = ludex::write_back(&read.document).unwrap();
        let back: BTreeMap<&str, &Vec<u8>> = back.files.iter().map(|file| (&*file.path, &file.bytes)).collect();
        for name in names {
            assert_eq!(*back[Path::new(name).file_name().unwrap().to_str().unwrap()], desk.get(name), "{name}");
        }
    }
    let error = Session::new().read_together(&[desk.path("in/games.jsonl"), desk.path("in/README")]).unwrap_err();
    assert!(error.to_string().contains("not a single document"), "{error}");
}

#[test]
fn a_file_is_read_with_what_lies_beside_it() {
    let desk = folder();
    let session = Session::new();
    let read = session.read(desk.path("in/njudge-archive/seed.lakes")).unwrap();
    assert_eq!(read.format, "njudge-seed");
    assert_eq!(read.document.game.board.unwrap().from.unwrap().name, "map.lakes");
    assert_eq!(session.read(desk.path("in/tables")).unwrap().format, "csv");
    // The bytes alone give less.
    let alone = ludex::read("seed.lakes", &desk.get("in/njudge-archive/seed.lakes")).unwrap();
    assert!(alone.document.game.board.is_none());
    let map = ludex::read("map.lakes", &desk.get("in/njudge-archive/map.lakes")).unwrap();
    let on_board = ReadOptions::new().board(&map.document);
    let with = on_board.read("seed.lakes", &desk.get("in/njudge-archive/seed.lakes")).unwrap();
    assert!(with.document.game.board.is_some());
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    let desk = folder();
    let session = Session::new();
    let cut = desk.get("in/cut/WAR02.DAT");
    let error = ludex::read("WAR02.DAT", &cut).unwrap_err();
    assert!(!error.is_foreign() && error.to_string().starts_with("WAR02.DAT:"), "{error}");
    assert!(error.diagnostics().iter().any(|d| d.code == "GW001"), "{error:?}");
    let salvaged = ReadOptions::new().salvage(true).read("WAR02.DAT", &cut).unwrap();
    assert_eq!(ludex::write_back(&salvaged.document).unwrap().files[0].bytes, cut);
    assert!(ludex::read("README", b"Nobody's file\n").unwrap_err().is_foreign());
    assert!(session.read(desk.path("in/nothing")).unwrap_err().to_string().contains("IO001"));
    assert!(in_memory(&desk).read("nothing").unwrap_err().to_string().contains("no such file"));
    assert!(session.read(desk.path("in")).unwrap_err().to_string().contains("not a single document"));
    let says = |options: ReadOptions, words: &str| {
        let said = options.read("WAR02.DAT", &desk.get("in/global-war-disk/WAR02.DAT")).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    };
    says(ReadOptions::new().format("war-dta"), "no format \"war-dta\"");
    says(ReadOptions::new().encoding("klingon"), "no encoding \"klingon\"");
    says(ReadOptions::new().max_size(10), "IO0");
    says(ReadOptions::new().position(&Document::new(ludex::Game::new(ludex::System::Power))), "has no position");
    says(ReadOptions::new().board(&salvaged.document), "has no board");
    let document = session.read(desk.path("in/global-war-disk/WAR02.DAT")).unwrap().document;
    let error = ludex::write(&document, "war-dta").unwrap_err();
    assert!(error.to_string().contains("no format \"war-dta\"") && error.diagnostics().len() == 1, "{error}");
    assert!(WriteOptions::new().encoding("klingon").write_back(&document).is_err());
    // Parts that a target cannot hold are reported, and refused if that is wanted.
    let orders = ludex::read("a.orders", b"FRANCE:\nA PAR - BUR\n# said in chat\n").unwrap().document;
    assert_eq!(ludex::write(&orders, "njudge-orders").unwrap().files[0].path, "a.orders.njudge");
    assert!(ludex::write(&orders, "power").is_err());
}

#[test]
fn formats_codes_and_pages_are_those_of_the_command_line() {
    let desk = Desk::new();
    let ids: Vec<&str> = ludex::formats().iter().map(|format| format.id).collect();
    let listed = desk.ludex("formats --json");
    let listed = json(listed.out().as_bytes());
    // Collections are written by the program alone.
    let formats = listed.as_array().unwrap().iter().filter(|f| f["collection"] == false);
    let of_program: Vec<String> = formats.map(|f| f["id"].as_str().unwrap().into()).collect();
    assert_eq!(ids, of_program);
    desk.fixture("playing.DAT", "WAR01.DAT");
    let bytes = desk.get("WAR01.DAT");
    let guess = ludex::identify("WAR01.DAT", &bytes).remove(0);
    assert_eq!(guess.format.id, "war-dat");
    let document = ludex::read("WAR01.DAT", &bytes).unwrap().document;
    let page = ludex::inspect(&document, "WAR01.DAT", &ludex::ViewOptions::default()).unwrap();
    assert_eq!(page, desk.ludex("inspect WAR01.DAT").out());
    let mut turn = ludex::ViewOptions::default();
    turn.turn = "1".parse().ok();
    assert!(ludex::inspect(&document, "WAR01.DAT", &turn).is_err());
    assert_eq!(ludex::explain("gw001").unwrap().id, "GW001");
    assert!(ludex::explain("XX999").is_none());
    let by_document = |rules| {
        let session = Session::in_memory([("a.orders", "FRANCE:\nA Par - Bur\n")]);
        session.with_options(ReadOptions::new().rules(rules)).check("a.orders").len()
    };
    assert!(by_document(RuleSet::Document) > by_document(RuleSet::Engine));
    assert_eq!(ludex::check("a.orders", b"FRANCE:\nA Par - Bur\n").len(), by_document(RuleSet::Engine));
}

#[test]
fn games_of_documents_become_the_file_that_they_were_lines_of() {
    let desk = folder();
    let path = desk.path("in/games.jsonl");
    let session = Session::new();
    let game = |entry: &FolderEntry| {
        let document = session.read_entry(entry).unwrap().document;
        let (mut written, _) = conversion::write_sources(&document, &conversion::WriteOptions::default());
        let (_, output) = written.remove(0);
        let Content::File(bytes) = output.content else { panic!("{entry:?}") };
        GameLine { path: path.clone(), source: output.name.unwrap(), place: output.line, bytes }
    };
    let lines: Vec<GameLine> = session.walk(&path).iter().rev().map(game).collect();
    assert_eq!(lines.len(), 2);
    let file = conversion::line_files(lines).remove(0);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    assert_eq!(file.bytes, desk.get("in/games.jsonl"));
}

#[test]
fn what_lies_beside_a_file_is_found_alike_on_the_disk_and_in_memory() {
    let desk = folder();
    let memory: Memory = files_in(&desk.path("in")).into_iter().collect();
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
