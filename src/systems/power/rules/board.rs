//! The pieces on the 61 sectors at one moment.

use super::codes;
use super::command::no_piece;
use super::piece::{Colour, Kind};
use super::reach::{cannot_stand, foreign_reserve};
use super::sector::Sector;
use super::violation::{RuleViolation, illegal, odd};
use crate::model::{Element, Piece, Position};
use crate::text::printable::quoted;

const KINDS: usize = Kind::ALL.len();
const STACKS: usize = Colour::ALL.len() * KINDS;
const SLOTS: usize = Sector::COUNT * STACKS;

/// Number of pieces of each colour and kind on each sector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    counts: Box<[u32]>,
    /// Number of pieces of each colour on each sector.
    totals: Box<[u64]>,
}

impl Default for Board {
    fn default() -> Self {
        let totals = vec![0; Sector::COUNT * Colour::ALL.len()].into_boxed_slice();
        Board { counts: vec![0; SLOTS].into_boxed_slice(), totals }
    }
}

fn slot(at: Sector, colour: Colour, kind: Kind) -> usize {
    at.index() * STACKS + colour as usize * KINDS + kind.index()
}

fn total_slot(at: Sector, colour: Colour) -> usize {
    at.index() * Colour::ALL.len() + colour as usize
}

impl Board {
    /// Returns the board that a game begins with: in each headquarters two of each small piece, and the flag.
    pub fn standard() -> Board {
        let mut board = Board::default();
        for colour in Colour::ALL {
            let at = Sector::headquarters(colour);
            for kind in [Kind::Infantry, Kind::Tank, Kind::Fighter, Kind::Destroyer] {
                board.add(at, colour, kind, 2);
            }
            board.add(at, colour, Kind::Flag, 1);
        }
        board
    }

    /// Returns the board of a position, without pieces that the game does not have.
    pub fn of(position: &Position) -> Board {
        Board::load(position, |_, _| {})
    }

    /// Returns the board of a position; `emit` is called for each odd piece, with its index.
    pub(super) fn load(position: &Position, mut emit: impl FnMut(usize, RuleViolation)) -> Board {
        let mut board = Board::default();
        for (index, piece) in position.pieces.iter().enumerate() {
            let Element::Known(piece) = piece else { continue };
            match stack(piece) {
                Ok((at, colour, kind)) => {
                    if let Some(violation) = board.doubts(at, colour, kind, piece.count.unwrap_or(1)) {
                        emit(index, violation);
                    }
                    board.add(at, colour, kind, piece.count.unwrap_or(1));
                }
                Err(violation) => emit(index, violation),
            }
        }
        board
    }

    /// Returns the oddity of pieces that are to be put on the board; `None` if they are not odd.
    fn doubts(&self, at: Sector, colour: Colour, kind: Kind, count: u32) -> Option<RuleViolation> {
        let message = if count == 0 {
            format!("a count of 0 for the {} on {}", kind.word(), at.code())
        } else if !kind.may_stand(at) {
            cannot_stand(kind, at).message
        } else if kind == Kind::Flag && at != Sector::headquarters(colour) {
            format!("{}'s flag is in another headquarters, {}", colour.word(), at.code())
        } else if kind == Kind::Flag && (count > 1 || self.count(at, colour, kind) > 0) {
            format!("{} has more than one flag on {}", colour.word(), at.code())
        } else if let Some(violation) = foreign_reserve(Some(colour), at) {
            return Some(violation);
        } else {
            return None;
        };
        Some(odd(&codes::ODD_BOARD, message))
    }

    /// Returns the position for the model, with pieces sorted by sector, colour and kind.
    pub fn position(&self) -> Position {
        let mut pieces = Vec::new();
        for at in Sector::all() {
            pieces.extend(self.stacks(at).map(|(colour, kind, count)| {
                Element::Known(Piece {
                    player: Some(colour.seat()),
                    kind: kind.name().into(),
                    territory: at.place(),
                    count: Some(count),
                    ..Piece::default()
                })
            }));
        }
        Position { pieces, ..Position::default() }
    }

    /// Returns the number of pieces of a colour and kind on a sector.
    pub fn count(&self, at: Sector, colour: Colour, kind: Kind) -> u32 {
        self.counts.get(slot(at, colour, kind)).copied().unwrap_or_default()
    }

