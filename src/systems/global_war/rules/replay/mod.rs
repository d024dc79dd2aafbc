//! A game over time: what its log says of the 42 countries at every turn, with or without positions beside it.
//!
//! Two walks meet. The one forward carries what the lines before a moment say, the one backward what the lines behind
//! it say: each action can be undone, since a log gives what stands somewhere before or behind it. Where both know a
//! value and agree, one line that is lost, doubled or damaged cannot have made it wrong: it is on one side only. Such a
//! value is *stated*; one that only one side knows *follows*; what neither knows, or both know differently, is *unknown*.

mod contradiction;
mod placing;
mod step;
#[cfg(test)]
mod tests;
mod track;
mod undone;
mod walk;

pub use contradiction::{Contradiction, Matter};
pub use placing::{Placement, place};
pub use step::{place as place_of, seat_number};
pub use track::given_values;
pub use undone::{cut_off, is_undone};

use super::COUNTRIES;
use crate::model::{Game, Position, Turn};
use step::{ALL, Step, steps};
use track::{Board, Track};
use walk::{Direction, Walk};

/// The number of a player, 1 to 6; 0 is nobody.
pub type Owner = u8;

/// A position that is known from elsewhere, such as a .DAT.
#[derive(Debug, Clone, Copy)]
pub struct Given<'p> {
    /// The place of the turn that it stands before; as many as there are turns is the end.
    pub before: usize,
    /// The position.
    pub position: &'p Position,
}

/// What a value was taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A line of the log.
    Action {
        /// The place of its turn in `game.turns`.
        turn: usize,
        /// The place of the action in the turn.
        action: usize,
    },
    /// The given position of that place.
    Given(usize),
}

/// A value at a moment of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact<T> {
    /// Nothing tells it, or lines contradict each other.
    Unknown,
    /// It follows from the lines on one side of the moment: those before it, or those behind it.
    Follows {
        /// The value.
        value: T,
        /// The last line or position that gives a number which it follows from.
        from: Origin,
    },
    /// The lines before the moment and those behind it say the same, or a given position says it and no line another.
    Stated {
        /// The value.
        value: T,
        /// The last line or position that gives a number which it follows from.
        from: Origin,
    },
}

impl<T: Copy> Fact<T> {
    /// The value, where it is known.
    pub fn value(&self) -> Option<T> {
        match *self {
            Fact::Unknown => None,
            Fact::Follows { value, .. } | Fact::Stated { value, .. } => Some(value),
        }
    }

    /// What it was taken from, where it is known.
    pub fn origin(&self) -> Option<Origin> {
        match *self {
            Fact::Unknown => None,
            Fact::Follows { from, .. } | Fact::Stated { from, .. } => Some(from),
        }
    }

    /// True where it is stated.
    pub fn is_stated(&self) -> bool {
        matches!(self, Fact::Stated { .. })
    }
}

/// What is known of a country at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryAt {
    /// Who owns it.
    pub owner: Fact<Owner>,
    /// How many armies stand on it.
    pub armies: Fact<i32>,
}

/// A game over time.
///
/// A moment is the start of a turn, by its place in `game.turns`; the last one is the end of the log.
#[derive(Debug, Clone)]
pub struct Replay {
    boards: Vec<[Cell; COUNTRIES.len()]>,
    steps: Vec<Step>,
    contradictions: Vec<Contradiction>,
}

/// A country at a moment, in few bytes.
#[derive(Debug, Clone, Copy)]
struct Cell {
    armies: i32,
    armies_from: u32,
    owner_from: u32,
    owner: Owner,
    armies_basis: Basis,
    owner_basis: Basis,
}

/// A board of which nothing is known.
const UNKNOWN: [Cell; COUNTRIES.len()] = [Cell {
    armies: 0,
    armies_from: 0,
    owner_from: 0,
    owner: 0,
    armies_basis: Basis::Unknown,
    owner_basis: Basis::Unknown,
}; COUNTRIES.len()];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Basis {
    Unknown,
    Follows,
    Stated,
}

/// Replays the turns of a game, from its position where it has one that belongs among them.
pub fn of_game(game: &Game) -> Replay {
    let placed = game.position.as_ref().and_then(|position| Some((position, place(&game.turns, game)?)));
    let given = placed.map(|(position, placed)| Given { before: placed.before, position });
    replay(&game.turns, given.as_slice())
}

