//! The table of lines and slots that the cheapest way is looked for in.

use std::ops::Range;

use super::align::{Alignment, Fault, SeenLine};
use super::kind::{Habits, LineKind};
use super::slot::Slot;

/// The price of the first line missing or too many, and of each next to it.
const OPEN: i32 = 90;
const EXTEND: i32 = 40;
const HALF_END: i32 = 50;
/// The price of a line that is a copy of the one before it.
const COPY: i32 = 60;
/// The price of two values on a line that holds half a line end.
const JOINED: i32 = 50;
/// The price of a value on two lines, the first of which ends unlike the others, or like them.
const SPLIT: i32 = 60;
const SPLIT_UNSEEN: i32 = 130;
/// The price of the end: before the countries are all there, or before a password.
const CUT: i32 = 40;
const TRIMMED: i32 = 10;
/// How much dearer a way is that a sound file's lines are not read by.
const DOUBT: i32 = 45;
const FAR: i32 = i32::MAX / 4;

/// A step on the way through the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The line is what the slot is about.
    Match,
    /// The line holds this value and the next.
    Joined,
    /// The line and the next are this value.
    Split,
    /// The slot has no line.
    Missing,
    /// The line is one too many.
    Extra,
}

const STEPS: [Step; 5] = [Step::Match, Step::Joined, Step::Split, Step::Missing, Step::Extra];

impl Step {
    /// How many lines and slots it goes on.
    fn size(self) -> (usize, usize) {
        match self {
            Step::Match => (1, 1),
            Step::Joined => (1, 2),
            Step::Split => (2, 1),
            Step::Missing => (0, 1),
            Step::Extra => (1, 0),
        }
    }

    /// The state that it leads to: after a match, a missing line or one too many.
    fn state(self) -> usize {
        match self {
            Step::Missing => 1,
            Step::Extra => 2,
            _ => 0,
        }
    }
}

/// The lines and slots of a file, and what is known of it.
pub struct Table<'t> {
    lines: &'t [SeenLine<'t>],
    /// Their kinds; those of the last lines of a long file are left out.
    kinds: &'t [LineKind],
    /// The slots that every file has.
    slots: &'t [Slot],
    /// What is usual in the file.
    habits: Habits,
    /// How far a line may stand from its place.
    band: usize,
    /// The classes of slots, and that of each slot.
    classes: Vec<Slot>,
    class_of: Vec<usize>,
    /// What the steps from each line cost.
    prices: Vec<LinePrices>,
}

/// What the steps from a line cost, where they can be taken.
struct LinePrices {
    /// By the class of the slot.
    matched: Vec<i32>,
    /// The same for the first half of a line that holds half a line end, and its kind.
    joined: Option<(LineKind, Vec<i32>)>,
    split: Option<i32>,
    /// The first line too many.
    extra: i32,
}

/// What the rest of the way costs from each place of the table, in each state.
pub struct Costs {
    to_go: Band<[i32; 3]>,
    /// The price of the cheapest way.
    pub best: i32,
}

impl Costs {
    fn at(&self, line: usize, slot: usize, state: usize) -> i32 {
        self.to_go.get(line, slot).map_or(FAR, |costs| costs[state])
    }
}

/// The places of a table whose slot is hardly farther on than its line, or the line than the slot.
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

/// The steps of a way.
pub type Way = Vec<Step>;

/// For each place how much dearer a way is that goes on there with a missing line, or one too many.
struct Gaps {
    missing: Band<Option<i32>>,
    extra: Band<Option<i32>>,
}

impl<'t> Table<'t> {
    /// A table of lines that may stand so far from their places.
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

