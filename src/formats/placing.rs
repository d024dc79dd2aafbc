//! Maps findings in a text to the paths of the document's values that they are about.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use serde_json::value::RawValue;
use smol_str::SmolStr;

use crate::formats::syntax::numbered;
use crate::model::Game;
use crate::text::Diagnostic;
use crate::text::json::raw::{self, Members, json_of};

/// Replaces the span of each finding in a text by the path of the value that it is about. The text was written from
/// `game` and reads as `read`. A finding that no value of the game covers keeps its span. `places_of` returns the byte
/// ranges of the values at some paths of `read`.
pub fn on_paths(
    diagnostics: &mut [Diagnostic],
    text: &str,
    game: &Game,
    read: &Game,
    places_of: impl Fn(&[&str]) -> Vec<Option<Range<usize>>>,
) {
    let mut diagnostics: Vec<&mut Diagnostic> = diagnostics.iter_mut().filter(|d| is_to_be_placed(d)).collect();
    if diagnostics.is_empty() {
        return;
    }
    // A record may have a million values, and findings concern few of its turns.
    let elements = elements_of_turns(read);
    let turns: BTreeSet<usize> = placed(&mut diagnostics, text, &elements, &places_of)
        .into_iter()
        .flatten()
        .filter_map(|path| Some(numbered(path, "game.turns[")?.0))
        .collect();
    drop(elements);
    let head = values_of_head(game, read);
    for turns in [Some(turns), None] {
        let mut values = head.clone();
        values.extend(values_of_turns(game, read, turns.as_ref()));
        let paths: Vec<Option<String>> = placed(&mut diagnostics, text, &values, &places_of)
            .into_iter()
            .map(|path| path.map(str::to_owned))
            .collect();
        for (d, path) in diagnostics.iter_mut().zip(paths).filter(|(_, path)| path.is_some()) {
            (d.path, d.span) = (path, None);
        }
        diagnostics.retain(|d| is_to_be_placed(d));
        if diagnostics.is_empty() {
            break;
        }
    }
}

/// For each finding in a text that was read as `game`, returns the path of the turn, or element of a turn, that it is
/// about.
pub fn in_turns(
    diagnostics: &[Diagnostic],
    text: &str,
    game: &Game,
    places_of: impl Fn(&[&str]) -> Vec<Option<Range<usize>>>,
) -> Vec<Option<String>> {
    let mut found = vec![None; diagnostics.len()];
    let (indices, mut wanted): (Vec<usize>, Vec<&Diagnostic>) =
        diagnostics.iter().enumerate().filter(|(_, d)| is_to_be_placed(d)).unzip();
    if wanted.is_empty() {
        return found;
    }
    let elements = elements_of_turns(game);
    let paths = placed(&mut wanted, text, &elements, &places_of);
    for (index, path) in indices.into_iter().zip(paths) {
        found[index] = path.map(str::to_owned);
    }
    found
}

fn is_to_be_placed(d: &Diagnostic) -> bool {
    d.span.is_some() && d.path.is_none()
}

/// A value of a game, or an element of a list, with its path.
#[derive(Clone)]
struct Valued {
    path: String,
    /// The value itself, if it is a text or a number.
    says: Option<SmolStr>,
}

/// Start, end and index of a value.
type Placed = (usize, Reverse<usize>, usize);

/// For each finding, returns the path of the innermost value that covers it.
fn placed<'v>(
    diagnostics: &mut [impl Borrow<Diagnostic>],
    text: &str,
    values: &'v [Valued],
    places_of: impl Fn(&[&str]) -> Vec<Option<Range<usize>>>,
) -> Vec<Option<&'v str>> {
    let paths: Vec<&str> = values.iter().map(|value| &*value.path).collect();
    let places = places_of(&paths).into_iter().enumerate();
    let mut places: Vec<Placed> =
        places.filter_map(|(index, place)| place.map(|place| (place.start, Reverse(place.end), index))).collect();
    places.sort_unstable();
    let mut groups = places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).peekable();
    let start = |d: &Diagnostic| d.span.as_ref().map(|span| span.start);
    let mut order: Vec<usize> = (0..diagnostics.len()).collect();
    order.sort_by_key(|&index| start(diagnostics[index].borrow()));
    let mut found = vec![None; diagnostics.len()];
    // Places that began before the finding and may reach it, each inside the one before.
    let mut open: Vec<(Range<usize>, &[Placed], Option<Candidates<'v>>)> = Vec::new();
    for index in order {
        let Some(span) = diagnostics[index].borrow().span.clone() else { continue };
        while let Some(group) = groups.next_if(|group| group[0].0 <= span.start) {
            let (start, Reverse(end), _) = group[0];
            while open.last().is_some_and(|(place, ..)| place.end < end) {
                open.pop();
            }
            open.push((start..end, group, None));
        }
        while open.last().is_some_and(|(place, ..)| place.end < span.start) {
            open.pop();
        }
        if let Some((_, group, candidates)) = open.last_mut() {
            let of_group = || Candidates::of(group.iter().map(|(.., index)| &values[*index]));
            found[index] = candidates.get_or_insert_with(of_group).best(text.get(span).unwrap_or_default());
        }
    }
    found
}

/// Returns the turns, and the elements of the lists in them.
fn elements_of_turns(game: &Game) -> Vec<Valued> {
    let mut found = Vec::new();
    for (index, turn) in game.turns.iter().enumerate() {
        collect(&json_of(turn), None, format!("game.turns[{index}]"), true, &mut found);
    }
    found
}

