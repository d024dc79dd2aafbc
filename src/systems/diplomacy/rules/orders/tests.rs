//! Tests each code, the document's examples and tables, and the engine's behaviour, with one order per row.

mod aftermath;
mod completion;
mod document;
mod engine;
mod hostile;

use serde_json::{Value, json};

use super::{Convoys, Way, check, completed, corrected};
use crate::formats::json as documents;
use crate::model::Game;
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::boards;
use crate::text::Severity;
use crate::text::tested::saw;

/// Returns a place as documents have it.
fn place(code: &str) -> String {
    code.to_lowercase().replace("nwy", "nor")
}

/// Takes a unit: its letter, which may be missing, and its place.
fn unit<'t>(words: &mut &[&'t str]) -> (Option<&'static str>, &'t str) {
    let kind = match words[0] {
        "A" => Some("army"),
        "F" => Some("fleet"),
        _ => None,
    };
    let rest = &words[usize::from(kind.is_some())..];
    *words = &rest[1..];
    (kind, rest[0])
}

fn with_piece(mut value: Value, kind: Option<&str>) -> Value {
    if let Some(kind) = kind {
        value["piece"] = json!(kind);
    }
    value
}

/// Reads an order in the notation; `F:` before it names the power, `via ENG NTH` after it the route.
fn order(text: &str) -> Value {
    let (player, text) = text.split_once(": ").map_or((None, text), |(player, text)| (Some(player), text));
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut words = &words[..];
    let mut action = if words == ["WAIVE"] { json!({"type": "waive"}) } else { unit_order(&mut words) };
    if let Some(player) = player {
        action["player"] = json!(player);
    }
    action
}

fn unit_order(words: &mut &[&str]) -> Value {
    let (kind, at) = unit(words);
    let at = place(at);
    let value = match words {
        ["-", to, "VIA"] => json!({"type": "move", "from": at, "to": place(to), "by_convoy": true}),
        ["-", to, "via", route @ ..] => {
            let route: Vec<String> = route.iter().map(|sea| place(sea)).collect();
            json!({"type": "move", "from": at, "to": place(to), "via": route})
        }
        ["-", to] => json!({"type": "move", "from": at, "to": place(to)}),
        ["R", to] => json!({"type": "retreat", "from": at, "to": place(to)}),
        ["B"] => json!({"type": "build", "at": at}),
        ["D"] => json!({"type": "disband", "at": at}),
        ["H"] => json!({"type": "hold", "at": at}),
        [verb, rest @ ..] => {
            let mut rest = rest;
            let (kind, from) = unit(&mut rest);
            let mut other = with_piece(json!({"from": place(from)}), kind);
            if let ["-", to] = rest {
                other["to"] = json!(place(to));
            }
            match *verb {
                "S" => json!({"type": "support", "at": at, "supported": other}),
                _ => json!({"type": "convoy", "at": at, "convoyed": other}),
            }
        }
        [] => panic!("no order"),
    };
    with_piece(value, kind)
}

/// Reads the units of a position, such as `F A PAR`; a dislodged one has its retreats after `>`. `F: PAR BRE` lists the
/// centres that F owns.
fn position(text: &str) -> Option<Value> {
    let (mut pieces, mut holdings) = (Vec::new(), Vec::new());
    for item in text.split(", ").filter(|item| !item.is_empty()) {
        if let Some((owner, owned)) = item.split_once(": ") {
            holdings.extend(owned.split(' ').map(|code| json!({"territory": place(code), "owner": owner})));
            continue;
        }
        let (standing, retreats) = item.split_once(" >").map_or((item, None), |(unit, to)| (unit, Some(to)));
        let words: Vec<&str> = standing.split(' ').collect();
        let (kind, at) = unit(&mut &words[1..]);
        let mut piece = json!({"player": words[0], "kind": kind, "territory": place(at)});
        if let Some(retreats) = retreats {
            piece["status"] = json!("dislodged");
            piece["retreats"] = retreats.split_whitespace().map(place).collect();
        }
        pieces.push(piece);
    }
    (!text.is_empty()).then(|| json!({"pieces": pieces, "holdings": holdings}))
}

/// Creates a game of one turn from the letter of its phase, the position, and orders between semicolons.
fn game(phase: &str, units: &str, orders: &str) -> Game {
    let phase = match phase {
        "M" => "movement",
        "R" => "retreat",
        _ => "adjustment",
    };
    let actions: Vec<Value> = orders.split("; ").map(order).collect();
    let mut turn = json!({"when": {"season": "fall", "year": 1901, "phase": phase}, "actions": actions});
    if let Some(position) = position(units) {
        turn["position"] = position;
    }
    read(json!({"builtin": "standard"}), &[turn])
}

fn read(board: Value, turns: &[Value]) -> Game {
    let document = json!({"ludex": 1, "game": {"system": "diplomacy", "board": board, "turns": turns}});
    documents::read(&document.to_string()).unwrap().game
}

fn found(rules: RuleSet, game: &Game) -> Vec<Finding> {
    check(game, &boards::atlas_of(game).unwrap(), rules)
}

/// Formats a finding in a line, without the turn: `DO102 error actions[0].to: ...`.
fn line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let path = finding.path.strip_prefix("game.turns[0].").unwrap();
    format!("{} {severity} {path}: {}", finding.code.id, finding.message)
}

/// Checks rows of phase, position, orders, and the expected findings: code, severity and path as they are shown, then
/// `|` and a part of the message. Without expectations there must be no finding.
fn expect(rules: RuleSet, rows: &[(&str, &str, &str, &[&str])]) {
    for (phase, units, orders, expected) in rows {
        let lines: Vec<String> = found(rules, &game(phase, units, orders)).iter().map(line).collect();
        let is_met = |(line, expected): (&String, &&str)| {
            let (head, part) = expected.split_once(" | ").unwrap();
            line.starts_with(&format!("{head}: ")) && line.contains(part)
        };
        let fits = lines.len() == expected.len() && lines.iter().zip(*expected).all(is_met);
        assert!(fits, "{orders}\n  of {units:?}\n  found {lines:#?}\n  expected {expected:#?}");
        lines.iter().for_each(|line| saw(line));
    }
}
