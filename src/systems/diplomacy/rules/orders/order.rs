//! An order with its places looked up.

use super::grid::{Kind, Shores, shore};
use crate::model::{Action, ActionKind, PieceName, Place, Seat};
use crate::systems::diplomacy::rules::Atlas;

/// What is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Move,
    Hold,
    Support,
    Convoy,
    Retreat,
    Build,
    Disband,
}

/// A place of the board, as the order has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'t> {
    pub(super) place: &'t Place,
    pub(super) number: usize,
    pub(super) shore: Shores,
}

impl<'t> Spot<'t> {
    pub(super) fn of(place: &'t Place, atlas: &Atlas) -> Option<Spot<'t>> {
        Some(Spot { place, number: atlas.number(place)?, shore: shore(place.coast()) })
    }
}

/// A unit, as the order has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit<'t> {
    /// What it is, where that is said.
    pub(super) kind: Option<Kind>,
    pub(super) spot: Spot<'t>,
}

/// An order to a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order<'t> {
    /// Its place among the actions of the turn.
    pub(super) index: usize,
    pub(super) player: Option<&'t Seat>,
    pub(super) deed: Deed,
    pub(super) unit: Unit<'t>,
    /// The unit that is supported or convoyed.
    pub(super) other: Option<Unit<'t>>,
    /// Where the unit goes, or the other one.
    pub(super) to: Option<Spot<'t>>,
    /// Whether it says that it goes by convoy.
    pub(super) by_convoy: bool,
    /// The route that it names.
    pub(super) via: &'t [Place],
}

/// The parts of an action that is an order to a unit, before they are looked up.
pub(super) struct Parts<'t> {
    deed: Deed,
    unit: Part<'t>,
    other: Option<Part<'t>>,
    to: Option<&'t Place>,
}

type Part<'t> = (Option<&'t PieceName>, &'t Place);

impl<'t> Parts<'t> {
    pub(super) fn of(action: &'t ActionKind) -> Option<Parts<'t>> {
        let alone = |deed, piece: &'t Option<PieceName>, at| Some(Parts::alone(deed, piece.as_ref(), at));
        match action {
            ActionKind::Move { piece, from, to, .. } => {
                Some(Parts { to: Some(to), ..Parts::alone(Deed::Move, piece.as_ref(), from) })
            }
            ActionKind::Retreat { piece, from, to } => {
                Some(Parts { to: Some(to), ..Parts::alone(Deed::Retreat, piece.as_ref(), from) })
            }
            ActionKind::Support { piece, at, supported } => Some(Parts {
                other: Some((supported.piece.as_ref(), &supported.from)),
                to: supported.to.as_ref(),
                ..Parts::alone(Deed::Support, piece.as_ref(), at)
            }),
            ActionKind::Convoy { piece, at, convoyed } => Some(Parts {
                other: Some((convoyed.piece.as_ref(), &convoyed.from)),
                to: Some(&convoyed.to),
                ..Parts::alone(Deed::Convoy, piece.as_ref(), at)
            }),
            ActionKind::Hold { piece, at } => alone(Deed::Hold, piece, at),
            ActionKind::Build { piece, at } => alone(Deed::Build, piece, at),
            ActionKind::Disband { piece, at } | ActionKind::Remove { piece, at } => alone(Deed::Disband, piece, at),
            _ => None,
        }
    }

    fn alone(deed: Deed, piece: Option<&'t PieceName>, at: &'t Place) -> Parts<'t> {
        Parts { deed, unit: (piece, at), other: None, to: None }
    }

    /// Every place, with the field that it stands in.
    pub(super) fn places(&self) -> impl Iterator<Item = (&'static str, &'t Place)> {
        let unit = (field_of_unit(self.deed), self.unit.1);
        let other = self.other.map(|(_, place)| (field_of_other(self.deed), place));
        [Some(unit), other, self.to.map(|place| (field_of_target(self.deed), place))].into_iter().flatten()
    }

    /// A unit that is neither an army nor a fleet, and the field that says so.
    pub(super) fn odd_unit(&self) -> Option<(&'static str, &'t str)> {
        let odd = |part: Part<'t>| part.0.map(|piece| piece.0.as_str()).filter(|piece| Kind::of(piece).is_none());
        let other = match self.deed {
            Deed::Convoy => ".convoyed.piece",
            _ => ".supported.piece",
        };
        let own = odd(self.unit).map(|piece| (".piece", piece));
        own.or_else(|| Some((other, odd(self.other?)?)))
    }

    /// The order, where all its places are on the board and its units are armies and fleets.
    pub(super) fn order(&self, index: usize, action: &'t Action, atlas: &Atlas) -> Option<Order<'t>> {
        let (by_convoy, via) = match &action.kind {
            ActionKind::Move { by_convoy, via, .. } => (*by_convoy, via.as_deref().unwrap_or_default()),
            _ => (None, &[][..]),
        };
        Some(Order {
            index,
            player: action.player.as_ref(),
            deed: self.deed,
            unit: unit(self.unit, atlas)?,
            other: self.other.map_or(Some(None), |other| unit(other, atlas).map(Some))?,
            to: self.to.map_or(Some(None), |to| Spot::of(to, atlas).map(Some))?,
            by_convoy: by_convoy.unwrap_or(!via.is_empty()),
            via,
        })
    }
}

fn unit<'t>((piece, place): Part<'t>, atlas: &Atlas) -> Option<Unit<'t>> {
    let kind = match piece {
        Some(piece) => Some(Kind::of(&piece.0)?),
        None => None,
    };
    Some(Unit { kind, spot: Spot::of(place, atlas)? })
}

impl Order<'_> {
    /// The fields of its places, for paths.
    pub(super) fn field_of_unit(&self) -> &'static str {
        field_of_unit(self.deed)
    }

    pub(super) fn field_of_other(&self) -> &'static str {
        field_of_other(self.deed)
    }

    pub(super) fn field_of_target(&self) -> &'static str {
        field_of_target(self.deed)
    }
}

fn field_of_unit(deed: Deed) -> &'static str {
    if matches!(deed, Deed::Move | Deed::Retreat) { ".from" } else { ".at" }
}

fn field_of_other(deed: Deed) -> &'static str {
    if deed == Deed::Convoy { ".convoyed.from" } else { ".supported.from" }
}

fn field_of_target(deed: Deed) -> &'static str {
    match deed {
        Deed::Convoy => ".convoyed.to",
        Deed::Support => ".supported.to",
        _ => ".to",
    }
}
