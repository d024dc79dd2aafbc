//! Draws orders as lines and marks; those of orders that failed are dashed and crossed.

use super::graph::Graph;
use super::map::Map;
use super::units;
use crate::model::{Action, ActionKind, TerritoryRef};
use crate::view::picture::{BoundingBox, Paint, PathData, Point, Shape, Style};

/// Distance from the middle of a unit at which lines begin and end.
const CLEAR: f64 = 15.0;
/// Offset of the middle of an arrow from the straight line, as a fraction of its length, so that two units that swap
/// places have two arrows.
const BEND: f64 = 0.09;
/// Radius of the ring around a convoying fleet.
const RING: f64 = 19.0;
/// Number of points of a curve from one of its corners to the next.
const SAMPLES: u8 = 12;
/// Least length of an arrow that keeps clear of names; a shorter one may cross them.
const MIN_ARROW: f64 = 24.0;

/// Returns whether the source states a result for an order, that is, that it failed.
pub fn has_failed(action: &Action) -> bool {
    action.results.iter().flatten().any(|result| !result.trim().is_empty())
}

/// The board of a moment, for the points of units on its map.
pub struct Places<'p> {
    pub graph: &'p Graph<'p>,
    pub map: &'p Map,
    /// Points of units and names, by the number of the province.
    pub spots: &'p [super::base::Spot],
}

impl Places<'_> {
    /// Returns the point of a unit at a place; `None` if the board does not know the place.
    pub fn of(&self, place: &TerritoryRef) -> Option<Point> {
        let number = self.graph.number(place.territory())?;
        let province = self.graph.provinces.get(number)?;
        let coast = place.coast().map(|coast| self.graph.shore(province, coast)).unwrap_or_default();
        self.map.beside(number, &coast).or_else(|| Some(self.spots.get(number)?.unit))
    }

    /// Returns the boxes that the names of places cover.
    fn names(&self, places: [&TerritoryRef; 2]) -> Vec<BoundingBox> {
        let name = |place: &TerritoryRef| {
            let number = self.graph.number(place.territory())?;
            self.spots.get(number)?.name(self.graph.provinces.get(number)?)
        };
        places.into_iter().filter_map(name).collect()
    }
}

/// Draws an order; `turn` holds all orders of its turn, for the moves and convoys that go with it.
pub fn shapes(places: &Places<'_>, action: &Action, turn: &[Action], colour: Option<usize>) -> Vec<Shape> {
    let mark = Mark { paint: units::paint(colour), has_failed: has_failed(action) };
    let at = |place: &TerritoryRef| places.of(place);
    let shapes = match &action.kind {
        ActionKind::Move { from, to, .. } => {
            let way = way(places, action, turn);
            let names = places.names([from, to]);
            at(from).zip(at(to)).map(|(from, to)| mark.arrow(&Curve::through(from, &way, to), 3.2, &names))
        }
        ActionKind::Retreat { from, to, .. } => {
            let names = places.names([from, to]);
            at(from).zip(at(to)).map(|(from, to)| {
                let from = Point::new(from.x + units::ASIDE.0, from.y + units::ASIDE.1);
                mark.arrow(&Curve::through(from, &[], to), 2.0, &names)
            })
        }
        ActionKind::Hold { at: place, .. } => at(place).map(|at| vec![mark.frame(at)]),
        ActionKind::Support { at: place, supported, .. } => {
            let mut shapes = Vec::new();
            let target = match &supported.to {
                // The line ends at the middle of the supported move.
                Some(to) => at(&supported.from).zip(at(to)).map(|(from, to)| {
                    let moved = turn.iter().find(|other| is_move(other, &supported.from, &supported.to));
                    let way = moved.map_or_else(Vec::new, |moved| way(places, moved, turn));
                    let curve = Curve::through(from, &way, to);
                    if moved.is_none() {
                        shapes = unordered(&curve);
                    }
                    curve.middle()
                }),
                None => at(&supported.from).map(|held| {
                    let from = at(place).unwrap_or(held);
                    held.towards(from, (CLEAR / held.distance(from).max(1.0)).min(0.8))
                }),
            };
            at(place).zip(target).map(|(from, to)| {
                shapes.extend(mark.support(from, to));
                shapes
            })
        }
        ActionKind::Convoy { at: place, convoyed, .. } => at(place).map(|fleet| {
            let mut shapes = vec![mark.ring(fleet)];
            if let Some((from, to)) = at(&convoyed.from).zip(at(&convoyed.to))
                && !turn.iter().any(|other| is_move(other, &convoyed.from, &Some(convoyed.to.clone())))
            {
                // There is no order of the army to draw, so the convoy itself shows the army's way.
                shapes.extend(mark.support(from, fleet).into_iter().chain(mark.support(fleet, to)));
            }
            shapes
        }),
        ActionKind::Build { at: place, .. } => at(place).map(|at| mark.build(at)),
        ActionKind::Disband { at: place, .. } => {
            at(place).map(|at| vec![cross(Point::new(at.x + units::ASIDE.0, at.y + units::ASIDE.1), 10.0)])
        }
        ActionKind::Remove { at: place, .. } => at(place).map(|at| vec![cross(at, 12.0)]),
        _ => None,
    };
    shapes.unwrap_or_default()
}

