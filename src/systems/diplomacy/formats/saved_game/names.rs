//! The names of powers and provinces in a saved game.

use std::sync::Arc;

use crate::model::{Board, BuiltinBoard, PieceName, Place, Player, Seat};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::formats::order::{letter_of, unit_of, write_unit};
use crate::systems::diplomacy::rules::{Atlas, COASTS};

/// A board at hand.
#[derive(Clone)]
pub struct OnBoard {
    /// As it stands in a document.
    board: Board,
    atlas: Arc<Atlas>,
}

impl OnBoard {
    /// A board with names.
    pub fn new(board: &Board) -> Option<OnBoard> {
        boards::atlas(board).map(|atlas| OnBoard { board: board.clone(), atlas })
    }
}

/// The engine's maps that have the territories and the powers of the standard board. Where homes are others, a saved
/// game lists them.
const STANDARD_MAPS: [&str; 6] = [
    "standard",
    "standard_fleet_rome",
    "standard_age_of_empires",
    "standard_age_of_empires_2",
    "standard_france_austria",
    "standard_germany_italy",
];

/// Whether a map of the engine is one of the standard board.
pub fn is_standard_map(map: &str) -> bool {
    STANDARD_MAPS.contains(&map)
}

/// The names of a saved game: those of the board that its map has, or as they are written.
pub struct Names(Option<OnBoard>);

impl Names {
    /// Of a map of the engine: built in, or on the board that is given.
    pub fn of(map: Option<&str>, given: Option<&OnBoard>) -> Names {
        if !map.is_some_and(is_standard_map) {
            return Names(given.cloned());
        }
        let board = Board { builtin: Some(BuiltinBoard::Standard), ..Board::default() };
        Names(Some(OnBoard { board, atlas: Arc::clone(boards::standard()) }))
    }

    /// The board as it stands in a document.
    pub fn board(&self) -> Option<&Board> {
        self.0.as_ref().map(|on_board| &on_board.board)
    }

    /// What is found on the board.
    pub fn atlas(&self) -> Option<&Atlas> {
        self.0.as_ref().map(|on_board| &*on_board.atlas)
    }

    /// The seat of a power.
    pub fn seat(&self, power: &str) -> Seat {
        let seat = self.atlas().and_then(|atlas| atlas.seat(power));
        seat.filter(|seat| self.power(seat) == power).unwrap_or_else(|| Seat::new(power))
    }

    /// The power of a seat, as the engine writes it.
    pub fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        self.atlas().map_or(seat.as_str(), |atlas| atlas.power_name(seat))
    }

    /// Who plays: the powers of the board, then the others that were named, in their order.
    pub fn players(&self, named: &[Seat]) -> Vec<Player> {
        let mut players = self.atlas().map(|atlas| atlas.players([].iter())).unwrap_or_default();
        let of_board = players.len();
        let is_stranger = |seat: &&Seat| players[..of_board].iter().all(|player| player.seat != **seat);
        let strangers: Vec<Player> = named.iter().filter(is_stranger).cloned().map(Player::at).collect();
        players.extend(strangers);
        players
    }

    /// The place of a code; a name that is none of the board stays as it is written.
    pub fn place(&self, code: &str) -> Option<Place> {
        if let Some(place) = self.known_place(code) {
            return Some(place);
        }
        let written = Some(Place::new(code)).filter(|_| !code.is_empty());
        // A text that looks like an id would be read as one.
        written.filter(|place| self.atlas().is_none_or(|atlas| atlas.number(place).is_none()))
    }

    fn known_place(&self, code: &str) -> Option<Place> {
        let atlas = self.atlas()?;
        let (province, coast) = code.split_once('/').map_or((code, None), |(province, coast)| (province, Some(coast)));
        if !province.bytes().all(|b| b.is_ascii_uppercase()) {
            return None;
        }
        let id = atlas.names().ids().get(atlas.code_word(province.as_bytes())?)?;
        let Some(coast) = coast else { return Some(id.clone()) };
        let (suffix, _) = COASTS.iter().find(|(suffix, _)| suffix.to_ascii_uppercase() == coast)?;
        Some(Place::new(&format!("{id}/{suffix}")))
    }

    /// Whether a code leads to a place of the board, or there is no board.
    pub fn knows(&self, code: &str) -> bool {
        self.atlas().is_none() || self.known_place(code).is_some()
    }

    /// Writes the code of a place.
    pub fn write_place(&self, place: &Place, out: &mut String) {
        let code = self.atlas().and_then(|atlas| atlas.code(atlas.number(place)?));
        let Some(code) = code else { return out.push_str(place.as_str()) };
        out.push_str(code);
        if let Some(coast) = place.coast() {
            out.push('/');
            out.push_str(&coast.to_uppercase());
        }
    }

    /// A unit, `A PAR`.
    pub fn unit(&self, text: &str) -> Option<(PieceName, Place)> {
        let (letter, code) = text.split_once(' ')?;
        let piece = unit_of(letter).filter(|piece| letter.chars().eq(letter_of(&piece.0)))?;
        Some((piece, self.place(code)?))
    }

    /// Writes a unit; without a piece it is its place.
    pub fn write_unit(&self, piece: &Option<PieceName>, at: &Place, out: &mut String) {
        let start = out.len();
        if self.atlas().is_some_and(|atlas| write_unit(piece, at, atlas, out).is_ok()) {
            return;
        }
        out.truncate(start);
        if let Some(letter) = piece.as_ref().and_then(|piece| letter_of(&piece.0)) {
            out.push(letter);
            out.push(' ');
        }
        self.write_place(at, out);
    }
}
