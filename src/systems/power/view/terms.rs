//! Terms of Power for the parts of its games.

use crate::model::Seat;
use crate::systems::power::rules::Colour;
use crate::view::Terms;

/// Terms of Power; sectors have no names.
pub static TERMS: Terms = Terms {
    seat: |seat| Colour::of_seat(&Seat::new(seat)).map_or_else(|| seat.to_owned(), |colour| colour.word().to_owned()),
    ..Terms::PLAIN
};
