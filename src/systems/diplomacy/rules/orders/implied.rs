//! Derives values that an order leaves out from the order itself, the board or the position.

use super::context::TurnContext;
use super::graph::{Kind, MoveGraph, OPEN};
use super::order::{Order, OrderKind};

/// Returns the kind of the ordered unit, or of the other one; `None` where it is not determined.
pub(super) fn kind(context: &TurnContext<'_>, graph: &MoveGraph, order: &Order<'_>, is_other: bool) -> Option<Kind> {
    let unit = if is_other { order.other? } else { order.unit };
    if let Some(kind) = unit.kind {
        return Some(kind);
    }
    if order.order_kind != OrderKind::Build
        && let Some([standing]) = context.units_at(unit.location.number)
    {
        return Some(standing.kind);
    }
    // The target only determines the kind of the unit that moves.
    let to = order.to.filter(|_| is_other || matches!(order.order_kind, OrderKind::Move | OrderKind::Retreat));
    let spots = || [Some(unit.location), to].into_iter().flatten();
    if order.order_kind == OrderKind::Convoy {
        return Some(if is_other { Kind::Army } else { Kind::Fleet });
    }
    let is_army = order.by_convoy || spots().any(|location| !graph.admits(Kind::Fleet, location.number));
    let is_fleet = spots().any(|location| location.shore != OPEN || !graph.admits(Kind::Army, location.number));
    let goes = to.map(|to| {
        let (from, shore, to) = (unit.location.number, unit.location.shore, to.number);
        (graph.army_goes(from, to), graph.fleet_goes(from, shore, to) != 0)
    });
    match (is_army, is_fleet, goes) {
        (true, false, _) | (false, false, Some((true, false))) => Some(Kind::Army),
        (false, true, _) | (false, false, Some((false, true))) => Some(Kind::Fleet),
        _ => None,
    }
}
