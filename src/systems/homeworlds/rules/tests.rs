//! Tests of each code, of the rules that servers differ in, and that no piece is ever lost.

mod codes;
mod play;
mod random;

use serde_json::{Value, json};

use super::{Server, State, check};
use crate::formats::json as documents;
use crate::model::{Game, Seat, TerritoryRef};
use crate::rules::{Finding, RuleSet};
use crate::text::Severity;
use crate::text::tested::saw;

/// Two homeworlds with three ships each, and a system with a ship of Ann alone.
const START: &str = "Ann g3b2 N:g3y1r1 home=N; Bob r1y3 S:g3b1r2 home=S; Mars b1 N:g1y1";

/// Parses pieces written without separators: `g3y1`.
fn pieces(text: &str) -> Vec<&str> {
    (0..text.len() / 2).map(|i| &text[2 * i..2 * i + 2]).collect()
}

/// Parses systems separated by semicolons: id, stars, ships of seats, and the seat whose homeworld it is.
fn position(text: &str) -> Value {
    let (mut all, mut holdings) = (Vec::new(), Vec::new());
    for system in text.split("; ").filter(|system| !system.is_empty()) {
        let mut words = system.split(' ');
        let id = words.next().unwrap();
        for word in words {
            if let Some(seat) = word.strip_prefix("home=") {
                holdings.push(json!({"territory": id, "home": seat}));
            } else if let Some((seat, ships)) = word.split_once(':') {
                all.extend(pieces(ships).iter().map(|kind| json!({"player": seat, "kind": kind, "territory": id})));
            } else {
                all.extend(pieces(word).iter().map(|kind| json!({"kind": kind, "territory": id})));
            }
        }
    }
    json!({"pieces": all, "holdings": holdings})
}

/// Parses an action by its first letter, in the word order of SDG; `k` is an action of another game.
fn action(text: &str) -> Value {
    let words: Vec<&str> = text.split(' ').collect();
    match words.as_slice() {
        ["h", stars, ship, at, rest @ ..] => {
            let stars: Vec<Value> =
                pieces(stars).into_iter().map(|star| if star == "--" { Value::Null } else { json!(star) }).collect();
            let mut setup = json!({"type": "setup", "stars": stars, "piece": ship, "at": at});
            match rest {
                ["*"] => setup["override"] = json!(true),
                [name] => setup["name"] = json!(name),
                _ => {}
            }
            setup
        }
        ["b", at] => json!({"type": "build", "at": at}),
        ["b", piece, at] => json!({"type": "build", "piece": piece, "at": at}),
        ["t", gives, becomes, at] => {
            let gives: Vec<Value> = pieces(gives).iter().map(|piece| json!({"piece": piece, "count": 1})).collect();
            json!({"type": "exchange", "at": at, "gives": gives, "becomes": becomes})
        }
        ["t", becomes, at] => json!({"type": "exchange", "at": at, "gives": "as-needed", "becomes": becomes}),
        ["d", piece, from, star, to] => {
            json!({"type": "discover", "piece": piece, "from": from, "star": star, "to": to})
        }
        ["d", piece, from, star, to, name] => {
            json!({"type": "discover", "piece": piece, "from": from, "star": star, "to": to, "name": name})
        }
        ["m", from, to] => json!({"type": "move", "from": from, "to": to}),
        ["m", piece, from, to] => json!({"type": "move", "piece": piece, "from": from, "to": to}),
        ["a", piece, at] => json!({"type": "capture", "piece": piece, "at": at}),
        ["a", piece, at, owner] => json!({"type": "capture", "piece": piece, "at": at, "owner": owner}),
        ["s", piece, at] => json!({"type": "sacrifice", "piece": piece, "at": at}),
        ["c", at, colour] => json!({"type": "catastrophe", "at": at, "colour": colour}),
        ["p"] => json!({"type": "pass"}),
        ["resign"] => json!({"type": "resign"}),
        ["resign", seat] => json!({"type": "resign", "player": seat}),
        ["out", seat] => json!({"type": "eliminate", "player": seat}),
        ["restart"] => json!({"type": "restart"}),
        ["k"] => json!({"type": "waive"}),
        _ => json!({"type": "unknown", "text": text}),
    }
}

/// Parses a turn such as `N: b g1 Mars; p`; without a seat it is the next player's.
fn turn(text: &str) -> Value {
    let (seat, actions) = match text.split_once(": ") {
        Some((seat, actions)) => (Some(seat), actions),
        None => (None, text),
    };
    let actions: Vec<Value> = actions.split("; ").filter(|action| !action.is_empty()).map(action).collect();
    match seat {
        Some(seat) => json!({"player": seat, "actions": actions}),
        None => json!({"actions": actions}),
    }
}

/// Returns a game with one player for each letter of `seats`: Ann (N), Eve (E), Bob (S), Wim (W).
fn game(seats: &str, start: &str, turns: &[&str]) -> Game {
    let name = |seat| match seat {
        'N' => "Ann",
        'E' => "Eve",
        'S' => "Bob",
        _ => "Wim",
    };
    let players: Vec<Value> = seats.chars().map(|seat| json!({"seat": seat.to_string(), "name": name(seat)})).collect();
    let mut game = json!({"system": "homeworlds", "players": players});
    if !start.is_empty() {
        game["position"] = position(start);
    }
    game["turns"] = turns.iter().map(|text| turn(text)).collect();
    of(&game)
}

fn of(game: &Value) -> Game {
    documents::read(&json!({"ludex": 1, "game": game}).to_string()).unwrap().game
}

/// Formats a finding as a line: `HW101 error turns[0].actions[0]: ...`.
fn line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    format!("{} {severity} {}: {}", finding.code.id, finding.path.trim_start_matches("game."), finding.message)
}

fn lines(game: &Game, server: Server, rules: RuleSet) -> Vec<String> {
    check(game, server, rules).iter().map(line).collect()
}

/// Asserts that a game has exactly these findings.
fn assert_lines<S: AsRef<str> + std::fmt::Debug>(found: &[String], expected: &[S]) {
    let expected: Vec<&str> = expected.iter().map(S::as_ref).collect();
    assert_eq!(found, expected);
    found.iter().for_each(|line| saw(line));
}

/// Formats a system as the tests write it: `b1 N:g1 N:y1`, with its home.
fn shown(state: &State, id: &str) -> Option<String> {
    let system = state.system(&TerritoryRef::new(id))?;
    let stars: String = system.stars().iter().map(|star| star.as_str()).collect();
    let ships: String = system.ships().map(|(piece, owner)| format!(" {owner}:{piece}")).collect();
    let home = system.home().map_or_else(String::new, |home| format!(" home={home}"));
    Some(format!("{stars}{ships}{home}"))
}

fn seat(text: &str) -> Seat {
    Seat::new(text)
}

/// Asserts that all pieces of the box are in the bank or on the board.
fn assert_whole(state: &State) {
    for piece in super::Piece::all() {
        let on_board: usize = state
            .systems()
            .map(|system| {
                let stars = system.stars().iter().filter(|star| **star == piece).count();
                stars + system.ships().filter(|(ship, _)| *ship == piece).count()
            })
            .sum();
        assert_eq!(on_board + usize::from(state.in_bank(piece)), state.players().count() + 1, "{piece}");
    }
}
