//! Moves provinces until as few lines between neighbours as possible cross: of two lines that cross, only one can
//! become a border.

use std::collections::HashMap;

use super::super::graph::Graph;
use crate::view::picture::Point;

/// Greatest number of rounds in which a better place is sought for every province.
const ROUNDS: usize = 10;
/// Number of first rounds in which provinces with crossing lines also try places farther away.
const FAR_ROUNDS: usize = 5;
/// Cost of a crossing; all other costs of a province are about 1.
const CROSSING: f64 = 6.0;
/// Distance between two provinces below which they cost something.
const NODE_ROOM: f64 = 1.05;
/// Distance between a province and a line between two others below which it costs something.
const LINE_ROOM: f64 = 0.5;
/// Number of directions in which a better place is sought.
const DIRECTIONS: usize = 8;

/// The places of provinces, all by the same index, and the lines between neighbours.
struct Tangle {
    places: Vec<Point>,
    neighbours: Vec<Vec<usize>>,
    /// Pairs of neighbours, the lower index first.
    lines: Vec<(usize, usize)>,
    /// Wanted distances from each province to its neighbours, in the order of `neighbours`.
    lengths: Vec<Vec<f64>>,
}

/// Moves provinces one by one to places where fewer lines cross and there is more room.
pub fn untangled(graph: &Graph<'_>, touching: &[usize], places: Vec<Point>) -> Vec<Point> {
    let index: HashMap<usize, usize> = touching.iter().enumerate().map(|(i, number)| (*number, i)).collect();
    let of = |number: &usize| graph.neighbours.get(*number).into_iter().flatten().filter_map(|n| index.get(n).copied());
    let neighbours: Vec<Vec<usize>> = touching.iter().map(|number| of(number).collect()).collect();
    let size = |i: usize| {
        let is_sea = touching.get(i).and_then(|number| graph.provinces.get(*number)).is_some_and(|p| p.is_sea);
        if is_sea { 0.65 } else { 0.5 }
    };
    let lengths = neighbours.iter().enumerate();
    let lengths = lengths.map(|(i, list)| list.iter().map(|j| size(i) + size(*j)).collect()).collect();
    let lines = neighbours.iter().enumerate();
    let lines = lines.flat_map(|(i, list)| list.iter().filter(move |j| **j > i).map(move |j| (i, *j))).collect();
    let mut tangle = Tangle { places, neighbours, lines, lengths };
    for round in 0..ROUNDS {
        let reach = 1.6 * (1.0 - round as f64 / ROUNDS as f64) + 0.1;
        if !tangle.round(reach, round < FAR_ROUNDS) {
            break;
        }
    }
    tangle.places
}

impl Tangle {
    /// Moves every province to the best of the places tried for it; returns whether any has moved.
    fn round(&mut self, reach: f64, is_far: bool) -> bool {
        let mut has_moved = false;
        for i in 0..self.places.len() {
            let Some(&here) = self.places.get(i) else { continue };
            let around: Vec<Point> = self.around(i).collect();
            let count = (around.len() as f64).max(1.0);
            let middle = around.iter().fold(Point::default(), |s, p| Point::new(s.x + p.x / count, s.y + p.y / count));
            let own: Vec<(usize, Point, f64)> = self.own(i);
            let ring = |centre: Point, radius: f64| {
                (0..DIRECTIONS).map(move |step| {
                    let angle = step as f64 / DIRECTIONS as f64 * std::f64::consts::TAU + radius;
                    Point::new(centre.x + angle.cos() * radius, centre.y + angle.sin() * radius)
                })
            };
            let near: Vec<Point> = ring(here, reach * 0.35).chain([middle, here.towards(middle, 0.5)]).collect();
            let far: Vec<Point> = ring(middle, reach).chain(ring(here, reach * 1.5)).collect();
            let beside = self.beside(i, around.iter().chain(&near).chain(&far).chain([&here]));
            let mut best = (cost(here, &own, &beside, f64::INFINITY), here);
            let is_tangled = is_far && best.0 >= CROSSING;
            for at in near.into_iter().chain(far.into_iter().filter(|_| is_tangled)) {
                let cost = cost(at, &own, &beside, best.0);
                if cost + 1e-3 < best.0 {
                    best = (cost, at);
                }
            }
            if best.1 != here {
                has_moved = true;
                self.places.iter_mut().skip(i).take(1).for_each(|place| *place = best.1);
            }
        }
        has_moved
    }

