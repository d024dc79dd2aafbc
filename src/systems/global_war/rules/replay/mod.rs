//! Replays a game from its log, with or without saved positions: the state of the 42 countries before every turn.
//!
//! Two walks over the log meet at each moment. The forward walk carries values from the lines before the moment, the
//! backward walk values from the lines after it; each action can be undone, because a log gives the numbers before or
//! after the action. If both walks agree on a value, no single lost, doubled or damaged line can have made it wrong,
//! because such a line is on one side only. Such a value is *stated*; a value known to one walk only *follows*; a value
//! known to neither, or on which the two disagree, is *unknown*.

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
use step::{ALL, Step, places, steps};
use track::{CountryTrack, Track};
use walk::{Direction, Walk};

/// A player's number, 1 to 6, or 0 for nobody.
pub type Owner = u8;

/// A position known from another source, such as a .DAT.
#[derive(Debug, Clone, Copy)]
pub struct Given<'p> {
    /// Index of the turn that the position precedes; the number of turns for a position after the last one.
    pub before: usize,
    /// The position.
    pub position: &'p Position,
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A line of the log.
    Action {
        /// Index of the turn in `game.turns`.
        turn: usize,
        /// Index of the action in the turn.
        action: usize,
    },
    /// The given position with this index.
    Given(usize),
}

/// A value at a moment of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact<T> {
    /// The value is not given, or lines contradict each other about it.
    Unknown,
    /// The value follows from the lines on one side of the moment only: those before it, or those after it.
    Follows {
        /// The value.
        value: T,
        /// The last line or position with a number from which the value follows.
        from: Origin,
    },
    /// The lines before the moment and those after it agree, or a given position has the value and no line has another.
    Stated {
        /// The value.
        value: T,
        /// The last line or position with a number from which the value follows.
        from: Origin,
    },
}

impl<T: Copy> Fact<T> {
    /// Returns the value; `None` if it is unknown.
    pub fn value(&self) -> Option<T> {
        match *self {
            Fact::Unknown => None,
            Fact::Follows { value, .. } | Fact::Stated { value, .. } => Some(value),
        }
    }

    /// Returns the source of the value; `None` if the value is unknown.
    pub fn origin(&self) -> Option<Origin> {
        match *self {
            Fact::Unknown => None,
            Fact::Follows { from, .. } | Fact::Stated { from, .. } => Some(from),
        }
    }

    /// Returns whether the value is stated.
    pub fn is_stated(&self) -> bool {
        matches!(self, Fact::Stated { .. })
    }
}

/// The facts known about a country at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryAt {
    /// The owner of the country.
    pub owner: Fact<Owner>,
    /// The number of armies on the country.
    pub armies: Fact<i32>,
}

/// The states of the board over the course of a game.
///
/// A moment is the index in `game.turns` of the turn that starts then; the last moment is the end of the log.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The boards, the last moment's first, in the order in which the walk backward finds them: turning them round would
    /// be a tenth of a replay.
    boards_from_end: Vec<[Cell; COUNTRIES.len()]>,
    steps: Vec<Step>,
    contradictions: Vec<Contradiction>,
}

/// The facts about a country at a moment, packed into few bytes.
#[derive(Debug, Clone, Copy)]
struct Cell {
    armies: i32,
    armies_from: u32,
    owner_from: u32,
    owner: Owner,
    armies_basis: Basis,
    owner_basis: Basis,
}

/// A board with no known values.
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

/// Replays the turns of a game, with its position if the position can be placed among them.
pub fn of_game(game: &Game) -> Replay {
    let placed = game.position.as_ref().and_then(|position| Some((position, place(&game.turns, game)?)));
    let given = placed.map(|(position, placed)| Given { before: placed.before, position });
    replay(&game.turns, given.as_slice())
}

