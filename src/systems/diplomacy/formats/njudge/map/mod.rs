//! Map files: provinces, moves and optional sections.

mod form;
mod moves;
mod prepare;
mod province;
mod read;
mod render;
mod rows;
mod sections;
mod style;

pub use prepare::prepare;
pub use province::looks_like_province;
pub use read::{is_data, lint_source, read};
pub use render::render;
pub use rows::looks_like_moves;
pub use style::Style;

use crate::model::{Field, TerritoryRef};

/// Parts of a map that can be left out: a province, a line of moves or a target in it, a row of a section.
pub const MAY_LEAVE_OUT: &[&str] = &[
    "game.board.territories[]",
    "game.board.territories[].aliases[]",
    "game.board.adjacencies[]",
    "game.board.adjacencies[].to[]",
    "game.board.passages[]",
    "game.details.sections[]",
    "game.details.famine[]",
    "game.details.plague[]",
    "game.details.storms[]",
    "game.details.city_order[]",
    "game.details.city_order[][]",
    "game.details.centre_order[]",
    "game.details.centre_order[][]",
    "game.details.income[]",
    "game.details.hong_kong[]",
    "game.details.hong_kong[].territories[]",
    "game.details.limits[]",
    "game.details.extra_centres[]",
];

/// Returns a place as `spelled` writes it, or the text of one that was not understood.
fn spelled_field(place: &Field<TerritoryRef>, spelled: &impl Fn(&TerritoryRef) -> String) -> String {
    match place {
        Field::Known(place) => spelled(place),
        Field::Unknown(unknown) => unknown.unknown.clone(),
        Field::Absent => String::new(),
    }
}
