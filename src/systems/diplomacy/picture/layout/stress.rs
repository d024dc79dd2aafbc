//! Places provinces as far from each other as the shortest way of moves between them is long.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::graph::Graph;
use crate::view::picture::Point;

/// Number of times that every pair of provinces is moved.
const STEPS: usize = 40;
/// The same on a board of more than [`MANY`] provinces.
const FEW_STEPS: usize = 12;
/// Number of provinces above which fewer steps are made.
const MANY: usize = 600;
/// Greatest product of adjacencies and provinces at which distances are measured.
const MAX_WORK: usize = 60_000_000;
/// Distance between two neighbouring land provinces, in hundredths.
const LAND: u32 = 90;
/// Distance between two neighbouring seas, in hundredths: seas are larger than land.
const SEA: u32 = 130;
/// Distance below which two places are pushed apart.
const NEAREST: f64 = 0.55;

/// Returns a place for each of the provinces `touching`, in the same order; neighbours are about 1 apart.
pub fn arranged(graph: &Graph<'_>, touching: &[usize]) -> Vec<Point> {
    // The places start as the seeds of a sunflower lie: evenly, and never in a line.
    let seed = |i: usize| {
        let (angle, radius) = (i as f64 * 2.399_963, (i as f64 + 0.5).sqrt() * 0.6);
        Point::new(angle.cos() * radius, angle.sin() * radius)
    };
    let mut places: Vec<Point> = (0..touching.len()).map(seed).collect();
    let adjacencies: usize = graph.neighbours.iter().map(Vec::len).sum();
    if adjacencies.saturating_mul(touching.len()) > MAX_WORK || touching.len() > u16::MAX.into() {
        return places;
    }
    let mut pairs = distances(graph, touching);
    let steps = if touching.len() > MANY { FEW_STEPS } else { STEPS };
    let longest = pairs.iter().map(|pair| pair.2).fold(1.0, f32::max);
    let (first, last) = (f64::from(longest * longest), 0.05);
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for step in 0..steps {
        // The pairs are shuffled anew for each step, in the same way on every run.
        for i in (1..pairs.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            pairs.swap(i, (random % (i as u64 + 1)) as usize);
        }
        let rate = first * (last / first).powf(step as f64 / (steps - 1) as f64);
        for &(one, other, wanted) in &pairs {
            let (one, other, wanted) = (usize::from(one), usize::from(other), f64::from(wanted));
            let Some((a, b)) = places.get(one).copied().zip(places.get(other).copied()) else { continue };
            let apart = a.distance(b).max(1e-6);
            let part = (rate / (wanted * wanted)).min(1.0) * (apart - wanted) / 2.0 / apart;
            let (x, y) = ((a.x - b.x) * part, (a.y - b.y) * part);
            places.iter_mut().skip(one).take(1).for_each(|p| *p = Point::new(p.x - x, p.y - y));
            places.iter_mut().skip(other).take(1).for_each(|p| *p = Point::new(p.x + x, p.y + y));
        }
    }
    spread(&mut places);
    lengthwise(places)
}

/// Returns each pair of provinces, as indexes into `touching`, with the length of the shortest way between them.
fn distances(graph: &Graph<'_>, touching: &[usize]) -> Vec<(u16, u16, f32)> {
    let weight = |number: usize| if graph.provinces.get(number).is_some_and(|p| p.is_sea) { SEA } else { LAND };
    let mut pairs = Vec::with_capacity(touching.len() * touching.len().saturating_sub(1) / 2);
    let mut farthest = 0;
    for (i, &from) in touching.iter().enumerate() {
        let mut reached = vec![u32::MAX; graph.provinces.len()];
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((distance, at))) = open.pop() {
            let Some(known) = reached.get_mut(at).filter(|known| **known > distance) else { continue };
            *known = distance;
            for &next in graph.neighbours.get(at).into_iter().flatten() {
                open.push(Reverse((distance + (weight(at) + weight(next)) / 2, next)));
            }
        }
        for (j, other) in touching.iter().enumerate().skip(i + 1) {
            let distance = reached.get(*other).copied().unwrap_or(u32::MAX);
            farthest = farthest.max(if distance == u32::MAX { 0 } else { distance });
            pairs.push((i as u16, j as u16, distance as f32 / 100.0));
        }
    }
    // Parts of a board without a way between them are placed beside each other.
    let beside = farthest as f32 / 100.0 + 1.5;
    pairs.iter_mut().filter(|pair| pair.2 > beside).for_each(|pair| pair.2 = beside);
    pairs
}

/// Moves places apart that are nearer to each other than [`NEAREST`].
fn spread(places: &mut [Point]) {
    let rounds = if places.len() > MANY { 2 } else { 12 };
    for _ in 0..rounds {
        for i in 0..places.len() {
            let (before, rest) = places.split_at_mut(i);
            let Some(a) = rest.first_mut() else { continue };
            for b in before {
                let apart = a.distance(*b);
                if apart < NEAREST {
                    // Two at the same point have no direction between them: they are moved apart sideways.
                    let (x, y) = if apart > 1e-9 { ((a.x - b.x) / apart, (a.y - b.y) / apart) } else { (1.0, 0.0) };
                    let push = (NEAREST - apart) / 2.0;
                    (a.x, a.y, b.x, b.y) = (a.x + x * push, a.y + y * push, b.x - x * push, b.y - y * push);
                }
            }
        }
    }
}

/// Turns places so that they spread most from left to right.
fn lengthwise(places: Vec<Point>) -> Vec<Point> {
    let count = (places.len() as f64).max(1.0);
    let middle = places.iter().fold(Point::default(), |sum, p| Point::new(sum.x + p.x / count, sum.y + p.y / count));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in &places {
        let (x, y) = (place.x - middle.x, place.y - middle.y);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    let angle = -0.5 * (2.0 * xy).atan2(xx - yy);
    let turned = |place: Point| {
        let (x, y) = (place.x - middle.x, place.y - middle.y);
        Point::new(x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos())
    };
    places.into_iter().map(turned).collect()
}