/// Draws a move that is supported but that nobody ordered.
fn unordered(curve: &Curve) -> Vec<Shape> {
    let mark = Mark { paint: Paint::Muted, has_failed: false };
    mark.arrow(curve, 1.2, &[])
}

/// Returns whether an order is the move from one province to another.
fn is_move(action: &Action, wanted: &TerritoryRef, target: &Option<TerritoryRef>) -> bool {
    let Some(target) = target else { return false };
    matches!(&action.kind, ActionKind::Move { from, to, .. }
        if from.territory() == wanted.territory() && to.territory() == target.territory())
}

/// Returns the points of the fleets that convoy an army: in the order of its route, or else each nearest to the last.
fn way(places: &Places<'_>, action: &Action, turn: &[Action]) -> Vec<Point> {
    let ActionKind::Move { from, to, via, .. } = &action.kind else { return Vec::new() };
    if let Some(route) = via {
        return route.iter().filter_map(|place| places.of(place)).collect();
    }
    let carries = |other: &Action| match &other.kind {
        ActionKind::Convoy { at, convoyed, .. }
            if convoyed.from.territory() == from.territory() && convoyed.to.territory() == to.territory() =>
        {
            places.of(at)
        }
        _ => None,
    };
    let mut fleets: Vec<Point> = turn.iter().filter_map(carries).collect();
    let Some(mut last) = places.of(from) else { return Vec::new() };
    let mut way = Vec::new();
    while let Some(next) = (0..fleets.len()).min_by(|a, b| {
        let apart = |i: &usize| fleets.get(*i).map_or(f64::INFINITY, |fleet| fleet.distance(last));
        apart(a).total_cmp(&apart(b))
    }) {
        last = fleets.swap_remove(next);
        way.push(last);
    }
    way
}

/// A curved line, as points.
struct Curve {
    points: Vec<Point>,
}

impl Curve {
    /// Draws a curve from one point to another, past the fleets in `over`; without fleets it is bent to one side.
    fn through(from: Point, over: &[Point], to: Point) -> Curve {
        let mut corners = vec![from];
        let ends = |i: usize| {
            let before = if i == 0 { from } else { over.get(i - 1).copied().unwrap_or(from) };
            (before, over.get(i + 1).copied().unwrap_or(to))
        };
        corners.extend(over.iter().enumerate().map(|(i, fleet)| past(*fleet, ends(i))));
        if over.is_empty() {
            let middle = from.towards(to, 0.5);
            corners.push(Point::new(middle.x - (to.y - from.y) * BEND, middle.y + (to.x - from.x) * BEND));
        }
        corners.push(to);
        // A Catmull-Rom spline through the corners, sampled so that it can be cut off at both ends.
        let corner = |i: usize| corners.get(i).or(corners.last()).copied().unwrap_or(to);
        let mut points = Vec::new();
        for i in 0..corners.len() - 1 {
            let (a, b, c, d) = (corner(i.saturating_sub(1)), corner(i), corner(i + 1), corner(i + 2));
            let along = |t: f64| {
                let of = |a: f64, b: f64, c: f64, d: f64| {
                    let (square, cube) = (t * t, t * t * t);
                    b + 0.5
                        * ((c - a) * t + (2.0 * a - 5.0 * b + 4.0 * c - d) * square + (3.0 * (b - c) + d - a) * cube)
                };
                Point::new(of(a.x, b.x, c.x, d.x), of(a.y, b.y, c.y, d.y))
            };
            points.extend((0..SAMPLES).map(|step| along(f64::from(step) / f64::from(SAMPLES))));
        }
        points.push(to);
        Curve { points }
    }

    fn middle(&self) -> Point {
        self.points.get(self.points.len() / 2).copied().unwrap_or_default()
    }

    /// Returns the part of the curve that is clear of the units at its ends, and of names if that leaves it long
    /// enough.
    fn clear(&self, names: &[BoundingBox]) -> Vec<Point> {
        let (Some(&from), Some(&to)) = (self.points.first(), self.points.last()) else { return Vec::new() };
        let room = from.distance(to) / 3.0;
        let (before, behind) = (CLEAR.min(room), (CLEAR + 1.0).min(room));
        let half = self.points.len() / 2;
        let is_named = |point: &Point| names.iter().any(|name| name.contains(*point));
        let cut = |with_names: bool| {
            let is_free =
                |point: &Point, end: Point, far: f64| point.distance(end) >= far && !(with_names && is_named(point));
            let begins = self.points.iter().take(half).rposition(|point| !is_free(point, from, before));
            let ends = self.points.iter().skip(half).position(|point| !is_free(point, to, behind));
            let begin = begins.map_or(0, |at| at + 1);
            self.points.get(begin..half + ends.unwrap_or(self.points.len() - half)).unwrap_or_default().to_vec()
        };
        let length = |points: &[Point]| points.first().zip(points.last()).map_or(0.0, |(a, b)| a.distance(*b));
        let (whole, free) = (cut(false), cut(true));
        let kept = if length(&free) >= MIN_ARROW.min(length(&whole)) { free } else { whole };
        if kept.len() < 2 { vec![from.towards(to, 0.3), from.towards(to, 0.7)] } else { kept }
    }
}

