//! The elements of a picture: parts, shapes, paints and points.

use std::fmt;

use super::bezier::Bezier;
use super::font::{self, text_width};

/// A point, in the units of the picture: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Horizontal coordinate, growing to the right.
    pub x: f64,
    /// Vertical coordinate, growing downwards.
    pub y: f64,
}

impl Point {
    /// Creates a point from its coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the distance to another point.
    pub fn distance(self, to: Point) -> f64 {
        // Not `hypot`, which is many times slower and right for lengths that no picture has.
        let (x, y) = (self.x - to.x, self.y - to.y);
        (x * x + y * y).sqrt()
    }

    /// Returns the point that lies the fraction `part` of the way to another point: 0 is `self`, 1 is `to`.
    pub fn towards(self, to: Point, part: f64) -> Point {
        Point::new(self.x + (to.x - self.x) * part, self.y + (to.y - self.y) * part)
    }
}

/// A drawing of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Short title, which screen readers use as the picture's name.
    pub title: String,
    /// Longer description of what the picture shows.
    pub description: String,
    /// Width, in the units of the picture.
    pub width: f64,
    /// Height, in the units of the picture.
    pub height: f64,
    /// Parts of the picture; no two have the same key.
    pub parts: Vec<Part>,
}

impl Picture {
    /// Returns the parts in drawing order: by level, those of one level in the order of `parts`.
    pub fn from_ground(&self) -> Vec<&Part> {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.level);
        parts
    }
}

/// The level of a part: parts of a later variant are drawn above those of an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The background: the sheet and the sea.
    Ground,
    /// The places of the board.
    Places,
    /// Lines between places.
    Lines,
    /// Names of places.
    Names,
    /// Pieces that stand in places.
    Pieces,
    /// Marks that show what a turn did.
    Orders,
    /// Explanations of the picture: titles, legends, the bank.
    Legend,
}

/// The smallest unit of a picture that changes from one picture to the next, always as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Level on which it is drawn.
    pub level: Level,
    /// Key of what it shows, such as `country.5`: the same in every picture of a game.
    pub key: String,
    /// Shapes in drawing order, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Part {
    /// Removes the texts whose bounding boxes `stays` rejects.
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

/// A colour named by its meaning; the theme determines the actual colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    /// No paint at all.
    None,
    /// The sheet.
    Paper,
    /// Texts and outlines.
    Ink,
    /// Less important elements: notes, grids.
    Muted,
    /// Water.
    Sea,
    /// Land that nobody holds.
    Land,
    /// Places that nobody may enter, or about which something is not known.
    Barred,
    /// Highlighted elements.
    Accent,
    /// Failures and errors.
    Warning,
    /// Places that a player holds: a light tone, on which text in [`Ink`](Paint::Ink) is legible. The argument is the
    /// index of the player; from [`OWNERS`](super::OWNERS) on, the colours repeat.
    Owner(usize),
    /// [`Owner`](Paint::Owner) overlaid with the player's pattern, for people who cannot tell the colours apart.
    Pattern(usize),
    /// A player's pieces and lines: a strong tone, on which text in [`Paper`](Paint::Paper) is legible.
    Player(usize),
    /// A piece of that colour by the rules of the game, regardless of its owner: 0 red, 1 yellow, 2 green, 3 blue, 4
    /// white, 5 black.
    Piece(usize),
}

/// Fill, outline and opacity of a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Paint of the interior.
    pub fill: Paint,
    /// Paint of the outline.
    pub stroke: Paint,
    /// Width of the outline, in the units of the picture.
    pub width: f64,
    /// Whether the outline is dashed.
    pub dashed: bool,
    /// Opacity in percent, from 0 to 100.
    pub opacity: u8,
}

impl Style {
    /// Creates a style with a fill and no outline.
    pub const fn filled(fill: Paint) -> Style {
        Style { fill, stroke: Paint::None, width: 0.0, dashed: false, opacity: 100 }
    }

    /// Creates a style with an outline and no fill.
    pub const fn outlined(stroke: Paint, width: f64) -> Style {
        Style { fill: Paint::None, stroke, width, dashed: false, opacity: 100 }
    }

    /// Creates a style with a fill and an outline.
    pub const fn of(fill: Paint, stroke: Paint, width: f64) -> Style {
        Style { fill, stroke, width, dashed: false, opacity: 100 }
    }

    /// Returns this style with a dashed outline.
    pub const fn dashed(self) -> Style {
        Style { dashed: true, ..self }
    }

    /// Returns this style with an opacity in percent.
    pub const fn opacity(self, opacity: u8) -> Style {
        Style { opacity, ..self }
    }
}

