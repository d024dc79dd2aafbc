//! The names of the parts of a Global War game.

use super::Masking;
use crate::systems::global_war::rules::country;
use crate::view::Terms;

/// The terms of Global War.
pub static TERMS: Terms = Terms {
    holdings: "Countries",
    territory: |id| country(id).map(|(index, country)| format!("{} ({})", country.name, index + 1)),
    seat: |seat| format!("player {seat}"),
    hides_names: |game| game.details.global_war().is_some_and(|details| Masking::of_any(details) != Masking::None),
    ..Terms::PLAIN
};
