//! Elements of lists that are compared.

use std::borrow::Cow;

use serde_json::Value;

use super::{below, path_of_turn, take_out, value_of};
use crate::model::Turn;

/// The elements of a list.
pub trait Elements {
    fn len(&self) -> usize;

    fn get(&self, index: usize) -> Cow<'_, Value>;

    /// Returns an element that is not needed again.
    fn take(&mut self, index: usize) -> Value;

    /// Returns whether an element is the same as one of another list.
    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool;
}

impl Elements for [Value] {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Cow<'_, Value> {
        Cow::Borrowed(&self[index])
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
    pub all: &'t [Turn],
    /// Indices of those that are compared.
    pub left: &'t [usize],
    /// Sorted paths that are not compared.
    pub known: &'t [&'t str],
}

impl Elements for Turns<'_> {
    fn len(&self) -> usize {
        self.left.len()
    }

    fn get(&self, index: usize) -> Cow<'_, Value> {
        let index = self.left[index];
        let mut value = value_of(&self.all[index]);
        take_out(&path_of_turn(index), &mut value, self.known);
        Cow::Owned(value)
    }

    fn take(&mut self, index: usize) -> Value {
        self.get(index).into_owned()
    }

    fn is_same(&self, index: usize, other: &Self, other_index: usize) -> bool {
        let own = self.left[index];
        if below(&path_of_turn(own), self.known).is_empty() {
            self.all[own] == other.all[other.left[other_index]]
        } else {
            self.get(index) == other.get(other_index)
        }
    }
}
