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
    let mut search = Search::new(&diagnostics, text, &places_of);
    elements_of_turns(read, &mut |value| search.add(value));
    let turns: BTreeSet<usize> =
        search.finish().into_iter().flatten().filter_map(|path| Some(numbered(&path, "game.turns[")?.0)).collect();
    for turns in [Some(turns), None] {
        let mut search = Search::new(&diagnostics, text, &places_of);
        values_of_head(game, read, &mut |value| search.add(value));
        values_of_turns(game, read, turns.as_ref(), &mut |value| search.add(value));
        let paths = search.finish();
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
    let (indices, wanted): (Vec<usize>, Vec<&Diagnostic>) =
        diagnostics.iter().enumerate().filter(|(_, d)| is_to_be_placed(d)).unzip();
    if wanted.is_empty() {
        return found;
    }
    let mut search = Search::new(&wanted, text, &places_of);
    elements_of_turns(game, &mut |value| search.add(value));
    for (index, path) in indices.into_iter().zip(search.finish()) {
        found[index] = path;
    }
    found
}

fn is_to_be_placed(d: &Diagnostic) -> bool {
    d.span.is_some() && d.path.is_none()
}

/// A value of a game, or an element of a list, with its path.
struct Valued {
    path: String,
    /// The value itself, if it is a text or a number.
    says: Option<SmolStr>,
}

/// Start, end and index of a value.
type Placed = (usize, Reverse<usize>, usize);

/// Maximum number of values whose places are looked up together. The paths of all values may take several times the
/// memory of a game, and each time that places are looked up, the text is read.
const TOGETHER: usize = 1 << 18;

/// Searches the innermost value that covers each finding.
struct Search<'s, D, P> {
    diagnostics: &'s [D],
    text: &'s str,
    places_of: &'s P,
    /// Maximum number of values that are held.
    together: usize,
    /// Values whose places are not known yet.
    values: Vec<Valued>,
    /// For each finding, the innermost of the values so far.
    nearest: Vec<Option<Nearest>>,
}

/// The innermost value that covers a finding.
struct Nearest {
    place: (usize, Reverse<usize>),
    /// Whether the value is what the finding is about, letter for letter.
    is_said: bool,
    path: String,
}

impl<'s, D, P> Search<'s, D, P>
where
    D: Borrow<Diagnostic>,
    P: Fn(&[&str]) -> Vec<Option<Range<usize>>>,
{
    fn new(diagnostics: &'s [D], text: &'s str, places_of: &'s P) -> Self {
        let nearest = diagnostics.iter().map(|_| None).collect();
        Search { diagnostics, text, places_of, together: TOGETHER, values: Vec::new(), nearest }
    }

    fn add(&mut self, value: Valued) {
        self.values.push(value);
        if self.values.len() >= self.together {
            self.look_up();
        }
    }

    /// Returns the path of the innermost value for each finding.
    fn finish(mut self) -> Vec<Option<String>> {
        self.look_up();
        self.nearest.into_iter().map(|nearest| Some(nearest?.path)).collect()
    }

    fn look_up(&mut self) {
        let values = std::mem::take(&mut self.values);
        if values.is_empty() {
            return;
        }
        let paths: Vec<&str> = values.iter().map(|value| &*value.path).collect();
        let places = (self.places_of)(&paths).into_iter().enumerate();
        let mut places: Vec<Placed> =
            places.filter_map(|(index, place)| place.map(|place| (place.start, Reverse(place.end), index))).collect();
        drop(paths);
        places.sort_unstable();
        let mut groups = places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).peekable();
        let start = |d: &D| d.borrow().span.as_ref().map(|span| span.start);
        let mut order: Vec<usize> = (0..self.diagnostics.len()).collect();
        order.sort_by_key(|&index| start(&self.diagnostics[index]));
        // Places that began before the finding and may reach it, each inside the one before.
        let mut open: Vec<(Range<usize>, &[Placed], Option<Candidates<'_>>)> = Vec::new();
        for index in order {
            let Some(span) = self.diagnostics[index].borrow().span.clone() else { continue };
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
            let Some((place, group, candidates)) = open.last_mut() else { continue };
            let of_group = || Candidates::of(group.iter().map(|(.., index)| &values[*index]));
            let wanted = self.text.get(span).unwrap_or_default();
            if let Some((value, is_said)) = candidates.get_or_insert_with(of_group).best(wanted) {
                let place = (place.start, Reverse(place.end));
                let key = (place, is_said, Reverse(rank(&value.path)));
                let is_nearer = |own: &Nearest| key > (own.place, own.is_said, Reverse(rank(&own.path)));
                if self.nearest[index].as_ref().is_none_or(is_nearer) {
                    self.nearest[index] = Some(Nearest { place, is_said, path: value.path.clone() });
                }
            }
        }
    }
}

