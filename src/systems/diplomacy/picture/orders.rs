//! Draws orders as lines and marks; those of orders that failed are dashed and crossed.

use std::collections::{HashMap, HashSet};

use super::graph::Graph;
use super::map::Map;
use super::units;
use crate::model::{Action, ActionKind, TerritoryRef};
use crate::view::picture::{Bezier, BoundingBox, Paint, PathData, Point, Shape, Style};

/// Distance from the middle of a unit at which lines begin and end.
const CLEAR: f64 = 15.0;
/// Offset of the middle of an arrow from the straight line, as a fraction of its length, so that two units that swap
/// places have two arrows.
const BEND: f64 = 0.09;
/// Radius of the ring around a convoying fleet.
const RING: f64 = 19.0;
/// Number of points of each piece of a curve that are tried as its ends.
const SAMPLES: usize = 48;
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
    pub spots: &'p [super::base::Placement],
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

/// The moves and convoys of a turn, by the provinces that an army moves from and to.
pub struct Ways<'t> {
    moves: HashMap<[&'t str; 2], &'t Action>,
    /// Points of the fleets that convoy the army, each nearest to the last.
    fleets: HashMap<[&'t str; 2], Vec<Point>>,
}

impl<'t> Ways<'t> {
    /// Finds the moves and convoys among the orders of a turn.
    pub fn of(turn: &'t [Action], places: &Places<'_>) -> Ways<'t> {
        let (mut moves, mut convoys) = (HashMap::new(), HashMap::<_, Vec<(&str, Point)>>::new());
        for action in turn {
            match &action.kind {
                ActionKind::Move { from, to, .. } => {
                    moves.entry([from.territory(), to.territory()]).or_insert(action);
                }
                ActionKind::Convoy { at, convoyed, .. } => {
                    let key = [convoyed.from.territory(), convoyed.to.territory()];
                    convoys.entry(key).or_default().extend(places.of(at).map(|point| (at.territory(), point)));
                }
                _ => {}
            }
        }
        let from = |id: &str| places.of(&TerritoryRef::new(id));
        let fleets = convoys.into_iter().filter_map(|(key, mut fleets)| {
            // A fleet that has the same order twice is passed once.
            let mut seen = HashSet::new();
            fleets.retain(|(at, _)| seen.insert(*at));
            Some((key, one_by_one(from(key[0])?, fleets.into_iter().map(|(_, point)| point).collect())))
        });
        let fleets = fleets.collect();
        Ways { moves, fleets }
    }

    /// Returns the move from one province to another, if it is ordered.
    fn ordered(&self, from: &TerritoryRef, to: &TerritoryRef) -> Option<&'t Action> {
        self.moves.get(&[from.territory(), to.territory()]).copied()
    }

    /// Returns the points of the fleets that convoy an army: in the order of its route, or else each nearest to the last.
    fn fleets(&self, places: &Places<'_>, action: &Action) -> Vec<Point> {
        /// Far more than any route has.
        const MOST: usize = 200;
        let ActionKind::Move { from, to, via, .. } = &action.kind else { return Vec::new() };
        match via {
            Some(route) => route.iter().take(MOST).filter_map(|place| places.of(place)).collect(),
            None => self.fleets.get(&[from.territory(), to.territory()]).cloned().unwrap_or_default(),
        }
    }
}

/// Sorts points so that each is the nearest to the last.
fn one_by_one(mut last: Point, mut points: Vec<Point>) -> Vec<Point> {
    let mut way = Vec::with_capacity(points.len());
    while let Some(next) = (0..points.len()).min_by(|a, b| {
        let apart = |i: &usize| points.get(*i).map_or(f64::INFINITY, |point| point.distance(last));
        apart(a).total_cmp(&apart(b))
    }) {
        last = points.swap_remove(next);
        way.push(last);
    }
    way
}

