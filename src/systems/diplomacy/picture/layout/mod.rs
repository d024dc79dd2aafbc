//! Lays out maps of boards from their adjacencies alone.
//!
//! Provinces are placed as far from each other as the shortest way of moves between them is long (stress), then each
//! grows over the cells around it. Two that do not touch by the rules never do so on the map: a gap stays between them.

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

/// Cells between neighbours on the finished map.
const FINE: f64 = 12.0;
/// Cells between neighbours while places are being improved.
const COARSE: f64 = 6.0;
/// Greatest number of rounds in which places are improved.
const ROUNDS: usize = 16;
/// Greatest number of adjacencies per province at which places are improved. A board that can be drawn without
/// crossings has fewer than three; on one with more than this the search would gain nothing.
const MAX_TANGLED: usize = 5;
/// Greatest number of provinces whose places are improved; on larger boards they stay at their first places.
const MAX_SOUGHT: usize = 400;
/// Side of a cell in the picture.
const CELL: f64 = 5.5;
/// Width and height of the box of a province without neighbours, in cells.
const BOX: (usize, usize) = (11, 8);
/// Gap between such boxes, in cells.
const GAP: usize = 2;

/// Returns the cells of a board's provinces, and the side of a cell in the picture.
pub fn laid_out(graph: &Graph<'_>) -> (Grid, f64) {
    let is_alone = |number: &usize| graph.neighbours.get(*number).is_none_or(Vec::is_empty);
    let (mut alone, touching): (Vec<usize>, Vec<usize>) = (0..graph.provinces.len()).partition(is_alone);
    let mut places = arranged(graph, &touching);
    let pairs = graph.pairs().count();
    if touching.len() <= MAX_SOUGHT && pairs <= touching.len() * MAX_TANGLED {
        places = untangled(graph, &touching, places);
        places = sought(graph, &touching, places);
        let turned = northward(graph, &touching, places.clone());
        // Cells lie in rows: provinces that touched may no longer do so once they are turned.
        places = if turned == places { places } else { sought(graph, &touching, turned) };
    }
    let mut cells = grow(graph, &Sites::of(&touching, &places, FINE));
    repair(graph, &mut cells);
    // Where others that it must not touch leave a province no cell, it gets a box, like one without neighbours.
    let middles = cells.middles(graph.provinces.len());
    alone.extend(touching.iter().filter(|number| middles.get(**number).is_none_or(Option::is_none)));
    let columns = (alone.len() as f64).sqrt().ceil() as usize * 2;
    let wide = if touching.is_empty() { columns * (BOX.0 + GAP) + GAP } else { cells.width() };
    let across = ((wide.max(BOX.0 + 2 * GAP) - GAP) / (BOX.0 + GAP)).max(1);
    let (width, top) = (wide.max(BOX.0 + 2 * GAP), if touching.is_empty() { GAP } else { cells.height() + GAP });
    let rows = alone.len().div_ceil(across);
    let height = if rows == 0 { cells.height() } else { top + rows * (BOX.1 + GAP) };
    let mut grid = cells.into_grid().resized(width, height);
    for (i, number) in alone.into_iter().enumerate() {
        let (left, top) = (GAP + i % across * (BOX.0 + GAP), top + i / across * (BOX.1 + GAP));
        (0..BOX.1)
            .flat_map(|y| (0..BOX.0).map(move |x| (x, y)))
            .for_each(|(x, y)| grid.set(left + x, top + y, Some(number)));
    }
    (grid, CELL)
}

/// Improves the places that provinces grow from so that as many adjacent ones as possible touch on the map.
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
        // Each place moves a part of the way to the middle of its province's cells, and two provinces that should touch
        // and do not move towards each other.
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
