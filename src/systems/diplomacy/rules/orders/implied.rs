//! What an order leaves out, where the order alone, the board or the position determines it.

use super::grid::{Grid, Kind, OPEN};
use super::order::{Deed, Order};
use super::scene::Scene;

/// The kind of the unit that is ordered, or of the other one.
pub(super) fn kind(scene: &Scene<'_>, grid: &Grid, order: &Order<'_>, is_other: bool) -> Option<Kind> {
    let unit = if is_other { order.other? } else { order.unit };
    if let Some(kind) = unit.kind {
        return Some(kind);
    }
    if order.deed != Deed::Build
        && let Some([standing]) = scene.units_at(unit.spot.number)
    {
        return Some(standing.kind);
    }
    // Only the unit that moves says something of its kind by where it goes.
    let to = order.to.filter(|_| is_other || matches!(order.deed, Deed::Move | Deed::Retreat));
    let spots = || [Some(unit.spot), to].into_iter().flatten();
    if order.deed == Deed::Convoy {
        return Some(if is_other { Kind::Army } else { Kind::Fleet });
    }
    let is_army = order.by_convoy || spots().any(|spot| !grid.admits(Kind::Fleet, spot.number));
    let is_fleet = spots().any(|spot| spot.shore != OPEN || !grid.admits(Kind::Army, spot.number));
    let goes = to.map(|to| {
        let (from, shore, to) = (unit.spot.number, unit.spot.shore, to.number);
        (grid.army_goes(from, to), grid.fleet_goes(from, shore, to) != 0)
    });
    match (is_army, is_fleet, goes) {
        (true, false, _) | (false, false, Some((true, false))) => Some(Kind::Army),
        (false, true, _) | (false, false, Some((false, true))) => Some(Kind::Fleet),
        _ => None,
    }
}