    fn around(&self, i: usize) -> impl Iterator<Item = Point> + '_ {
        self.neighbours.get(i).into_iter().flatten().filter_map(|j| self.places.get(*j).copied())
    }

    /// Returns the neighbours of a province, with their places and their wanted distances from it.
    fn own(&self, i: usize) -> Vec<(usize, Point, f64)> {
        let neighbours = self.neighbours.get(i).into_iter().flatten().zip(self.lengths.get(i).into_iter().flatten());
        neighbours.filter_map(|(j, length)| Some((*j, self.places.get(*j).copied()?, *length))).collect()
    }

    /// Returns the other places and lines around some points at which a province may be placed.
    fn beside<'p>(&self, i: usize, points: impl Iterator<Item = &'p Point>) -> Beside {
        let (mut low, mut high) =
            (Point::new(f64::INFINITY, f64::INFINITY), Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY));
        for point in points {
            (low.x, low.y) = (low.x.min(point.x - NODE_ROOM), low.y.min(point.y - NODE_ROOM));
            (high.x, high.y) = (high.x.max(point.x + NODE_ROOM), high.y.max(point.y + NODE_ROOM));
        }
        let is_near = |a: Point, b: Point| {
            a.x.max(b.x) >= low.x && a.x.min(b.x) <= high.x && a.y.max(b.y) >= low.y && a.y.min(b.y) <= high.y
        };
        let places = self.places.iter().copied().enumerate().filter(|(j, place)| *j != i && is_near(*place, *place));
        let ends = |&(a, b): &(usize, usize)| Some((a, b, self.places.get(a).copied()?, self.places.get(b).copied()?));
        let lines = self.lines.iter().filter(|(a, b)| *a != i && *b != i).filter_map(ends);
        Beside {
            places: places.map(|(_, place)| place).collect(),
            lines: lines.filter(|(_, _, from, to)| is_near(*from, *to)).collect(),
        }
    }
}

/// The surroundings of a province: other places, and lines with the indexes and places of their ends.
struct Beside {
    places: Vec<Point>,
    lines: Vec<(usize, usize, Point, Point)>,
}

/// Returns the cost of a place for a province; stops adding lines once the cost has reached `most`.
fn cost(at: Point, own: &[(usize, Point, f64)], beside: &Beside, most: f64) -> f64 {
    let mut cost = 0.0;
    for (_, other, wanted) in own {
        let off = at.distance(*other) / wanted - 1.0;
        cost += off * off * if off < 0.0 { 1.0 } else { 0.35 };
    }
    for place in &beside.places {
        let apart = place.distance(at);
        cost += if apart < NODE_ROOM { (NODE_ROOM - apart).powi(2) * 4.0 } else { 0.0 };
    }
    for (a, b, from, to) in &beside.lines {
        if cost >= most {
            break;
        }
        let near = off_line(at, *from, *to);
        cost += if near < LINE_ROOM { (LINE_ROOM - near).powi(2) * 6.0 } else { 0.0 };
        for (j, other, _) in own {
            if j != a && j != b && cross(at, *other, *from, *to) {
                cost += CROSSING;
            }
        }
    }
    cost
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0.0;
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

/// Returns the distance of a point from the line between two others.
fn off_line(point: Point, from: Point, to: Point) -> f64 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let along = ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y).max(1e-9);
    point.distance(from.towards(to, along.clamp(0.0, 1.0)))
}
