//! Aligns the lines of a damaged file with the values they should hold, by finding where a missing or an extra line
//! makes the rest fit.
//!
//! The alignment is a path through a table of lines and slots. Each line on the path costs more the less it suits its
//! slot (see [`kind`](super::kind)), and each missing or extra line has a cost too. The cheapest path is taken; values
//! that differ on paths that are hardly more expensive are doubtful.

use std::ops::Range;

use super::align_table::Table;
use super::kind::{Habits, LineKind};
use super::slot::Slot;
use crate::systems::global_war::rules::SEATS;

/// A line of a file, reduced to what the alignment needs.
#[derive(Debug, Clone, Copy)]
pub struct SeenLine<'t> {
    /// The content, without the line end.
    pub content: &'t [u8],
    /// Whether the line ends in one character, in a file whose line ends have two.
    pub is_split: bool,
    /// Whether the line has a line end, or a part of one.
    pub is_ended: bool,
}

/// A fault in the sequence of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// `count` lines are missing after line `after`, or after a later line up to `last`; most likely after `likely`.
    Missing { count: usize, after: usize, likely: usize, last: usize },
    /// These lines are extra, or as many others from `first` to `last`; most likely those from `likely` on.
    Extra { lines: Range<usize>, first: usize, likely: usize, last: usize },
    /// The line holds two values.
    Joined(usize),
    /// The line and the next hold one value.
    Split(usize),
}

/// The alignment of lines with slots.
#[derive(Debug, Clone)]
pub struct Alignment {
    /// The index of the line of each slot, `None` if the line is missing; slots after the last entry are cut off.
    pub line_of: Vec<Option<usize>>,
    /// The index of the first line after the slots that every file has.
    pub end: usize,
    /// The faults, in the order of the lines.
    pub faults: Vec<Fault>,
    /// Whether the value of each slot is doubtful.
    pub is_doubtful: Vec<bool>,
    /// The cost of the path.
    pub cost: i32,
    /// The number of lines whose content cannot be a value of their slot.
    pub misfits: usize,
}

/// How much cheaper a path must be than taking every line in its place, if the number of lines is right.
const PROOF: i32 = 30;
/// The most lines after the slots that are examined; with more of them the damage is not to single lines.
const MAX_BEYOND: usize = 40;
/// How far a line may be from its place at first. If that gives no cheap path, the distance is increased by the number
/// of missing or extra lines.
const NARROW: usize = 8;
const DEAR: i32 = 300;

/// Returns the kinds of the lines that are examined.
pub fn kinds(lines: &[SeenLine<'_>], recovery: bool) -> Vec<LineKind> {
    let count = Slot::count(recovery);
    let mut kinds: Vec<LineKind> =
        lines.iter().take(count + MAX_BEYOND).map(|line| LineKind::of(line.content)).collect();
    let is_cut = kinds.len() < count && lines.last().is_some_and(|last| !last.is_ended);
    if let Some(last) = kinds.last_mut().filter(|_| is_cut) {
        *last = LineKind::Incomplete;
    }
    kinds
}

/// Aligns the lines of a file with its slots, by the kinds of the lines that are examined.
pub fn align(lines: &[SeenLine<'_>], kinds: &[LineKind], recovery: bool) -> Alignment {
    let slots = Slot::all(recovery);
    if is_sound(kinds, slots) {
        return in_place(lines.len(), slots.len());
    }
    let reals = kinds.iter().filter(|kind| **kind == LineKind::Real).count();
    let habits = Habits::of_any(reals).with_empty_seats(empty_seats(lines, kinds));
    let with_band = |band: usize| Table::new(lines, kinds, slots, habits.clone(), band);
    let mut table = with_band(NARROW);
    if lines.len() == slots.len()
        && let Some(cost) = table.straight_where_cheapest()
    {
        return Alignment { misfits: table.misfits(), cost, ..in_place(lines.len(), slots.len()) };
    }
    let mut readings = table.readings();
    let too_many = kinds.len().abs_diff(slots.len());
    if readings[0].cost() > DEAR && too_many > 1 {
        table = with_band(NARROW + too_many);
        readings = table.readings();
    }
    let straight = table.straight();
    let proof = if may_be_whole(kinds, slots.len()) { PROOF } else { 0 };
    if straight.is_some_and(|straight| straight <= readings[0].cost() + proof) {
        let cost = straight.unwrap_or_default();
        return Alignment { misfits: table.misfits(), cost, ..in_place(lines.len(), slots.len()) };
    }
    table.alignment(&readings)
}

/// Returns which seats are empty, by the lines in front of the votes; none of them where there are not six votes.
fn empty_seats(lines: &[SeenLine<'_>], kinds: &[LineKind]) -> [bool; SEATS] {
    let votes = (1..kinds.len()).filter(|&at| kinds[at] == LineKind::Vote);
    let is_empty: Vec<bool> = votes.map(|vote| lines[vote - 1].content.trim_ascii() == b"NONE").collect();
    is_empty.try_into().unwrap_or([false; SEATS])
}

/// Returns whether there are as many lines as slots, or more lines that later versions may have added: numbers (or the
/// replacement of one that was redacted), or blank lines.
fn may_be_whole(kinds: &[LineKind], slots: usize) -> bool {
    let is_usual = |kind: &LineKind| matches!(kind, LineKind::Integer(_) | LineKind::Blank | LineKind::TakenOut);
    kinds.get(slots..).is_some_and(|rest| rest.first().is_none_or(is_usual))
}

/// Returns whether every line can be the value of its slot and no line is missing; this alone settles most files.
fn is_sound(kinds: &[LineKind], slots: &[Slot]) -> bool {
    let rest = kinds.get(slots.len()..);
    let habits = Habits::of_any(0);
    let fits = |(kind, slot): (&LineKind, &Slot)| match slot {
        Slot::Password(_) => !matches!(kind, LineKind::Integer(_) | LineKind::Real),
        Slot::Player(..) => habits.cost(*kind, *slot) < 60,
        _ => matches!(kind, LineKind::Integer(_) | LineKind::Real) && habits.cost(*kind, *slot) < 60,
    };
    matches!(rest, Some([] | [LineKind::Integer(_)])) && kinds.iter().zip(slots).all(fits)
}

fn in_place(lines: usize, slots: usize) -> Alignment {
    let there = lines.min(slots);
    Alignment {
        line_of: (0..there).map(Some).collect(),
        end: there,
        faults: Vec::new(),
        is_doubtful: vec![false; there],
        cost: 0,
        misfits: 0,
    }
}