/// Draws an order; `ways` has the moves and convoys of its turn.
pub fn shapes(places: &Places<'_>, action: &Action, ways: &Ways<'_>, colour: Option<usize>) -> Vec<Shape> {
    let mark = Mark { paint: units::paint(colour), has_failed: has_failed(action) };
    let at = |place: &TerritoryRef| places.of(place);
    let shapes = match &action.kind {
        ActionKind::Move { from, to, .. } => {
            let way = ways.fleets(places, action);
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
                Some(target) => at(&supported.from).zip(at(target)).map(|(from, to)| {
                    let moved = ways.ordered(&supported.from, target);
                    let way = moved.map_or_else(Vec::new, |moved| ways.fleets(places, moved));
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
                && ways.ordered(&convoyed.from, &convoyed.to).is_none()
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

/// A curved line, as points.
struct Curve {
    /// The Bézier curves that it consists of.
    pieces: Vec<Bezier>,
}

impl Curve {
    /// Draws a curve from one point to another, past the fleets in `over`; without fleets it is bent to one side.
    fn through(from: Point, over: &[Point], to: Point) -> Curve {
        if over.is_empty() {
            let middle = from.towards(to, 0.5);
            let aside = 2.0 * BEND;
            return Curve::bent(
                from,
                Point::new(middle.x - (to.y - from.y) * aside, middle.y + (to.x - from.x) * aside),
                to,
            );
        }
        let mut corners = vec![from];
        let ends = |i: usize| {
            let before = if i == 0 { from } else { over.get(i - 1).copied().unwrap_or(from) };
            (before, over.get(i + 1).copied().unwrap_or(to))
        };
        corners.extend(over.iter().enumerate().map(|(i, fleet)| past(*fleet, ends(i))));
        corners.push(to);
        // A Catmull-Rom spline through the corners.
        let corner = |i: usize| corners.get(i).or(corners.last()).copied().unwrap_or(to);
        let piece = |i: usize| {
            let (a, b, c, d) = (corner(i.saturating_sub(1)), corner(i), corner(i + 1), corner(i + 2));
            let beside = |at: Point, one: Point, other: Point| {
                Point::new(at.x + (one.x - other.x) / 6.0, at.y + (one.y - other.y) / 6.0)
            };
            Bezier([b, beside(b, c, a), beside(c, b, d), c])
        };
        Curve { pieces: (0..corners.len() - 1).map(piece).collect() }
    }

    /// Returns a curve with one control point.
    fn bent(from: Point, control: Point, to: Point) -> Curve {
        Curve { pieces: vec![Bezier::quadratic(from, control, to)] }
    }

    /// Returns the largest value of the parameter.
    fn end(&self) -> f64 {
        self.pieces.len() as f64
    }

    fn point(&self, t: f64) -> Point {
        let i = (t.max(0.0) as usize).min(self.pieces.len().saturating_sub(1));
        self.pieces.get(i).map_or_else(Point::default, |piece| piece.at(t - i as f64))
    }

    fn middle(&self) -> Point {
        self.point(self.end() / 2.0)
    }

    /// Returns the part between two values of the parameter.
    fn part(&self, from: f64, to: f64) -> Curve {
        let within = |(i, piece): (usize, &Bezier)| {
            let (begin, end) = ((from - i as f64).clamp(0.0, 1.0), (to - i as f64).clamp(0.0, 1.0));
            (begin < end).then(|| piece.split(end).0.split(begin / end).1)
        };
        Curve { pieces: self.pieces.iter().enumerate().filter_map(within).collect() }
    }

    /// Returns the part of the curve that is clear of the units at its ends, and of names if that leaves it long
    /// enough.
    fn clear(&self, names: &[BoundingBox]) -> Curve {
        let (from, to) = (self.point(0.0), self.point(self.end()));
        let room = from.distance(to) / 3.0;
        let (before, behind) = (CLEAR.min(room), (CLEAR + 1.0).min(room));
        let samples = self.pieces.len() * SAMPLES;
        let parameter = |sample: usize| sample as f64 / SAMPLES as f64;
        let is_named = |point: &Point| names.iter().any(|name| name.contains(*point));
        let cut = |with_names: bool| {
            let is_free = |sample: usize, end: Point, far: f64| {
                let point = self.point(parameter(sample));
                point.distance(end) >= far && !(with_names && is_named(&point))
            };
            let begin = (0..samples / 2).rev().find(|at| !is_free(*at, from, before)).map_or(0, |at| at + 1);
            let end = (samples / 2..=samples).find(|at| !is_free(*at, to, behind)).map_or(samples, |at| at.max(1) - 1);
            (parameter(begin), parameter(end))
        };
        let length = |(begin, end)| if begin < end { self.point(begin).distance(self.point(end)) } else { 0.0 };
        let (whole, free) = (cut(false), cut(true));
        let kept = if length(free) >= MIN_ARROW.min(length(whole)) { free } else { whole };
        let part = self.part(kept.0, kept.1);
        if part.pieces.is_empty() {
            Curve::bent(from.towards(to, 0.3), from.towards(to, 0.5), from.towards(to, 0.7))
        } else {
            part
        }
    }

    /// Returns the curve without the part that is nearer than `near` to its end, and the point where it is cut; without any
    /// pieces if all of it is nearer.
    fn without_end(&self, near: f64) -> (Curve, Point) {
        let tip = self.point(self.end());
        let is_far = |t: f64| self.point(t).distance(tip) >= near;
        let samples = (0..self.pieces.len() * SAMPLES).rev().map(|sample| sample as f64 / SAMPLES as f64);
        let Some(mut far) = samples.into_iter().find(|t| is_far(*t)) else {
            return (Curve { pieces: Vec::new() }, self.point(0.0));
        };
        let mut close = far + 1.0 / SAMPLES as f64;
        for _ in 0..12 {
            let middle = (far + close) / 2.0;
            if is_far(middle) { far = middle } else { close = middle }
        }
        (self.part(0.0, far), self.point(far))
    }

    fn path(&self) -> PathData {
        let begin = self.pieces.first().map(|Bezier([from, ..])| PathData::default().move_to(*from));
        let next = |data: PathData, Bezier([from, first, second, to]): &Bezier| {
            // The control points of one with a single control point lie on the lines to it.
            let (one, other) = (from.towards(*first, 1.5), to.towards(*second, 1.5));
            if one.distance(other) < 0.05 { data.curve_to(one, *to) } else { data.cubic_to(*first, *second, *to) }
        };
        self.pieces.iter().fold(begin.unwrap_or_default(), next)
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
        let shown = curve.clear(names);
        let tip = shown.point(shown.end());
        let (long, wide) = (4.0 + width * 1.8, 2.4 + width * 0.9);
        // The line ends where the head begins.
        let (line, before) = shown.without_end(long);
        let apart = before.distance(tip).max(0.1);
        let (x, y) = ((tip.x - before.x) / apart, (tip.y - before.y) / apart);
        let neck = Point::new(tip.x - x * long, tip.y - y * long);
        let is_short = line.pieces.is_empty();
        let data = if is_short { PathData::default().move_to(before).line_to(neck) } else { line.path() };
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
