//! Captures ships, and finds their owners.

use super::act::Act;
use super::codes;
use super::piece::{Colour, Piece};
use super::state::{RuleViolation, State, illegal, odd};
use crate::model::{PieceName, Seat, TerritoryRef};

impl Act<'_> {
    pub(super) fn capture(&mut self, piece: &PieceName, at: &TerritoryRef, owner: Option<&Seat>) {
        let (piece, at) = (self.piece(Some(piece)), self.system(at));
        self.spend(Colour::Red, at);
        let (Some(piece), Some(at)) = (piece, at) else { return };
        let (victim, violation) = self.state.victim(piece, at, self.mover, owner);
        self.violations.extend(violation);
        let (Some(victim), Some(world)) = (victim, self.state.worlds.get(at)) else { return };
        let ship = world.ship(piece, victim);
        let largest = world.ships_of(self.mover).map(Piece::size).max();
        if largest.is_none_or(|largest| largest < piece.size()) {
            let (mover, label) = (self.mover_name(), world.label());
            let message = match largest {
                Some(largest) => {
                    format!(
                        "{mover} cannot capture {piece} at {label}: the player's largest ship there is of size {largest}"
                    )
                }
                None => format!("{mover} cannot capture {piece} at {label}: the player has no ship there"),
            };
            self.emit(illegal(&codes::TOO_SMALL, message));
        }
        let world = self.state.worlds_mut().get_mut(at);
        if let Some(ship) = ship.and_then(|ship| world?.ships.get_mut(ship)) {
            ship.owner = self.mover;
        }
    }
}

impl State {
    /// Finds the owner of the captured ship, and the violation if the record names no owner or a wrong one. Then the
    /// owner is the only opponent who can be meant.
    fn victim(
        &self,
        piece: Piece,
        at: usize,
        mover: usize,
        owner: Option<&Seat>,
    ) -> (Option<usize>, Option<RuleViolation>) {
        let Some(world) = self.worlds.get(at) else { return (None, None) };
        let label = world.label();
        let named = owner.and_then(|owner| self.table.number(owner));
        let mut owners = world.owners_of(piece, mover);
        let Some(first) = owners.next() else {
            let message = match named.filter(|named| *named != mover) {
                Some(named) => format!("{} has no {piece} at {label} to capture", self.name(named)),
                None => format!("no opponent has a {piece} at {label} to capture"),
            };
            return (None, Some(illegal(&codes::NO_SUCH_SHIP, message)));
        };
        if let Some(named) = named.filter(|named| world.owners_of(piece, mover).any(|other| other == *named)) {
            return (Some(named), None);
        }
        let is_clear = owners.all(|other| other == first);
        let violation = match owner {
            None if is_clear => None,
            None => {
                let message =
                    format!("several opponents have a {piece} at {label}, and the action does not say whose is meant");
                Some(illegal(&codes::WRONG_OWNER, message))
            }
            Some(_) => {
                let who = named.map_or("nobody at the table", |named| self.name(named));
                let message = format!("{who} is said to own the {piece} at {label}, and is no opponent who has one");
                // A warning only, because servers do not look at the owner in games for two.
                let is_for_two = self.table.len() == 2;
                Some(if is_for_two { odd(&codes::WRONG_OWNER, message) } else { illegal(&codes::WRONG_OWNER, message) })
            }
        };
        // If no owner is named, the first of several is as good as any other.
        ((is_clear || owner.is_none()).then_some(first), violation)
    }
}
