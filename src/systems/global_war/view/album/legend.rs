//! The texts around the map: the title, the players, the continents, and the key to the signs.

use super::draw::{ATTACK, FAILED, FORTIFIED, NAME, SWAPPED, TEXT, WIDTH, part};
use super::scene::{Holding, Player, Scene, is_known};
use super::symbols::{Cell, curve, sign};
use super::world::World;
use crate::model::{Field, Seat};
use crate::systems::global_war::rules::Continent;
use crate::systems::global_war::view::NOT_READ;
use crate::systems::global_war::view::board::holder;
use crate::text::english::{capital, counted};
use crate::view::layout::seat_text;
use crate::view::picture::{Anchor, Level, Paint, Part, Point, Shape, Style, clipped, wrapped};

/// The most players that are listed.
const MAX_PLAYERS: usize = 8;

impl Scene<'_> {
    /// Draws the whole legend.
    pub fn legend(&self, world: &World) -> Vec<Part> {
        let mut parts: Vec<Part> =
            Continent::ALL.into_iter().filter_map(|continent| self.continent(world, continent)).collect();
        parts.extend([self.title(), self.notes(), key(self)]);
        parts.extend(self.players());
        parts
    }

    /// Draws the name of a continent, its bonus and its owner.
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

    /// Draws the title, above the map.
    fn title(&self) -> Part {
        let room = WIDTH - 40.0;
        let title = Shape::text(Point::new(20.0, 30.0), 22.0, Anchor::Start, &clipped(&self.title, 22.0, room));
        let below = Shape::text(Point::new(20.0, 51.0), 13.0, Anchor::Start, &clipped(&self.subtitle, 13.0, room));
        part(Level::Legend, "title", vec![title, below.in_paint(Paint::Muted)])
    }

    /// Draws the notes on the board, below the map.
    fn notes(&self) -> Part {
        let lines = wrapped(&self.notes.join(" "), TEXT, WIDTH - 40.0, 2).into_iter().enumerate();
        let line = |(row, text): (usize, String)| {
            let at = Point::new(20.0, 792.0 + row as f64 * 17.0);
            Shape::text(at, TEXT, Anchor::Start, &text).in_paint(Paint::Muted)
        };
        part(Level::Legend, "notes", lines.map(line).collect())
    }

    /// Draws the table of the players and their holdings.
    fn players(&self) -> Vec<Part> {
        const LEFT: f64 = 34.0;
        const COLUMNS: [&str; 3] = ["countries", "armies", "continents"];
        const RIGHTS: [f64; 3] = [246.0, 292.0, 350.0];
        let mut rows: Vec<Row> =
            self.players.iter().take(MAX_PLAYERS).enumerate().map(|(index, player)| self.row(index, player)).collect();
        let mut rest = |name: &str, holding: Holding| {
            if holding.countries > 0 {
                let texts = [name.to_owned(), holding.countries.to_string(), holding.armies_text(), String::new()];
                rows.push(Row { key: format!("rest.{}", name.replace(' ', "-")), sign: None, texts, is_out: false });
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
        for (right, text) in RIGHTS.into_iter().zip(COLUMNS) {
            let at = Point::new(right, top + 17.0);
            shapes.push(Shape::text(at, NAME - 1.0, Anchor::End, text).in_paint(Paint::Muted));
        }
        let mut parts = vec![part(Level::Legend, "players", shapes)];
        for (index, row) in rows.iter().enumerate() {
            let middle = top + 35.0 + index as f64 * 22.0;
            let paint = if row.is_out { Paint::Muted } else { Paint::Ink };
            let at = |x| Point::new(x, middle + 4.2);
            let [name, counts @ ..] = &row.texts;
            let mut shapes =
                vec![Shape::text(at(LEFT + 46.0), TEXT, Anchor::Start, &clipped(name, TEXT, 138.0)).in_paint(paint)];
            if let Some((number, colour)) = &row.sign {
                let swatch = Style::of(Paint::Pattern(*colour), Paint::Player(*colour), 1.0);
                let at = Point::new(LEFT + 18.0, middle - 7.0);
                shapes.push(Shape::Rectangle { at, width: 22.0, height: 14.0, round: 3.0, style: swatch });
                let cell = Cell { text: number.clone(), size: 11.0, fill: Paint::Player(*colour), ink: Paint::Paper };
                let rim = Style::outlined(Paint::Player(*colour), 1.0);
                shapes.extend(sign(Point::new(LEFT + 7.0, middle), &[cell], rim));
            }
            parts.push(part(Level::Legend, row.key.clone(), shapes));
            for ((right, column), text) in
                RIGHTS.into_iter().zip(COLUMNS).zip(counts).filter(|(_, text)| !text.is_empty())
            {
                let text = Shape::text(at(right), TEXT, Anchor::End, &clipped(text, TEXT, 46.0)).in_paint(paint);
                parts.push(part(Level::Legend, format!("{}.{column}", row.key), vec![text]));
            }
        }
        parts
    }

    fn row(&self, index: usize, player: &Player) -> Row {
        let holding = Holding::of_seat(&self.countries, &player.seat);
        let is_out = self.is_out(&player.seat);
        let name = player.name.clone().unwrap_or_else(|| format!("player {}", player.number));
        let continents = match holding.continents.len() {
            0 if !is_known(&self.countries) => NOT_READ.to_owned(),
            count => count.to_string(),
        };
        // A player without known countries may still hold some of the unknown ones.
        let is_doubtful = holding.countries == 0 && !is_known(&self.countries);
        let texts = match is_out {
            _ if is_doubtful => [name, NOT_READ.to_owned(), NOT_READ.to_owned(), continents],
            true => [format!("† {name}"), "out".to_owned(), String::new(), String::new()],
            false => [name, holding.countries.to_string(), holding.armies_text(), continents],
        };
        Row {
            key: format!("player.{}", index + 1),
            sign: Some((clipped(&player.number, 11.0, 22.0), player.colour)),
            texts,
            is_out,
        }
    }

    /// Returns whether a player has no country left in a game whose countries have been dealt out.
    fn is_out(&self, seat: &Seat) -> bool {
        let is_dealt = self.countries.iter().any(|country| matches!(country.owner, Field::Known(Some(_))));
        is_dealt && is_known(&self.countries) && Holding::of_seat(&self.countries, seat).countries == 0
    }

    /// Describes the board in words.
    pub fn description(&self) -> String {
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
    key: String,
    /// The seat and its colour number; `None` for rows of other owners.
    sign: Option<(String, usize)>,
    /// The name, then the texts of the columns.
    texts: [String; 4],
    is_out: bool,
}

fn card(at: Point, width: f64, height: f64) -> Shape {
    let style = Style::of(Paint::Paper, Paint::Muted, 0.8).opacity(88);
    Shape::Rectangle { at, width, height, round: 8.0, style }
}

/// An entry of the key: a function that draws the sign around a point, and the sign's meaning.
type Meaning<'s> = (Box<dyn Fn(Point) -> Vec<Shape> + 's>, &'static str);

/// Draws the key to the signs that occur in the scene.
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
    if scene.is_of_record {
        let deployed = |at: Point| Shape::text(Point::new(at.x, at.y + 4.0), 11.0, Anchor::Middle, "+3");
        rows.extend::<[Meaning<'_>; 4]>([
            (Box::new(move |at| sample(at, ATTACK)), "an attack that took the country"),
            (Box::new(move |at| sample(at, FAILED)), "an attack that did not"),
            (Box::new(move |at| sample(at, FORTIFIED)), "armies that fortify"),
            (Box::new(move |at| vec![deployed(at)]), "armies that were deployed"),
        ]);
    }
    if !scene.moves.swapped.is_empty() {
        rows.push((Box::new(move |at| sample(at, SWAPPED)), "a country that was swapped"));
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
