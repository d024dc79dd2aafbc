//! Where a value of the record of play stands in the tables.

use std::ptr;

use super::{Found, element};
use crate::model::{Action, Game, Turn};
use crate::tables::definitions::{gives, numbered_turns};
use crate::tables::parts::extras;

/// Finds what belongs to a turn.
pub fn on_record<'p>(path: &'p str, game: &Game) -> Option<Found<'p>> {
    let (turn, rest) = turn_at(path, game)?;
    let positions = || game.position.iter().chain(before(game, turn).filter_map(|turn| turn.position.as_ref()));
    Some(if let Some((action, field)) = element(rest, "actions") {
        on_action(game, turn, action, field)
    } else if let Some((list, action, field)) = element_of_list(rest, "undone") {
        let others = turn.actions.len() + sum(turn.undone.iter().take(list).map(Vec::len));
        on_action(game, turn, others + action, field)
    } else if let Some((place, field)) = element(rest, "remarks") {
        ("remarks", sum(before(game, turn).map(remarks)) + place, field)
    } else if let Some((place, field)) = element(rest, "extras") {
        let of_others = sum(before(game, turn).map(|turn| turn.extras.len()));
        ("extras", extras(&game.details).len() + of_others + place, field)
    } else if let Some((place, field)) = element(rest, "position.holdings") {
        ("holdings", sum(positions().map(|position| position.holdings.len())) + place, field)
    } else if let Some((place, field)) = element(rest, "position.pieces") {
        ("pieces", sum(positions().map(|position| position.pieces.len())) + place, field)
    } else {
        ("turns", before(game, turn).count(), rest)
    })
}

/// Finds what belongs to an action of a turn, by its place among those that stand and those that were undone.
fn on_action<'p>(game: &Game, turn: &Turn, action: usize, field: &'p str) -> Found<'p> {
    let in_turn = || actions(turn).take(action);
    if let Some((place, field)) = element(field, "remarks") {
        let of_others = sum(before(game, turn).map(remarks)) + turn.remarks.len();
        ("remarks", of_others + sum(in_turn().map(|action| action.remarks.len())) + place, field)
    } else if let Some((place, field)) = element(field, "gives") {
        let others = before(game, turn).flat_map(actions).chain(in_turn());
        ("action_gives", sum(others.map(|action| gives(action).len())) + place, field)
    } else {
        ("actions", before(game, turn).flat_map(actions).count() + action, field)
    }
}

/// The turn that a path begins with, and the rest of the path.
fn turn_at<'g, 'p>(path: &'p str, game: &'g Game) -> Option<(&'g Turn, &'p str)> {
    let (index, mut rest) = element(path, "turns")?;
    let mut turn = game.turns.get(index)?;
    while let Some((list, index, further)) = element_of_list(rest, "alternatives") {
        turn = turn.alternatives.get(list)?.get(index)?;
        rest = further;
    }
    Some((turn, rest))
}

/// The indexes and the rest of `list[index][index].rest`.
fn element_of_list<'p>(path: &'p str, list: &str) -> Option<(usize, usize, &'p str)> {
    let (outer, rest) = element(path, list)?;
    let (inner, rest) = element(rest, "")?;
    Some((outer, inner, rest))
}

/// The turns that stand before one in the tables.
fn before<'g>(game: &'g Game, turn: &'g Turn) -> impl Iterator<Item = &'g Turn> {
    numbered_turns(game).map(|numbered| numbered.turn).take_while(|other| !ptr::eq(*other, turn))
}

/// The actions of a turn in the order of the tables.
fn actions(turn: &Turn) -> impl Iterator<Item = &Action> {
    turn.actions.iter().chain(turn.undone.iter().flatten())
}

/// How many remarks a turn and its actions have.
fn remarks(turn: &Turn) -> usize {
    turn.remarks.len() + sum(actions(turn).map(|action| action.remarks.len()))
}

fn sum(rows: impl Iterator<Item = usize>) -> usize {
    rows.sum()
}
