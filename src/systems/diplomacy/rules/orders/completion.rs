//! Orders with what they leave out filled in.

use super::grid::{Kind, OPEN, Shores, shore, suffixes};
use super::implied;
use super::order::{Deed, Order, Spot, Unit};
use super::scene::{Scene, Stage};
use crate::model::{Action, ActionKind, PieceName, Place};
use crate::systems::diplomacy::rules::Atlas;

/// What is missing of an order, each part with its name among the inferred fields.
#[derive(Default)]
pub(super) struct Missing {
    piece: Option<Kind>,
    at: Option<Place>,
    other_piece: Option<Kind>,
    other_at: Option<Place>,
    to: Option<Place>,
    by_convoy: bool,
}

impl Missing {
    pub(super) fn of(scene: &Scene<'_>, order: &Order<'_>, atlas: &Atlas) -> Missing {
        let grid = atlas.grid();
        let kind = implied::kind(scene, grid, order, false);
        let other_kind = implied::kind(scene, grid, order, true);
        let own = Unit { kind, ..order.unit };
        let moves = matches!(order.deed, Deed::Move | Deed::Retreat);
        let at = coast(scene, atlas, own).or_else(|| departure(atlas, own, order.to.filter(|_| moves)?));
        let other = order.other.map(|other| Unit { kind: other_kind, ..other });
        let other_at =
            other.and_then(|other| coast(scene, atlas, other).or_else(|| departure(atlas, other, order.to?)));
        let from = |spot: Spot<'_>, coast: &Option<Place>| {
            (spot.number, coast.as_ref().map_or(spot.shore, |place| shore(place.coast())))
        };
        let to = match (order.deed, other) {
            (Deed::Move | Deed::Retreat, _) => target(scene, atlas, order, kind, from(order.unit.spot, &at)),
            (Deed::Support, Some(other)) => {
                let matching = matching_target(scene, atlas, order, other);
                matching.or_else(|| target(scene, atlas, order, other_kind, from(other.spot, &other_at)))
            }
            _ => None,
        };
        let by_convoy = kind == Some(Kind::Army) && goes_by_convoy(scene, atlas, order);
        let piece = kind.filter(|_| order.unit.kind.is_none());
        let other_piece = other_kind.filter(|_| order.other.is_some_and(|other| other.kind.is_none()));
        Missing { piece, at, other_piece, other_at, to, by_convoy }
    }

    /// Fills the fields of an action.
    pub(super) fn fill(self, action: &mut Action) {
        let inferred = &mut action.inferred;
        let mut piece = |field: &mut Option<PieceName>, kind: Option<Kind>, name: &str| {
            if let Some(kind) = kind {
                *field = Some(PieceName(kind.piece().into()));
                inferred.push(name.to_owned());
            }
        };
        match &mut action.kind {
            ActionKind::Move { piece: own, .. }
            | ActionKind::Retreat { piece: own, .. }
            | ActionKind::Hold { piece: own, .. }
            | ActionKind::Build { piece: own, .. }
            | ActionKind::Disband { piece: own, .. }
            | ActionKind::Remove { piece: own, .. } => piece(own, self.piece, "piece"),
            ActionKind::Support { piece: own, supported, .. } => {
                piece(own, self.piece, "piece");
                piece(&mut supported.piece, self.other_piece, "supported.piece");
            }
            ActionKind::Convoy { piece: own, convoyed, .. } => {
                piece(own, self.piece, "piece");
                piece(&mut convoyed.piece, self.other_piece, "convoyed.piece");
            }
            _ => {}
        }
        let mut place = |field: &mut Place, place: Option<Place>, name: &str| {
            if let Some(place) = place {
                *field = place;
                inferred.push(name.to_owned());
            }
        };
        match &mut action.kind {
            ActionKind::Move { from, to, by_convoy, .. } => {
                place(from, self.at, "from");
                place(to, self.to, "to");
                if self.by_convoy {
                    *by_convoy = Some(true);
                    inferred.push("by_convoy".to_owned());
                }
            }
            ActionKind::Retreat { from, to, .. } => {
                place(from, self.at, "from");
                place(to, self.to, "to");
            }
            ActionKind::Support { at, supported, .. } => {
                place(at, self.at, "at");
                place(&mut supported.from, self.other_at, "supported.from");
                if let Some(to) = &mut supported.to {
                    place(to, self.to, "supported.to");
                }
            }
            ActionKind::Hold { at, .. }
            | ActionKind::Convoy { at, .. }
            | ActionKind::Build { at, .. }
            | ActionKind::Disband { at, .. }
            | ActionKind::Remove { at, .. } => place(at, self.at, "at"),
            _ => {}
        }
    }
}