/// Returns the lines and given positions that contradict the lines before them, in the order of the log, as
/// [`replay`] finds them, but without the boards, which take far more memory.
pub fn contradictions(turns: &[Turn], given: &[Given<'_>]) -> Vec<Contradiction> {
    let (steps, values) = (steps(turns), values_given(turns, given));
    let mut walk = Walk::new(Direction::Forward, &values);
    let mut next = 0;
    for moment in 0..=turns.len() {
        next = walk.forward(moment, next, &steps);
    }
    walk.contradictions(&steps)
}

/// Returns the values of given positions, each with its moment.
fn values_given(turns: &[Turn], given: &[Given<'_>]) -> Vec<(usize, track::Values)> {
    given.iter().map(|given| (given.before.min(turns.len()), given_values(given.position))).collect()
}

/// Replays turns, with the given positions.
pub fn replay(turns: &[Turn], given: &[Given<'_>]) -> Replay {
    let steps = steps(turns);
    let values = values_given(turns, given);
    let is_given = |moment: usize| values.iter().any(|(before, _)| *before == moment);
    let mut walk = Walk::new(Direction::Forward, &values);
    // For each moment the countries that change before the next one, and their values at it.
    let mut changes: Vec<u64> = Vec::with_capacity(turns.len() + 1);
    let mut values_before: Vec<CountryTrack> = Vec::with_capacity(2 * steps.len());
    let mut next = 0;
    for moment in 0..=turns.len() {
        let of_turn = steps.get(next..).unwrap_or_default();
        let of_turn = of_turn.iter().take_while(|step| step.turn as usize == moment);
        let changed = of_turn.fold(if is_given(moment) { ALL } else { 0 }, |all, step| all | step.kind.countries());
        values_before.extend(places(changed).map(|country| walk.board[country]));
        changes.push(changed);
        next = walk.forward(moment, next, &steps);
    }
    let mut before = walk.board;
    let contradictions = walk.contradictions(&steps);
    let mut walk = Walk::new(Direction::Backward, &values);
    let mut boards = Vec::with_capacity(changes.len());
    let mut board = UNKNOWN;
    // Countries whose values may differ from those at the following moment, one bit each.
    let mut changed = ALL;
    for (moment, changed_behind) in changes.into_iter().enumerate().rev() {
        let start = values_before.len().saturating_sub(changed_behind.count_ones() as usize);
        for (country, value) in places(changed_behind).zip(values_before.drain(start..)) {
            before[country] = value;
        }
        while let Some(step) = next.checked_sub(1).and_then(|last| steps.get(last))
            && step.turn as usize == moment
        {
            next -= 1;
            walk.step(next as u32, step);
        }
        changed |= changed_behind;
        walk.meet(moment, &before, changed, &mut board);
        boards.push(board);
        walk.meet_given(moment);
        changed = if is_given(moment) { ALL } else { 0 };
    }
    Replay { boards_from_end: boards, steps, contradictions }
}

impl Replay {
    /// Returns the number of moments, which is the number of turns plus 1.
    pub fn moments(&self) -> usize {
        self.boards_from_end.len()
    }

    fn cells(&self, moment: usize) -> Option<&[Cell; COUNTRIES.len()]> {
        self.boards_from_end.get(self.moments().checked_sub(moment)?.checked_sub(1)?)
    }

    /// Returns the facts about a country, given by its index in [`COUNTRIES`], at a moment; `None` if either does not
    /// exist.
    pub fn country(&self, moment: usize, country: usize) -> Option<CountryAt> {
        let cell = self.cells(moment)?.get(country)?;
        Some(CountryAt {
            owner: self.fact(cell.owner_basis, cell.owner, cell.owner_from),
            armies: self.fact(cell.armies_basis, cell.armies, cell.armies_from),
        })
    }

    /// Returns the facts about the 42 countries at a moment, in the order of [`COUNTRIES`]; empty if there is no such
    /// moment.
    pub fn board(&self, moment: usize) -> Vec<CountryAt> {
        (0..COUNTRIES.len()).filter_map(|country| self.country(moment, country)).collect()
    }

    /// Returns the owner and the armies of each of the 42 countries at a moment, as far as they are known.
    pub fn values(&self, moment: usize) -> impl Iterator<Item = (Option<Owner>, Option<i32>)> {
        let known = |cell: &Cell| {
            let owner = (cell.owner_basis != Basis::Unknown).then_some(cell.owner);
            (owner, (cell.armies_basis != Basis::Unknown).then_some(cell.armies))
        };
        self.cells(moment).into_iter().flatten().map(known)
    }

    /// Returns whether the owner and the armies of every country are known at a moment.
    pub fn is_complete(&self, moment: usize) -> bool {
        moment < self.moments() && self.values(moment).all(|(owner, armies)| owner.is_some() && armies.is_some())
    }

    /// Returns the lines and given positions that contradict the lines before them, in the order of the log.
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

/// Offset of the source numbers of given positions; smaller source numbers are indices of steps.
const GIVEN: u32 = 0x8000_0000;

/// Returns the origin for a source number.
fn origin(steps: &[Step], from: u32) -> Option<Origin> {
    if from >= GIVEN {
        return Some(Origin::Given((from - GIVEN) as usize));
    }
    let step = steps.get(from as usize)?;
    Some(Origin::Action { turn: step.turn as usize, action: step.action as usize })
}

/// Combines the two walks' values, and that of a position given at the same moment, into one value with its source and
/// basis. Returns `None` if the value is unknown.
fn meet<T: Copy + PartialEq>(before: &Track<T>, behind: &Track<T>, given: Option<(T, u32)>) -> Option<(T, u32, Basis)> {
    let agreed = match (before.value, behind.value) {
        (Some(a), Some(b)) if a == b => Some((a, before.from, Basis::Stated)),
        // One of two lines is wrong; the walk on the other side confirms the other line.
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
