//! Smooths borders.

use super::super::shape::Point;

/// Maximum distance of a dropped point from the simplified border, in cells.
const TOLERANCE: f64 = 0.05;
/// Number of times that the points of a border are moved towards their neighbours.
const SMOOTHING: usize = 3;
/// Returns a smooth line along corners of cells. It goes through the middles of the cells' sides, each moved towards
/// its neighbours; then its corners are cut (Chaikin), and points that change nothing are dropped. The ends of an open
/// line stay.
pub(super) fn smooth(corners: &[(usize, usize)], is_closed: bool) -> Vec<Point> {
    let at = |(x, y): (usize, usize)| Point::new(x as f64, y as f64);
    let (Some(&first), Some(&last)) = (corners.first(), corners.last()) else { return Vec::new() };
    let middles = corners.windows(2).filter_map(|pair| Some(at(*pair.first()?).towards(at(*pair.last()?), 0.5)));
    let mut points: Vec<Point> = middles.collect();
    if !is_closed {
        points.insert(0, at(first));
        points.push(at(last));
    }
    // A small island would shrink to nothing.
    for _ in 0..SMOOTHING.min(corners.len() / 6) {
        points = relaxed(&points, is_closed);
    }
    points = cut(&points, is_closed);
    if is_closed {
        points.extend(points.first().copied());
    }
    simplified(&points)
}

/// Moves each point halfway towards the midpoint of its neighbours.
fn relaxed(points: &[Point], is_closed: bool) -> Vec<Point> {
    let count = points.len();
    let neighbour = |i: usize| points.get(i % count.max(1)).copied();
    let moved = |(i, point): (usize, &Point)| match (neighbour(i + count - 1), neighbour(i + 1)) {
        _ if !is_closed && (i == 0 || i + 1 == count) => *point,
        (Some(before), Some(after)) => point.towards(before.towards(after, 0.5), 0.5),
        _ => *point,
    };
    points.iter().enumerate().map(moved).collect()
}

/// Cuts each corner at a quarter of the lines beside it.
fn cut(points: &[Point], is_closed: bool) -> Vec<Point> {
    let mut all = Vec::with_capacity(points.len() * 2);
    let next = points.iter().skip(1).chain(points.first().filter(|_| is_closed));
    let count = if is_closed { points.len() } else { points.len().saturating_sub(1) };
    for (i, (from, to)) in points.iter().zip(next).enumerate() {
        all.push(if i == 0 && !is_closed { *from } else { from.towards(*to, 0.25) });
        all.push(if i + 1 == count && !is_closed { *to } else { from.towards(*to, 0.75) });
    }
    all
}

/// Drops the points that hardly change the course of a line (Ramer, Douglas and Peucker). The first and last stay.
fn simplified(points: &[Point]) -> Vec<Point> {
    let mut is_kept = vec![false; points.len()];
    let mut spans = Vec::new();
    if let Some(last) = points.len().checked_sub(1) {
        // The two ends of a closed line are the same point, so it is split at its middle point.
        let middle = if points.first() == points.last() { last / 2 } else { last };
        spans.extend([(0, middle), (middle, last)]);
    }
    while let Some((from, to)) = spans.pop() {
        let (Some(&a), Some(&b)) = (points.get(from), points.get(to)) else { continue };
        [from, to].into_iter().for_each(|end| is_kept.get_mut(end).into_iter().for_each(|kept| *kept = true));
        let inner = points.iter().enumerate().take(to).skip(from + 1);
        let farthest = inner.map(|(i, point)| (off_line(*point, a, b), i)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((off, i)) = farthest
            && off > TOLERANCE
        {
            spans.extend([(from, i), (i, to)]);
        }
    }
    points.iter().zip(is_kept).filter_map(|(point, is_kept)| is_kept.then_some(*point)).collect()
}

/// Returns the distance of a point from the line segment between two others.
fn off_line(point: Point, from: Point, to: Point) -> f64 {
    let length = from.distance(to);
    if length == 0.0 {
        return from.distance(point);
    }
    let along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / (length * length);
    point.distance(from.towards(to, along.clamp(0.0, 1.0)))
}
