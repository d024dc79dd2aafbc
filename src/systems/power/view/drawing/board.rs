//! Draws the board: the sectors, with sea and the land of each country, and the pieces.

use super::{icons, paint};
use crate::systems::power::rules::{Area, BoardAfterRound, Colour, Sector};
use crate::systems::power::view::picture::{DIAGONALS, SIDE, name, sector};
use crate::view::picture::{Anchor, Level, Paint, Part, Point, Shape, Style, text_width};

/// The side of a cell. This and all lengths are in units of the picture.
const CELL: f64 = 104.0;
/// The margin of the sheet.
pub const MARGIN: f64 = 20.0;
/// The height of a reserve, and its distance from the board (`GAP`).
const RESERVE: f64 = 58.0;
const GAP: f64 = 8.0;
/// The top of the reserves above the board, and that of the board (`TOP`).
const RESERVES_TOP: f64 = 76.0;
const TOP: f64 = RESERVES_TOP + RESERVE + GAP;
/// The side of the board.
const EXTENT: f64 = CELL * SIDE as f64;
/// The top left corner and the width of the legend beside the board.
pub const PANEL: Point = Point::new(MARGIN + EXTENT + 26.0, RESERVES_TOP);
pub const PANEL_WIDTH: f64 = 250.0;
/// The size of the sheet.
pub const WIDTH: f64 = PANEL.x + PANEL_WIDTH + MARGIN;
pub const HEIGHT: f64 = TOP + EXTENT + GAP + RESERVE + MARGIN;
/// The size of the names of sectors, and that of the letters below pieces.
const NAME: f64 = 11.0;
const LETTERS: f64 = 10.0;
/// The width and height of a piece with its letters, at the usual scale.
const SLOT: (f64, f64) = (32.0, 38.0);
/// The greatest scale, for pieces with much room.
const MAX_SCALE: f64 = 1.4;
/// The opacity of a country's ground, in percent of its colour.
const TINT: u8 = 30;

/// An upright rectangle on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    at: Point,
    width: f64,
    height: f64,
}

impl Field {
    /// Returns the rectangle of a sector: some cells of the board, or a box beside it for a reserve.
    pub fn of(sector_wanted: Sector) -> Option<Field> {
        if let Area::Reserve(colour) = sector_wanted.area() {
            let width = CELL * 3.0;
            let x = if matches!(colour, Colour::Yellow | Colour::Red) { MARGIN } else { MARGIN + EXTENT - width };
            let y = if matches!(colour, Colour::Yellow | Colour::Black) { RESERVES_TOP } else { TOP + EXTENT + GAP };
            return Some(Field { at: Point::new(x, y), width, height: RESERVE });
        }
        let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        let mut own = cells().filter(|(row, column)| sector(*row, *column) == Some(sector_wanted));
        let first = own.next()?;
        let last = own.next_back().unwrap_or(first);
        let at = corner(first.0, first.1);
        let end = corner(last.0 + 1, last.1 + 1);
        Some(Field { at, width: end.x - at.x, height: end.y - at.y })
    }

    /// Returns the centre.
    pub fn centre(self) -> Point {
        Point::new(self.at.x + self.width / 2.0, self.at.y + self.height / 2.0)
    }

    /// Returns the upper right corner.
    pub fn upper_right(self) -> Point {
        Point::new(self.at.x + self.width, self.at.y)
    }

    fn shape(self, inset: f64, round: f64, style: Style) -> Shape {
        let at = Point::new(self.at.x + inset, self.at.y + inset);
        Shape::Rectangle { at, width: self.width - 2.0 * inset, height: self.height - 2.0 * inset, round, style }
    }
}

fn corner(row: usize, column: usize) -> Point {
    Point::new(MARGIN + CELL * column as f64, TOP + CELL * row as f64)
}

/// Draws the board and its pieces.
pub fn parts(scene: &BoardAfterRound) -> Vec<Part> {
    let mut parts = vec![crossings(), frame()];
    for at in Sector::all() {
        let Some(field) = Field::of(at) else { continue };
        parts.push(ground(at, field));
        parts.push(label(at, field, scene.uncertain.contains(&at)));
        parts.extend(pieces(at, field, scene));
    }
    parts
}

/// Draws the ground of a sector: sea, an island, or a country's land.
fn ground(at: Sector, field: Field) -> Part {
    let line = Style::outlined(Paint::Muted, 1.0);
    let sea = Style::of(Paint::Sea, Paint::Muted, 1.0);
    let shapes = match at.area() {
        Area::Lane(_) => vec![field.shape(0.0, 0.0, sea)],
        Area::Island => {
            vec![field.shape(0.0, 0.0, sea), field.shape(7.0, 26.0, Style::of(Paint::Land, Paint::Muted, 1.0))]
        }
        Area::Land(colour, _) => vec![field.shape(0.0, 0.0, tint(colour)), field.shape(0.0, 0.0, line)],
        Area::Headquarters(colour) => {
            let wall = Style::outlined(Paint::Ink, 2.0);
            vec![field.shape(0.0, 0.0, tint(colour)), field.shape(0.0, 0.0, line), field.shape(3.0, 6.0, wall)]
        }
        Area::Reserve(colour) => {
            vec![field.shape(0.0, 10.0, tint(colour)), field.shape(0.0, 10.0, line.dashed())]
        }
    };
    Part { level: Level::Places, key: format!("sector.{}", at.code()), shapes }
}

const fn tint(colour: Colour) -> Style {
    Style::filled(paint(colour)).opacity(TINT)
}

