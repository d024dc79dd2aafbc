//! Tests of odd boards, odd places, conditions, and many orders.

use super::*;
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::tries::tries;

fn both(game: &Game, named_board: &NamedBoard) -> usize {
    completed(game, named_board);
    for turn in &game.turns {
        let convoys = Convoys::of(turn, named_board);
        turn.actions.first().map(|action| convoys.way(action, named_board));
    }
    check(game, named_board, RuleSet::Document).len() + check(game, named_board, RuleSet::Engine).len()
}

#[test]
fn boards_with_conduits_railways_and_no_codes_are_judged_too() {
    let land = |id: &str| json!({"id": id, "name": id, "aliases": [id], "kind": "land"});
    let sea = |id: &str| json!({"id": id, "name": id, "aliases": [id], "kind": "water"});
    let moves = |from: &str, kind: &str, to: &[&str]| json!({"from": from, "move": kind, "to": to});
    let port = json!({"id": "con", "name": "con", "aliases": ["con"], "kind": "land", "second_kind": "water"});
    let board = json!({
        "territories": [land("tunis-2"), land("cor"), sea("psa"), sea("ets"), port, json!({"unknown": "??"}), {"id": "tsr", "kind": "railway"}],
        "adjacencies": [
            moves("tunis-2", "mv", &["cor/mx"]), moves("cor", "mv", &["tunis-2/mx"]), moves("cor", "nc", &["psa"]),
            moves("psa", "xc", &["cor/nc", "ets/cc", "con", "con", "nowhere"]), moves("ets", "xc", &["psa/cc", "con"]),
            moves("con", "xc", &["ets", "psa"]), moves("con", "zz", &["ets"]),
        ],
        "passages": [{"kind": "railway", "at": "tsr", "powers": ["R"], "path": ["cor", "con"]}],
    });
    let orders = "A TUNIS-2 - COR; A COR - CON via PSA; F PSA - ETS; A COR - CON VIA; F PSA C A COR - CON; F CON - PSA; \
                  A ATLANTIS H; F PSA - COR; F CON C A COR - TUNIS-2; F PSA/CC - COR/MX; A TSR - COR; F COR/ZZ - PSA; COR H";
    let actions: Vec<Value> = orders.split("; ").map(order).collect();
    let game = read(board, &[json!({"actions": actions})]);
    let named_board = boards::atlas_of(&game).unwrap();
    assert!(both(&game, &named_board) > 0);
    let lines: Vec<String> = check(&game, &named_board, RuleSet::Engine).iter().map(line).collect();
    assert!(
        lines.iter().any(|l| l.starts_with("DO101 error actions[6].at: unknown province \"atlantis\"")),
        "{lines:#?}"
    );
    let is_of_three = |line: &String| {
        ["actions[0]", "actions[1]", "actions[2]"]
            .iter()
            .any(|a| line.split(": ").next().is_some_and(|head| head.contains(a)))
    };
    assert!(!lines.iter().any(is_of_three), "{lines:#?}");
}

#[test]
fn orders_under_a_condition_are_passed_over() {
    let condition = |text: &str| json!({"type": "condition", "text": text, "player": "F"});
    let bad = order("F: A PAR - LON");
    let hold = json!({"type": "no_order", "piece": "army", "at": "mun"});
    let unknown = json!({"type": "unknown", "text": "??"});
    let turns = [
        json!({"actions": [condition("IF E A LON"), bad, condition("else"), bad, condition("endif"), hold, unknown, bad]}),
    ];
    let lines: Vec<String> =
        found(RuleSet::Engine, &read(json!({"builtin": "standard"}), &turns)).iter().map(line).collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("DO102 error actions[7].to"), "{lines:#?}");
}

#[test]
fn the_position_of_the_game_counts_for_its_own_phase() {
    let when = |year: u16| json!({"season": "spring", "year": year, "phase": "movement"});
    for (of, count) in [(Some(1901), 1), (Some(1902), 0), (None, 1)] {
        let mut position = position("F A PAR").unwrap();
        if let Some(year) = of {
            position["when"] = when(year);
        }
        let turn = json!({"when": when(1901), "actions": [order("F: A MUN H")]});
        let game =
            json!({"system": "diplomacy", "board": {"builtin": "standard"}, "position": position, "turns": [turn]});
        let game = documents::read(&json!({"ludex": 1, "game": game}).to_string()).unwrap().game;
        assert_eq!(found(RuleSet::Engine, &game).len(), count, "{of:?}");
    }
}

#[test]
fn many_orders_in_one_turn_are_no_burden() {
    let orders =
        ["F: A BRE - LON VIA", "F ENG C A BRE - LON", "F MAO C A BRE - LON", "A PAR S A MAR - BUR", "F: A PAR B"];
    let actions: Vec<Value> = (0..tries(20_000)).flat_map(|_| orders.map(order)).collect();
    let game = read(json!({"builtin": "standard"}), &[json!({"actions": actions})]);
    assert!(both(&game, boards::standard()) > 0);
}
