//! Draws the pyramids: ships lie and point away from their owner, stars stand and are seen from above.

use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::view::picture::{Anchor, Paint, Point, Shape, Style};

/// A side of the table that a player sits at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Above.
    Top,
    /// At the right.
    Right,
    /// Below.
    Bottom,
    /// At the left.
    Left,
}

impl Side {
    /// All four sides, clockwise.
    pub const ALL: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

    /// Returns whether the ships of this side form rows; otherwise they form columns.
    pub const fn is_in_rows(self) -> bool {
        matches!(self, Side::Top | Side::Bottom)
    }

    /// Returns the direction in which the ships of this side point: the x to the right, and the y down.
    const fn direction(self) -> (f64, f64) {
        match self {
            Side::Top => (0.0, 1.0),
            Side::Right => (-1.0, 0.0),
            Side::Bottom => (0.0, -1.0),
            Side::Left => (1.0, 0.0),
        }
    }
}

/// The effect of a turn on a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// None.
    None,
    /// The piece was built or set up.
    Built,
    /// Another piece was traded for it.
    Traded,
    /// The piece was captured from another player.
    Captured,
    /// The piece came from another system.
    Arrived,
    /// The piece went back to the bank.
    Lost,
}

impl Mark {
    /// Returns the sign on the badge; `None` for a mark without a badge.
    const fn sign(self) -> Option<&'static str> {
        match self {
            Mark::Built => Some("+"),
            Mark::Traded => Some("↔"),
            Mark::Captured => Some("!"),
            Mark::None | Mark::Arrived | Mark::Lost => None,
        }
    }

    /// Returns the words that follow the name of a piece; empty without an effect.
    pub const fn words(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Built => ", new",
            Mark::Traded => ", traded",
            Mark::Captured => ", captured",
            Mark::Arrived => ", moved",
            Mark::Lost => ", lost",
        }
    }
}

/// Returns the width of a ship at its base, and its length.
pub fn ship_size(piece: Piece) -> (f64, f64) {
    match piece.size() {
        1 => (20.0, 27.0),
        2 => (26.0, 37.0),
        _ => (32.0, 47.0),
    }
}

/// Returns the length of the side of a star.
pub fn star_size(piece: Piece) -> f64 {
    match piece.size() {
        1 => 25.0,
        2 => 33.0,
        _ => 41.0,
    }
}

/// Returns the paint of a colour.
pub const fn paint(colour: Colour) -> Paint {
    Paint::Piece(match colour {
        Colour::Red => 0,
        Colour::Yellow => 1,
        Colour::Green => 2,
        Colour::Blue => 3,
    })
}

/// Returns the font size of the letter on a piece.
fn letter_size(piece: Piece) -> f64 {
    match piece.size() {
        1 => 10.0,
        2 => 12.0,
        _ => 14.0,
    }
}

fn letter(piece: Piece, at: Point) -> Shape {
    let size = letter_size(piece);
    let place = Point::new(at.x, at.y + size * 0.32);
    Shape::text(place, size, Anchor::Middle, piece.colour().letter()).with_halo()
}

/// Returns as many dots as the size of the piece, in a line whose centre is `at`.
fn pips(piece: Piece, at: Point, (along_x, along_y): (f64, f64)) -> impl Iterator<Item = Shape> {
    let count = i32::from(piece.size());
    (0..count).map(move |index| {
        let offset = (f64::from(index) - f64::from(count - 1) / 2.0) * 6.0;
        let at = Point::new(at.x + along_x * offset, at.y + along_y * offset);
        Shape::Circle { at, radius: 2.0, style: Style::of(Paint::Paper, Paint::Ink, 0.8) }
    })
}

/// Returns the shapes of a ship of a player of that side, centred at a point.
pub fn ship(piece: Piece, side: Side, centre: Point, mark: Mark) -> Vec<Shape> {
    let (width, length) = ship_size(piece);
    let (x, y) = side.direction();
    let on_axis = |part: f64| Point::new(centre.x + x * length * part, centre.y + y * length * part);
    let base = on_axis(-0.5);
    let corner = |sign: f64| Point::new(base.x - y * width / 2.0 * sign, base.y + x * width / 2.0 * sign);
    let mut shapes = vec![Shape::polygon(&[on_axis(0.5), corner(1.0), corner(-1.0)], body(piece, mark))];
    if mark != Mark::Lost {
        shapes.extend(pips(piece, on_axis(-0.36), (y.abs(), x.abs())));
    }
    shapes.push(letter(piece, on_axis(if piece.size() == 1 { -0.02 } else { -0.09 })));
    shapes.extend(signs(mark, corner(if side.is_in_rows() { 1.0 } else { -1.0 }), centre, width / 2.0));
    shapes
}

/// Returns the shapes of a star, centred at a point.
pub fn star(piece: Piece, centre: Point, mark: Mark) -> Vec<Shape> {
    let side = star_size(piece);
    let half = side / 2.0;
    let at = |x: f64, y: f64| Point::new(centre.x + x * half, centre.y + y * half);
    let edge = Style::outlined(Paint::Ink, 0.9).opacity(55);
    let mut shapes = vec![
        Shape::Rectangle { at: at(-1.0, -1.0), width: side, height: side, round: 1.5, style: body(piece, mark) },
        Shape::line(at(-1.0, -1.0), at(1.0, 1.0), edge),
        Shape::line(at(-1.0, 1.0), at(1.0, -1.0), edge),
    ];
    if mark != Mark::Lost {
        shapes.extend(pips(piece, at(0.0, 0.72), (1.0, 0.0)));
    }
    shapes.push(letter(piece, at(0.0, -0.08)));
    shapes.extend(signs(mark, at(1.0, -1.0), centre, half * 0.8));
    shapes
}

fn body(piece: Piece, mark: Mark) -> Style {
    match mark {
        Mark::None => Style::of(paint(piece.colour()), Paint::Ink, 1.1),
        Mark::Lost => Style::of(paint(piece.colour()), Paint::Ink, 1.2).dashed().opacity(45),
        _ => Style::of(paint(piece.colour()), Paint::Accent, 2.6),
    }
}

/// Returns the shapes of a mark: a badge at a corner of the piece, or a cross over a lost piece; empty for other marks.
fn signs(mark: Mark, corner: Point, centre: Point, arm: f64) -> Vec<Shape> {
    if mark == Mark::Lost {
        let style = Style::outlined(Paint::Warning, 1.8);
        let cross = [1.0, -1.0].map(|sign| {
            let from = Point::new(centre.x - arm, centre.y - arm * sign);
            Shape::line(from, Point::new(centre.x + arm, centre.y + arm * sign), style)
        });
        return cross.to_vec();
    }
    mark.sign().map_or_else(Vec::new, |sign| badge(sign, corner))
}

/// Returns the shapes of a sign in a circle.
fn badge(sign: &str, at: Point) -> Vec<Shape> {
    let text = Shape::text(Point::new(at.x, at.y + 3.2), 9.0, Anchor::Middle, sign).in_paint(Paint::Paper);
    vec![Shape::Circle { at, radius: 5.6, style: Style::filled(Paint::Accent) }, text]
}
