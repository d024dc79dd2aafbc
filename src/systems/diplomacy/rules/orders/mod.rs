//! What engines, or the document of the order notation, have against the orders of a game.
//!
//! Facts about engines are those of the Python engine 1.1.2, found by running it; where the nJudge differs, a message
//! says so.

mod aftermath;
mod coasts;
pub mod codes;
mod completion;
mod context;
mod correction;
mod document;
pub(super) mod graph;
mod homes;
mod implied;
mod judge;
mod movement;
mod order;
mod sea_components;
mod supply;
mod support;
mod wording;

#[cfg(test)]
mod tests;

use super::NamedBoard;
use crate::model::{ActionKind, Game, TerritoryRef, Turn};
use crate::rules::{Finding, RuleSet};

pub use correction::corrected;
pub use homes::with_homes;

use completion::Missing;
use context::TurnContext;
use judge::Judge;

/// What is against the orders of a game, turn by turn. Orders that were not understood, and those under conditions,
/// are passed over.
pub fn check(game: &Game, named_board: &NamedBoard, rules: RuleSet) -> Vec<Finding> {
    found(game, Judge::new(named_board, rules))
}

/// What the nJudge has against the orders that are mailed to it.
pub fn check_mail(game: &Game, named_board: &NamedBoard, rules: RuleSet) -> Vec<Finding> {
    let mut judge = Judge::new(named_board, rules);
    judge.is_mail = true;
    found(game, judge)
}

fn found<'g>(game: &'g Game, mut judge: Judge<'g>) -> Vec<Finding> {
    let named_board = judge.named_board;
    for (index, turn) in game.turns.iter().enumerate() {
        judge.turn(&mut TurnContext::of(game, index, turn, named_board), turn);
    }
    judge.found.0
}

/// Whether engines take two orders for the same: coasts that they have other names for are equal.
pub fn is_same(a: &ActionKind, b: &ActionKind, named_board: &NamedBoard) -> bool {
    coasts::without_aliases(a, named_board) == coasts::without_aliases(b, named_board)
}

/// The same game with what its orders leave out filled in, where the order alone, the board or the position determines
/// it: letters of units, coasts, VIA. The fields are listed as inferred.
pub fn completed(game: &Game, named_board: &NamedBoard) -> Game {
    let mut whole = game.clone();
    for (index, (turn, whole)) in game.turns.iter().zip(&mut whole.turns).enumerate() {
        let context = TurnContext::of(game, index, turn, named_board);
        for order in &context.orders {
            if let Some(action) = whole.actions.get_mut(order.index) {
                Missing::of(&context, order, named_board).fill(action);
            }
        }
    }
    whole
}

/// What comes of a convoyed move whose route is not determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutRoute {
    /// Nobody convoys the army, and it can walk.
    Walks,
    /// The army stays where it is.
    Stays,
    /// It goes by one route or another.
    Unclear,
}

/// What comes of a convoyed move that has no route, by the convoy orders of its turn.
pub fn without_route(turn: &Turn, action_index: usize, named_board: &NamedBoard) -> WithoutRoute {
    context::without_route(turn, action_index, named_board).unwrap_or(WithoutRoute::Unclear)
}

/// The sea route of a convoyed move, where the convoy orders of its turn (and the board) determine exactly one.
pub fn route(turn: &Turn, action_index: usize, named_board: &NamedBoard) -> Option<Vec<TerritoryRef>> {
    context::route(turn, action_index, named_board).map(|route| route.into_iter().cloned().collect())
}
