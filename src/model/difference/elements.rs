//! Elements of lists that are compared.

use std::cell::Cell;

use serde_json::Value;

use super::{below, path_of_turn, take_out, value_of_turn};
use crate::model::Turn;

/// The elements of a list.
pub trait Elements {
    fn len(&self) -> usize;

    /// Returns what a function says of an element.
    fn with<R>(&self, index: usize, of: impl FnOnce(&Value) -> R) -> R;

    /// Returns an element that is not needed again.
    fn take(&mut self, index: usize) -> Value;

    /// Returns whether an element is the same as one of another list.
    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool;
}

impl Elements for [Value] {
    fn len(&self) -> usize {
        self.len()
    }

    fn with<R>(&self, index: usize, of: impl FnOnce(&Value) -> R) -> R {
        of(&self[index])
    }

    fn take(&mut self, index: usize) -> Value {
        self[index].take()
    }

    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        self[index] == other[other_index]
    }
}

/// Turns, which become values when they are needed.
pub struct Turns<'t> {
    all: &'t [Turn],
    /// Indices of those that are compared.
    left: &'t [usize],
    /// Sorted paths that are not compared.
    known: &'t [&'t str],
    /// Whether a turn of either game is long.
    is_long: bool,
    /// The one that was needed last, with its index in `left`: one turn may have thousands of actions.
    last: Cell<Option<(usize, Value)>>,
}

impl<'t> Turns<'t> {
    pub fn new(all: &'t [Turn], left: &'t [usize], known: &'t [&'t str], is_long: bool) -> Self {
        Turns { all, left, known, is_long, last: Cell::new(None) }
    }

    fn value(&self, index: usize) -> Value {
        if let Some((_, value)) = self.last.take().filter(|(last, _)| *last == index) {
            return value;
        }
        let number = self.left[index];
        let mut value = value_of_turn(&self.all[number], self.is_long);
        take_out(&path_of_turn(number), &mut value, self.known);
        value
    }
}

impl Elements for Turns<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn with<R>(&self, index: usize, of: impl FnOnce(&Value) -> R) -> R {
        let value = self.value(index);
        let result = of(&value);
        self.last.set(Some((index, value)));
        result
    }

    fn take(&mut self, index: usize) -> Value {
        self.value(index)
    }

    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        let own = self.left[index];
        if below(&path_of_turn(own), self.known).is_empty() {
            self.all[own] == other.all[other.left[other_index]]
        } else {
            self.with(index, |value| other.with(other_index, |other| value == other))
        }
    }
}
