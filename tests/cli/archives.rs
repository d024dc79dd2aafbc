//! Tests of archives, which are read in place.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::folders::tree;
use super::{Desk, good};

/// Returns the bytes of a ZIP archive with these members.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in members {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A disk with games in folders, in an archive, and in an archive inside another one.
pub fn disk() -> Desk {
    let desk = Desk::new();
    let (dat, rec) = (good("playing.DAT"), good("deploying.REC"));
    let (map, seed) = (good("njudge-map/good/map.archipelago"), good("njudge-seed/good/seed.archipelago"));
    let inner = zipped(&[("WAR07.DAT", &dat), ("readme", b"Hello")]);
    let outer = zipped(&[
        ("WAR/WAR04.DAT", &dat),
        ("WAR/WAR04.REC", &rec),
        ("maps/map.archipelago", &map),
        ("maps/seed.archipelago", &seed),
        ("MORE.ZIP", &inner),
        ("NOTES.TXT", b"Dear sysop,\r\n"),
    ]);
    desk.put("disk/a/GAMES.DAT", outer).put("disk/WAR01.DAT", &dat).put("disk/z.txt", "Hello");
    desk
}

/// Returns the rows of a report by path.
fn rows(desk: &Desk, report: &str) -> BTreeMap<String, Value> {
    let rows = desk.text(report).lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    rows.into_iter().map(|row| (row["path"].as_str().unwrap().to_owned(), row)).collect()
}

fn outcome(rows: &BTreeMap<String, Value>, path: &str) -> String {
    rows.get(path).unwrap_or_else(|| panic!("{path} is not in {:?}", rows.keys()))["outcome"].as_str().unwrap().into()
}

#[test]
fn what_lies_in_archives_is_converted_in_place() {
    let desk = disk();
    let before = tree(&desk.path("disk"));
    desk.ludex("convert disk -o out/ --report report.jsonl")
        .ends(0)
        .says(&["6 converted, 0 failed, 3 skipped, 2 archives opened"]);
    let converted = [
        "WAR01.DAT.json",
        "a/GAMES.DAT!/MORE.ZIP!/WAR07.DAT.json",
        "a/GAMES.DAT!/WAR/WAR04.DAT.json",
        "a/GAMES.DAT!/WAR/WAR04.REC.json",
        "a/GAMES.DAT!/maps/map.archipelago.json",
        "a/GAMES.DAT!/maps/seed.archipelago.json",
    ];
    assert_eq!(tree(&desk.path("out")).into_keys().collect::<Vec<_>>(), converted);
    // The seed was read with the map beside it.
    let seed: Value = serde_json::from_str(&desk.text("out/a/GAMES.DAT!/maps/seed.archipelago.json")).unwrap();
    assert!(seed["game"]["board"].is_object(), "{seed}");
    assert_eq!(seed["sources"][0]["path"], "a/GAMES.DAT!/maps/seed.archipelago");
    let rows = rows(&desk, "report.jsonl");
    assert_eq!(rows.len(), 11);
    assert_eq!(outcome(&rows, "disk/a/GAMES.DAT"), "opened");
    assert_eq!(outcome(&rows, "disk/a/GAMES.DAT!/MORE.ZIP"), "opened");
    assert_eq!(outcome(&rows, "disk/a/GAMES.DAT!/NOTES.TXT"), "unknown");
    let nested = &rows["disk/a/GAMES.DAT!/MORE.ZIP!/WAR07.DAT"];
    assert_eq!(nested["containers"], serde_json::json!(["disk/a/GAMES.DAT", "MORE.ZIP"]));
    assert_eq!(nested["same_as"], "disk/WAR01.DAT");
    assert_eq!(nested["output"], "out/a/GAMES.DAT!/MORE.ZIP!/WAR07.DAT.json");
    desk.ludex("restore out -o back").ends(0);
    assert_eq!(desk.get("back/a/GAMES.DAT!/MORE.ZIP!/WAR07.DAT"), good("playing.DAT"));
    assert_eq!(tree(&desk.path("disk")), before);
}

