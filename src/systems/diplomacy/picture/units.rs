//! Draws units: a shape for each kind, with the letters of kind and owner.

use std::collections::HashMap;

use crate::view::picture::{Anchor, BoundingBox, Paint, Point, Shape, Style, text_width};

/// Width of a unit's symbol.
pub const WIDTH: f64 = 27.0;
/// Height of a unit's symbol.
pub const HEIGHT: f64 = 18.0;

/// Height of the owner's letters.
const OWNER: f64 = 8.0;
/// Greatest width of the owner's letters; only the first is drawn if two are wider.
const MAX_OWNER: f64 = 12.0;

/// Offset of a dislodged unit, right and up, from the point of other units in its province.
pub const ASIDE: (f64, f64) = (18.0, -18.5);

/// Distances from the wanted point that are tried for a unit, the nearest first.
const RINGS: [f64; 6] = [18.0, 27.0, 36.0, 54.0, 72.0, 96.0];
/// Number of directions that are tried at each distance.
const DIRECTIONS: u8 = 12;

/// The point of a unit.
#[derive(Debug, Clone, Copy)]
pub struct Stand {
    pub at: Point,
    /// Whether no other unit covers the point.
    pub has_room: bool,
}

/// Height of the letters of a coast above a unit.
const COAST: f64 = 11.0;
/// Height of the tallest box.
const TALLEST: f64 = HEIGHT + COAST;

/// The boxes of the units placed so far, on a map of known size.
pub struct Crowd {
    /// The boxes by their cells: those that overlap are in the same cell or in two that touch.
    cells: HashMap<(i64, i64), Vec<BoundingBox>>,
    width: f64,
    height: f64,
}

impl Crowd {
    /// Returns an empty crowd for a map of the given size.
    pub fn on(width: f64, height: f64) -> Crowd {
        Crowd { cells: HashMap::new(), width, height }
    }

    /// Places a unit on the map, as near to the wanted point as possible without covering another. The wanted point
    /// itself is used, without room, if no free one is found.
    pub fn stand(&mut self, wanted: Point, has_coast: bool) -> Stand {
        let turns = |ring: f64| {
            (0..DIRECTIONS).map(move |step| {
                // The first direction is up and to the right.
                let angle =
                    std::f64::consts::TAU * f64::from(step) / f64::from(DIRECTIONS) - std::f64::consts::FRAC_PI_4;
                (ring * 1.3 * angle.cos(), ring * angle.sin())
            })
        };
        let above = if has_coast { COAST } else { 0.0 };
        let on_map = |(x, y): (f64, f64)| {
            let inside = |value: f64, low: f64, high: f64| value.max(low).min(high.max(low));
            let x = inside(wanted.x + x, WIDTH * 0.75, self.width - WIDTH * 0.75);
            Point::new(x, inside(wanted.y + y, HEIGHT * 0.75 + above, self.height - HEIGHT * 0.75))
        };
        let covered = |at: Point| BoundingBox {
            left: at.x - WIDTH / 2.0,
            top: at.y - HEIGHT / 2.0 - above,
            right: at.x + WIDTH / 2.0,
            bottom: at.y + HEIGHT / 2.0,
        };
        let tries = std::iter::once((0.0, 0.0)).chain(RINGS.into_iter().flat_map(turns)).map(on_map);
        let is_free = |at: &Point| self.has_room(&covered(*at));
        let free = tries.into_iter().find(is_free);
        let at = free.unwrap_or_else(|| on_map((0.0, 0.0)));
        if let Some(area) = free.map(covered) {
            self.cells.entry(cell(&area)).or_default().push(area);
        }
        Stand { at, has_room: free.is_some() }
    }

    fn has_room(&self, area: &BoundingBox) -> bool {
        let (column, row) = cell(area);
        let cells = (column - 1..=column + 1).flat_map(|column| (row - 1..=row + 1).map(move |row| (column, row)));
        cells.filter_map(|cell| self.cells.get(&cell)).flatten().all(|other| other.overlap(area) <= 0.02)
    }
}

/// Returns the cell of a box, column and row; cells are as wide and as tall as the largest box.
fn cell(area: &BoundingBox) -> (i64, i64) {
    ((area.left / WIDTH).floor() as i64, (area.top / TALLEST).floor() as i64)
}

/// A unit to be drawn.
pub struct Unit<'u> {
    pub kind: &'u str,
    /// Index of its owner's colour; `None` for a unit of nobody.
    pub colour: Option<usize>,
    /// Letters of its owner, of which at most two are drawn; empty if there is none.
    pub letter: &'u str,
    pub coast: Option<&'u str>,
    pub is_dislodged: bool,
    /// Description in words: kind, owner and place.
    pub title: String,
}

impl Unit<'_> {
    pub fn paint(&self) -> Paint {
        paint(self.colour)
    }

    /// Draws the unit around a point; without letters if it has no room.
    pub fn shape(&self, Stand { at, has_room }: Stand) -> Shape {
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
        let has_both = text_width(&owner, OWNER) <= MAX_OWNER;
        let owner: String = owner.chars().take(if has_both { 2 } else { 1 }).collect();
        let mut shapes = vec![body];
        if !has_room {
            return Shape::group(&self.title, shapes);
        }
        if owner.is_empty() {
            shapes.push(text(0.0, 12.0, &letter));
        } else {
            shapes.extend([text(-4.5, 12.0, &letter), text(6.0, OWNER, &owner)]);
        }
        if let Some(coast) = self.coast {
            let above = Point::new(at.x, at.y - HEIGHT / 2.0 - 3.0);
            shapes
                .push(Shape::text(above, 8.0, Anchor::Middle, &coast.chars().take(3).collect::<String>()).with_halo());
        }
        Shape::group(&self.title, shapes)
    }
}

/// Returns the strong tone of a power's colour; grey for nobody.
pub fn paint(colour: Option<usize>) -> Paint {
    colour.map_or(Paint::Muted, Paint::Player)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn units_with_room_do_not_cover_each_other(
            wanted in prop::collection::vec((-50.0..350.0, -50.0..250.0, any::<bool>()), 1..150)
        ) {
            let mut crowd = Crowd::on(300.0, 200.0);
            let mut areas: Vec<BoundingBox> = Vec::new();
            for (x, y, has_coast) in wanted {
                let Stand { at, has_room } = crowd.stand(Point::new(x, y), has_coast);
                let top = at.y - HEIGHT / 2.0 - if has_coast { COAST } else { 0.0 };
                let (left, right, bottom) = (at.x - WIDTH / 2.0, at.x + WIDTH / 2.0, at.y + HEIGHT / 2.0);
                let area = BoundingBox { left, top, right, bottom };
                let is_free = areas.iter().all(|other| other.overlap(&area) <= 0.02);
                prop_assert_eq!(is_free, has_room);
                areas.extend(Some(area).filter(|_| has_room));
            }
        }
    }
}
