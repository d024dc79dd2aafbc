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

/// A place of a list, as `spelled` writes it, or the text that was not understood.
fn spelled_field(place: &Field<TerritoryRef>, spelled: &impl Fn(&TerritoryRef) -> String) -> String {
    match place {
        Field::Known(place) => spelled(place),
        Field::Unknown(unknown) => unknown.unknown.clone(),
        Field::Absent => String::new(),
    }
}
