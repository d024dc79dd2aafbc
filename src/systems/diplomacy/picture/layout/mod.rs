//! Maps of boards of which only the adjacencies are known.
//!
//! Provinces are put so far from each other as moves lead (stress), then each grows over the cells around it. Two that do
//! not touch by the rules never do so on the map: a gap stays between them.

mod cells;
mod compass;
mod grow;
mod repair;
mod stress;
mod untangle;

use super::graph::Graph;
use crate::view::picture::Point;
use crate::view::picture::regions::Grid;
use compass::northward;
use grow::{Sites, grow};
use repair::repair;
use stress::arranged;
use untangle::untangled;

/// How many cells neighbours are from each other, on the map, and while places are sought for them.
const FINE: f64 = 12.0;
const COARSE: f64 = 6.0;
/// How often places are sought.
const ROUNDS: usize = 16;
/// A board that can be drawn without crossings has fewer than three adjacencies for each province. Where there are more
/// than so many, there is nothing to be sought.
const MAX_TANGLED: usize = 5;
/// More provinces are put where the first places are.
const MAX_SOUGHT: usize = 400;
/// How wide a cell is drawn.
const CELL: f64 = 5.5;
/// How wide and high the boxes of provinces without neighbours are, and how far from each other, in cells.
const BOX: (usize, usize) = (11, 8);
const GAP: usize = 2;

/// The cells of a board's provinces, and how wide a cell is drawn.
pub fn laid_out(graph: &Graph<'_>) -> (Grid, f64) {
    let is_alone = |number: &usize| graph.neighbours.get(*number).is_none_or(Vec::is_empty);
    let (alone, touching): (Vec<usize>, Vec<usize>) = (0..graph.provinces.len()).partition(is_alone);
    let mut places = arranged(graph, &touching);
    let pairs = graph.pairs().count();
    if touching.len() <= MAX_SOUGHT && pairs <= touching.len() * MAX_TANGLED {
        places = untangled(graph, &touching, places);
        places = sought(graph, &touching, places);
        let turned = northward(graph, &touching, places.clone());
        // Cells lie in rows: what touched may not do so when it is turned.
        places = if turned == places { places } else { sought(graph, &touching, turned) };
    }
    let mut cells = grow(graph, &Sites::of(&touching, &places, FINE));
    repair(graph, &mut cells);
    let columns = (alone.len() as f64).sqrt().ceil() as usize * 2;
    let wide = if touching.is_empty() { columns * (BOX.0 + GAP) + GAP } else { cells.width };
    let across = ((wide.max(BOX.0 + 2 * GAP) - GAP) / (BOX.0 + GAP)).max(1);
    let (width, top) = (wide.max(BOX.0 + 2 * GAP), if touching.is_empty() { GAP } else { cells.height + GAP });
    let rows = alone.len().div_ceil(across);
    let mut grid = Grid::new(width, if rows == 0 { cells.height } else { top + rows * (BOX.1 + GAP) });
    for (y, x) in (0..cells.height).flat_map(|y| (0..cells.width).map(move |x| (y, x))) {
        grid.set(x, y, cells.at(x, y));
    }
    for (i, number) in alone.into_iter().enumerate() {
        let (left, top) = (GAP + i % across * (BOX.0 + GAP), top + i / across * (BOX.1 + GAP));
        (0..BOX.1)
            .flat_map(|y| (0..BOX.0).map(move |x| (x, y)))
            .for_each(|(x, y)| grid.set(left + x, top + y, Some(number)));
    }
    (grid, CELL)
}

/// Places from which provinces grow so that as many as can be touch that shall.
fn sought(graph: &Graph<'_>, touching: &[usize], places: Vec<Point>) -> Vec<Point> {
    let (mut places, mut best) = (places.clone(), (usize::MAX, places));
    for _ in 0..ROUNDS {
        let cells = grow(graph, &Sites::of(touching, &places, COARSE));
        let shared = cells.borders();
        let missing: Vec<(usize, usize)> = graph.pairs().filter(|pair| !shared.contains_key(pair)).collect();
        if missing.len() < best.0 {
            best = (missing.len(), places.clone());
        }
        if missing.is_empty() {
            break;
        }
        // Each goes a part of the way to the middle of what it has become, and those that miss each other meet.
        let middles = cells.middles(graph.provinces.len());
        let (origin, scale) = Sites::of(touching, &places, COARSE).frame();
        for (place, number) in places.iter_mut().zip(touching) {
            if let Some(middle) = middles.get(*number).copied().flatten() {
                *place = place.towards(Point::new(middle.x / scale + origin.x, middle.y / scale + origin.y), 0.35);
            }
        }
        let index = |number: usize| touching.binary_search(&number).ok();
        for (one, other) in missing {
            let Some((one, other)) = index(one).zip(index(other)) else { continue };
            let Some((a, b)) = places.get(one).copied().zip(places.get(other).copied()) else { continue };
            places.iter_mut().skip(one).take(1).for_each(|place| *place = a.towards(b, 0.1));
            places.iter_mut().skip(other).take(1).for_each(|place| *place = b.towards(a, 0.1));
        }
    }
    best.1
}

#[cfg(test)]
mod tests;
