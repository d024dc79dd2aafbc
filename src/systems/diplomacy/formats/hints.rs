//! What messages about orders propose.

use crate::model::Place;
use crate::systems::diplomacy::rules::Atlas;

/// Where moves lead from a place, by code.
pub fn neighbours(atlas: &Atlas, from: &Place) -> Vec<String> {
    reached(atlas, from, |_| true)
}

/// The land that a sea touches, by code.
pub fn landings(atlas: &Atlas, sea: &Place) -> Vec<String> {
    reached(atlas, sea, |place| !atlas.number(place).is_some_and(|number| atlas.is_sea(number)))
}

fn reached(atlas: &Atlas, from: &Place, is_wanted: impl Fn(&Place) -> bool) -> Vec<String> {
    let lines = atlas.board().adjacencies.iter().filter_map(|line| line.known());
    let to = lines.filter(|line| line.from.as_str() == from.territory()).flat_map(|line| &line.to);
    let to = to.filter_map(|to| Some(Place::new(to.known()?.territory())));
    let mut called: Vec<String> = to.filter(is_wanted).map(|place| atlas.called(&place)).collect();
    called.sort();
    called.dedup();
    called
}

/// One of several names.
pub fn one_of(names: &[String]) -> String {
    match names.split_last() {
        None => "the provinces beside it".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// One of several territories, by code and name.
pub fn one_of_these(atlas: &Atlas, numbers: &[usize]) -> String {
    let called = |&number: &usize| match atlas.code(number) {
        Some(code) => format!("{code} ({})", atlas.name(number)),
        None => atlas.name(number).to_owned(),
    };
    one_of(&numbers.iter().take(MOST_CANDIDATES).map(called).collect::<Vec<_>>())
}

/// The territories that a word may be meant for which is the name of none.
pub fn meant(atlas: &Atlas, word: &str) -> Option<String> {
    // One letter says nothing.
    let like = if (2..=LONGEST_MISTAKE).contains(&word.len()) { atlas.like(word) } else { Vec::new() };
    (!like.is_empty()).then(|| format!("it may be {}", one_of_these(atlas, &like)))
}

/// The most provinces that are named as candidates.
const MOST_CANDIDATES: usize = 6;

/// No name is as long as this, in bytes, however badly it is written.
const LONGEST_MISTAKE: usize = 80;
