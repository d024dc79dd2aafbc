//! Terms of Diplomacy for the parts of its games.

use crate::view::Terms;

/// Terms of Diplomacy; provinces are named by the board.
pub static TERMS: Terms = Terms { holdings: "Provinces", pieces: "Units", ..Terms::PLAIN };