#[test]
fn each_input_has_one_outcome_and_they_add_up() {
    let desk = disk();
    let locked = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/containers/zip/encrypted.zip")).unwrap();
    desk.put("disk/locked.zip", locked).put("disk/empty", "").put("disk/picture.png", b"\x89PNG\r\n\x1a\n0000");
    desk.put("disk/WAR02.DAT", &good("playing.DAT")[..300]);
    desk.put("disk/own.json", desk.ludex("convert -q disk/WAR01.DAT").ends(0).out());
    #[cfg(unix)]
    std::os::unix::fs::symlink("WAR01.DAT", desk.path("disk/link")).unwrap();
    desk.ludex("convert disk --include WAR01.DAT -o out/").ends(0);
    desk.put("out/a/GAMES.DAT!/WAR/WAR04.DAT.json", "{}");
    let line = "convert disk -o out/ --exclude *.REC --only war-dat,njudge-map --message-format json --report r.jsonl";
    let run = desk.ludex(line);
    run.ends(1);
    let rows = rows(&desk, "r.jsonl");
    for (path, expected) in [
        ("WAR01.DAT", "identical"),
        ("WAR02.DAT", "damaged"),
        ("a/GAMES.DAT!/WAR/WAR04.DAT", "exists"),
        ("a/GAMES.DAT!/WAR/WAR04.REC", "excluded"),
        ("a/GAMES.DAT!/maps/map.archipelago", "converted"),
        ("a/GAMES.DAT!/maps/seed.archipelago", "excluded"),
        ("empty", "unknown"),
        ("locked.zip", "opened"),
        ("locked.zip!/WAR/seed.txt", "unreadable"),
        ("own.json", "own"),
        ("picture.png", "known"),
        ("z.txt", "unknown"),
    ] {
        assert_eq!(outcome(&rows, &format!("disk/{path}")), expected, "{path}");
    }
    let last = run.err().lines().last().map(|line| serde_json::from_str::<Value>(line).unwrap()).unwrap();
    let sums = last["outcomes"].as_object().unwrap();
    for (name, count) in sums {
        let there = rows.values().filter(|row| row["outcome"] == **name).count();
        assert_eq!(count, &serde_json::json!(there), "{name}");
    }
    assert_eq!(sums.values().filter_map(Value::as_u64).sum::<u64>(), rows.len() as u64);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let desk = disk();
    for name in ["b", "c", "d"] {
        let members: Vec<(String, Vec<u8>)> =
            (0..40).map(|n| (format!("{name}{n}/WAR{n:02}.DAT"), good(["playing.DAT", "signup.DAT"][n % 2]))).collect();
        let members: Vec<(&str, &[u8])> = members.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        desk.put(&format!("disk/{name}.zip"), zipped(&members));
    }
    let run = |jobs: usize| {
        let run = desk.ludex(&format!("convert disk -o out{jobs}/ -v --jobs {jobs} --report {jobs}.csv"));
        let same = |text: &str| text.replace(&format!("out{jobs}/"), "out/");
        (same(&run.err()), same(&desk.text(&format!("{jobs}.csv"))), tree(&desk.path(&format!("out{jobs}"))))
    };
    let one = run(1);
    assert!(one.2.len() > 120);
    assert_eq!(run(2), one);
    assert_eq!(run(7), one);
    desk.ludex("convert disk -o out1/ --jobs 0").ends(2);
}

#[test]
fn a_member_is_named_by_its_address() {
    let desk = disk();
    desk.ludex("inspect disk/a/GAMES.DAT!/MORE.ZIP!/WAR07.DAT").ends(0).shows(&["WAR07.DAT - Global War"]);
    let run = desk.ludex("convert disk/a/GAMES.DAT!/WAR/WAR04.DAT -t war-dat");
    assert_eq!(run.ends(0).output.stdout, good("playing.DAT"));
    desk.ludex("identify disk/a/GAMES.DAT!/WAR --format jsonl").ends(0).shows(&["WAR/WAR04.DAT\"", "WAR/WAR04.REC\""]);
    desk.ludex("identify disk/a/GAMES.DAT!/WAR/WAR05.DAT").ends(1).says(&["IO001", "WAR/WAR05.DAT"]);
    desk.ludex("identify disk/WAR01.DAT!/x").ends(1).says(&["IO004", "disk/WAR01.DAT is no archive that Ludex reads"]);
    desk.ludex("convert --in-place --canonical disk/a/GAMES.DAT!/WAR/WAR04.DAT")
        .ends(1)
        .says(&["IO019", "a member of an archive"]);
    desk.ludex("convert disk/a/GAMES.DAT").ends(2).says(&["many inputs need a folder"]);
    desk.ludex("convert disk/a/GAMES.DAT -o disk/a/GAMES.DAT --force").ends(2);
    desk.ludex("convert disk/a/GAMES.DAT!/WAR/WAR04.DAT -t json -o disk/a/GAMES.DAT --force").ends(1).says(&["IO014"]);
}

