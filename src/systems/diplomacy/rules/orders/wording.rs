//! Formats orders and places for messages, in the order notation.

use super::graph::{Kind, ODD, OPEN, Shores, suffixes};
use super::order::{Location, Order, OrderKind, Unit};
use crate::model::TerritoryRef;
use crate::systems::diplomacy::rules::NamedBoard;

/// Greatest number of places that a message lists.
pub(super) const MAX_LISTED: usize = 16;

/// Formatter with the names of a board.
#[derive(Clone, Copy)]
pub(super) struct Wording<'g>(pub(super) &'g NamedBoard);

impl Wording<'_> {
    /// Formats a place, such as `STP/NC`.
    pub(super) fn location(self, location: Location<'_>) -> String {
        self.0.called(location.place)
    }

    /// Formats a territory, such as `STP`.
    pub(super) fn territory(self, number: usize) -> String {
        let id = self.0.names().ids().get(number);
        id.map_or_else(String::new, |id| self.0.called(id))
    }

    /// Returns a sea whose name begins with the code of a territory: TYR is Tyrolia, but engines call the Tyrrhenian
    /// Sea TYS.
    pub(super) fn sea_like(self, number: usize) -> Option<String> {
        let code = self.0.code(number)?.to_lowercase();
        let is_sea =
            |&sea: &usize| sea != number && self.0.is_sea(sea) && self.0.name(sea).to_lowercase().starts_with(&code);
        let sea = (0..self.0.count()).find(is_sea)?;
        Some(format!("{} ({})", self.territory(sea), self.0.name(sea)))
    }

    /// Formats a territory on each of the shores: `STP/NC`, `STP/SC`.
    pub(super) fn shores(self, number: usize, shores: Shores) -> Vec<String> {
        let name = self.territory(number);
        let open = (shores & OPEN != 0).then(|| name.clone());
        open.into_iter().chain(suffixes(shores).map(|coast| format!("{name}/{}", coast.to_uppercase()))).collect()
    }

    /// Formats a fleet on one of the shores: `F STP/NC or F STP/SC`.
    pub(super) fn fleets(self, number: usize, shores: Shores) -> String {
        let places = self.shores(number, shores);
        places.iter().map(|place| self.unit(Some(Kind::Fleet), place)).collect::<Vec<_>>().join(" or ")
    }

    /// Formats a unit, such as `F STP/NC`; without a letter where the kind is not known.
    pub(super) fn unit(self, kind: Option<Kind>, place: &str) -> String {
        match kind {
            Some(kind) => format!("{} {place}", kind.letter()),
            None => place.to_owned(),
        }
    }

    pub(super) fn unit_of(self, unit: Unit<'_>) -> String {
        self.unit(unit.kind, &self.location(unit.location))
    }

    /// Formats an order, such as `A PAR - BUR`.
    pub(super) fn order(self, order: &Order<'_>) -> String {
        let unit = self.unit_of(order.unit);
        let to = order.to.map(|to| self.location(to)).unwrap_or_default();
        match (order.order_kind, order.other) {
            (OrderKind::Move, _) if order.by_convoy => format!("{unit} - {to} VIA"),
            (OrderKind::Move, _) => format!("{unit} - {to}"),
            (OrderKind::Retreat, _) => format!("{unit} R {to}"),
            (OrderKind::Build, _) => format!("{unit} B"),
            (OrderKind::Disband, _) => format!("{unit} D"),
            (OrderKind::Support, Some(other)) if order.to.is_none() => format!("{unit} S {}", self.unit_of(other)),
            (OrderKind::Support, Some(other)) => format!("{unit} S {} - {to}", self.unit_of(other)),
            (OrderKind::Convoy, Some(other)) => format!("{unit} C {} - {to}", self.unit_of(other)),
            _ => format!("{unit} H"),
        }
    }

    /// Formats a move with a route over the sea in between, if there is one: `A BRE - ENG - LON`.
    pub(super) fn routed(self, order: &Order<'_>) -> String {
        let graph = self.0.graph();
        let Some(to) = order.to else { return self.order(order) };
        let between = graph
            .by_water(order.unit.location.number)
            .find(|&sea| graph.convoys(sea) && graph.by_water(sea).any(|next| next == to.number));
        let sea = between.map_or_else(|| "...".to_owned(), |sea| self.territory(sea));
        format!("{} - {sea} - {}", self.unit_of(order.unit), self.location(to))
    }

    /// Returns the part of a message that lists where a unit can go.
    pub(super) fn reach(self, kind: Kind, number: usize, shore: Shores) -> String {
        let graph = self.0.graph();
        let mut targets: Vec<String> = match kind {
            Kind::Army => graph.army_targets(number).map(|to| self.territory(to)).collect(),
            Kind::Fleet => graph.fleet_targets(number, shore).flat_map(|(to, at)| self.shores(to, at)).collect(),
        };
        targets.sort_unstable();
        let unit = self.unit(Some(kind), &self.shores(number, shore & !ODD).join(" or "));
        match targets.len() {
            0 => format!("{unit} can go nowhere"),
            1..=MAX_LISTED => format!("{unit} can go to {}", targets.join(", ")),
            more => format!("{unit} can go to {} and {} more", targets[..MAX_LISTED].join(", "), more - MAX_LISTED),
        }
    }

    /// Lists the first [`MAX_LISTED`] territories by their numbers.
    pub(super) fn list(self, numbers: impl Iterator<Item = usize>) -> String {
        numbers.take(MAX_LISTED).map(|number| self.territory(number)).collect::<Vec<_>>().join(", ")
    }

    /// Lists the first [`MAX_LISTED`] places, joined by `link`.
    pub(super) fn places<'p>(self, places: impl Iterator<Item = &'p TerritoryRef>, link: &str) -> String {
        places.take(MAX_LISTED).map(|place| self.0.called(place)).collect::<Vec<_>>().join(link)
    }
}
