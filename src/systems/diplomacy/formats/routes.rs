//! What the judge wants to be told and other notations leave out: the route of a convoy, the coast of a support.

use crate::formats::fitting::Fitting;
use crate::model::{ActionKind, Place, Supported, Turn, When};
use crate::systems::diplomacy::rules::Atlas;

use super::{codes, order};
use crate::formats::phase::{self, Form};

/// Says that the route of a convoyed move is not determined.
pub fn refuse(atlas: &Atlas, turn: &Turn, index: usize, path: &str, fitting: &mut Fitting<'_>) {
    let convoys = turn.actions.iter().filter(|action| matches!(action.kind, ActionKind::Convoy { .. })).count();
    let army = match turn.actions.get(index).map(|action| &action.kind) {
        Some(ActionKind::Move { from, to, .. }) => format!("A {} - {}", atlas.called(from), atlas.called(to)),
        _ => String::new(),
    };
    let message = match convoys {
        0 => format!("{army} goes by convoy, and no fleet of this phase convoys"),
        _ => format!("{army} goes by convoy, and the convoy orders of this phase do not determine one route"),
    };
    fitting.refuse(&codes::NO_ROUTE, format!("{path}.via"), message, codes::NO_ROUTE.advice);
}

/// Says that a convoyed move without a route is written by its effect.
pub fn by_effect(atlas: &Atlas, turn: &Turn, index: usize, effect: &str, path: &str, fitting: &mut Fitting<'_>) {
    let Some(action) = turn.actions.get(index) else { return };
    let order = order::written(&action.kind, atlas).unwrap_or_default();
    let when = match &turn.when {
        Some(When::Phase(phase)) => phase::written(phase, Form::Short).map(|phase| format!("{phase} ")),
        _ => None,
    };
    let power = action.player.as_ref().map(|seat| format!("{}: ", atlas.power_name(seat)));
    let (when, power) = (when.unwrap_or_default(), power.unwrap_or_default());
    let message = format!("{when}{power}{order}: no fleets of this phase make a route, so {effect}; written so");
    fitting.warn(&codes::NO_ROUTE, format!("{path}.via"), message, codes::NO_ROUTE.advice);
}

/// Where the judge takes a supported move to go that names no coast of a province with several: the first in its map.
pub fn default_coast(atlas: &Atlas, supported: &Supported) -> Option<String> {
    let is_army = supported.piece.as_ref().is_some_and(|piece| piece.0 == "army");
    let to = supported.to.as_ref().filter(|to| !is_army && to.coast().is_none())?;
    let lines = atlas.board().adjacencies.iter().filter_map(|line| line.known());
    let mut kinds = lines.filter(|line| line.from == *to && line.movement != "mv").map(|line| &line.movement);
    let (first, others) = (kinds.next()?, kinds.next().is_some());
    others.then(|| atlas.called(&Place::new(&format!("{to}/{first}"))))
}
