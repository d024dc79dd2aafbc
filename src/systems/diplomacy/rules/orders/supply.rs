//! Computes the adjustments that are due from centres and units.

use std::collections::HashMap;

use super::order::Order;
use crate::model::{Element, Position, Seat};
use crate::systems::diplomacy::rules::NamedBoard;

/// The centres and units of the powers, by a position that has the owners of centres.
#[derive(Debug)]
pub(super) struct Supply<'t> {
    owners: HashMap<usize, Option<&'t Seat>>,
    /// Centres of each power minus its units.
    claims: HashMap<&'t Seat, i64>,
    /// Number of adjustments that each power has ordered so far.
    met: HashMap<&'t Seat, i64>,
}

impl<'t> Supply<'t> {
    /// Counts the centres and units of a position; `None` where it has no owners.
    pub(super) fn of(position: &'t Position, named_board: &NamedBoard) -> Option<Supply<'t>> {
        let mut supply = Supply { owners: HashMap::new(), claims: HashMap::new(), met: HashMap::new() };
        for holding in &position.holdings {
            let (Some(number), Some(owner)) = (named_board.number(&holding.territory), holding.owner.known()) else {
                continue;
            };
            supply.owners.insert(number, owner.as_ref());
            let is_centre = named_board.territory(number).is_some_and(|t| t.centre == Some(true));
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

    /// Returns the owner of a centre if it is not `player`: `Some(None)` for nobody.
    pub(super) fn other_owner(&self, number: usize, player: &Seat) -> Option<Option<&'t Seat>> {
        // A centre that the position does not list is nobody's.
        let owner = self.owners.get(&number).copied().flatten();
        (owner != Some(player)).then_some(owner)
    }

    /// Returns the number of units that a power may build, or has to remove if it is negative; `None` without a power.
    pub(super) fn claim(&self, player: Option<&Seat>) -> Option<i64> {
        player.map(|player| self.claims.get(player).copied().unwrap_or_default())
    }

    /// Resets the count of adjustments.
    pub(super) fn begin_anew(&mut self) {
        self.met.clear();
    }

    /// Counts an adjustment, and returns the number of the power's adjustments so far.
    pub(super) fn meet(&mut self, order: &Order<'t>) -> i64 {
        let Some(player) = order.player else { return 0 };
        let met = self.met.entry(player).or_default();
        *met += 1;
        *met
    }
}