/// Replays turns, from positions that are known as far as any are.
pub fn replay(turns: &[Turn], given: &[Given<'_>]) -> Replay {
    let steps = steps(turns);
    let values: Vec<_> =
        given.iter().map(|given| (given.before.min(turns.len()), given_values(given.position))).collect();
    let mut walk = Walk::new(Direction::Forward, &values);
    let mut before: Vec<Board> = Vec::with_capacity(turns.len() + 1);
    let mut next = 0;
    for moment in 0..=turns.len() {
        before.push(walk.board);
        walk.meet_given(moment);
        while let Some(step) = steps.get(next).filter(|step| step.turn as usize == moment) {
            walk.step(next as u32, step);
            next += 1;
        }
    }
    let contradictions = walk.contradictions(&steps);
    let mut walk = Walk::new(Direction::Backward, &values);
    let mut boards = Vec::with_capacity(before.len());
    let mut board = UNKNOWN;
    // The countries that are otherwise than at the moment behind this one.
    let mut changed = ALL;
    for moment in (0..before.len()).rev() {
        while let Some(step) = next.checked_sub(1).and_then(|last| steps.get(last))
            && step.turn as usize == moment
        {
            next -= 1;
            changed |= step.kind.countries();
            walk.step(next as u32, step);
        }
        let is_given = values.iter().any(|(before, _)| *before == moment);
        walk.meet(moment, &before[moment], if is_given { ALL } else { changed }, &mut board);
        boards.push(board);
        walk.meet_given(moment);
        changed = if is_given { ALL } else { 0 };
    }
    boards.reverse();
    Replay { boards, steps, contradictions }
}

impl Replay {
    /// How many moments there are: one more than turns.
    pub fn moments(&self) -> usize {
        self.boards.len()
    }

    /// What is known of a country, by its place in [`COUNTRIES`], at a moment; nothing where there is none such.
    pub fn country(&self, moment: usize, country: usize) -> Option<CountryAt> {
        let cell = self.boards.get(moment)?.get(country)?;
        Some(CountryAt {
            owner: self.fact(cell.owner_basis, cell.owner, cell.owner_from),
            armies: self.fact(cell.armies_basis, cell.armies, cell.armies_from),
        })
    }

    /// What is known of the 42 countries at a moment, in the order of [`COUNTRIES`]; none where there is none such.
    pub fn board(&self, moment: usize) -> Vec<CountryAt> {
        (0..COUNTRIES.len()).filter_map(|country| self.country(moment, country)).collect()
    }

    /// The owner and the armies of each of the 42 countries at a moment, where they are known.
    pub fn values(&self, moment: usize) -> impl Iterator<Item = (Option<Owner>, Option<i32>)> {
        let known = |cell: &Cell| {
            let owner = (cell.owner_basis != Basis::Unknown).then_some(cell.owner);
            (owner, (cell.armies_basis != Basis::Unknown).then_some(cell.armies))
        };
        self.boards.get(moment).into_iter().flatten().map(known)
    }

    /// Whether the owner and the armies of every country are known at a moment.
    pub fn is_complete(&self, moment: usize) -> bool {
        moment < self.moments() && self.values(moment).all(|(owner, armies)| owner.is_some() && armies.is_some())
    }

    /// Lines, and given positions, that say something else than what follows from those before them, in that order.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    fn fact<T>(&self, basis: Basis, value: T, from: u32) -> Fact<T> {
        match (basis, origin(&self.steps, from)) {
            (Basis::Follows, Some(from)) => Fact::Follows { value, from },
            (Basis::Stated, Some(from)) => Fact::Stated { value, from },
            _ => Fact::Unknown,
        }
    }
}

/// Numbers from here on are those of given positions, below it those of steps.
const GIVEN: u32 = 0x8000_0000;

/// What stands behind the number that a value carries.
fn origin(steps: &[Step], from: u32) -> Option<Origin> {
    if from >= GIVEN {
        return Some(Origin::Given((from - GIVEN) as usize));
    }
    let step = steps.get(from as usize)?;
    Some(Origin::Action { turn: step.turn as usize, action: step.action as usize })
}

/// What two walks that meet, and a position that is given there, say of a value.
fn meet<T: Copy + PartialEq>(before: &Track<T>, behind: &Track<T>, given: Option<(T, u32)>) -> Option<(T, u32, Basis)> {
    let agreed = match (before.value, behind.value) {
        (Some(a), Some(b)) if a == b => Some((a, before.from, Basis::Stated)),
        // One of two lines is wrong; the walk on the other side bears out the other one.
        (Some(_), Some(b)) if before.other == Some(b) && !behind.is_doubtful => Some((b, behind.from, Basis::Follows)),
        (Some(a), Some(_)) if behind.other == Some(a) && !before.is_doubtful => Some((a, before.from, Basis::Follows)),
        _ => None,
    };
    if agreed.is_some() {
        return agreed;
    }
    let is_said = |track: &Track<T>, value: T| track.value == Some(value) && !track.is_doubtful;
    match (given, before.value, behind.value) {
        (Some((value, from)), None, None) => {
            let is_doubted = before.is_doubtful || behind.is_doubtful;
            Some((value, from, if is_doubted { Basis::Follows } else { Basis::Stated }))
        }
        (Some((value, from)), Some(_), Some(_)) if is_said(before, value) || is_said(behind, value) => {
            Some((value, from, Basis::Follows))
        }
        (Some((value, from)), ..) if before.value.or(behind.value) == Some(value) => Some((value, from, Basis::Stated)),
        (None, Some(value), None) if !before.is_doubtful => Some((value, before.from, Basis::Follows)),
        (None, None, Some(value)) if !behind.is_doubtful => Some((value, behind.from, Basis::Follows)),
        _ => None,
    }
}
