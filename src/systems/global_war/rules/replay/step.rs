//! Steps: actions reduced to their effects on countries, in few bytes.

use super::Owner;
use super::undone::{cut_off, is_undone};
use crate::model::{Action, ActionKind, Field, Seat, TerritoryRef, Turn};
use crate::systems::global_war::rules::{COUNTRIES, Continent, SEATS, country};

/// An action that affects the board or states a value of it.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub turn: u32,
    pub action: u32,
    /// The player whose turn it is; 0 if unknown.
    pub player: Owner,
    pub kind: StepKind,
}

/// The kind of a step. Countries are indices in [`COUNTRIES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    Deploy {
        at: u8,
        armies: i32,
        total: i32,
    },
    Attack {
        from: u8,
        armies: i32,
        to: u8,
        defender: Owner,
        defending: i32,
    },
    Losses {
        from: u8,
        attacker_lost: i32,
        to: u8,
        defender_lost: i32,
    },
    /// `from` is the country of the last attack on `at` in the turn; `None` without an attack.
    Conquer {
        at: u8,
        armies: i32,
        from: Option<u8>,
    },
    Fortify {
        from: u8,
        to: u8,
        armies: i32,
    },
    Swap {
        at: u8,
        armies: i32,
        swapped_for: u8,
        armies_there: i32,
    },
    Give {
        at: u8,
        armies: i32,
    },
    Hold(Continent),
    Eliminate(Owner),
    /// A line that was not understood, with a bit set of the countries that it may have changed.
    Unclear {
        countries: u64,
    },
    /// A line that was not understood and may have changed all countries of the player.
    Surrender,
}

/// The bit set of all countries.
pub const ALL: u64 = (1 << COUNTRIES.len()) - 1;

impl StepKind {
    /// Returns the bit set of the countries that the step changes or states a value of.
    pub fn countries(&self) -> u64 {
        match *self {
            StepKind::Deploy { at, .. } | StepKind::Give { at, .. } => 1 << at,
            StepKind::Attack { from, to, .. }
            | StepKind::Losses { from, to, .. }
            | StepKind::Fortify { from, to, .. } => 1 << from | 1 << to,
            StepKind::Conquer { at, from: Some(from), .. } => 1 << at | 1 << from,
            StepKind::Swap { at, swapped_for, .. } => 1 << at | 1 << swapped_for,
            StepKind::Unclear { countries } => countries,
            StepKind::Hold(continent) => countries_in(continent),
            StepKind::Conquer { from: None, .. } | StepKind::Eliminate(_) | StepKind::Surrender => ALL,
        }
    }
}

/// Returns the bit set of a continent's countries.
pub fn countries_in(continent: Continent) -> u64 {
    const OF_EACH: [u64; Continent::ALL.len()] = {
        let mut all = [0; Continent::ALL.len()];
        let mut place = 0;
        while place < COUNTRIES.len() {
            all[COUNTRIES[place].continent as usize] |= 1 << place;
            place += 1;
        }
        all
    };
    OF_EACH[continent as usize]
}

/// Returns the indices of the countries in a bit set.
pub fn places(mut countries: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = countries.trailing_zeros() as usize;
        let is_one = countries != 0;
        countries &= countries.wrapping_sub(1);
        is_one.then_some(place)
    })
}

/// Converts turns to steps, in order.
pub fn steps(turns: &[Turn]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(turns.iter().map(|turn| turn.actions.len()).sum());
    let cut_off = cut_off(turns);
    for (number, turn) in (0..).zip(turns) {
        let before = steps.len();
        let player = turn.player.as_ref().and_then(seat_number).unwrap_or(0);
        // For each country, the country from which it was last attacked in this turn.
        let mut attacked_from = [None; COUNTRIES.len()];
        for (place, action) in (0..).zip(&turn.actions) {
            let Some(kind) = step_kind(action, &mut attacked_from) else { continue };
            steps.push(Step { turn: number, action: place, player, kind });
        }
        // An undone or cut-off turn has no effect: the game goes on from the state before it. This is asked last, when
        // the last action is at hand.
        if is_undone(turns, number as usize) || cut_off == Some(number as usize) {
            steps.truncate(before);
        }
    }
    steps
}

