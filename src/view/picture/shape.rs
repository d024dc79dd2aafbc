//! What a picture is made of.

use std::fmt::Write as _;

use super::font::{self, text_width};

/// A point, in the units of the picture: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// How far it is to another one.
    pub fn distance(self, to: Point) -> f64 {
        (self.x - to.x).hypot(self.y - to.y)
    }

    /// The point on the way to another one, at a part of it: 0 is here, 1 there.
    pub fn towards(self, to: Point, part: f64) -> Point {
        Point::new(self.x + (to.x - self.x) * part, self.y + (to.y - self.y) * part)
    }
}

/// A drawing of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// What it shows, in a few words: its name for screen readers.
    pub title: String,
    /// The same at length.
    pub description: String,
    /// How wide it is, in its own units.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is made of; no two have the same key.
    pub parts: Vec<Part>,
}

impl Picture {
    /// Its parts from the ground up, those of one level in their order.
    pub fn from_ground(&self) -> Vec<&Part> {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.level);
        parts
    }
}

/// What is drawn above what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The sheet, and the sea.
    Ground,
    /// The places of the board.
    Places,
    /// Lines between places.
    Lines,
    /// Names of places.
    Names,
    /// What stands in places.
    Pieces,
    /// What a turn did.
    Orders,
    /// What explains the picture: titles, legends, the bank.
    Legend,
}

/// A piece of a picture that changes as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it lies above.
    pub level: Level,
    /// What it is about, such as `country.5`: the same in every picture of a game.
    pub key: String,
    /// What it is made of, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Part {
    /// Leaves out the texts that cover what `stays` does not allow.
    pub fn retain_labels(&mut self, stays: &dyn Fn(&BoundingBox) -> bool) {
        fn retain(shapes: &mut Vec<Shape>, stays: &dyn Fn(&BoundingBox) -> bool) {
            shapes.retain_mut(|shape| match shape {
                Shape::Text { at, size, anchor, text, .. } => stays(&BoundingBox::of_text(*at, *size, *anchor, text)),
                Shape::Group { shapes, .. } => {
                    retain(shapes, stays);
                    true
                }
                _ => true,
            });
        }
        retain(&mut self.shapes, stays);
    }
}

/// A colour, by what it means: the theme says which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Nothing is painted.
    None,
    /// The sheet.
    Paper,
    /// Texts and outlines.
    Ink,
    /// What is less important: notes, grids.
    Muted,
    /// Water.
    Sea,
    /// Land that nobody holds.
    Land,
    /// What nobody may enter, or what is not known.
    Barred,
    /// What is marked.
    Accent,
    /// What failed, or is wrong.
    Warning,
    /// What a player holds: a light tone, on which ink is read. Players beyond [`OWNERS`](super::OWNERS) begin again.
    Owner(usize),
    /// The same with the player's pattern over it, for colours that some do not tell apart.
    Pattern(usize),
    /// A player's pieces and lines: a strong tone, on which paper is read.
    Player(usize),
    /// A piece of that colour by the rules of the game, whoever has it: 0 red, 1 yellow, 2 green, 3 blue, 4 white,
    /// 5 black.
    Piece(usize),
}

/// How a shape is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Its inside.
    pub fill: Paint,
    /// Its outline.
    pub stroke: Paint,
    /// How wide the outline is.
    pub width: f64,
    /// Whether the outline is dashed.
    pub dashed: bool,
    /// How opaque it is, in percent.
    pub opacity: u8,
}

impl Style {
    /// An inside alone.
    pub const fn filled(fill: Paint) -> Style {
        Style { fill, stroke: Paint::None, width: 0.0, dashed: false, opacity: 100 }
    }

    /// An outline alone.
    pub const fn outlined(stroke: Paint, width: f64) -> Style {
        Style { fill: Paint::None, stroke, width, dashed: false, opacity: 100 }
    }

    /// An inside with an outline.
    pub const fn of(fill: Paint, stroke: Paint, width: f64) -> Style {
        Style { fill, stroke, width, dashed: false, opacity: 100 }
    }

    /// The same with a dashed outline.
    pub const fn dashed(self) -> Style {
        Style { dashed: true, ..self }
    }

    /// The same, as opaque as that, in percent.
    pub const fn opacity(self, opacity: u8) -> Style {
        Style { opacity, ..self }
    }
}

/// Which point of a text stands at its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// Something that is painted.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Lines and curves, in the language of SVG's paths.
    Path {
        /// Its commands.
        data: PathData,
        /// How it is painted.
        style: Style,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f64,
        /// How it is painted.
        style: Style,
    },
    /// A rectangle.
    Rectangle {
        /// Its corner at the left above.
        at: Point,
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
        /// The radius of its corners.
        round: f64,
        /// How it is painted.
        style: Style,
    },
    /// A line of text.
    Text {
        /// Where its baseline begins, or its middle, or its end.
        at: Point,
        /// The height of its letters, as fonts have it.
        size: f64,
        /// What stands at that point.
        anchor: Anchor,
        /// Its colour.
        fill: Paint,
        /// Whether a rim in the colour of the sheet sets it off from what is below.
        halo: bool,
        /// The text: no character in it moves a cursor, reverses a line, or stays unseen.
        text: String,
    },
    /// Shapes that are one thing, which has a name: browsers show it where the pointer rests.
    Group {
        /// The name.
        title: String,
        /// The shapes.
        shapes: Vec<Shape>,
    },
}