/// Draws the name of a sector, with `?` if its pieces are not certain.
fn label(at: Sector, field: Field, is_uncertain: bool) -> Part {
    let name = match at.area() {
        Area::Reserve(_) => at.code().to_owned(),
        _ => name(at),
    };
    let half = text_width(&name, NAME) / 2.0;
    // In a sector whose corners may have bridges, the name is in the middle.
    let (x, y) = match at.area() {
        Area::Lane(_) | Area::Reserve(_) => (6.0, 14.0),
        Area::Land(..) => (field.width / 2.0 - half, 14.0),
        Area::Headquarters(_) => (field.width / 2.0 - half, 17.0),
        Area::Island => (field.width / 2.0 - half, 21.0),
    };
    let place = Point::new(field.at.x + x, field.at.y + y);
    let mut shapes = vec![Shape::text(place, NAME, Anchor::Start, &name)];
    if is_uncertain {
        let rim = Style::outlined(Paint::Warning, 1.6).dashed();
        shapes.push(field.shape(3.0, 6.0, rim));
        let behind = Point::new(place.x + text_width(&name, NAME) + 1.0, place.y);
        shapes.push(Shape::text(behind, NAME, Anchor::Start, "?"));
    }
    Part { level: Level::Names, key: format!("name.{}", at.code()), shapes }
}

/// Draws bridges where two sectors meet across a corner of the board.
fn crossings() -> Part {
    let bridge = |(row, column, diagonal): (usize, usize, char)| {
        let centre = corner(row, column);
        // The bridge lies along the line that the document draws there.
        let (dx, dy) = if diagonal == '/' { (9.0, 9.0) } else { (9.0, -9.0) };
        let (from, to) = (Point::new(centre.x - dx, centre.y - dy), Point::new(centre.x + dx, centre.y + dy));
        let line = |paint, width| Shape::line(from, to, Style::outlined(paint, width));
        [line(Paint::Ink, 7.0), line(Paint::Land, 5.0)]
    };
    let corners = DIAGONALS.iter().flat_map(|(row, line)| line.iter().map(|(column, d)| (*row, *column, *d)));
    Part { level: Level::Lines, key: "crossings".to_owned(), shapes: corners.flat_map(bridge).collect() }
}

/// Draws the frames of the countries and of the board.
fn frame() -> Part {
    let line = Style::outlined(Paint::Ink, 1.6);
    let block = |row, column, cells: f64| {
        let field = Field { at: corner(row, column), width: CELL * cells, height: CELL * cells };
        field.shape(0.0, 0.0, line)
    };
    let mut shapes: Vec<Shape> = [(1, 1), (1, 5), (5, 1), (5, 5)].into_iter().map(|(r, c)| block(r, c, 3.0)).collect();
    shapes.push(block(0, 0, SIDE as f64));
    Part { level: Level::Lines, key: "frame".to_owned(), shapes }
}

/// Draws the pieces on a sector; `None` if there are none.
fn pieces(at: Sector, field: Field, scene: &BoardAfterRound) -> Option<Part> {
    let stacks: Vec<_> = scene.board.stacks(at).collect();
    if stacks.is_empty() {
        return None;
    }
    let room = match at.area() {
        Area::Reserve(_) => Field { at: Point::new(field.at.x + 30.0, field.at.y), width: field.width - 36.0, ..field },
        _ => {
            let (inset, top) = match at.area() {
                Area::Headquarters(_) => (4.0, 20.0),
                Area::Island => (14.0, 23.0),
                _ => (4.0, 17.0),
            };
            let at = Point::new(field.at.x + inset, field.at.y + top);
            Field { at, width: field.width - 2.0 * inset, height: field.height - top - inset }
        }
    };
    let (columns, scale) = grid(stacks.len(), room);
    let rows = stacks.len().div_ceil(columns);
    let (width, height) = (SLOT.0 * scale, SLOT.1 * scale);
    let top = room.centre().y - height * rows as f64 / 2.0;
    let mut shapes = Vec::new();
    for (index, (colour, kind, count)) in stacks.into_iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let left = room.centre().x - width * columns as f64 / 2.0;
        let x = left + width * (column as f64 + 0.5);
        let y = top + height * row as f64;
        let code = format!("{}{}", colour.letter(), kind.letter());
        let text = if count == 1 { code } else { format!("{count}{code}") };
        let size = LETTERS * scale * (width * 0.96 / text_width(&text, LETTERS * scale).max(1.0)).min(1.0);
        let mut drawn = icons::icon(kind, colour, Point::new(x, y + (icons::SIDE / 2.0 + 1.0) * scale), scale);
        drawn.push(Shape::text(Point::new(x, y + (SLOT.1 - 3.0) * scale), size, Anchor::Middle, &text));
        let title = format!("{count} {} {} on {}", colour.word(), kind.word(), at.code());
        shapes.push(Shape::group(&title, drawn));
    }
    Some(Part { level: Level::Pieces, key: format!("pieces.{}", at.code()), shapes })
}

/// Returns the number of columns and the scale at which `count` pieces fit into the room.
fn grid(count: usize, room: Field) -> (usize, f64) {
    let scale = |columns: usize| {
        let rows = count.div_ceil(columns);
        (room.width / SLOT.0 / columns as f64).min(room.height / SLOT.1 / rows as f64).min(MAX_SCALE)
    };
    let better = |best: (usize, f64), columns: usize| {
        let scale = scale(columns);
        if scale > best.1 { (columns, scale) } else { best }
    };
    // Of equal scales the one with most columns is taken, because rows are read before columns.
    (1..=count).rev().fold((count.max(1), scale(count.max(1))), better)
}
