//! Joins a map and a seed to one game.

use super::Seed;
use crate::formats::GameSyntax;
use crate::model::{Board, Details, Game};
use crate::systems::diplomacy::model::DiplomacyDetails;

/// Joins the games of a map and of a seed: the position on the board, with the sections of the map. `None` where the
/// map has a position of its own, or the seed another board.
pub fn join(map: &Game, seed: &Game) -> Option<Game> {
    // A document has only one position.
    let board = map.board.as_ref().filter(|_| map.position.is_none())?;
    let mut game = on_board(seed, board)?;
    let (Details::Diplomacy(of_map), Details::Diplomacy(of_seed)) = (&map.details, &mut game.details) else {
        return None;
    };
    let DiplomacyDetails { ownership, accounts, standings, game_block, .. } = std::mem::take(&mut **of_seed);
    **of_seed = DiplomacyDetails { ownership, accounts, standings, game_block, ..(**of_map).clone() };
    game.board = Some(board.clone());
    game.variant = seed.variant.clone().or_else(|| map.variant.clone());
    Some(game)
}

/// Returns a seed's game with its names resolved on `board`; `None` where it was read with another board.
fn on_board(seed: &Game, board: &Board) -> Option<Game> {
    match &seed.board {
        Some(other) if Board { from: None, ..other.clone() } == *board => Some(seed.clone()),
        Some(_) => None,
        None => {
            let notation = Seed { board: None }.on_board(board)?;
            let game = Game { board: Some(board.clone()), ..seed.clone() };
            let resolved = notation.prepare(&game, &mut Vec::new()).into_owned();
            // Names that cannot be resolved are kept as text.
            Some(Game { variant: seed.variant.clone(), ..resolved })
        }
    }
}
