//! Where a value of the record of play stands in the tables.

use std::collections::HashMap;
use std::ptr;

use super::{Found, element};
use crate::model::{Action, Game, Position, Turn};
use crate::tables::definitions::{gives, numbered_turns};
use crate::tables::parts::extras;

/// How many rows of each table stand before each turn and each action.
pub struct RecordRows {
    turns: HashMap<*const Turn, Rows>,
    actions: HashMap<*const Action, Rows>,
}

/// How many rows each table has.
#[derive(Clone, Copy)]
struct Rows {
    turns: usize,
    actions: usize,
    remarks: usize,
    extras: usize,
    holdings: usize,
    pieces: usize,
    gives: usize,
}

impl Rows {
    fn add(&mut self, position: &Position) {
        self.holdings += position.holdings.len();
        self.pieces += position.pieces.len();
    }
}

impl RecordRows {
    /// Counts the rows of a game.
    pub fn new(game: &Game) -> Self {
        let extras = extras(&game.details).len();
        let mut rows = Rows { turns: 0, actions: 0, remarks: 0, extras, holdings: 0, pieces: 0, gives: 0 };
        game.position.iter().for_each(|position| rows.add(position));
        let mut record = RecordRows { turns: HashMap::new(), actions: HashMap::new() };
        for numbered in numbered_turns(game) {
            let turn = numbered.turn;
            record.turns.insert(ptr::from_ref(turn), rows);
            rows.turns += 1;
            rows.remarks += turn.remarks.len();
            rows.extras += turn.extras.len();
            turn.position.iter().for_each(|position| rows.add(position));
            for action in turn.actions.iter().chain(turn.undone.iter().flatten()) {
                record.actions.insert(ptr::from_ref(action), rows);
                rows.actions += 1;
                rows.remarks += action.remarks.len();
                rows.gives += gives(action).len();
            }
        }
        record
    }

    /// Finds what belongs to a turn.
    pub fn place_of<'p>(&self, path: &'p str, game: &Game) -> Option<Found<'p>> {
        let (turn, rest) = turn_at(path, game)?;
        let before = self.turns.get(&ptr::from_ref(turn))?;
        Some(if let Some((action, field)) = element(rest, "actions") {
            self.on_action(turn.actions.get(action)?, field)?
        } else if let Some((list, action, field)) = element_of_list(rest, "undone") {
            self.on_action(turn.undone.get(list)?.get(action)?, field)?
        } else if let Some((place, field)) = element(rest, "remarks") {
            ("remarks", before.remarks + place, field)
        } else if let Some((place, field)) = element(rest, "extras") {
            ("extras", before.extras + place, field)
        } else if let Some((place, field)) = element(rest, "position.holdings") {
            ("holdings", before.holdings + place, field)
        } else if let Some((place, field)) = element(rest, "position.pieces") {
            ("pieces", before.pieces + place, field)
        } else {
            ("turns", before.turns, rest)
        })
    }

    /// Finds what belongs to an action.
    fn on_action<'p>(&self, action: &Action, field: &'p str) -> Option<Found<'p>> {
        let before = self.actions.get(&ptr::from_ref(action))?;
        Some(if let Some((place, field)) = element(field, "remarks") {
            ("remarks", before.remarks + place, field)
        } else if let Some((place, field)) = element(field, "gives") {
            ("action_gives", before.gives + place, field)
        } else {
            ("actions", before.actions, field)
        })
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
