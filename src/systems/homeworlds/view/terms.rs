//! What Homeworlds calls the parts of its games.

use crate::view::Terms;

/// Its terms; systems have the names that their ids are.
pub static TERMS: Terms = Terms { holdings: "Systems", pieces: "Stars and ships", ..Terms::PLAIN };
