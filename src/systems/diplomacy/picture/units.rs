//! Units: a shape for each kind, with the letters of kind and owner.

use crate::view::picture::{Anchor, Paint, Point, Shape, Style};

/// How wide and high a unit is.
pub const WIDTH: f64 = 27.0;
pub const HEIGHT: f64 = 18.0;

/// How far beside the others of a province a dislodged unit stands.
pub const ASIDE: (f64, f64) = (13.0, -13.0);

/// A unit that is drawn.
pub struct Unit<'u> {
    pub kind: &'u str,
    /// The index of its owner's colour.
    pub colour: Option<usize>,
    /// The letter of its owner.
    pub letter: &'u str,
    pub coast: Option<&'u str>,
    pub is_dislodged: bool,
    /// What it is, in words.
    pub title: String,
}

impl Unit<'_> {
    pub fn paint(&self) -> Paint {
        paint(self.colour)
    }

    /// Its shapes, around a point.
    pub fn shape(&self, at: Point) -> Shape {
        let rim = if self.is_dislodged { Paint::Warning } else { Paint::Paper };
        let style = Style::of(self.paint(), rim, if self.is_dislodged { 2.2 } else { 1.4 });
        let style = if self.is_dislodged { style.dashed() } else { style };
        let polygon = |corners: &[(f64, f64)]| {
            let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(at.x + x, at.y + y)).collect();
            Shape::polygon(&corners, style)
        };
        let body = match self.kind {
            "army" => {
                let corner = Point::new(at.x - WIDTH / 2.0, at.y - HEIGHT / 2.0);
                Shape::Rectangle { at: corner, width: WIDTH, height: HEIGHT, round: 2.0, style }
            }
            "fleet" => polygon(&[(-16.5, -7.0), (16.5, -7.0), (11.0, 9.0), (-11.0, 9.0)]),
            "wing" => polygon(&[(0.0, -12.0), (19.0, 3.0), (11.0, 9.0), (-11.0, 9.0), (-19.0, 3.0)]),
            "garrison" => {
                let top = [(-13.0, -10.0), (-7.8, -10.0), (-7.8, -6.0), (-2.6, -6.0), (-2.6, -10.0), (2.6, -10.0)];
                let right = [(2.6, -6.0), (7.8, -6.0), (7.8, -10.0), (13.0, -10.0), (13.0, 9.0), (-13.0, 9.0)];
                polygon(&[top, right].concat())
            }
            _ => Shape::Circle { at, radius: 12.5, style },
        };
        let letter = self.kind.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let text = |x: f64, size: f64, text: &str| {
            Shape::text(Point::new(at.x + x, at.y + 5.0), size, Anchor::Middle, text).in_paint(Paint::Paper)
        };
        let owner: String = self.letter.chars().take(2).collect();
        let mut shapes = vec![body];
        if owner.is_empty() {
            shapes.push(text(0.0, 12.0, &letter));
        } else {
            shapes.extend([text(-4.5, 12.0, &letter), text(6.0, 8.0, &owner)]);
        }
        if let Some(coast) = self.coast {
            let below = Point::new(at.x, at.y + HEIGHT / 2.0 + 8.0);
            shapes
                .push(Shape::text(below, 8.0, Anchor::Middle, &coast.chars().take(3).collect::<String>()).with_halo());
        }
        Shape::group(&self.title, shapes)
    }
}

/// The strong tone of a power, or of nobody.
pub fn paint(colour: Option<usize>) -> Paint {
    colour.map_or(Paint::Muted, Paint::Player)
}