    /// Returns the stacks on a sector, by colour, then by kind.
    pub fn stacks(&self, at: Sector) -> impl Iterator<Item = (Colour, Kind, u32)> + '_ {
        let here = self.counts.get(at.index() * STACKS..(at.index() + 1) * STACKS).unwrap_or_default();
        let names = Colour::ALL.into_iter().flat_map(|colour| Kind::ALL.map(|kind| (colour, kind)));
        let stacks = names.zip(here).map(|((colour, kind), count)| (colour, kind, *count));
        stacks.filter(|(_, _, count)| *count > 0)
    }

    /// Returns the points of a colour on a sector.
    pub fn points(&self, at: Sector, colour: Colour) -> u64 {
        Kind::ALL.into_iter().map(|kind| kind.power() * u64::from(self.count(at, colour, kind))).sum()
    }

    /// Returns the colours with pieces on a sector, in the order of [`Colour::ALL`].
    pub fn colours_at(&self, at: Sector) -> impl Iterator<Item = Colour> + '_ {
        Colour::ALL.into_iter().filter(move |colour| self.total(at, *colour) > 0)
    }

    /// Returns the number of pieces of a colour on a sector.
    pub fn total(&self, at: Sector, colour: Colour) -> u64 {
        self.totals.get(total_slot(at, colour)).copied().unwrap_or_default()
    }

    /// Returns whether a colour has any piece other than its flag.
    pub fn has_pieces(&self, colour: Colour) -> bool {
        Sector::all().any(|at| self.total(at, colour) > u64::from(self.count(at, colour, Kind::Flag)))
    }

    /// Puts pieces on the board.
    pub fn add(&mut self, at: Sector, colour: Colour, kind: Kind, count: u32) {
        self.set(at, colour, kind, self.count(at, colour, kind).saturating_add(count));
    }

    /// Takes pieces off the board, or as many of them as there are.
    pub fn take(&mut self, at: Sector, colour: Colour, kind: Kind, count: u32) {
        self.set(at, colour, kind, self.count(at, colour, kind).saturating_sub(count));
    }

    fn set(&mut self, at: Sector, colour: Colour, kind: Kind, count: u32) {
        let there = self.counts.get_mut(slot(at, colour, kind));
        if let (Some(there), Some(total)) = (there, self.totals.get_mut(total_slot(at, colour))) {
            *total = *total - u64::from(*there) + u64::from(count);
            *there = count;
        }
    }

    /// Takes all pieces except flags off a sector.
    pub(super) fn destroy(&mut self, at: Sector) {
        for colour in Colour::ALL {
            for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Flag) {
                self.take(at, colour, kind, u32::MAX);
            }
        }
    }

    /// Returns the pieces on a sector as in a folded board, `2YI,YV`; only those of the colour `of`, if it is given.
    pub fn field(&self, at: Sector, of: Option<Colour>) -> String {
        let mut field = String::new();
        for (colour, kind, count) in self.stacks(at).filter(|(colour, _, _)| of.is_none_or(|of| *colour == of)) {
            if !field.is_empty() {
                field.push(',');
            }
            if count > 1 {
                field.push_str(&count.to_string());
            }
            field.push(colour.letter());
            field.push(kind.letter());
        }
        field
    }
}

/// Returns the sector, colour and kind of a piece of a position.
fn stack(piece: &Piece) -> Result<(Sector, Colour, Kind), RuleViolation> {
    let no = |what: String| illegal(&codes::ODD_BOARD, what);
    let at = Sector::of_place(&piece.territory)
        .ok_or_else(|| no(format!("expected a sector, found {}", quoted(piece.territory.as_str()))))?;
    let kind = Kind::of_name(&piece.kind).ok_or_else(|| no(no_piece(&piece.kind)))?;
    let seat = piece.player.as_ref();
    let seat = seat.ok_or_else(|| no(format!("the {} on {} has no colour", kind.word(), at.code())))?;
    let colour = Colour::of_seat(seat)
        .ok_or_else(|| no(format!("expected a colour (Y, K, R or A), found {}", quoted(seat.as_str()))))?;
    Ok((at, colour, kind))
}
