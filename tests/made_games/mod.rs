//! Random games of Homeworlds, Power and Diplomacy, shared by tests.

use std::collections::{BTreeMap, HashMap, HashSet};

use ludex::internals::model::{Document, System, Turn};
use ludex::internals::systems::homeworlds::rules::{Colour, Piece, Server, State};
use ludex::internals::systems::power::rules::{self as power, Board, Kind, Sector};
use serde_json::{Value, json};

use crate::war_games::Random;

/// Returns a document with a game.
fn whole(game: Value) -> Value {
    json!({"ludex": 1, "game": game, "sources": []})
}

/// Makes a random game of Homeworlds for two to four players, in which all actions are legal. Nobody wins before the turn
/// `least`, and it ends with the turn `most`.
pub fn homeworlds(random: &mut Random, least: usize, most: usize) -> Value {
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
    for number in 0..most {
        let Some(mover) = state.to_move().cloned() else { break };
        let is_set_up = state.systems().any(|system| system.home() == Some(&mover));
        // The first of 40 random actions that is legal; if none is, the turn is passed.
        let tried = (0..40).find_map(|_| {
            let action = if is_set_up { action(&state, number, random) } else { setup(mover.as_str(), random) };
            let turn: Turn = serde_json::from_value(json!({"player": mover, "actions": [action.clone()]})).ok()?;
            let mut tried = state.clone();
            tried.begin_turn(&mover).ok()?;
            tried.act(turn.actions.first()?).ok()?;
            tried.end_turn();
            let is_too_early = number < least && tried.winners().is_some();
            (!is_too_early).then(|| (tried, json!([action])))
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
    Piece::new(*random.pick(&Colour::ALL), 1 + u8::try_from(random.below(3)).unwrap()).unwrap().as_str()
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
            _ => json!({"type": "catastrophe", "at": id, "colour": *random.pick(&["r", "y", "g", "b"])}),
        },
    }
}

/// Makes a random game of Power from the usual setup, with moves that pieces can make and exchanges.
pub fn power(random: &mut Random, rounds: usize) -> Value {
    let mut board = Board::standard();
    let sectors: Vec<Sector> = Sector::all().collect();
    let setup = |at: &Sector| {
        let piece = |(colour, kind, count): (power::Colour, Kind, u32)| json!({"player": colour.seat(), "kind": kind.name(), "territory": at.code(), "count": count});
        board.stacks(*at).map(piece).collect::<Vec<_>>()
    };
    let pieces: Vec<Value> = sectors.iter().flat_map(setup).collect();
    let mut turns = Vec::new();
    for round in 1..=rounds {
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
    whole(json!({"system": "power", "players": players, "position": {"pieces": pieces}, "turns": turns}))
}

/// Starting units of the powers of Diplomacy.
const POWERS: [(&str, &[&str]); 7] = [
    ("AUSTRIA", &["A bud", "A vie", "F tri"]),
    ("ENGLAND", &["F edi", "F lon", "A lvp"]),
    ("FRANCE", &["F bre", "A mar", "A par"]),
    ("GERMANY", &["F kie", "A ber", "A mun"]),
    ("ITALY", &["F nap", "A rom", "A ven"]),
    ("RUSSIA", &["A war", "A mos", "F sev", "F stp/sc"]),
    ("TURKEY", &["F ank", "A con", "A smy"]),
];

/// A unit of Diplomacy: the index of its power, its kind, and its place.
#[derive(Clone)]
struct Unit {
    power: usize,
    kind: &'static str,
    at: String,
}

impl Unit {
    fn province(&self) -> &str {
        province(&self.at)
    }

    /// Returns the places that it can move to.
    fn targets<'m>(&self, moves: &'m HashMap<String, Vec<String>>) -> &'m [String] {
        let way = if self.kind == "A" { "mv" } else { self.at.split('/').nth(1).unwrap_or("xc") };
        moves.get(&format!("{}-{way}", self.province())).map_or(&[], Vec::as_slice)
    }

    fn written(&self) -> String {
        format!("{} {}", self.kind, self.at.to_uppercase())
    }
}

fn province(place: &str) -> &str {
    place.split('/').next().unwrap_or(place)
}

