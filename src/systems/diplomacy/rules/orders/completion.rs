//! Completes orders with values that they leave out.

use super::context::{Stage, TurnContext};
use super::graph::{Kind, OPEN, Shores, shore, suffixes};
use super::implied;
use super::order::{Location, Order, OrderKind, Unit};
use crate::model::{Action, ActionKind, PieceName, TerritoryRef};
use crate::systems::diplomacy::rules::NamedBoard;

/// Values that an order leaves out and that are determined; `None` for those that are given or not determined.
#[derive(Default)]
pub(super) struct Missing {
    piece: Option<Kind>,
    at: Option<TerritoryRef>,
    other_piece: Option<Kind>,
    other_at: Option<TerritoryRef>,
    to: Option<TerritoryRef>,
    by_convoy: bool,
}

impl Missing {
    pub(super) fn of(context: &TurnContext<'_>, order: &Order<'_>, named_board: &NamedBoard) -> Missing {
        let graph = named_board.graph();
        let kind = implied::kind(context, graph, order, false);
        let other_kind = implied::kind(context, graph, order, true);
        let own = Unit { kind, ..order.unit };
        let moves = matches!(order.order_kind, OrderKind::Move | OrderKind::Retreat);
        let at = coast(context, named_board, own).or_else(|| departure(named_board, own, order.to.filter(|_| moves)?));
        let other = order.other.map(|other| Unit { kind: other_kind, ..other });
        let other_at = other
            .and_then(|other| coast(context, named_board, other).or_else(|| departure(named_board, other, order.to?)));
        let from = |location: Location<'_>, coast: &Option<TerritoryRef>| {
            (location.number, coast.as_ref().map_or(location.shore, |place| shore(place.coast())))
        };
        let to = match (order.order_kind, other) {
            (OrderKind::Move | OrderKind::Retreat, _) => {
                target(context, named_board, order, kind, from(order.unit.location, &at))
            }
            (OrderKind::Support, Some(other)) => {
                let matching = matching_target(context, named_board, order, other);
                matching.or_else(|| target(context, named_board, order, other_kind, from(other.location, &other_at)))
            }
            _ => None,
        };
        let by_convoy = kind == Some(Kind::Army) && goes_by_convoy(context, named_board, order);
        let piece = kind.filter(|_| order.unit.kind.is_none());
        let other_piece = other_kind.filter(|_| order.other.is_some_and(|other| other.kind.is_none()));
        Missing { piece, at, other_piece, other_at, to, by_convoy }
    }

    /// Sets the missing values of an action, and lists their fields as inferred.
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
        let mut place = |field: &mut TerritoryRef, place: Option<TerritoryRef>, name: &str| {
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

/// Returns the place of a fleet with its coast, where the order has none and the position or the fleet's other orders
/// determine it.
fn coast(context: &TurnContext<'_>, named_board: &NamedBoard, unit: Unit<'_>) -> Option<TerritoryRef> {
    let Location { number, shore, place } = unit.location;
    if unit.kind != Some(Kind::Fleet) || shore != OPEN || !named_board.graph().asks_for_coast(number) {
        return None;
    }
    let there = context.units_at(number).unwrap_or_default();
    let standing = there.iter().find(|standing| standing.kind == Kind::Fleet).map(|standing| standing.shore);
    let named = || context.order_of(number).map(|order| order.unit.location.shore);
    with_coast(place, standing.or_else(named)?)
}

/// Returns the place of a fleet with its coast, where only one coast leads to its target.
fn departure(named_board: &NamedBoard, unit: Unit<'_>, to: Location<'_>) -> Option<TerritoryRef> {
    let (graph, Location { number, shore: own, place }) = (named_board.graph(), unit.location);
    if unit.kind != Some(Kind::Fleet) || own != OPEN || !graph.asks_for_coast(number) {
        return None;
    }
    let coasts = suffixes(graph.coasts(number)).map(|suffix| shore(Some(suffix)));
    let leading = coasts.filter(|&coast| graph.fleet_goes(number, coast, to.number) != 0);
    with_coast(place, leading.fold(0, |all, coast| all | coast))
}

fn with_coast(place: &TerritoryRef, shores: Shores) -> Option<TerritoryRef> {
    let mut coasts = suffixes(shores);
    let only = coasts.next().filter(|_| coasts.next().is_none())?;
    Some(TerritoryRef::new(&format!("{}/{only}", place.territory())))
}

/// Returns the target of a fleet with its coast, where the order has none and the fleet can only reach one.
fn target(
    context: &TurnContext<'_>,
    named_board: &NamedBoard,
    order: &Order<'_>,
    kind: Option<Kind>,
    (from, shore): (usize, Shores),
) -> Option<TerritoryRef> {
    let to = order.to.filter(|to| kind == Some(Kind::Fleet) && to.shore == OPEN)?;
    let retreats = context.units_at(from).unwrap_or_default().iter().flat_map(|standing| &standing.piece.retreats);
    let listed =
        retreats.filter_map(|place| Location::of(place, named_board)).filter(|location| location.number == to.number);
    let reach = match listed.fold(0, |shores, location| shores | location.shore) {
        0 => named_board.graph().fleet_goes(from, shore, to.number),
        listed => listed,
    };
    if reach & OPEN != 0 { None } else { with_coast(to.place, reach) }
}

/// Returns the target of a supported fleet with the coast that the fleet's own order has.
fn matching_target(
    context: &TurnContext<'_>,
    named_board: &NamedBoard,
    order: &Order<'_>,
    other: Unit<'_>,
) -> Option<TerritoryRef> {
    let to = order.to.filter(|to| other.kind == Some(Kind::Fleet) && to.shore == OPEN)?;
    let own = context.order_of(other.location.number).filter(|own| own.order_kind == OrderKind::Move)?;
    let own_to = own.to.filter(|own_to| own_to.number == to.number)?;
    with_coast(to.place, own_to.shore & named_board.graph().coasts(to.number))
}

/// Returns whether an army's move can only be by convoy, though the order does not say so.
fn goes_by_convoy(context: &TurnContext<'_>, named_board: &NamedBoard, order: &Order<'_>) -> bool {
    let Some(to) = order.to.filter(|_| order.order_kind == OrderKind::Move && !order.by_convoy) else { return false };
    let (graph, from) = (named_board.graph(), order.unit.location.number);
    let is_possible = graph.is_coastal(from) && graph.is_coastal(to.number);
    let walks = graph.army_goes(from, to.number) || context.stage == Some(Stage::Retreat);
    from != to.number && is_possible && !walks && graph.sea_components.connect(graph, from, to.number)
}
