//! Tests of the summaries of maps, seeds and position files made by hand.

use serde_json::{Value, json};

use crate::conversion::{self, Content, WriteOptions};
use crate::formats::{self, format, json as documents};
use crate::model::{Document, Game, System};
use crate::systems;
use crate::text::Report;
use crate::view::{ViewOptions, layout};

const MAP: &str = "\
Limbo, l lim
Amber, A3f amb
Brook, Tw bro
Cliff, x1P cli
Deep Sea, w dee
Egg Sea, w egg
Fen, l0. fen
Gate, g gat
Heath, A0f hea
Iron Line, r iro
-1
lim-mv: lim
amb-mv: bro cli fen/mx
bro-mv: amb
bro-nc: dee
bro-sc: egg
cli-mv: amb hea
cli-xc: egg dee/cc bro
dee-xc: bro/nc
dee-cc: cli
egg-xc: bro/sc cli
fen-mv: amb
hea-mv: cli
gat-mv: gat
iro-mv: iro
hea-mv: fen
-1
";

fn map(sections: &str) -> Document {
    let text = [MAP, sections, "-1\n"].concat();
    let format = format("njudge-map").and_then(|f| f.text()).unwrap();
    Document::new(format.read(&text, &mut Report::salvaging()).unwrap())
}

fn game(game: Value) -> Document {
    documents::read(&json!({"ludex": 1, "game": game}).to_string()).unwrap()
}

fn plain(document: &Document) -> String {
    systems::show(document, "file", &ViewOptions::default()).unwrap()
}

fn revealed(document: &Document) -> String {
    systems::show(document, "file", &ViewOptions { reveal: true, ..ViewOptions::default() }).unwrap()
}

/// Returns a board of three provinces.
fn board() -> Value {
    json!({"from": {"name": "map.small", "sha256": "0"}, "territories": [
        {"id": "par", "name": "Paris", "kind": "land", "centre": true, "home": "F"},
        {"id": "mil", "name": "Milan", "kind": "land", "centre": true, "home": "I"},
        {"id": "gol", "name": "Gulf of Lyon", "kind": "water"}]})
}

/// Returns a position file on this board.
fn position() -> Value {
    json!({"system": "diplomacy", "board": board(),
        "players": [{"seat": "F", "name": "France"}, {"seat": "I"}, {"seat": "&", "kind": "neutral"}],
        "position": {
            "when": {"season": "fall", "year": 1453, "phase": "retreat"},
            "pieces": [
                {"player": "&", "kind": "garrison", "territory": "par", "status": "maintained"},
                {"player": "I", "kind": "fleet", "territory": "gol/sc", "special": "citizen"},
                {"player": "F", "kind": "army", "territory": "mil", "status": "dislodged",
                 "retreats": ["par", "gol/nc"]}],
            "holdings": [
                {"territory": "par", "owner": "F", "city_owner": "&", "flags": 3},
                {"territory": "mil", "owner": "F", "new_owner": "I"},
                {"territory": "gol", "owner": null}]},
        "details": {
            "accounts": [{"player": "F", "treasury": 12, "loans": [[5, 6]], "chits": "I"}, {"player": "I", "treasury": 0}],
            "standings": [{"player": "F", "status": 0, "units": 1, "centres": 2, "user": 1, "site": 7, "dedication": 0,
                "address": "secret@home", "late": 2, "blockaded": 0}, {"unknown": "hidden@line"}],
            "game_block": {"name": "test", "sequence": "002", "phase": "F1453R", "access": 1, "variant": 9, "level": 1,
                "dedication": 0, "flags": "1", "victory": 15, "players": 2, "xflags": "2", "absence": 3, "x2flags": "3",
                "homes": 0, "x3flags": "4", "powers": 2,
                "settings": [{"key": "Deadline", "text": "Sun Sep  9"}, {"key": "Austria", "text": "0 0 pass2word"}],
                "members": [{"player": "F", "status": 0, "units": 1, "centres": 2, "user": 1, "site": 7,
                    "password": "swordfish", "address": "secret@home"}, {"unknown": "_pref: hush"}]}}})
}

