//! Draws the signs of armies, and arrows.

use super::world::{Land, World};
use crate::view::picture::{Anchor, Paint, PathData, Point, Shape, Style, text_width};

/// The height of a sign.
pub const SIGN: f64 = 18.0;
/// The distance from the middle of a sign at which an arrow ends, above or below it and to either side (`BESIDE`).
const AROUND: f64 = 13.0;
const BESIDE: f64 = 30.0;
/// The distance at which an arrow ends above the baseline of a name that is above the sign.
const ABOVE_NAME: f64 = 10.0;

/// A cell of a sign.
pub struct Cell {
    pub text: String,
    pub size: f64,
    pub fill: Paint,
    pub ink: Paint,
}

impl Cell {
    /// Returns the width of the cell.
    pub fn width(&self) -> f64 {
        (text_width(&self.text, self.size) + 8.0).max(15.0)
    }
}

/// Draws a sign, centred on `at`: cells in a row, with a rim.
pub fn sign(at: Point, cells: &[Cell], rim: Style) -> Vec<Shape> {
    let width: f64 = cells.iter().map(Cell::width).sum();
    let corner = Point::new(at.x - width / 2.0, at.y - SIGN / 2.0);
    let style = Style { fill: Paint::Paper, ..rim };
    let mut shapes = vec![Shape::Rectangle { at: corner, width, height: SIGN, round: 5.0, style }];
    let mut left = corner.x;
    for cell in cells {
        let own = Point::new(left, corner.y);
        if cell.fill != Paint::Paper {
            let style = Style::filled(cell.fill);
            shapes.push(Shape::Rectangle { at: own, width: cell.width(), height: SIGN, round: 5.0, style });
        }
        let middle = Point::new(left + cell.width() / 2.0, at.y + cell.size * 0.36);
        shapes.push(Shape::text(middle, cell.size, Anchor::Middle, &cell.text).in_paint(cell.ink));
        left += cell.width();
    }
    shapes
}

/// Draws an arrow between the armies of two countries; across the edge of the map if that is shorter. `None` if a
/// country does not exist.
pub fn arrow(world: &World, from: usize, to: usize, style: Style) -> Option<Vec<Shape>> {
    let (start, end) = (world.countries.get(from)?, world.countries.get(to)?);
    let (left, right) = world.corners();
    if (start.armies.x - end.armies.x).abs() <= (right.x - left.x) * 0.75 {
        return Some(curve(start.armies, end.armies, [Some(start), Some(end)], style));
    }
    let edge = |land: &Land| if land.armies.x < (left.x + right.x) / 2.0 { left.x } else { right.x };
    let middle = (start.armies.y + end.armies.y) / 2.0;
    let mut shapes = curve(start.armies, Point::new(edge(start), middle), [Some(start), None], style);
    shapes.extend(curve(Point::new(edge(end), middle), end.armies, [None, Some(end)], style));
    Some(shapes)
}

/// Draws a curved arrow that leaves the names and armies of the two countries visible.
pub fn curve(from: Point, to: Point, [before, behind]: [Option<&Land>; 2], style: Style) -> Vec<Shape> {
    let length = from.distance(to).max(1.0);
    let bend = (length * 0.14).min(36.0) / length;
    let control =
        Point::new((from.x + to.x) / 2.0 - (to.y - from.y) * bend, (from.y + to.y) / 2.0 + (to.x - from.x) * bend);
    // Neither end is cut by more than 0.6 of its distance from the control point, so that some of the arrow always
    // remains.
    let off = |point: Point, land: Option<&Land>| {
        let gap = land.map_or(0.0, |land| free_around(land, control));
        point.towards(control, (gap / point.distance(control).max(1.0)).min(0.6))
    };
    let (start, tip) = (off(from, before), off(to, behind));
    let size = style.width * 1.6 + 4.0;
    let back = control.distance(tip).max(1.0);
    let (x, y) = ((tip.x - control.x) / back, (tip.y - control.y) / back);
    let foot = Point::new(tip.x - x * size, tip.y - y * size);
    let side = |way: f64| Point::new(foot.x - y * size * 0.55 * way, foot.y + x * size * 0.55 * way);
    let line = || PathData::default().move_to(start).curve_to(control, foot);
    let with_head = |data: PathData| data.move_to(tip).line_to(side(1.0)).line_to(side(-1.0)).close();
    let rim = Style::outlined(Paint::Paper, style.width + 2.4).opacity(85);
    vec![
        Shape::Path { data: with_head(line()), style: rim },
        Shape::Path { data: line(), style },
        Shape::Path { data: with_head(PathData::default()), style: Style::filled(style.stroke) },
    ]
}

/// Returns the distance from the middle of a country's sign at which an arrow towards a point begins, so that it leaves
/// the name visible too.
fn free_around(land: &Land, towards: Point) -> f64 {
    let (x, y) = (towards.x - land.armies.x, towards.y - land.armies.y);
    let length = x.hypot(y).max(1.0);
    let over_name = land.armies.y - land.name.y;
    let is_above = (0.0..24.0).contains(&over_name) && (land.armies.x - land.name.x).abs() < 16.0;
    let up = if is_above { over_name + ABOVE_NAME } else { AROUND };
    let high = if y < 0.0 { up } else { AROUND };
    let across = |side: f64, way: f64| if way.abs() < f64::EPSILON { f64::INFINITY } else { side * length / way.abs() };
    across(BESIDE, x).min(across(high, y))
}
