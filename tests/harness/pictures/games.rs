//! Tests of pictures of random games, which follow the rules.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::model::{Document, System};
use serde_json::Value;

use super::look_through;
use crate::made_games;
use crate::trial;
use crate::tries::tries;
use crate::war_games::Random;

/// Number of games made of each system.
const GAMES: usize = 8;
/// Number of turns of a game of Homeworlds, of rounds of a game of Power, and of phases of a game of Diplomacy.
const TURNS: usize = 60;
const ROUNDS: usize = 12;
const PHASES: usize = 20;
/// Number of moments of a game that are looked at.
const MOMENTS: usize = 8;

pub fn trials() -> Vec<Trial> {
    let of = |name: &str, make: fn(&mut Random) -> Result<Document, String>| {
        trial(format!("pictures::games::{name}"), move || {
            for seed in 0..tries(GAMES) as u64 {
                let document = make(&mut Random::new(seed + 1))?;
                look_through(&document, MOMENTS).map_err(|what| format!("game {seed}: {what}"))?;
            }
            Ok(())
        })
    };
    vec![
        of("homeworlds", |random| document(System::Homeworlds, &made_games::homeworlds(random, 0, TURNS))),
        of("power", |random| document(System::Power, &made_games::power(random, ROUNDS))),
        of("diplomacy", |random| {
            let saved = made_games::diplomacy(random, PHASES).to_string();
            let read = conversion::read("game.json", saved.as_bytes(), &ReadOptions::default());
            read.document.ok_or_else(|| "the saved game is not read".to_owned())
        }),
    ]
}

fn document(system: System, made: &Value) -> Result<Document, String> {
    Document::read_of(system, made).map_err(|e| e.to_string())
}