#[test]
fn a_packed_file_is_converted_like_the_file() {
    let desk = Desk::new();
    desk.put("WAR04.zip", zipped(&[("WAR04.DAT", &good("playing.DAT"))]));
    let run = desk.ludex("convert WAR04.zip -t war-dat");
    assert_eq!(run.ends(0).output.stdout, good("playing.DAT"));
    desk.ludex("convert WAR04.zip -o game.json").ends(0);
    desk.ludex("verify WAR04.zip").ends(0).shows(&["WAR04.zip!/WAR04.DAT: war-dat: verified"]);
    desk.ludex_with("identify - --name DISK.ZIP", &desk.get("WAR04.zip")).ends(0).shows(&["DISK.ZIP!/WAR04.DAT"]);
}

#[test]
fn members_stay_in_the_output_folder_and_apart() {
    let desk = Desk::new();
    let (one, other) = (good("playing.DAT"), good("signup.DAT"));
    let members: &[(&str, &[u8])] = &[
        ("..\\..\\WAR01.DAT", &one),
        ("/etc/WAR02.DAT", &one),
        ("C:\\GAMES\\WAR03.DAT", &one),
        ("a\u{1b}[2J/WAR04.DAT", &one),
        ("WAR05.DAT", &one),
        ("war05.dat", &other),
        ("CON/WAR06.DAT", &one),
    ];
    desk.put("bad.zip", zipped(members));
    let run = desk.ludex("convert bad.zip -o out/ --report r.jsonl");
    run.ends(0).says(&["IO018", "7 converted", "\"..\\\\..\\\\WAR01.DAT\" is called _../_../WAR01.DAT"]);
    assert!(!run.err().contains('\u{1b}'));
    let places = [
        "bad.zip!/WAR05.DAT.json",
        "bad.zip!/_../_../WAR01.DAT.json",
        "bad.zip!/_CON/WAR06.DAT.json",
        "bad.zip!/_C_/GAMES/WAR03.DAT.json",
        "bad.zip!/a_[2J/WAR04.DAT.json",
        "bad.zip!/etc/WAR02.DAT.json",
        "bad.zip!/war05~2.dat.json",
    ];
    assert_eq!(tree(&desk.path("out")).into_keys().collect::<Vec<_>>(), places);
    assert_eq!(fs::read_dir(desk.path("")).unwrap().count(), 3);
}

#[test]
fn members_that_are_called_otherwise_are_counted_where_they_are_many() {
    let desk = Desk::new();
    let names: Vec<String> = (0..23).map(|n| format!("../{n}")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"Hello"[..])).collect();
    desk.put("many.zip", zipped(&members));
    let run = desk.ludex("check many.zip");
    run.ends(0).says(&["\"../19\" is called _../19 here", "3 more members are called otherwise here, too"]);
    assert_eq!(run.err().matches("warning[IO018]").count(), 21);
}

