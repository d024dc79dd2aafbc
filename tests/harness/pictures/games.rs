//! Games made by chance, by the rules, and drawn.

use libtest_mimic::Trial;
use ludex::internals::model::{Document, System, Turn};
use ludex::internals::systems::homeworlds::rules::{Colour, Piece, Server, State};
use ludex::internals::systems::power::rules::{self as power, Board, Kind, Sector};
use serde_json::{Value, json};

use super::look_through;
use crate::respell::Random;
use crate::trial;

/// Number of games made of each system.
const GAMES: u64 = 8;
/// Numbers of turns of a game of Homeworlds, and of rounds of a game of Power.
const TURNS: usize = 60;
const ROUNDS: usize = 12;
/// Number of moments of a game that are checked.
const MOMENTS: usize = 8;

pub fn trials() -> Vec<Trial> {
    let of = |name: &str, make: fn(&mut Random) -> Value, system| {
        trial(format!("pictures::games::{name}"), move || {
            for seed in 0..GAMES {
                let document =
                    Document::read_of(system, &make(&mut Random::new(seed + 1))).map_err(|e| e.to_string())?;
                look_through(&document, MOMENTS).map_err(|what| format!("game {seed}: {what}"))?;
            }
            Ok(())
        })
    };
    vec![of("homeworlds", homeworlds, System::Homeworlds), of("power", self::power, System::Power)]
}

/// A document of a game.
fn whole(game: Value) -> Value {
    json!({"ludex": 1, "game": game, "sources": []})
}

/// A game of Homeworlds of legal actions, for two to four players.
fn homeworlds(random: &mut Random) -> Value {
    let seats = ["N", "E", "S", "W"];
    let seats: Vec<&str> = match 2 + random.below(3) {
        2 => vec!["N", "S"],
        count => seats[..count].to_vec(),
    };
    let players: Vec<Value> =
        seats.iter().map(|seat| json!({"seat": seat, "name": format!("Player {seat}")})).collect();
    let mut game = json!({"system": "homeworlds", "players": players, "turns": []});
    let empty = Document::read_of(System::Homeworlds, &whole(game.clone())).unwrap();
    let mut state = State::of(&empty.game, Server::Sdg);
    for number in 0..TURNS {
        let Some(mover) = state.to_move().cloned() else { break };
        let is_set_up = state.systems().any(|system| system.home() == Some(&mover));
        // One legal action, of a few dozen tries; else the turn is passed.
        let tried = (0..40).find_map(|_| {
            let action = if is_set_up { action(&state, number, random) } else { setup(mover.as_str(), random) };
            let turn: Turn = serde_json::from_value(json!({"player": mover, "actions": [action.clone()]})).ok()?;
            let mut tried = state.clone();
            tried.begin_turn(&mover).ok()?;
            tried.act(turn.actions.first()?).ok()?;
            tried.end_turn();
            Some((tried, json!([action])))
        });
        let (after, actions) = tried.unwrap_or_else(|| {
            let mut passed = state.clone();
            let _ = passed.begin_turn(&mover);
            passed.end_turn();
            (passed, json!([{"type": "pass"}]))
        });
        game["turns"].as_array_mut().unwrap().push(json!({"number": number + 1, "player": mover, "actions": actions}));
        if after.winners().is_some() {
            break;
        }
        state = after;
    }
    whole(game)
}

fn piece(random: &mut Random) -> &'static str {
    Piece::new(random.pick(&Colour::ALL), 1 + u8::try_from(random.below(3)).unwrap()).unwrap().as_str()
}

fn setup(seat: &str, random: &mut Random) -> Value {
    json!({"type": "setup", "stars": [piece(random), piece(random)], "piece": piece(random), "at": format!("Home {seat}")})
}

fn action(state: &State, number: usize, random: &mut Random) -> Value {
    let systems: Vec<_> = state.systems().collect();
    let at = systems[random.below(systems.len())];
    let to = systems[random.below(systems.len())];
    let ships: Vec<Piece> = at.ships().map(|(ship, _)| ship).collect();
    let ship = if ships.is_empty() { piece(random) } else { ships[random.below(ships.len())].as_str() };
    let (id, ship_to) = (at.id().as_str(), to.id().as_str());
    match random.below(8) {
        0..=2 => json!({"type": "build", "piece": piece(random), "at": id}),
        3 => json!({"type": "exchange", "at": id, "gives": [{"piece": ship, "count": 1}], "becomes": piece(random)}),
        4 | 5 => {
            json!({"type": "discover", "piece": ship, "from": id, "star": piece(random), "to": format!("S{number}")})
        }
        6 => json!({"type": "move", "piece": ship, "from": id, "to": ship_to}),
        _ => match random.below(3) {
            0 => json!({"type": "capture", "piece": ship, "at": id}),
            1 => json!({"type": "sacrifice", "piece": ship, "at": id}),
            _ => json!({"type": "catastrophe", "at": id, "colour": random.pick(&["r", "y", "g", "b"])}),
        },
    }
}

/// A game of Power of moves that pieces can make, and exchanges, from the usual setup.
fn power(random: &mut Random) -> Value {
    let mut board = Board::standard();
    let sectors: Vec<Sector> = Sector::all().collect();
    let mut turns = Vec::new();
    for round in 1..=ROUNDS {
        for colour in power::Colour::ALL {
            let mut actions = Vec::new();
            for _ in 0..random.below(6) {
                let own: Vec<(Sector, Kind)> = sectors
                    .iter()
                    .flat_map(|at| board.stacks(*at).map(|stack| (*at, stack)))
                    .filter(|(_, (owner, _, _))| *owner == colour)
                    .map(|(at, (_, kind, _))| (at, kind))
                    .collect();
                let Some((from, kind)) = own.get(random.below(own.len())).copied() else { break };
                if random.below(6) == 0 {
                    let gives = json!([{"piece": kind.name(), "count": 1 + random.below(3)}]);
                    let becomes = random.pick(&Kind::ALL).name();
                    actions.push(json!({"type": "exchange", "at": from.code(), "gives": gives, "becomes": becomes}));
                    continue;
                }
                let to = sectors[random.below(sectors.len())];
                if power::reaches(kind, from, to) {
                    board.take(from, colour, kind, 1);
                    board.add(to, colour, kind, 1);
                    let (from, to) = (from.code(), to.code());
                    actions.push(json!({"type": "move", "piece": kind.name(), "from": from, "to": to}));
                }
            }
            turns.push(json!({"number": round, "player": colour.seat(), "actions": actions}));
        }
    }
    let players: Vec<Value> = power::Colour::ALL.iter().map(|colour| json!({"seat": colour.seat()})).collect();
    whole(json!({"system": "power", "players": players, "turns": turns}))
}
