//! A walk's knowledge of a value: the value by the last line and, if lines contradict each other, the alternative.

use super::Owner;
use super::step::{place, seat_number};
use crate::model::{Field, Position};
use crate::systems::global_war::rules::COUNTRIES;

/// A value as known to one of the two walks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Track<T> {
    /// The value by the last line that gives a number; `None` if unknown.
    pub value: Option<T>,
    /// Source number of the step or given position that `value` comes from.
    pub from: u32,
    /// The value by the lines before that one, if these contradict it.
    pub other: Option<T>,
    /// Whether lines contradict each other, and no later line has confirmed either of them.
    pub is_doubtful: bool,
}

/// The two values of a country.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountryTrack {
    pub owner: Track<Owner>,
    pub armies: Track<i32>,
}

/// The values of all countries as known to a walk.
pub type Board = [CountryTrack; COUNTRIES.len()];

/// A board with no known values.
pub const BLANK: Board = [CountryTrack {
    owner: Track { value: None, from: 0, other: None, is_doubtful: false },
    armies: Track { value: None, from: 0, other: None, is_doubtful: false },
}; COUNTRIES.len()];

impl<T: Copy + PartialEq> Track<T> {
    /// Takes in the value that a line states. Returns the known value that it contradicts and the source of that value.
    pub fn expect(&mut self, said: T, from: u32) -> Option<(T, u32)> {
        let contradicted = match self.value {
            Some(value) if value != said => {
                let is_other = self.other == Some(said);
                let contradicted = (value, self.from);
                // This line confirms the lines before the doubted one, so that the doubted one was wrong.
                (self.other, self.is_doubtful) = if is_other { (None, false) } else { (Some(value), true) };
                (!is_other).then_some(contradicted)
            }
            Some(_) => {
                (self.other, self.is_doubtful) = (None, false);
                None
            }
            None => {
                self.other = None;
                None
            }
        };
        (self.value, self.from) = (Some(said), from);
        contradicted
    }

    /// Replaces the value, regardless of the one known so far.
    pub fn set(&mut self, value: Option<T>, from: u32) {
        *self = Track { value, from, other: None, is_doubtful: false };
    }

    /// Marks the value as unknown from here on.
    pub fn forget(&mut self) {
        (self.value, self.other) = (None, None);
    }
}

impl Track<i32> {
    /// Adds armies (or removes them, if negative). Returns `false` if fewer than none would be left; the value is then
    /// unknown.
    pub fn shift(&mut self, armies: i64) -> bool {
        let shifted = |value: Option<i32>| {
            let sum = value.map(|value| i64::from(value) + armies);
            (sum.and_then(|sum| i32::try_from(sum).ok()).filter(|&sum| sum >= 0), sum.is_none_or(|sum| sum >= 0))
        };
        let is_possible;
        (self.value, is_possible) = shifted(self.value);
        (self.other, _) = shifted(self.other);
        self.is_doubtful |= !is_possible;
        is_possible
    }
}

/// The owner and the armies of each country in a position, in the order of [`COUNTRIES`]; `None` for unknown values.
pub type Values = [(Option<Owner>, Option<i32>); COUNTRIES.len()];

/// Returns the owners and armies of a position.
pub fn given_values(position: &Position) -> Values {
    let mut values = [(None, None); COUNTRIES.len()];
    for holding in &position.holdings {
        let Some(value) = place(&holding.territory).and_then(|place| values.get_mut(usize::from(place))) else {
            continue;
        };
        let owner = match &holding.owner {
            Field::Known(None) => Some(0),
            Field::Known(Some(seat)) => seat_number(seat),
            _ => None,
        };
        *value = (owner, holding.armies.known().copied());
    }
    values
}
