//! Provinces that grow from their places over the cells around them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::graph::Graph;
use super::cells::Cells;
use crate::view::picture::Point;

/// How far land and sea reach, for neighbours that are 1 from each other.
const LAND_REACH: f64 = 0.8;
const SEA_REACH: f64 = 1.15;
/// How much faster than land the sea grows.
const SEA_SPEED: f64 = 1.25;
/// What is left free around all, for neighbours that are 1 from each other.
const MARGIN: f64 = 0.9;
/// A map has so many columns and rows at most.
const MAX_SIDE: f64 = 1_500.0;

/// Where provinces grow from.
pub struct Sites<'s> {
    numbers: &'s [usize],
    places: &'s [Point],
    origin: Point,
    scale: f64,
    width: usize,
    height: usize,
}

impl<'s> Sites<'s> {
    /// Provinces at places, with so many cells between neighbours; fewer where the map would be too large.
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

    /// Where the first cell lies, and how many cells neighbours are from each other.
    pub fn frame(&self) -> (Point, f64) {
        (self.origin, self.scale)
    }
}

/// Grows provinces: a cell is taken by the one whose place is the nearest, unless a cell beside it belongs to one that
/// does not touch it by the rules.
pub fn grow(graph: &Graph<'_>, sites: &Sites<'_>) -> Cells {
    let mut cells = Cells::new(sites.width, sites.height);
    let mut open = BinaryHeap::new();
    let place_of = |index: usize| {
        let place = sites.places.get(index).copied().unwrap_or_default();
        Point::new((place.x - sites.origin.x) * sites.scale, (place.y - sites.origin.y) * sites.scale)
    };
    let is_sea = |number: usize| graph.provinces.get(number).is_some_and(|province| province.is_sea);
    // What reaching a cell costs, in thousandths of cells; nothing where it is too far.
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
