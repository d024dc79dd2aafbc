//! Draws the picture of a board.

use super::scene::{Scene, colour};
use super::symbols::{Cell, arrow, sign};
use super::world::{Land, World};
use crate::model::{Field, Seat};
use crate::systems::global_war::rules::COUNTRIES;
use crate::systems::global_war::view::NOT_READ;
use crate::systems::global_war::view::board::CountryState;
use crate::view::layout::seat_text;
use crate::view::picture::{Anchor, Level, Paint, Part, PathData, Picture, Point, Shape, Style, clipped};

/// The width of a picture; this and all lengths are in units of the picture.
pub const WIDTH: f64 = 1480.0;
const HEIGHT: f64 = 820.0;
/// The size of country names.
pub const NAME: f64 = 10.0;
/// The size of other texts.
pub const TEXT: f64 = 12.0;
/// The style of the arrow for an attack that took the country.
pub const ATTACK: Style = Style::outlined(Paint::Ink, 3.0);
/// The style of the arrow for an attack that did not.
pub const FAILED: Style = Style::outlined(Paint::Ink, 2.2).dashed();
/// The style of the arrow for armies that fortify a country.
pub const FORTIFIED: Style = Style::outlined(Paint::Accent, 2.2);
/// The style of the arrow for a country that was swapped for another.
pub const SWAPPED: Style = Style::outlined(Paint::Accent, 2.2).dashed();

/// Draws a board.
pub fn draw(scene: &Scene<'_>) -> Picture {
    let world = World::get();
    let mut parts = ground(world);
    for (place, land) in world.countries.iter().enumerate() {
        parts.extend(scene.country(place, land));
    }
    parts.extend(scene.moves(world));
    parts.extend(scene.legend(world));
    let description = scene.description();
    Picture { title: scene.title.clone(), description, width: WIDTH, height: HEIGHT, parts }
}

/// Creates a part of a picture.
pub fn part(level: Level, key: impl Into<String>, shapes: Vec<Shape>) -> Part {
    Part { level, key: key.into(), shapes }
}

fn path(data: &PathData, style: Style) -> Shape {
    Shape::Path { data: data.clone(), style }
}

/// Returns the parts that are the same in every picture: the sea, the borders, the routes across the sea and the names.
fn ground(world: &World) -> Vec<Part> {
    let (from, to) = world.corners();
    let sea = Shape::Rectangle {
        at: from,
        width: to.x - from.x,
        height: to.y - from.y,
        round: 10.0,
        style: Style::filled(Paint::Sea),
    };
    let shallows = [(13.0, 30), (6.0, 45)]
        .map(|(width, opacity)| path(&world.coasts, Style::outlined(Paint::Paper, width).opacity(opacity)));
    let frame = Shape::Rectangle {
        at: from,
        width: to.x - from.x,
        height: to.y - from.y,
        round: 10.0,
        style: Style::outlined(Paint::Muted, 1.0),
    };
    let lines = vec![
        path(&world.borders, Style::outlined(Paint::Ink, 0.7).opacity(55)),
        path(&world.coasts, Style::outlined(Paint::Ink, 0.9).opacity(75)),
        path(&world.continents, Style::outlined(Paint::Ink, 2.2).opacity(80)),
        frame,
    ];
    let dashes = Style::outlined(Paint::Muted, 1.5).dashed();
    let mut routes: Vec<Shape> =
        world.routes.iter().map(|route| Shape::group(&route.title(), vec![path(&route.path(), dashes)])).collect();
    for (label, anchor, text) in
        [("to-Kamchatka", Anchor::Start, "to Kamchatka"), ("to-Alaska", Anchor::End, "to Alaska")]
    {
        let text = world.label(label).map(|at| Shape::text(at, NAME - 1.0, anchor, text).in_paint(Paint::Muted));
        routes.extend(text);
    }
    let name = |(place, land): (usize, &Land)| {
        let text = COUNTRIES.get(place).map_or(String::new(), |country| format!("{} {}", place + 1, country.name));
        Shape::text(land.name, NAME, Anchor::Middle, &text).with_halo()
    };
    vec![
        part(Level::Ground, "sea", [vec![sea], shallows.into()].concat()),
        part(Level::Lines, "borders", lines),
        part(Level::Lines, "routes", routes),
        part(Level::Names, "names", world.countries.iter().enumerate().map(name).collect()),
    ]
}

