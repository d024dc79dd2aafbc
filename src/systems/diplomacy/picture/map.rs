//! Maps of boards: the outlines of their provinces.

use std::collections::HashSet;

use super::europe::europe;
use super::graph::Graph;
use super::layout::laid_out;
use crate::view::picture::Point;
use crate::view::picture::regions::{Grid, Regions};

/// Side of a cell of the map of Europe.
const CELL: f64 = 5.0;

/// The outlines of the provinces of a board.
pub struct Map {
    /// The outlines: a region for each province, by its number, and behind them land that no unit enters.
    pub regions: Regions,
    /// Pairs of provinces that touch by the rules but not on the map: lines are drawn between them.
    pub links: Vec<(usize, usize)>,
    /// Whether the area outside all provinces is sea.
    pub is_sea_around: bool,
    pub width: f64,
    pub height: f64,
}

impl Map {
    /// Returns the map of a board: Europe for the standard board, else a map laid out from its adjacencies.
    pub fn of(graph: &Graph<'_>) -> Map {
        match europe(graph) {
            Some(grid) => Map::traced(graph, grid, CELL, true),
            None => {
                let (grid, cell) = laid_out(graph);
                Map::traced(graph, grid, cell, false)
            }
        }
    }

    fn traced(graph: &Graph<'_>, grid: Grid, cell: f64, is_sea_around: bool) -> Map {
        let (width, height) = (grid.width() as f64 * cell, grid.height() as f64 * cell);
        let regions = Regions::of(grid, Point::default(), cell);
        let shared: HashSet<(usize, usize)> =
            regions.borders.iter().filter_map(|border| Some((border.region, border.other?))).collect();
        let links = graph.pairs().filter(|pair| !shared.contains(pair)).collect();
        Map { regions, links, is_sea_around, width, height }
    }

    /// Returns the point of a province that is farthest from its borders.
    pub fn middle(&self, province: usize) -> Point {
        self.regions.regions.get(province).map_or(Point::default(), |region| region.label)
    }

    /// Returns a point in a province beside its border with `others`, such as the seas of a coast; `None` without a
    /// border.
    pub fn beside(&self, province: usize, others: &[usize]) -> Option<Point> {
        let is_meant = |one: usize, other: usize| one == province && others.contains(&other);
        let borders = self.regions.borders.iter().filter(|border| {
            border.other.is_some_and(|other| is_meant(border.region, other) || is_meant(other, border.region))
        });
        let points: Vec<Point> = borders.flat_map(|border| border.lines.iter().flatten()).copied().collect();
        let count = points.len() as f64;
        let sum = points.iter().fold(Point::default(), |sum, p| Point::new(sum.x + p.x / count, sum.y + p.y / count));
        // The mean of a bent border does not lie on it, so the nearest of its points is taken.
        let nearest = points.into_iter().min_by(|a, b| a.distance(sum).total_cmp(&b.distance(sum)))?;
        let middle = self.middle(province);
        let far = nearest.distance(middle).max(1.0);
        Some(nearest.towards(middle, (16.0 / far).min(0.6)))
    }
}
