//! Diagnostics for values that the judge needs and other notations leave out: the route of a convoy, the coast of a
//! support.

use crate::formats::preparation::Preparation;
use crate::model::{ActionKind, Supported, TerritoryRef, Turn, When};
use crate::systems::diplomacy::rules::NamedBoard;

use super::{codes, order_grammar};
use crate::formats::phase::{self, Form};

/// Refuses a convoyed move whose route does not follow from the convoy orders of its phase.
pub fn refuse(named_board: &NamedBoard, turn: &Turn, index: usize, path: &str, preparation: &mut Preparation<'_>) {
    let convoys = turn.actions.iter().filter(|action| matches!(action.kind, ActionKind::Convoy { .. })).count();
    let army = match turn.actions.get(index).map(|action| &action.kind) {
        Some(ActionKind::Move { from, to, .. }) => {
            format!("A {} - {}", named_board.called(from), named_board.called(to))
        }
        _ => String::new(),
    };
    let message = match convoys {
        0 => format!("{army} goes by convoy, but no fleet convoys in this phase"),
        _ => format!("{army} goes by convoy, but the convoy orders of this phase do not tell which route"),
    };
    preparation.refuse(&codes::NO_ROUTE, format!("{path}.via"), message, codes::NO_ROUTE.advice);
}

/// Warns that a convoyed move without a known route is written by its effect.
pub fn by_effect(
    named_board: &NamedBoard,
    turn: &Turn,
    index: usize,
    effect: &str,
    path: &str,
    preparation: &mut Preparation<'_>,
) {
    let Some(action) = turn.actions.get(index) else { return };
    let order = order_grammar::written(&action.kind, named_board).unwrap_or_default();
    let when = match &turn.when {
        Some(When::Phase(phase)) => phase::written(phase, Form::Short).map(|phase| format!("{phase} ")),
        _ => None,
    };
    let power = action.player.as_ref().map(|seat| format!("{}: ", named_board.power_name(seat)));
    let (when, power) = (when.unwrap_or_default(), power.unwrap_or_default());
    let message =
        format!("{when}{power}{order}: no fleets of this phase make a route; written as what it comes to, {effect}");
    preparation.warn(&codes::NO_ROUTE, format!("{path}.via"), message, codes::NO_ROUTE.advice);
}

/// Returns the coast that the judge assumes for the destination of a supported move: the first in its map. `None` where
/// an army is supported, the order names a coast, or there is no choice of coasts.
pub fn default_coast(named_board: &NamedBoard, supported: &Supported) -> Option<String> {
    let is_army = supported.piece.as_ref().is_some_and(|piece| piece.0 == "army");
    let to = supported.to.as_ref().filter(|to| !is_army && to.coast().is_none())?;
    let lines = named_board.board().adjacencies.iter().filter_map(|line| line.known());
    let mut kinds = lines.filter(|line| line.from == *to && line.movement != "mv").map(|line| &line.movement);
    let (first, others) = (kinds.next()?, kinds.next().is_some());
    others.then(|| named_board.called(&TerritoryRef::new(&format!("{to}/{first}"))))
}
