//! Draws the panel beside the board: the players, the bank, and the legend of marks.

use super::board;
use super::cards::Table;
use super::pieces::{Mark, Side, ship, ship_size};
use crate::systems::homeworlds::rules::{Colour, Piece, PlayerStatus, State};
use crate::systems::homeworlds::view::names::Names;
use crate::view::layout::counted;
use crate::view::picture::{Anchor, LINE_HEIGHT, Level, Paint, Part, Point, Shape, Style, clipped, wrapped};

/// Width of the panel.
pub const WIDTH: f64 = 272.0;
/// Font sizes of the headings, and of the text below them.
const HEAD: f64 = 14.0;
const TEXT: f64 = 12.0;
const PLAYER_ROW: f64 = 40.0;
const COLUMN: f64 = 66.0;
const MARK_ROW: f64 = 31.0;
/// Maximum number of equal pieces in the bank that are drawn one behind the other.
const MAX_COPIES: u8 = 4;

/// Returns the parts of the panel, whose top left corner is `corner`, and the y coordinate of its bottom.
pub fn parts(corner: Point, table: &Table, state: &State, names: &Names<'_>) -> (Vec<Part>, f64) {
    let mut panel = Panel { left: corner.x, y: corner.y };
    let parts =
        [("players", panel.players(table, state, names)), ("bank", panel.bank(table, state)), ("marks", panel.marks())];
    let parts = parts.map(|(key, shapes)| Part { level: Level::Legend, key: key.to_owned(), shapes });
    (parts.into(), panel.y)
}

/// The part of the panel that is still free: its left edge, and its top, which moves down with each entry.
struct Panel {
    left: f64,
    y: f64,
}

impl Panel {
    fn text(&self, x: f64, y: f64, text: &str) -> Shape {
        Shape::text(Point::new(self.left + x, y), TEXT, Anchor::Start, &clipped(text, TEXT, WIDTH - x))
    }

    fn head(&mut self, text: &str) -> Shape {
        self.y += HEAD;
        let shape = Shape::text(Point::new(self.left, self.y), HEAD, Anchor::Start, text);
        self.y += 10.0;
        shape
    }

