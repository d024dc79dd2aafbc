//! Where the provinces of a board lie.

use std::collections::HashSet;

use super::europe::europe;
use super::graph::Graph;
use super::layout::laid_out;
use crate::view::picture::Point;
use crate::view::picture::regions::{Grid, Regions};

/// Width and height at which a cell of a map is drawn.
const CELL: f64 = 5.0;

/// The outlines of the provinces of a board.
pub struct Map {
    /// The outlines: a region for each province, by its number, and behind them land that no unit enters.
    pub regions: Regions,
    /// Provinces that touch by the rules, and not on the map: lines are drawn between them.
    pub links: Vec<(usize, usize)>,
    /// Whether the area outside all provinces is sea.
    pub is_sea_around: bool,
    pub width: f64,
    pub height: f64,
}

impl Map {
    /// The map of a board: Europe where it is the standard one, else one that is made of its adjacencies.
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

    /// The middle of the room of a province.
    pub fn middle(&self, province: usize) -> Point {
        self.regions.regions.get(province).map_or(Point::default(), |region| region.label)
    }

    /// A point in a province beside those others: on a coast.
    pub fn beside(&self, province: usize, others: &[usize]) -> Option<Point> {
        let is_meant = |one: usize, other: usize| one == province && others.contains(&other);
        let borders = self.regions.borders.iter().filter(|border| {
            border.other.is_some_and(|other| is_meant(border.region, other) || is_meant(other, border.region))
        });
        let points: Vec<Point> = borders.flat_map(|border| border.lines.iter().flatten()).copied().collect();
        let count = points.len() as f64;
        let sum = points.iter().fold(Point::default(), |sum, p| Point::new(sum.x + p.x / count, sum.y + p.y / count));
        // A border that is bent has its middle beside it: the nearest of its points is meant.
        let nearest = points.into_iter().min_by(|a, b| a.distance(sum).total_cmp(&b.distance(sum)))?;
        let middle = self.middle(province);
        let far = nearest.distance(middle).max(1.0);
        Some(nearest.towards(middle, (16.0 / far).min(0.6)))
    }
}
