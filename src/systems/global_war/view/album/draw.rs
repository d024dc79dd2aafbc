//! The picture of a board.

use super::scene::{Holding, Player, Scene, colour, is_known};
use super::world::{Land, World};
use crate::model::{Field, Seat};
use crate::systems::global_war::rules::{COUNTRIES, Continent};
use crate::systems::global_war::view::NOT_READ;
use crate::systems::global_war::view::board::{CountryState, holder};
use crate::text::english::{capital, counted};
use crate::view::layout::seat_text;
use crate::view::picture::{
    Anchor, Level, Paint, Part, PathData, Picture, Point, Shape, Style, clipped, text_width, wrapped,
};

const WIDTH: f64 = 1480.0;
const HEIGHT: f64 = 820.0;
/// The size of countries' names.
const NAME: f64 = 10.0;
/// The size of other texts.
const TEXT: f64 = 12.0;
/// How high the sign of a country's armies is.
const SIGN: f64 = 18.0;
/// How far an arrow ends above or below the middle of a sign, and beside it.
const AROUND: f64 = 13.0;
const BESIDE: f64 = 30.0;
/// The most players that are listed.
const MAX_PLAYERS: usize = 8;
/// How thick the arrow of an attack is that took the country, and that of another one.
const WON: f64 = 3.0;
const FAILED: f64 = 2.2;

/// Draws a board.
pub fn draw(scene: &Scene<'_>) -> Picture {
    let world = World::get();
    let mut parts = ground(world);
    for (place, land) in world.countries.iter().enumerate() {
        parts.extend(scene.country(place, land));
    }
    parts.extend(scene.moves(world));
    parts.extend(Continent::ALL.into_iter().filter_map(|continent| scene.continent(world, continent)));
    parts.push(scene.heading());
    parts.push(scene.players());
    parts.push(key(scene));
    let description = scene.description();
    Picture { title: scene.title.clone(), description, width: WIDTH, height: HEIGHT, parts }
}

/// A part of the legend.
fn part(level: Level, key: impl Into<String>, shapes: Vec<Shape>) -> Part {
    Part { level, key: key.into(), shapes }
}

fn path(data: &PathData, style: Style) -> Shape {
    Shape::Path { data: data.clone(), style }
}

