//! Begins and ends turns, and decides the game.

use super::codes;
use super::state::{Budget, PlayerStatus, RuleViolation, State, Turn, World, illegal, odd};
use super::table::clipped;
use crate::model::Seat;

impl State {
    /// Begins the turn of a player; a turn that is still open ends first. Returns an error if the game is over, or a
    /// warning if the player is out or unknown. The turn can be played all the same; that of an unknown player counts
    /// as the next player's.
    pub fn begin_turn(&mut self, seat: &Seat) -> Result<(), RuleViolation> {
        if self.turn.is_some() {
            self.end_turn();
        }
        let known = self.table.number(seat);
        let mover = known.or_else(|| self.mover_now()).unwrap_or(self.next);
        self.turn = Some(Turn { mover, budget: Budget::Untouched, unclear: false });
        if let Some(won) = &self.won {
            let message = match won.as_slice() {
                [winner] => format!("the game is over, {} has won", self.name(*winner)),
                _ => "the game is over, it is drawn".to_owned(),
            };
            return Err(illegal(&codes::GAME_OVER, message));
        }
        if known.is_none() {
            let message = format!("nobody sits at {}", clipped(seat.as_str()));
            return Err(odd(&codes::NOT_TO_MOVE, message));
        }
        if !self.plays(mover) {
            let message = format!("{} is out of the game", self.name(mover));
            return Err(odd(&codes::NOT_TO_MOVE, message));
        }
        Ok(())
    }

    /// Returns the number of actions left in the turn: one before the first action, or those that a sacrifice still
    /// pays for.
    pub fn unspent(&self) -> u8 {
        match self.turn.as_ref().map(|turn| turn.budget) {
            Some(Budget::Untouched) => 1,
            Some(Budget::Sacrifice { left, .. }) => left,
            Some(Budget::Spent | Budget::Unclear) | None => 0,
        }
    }

    /// Ends the turn: lost homeworlds become ordinary systems or vanish, and players who lost theirs are eliminated.
    /// Returns the violations of the turn as a whole.
    pub fn end_turn(&mut self) -> Vec<RuleViolation> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let (mover, is_clear, unspent) = (turn.mover, !turn.unclear, self.unspent());
        self.turn = None;
        self.next = (mover + 1) % self.table.len().max(1);
        let lost = self.lose_homes();
        if self.won.is_none() {
            self.won = self.decided(mover, &lost);
        }
        let mut violations = Vec::new();
        let server = self.table.server;
        let must_pass = server.writes_passes() && (lost.is_empty() || !server.passes_end_with_a_player());
        if unspent > 0 && is_clear && must_pass {
            let actions = if unspent == 1 { "action is" } else { "actions are" };
            violations.push(odd(&codes::UNSPENT, format!("{unspent} {actions} left, and not passed")));
        }
        let is_draw = self.standings.iter().all(|standing| *standing == PlayerStatus::Eliminated);
        if lost.contains(&mover) && server.forbids_self_elimination() && !is_draw {
            let message = format!("{} leaves the homeworld without a ship", self.name(mover));
            violations.push(illegal(&codes::SELF_ELIMINATION, message));
        }
        violations
    }

    /// Returns the mover of the turn in progress; begins the next player's turn if there is none.
    pub(super) fn open_turn(&mut self) -> usize {
        let mover = self.mover_now().unwrap_or(self.next);
        self.turn.get_or_insert(Turn { mover, budget: Budget::Untouched, unclear: false }).mover
    }

    /// Turns lost homeworlds into ordinary systems, or removes them, and eliminates and returns the players who lost
    /// theirs.
    fn lose_homes(&mut self) -> Vec<usize> {
        for number in (0..self.worlds.len()).rev() {
            let is_lost = |world: &World| {
                world.home.is_some_and(|home| world.stars.is_empty() || world.ships_of(home).next().is_none())
            };
            if self.worlds.get(number).is_some_and(is_lost)
                && let Some(world) = self.worlds_mut().get_mut(number)
            {
                world.home = None;
                self.settle(number);
            }
        }
        let is_lost = |player: &usize| {
            self.standings.get(*player) == Some(&PlayerStatus::Playing) && self.home_of(*player).is_none()
        };
        let lost: Vec<usize> = (0..self.standings.len()).filter(is_lost).collect();
        for player in &lost {
            if let Some(standing) = self.standings.get_mut(*player) {
                *standing = PlayerStatus::Eliminated;
            }
        }
        lost
    }

    /// Returns the winners after a turn in which the players `lost` lost their homeworlds; `None` while the game is
    /// undecided.
    fn decided(&self, mover: usize, lost: &[usize]) -> Option<Vec<usize>> {
        let mut left = (0..self.standings.len()).filter(|player| self.plays(*player));
        match (left.next(), left.next()) {
            (None, _) => Some(lost.to_vec()),
            (Some(winner), None) => Some(vec![winner]),
            (Some(_), Some(_)) => {
                let was_there = |player: &usize| self.plays(*player) || lost.contains(player);
                let target = self.table.behind(mover).find(was_there)?;
                let wins = self.table.sinister && !self.plays_on && self.plays(mover) && lost.contains(&target);
                wins.then(|| vec![mover])
            }
        }
    }
}
