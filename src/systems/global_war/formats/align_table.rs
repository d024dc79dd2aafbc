//! The table of lines and slots through which the cheapest path is sought.

use std::ops::Range;

use super::align::{Alignment, Fault, SeenLine};
use super::kind::{Habits, LineKind};
use super::slot::Slot;

/// The costs of the first missing or extra line, of each further one next to it (`EXTEND`), and of an extra blank line
/// after half a line end (`HALF_END`).
const OPEN: i32 = 90;
const EXTEND: i32 = 40;
const HALF_END: i32 = 50;
/// The cost of an extra line that is a copy of the line before it.
const COPY: i32 = 60;
/// The cost of two values on a line that contains half a line end.
const JOINED: i32 = 50;
/// The costs of a value on two lines, if the first line has an unusual line end, and if it has the usual one
/// (`SPLIT_UNSEEN`).
const SPLIT: i32 = 60;
const SPLIT_UNSEEN: i32 = 130;
/// The costs of a file that ends before the last country, and of each missing password at the end (`TRIMMED`).
const CUT: i32 = 40;
const TRIMMED: i32 = 10;
/// The most by which a path may cost more than the cheapest one and still make values doubtful. The lines of a sound
/// file are never read by such a path.
const DOUBT: i32 = 45;
const FAR: i32 = i32::MAX / 4;

/// A step of a path through the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The line holds the value of the slot.
    Match,
    /// The line holds the value of this slot and of the next.
    Joined,
    /// The line and the next hold the value of this slot.
    Split,
    /// The slot has no line.
    Missing,
    /// The line is extra.
    Extra,
}

const STEPS: [Step; 5] = [Step::Match, Step::Joined, Step::Split, Step::Missing, Step::Extra];

impl Step {
    /// Returns the numbers of lines and of slots that the step takes.
    fn size(self) -> (usize, usize) {
        match self {
            Step::Match => (1, 1),
            Step::Joined => (1, 2),
            Step::Split => (2, 1),
            Step::Missing => (0, 1),
            Step::Extra => (1, 0),
        }
    }

    /// Returns the state after the step: 0 after a match, 1 after a missing line, 2 after an extra line.
    fn state(self) -> usize {
        match self {
            Step::Missing => 1,
            Step::Extra => 2,
            _ => 0,
        }
    }
}

/// The lines and slots of a file, and the costs of its steps.
pub struct Table<'t> {
    lines: &'t [SeenLine<'t>],
    /// The kinds of the lines; of a long file, the last lines are left out.
    kinds: &'t [LineKind],
    /// The slots that every file has.
    slots: &'t [Slot],
    /// The values that are usual in the file.
    habits: Habits,
    /// The greatest distance of a line from its place.
    band: usize,
    /// The classes of slots, and the class of each slot.
    classes: Vec<Slot>,
    class_of: Vec<usize>,
    /// The costs of the steps from each line.
    prices: Vec<LinePrices>,
}

/// The costs of the steps from a line.
struct LinePrices {
    /// The cost of a match, by the class of the slot.
    matched: Vec<i32>,
    /// The same for the text before half a line end inside the line, with its kind; `None` if the line contains no half
    /// line end.
    joined: Option<(LineKind, Vec<i32>)>,
    split: Option<i32>,
    /// The cost of taking the line as the first of some extra lines.
    extra: i32,
}

/// The cost of the rest of the path from each place of the table, in each state.
pub struct Costs {
    to_go: Band<[i32; 3]>,
    /// The cost of the cheapest path.
    pub best: i32,
}

impl Costs {
    fn at(&self, line: usize, slot: usize, state: usize) -> i32 {
        self.to_go.get(line, slot).map_or(FAR, |costs| costs[state])
    }
}

/// Values for the places of a table whose line and slot are at most `reach` apart.
struct Band<T> {
    places: Vec<T>,
    reach: usize,
}

impl<T: Clone> Band<T> {
    fn new(lines: usize, reach: usize, value: T) -> Band<T> {
        Band { places: vec![value; (lines + 1) * (2 * reach + 1)], reach }
    }

    fn index(&self, line: usize, slot: usize) -> Option<usize> {
        let across = (slot + self.reach).checked_sub(line)?;
        (across <= 2 * self.reach).then_some(line * (2 * self.reach + 1) + across)
    }

    fn get(&self, line: usize, slot: usize) -> Option<&T> {
        self.places.get(self.index(line, slot)?)
    }