#[test]
fn a_map_reads_as_a_whole() {
    let sections = "Center order:\n  amb cli\n#end\nHong Kong\nT: cli\n#end\nGateway\ngat: amb dee egg\n#end\n\
                    Railway\niro:A amb cli hea\n#end\n";
    let expected = "\
file - Machiavelli map

10 provinces: 3 inland, 2 coastal, 2 water, 1 gateway, 1 railway and 1 that
nobody can enter or leave (Limbo).
Both land and water: Brook.
Separate coasts: Brook (nc sc).
4 supply centres, 3 of them homes of 2 powers.

power   homes  provinces
A           2  Amber, Heath
T           1  Brook
nobody      1  Cliff

3 cities: 1 fortress without income, 1 with an income of 1 and 1 with an income
of 3; 3 fortified, 1 port.
Major cities: Amber (3).

15 lines of moves: 9 of armies, 3 of fleets, 2 from coasts and 1 of conduits.
One-way, for which a judge rejects the map: Cliff to Brook and Heath to Fen.
Conduits: Cliff - Deep Sea past Brook.
Moves with one less support (/mx): Amber to Fen.
Gateway Gate: between Deep Sea and Egg Sea, controlled from Amber.
Railway Iron Line, for A: Amber - Cliff - Heath.

Sections: centre order (2 provinces); Hong Kong (T does not build for Cliff);
gateway (1); railway (1).
";
    assert_eq!(plain(&map(sections)), expected);
}

#[test]
fn sections_stand_in_the_order_of_the_file() {
    let text =
        plain(&map("Limits:\n  A xxx. xxx. ....\n#end\nV income\n  Amber 1 0 3 4 6 9 9 22\n#end\nQ?\n\nE\nT 3\n\n"));
    let expected =
        "Sections: limits of units (A); income (1 city, 1 with money at the start); extra\ncentres (T has 3).\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.ends_with("\nNot understood: 1 line.\n"), "{text}");
    assert!(plain(&map("")).contains("\nNo sections after the moves.\n"));
}

#[test]
fn a_seed_has_a_table_of_its_powers() {
    let document = game(json!({"system": "diplomacy", "variant": "small", "board": board(), "position": {
        "when": {"season": "spring", "year": 1901, "phase": "movement"},
        "pieces": [{"player": "I", "kind": "army", "territory": "mil"}, {"player": "F", "kind": "army", "territory": "par"},
            {"player": "F", "kind": "wing", "territory": "nowhere/ec"}, {"unknown": "?"}]}}));
    let expected = "\
file - Diplomacy seed, variant small

Spring 1901, movement. Provinces by map.small.

power  homes  units  where
F          1      2  A Paris, W nowhere/ec
I          1      1  A Milan

The file does not say who owns what: each power has its homes on the map.

Not understood: 1 line.
";
    assert_eq!(plain(&document), expected);
}

#[test]
fn a_seed_without_a_map_says_how_long_its_ownership_is() {
    let document = game(json!({"system": "diplomacy", "variant": "chaos", "position": {},
        "details": {"ownership": {"flat": "..A.B1B."}}}));
    let text = plain(&document);
    assert!(
        text.contains("The phase is not given. No map is at hand: provinces are named as in the file.\n"),
        "{text}"
    );
    assert!(text.contains("There are no units.\nOwned: 2 by B, 1 each by A 1.\n"), "{text}");
    assert!(text.contains("Ownership is a string of characters for 8 provinces, 4 of them owned.\n"), "{text}");
    let groups = json!([{"names": ["AB"], "owner": "A."}, {"owner": "B"}]);
    let document = game(json!({"system": "diplomacy", "position": {}, "details": {"ownership": {"groups": groups}}}));
    assert!(plain(&document).contains("Ownership is in records of 3 provinces (2 + 1), 2 of them owned.\n"));
}

