//! What engines, or the document of the order notation, have against the orders of a game.
//!
//! Facts about engines are those of the Python engine 1.1.2, found by running it; where the nJudge differs, a message
//! says so.

mod aftermath;
mod coasts;
pub mod codes;
mod completion;
mod document;
pub(super) mod grid;
mod implied;
mod judge;
mod movement;
mod order;
mod scene;
mod supply;
mod support;
mod waters;
mod wording;

#[cfg(test)]
mod tests;

use super::Atlas;
use crate::model::{Game, Place, Turn};
use crate::rules::{Finding, RuleSet};

use completion::Missing;
use judge::Judge;
use scene::Scene;

/// What is against the orders of a game, turn by turn. Orders that were not understood, and those under conditions,
/// are passed over.
pub fn check(game: &Game, atlas: &Atlas, rules: RuleSet) -> Vec<Finding> {
    let mut judge = Judge::new(atlas, rules);
    for (index, turn) in game.turns.iter().enumerate() {
        judge.turn(&mut Scene::of(game, index, turn, atlas), turn);
    }
    judge.found.0
}

/// The same game with what its orders leave out filled in, where the order alone, the board or the position determines
/// it: letters of units, coasts, VIA. The fields are listed as inferred.
pub fn completed(game: &Game, atlas: &Atlas) -> Game {
    let mut whole = game.clone();
    for (index, (turn, whole)) in game.turns.iter().zip(&mut whole.turns).enumerate() {
        let scene = Scene::of(game, index, turn, atlas);
        for order in &scene.orders {
            if let Some(action) = whole.actions.get_mut(order.index) {
                Missing::of(&scene, order, atlas).fill(action);
            }
        }
    }
    whole
}

/// The sea route of a convoyed move, where the convoy orders of its turn (and the board) determine exactly one.
pub fn route(turn: &Turn, action_index: usize, atlas: &Atlas) -> Option<Vec<Place>> {
    scene::route(turn, action_index, atlas).map(|route| route.into_iter().cloned().collect())
}
