//! Games of random actions, most of them illegal: no piece is ever lost, and nothing panics.

use super::*;
use crate::model::{Action, Element};
use crate::systems::homeworlds::rules::{Piece, after};

struct Dice(u64);

impl Dice {
    /// Returns a number below `sides` (xorshift).
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.roll(texts.len())]
    }

    fn piece(&mut self) -> &'static str {
        match self.roll(60) {
            0 => "g4",
            _ => Piece::all().nth(self.roll(Piece::KINDS)).unwrap().as_str(),
        }
    }

    /// Returns a piece and a system, most often those of a ship of the mover.
    fn ship(&mut self, state: &State) -> (String, String) {
        let mover = state.to_move().cloned();
        let mine = |system: crate::systems::homeworlds::rules::System<'_>| {
            let ships: Vec<String> = system
                .ships()
                .filter(|(_, owner)| Some(*owner) == mover.as_ref())
                .map(|(ship, _)| ship.to_string())
                .collect();
            ships.into_iter().map(|ship| (ship, system.id().to_string())).collect::<Vec<_>>()
        };
        let mut ships: Vec<(String, String)> = state.systems().flat_map(mine).collect();
        if ships.is_empty() || self.roll(8) == 0 {
            return (self.piece().to_owned(), self.system().to_owned());
        }
        ships.swap_remove(self.roll(ships.len()))
    }

    fn system(&mut self) -> &'static str {
        self.of(&["A", "B", "C", "D", "E", "F", "G", "H"])
    }

    fn action(&mut self, state: &State) -> String {
        let (ship, at) = self.ship(state);
        let (piece, to) = (self.piece(), self.system());
        let seat = self.of(&["N", "E", "S", "W", "X"]);
        match self.roll(24) {
            0..=5 => format!("b {piece} {at}"),
            6 | 7 => format!("t {ship} {piece} {at}"),
            8..=11 => format!("d {ship} {at} {piece} {to}"),
            12..=14 => format!("m {ship} {at} {to}"),
            15 => format!("a {piece} {at}"),
            16 => format!("a {piece} {at} {seat}"),
            17 | 18 => format!("s {ship} {at}"),
            19 | 20 => format!("c {at} {}", self.of(&["r", "y", "g", "b"])),
            21 => format!("h {piece}{} {} {to}", self.of(&["--", "b1", "g2"]), self.piece()),
            22 => self.of(&["p", "p", "restart", "k", "zz", "m A B", "b A"]).to_owned(),
            _ => match self.roll(60) {
                0 => format!("out {seat}"),
                1 => format!("resign {seat}"),
                _ => "p".to_owned(),
            },
        }
    }
}

/// Returns a start position of random pieces, too many of them.
fn start(dice: &mut Dice) -> String {
    let system = |id: &str, dice: &mut Dice| {
        let (ships, home) =
            (dice.of(&["N:g3y1", "S:b2r1 N:r1", "E:g1g1g1g1g1g1", "W:y3"]), dice.of(&["", " home=N", " home=S"]));
        format!("{id} {}{} {ships}{home}", dice.piece(), dice.piece())
    };
    ["A", "B", "C"].map(|id| system(id, dice)).join("; ")
}

#[test]
fn pieces_are_conserved_whatever_is_played() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for round in 0..240 {
        let seats = ["NS", "NES", "NESW"][round % 3];
        let server = [Server::Sdg, Server::AbstractPlay, Server::Bga, Server::Table][round % 4];
        let begin = if round % 5 == 0 { start(&mut dice) } else { String::new() };
        let mut game = game(seats, &begin, &[]);
        let mut state = State::of(&game, server);
        let mut decided = None;
        assert_whole(&state);
        for (seat, home) in seats.chars().zip(["A", "B", "C", "D"]).filter(|_| begin.is_empty()) {
            let setup = format!("{seat}: h {}{} {} {home}", dice.piece(), dice.piece(), dice.piece());
            game.turns.push(serde_json::from_value(turn(&setup)).unwrap());
        }
        for made in &game.turns {
            state.begin_turn(made.player.as_ref().unwrap()).unwrap();
            made.actions.iter().for_each(|action| _ = state.act(action));
            state.end_turn();
        }
        for _ in 0..60 {
            let mut made = turn("");
            let mover = state.to_move().cloned();
            made["player"] = if dice.roll(20) == 0 { json!("X") } else { json!(mover.unwrap_or(seat("N"))) };
            let mut made: crate::model::Turn = serde_json::from_value(made).unwrap();
            let _ = state.begin_turn(made.player.as_ref().unwrap());
            for _ in 0..=dice.roll(5) {
                let action: Action = serde_json::from_value(action(&dice.action(&state))).unwrap();
                let is_legal = state.clone().act(&action).is_ok();
                // Illegal actions are kept now and then, so that the position stays playable.
                if is_legal || dice.roll(6) == 0 {
                    state.act_noting(&action, &mut Vec::new());
                    made.actions.push(action);
                    assert_whole(&state);
                }
            }
            state.end_turn();
            assert_whole(&state);
            game.turns.push(made);
            if decided.is_none() && state.winners().is_some() {
                decided = Some((game.clone(), state.clone()));
            }
        }
        // If the record has more turns, the win by a variant's rule did not count.
        assert_whole(&after(&game, server, usize::MAX));
        let (record, state) = decided.unwrap_or_else(|| (game.clone(), state));
        assert_eq!(after(&record, server, usize::MAX), state);
        for rules in [RuleSet::Engine, RuleSet::Document, RuleSet::Program(Server::AbstractPlay.id())] {
            check(&game, server, rules);
        }
    }
}

#[test]
fn hostile_positions_and_games_are_taken() {
    let piece = json!({"kind": "g1", "territory": "A", "count": u32::MAX});
    let players: Vec<Value> =
        (0..2000).map(|seat| json!({"seat": seat.to_string(), "name": "x".repeat(500)})).collect();
    let mut game = of(
        &json!({"system": "homeworlds", "players": players, "position": {"pieces": [piece.clone(), piece, {"unknown": "?"}]},
        "turns": [turn("7: b g1 A"), turn("1999: b g1 A"), turn("0: b g1 A; m g1 é/x A")]}),
    );
    assert!(game.position.iter().flat_map(|p| &p.pieces).any(|p| matches!(p, Element::Unknown(_))));
    let found = lines(&game, Server::Sdg, RuleSet::Engine);
    assert!(found.iter().all(|line| line.len() < 300) && found.len() > 3, "{found:#?}");
    game.players.clear();
    check(&game, Server::AbstractPlay, RuleSet::Document);
}