#[test]
fn a_position_tells_retreats_owners_accounts_and_the_game() {
    let expected = "\
file - Machiavelli position

Fall 1453, retreats. Provinces by map.small.

power         centres  units  where
F France            2      1  A Milan (dislodged)
I Milan             0      1  F Gulf of Lyon/sc (citizen)
& autonomous        0      1  G Paris

1 of 3 units is maintained.
The army of France dislodged in Milan may retreat to Paris or Gulf of Lyon/nc.

2 of 3 provinces have an owner.
1 home in other hands: Milan (of I, held by F).
1 city has another owner than the province: Paris (city &, province F).
1 province with flags and 1 province with another owner after the retreats.

power     ducats  loans           chits
F France      12  5 (interest 6)  I
No money: Milan.

Game test, phase F1453R (number 002).
Players 2, powers 2, victory 15, homes 0, absence 3; access 1, variant 9, level
1, dedication 0; flags 1 2 3 4.

setting   value
Deadline  Sun Sep 9
And 1 more setting.

Late: F France 2.

Addresses and passwords of the players are hidden (--reveal shows them).

Not understood: 2 lines.
";
    assert_eq!(plain(&game(position())), expected);
}

#[test]
fn addresses_and_passwords_are_masked_unless_revealed() {
    let document = game(position());
    let secrets = ["secret@home", "swordfish", "pass2word", "hidden@line", "hush"];
    let text = plain(&document);
    assert!(!secrets.iter().any(|secret| text.contains(secret)), "{text}");
    let text = revealed(&document);
    assert!(text.contains("power     address      password\nF France  secret@home  swordfish\n"), "{text}");
    assert!(text.contains("Austria   0 0 pass2word\n") && !text.contains("--reveal"), "{text}");
    let redact = WriteOptions { redact: true, ..WriteOptions::default() };
    let (outputs, _) = conversion::write(&document, &formats::json::JSON, &redact);
    let Content::File(json) = &outputs[0].content else { panic!("no file") };
    let redacted = formats::json::read(str::from_utf8(json).unwrap()).unwrap();
    assert!(plain(&redacted).contains("\nAddresses and passwords were taken out.\n"));
}

#[test]
fn a_map_below_a_position_leaves_its_homes_out() {
    let mut document = map("");
    let seed = game(position());
    (document.game.position, document.game.details) = (seed.game.position, seed.game.details);
    let text = plain(&document);
    assert!(text.starts_with("file - Machiavelli map and position\n\nFall 1453"), "{text}");
    let (above, below) = text.split_once("\n10 provinces: ").unwrap();
    assert!(
        above.contains("units  where") && below.contains("4 supply centres") && !below.contains("power "),
        "{text}"
    );
}

#[test]
fn an_empty_game_is_said_to_be_empty() {
    let expected = "file - Diplomacy game\n\nNo map and no position; 0 powers.\n";
    assert_eq!(plain(&Document::new(Game::new(System::Diplomacy))), expected);
    assert_eq!(plain(&game(json!({"system": "diplomacy", "board": {}}))), expected);
    let orders = game(json!({"system": "diplomacy", "board": {"builtin": "standard"}, "turns": [{"actions": []}]}));
    let expected = "file - Diplomacy orders\n\n1 phase, 0 orders, 0 powers. On the standard board.\n\nWithout a phase:\nNo orders.\n";
    assert_eq!(plain(&orders), expected);
}

