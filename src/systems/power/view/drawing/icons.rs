//! Draws pieces, with a shape for each kind.

use super::paint;
use crate::systems::power::rules::{Colour, Kind};
use crate::view::picture::{Paint, PathData, Point, Shape, Style};

/// The side of an icon's square at scale 1.
pub const SIDE: f64 = 24.0;

type Corners = &'static [(f64, f64)];

const HULL: Corners = &[(-11.0, 2.0), (11.0, 2.0), (8.0, 8.0), (-8.0, 8.0)];
const TRACKS: Corners = &[(-12.0, 1.0), (12.0, 1.0), (9.0, 10.0), (-9.0, 10.0)];
const FIGHTER: Corners = &[
    (0.0, -11.0),
    (2.0, -4.0),
    (11.0, 3.0),
    (11.0, 5.0),
    (2.0, 3.5),
    (1.5, 7.5),
    (4.5, 11.0),
    (-4.5, 11.0),
    (-1.5, 7.5),
    (-2.0, 3.5),
    (-11.0, 5.0),
    (-11.0, 3.0),
    (-2.0, -4.0),
];
const BOMBER: Corners = &[
    (0.0, -11.5),
    (3.0, -8.0),
    (3.0, -4.0),
    (12.0, -2.0),
    (12.0, 2.5),
    (3.0, 3.0),
    (2.0, 7.0),
    (7.0, 9.0),
    (7.0, 11.5),
    (-7.0, 11.5),
    (-7.0, 9.0),
    (-2.0, 7.0),
    (-3.0, 3.0),
    (-12.0, 2.5),
    (-12.0, -2.0),
    (-3.0, -4.0),
    (-3.0, -8.0),
];
const SHIP: Corners = &[(-12.0, 3.0), (12.0, 3.0), (8.0, 9.0), (-8.0, 9.0)];
const MISSILE: Corners = &[(0.0, -12.0), (4.0, -6.0), (4.0, 5.0), (8.0, 11.0), (-8.0, 11.0), (-4.0, 5.0), (-4.0, -6.0)];
const BOLT: Corners = &[(2.0, -7.0), (-5.0, 1.5), (-0.5, 1.5), (-2.0, 7.0), (5.0, -1.5), (0.5, -1.5)];
const CLOTH: Corners = &[(-6.0, -12.0), (10.0, -7.5), (-6.0, -3.0)];

/// Draws a piece around its centre; at scale 1 it has the usual size.
pub fn icon(kind: Kind, colour: Colour, centre: Point, scale: f64) -> Vec<Shape> {
    let pen = Pen { centre, scale, body: Style::of(paint(colour), Paint::Ink, scale) };
    match kind {
        Kind::Infantry => pen.soldier(0.0, 0.0, 1.0),
        Kind::Regiment => {
            let ranks = [(-7.0, -2.5), (7.0, -2.5), (0.0, 3.0)];
            ranks.into_iter().flat_map(|(x, y)| pen.soldier(x, y, 0.72)).collect()
        }
        Kind::Tank => {
            vec![pen.line((3.0, -1.5), (12.0, -3.0), 2.4), pen.block(-6.0, -4.5, 10.0, 6.5), pen.polygon(HULL)]
        }
        Kind::Heavy => {
            let wheels = [-6.0, 0.0, 6.0].map(|x| pen.circle((x, 6.5), 2.2));
            let mut shapes = vec![pen.line((3.0, -4.0), (12.0, -6.5), 2.4), pen.line((3.0, -1.5), (12.0, -2.5), 2.4)];
            shapes.extend([pen.block(-8.0, -7.5, 13.0, 8.5), pen.polygon(TRACKS)]);
            shapes.extend(wheels);
            shapes
        }
        Kind::Fighter => vec![pen.polygon(FIGHTER)],
        Kind::Bomber => vec![pen.circle((-7.5, -2.5), 2.0), pen.circle((7.5, -2.5), 2.0), pen.polygon(BOMBER)],
        Kind::Destroyer => {
            vec![pen.line((0.0, -3.0), (0.0, -10.0), 1.6), pen.block(-4.5, -3.0, 9.0, 6.0), pen.polygon(SHIP)]
        }
        Kind::Cruiser => {
            let funnels = [pen.block(-5.0, -11.0, 3.0, 5.0), pen.block(2.0, -11.0, 3.0, 5.0)];
            let mut shapes = funnels.to_vec();
            shapes.extend([pen.block(-6.0, -6.5, 12.0, 4.5), pen.block(-9.0, -2.0, 18.0, 5.0), pen.polygon(SHIP)]);
            shapes
        }
        Kind::Megamissile => vec![pen.polygon(MISSILE), pen.line((-4.0, -4.0), (4.0, -4.0), 1.0)],
        Kind::PowerUnit => {
            let bolt = Style::of(Paint::Paper, Paint::Ink, scale * 0.7);
            vec![pen.circle((0.0, 0.0), 10.0), Pen { body: bolt, ..pen }.polygon(BOLT)]
        }
        Kind::Flag => vec![pen.polygon(CLOTH), pen.line((-6.0, -12.0), (-6.0, 12.0), 2.0)],
    }
}

/// Draws in the coordinates of an icon: relative to its centre, at scale 1.
#[derive(Clone, Copy)]
struct Pen {
    centre: Point,
    scale: f64,
    body: Style,
}

impl Pen {
    fn at(&self, (x, y): (f64, f64)) -> Point {
        Point::new(self.centre.x + x * self.scale, self.centre.y + y * self.scale)
    }

    fn polygon(&self, corners: Corners) -> Shape {
        let corners: Vec<Point> = corners.iter().map(|corner| self.at(*corner)).collect();
        Shape::polygon(&corners, self.body)
    }

    fn block(&self, x: f64, y: f64, width: f64, height: f64) -> Shape {
        let (width, height) = (width * self.scale, height * self.scale);
        Shape::Rectangle { at: self.at((x, y)), width, height, round: 0.0, style: self.body }
    }

    fn circle(&self, at: (f64, f64), radius: f64) -> Shape {
        Shape::Circle { at: self.at(at), radius: radius * self.scale, style: self.body }
    }

    fn line(&self, from: (f64, f64), to: (f64, f64), width: f64) -> Shape {
        Shape::line(self.at(from), self.at(to), Style::outlined(Paint::Ink, width * self.scale))
    }

    /// Draws a soldier around a point; size 1 is that of a single one.
    fn soldier(&self, x: f64, y: f64, size: f64) -> Vec<Shape> {
        let at = |dx: f64, dy: f64| self.at((x + dx * size, y + dy * size));
        let body = PathData::default()
            .move_to(at(-6.0, 11.0))
            .line_to(at(-6.0, 2.0))
            .curve_to(at(-6.0, -3.0), at(0.0, -3.0))
            .curve_to(at(6.0, -3.0), at(6.0, 2.0))
            .line_to(at(6.0, 11.0))
            .close();
        let head = Shape::Circle { at: at(0.0, -6.5), radius: 4.2 * size * self.scale, style: self.body };
        vec![Shape::Path { data: body, style: self.body }, head]
    }
}
