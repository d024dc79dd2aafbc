//! Tests of maps, seeds and positions of the judge.

use std::fs;

use super::*;

/// A folder with a map, its seed and a position file of its game.
pub fn archive() -> Desk {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/njudge-archive");
    for entry in fs::read_dir(root).unwrap().flatten() {
        desk.put(&entry.file_name().to_string_lossy(), fs::read(entry.path()).unwrap());
    }
    desk
}

#[test]
fn a_map_and_its_seed_make_one_document() {
    let desk = archive();
    // Named together they are joined without being asked to, in any order.
    let run = desk.ludex("convert seed.lakes map.lakes -t json");
    assert_eq!(run.ends(0).err(), "");
    let document = json(&run.output.stdout);
    assert_eq!(document["game"]["board"]["territories"].as_array().unwrap().len(), 13);
    assert_eq!(document["game"]["position"]["pieces"][1]["territory"], "bir");
    assert_eq!(document["game"]["variant"], "lakes");
    assert_eq!(document["sources"].as_array().unwrap().len(), 2);
    desk.ludex("convert map.lakes seed.lakes -o lakes.json").ends(0);
    desk.ludex("convert map.lakes seed.lakes -t csv -o lakes").ends(0);
    // Each part comes back, and there is no message about the other, which is not lost.
    for input in ["lakes.json", "lakes"] {
        for (format, name) in [("njudge-map", "map.lakes"), ("njudge-seed", "seed.lakes")] {
            let back = desk.ludex(&format!("convert {input} -t {format}"));
            assert_eq!((back.ends(0).err(), &back.output.stdout), (String::new(), &desk.get(name)), "{input} {format}");
        }
    }
    // An edit of the board changes a line of the map, and an edit of a unit a line of the seed.
    let mut document = json(&desk.get("lakes.json"));
    document["game"]["board"]["territories"][0]["aliases"].as_array_mut().unwrap().push("fen".into());
    document["game"]["position"]["pieces"][0]["territory"] = "gri/nc".into();
    desk.put("edited.json", document.to_string());
    let map = desk.ludex("convert edited.json -t njudge-map").ends(0).output.stdout.clone();
    assert_eq!(changed_lines(&desk.get("map.lakes"), &map), [2]);
    let seed = desk.ludex("convert edited.json -t njudge-seed").ends(0).out();
    assert_eq!(changed_lines(&desk.get("seed.lakes"), seed.as_bytes()), [2]);
    assert!(seed.contains("B: A Grimsay/nc"), "{seed}");
    // A document has one position: a second one would be lost.
    desk.ludex("convert map.lakes seed.lakes G003.lakes --together").is_refused(&["CV009", "G003.lakes"]);
    desk.ludex("convert map.lakes G003.lakes --together -o position.json").ends(0);
    assert_eq!(desk.ludex("convert position.json -t njudge-seed").ends(0).output.stdout, desk.get("G003.lakes"));
    // Documents are joined as their files are.
    desk.ludex("convert map.lakes -o m.json").ends(0);
    desk.ludex("convert seed.lakes -o s.json").ends(0);
    let joined = desk.ludex("convert m.json s.json --together").ends(0).out();
    assert_eq!(json(joined.as_bytes())["game"], json(&desk.get("lakes.json"))["game"]);
    // Into a folder each is written under its own name.
    desk.ludex("convert map.lakes seed.lakes -o each/").ends(0).says(&["2 converted"]);
    assert!(desk.path("each/map.lakes.json").is_file() && desk.path("each/seed.lakes.json").is_file());
}

