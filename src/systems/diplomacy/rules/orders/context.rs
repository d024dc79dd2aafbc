//! The context in which the orders of a turn are checked: the phase, the position, and the other orders.

use std::collections::{HashMap, HashSet};

use super::convoys::Convoys;
use super::graph::{Kind, MoveGraph, Shores, shore};
use super::homes::Homes;
use super::order::{Order, Parts};
use super::sea_components::SeaComponents;
use super::supply::Supply;
use crate::model::{Action, ActionKind, Element, Game, PhaseKind, Piece, Position, Seat, Turn, When};
use crate::systems::diplomacy::rules::NamedBoard;

/// Kind of phase, as far as orders differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Movement,
    Retreat,
    Adjustment,
}

impl Stage {
    fn of(when: Option<&When>) -> Option<Stage> {
        let When::Phase(phase) = when? else { return None };
        phase.phase.known().map(|kind| match kind {
            PhaseKind::Movement => Stage::Movement,
            PhaseKind::Retreat => Stage::Retreat,
            PhaseKind::Builds | PhaseKind::Adjustment => Stage::Adjustment,
        })
    }
}

/// A unit of the position, with its place resolved.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitAt<'t> {
    number: usize,
    is_dislodged: bool,
    pub(super) kind: Kind,
    pub(super) shore: Shores,
    pub(super) piece: &'t Piece,
}

/// The units of a position.
#[derive(Debug)]
pub(super) struct Units<'t> {
    /// Units sorted by territory; in a territory, dislodged ones come last.
    all: Vec<UnitAt<'t>>,
    /// Seas of the fleets that can convoy.
    pub(super) fleets: SeaComponents,
}

impl<'t> Units<'t> {
    fn of(position: &'t Position, named_board: &NamedBoard) -> Units<'t> {
        let standing = |piece: &'t Piece| {
            Some(UnitAt {
                number: named_board.number(&piece.territory)?,
                is_dislodged: piece.status.as_deref() == Some("dislodged"),
                kind: Kind::of(&piece.kind)?,
                shore: shore(piece.territory.coast()),
                piece,
            })
        };
        let mut all: Vec<UnitAt<'t>> = position.pieces.iter().filter_map(Element::known).filter_map(standing).collect();
        all.sort_by_key(|unit| (unit.number, unit.is_dislodged));
        let graph = named_board.graph();
        let is_convoyer =
            |unit: &&UnitAt<'_>| !unit.is_dislodged && unit.kind == Kind::Fleet && graph.convoys(unit.number);
        let seas = all.iter().filter(is_convoyer).map(|unit| unit.number).collect();
        Units { fleets: SeaComponents::of(graph, seas), all }
    }

    /// Returns whether the units can be those of such a phase: in a retreat phase, some are dislodged.
    fn speak_of(&self, stage: Option<Stage>) -> bool {
        self.all.iter().any(|unit| unit.is_dislodged || stage != Some(Stage::Retreat))
    }

    /// Returns the units in a territory: either the dislodged ones or the others.
    pub(super) fn at(&self, number: usize, is_dislodged: bool) -> &[UnitAt<'t>] {
        let key = (number, is_dislodged);
        let start = self.all.partition_point(|unit| (unit.number, unit.is_dislodged) < key);
        let end = self.all.partition_point(|unit| (unit.number, unit.is_dislodged) <= key);
        &self.all[start..end]
    }
}

/// A turn, with what its orders are checked against.
pub(super) struct TurnContext<'t> {
    pub(super) index: usize,
    pub(super) stage: Option<Stage>,
    /// Centres and units of the powers, in an adjustment phase where the position has them.
    pub(super) supply: Option<Supply<'t>>,
    pub(super) units: Option<Units<'t>>,
    /// Owners of home provinces, in an adjustment phase.
    pub(super) homes: Homes,
    pub(super) orders: Vec<Order<'t>>,
    /// Indexes of the actions that are orders, but name a place or a unit that the board does not have.
    pub(super) off_board: Vec<usize>,
    /// Waived builds: index of the action, and its power.
    pub(super) waived: Vec<(usize, Option<&'t Seat>)>,
    /// For each territory, index of the last order to its unit that is not void, of those checked so far.
    pub(super) good: HashMap<usize, usize>,
    /// For each territory, index of the last such order of the whole turn, once all orders were checked.
    pub(super) last_good: HashMap<usize, usize>,
    /// Territory of each order's unit, and index of the order; sorted.
    by_place: Vec<(usize, usize)>,
    pub(super) convoys: Convoys,
    /// Results of searches for convoy routes, by from, to, and a fleet's sea.
    pub(super) routes: HashMap<(usize, usize, usize), bool>,
    /// Territories of builds that are not void.
    pub(super) sites: HashSet<usize>,
}

