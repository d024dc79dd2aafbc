//! Tests of the pages of long games.

use super::made_games::{diplomacy, homeworlds, power};
use super::war_games::{Options, Random, Style, WarGame};
use super::*;

/// Maximum length of the page of a game with `TURNS` turns, in bytes.
const MAX_PAGE: usize = 1_000_000;
const TURNS: usize = 500;

/// Makes the page of a file, and checks its length.
fn page(desk: &Desk, name: &str) -> String {
    desk.ludex(&format!("page {name} -o site/ -q")).ends(0);
    let place = desk.path("site");
    let pages = fs::read_dir(&place).unwrap().next().unwrap().unwrap().path();
    let html = fs::read_to_string(pages).unwrap();
    assert!(html.len() < MAX_PAGE, "the page of {name} has {} bytes", html.len());
    assert!(html.contains(&format!("<dt>Turns</dt><dd>{TURNS}</dd>")), "{name}");
    assert!(html.contains("id=\"board\"") && html.contains("id=\"slider\""), "{name} has no boards");
    html
}

#[test]
fn the_page_of_a_long_game_of_diplomacy_is_small() {
    let desk = Desk::new();
    desk.put("game.json", diplomacy(&mut Random::new(1), TURNS).to_string());
    let html = page(&desk, "game.json");
    // The earliest turns are left to the script, and the page says so; the last one is there.
    let shown = html.matches("class=\"turn\"").count();
    let left = TURNS - shown;
    let said = format!("{left} turns before these are told with JavaScript alone; `ludex inspect --turn S1901M`");
    assert!(shown > 30 && html.contains(&said), "{shown} turns are shown");
    assert!(html.contains(&format!("id=\"turn-{}\"", TURNS - 1)) && !html.contains("id=\"turn-0\""));
    desk.ludex("inspect --turn S1901M game.json").ends(0).shows(&["1901"]);
    // So is all but the beginning of the text, which is in one line.
    assert!(html.contains("The rest of this line is left out here: with JavaScript all of it is shown."));
    assert!(html.contains("<pre id=\"source-0\" data-more class=\"wrap\""));
}

#[test]
fn the_page_of_a_long_game_of_global_war_is_small() {
    let desk = Desk::new();
    let game = |seed| {
        let options = Options { turns: TURNS, team: false, carrier_losses: 2, is_interrupted: false, vigour: 1 };
        Some(WarGame::play(seed, &options)).filter(|game| game.turns.len() == TURNS)
    };
    let game = (1..200).find_map(game).unwrap();
    desk.put("WAR01.LOG", game.log(&Style::USUAL));
    page(&desk, "WAR01.LOG");
}

#[test]
fn the_page_of_a_long_game_of_homeworlds_is_small() {
    let desk = Desk::new();
    desk.put("made.json", homeworlds(&mut Random::new(1), TURNS, TURNS).to_string());
    desk.ludex("convert made.json -t homeworlds -o game.homeworlds").ends(0);
    page(&desk, "game.homeworlds");
}

#[test]
fn the_page_of_a_long_game_of_power_is_small() {
    let desk = Desk::new();
    // In each round all four players have a turn.
    let made = power(&mut Random::new(1), TURNS / 4);
    // A document is known by its first key.
    desk.put("made.json", format!("{{\"ludex\":1,\"game\":{},\"sources\":[]}}", made["game"]));
    page(&desk, "made.json");
}
