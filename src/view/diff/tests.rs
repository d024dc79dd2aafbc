//! Tests of comparisons, with made-up games.

use serde_json::{Value, json};

use super::*;
use crate::formats::json;

fn document(game: Value) -> Document {
    json::read(&json!({"ludex": 1, "game": game}).to_string()).unwrap()
}

fn compared(before: Value, after: Value) -> GameDiff {
    diff(&document(before), &document(after), &DiffOptions::default()).unwrap()
}

fn texts(before: Value, after: Value) -> Vec<String> {
    compared(before, after).differences.into_iter().map(|difference| difference.text).collect()
}

fn map(territories: Value, adjacencies: Value) -> Value {
    json!({"system": "diplomacy", "board": {"territories": territories, "adjacencies": adjacencies}})
}

#[test]
fn games_of_two_systems_are_not_compared() {
    let (power, war) = (document(json!({"system": "power"})), document(json!({"system": "global-war"})));
    let error = diff(&power, &war, &DiffOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "a game of Power cannot be compared with one of Global War");
}

#[test]
fn the_order_of_what_has_none_is_no_difference() {
    let position = |first: &str, second: &str| {
        let of = |id: &str| json!({"territory": id, "owner": "A"});
        let unit = |id: &str| json!({"player": "A", "kind": "army", "territory": id});
        json!({"system": "diplomacy", "position": {"holdings": [of(first), of(second)], "pieces": [unit(first), unit(second)]}})
    };
    assert!(compared(position("vie", "bud"), position("bud", "vie")).is_empty());
    let turns = |first: &str, second: &str| {
        let turn = |at: &str| json!({"actions": [{"type": "hold", "at": at}]});
        json!({"system": "diplomacy", "turns": [turn(first), turn(second)]})
    };
    assert!(!compared(turns("vie", "bud"), turns("bud", "vie")).is_empty());
}

#[test]
fn what_speaks_of_reading_is_no_difference() {
    let game = |inferred: Value, sha: &str| {
        let board = json!({"builtin": "standard", "from": {"name": "map", "sha256": sha}});
        let action = json!({"type": "hold", "piece": "army", "at": "vie", "inferred": inferred});
        json!({"system": "diplomacy", "board": board, "turns": [{"actions": [action]}]})
    };
    assert!(compared(game(json!(["piece"]), "00"), game(json!([]), "11")).is_empty());
}

#[test]
fn provinces_and_moves_have_their_names() {
    let territory = |id: &str, name: &str, kind: &str| json!({"id": id, "name": name, "aliases": [id], "kind": kind});
    let moves = |to: Value| json!([{"from": "vie", "move": "mv", "to": to}]);
    let before = map(
        json!([territory("vie", "Vienna", "land"), territory("bud", "Budapest", "land")]),
        moves(json!(["bud", "tyr"])),
    );
    let after = map(json!([territory("vie", "Vienna", "water")]), moves(json!(["tyr", "gal"])));
    let expected = [
        "moves from Vienna (vie) by mv: to −Budapest (bud)",
        "moves from Vienna (vie) by mv: to +gal",
        "Vienna (vie): kind land → water",
        "Budapest (bud): only in the first",
    ];
    let found = texts(before, after);
    for text in expected {
        assert!(found.iter().any(|found| found == text), "{text}: {found:?}");
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn actions_are_told_in_words() {
    let turn = |to: &str| {
        let action = json!({"type": "move", "player": "F", "piece": "army", "from": "par", "to": to});
        let support = json!({"type": "support", "player": "F", "piece": "army", "at": "mar",
            "supported": {"piece": "army", "from": "par", "to": to}});
        json!({"when": {"season": "spring", "year": 1901, "phase": "movement"}, "actions": [action, support]})
    };
    let game = |to: &str| json!({"system": "diplomacy", "turns": [turn(to)]});
    assert_eq!(
        texts(game("bur"), game("pic")),
        [
            "spring 1901 movement, action 1 (F: move army from par to bur): to bur → pic",
            "spring 1901 movement, action 2 (F: support army at mar (army par to bur)): supported to bur → pic",
        ]
    );
}

#[test]
fn a_part_that_only_one_has_is_told_once_and_so_is_a_field() {
    let turn = |when: bool| match when {
        true => json!({"actions": [{"type": "pass"}], "when": "1999-01-01T00:00"}),
        false => json!({"actions": [{"type": "pass"}]}),
    };
    let game = |when: bool, count: usize| json!({"system": "homeworlds", "turns": vec![turn(when); count]});
    let found = compared(game(true, 5), game(false, 5));
    assert_eq!(found.differences.len(), 5);
    let text = found.text(80, false);
    assert!(text.ends_with("\n\nOnly the first has: when of turns (5).\n"), "{text}");
    assert!(!text.contains("Turns"), "{text}");
    let text = compared(json!({"system": "homeworlds", "title": "x"}), game(true, 5)).text(80, false);
    assert!(text.contains("Game\n  title x → not stated\n\nOnly the second has: turns (5).\n"), "{text}");
}

#[test]
fn long_parts_are_cut_unless_all_is_wanted() {
    let game = |armies: i32| {
        let holding = |id: usize| json!({"territory": format!("t{id}"), "armies": armies});
        json!({"system": "global-war", "position": {"holdings": (0..100).map(holding).collect::<Vec<_>>()}})
    };
    let found = compared(game(1), game(2));
    let (cut, all) = (found.text(80, false), found.text(80, true));
    assert!(cut.contains("  and 40 more (--verbose lists all)\n") && !cut.contains("t60"), "{cut}");
    assert!(all.contains("  t99: armies 1 → 2\n") && !all.contains("more"), "{all}");
}

#[test]
fn lines_have_the_width_that_is_wanted() {
    let game = |name: &str| json!({"system": "power", "players": [{"seat": "Y", "name": name.repeat(9)}], "title": name.repeat(30)});
    for width in [40, 80, 120] {
        let text = compared(game("a b "), game("cd e")).text(width, true);
        assert!(text.lines().all(|line| crate::view::layout::width(line) <= width), "{width}\n{text}");
    }
}

/// Comparing two records with hardly anything in common takes time in proportion to their length, not to its square.
#[test]
fn long_records_are_compared() {
    let game = |word: &str| {
        let turn = |n: usize| json!({"number": n, "actions": [{"type": "build", "piece": "g1", "at": format!("{word}{}", n % 7)}]});
        json!({"system": "homeworlds", "turns": (0..5_000).map(turn).collect::<Vec<_>>()})
    };
    let found = compared(game("a"), game("b"));
    assert_eq!(found.differences.len(), 5_000);
    assert!(found.text(80, false).contains("The first turn that differs is turn 0; there are 5000."));
}

/// A text of a megabyte in an element with very many differences is not scanned again for each of them.
#[test]
fn long_texts_beside_many_differences_cost_little() {
    let game = |to: &str| {
        let path: Vec<String> = (0..20_000).map(|n| format!("{to}{n}")).collect();
        let at = json!({"unknown": "x".repeat(1 << 20)});
        json!({"system": "diplomacy", "board": {"passages": [{"kind": "railway", "at": at, "path": path}]}})
    };
    let found = compared(game("a"), game("b"));
    assert_eq!(found.differences.len(), 20_000);
    let text = found.text(80, false);
    assert!(text.contains("and 19940 more") && text.len() < 10_000, "{}", text.len());
}
