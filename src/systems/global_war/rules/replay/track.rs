//! What one walk knows of a value: what the last line says, and where lines contradict each other, what else it may be.

use super::Owner;
use super::step::{place, seat_number};
use crate::model::{Field, Position};
use crate::systems::global_war::rules::COUNTRIES;

/// A value, as one of the two walks knows it.
#[derive(Debug, Clone, Copy)]
pub struct Track<T> {
    /// What it is by the last line that gives a number.
    pub value: Option<T>,
    /// The step or given position that `value` comes from.
    pub from: u32,
    /// What it is by the lines before that one, where these say something else.
    pub other: Option<T>,
    /// Whether lines contradict each other, and none since has said which is right.
    pub is_doubtful: bool,
}

/// The two values of a country.
#[derive(Debug, Clone, Copy)]
pub struct CountryTrack {
    pub owner: Track<Owner>,
    pub armies: Track<i32>,
}

/// What a walk knows of all countries.
pub type Board = [CountryTrack; COUNTRIES.len()];

/// What is not known at all.
pub const BLANK: Board = [CountryTrack {
    owner: Track { value: None, from: 0, other: None, is_doubtful: false },
    armies: Track { value: None, from: 0, other: None, is_doubtful: false },
}; COUNTRIES.len()];

impl<T: Copy + PartialEq> Track<T> {
    /// A line says what the value is here. What was known and contradicts it, and where that came from, is given back.
    pub fn expect(&mut self, said: T, from: u32) -> Option<(T, u32)> {
        let contradicted = match self.value {
            Some(value) if value != said => {
                let is_other = self.other == Some(said);
                let contradicted = (value, self.from);
                // The lines before the one that was doubted are borne out: that one was wrong.
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

    /// The value is another from here on, whatever it was.
    pub fn set(&mut self, value: Option<T>, from: u32) {
        *self = Track { value, from, other: None, is_doubtful: false };
    }

    /// From here on nothing is known.
    pub fn forget(&mut self) {
        (self.value, self.other) = (None, None);
    }
}

impl Track<i32> {
    /// So many armies come, or go. False where fewer than none would be left: then nothing is known.
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

/// What a position says of each country.
pub type Values = [(Option<Owner>, Option<i32>); COUNTRIES.len()];

/// The owners and armies of a position.
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
