//! The convoy orders of a turn, and what follows from them for the armies that they carry.

use super::context::unconditional;
use super::graph::Kind;
use super::order::{Order, OrderKind, Parts};
use super::sea_components::SeaComponents;
use crate::model::{Action, ActionKind, TerritoryRef, Turn};
use crate::systems::diplomacy::rules::NamedBoard;

/// The way of a move that goes by convoy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// By sea, on the only route that the convoy orders (and the board) leave.
    Route(Vec<TerritoryRef>),
    /// By sea, on one of several routes; or the move is no order on the board.
    Unclear,
    /// By land: nobody convoys the army, and it can walk.
    Walks,
    /// None: the army stays where it is.
    Stays,
}

/// The convoy orders of a turn: from, to, and the fleet's sea, as numbers on the board; sorted, each once.
#[derive(Debug, Default)]
pub struct Convoys(Vec<(usize, usize, usize)>);

impl Convoys {
    /// Returns the convoy orders of a turn that are under no condition and name places of the board.
    pub fn of(turn: &Turn, named_board: &NamedBoard) -> Convoys {
        let convoys = unconditional(&turn.actions).filter(|(_, of)| matches!(of.kind, ActionKind::Convoy { .. }));
        let orders = convoys.filter_map(|(index, action)| Parts::of(&action.kind)?.order(index, action, named_board));
        orders.collect()
    }

    /// Returns the seas of the fleets that are ordered to convoy from one coast to another.
    pub(super) fn seas(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let start = self.0.partition_point(|(f, t, _)| (*f, *t) < (from, to));
        let those = self.0[start..].iter().take_while(move |(f, t, _)| (*f, *t) == (from, to));
        those.map(|(_, _, sea)| *sea)
    }

    /// Returns the way of a convoyed move.
    pub fn way(&self, action: &Action, named_board: &NamedBoard) -> Way {
        let Some((from, to, seas)) = self.of_move(action, named_board) else { return Way::Unclear };
        let graph = named_board.graph();
        let is_alone = seas.is_empty();
        let components = SeaComponents::of(graph, seas);
        let route = components.only_route(graph, from, to);
        let id = |sea: usize| named_board.names().ids().get(sea).cloned();
        if let Some(route) = route.and_then(|route| route.into_iter().map(id).collect()) {
            return Way::Route(route);
        }
        match (components.connect(graph, from, to), is_alone && graph.army_goes(from, to)) {
            (true, _) => Way::Unclear,
            (false, true) => Way::Walks,
            (false, false) => Way::Stays,
        }
    }

    /// Returns the ends of a move, and the seas of the convoy orders for it, none if it is that of a fleet; `None` where
    /// it is no order on the board.
    fn of_move(&self, action: &Action, named_board: &NamedBoard) -> Option<(usize, usize, Vec<usize>)> {
        let order = Parts::of(&action.kind)?.order(0, action, named_board)?;
        let (from, to) = (order.unit.location.number, order.to?.number);
        let is_move = order.order_kind == OrderKind::Move && order.unit.kind != Some(Kind::Fleet);
        let seas = self.seas(from, to).filter(|&sea| is_move && named_board.graph().convoys(sea));
        Some((from, to, seas.collect()))
    }
}

impl<'t> FromIterator<Order<'t>> for Convoys {
    fn from_iter<I: IntoIterator<Item = Order<'t>>>(orders: I) -> Self {
        let convoy = |order: Order<'_>| {
            let (from, to) = (order.other?.location.number, order.to?.number);
            (order.order_kind == OrderKind::Convoy).then_some((from, to, order.unit.location.number))
        };
        let mut convoys: Vec<_> = orders.into_iter().filter_map(convoy).collect();
        convoys.sort_unstable();
        convoys.dedup();
        Convoys(convoys)
    }
}
