//! Draws the commands of a round: arrows for moves, and marks for exchanges.

use std::collections::HashMap;

use super::board::Field;
use super::{paint, record};
use crate::model::{Action, ActionKind, Seat};
use crate::systems::power::rules::{BoardAfterRound, Colour, Kind, Round, Sector};
use crate::view::picture::{Anchor, Level, Paint, Part, PathData, Point, Shape, Style};

/// The most commands of a round that are drawn; the rules allow twenty.
const MAX_DRAWN: usize = 120;
/// The distance of an arrow's beginning from the centre of its sector.
const CLEAR: f64 = 18.0;
/// The distances of an arrow's end from the centre: beside, above, and below, where the letters are.
const BESIDE: f64 = 24.0;
const ABOVE: f64 = 26.0;
const BELOW: f64 = 33.0;
/// The radius of a mark.
const MARK: f64 = 8.0;

/// The outcome of a command, which determines the style of its arrow or mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The command was played.
    Done,
    /// The command was played, but the pieces on its sector are not certain afterwards.
    Uncertain,
    /// The rules refuse the command.
    Refused,
}

/// Draws the commands of a round.
pub fn parts(round: &Round<'_>, scene: &BoardAfterRound) -> Vec<Part> {
    let mut ways: HashMap<(Sector, Sector), usize> = HashMap::new();
    let mut marks: HashMap<Sector, usize> = HashMap::new();
    let mut parts = Vec::new();
    let commands = round.turns.iter().flat_map(|(turn, of)| {
        of.actions.iter().enumerate().map(move |(index, action)| (*turn, index, of.player.as_ref(), action))
    });
    for (turn, index, seat, action) in commands.take(MAX_DRAWN) {
        let is_refused = scene.refused.binary_search(&(turn, index)).is_ok();
        let outcome = |at: Sector| match is_refused {
            true => Outcome::Refused,
            false if scene.uncertain.contains(&at) => Outcome::Uncertain,
            false => Outcome::Done,
        };
        let drawn = match &action.kind {
            ActionKind::Move { piece, from, to, .. } => {
                let (Some(from), Some(to)) = (Sector::of_place(from), Sector::of_place(to)) else { continue };
                // Arrows between the same sectors are bent differently.
                let beside = ways.entry((from.min(to), from.max(to))).or_default();
                *beside += 1;
                let is_missile = piece.as_ref().is_some_and(|p| Kind::of_name(&p.0) == Some(Kind::Megamissile));
                let mut shapes = arrow(from, to, *beside - 1, colour(action, seat), outcome(to));
                if is_missile && !is_refused {
                    shapes.extend(blast(to));
                }
                shapes
            }
            ActionKind::Exchange { at, .. } => {
                let Some(at) = Sector::of_place(at) else { continue };
                let beside = marks.entry(at).or_default();
                *beside += 1;
                mark(at, *beside - 1, outcome(at))
            }
            _ => continue,
        };
        let title = format!("{}: {}", seat_word(seat), record::command(action, seat));
        let shapes = vec![Shape::group(&title, drawn)];
        parts.push(Part { level: Level::Orders, key: format!("command.{turn}.{index}"), shapes });
    }
    parts
}

fn colour(action: &Action, seat: Option<&Seat>) -> Option<Colour> {
    action.player.as_ref().or(seat).and_then(Colour::of_seat)
}

fn seat_word(seat: Option<&Seat>) -> String {
    seat.and_then(Colour::of_seat).map_or_else(|| "Somebody".to_owned(), |colour| colour.word().to_owned())
}

/// Draws an arrow; the more arrows are between the same sectors (`beside`), the more it is bent.
fn arrow(from: Sector, to: Sector, beside: usize, colour: Option<Colour>, outcome: Outcome) -> Vec<Shape> {
    let (Some(start), Some(end)) = (Field::of(from), Field::of(to)) else { return Vec::new() };
    let (start, end) = (start.centre(), end.centre());
    let length = start.distance(end);
    if length < CLEAR + BELOW {
        return Vec::new();
    }
    let (along_x, along_y) = ((end.x - start.x) / length, (end.y - start.y) / length);
    // Every arrow is bent to the right of its direction, so that those of opposite directions are apart.
    let bend = length * 0.1 + 11.0 * (beside % 8) as f64;
    let middle = start.towards(end, 0.5);
    let control = Point::new(middle.x - along_y * bend, middle.y + along_x * bend);
    let begin = start.towards(control, CLEAR / start.distance(control));
    let tip = end.towards(control, clear(end, control) / end.distance(control));
    arrow_shapes(begin, control, tip, colour, outcome)
}