fn step_kind(action: &Action, attacked_from: &mut [Option<u8>; COUNTRIES.len()]) -> Option<StepKind> {
    let understood = match &action.kind {
        ActionKind::Deploy { armies, at, total } => {
            place(at).map(|at| StepKind::Deploy { at, armies: *armies, total: *total })
        }
        ActionKind::Attack { from, armies, to, defender, defending } => pair(from, to).map(|(from, to)| {
            attacked_from[usize::from(to)] = Some(from);
            let defender = match defender {
                Field::Known(seat) => seat_number(seat).unwrap_or(0),
                _ => 0,
            };
            StepKind::Attack { from, armies: *armies, to, defender, defending: *defending }
        }),
        ActionKind::Losses { from, attacker_lost, to, defender_lost } => pair(from, to).map(|(from, to)| {
            attacked_from[usize::from(to)] = Some(from);
            StepKind::Losses { from, attacker_lost: *attacker_lost, to, defender_lost: *defender_lost }
        }),
        ActionKind::Conquer { at, armies } => {
            place(at).map(|at| StepKind::Conquer { at, armies: *armies, from: attacked_from[usize::from(at)].take() })
        }
        ActionKind::Fortify { from, to, armies } => {
            pair(from, to).map(|(from, to)| StepKind::Fortify { from, to, armies: *armies })
        }
        ActionKind::Swap { at, armies, swapped_for, armies_there } => pair(at, swapped_for)
            .map(|(at, swapped_for)| StepKind::Swap { at, armies: *armies, swapped_for, armies_there: *armies_there }),
        ActionKind::Give { at, armies } => place(at).map(|at| StepKind::Give { at, armies: *armies }),
        ActionKind::TakeContinent { continent } => {
            return Continent::ALL.iter().find(|known| known.name() == continent).map(|known| StepKind::Hold(*known));
        }
        ActionKind::Eliminate => return action.player.as_ref().and_then(seat_number).map(StepKind::Eliminate),
        ActionKind::Unknown => return Some(unclear(action.text.as_deref().unwrap_or_default())),
        _ => return None,
    };
    // Nothing is known about a country that is not on the board; the other country of the action may have changed.
    Some(understood.unwrap_or_else(|| StepKind::Unclear { countries: countries_of(&action.kind) }))
}

/// Returns the step for a text that was not understood: it may have changed the countries whose numbers it contains.
fn unclear(text: &str) -> StepKind {
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        // This may be a surrender, which version 2.40 introduced.
        Some("K") => StepKind::Surrender,
        _ => {
            let numbers = words.filter_map(|word| word.parse::<u32>().ok());
            let countries = numbers.filter(|number| (1..=COUNTRIES.len() as u32).contains(number));
            StepKind::Unclear { countries: countries.fold(0, |all, number| all | 1 << (number - 1)) }
        }
    }
}

fn countries_of(kind: &ActionKind) -> u64 {
    let bits = |places: &[&TerritoryRef]| places.iter().filter_map(|at| place(at)).fold(0, |all, at| all | 1 << at);
    match kind {
        ActionKind::Attack { from, to, .. }
        | ActionKind::Losses { from, to, .. }
        | ActionKind::Fortify { from, to, .. } => bits(&[from, to]),
        ActionKind::Swap { at, swapped_for, .. } => bits(&[at, swapped_for]),
        _ => 0,
    }
}

/// Returns the indices of two countries; `None` if one is unknown or both are the same.
fn pair(from: &TerritoryRef, to: &TerritoryRef) -> Option<(u8, u8)> {
    place(from).zip(place(to)).filter(|(from, to)| from != to)
}

/// Returns the index of a country; `None` if there is no such country.
pub fn place(territory: &TerritoryRef) -> Option<u8> {
    country(territory.as_str()).and_then(|(place, _)| u8::try_from(place).ok())
}

/// Returns the number of a seat; `None` if there is no such seat.
pub fn seat_number(seat: &Seat) -> Option<Owner> {
    match seat.as_str().as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0').filter(|number| usize::from(*number) <= SEATS),
        _ => None,
    }
}