    fn get_mut(&mut self, line: usize, slot: usize) -> Option<&mut T> {
        let index = self.index(line, slot)?;
        self.places.get_mut(index)
    }
}

/// The steps of a path.
type Way = Vec<Step>;

/// A way to read a file: the cheapest path with some usual values, which follow from it in turn.
pub struct Reading {
    habits: Habits,
    costs: Costs,
    way: Way,
}

impl Reading {
    /// Returns the cost of the path.
    pub fn cost(&self) -> i32 {
        self.costs.best
    }
}

/// For each place, how much more than the cheapest a path costs that continues there with a missing or an extra line.
struct Gaps {
    missing: Band<Option<i32>>,
    extra: Band<Option<i32>>,
}

impl<'t> Table<'t> {
    /// Returns a table whose lines may be up to `band` from their places.
    pub fn new(
        lines: &'t [SeenLine<'t>],
        kinds: &'t [LineKind],
        slots: &'t [Slot],
        habits: Habits,
        band: usize,
    ) -> Table<'t> {
        let mut classes = Vec::new();
        let class_of = |slot: &Slot| {
            let class = slot.class();
            classes.iter().position(|known| *known == class).unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            })
        };
        let class_of = slots.iter().map(class_of).collect();
        let mut table = Table { lines, kinds, slots, habits, band, classes, class_of, prices: Vec::new() };
        table.prices = (0..kinds.len()).map(|line| table.prices_of(line)).collect();
        table
    }

    /// Returns the costs of the steps from a line.
    fn prices_of(&self, line: usize) -> LinePrices {
        let content = self.lines[line].content;
        let costs = |kind: LineKind| self.classes.iter().map(|class| self.habits.cost(kind, *class)).collect();
        let halves = memchr::memchr2(b'\r', 0x1A, content).map(|at| LineKind::of(&content[..at]));
        let is_copy = line > 0 && content == self.lines[line - 1].content;
        let can_split = line + 1 < self.kinds.len() && !self.are_two_numbers(line);
        let is_split = self.lines[line].is_split;
        LinePrices {
            matched: costs(self.kinds[line]),
            joined: halves.map(|kind| (kind, costs(kind))),
            split: can_split.then_some(if is_split { SPLIT } else { SPLIT_UNSEEN }),
            extra: match self.kinds[line] {
                // A CR that was damaged into a LF leaves a blank line after it.
                LineKind::Blank if is_split => HALF_END,
                _ if is_copy => COPY,
                _ => OPEN,
            },
        }
    }

    /// Sets the usual values, and updates the costs that depend on them: those of the countries' numbers.
    fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
        for (n, class) in self.classes.iter().enumerate().filter(|(_, class)| class.is_of_country()) {
            for (prices, kind) in self.prices.iter_mut().zip(self.kinds) {
                prices.matched[n] = self.habits.cost(*kind, *class);
                if let Some((kind, costs)) = &mut prices.joined {
                    costs[n] = self.habits.cost(*kind, *class);
                }
            }
        }
    }

    /// Returns the cost of a step from a place; `None` if the step is not possible there.
    fn price(&self, step: Step, line: usize, slot: usize, state: usize) -> Option<i32> {
        let gap = |open: i32| if state == step.state() { EXTEND } else { open };
        if step == Step::Missing {
            return (slot < self.slots.len()).then(|| gap(OPEN));
        }
        let prices = self.prices.get(line)?;
        match step {
            Step::Match => Some(prices.matched[*self.class_of.get(slot)?]),
            Step::Joined if slot + 1 < self.slots.len() => {
                prices.joined.as_ref().map(|(_, costs)| JOINED + costs[self.class_of[slot]])
            }
            Step::Split if slot < self.slots.len() => prices.split,
            Step::Extra => Some(gap(prices.extra)),
            Step::Joined | Step::Split | Step::Missing => None,
        }
    }

    /// Returns whether a line and the next are numbers separated by blanks, so that they cannot be one value that a
    /// line end cut in two.
    fn are_two_numbers(&self, line: usize) -> bool {
        let is_number = |kind: LineKind| matches!(kind, LineKind::Integer(_) | LineKind::Real);
        let is_between = self.lines[line].content.ends_with(b" ") || self.lines[line + 1].content.starts_with(b" ");
        is_between && is_number(self.kinds[line]) && is_number(self.kinds[line + 1])
    }

    /// Returns the cost of ending the path at a place; `None` if it cannot end there.
    fn end(&self, line: usize, slot: usize) -> Option<i32> {
        let missing = self.slots.len() - slot;
        if missing > 0 {
            let is_end = line == self.kinds.len();
            return is_end.then(|| if missing <= 3 { TRIMMED * missing as i32 } else { CUT });
        }
        let rest = &self.kinds[line..];
        Some(match rest {
            [] => 0,
            [LineKind::Integer(_)] => 5,
            _ if rest.iter().all(|kind| *kind == LineKind::Blank) => 50,
            [LineKind::Integer(_), more @ ..] => 10 + 10 * more.len().min(10) as i32,
            _ => 60 + 10 * rest.len().min(10) as i32,
        })
    }

    /// Finds the cheapest path with the values that are usual in this very file, and others that are cheapest with the
    /// values that follow from them; the cheapest reading is the first. The values are learned from four starting points:
    /// any game, the first half of the file, the second half, and every line in its place.
    pub fn readings(&mut self) -> Vec<Reading> {
        let any = self.habits.clone();
        let mut readings: Vec<Reading> = Vec::new();
        let mut tried = Vec::new();
        for start in [Vec::new(), self.first_half(), self.second_half(), self.in_place()] {
            self.set_habits(self.learned_from(&any, &start));
            let (_, first) = self.cheapest();
            // Most starting points lead to the same alignment.
            let likely = matches(&first);
            if tried.contains(&likely) {
                continue;
            }
            self.set_habits(self.learned_from(&any, &likely));
            tried.push(likely);
            let (costs, way) = self.cheapest();
            readings.push(Reading { habits: self.habits.clone(), costs, way });
        }
        readings.sort_by_key(Reading::cost);
        self.set_habits(readings[0].habits.clone());
        readings
    }

    /// Returns the cost of taking every line in its place; `None` if another path is cheaper with the usual values that
    /// follow from it.
    pub fn straight_where_cheapest(&mut self) -> Option<i32> {
        let any = self.habits.clone();
        self.set_habits(self.learned_from(&any, &self.in_place()));
        let straight = self.straight().filter(|&straight| straight == self.cheapest().0.best);
        self.set_habits(any);
        straight
    }

    /// Returns all lines, as if they were in their places.
    fn in_place(&self) -> Vec<(usize, usize)> {
        (0..self.slots.len().min(self.kinds.len())).map(|at| (at, at)).collect()
    }

    /// Returns the first half of the countries, as if all lines were in their places.
    fn first_half(&self) -> Vec<(usize, usize)> {
        let half = self.slots.len().min(self.kinds.len()) * 2 / 3;
        (0..half).map(|at| (at, at)).collect()
    }

    /// Returns the second half of the countries, counted back from the last line of numbers.
    fn second_half(&self) -> Vec<(usize, usize)> {
        let is_number = |at: usize| matches!(self.kinds.get(at), Some(LineKind::Integer(_)));
        let last_line = (1..self.kinds.len()).rev().find(|&at| is_number(at) && is_number(at - 1));
        let last_slot = self.slots.iter().rposition(|slot| matches!(slot, Slot::Owner(_)));
        let Some((line, slot)) = last_line.zip(last_slot) else { return Vec::new() };
        (0..line.min(slot) / 3).map(|back| (line - back, slot - back)).collect()
    }

    /// Returns the cost of the rest of the path from each place, and the cheapest path from the beginning.
    fn cheapest(&self) -> (Costs, Way) {
        let lines = self.kinds.len();
        let mut costs = Costs { to_go: Band::new(lines, self.band, [FAR; 3]), best: FAR };
        for line in (0..=lines).rev() {
            let prices = self.prices.get(line);
            for slot in self.slots_near(line).rev() {
                let to_go = |lines, slots, state| costs.at(line + lines, slot + slots, state);
                let mut either = self.end(line, slot).unwrap_or(FAR);
                let (mut open_missing, mut extend_missing) = (FAR, FAR);
                if let Some(&class) = self.class_of.get(slot) {
                    if let Some(prices) = prices {
                        either = either.min(prices.matched[class] + to_go(1, 1, 0));
                        if let Some((_, costs)) = prices.joined.as_ref().filter(|_| slot + 1 < self.slots.len()) {
                            either = either.min(JOINED + costs[class] + to_go(1, 2, 0));
                        }
                        if let Some(price) = prices.split {
                            either = either.min(price + to_go(2, 1, 0));
                        }
                    }
                    let missing = to_go(0, 1, Step::Missing.state());
                    (open_missing, extend_missing) = (OPEN + missing, EXTEND + missing);
                }
                // The cost of a missing or extra line depends on the state only if it follows another one of its kind.
                let (open_extra, extend_extra) = prices.map_or((FAR, FAR), |prices| {
                    let extra = to_go(1, 0, Step::Extra.state());
                    (prices.extra + extra, EXTEND + extra)
                });
                let here = [
                    either.min(open_missing).min(open_extra),
                    either.min(extend_missing).min(open_extra),
                    either.min(open_missing).min(extend_extra),
                ];
                if let Some(place) = costs.to_go.get_mut(line, slot) {
                    *place = here;
                }
            }
        }
        costs.best = costs.at(0, 0, 0);
        let way = self.walk(&costs);
        (costs, way)
    }

    /// Returns the slots that a line is compared with.
    fn slots_near(&self, line: usize) -> std::ops::RangeInclusive<usize> {
        line.saturating_sub(self.band)..=self.slots.len().min(line + self.band)
    }

    /// Returns the cost of the rest of the path from a place, beginning with that step.
    fn after(&self, step: Step, line: usize, slot: usize, state: usize, costs: &Costs) -> Option<i32> {
        let (lines, slots) = step.size();
        Some(self.price(step, line, slot, state)? + costs.at(line + lines, slot + slots, step.state()))
    }

    fn walk(&self, costs: &Costs) -> Way {
        let (mut line, mut slot, mut state) = (0, 0, 0);
        let mut way = Way::new();
        loop {
            let cheapest = costs.at(line, slot, state);
            let taken = STEPS.into_iter().find(|&step| self.after(step, line, slot, state, costs) == Some(cheapest));
            let Some(step) = taken.filter(|_| self.end(line, slot) != Some(cheapest)) else { return way };
            way.push(step);
            let (lines, slots) = step.size();
            (line, slot, state) = (line + lines, slot + slots, step.state());
        }
    }

    /// Returns the usual values that follow from lines matched with these slots, added to those of any game.
    fn learned_from(&self, any: &Habits, matches: &[(usize, usize)]) -> Habits {
        let (mut armies, mut owners) = (Vec::new(), Vec::new());
        for &(line, slot) in matches {
            if let Some(LineKind::Integer(n)) = self.kinds.get(line) {
                match self.slots.get(slot) {
                    Some(Slot::Armies(_)) => armies.push(*n),
                    Some(Slot::Owner(_)) => owners.push(*n),
                    _ => {}
                }
            }
        }
        let mut habits = any.clone();
        habits.learn(armies.into_iter(), owners.into_iter());
        habits
    }

    /// Returns the cost of taking every line in its place; `None` if the path cannot end there.
    pub fn straight(&self) -> Option<i32> {
        let there = self.kinds.len().min(self.slots.len());
        let matches = (0..there).map(|n| self.habits.cost(self.kinds[n], self.slots[n])).sum::<i32>();
        self.end(there, there).map(|end| matches + end)
    }

    /// Returns the number of lines whose content cannot be a value of their place.
    pub fn misfits(&self) -> usize {
        self.kinds.iter().zip(self.slots).filter(|(kind, slot)| self.habits.cost(**kind, **slot) >= 60).count()
    }

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
        for (slot, line) in best.line_of.iter().enumerate() {
            // Next to an extra line that is neither a copy nor blank, a value may have been cut in two.
            let is_beside = |extra: &Range<usize>| line.is_some_and(|at| at + 1 == extra.start || at == extra.end);
            let is_part = |fault: &Fault| matches!(fault, Fault::Extra { lines, .. } if is_beside(lines) && self.may_be_part(lines));
            is_missing[slot] |= best.faults.iter().any(is_part);
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

/// Returns the matched lines of a path, each with its slot.
fn matches(way: &Way) -> Vec<(usize, usize)> {
    let mut matches = Vec::with_capacity(way.len());
    for_each(way, |step, line, slot| {
        if step == Step::Match {
            matches.push((line, slot));
        }
    });
    matches
}

/// Calls `see` with each step of a path, and the line and the slot at which it begins.
fn for_each(way: &Way, mut see: impl FnMut(Step, usize, usize)) {
    let (mut line, mut slot) = (0, 0);
    for &step in way {
        see(step, line, slot);
        let (lines, slots) = step.size();
        (line, slot) = (line + lines, slot + slots);
    }
}