/// What is the same in every picture: the sea, the borders, the ways over the sea, the names.
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
    /// A country, and its armies.
    fn country(&self, place: usize, land: &Land) -> Vec<Part> {
        let nothing = CountryState::default();
        let state = self.countries.get(place).unwrap_or(&nothing);
        let fill = match &state.owner {
            Field::Known(Some(seat)) => Paint::Pattern(self.colour_of(seat)),
            Field::Known(None) => Paint::Land,
            _ => Paint::Barred,
        };
        let before = self.before.get(place).and_then(Option::as_ref);
        let mut shapes = vec![path(&land.outline, Style::filled(fill))];
        if before.is_some() {
            shapes.push(path(&land.outline, Style::outlined(Paint::Accent, 3.5)));
        }
        let name = COUNTRIES.get(place).map_or("", |country| country.name);
        let mut title = format!("{name} ({}): {}", place + 1, self.in_words(state));
        if let Some(before) = before {
            title += &format!("; before: {}", self.in_words(before));
        }
        let key = place + 1;
        let mut parts = vec![part(Level::Places, format!("country.{key}"), vec![Shape::group(&title, shapes)])];
        let sign = self.sign(place, land.armies, state, before);
        if !sign.is_empty() {
            parts.push(part(Level::Pieces, format!("armies.{key}"), vec![Shape::group(&title, sign)]));
        }
        parts
    }

    fn colour_of(&self, seat: &Seat) -> usize {
        self.players.iter().find(|player| player.seat == *seat).map_or_else(|| colour(seat), |player| player.colour)
    }

    /// Who holds a country, in words.
    fn in_words(&self, state: &CountryState) -> String {
        let owner = match &state.owner {
            Field::Known(Some(seat)) => self.who(seat),
            Field::Known(None) => "nobody".to_owned(),
            _ => "an owner who is not known".to_owned(),
        };
        match &state.armies {
            Field::Known(armies) => format!("{owner}, {}", armies_in_words(*armies)),
            _ => format!("{owner}, armies not known"),
        }
    }

    fn who(&self, seat: &Seat) -> String {
        let name = self.players.iter().find(|player| player.seat == *seat).and_then(|player| player.name.as_ref());
        let number = seat_text(seat);
        name.map_or_else(|| format!("player {number}"), |name| format!("player {number} {name}"))
    }

    /// The sign of a country's armies: whose they are, how many, what came to them.
    fn sign(&self, place: usize, at: Point, state: &CountryState, before: Option<&CountryState>) -> Vec<Shape> {
        let is_empty =
            |state: &CountryState| matches!((&state.owner, &state.armies), (Field::Known(None), Field::Known(0)));
        if is_empty(state) && before.is_none_or(is_empty) {
            return Vec::new();
        }
        let follows = self.follows.get(place).copied().unwrap_or_default();
        let owner = |state: &CountryState| match &state.owner {
            Field::Known(Some(seat)) => (clipped(&seat_text(seat), 11.0, 22.0), Paint::Player(self.colour_of(seat))),
            Field::Known(None) => ("–".to_owned(), Paint::Muted),
            _ => (NOT_READ.to_owned(), Paint::Muted),
        };
        let (seat, paint) = owner(state);
        let of_seat = |(text, fill): (String, Paint)| Cell { text, size: 11.0, fill, ink: Paint::Paper };
        let plain = |text: String, ink| Cell { text, size: 10.0, fill: Paint::Paper, ink };
        let mut cells = Vec::new();
        if let Some(before) = before.filter(|before| before.owner != state.owner) {
            cells.push(of_seat(owner(before)));
            cells.push(plain(format!("{} →", short(&before.armies)), Paint::Muted));
        }
        cells.push(of_seat((seat, paint)));
        if let Some(before) = before.filter(|before| before.owner == state.owner) {
            cells.push(plain(format!("{} →", short(&before.armies)), Paint::Muted));
        }
        let ink = if follows { Paint::Muted } else { Paint::Ink };
        cells.push(Cell { text: short(&state.armies), size: 13.0, fill: Paint::Paper, ink });
        if let Some(deployed) = self.moves.deployed.get(&place) {
            cells.push(plain(format!("+{}", few_letters(*deployed)), Paint::Accent));
        }
        sign(at, &cells, Style::outlined(if before.is_some() { Paint::Accent } else { paint }, 1.4))
    }

    /// What the turn did, as arrows.
    fn moves(&self, world: &World) -> Option<Part> {
        let own = Paint::Player(self.moves.colour);
        let mut shapes = Vec::new();
        for ((from, to), armies) in &self.moves.fortified {
            let title = format!("{} go from {} to {}", few_letters(*armies), name(*from), name(*to));
            shapes.extend(arrow(world, *from, *to, &title, Style::outlined(Paint::Accent, FAILED)));
        }
        for (from, to) in &self.moves.swapped {
            let title = format!("{} is swapped for {}", name(*from), name(*to));
            shapes.extend(arrow(world, *from, *to, &title, Style::outlined(Paint::Accent, FAILED).dashed()));
        }
        for ((from, to), is_won) in &self.moves.attacks {
            let (how, style) = match is_won {
                true => ("takes", Style::outlined(own, WON)),
                false => ("attacks, but does not take", Style::outlined(own, FAILED).dashed()),
            };
            shapes.extend(arrow(world, *from, *to, &format!("{} {how} {}", name(*from), name(*to)), style));
        }
        (!shapes.is_empty()).then(|| part(Level::Orders, "moves", shapes))
    }

    /// The name of a continent, what it brings, and who holds it.
    fn continent(&self, world: &World, continent: Continent) -> Option<Part> {
        let at = world.continent(continent)?;
        let name = Shape::text(at, 14.0, Anchor::Middle, continent.name()).in_paint(Paint::Muted);
        let below = Point::new(at.x, at.y + 16.0);
        let bonus = format!("+{}", continent.bonus());
        let Some(seat) = holder(&self.countries, continent) else {
            let bonus = Shape::text(below, TEXT, Anchor::Middle, &bonus).in_paint(Paint::Muted);
            return Some(part(Level::Legend, key_of(continent), vec![name, bonus]));
        };
        let paint = Paint::Player(self.colour_of(seat));
        let cells = [
            Cell { text: clipped(&seat_text(seat), 11.0, 22.0), size: 11.0, fill: paint, ink: Paint::Paper },
            Cell { text: bonus, size: TEXT, fill: Paint::Paper, ink: Paint::Ink },
        ];
        let title = format!("{} holds {}", capital(&self.who(seat)), continent.name());
        let held = Shape::group(&title, sign(Point::new(below.x, below.y - 2.0), &cells, Style::outlined(paint, 1.4)));
        Some(part(Level::Legend, key_of(continent), vec![name, held]))
    }

    /// The title, and what is to be known of the board, above and below the map.
    fn heading(&self) -> Part {
        let mut shapes = vec![
            Shape::text(Point::new(20.0, 30.0), 22.0, Anchor::Start, &clipped(&self.title, 22.0, WIDTH - 40.0)),
            Shape::text(Point::new(20.0, 51.0), 13.0, Anchor::Start, &clipped(&self.subtitle, 13.0, WIDTH - 40.0))
                .in_paint(Paint::Muted),
        ];
        for (row, text) in wrapped(&self.notes.join(" "), TEXT, WIDTH - 40.0, 2).into_iter().enumerate() {
            let at = Point::new(20.0, 792.0 + row as f64 * 17.0);
            shapes.push(Shape::text(at, TEXT, Anchor::Start, &text).in_paint(Paint::Muted));
        }
        part(Level::Legend, "title", shapes)
    }

    /// The players, and what each has.
    fn players(&self) -> Part {
        const LEFT: f64 = 34.0;
        const RIGHTS: [f64; 3] = [246.0, 292.0, 350.0];
        let mut rows: Vec<Row> = self.players.iter().take(MAX_PLAYERS).map(|player| self.row(player)).collect();
        let mut rest = |name: &str, holding: Holding| {
            if holding.countries > 0 {
                let texts = [name.to_owned(), holding.countries.to_string(), holding.armies_text(), String::new()];
                rows.push(Row { sign: None, texts, is_out: false });
            }
        };
        let hidden = self.players.get(MAX_PLAYERS..).unwrap_or_default();
        let is_hidden = |owner: &Field<Option<Seat>>| {
            let seat = owner.known().and_then(Option::as_ref);
            seat.is_some_and(|seat| hidden.iter().any(|player| player.seat == *seat))
        };
        rest("others", Holding::of(&self.countries, is_hidden));
        rest("nobody", Holding::of(&self.countries, |owner| owner.known() == Some(&None)));
        rest("not known", Holding::of(&self.countries, |owner| owner.known().is_none()));
        let height = 28.0 + rows.len() as f64 * 22.0;
        let top = 754.0 - height;
        let mut shapes = vec![card(Point::new(26.0, top), 336.0, height)];
        for (right, text) in RIGHTS.into_iter().zip(["countries", "armies", "continents"]) {
            let at = Point::new(right, top + 17.0);
            shapes.push(Shape::text(at, NAME - 1.0, Anchor::End, text).in_paint(Paint::Muted));
        }
        for (index, row) in rows.iter().enumerate() {
            let middle = top + 35.0 + index as f64 * 22.0;
            let paint = if row.is_out { Paint::Muted } else { Paint::Ink };
            let [name, counts @ ..] = &row.texts;
            if let Some((number, colour)) = &row.sign {
                let swatch = Style::of(Paint::Pattern(*colour), Paint::Player(*colour), 1.0);
                let at = Point::new(LEFT + 18.0, middle - 7.0);
                shapes.push(Shape::Rectangle { at, width: 22.0, height: 14.0, round: 3.0, style: swatch });
                let cell = Cell { text: number.clone(), size: 11.0, fill: Paint::Player(*colour), ink: Paint::Paper };
                shapes.extend(sign(
                    Point::new(LEFT + 7.0, middle),
                    &[cell],
                    Style::outlined(Paint::Player(*colour), 1.0),
                ));
            }
            let at = |x| Point::new(x, middle + 4.2);
            shapes.push(Shape::text(at(LEFT + 46.0), TEXT, Anchor::Start, &clipped(name, TEXT, 138.0)).in_paint(paint));
            for (right, text) in RIGHTS.into_iter().zip(counts) {
                shapes.push(Shape::text(at(right), TEXT, Anchor::End, &clipped(text, TEXT, 46.0)).in_paint(paint));
            }
        }
        part(Level::Legend, "players", shapes)
    }

    fn row(&self, player: &Player) -> Row {
        let holding = Holding::of_seat(&self.countries, &player.seat);
        let is_out = self.is_out(&player.seat);
        let name = player.name.clone().unwrap_or_else(|| format!("player {}", player.number));
        let continents = match holding.continents.len() {
            0 if !is_known(&self.countries) => NOT_READ.to_owned(),
            count => count.to_string(),
        };
        // Who has none that is known may have some.
        let is_doubtful = holding.countries == 0 && !is_known(&self.countries);
        let texts = match is_out {
            _ if is_doubtful => [name, NOT_READ.to_owned(), NOT_READ.to_owned(), continents],
            true => [format!("† {name}"), "out".to_owned(), String::new(), String::new()],
            false => [name, holding.countries.to_string(), holding.armies_text(), continents],
        };
        Row { sign: Some((clipped(&player.number, 11.0, 22.0), player.colour)), texts, is_out }
    }

    /// Whether a player has nothing left in a game that is played.
    fn is_out(&self, seat: &Seat) -> bool {
        let is_dealt = self.countries.iter().any(|country| matches!(country.owner, Field::Known(Some(_))));
        is_dealt && is_known(&self.countries) && Holding::of_seat(&self.countries, seat).countries == 0
    }

    /// The board in words.
    fn description(&self) -> String {
        let mut sentences = vec![self.subtitle.clone()];
        for player in self.players.iter().take(MAX_PLAYERS) {
            let holding = Holding::of_seat(&self.countries, &player.seat);
            let who = capital(&self.who(&player.seat));
            sentences.push(match (self.is_out(&player.seat), holding.countries) {
                (true, _) => format!("{who} is out."),
                (false, count) => {
                    let count = usize::try_from(count).unwrap_or_default();
                    let continents: Vec<String> =
                        holding.continents.iter().map(|held| format!(", all of {}", held.name())).collect();
                    let armies = holding.armies_text();
                    format!(
                        "{who} has {} with {armies} armies{}.",
                        counted(count, "country", "countries"),
                        continents.concat()
                    )
                }
            });
        }
        sentences.extend(self.notes.iter().cloned());
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }
}

