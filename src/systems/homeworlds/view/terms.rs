//! The names of the parts of a Homeworlds game.

use crate::view::Terms;

/// The terms of Homeworlds. Systems need no other name than their id.
pub static TERMS: Terms = Terms { holdings: "Systems", pieces: "Stars and ships", ..Terms::PLAIN };
