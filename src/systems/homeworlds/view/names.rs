//! The names of players, systems and pieces in texts.

use std::collections::HashMap;

use crate::model::{Action, ActionKind, Game, Seat, TerritoryRef, Turn};
use crate::systems::homeworlds::rules::{Piece, System};
use crate::text::printable::printable;
use crate::view::layout::{clip, seat_text, width};

/// Maximum width in columns of a player's name in a sentence.
const PLAYER_COLUMNS: usize = 30;
/// Maximum width in columns of a system's name in a sentence.
const SYSTEM_COLUMNS: usize = 40;

/// The names in a game.
pub struct Names<'g> {
    game: &'g Game,
    /// The names of the systems by id, for systems whose name is not their id.
    systems: HashMap<&'g str, &'g str>,
}

impl<'g> Names<'g> {
    /// Collects the names in a game's main line; those in alternatives are not included.
    pub fn of_game(game: &'g Game) -> Self {
        let born = |action: &'g Action| match &action.kind {
            ActionKind::Setup { at: id, name: Some(name), .. }
            | ActionKind::Discover { to: id, name: Some(name), .. } => Some((id.as_str(), &**name)),
            _ => None,
        };
        let actions = |turn: &'g Turn| turn.actions.iter().filter_map(born);
        Names { game, systems: game.turns.iter().flat_map(actions).collect() }
    }

    /// Returns a player's name and seat: `anna (N)`.
    pub fn who(&self, seat: &Seat) -> String {
        match self.name(seat, PLAYER_COLUMNS) {
            Some(name) => format!("{name} ({})", seat_text(seat)),
            None => seat_text(seat),
        }
    }

    /// Returns a player's name and seat for the top of a column; the seat is on a line of its own if it does not fit
    /// next to the name.
    pub fn head(&self, seat: &Seat, columns: usize) -> Vec<String> {
        let who = self.who(seat);
        match self.name(seat, columns) {
            Some(name) if width(&who) > columns => vec![name, clip(&format!("({})", seat_text(seat)), columns)],
            Some(_) => vec![who],
            None => vec![clip(&who, columns)],
        }
    }

    /// Returns a player's name in at most that many columns; `None` if it is unknown.
    pub fn name(&self, seat: &Seat, columns: usize) -> Option<String> {
        let name = self.game.players.iter().find(|player| player.seat == *seat)?.name()?;
        Some(short(name, columns)).filter(|name| !name.is_empty())
    }

    /// Returns a system's name.
    pub fn system(&self, id: &TerritoryRef) -> String {
        short(self.systems.get(id.as_str()).copied().unwrap_or(id.as_str()), SYSTEM_COLUMNS)
    }

    /// Returns the name of a system on the board.
    pub fn of(&self, system: System<'_>) -> String {
        short(system.name(), SYSTEM_COLUMNS)
    }
}

/// Returns a text of the file in printable form, clipped to that many columns.
pub fn short(text: &str, columns: usize) -> String {
    // Only as much as can be shown is examined, because a name may have a megabyte.
    let end = text.char_indices().nth(columns * 2 + 1).map_or(text.len(), |(end, _)| end);
    clip(&printable(text.get(..end).unwrap_or(text)), columns)
}

/// Formats a piece as people write it: `G3`.
pub fn piece_text(piece: Piece) -> String {
    piece.as_str().to_uppercase()
}

/// Formats a piece of the document as people write it; text that is not a piece is returned as it is, clipped.
pub fn named_piece(name: &str) -> String {
    Piece::parse(name).map_or_else(|| short(name, 10), piece_text)
}

/// Formats pieces with blanks between them.
pub fn pieces_text(pieces: &[Piece]) -> String {
    let texts: Vec<String> = pieces.iter().map(|piece| piece_text(*piece)).collect();
    texts.join(" ")
}
