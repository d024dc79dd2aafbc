//! The signs of armies, and arrows.

use super::world::{Land, World};
use crate::view::picture::{Anchor, Paint, PathData, Point, Shape, Style, text_width};

/// How high the sign of a country's armies is.
pub const SIGN: f64 = 18.0;
/// How far an arrow ends above or below the middle of a sign, and beside it.
const AROUND: f64 = 13.0;
const BESIDE: f64 = 30.0;
/// How much higher than that it ends above the baseline of a name.
const ABOVE_NAME: f64 = 10.0;

/// A cell of a sign.
pub struct Cell {
    pub text: String,
    pub size: f64,
    pub fill: Paint,
    pub ink: Paint,
}

impl Cell {
    /// How wide it is drawn.
    pub fn width(&self) -> f64 {
        (text_width(&self.text, self.size) + 8.0).max(15.0)
    }
}

/// Cells in a row, with a rim, the middle of it at a point.
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

/// An arrow from the armies of a country to those of another; over the edges of the map where that is the way.
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

/// A bent arrow that leaves the names and armies of the countries free which it begins and ends in.
pub fn curve(from: Point, to: Point, [before, behind]: [Option<&Land>; 2], style: Style) -> Vec<Shape> {
    let length = from.distance(to).max(1.0);
    let bend = (length * 0.14).min(36.0) / length;
    let control =
        Point::new((from.x + to.x) / 2.0 - (to.y - from.y) * bend, (from.y + to.y) / 2.0 + (to.x - from.x) * bend);
    // No arrow is shorter than a third of its way.
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

/// How far an arrow towards a point begins from the sign of a country's armies, so that it leaves the name free, too.
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
