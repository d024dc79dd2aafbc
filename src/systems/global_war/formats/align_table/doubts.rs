//! The faults and the doubtful values of an alignment, from all paths that cost little more than the cheapest.

use std::ops::Range;

use super::super::align::{Alignment, Fault, SeenLine};
use super::super::kind::LineKind;
use super::{Band, Costs, FAR, Reading, STEPS, Step, Table, for_each};

/// The most by which a path may cost more than the cheapest one and still make values doubtful. The lines of a sound
/// file are never read by such a path.
const DOUBT: i32 = 45;

/// For each place, how much more than the cheapest a path costs that continues there with a missing or an extra line.
struct Gaps {
    missing: Band<Option<i32>>,
    extra: Band<Option<i32>>,
}

impl Table<'_> {
    /// Converts the first of some readings, the cheapest, to an alignment, with its faults and the values that are
    /// doubtful by any reading.
    pub fn alignment(&mut self, readings: &[Reading]) -> Alignment {
        let Reading { costs, way, .. } = &readings[0];
        let mut alignment = Alignment {
            line_of: vec![None; way.iter().map(|step| step.size().1).sum()],
            end: way.iter().map(|step| step.size().0).sum(),
            faults: Vec::new(),
            is_doubtful: Vec::new(),
            cost: costs.best,
            misfits: 0,
        };
        let most = costs.best + DOUBT;
        let gaps = self.near_gaps(costs);
        let mut before = None;
        for_each(way, |step, line, slot| {
            match step {
                Step::Match => {
                    alignment.line_of[slot] = Some(line);
                    let cost = self.habits.cost(self.kinds[line], self.slots[slot]);
                    alignment.misfits += usize::from(cost >= 60);
                }
                Step::Joined => {
                    alignment.line_of[slot] = Some(line);
                    alignment.faults.push(Fault::Joined(line));
                }
                Step::Split => alignment.faults.push(Fault::Split(line)),
                Step::Missing => match alignment.faults.last_mut() {
                    Some(Fault::Missing { count, .. }) if before == Some(Step::Missing) => *count += 1,
                    _ => alignment.faults.push(self.missing(line, slot, &gaps)),
                },
                Step::Extra => match alignment.faults.last_mut() {
                    Some(Fault::Extra { lines, .. }) if before == Some(Step::Extra) => lines.end += 1,
                    _ => alignment.faults.push(self.extra(line, slot, &gaps)),
                },
            }
            before = Some(step);
        });
        let mut doubts = Doubts::new(alignment.line_of.len());
        self.doubt_parts(&mut doubts, &alignment);
        for reading in readings.iter().filter(|reading| reading.cost() <= most) {
            self.set_habits(reading.habits.clone());
            self.doubt(&mut doubts, &reading.costs, most, &alignment);
        }
        alignment.is_doubtful = doubts.all();
        alignment
    }

    /// Returns for each place how much more than the cheapest a path costs that continues there with a missing or an
    /// extra line; `None` if it costs much more.
    fn near_gaps(&self, costs: &Costs) -> Gaps {
        let nothing = || Band::new(self.kinds.len(), self.band, None);
        let mut gaps = Gaps { missing: nothing(), extra: nothing() };
        self.for_each_near(costs, costs.best + DOUBT, |step, line, slot, total| {
            let dearer = total - costs.best;
            let gaps = match step {
                Step::Missing => &mut gaps.missing,
                Step::Extra => &mut gaps.extra,
                Step::Match | Step::Joined | Step::Split => return,
            };
            if let Some(gap) = gaps.get_mut(line, slot) {
                *gap = Some(gap.map_or(dearer, |before: i32| before.min(dearer)));
            }
        });
        gaps
    }

    /// Returns the fault of a line missing before a line and a slot, with the range of places that are about as likely.
    fn missing(&self, line: usize, slot: usize, gaps: &Gaps) -> Fault {
        let (after, likely, last) = self.reach(line, slot, &gaps.missing);
        Fault::Missing { count: 1, after, likely, last }
    }

    /// Returns the fault of an extra line, with the range of lines that are about as likely.
    fn extra(&self, line: usize, slot: usize, gaps: &Gaps) -> Fault {
        let (first, likely, last) = self.reach(line, slot, &gaps.extra);
        Fault::Extra { lines: line..line + 1, first, likely, last }
    }

    /// Returns the first, the most likely and the last line at which the step at this line and slot can be taken
    /// instead.
    fn reach(&self, line: usize, slot: usize, gaps: &Band<Option<i32>>) -> (usize, usize, usize) {
        /// The distance within which places are the same to a reader.
        const WINDOW: isize = 3;
        /// The longest distance to the next such place; copies of a line, and places between numbers of armies, are
        /// apart.
        const GAP: isize = 10;
        let gap = |by: isize| *gaps.get(line.checked_add_signed(by)?, slot.checked_add_signed(by)?)?;
        let reach = |direction: isize| {
            let mut far = 0isize;
            while let Some(next) = (1..=GAP).find(|next| gap(direction * (far + next)).is_some()) {
                far += next;
            }
            direction * far
        };
        let (back, forth) = (reach(-1), reach(1));
        let likelihood = |by: isize| gap(by).map_or(0.0, |dearer| (f64::from(-dearer) / 10.0).exp());
        let around = |by: isize| (by - WINDOW..=by + WINDOW).map(likelihood).sum::<f64>();
        let likely = (back..=forth).max_by(|a, b| around(*a).total_cmp(&around(*b))).unwrap_or(0);
        let at = |by: isize| line.saturating_add_signed(by);
        (at(back), at(likely), at(forth))
    }

    /// Calls `see` with each step of every path that costs no more than `most`: the step, the line, the slot, and the
    /// cost of the path. Returns the fewest slots of such a path.
    fn for_each_near(&self, costs: &Costs, most: i32, mut see: impl FnMut(Step, usize, usize, i32)) -> usize {
        let lines = self.kinds.len();
        let mut fewest = self.slots.len();
        let mut so_far = Band::new(lines, self.band, [FAR; 3]);
        if let Some(start) = so_far.get_mut(0, 0) {
            *start = [0, FAR, FAR];
        }
        for line in 0..=lines {
            for slot in self.slots_near(line) {
                for state in 0..3 {
                    let spent = so_far.get(line, slot).map_or(FAR, |spent| spent[state]);
                    if spent.saturating_add(costs.at(line, slot, state)) > most {
                        continue;
                    }
                    if self.end(line, slot).is_some_and(|end| spent + end <= most) {
                        fewest = fewest.min(slot);
                    }
                    for step in STEPS {
                        let Some(price) = self.price(step, line, slot, state) else { continue };
                        let (of_lines, of_slots) = step.size();
                        let (next_line, next_slot) = (line + of_lines, slot + of_slots);
                        let total = spent + price;
                        let whole = total.saturating_add(costs.at(next_line, next_slot, step.state()));
                        if whole > most {
                            continue;
                        }
                        see(step, line, slot, whole);
                        if let Some(there) = so_far.get_mut(next_line, next_slot) {
                            there[step.state()] = total.min(there[step.state()]);
                        }
                    }
                }
            }
        }
        fewest
    }

    /// Returns whether extra lines may be parts of the values next to them.
    fn may_be_part(&self, extra: &Range<usize>) -> bool {
        let [line] = &self.lines[extra.clone()] else { return false };
        let is_copy = |other: Option<&SeenLine<'_>>| other.is_some_and(|other| other.content == line.content);
        !line.content.trim_ascii().is_empty()
            && !is_copy(extra.start.checked_sub(1).and_then(|before| self.lines.get(before)))
            && !is_copy(self.lines.get(extra.end))
    }

    /// Finds the slots whose value differs, or is missing, on a path that costs no more than `most`.
    fn doubt(&self, doubts: &mut Doubts, costs: &Costs, most: i32, best: &Alignment) {
        let Doubts { is_other, is_missing } = doubts;
        let end = self.for_each_near(costs, most, |step, line, slot, _| {
            let taken = best.line_of.get(slot).copied().flatten().map(|line| self.lines[line].content);
            match step {
                _ if slot >= is_other.len() => {}
                Step::Match => is_other[slot] |= taken.is_some_and(|taken| taken != self.lines[line].content),
                Step::Missing => is_missing[slot] = true,
                // The second of two joined values may have lost a character, or only its line end.
                Step::Joined if slot + 1 < is_missing.len() => is_missing[slot + 1] = true,
                Step::Split if self.kinds[line + 1] != LineKind::Blank => is_missing[slot] = true,
                Step::Joined | Step::Split | Step::Extra => {}
            }
        });
        is_other.iter_mut().skip(end).for_each(|is_other| *is_other = true);
    }

    /// Finds the slots whose value may have been cut in two: those next to an extra line that is neither a copy nor blank.
    fn doubt_parts(&self, doubts: &mut Doubts, best: &Alignment) {
        for (is_missing, line) in doubts.is_missing.iter_mut().zip(&best.line_of) {
            let is_beside = |extra: &Range<usize>| line.is_some_and(|at| at + 1 == extra.start || at == extra.end);
            let is_part = |fault: &Fault| matches!(fault, Fault::Extra { lines, .. } if is_beside(lines) && self.may_be_part(lines));
            *is_missing |= best.faults.iter().any(is_part);
        }
    }
}

/// The slots that another path gives another value.
struct Doubts {
    is_other: Vec<bool>,
    is_missing: Vec<bool>,
}

impl Doubts {
    fn new(slots: usize) -> Doubts {
        Doubts { is_other: vec![false; slots], is_missing: vec![false; slots] }
    }

    /// Returns for each slot whether its value is doubtful.
    ///
    /// In a long run of equal values (a game that has not been dealt out) one line may be missing without any doubt
    /// about the others, wherever the gap is.
    fn all(&self) -> Vec<bool> {
        const MAX_DOUBTFUL: usize = 12;
        let is_run = self.is_missing.iter().filter(|missing| **missing).count() > MAX_DOUBTFUL;
        self.is_other.iter().zip(&self.is_missing).map(|(other, missing)| *other || *missing && !is_run).collect()
    }
}
