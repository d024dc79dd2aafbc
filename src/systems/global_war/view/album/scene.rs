//! A board as it is drawn: who holds what, and what is said beside the map.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{ActionKind, Field, Seat, TerritoryRef, Turn};
use crate::systems::global_war::rules::replay::{place_of, seat_number};
use crate::systems::global_war::rules::{Continent, SEATS};
use crate::systems::global_war::view::NOT_READ;
use crate::systems::global_war::view::board::{CountryState, holder};

/// A player beside the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The seat, as it is shown.
    pub number: String,
    /// The name, where it is known and may be shown.
    pub name: Option<String>,
    /// The number of the colour.
    pub colour: usize,
}

/// The colour of those that have none of the six seats.
const NO_COLOUR: usize = SEATS;

/// The number of a seat's colour.
pub fn colour(seat: &Seat) -> usize {
    seat_number(seat).map_or(NO_COLOUR, |number| usize::from(number).saturating_sub(1))
}

/// A board.
#[derive(Debug, Default)]
pub struct Scene<'a> {
    pub title: String,
    pub subtitle: String,
    /// What is to be known of the board, a sentence each.
    pub notes: Vec<String>,
    pub players: &'a [Player],
    /// The countries, by their places.
    pub countries: Vec<CountryState>,
    /// Of each country whether the lines of a log tell it from one side alone.
    pub follows: Vec<bool>,
    /// What each country was before, where that is to be shown.
    pub before: Vec<Option<CountryState>>,
    pub moves: Moves,
    /// Whether a record led to it, so that there may be moves.
    pub is_of_record: bool,
}

/// What somebody has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Holding {
    pub countries: i64,
    pub armies: i64,
    /// Whether there are countries of which the armies are not known.
    pub is_partial: bool,
    pub continents: Vec<Continent>,
}

impl Holding {
    /// What the countries that `is_held` says are held come to.
    pub fn of(countries: &[CountryState], is_held: impl Fn(&Field<Option<Seat>>) -> bool) -> Holding {
        let mut holding = Holding::default();
        for country in countries.iter().filter(|country| is_held(&country.owner)) {
            holding.countries += 1;
            match country.armies.known() {
                Some(armies) => holding.armies = holding.armies.saturating_add((*armies).into()),
                None => holding.is_partial = true,
            }
        }
        holding
    }

    /// What a player has.
    pub fn of_seat(countries: &[CountryState], seat: &Seat) -> Holding {
        let mut holding = Holding::of(countries, |owner| owner.known().and_then(Option::as_ref) == Some(seat));
        let held = Continent::ALL.into_iter().filter(|continent| holder(countries, *continent) == Some(seat));
        holding.continents = held.collect();
        holding
    }

    /// The armies in few letters.
    pub fn armies_text(&self) -> String {
        match (self.is_partial, self.armies) {
            (false, armies) => armies.to_string(),
            (true, 0) => NOT_READ.to_owned(),
            (true, armies) => format!("{armies}+?"),
        }
    }
}

/// Whether it is known who holds each country.
pub fn is_known(countries: &[CountryState]) -> bool {
    countries.iter().all(|country| country.owner.known().is_some())
}

/// What a turn did, as it is drawn; countries have their places.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moves {
    /// The countries that were attacked from others, and whether they were taken.
    pub attacks: BTreeMap<(usize, usize), bool>,
    /// Countries that armies went from to others.
    pub fortified: BTreeSet<(usize, usize)>,
    /// Countries of partners that were swapped.
    pub swapped: BTreeSet<(usize, usize)>,
    /// Armies that were deployed.
    pub deployed: BTreeMap<usize, i64>,
}

impl Moves {
    /// What a turn did.
    pub fn of(turn: &Turn) -> Moves {
        let mut moves = Moves::default();
        // The country that each was attacked from last.
        let mut attacked_from = BTreeMap::new();
        for action in &turn.actions {
            match &action.kind {
                ActionKind::Deploy { armies, at, .. } => {
                    let Some(at) = place(at) else { continue };
                    let sum = moves.deployed.entry(at).or_default();
                    *sum = i64::saturating_add(*sum, (*armies).into());
                }
                ActionKind::Attack { from, to, .. } | ActionKind::Losses { from, to, .. } => {
                    let Some((from, to)) = pair(from, to) else { continue };
                    attacked_from.insert(to, from);
                    moves.attacks.entry((from, to)).or_default();
                }
                ActionKind::Conquer { at, .. } => {
                    let pair = place(at).and_then(|at| Some((attacked_from.remove(&at)?, at)));
                    moves.attacks.extend(pair.map(|pair| (pair, true)));
                }
                ActionKind::Fortify { from, to, .. } => moves.fortified.extend(pair(from, to)),
                ActionKind::Swap { at, swapped_for, .. } => moves.swapped.extend(pair(at, swapped_for)),
                _ => {}
            }
        }
        moves
    }

    /// Whether a country was attacked and not taken.
    pub fn failed_on(&self, at: usize) -> bool {
        let mut on_it = self.attacks.iter().filter(|((_, to), _)| *to == at).map(|(_, is_won)| *is_won).peekable();
        on_it.peek().is_some() && on_it.all(|is_won| !is_won)
    }
}

/// The place of a country.
pub fn place(at: &TerritoryRef) -> Option<usize> {
    place_of(at).map(usize::from)
}

fn pair(from: &TerritoryRef, to: &TerritoryRef) -> Option<(usize, usize)> {
    place(from).zip(place(to)).filter(|(from, to)| from != to)
}
