//! The disk in `fixtures/global-war-over-time`: a made-up game of 30 turns, with copies of it. Its files must equal
//! those that are generated here; `LUDEX_RENEW=1` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use super::trial;
use super::war_games::{Options, Style, WarGame};

/// Seed of a game in which the carrier is lost in the 30th turn, and was lost in earlier ones.
const SEED: u64 = 4939;
const GAME: Options = Options { turns: 30, team: false, carrier_losses: 6, is_interrupted: true, vigour: 6 };
/// Seed of a game with other players.
const OTHER_SEED: u64 = 4;
const OTHER: Options = Options { turns: 18, team: false, carrier_losses: 0, is_interrupted: false, vigour: 6 };
/// Turns after which the two copies were made, and the index of Japan, which has ten times the armies in the second.
const COPIED: usize = 12;
const EDITED: usize = 20;
const JAPAN: usize = 18;

pub fn trials() -> Vec<Trial> {
    vec![trial("war_games::the_disk_is_what_is_made".into(), || is_made(&disk()))]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-over-time")
}

fn disk() -> Vec<(&'static str, Vec<u8>)> {
    let style = Style::USUAL;
    let game = WarGame::play(SEED, &GAME);
    let turn = game.interrupted().unwrap();
    let mut edited = game.states[EDITED];
    edited.board[JAPAN].armies *= 10;
    let other = WarGame::play(OTHER_SEED, &OTHER);
    vec![
        ("WAR04.DAT", game.dat(&style)),
        ("WAR04.LOG", game.log(&style)),
        ("WAR04.REC", game.rec(turn, turn.steps.last().unwrap(), game.last(), &style)),
        ("backup/03/WAR04.DAT", game.dat_of(&game.states[COPIED], &style)),
        ("backup/05/WAR04.DAT", game.dat_of(&edited, &style)),
        ("backup/07/WAR04.DAT", other.dat(&style)),
    ]
}

fn is_made(disk: &[(&str, Vec<u8>)]) -> Result<(), String> {
    for (name, bytes) in disk {
        let path = folder().join(name);
        if std::env::var_os("LUDEX_RENEW").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        if fs::read(&path).ok().as_ref() != Some(bytes) {
            return Err(format!("{name} is another; LUDEX_RENEW=1 writes it anew"));
        }
    }
    Ok(())
}
