//! The timeline of a game: each player's actions and holdings, turn by turn.

use std::borrow::Cow;

use super::replay::{self, Owner, Replay};
use super::{COUNTRIES, Continent, SEATS};
use crate::model::{ActionKind, Field, Game, Moment, Seat, TerritoryRef, Turn, When};
use crate::rules::timeline::TimelineRow;

/// Returns a row for each turn and player, the players of a turn in the order of their seats. Names that the game hides
/// are included only if `reveal` is set.
pub fn timeline(game: &Game, reveal: bool) -> Vec<TimelineRow<'_>> {
    let replay = replay::of_game(game);
    let players = players(game, reveal);
    let mut called: [Option<Moment>; SEATS] = [None; SEATS];
    let mut rows = Vec::with_capacity(game.turns.len() * players.len());
    for (place, turn) in game.turns.iter().enumerate() {
        let mover = turn.player.as_ref().and_then(replay::seat_number);
        let when = match turn.when {
            Some(When::Moment(moment)) => Some(moment),
            _ => None,
        };
        let done = Done::of(turn, mover);
        let held = Held::of(&replay, place + 1);
        let counts = !replay::is_undone(&game.turns, place);
        for (seat, name, number) in &players {
            let own = usize::from(*number) - 1;
            let deeds = done.of[own];
            let is_mover = mover == Some(*number);
            rows.push(TimelineRow {
                game: None,
                turn: turn.number.map_or(place + 1, |number| number as usize),
                when,
                player: seat.clone(),
                name: name.map(Cow::Borrowed),
                moves: is_mover,
                counts,
                countries: held.countries(own),
                armies: held.armies(own),
                continents: held.continents(own),
                deployed: deeds.deployed.filter(|_| mover.is_some()),
                attacks: deeds.attacks.filter(|_| mover.is_some()),
                won: deeds.won.filter(|_| mover.is_some()),
                lost: deeds.lost,
                killed: deeds.killed,
                armies_lost: deeds.armies_lost,
                days_since_last_call: when.zip(called[own]).map(|(now, then)| days(then, now)),
            });
            if is_mover && when.is_some() {
                called[own] = when;
            }
        }
    }
    rows
}

/// Returns the days between two calls, rounded to ten-thousandths, because a log has only minutes.
fn days(then: Moment, now: Moment) -> f64 {
    (now.days_since(then) * 10_000.0).round() / 10_000.0
}

/// Returns the occupied seats, as far as the document tells, with their names and numbers, in order.
fn players(game: &Game, reveal: bool) -> Vec<(Seat, Option<&str>, Owner)> {
    let mut plays = [false; SEATS];
    let mut play = |number: Option<Owner>| {
        if let Some(seat) = number.and_then(|number| plays.get_mut(usize::from(number).wrapping_sub(1))) {
            *seat = true;
        }
    };
    for player in game.players.iter().filter(|player| player.name.known().is_some_and(Option::is_some)) {
        play(replay::seat_number(&player.seat));
    }
    for turn in &game.turns {
        play(turn.player.as_ref().and_then(replay::seat_number));
        for action in &turn.actions {
            match &action.kind {
                ActionKind::Attack { defender: Field::Known(seat), .. } => play(replay::seat_number(seat)),
                ActionKind::Eliminate => play(action.player.as_ref().and_then(replay::seat_number)),
                _ => {}
            }
        }
    }
    let is_hidden = game.details.global_war().is_none_or(|details| details.hidden_names != Some(false));
    let name = |seat: &Seat| {
        let player = game.players.iter().find(|player| player.seat == *seat)?;
        player.name().filter(|_| reveal || !is_hidden)
    };
    let seats = (1..).zip(plays).filter(|(_, plays)| *plays);
    let row = |(number, _): (Owner, bool)| {
        let seat = Seat::new(&number.to_string());
        let name = name(&seat);
        (seat, name, number)
    };
    seats.map(row).collect()
}

/// A player's actions in a turn, counted; `None` for a count that is not known.
#[derive(Debug, Clone, Copy)]
pub struct Deeds {
    /// The number of armies that the player deployed.
    pub deployed: Option<i64>,
    /// The number of attacks that the player began.
    pub attacks: Option<u32>,
    /// The number of countries that the player conquered.
    pub won: Option<u32>,
    /// The number of countries that the player lost to others.
    pub lost: Option<u32>,
    /// The number of other players' armies that the player destroyed.
    pub killed: Option<i64>,
    /// The number of armies that the player lost.
    pub armies_lost: Option<i64>,
}

const NO_DEEDS: Deeds =
    Deeds { deployed: Some(0), attacks: Some(0), won: Some(0), lost: Some(0), killed: Some(0), armies_lost: Some(0) };

/// Returns the actions of the player whose turn it is; `None` if the player is not known.
pub fn deeds_of_mover(turn: &Turn) -> Option<Deeds> {
    let mover = turn.player.as_ref().and_then(replay::seat_number)?;
    Done::of(turn, Some(mover)).of.get(usize::from(mover) - 1).copied()
}

/// Every player's actions in a turn.
struct Done {
    of: [Deeds; SEATS],
    /// Index of the player whose turn it is; `None` if unknown.
    mover: Option<usize>,
}

