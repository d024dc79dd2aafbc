//! Bézier curves.

use super::shape::Point;

/// A cubic Bézier curve: its ends, and the two control points between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bezier(pub [Point; 4]);

impl Bezier {
    /// Returns the quadratic curve with this control point as a cubic one.
    pub fn quadratic(from: Point, control: Point, to: Point) -> Bezier {
        Bezier([from, from.towards(control, 2.0 / 3.0), to.towards(control, 2.0 / 3.0), to])
    }

    /// Returns the point at a parameter: 0 is the beginning of the curve, 1 its end.
    pub fn at(&self, t: f64) -> Point {
        self.split(t).0.0[3]
    }

    /// Splits the curve at a parameter from 0 to 1, by de Casteljau's algorithm.
    pub fn split(&self, t: f64) -> (Bezier, Bezier) {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.towards(b, t), b.towards(c, t), c.towards(d, t));
        let (abc, bcd) = (ab.towards(bc, t), bc.towards(cd, t));
        let middle = abc.towards(bcd, t);
        (Bezier([a, ab, abc, middle]), Bezier([middle, bcd, cd, d]))
    }
}
