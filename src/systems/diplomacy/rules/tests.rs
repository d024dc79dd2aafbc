//! Tests each code by an edit that raises it, on a board without other findings.

use serde_json::{Value, json};

use super::*;

fn clean() -> Value {
    let province = |id: &str, name: &str, kind: &str| json!({"id": id, "name": name, "aliases": [id], "kind": kind});
    let centre = |id: &str, name: &str, home: Value| {
        let mut land = province(id, name, "land");
        (land["centre"], land["home"]) = (json!(true), home);
        land
    };
    let mut pio = centre("pio", "Piombino", json!("I"));
    pio["city"] = json!({"income": 1, "fortified": true, "port": true});
    let line = |from: &str, kind: &str, to: &str| {
        let to: Vec<&str> = to.split(' ').collect();
        json!({"from": from, "move": kind, "to": to})
    };
    let ids = ["swi", "con", "bul", "bla", "aeg", "psa", "ets", "pio", "sc", "tsr"];
    let holdings: Vec<Value> = ids.iter().map(|id| json!({"territory": id, "owner": null})).collect();
    json!({"ludex": 1, "game": {
        "system": "diplomacy",
        "board": {
            "territories": [
                province("swi", "Switzerland", "land"), centre("con", "Constantinople", json!("T")),
                centre("bul", "Bulgaria", Value::Null), province("bla", "Black Sea", "water"),
                province("aeg", "Aegean Sea", "water"), province("psa", "Pisan Sea", "water"),
                province("ets", "Eastern Tyrrhenian Sea", "water"), pio,
                province("sc", "Suez Canal", "gateway"), province("tsr", "Trans Siberian Railway", "railway"),
            ],
            "adjacencies": [
                line("swi", "mv", "swi"), line("con", "mv", "bul/mx"), line("con", "xc", "bul/sc bul/ec bla aeg"),
                line("bul", "mv", "con"), line("bul", "ec", "con bla"), line("bul", "sc", "con aeg"),
                line("bla", "xc", "con bul/ec"), line("aeg", "xc", "con bul/sc"), line("psa", "xc", "ets/cc pio"),
                line("psa", "cc", "ets"), line("ets", "xc", "psa/cc pio"), line("ets", "cc", "psa"),
                line("pio", "xc", "psa ets"), line("sc", "mv", "sc"), line("tsr", "mv", "tsr"),
            ],
            "passages": [
                {"kind": "gateway", "at": "sc", "controlled_from": "pio", "between": ["con", "bul"]},
                {"kind": "railway", "at": "tsr", "powers": ["T"], "path": ["con", "bul"]},
            ],
        },
        "position": {
            "when": {"season": "summer", "year": 1000, "phase": "retreat"},
            "pieces": [
                {"player": "T", "kind": "army", "territory": "con"},
                {"player": "T", "kind": "fleet", "territory": "bul/ec", "status": "dislodged", "retreats": ["bla"]},
                {"player": "I", "kind": "fleet", "territory": "pio"},
                {"player": "&", "kind": "garrison", "territory": "pio"},
                {"player": "t", "kind": "army", "territory": "bul"},
                {"player": "I", "kind": "fleet", "territory": "swi"},
            ],
            "holdings": holdings,
        },
        "details": {
            "famine": [{"row": 2, "column": 4, "territory": "pio"}],
            "income": [{"territory": "pio", "dice": 9, "values": [0, 3, 4, 6, 9, 255], "initial": 999}],
            "centre_order": [["con"], ["bul", "pio"]],
            "hong_kong": [{"player": "T", "territories": ["bul"]}],
            "limits": [{"player": "T", "army": "xxx.", "fleet": "xrr.", "garrison": "bbbb"}],
            "extra_centres": [{"player": "T", "count": 1}],
            "accounts": [{"player": "T", "treasury": 3, "loans": [[5, 6]], "chits": "I"}],
        },
    }})
}

/// Returns the findings after edits: each is a pointer into the game and the value to put there; `-` is the end of a
/// list.
fn found(edits: &[(&str, Value)]) -> Vec<String> {
    let mut document = clean();
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match document["game"].pointer_mut(parent).unwrap() {
            Value::Array(list) if key == "-" => list.push(value.clone()),
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value.clone(),
            object => object[key] = value.clone(),
        }
    }
    let document = crate::formats::json::read(&document.to_string()).unwrap();
    let letter = |severity| match severity {
        Severity::Error => 'E',
        Severity::Warning => 'W',
        Severity::Note => 'N',
    };
    let findings = check(&document.game);
    findings.iter().map(|f| format!("{} {} {}", letter(f.severity), f.code.id, f.path)).collect()
}

