//! The grid of cells that a map is laid out on; each cell belongs to one province or to none.

use std::collections::HashMap;

use crate::view::picture::Point;
use crate::view::picture::regions::Grid;

/// A grid of cells, each with the number of its province; `None` for gaps.
pub struct Cells(Grid);

impl Cells {
    pub fn new(width: usize, height: usize) -> Cells {
        Cells(Grid::new(width, height))
    }

    pub fn width(&self) -> usize {
        self.0.width()
    }

    pub fn height(&self) -> usize {
        self.0.height()
    }

    pub fn at(&self, x: usize, y: usize) -> Option<usize> {
        self.0.get(x, y)
    }

    pub fn set(&mut self, (x, y): (usize, usize), owner: Option<usize>) {
        self.0.set(x, y, owner);
    }

    pub fn into_grid(self) -> Grid {
        self.0
    }

    /// Returns the cells above, to the right of, below and to the left of a cell, as far as they are on the grid.
    pub fn beside(&self, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.width(), self.height());
        let all = [(x, y.wrapping_sub(1)), (x.saturating_add(1), y), (x, y.saturating_add(1)), (x.wrapping_sub(1), y)];
        all.into_iter().filter(move |(x, y)| *x < width && *y < height)
    }

    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Returns the lengths of the borders between provinces, in sides of cells; each key has the lower number first.
    pub fn borders(&self) -> HashMap<(usize, usize), usize> {
        let mut borders = HashMap::new();
        for (x, y) in self.all() {
            for other in [self.at(x + 1, y), self.at(x, y + 1)] {
                if let (Some(one), Some(other)) = (self.at(x, y), other)
                    && one != other
                {
                    *borders.entry((one.min(other), one.max(other))).or_default() += 1;
                }
            }
        }
        borders
    }

    /// Returns the mean of each province's cell centres, by its number; `None` for a province without cells.
    pub fn middles(&self, provinces: usize) -> Vec<Option<Point>> {
        let mut sums = vec![(0.0, 0.0, 0.0); provinces];
        for (x, y) in self.all() {
            if let Some(sum) = self.at(x, y).and_then(|owner| sums.get_mut(owner)) {
                *sum = (sum.0 + x as f64 + 0.5, sum.1 + y as f64 + 0.5, sum.2 + 1.0);
            }
        }
        sums.into_iter().map(|(x, y, count)| (count > 0.0).then(|| Point::new(x / count, y / count))).collect()
    }
}
