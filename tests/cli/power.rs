//! Tests of games of Power as documents, with `check` and `inspect`.

use serde_json::{Value, json};

use super::*;

fn step(piece: &str, from: &str, to: &str) -> Value {
    json!({"type": "move", "piece": piece, "from": from, "to": to})
}

fn turn(number: u32, player: &str, actions: &[Value]) -> Value {
    json!({"number": number, "player": player, "actions": actions})
}

fn piece(player: &str, kind: &str, territory: &str) -> Value {
    json!({"player": player, "kind": kind, "territory": territory})
}

/// A game of two colours and two rounds, with the starting board and the latest one.
fn game() -> Value {
    let mut turns = [
        turn(1, "Y", &[step("tank", "YQ", "Y7")]),
        turn(1, "K", &[step("fighter", "KQ", "X")]),
        turn(2, "Y", &[step("tank", "Y7", "Y5")]),
        turn(2, "K", &[step("fighter", "X", "K0")]),
    ];
    turns[0]["position"] = json!({"pieces": [piece("Y", "tank", "YQ"), piece("K", "fighter", "KQ")]});
    turns[2]["position"] = json!({"pieces": [piece("Y", "tank", "Y7"), piece("K", "fighter", "X")]});
    let latest = json!({"pieces": [piece("Y", "tank", "Y5"), piece("K", "fighter", "K0")]});
    let players = json!([{"seat": "Y"}, {"seat": "K"}]);
    json!({"ludex": 1, "game": {
        "system": "power", "board": {"builtin": "power"}, "players": players, "turns": turns, "position": latest,
    }})
}

#[test]
fn a_game_is_checked_against_its_boards() {
    let desk = Desk::new();
    desk.put("game.json", game().to_string());
    assert_eq!(desk.ludex("check game.json").ends(0).out(), "game.json: json: 0 errors, 0 warnings, 0 notes\n");
    let mut wrong = game();
    wrong["game"]["turns"][2]["actions"][0]["to"] = json!("K0");
    wrong["game"]["turns"][3]["actions"][0]["from"] = json!("K1");
    desk.put("wrong.json", wrong.to_string());
    let run = desk.ludex("check wrong.json");
    let said = run.ends(1).err();
    for expected in [
        "error[PW101]: turn 2 (Y): from Y7 to K0 it is 4 sectors, and the tank moves 3 sectors at most",
        "game.turns[2].actions[0]",
        "error[PW118]: turn 2 (K): there is no fighter on K1, which is empty",
        "warning[PW122]: the board differs from what the commands give: Y7 has nothing, not YT; Y5 has YT, not nothing",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

#[test]
fn a_game_is_drawn_after_any_round() {
    let desk = Desk::new();
    desk.put("game.json", game().to_string());
    let latest = desk.ludex("inspect game.json").ends(0).out();
    assert!(
        latest.starts_with("game.json - Power, a game of 2 rounds\n") && latest.contains("|5 YT   |2 "),
        "{latest}"
    );
    let first = desk.ludex("inspect --turn 1 game.json").ends(0).out();
    let told = "\nRound 1.\nYellow: tank YQ to Y7.\nBlack: fighter KQ to X.\n\nThe board after round 1:\n";
    assert!(first.contains(told) && first.contains("|7 YT   |4 "), "{first}");
    assert!(desk.ludex("inspect --turn 0 game.json").ends(0).out().contains("|Q YT   |L06 "));
    desk.ludex("inspect --turn 3 game.json").is_refused(&["IO012", "no turn 3; the last is turn 2"]);
    let mut alone = game();
    alone["game"]["position"] = Value::Null;
    alone["game"].as_object_mut().unwrap().remove("position");
    alone["game"]["turns"] = json!([turn(1, "Y", &[step("tank", "Y4", "Y5")])]);
    desk.put("alone.json", alone.to_string());
    desk.ludex("inspect --turn 1 alone.json").is_refused(&["IO012", "no board is stated"]);
}

#[test]
fn typographic_dashes_and_arrows_are_read() {
    let desk = Desk::new();
    desk.put("game.power", "YI\u{2013}YQ\u{2192}Y8".replace('\u{2192}', "-") + "\n");
    desk.ludex("check -f power game.power").says(&["PW026"]);
    let back = desk.ludex("convert -f power game.power -t power");
    assert_eq!(back.ends(0).out(), desk.text("game.power"));
}
