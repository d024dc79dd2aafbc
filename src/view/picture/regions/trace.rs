//! Traces borders by walking along them from corner to corner.

use std::collections::{HashMap, HashSet};

use super::super::shape::Point;
use super::Grid;
use super::smooth::smooth;

/// The four directions along the sides of cells: right, down, left, up.
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// A corner (column and row) and the index in [`WAYS`] of a direction from it.
type Step = (usize, usize, usize);

/// A border between two corners where three or more regions meet, or around an island.
pub(super) struct Arc {
    /// Regions to the left and right; `None` for no region.
    pub(super) sides: (Option<usize>, Option<usize>),
    /// Length, in sides of cells.
    pub(super) length: usize,
    is_closed: bool,
    pub(super) points: Vec<Point>,
}

/// All borders of a grid.
pub(super) struct Arcs {
    pub(super) arcs: Vec<Arc>,
    /// Maps the first step of each arc, in either direction, to the index of the arc and whether the direction is the
    /// arc's own.
    starts: HashMap<Step, (usize, bool)>,
    /// Last step of each arc, in its own direction and in the opposite one.
    lasts: Vec<(Step, Step)>,
}

impl Grid {
    /// Returns the regions to the left and right of a step.
    fn sides(&self, (x, y, way): Step) -> (Option<usize>, Option<usize>) {
        let cells =
            [self.before(x, y, 0, 1), self.before(x, y, 0, 0), self.before(x, y, 1, 0), self.before(x, y, 1, 1)];
        let cell = |i: usize| cells.get(i % 4).copied().flatten();
        (cell(way), cell(way + 1))
    }

    fn is_border(&self, step: Step) -> bool {
        let (left, right) = self.sides(step);
        left != right
    }

    /// Returns the steps from a corner that run along borders.
    fn steps(&self, x: usize, y: usize) -> impl Iterator<Item = Step> + '_ {
        (0..4).map(move |way| (x, y, way)).filter(|step| self.is_border(*step))
    }

    fn is_junction(&self, x: usize, y: usize) -> bool {
        self.steps(x, y).count() > 2
    }
}

fn target((x, y, way): Step) -> (usize, usize) {
    let (right, down) = WAYS.get(way % 4).copied().unwrap_or_default();
    (x.saturating_add_signed(right), y.saturating_add_signed(down))
}

fn back(step: Step) -> Step {
    let (x, y) = target(step);
    (x, y, (step.2 + 2) % 4)
}

impl Arcs {
    pub(super) fn of(grid: &Grid) -> Arcs {
        let mut arcs = Arcs { arcs: Vec::new(), starts: HashMap::new(), lasts: Vec::new() };
        // For each corner, whether the sides to the right of it and below it have been walked along.
        let mut seen = vec![[false; 2]; (grid.width + 1) * (grid.height + 1)];
        let corners = || (0..=grid.height).flat_map(|y| (0..=grid.width).map(move |x| (x, y)));
        for wants_junction in [true, false] {
            for (x, y) in corners() {
                if grid.is_junction(x, y) == wants_junction {
                    grid.steps(x, y).for_each(|step| arcs.walk(grid, step, &mut seen));
                }
            }
        }
        arcs
    }

    /// Walks from a corner to the next junction, or around an island.
    fn walk(&mut self, grid: &Grid, first: Step, seen: &mut [[bool; 2]]) {
        let mark = |step: Step, seen: &mut [[bool; 2]]| {
            let (x, y, way) = if step.2 < 2 { step } else { back(step) };
            let side = seen.get_mut(y * (grid.width + 1) + x).and_then(|sides| sides.get_mut(way));
            side.is_none_or(|side| std::mem::replace(side, true))
        };
        if mark(first, seen) {
            return;
        }
        let (mut step, mut length) = (first, 1);
        let mut corners = vec![(first.0, first.1)];
        loop {
            let (x, y) = target(step);
            corners.push((x, y));
            let next = if grid.is_junction(x, y) { None } else { grid.steps(x, y).find(|next| *next != back(step)) };
            match next {
                Some(next) if !mark(next, seen) => (step, length) = (next, length + 1),
                _ => break,
            }
        }
        let is_closed = corners.first() == corners.last() && !grid.is_junction(first.0, first.1);
        let number = self.arcs.len();
        self.starts.insert(first, (number, true));
        self.starts.insert(back(step), (number, false));
        self.lasts.push((step, back(first)));
        self.arcs.push(Arc { sides: grid.sides(first), length, is_closed, points: smooth(&corners, is_closed) });
    }

    /// Returns the outlines of all regions, each with the number of its region.
    pub(super) fn outlines(&self, grid: &Grid) -> Vec<(usize, Vec<Point>)> {
        let mut outlines = Vec::new();
        let mut seen: HashSet<Step> = HashSet::new();
        // In one of its two directions, an arc has the region of the outline on its right.
        let mut starts: Vec<(&Step, &(usize, bool))> = self.starts.iter().collect();
        starts.sort_unstable();
        for (&start, &(number, is_ahead)) in starts {
            let Some(region) = grid.sides(start).1 else { continue };
            let Some(arc) = self.arcs.get(number) else { continue };
            if arc.is_closed {
                // It begins and ends at the same corner; its opposite direction is the outline of the region on the
                // other side.
                let mut points = arc.points.clone();
                if !is_ahead {
                    points.reverse();
                }
                points.pop();
                outlines.push((region, points));
                continue;
            }
            let mut points = Vec::new();
            let mut step = start;
            while seen.insert(step) {
                let Some(&(number, is_ahead)) = self.starts.get(&step) else { break };
                let Some(arc) = self.arcs.get(number) else { break };
                if is_ahead {
                    points.extend(arc.points.iter().take(arc.points.len().saturating_sub(1)));
                } else {
                    points.extend(arc.points.iter().rev().take(arc.points.len().saturating_sub(1)));
                }
                let Some(next) = self.after(grid, number, is_ahead, region) else { break };
                step = next;
            }
            if points.len() > 2 {
                outlines.push((region, points));
            }
        }
        outlines
    }

    /// Returns the first step after an arc that has the region on its right again. It turns as far to the right as
    /// possible, so that cells that touch only at a corner stay apart.
    fn after(&self, grid: &Grid, number: usize, is_ahead: bool, region: usize) -> Option<Step> {
        let last = self.lasts.get(number).map(|(ahead, behind)| if is_ahead { *ahead } else { *behind })?;
        let (x, y) = target(last);
        let turns = [1, 0, 3].map(|turn| (x, y, (last.2 + turn) % 4));
        turns.into_iter().find(|step| grid.is_border(*step) && grid.sides(*step).1 == Some(region))
    }
}