    fn players(&mut self, table: &Table, state: &State, names: &Names<'_>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (player, seat) in table.seats().iter().enumerate() {
            let side = table.side(player);
            let centre = Point::new(self.left + 13.0, self.y + 13.0);
            let style = Style::of(Paint::Player(player), Paint::Ink, 1.0);
            let at = Point::new(self.left, self.y);
            shapes.push(Shape::Rectangle { at, width: 26.0, height: 26.0, round: 4.0, style });
            shapes.push(pointer(side, centre));
            shapes.push(self.text(36.0, self.y + 11.0, &names.who(seat)));
            let (ships, points) = super::fleet(state, seat);
            let status = state.players().find(|(other, _)| *other == seat).map(|(_, status)| status);
            let what = match status {
                Some(PlayerStatus::Waiting) => "has still to set up".to_owned(),
                Some(PlayerStatus::Eliminated) if ships == 0 => "out".to_owned(),
                Some(PlayerStatus::Resigned) if ships == 0 => "resigned".to_owned(),
                status => {
                    let out = match status {
                        Some(PlayerStatus::Eliminated) => "out; ",
                        Some(PlayerStatus::Resigned) => "resigned; ",
                        _ => "",
                    };
                    format!("{out}{}, {}", counted(ships, "ship", "ships"), counted(points, "pip", "pips"))
                }
            };
            let what = format!("{}: {what}", board::side_word(side));
            shapes.push(self.text(36.0, self.y + 26.0, &what).in_paint(Paint::Muted));
            self.y += PLAYER_ROW;
        }
        self.y += 8.0;
        shapes
    }

    /// Returns the pieces in the bank: a column for each colour, with the smallest at the top.
    fn bank(&mut self, table: &Table, state: &State) -> Vec<Shape> {
        let per_kind = table.seats().len() + 1;
        let left: usize = Piece::all().map(|piece| usize::from(state.in_bank(piece))).sum();
        let mut shapes = vec![self.head(&format!("Bank, {left} of {} pieces", per_kind * Piece::KINDS))];
        for size in 1..=3 {
            let kinds: Vec<Piece> = Colour::ALL.into_iter().filter_map(|colour| Piece::new(colour, size)).collect();
            let length = kinds.first().map_or(0.0, |piece| ship_size(*piece).1);
            for (column, piece) in kinds.into_iter().enumerate() {
                let count = state.in_bank(piece);
                let x = self.left + COLUMN * column as f64 + 17.0;
                let base = Point::new(x, self.y + length / 2.0);
                let mut copies = Vec::new();
                for copy in (1..count.min(MAX_COPIES)).rev() {
                    let (width, length) = ship_size(piece);
                    copies.push(behind(piece, Point::new(base.x + f64::from(copy) * 5.0, base.y), width, length));
                }
                match count {
                    0 => copies.push(absent(piece, base)),
                    _ => copies.extend(ship(piece, Side::Bottom, base, Mark::None)),
                }
                let behind = f64::from(count.clamp(1, MAX_COPIES) - 1) * 5.0;
                let beside = Point::new(x + ship_size(piece).0 / 2.0 + behind + 3.0, self.y + length - 2.0);
                copies.push(Shape::text(beside, 11.0, Anchor::Start, &count.to_string()));
                shapes.push(Shape::group(&format!("{count} {piece} in the bank"), copies));
            }
            self.y += length + 9.0;
        }
        for (column, colour) in Colour::ALL.into_iter().enumerate() {
            let text = format!("{} {}", colour.letter(), colour.word());
            let at = Point::new(self.left + COLUMN * column as f64, self.y + 8.0);
            shapes.push(Shape::text(at, 10.5, Anchor::Start, &text).in_paint(Paint::Muted));
        }
        self.y += 34.0;
        shapes
    }

    fn marks(&mut self) -> Vec<Shape> {
        let mut shapes = vec![self.head("What the turn did")];
        self.y += 4.0;
        let rows = [
            ("a new ship", Mark::Built),
            ("traded for another colour", Mark::Traded),
            ("captured", Mark::Captured),
            ("lost", Mark::Lost),
        ];
        for (text, mark) in rows {
            if let Some(piece) = Piece::new(Colour::Green, 1) {
                shapes.extend(ship(piece, Side::Left, Point::new(self.left + 20.0, self.y + 8.0), mark));
            }
            shapes.push(self.text(50.0, self.y + 12.0, text));
            self.y += MARK_ROW;
        }
        for (text, is_refused) in [("moved", false), ("moved, against the rules", true)] {
            let (begin, tip) = (Point::new(self.left, self.y + 8.0), Point::new(self.left + 40.0, self.y + 8.0));
            shapes.extend(board::line(begin, begin.towards(tip, 0.5), tip, is_refused));
            shapes.push(self.text(50.0, self.y + 12.0, text));
            self.y += MARK_ROW;
        }
        let style = Style::of(Paint::Sea, Paint::Accent, 3.0);
        let at = Point::new(self.left + 4.0, self.y);
        shapes.push(Shape::Rectangle { at, width: 32.0, height: 17.0, round: 5.0, style });
        shapes.push(self.text(50.0, self.y + 12.0, "discovered, or set up"));
        self.y += MARK_ROW + 8.0;
        let sentence = "Systems connect that have no size of a star in common. A ship points away from its owner.";
        for row in wrapped(sentence, TEXT, WIDTH, 4) {
            self.y += TEXT * LINE_HEIGHT;
            shapes.push(self.text(0.0, self.y, &row).in_paint(Paint::Muted));
        }
        self.y += 6.0;
        shapes
    }
}

/// Returns a triangle that points in the direction of the ships of a side.
fn pointer(side: Side, centre: Point) -> Shape {
    let at = |x: f64, y: f64| Point::new(centre.x + x, centre.y + y);
    let corners = match side {
        Side::Top => [at(-6.0, -6.0), at(6.0, -6.0), at(0.0, 8.0)],
        Side::Bottom => [at(-6.0, 6.0), at(6.0, 6.0), at(0.0, -8.0)],
        Side::Left => [at(-6.0, -6.0), at(-6.0, 6.0), at(8.0, 0.0)],
        Side::Right => [at(6.0, -6.0), at(6.0, 6.0), at(-8.0, 0.0)],
    };
    Shape::polygon(&corners, Style::of(Paint::Paper, Paint::Ink, 0.8))
}

/// Returns a piece of the bank that is partly hidden behind another.
fn behind(piece: Piece, centre: Point, width: f64, length: f64) -> Shape {
    let style = Style::of(super::pieces::paint(piece.colour()), Paint::Ink, 1.1);
    triangle(centre, width, length, style)
}

/// Returns the dashed outline that stands for a kind of piece of which the bank has none.
fn absent(piece: Piece, centre: Point) -> Shape {
    let (width, length) = ship_size(piece);
    triangle(centre, width, length, Style::outlined(Paint::Muted, 1.0).dashed())
}

fn triangle(centre: Point, width: f64, length: f64, style: Style) -> Shape {
    let at = |x: f64, y: f64| Point::new(centre.x + x * width / 2.0, centre.y + y * length / 2.0);
    Shape::polygon(&[at(0.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)], style)
}
