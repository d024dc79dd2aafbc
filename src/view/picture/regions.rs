//! Traces the outlines of regions in a grid whose cells each belong to one region or to none.
//!
//! Borders are traced as arcs between the corners where three or more regions meet. Each arc is smoothed once, and the
//! outlines of the regions on both of its sides run along it, so that neighbours have exactly the same border.

mod room;
mod smooth;
#[cfg(test)]
mod tests;
mod trace;

use std::collections::BTreeMap;

use thiserror::Error;

use super::shape::{PathData, Point};
use room::Extent;
use trace::Arcs;

/// Maximum number of rows and of columns of a grid.
const MAX_SIDE: usize = 2_000;

/// A grid of cells; each belongs to the region with that number, or to none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid {
    width: usize,
    height: usize,
    /// For each cell, row by row, the number of its region plus one; 0 for none. A map of a few provinces in long rows
    /// has a million cells.
    cells: Vec<u32>,
}

/// The reason why a text is not a valid grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// The grid has no cells.
    #[error("expected rows of cells, found none")]
    Empty,
    /// The grid has too many rows or columns; the number is the larger of the two.
    #[error("expected at most {MAX_SIDE} rows and columns, found {0}")]
    TooLarge(usize),
}

impl Grid {
    /// Creates a grid whose cells belong to no region; rows and columns beyond 2,000 are dropped.
    pub fn new(width: usize, height: usize) -> Grid {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        Grid { width, height, cells: vec![0; width * height] }
    }

    /// Parses a grid in which each character is a cell and each line a row: `.` and blank belong to no region, any
    /// other character to the region that it stands for. Also returns the characters of the regions, sorted; the
    /// position of a character is the number of its region.
    pub fn parse(text: &str) -> Result<(Grid, Vec<char>), GridError> {
        let is_region = |c: &char| !matches!(c, '.' | ' ' | '\r');
        let mut labels: Vec<char> = text.lines().flat_map(str::chars).filter(is_region).collect();
        labels.sort_unstable();
        labels.dedup();
        let height = text.lines().count();
        let width = text.lines().map(|row| row.chars().count()).max().unwrap_or_default();
        match width.max(height) {
            0 => return Err(GridError::Empty),
            side if side > MAX_SIDE => return Err(GridError::TooLarge(side)),
            _ => {}
        }
        let mut grid = Grid::new(width, height);
        for (y, row) in text.lines().enumerate() {
            row.chars().enumerate().for_each(|(x, c)| grid.set(x, y, labels.binary_search(&c).ok()));
        }
        Ok((grid, labels))
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the region of a cell; `None` where the cell belongs to no region or lies outside the grid.
    pub fn get(&self, x: usize, y: usize) -> Option<usize> {
        let cell = if x < self.width && y < self.height { self.cells.get(y * self.width + x) } else { None };
        cell?.checked_sub(1)?.try_into().ok()
    }

    /// Assigns a cell to a region, or to none; does nothing outside the grid. A number that 32 bits do not hold stands
    /// for none.
    pub fn set(&mut self, x: usize, y: usize, region: Option<usize>) {
        if x < self.width
            && y < self.height
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = region.and_then(|region| u32::try_from(region).ok()?.checked_add(1)).unwrap_or_default();
        }
    }

    /// Returns a grid of another size with the same cells, as far as it has them; others belong to no region.
    pub fn resized(mut self, width: usize, height: usize) -> Grid {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        if width == self.width {
            self.cells.resize(width * height, 0);
            return Grid { height, ..self };
        }
        let mut grid = Grid::new(width, height);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            grid.set(x, y, self.get(x, y));
        }
        grid
    }

    /// Returns the extent of each region.
    fn extents(&self, regions: usize) -> Vec<Extent> {
        let mut extents = vec![Extent::default(); regions];
        for (y, x) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (y, x))) {
            if let Some(extent) = self.get(x, y).and_then(|region| extents.get_mut(region)) {
                if extent.cells == 0 {
                    *extent = Extent { left: x, top: y, right: x + 1, bottom: y + 1, cells: 1 };
                    continue;
                }
                (extent.left, extent.right) = (extent.left.min(x), extent.right.max(x + 1));
                (extent.bottom, extent.cells) = (y + 1, extent.cells + 1);
            }
        }
        extents
    }

    /// Returns the region of the cell that lies `left` columns to the left of a corner and `up` rows above it; the cell
    /// at (0, 0) is the one to the lower right of the corner.
    fn before(&self, x: usize, y: usize, left: usize, up: usize) -> Option<usize> {
        self.get(x.checked_sub(left)?, y.checked_sub(up)?)
    }
}

/// The outlines of regions, and the borders that they share.
#[derive(Debug, Clone, Default)]
pub struct Regions {
    /// Regions of the grid, indexed by their numbers; one that has no cells has no outlines.
    pub regions: Vec<Region>,
    /// Borders, ordered by the numbers of their regions.
    pub borders: Vec<Border>,
    grid: Grid,
    extents: Vec<Extent>,
    origin: Point,
    scale: f64,
}

/// The shape of a region, and the best point for its label.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// Closed lines: clockwise around the parts of the region, counter-clockwise around its holes.
    pub outlines: Vec<Vec<Point>>,
    /// Point that is farthest from the borders.
    pub label: Point,
    /// Distance of that point from the nearest border.
    pub room: f64,
    /// Number of cells.
    pub cells: usize,
}

