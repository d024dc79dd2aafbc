//! The map of Europe for the standard board.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use super::graph::Graph;
use crate::systems::diplomacy::boards::standard;
use crate::view::picture::Point;
use crate::view::picture::regions::Grid;

/// Outlines of land and water, and points that belong to provinces.
const SOURCE: &str = include_str!("europe.txt");
/// The number of columns and rows.
const SIZE: (usize, usize) = (240, 209);
/// Left edge of the map in the plane of the conic projection, in degrees.
const LEFT: f64 = -24.5;
/// Upper edge of the map in that plane, in degrees.
const TOP: f64 = -23.5;
/// Width of the map in that plane, in degrees.
const WIDTH: f64 = 51.5;
/// Standard parallels of the projection, which keep their length, in degrees north.
const PARALLELS: (f64, f64) = (40.0, 60.0);
/// Central meridian of the projection, which is upright, in degrees east.
const MERIDIAN: f64 = 14.0;
/// Parallel through the origin of the plane, in degrees north.
const ORIGIN: f64 = 50.0;
/// Least number of cells of a piece of a province that stays with it; smaller ones go to a neighbour.
const MIN_PIECE: usize = 30;
/// Id of land that belongs to nobody.
const NOBODY: &str = "-";

/// Returns the map of Europe if a board has the provinces and adjacencies of the standard one; `None` for another
/// board. Each cell has the number of its province; land of nobody has the number after the last province.
pub fn europe(graph: &Graph<'_>) -> Option<Grid> {
    if graph.provinces.len() != standard_graph().provinces.len() || names(graph) != names(standard_graph()) {
        return None;
    }
    let (drawn, ids) = drawing();
    let numbers: Vec<usize> = ids.iter().map(|id| graph.number(id).unwrap_or(graph.provinces.len())).collect();
    let mut grid = Grid::new(drawn.width(), drawn.height());
    for (y, x) in (0..drawn.height()).flat_map(|y| (0..drawn.width()).map(move |x| (y, x))) {
        grid.set(x, y, drawn.get(x, y).and_then(|id| numbers.get(id).copied()));
    }
    Some(grid)
}

/// Returns the middle of the standard board's province of a name, ignoring case, in cells; `None` if there is none.
pub fn place(name: &str) -> Option<Point> {
    static PLACES: OnceLock<HashMap<String, Point>> = OnceLock::new();
    let places = || {
        let (grid, ids) = drawing();
        let mut sums = vec![(0.0, 0.0, 0.0); ids.len()];
        for (y, x) in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (y, x))) {
            if let Some(sum) = grid.get(x, y).and_then(|id| sums.get_mut(id)) {
                *sum = (sum.0 + x as f64, sum.1 + y as f64, sum.2 + 1.0);
            }
        }
        let named = |(id, (x, y, cells)): (&&str, (f64, f64, f64))| {
            let graph = standard_graph();
            let province = graph.provinces.get(graph.number(id)?).filter(|_| cells > 0.0)?;
            Some((province.name().to_lowercase(), Point::new(x / cells, y / cells)))
        };
        ids.iter().zip(sums).filter_map(named).collect()
    };
    PLACES.get_or_init(places).get(&name.to_lowercase()).copied()
}

fn standard_graph() -> &'static Graph<'static> {
    static GRAPH: OnceLock<Graph<'static>> = OnceLock::new();
    GRAPH.get_or_init(|| Graph::of(Some(standard().board()), std::iter::empty()))
}

/// Returns the pairs of ids of provinces that touch, and the id of each province paired with an empty one.
fn names<'g>(graph: &'g Graph<'_>) -> BTreeSet<(&'g str, &'g str)> {
    let id = |number: usize| graph.provinces.get(number).map_or("", |province| province.id);
    let alone = graph.provinces.iter().map(|province| (province.id, ""));
    let pairs = graph.pairs().map(|(one, other)| (id(one).min(id(other)), id(one).max(id(other))));
    alone.chain(pairs).collect()
}

/// Returns the map, and the ids of its regions by their numbers.
fn drawing() -> &'static (Grid, Vec<&'static str>) {
    static DRAWING: OnceLock<(Grid, Vec<&str>)> = OnceLock::new();
    DRAWING.get_or_init(|| Source::read(SOURCE).drawn())
}

/// A closed outline of land, or of water cut out of land, in cells.
struct Outline {
    is_land: bool,
    corners: Vec<Point>,
}

/// A point that belongs to a province, in cells: the cells nearest to it belong to that province too.
struct Site {
    id: usize,
    is_land: bool,
    at: Point,
}