/// Makes a random saved game of Diplomacy with that many movement phases. The 22 units move, support and convoy at random;
/// who is not in a way comes through.
pub fn diplomacy(random: &mut Random, phases: usize) -> Value {
    // The engine has another abbreviation of Norway.
    let map = include_str!("../../src/systems/diplomacy/map.standard").replace("nor", "nwy");
    let of_move = |line: &str| {
        let (from, to) = line.split_once(": ")?;
        Some((from.to_owned(), to.split_whitespace().map(str::to_owned).collect()))
    };
    let moves: HashMap<String, Vec<String>> = map.lines().filter_map(of_move).collect();
    let centre = |line: &str| {
        let mut words = line.split_once(", ")?.1.split_whitespace();
        (!matches!(words.next()?, "l" | "w")).then(|| words.next().map(str::to_owned))?
    };
    let centres: HashSet<String> = map.lines().take_while(|line| *line != "-1").filter_map(centre).collect();
    let kind = |text: &str| if text.starts_with('A') { "A" } else { "F" };
    let start = POWERS.iter().enumerate().flat_map(|(power, (_, units))| units.iter().map(move |unit| (power, *unit)));
    let mut units: Vec<Unit> =
        start.map(|(power, unit)| Unit { power, kind: kind(unit), at: unit[2..].to_owned() }).collect();
    let homes: Vec<Vec<String>> = POWERS
        .iter()
        .map(|(_, units)| units.iter().map(|unit| province(&unit[2..]).to_uppercase()).collect())
        .collect();
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    owners.extend(
        homes.iter().enumerate().flat_map(|(power, homes)| homes.iter().map(move |home| (home.clone(), power))),
    );
    let of_power = |value: &dyn Fn(usize) -> Value| -> Value {
        POWERS.iter().enumerate().map(|(power, (name, _))| ((*name).to_owned(), value(power))).collect()
    };
    let mut made = Vec::new();
    for phase in 0..phases {
        let name = format!("{}{}M", if phase % 2 == 0 { "S" } else { "F" }, 1901 + phase / 2);
        let written = |power: usize| units.iter().filter(|unit| unit.power == power).map(Unit::written).collect();
        let owned =
            |power: usize| owners.iter().filter(|(_, owner)| **owner == power).map(|(at, _)| at.clone()).collect();
        let state = json!({
            "timestamp": 1_795_515_858_169_461_u64 + random.below(1 << 40) as u64,
            "zobrist_hash": random.below(1 << 60).to_string(),
            "note": "",
            "name": name,
            "units": of_power(&written),
            "retreats": of_power(&|_| json!({})),
            "centers": of_power(&owned),
            "homes": of_power(&|power| homes[power].clone().into()),
            "civil_disorder": of_power(&|_| 0.into()),
            "builds": of_power(&|_| json!({"count": 0, "homes": []})),
            "map": "standard",
            "rules": ["NO_PRESS", "POWER_CHOICE"],
        });
        let before = units.clone();
        let (mut orders, mut results) = (vec![Vec::new(); POWERS.len()], serde_json::Map::new());
        for (i, unit) in before.iter().enumerate() {
            let target = random.pick(unit.targets(&moves)).clone();
            let near = |at: &str| unit.targets(&moves).iter().any(|target| province(target) == province(at));
            let helped: Vec<&Unit> = before.iter().filter(|other| near(&other.at)).collect();
            let is_alone = helped.is_empty();
            let (order, result) = match random.below(100) {
                0..50 => {
                    let is_taken = units.iter().any(|other| other.province() == province(&target));
                    if !is_taken {
                        units[i].at.clone_from(&target);
                    }
                    (format!("- {}", target.to_uppercase()), is_taken.then_some("bounce"))
                }
                50..75 if !is_alone => {
                    let other = random.pick(&helped);
                    let to = random.pick(other.targets(&moves)).clone();
                    let way =
                        if random.chance(70) && near(&to) { format!(" - {}", province(&to)) } else { String::new() };
                    let is_cut = random.chance(25).then_some("cut");
                    (format!("S {}{}", other.written(), way.to_uppercase()), is_cut)
                }
                75..80 if unit.kind == "F" && !is_alone => {
                    let other = random.pick(&helped);
                    let to = random.pick(unit.targets(&moves)).to_uppercase();
                    (format!("C A {} - {}", other.province().to_uppercase(), province(&to)), Some("void"))
                }
                _ => ("H".to_owned(), None),
            };
            orders[unit.power].push(format!("{} {order}", unit.written()));
            results.insert(unit.written(), result.into_iter().collect());
        }
        if phase % 2 == 1 {
            for unit in units.iter().filter(|unit| centres.contains(unit.province())) {
                owners.insert(unit.province().to_uppercase(), unit.power);
            }
        }
        let orders = of_power(&|power| orders[power].clone().into());
        made.push(json!({"name": name, "state": state, "orders": orders, "results": results, "messages": []}));
    }
    json!({"id": "made", "map": "standard", "rules": ["NO_PRESS", "POWER_CHOICE"], "phases": made})
}