#[test]
fn a_seed_is_read_with_its_map() {
    let desk = archive();
    let seed = |line: &str| json(&desk.ludex(line).ends(0).output.stdout);
    // The map beside it is found by its name.
    let document = seed("convert seed.lakes");
    assert_eq!(document["game"]["board"]["from"]["name"], "map.lakes");
    assert_eq!(document["game"]["position"]["pieces"][0]["territory"], "ald");
    // In a position file the records count, and a note says so.
    desk.ludex("convert G003.lakes -o g.json").ends(0).says(&["note[NJ027]", "map.lakes"]);
    let position = json(&desk.get("g.json"));
    assert_eq!(position["game"]["position"]["holdings"][0]["owner"], "B");
    assert_eq!(position["game"]["position"]["pieces"][5]["retreats"], serde_json::json!(["lon", "jor"]));
    assert_eq!(desk.ludex("convert g.json -t njudge-seed").ends(0).output.stdout, desk.get("G003.lakes"));
    // Elsewhere the map must be given, or names stay as they are written.
    fs::create_dir(desk.path("maps")).unwrap();
    fs::rename(desk.path("map.lakes"), desk.path("maps/map.lakes")).unwrap();
    assert_eq!(seed("convert seed.lakes --board maps/map.lakes")["game"]["position"]["pieces"][0]["territory"], "ald");
    desk.ludex("convert seed.lakes -o as-written.json").ends(0).says(&["note[NJ026]", "--board"]);
    let document = json(&desk.get("as-written.json"));
    assert_eq!(document["game"]["position"]["pieces"][0]["territory"], "Alderfen");
    assert!(document["game"]["board"].is_null());
    let g = seed("convert G003.lakes");
    assert_eq!(g["game"]["details"]["ownership"]["groups"][0]["owner"], "BB.BFFT..TT..");
    // A file without a board is refused as one.
    desk.ludex("convert seed.lakes --board seed.lakes").is_refused(&["CV010", "map.standard"]);
    desk.ludex("convert seed.lakes --board nowhere").is_refused(&["IO001"]);
}

#[test]
fn a_map_and_a_seed_do_not_hold_each_other() {
    let desk = archive();
    desk.ludex("convert map.lakes -o m.json").ends(0);
    desk.ludex("convert m.json -t njudge-seed").is_refused(&["JS006", "game.position"]);
    fs::rename(desk.path("map.lakes"), desk.path("other")).unwrap();
    desk.ludex("convert seed.lakes -o s.json -q").ends(0);
    desk.ludex("convert s.json -t njudge-map").is_refused(&["JS006", "no board of its own"]);
    desk.ludex("convert s.json -t war-dat").is_refused(&["CV004", "Diplomacy"]);
    desk.ludex("convert -f njudge-map seed.lakes").is_refused(&["NJ001", "-f njudge-seed"]);
    desk.ludex("convert -f njudge-seed other").is_refused(&["NJ002", "-f njudge-map"]);
    // The board of a seed that was read with its map can be written; the other parts are named.
    fs::rename(desk.path("other"), desk.path("map.lakes")).unwrap();
    desk.ludex("convert seed.lakes -o s.json --force").ends(0);
    let map = desk.ludex("convert s.json -t njudge-map -o map.new");
    map.ends(0).says(&["CV001", "game.position"]);
    desk.ludex("check map.new").ends(0).shows(&["0 errors, 0 warnings"]);
}

#[test]
fn values_that_no_map_or_seed_can_hold_are_refused_by_their_paths() {
    let desk = archive();
    desk.ludex("convert map.lakes seed.lakes -o lakes.json").ends(0);
    let no_word = serde_json::json!({"unknown": " "});
    let edits: [(&str, &str, serde_json::Value, &str, &str); 10] = [
        ("njudge-map", "/game/board/territories/0/kind", no_word, "JS007", "game.board.territories[0].kind"),
        ("njudge-map", "/game/board/territories/0/name", "A, B".into(), "JS007", "game.board.territories[0].name"),
        ("njudge-map", "/game/board/territories/0/aliases/1", "a b".into(), "JS007", "territories[0].aliases[1]"),
        ("njudge-map", "/game/board/territories/0/home", "BB".into(), "JS004", "territories[0].home"),
        ("njudge-map", "/game/board/adjacencies/0/to/0", "zz".into(), "JS005", "adjacencies[0].to[0]"),
        ("njudge-map", "/game/board/adjacencies/0/move", "zz".into(), "JS004", "adjacencies[0].move"),
        ("njudge-map", "/game/board/territories/1/id", "ald".into(), "JS009", "territories[1].id"),
        ("njudge-seed", "/game/position/pieces/0/kind", "tank".into(), "JS004", "pieces[0].kind"),
        ("njudge-seed", "/game/position/pieces/0/territory", "a,b".into(), "JS007", "pieces[0].territory"),
        ("njudge-seed", "/game/position/when/year", 123_456.into(), "JS006", "game.position.when"),
    ];
    for (format, pointer, value, code, path) in edits {
        let mut document = json(&desk.get("lakes.json"));
        *document.pointer_mut(pointer).unwrap() = value;
        desk.put("edited.json", document.to_string());
        desk.ludex(&format!("convert edited.json -t {format}")).is_refused(&[code, path]);
    }
}

