//! Map files: provinces, moves and optional sections.

mod fit;
mod form;
mod moves;
mod province;
mod read;
mod render;
mod rows;
mod sections;
mod style;

pub use fit::fit;
pub use province::looks_like_province;
pub use read::{examine, is_data, read};
pub use render::render;
pub use rows::looks_like_moves;
pub use style::Style;

use crate::model::{Field, Place};

/// A place of a list, as `spelled` writes it, or the text that was not understood.
fn spelled_field(place: &Field<Place>, spelled: &impl Fn(&Place) -> String) -> String {
    match place {
        Field::Known(place) => spelled(place),
        Field::Unknown(unknown) => unknown.unknown.clone(),
        Field::Absent => String::new(),
    }
}
