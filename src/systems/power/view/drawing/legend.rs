//! Draws the legend beside the board: the colours, the kinds of pieces, and the marks.

use super::board::{HEIGHT, MARGIN, PANEL, PANEL_WIDTH};
use super::orders::{Outcome, arrow_shapes, mark_shapes};
use super::{Rounds, colours, icons, paint, result, uncertain};
use crate::systems::power::rules::{BoardAfterRound, Colour, Kind};
use crate::view::layout::{capital, counted};
use crate::view::picture::{Anchor, LINE_HEIGHT, Level, Paint, Part, Point, Shape, Style, clipped, wrapped};

/// The size of headings, and that of other text.
const HEAD: f64 = 14.0;
const TEXT: f64 = 12.0;
/// The distances of rows: of colours, of kinds, and of marks.
const COLOUR_ROW: f64 = 42.0;
const KIND_ROW: f64 = 28.0;
const MARK_ROW: f64 = 24.0;
/// The most lines of each sentence below the tables.
const MAX_LINES: usize = 12;

/// Draws the legend.
pub fn parts(album: &Rounds<'_>, scene: &BoardAfterRound) -> Vec<Part> {
    let mut panel = Panel { y: PANEL.y };
    let mut parts = vec![panel.colours(album, scene), panel.kinds(scene)];
    if album.rounds.iter().any(|round| round.is_played()) {
        parts.push(panel.marks());
    }
    parts.push(panel.sentences(&[uncertain(scene), result(album.game)]));
    parts.into_iter().map(|(key, shapes)| Part { level: Level::Legend, key: key.to_owned(), shapes }).collect()
}

/// The legend, drawn from top to bottom: `y` is where the next row begins.
struct Panel {
    y: f64,
}

impl Panel {
    fn text(x: f64, y: f64, text: &str) -> Shape {
        let room = PANEL_WIDTH - (x - PANEL.x);
        Shape::text(Point::new(x, y), TEXT, Anchor::Start, &clipped(text, TEXT, room))
    }

    fn head(&mut self, text: &str) -> Shape {
        self.y += HEAD;
        let shape = Shape::text(Point::new(PANEL.x, self.y), HEAD, Anchor::Start, text);
        self.y += 10.0;
        shape
    }

    fn colours(&mut self, album: &Rounds<'_>, scene: &BoardAfterRound) -> (&'static str, Vec<Shape>) {
        let of = album.colours(&scene.board);
        let mut shapes = Vec::new();
        for colour in of {
            let swatch = Point::new(PANEL.x, self.y);
            let style = Style::of(paint(colour), Paint::Ink, 1.2);
            shapes.push(Shape::Rectangle { at: swatch, width: 26.0, height: 26.0, round: 4.0, style });
            let letter = Point::new(PANEL.x + 13.0, self.y + 19.0);
            shapes.push(Shape::text(letter, 15.0, Anchor::Middle, &colour.letter().to_string()).with_halo());
            let name = album.name(colour);
            let word = capital(colour.word());
            let name = if name == word { name } else { format!("{name} ({})", colour.word()) };
            shapes.push(Panel::text(PANEL.x + 36.0, self.y + 11.0, &name));
            let points = colours::points(&scene.board, colour);
            let flag = match colours::flag(&scene.board, colour).as_str() {
                "none" => "no flag".to_owned(),
                at => format!("flag on {at}"),
            };
            let what = format!("{}, {flag}", counted(usize::try_from(points).unwrap_or(usize::MAX), "point", "points"));
            shapes.push(Panel::text(PANEL.x + 36.0, self.y + 27.0, &what).in_paint(Paint::Muted));
            self.y += COLOUR_ROW;
        }
        self.y += 8.0;
        ("colours", shapes)
    }

    fn kinds(&mut self, scene: &BoardAfterRound) -> (&'static str, Vec<Shape>) {
        let colour = shown_colour(scene);
        let mut shapes = vec![self.head("Pieces, with their points")];
        self.y += 6.0;
        for kind in Kind::ALL {
            let centre = Point::new(PANEL.x + 13.0, self.y + 8.0);
            shapes.extend(icons::icon(kind, colour, centre, 0.9));
            let power = match kind.power() {
                0 => String::new(),
                power => format!(", {power}"),
            };
            let text = format!("{} {}{power}", kind.letter(), kind.word());
            shapes.push(Panel::text(PANEL.x + 36.0, self.y + 12.0, &text));
            self.y += KIND_ROW;
        }
        self.y += 12.0;
        ("kinds", shapes)
    }

    fn marks(&mut self) -> (&'static str, Vec<Shape>) {
        let mut shapes = vec![self.head("The round")];
        self.y += 8.0;
        let rows = [
            ("a move", Outcome::Done),
            ("a move to a sector with ?", Outcome::Uncertain),
            ("a move that the rules refuse", Outcome::Refused),
        ];
        for (text, outcome) in rows {
            let y = self.y + 4.0;
            let (begin, tip) = (Point::new(PANEL.x, y), Point::new(PANEL.x + 44.0, y));
            shapes.extend(arrow_shapes(begin, begin.towards(tip, 0.5), tip, Some(Colour::Yellow), outcome));
            shapes.push(Panel::text(PANEL.x + 56.0, y + 4.0, text));
            self.y += MARK_ROW;
        }
        for (text, outcome) in [("an exchange", Outcome::Done), ("one that the rules refuse", Outcome::Refused)] {
            let y = self.y + 4.0;
            shapes.extend(mark_shapes(Point::new(PANEL.x + 22.0, y), outcome));
            shapes.push(Panel::text(PANEL.x + 56.0, y + 4.0, text));
            self.y += MARK_ROW;
        }
        self.y += 12.0;
        ("marks", shapes)
    }

    fn sentences(&mut self, sentences: &[String]) -> (&'static str, Vec<Shape>) {
        let mut shapes = Vec::new();
        for sentence in sentences.iter().filter(|sentence| !sentence.is_empty()) {
            for line in wrapped(sentence, TEXT, PANEL_WIDTH, MAX_LINES) {
                self.y += TEXT * LINE_HEIGHT;
                if self.y < HEIGHT - MARGIN {
                    shapes.push(Panel::text(PANEL.x, self.y, &line));
                }
            }
            self.y += TEXT * 0.6;
        }
        ("sentences", shapes)
    }
}

/// Returns a colour for the samples of pieces: one with pieces on the board, if there is any.
fn shown_colour(scene: &BoardAfterRound) -> Colour {
    Colour::ALL.into_iter().find(|colour| colours::has_any(&scene.board, *colour)).unwrap_or(Colour::White)
}
