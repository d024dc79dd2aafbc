//! The size of a ship that is built, where only its colour is written: it follows from the bank.

use smol_str::SmolStr;

use crate::model::{Action, ActionKind, PieceName};
use crate::systems::homeworlds::rules::{Colour, State};

const PIECE: &str = "piece";

/// Gives a ship that is built by its colour the size that the bank has; where it has none, the colour stays alone.
pub fn fill(action: &mut Action, state: &State) {
    if let ActionKind::Build { piece: Some(piece), .. } = &mut action.kind
        && let Some(colour) = Colour::parse(&piece.0).filter(|colour| colour.letter() == piece.0)
        && let Some(smallest) = state.smallest(colour)
    {
        *piece = PieceName(SmolStr::new_static(smallest.as_str()));
        action.inferred.push(PIECE.to_owned());
    }
}

/// Whether the size of a ship that is built is not written, and is the one that the bank has.
pub fn is_inferred(action: &Action, state: &State) -> bool {
    let ActionKind::Build { piece: Some(piece), .. } = &action.kind else { return false };
    let colour = piece.0.get(..1).and_then(Colour::parse);
    let smallest = colour.and_then(|colour| state.smallest(colour));
    says_colour(action) && smallest.is_some_and(|smallest| smallest.as_str() == piece.0)
}

/// Whether only the colour of a ship that is built is written.
pub fn says_colour(action: &Action) -> bool {
    action.inferred.iter().any(|field| field == PIECE)
}
