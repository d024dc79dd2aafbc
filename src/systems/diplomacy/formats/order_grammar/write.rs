//! Writes an order.

use crate::model::{ActionKind, PieceName, Seat, TerritoryRef};
use crate::systems::diplomacy::rules::NamedBoard;

/// The reason why an order cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnwritableOrder {
    /// A territory has no code.
    NoCode(TerritoryRef),
    /// A territory has no name that the judge resolves to it.
    NoName(TerritoryRef),
    /// A kind of unit has no letter.
    NoLetter(String),
    /// A build has no kind of unit.
    NoKind,
    /// The route of a move by convoy is not known.
    NoRoute,
    /// A power has no adjective.
    NoPower(Seat),
    /// The judge would read another order, because of the names on its map.
    Misread,
    /// The action belongs to another game, or is no order.
    NoOrder,
}

/// Kinds of units in Diplomacy, with their letters.
const UNITS: [(char, &str); 3] = [('A', "army"), ('F', "fleet"), ('W', "wing")];

/// Returns the letter of a kind of unit; `None` for a kind that the notation does not have.
pub fn letter_of(piece: &str) -> Option<char> {
    UNITS.iter().find(|(_, name)| *name == piece).map(|(letter, _)| *letter)
}

/// Returns the kind of unit that a letter or word stands for.
pub fn unit_of(word: &str) -> Option<PieceName> {
    let is_unit = |(letter, name): &&(char, &str)| {
        name.eq_ignore_ascii_case(word) || word.len() == 1 && word.starts_with([*letter, letter.to_ascii_lowercase()])
    };
    UNITS.iter().find(is_unit).map(|(_, name)| PieceName((*name).into()))
}

/// Returns the canonical text of an order.
pub fn written(order: &ActionKind, named_board: &NamedBoard) -> Result<String, UnwritableOrder> {
    let mut text = String::with_capacity(24);
    write(order, named_board, &mut text)?;
    Ok(text)
}

/// Appends the canonical text of an order to `out`. After an error `out` may hold a part of it.
pub fn write(order: &ActionKind, named_board: &NamedBoard, out: &mut String) -> Result<(), UnwritableOrder> {
    let mut text = Writer { named_board, out };
    match order {
        ActionKind::Move { piece, from, to, by_convoy, via, new_star: None } => {
            text.unit(piece, from)?;
            text.word(" - ");
            text.place(to)?;
            if *by_convoy == Some(true) || via.is_some() {
                text.word(" VIA");
            }
        }
        ActionKind::Hold { piece, at } => {
            text.unit(piece, at)?;
            text.word(" H");
        }
        ActionKind::Support { piece, at, supported } => {
            text.unit(piece, at)?;
            text.word(" S ");
            text.nationality(&supported.player)?;
            text.unit(&supported.piece, &supported.from)?;
            if let Some(to) = &supported.to {
                text.word(" - ");
                text.place(to)?;
            }
        }
        ActionKind::Convoy { piece, at, convoyed } => {
            text.unit(piece, at)?;
            text.word(" C ");
            text.nationality(&convoyed.player)?;
            text.unit(&convoyed.piece, &convoyed.from)?;
            text.word(" - ");
            text.place(&convoyed.to)?;
        }
        ActionKind::Retreat { piece, from, to } => {
            text.unit(piece, from)?;
            text.word(" R ");
            text.place(to)?;
        }
        ActionKind::Build { piece, at } => {
            text.unit(piece, at)?;
            text.word(" B");
        }
        ActionKind::Disband { piece, at } | ActionKind::Remove { piece, at } => {
            text.unit(piece, at)?;
            text.word(" D");
        }
        ActionKind::Waive { at: None } => text.word("WAIVE"),
        _ => return Err(UnwritableOrder::NoOrder),
    }
    Ok(())
}

/// Appends a unit to `out`. After an error `out` may hold a part of it.
pub fn write_unit(
    piece: &Option<PieceName>,
    at: &TerritoryRef,
    named_board: &NamedBoard,
    out: &mut String,
) -> Result<(), UnwritableOrder> {
    Writer { named_board, out }.unit(piece, at)
}

struct Writer<'a> {
    named_board: &'a NamedBoard,
    out: &'a mut String,
}

impl Writer<'_> {
    fn word(&mut self, word: &str) {
        self.out.push_str(word);
    }

    /// Writes the power of a unit as an adjective, such as `FRENCH`, where it is given.
    fn nationality(&mut self, player: &Option<Seat>) -> Result<(), UnwritableOrder> {
        let Some(seat) = player else { return Ok(()) };
        let power = self.named_board.power(seat).ok_or_else(|| UnwritableOrder::NoPower(seat.clone()))?;
        self.out.push_str(power.adjective);
        self.out.push(' ');
        Ok(())
    }

    /// Writes a unit; one without a kind is written as its place alone.
    fn unit(&mut self, piece: &Option<PieceName>, at: &TerritoryRef) -> Result<(), UnwritableOrder> {
        if let Some(PieceName(piece)) = piece {
            self.out.push(letter_of(piece).ok_or_else(|| UnwritableOrder::NoLetter(piece.to_string()))?);
            self.out.push(' ');
        }
        self.place(at)
    }

    fn place(&mut self, place: &TerritoryRef) -> Result<(), UnwritableOrder> {
        let code = self.named_board.number(place).and_then(|number| self.named_board.code(number));
        self.out.push_str(code.ok_or_else(|| UnwritableOrder::NoCode(place.clone()))?);
        if let Some(coast) = place.coast() {
            self.out.push('/');
            self.out.extend(coast.chars().map(|c| c.to_ascii_uppercase()));
        }
        Ok(())
    }
}