#[test]
fn hostile_archives_are_refused_in_parts() {
    let desk = Desk::new();
    let zeros = vec![0; 30 << 20];
    let mut nested = zipped(&[("WAR01.DAT", &good("playing.DAT"))]);
    for _ in 0..12 {
        nested = zipped(&[("again.zip", &nested)]);
    }
    let dat = good("playing.DAT");
    desk.put("bomb.zip", zipped(&[("zeros", &zeros), ("WAR01.DAT", &dat)])).put("deep.zip", nested);
    let whole = zipped(&[("WAR01.DAT", &dat), ("WAR02.DAT", &good("signup.DAT")), ("WAR03.DAT", &dat)]);
    desk.put("cut.zip", &whole[..whole.len() / 2]);
    let run = desk.ludex("convert bomb.zip deep.zip cut.zip -o out/ --report r.jsonl");
    run.ends(1).says(&["IO021", "IO023", "--max-ratio", "--max-depth"]);
    let rows = rows(&desk, "r.jsonl");
    assert_eq!(outcome(&rows, "bomb.zip!/zeros"), "over-limit");
    assert_eq!(outcome(&rows, "bomb.zip!/WAR01.DAT"), "converted");
    assert_eq!(outcome(&rows, "cut.zip"), "damaged");
    assert_eq!(outcome(&rows, "cut.zip!/WAR01.DAT"), "converted");
    assert_eq!(rows.values().filter(|row| row["outcome"] == "over-limit").count(), 2);
    desk.ludex("convert deep.zip -o deep/ --max-depth 20").ends(0).says(&["1 converted"]);
    desk.ludex("check bomb.zip --max-member-size 1K").ends(1).says(&["IO023", "larger than 1024 bytes unpacked"]);
    desk.ludex("check bomb.zip --max-name-length 4").ends(1).says(&["IO023", "longer than 4 bytes"]);
    desk.ludex("check bomb.zip --max-members 1").ends(1).says(&["IO023", "more than 1 member"]);
    desk.ludex("check deep.zip --max-expanded 1").ends(1).says(&["IO023", "more than 1 byte", "--max-expanded"]);
}

#[test]
fn of_a_damaged_member_what_can_be_unpacked_is_salvaged() {
    let desk = Desk::new();
    let log = good("playing.LOG");
    let mut wrong = zipped(&[("WAR01.LOG", &log), ("readme", &log)]);
    // The checksum of the member, which is both behind it and in the directory.
    let sum = crc32fast::hash(&log).to_le_bytes();
    let places: Vec<usize> = (0..wrong.len() - 4).filter(|at| wrong[*at..at + 4] == sum).collect();
    for at in &places {
        wrong[*at] ^= 1;
    }
    desk.put("sum.zip", wrong);
    // A packed file that is cut off in its middle.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&log).unwrap();
    let packed = packed.finish().unwrap();
    desk.put("WAR02.LOG.gz", &packed[..packed.len() / 2]);

    for archive in ["sum.zip", "WAR02.LOG.gz"] {
        let run = desk.ludex(&format!("convert {archive} -o refused/"));
        run.ends(1)
            .says(&["error[IO021]", "`ludex convert --salvage` reads a damaged member as far as it can be unpacked"]);
        assert!(!desk.path("refused").exists());
        desk.ludex(&format!("check {archive}")).ends(1).says(&["IO021"]);
        desk.ludex(&format!("convert --salvage --strict {archive} -o refused/")).ends(1).says(&["error[IO021]"]);
    }
    desk.ludex("convert --salvage sum.zip -o out/ --report report.jsonl").ends(0).says(&[
        "warning[IO021]: sum.zip!/WAR01.LOG: damaged: the bytes are not those that were packed (CRC)",
        &format!("the {} bytes that were unpacked are read", log.len()),
    ]);
    let rows = rows(&desk, "report.jsonl");
    assert_eq!(outcome(&rows, "sum.zip!/WAR01.LOG"), "converted");
    assert_eq!(rows["sum.zip!/WAR01.LOG"]["codes"], serde_json::json!(["IO021"]));
    desk.ludex("restore out/sum.zip!/WAR01.LOG.json -o back/").ends(0);
    assert_eq!(fs::read(desk.path("back/sum.zip!/WAR01.LOG")).unwrap(), log);
    desk.ludex("convert --salvage WAR02.LOG.gz -t sqlite -o games.db").ends(0).says(&["warning[IO021]"]);
    desk.ludex("convert --salvage WAR02.LOG.gz -o cut.json").ends(0).says(&["warning[IO021]"]);
    desk.ludex("restore cut.json -o part/").ends(0);
    let part = fs::read(desk.path("part/WAR02.LOG")).unwrap();
    assert!(log.starts_with(&part) && part.len() > log.len() / 4, "{} of {}", part.len(), log.len());
}