impl<'t> TurnContext<'t> {
    pub(super) fn of(game: &'t Game, index: usize, turn: &'t Turn, named_board: &NamedBoard) -> TurnContext<'t> {
        let position = position(game, turn);
        // Orders without a phase belong to the phase of their position.
        let when = turn.when.as_ref().or_else(|| position?.when.as_ref());
        let stage = Stage::of(when);
        let has_supply = stage == Some(Stage::Adjustment) && !named_board.graph().has_cities;
        let mut context = TurnContext {
            index,
            stage,
            supply: position.filter(|_| has_supply).and_then(|position| Supply::of(position, named_board)),
            units: position.map(|position| Units::of(position, named_board)).filter(|units| units.speak_of(stage)),
            orders: Vec::with_capacity(turn.actions.len()),
            homes: position.filter(|_| has_supply).map(|of| Homes::of(game, turn, of, named_board)).unwrap_or_default(),
            good: HashMap::new(),
            last_good: HashMap::new(),
            off_board: Vec::new(),
            waived: Vec::new(),
            by_place: Vec::new(),
            convoys: Convoys::default(),
            routes: HashMap::new(),
            sites: HashSet::new(),
        };
        for (index, action) in unconditional(&turn.actions) {
            if let ActionKind::Waive { .. } = action.kind {
                context.waived.push((index, action.player.as_ref()));
            } else if let Some(parts) = Parts::of(&action.kind) {
                match parts.order(index, action, named_board) {
                    Some(order) => context.orders.push(order),
                    None => context.off_board.push(index),
                }
            }
        }
        let places = context.orders.iter().enumerate();
        context.by_place = places.map(|(i, order)| (order.unit.location.number, i)).collect();
        context.by_place.sort_unstable();
        context.convoys = context.orders.iter().copied().collect();
        context
    }

    /// Returns the orders to units of a territory, in their order.
    fn at(&self, number: usize) -> &[(usize, usize)] {
        let start = self.by_place.partition_point(|(at, _)| *at < number);
        let end = self.by_place.partition_point(|(at, _)| *at <= number);
        &self.by_place[start..end]
    }

    /// Returns whether any unit has several orders.
    pub(super) fn has_rivals(&self) -> bool {
        self.by_place.windows(2).any(|pair| matches!(pair, [(one, _), (other, _)] if one == other))
    }

    /// Returns the order that counts for the unit in a territory: the last that is not void.
    pub(super) fn order_of(&self, number: usize) -> Option<&Order<'t>> {
        let last = || self.at(number).last().map(|(_, slot)| slot);
        self.orders.get(*self.last_good.get(&number).or_else(last)?)
    }

    /// Returns the previous order to the same unit; void ones do not count.
    pub(super) fn order_before(&self, order: &Order<'_>) -> Option<&Order<'t>> {
        self.orders.get(*self.good.get(&order.unit.location.number)?)
    }

    /// Returns the waters for convoys: those with fleets, or all of the board where there is no position.
    pub(super) fn sea_components<'s>(&'s self, graph: &'s MoveGraph) -> &'s SeaComponents {
        self.units.as_ref().map_or(&graph.sea_components, |units| &units.fleets)
    }

    /// Returns the units in a territory that get orders in this phase; `None` where there is no position.
    pub(super) fn units_at(&self, number: usize) -> Option<&[UnitAt<'t>]> {
        Some(self.units.as_ref()?.at(number, self.stage == Some(Stage::Retreat)))
    }
}

/// Returns the position that a turn's orders refer to: its own, or that of the game if it is of the same phase.
fn position<'t>(game: &'t Game, turn: &'t Turn) -> Option<&'t Position> {
    let is_same = |position: &&Position| position.when.is_none() || turn.when.is_none() || position.when == turn.when;
    turn.position.as_deref().or_else(|| game.position.as_ref().filter(is_same))
}

/// Returns the actions that are not under a condition, with their indexes. A condition ends with `ENDIF`, or with the
/// orders of its power.
pub(super) fn unconditional(actions: &[Action]) -> impl Iterator<Item = (usize, &Action)> {
    let mut under: Option<Option<&Seat>> = None;
    actions.iter().enumerate().filter(move |(_, action)| {
        let player = action.player.as_ref();
        if matches!(action.kind, ActionKind::Condition) {
            let text = action.text.as_deref().unwrap_or_default().trim_start();
            let ends = text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("ENDIF"));
            under = (!ends).then_some(player);
        } else if under.is_some_and(|owner| owner != player) {
            under = None;
        }
        under.is_none()
    })
}
