//! A walk over the steps of a game, forward or backward.

use super::contradiction::{Clash, Contradiction, Matter};
use super::step::{Step, StepKind, countries_in, places};
use super::track::{BLANK, Board, Track, Values};
use super::{Basis, Cell, GIVEN, Owner, meet, origin};
use crate::systems::global_war::rules::{COUNTRIES, Continent};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Backward,
}

pub struct Walk<'v> {
    direction: Direction,
    given: &'v [(usize, Values)],
    pub board: Board,
    /// Source number of the current step or given position.
    now: u32,
    clashes: Vec<Clash>,
}

/// Limit on contradictions per walk: in a hostile log each line may contradict others in all 42 countries.
const MAX_CONTRADICTIONS: usize = 10_000;

impl<'v> Walk<'v> {
    pub fn new(direction: Direction, given: &'v [(usize, Values)]) -> Walk<'v> {
        Walk { direction, given, board: BLANK, now: 0, clashes: Vec::new() }
    }

    /// Takes in the positions given at a moment.
    pub fn meet_given(&mut self, moment: usize) {
        for (number, (_, values)) in (GIVEN..).zip(self.given).filter(|(_, (before, _))| *before == moment) {
            self.now = number;
            for (country, (owner, armies)) in (0..).zip(values) {
                if let Some(owner) = *owner {
                    self.owned(country, owner);
                }
                if let Some(armies) = *armies {
                    self.armies(country, armies);
                }
            }
        }
    }

    /// Walks forward from a moment to the next one, with `next` the index of the first step after it, and returns the
    /// index of the first step after that one.
    pub fn forward(&mut self, moment: usize, mut next: usize, steps: &[Step]) -> usize {
        self.meet_given(moment);
        while let Some(step) = steps.get(next).filter(|step| step.turn as usize == moment) {
            self.step(next as u32, step);
            next += 1;
        }
        next
    }

    /// Stores the combined values of both walks for the countries in the bit set `countries`, at a moment that this
    /// backward walk has reached.
    pub fn meet(&self, moment: usize, before: &Board, countries: u64, board: &mut [Cell; COUNTRIES.len()]) {
        let given = (GIVEN..).zip(self.given).find(|(_, (at, _))| *at == moment);
        for country in places(countries) {
            let (before, behind) = (&before[country], &self.board[country]);
            let (owner, armies) = match given {
                Some((number, (_, values))) => {
                    let (owner, armies) = values[country];
                    (owner.map(|owner| (owner, number)), armies.map(|armies| (armies, number)))
                }
                None => (None, None),
            };
            let owner = meet(&before.owner, &behind.owner, owner).unwrap_or((0, 0, Basis::Unknown));
            let armies = meet(&before.armies, &behind.armies, armies).unwrap_or((0, 0, Basis::Unknown));
            board[country] = Cell {
                owner: owner.0,
                owner_from: owner.1,
                owner_basis: owner.2,
                armies: armies.0,
                armies_from: armies.1,
                armies_basis: armies.2,
            };
        }
    }

    /// Returns the contradictions found, with their sources resolved.
    pub fn contradictions(self, steps: &[Step]) -> Vec<Contradiction> {
        self.clashes.into_iter().filter_map(|clash| clash.resolve(|number| origin(steps, number))).collect()
    }

    fn clash(&mut self, country: u8, matter: Matter, since: u32) {
        if self.clashes.len() < MAX_CONTRADICTIONS {
            self.clashes.push(Clash { country, matter, at: self.now, since });
        }
    }

    fn owned(&mut self, country: u8, owner: Owner) {
        if let Some((known, since)) = self.board[usize::from(country)].owner.expect(owner, self.now) {
            self.clash(country, Matter::Owner { says: owner, follows: known }, since);
        }
    }

    /// Notes that the player whose turn it is owns the country.
    fn own(&mut self, country: u8, player: Owner) {
        if player != 0 {
            self.owned(country, player);
        }
    }

    fn armies(&mut self, country: u8, armies: i32) {
        if let Some((known, since)) = self.board[usize::from(country)].armies.expect(armies, self.now) {
            self.clash(country, Matter::Armies { says: armies, follows: known }, since);
        }
    }

    /// Adds armies to a country (or removes them, if negative), counted in the order of the game.
    fn shift(&mut self, country: u8, armies: i32) {
        let armies = i64::from(armies);
        let track = &mut self.board[usize::from(country)].armies;
        let known = *track;
        let is_possible = track.shift(if self.direction == Direction::Forward { armies } else { -armies });
        if let (false, Some(there)) = (is_possible, known.value) {
            let lost = i32::try_from(-armies).unwrap_or(i32::MAX);
            self.clash(country, Matter::Lost { says: lost, follows: there }, known.from);
        }
    }

    fn track_owner(&mut self, country: u8) -> &mut Track<Owner> {
        &mut self.board[usize::from(country)].owner
    }

    /// Applies the effects and stated values of a step.
    pub fn step(&mut self, number: u32, step: &Step) {
        self.now = number;
        let player = step.player;
        let is_forward = self.direction == Direction::Forward;
        match step.kind {
            StepKind::Deploy { at, armies, total } => {
                self.own(at, player);
                match total.checked_sub(armies).filter(|before| *before >= 0) {
                    Some(before) => {
                        self.armies(at, if is_forward { before } else { total });
                        self.shift(at, armies);
                    }
                    // One of the two numbers is wrong.
                    None => {
                        if is_forward {
                            self.clash(at, Matter::Lost { says: armies, follows: total }, number);
                        }
                        self.board[usize::from(at)].armies.forget();
                    }
                }
            }
            StepKind::Attack { from, armies, to, defender, defending } => {
                self.own(from, player);
                self.own(to, defender);
                self.armies(from, armies);
                self.armies(to, defending);
            }
            StepKind::Losses { from, attacker_lost, to, defender_lost } => {
                self.own(from, player);
                self.shift(from, attacker_lost.saturating_neg());
                self.shift(to, defender_lost.saturating_neg());
            }
            StepKind::Conquer { at, armies, from } => self.conquer(player, at, armies, from),
            StepKind::Fortify { from, to, armies } => {
                self.own(from, player);
                self.own(to, player);
                self.shift(from, armies.saturating_neg());
                self.shift(to, armies);
            }
            StepKind::Swap { at, armies, swapped_for, armies_there } => {
                self.armies(at, armies);
                self.armies(swapped_for, armies_there);
                let (given, taken) = if is_forward { (at, swapped_for) } else { (swapped_for, at) };
                self.own(given, player);
                let partner = *self.track_owner(taken);
                *self.track_owner(given) = partner;
                self.track_owner(taken).set((player != 0).then_some(player), number);
            }
            StepKind::Give { at, armies } => {
                self.armies(at, armies);
                if is_forward {
                    self.own(at, player);
                    self.track_owner(at).set(None, number);
                } else {
                    self.track_owner(at).set((player != 0).then_some(player), number);
                }
            }
            StepKind::Hold(continent) => self.hold(continent, player),
            StepKind::Eliminate(seat) => {
                for country in 0..COUNTRIES.len() as u8 {
                    let owner = *self.track_owner(country);
                    if is_forward && owner.value == Some(seat) && seat != 0 {
                        self.clash(country, Matter::Owner { says: 0, follows: seat }, owner.from);
                        self.track_owner(country).forget();
                    }
                }
            }
            StepKind::Unclear { countries } => {
                for country in places(countries) {
                    self.board[country].owner.forget();
                    self.board[country].armies.forget();
                }
            }
            StepKind::Surrender => {
                for country in self.board.iter_mut().filter(|country| may_be_of(&country.owner, player)) {
                    country.owner.forget();
                    country.armies.forget();
                }
            }
        }
    }

    fn conquer(&mut self, player: Owner, at: u8, armies: i32, from: Option<u8>) {
        if self.direction == Direction::Forward {
            self.armies(at, 0);
            let is_doubtful = self.board[usize::from(at)].armies.is_doubtful;
            let country = &mut self.board[usize::from(at)];
            // A country that still has armies cannot be conquered; the value that it would have without this line is
            // kept.
            country.armies.other = country.armies.other.filter(|_| is_doubtful);
            (country.armies.value, country.armies.from) = (Some(armies), self.now);
            country.owner.set((player != 0).then_some(player), self.now);
            country.owner.is_doubtful = is_doubtful;
        } else {
            self.own(at, player);
            self.armies(at, armies);
            let country = &mut self.board[usize::from(at)];
            country.armies.set(Some(0), self.now);
            // The previous owner is known from the attack before this line.
            country.owner.set(None, self.now);
        }
        match from {
            Some(from) => {
                self.own(from, player);
                self.shift(from, armies.saturating_neg());
            }
            // The armies come from one of the player's countries, but it is not known from which.
            None => {
                let others = self.board.iter_mut().enumerate().filter(|(place, _)| *place != usize::from(at));
                for (_, country) in others.filter(|(_, country)| may_be_of(&country.owner, player)) {
                    country.armies.forget();
                }
            }
        }
    }

    fn hold(&mut self, continent: Continent, player: Owner) {
        for country in places(countries_in(continent)) {
            self.own(country as u8, player);
        }
    }
}

/// Returns whether the country may belong to the player.
fn may_be_of(owner: &Track<Owner>, player: Owner) -> bool {
    owner.is_doubtful || player == 0 || owner.value.is_none_or(|owner| owner == player)
}
