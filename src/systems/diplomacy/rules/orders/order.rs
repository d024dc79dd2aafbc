//! An order with its places resolved.

use super::graph::{Kind, Shores, shore};
use crate::model::{Action, ActionKind, PieceName, Seat, TerritoryRef};
use crate::systems::diplomacy::rules::NamedBoard;

/// Kind of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderKind {
    Move,
    Hold,
    Support,
    Convoy,
    Retreat,
    Build,
    Disband,
}

/// A place on the board, with the text that names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location<'t> {
    pub(super) place: &'t TerritoryRef,
    pub(super) number: usize,
    pub(super) shore: Shores,
}

impl<'t> Location<'t> {
    pub(super) fn of(place: &'t TerritoryRef, named_board: &NamedBoard) -> Option<Location<'t>> {
        Some(Location { place, number: named_board.number(place)?, shore: shore(place.coast()) })
    }
}

/// A unit, as the order names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit<'t> {
    /// Kind of the unit; `None` where the order does not have it.
    pub(super) kind: Option<Kind>,
    pub(super) location: Location<'t>,
}

/// An order to a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order<'t> {
    /// Index among the actions of the turn.
    pub(super) index: usize,
    pub(super) player: Option<&'t Seat>,
    pub(super) order_kind: OrderKind,
    pub(super) unit: Unit<'t>,
    /// The unit that is supported or convoyed; `None` for other orders.
    pub(super) other: Option<Unit<'t>>,
    /// Target of the unit, or of the other one.
    pub(super) to: Option<Location<'t>>,
    /// Whether the order states that the unit goes by convoy.
    pub(super) by_convoy: bool,
    /// Route in the order; empty where it has none.
    pub(super) via: &'t [TerritoryRef],
}

/// The parts of an action that is an order to a unit, before they are resolved.
pub(super) struct Parts<'t> {
    order_kind: OrderKind,
    unit: Part<'t>,
    other: Option<Part<'t>>,
    to: Option<&'t TerritoryRef>,
}

type Part<'t> = (Option<&'t PieceName>, &'t TerritoryRef);

impl<'t> Parts<'t> {
    pub(super) fn of(action: &'t ActionKind) -> Option<Parts<'t>> {
        let alone = |order_kind, piece: &'t Option<PieceName>, at| Some(Parts::alone(order_kind, piece.as_ref(), at));
        match action {
            ActionKind::Move { piece, from, to, .. } => {
                Some(Parts { to: Some(to), ..Parts::alone(OrderKind::Move, piece.as_ref(), from) })
            }
            ActionKind::Retreat { piece, from, to } => {
                Some(Parts { to: Some(to), ..Parts::alone(OrderKind::Retreat, piece.as_ref(), from) })
            }
            ActionKind::Support { piece, at, supported } => Some(Parts {
                other: Some((supported.piece.as_ref(), &supported.from)),
                to: supported.to.as_ref(),
                ..Parts::alone(OrderKind::Support, piece.as_ref(), at)
            }),
            ActionKind::Convoy { piece, at, convoyed } => Some(Parts {
                other: Some((convoyed.piece.as_ref(), &convoyed.from)),
                to: Some(&convoyed.to),
                ..Parts::alone(OrderKind::Convoy, piece.as_ref(), at)
            }),
            ActionKind::Hold { piece, at } => alone(OrderKind::Hold, piece, at),
            ActionKind::Build { piece, at } => alone(OrderKind::Build, piece, at),
            ActionKind::Disband { piece, at } | ActionKind::Remove { piece, at } => {
                alone(OrderKind::Disband, piece, at)
            }
            _ => None,
        }
    }

    fn alone(order_kind: OrderKind, piece: Option<&'t PieceName>, at: &'t TerritoryRef) -> Parts<'t> {
        Parts { order_kind, unit: (piece, at), other: None, to: None }
    }

    /// Returns all places, each with the field that it is in.
    pub(super) fn places(&self) -> impl Iterator<Item = (&'static str, &'t TerritoryRef)> {
        let unit = (field_of_unit(self.order_kind), self.unit.1);
        let other = self.other.map(|(_, place)| (field_of_other(self.order_kind), place));
        [Some(unit), other, self.to.map(|place| (field_of_target(self.order_kind), place))].into_iter().flatten()
    }

    /// Returns a unit that is neither an army nor a fleet, with its field; `None` where there is none.
    pub(super) fn odd_unit(&self) -> Option<(&'static str, &'t str)> {
        let odd = |part: Part<'t>| part.0.map(|piece| piece.0.as_str()).filter(|piece| Kind::of(piece).is_none());
        let other = match self.order_kind {
            OrderKind::Convoy => ".convoyed.piece",
            _ => ".supported.piece",
        };
        let own = odd(self.unit).map(|piece| (".piece", piece));
        own.or_else(|| Some((other, odd(self.other?)?)))
    }

    /// Returns the order; `None` unless all its places are on the board and its units are armies and fleets.
    pub(super) fn order(&self, index: usize, action: &'t Action, named_board: &NamedBoard) -> Option<Order<'t>> {
        let (by_convoy, via) = match &action.kind {
            ActionKind::Move { by_convoy, via, .. } => (*by_convoy, via.as_deref().unwrap_or_default()),
            _ => (None, &[][..]),
        };
        Some(Order {
            index,
            player: action.player.as_ref(),
            order_kind: self.order_kind,
            unit: unit(self.unit, named_board)?,
            other: self.other.map_or(Some(None), |other| unit(other, named_board).map(Some))?,
            to: self.to.map_or(Some(None), |to| Location::of(to, named_board).map(Some))?,
            by_convoy: by_convoy.unwrap_or(!via.is_empty()),
            via,
        })
    }
}

fn unit<'t>((piece, place): Part<'t>, named_board: &NamedBoard) -> Option<Unit<'t>> {
    let kind = match piece {
        Some(piece) => Some(Kind::of(&piece.0)?),
        None => None,
    };
    Some(Unit { kind, location: Location::of(place, named_board)? })
}

impl Order<'_> {
    /// Returns the field of the unit's place, for paths.
    pub(super) fn field_of_unit(&self) -> &'static str {
        field_of_unit(self.order_kind)
    }

    pub(super) fn field_of_other(&self) -> &'static str {
        field_of_other(self.order_kind)
    }

    pub(super) fn field_of_target(&self) -> &'static str {
        field_of_target(self.order_kind)
    }
}

fn field_of_unit(order_kind: OrderKind) -> &'static str {
    if matches!(order_kind, OrderKind::Move | OrderKind::Retreat) { ".from" } else { ".at" }
}

fn field_of_other(order_kind: OrderKind) -> &'static str {
    if order_kind == OrderKind::Convoy { ".convoyed.from" } else { ".supported.from" }
}

fn field_of_target(order_kind: OrderKind) -> &'static str {
    match order_kind {
        OrderKind::Convoy => ".convoyed.to",
        OrderKind::Support => ".supported.to",
        _ => ".to",
    }
}
