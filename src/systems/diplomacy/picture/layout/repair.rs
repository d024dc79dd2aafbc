//! Repairs a map: lets provinces touch that are adjacent by the rules and do not touch on the map.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::super::graph::Graph;
use super::cells::Cells;

/// Greatest number of cells of a corridor to a neighbour.
const MAX_WAY: usize = 9;
/// Number of cells below which a province gives none away.
const MIN_CELLS: usize = 45;

type Cell = (usize, usize);

/// Connects provinces to the neighbours they do not touch yet, over free cells and over those that others can spare.
pub fn repair(graph: &Graph<'_>, cells: &mut Cells) {
    let mut borders = Borders { shared: cells.borders(), sizes: HashMap::new() };
    let mut owned: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for at in cells.all() {
        if let Some(owner) = cells.at(at.0, at.1) {
            *borders.sizes.entry(owner).or_default() += 1;
            owned.entry(owner).or_default().push(at);
        }
    }
    let missing = graph.pairs().filter(|pair| !borders.shared.contains_key(pair));
    // The limit is for boards on which everything touches everything: most of those pairs cannot be connected.
    let missing: Vec<(usize, usize)> = missing.take(graph.provinces.len() * 2).collect();
    for (one, other) in missing {
        for (from, to) in [(one, other), (other, one)] {
            let Some(starts) = owned.get(&from) else { continue };
            let Some(way) = way(graph, cells, starts, from, to) else { continue };
            if borders.lead(graph, cells, &way, from) {
                owned.entry(from).or_default().extend(way);
                break;
            }
        }
    }
    widen_gaps(graph, cells, &mut borders);
}

/// Takes cells from provinces that meet at a corner and must not touch, so that the gap between them can be seen.
fn widen_gaps(graph: &Graph<'_>, cells: &mut Cells, borders: &mut Borders) {
    for (x, y) in cells.all() {
        for [one, other, left, right] in [[(0, 0), (1, 1), (1, 0), (0, 1)], [(1, 0), (0, 1), (0, 0), (1, 1)]] {
            let place = |(dx, dy): Cell| (x + dx, y + dy);
            let owner = |cell: Cell| cells.at(place(cell).0, place(cell).1);
            let Some((a, b)) = owner(one).zip(owner(other)) else { continue };
            if a == b || graph.touch(a, b) || owner(left).is_some() || owner(right).is_some() {
                continue;
            }
            for (cell, owner) in [(place(one), a), (place(other), b)] {
                if borders.may_lose(graph, cells, cell, owner, None) {
                    borders.give(cells, cell, None);
                    break;
                }
            }
        }
    }
}

/// Finds the shortest way from the cells of a province to those of another, over cells that the first may take; `None`
/// if there is none of at most [`MAX_WAY`] cells.
fn way(graph: &Graph<'_>, cells: &Cells, starts: &[Cell], from: usize, to: usize) -> Option<Vec<Cell>> {
    let owner = |at: Cell| cells.at(at.0, at.1);
    let starts: Vec<Cell> = starts.iter().copied().filter(|at| owner(*at) == Some(from)).collect();
    let mut before: HashMap<Cell, (Cell, usize)> = starts.iter().map(|at| (*at, (*at, 0))).collect();
    let mut open: VecDeque<Cell> = starts.into();
    while let Some(at) = open.pop_front() {
        let (_, steps) = before.get(&at).copied()?;
        if steps > 0 && cells.beside(at).any(|next| owner(next) == Some(to)) {
            let mut way = vec![at];
            let mut last = at;
            while let Some((previous, steps)) = before.get(&last).copied().filter(|(_, steps)| *steps > 1) {
                debug_assert!(steps > 1);
                way.push(previous);
                last = previous;
            }
            way.reverse();
            return Some(way);
        }
        for next in cells.beside(at) {
            let may_be_beside = |cell: Cell| owner(cell).is_none_or(|other| other == from || graph.touch(from, other));
            if steps < MAX_WAY
                && owner(next) != Some(to)
                && !before.contains_key(&next)
                && cells.beside(next).all(may_be_beside)
            {
                before.insert(next, (at, steps + 1));
                open.push_back(next);
            }
        }
    }
    None
}

