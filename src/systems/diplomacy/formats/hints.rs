//! What messages about orders propose.

use crate::model::TerritoryRef;
use crate::systems::diplomacy::rules::NamedBoard;

/// Where moves lead from a place, by code.
pub fn neighbours(named_board: &NamedBoard, from: &TerritoryRef) -> Vec<String> {
    reached(named_board, from, |_| true)
}

/// The land that a sea touches, by code.
pub fn landings(named_board: &NamedBoard, sea: &TerritoryRef) -> Vec<String> {
    reached(named_board, sea, |place| !named_board.number(place).is_some_and(|number| named_board.is_sea(number)))
}

fn reached(named_board: &NamedBoard, from: &TerritoryRef, is_wanted: impl Fn(&TerritoryRef) -> bool) -> Vec<String> {
    let lines = named_board.board().adjacencies.iter().filter_map(|line| line.known());
    let to = lines.filter(|line| line.from.as_str() == from.territory()).flat_map(|line| &line.to);
    let to = to.filter_map(|to| Some(TerritoryRef::new(to.known()?.territory())));
    let mut called: Vec<String> = to.filter(is_wanted).map(|place| named_board.called(&place)).collect();
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
pub fn one_of_these(named_board: &NamedBoard, numbers: &[usize]) -> String {
    let called = |&number: &usize| match named_board.code(number) {
        Some(code) => format!("{code} ({})", named_board.name(number)),
        None => named_board.name(number).to_owned(),
    };
    one_of(&numbers.iter().take(MAX_CANDIDATES).map(called).collect::<Vec<_>>())
}

/// The territories that a word may be meant for which is the name of none.
pub fn meant(named_board: &NamedBoard, word: &str) -> Option<String> {
    // One letter says nothing.
    let like = if (2..=MAX_MISTAKE_LENGTH).contains(&word.len()) { named_board.like(word) } else { Vec::new() };
    (!like.is_empty()).then(|| format!("did you mean {}?", one_of_these(named_board, &like)))
}

/// The most provinces that are named as candidates.
const MAX_CANDIDATES: usize = 6;

/// No name is as long as this, in bytes, however badly it is written.
const MAX_MISTAKE_LENGTH: usize = 80;
