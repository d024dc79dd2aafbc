//! Checks the orders of a game by the rules of engines, or by the document of the order notation.
//!
//! Facts about engines were observed by running the Python engine 1.1.2; where the nJudge differs, a message says so.

mod aftermath;
mod coasts;
pub mod codes;
mod completion;
mod context;
mod convoys;
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
use crate::model::{ActionKind, Game};
use crate::rules::{Finding, RuleSet};

pub use convoys::{Convoys, Way};
pub use correction::corrected;
pub use homes::with_homes;

use completion::Missing;
use context::TurnContext;
use judge::Judge;

/// Checks the orders of a game turn by turn. Orders that were not understood, and those under conditions, are skipped.
pub fn check(game: &Game, named_board: &NamedBoard, rules: RuleSet) -> Vec<Finding> {
    found(game, Judge::new(named_board, rules))
}

/// Checks orders that are mailed to the nJudge by its rules.
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

/// Returns whether engines take two orders as the same, with their other names for coasts resolved.
pub fn is_same(a: &ActionKind, b: &ActionKind, named_board: &NamedBoard) -> bool {
    coasts::without_aliases(a, named_board) == coasts::without_aliases(b, named_board)
}

/// Returns the game with its orders completed, where the order alone, the board or the position determines a value:
/// letters of units, coasts, VIA. The fields are listed as inferred.
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