/// A lens that magnifies the surroundings of a point, in degrees of the projection's plane.
struct Lens {
    at: Point,
    strength: f64,
    radius: f64,
}

/// The contents of `europe.txt`.
#[derive(Default)]
struct Source<'t> {
    lenses: Vec<Lens>,
    outlines: Vec<Outline>,
    ids: Vec<&'t str>,
    sites: Vec<Site>,
}

impl<'t> Source<'t> {
    fn read(text: &'t str) -> Source<'t> {
        let mut source = Source::default();
        let mut section = "";
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match line {
                "land" | "water" => source.outlines.push(Outline { is_land: line == "land", corners: Vec::new() }),
                "lenses" | "provinces" | "seas" => {}
                _ => {
                    source.add(section, line);
                    continue;
                }
            }
            section = line;
        }
        source
    }

    fn add(&mut self, section: &str, line: &'t str) {
        match section {
            "lenses" => {
                let lens =
                    |[east, north, strength, radius]: [f64; 4]| Lens { at: conic(east, north), strength, radius };
                self.lenses.extend(tuples(line).map(lens));
            }
            "provinces" | "seas" => {
                let (id, places) = line.split_once(' ').unwrap_or((line, ""));
                let number = self.ids.iter().position(|known| *known == id).unwrap_or(self.ids.len());
                if number == self.ids.len() {
                    self.ids.push(id);
                }
                let is_land = section == "provinces";
                let sites =
                    tuples(places).map(|at| Site { id: number, is_land, at: self.cell(at) }).collect::<Vec<_>>();
                self.sites.extend(sites);
            }
            _ => {
                let corners: Vec<Point> = tuples(line).map(|at| self.cell(at)).collect();
                self.outlines.last_mut().into_iter().for_each(|outline| outline.corners.extend(&corners));
            }
        }
    }

    /// Returns the point of a place on the globe in the grid, in cells.
    fn cell(&self, [east, north]: [f64; 2]) -> Point {
        let at = conic(east, north);
        let moved = self.lenses.iter().fold(at, |moved, lens| {
            let (x, y) = (at.x - lens.at.x, at.y - lens.at.y);
            let part = lens.strength * (-(x * x + y * y) / (lens.radius * lens.radius)).exp();
            Point::new(moved.x + x * part, moved.y + y * part)
        });
        let scale = SIZE.0 as f64 / WIDTH;
        Point::new((moved.x - LEFT) * scale, (moved.y - TOP) * scale)
    }

    fn drawn(self) -> (Grid, Vec<&'t str>) {
        let mut grid = Grid::new(SIZE.0, SIZE.1);
        for y in 0..grid.height() {
            let mut is_land = vec![false; grid.width()];
            // Land is filled first; then water is cut out of it.
            for kind in [true, false] {
                for outline in self.outlines.iter().filter(|outline| outline.is_land == kind) {
                    let ends = outline.crossings(y as f64 + 0.5);
                    for pair in ends.chunks_exact(2) {
                        let (Some(from), Some(to)) = (pair.first(), pair.last()) else { continue };
                        let within =
                            is_land.iter_mut().enumerate().filter(|(x, _)| (*from..*to).contains(&(*x as f64 + 0.5)));
                        within.for_each(|(_, cell)| *cell = kind);
                    }
                }
            }
            for (x, is_land) in is_land.into_iter().enumerate() {
                let middle = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                let sites = self.sites.iter().filter(|site| site.is_land == is_land);
                let nearest = sites.min_by(|a, b| a.at.distance(middle).total_cmp(&b.at.distance(middle)));
                grid.set(x, y, nearest.map(|site| site.id));
            }
        }
        let seas: BTreeSet<usize> = self.sites.iter().filter(|site| !site.is_land).map(|site| site.id).collect();
        give_pieces_away(
            &mut grid,
            |one, other| seas.contains(&one) == seas.contains(&other),
            |id| self.ids.get(id).is_none_or(|id| *id == NOBODY),
        );
        (grid, self.ids)
    }
}

