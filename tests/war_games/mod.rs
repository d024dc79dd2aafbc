//! Made-up games of Global War with every position known, for tests of replay, timeline and recovery.
//!
//! The same seed gives the same game on every machine. All names are invented.

mod files;
mod model;
mod play;

use std::fmt;

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta, Timelike};

pub use files::Style;
pub use model::model_turns;
pub use play::Options;

/// A minute of a board's clock, counted from the beginning of 1985.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute(pub i64);

impl Minute {
    pub fn date_time(self) -> NaiveDateTime {
        let start = NaiveDate::from_ymd_opt(1985, 1, 1).unwrap().and_hms_opt(0, 0, 0).unwrap();
        start + TimeDelta::minutes(self.0)
    }

    /// Returns the days since 1985-01-01, as a `.DAT` counts them.
    pub fn daynum(self) -> f64 {
        self.0 as f64 / 1440.0
    }
}

/// In the form of a log: `Sun Jul 16, 1989 10:42 pm`.
impl fmt::Display for Minute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.date_time();
        let (is_afternoon, hour) = at.hour12();
        let half = if is_afternoon { "pm" } else { "am" };
        let (day, year, minute) = (at.day(), at.year(), at.minute());
        write!(f, "{} {day}, {year} {hour}:{minute:02} {half}", at.format("%a %b"))
    }
}

/// A country, with its owner, from 1 to 6, and its armies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Country {
    pub owner: u8,
    pub armies: i32,
}

/// The 42 countries in the order of their numbers.
pub type Board = [Country; 42];

/// For each continent, the armies that its owner gets at the beginning of a turn, and its countries, in the order of a
/// log's numbers.
const CONTINENTS: [(i32, &[usize]); 6] = [
    (3, &[8, 9, 12, 21, 25, 34]),
    (7, &[1, 7, 16, 18, 19, 20, 22, 23, 32, 33, 37, 42]),
    (2, &[10, 17, 24, 39]),
    (5, &[13, 15, 26, 31, 35, 36, 40]),
    (5, &[2, 3, 6, 11, 14, 27, 28, 30, 41]),
    (2, &[4, 5, 29, 38]),
];

/// A line of a log after the first. Players and countries are numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Begin { player: u8, at: Minute },
    Deploy { armies: i32, at: usize, total: i32 },
    Attack { to: usize, defending: i32, defender: u8, from: usize, armies: i32 },
    Losses { to: usize, defender_lost: i32, from: usize, attacker_lost: i32 },
    Conquer { at: usize, armies: i32 },
    Eliminate { player: u8 },
    Fortify { to: usize, armies: i32, from: usize },
    Win,
    Continent { number: usize },
    Set { armies: i32 },
    CarrierLost,
    Resume,
    Take { count: i32 },
    Swap { at: usize, armies: i32, other: usize, armies_there: i32 },
    Give { at: usize, armies: i32 },
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Act::Begin { player, at } => write!(f, "B {player} {at}"),
            Act::Deploy { armies, at, total } => write!(f, "D {armies} {at} {total}"),
            Act::Attack { to, defending, defender, from, armies } => {
                write!(f, "A {to} {defending} {defender} {from} {armies}")
            }
            Act::Losses { to, defender_lost, from, attacker_lost } => {
                write!(f, "R {to} {defender_lost} {from} {attacker_lost}")
            }
            Act::Conquer { at, armies } => write!(f, "V {at} {armies}"),
            Act::Eliminate { player } => write!(f, "E {player}"),
            Act::Fortify { to, armies, from } => write!(f, "F {to} {armies} {from}"),
            Act::Win => f.write_str("W"),
            Act::Continent { number } => write!(f, "C {number}"),
            Act::Set { armies } => write!(f, "S {armies}"),
            Act::CarrierLost => f.write_str("-"),
            Act::Resume => f.write_str("+"),
            Act::Take { count } => write!(f, "O {count}"),
            Act::Swap { at, armies, other, armies_there } => write!(f, "T {at} {armies} {other} {armies_there}"),
            Act::Give { at, armies } => write!(f, "G {at} {armies}"),
        }
    }
}

/// The content of a `.DAT`, except names and passwords, which do not change in a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct State {
    pub event: i32,
    pub event_day: Minute,
    /// The start of each player's last turn; `None` before the first.
    pub moved: [Option<Minute>; 6],
    /// Commendations from the General, the King and the Queen, for each player.
    pub commendations: [[i32; 3]; 6],
    pub sets: i32,
    pub board: Board,
}

/// The activity of a player at a moment of a turn: the second line of a `.REC`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    Deploying,
    Attacking,
    Fortifying,
    Earned,
}

/// An action, and the state after it.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub act: Act,
    pub board: Board,
    pub commendations: [[i32; 3]; 6],
    pub sets: i32,
    pub to_deploy: i32,
    pub activity: Activity,
}

/// The end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The turn was completed.
    Whole,
    /// The carrier was lost and another player called first, so nothing of the turn counts.
    Abandoned,
    /// The carrier was lost, and no one has called since.
    Interrupted,
}

#[derive(Debug, Clone)]
pub struct Turn {
    pub player: u8,
    pub at: Minute,
    /// The actions of the turn; `B` is not one of them.
    pub steps: Vec<Step>,
    pub end: End,
}

#[derive(Debug, Clone)]
pub struct WarGame {
    pub names: [Option<String>; 6],
    /// In a team game, the partner of each player.
    pub partners: Option<[u8; 6]>,
    pub passwords: [String; 3],
    pub started: Minute,
    pub turns: Vec<Turn>,
    /// The states in a `.DAT`: at the deal, and after each turn.
    pub states: Vec<State>,
}

impl WarGame {
    /// Returns the state in the newest `.DAT`.
    pub fn last(&self) -> &State {
        self.states.last().unwrap()
    }

    /// Returns the last turn, if the carrier was lost in it.
    pub fn interrupted(&self) -> Option<&Turn> {
        self.turns.last().filter(|turn| turn.end == End::Interrupted)
    }
}

/// A random number generator whose numbers are the same on every machine (SplitMix64).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// Returns a number from `low` to `high`, both inclusive.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low).max(0) as usize + 1) as i32
    }

    /// Returns `true` with a probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of the elements.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
    }
}