/// Returns a document in which all texts are `text`.
fn said_by(text: &str) -> Document {
    let mut value = position();
    let unknown = json!({"unknown": text});
    let board = json!({"territories": [
            {"id": text, "name": text, "kind": "land", "centre": true, "home": text, "city": {"income": 2, "venice": true}},
            {"id": "x", "kind": unknown, "centre": true, "home": unknown, "second_kind": "water"}, unknown],
        "adjacencies": [{"from": text, "move": "mv", "to": ["x", format!("x/c{text}"), text, unknown, "x/mx"]},
            {"from": "nowhere", "move": text, "to": []}, unknown],
        "passages": [{"kind": "gateway", "at": text, "controlled_from": unknown, "between": [text]}, unknown,
            {"kind": "railway", "at": unknown, "powers": [text], "path": [text, unknown]}]});
    value["board"] = board;
    (value["variant"], value["title"]) = (json!(text), json!(text));
    value["players"][0] = json!({"seat": text, "name": text});
    value["position"]["when"] = json!({"season": unknown, "year": unknown, "phase": unknown});
    value["position"]["pieces"][0] =
        json!({"player": text, "kind": text, "territory": text, "status": text, "special": text, "retreats": [text]});
    value["position"]["pieces"][1] = json!({"kind": "fleet", "territory": format!("x/{text}"), "retreats": ["x"]});
    value["position"]["holdings"][0] =
        json!({"territory": text, "owner": "F", "city_owner": unknown, "home": text, "flags": unknown});
    let details = &mut value["details"];
    details["accounts"][0] = json!({"player": text, "treasury": -5, "chits": text, "allies": text});
    details["ownership"] = json!({"flat": text});
    details["sections"] = json!([unknown, "limits", "limits"]);
    details["limits"] = json!([{"player": text, "army": text, "fleet": text, "garrison": text}, unknown]);
    details["hong_kong"] = json!([{"player": text, "territories": [text, unknown]}]);
    details["extra_centres"] = json!([{"player": text, "count": -1}]);
    details["standings"][0]["player"] = unknown.clone();
    details["standings"][0]["address"] = json!(text);
    for key in ["name", "sequence", "phase", "flags", "xflags"] {
        details["game_block"][key] = json!(text);
    }
    details["game_block"]["settings"] = json!([{"key": text, "text": text}, {"key": "Comment", "text": text}]);
    details["game_block"]["members"][0]["password"] = json!(text);
    game(value)
}

