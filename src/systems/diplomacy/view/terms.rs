//! What Diplomacy calls the parts of its games.

use crate::view::Terms;

/// Its terms; the board names the provinces.
pub static TERMS: Terms = Terms { holdings: "Provinces", pieces: "Units", ..Terms::PLAIN };