impl Scene<'_> {
    /// Draws a country, its armies and the changes to them.
    fn country(&self, place: usize, land: &Land) -> Vec<Part> {
        let nothing = CountryState::default();
        let state = self.countries.get(place).unwrap_or(&nothing);
        let fill = match &state.owner {
            Field::Known(Some(seat)) => Paint::Pattern(self.colour_of(seat)),
            Field::Known(None) => Paint::Land,
            _ => Paint::Barred,
        };
        let (name, key) = (name(place), place + 1);
        let title = format!("{name} ({key}): {}", self.owner_in_words(state));
        let outline = Shape::group(&title, vec![path(&land.outline, Style::filled(fill))]);
        let mut parts = vec![part(Level::Places, format!("country.{key}"), vec![outline])];
        let before = self.before.get(place).and_then(Option::as_ref);
        if before.is_some() {
            // Drawn above the borders of all countries.
            let changed = path(&land.outline, Style::outlined(Paint::Accent, 3.0));
            parts.push(part(Level::Lines, format!("changed.{key}"), vec![changed]));
        }
        let is_empty =
            |state: &CountryState| matches!((&state.owner, &state.armies), (Field::Known(None), Field::Known(0)));
        if is_empty(state) && before.is_none_or(is_empty) {
            return parts;
        }
        let mut title = format!("{name} ({key}): {}", self.in_words(state));
        if let Some(before) = before {
            title += &format!("; before: {}", self.in_words(before));
        }
        let (cells, rim) = self.sign(place, state, before);
        let width: f64 = cells.iter().map(Cell::width).sum();
        let armies = Shape::group(&title, sign(land.armies, &cells, rim));
        parts.push(part(Level::Pieces, format!("armies.{key}"), vec![armies]));
        if let Some(deployed) = self.moves.deployed.get(&place) {
            let at = Point::new(land.armies.x + width / 2.0 + 3.0, land.armies.y + 4.0);
            let text = Shape::text(at, 11.0, Anchor::Start, &format!("+{}", few_letters(*deployed))).with_halo();
            parts.push(part(Level::Pieces, format!("deployed.{key}"), vec![text]));
        }
        parts
    }

    /// Returns the colour number of a player.
    pub fn colour_of(&self, seat: &Seat) -> usize {
        self.players.iter().find(|player| player.seat == *seat).map_or_else(|| colour(seat), |player| player.colour)
    }

    /// Describes the owner and the armies of a country in words.
    pub fn in_words(&self, state: &CountryState) -> String {
        let owner = self.owner_in_words(state);
        match &state.armies {
            Field::Known(armies) => format!("{owner}, {}", armies_in_words(*armies)),
            _ => format!("{owner}, armies not known"),
        }
    }

    fn owner_in_words(&self, state: &CountryState) -> String {
        match &state.owner {
            Field::Known(Some(seat)) => self.who(seat),
            Field::Known(None) => "nobody".to_owned(),
            _ => "an owner who is not known".to_owned(),
        }
    }

    /// Names a player by number and, if it may be shown, by name.
    pub fn who(&self, seat: &Seat) -> String {
        let name = self.players.iter().find(|player| player.seat == *seat).and_then(|player| player.name.as_ref());
        let number = seat_text(seat);
        name.map_or_else(|| format!("player {number}"), |name| format!("player {number} {name}"))
    }

    /// Returns the cells and the rim of a country's sign: its owner and armies, after those of `before` if the country
    /// changed.
    fn sign(&self, place: usize, state: &CountryState, before: Option<&CountryState>) -> (Vec<Cell>, Style) {
        let owner = |state: &CountryState| {
            let (text, fill) = match &state.owner {
                Field::Known(Some(seat)) => {
                    (clipped(&seat_text(seat), 11.0, 22.0), Paint::Player(self.colour_of(seat)))
                }
                Field::Known(None) => ("–".to_owned(), Paint::Muted),
                _ => (NOT_READ.to_owned(), Paint::Muted),
            };
            Cell { text, size: 11.0, fill, ink: Paint::Paper }
        };
        let mut cells = Vec::new();
        if let Some(before) = before {
            let text = format!("{} →", short(&before.armies));
            cells.extend([owner(before), Cell { text, size: 10.0, fill: Paint::Paper, ink: Paint::Muted }]);
        }
        let own = owner(state);
        let rim = Style::outlined(if before.is_some() { Paint::Accent } else { own.fill }, 1.4);
        let follows = self.follows.get(place).copied().unwrap_or_default();
        let ink = if follows { Paint::Muted } else { Paint::Ink };
        cells.extend([own, Cell { text: short(&state.armies), size: 13.0, fill: Paint::Paper, ink }]);
        (cells, rim)
    }

    /// Draws the moves of the turn, one arrow each.
    fn moves(&self, world: &World) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut add = |kind: &str, (from, to): (usize, usize), words: &str, style: Style| {
            if let Some(shapes) = arrow(world, from, to, style) {
                let shapes = vec![Shape::group(&format!("{} {words} {}", name(from), name(to)), shapes)];
                parts.push(part(Level::Orders, format!("{kind}.{}.{}", from + 1, to + 1), shapes));
            }
        };
        self.moves.fortified.iter().for_each(|pair| add("fortify", *pair, "fortifies", FORTIFIED));
        self.moves.swapped.iter().for_each(|pair| add("swap", *pair, "is swapped for", SWAPPED));
        for (pair, is_won) in &self.moves.attacks {
            let (words, style) = if *is_won { ("takes", ATTACK) } else { ("attacks, but does not take", FAILED) };
            add("attack", *pair, words, style);
        }
        parts
    }
}

fn name(place: usize) -> &'static str {
    COUNTRIES.get(place).map_or("", |country| country.name)
}

fn armies_in_words(count: i32) -> String {
    if count == 1 { "1 army".to_owned() } else { format!("{count} armies") }
}

/// Returns a number of armies as shown in a sign.
fn short(armies: &Field<i32>) -> String {
    armies.known().map_or_else(|| NOT_READ.to_owned(), |armies| few_letters((*armies).into()))
}

/// Shortens a number to at most five characters, unless it is negative or very large; the full number is in the title
/// of the shape.
fn few_letters(number: i64) -> String {
    match number.unsigned_abs() {
        0..100_000 => number.to_string(),
        100_000..1_000_000 => format!("{}k", number / 1_000),
        1_000_000..1_000_000_000 => format!("{}M", number / 1_000_000),
        _ => format!("{}G", number / 1_000_000_000),
    }
}
