//! Replays real records of SuperDuperGames from start to end.

use libtest_mimic::Trial;
use ludex::internals::model::Game;
use ludex::internals::rules::RuleSet;
use ludex::internals::systems::homeworlds::rules::{Piece, Server, after, check};
use ludex::internals::text::{Report, Severity};

use super::files::{Origin, Sample};
use super::trial;

/// Records in which the server allowed an illegal action, by name, and the number of the first turn with one.
const BUGS: [(&str, usize); 4] = [("710.raw", 25), ("10237.raw", 77), ("10634.raw", 45), ("23818.raw", 111)];

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.format.id != "homeworlds-sdg" || sample.origin != Origin::Corpus {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("replay"), move || replays(&sample))]
}

fn replays(sample: &Sample) -> Result<(), String> {
    let game = sample.text_format().read(&sample.text(), &mut Report::silent()).ok_or("not read")?;
    let found = check(&game, Server::Sdg, RuleSet::Engine);
    let first =
        found.iter().find(|finding| finding.severity == Severity::Error && finding.path.starts_with("game.turns"));
    let turn = first.and_then(|finding| finding.path.strip_prefix("game.turns[")?.split(']').next()?.parse().ok());
    let expected = BUGS.iter().find(|(name, _)| *name == &*sample.name()).map(|(_, turn)| turn - 1);
    if turn != expected {
        return Err(format!("illegal is turn {turn:?}, where {expected:?} is expected: {first:?}"));
    }
    conserves(&game)
}

/// Checks that the bank and the board together have all pieces of the box after every turn.
fn conserves(game: &Game) -> Result<(), String> {
    for turns in 0..=game.turns.len() {
        let state = after(game, Server::Sdg, turns);
        let on_board: usize = state.systems().map(|system| system.stars().len() + system.ships().count()).sum();
        let in_bank: usize = Piece::all().map(|piece| usize::from(state.in_bank(piece))).sum();
        if on_board + in_bank != 12 * (state.players().count() + 1) {
            return Err(format!("after turn {turns}, {on_board} pieces are on the board and {in_bank} in the bank"));
        }
    }
    Ok(())
}