#[test]
fn inputs_come_from_a_list() {
    let desk = disk();
    desk.put("list", "disk/WAR01.DAT\r\ndisk/a/GAMES.DAT!/WAR/WAR04.REC\n\n");
    desk.ludex("convert --files-from list -o out/").ends(0).says(&["2 converted"]);
    desk.ludex_with("identify -0 --files-from -", b"disk/WAR01.DAT\0disk/z.txt\0")
        .ends(1)
        .shows(&["war-dat", "unknown"]);
    desk.ludex("identify --files-from missing").ends(1).says(&["IO001", "missing"]);
    desk.ludex("identify").ends(2).says(&["INPUT"]);
    desk.ludex("identify - --files-from -").ends(2).says(&["standard input can be read once"]);
    desk.ludex("identify -0 disk").ends(2);
}

#[test]
fn a_dry_run_writes_nothing_and_says_what_would_be() {
    let desk = disk();
    let says = desk.ludex("convert disk -o out/ --dry-run --report dry.jsonl").ends(0).err();
    assert!(!desk.path("out").exists());
    let run = desk.ludex("convert disk -o out/ --report wet.jsonl");
    assert_eq!(run.ends(0).err(), says);
    assert_eq!(desk.text("dry.jsonl"), desk.text("wet.jsonl"));
    desk.put("out/WAR01.DAT.json", "{}");
    let again = desk.ludex("convert disk -o out/ --dry-run --report dry2.jsonl");
    again.ends(1).says(&["IO005", "out/WAR01.DAT.json exists"]);
    assert_eq!(outcome(&rows(&desk, "dry2.jsonl"), "disk/a/GAMES.DAT!/WAR/WAR04.DAT"), "identical");
    assert!(desk.ludex("convert disk/WAR01.DAT --dry-run").ends(0).out().is_empty());
}

#[test]
fn a_report_is_never_written_over_a_file_unasked() {
    let desk = disk();
    desk.put("r.jsonl", "mine");
    desk.ludex("convert disk -o out/ --report r.jsonl").ends(1).says(&["IO005", "r.jsonl exists"]);
    assert_eq!((desk.text("r.jsonl").as_str(), desk.path("out").exists()), ("mine", false));
    desk.ludex("convert disk -o out/ --report disk/WAR01.DAT --force").ends(1).says(&["IO014"]);
    assert_eq!(desk.get("disk/WAR01.DAT"), good("playing.DAT"));
    desk.ludex("convert disk -o out/ --report r.jsonl --force").ends(0);
    assert!(desk.text("r.jsonl").starts_with("{\"path\":\"disk/WAR01.DAT\","));
}

#[test]
fn a_huge_tree_has_an_inventory() {
    let desk = disk();
    desk.put("disk/picture.png", b"\x89PNG\r\n\x1a\n0000");
    let run = desk.ludex("identify disk --summary");
    run.ends(0).shows(&["war-dat", "ZIP archive", "image/png", "text of another kind"]);
    desk.ludex("identify disk --summary --format csv").ends(0).shows(&["outcome,format,kind,files", "war-dat"]);
    desk.ludex("identify disk/z.txt disk/picture.png").ends(1);
    desk.ludex("identify disk --only njudge-map --format jsonl").ends(0).shows(&["map.archipelago"]);
    desk.ludex("identify disk --only power").ends(1);
}

#[test]
fn inputs_that_become_one_document_are_companions() {
    let desk = disk();
    let line = "convert --together disk/a/GAMES.DAT!/WAR/WAR04.DAT disk/a/GAMES.DAT!/WAR/WAR04.REC -o g.json";
    desk.ludex(&format!("{line} --report r.jsonl")).ends(0);
    let rows = rows(&desk, "r.jsonl");
    assert_eq!(outcome(&rows, "disk/a/GAMES.DAT!/WAR/WAR04.DAT"), "converted");
    assert_eq!(outcome(&rows, "disk/a/GAMES.DAT!/WAR/WAR04.REC"), "companion");
}

#[test]
fn the_kinds_of_archives_are_listed() {
    let desk = Desk::new();
    let list = desk.ludex("formats --archives").ends(0).out();
    let methods = list.lines().find(|line| line.starts_with("zip ")).unwrap();
    assert!(methods.contains("deflate, ") && methods.contains("unproved: "), "{methods}");
    let json: Value = serde_json::from_str(&desk.ludex("formats --archives --json").ends(0).out()).unwrap();
    assert!(json.as_array().unwrap().iter().any(|kind| kind["id"] == "arj"));
    desk.ludex("formats war-dat --archives").ends(2);
}