    /// What the steps from a line cost.
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
                // A CR that was damaged to a LF leaves a blank line behind.
                LineKind::Blank if is_split => HALF_END,
                _ if is_copy => COPY,
                _ => OPEN,
            },
        }
    }

    /// Takes what is usual; of the prices only those of numbers are learned.
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

    /// The price of a step from a place, where it can be taken.
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

    /// Whether a line and the next are numbers with blanks between them, which no line end can have cut in two.
    fn are_two_numbers(&self, line: usize) -> bool {
        let is_number = |kind: LineKind| matches!(kind, LineKind::Integer(_) | LineKind::Real);
        let is_between = self.lines[line].content.ends_with(b" ") || self.lines[line + 1].content.starts_with(b" ");
        is_between && is_number(self.kinds[line]) && is_number(self.kinds[line + 1])
    }

    /// What it costs to end at a place.
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

    /// The cheapest way, by what is usual in this very file: as any game has it, as the first half of it, or the second.
    pub fn learned(&mut self) -> (Costs, Way) {
        let any = self.habits.clone();
        let mut best: Option<(Costs, Way, Habits)> = None;
        let mut tried = Vec::new();
        for start in [Vec::new(), self.first_half(), self.second_half()] {
            self.set_habits(self.learned_from(&any, &start));
            let (_, first) = self.cheapest();
            // Most starts lead to the same lines.
            let likely = matches(&first);
            if tried.contains(&likely) {
                continue;
            }
            self.set_habits(self.learned_from(&any, &likely));
            tried.push(likely);
            let (costs, way) = self.cheapest();
            if best.as_ref().is_none_or(|(best, ..)| costs.best < best.best) {
                best = Some((costs, way, self.habits.clone()));
            }
        }
        let (costs, way, habits) = best.unwrap_or_else(|| {
            let (costs, way) = self.cheapest();
            (costs, way, any)
        });
        self.set_habits(habits);
        (costs, way)
    }

    /// The price of taking every line for what should stand there, where nothing is cheaper by what is usual then.
    pub fn straight_where_cheapest(&mut self) -> Option<i32> {
        let any = self.habits.clone();
        let in_place: Vec<_> = (0..self.slots.len()).map(|at| (at, at)).collect();
        self.set_habits(self.learned_from(&any, &in_place));
        let straight = self.straight().filter(|&straight| straight == self.cheapest().0.best);
        self.set_habits(any);
        straight
    }

    /// The first half of the countries, where the lines stand in their places.
    fn first_half(&self) -> Vec<(usize, usize)> {
        let half = self.slots.len().min(self.kinds.len()) * 2 / 3;
        (0..half).map(|at| (at, at)).collect()
    }

    /// The second half of the countries, counted from the last line of numbers.
    fn second_half(&self) -> Vec<(usize, usize)> {
        let is_number = |at: usize| matches!(self.kinds.get(at), Some(LineKind::Integer(_)));
        let last_line = (1..self.kinds.len()).rev().find(|&at| is_number(at) && is_number(at - 1));
        let last_slot = self.slots.iter().rposition(|slot| matches!(slot, Slot::Owner(_)));
        let Some((line, slot)) = last_line.zip(last_slot) else { return Vec::new() };
        (0..line.min(slot) / 3).map(|back| (line - back, slot - back)).collect()
    }

    /// What the rest of the way costs from each place, and the cheapest way from the beginning.
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
                // What a gap costs depends on the state only where it goes on.
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

    /// The slots that a line is looked at for.
    fn slots_near(&self, line: usize) -> std::ops::RangeInclusive<usize> {
        line.saturating_sub(self.band)..=self.slots.len().min(line + self.band)
    }

    /// What the way costs from a place on that begins with a step.
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

    /// What is usual where lines stand on these slots, beginning with what any game has.
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

    /// What it costs to take every line for what should stand there.
    pub fn straight(&self) -> Option<i32> {
        let there = self.kinds.len().min(self.slots.len());
        let matches = (0..there).map(|n| self.habits.cost(self.kinds[n], self.slots[n])).sum::<i32>();
        self.end(there, there).map(|end| matches + end)
    }

    /// How many lines in their places cannot be what they stand for.
    pub fn misfits(&self) -> usize {
        self.kinds.iter().zip(self.slots).filter(|(kind, slot)| self.habits.cost(**kind, **slot) >= 60).count()
    }

    /// What the cheapest way says of the lines, and what is doubtful about it.
    pub fn alignment(&self, costs: &Costs, way: &Way) -> Alignment {
        let mut alignment = Alignment {
            line_of: vec![None; way.iter().map(|step| step.size().1).sum()],
            end: way.iter().map(|step| step.size().0).sum(),
            faults: Vec::new(),
            is_doubtful: Vec::new(),
            cost: costs.best,
            misfits: 0,
        };
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
        alignment.is_doubtful = self.doubtful(costs, &alignment);
        alignment
    }

    /// For each place how much dearer a way is than the cheapest that goes on there with a missing line, or one too
    /// many; none where it is much dearer.
    fn near_gaps(&self, costs: &Costs) -> Gaps {
        let nothing = || Band::new(self.kinds.len(), self.band, None);
        let mut gaps = Gaps { missing: nothing(), extra: nothing() };
        self.for_each_near(costs, |step, line, slot, dearer| {
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

    /// A line that is missing before a line and a slot, or hardly less likely near them.
    fn missing(&self, line: usize, slot: usize, gaps: &Gaps) -> Fault {
        let (after, likely, last) = self.reach(line, slot, &gaps.missing);
        Fault::Missing { count: 1, after, likely, last }
    }

    /// A line that is one too many, or hardly less likely one near it.
    fn extra(&self, line: usize, slot: usize, gaps: &Gaps) -> Fault {
        let (first, likely, last) = self.reach(line, slot, &gaps.extra);
        Fault::Extra { lines: line..line + 1, first, likely, last }
    }

    /// The first, the likeliest and the last line at which the step may be taken that is taken before a line and a slot.
    fn reach(&self, line: usize, slot: usize, gaps: &Band<Option<i32>>) -> (usize, usize, usize) {
        /// How far apart places may be that are one to a reader.
        const WINDOW: isize = 3;
        /// How far the next place may be: copies of a line and places between numbers of armies stand apart.
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

    /// Follows every way that is hardly dearer than the cheapest.
    fn for_each_near(&self, costs: &Costs, mut see: impl FnMut(Step, usize, usize, i32)) {
        let lines = self.kinds.len();
        let mut so_far = Band::new(lines, self.band, [FAR; 3]);
        if let Some(start) = so_far.get_mut(0, 0) {
            *start = [0, FAR, FAR];
        }
        for line in 0..=lines {
            for slot in self.slots_near(line) {
                for state in 0..3 {
                    let spent = so_far.get(line, slot).map_or(FAR, |spent| spent[state]);
                    if spent.saturating_add(costs.at(line, slot, state)) > costs.best + DOUBT {
                        continue;
                    }
                    for step in STEPS {
                        let Some(price) = self.price(step, line, slot, state) else { continue };
                        let (of_lines, of_slots) = step.size();
                        let (next_line, next_slot) = (line + of_lines, slot + of_slots);
                        let total = spent + price;
                        let dearer = total.saturating_add(costs.at(next_line, next_slot, step.state())) - costs.best;
                        if dearer > DOUBT {
                            continue;
                        }
                        see(step, line, slot, dearer);
                        if let Some(there) = so_far.get_mut(next_line, next_slot) {
                            there[step.state()] = total.min(there[step.state()]);
                        }
                    }
                }
            }
        }
    }

    /// Whether lines that are too many may be parts of the values beside them.
    fn may_be_part(&self, extra: &Range<usize>) -> bool {
        let [line] = &self.lines[extra.clone()] else { return false };
        let is_copy = |other: Option<&SeenLine<'_>>| other.is_some_and(|other| other.content == line.content);
        !line.content.trim_ascii().is_empty()
            && !is_copy(extra.start.checked_sub(1).and_then(|before| self.lines.get(before)))
            && !is_copy(self.lines.get(extra.end))
    }

    /// The slots whose value is another one, or missing, on a way that is hardly dearer.
    ///
    /// In a long run of equal values (a game that has not been dealt out) one of them is missing and all others are
    /// known, wherever it was.
    fn doubtful(&self, costs: &Costs, best: &Alignment) -> Vec<bool> {
        const MAX_DOUBTFUL: usize = 12;
        let mut is_other = vec![false; best.line_of.len()];
        let mut is_missing = is_other.clone();
        self.for_each_near(costs, |step, line, slot, _| {
            let taken = best.line_of.get(slot).copied().flatten().map(|line| self.lines[line].content);
            match step {
                _ if slot >= is_other.len() => {}
                Step::Match => is_other[slot] |= taken.is_some_and(|taken| taken != self.lines[line].content),
                Step::Missing => is_missing[slot] = true,
                // The second value of two has lost a character, or its line end has.
                Step::Joined if slot + 1 < is_missing.len() => is_missing[slot + 1] = true,
                Step::Split if self.kinds[line + 1] != LineKind::Blank => is_missing[slot] = true,
                Step::Joined | Step::Split | Step::Extra => {}
            }
        });
        for (slot, line) in best.line_of.iter().enumerate() {
            // Beside a line that is neither a copy nor blank a value may have come apart.
            let is_beside = |extra: &Range<usize>| line.is_some_and(|at| at + 1 == extra.start || at == extra.end);
            let is_part = |fault: &Fault| matches!(fault, Fault::Extra { lines, .. } if is_beside(lines) && self.may_be_part(lines));
            is_missing[slot] |= best.faults.iter().any(is_part);
        }
        let is_run = is_missing.iter().filter(|missing| **missing).count() > MAX_DOUBTFUL;
        is_other.iter().zip(&is_missing).map(|(other, missing)| *other || *missing && !is_run).collect()
    }
}

/// The lines of a way that are matched, each with its slot.
fn matches(way: &Way) -> Vec<(usize, usize)> {
    let mut matches = Vec::with_capacity(way.len());
    for_each(way, |step, line, slot| {
        if step == Step::Match {
            matches.push((line, slot));
        }
    });
    matches
}

/// The steps of a way with the line and the slot that each begins at.
fn for_each(way: &Way, mut see: impl FnMut(Step, usize, usize)) {
    let (mut line, mut slot) = (0, 0);
    for &step in way {
        see(step, line, slot);
        let (lines, slots) = step.size();
        (line, slot) = (line + lines, slot + slots);
    }
}