type Case = (Vec<(&'static str, Value)>, &'static [&'static str]);

macro_rules! cases {
    ($($($pointer:literal = $value:tt),+ => $expected:expr;)+) => {
        vec![$((vec![$(($pointer, json!($value))),+], &$expected as &[&str])),+]
    };
}

fn board_cases() -> Vec<Case> {
    cases! {
        // Names and kinds of moves.
        "/board/adjacencies/12/to/-" = {"unknown": "kei"} => ["E NJ101 game.board.adjacencies[12].to[2]"];
        "/board/adjacencies/12/to/-" = "kei" => ["E NJ101 game.board.adjacencies[12].to[2]"];
        "/board/adjacencies/-" = {"from": "kei", "move": "mv", "to": ["con"]} =>
            ["E NJ101 game.board.adjacencies[15].from"];
        "/board/adjacencies/0/move" = "zc" =>
            ["W NJ107 game.board.territories[0]", "E NJ104 game.board.adjacencies[0].move"];
        "/board/adjacencies/12/to/-" = "bla/zc" => ["E NJ104 game.board.adjacencies[12].to[2]"];
        "/board/adjacencies/-" = {"unknown": "??"} => [];
        // The way back.
        "/board/adjacencies/12/to/-" = "bla" => ["E NJ102 game.board.adjacencies[12].to[2]"];
        "/board/adjacencies/2/to/1" = "bul" =>
            ["E NJ102 game.board.adjacencies[2].to[1]"];
        "/board/adjacencies/2/to/-" = "bul/wc" => ["E NJ102 game.board.adjacencies[2].to[4]"];
        "/board/adjacencies/6/to/-" = "con/hx" => [];
        "/board/adjacencies/0/to/-" = "con/lx" => [
            "W NJ111 game.board.adjacencies[0].to[0]", "E NJ102 game.board.adjacencies[0].to[1]",
            "W NJ133 game.position.pieces[5].territory"
        ];
        // Order of lines and targets, conduits.
        "/board/adjacencies/-" = {"from": "bul", "move": "mv", "to": ["con"]} => ["E NJ103 game.board.adjacencies[15]"];
        "/board/adjacencies/6/to/-" = "con" => ["W NJ110 game.board.adjacencies[6].to[2]"];
        "/board/adjacencies/12/to/-" = "pio" => ["W NJ111 game.board.adjacencies[12].to[2]"];
        "/board/adjacencies/10/to" = ["pio", "psa/cc"] => ["E NJ112 game.board.adjacencies[10].to[1]"];
        "/board/adjacencies/10/to" = ["psa/cc", "pio", "pio"] => [];
        "/board/adjacencies/10/to" = ["psa/cc", "pio", "psa/cc", "pio"] => ["W NJ113 game.board.adjacencies[10].to[2]"];
        // Names and cities.
        "/board/territories/4/aliases/-" = "CON" => ["W NJ105 game.board.territories[4].aliases[1]"];
        "/board/territories/3/aliases/-" = "con" => ["W NJ105 game.board.territories[3].aliases[1]"];
        "/board/territories/3/aliases/-" = "aegean", "/board/territories/4/name" = "Aegean Sea" =>
            ["W NJ106 game.board.territories[4].name"];
        "/board/territories/3/aliases/-" = ("x".repeat(1025)), "/board/territories/4/aliases/-" = "n/a" =>
            ["W NJ106 game.board.territories[3].aliases[1]"];
        "/board/territories/-" = {"id": "lag", "name": "Lagoon", "kind": "land"} => [
            "W NJ107 game.board.territories[10]", "W NJ135 game.position.holdings"
        ];
        "/board/territories/-" = {"unknown": "Lagoon"}, "/board/adjacencies/-" = {"unknown": "lag"} => [];
        "/board/territories/7/city/income" = 8 => ["E NJ114 game.board.territories[7].city"];
        "/board/territories/7/home" = "R" => [
            "N NJ115 game.board.territories[7].home", "W NJ127 game.position.pieces[2].player"
        ];
        "/board/territories/7/home" = "X", "/board/territories/1/home" = "X" => [
            "N NJ115 game.board.territories[1].home", "W NJ127 game.board.passages[1].powers[0]",
            "W NJ127 game.details.hong_kong[0].player", "N NJ127 game.details.limits[0].player",
            "W NJ127 game.details.extra_centres[0].player", "W NJ127 game.position.pieces[0].player",
            "W NJ127 game.position.pieces[2].player", "W NJ127 game.position.pieces[4].player",
            "W NJ127 game.details.accounts[0].player"
        ];
    }
}

fn section_cases() -> Vec<Case> {
    cases! {
        // Passages.
        "/board/adjacencies/13/to/-" = "con/mx" => [
            "E NJ102 game.board.adjacencies[13].to[1]", "W NJ116 game.board.adjacencies[13].to[1]"
        ];
        "/board/passages/0/at" = "swi" => ["W NJ117 game.board.passages[0].at"];
        "/board/passages/0/at" = {"unknown": "scc"} => ["E NJ101 game.board.passages[0].at"];
        "/board/passages/-" = {"kind": "gateway", "at": {"unknown": "??"}} => [];
        "/board/passages/-" = {"kind": "gateway", "at": "sc", "between": ["con", "kei", "bul"]} => [
            "E NJ118 game.board.passages[2]", "E NJ101 game.board.passages[2].between[1]",
            "E NJ118 game.board.passages[2].between"
        ];
        "/board/passages/0/between/1" = "pio" => ["W NJ119 game.board.passages[0].between"];
        "/board/passages/1/path" = ["con", "pio"] => ["W NJ120 game.board.passages[1].path[1]"];
        "/board/passages/1/path" = ["con", "bul", "con"] => ["W NJ121 game.board.passages[1].path[2]"];
        "/board/passages/1/path" = ["con", "bla"] => ["E NJ122 game.board.passages[1].path[1]"];
        "/board/passages/1/powers" = ["Q", "Q"] => ["W NJ127 game.board.passages[1].powers[0]"];
        // Tables.
        "/details/famine/0/territory" = {"unknown": "Piomb"} => ["E NJ101 game.details.famine[0].territory"];
        "/details/centre_order/1/1" = {"unknown": "kei"} => ["E NJ101 game.details.centre_order[1][1]"];
        "/details/income/0/dice" = 10 => ["W NJ123 game.details.income[0].dice"];
        "/details/income/0/values/3" = 256 => ["W NJ123 game.details.income[0].values[3]"];
        "/details/income/0/initial" = (-1) => ["W NJ123 game.details.income[0].initial"];
        "/details/income/0/territory" = "swi" => ["W NJ124 game.details.income[0].territory"];
        "/details/hong_kong/0/territories/-" = "con" => ["E NJ125 game.details.hong_kong[0].territories[1]"];
        "/details/hong_kong/0/territories" = [] => ["E NJ125 game.details.hong_kong[0].territories"];
        "/details/limits/0/fleet" = "xxy." => ["E NJ126 game.details.limits[0].fleet"];
        "/details/limits/0/army" = "xxx" => ["E NJ126 game.details.limits[0].army"];
    }
}

fn position_cases() -> Vec<Case> {
    cases! {
        "/position/when" = {"season": "winter", "year": 10724, "phase": "adjustment"} => [
            "E NJ128 game.position.when.season", "E NJ128 game.position.when.year"
        ];
        "/position/when" = {"season": {"unknown": "W"}, "phase": {"unknown": "Q"}} => [
            "E NJ128 game.position.when.season", "E NJ128 game.position.when.year", "W NJ128 game.position.when.phase"
        ];
        "/position/when/phase" = {"unknown": "7"} => ["E NJ128 game.position.when.phase"];
        "/position/when" = "1989-07-17T19:05" => ["E NJ128 game.position.when"];
        "/position/pieces/0/kind" = "camel" => ["E NJ129 game.position.pieces[0].kind"];
        "/position/pieces/0/territory" = "bul" => ["E NJ130 game.position.pieces[4].territory"];
        "/position/pieces/0/territory" = "bul", "/position/pieces/0/status" = "dislodged" => [];
        "/position/pieces/2/kind" = "garrison" => ["E NJ130 game.position.pieces[3].territory"];
        "/position/pieces/2/territory" = "bla", "/position/pieces/5/territory" = "bla",
            "/board/territories/3/kind" = "high-sea" => [];
        "/position/pieces/1/territory" = "bul/nc" => ["W NJ131 game.position.pieces[1].territory"];
        "/position/pieces/1/retreats/0" = "con/sc" => ["W NJ131 game.position.pieces[1].retreats[0]"];
        "/position/pieces/1/territory" = "bul" => ["W NJ132 game.position.pieces[1].territory"];
        "/position/pieces/0/territory" = "bla" => ["W NJ133 game.position.pieces[0].territory"];
        "/board/adjacencies/0/to" = ["con"], "/board/adjacencies/1/to/-" = "swi" =>
            ["W NJ133 game.position.pieces[5].territory"];
        "/position/pieces/3/territory" = "con" => ["W NJ134 game.position.pieces[3].territory"];
        "/position/pieces/0/territory" = "kei" => ["E NJ101 game.position.pieces[0].territory"];
        "/position/pieces/1/retreats/0" = "kei" => ["E NJ101 game.position.pieces[1].retreats[0]"];
        "/position/holdings/1/territory" = "kei" => [
            "E NJ101 game.position.holdings[1].territory", "W NJ135 game.position.holdings"
        ];
        "/position/holdings/1/owner" = "Q", "/position/holdings/2/city_owner" = "Q" =>
            ["W NJ127 game.position.holdings[1].owner"];
        "/position/holdings/1/owner" = "Q", "/position/holdings/2/home" = "Q" => [];
        "/position/holdings" = [{"territory": "con", "owner": "T"}] => ["W NJ135 game.position.holdings"];
        "/details/accounts/0/player" = "Q" => ["W NJ127 game.details.accounts[0].player"];
        "/board/from" = {"name": "map.x", "sha256": "00"},
            "/board/adjacencies/-" = {"from": "kei", "move": "mv", "to": []},
            "/position/pieces/0/kind" = "camel" => ["E NJ129 game.position.pieces[0].kind"];
    }
}

/// Returns the findings of a board, sections and a position that all have more than the judge has room for.
fn crowded() -> Vec<String> {
    let name = "x".repeat(50);
    let territories: Vec<Value> =
        (0..201).map(|i| json!({"id": format!("{name}{i}"), "aliases": [format!("{name}{i}")]})).collect();
    let at = |i: usize| format!("{name}{}", i % 201);
    let adjacencies: Vec<Value> =
        (0..201).map(|i| json!({"from": at(i), "move": "mv", "to": [at(i + 1), at(i + 200)]})).collect();
    let path: Vec<String> = (0..11).map(at).collect();
    let gateway = json!({"kind": "gateway", "at": at(0), "controlled_from": at(0), "between": [at(0), at(1)]});
    let passages: Vec<Value> = [vec![gateway; 6], vec![json!({"kind": "railway", "at": at(0), "path": path})]].concat();
    let pieces: Vec<Value> = (0..200).map(|i| json!({"player": "T", "kind": "army", "territory": at(i)})).collect();
    let income = json!({"territory": at(0), "dice": 1, "values": [0, 0, 0, 0, 0, 0]});
    let hong_kong = json!({"player": "T", "territories": [at(0)]});
    let account = json!({"player": "T", "loans": vec![[1, 1]; 7], "chits": "T".repeat(58)});
    let mut all = found(&[
        ("/board", json!({"territories": territories, "adjacencies": adjacencies, "passages": passages})),
        ("/position", json!({"pieces": pieces})),
        (
            "/details",
            json!({
                "income": vec![income; 16], "hong_kong": vec![hong_kong; 37], "accounts": [account],
                "city_order": [vec![at(0); 201]], "centre_order": [vec![at(0); 100], vec![at(1); 101]],
                "extra_centres": vec![json!({"player": "T", "count": 1}); 51],
            }),
        ),
    ]);
    all.retain(|f| f.contains("NJ108") || f.contains("NJ109"));
    all
}

#[test]
fn a_clean_board_has_nothing_against_it() {
    assert_eq!(found(&[]), [""; 0]);
}

#[test]
fn each_fault_is_found_where_it_is() {
    for (edits, expected) in [board_cases(), section_cases(), position_cases()].concat() {
        assert_eq!(found(&edits), expected, "{edits:?}");
    }
}

#[test]
fn what_the_judge_has_no_room_for() {
    let expected = [
        "E NJ108 game.board.territories[200]",
        "E NJ109 game.board",
        "E NJ109 game.board.passages[5]",
        "W NJ109 game.board.passages[6].path[10]",
        "E NJ109 game.details.city_order[0][200]",
        "E NJ109 game.details.centre_order[1][100]",
        "E NJ109 game.details.income[15]",
        "E NJ109 game.details.hong_kong[10]",
        "E NJ109 game.details.extra_centres[50]",
        "E NJ109 game.position.pieces[199]",
        "E NJ109 game.details.accounts[0].chits",
        "W NJ109 game.details.accounts[0].loans",
    ];
    assert_eq!(crowded(), expected);
}

/// Returns the findings of a seed with the standard powers and Q, in the variant with this name.
fn of_a_variant(variant: &str, year: i32) -> Vec<String> {
    let piece = |seat: &str, at: &str| json!({"player": seat, "kind": "army", "territory": at});
    found(&[
        ("/variant", json!(variant)),
        ("/board", json!({"builtin": "standard"})),
        ("/details", json!({})),
        (
            "/position",
            json!({
                "when": {"season": "spring", "year": year, "phase": "movement"},
                "pieces": [piece("A", "vie"), piece("Q", "bud"), piece("=", "par"), piece("Q", "mun")],
                "holdings": [{"territory": "par", "owner": "I"}, {"territory": "bur", "owner": "W"}],
            }),
        ),
    ])
}

#[test]
fn the_table_of_variants_tells_powers_and_the_first_phase() {
    let strangers = ["E NJ127 game.position.pieces[1].player", "W NJ127 game.position.holdings[1].owner"];
    assert_eq!(of_a_variant("pure", 1901), strangers);
    assert_eq!(of_a_variant("pure", 1902), [&strangers[..], &["W NJ136 game.position.when"]].concat());
    assert_eq!(of_a_variant("nobody's", 1902), [""; 0], "Without homes, nobody is a stranger.");
}

#[test]
fn every_code_fires() {
    let cases = [board_cases(), section_cases(), position_cases()].concat();
    let fired = cases.iter().flat_map(|(edits, _)| found(edits)).chain(crowded());
    let fired: Vec<String> = fired.chain(of_a_variant("pure", 1902)).collect();
    for code in codes::CODES {
        assert!(fired.iter().any(|f| f.contains(code.id)), "{} never fires", code.id);
    }
}

#[test]
fn without_a_board_units_are_compared_by_their_names() {
    let bare = [("/board", json!({"builtin": "standard"})), ("/details", json!({}))];
    let position = [
        ("/position/holdings", json!([])),
        ("/position/pieces/0/territory", json!("Bulgaria")),
        ("/position/pieces/4/territory", json!("Bulgaria/east coast")),
    ];
    assert_eq!(found(&[&bare[..], &position[..]].concat()), ["W NJ130 game.position.pieces[4].territory"]);
}

#[test]
fn owners_are_listed_once_and_in_order() {
    let mut document = clean();
    document["game"]["position"]["holdings"][3]["new_owner"] = json!("1");
    document["game"]["position"]["holdings"][4]["home"] = json!("B");
    document["game"]["position"]["pieces"][4]["player"] = json!("T");
    let game = crate::formats::json::read(&document.to_string()).unwrap().game;
    let players = players(&game);
    let seats: Vec<(&str, bool)> = players.iter().map(|p| (p.seat.as_str(), p.kind.is_some())).collect();
    assert_eq!(seats, [("B", false), ("I", false), ("T", false), ("1", false), ("&", true)]);
}

#[test]
fn hostile_boards_do_not_take_long() {
    let line = |from: usize, to: Value| json!({"from": format!("a-{from}"), "move": "mv", "to": to});
    let territories: Vec<Value> =
        (2..50_002).map(|i| json!({"id": format!("a-{i}"), "name": "a", "aliases": ["A", "a.b"]})).collect();
    let mut adjacencies = vec![line(2, json!(vec!["a-3"; 50_000]))];
    adjacencies.extend((2..50_002).map(|i| line(i, json!(["a-2"]))));
    let board = json!({"ludex": 1, "game": {
        "system": "diplomacy", "board": {"territories": territories, "adjacencies": adjacencies},
    }});
    let game = crate::formats::json::read(&board.to_string()).unwrap().game;
    assert!(check(&game).len() > 100_000);
}
