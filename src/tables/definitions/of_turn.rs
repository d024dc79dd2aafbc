//! Rows that belong to a turn or to an action.

use std::iter;

use crate::model::{Action, Element, Game, Turn};
use crate::tables::element::Holder;
use crate::tables::numbers::ActionNumber;
use crate::tables::stored::Stored;
use crate::tables::{Bound, Column, Content, Empty, Misfit, Refuse};

/// A row that belongs to a turn, or to the game itself.
#[derive(Debug, Clone, Default)]
pub struct OfTurn<T> {
    /// The number of the turn; nothing where it belongs to the game.
    pub turn: Option<usize>,
    /// What the row holds.
    pub value: T,
}

impl<T> OfTurn<T> {
    /// The column of the turn.
    pub const fn turn(meaning: &'static str) -> Bound<Self> {
        let column = Column::new("turn", <Option<usize> as Stored>::KIND, Empty::Absent, meaning);
        let bound =
            Bound { column, value: |_, row: &Self| row.turn.value(), store: Some(|row, value| row.turn.store(value)) };
        bound.refers_to("turns", "turn")
    }
}

impl<T> Holder for OfTurn<Element<T>> {
    type Item = T;

    fn element(&self) -> &Element<T> {
        &self.value
    }

    fn element_mut(&mut self) -> &mut Element<T> {
        &mut self.value
    }
}

/// A turn with what it has in tables.
#[derive(Debug, Clone, Copy)]
pub struct NumberedTurn<'g> {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the turn that it is an alternative to, and that of the alternative, from 1.
    pub alternative_to: Option<(usize, usize)>,
    /// The turn.
    pub turn: &'g Turn,
}

/// All turns of a game in the order of their numbers: each turn, then those of its alternatives.
///
/// It keeps a list of what is yet to come, as calls within calls would overflow where alternatives go deep.
pub fn numbered_turns(game: &Game) -> impl Iterator<Item = NumberedTurn<'_>> {
    let mut lines = vec![(None, game.turns.iter())];
    let mut last = 0;
    iter::from_fn(move || {
        loop {
            let (alternative_to, line) = lines.last_mut()?;
            let (alternative_to, Some(turn)) = (*alternative_to, line.next()) else {
                lines.pop();
                continue;
            };
            last += 1;
            let number = last;
            let alternatives = turn.alternatives.iter().enumerate().rev();
            lines.extend(alternatives.map(|(place, turns)| (Some((number, place + 1)), turns.iter())));
            return Some(NumberedTurn { number, alternative_to, turn });
        }
    })
}

/// The actions of a turn, each with its numbers: what stands, then what was undone.
pub fn actions_of(
    NumberedTurn { number, turn, .. }: NumberedTurn<'_>,
) -> impl Iterator<Item = (ActionNumber, &Action)> {
    let undone = turn.undone.iter().zip(1..).map(|(actions, number)| (Some(number), actions));
    iter::once((None, &turn.actions)).chain(undone).flat_map(move |(undone, actions)| {
        let numbered = move |(made, action)| (ActionNumber { turn: number, undone, action }, made);
        actions.iter().zip(1..).map(numbered)
    })
}

/// The actions of a game, each with its numbers.
pub fn numbered_actions(game: &Game) -> impl Iterator<Item = (ActionNumber, &Action)> {
    numbered_turns(game).flat_map(actions_of)
}

/// The turn that the row of that place belongs to; a number that no turn has is refused.
pub fn turn_of<'c>(
    content: &'c mut Content<'_>,
    turn: usize,
    row: usize,
    refuse: &mut Refuse<'_>,
) -> Option<&'c mut Turn> {
    let Some(place) = content.numbers.turn(turn) else {
        refuse(row, "turn", Misfit::no_such("the number of a row of the table turns"));
        return None;
    };
    content.numbers.turn_mut(&mut content.document.to_mut().game.turns, place)
}

/// The list of an action that the row of that place belongs to; numbers that no turn and no list of it have are
/// refused.
pub fn list_of<'c>(
    content: &'c mut Content<'_>,
    action: ActionNumber,
    row: usize,
    refuse: &mut Refuse<'_>,
) -> Option<&'c mut Vec<Action>> {
    let list = content.numbers.list(action);
    let turn = turn_of(content, action.turn, row, refuse)?;
    if list.is_none() {
        refuse(row, "undone", Misfit::no_such("a number in the cell undone of that turn"));
    }
    match list?.checked_sub(1) {
        None => Some(&mut turn.actions),
        Some(undone) => turn.undone.get_mut(undone),
    }
}

/// The action that the row of that place belongs to; numbers that no turn and no action of it have are refused.
pub fn action_of<'c>(
    content: &'c mut Content<'_>,
    action: ActionNumber,
    row: usize,
    refuse: &mut Refuse<'_>,
) -> Option<&'c mut Action> {
    let place = content.numbers.action(action);
    let actions = list_of(content, action, row, refuse)?;
    if place.is_none() {
        refuse(row, "action", Misfit::no_such("the number of an action of that turn"));
    }
    actions.get_mut(place?)
}