/// The end of a line of text, or its middle, that lies at the text's coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A graphical element.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A path of lines and curves.
    Path {
        /// Commands of the path, in the syntax of SVG.
        data: PathData,
        /// Fill and outline.
        style: Style,
    },
    /// A circle.
    Circle {
        /// Centre.
        at: Point,
        /// Radius.
        radius: f64,
        /// Fill and outline.
        style: Style,
    },
    /// A rectangle.
    Rectangle {
        /// Upper left corner.
        at: Point,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Radius of the rounded corners; 0 for square ones.
        round: f64,
        /// Fill and outline.
        style: Style,
    },
    /// A line of text.
    Text {
        /// Point of the baseline that `anchor` names.
        at: Point,
        /// Font size, in the units of the picture.
        size: f64,
        /// Whether the text begins, is centred or ends at that point.
        anchor: Anchor,
        /// Paint of the letters.
        fill: Paint,
        /// Whether a rim in the colour of the sheet sets the text off from what lies below it.
        halo: bool,
        /// The text, without characters that move a cursor, reverse a line or are invisible.
        text: String,
    },
    /// Shapes that form one named object; browsers show the name while the pointer rests on it.
    Group {
        /// Name of the group.
        title: String,
        /// Shapes in drawing order.
        shapes: Vec<Shape>,
    },
}

impl Shape {
    /// Creates a line of text in ink. Characters that could move a cursor, reverse a line or be invisible are replaced.
    pub fn text(at: Point, size: f64, anchor: Anchor, text: &str) -> Shape {
        Shape::Text { at, size, anchor, fill: Paint::Ink, halo: false, text: font::drawable(text) }
    }

    /// Returns the same text in another paint; other shapes are returned unchanged.
    pub fn in_paint(self, paint: Paint) -> Shape {
        match self {
            Shape::Text { at, size, anchor, halo, text, .. } => {
                Shape::Text { at, size, anchor, fill: paint, halo, text }
            }
            other => other,
        }
    }

    /// Returns the same text with a halo; other shapes are returned unchanged.
    pub fn with_halo(self) -> Shape {
        match self {
            Shape::Text { at, size, anchor, fill, text, .. } => {
                Shape::Text { at, size, anchor, fill, halo: true, text }
            }
            other => other,
        }
    }

    /// Creates a straight line.
    pub fn line(from: Point, to: Point, style: Style) -> Shape {
        Shape::Path { data: PathData::default().move_to(from).line_to(to), style }
    }

    /// Creates a closed polygon.
    pub fn polygon(points: &[Point], style: Style) -> Shape {
        let mut data = PathData::default();
        for (i, point) in points.iter().enumerate() {
            data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
        }
        Shape::Path { data: data.close(), style }
    }

    /// Groups shapes under a title. Characters in it that could move a cursor, reverse a line or be invisible are
    /// replaced.
    pub fn group(title: &str, shapes: Vec<Shape>) -> Shape {
        Shape::Group { title: font::drawable(title), shapes }
    }