/// A row of the table of players.
struct Row {
    /// The number of the seat, and of its colour.
    sign: Option<(String, usize)>,
    /// The name, then what stands in the columns.
    texts: [String; 4],
    is_out: bool,
}

/// A cell of a sign.
struct Cell {
    text: String,
    size: f64,
    fill: Paint,
    ink: Paint,
}

impl Cell {
    fn width(&self) -> f64 {
        (text_width(&self.text, self.size) + 8.0).max(15.0)
    }
}

/// Cells in a row, with a rim, the middle of it at a point.
fn sign(at: Point, cells: &[Cell], rim: Style) -> Vec<Shape> {
    let width: f64 = cells.iter().map(Cell::width).sum();
    let corner = Point::new(at.x - width / 2.0, at.y - SIGN / 2.0);
    let whole = |style| Shape::Rectangle { at: corner, width, height: SIGN, round: 5.0, style };
    let mut shapes = vec![whole(Style::filled(Paint::Paper))];
    let mut left = corner.x;
    for cell in cells {
        let own = Point::new(left, corner.y);
        if cell.fill != Paint::Paper {
            let style = Style::filled(cell.fill);
            shapes.push(Shape::Rectangle { at: own, width: cell.width(), height: SIGN, round: 5.0, style });
        }
        let middle = Point::new(left + cell.width() / 2.0, at.y + cell.size * 0.36);
        shapes.push(Shape::text(middle, cell.size, Anchor::Middle, &cell.text).in_paint(cell.ink));
        left += cell.width();
    }
    shapes.push(whole(rim));
    shapes
}

