//! Measures the room in regions: the distances of their cells from their borders.

use super::Grid;

/// The bounding rectangle of a region, in cells (`right` and `bottom` exclusive), and the number of its cells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
    pub(super) cells: usize,
}

impl Extent {
    /// Returns the distance of the centre of each cell of the region from the nearest cell that is not of the region.
    pub(super) fn distances(&self, grid: &Grid, region: usize) -> Distances {
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        // A margin of one cell on each side belongs to something else.
        let (columns, rows) = (width + 2, height + 2);
        let far = (columns * columns + rows * rows) as f64;
        let mut squares = vec![0.0; columns * rows];
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            if grid.get(self.left + x, self.top + y) == Some(region)
                && let Some(square) = squares.get_mut((y + 1) * columns + x + 1)
            {
                *square = far;
            }
        }
        for x in 0..columns {
            let column: Vec<f64> = squares.iter().skip(x).step_by(columns).copied().collect();
            for (square, least) in squares.iter_mut().skip(x).step_by(columns).zip(lower_envelope(&column)) {
                *square = least;
            }
        }
        let mut values = Vec::with_capacity(width * height);
        for row in squares.chunks(columns).skip(1).take(height) {
            values.extend(lower_envelope(row).into_iter().skip(1).take(width).map(|square| square.sqrt()));
        }
        // The nearest cell of something else begins half a cell before its centre.
        values.iter_mut().filter(|value| **value > 0.0).for_each(|value| *value -= 0.5);
        Distances { width, height, values }
    }
}

/// Returns, for each position on a line, the minimum of squared distance plus value over all positions (Felzenszwalb
/// and Huttenlocher).
fn lower_envelope(values: &[f64]) -> Vec<f64> {
    let mut parabolas: Vec<(usize, f64, f64)> = Vec::with_capacity(values.len());
    for (at, &value) in values.iter().enumerate() {
        let mut begin = f64::NEG_INFINITY;
        while let Some(&(other, height, starts)) = parabolas.last() {
            let (p, q) = (at as f64, other as f64);
            begin = ((value + p * p) - (height + q * q)) / (2.0 * (p - q));
            if begin > starts {
                break;
            }
            parabolas.pop();
            begin = f64::NEG_INFINITY;
        }
        parabolas.push((at, value, begin));
    }
    let mut current = 0;
    let least = |at: usize| {
        while parabolas.get(current + 1).is_some_and(|(_, _, begin)| *begin < at as f64) {
            current += 1;
        }
        parabolas.get(current).map_or(0.0, |(other, height, _)| (at as f64 - *other as f64).powi(2) + height)
    };
    (0..values.len()).map(least).collect()
}

/// The distances of cells' centres from the border of a region; 0 in cells of others.
pub(super) struct Distances {
    pub(super) width: usize,
    pub(super) height: usize,
    values: Vec<f64>,
}

impl Distances {
    pub(super) fn at(&self, x: usize, y: usize) -> f64 {
        self.values.get(y * self.width + x).copied().unwrap_or_default()
    }

    /// Returns the centre (x, y) of the cell that is farthest from the border, and its distance; of several, the one
    /// nearest to the middle of the region.
    pub(super) fn farthest(&self) -> (f64, f64, f64) {
        let inside = || {
            let cells = self.values.iter().enumerate().filter(|(_, value)| **value > 0.0);
            cells.map(|(i, value)| ((i % self.width) as f64 + 0.5, (i / self.width) as f64 + 0.5, *value))
        };
        let count = (inside().count() as f64).max(1.0);
        let (middle_x, middle_y) = inside().fold((0.0, 0.0), |sum, (x, y, _)| (sum.0 + x / count, sum.1 + y / count));
        let off = |(x, y, _): &(f64, f64, f64)| (x - middle_x).hypot(y - middle_y);
        let better = |a: &(f64, f64, f64), b: &(f64, f64, f64)| a.2.total_cmp(&b.2).then(off(b).total_cmp(&off(a)));
        inside().max_by(better).unwrap_or_default()
    }
}
