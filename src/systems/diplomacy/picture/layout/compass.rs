//! Turns a map so that north is up. Adjacencies alone do not say where north is; names and coasts do.

use super::super::europe;
use super::super::graph::Graph;
use crate::view::picture::Point;

/// Least number of provinces with names of the standard board at which those names count as hints.
const MIN_KNOWN: usize = 5;
/// Weight of a coast as a hint; a province of the standard board has weight 1.
const COAST: f64 = 0.4;
/// Agreement that the hints must exceed for a map to be turned, as a fraction of their total weight.
const LEAST: f64 = 0.45;

/// A direction on the map, the direction it should have, and how much that counts.
struct Hint {
    seen: Point,
    wanted: Point,
    weight: f64,
}

/// Turns and mirrors places so that provinces of the standard board lie as they do in Europe, and coasts lie on the
/// side that their names say. Returns the places unchanged if there are no hints or they do not agree.
pub fn northward(graph: &Graph<'_>, touching: &[usize], places: Vec<Point>) -> Vec<Point> {
    let mut hints = by_names(graph, touching, &places);
    hints.extend(by_coasts(graph, touching, &places));
    let (mut xx, mut xy, mut yx, mut yy, mut all) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for Hint { seen, wanted, weight } in &hints {
        xx += weight * wanted.x * seen.x;
        xy += weight * wanted.x * seen.y;
        yx += weight * wanted.y * seen.x;
        yy += weight * wanted.y * seen.y;
        all += weight;
    }
    let (turned, mirrored) = ((yx - xy).hypot(xx + yy), (yx + xy).hypot(xx - yy));
    if turned.max(mirrored) <= LEAST * all {
        return places;
    }
    let is_mirrored = mirrored > turned;
    let angle = if is_mirrored { (yx + xy).atan2(xx - yy) } else { (yx - xy).atan2(xx + yy) };
    let (sin, cos) = angle.sin_cos();
    let flip = if is_mirrored { -1.0 } else { 1.0 };
    places.into_iter().map(|p| Point::new(cos * p.x - flip * sin * p.y, sin * p.x + flip * cos * p.y)).collect()
}

/// Returns a hint for each province with the name of one of the standard board; none if there are fewer than
/// [`MIN_KNOWN`].
fn by_names(graph: &Graph<'_>, touching: &[usize], places: &[Point]) -> Vec<Hint> {
    let known: Vec<(Point, Point)> = touching
        .iter()
        .zip(places)
        .filter_map(|(number, place)| Some((*place, europe::place(graph.provinces.get(*number)?.name())?)))
        .collect();
    if known.len() < MIN_KNOWN {
        return Vec::new();
    }
    let seen = normalized(known.iter().map(|(seen, _)| *seen));
    let wanted = normalized(known.iter().map(|(_, wanted)| *wanted));
    seen.into_iter().zip(wanted).map(|(seen, wanted)| Hint { seen, wanted, weight: 1.0 }).collect()
}

/// Returns a hint for each coast with a direction: the places that fleets reach from a north coast lie to the north.
fn by_coasts(graph: &Graph<'_>, touching: &[usize], places: &[Point]) -> Vec<Hint> {
    let place = |number: usize| places.get(touching.binary_search(&number).ok()?).copied();
    let mut hints = Vec::new();
    for number in touching {
        let Some((province, here)) = graph.provinces.get(*number).zip(place(*number)) else { continue };
        for coast in province.coasts.keys() {
            let wanted = match *coast {
                "nc" => Point::new(0.0, -1.0),
                "sc" => Point::new(0.0, 1.0),
                "ec" => Point::new(1.0, 0.0),
                "wc" => Point::new(-1.0, 0.0),
                _ => continue,
            };
            let (mut x, mut y) = (0.0, 0.0);
            for there in graph.shore(province, coast).into_iter().filter_map(place) {
                (x, y) = (x + there.x - here.x, y + there.y - here.y);
            }
            let far = f64::hypot(x, y);
            if far > 1e-6 {
                hints.push(Hint { seen: Point::new(x / far, y / far), wanted, weight: COAST });
            }
        }
    }
    hints
}

/// Moves points so that their mean is the origin, and scales them so that their root mean square distance from it is 1.
fn normalized(points: impl Iterator<Item = Point> + Clone) -> Vec<Point> {
    let count = points.clone().count().max(1) as f64;
    let middle = points.clone().fold(Point::default(), |sum, p| Point::new(sum.x + p.x / count, sum.y + p.y / count));
    let square = points.clone().map(|p| p.distance(middle).powi(2) / count).sum::<f64>();
    let size = square.sqrt().max(1e-9);
    points.map(|p| Point::new((p.x - middle.x) / size, (p.y - middle.y) / size)).collect()
}