    /// Returns the texts of the shape, including those in groups, with their bounding boxes.
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
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathData(Vec<Command>);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Command {
    Move(Point),
    Line(Point),
    Curve(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

/// Number of points on a curve that stand for it.
const CURVE_POINTS: u32 = 8;

impl Command {
    /// Returns the points that the command leads through from a point.
    fn points(self, from: Point) -> Vec<Point> {
        let along = |curve: Bezier| {
            (1..=CURVE_POINTS).map(|step| curve.at(f64::from(step) / f64::from(CURVE_POINTS))).collect()
        };
        match self {
            Command::Move(to) | Command::Line(to) => vec![to],
            Command::Curve(control, to) => along(Bezier::quadratic(from, control, to)),
            Command::Cubic(first, second, to) => along(Bezier([from, first, second, to])),
            Command::Close => Vec::new(),
        }
    }
}

impl PathData {
    /// Appends a move to a point, without drawing.
    pub fn move_to(self, to: Point) -> PathData {
        self.with(Command::Move(to))
    }

    /// Appends a straight line.
    pub fn line_to(self, to: Point) -> PathData {
        self.with(Command::Line(to))
    }

    /// Appends a quadratic Bézier curve, which has one control point.
    pub fn curve_to(self, control: Point, to: Point) -> PathData {
        self.with(Command::Curve(control, to))
    }

    /// Appends a cubic Bézier curve, which has two control points.
    pub fn cubic_to(self, first: Point, second: Point, to: Point) -> PathData {
        self.with(Command::Cubic(first, second, to))
    }

    /// Appends a line back to the beginning of the path.
    pub fn close(self) -> PathData {
        self.with(Command::Close)
    }

    /// Returns points along the path: the ends of its pieces, and points on the curves between them.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let mut at = Point::new(0.0, 0.0);
        self.0.iter().flat_map(move |command| {
            let points = command.points(at);
            at = points.last().copied().unwrap_or(at);
            points
        })
    }

    /// Whether the last command closes the path.
    pub fn is_closed(&self) -> bool {
        self.0.last() == Some(&Command::Close)
    }

    fn with(mut self, command: Command) -> PathData {
        self.0.push(command);
        self
    }
}

/// Writes the commands in the syntax of SVG, for the attribute `d`. Coordinates are relative, so that equal shapes in
/// different places have equal texts.
impl fmt::Display for PathData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One text is quicker than many small ones: most of a picture are paths.
        let mut text = String::with_capacity(8 * self.0.len());
        let (mut start, mut here) = ((0, 0), (0, 0));
        for (i, command) in self.0.iter().enumerate() {
            let (letter, points) = match command {
                Command::Move(to) if i == 0 => ('M', &[*to][..]),
                Command::Move(to) => ('m', &[*to][..]),
                Command::Line(to) => ('l', &[*to][..]),
                Command::Curve(control, to) => ('q', &[*control, *to][..]),
                Command::Cubic(first, second, to) => ('c', &[*first, *second, *to][..]),
                Command::Close => ('z', &[][..]),
            };
            text.push(letter);
            let mut end = start;
            for (i, point) in points.iter().enumerate() {
                end = (tenths(point.x), tenths(point.y));
                let (x, y) = (end.0.saturating_sub(here.0), end.1.saturating_sub(here.1));
                if i > 0 && x >= 0 {
                    text.push(' ');
                }
                push_tenths(&mut text, x);
                if y >= 0 {
                    text.push(' ');
                }
                push_tenths(&mut text, y);
            }
            here = end;
            if letter.eq_ignore_ascii_case(&'m') {
                start = here;
            }
        }
        f.write_str(&text)
    }
}

/// Rounds a coordinate to tenths; NaN becomes 0.
fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

/// Adds a number of tenths, without redundant zeros.
fn push_tenths(text: &mut String, tenths: i64) {
    let (whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if tenths < 0 {
        text.push('-');
    }
    if whole > 0 || part == 0 {
        text.push_str(itoa::Buffer::new().format(whole));
    }
    if part > 0 {
        text.push('.');
        text.push_str(itoa::Buffer::new().format(part));
    }
}

/// Rounds a coordinate to a tenth; values that are not finite become 0.
pub fn number(value: f64) -> f64 {
    let rounded = (value * 10.0).round() / 10.0;
    // Minus zero would be written with its sign.
    if rounded.is_finite() && rounded != 0.0 { rounded } else { 0.0 }
}

/// An axis-aligned rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundingBox {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Lower edge.
    pub bottom: f64,
}

impl BoundingBox {
    /// Returns the area that a line of text covers, from the top of its tallest letters to below its baseline.
    pub fn of_text(at: Point, size: f64, anchor: Anchor, text: &str) -> BoundingBox {
        let width = text_width(text, size);
        let left = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        BoundingBox { left, top: at.y - size * 0.76, right: left + width, bottom: at.y + size * 0.24 }
    }

    /// Returns whether a point lies in the box, edges included.
    pub fn contains(&self, at: Point) -> bool {
        (self.left..=self.right).contains(&at.x) && (self.top..=self.bottom).contains(&at.y)
    }

    /// Returns the area; 0 for an empty or inverted box.
    pub fn area(&self) -> f64 {
        (self.right - self.left).max(0.0) * (self.bottom - self.top).max(0.0)
    }

    /// Returns the common area of two boxes as a fraction of the smaller one: 0 where they do not overlap, 1 where the
    /// larger one contains the smaller.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_relative_to_where_they_are() {
        let point = Point::new;
        let data = PathData::default()
            .move_to(point(10.04, 20.0))
            .line_to(point(9.5, 20.33))
            .line_to(point(9.5, 30.0))
            .close()
            .move_to(point(0.0, -0.04))
            .curve_to(point(5.0, 5.0), point(10.0, 0.0))
            .cubic_to(point(11.0, 1.0), point(12.0, -1.0), point(f64::NAN, 0.0));
        assert_eq!(data.to_string(), "M10 20l-.5 .3l0 9.7zm-10-20q5 5 10 0c1 1 2-1-10 0");
        assert!(!data.is_closed() && data.points().count() == 20);
    }
}
