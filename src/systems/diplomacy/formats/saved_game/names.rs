//! The names of powers and provinces in a saved game.

use std::sync::Arc;

use crate::model::{Board, BuiltinBoard, PieceName, Player, Seat, TerritoryRef};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::formats::order_grammar::{letter_of, unit_of, write_unit};
use crate::systems::diplomacy::rules::{COASTS, NamedBoard};

/// A board at hand, with its names.
#[derive(Clone)]
pub struct OnBoard {
    /// The board as it is stored in a document.
    board: Board,
    named_board: Arc<NamedBoard>,
}

impl OnBoard {
    /// Creates a board at hand; `None` where the board has no names.
    pub fn new(board: &Board) -> Option<OnBoard> {
        boards::named_board(board).map(|named_board| OnBoard { board: board.clone(), named_board })
    }
}

/// The engine's maps with the territories and the powers of the standard board. Where their homes differ, a saved game
/// lists them.
pub const STANDARD_MAPS: [&str; 6] = [
    "standard",
    "standard_fleet_rome",
    "standard_age_of_empires",
    "standard_age_of_empires_2",
    "standard_france_austria",
    "standard_germany_italy",
];

/// Returns whether a map of the engine has the territories of the standard board.
pub fn is_standard_map(map: &str) -> bool {
    STANDARD_MAPS.contains(&map)
}

/// The names in a saved game: those of the board of its map, or any names as they are written where there is no board.
pub struct Names(Option<OnBoard>);

impl Names {
    /// Returns the names on a map of the engine: on the built-in board if it is a standard map, else on the board
    /// given.
    pub fn of(map: Option<&str>, given: Option<&OnBoard>) -> Names {
        if !map.is_some_and(is_standard_map) {
            return Names(given.cloned());
        }
        let board = Board { builtin: Some(BuiltinBoard::Standard), ..Board::default() };
        Names(Some(OnBoard { board, named_board: Arc::clone(boards::standard()) }))
    }

    /// Returns the board as it is stored in a document; `None` where there is none.
    pub fn board(&self) -> Option<&Board> {
        self.0.as_ref().map(|on_board| &on_board.board)
    }

    /// Returns the names on the board; `None` where there is no board.
    pub fn named_board(&self) -> Option<&NamedBoard> {
        self.0.as_ref().map(|on_board| &*on_board.named_board)
    }

    /// Returns the seat of a power; a power that the board does not have is a seat of the same name.
    pub fn seat(&self, power: &str) -> Seat {
        let seat = self.named_board().and_then(|named_board| named_board.seat(power));
        seat.filter(|seat| self.power(seat) == power).unwrap_or_else(|| Seat::new(power))
    }

    /// Returns the name of a seat's power, as the engine writes it.
    pub fn power<'s>(&'s self, seat: &'s Seat) -> &'s str {
        self.named_board().map_or(seat.as_str(), |named_board| named_board.power_name(seat))
    }

    /// Returns the players: the powers of the board, then other seats in the order of `named`.
    pub fn players(&self, named: &[Seat]) -> Vec<Player> {
        let mut players = self.named_board().map(|named_board| named_board.players([].iter())).unwrap_or_default();
        let of_board = players.len();
        let is_stranger = |seat: &&Seat| players[..of_board].iter().all(|player| player.seat != **seat);
        let strangers: Vec<Player> = named.iter().filter(is_stranger).cloned().map(Player::at).collect();
        players.extend(strangers);
        players
    }

    /// Returns the place with a code. A code that the board does not have is kept as it is written; `None` where it is
    /// empty or would be read as the id of a territory.
    pub fn place(&self, code: &str) -> Option<TerritoryRef> {
        if let Some(place) = self.known_place(code) {
            return Some(place);
        }
        let written = Some(TerritoryRef::new(code)).filter(|_| !code.is_empty());
        // A code that looks like an id would be read as that id.
        written.filter(|place| self.named_board().is_none_or(|named_board| named_board.number(place).is_none()))
    }

    fn known_place(&self, code: &str) -> Option<TerritoryRef> {
        let named_board = self.named_board()?;
        let (province, coast) = code.split_once('/').map_or((code, None), |(province, coast)| (province, Some(coast)));
        if !province.bytes().all(|b| b.is_ascii_uppercase()) {
            return None;
        }
        let id = named_board.names().ids().get(named_board.code_word(province.as_bytes())?)?;
        let Some(coast) = coast else { return Some(id.clone()) };
        let (suffix, _) = COASTS.iter().find(|(suffix, _)| suffix.to_ascii_uppercase() == coast)?;
        Some(TerritoryRef::new(&format!("{id}/{suffix}")))
    }

    /// Returns whether the board has a place with this code; `true` where there is no board.
    pub fn knows(&self, code: &str) -> bool {
        self.named_board().is_none() || self.known_place(code).is_some()
    }

    /// Writes the code of a place.
    pub fn write_place(&self, place: &TerritoryRef, out: &mut String) {
        let code = self.named_board().and_then(|named_board| named_board.code(named_board.number(place)?));
        let Some(code) = code else { return out.push_str(place.as_str()) };
        out.push_str(code);
        if let Some(coast) = place.coast() {
            out.push('/');
            out.push_str(&coast.to_uppercase());
        }
    }

    /// Reads a unit such as `A PAR`; `None` for other texts.
    pub fn unit(&self, text: &str) -> Option<(PieceName, TerritoryRef)> {
        let (letter, code) = text.split_once(' ')?;
        let piece = unit_of(letter).filter(|piece| letter.chars().eq(letter_of(&piece.0)))?;
        Some((piece, self.place(code)?))
    }

    /// Writes a unit; one without a kind is written as its place alone.
    pub fn write_unit(&self, piece: &Option<PieceName>, at: &TerritoryRef, out: &mut String) {
        let start = out.len();
        if self.named_board().is_some_and(|named_board| write_unit(piece, at, named_board, out).is_ok()) {
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