/// The lengths of borders, in sides of cells, and the sizes of provinces, in cells.
struct Borders {
    shared: HashMap<(usize, usize), usize>,
    sizes: HashMap<usize, usize>,
}

impl Borders {
    /// Gives the cells of a way to a province and returns `true`; gives none of them and returns `false` if another
    /// province would be cut in two, lose a neighbour or become too small.
    fn lead(&mut self, graph: &Graph<'_>, cells: &mut Cells, way: &[Cell], to: usize) -> bool {
        let owners: Vec<Option<usize>> = way.iter().map(|at| cells.at(at.0, at.1)).collect();
        for (done, &at) in way.iter().enumerate() {
            let may_have = owners
                .get(done)
                .copied()
                .flatten()
                .is_none_or(|owner| self.may_lose(graph, cells, at, owner, Some(to)));
            if may_have {
                self.give(cells, at, Some(to));
                continue;
            }
            for (at, owner) in way.iter().zip(&owners).take(done).rev() {
                self.give(cells, *at, *owner);
            }
            return false;
        }
        true
    }

    fn may_lose(&self, graph: &Graph<'_>, cells: &Cells, at: Cell, owner: usize, to: Option<usize>) -> bool {
        if self.sizes.get(&owner).is_none_or(|size| *size <= MIN_CELLS) || !is_whole_without(cells, at, owner) {
            return false;
        }
        let mut lost: HashMap<usize, usize> = HashMap::new();
        for next in cells.beside(at) {
            if let Some(other) = cells.at(next.0, next.1).filter(|other| *other != owner && Some(*other) != to) {
                *lost.entry(other).or_default() += 1;
            }
        }
        // Cells that were given away since the way was found may lie beside this one.
        let may_be_beside = |next: Cell| {
            let other = cells.at(next.0, next.1);
            to.zip(other).is_none_or(|(to, other)| to == other || graph.touch(to, other))
        };
        cells.beside(at).all(may_be_beside)
            && lost.iter().all(|(other, sides)| {
                self.shared.get(&(owner.min(*other), owner.max(*other))).is_some_and(|shared| shared > sides)
            })
    }

    fn give(&mut self, cells: &mut Cells, at: Cell, to: Option<usize>) {
        let before = cells.at(at.0, at.1);
        for next in cells.beside(at) {
            let Some(other) = cells.at(next.0, next.1) else { continue };
            if let Some(owner) = before.filter(|owner| *owner != other)
                && let Some(shared) = self.shared.get_mut(&(owner.min(other), owner.max(other)))
            {
                *shared = shared.saturating_sub(1);
            }
            if let Some(owner) = to.filter(|owner| *owner != other) {
                *self.shared.entry((owner.min(other), owner.max(other))).or_default() += 1;
            }
        }
        if let Some(size) = before.and_then(|owner| self.sizes.get_mut(&owner)) {
            *size = size.saturating_sub(1);
        }
        if let Some(owner) = to {
            *self.sizes.entry(owner).or_default() += 1;
        }
        cells.set(at, to);
    }
}

/// Returns whether the cells of a province that surround one of its cells stay connected without that cell.
fn is_whole_without(cells: &Cells, (x, y): Cell, owner: usize) -> bool {
    let around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
    let is_own = |(dx, dy): (usize, usize)| {
        let (x, y) = ((x + dx).checked_sub(1), (y + dy).checked_sub(1));
        x.zip(y).is_some_and(|(x, y)| cells.at(x, y) == Some(owner))
    };
    let ring: Vec<bool> = around.into_iter().map(is_own).collect();
    let next = ring.iter().cycle().skip(1);
    // A corner cell without a side cell next to it is not connected through the ring, so it does not count.
    let beginnings = ring.iter().zip(next).enumerate().filter(|(_, (here, next))| !**here && **next).count();
    let corners_alone = [0, 2, 4, 6].into_iter().filter(|i| {
        let at = |i: usize| ring.get(i % 8).copied().unwrap_or_default();
        at(*i) && !at(i + 7) && !at(i + 1)
    });
    beginnings.saturating_sub(corners_alone.count()) <= 1
}