/// The place of a fleet with its coast, where that is missing and the position or the fleet's other orders say it.
fn coast(scene: &Scene<'_>, atlas: &Atlas, unit: Unit<'_>) -> Option<Place> {
    let Spot { number, shore, place } = unit.spot;
    if unit.kind != Some(Kind::Fleet) || shore != OPEN || !atlas.grid().asks_for_coast(number) {
        return None;
    }
    let there = scene.units_at(number).unwrap_or_default();
    let standing = there.iter().find(|standing| standing.kind == Kind::Fleet).map(|standing| standing.shore);
    let named = || scene.order_of(number).map(|order| order.unit.spot.shore);
    with_coast(place, standing.or_else(named)?)
}

/// The place of a fleet with the only coast that it can go to its target from.
fn departure(atlas: &Atlas, unit: Unit<'_>, to: Spot<'_>) -> Option<Place> {
    let (grid, Spot { number, shore: own, place }) = (atlas.grid(), unit.spot);
    if unit.kind != Some(Kind::Fleet) || own != OPEN || !grid.asks_for_coast(number) {
        return None;
    }
    let coasts = suffixes(grid.coasts(number)).map(|suffix| shore(Some(suffix)));
    let leading = coasts.filter(|&coast| grid.fleet_goes(number, coast, to.number) != 0);
    with_coast(place, leading.fold(0, |all, coast| all | coast))
}

fn with_coast(place: &Place, shores: Shores) -> Option<Place> {
    let mut coasts = suffixes(shores);
    let only = coasts.next().filter(|_| coasts.next().is_none())?;
    Some(Place::new(&format!("{}/{only}", place.territory())))
}

/// The target of a fleet with the only coast that it can come to, where none is named.
fn target(
    scene: &Scene<'_>,
    atlas: &Atlas,
    order: &Order<'_>,
    kind: Option<Kind>,
    (from, shore): (usize, Shores),
) -> Option<Place> {
    let to = order.to.filter(|to| kind == Some(Kind::Fleet) && to.shore == OPEN)?;
    let retreats = scene.units_at(from).unwrap_or_default().iter().flat_map(|standing| &standing.piece.retreats);
    let listed = retreats.filter_map(|place| Spot::of(place, atlas)).filter(|spot| spot.number == to.number);
    let reach = match listed.fold(0, |shores, spot| shores | spot.shore) {
        0 => atlas.grid().fleet_goes(from, shore, to.number),
        listed => listed,
    };
    if reach & OPEN != 0 { None } else { with_coast(to.place, reach) }
}

/// The target of a supported fleet with the coast that its own order names.
fn matching_target(scene: &Scene<'_>, atlas: &Atlas, order: &Order<'_>, other: Unit<'_>) -> Option<Place> {
    let to = order.to.filter(|to| other.kind == Some(Kind::Fleet) && to.shore == OPEN)?;
    let own = scene.order_of(other.spot.number).filter(|own| own.deed == Deed::Move)?;
    let own_to = own.to.filter(|own_to| own_to.number == to.number)?;
    with_coast(to.place, own_to.shore & atlas.grid().coasts(to.number))
}

/// Whether an army's move that does not say so can only be by convoy.
fn goes_by_convoy(scene: &Scene<'_>, atlas: &Atlas, order: &Order<'_>) -> bool {
    let Some(to) = order.to.filter(|_| order.deed == Deed::Move && !order.by_convoy) else { return false };
    let (grid, from) = (atlas.grid(), order.unit.spot.number);
    let is_possible = grid.is_coastal(from) && grid.is_coastal(to.number);
    let walks = grid.army_goes(from, to.number) || scene.stage == Some(Stage::Retreat);
    from != to.number && is_possible && !walks && grid.waters.connect(grid, from, to.number)
}
