//! The map on which games are drawn: `world.txt`, with smooth coasts.

use std::sync::LazyLock;

use crate::systems::global_war::rules::{COUNTRIES, Continent, country};
use crate::view::picture::regions::{Border, Grid, Regions};
use crate::view::picture::{PathData, Point};

/// The width and height of a cell in the picture.
const CELL: f64 = 8.0;
/// The size of the map in cells.
const COLUMNS: f64 = 180.0;
const ROWS: f64 = 88.5;
/// The top left corner of the map in the picture.
const ORIGIN: Point = Point::new(20.0, 64.0);

/// The map.
pub struct World {
    /// The countries, in the order of [`COUNTRIES`].
    pub countries: Vec<Land>,
    /// The routes across the sea.
    pub routes: Vec<Route>,
    /// All coasts.
    pub coasts: PathData,
    /// The borders between countries of one continent.
    pub borders: PathData,
    /// The borders between continents.
    pub continents: PathData,
    labels: Vec<(String, Point)>,
}

/// A country on the map.
#[derive(Debug, Clone, Default)]
pub struct Land {
    /// The outline of the country.
    pub outline: PathData,
    /// The middle of the sign of its armies.
    pub armies: Point,
    /// The middle of its name's baseline.
    pub name: Point,
    letter: Option<char>,
}

/// A route across the sea.
#[derive(Debug, Clone)]
pub struct Route {
    /// The indices of the two countries.
    pub between: [usize; 2],
    /// The points of the route.
    pub points: Vec<Point>,
}

impl Route {
    /// Returns the names of the two countries, for a title.
    pub fn title(&self) -> String {
        self.between.map(|place| COUNTRIES.get(place).map_or("", |country| country.name)).join(" to ")
    }

    /// Returns the route as a smooth line.
    pub fn path(&self) -> PathData {
        let [first, inner @ .., last] = &self.points[..] else { return PathData::default() };
        let mut data = PathData::default().move_to(*first);
        for (i, point) in inner.iter().enumerate() {
            let next = inner.get(i + 1).map_or(*last, |next| point.towards(*next, 0.5));
            data = data.curve_to(*point, next);
        }
        if inner.is_empty() { data.line_to(*last) } else { data }
    }
}

impl World {
    /// Returns the map.
    pub fn get() -> &'static World {
        static WORLD: LazyLock<World> = LazyLock::new(|| World::parse(include_str!("world.txt")));
        &WORLD
    }

    /// Returns the position of the label with this name.
    pub fn label(&self, name: &str) -> Option<Point> {
        self.labels.iter().find(|(label, _)| label == name).map(|(_, at)| *at)
    }

    /// Returns the position of a continent's name.
    pub fn continent(&self, continent: Continent) -> Option<Point> {
        self.label(&continent.name().replace(' ', "-"))
    }

    /// Returns the top left and the bottom right corner of the map.
    pub fn corners(&self) -> (Point, Point) {
        (ORIGIN, at(COLUMNS, ROWS))
    }

    fn parse(text: &str) -> World {
        let (lines, cells) = text.split_once("\ncells\n").unwrap_or((text, ""));
        let mut world = World {
            countries: vec![Land::default(); COUNTRIES.len()],
            routes: Vec::new(),
            coasts: PathData::default(),
            borders: PathData::default(),
            continents: PathData::default(),
            labels: Vec::new(),
        };
        for line in lines.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match &words[..] {
                ["country", letter, name @ .., armies, label] => {
                    world.add_country(letter, &name.join(" "), armies, label)
                }
                ["route", from, to, points @ ..] => {
                    let points = points.iter().filter_map(|text| point(text)).collect();
                    let ends = world.by_letter(from).zip(world.by_letter(to));
                    world.routes.extend(ends.map(|(from, to)| Route { between: [from, to], points }));
                }
                ["label", name, place] => world.labels.extend(point(place).map(|at| ((*name).to_owned(), at))),
                _ => {}
            }
        }
        if let Ok((grid, letters)) = Grid::parse(cells) {
            world.trace(grid, &letters);
        }
        world
    }

    fn add_country(&mut self, letter: &str, name: &str, armies: &str, label: &str) {
        let land = country(name).and_then(|(place, _)| self.countries.get_mut(place));
        if let (Some(land), Some(armies), Some(name)) = (land, point(armies), point(label)) {
            *land = Land { outline: PathData::default(), armies, name, letter: letter.chars().next() };
        }
    }

    fn by_letter(&self, letter: &str) -> Option<usize> {
        let letter = letter.chars().next();
        self.countries.iter().position(|land| land.letter == letter)
    }

    fn trace(&mut self, grid: Grid, letters: &[char]) {
        let regions = Regions::of(grid, ORIGIN, CELL);
        let places: Vec<Option<usize>> =
            letters.iter().map(|letter| self.countries.iter().position(|land| land.letter == Some(*letter))).collect();
        let place = |region: usize| places.get(region).copied().flatten();
        for (number, region) in regions.regions.iter().enumerate() {
            if let Some(land) = place(number).and_then(|place| self.countries.get_mut(place)) {
                land.outline = region.path();
            }
        }
        let continent = |region: usize| place(region).and_then(|place| COUNTRIES.get(place)).map(|at| at.continent);
        let is_within =
            |border: &&Border| border.other.is_some_and(|other| continent(border.region) == continent(other));
        let lines =
            |of: &dyn Fn(&&Border) -> bool| path(regions.borders.iter().filter(of).flat_map(|border| &border.lines));
        self.coasts = lines(&|border| border.other.is_none());
        self.borders = lines(&is_within);
        self.continents = lines(&|border| border.other.is_some() && !is_within(border));
    }
}

fn path<'l>(lines: impl Iterator<Item = &'l Vec<Point>>) -> PathData {
    let mut data = PathData::default();
    for line in lines {
        for (i, point) in line.iter().enumerate() {
            data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
        }
    }
    data
}

/// Returns the point in the picture for a position in cells.
fn at(column: f64, row: f64) -> Point {
    Point::new(ORIGIN.x + column * CELL, ORIGIN.y + row * CELL)
}

/// Parses a position in cells, such as `12.5,7`.
fn point(text: &str) -> Option<Point> {
    let (column, row) = text.split_once(',')?;
    Some(at(column.parse().ok()?, row.parse().ok()?))
}
