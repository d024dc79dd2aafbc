//! Boards and summaries, as a player sees them.

use serde_json::{Value, json};

use crate::conversion::{ReadOptions, read};
use crate::model::Document;
use crate::systems::show;
use crate::view::picture::MomentName;
use crate::view::{NoBoard, ViewOptions, layout};

/// A game of two with a sacrifice, a capture, a catastrophe, and a lost homeworld.
const GAME: &str = "Homeworlds Online (SDG# 40050)\n\
    Variants: \"No undo, Unrated\"\n\
    Started: 2012.2.29, Ended: 2012.3.1\n\
    Participants: Anna (S), Berta (N)\n\
    Winner: Anna\n\
    \n\
    1) Berta: Homeworld G3 Y1 R3\n\n\
    2) Anna: Homeworld B1 Y2 G3\n\tAnna: hello\n\n\
    3) Berta: Discover R3 Berta G2 Mars\n";

fn document(text: &str) -> Document {
    read("a.raw", text.as_bytes(), &ReadOptions::default()).document.unwrap()
}

/// Returns a document of Homeworlds made from JSON.
pub(super) fn made(game: Value) -> Document {
    let mut whole = json!({"ludex": 1, "game": {"system": "homeworlds"}, "sources": []});
    whole["game"].as_object_mut().unwrap().extend(game.as_object().unwrap().clone());
    let reading = read("a.json", whole.to_string().as_bytes(), &ReadOptions::default());
    reading.document.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

/// A system of a start position: its id, its stars, and the ships of seats.
type Placed<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Returns a document with this start position and these turns.
fn placed(seats: &[&str], systems: &[Placed<'_>], homes: &[(&str, &str)], turns: Value) -> Document {
    let mut pieces = Vec::new();
    for (id, stars, fleets) in systems {
        pieces.extend(stars.split(' ').map(|star| json!({"kind": star, "territory": id})));
        for (seat, ships) in *fleets {
            pieces.extend(ships.split(' ').map(|ship| json!({"player": seat, "kind": ship, "territory": id})));
        }
    }
    let holdings: Vec<Value> = homes.iter().map(|(id, seat)| json!({"territory": id, "home": seat})).collect();
    let players: Vec<Value> = seats.iter().map(|seat| json!({"seat": seat})).collect();
    made(json!({"players": players, "position": {"pieces": pieces, "holdings": holdings}, "turns": turns}))
}

fn summary(document: &Document) -> String {
    show(document, "a.raw", &ViewOptions::default()).unwrap()
}

fn numbered(turn: u32) -> Option<MomentName> {
    Some(MomentName::Named(turn.to_string()))
}

fn after(document: &Document, turn: u32) -> String {
    show(document, "a.raw", &ViewOptions { turn: numbered(turn), ..ViewOptions::default() }).unwrap()
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    // A sentence may be wrapped anywhere.
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(text.contains(part) || one_line.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn a_game_is_summed_up_with_its_board() {
    let expected = "\
a.raw - Homeworlds, a finished game for two

Game 40050, played from 2012-02-29 to 2012-03-01.
Options: No undo and Unrated.

Seat  Player  Homeworld  Ship
N     Berta   G3 Y1      R3    out in turn 3, the last
S     Anna    B1 Y2      G3    won

Anna (S) has won: Berta (N) lost the homeworld in turn 3, the last.

3 turns with 3 actions; 1 remark by Anna.

The board at the end:

    System   Stars   Berta (N)     Anna (S)
    Mars     G2      R3

  * Anna     B1 Y2                 G3

  * a homeworld

Bank, 31 of 36 pieces:

    R1 R1 R1   Y1 Y1 Y1   G1 G1 G1   B1 B1
    R2 R2 R2   Y2 Y2      G2 G2      B2 B2 B2
    R3 R3      Y3 Y3 Y3   G3 G3      B3 B3 B3
";
    assert_eq!(summary(&document(GAME)), expected);
}

#[test]
fn a_turn_is_told_with_what_came_of_it() {
    let document = document(GAME);
    says(
        &after(&document, 0),
        &["Before the first turn.\nBerta (N) is next.\n", "No system is on the board", "Bank, 36 of 36"],
    );
    let first = "Turn 1 of 3: Berta (N) sets up the homeworld Berta: stars G3 Y1, ship R3. Anna (S) is next.";
    says(&after(&document, 1), &[first, "> * Berta    G3 Y1   R3\n"]);
    let last = after(&document, 3);
    says(
        &last,
        &[
            "Turn 3 of 3: Berta (N) discovers Mars (star G2) with R3 from Berta.",
            "Berta is off the board. Berta (N) has lost the homeworld, and is out. Anna (S) has won.",
            ">   Mars     G2      R3\n",
        ],
    );
}

#[test]
fn every_action_has_its_words() {
    let actions = json!([
        {"type": "sacrifice", "piece": "g3", "at": "A"}, {"type": "build", "piece": "g1", "at": "A"},
        {"type": "build", "at": "A"}, {"type": "pass"}, {"type": "pass"}, {"type": "pass"},
        {"type": "exchange", "at": "A", "gives": [{"piece": "b1", "count": 1}], "becomes": "r1"},
        {"type": "exchange", "at": "A", "gives": "as-needed", "becomes": "r1"},
        {"type": "discover", "piece": "b1", "from": "A", "star": "y3", "to": "C#2", "name": "C"},
        {"type": "move", "piece": "b1", "from": "C#2", "to": "B"}, {"type": "move", "from": "C#2", "to": "B"},
        {"type": "capture", "piece": "r1", "at": "B"}, {"type": "capture", "piece": "r1", "at": "B", "owner": "S"},
        {"type": "catastrophe", "at": "A", "colour": "g"}, {"type": "catastrophe", "at": "A", "colour": "pink"},
        {"type": "pass"}, {"type": "pass"}, {"type": "build", "at": "A"}, {"type": "pass"},
        {"type": "resign"}, {"type": "resign", "player": "S"}, {"type": "eliminate", "player": "S"}, {"type": "unknown", "text": "dance"},
        {"type": "hold", "at": "A"}, {"type": "setup", "stars": [null, "b9"], "piece": "g3", "at": "D"},
    ]);
    let fleets: [Placed<'_>; 2] = [("A", "g3 y1", &[("N", "g3 b1")]), ("B", "b1", &[("S", "g3 r1")])];
    let turns = json!([{"number": 1, "actions": actions}]);
    let text = after(&placed(&["N", "S"], &fleets, &[("A", "N"), ("B", "S")], turns), 1);
    let words = "N sacrifices G3 at A; builds G1 at A; builds at A; passes 3 times; trades B1 for R1 at A; trades a \
        ship for R1 at A; discovers C (star Y3) with B1 from A; moves B1 from C to B; moves a ship from C to B; \
        captures R1 at B; captures R1 of S at B; calls a green catastrophe at A; calls a pink catastrophe at A; passes \
        twice; builds at A; passes; resigns; sees S resign; sees S eliminated; writes \"dance\", which is not understood; does what is no \
        action of Homeworlds; sets up the homeworld D: stars - b9, ship G3.";
    says(&text, &[words]);
    let empty = placed(&["N", "S"], &fleets, &[("A", "N"), ("B", "S")], json!([{"actions": []}]));
    says(&after(&empty, 1), &["N does nothing."]);
}

#[test]
fn systems_stand_by_their_owners_and_shared_ones_between_two() {
    let systems: [Placed<'_>; 5] = [
        ("Both", "r1", &[("S", "y1"), ("N", "b1 b3 g1")]),
        ("South", "y3", &[("S", "r1")]),
        ("Home S", "b1 y2", &[("S", "g3"), ("N", "r3")]),
        ("North", "y3", &[("N", "r1")]),
        ("Home N", "g3 y1", &[("N", "y2 r2 y3")]),
    ];
    let text = after(&placed(&["N", "S"], &systems, &[("Home N", "N"), ("Home S", "S")], json!([])), 0);
    let board = "
    System   Stars   N          S
  * Home N   G3 Y1   R2 Y3 Y2
    North    Y3      R1

    Both     R1      G1 B3 B1   Y1

  * Home S   B1 Y2   R3         G3
    South    Y3                 R1

  * a homeworld
";
    says(&text, &["Before the first turn.\nN is next.\n", board]);
}

#[test]
fn a_colour_that_is_too_many_is_said() {
    let systems: [Placed<'_>; 2] =
        [("A", "g3 y1", &[("N", "g1 g2 g2")]), ("B", "b1 b2", &[("S", "g3 b1"), ("N", "b3")])];
    let document = placed(&["N", "S"], &systems, &[("A", "N"), ("B", "S")], json!([]));
    let shown = "A catastrophe can be called: 4 green pieces at A and 4 blue pieces at B.";
    says(&after(&document, 0), &[shown]);
    says(&summary(&document), &[shown, "The record has no turns.", "The board before the first turn:"]);
}

#[test]
fn a_fleet_that_is_too_wide_goes_on_below() {
    let fleet = "r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3";
    let systems: [Placed<'_>; 1] = [("A", "g3 y1", &[("N", fleet), ("S", fleet)])];
    let document = placed(&["N", "E", "S", "W"], &systems, &[("A", "N")], json!([]));
    let board = "
    System   Stars   N                S
  * A        G3 Y1   R3 R2 R1 Y3 Y2   R3 R2 R1 Y3 Y2
                     Y1 G3 G2 G1 B3   Y1 G3 G2 G1 B3
                     B2 B1            B2 B1
";
    // East and west have no ships, but have yet to set up, so they keep their columns.
    let text = after(&document, 0);
    assert!(text.contains("R3 R2 R1 Y3") && text.contains("E   "), "{text}");
    let out = json!([{"actions": [{"type": "eliminate", "player": "E"}, {"type": "eliminate", "player": "W"}]}]);
    let mut document = document;
    document.game.turns = serde_json::from_value(out).unwrap();
    let wide = show(&document, "a", &ViewOptions { width: 52, turn: numbered(1), ..ViewOptions::default() }).unwrap();
    says(&wide, &[board, "Turn 1 of 1: N sees E eliminated; sees W eliminated. E is out. W is out. N has won."]);
}

#[test]
fn a_narrow_page_gives_each_fleet_a_line() {
    let text =
        show(&document(GAME), "a", &ViewOptions { width: 40, turn: numbered(2), ..ViewOptions::default() }).unwrap();
    says(&text, &["  * Berta    G3 Y1   R3\n", "Bank"]);
    let systems: [Placed<'_>; 1] = [("A system of a name", "g3", &[("N", "g1"), ("S", "b3 b1")])];
    let document = placed(&["N", "S"], &systems, &[], json!([]));
    let text = show(&document, "a", &ViewOptions { width: 40, turn: numbered(0), ..ViewOptions::default() }).unwrap();
    says(&text, &["    A system of a name   G3\n      N G1\n      S B3 B1\n"]);
}

#[test]
fn many_players_get_a_bank_by_number() {
    let seats = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let systems: [Placed<'_>; 1] = [("A", "g3", &[("1", "g1"), ("8", "b3 b1")])];
    let text = summary(&placed(&seats, &systems, &[], json!([])));
    says(&text, &["G1 x8", "G3 x8", "R1 x9", "Bank, 104 of 108", "And 1 more player, for whom no table has a seat."]);
}

#[test]
fn what_the_rules_forbid_is_said_as_far_as_is_shown() {
    let document = document(&GAME.replace("Discover R3 Berta G2", "Build R1 Moon\nDiscover R3 Berta G2"));
    assert!(!after(&document, 2).contains("forbid"));
    let shown = "The rules forbid 2 actions, first in turn 3, the last: there is no system Moon. From there on the board \
        may not be what the players saw; `ludex check` tells more.";
    says(&after(&document, 3), &[shown]);
    says(&summary(&document), &[shown]);
}

#[test]
fn whose_turn_it_is_is_said_by_the_rules_and_by_the_record() {
    let text =
        GAME.replace("3) Berta: Discover R3 Berta G2 Mars\n", "3) Anna: Build G1 Anna\n\n4) Anna: Build G1 Anna\n");
    let document = document(&text);
    says(&after(&document, 2), &["Berta (N) is next by the rules; in the record it is Anna (S)."]);
    says(&after(&document, 4), &["Here the record ends; Anna (S) has won by it."]);
    let mut open = document.clone();
    open.game.result = None;
    says(&after(&open, 4), &["Here the record ends; Berta (N) is next."]);
    says(&summary(&open), &["Who has won is not stated, and the board does not show it.", "Berta (N) is next."]);
    // A turn whose player is not at the table is the next player's.
    open.game.turns[0].player = Some(crate::model::Seat::new("Q"));
    open.game.turns[1].player = None;
    says(&after(&open, 1), &["Turn 1 of 4: Q for Berta (N) sets up"]);
    says(&after(&open, 2), &["Turn 2 of 4: Anna (S) sets up"]);
    says(&summary(&open), &["N     Berta   G3 Y1      R3", "S     Anna    B1 Y2      G3"]);
}

#[test]
fn the_result_is_that_of_the_record_of_the_board_or_of_both() {
    let mut document = document(GAME);
    let result = document.game.result.as_mut().unwrap();
    result.reason = Some("by \x1b[5mforce".into());
    result.stated = false;
    let lost = "Berta (N) lost the homeworld in turn 3, the last.";
    says(&summary(&document), &[&format!("Anna (S) has won (by ␛[5mforce), which the record does not state: {lost}")]);
    document.game.result.as_mut().unwrap().winners = vec![crate::model::Seat::new("N")];
    says(
        &summary(&document),
        &["Berta (N) has won by the document, which has derived it", "By the board Anna (S) has won"],
    );
    document.game.result = None;
    says(&summary(&document), &[&format!("Anna (S) has won, which the record does not state: {lost}")]);
    document.game.turns.truncate(2);
    says(&summary(&document), &["Who has won is not stated, and the board does not show it."]);
}

#[test]
fn what_stands_beside_the_game_is_counted() {
    let mut document = document(GAME);
    let line = || json!([{"actions": [{"type": "pass"}]}, {"actions": []}]);
    let mut alternative = line();
    alternative[0]["alternatives"] = json!([line()]);
    document.game.turns[1].alternatives = serde_json::from_value(json!([alternative])).unwrap();
    document.game.turns[2].undone = serde_json::from_value(json!([[{"type": "pass"}, {"type": "restart"}]])).unwrap();
    let lines = "2 alternative lines of 4 turns beside the game";
    says(&summary(&document), &[&format!("1 restart took back 1 action and {lines}.")]);
    says(&after(&document, 2), &[&format!("{lines}.")]);
    says(&after(&document, 3), &["1 restart took back 1 action."]);
    assert!(!after(&document, 1).contains("beside"));
}

#[test]
fn a_turn_is_found_by_its_number_or_its_place() {
    let mut document = document(GAME);
    document.game.turns[0].number = Some(7);
    document.game.turns[1].number = None;
    says(&after(&document, 7), &["Turn 7 of 7: Berta (N) sets up"]);
    says(&after(&document, 2), &["Turn 2 of 7: Anna (S) sets up"]);
    let beyond = show(&document, "a", &ViewOptions { turn: numbered(8), ..ViewOptions::default() });
    assert_eq!(beyond, Err(NoBoard::Turn { turn: 8, last: Some(7) }));
    assert_eq!(beyond.unwrap_err().to_string(), "the record has no turn 8; the last is turn 7");
}

#[test]
fn colour_changes_no_letter() {
    let document = document(GAME);
    for turn in [None, Some(0), Some(2), Some(3)] {
        let options = |colour| ViewOptions { turn: turn.and_then(numbered), colour, ..ViewOptions::default() };
        let plain = show(&document, "a", &options(false)).unwrap();
        let mut shown = show(&document, "a", &options(true)).unwrap();
        assert!(!plain.contains('\x1b') && shown.contains("\x1b[97;41mR3\x1b[0m"));
        for escape in ["\x1b[1m", "\x1b[0m", "\x1b[97;41m", "\x1b[30;43m", "\x1b[30;42m", "\x1b[97;44m"] {
            shown = shown.replace(escape, "");
        }
        assert_eq!(shown, plain);
    }
}

#[test]
fn no_line_is_too_wide_and_no_name_moves_a_cursor() {
    let names =
        ["W".repeat(300), "\x1b[2J\u{202e}x\n".repeat(9), "e\u{301}".repeat(300), "日本".repeat(50), String::new()];
    for (number, name) in names.iter().enumerate() {
        let mut document = document(GAME);
        let game = &mut document.game;
        game.title = Some(name.clone());
        game.started = Some(name.clone());
        game.variants = Some(vec![name.clone(); 20]);
        for player in &mut game.players {
            player.name = crate::model::Field::Known(Some(name.clone()));
        }
        game.turns[0].remarks = serde_json::from_value(json!([{"author": name, "text": name}])).unwrap();
        let actions = json!([
            {"type": "discover", "piece": name, "from": name, "star": name, "to": name, "name": name},
            {"type": "discover", "piece": "r3", "from": "Berta", "star": "g2", "to": name, "name": name},
            {"type": "unknown", "text": name}, {"type": "catastrophe", "at": name, "colour": name}]);
        game.turns[2].actions = serde_json::from_value(actions).unwrap();
        game.result.as_mut().unwrap().reason = Some(name.clone());
        for width in [1, 40, 60, 80, 200] {
            for turn in [None, Some(1), Some(3)] {
                let text = show(
                    &document,
                    name,
                    &ViewOptions { width, turn: turn.and_then(numbered), ..ViewOptions::default() },
                )
                .unwrap();
                for line in text.lines() {
                    let columns = layout::width(line);
                    assert!(columns <= width.max(40), "{number}, {width}: {columns} columns\n{line}");
                    assert!(line.chars().all(|c| !c.is_control() && c != '\u{202e}'), "{line:?}");
                }
            }
        }
    }
}