/// Gives small pieces of provinces, apart from the rest, to the neighbour of the same kind that they touch most.
fn give_pieces_away(grid: &mut Grid, same: impl Fn(usize, usize) -> bool, stays: impl Fn(usize) -> bool) {
    let mut seen = vec![false; grid.width() * grid.height()];
    let (width, height) = (grid.width(), grid.height());
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let Some(id) = grid.get(x, y) else { continue };
        let (mut piece, mut around, mut open) = (Vec::new(), Vec::new(), vec![(x, y)]);
        while let Some((x, y)) = open.pop() {
            match grid.get(x, y) {
                Some(other) if other == id => {
                    let cell = seen.get_mut(y * grid.width() + x);
                    if cell.is_some_and(|seen| !std::mem::replace(seen, true)) {
                        piece.push((x, y));
                        open.extend([(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
                    }
                }
                Some(other) if same(id, other) && !stays(other) => around.push(other),
                _ => {}
            }
        }
        if !(1..MIN_PIECE).contains(&piece.len()) || stays(id) {
            continue;
        }
        let most = around.iter().max_by_key(|id| (around.iter().filter(|other| other == id).count(), **id));
        if let Some(&most) = most {
            piece.into_iter().for_each(|(x, y)| grid.set(x, y, Some(most)));
        }
    }
}

impl Outline {
    /// Returns the x coordinates at which the outline crosses a row, from left to right.
    fn crossings(&self, y: f64) -> Vec<f64> {
        let next = self.corners.iter().cycle().skip(1);
        let crossing =
            |(a, b): (&Point, &Point)| ((a.y > y) != (b.y > y)).then(|| a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y));
        let mut all: Vec<f64> = self.corners.iter().zip(next).filter_map(crossing).collect();
        all.sort_by(f64::total_cmp);
        all
    }
}

/// Parses groups of `N` numbers; blanks separate the numbers of a group, commas the groups. Other groups are skipped.
fn tuples<const N: usize>(text: &str) -> impl Iterator<Item = [f64; N]> + '_ {
    text.split(',').filter_map(|group| {
        let numbers: Vec<f64> = group.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        numbers.try_into().ok()
    })
}

/// Projects a place on the globe onto a cone that is laid out flat; in degrees, x to the right and y down.
fn conic(east: f64, north: f64) -> Point {
    let (first, second) = (PARALLELS.0.to_radians(), PARALLELS.1.to_radians());
    let opening = (first.cos() - second.cos()) / (second - first);
    let apex = first.cos() / opening + first;
    let (radius, angle) = (apex - north.to_radians(), opening * (east - MERIDIAN).to_radians());
    let below = radius * angle.cos() - (apex - ORIGIN.to_radians());
    Point::new((radius * angle.sin()).to_degrees(), below.to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::picture::regions::Regions;

    #[test]
    fn the_borders_of_the_map_are_the_adjacencies_of_the_board() {
        let graph = standard_graph();
        let grid = europe(graph).unwrap();
        let all = Regions::of(grid, Point::default(), 1.0);
        let count = graph.provinces.len();
        let is_closed = |number: usize| number >= count || graph.is_closed(number);
        let shared: BTreeSet<(usize, usize)> = all
            .borders
            .iter()
            .filter_map(|border| Some((border.region, border.other?)))
            .filter(|(one, other)| !is_closed(*one) && !is_closed(*other))
            .collect();
        let id = |(one, other): &(usize, usize)| (graph.provinces[*one].id, graph.provinces[*other].id);
        let wanted: BTreeSet<(usize, usize)> = graph.pairs().collect();
        let missing: Vec<_> = wanted.difference(&shared).map(id).collect();
        let added: Vec<_> = shared.difference(&wanted).map(id).collect();
        assert!(missing.is_empty() && added.is_empty(), "missing {missing:?}, not on the board {added:?}");
        // A shorter border could not be seen.
        let short = all.borders.iter().filter(|b| b.length < 3 && b.other.is_some_and(|other| other < count));
        assert_eq!(short.count(), 0);
        assert!(all.regions.iter().take(count).all(|region| region.cells >= 70));
    }

    #[test]
    fn every_place_of_the_file_lies_in_its_province() {
        let source = Source::read(SOURCE);
        let (grid, ids) = drawing();
        assert_eq!(ids.len(), 77);
        for site in source.sites.iter().filter(|site| site.at.x >= 0.0 && site.at.y >= 0.0) {
            let (x, y) = (site.at.x as usize, site.at.y as usize);
            let found = grid.get(x, y);
            assert!(found.is_none() || found == Some(site.id), "{} at {x} {y}", ids[site.id]);
        }
    }

    #[test]
    fn another_board_is_not_europe() {
        assert!(europe(&Graph::of(None, ["par", "bur"].into_iter())).is_none());
        let mut board = standard().board().clone();
        board.territories.pop();
        assert!(europe(&Graph::of(Some(&board), std::iter::empty())).is_none());
    }
}
