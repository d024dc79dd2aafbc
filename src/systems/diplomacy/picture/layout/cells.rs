//! Cells, each of a province or of none.

use std::collections::HashMap;

use crate::view::picture::Point;

/// Cells in rows.
pub struct Cells {
    pub width: usize,
    pub height: usize,
    owners: Vec<Option<usize>>,
}

impl Cells {
    pub fn new(width: usize, height: usize) -> Cells {
        Cells { width, height, owners: vec![None; width * height] }
    }

    pub fn at(&self, x: usize, y: usize) -> Option<usize> {
        if x < self.width && y < self.height { self.owners.get(y * self.width + x).copied().flatten() } else { None }
    }

    pub fn set(&mut self, (x, y): (usize, usize), owner: Option<usize>) {
        if x < self.width
            && y < self.height
            && let Some(cell) = self.owners.get_mut(y * self.width + x)
        {
            *cell = owner;
        }
    }

    /// The cells above, to the right, below and to the left, where there are some.
    pub fn beside(&self, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.width, self.height);
        let all = [(x, y.wrapping_sub(1)), (x.saturating_add(1), y), (x, y.saturating_add(1)), (x.wrapping_sub(1), y)];
        all.into_iter().filter(move |(x, y)| *x < width && *y < height)
    }

    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Counts the sides of cells that provinces have in common; the lower number of a pair comes first.
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

    /// The middles of the cells of each province.
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