#[test]
fn a_map_in_which_no_line_looks_like_a_province_is_refused() {
    let desk = archive();
    let map = |territories: serde_json::Value| {
        let game = serde_json::json!({"system": "diplomacy", "board": {"territories": territories}});
        desk.put("m.json", serde_json::json!({"ludex": 1, "game": game}).to_string());
        desk.ludex("convert m.json -t njudge-map")
    };
    let land = |name: &str| serde_json::json!({"id": name, "name": name, "kind": "land"});
    let (long, longer) = ("n".repeat(40), "n".repeat(41));
    map(serde_json::json!([land(&longer)])).is_refused(&["JS007", "at most 40 bytes", "at game.board.territories"]);
    let unknown = serde_json::json!({"id": "e", "name": "e", "kind": {"unknown": "e"}});
    map(serde_json::json!([unknown, land(&longer)])).is_refused(&["JS007", "at most 40 bytes"]);
    // One line that is known is enough for the others.
    map(serde_json::json!([unknown, land(&longer), land(&long)])).ends(0);
}

#[test]
fn a_seed_may_have_one_unit_and_no_phase() {
    let desk = Desk::new();
    desk.put("a.seed", "A: A Vienna\n-1\n-1\n");
    desk.ludex("convert a.seed -f njudge-seed -o a.json").ends(0).says(&["NJ128"]);
    desk.ludex("convert a.json -t njudge-seed --no-originals -o b.seed").ends(0);
    assert_eq!(desk.text("b.seed"), desk.text("a.seed"));
}

#[test]
fn a_phase_that_is_not_understood_needs_units_behind_it() {
    let desk = Desk::new();
    desk.put("a.seed", "\nN:V\nn:u\n&m An");
    desk.ludex("convert a.seed -f njudge-seed --salvage -o a.json").ends(0);
    let back = desk.ludex("convert a.json -t njudge-seed -o b.seed");
    back.ends(0);
    assert_eq!(desk.get("b.seed"), desk.get("a.seed"));
    let bare = desk.ludex("convert a.json -t njudge-seed --no-originals -o c.seed");
    bare.is_refused(&["JS006", "game.position.when"]);
}

#[test]
fn players_of_a_position_file_are_redacted_and_masked() {
    let desk = archive();
    let redacted = desk.ludex("convert G003.lakes --redact").ends(0).out();
    assert!(!redacted.contains("example.org") && !redacted.contains("xxx"), "{redacted}");
    let shown = desk.ludex("inspect G003.lakes");
    shown.ends(0).shows(&["Fall 1902, retreats", "may retreat to Long Water or Jorby", "--reveal"]);
    assert!(!shown.out().contains("example.org"));
    desk.ludex("inspect G003.lakes --reveal").ends(0).shows(&["hilda@example.org"]);
}

#[test]
fn a_fault_of_a_map_is_named_once_with_its_line_and_column() {
    let desk = archive();
    let map = desk.text("map.lakes").replace("ald-mv: bir cot", "ald-mv: bir cot xyz");
    desk.put("map.lakes", map);
    let run = desk.ludex("check map.lakes");
    run.ends(1).shows(&["map.lakes: njudge-map: 1 error, 0 warnings, 0 notes"]);
    run.says(&["error[NJ101]: unknown province \"xyz\"", "map.lakes:16:17"]);
    // Reading the map does not fail: the text is kept as it is.
    let converted = desk.ludex("convert map.lakes");
    converted.ends(0).says(&["warning[NJ101]"]).shows(&["\"unknown\": \"xyz\""]);
    // A document and its tables are checked too, with the place in them.
    desk.put("m.json", &converted.output.stdout);
    desk.ludex("check m.json").ends(1).says(&["NJ101", "game.board.adjacencies[0].to[2]"]);
    desk.ludex("convert map.lakes -t csv -o tables").ends(0);
    desk.ludex("check tables").ends(1).says(&["NJ101", "adjacencies.csv", "row 3, column to"]);
}

