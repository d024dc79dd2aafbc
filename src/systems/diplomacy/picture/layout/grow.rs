//! Grows provinces from their places over the cells around them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::graph::Graph;
use super::cells::Cells;
use crate::view::picture::Point;

/// Greatest distance that a land province grows from its place, where neighbours are 1 apart.
const LAND_REACH: f64 = 0.8;
/// The same for a sea.
const SEA_REACH: f64 = 1.15;
/// Speed at which a sea grows; land grows at 1.
const SEA_SPEED: f64 = 1.25;
/// Margin around the outermost places, where neighbours are 1 apart.
const MARGIN: f64 = 0.9;
/// Greatest number of columns and of rows of a map.
const MAX_SIDE: f64 = 1_500.0;

/// The places that provinces grow from, and the grid they grow on.
pub struct Sites<'s> {
    numbers: &'s [usize],
    places: &'s [Point],
    origin: Point,
    scale: f64,
    width: usize,
    height: usize,
}

impl<'s> Sites<'s> {
    /// Fits a grid around the places of provinces, with `scale` cells between neighbours, or fewer if the map would
    /// have more than [`MAX_SIDE`] columns or rows.
    pub fn of(numbers: &'s [usize], places: &'s [Point], scale: f64) -> Sites<'s> {
        let least = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(|p| p.x) - MARGIN, least(|p| p.y) - MARGIN);
        let (wide, high) = (most(|p| p.x) + MARGIN - left, most(|p| p.y) + MARGIN - top);
        if places.is_empty() {
            return Sites { numbers, places, origin: Point::default(), scale, width: 0, height: 0 };
        }
        let scale = scale.min(MAX_SIDE / wide.max(high));
        let side = |length: f64| (length * scale).ceil() as usize;
        Sites { numbers, places, origin: Point::new(left, top), scale, width: side(wide), height: side(high) }
    }

    /// Returns the corner of the first cell, and the number of cells between neighbours.
    pub fn frame(&self) -> (Point, f64) {
        (self.origin, self.scale)
    }
}

/// Grows provinces: each cell goes to the province with the nearest place, unless a cell beside it belongs to a
/// province that is not adjacent to that one by the rules.
pub fn grow(graph: &Graph<'_>, sites: &Sites<'_>) -> Cells {
    let mut cells = Cells::new(sites.width, sites.height);
    let mut open = BinaryHeap::new();
    let place_of = |index: usize| {
        let place = sites.places.get(index).copied().unwrap_or_default();
        Point::new((place.x - sites.origin.x) * sites.scale, (place.y - sites.origin.y) * sites.scale)
    };
    let is_sea = |number: usize| graph.provinces.get(number).is_some_and(|province| province.is_sea);
    // Cost of reaching a cell, in thousandths of a cell; `None` if it is too far away.
    let cost = |index: usize, number: usize, (x, y): (usize, usize)| {
        let apart = place_of(index).distance(Point::new(x as f64 + 0.5, y as f64 + 0.5));
        let (reach, speed) = if is_sea(number) { (SEA_REACH, SEA_SPEED) } else { (LAND_REACH, 1.0) };
        (apart <= reach * sites.scale).then_some((apart / speed * 1_000.0) as u64)
    };
    for index in 0..sites.numbers.len() {
        let place = place_of(index);
        open.push(Reverse((0_u64, index, (place.x as usize, place.y as usize))));
    }
    while let Some(Reverse((_, index, at))) = open.pop() {
        let Some(&number) = sites.numbers.get(index) else { continue };
        let may_be_beside =
            |(x, y): (usize, usize)| cells.at(x, y).is_none_or(|other| other == number || graph.touch(number, other));
        if cells.at(at.0, at.1).is_some() || !cells.beside(at).all(may_be_beside) {
            continue;
        }
        cells.set(at, Some(number));
        for next in cells.beside(at) {
            if cells.at(next.0, next.1).is_none()
                && let Some(cost) = cost(index, number, next)
            {
                open.push(Reverse((cost, index, next)));
            }
        }
    }
    cells
}
