//! Finds which side of a map is north: adjacencies alone do not tell, so names and coasts do.

use super::super::europe;
use super::super::graph::Graph;
use crate::view::picture::Point;

/// So many provinces of the standard board tell where a board lies, and no fewer.
const MIN_KNOWN: usize = 5;
/// What a coast counts, where a province of the standard board counts 1.
const COAST: f64 = 0.4;
/// How much of what is told has to agree, of 1, for a map to be turned.
const LEAST: f64 = 0.45;

/// A place as it lies, and as it should.
struct Hint {
    seen: Point,
    wanted: Point,
    weight: f64,
}

/// Turns and mirrors places, so that provinces of the standard board lie as they do in Europe, and coasts where their names
/// say. Where nothing tells, or what tells does not agree, all stays as it is.
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

/// Provinces that have the names of some of the standard board.
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

/// The coasts of provinces: what fleets go to from a northern one lies to the north.
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

/// Points around their middle, 1 from it in the mean.
fn normalized(points: impl Iterator<Item = Point> + Clone) -> Vec<Point> {
    let count = points.clone().count().max(1) as f64;
    let middle = points.clone().fold(Point::default(), |sum, p| Point::new(sum.x + p.x / count, sum.y + p.y / count));
    let square = points.clone().map(|p| p.distance(middle).powi(2) / count).sum::<f64>();
    let size = square.sqrt().max(1e-9);
    points.map(|p| Point::new((p.x - middle.x) / size, (p.y - middle.y) / size)).collect()
}
