//! The size of a built ship that is written as a colour alone: it follows from the bank.

use smol_str::SmolStr;

use crate::model::{Action, ActionKind, PieceName};
use crate::systems::homeworlds::rules::{Colour, State};

const PIECE: &str = "piece";

/// Replaces the colour of a built ship by the smallest piece of that colour in the bank; the colour stays if the bank
/// has none.
pub fn fill(action: &mut Action, state: &State) {
    if let ActionKind::Build { piece: Some(piece), .. } = &mut action.kind
        && let Some(colour) = Colour::parse(&piece.0).filter(|colour| colour.letter() == piece.0)
        && let Some(smallest) = state.smallest(colour)
    {
        *piece = PieceName(SmolStr::new_static(smallest.as_str()));
        action.inferred.push(PIECE.to_owned());
    }
}

/// Returns whether the size of a built ship is not written, and is the smallest in the bank.
pub fn is_inferred(action: &Action, state: &State) -> bool {
    let ActionKind::Build { piece: Some(piece), .. } = &action.kind else { return false };
    let colour = piece.0.get(..1).and_then(Colour::parse);
    let smallest = colour.and_then(|colour| state.smallest(colour));
    says_colour(action) && smallest.is_some_and(|smallest| smallest.as_str() == piece.0)
}

/// Returns whether only the colour of a built ship is written.
pub fn says_colour(action: &Action) -> bool {
    action.inferred.iter().any(|field| field == PIECE)
}