impl Shape {
    /// A line of text in ink. What could move a cursor, reverse a line or stay unseen is replaced.
    pub fn text(at: Point, size: f64, anchor: Anchor, text: &str) -> Shape {
        Shape::Text { at, size, anchor, fill: Paint::Ink, halo: false, text: font::drawable(text) }
    }

    /// The same text in another colour; other shapes stay as they are.
    pub fn in_paint(self, paint: Paint) -> Shape {
        match self {
            Shape::Text { at, size, anchor, halo, text, .. } => {
                Shape::Text { at, size, anchor, fill: paint, halo, text }
            }
            other => other,
        }
    }

    /// The same text with a rim; other shapes stay as they are.
    pub fn with_halo(self) -> Shape {
        match self {
            Shape::Text { at, size, anchor, fill, text, .. } => {
                Shape::Text { at, size, anchor, fill, halo: true, text }
            }
            other => other,
        }
    }

    /// A straight line.
    pub fn line(from: Point, to: Point, style: Style) -> Shape {
        Shape::Path { data: PathData::default().move_to(from).line_to(to), style }
    }

    /// A polygon.
    pub fn polygon(points: &[Point], style: Style) -> Shape {
        let mut data = PathData::default();
        for (i, point) in points.iter().enumerate() {
            data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
        }
        Shape::Path { data: data.close(), style }
    }

    /// Shapes under a name. What could move a cursor, reverse a line or stay unseen in it is replaced.
    pub fn group(title: &str, shapes: Vec<Shape>) -> Shape {
        Shape::Group { title: font::drawable(title), shapes }
    }

    /// The texts in it, with the boxes that they cover.
    pub fn labels(&self) -> Vec<(&str, BoundingBox)> {
        match self {
            Shape::Text { at, size, anchor, text, .. } => {
                vec![(text.as_str(), BoundingBox::of_text(*at, *size, *anchor, text))]
            }
            Shape::Group { shapes, .. } => shapes.iter().flat_map(Shape::labels).collect(),
            _ => Vec::new(),
        }
    }
}

/// The commands of a path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PathData(String);

impl PathData {
    /// Goes to a point without a line.
    pub fn move_to(self, to: Point) -> PathData {
        self.with('M', &[to])
    }

    /// Draws a straight line.
    pub fn line_to(self, to: Point) -> PathData {
        self.with('L', &[to])
    }

    /// Draws a curve with one control point.
    pub fn curve_to(self, control: Point, to: Point) -> PathData {
        self.with('Q', &[control, to])
    }

    /// Draws a curve with two control points.
    pub fn cubic_to(self, first: Point, second: Point, to: Point) -> PathData {
        self.with('C', &[first, second, to])
    }

    /// Draws a line back to where the path began.
    pub fn close(mut self) -> PathData {
        self.0.push('Z');
        self
    }

    /// What SVG writes it as.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn with(mut self, command: char, points: &[Point]) -> PathData {
        self.0.push(command);
        for (i, point) in points.iter().enumerate() {
            if i > 0 {
                self.0.push(' ');
            }
            // Writing to a String cannot fail.
            let _ = write!(self.0, "{} {}", number(point.x), number(point.y));
        }
        self
    }
}

/// A coordinate to a tenth, without zeros at its end. What is no number is 0.
pub fn number(value: f64) -> f64 {
    let rounded = (value * 10.0).round() / 10.0;
    // Minus zero is written with its sign.
    if rounded.is_finite() && rounded != 0.0 { rounded } else { 0.0 }
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundingBox {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl BoundingBox {
    /// What a line of text covers, from its highest letters to below its baseline.
    pub fn of_text(at: Point, size: f64, anchor: Anchor, text: &str) -> BoundingBox {
        let width = text_width(text, size);
        let left = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        BoundingBox { left, top: at.y - size * 0.76, right: left + width, bottom: at.y + size * 0.24 }
    }

    /// Whether a point lies in it.
    pub fn contains(&self, at: Point) -> bool {
        (self.left..=self.right).contains(&at.x) && (self.top..=self.bottom).contains(&at.y)
    }

    /// How large it is.
    pub fn area(&self) -> f64 {
        (self.right - self.left).max(0.0) * (self.bottom - self.top).max(0.0)
    }

    /// What two have in common, as a part of the smaller one: 0 is nothing, 1 all of it.
    pub fn overlap(&self, other: &BoundingBox) -> f64 {
        let common = BoundingBox {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        let smaller = self.area().min(other.area());
        if smaller > 0.0 { common.area() / smaller } else { 0.0 }
    }
}
