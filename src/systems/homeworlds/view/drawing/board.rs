//! Draws the systems as cards with stars and ships, the lines between systems that connect, and the movements of ships.

use super::cards::{Card, Table};
use super::label;
use super::layout::{ABREAST, GAP, Layout, NAME, NAME_LINE, NAME_WIDTH, RIM, fleet_size, size, stars_size};
use super::pieces::{self, Mark, Side, ship_size, star_size};
use crate::model::{Action, ActionKind, TerritoryRef};
use crate::systems::homeworlds::view::names::Names;
use crate::view::picture::{Anchor, Level, Paint, Part, PathData, Point, Shape, Style, clipped};

/// Top left corner of the board on the sheet.
pub const ORIGIN: Point = Point::new(28.0, 104.0);
/// Maximum number of lines between systems; more would hide the systems, so none are drawn then.
const MAX_LINES: usize = 36;
/// Maximum number of movements of ships that are drawn.
const MAX_WAYS: usize = 40;

/// A card at its place on the sheet.
pub struct Placed<'c, 's> {
    card: &'c Card<'s>,
    /// The number of its place, as `Layout::centre` returns it.
    number: usize,
    centre: Point,
    width: f64,
    height: f64,
}

/// Returns the cards at their places; a board that is narrower than `width` is centred in it.
pub fn place<'c, 's>(
    layout: &Layout,
    width: f64,
    moment: usize,
    table: &Table,
    cards: &'c [Card<'s>],
) -> Vec<Placed<'c, 's>> {
    let left = ORIGIN.x + (width - layout.extent.x).max(0.0) / 2.0;
    let placed = cards.iter().filter_map(|card| {
        let (number, centre) = layout.centre(moment, card.id)?;
        let (width, height) = size(table, card);
        let centre = Point::new(centre.x + left, centre.y + ORIGIN.y);
        Some(Placed { card, number, centre, width, height })
    });
    placed.collect()
}

/// Returns the parts of a card: its background, its name, and its pieces.
pub fn parts(placed: &Placed<'_, '_>, table: &Table, names: &Names<'_>) -> [Part; 3] {
    let Placed { card, number, centre, width, height } = placed;
    let corner = Point::new(centre.x - width / 2.0, centre.y - height / 2.0);
    let rim = match (card.is_gone, card.is_new, card.home) {
        (true, _, _) => Style::of(Paint::Paper, Paint::Warning, 1.4).dashed(),
        (_, true, _) => Style::of(Paint::Sea, Paint::Accent, 3.0),
        (_, _, Some(player)) => Style::of(Paint::Sea, Paint::Player(player), 3.0),
        _ => Style::of(Paint::Sea, Paint::Muted, 1.0),
    };
    let mut ground = vec![Shape::Rectangle { at: corner, width: *width, height: *height, round: 12.0, style: rim }];
    if let Some(player) = card.home.filter(|_| !card.is_gone && card.is_new) {
        let inner = Point::new(corner.x + 3.0, corner.y + 3.0);
        let style = Style::outlined(Paint::Player(player), 2.0);
        ground.push(Shape::Rectangle { at: inner, width: width - 6.0, height: height - 6.0, round: 9.5, style });
    }
    let text = clipped(&label(card), NAME, NAME_WIDTH.max(width - 2.0 * RIM));
    let name = Shape::text(Point::new(centre.x, corner.y + RIM + NAME - 2.0), NAME, Anchor::Middle, &text);
    let name = if card.is_gone { name.in_paint(Paint::Muted) } else { name };
    let part = |level, what: &str, shapes| Part { level, key: format!("{what}.{number}"), shapes };
    [
        part(Level::Places, "system", ground),
        part(Level::Names, "name", vec![name]),
        part(Level::Pieces, "pieces", stand(placed, table, names)),
    ]
}

/// Returns the shapes of the stars and ships of a card.
fn stand(placed: &Placed<'_, '_>, table: &Table, names: &Names<'_>) -> Vec<Shape> {
    let Placed { card, centre, height, .. } = placed;
    let fleets = Side::ALL.map(|side| (side, fleet_size(table, card, side)));
    let [(_, above), (_, right), _, (_, left)] = fleets;
    let stars = stars_size(card);
    let middle = stars.1.max(left.1).max(right.1);
    let top = centre.y - height / 2.0 + RIM + NAME_LINE;
    let heart = Point::new(centre.x, top + above.1 + middle / 2.0);
    let mut shapes = Vec::new();
    let mut x = heart.x - stars.0 / 2.0;
    for (star, mark) in &card.stars {
        let side = star_size(*star);
        let title = format!("star {star}{}", mark.words());
        shapes.push(Shape::group(&title, pieces::star(*star, Point::new(x + side / 2.0, heart.y), *mark)));
        x += side + GAP;
    }
    for (side, _) in fleets {
        let ships: Vec<_> = card.ships.iter().filter(|ship| table.side(ship.owner) == side).collect();
        // The first row is next to the stars.
        let (away, along_y) = match side {
            Side::Top => (-middle / 2.0, false),
            Side::Bottom => (middle / 2.0, false),
            Side::Left => (-stars.0 / 2.0, true),
            Side::Right => (stars.0 / 2.0, true),
        };
        let outwards = away.signum();
        let mut edge = away + outwards * GAP;
        for row in ships.chunks(ABREAST) {
            let extent: f64 = row.iter().map(|ship| ship_size(ship.piece).0 + GAP).sum::<f64>() - GAP;
            let deep = row.iter().map(|ship| ship_size(ship.piece).1).fold(0.0, f64::max);
            let mut along = -extent / 2.0;
            for ship in row {
                let (width, length) = ship_size(ship.piece);
                let (a, b) = (along + width / 2.0, edge + outwards * (deep - length / 2.0));
                let at =
                    if along_y { Point::new(heart.x + b, heart.y + a) } else { Point::new(heart.x + a, heart.y + b) };
                let owner = table.seats().get(ship.owner).map_or_else(String::new, |seat| names.who(seat));
                let title = format!("{} of {owner}{}", ship.piece, ship.mark.words());
                shapes.push(Shape::group(&title, pieces::ship(ship.piece, side, at, ship.mark)));
                along += width + GAP;
            }
            edge += outwards * (deep + GAP);
        }
    }
    shapes
}