#[test]
fn controls_never_reach_the_terminal() {
    for text in ["\x1b[2J\x07\u{9b}31m\u{202e}\tX", "\x1b", "", "/\x1b]0;", "\r\n"] {
        let document = said_by(text);
        for shown in [plain(&document), revealed(&document)] {
            assert!(!shown.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'), "{shown}");
        }
    }
}

#[test]
fn no_line_is_too_wide() {
    let sections =
        "Center order:\n  amb cli\n#end\nGateway\ngat: amb dee egg\n#end\nRailway\niro:A amb cli hea\n#end\n";
    let texts = ["W".repeat(500), "日本".repeat(200), "e\u{301}".repeat(300), "a b ".repeat(90), "-".into()];
    let documents = [map(sections), game(position())].into_iter().chain(texts.iter().map(|text| said_by(text)));
    for document in documents {
        for width in [40, 60, 80, 200] {
            for reveal in [false, true] {
                let shown =
                    systems::show(&document, "map", &ViewOptions { reveal, width, ..ViewOptions::default() }).unwrap();
                for line in shown.lines() {
                    assert!(layout::width(line) <= width, "{width} {line}");
                }
            }
        }
    }
}

#[test]
fn a_huge_game_is_clipped() {
    let territory = |n: usize| {
        json!({"id": format!("p{n}"), "name": format!("Prövince {n}"), "kind": "land",
        "second_kind": "water", "centre": true, "home": format!("{n}"), "city": {"income": 3, "venice": true}})
    };
    let line = |n: usize| json!({"from": format!("p{n}"), "move": "nc", "to": [format!("p{}", n + 1), "p0/hx"]});
    let piece = |n: usize| json!({"player": format!("{n}"), "kind": "army", "territory": "p0", "retreats": ["p1"]});
    let holding = |n: usize| json!({"territory": format!("p{n}"), "owner": "A", "city_owner": "B"});
    let many = 5_000;
    let board = json!({"territories": (0..many).map(territory).collect::<Vec<_>>(),
        "adjacencies": (0..many).map(line).collect::<Vec<_>>()});
    let position = json!({"pieces": (0..many).map(piece).collect::<Vec<_>>(),
        "holdings": (0..many).map(holding).collect::<Vec<_>>()});
    let map = game(json!({"system": "diplomacy", "board": board}));
    let joined = game(json!({"system": "diplomacy", "board": board, "position": position}));
    for document in [map, joined] {
        let text = plain(&document);
        assert!(text.lines().count() < 100 && text.contains("more power"), "{text}");
    }
}

/// Returns two years of a game in which France takes more than half of the centres.
fn years() -> Document {
    let position = |season: &str, year: i32, france: usize| {
        let centres = [
            "par", "bre", "mar", "spa", "por", "bel", "mun", "kie", "ber", "hol", "den", "lon", "lvp", "edi", "ven",
            "rom", "nap", "tun",
        ];
        let held = centres
            .iter()
            .enumerate()
            .map(|(i, id)| json!({"territory": id, "owner": if i < france { "F" } else { "G" }}));
        json!({"when": {"season": season, "year": year, "phase": "movement"}, "position": {
            "holdings": held.collect::<Vec<_>>(), "pieces": [{"player": "F", "kind": "army", "territory": "par"}],
        }, "actions": [{"type": "move", "piece": "army", "from": "par", "to": "bur", "player": "F", "results": ["bounce"]}]})
    };
    game(json!({
        "system": "diplomacy", "board": {"builtin": "standard"},
        "players": [{"seat": "F", "name": "France"}, {"seat": "G", "name": "Germany"}],
        "turns": [position("spring", 1901, 3), position("fall", 1901, 5), position("spring", 1902, 18)],
    }))
}

#[test]
fn a_phase_is_shown_with_its_orders_and_what_came_of_them() {
    let document = years();
    let shown = |name: &str| {
        let turn = Some(name.parse().unwrap());
        systems::show(&document, "file", &ViewOptions { turn, ..ViewOptions::default() })
    };
    let fall = shown("f1901m").unwrap();
    assert!(fall.contains("F France") && fall.contains("\nFrance: army Paris to Burgundy (bounce).\n"), "{fall}");
    assert!(fall.contains("Fall 1901, movement:"), "{fall}");
    assert_eq!(shown("last").unwrap(), shown("S1902M").unwrap());
    let refused = |name: &str| shown(name).unwrap_err().to_string();
    assert_eq!(refused("S1950M"), "the game has no phase S1950M; the last is S1902M");
    let map = map("");
    let none = systems::show(&map, "file", &ViewOptions { turn: Some("3".parse().unwrap()), ..ViewOptions::default() });
    assert_eq!(none.unwrap_err().to_string(), "the game has no phase 3, nor any other");
}

#[test]
fn the_board_is_shown_with_the_centres_of_each_year_and_who_won() {
    let options = ViewOptions { board: true, ..ViewOptions::default() };
    let mut document = years();
    let text = systems::show(&document, "file", &options).unwrap();
    assert!(text.contains("Spring 1902, movement."), "{text}");
    assert!(text.contains("\n1901   5  13\n1902  18\n"), "{text}");
    assert!(text.contains("France has 18 of 34 centres, more than half of them."), "{text}");
    document.game.result = Some(crate::model::GameResult {
        winners: vec![crate::model::Seat::new("G")],
        reason: Some("concession".into()),
        stated: true,
    });
    let text = systems::show(&document, "file", &options).unwrap();
    assert!(text.ends_with("Won by Germany (concession).\n"), "{text}");
    let map = map("");
    assert_eq!(systems::show(&map, "file", &options).unwrap(), plain(&map));
}