#[test]
fn what_only_a_document_can_have_is_judged() {
    let desk = archive();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for (folder, name) in [("njudge-map", "map.duchies"), ("njudge-seed", "seed.duchies")] {
        desk.put(name, fs::read(root.join(folder).join("good").join(name)).unwrap());
    }
    desk.ludex("convert map.duchies seed.duchies -o duchies.json").ends(0);
    desk.ludex("check duchies.json").ends(0).shows(&["0 errors, 0 warnings, 0 notes"]);
    for (pointer, value, code) in [
        ("/game/board/adjacencies/1/move", "zz", "NJ104"),
        ("/game/details/limits/0/army", "xx", "NJ126"),
        ("/game/position/pieces/0/kind", "tank", "NJ129"),
    ] {
        let mut document = json(&desk.get("duchies.json"));
        *document.pointer_mut(pointer).unwrap() = value.into();
        desk.put("edited.json", document.to_string());
        desk.ludex("check edited.json").ends(1).says(&[code, "edited.json:1:"]);
    }
    let mut document = json(&desk.get("duchies.json"));
    document["game"]["board"]["territories"][1]["city"]["income"] = 9.into();
    desk.put("edited.json", document.to_string());
    desk.ludex("check edited.json").ends(1).says(&["NJ114", "territories[1].city"]);
}

#[test]
fn a_map_that_is_far_too_large_is_read_and_judged() {
    let desk = Desk::new();
    let count = 20_000;
    let provinces: String = (0..count).map(|i| format!("P{i}, l p{i}\n")).collect();
    let moves: String = (0..count).map(|i| format!("p{i}-mv: p{i}\n")).collect();
    desk.put("map.big", format!("{provinces}-1\n{moves}-1\n-1\n"));
    desk.ludex("check map.big").ends(1).says(&["NJ108", "map.big:201:1"]);
    desk.ludex("convert map.big -o big.json").ends(0);
    assert_eq!(desk.ludex("convert big.json -t njudge-map").ends(0).output.stdout, desk.get("map.big"));
}

#[test]
fn rows_that_the_judge_writes_twice_are_edited_twice() {
    let desk = archive();
    let rows = "O:BB.BFFT..TT..\nH:BBxxFFx..TT..\nS:1111111000000\nH:BBxxFFx..TT..\n";
    desk.put("G003.lakes", desk.text("G003.lakes").replace("O:BB.BFFT..TT..\n", rows));
    desk.ludex("convert G003.lakes -o g.json").ends(0);
    let mut document = json(&desk.get("g.json"));
    assert_eq!(document["game"]["position"]["holdings"][2]["home"], serde_json::Value::Null);
    document["game"]["position"]["holdings"][2]["home"] = "F".into();
    desk.put("g.json", document.to_string());
    let edited = desk.ludex("convert g.json -t njudge-seed").ends(0).out();
    assert_eq!(edited, desk.text("G003.lakes").replace("H:BBxxFFx", "H:BBFxFFx"));
}

#[test]
fn a_territory_that_no_name_leads_to_cannot_be_referred_to() {
    let desk = archive();
    desk.ludex("convert map.lakes -o m.json").ends(0);
    let mut document = json(&desk.get("m.json"));
    let board = &mut document["game"]["board"];
    let mut double = board["territories"][0].clone();
    double["id"] = "other".into();
    board["territories"].as_array_mut().unwrap().push(double);
    board["adjacencies"][2]["to"][0] = "other".into();
    desk.put("m.json", document.to_string());
    let refused = desk.ludex("convert m.json -t njudge-map");
    refused.is_refused(&["JS007", "game.board.adjacencies[2].to[0]", "abbreviation of its own"]);
}

#[test]
fn a_seed_of_units_that_look_like_a_map_needs_a_phase() {
    let desk = Desk::new();
    desk.put("seed.x", "A,,At");
    let said = desk.ludex("convert -f njudge-seed seed.x --salvage --canonical -t njudge-seed").ends(1).err();
    assert!(said.contains("error[JS006]: seed.x, game.position.when: a seed needs a phase"), "{said}");
}