/// Returns the lines between systems that connect, which have no size of star in common; `None` without lines, or with
/// more than `MAX_LINES`.
pub fn connections(placed: &[Placed<'_, '_>]) -> Option<Part> {
    let sizes = |card: &Card<'_>| {
        let stars = card.stars.iter().filter(|(_, mark)| *mark != Mark::Lost);
        stars.fold(0_u8, |sizes, (star, _)| sizes | 1 << star.size())
    };
    let there: Vec<(u8, Point)> =
        placed.iter().filter(|placed| !placed.card.is_gone).map(|placed| (sizes(placed.card), placed.centre)).collect();
    let style = Style::outlined(Paint::Muted, 1.0).opacity(40);
    let mut shapes = Vec::new();
    for (index, (one, from)) in there.iter().enumerate() {
        for (_, to) in there.iter().take(index).filter(|(other, _)| one & other == 0 && *one != 0 && *other != 0) {
            shapes.push(Shape::line(*from, *to, style));
        }
        if shapes.len() > MAX_LINES {
            return None;
        }
    }
    Some(Part { level: Level::Ground, key: "connections".to_owned(), shapes }).filter(|part| !part.shapes.is_empty())
}

/// Returns an arrow for each ship that moved; `refused` are the indices of the actions that the rules forbid.
pub fn ways(
    placed: &[Placed<'_, '_>],
    actions: &[Action],
    refused: &[usize],
    words: impl Fn(&Action) -> String,
) -> Vec<Part> {
    let find = |id: &TerritoryRef| placed.iter().find(|placed| placed.card.id == id);
    let mut parts: Vec<Part> = Vec::new();
    let mut drawn: Vec<(usize, usize)> = Vec::new();
    for (index, action) in actions.iter().enumerate() {
        let (ActionKind::Move { from, to, .. } | ActionKind::Discover { from, to, .. }) = &action.kind else {
            continue;
        };
        let (Some(from), Some(to)) = (find(from), find(to)) else { continue };
        let way = (from.number.min(to.number), from.number.max(to.number));
        let beside = drawn.iter().filter(|other| **other == way).count();
        if way.0 == way.1 || drawn.len() >= MAX_WAYS {
            continue;
        }
        drawn.push(way);
        let shapes = arrow(from, to, beside, refused.contains(&index));
        let shapes = vec![Shape::group(&words(action), shapes)];
        parts.push(Part { level: Level::Orders, key: format!("action.{index}"), shapes });
    }
    parts
}

/// Returns an arrow from the rim of one card to that of another; `beside` is the number of arrows drawn between them
/// before.
fn arrow(from: &Placed<'_, '_>, to: &Placed<'_, '_>, beside: usize, is_refused: bool) -> Vec<Shape> {
    let length = from.centre.distance(to.centre).max(1.0);
    let (x, y) = ((to.centre.x - from.centre.x) / length, (to.centre.y - from.centre.y) / length);
    let bend = length * 0.06 + 9.0 * (beside % 8) as f64;
    let middle = from.centre.towards(to.centre, 0.5);
    let control = Point::new(middle.x - y * bend, middle.y + x * bend);
    let (begin, tip) = (rim(from, control), rim(to, control));
    line(begin, control, tip, is_refused)
}

/// Returns the point where the line from the centre of a card to `towards` crosses its rim.
fn rim(placed: &Placed<'_, '_>, towards: Point) -> Point {
    let (x, y) = (towards.x - placed.centre.x, towards.y - placed.centre.y);
    let part = (placed.width / 2.0 + 3.0) / x.abs().max(0.1);
    let part = part.min((placed.height / 2.0 + 3.0) / y.abs().max(0.1)).min(0.9);
    placed.centre.towards(towards, part)
}

/// Returns the shapes of an arrow along a curve.
pub fn line(begin: Point, control: Point, tip: Point, is_refused: bool) -> Vec<Shape> {
    let length = control.distance(tip).max(1.0);
    let (x, y) = ((tip.x - control.x) / length, (tip.y - control.y) / length);
    let corner = |sign: f64| Point::new(tip.x - x * 12.0 - y * 6.0 * sign, tip.y - y * 12.0 + x * 6.0 * sign);
    let neck = Point::new(tip.x - x * 8.0, tip.y - y * 8.0);
    let paint = if is_refused { Paint::Warning } else { Paint::Accent };
    let curve = |style| Shape::Path { data: PathData::default().move_to(begin).curve_to(control, neck), style };
    let style = Style::outlined(paint, 3.2);
    let mut shapes = vec![curve(Style::outlined(Paint::Paper, 6.0))];
    shapes.push(curve(if is_refused { style.dashed() } else { style }));
    shapes.push(Shape::polygon(&[tip, corner(1.0), corner(-1.0)], Style::filled(paint)));
    shapes
}

/// Returns the words for where the players of a side sit.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::Top => "above",
        Side::Right => "at the right",
        Side::Bottom => "below",
        Side::Left => "at the left",
    }
}
