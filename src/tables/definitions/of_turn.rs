//! Rows that belong to a turn or to an action.

use crate::model::{Action, Element, Game, Turn};
use crate::tables::element::Holder;
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

/// The actions of a game, each with the number of its turn and its own there.
pub fn numbered_actions(game: &Game) -> impl Iterator<Item = (usize, usize, &Action)> {
    let turns = game.turns.iter().zip(1..);
    turns.flat_map(|(turn, number)| turn.actions.iter().zip(1..).map(move |(action, place)| (number, place, action)))
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
    content.document.to_mut().game.turns.get_mut(place)
}

/// The action that the row of that place belongs to; numbers that no turn and no action of it have are refused.
pub fn action_of<'c>(
    content: &'c mut Content<'_>,
    turn: usize,
    action: usize,
    row: usize,
    refuse: &mut Refuse<'_>,
) -> Option<&'c mut Action> {
    let place = content.numbers.turn(turn).and_then(|turn| content.numbers.action(turn, action));
    let turn = turn_of(content, turn, row, refuse)?;
    if place.is_none() {
        refuse(row, "action", Misfit::no_such("the number of an action of that turn"));
    }
    turn.actions.get_mut(place?)
}