/// Returns the distance from the centre at which an arrow from a point ends: on an ellipse around the pieces.
fn clear(centre: Point, from: Point) -> f64 {
    let length = centre.distance(from).max(1.0);
    let (x, y) = ((from.x - centre.x) / length, (from.y - centre.y) / length);
    let upright = if y > 0.0 { BELOW } else { ABOVE };
    1.0 / (x / BESIDE).hypot(y / upright)
}

/// Draws an arrow along a curve.
pub fn arrow_shapes(begin: Point, control: Point, tip: Point, colour: Option<Colour>, outcome: Outcome) -> Vec<Shape> {
    let (back, side) = (11.0, 6.0);
    let length = control.distance(tip).max(1.0);
    let (x, y) = ((tip.x - control.x) / length, (tip.y - control.y) / length);
    let neck = Point::new(tip.x - x * back * 0.8, tip.y - y * back * 0.8);
    let corner = |sign: f64| Point::new(tip.x - x * back - y * side * sign, tip.y - y * back + x * side * sign);
    let line = |style| Shape::Path { data: PathData::default().move_to(begin).curve_to(control, neck), style };
    let fill = colour.map_or(Paint::Land, paint);
    let head = [tip, corner(1.0), corner(-1.0)];
    match outcome {
        Outcome::Done => vec![
            line(Style::outlined(Paint::Ink, 5.0)),
            Shape::polygon(&head, Style::of(fill, Paint::Ink, 1.4)),
            line(Style::outlined(fill, 2.8)),
        ],
        Outcome::Uncertain => vec![
            line(Style::outlined(Paint::Ink, 5.0)),
            line(Style::outlined(Paint::Paper, 3.4)),
            line(Style::outlined(Paint::Ink, 3.0).dashed()),
            Shape::polygon(&head, Style::of(fill, Paint::Ink, 1.4)),
        ],
        Outcome::Refused => {
            let warning = Style::outlined(Paint::Warning, 2.6);
            let middle =
                Point::new((begin.x + 2.0 * control.x + neck.x) / 4.0, (begin.y + 2.0 * control.y + neck.y) / 4.0);
            let mut shapes = vec![line(warning.dashed()), Shape::polygon(&head, Style::filled(Paint::Warning))];
            shapes.extend(cross(middle, 6.0));
            shapes
        }
    }
}

/// Draws the cross of a refused command.
fn cross(at: Point, arm: f64) -> [Shape; 2] {
    let style = Style::outlined(Paint::Warning, 2.6);
    [1.0, -1.0].map(|sign| {
        let from = Point::new(at.x - arm, at.y - arm * sign);
        Shape::line(from, Point::new(at.x + arm, at.y + arm * sign), style)
    })
}

/// Draws the hit of a megamissile.
fn blast(at: Sector) -> Option<Shape> {
    let centre = Field::of(at)?.centre();
    let points: Vec<Point> = (0..16)
        .map(|index| {
            let (radius, angle) =
                (if index % 2 == 0 { 30.0 } else { 18.0 }, f64::from(index) * std::f64::consts::PI / 8.0);
            Point::new(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
        })
        .collect();
    Some(Shape::polygon(&points, Style::outlined(Paint::Warning, 2.4)))
}

/// Draws the mark of an exchange, at the upper edge of its sector.
fn mark(at: Sector, beside: usize, outcome: Outcome) -> Vec<Shape> {
    let Some(field) = Field::of(at) else { return Vec::new() };
    let corner = field.upper_right();
    // There is room for three marks; further ones are drawn over the third.
    let centre = Point::new(corner.x - 11.0 - 2.0 * MARK * beside.min(2) as f64, corner.y + 11.0);
    mark_shapes(centre, outcome)
}

/// Draws the mark of an exchange around a point.
pub fn mark_shapes(centre: Point, outcome: Outcome) -> Vec<Shape> {
    let fill = if outcome == Outcome::Refused { Paint::Warning } else { Paint::Accent };
    let style = match outcome {
        Outcome::Uncertain => Style::of(Paint::Paper, fill, 1.6).dashed(),
        Outcome::Done | Outcome::Refused => Style::filled(fill),
    };
    let text = if outcome == Outcome::Uncertain { fill } else { Paint::Paper };
    let sign = if outcome == Outcome::Refused { "×" } else { "↔" };
    let sign = Shape::text(Point::new(centre.x, centre.y + 3.8), 11.0, Anchor::Middle, sign).in_paint(text);
    vec![Shape::Circle { at: centre, radius: MARK, style }, sign]
}