impl Region {
    /// Returns the outlines as one path.
    pub fn path(&self) -> PathData {
        let mut data = PathData::default();
        for outline in &self.outlines {
            for (i, point) in outline.iter().enumerate() {
                data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
            }
            data = data.close();
        }
        data
    }
}

/// The common border of two regions, or of a region and the cells of no region.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// Number of the region; the lower one of two.
    pub region: usize,
    /// Number of the other region; `None` where the cells beyond belong to no region.
    pub other: Option<usize>,
    /// Length, in sides of cells.
    pub length: usize,
    /// Lines that make up the border.
    pub lines: Vec<Vec<Point>>,
}

impl Border {
    /// Returns the lines as one path.
    pub fn path(&self) -> PathData {
        let mut data = PathData::default();
        for line in &self.lines {
            for (i, point) in line.iter().enumerate() {
                data = if i == 0 { data.move_to(*point) } else { data.line_to(*point) };
            }
        }
        data
    }
}

impl Regions {
    /// Traces the regions of a grid whose upper left corner is drawn at `origin` and whose cells are `scale` wide.
    pub fn of(grid: Grid, origin: Point, scale: f64) -> Regions {
        let arcs = Arcs::of(&grid);
        let placed = |line: &Vec<Point>| -> Vec<Point> {
            line.iter().map(|p| Point::new(origin.x + p.x * scale, origin.y + p.y * scale)).collect()
        };
        let count = grid.cells.iter().max().map_or(0, |most| *most as usize).min(grid.cells.len());
        let mut regions = vec![Region::default(); count];
        for (region, outline) in arcs.outlines(&grid) {
            if let Some(region) = regions.get_mut(region) {
                region.outlines.push(placed(&outline));
            }
        }
        let mut shared: BTreeMap<(usize, Option<usize>), Border> = BTreeMap::new();
        for arc in &arcs.arcs {
            let (Some(region), other) = (arc.sides.0.or(arc.sides.1), arc.sides.0.and(arc.sides.1)) else { continue };
            let (region, other) = match other {
                Some(other) if other < region => (other, Some(region)),
                _ => (region, other),
            };
            let empty = || Border { region, other, length: 0, lines: Vec::new() };
            let border = shared.entry((region, other)).or_insert_with(empty);
            border.length += arc.length;
            border.lines.push(placed(&arc.points));
        }
        let borders = shared.into_values().collect();
        let mut all = Regions { extents: grid.extents(regions.len()), regions, borders, grid, origin, scale };
        for (number, extent) in all.extents.clone().into_iter().enumerate() {
            let (x, y, room) = extent.distances(&all.grid, number).farthest();
            let label = all.point(extent.left as f64 + x, extent.top as f64 + y);
            if let Some(region) = all.regions.get_mut(number) {
                (region.label, region.room, region.cells) = (label, room * scale, extent.cells);
            }
        }
        all
    }

    /// Returns the centre of a rectangle of that size that lies entirely in a region, as far from its borders as
    /// possible; `None` if it does not fit.
    pub fn place(&self, region: usize, width: f64, height: f64) -> Option<Point> {
        let extent = self.extents.get(region)?;
        let distances = extent.distances(&self.grid, region);
        let half = |side: f64| (side.max(0.0) / self.scale.max(f64::MIN_POSITIVE) / 2.0).min(MAX_SIDE as f64);
        let (half_width, half_height) = (half(width), half(height));
        // Number of cells of the region above and to the left of each corner.
        let (columns, rows) = (distances.width, distances.height);
        let mut sums = vec![0_usize; (columns + 1) * (rows + 1)];
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let here = usize::from(distances.at(x, y) > 0.0);
            let at = |x: usize, y: usize| sums.get(y * (columns + 1) + x).copied().unwrap_or_default();
            let sum = here + at(x, y + 1) + at(x + 1, y) - at(x, y);
            if let Some(cell) = sums.get_mut((y + 1) * (columns + 1) + x + 1) {
                *cell = sum;
            }
        }
        let is_inside = |x: f64, y: f64| {
            let (left, right) = ((x - half_width).floor(), (x + half_width).ceil());
            let (top, bottom) = ((y - half_height).floor(), (y + half_height).ceil());
            if left < 0.0 || top < 0.0 || right > columns as f64 || bottom > rows as f64 {
                return false;
            }
            let (left, right, top, bottom) = (left as usize, right as usize, top as usize, bottom as usize);
            let at = |x: usize, y: usize| sums.get(y * (columns + 1) + x).copied().unwrap_or_default();
            at(right, bottom) + at(left, top) - at(left, bottom) - at(right, top) == (right - left) * (bottom - top)
        };
        let mut best: Option<(f64, Point)> = None;
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let (middle, room) = (Point::new(x as f64 + 0.5, y as f64 + 0.5), distances.at(x, y));
            if room > best.map_or(0.0, |(most, _)| most) && is_inside(middle.x, middle.y) {
                best = Some((room, middle));
            }
        }
        best.map(|(_, middle)| self.point(extent.left as f64 + middle.x, extent.top as f64 + middle.y))
    }

    /// Returns the region at a point; `None` if there is none.
    pub fn at(&self, point: Point) -> Option<usize> {
        let cell = |value: f64, origin: f64| {
            let cell = ((value - origin) / self.scale).floor();
            (cell >= 0.0 && cell < MAX_SIDE as f64).then_some(cell as usize)
        };
        self.grid.get(cell(point.x, self.origin.x)?, cell(point.y, self.origin.y)?)
    }

    fn point(&self, x: f64, y: f64) -> Point {
        Point::new(self.origin.x + x * self.scale, self.origin.y + y * self.scale)
    }
}
