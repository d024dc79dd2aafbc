//! Writes an order to the judge.

use super::{UnwritableOrder, read};
use crate::model::{ActionKind, PhaseKind, PieceName, TerritoryRef};
use crate::systems::diplomacy::formats::order_grammar::letter_of;
use crate::systems::diplomacy::rules::NamedBoard;

/// Appends an order to `out` as the judge reads it, such as `A par - bur`. After an error `out` is unchanged.
///
/// The power of a supported or convoyed unit cannot be written, nor that a move is by land.
pub fn write(order: &ActionKind, named_board: &NamedBoard, out: &mut String) -> Result<(), UnwritableOrder> {
    let start = out.len();
    let written = Writer { named_board, out }.order(order).and_then(|phase| {
        // Names of a map may run together with the words after them, so the text is read back.
        let text = out.get(start..).unwrap_or_default();
        match read(text, named_board, Some(phase)) {
            Ok(read) if read.end == text.len() && read.kind == sayable(order) => Ok(()),
            _ => Err(UnwritableOrder::Misread),
        }
    });
    if written.is_err() {
        out.truncate(start);
    }
    written
}

/// Returns the order without the values that its text cannot hold.
fn sayable(order: &ActionKind) -> ActionKind {
    let mut order = order.clone();
    match &mut order {
        ActionKind::Move { by_convoy, .. } => *by_convoy = None,
        ActionKind::Support { supported, .. } => supported.player = None,
        ActionKind::Convoy { convoyed, .. } => convoyed.player = None,
        _ => {}
    }
    order
}

struct Writer<'a> {
    named_board: &'a NamedBoard,
    out: &'a mut String,
}

impl Writer<'_> {
    /// Writes an order, and returns the kind of phase that it belongs to.
    fn order(&mut self, order: &ActionKind) -> Result<PhaseKind, UnwritableOrder> {
        match order {
            ActionKind::Move { piece, from, to, via, by_convoy, new_star: None } => {
                let route = via.as_deref().unwrap_or_default();
                if route.is_empty() && (*by_convoy == Some(true) || via.is_some()) {
                    return Err(UnwritableOrder::NoRoute);
                }
                self.unit(piece, from)?;
                route.iter().try_for_each(|place| self.to(place))?;
                self.to(to)?;
                Ok(PhaseKind::Movement)
            }
            ActionKind::Hold { piece, at } => {
                self.unit(piece, at)?;
                self.out.push_str(" h");
                Ok(PhaseKind::Movement)
            }
            ActionKind::Support { piece, at, supported } => {
                self.unit(piece, at)?;
                self.out.push_str(" s ");
                self.unit(&supported.piece, &supported.from)?;
                supported.to.iter().try_for_each(|place| self.to(place))?;
                Ok(PhaseKind::Movement)
            }
            ActionKind::Convoy { piece, at, convoyed } => {
                self.unit(piece, at)?;
                self.out.push_str(" c ");
                self.unit(&convoyed.piece, &convoyed.from)?;
                self.to(&convoyed.to)?;
                Ok(PhaseKind::Movement)
            }
            ActionKind::Retreat { piece, from, to } => {
                self.unit(piece, from)?;
                self.to(to)?;
                Ok(PhaseKind::Retreat)
            }
            ActionKind::Disband { piece, at } => {
                self.unit(piece, at)?;
                self.out.push_str(" d");
                Ok(PhaseKind::Retreat)
            }
            _ => self.adjustment(order),
        }
    }

    fn adjustment(&mut self, order: &ActionKind) -> Result<PhaseKind, UnwritableOrder> {
        match order {
            ActionKind::Build { piece: None, .. } => return Err(UnwritableOrder::NoKind),
            ActionKind::Build { piece, at } => {
                self.out.push_str("Build ");
                self.unit(piece, at)?;
            }
            ActionKind::Remove { piece, at } => {
                self.out.push_str("Remove ");
                self.unit(piece, at)?;
            }
            ActionKind::Waive { at: None } => self.out.push_str("Waive"),
            _ => return Err(UnwritableOrder::NoOrder),
        }
        Ok(PhaseKind::Adjustment)
    }

    /// Writes a unit; one without a kind is written as its place alone.
    fn unit(&mut self, piece: &Option<PieceName>, at: &TerritoryRef) -> Result<(), UnwritableOrder> {
        if let Some(PieceName(piece)) = piece {
            self.out.push(letter_of(piece).ok_or_else(|| UnwritableOrder::NoLetter(piece.to_string()))?);
            self.out.push(' ');
        }
        self.place(at)
    }

    fn to(&mut self, place: &TerritoryRef) -> Result<(), UnwritableOrder> {
        self.out.push_str(" - ");
        self.place(place)
    }

    fn place(&mut self, place: &TerritoryRef) -> Result<(), UnwritableOrder> {
        let name = self.named_board.number(place).and_then(|number| self.named_board.judge_name(number));
        self.out.push_str(name.ok_or_else(|| UnwritableOrder::NoName(place.clone()))?);
        if let Some(coast) = place.coast() {
            self.out.push('/');
            self.out.push_str(coast);
        }
        Ok(())
    }
}