fn card(at: Point, width: f64, height: f64) -> Shape {
    let style = Style::of(Paint::Paper, Paint::Muted, 0.8).opacity(88);
    Shape::Rectangle { at, width, height, round: 8.0, style }
}

/// An arrow from the armies of a country to those of another; over the edges of the map where that is the way.
fn arrow(world: &World, from: usize, to: usize, title: &str, style: Style) -> Option<Shape> {
    let (start, end) = (world.countries.get(from)?, world.countries.get(to)?);
    let free = [Some(start), Some(end)];
    let (start, end) = (start.armies, end.armies);
    let (left, right) = world.corners();
    let mut shapes = Vec::new();
    if (start.x - end.x).abs() > (right.x - left.x) * 0.75 {
        let edge = |x: f64| if x < WIDTH / 2.0 { left.x } else { right.x };
        let middle = (start.y + end.y) / 2.0;
        shapes.extend(curve(start, Point::new(edge(start.x), middle), [free[0], None], style));
        shapes.extend(curve(Point::new(edge(end.x), middle), end, [None, free[1]], style));
    } else {
        shapes.extend(curve(start, end, free, style));
    }
    Some(Shape::group(title, shapes))
}

/// A bent arrow that leaves the names and armies of the countries free which it begins and ends in.
fn curve(from: Point, to: Point, [before, behind]: [Option<&Land>; 2], style: Style) -> Vec<Shape> {
    let length = from.distance(to).max(1.0);
    let bend = (length * 0.14).min(36.0) / length;
    let control =
        Point::new((from.x + to.x) / 2.0 - (to.y - from.y) * bend, (from.y + to.y) / 2.0 + (to.x - from.x) * bend);
    // No arrow is shorter than a third of its way.
    let off = |point: Point, land: Option<&Land>| {
        let gap = land.map_or(0.0, |land| free_around(land, control));
        point.towards(control, (gap / point.distance(control).max(1.0)).min(0.6))
    };
    let (start, tip) = (off(from, before), off(to, behind));
    let size = style.width * 1.6 + 4.0;
    let back = control.distance(tip).max(1.0);
    let (x, y) = ((tip.x - control.x) / back, (tip.y - control.y) / back);
    let foot = Point::new(tip.x - x * size, tip.y - y * size);
    let side = |way: f64| Point::new(foot.x - y * size * 0.55 * way, foot.y + x * size * 0.55 * way);
    let line = PathData::default().move_to(start).curve_to(control, foot);
    let head = [tip, side(1.0), side(-1.0)];
    vec![
        path(&line, Style::outlined(Paint::Paper, style.width + 2.4).opacity(85)),
        Shape::polygon(&head, Style::of(Paint::Paper, Paint::Paper, 2.4).opacity(85)),
        path(&line, style),
        Shape::polygon(&head, Style::filled(style.stroke)),
    ]
}

