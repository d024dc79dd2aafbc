//! The content of a picture: the owners and armies of a board, its moves, and the texts around the map.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{ActionKind, Field, Seat, TerritoryRef, Turn};
use crate::systems::global_war::rules::replay::{place_of, seat_number};
use crate::systems::global_war::rules::{Continent, SEATS};
use crate::systems::global_war::view::NOT_READ;
use crate::systems::global_war::view::board::{CountryState, holder};

/// A player in the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The seat as it is shown.
    pub number: String,
    /// The name; `None` if it is not known or must not be shown.
    pub name: Option<String>,
    /// The colour number.
    pub colour: usize,
}

/// The colour number of players with none of the six seats.
const NO_COLOUR: usize = SEATS;

/// Returns the colour number of a seat.
pub fn colour(seat: &Seat) -> usize {
    seat_number(seat).map_or(NO_COLOUR, |number| usize::from(number).saturating_sub(1))
}

/// A board with its texts and moves.
#[derive(Debug, Default)]
pub struct Scene<'a> {
    pub title: String,
    pub subtitle: String,
    /// The notes on the board, one sentence each.
    pub notes: Vec<String>,
    pub players: &'a [Player],
    /// The countries, in the order of their numbers.
    pub countries: Vec<CountryState>,
    /// For each country, whether its values follow from the lines on one side of the moment only; empty without a log.
    pub follows: Vec<bool>,
    /// For each country, its earlier state if that is to be shown; may be empty.
    pub before: Vec<Option<CountryState>>,
    pub moves: Moves,
    /// Whether the board is of a record, so that there may be moves.
    pub is_of_record: bool,
}

/// The totals of some countries.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Holding {
    pub countries: i64,
    pub armies: i64,
    /// Whether the armies on some of the countries are not known, so that the total is too low.
    pub is_partial: bool,
    pub continents: Vec<Continent>,
}

impl Holding {
    /// Returns the totals of the countries whose owner satisfies `is_held`, without continents.
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

    /// Returns the totals of a player, with the continents held.
    pub fn of_seat(countries: &[CountryState], seat: &Seat) -> Holding {
        let mut holding = Holding::of(countries, |owner| owner.known().and_then(Option::as_ref) == Some(seat));
        let held = Continent::ALL.into_iter().filter(|continent| holder(countries, *continent) == Some(seat));
        holding.continents = held.collect();
        holding
    }

    /// Returns the number of armies, in few characters.
    pub fn armies_text(&self) -> String {
        match (self.is_partial, self.armies) {
            (false, armies) => armies.to_string(),
            (true, 0) => NOT_READ.to_owned(),
            (true, armies) => format!("{armies}+?"),
        }
    }
}

/// Returns whether the owner of every country is known.
pub fn is_known(countries: &[CountryState]) -> bool {
    countries.iter().all(|country| country.owner.known().is_some())
}

/// The moves of a turn as they are drawn. Countries are indices.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moves {
    /// Attacks, as pairs of the attacking and the attacked country, and whether the country was taken.
    pub attacks: BTreeMap<(usize, usize), bool>,
    /// Fortifications, as pairs of the countries that armies left and reached.
    pub fortified: BTreeSet<(usize, usize)>,
    /// Swaps between partners, as pairs of countries.
    pub swapped: BTreeSet<(usize, usize)>,
    /// The number of armies deployed in each country.
    pub deployed: BTreeMap<usize, i64>,
}

impl Moves {
    /// Collects the moves of a turn.
    pub fn of(turn: &Turn) -> Moves {
        let mut moves = Moves::default();
        // For each country, the country from which it was last attacked.
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

    /// Returns whether a country was attacked, but not taken.
    pub fn failed_on(&self, at: usize) -> bool {
        let mut on_it = self.attacks.iter().filter(|((_, to), _)| *to == at).map(|(_, is_won)| *is_won).peekable();
        on_it.peek().is_some() && on_it.all(|is_won| !is_won)
    }
}

/// Returns the index of a country; `None` if there is no such country.
pub fn place(at: &TerritoryRef) -> Option<usize> {
    place_of(at).map(usize::from)
}

fn pair(from: &TerritoryRef, to: &TerritoryRef) -> Option<(usize, usize)> {
    place(from).zip(place(to)).filter(|(from, to)| from != to)
}