/// Returns all values except those of turns.
fn values_of_head(game: &Game, read: &Game) -> Vec<Valued> {
    let [whole, value] = [game, read].map(|game| json_of(&game.without_turns()));
    let mut found = Vec::new();
    collect(&value, Some(&whole), "game".to_owned(), false, &mut found);
    found
}

/// Returns the values of some turns, or of all.
fn values_of_turns(game: &Game, read: &Game, turns: Option<&BTreeSet<usize>>) -> Vec<Valued> {
    let mut found = Vec::new();
    if game.turns.len() != read.turns.len() {
        return found;
    }
    for (index, (of_game, of_read)) in game.turns.iter().zip(&read.turns).enumerate() {
        if turns.is_none_or(|turns| turns.contains(&index)) {
            let [whole, value] = [of_game, of_read].map(json_of);
            collect(&value, Some(&whole), format!("game.turns[{index}]"), false, &mut found);
        }
    }
    found
}

/// Collects every value, with its path, whose place exists in the other game if there is one, but not within lists from
/// which elements were left out; or collects elements of lists only.
fn collect(value: &RawValue, other: Option<&RawValue>, path: String, elements: bool, found: &mut Vec<Valued>) {
    let first = value.get().bytes().next();
    match first {
        Some(b'{') => {
            let fields_of = |value| Members::of(value).unwrap_or_default().list;
            let others: Option<HashMap<_, _>> = other.map(|other| fields_of(other).into_iter().collect());
            for (key, value) in fields_of(value) {
                let own = others.as_ref().map(|others| others.get(&key).copied());
                // A value that the other one lacks was left out of it.
                if !matches!(own, Some(None)) {
                    collect(value, own.flatten(), format!("{path}.{key}"), elements, found);
                }
            }
        }
        Some(b'[') => {
            let list = raw::elements(value).unwrap_or_default();
            let others = other.map(|other| raw::elements(other).unwrap_or_default());
            if others.as_ref().is_none_or(|others| others.len() == list.len()) {
                for (index, value) in list.into_iter().enumerate() {
                    let own = others.as_ref().and_then(|others| others.get(index).copied());
                    collect(value, own, format!("{path}[{index}]"), elements, found);
                }
            }
        }
        _ => {}
    }
    if elements && !path.ends_with(']') {
        return;
    }
    let says = match first {
        Some(b'"') if !elements => raw::string(value).map(SmolStr::new),
        Some(b'-' | b'0'..=b'9') => Some(SmolStr::new(value.get())),
        _ => None,
    };
    found.push(Valued { path, says });
}

/// The values at a place, of which there may be thousands, as there may be findings.
struct Candidates<'v> {
    /// The action, or else the outermost value.
    usual: Option<&'v str>,
    /// The same among the values that say a text, by that text in small letters.
    by_text: HashMap<String, &'v Valued>,
}

impl<'v> Candidates<'v> {
    fn of(values: impl Iterator<Item = &'v Valued>) -> Self {
        let mut usual: Option<&Valued> = None;
        let mut by_text: HashMap<String, &Valued> = HashMap::new();
        for value in values {
            usual = Some(usual.map_or(value, |before| before.or_better(value)));
            if let Some(text) = value.says.as_deref().filter(|text| !text.is_empty()) {
                let said = by_text.entry(text.to_ascii_lowercase()).or_insert(value);
                *said = said.or_better(value);
            }
        }
        Candidates { usual: usual.map(|value| &*value.path), by_text }
    }

    /// Chooses the value that equals the wanted text, else the usual one.
    fn best(&self, wanted: &str) -> Option<&'v str> {
        self.by_text.get(&wanted.trim().to_ascii_lowercase()).map(|value| &*value.path).or(self.usual)
    }
}

impl Valued {
    /// Returns the other value if a finding at both is rather about it: an action, or else the outermost one.
    fn or_better<'v>(&'v self, other: &'v Valued) -> &'v Valued {
        let is_action = |path: &str| {
            path.ends_with(']') && path.rsplit_once('[').is_some_and(|(list, _)| list.ends_with(".actions"))
        };
        let rank = |value: &Valued| (!is_action(&value.path), value.path.len());
        if rank(other) < rank(self) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    const PATHS: &[&str] = &["game.turns[0]", "game.turns[0].actions[0]", "game.turns[0].remarks[3]", "game.title"];

    proptest! {
        #[test]
        fn what_says_the_wanted_text_is_best_then_an_action_then_the_outermost(
            values in vec((select(PATHS), proptest::option::of("[aB]{0,1}")), 0..5),
            wanted in " ?[Ab]?",
        ) {
            let valued = |(path, says): &(&str, Option<String>)| {
                Valued { path: (*path).to_owned(), says: says.as_deref().map(SmolStr::new) }
            };
            let values: Vec<Valued> = values.iter().map(valued).collect();
            let says = |says: &str| !says.is_empty() && says.eq_ignore_ascii_case(wanted.trim());
            let rank = |value: &&Valued| {
                let is_action = value.path.contains(".actions[");
                (!value.says.as_deref().is_some_and(says), !is_action, value.path.len())
            };
            let expected = values.iter().min_by_key(rank).map(|value| &*value.path);
            prop_assert_eq!(Candidates::of(values.iter()).best(&wanted), expected);
        }
    }
}