/// How far an arrow towards a point begins from the sign of a country's armies, so that it leaves the name free, too.
fn free_around(land: &Land, towards: Point) -> f64 {
    let (x, y) = (towards.x - land.armies.x, towards.y - land.armies.y);
    let length = x.hypot(y).max(1.0);
    let over_name = land.armies.y - land.name.y;
    let is_above = (0.0..24.0).contains(&over_name) && (land.armies.x - land.name.x).abs() < 16.0;
    let up = if is_above { over_name + NAME } else { AROUND };
    let high = if y < 0.0 { up } else { AROUND };
    let across = |side: f64, way: f64| if way.abs() < f64::EPSILON { f64::INFINITY } else { side * length / way.abs() };
    across(BESIDE, x).min(across(high, y))
}

/// What a sign means: how it is drawn around a point, and the words.
type Meaning<'s> = (Box<dyn Fn(Point) -> Vec<Shape> + 's>, &'static str);

/// What the signs mean.
fn key(scene: &Scene<'_>) -> Part {
    let beside = |at: Point, x: f64| Point::new(at.x + x, at.y);
    let armies = |at, ink| {
        let cell = |text: &str, size, fill, ink| Cell { text: text.to_owned(), size, fill, ink };
        let cells = [cell("2", 11.0, Paint::Muted, Paint::Paper), cell("14", 13.0, Paint::Paper, ink)];
        sign(at, &cells, Style::outlined(Paint::Muted, 1.4))
    };
    let square = |at: Point, style| {
        let at = Point::new(at.x - 14.0, at.y - 6.0);
        vec![Shape::Rectangle { at, width: 28.0, height: 12.0, round: 3.0, style }]
    };
    let sample = move |at, style| curve(beside(at, -20.0), beside(at, 20.0), [None, None], style);
    let route = Style::outlined(Paint::Muted, 1.5).dashed();
    let own = Paint::Player(scene.moves.colour);
    let mut rows: Vec<Meaning<'_>> = vec![
        (Box::new(move |at| armies(at, Paint::Ink)), "player 2 has 14 armies there"),
        (Box::new(move |at| vec![Shape::line(beside(at, -18.0), beside(at, 18.0), route)]), "a way over the sea"),
    ];
    if scene.before.iter().any(Option::is_some) {
        rows.push((Box::new(move |at| square(at, Style::outlined(Paint::Accent, 3.0))), "changed since the .DAT"));
    }
    if !is_known(&scene.countries) {
        rows.push((Box::new(move |at| square(at, Style::of(Paint::Barred, Paint::Muted, 0.8))), "owner not known"));
    }
    if scene.follows.contains(&true) {
        rows.push((Box::new(move |at| armies(at, Paint::Muted)), "by one side of the log alone"));
    }
    if scene.moves.attacks.values().any(|is_won| *is_won) {
        rows.push((Box::new(move |at| sample(at, Style::outlined(own, WON))), "an attack that took the country"));
    }
    if scene.moves.attacks.values().any(|is_won| !is_won) {
        rows.push((Box::new(move |at| sample(at, Style::outlined(own, FAILED).dashed())), "an attack that did not"));
    }
    if !scene.moves.fortified.is_empty() {
        rows.push((Box::new(move |at| sample(at, Style::outlined(Paint::Accent, FAILED))), "armies that fortify"));
    }
    if !scene.moves.swapped.is_empty() {
        let style = Style::outlined(Paint::Accent, FAILED).dashed();
        rows.push((Box::new(move |at| sample(at, style)), "a country that was swapped"));
    }
    if !scene.moves.deployed.is_empty() {
        let text = |at: Point| Shape::text(Point::new(at.x, at.y + 3.6), 10.0, Anchor::Middle, "+3");
        rows.push((Box::new(move |at| vec![text(at).in_paint(Paint::Accent)]), "armies that were deployed"));
    }
    let height = 14.0 + rows.len() as f64 * 21.0;
    let corner = Point::new(938.0, 754.0 - height);
    let mut shapes = vec![card(corner, 246.0, height)];
    for (index, (symbol, text)) in rows.iter().enumerate() {
        let at = Point::new(corner.x + 34.0, corner.y + 17.5 + index as f64 * 21.0);
        shapes.extend(symbol(at));
        shapes.push(Shape::text(Point::new(at.x + 28.0, at.y + 4.0), 11.0, Anchor::Start, text));
    }
    part(Level::Legend, "key", shapes)
}

fn key_of(continent: Continent) -> String {
    format!("continent.{}", continent.name().replace(' ', "-"))
}

fn name(place: usize) -> &'static str {
    COUNTRIES.get(place).map_or("", |country| country.name)
}

fn armies_in_words(count: i32) -> String {
    if count == 1 { "1 army".to_owned() } else { format!("{count} armies") }
}

/// A number of armies as it stands in a sign.
fn short(armies: &Field<i32>) -> String {
    armies.known().map_or_else(|| NOT_READ.to_owned(), |armies| few_letters((*armies).into()))
}

/// A number in five letters at most; the whole number stands in the name of what it is in.
fn few_letters(number: i64) -> String {
    match number.unsigned_abs() {
        0..100_000 => number.to_string(),
        100_000..1_000_000 => format!("{}k", number / 1_000),
        1_000_000..1_000_000_000 => format!("{}M", number / 1_000_000),
        _ => format!("{}G", number / 1_000_000_000),
    }
}