impl Done {
    fn of(turn: &Turn, mover: Option<Owner>) -> Done {
        let mover = mover.map(|number| usize::from(number) - 1);
        let mut done = Done { of: [NO_DEEDS; SEATS], mover };
        // The defender of each country, known from the attacks of this turn.
        let mut defenders: [Option<usize>; COUNTRIES.len()] = [None; COUNTRIES.len()];
        for action in &turn.actions {
            match &action.kind {
                ActionKind::Deploy { armies, .. } => done.by_mover(|deeds| add(&mut deeds.deployed, *armies)),
                ActionKind::Attack { to, defender, .. } => {
                    done.by_mover(|deeds| add_one(&mut deeds.attacks));
                    let known = defender.known().and_then(replay::seat_number).map(|number| usize::from(number) - 1);
                    if let Some(place) = replay::place_of(to).and_then(|place| defenders.get_mut(usize::from(place))) {
                        *place = known;
                    }
                }
                ActionKind::Losses { attacker_lost, to, defender_lost, .. } => {
                    let defender = defender_of(&defenders, to);
                    done.by_mover(|deeds| {
                        add(&mut deeds.armies_lost, *attacker_lost);
                        add(&mut deeds.killed, *defender_lost);
                    });
                    done.by_defender(defender, |deeds| {
                        add(&mut deeds.armies_lost, *defender_lost);
                        add(&mut deeds.killed, *attacker_lost);
                    });
                }
                ActionKind::Conquer { at, .. } => {
                    let defender = defender_of(&defenders, at);
                    done.by_mover(|deeds| add_one(&mut deeds.won));
                    done.by_defender(defender, |deeds| add_one(&mut deeds.lost));
                }
                ActionKind::Unknown => done.misses(action.text.as_deref().unwrap_or_default()),
                _ => {}
            }
        }
        done
    }

    fn by_mover(&mut self, change: impl FnOnce(&mut Deeds)) {
        if let Some(deeds) = self.mover.and_then(|place| self.of.get_mut(place)) {
            change(deeds);
        }
    }

    /// Changes the defender's counts. If the defender is not known, any of the other players may be meant, so that
    /// their counts become unknown.
    fn by_defender(&mut self, defender: Option<usize>, change: impl FnOnce(&mut Deeds)) {
        match defender.and_then(|place| self.of.get_mut(place)) {
            Some(deeds) => change(deeds),
            None => self.each_other(|deeds| (deeds.lost, deeds.killed, deeds.armies_lost) = (None, None, None)),
        }
    }

    fn each_other(&mut self, change: impl Fn(&mut Deeds)) {
        let others = self.of.iter_mut().enumerate().filter(|(place, _)| Some(*place) != self.mover);
        others.for_each(|(_, deeds)| change(deeds));
    }

    /// Marks the counts as unknown that a line which was not understood may have increased.
    fn misses(&mut self, text: &str) {
        match text.trim_start().chars().next() {
            Some('D') => self.by_mover(|deeds| deeds.deployed = None),
            Some('A') => self.by_mover(|deeds| deeds.attacks = None),
            Some('R') => {
                self.of.iter_mut().for_each(|deeds| (deeds.killed, deeds.armies_lost) = (None, None));
            }
            Some('V') => {
                self.by_mover(|deeds| deeds.won = None);
                self.each_other(|deeds| deeds.lost = None);
            }
            _ => {}
        }
    }
}

fn defender_of(defenders: &[Option<usize>], at: &TerritoryRef) -> Option<usize> {
    *defenders.get(usize::from(replay::place_of(at)?))?
}

fn add(sum: &mut Option<i64>, armies: i32) {
    *sum = sum.map(|sum| sum.saturating_add(armies.into()));
}

fn add_one(count: &mut Option<u32>) {
    *count = count.map(|count| count.saturating_add(1));
}

/// Every player's holdings at a moment.
struct Held {
    countries: [u32; SEATS],
    /// `None` if a country of the player has an unknown number of armies.
    armies: [Option<i64>; SEATS],
    /// For each continent, the number of countries of each player.
    in_continents: [[u8; SEATS]; Continent::ALL.len()],
    /// For each continent, the number of countries whose owner is unknown.
    unknown: [u8; Continent::ALL.len()],
}

/// The number of countries of each continent.
const SIZES: [u8; Continent::ALL.len()] = {
    let mut sizes = [0; Continent::ALL.len()];
    let mut place = 0;
    while place < COUNTRIES.len() {
        sizes[COUNTRIES[place].continent as usize] += 1;
        place += 1;
    }
    sizes
};

impl Held {
    fn of(replay: &Replay, moment: usize) -> Held {
        let mut held = Held {
            countries: [0; SEATS],
            armies: [Some(0); SEATS],
            in_continents: [[0; SEATS]; Continent::ALL.len()],
            unknown: [0; Continent::ALL.len()],
        };
        for (country, (owner, armies)) in COUNTRIES.iter().zip(replay.values(moment)) {
            let continent = country.continent as usize;
            let Some(owner) = owner else {
                held.unknown[continent] += 1;
                continue;
            };
            let own = usize::from(owner).wrapping_sub(1);
            let Some(countries) = held.countries.get_mut(own) else { continue };
            *countries += 1;
            held.in_continents[continent][own] += 1;
            held.armies[own] = held.armies[own].zip(armies).map(|(sum, armies)| sum.saturating_add(armies.into()));
        }
        held
    }

    fn is_whole(&self) -> bool {
        self.unknown.iter().all(|count| *count == 0)
    }

    fn countries(&self, own: usize) -> Option<u32> {
        self.is_whole().then_some(self.countries[own])
    }

    fn armies(&self, own: usize) -> Option<i64> {
        self.armies[own].filter(|_| self.is_whole())
    }

    /// Returns the number of whole continents of a player; `None` if unknown owners leave open whether the player holds
    /// one.
    fn continents(&self, own: usize) -> Option<u32> {
        let mut held = 0;
        for ((counts, unknown), size) in self.in_continents.iter().zip(self.unknown).zip(SIZES) {
            if counts[own] + unknown == size {
                held += 1;
                if unknown > 0 {
                    return None;
                }
            }
        }
        Some(held)
    }
}
