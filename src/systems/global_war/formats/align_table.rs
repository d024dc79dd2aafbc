//! The table of lines and slots through which the cheapest path is sought.

mod doubts;

use super::align::SeenLine;
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
