//! Corrects orders where the right value is determined.

use super::completed;
use super::graph::Kind;
use crate::model::{ActionKind, Game, PieceName, TerritoryRef};
use crate::systems::diplomacy::rules::NamedBoard;

/// Greatest number of rounds of completion. Each uses the values that the one before completed; no order needs as many.
const MAX_ROUNDS: usize = 8;

/// Returns the game with its orders completed, and without coasts that distinguish nothing: those of armies, and of
/// provinces with only one coast.
pub fn corrected(game: &Game, named_board: &NamedBoard) -> Game {
    let mut game = game.clone();
    for _ in 0..MAX_ROUNDS {
        for action in game.turns.iter_mut().flat_map(|turn| &mut turn.actions) {
            take_coasts(&mut action.kind, named_board);
        }
        let mut next = completed(&game, named_board);
        // Completed values are written, so they are no longer inferred.
        next.turns.iter_mut().flat_map(|turn| &mut turn.actions).for_each(|action| action.inferred.clear());
        if next == game {
            break;
        }
        game = next;
    }
    game
}

fn take_coasts(kind: &mut ActionKind, named_board: &NamedBoard) {
    let take = |piece: &Option<PieceName>, place: &mut TerritoryRef| {
        let is_army = piece.as_ref().and_then(|piece| Kind::of(&piece.0)) == Some(Kind::Army);
        let has_one = |number| !named_board.graph().asks_for_coast(number);
        if place.coast().is_some() && named_board.number(place).is_some_and(|number| is_army || has_one(number)) {
            *place = TerritoryRef::new(place.territory());
        }
    };
    match kind {
        ActionKind::Move { piece, from, to, .. } | ActionKind::Retreat { piece, from, to } => {
            take(piece, from);
            take(piece, to);
        }
        ActionKind::Hold { piece, at }
        | ActionKind::Build { piece, at }
        | ActionKind::Disband { piece, at }
        | ActionKind::Remove { piece, at } => take(piece, at),
        ActionKind::Support { piece, at, supported } => {
            take(piece, at);
            take(&supported.piece, &mut supported.from);
            if let Some(to) = &mut supported.to {
                take(&supported.piece, to);
            }
        }
        ActionKind::Convoy { piece, at, convoyed } => {
            take(piece, at);
            take(&convoyed.piece, &mut convoyed.from);
            take(&convoyed.piece, &mut convoyed.to);
        }
        _ => {}
    }
}
