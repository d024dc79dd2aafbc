//! Which line of a damaged file is about what: where leaving a line out, or adding one, makes the rest fit.
//!
//! Every way through a table of lines and slots has a price: what a line costs where it would stand (see
//! [`kind`](super::kind)), and what a line costs that is missing or one too many. The cheapest way is taken; what is
//! read otherwise on ways that are hardly dearer is doubtful.

use std::ops::Range;

use super::align_table::Table;
use super::kind::{Habits, LineKind};
use super::slot::Slot;

/// A line of a file, as far as the alignment looks at it.
#[derive(Debug, Clone, Copy)]
pub struct SeenLine<'t> {
    /// The content, without its line end.
    pub content: &'t [u8],
    /// Whether it ends in a line end of one character, in a file whose line ends have two.
    pub is_split: bool,
}

/// What is wrong with the lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// As many lines are missing behind `after` lines, or behind more, up to `last`; most likely behind `likely`.
    Missing { count: usize, after: usize, likely: usize, last: usize },
    /// These lines are too many, or as many others from `first` to `last`; most likely those from `likely` on.
    Extra { lines: Range<usize>, first: usize, likely: usize, last: usize },
    /// The line holds two values.
    Joined(usize),
    /// The line and the next are one value.
    Split(usize),
}

/// Lines and what they are about.
#[derive(Debug, Clone)]
pub struct Alignment {
    /// For each slot the line that it stands on; slots behind the last one are cut off.
    pub line_of: Vec<Option<usize>>,
    /// The first line behind the slots that every file has.
    pub end: usize,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Slots whose value is doubtful.
    pub is_doubtful: Vec<bool>,
    /// The price.
    pub cost: i32,
    /// How many lines cannot be what they stand for.
    pub misfits: usize,
}

/// How much cheaper another reading must be than that of every line in its place, where their number is right.
const PROOF: i32 = 30;
/// How many lines behind the slots are looked at: more of them are no damage of single lines.
const MAX_BEYOND: usize = 40;
/// How far a line may stand from its place at first; where no cheap way is found so, as much farther as there are lines
/// too many or too few.
const NARROW: usize = 8;
const DEAR: i32 = 300;

/// Finds out what each line is about.
pub fn align(lines: &[SeenLine<'_>], recovery: bool) -> Alignment {
    let slots: Vec<Slot> = Slot::all(recovery).collect();
    let kinds: Vec<LineKind> =
        lines.iter().take(slots.len() + MAX_BEYOND).map(|line| LineKind::of(line.content)).collect();
    if is_sound(&kinds, &slots) {
        return in_place(lines.len(), slots.len());
    }
    let reals = kinds.iter().filter(|kind| **kind == LineKind::Real).count();
    let with_band = |band: usize| Table::new(lines, &kinds, &slots, Habits::of_any(reals), band);
    let mut table = with_band(NARROW);
    if lines.len() == slots.len()
        && let Some(cost) = table.straight_where_cheapest()
    {
        return Alignment { misfits: table.misfits(), cost, ..in_place(lines.len(), slots.len()) };
    }
    let (mut costs, mut way) = table.learned();
    let too_many = kinds.len().abs_diff(slots.len());
    if costs.best > DEAR && too_many > 1 {
        table = with_band(NARROW + too_many);
        (costs, way) = table.learned();
    }
    let straight = table.straight();
    let proof = if may_be_whole(&kinds, slots.len()) { PROOF } else { 0 };
    if straight.is_some_and(|straight| straight <= costs.best + proof) {
        let cost = straight.unwrap_or_default();
        return Alignment { misfits: table.misfits(), cost, ..in_place(lines.len(), slots.len()) };
    }
    table.alignment(&costs, &way)
}

/// Whether there are as many lines as slots, or more that can be what later versions add: numbers (or what stands for one
/// that was taken out), or blank lines.
fn may_be_whole(kinds: &[LineKind], slots: usize) -> bool {
    let is_usual = |kind: &LineKind| matches!(kind, LineKind::Integer(_) | LineKind::Blank | LineKind::TakenOut);
    kinds.get(slots..).is_some_and(|rest| rest.first().is_none_or(is_usual))
}

/// Whether every line can be what it stands for, and nothing is missing: most files are told by this alone.
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
