//! Suggestions in messages about orders: the provinces that may be meant, or that can be reached.

use crate::model::TerritoryRef;
use crate::systems::diplomacy::rules::NamedBoard;

/// Returns the codes of the provinces that adjacencies lead to from a province, sorted.
pub fn neighbours(named_board: &NamedBoard, from: &TerritoryRef) -> Vec<String> {
    reached(named_board, from, |_| true)
}

/// Returns the codes of the provinces that adjoin a sea and are not sea themselves, sorted.
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

/// Joins names by commas and "or"; without names, returns a phrase for any neighbouring province.
pub fn one_of(names: &[String]) -> String {
    match names.split_last() {
        None => "the provinces beside it".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// Joins territories, as code and name, by commas and "or"; at most `MAX_CANDIDATES` of them.
pub fn one_of_these(named_board: &NamedBoard, numbers: &[usize]) -> String {
    let called = |&number: &usize| match named_board.code(number) {
        Some(code) => format!("{code} ({})", named_board.name(number)),
        None => named_board.name(number).to_owned(),
    };
    one_of(&numbers.iter().take(MAX_CANDIDATES).map(called).collect::<Vec<_>>())
}

/// Asks whether the territories with a similar name are meant by a word that names none; `None` where no name is
/// similar.
pub fn meant(named_board: &NamedBoard, word: &str) -> Option<String> {
    // A single letter is similar to too many names.
    let like = if (2..=MAX_MISTAKE_LENGTH).contains(&word.len()) { named_board.like(word) } else { Vec::new() };
    (!like.is_empty()).then(|| format!("did you mean {}?", one_of_these(named_board, &like)))
}

/// Greatest number of provinces that a message names as candidates.
const MAX_CANDIDATES: usize = 6;

/// Length in bytes up to which a word is compared with names; no misspelt name is longer.
const MAX_MISTAKE_LENGTH: usize = 80;