/// Finds the turns, and the elements of the lists in them.
fn elements_of_turns(game: &Game, found: &mut dyn FnMut(Valued)) {
    for (index, turn) in game.turns.iter().enumerate() {
        collect(&json_of(turn), None, format!("game.turns[{index}]"), true, found);
    }
}

/// Finds all values except those of turns.
fn values_of_head(game: &Game, read: &Game, found: &mut dyn FnMut(Valued)) {
    let [whole, value] = [game, read].map(|game| json_of(&game.without_turns()));
    collect(&value, Some(&whole), "game".to_owned(), false, found);
}

/// Finds the values of some turns, or of all.
fn values_of_turns(game: &Game, read: &Game, turns: Option<&BTreeSet<usize>>, found: &mut dyn FnMut(Valued)) {
    if game.turns.len() != read.turns.len() {
        return;
    }
    for (index, (of_game, of_read)) in game.turns.iter().zip(&read.turns).enumerate() {
        if turns.is_none_or(|turns| turns.contains(&index)) {
            let [whole, value] = [of_game, of_read].map(json_of);
            collect(&value, Some(&whole), format!("game.turns[{index}]"), false, found);
        }
    }
}

/// Collects every value, with its path, whose place exists in the other game if there is one, but not within lists from
/// which elements were left out; or collects elements of lists only.
fn collect(value: &RawValue, other: Option<&RawValue>, path: String, elements: bool, found: &mut dyn FnMut(Valued)) {
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
    found(Valued { path, says });
}

/// The values at a place, of which there may be thousands, as there may be findings.
struct Candidates<'v> {
    /// The action, or else the outermost value.
    usual: Option<&'v Valued>,
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
        Candidates { usual, by_text }
    }

    /// Chooses the value that equals the wanted text, else the usual one; returns with it whether it equals the text.
    fn best(&self, wanted: &str) -> Option<(&'v Valued, bool)> {
        let said = self.by_text.get(&wanted.trim().to_ascii_lowercase());
        said.map(|&value| (value, true)).or(self.usual.map(|value| (value, false)))
    }
}

impl Valued {
    /// Returns the other value if a finding at both is rather about it.
    fn or_better<'v>(&'v self, other: &'v Valued) -> &'v Valued {
        if rank(&other.path) < rank(&self.path) { other } else { self }
    }
}

/// Returns the rank of a value among those at the same place, by its path: an action comes first, then the outermost.
fn rank(path: &str) -> (bool, usize) {
    let is_action = path.ends_with(']') && path.rsplit_once('[').is_some_and(|(list, _)| list.ends_with(".actions"));
    (!is_action, path.len())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::text::codes;

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
            let candidates = Candidates::of(values.iter());
            prop_assert_eq!(candidates.best(&wanted).map(|(value, _)| &*value.path), expected);
        }

        #[test]
        fn values_that_are_looked_up_some_at_a_time_are_found_as_all_at_once(
            values in vec((select(PATHS), proptest::option::of("[aB]{0,1}"), 0_usize..8, 0_usize..8), 0..12),
            findings in vec((0_usize..8, 0_usize..3), 0..5),
            together in 1_usize..6,
        ) {
            let text = "abBA aab";
            let finding = |(start, length): &(usize, usize)| {
                let span = *start..(start + length).min(text.len());
                Diagnostic { span: Some(span), ..Diagnostic::error(&codes::BAD_VALUE, "") }
            };
            let findings: Vec<Diagnostic> = findings.iter().map(finding).collect();
            // Each path begins with a number, which its place is found by.
            let path = |index: usize| format!("{index:02}{}", values[index].0);
            let places_of = |paths: &[&str]| {
                let place = |path: &&str| {
                    let (_, _, start, length) = values[path[..2].parse::<usize>().ok()?];
                    Some(start..(start + length).min(text.len()))
                };
                paths.iter().map(place).collect()
            };
            let found = |together: usize| {
                let mut search = Search { together, ..Search::new(&findings, text, &places_of) };
                for (index, (_, says, ..)) in values.iter().enumerate() {
                    search.add(Valued { path: path(index), says: says.as_deref().map(SmolStr::new) });
                }
                search.finish()
            };
            prop_assert_eq!(found(together), found(TOGETHER));
        }
    }
}
