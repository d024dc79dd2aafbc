//! Who owns which centres, and has how many units: what adjustments are due.

use std::collections::HashMap;

use super::order::Order;
use crate::model::{Element, Position, Seat};
use crate::systems::diplomacy::rules::NamedBoard;

/// The centres and units of the powers, by a position that says who owns what.
#[derive(Debug)]
pub(super) struct Supply<'t> {
    owners: HashMap<usize, Option<&'t Seat>>,
    /// How many more centres than units each power has.
    claims: HashMap<&'t Seat, i64>,
    /// How many adjustments of a power were met.
    met: HashMap<&'t Seat, i64>,
}

impl<'t> Supply<'t> {
    /// Nothing where the position does not say who owns what.
    pub(super) fn of(position: &'t Position, named_board: &NamedBoard) -> Option<Supply<'t>> {
        let mut supply = Supply { owners: HashMap::new(), claims: HashMap::new(), met: HashMap::new() };
        for holding in &position.holdings {
            let (Some(number), Some(owner)) = (named_board.number(&holding.territory), holding.owner.known()) else {
                continue;
            };
            supply.owners.insert(number, owner.as_ref());
            let is_centre = named_board.territories().get(number).is_some_and(|t| t.centre == Some(true));
            if let Some(owner) = owner.as_ref().filter(|_| is_centre) {
                *supply.claims.entry(owner).or_default() += 1;
            }
        }
        if supply.owners.is_empty() {
            return None;
        }
        let pieces = position.pieces.iter().filter_map(Element::known);
        pieces.filter_map(|piece| piece.player.as_ref()).for_each(|seat| *supply.claims.entry(seat).or_default() -= 1);
        Some(supply)
    }

    /// The owner of a centre, where it is another than `player`: a power, or nobody.
    pub(super) fn other_owner(&self, number: usize, player: &Seat) -> Option<Option<&'t Seat>> {
        // A centre that the position does not list is nobody's.
        let owner = self.owners.get(&number).copied().flatten();
        (owner != Some(player)).then_some(owner)
    }

    /// How many units a power has to build; to remove where it is negative.
    pub(super) fn claim(&self, player: Option<&Seat>) -> Option<i64> {
        player.map(|player| self.claims.get(player).copied().unwrap_or_default())
    }

    /// Forgets which adjustments were met.
    pub(super) fn begin_anew(&mut self) {
        self.met.clear();
    }

    /// How many adjustments of the power were met, with this one.
    pub(super) fn meet(&mut self, order: &Order<'t>) -> i64 {
        let Some(player) = order.player else { return 0 };
        let met = self.met.entry(player).or_default();
        *met += 1;
        *met
    }
}