/// Returns a point on the ring around a convoying fleet, so that the army's arrow passes beside the fleet.
fn past(fleet: Point, (before, behind): (Point, Point)) -> Point {
    let middle = before.towards(behind, 0.5);
    let apart = fleet.distance(middle);
    if apart > RING {
        return fleet.towards(middle, RING / apart);
    }
    let length = before.distance(behind).max(1.0);
    let (x, y) = ((behind.x - before.x) / length, (behind.y - before.y) / length);
    Point::new(fleet.x - y * RING, fleet.y + x * RING)
}

/// The paint of an order's marks, and whether they are dashed and crossed.
struct Mark {
    paint: Paint,
    has_failed: bool,
}

impl Mark {
    fn outlined(&self, width: f64) -> Style {
        let style = Style::outlined(self.paint, width);
        if self.has_failed { style.dashed() } else { style }
    }

    fn arrow(&self, curve: &Curve, width: f64, names: &[BoundingBox]) -> Vec<Shape> {
        let mut points = curve.clear(names);
        let Some(tip) = points.pop() else { return Vec::new() };
        let (long, wide) = (4.0 + width * 1.8, 2.4 + width * 0.9);
        // The line ends where the head begins.
        while points.len() > 1 && points.last().is_some_and(|point| point.distance(tip) < long) {
            points.pop();
        }
        let before = points.last().copied().unwrap_or(tip);
        let apart = before.distance(tip).max(0.1);
        let (x, y) = ((tip.x - before.x) / apart, (tip.y - before.y) / apart);
        let neck = Point::new(tip.x - x * long, tip.y - y * long);
        points.push(neck);
        let mut data = PathData::default();
        for (i, point) in points.iter().enumerate() {
            data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
        }
        let wing = |side: f64| Point::new(neck.x - y * wide * side, neck.y + x * wide * side);
        let head = Shape::polygon(&[tip, wing(1.0), wing(-1.0)], Style::of(self.paint, Paint::Paper, 0.8));
        let mut shapes = vec![
            Shape::Path { data: data.clone(), style: Style::outlined(Paint::Paper, width + 1.8) },
            Shape::Path { data, style: self.outlined(width) },
            head,
        ];
        if self.has_failed {
            shapes.push(cross(curve.middle(), 5.0));
        }
        shapes
    }

    /// Draws a thin line that ends in a point.
    fn support(&self, from: Point, to: Point) -> Vec<Shape> {
        let apart = from.distance(to).max(1.0);
        let begin = from.towards(to, (CLEAR / apart).min(0.8));
        let mut shapes = vec![
            Shape::line(begin, to, Style::outlined(Paint::Paper, 3.2)),
            Shape::line(begin, to, self.outlined(1.7)),
            Shape::Circle { at: to, radius: 3.4, style: Style::of(self.paint, Paint::Paper, 0.8) },
        ];
        if self.has_failed {
            shapes.push(cross(begin.towards(to, 0.5), 4.0));
        }
        shapes
    }

    fn frame(&self, at: Point) -> Shape {
        let (width, height) = (units::WIDTH + 8.0, units::HEIGHT + 7.0);
        let corner = Point::new(at.x - width / 2.0, at.y - height / 2.0);
        Shape::Rectangle { at: corner, width, height, round: 5.0, style: self.outlined(1.6) }
    }

    fn ring(&self, at: Point) -> Shape {
        Shape::Circle { at, radius: RING, style: self.outlined(1.8) }
    }

    fn build(&self, at: Point) -> Vec<Shape> {
        let sign = Point::new(at.x + 17.0, at.y - 11.0);
        let style = Style::outlined(Paint::Paper, 1.8);
        let mut shapes = vec![
            self.frame(at),
            Shape::Circle { at: sign, radius: 6.0, style: Style::filled(self.paint) },
            Shape::line(Point::new(sign.x - 3.5, sign.y), Point::new(sign.x + 3.5, sign.y), style),
            Shape::line(Point::new(sign.x, sign.y - 3.5), Point::new(sign.x, sign.y + 3.5), style),
        ];
        if self.has_failed {
            shapes.push(cross(at, 10.0));
        }
        shapes
    }
}

/// Draws a cross over an order that failed, or a unit that is removed.
fn cross(at: Point, half: f64) -> Shape {
    let corner = |x: f64, y: f64| Point::new(at.x + x * half, at.y + y * half);
    let data = PathData::default()
        .move_to(corner(-1.0, -1.0))
        .line_to(corner(1.0, 1.0))
        .move_to(corner(1.0, -1.0))
        .line_to(corner(-1.0, 1.0));
    let rim = Shape::Path { data: data.clone(), style: Style::outlined(Paint::Paper, 4.0) };
    let lines = Shape::Path { data, style: Style::outlined(Paint::Warning, 2.2) };
    Shape::group("failed, or removed", vec![rim, lines])
}
