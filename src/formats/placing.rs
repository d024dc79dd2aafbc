//! From findings in a text to the values of the document that they are about.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::model::Game;
use crate::text::Diagnostic;

/// Gives each finding in a text that was written of `game`, and reads as `read`, the path of the value that it is about,
/// in the place of its span; one that no value of the game stands at keeps its span. `places_of` tells where the values
/// at some paths of `read` stand.
pub fn on_paths(
    said: &mut [Diagnostic],
    text: &str,
    game: &Game,
    read: &Game,
    places_of: impl FnOnce(&[&str]) -> Vec<Option<Range<usize>>>,
) {
    let mut said: Vec<&mut Diagnostic> = said.iter_mut().filter(|d| d.span.is_some() && d.path.is_none()).collect();
    if said.is_empty() {
        return;
    }
    // Games have no keys that are not text, so this cannot fail.
    let [whole, value] = [game, read].map(|game| serde_json::to_value(game).unwrap_or_default());
    let mut values = Vec::new();
    collect(&value, Some(&whole), "game".to_owned(), &mut values);
    let paths: Vec<&str> = values.iter().map(|(path, _)| &**path).collect();
    let mut groups: BTreeMap<(usize, Reverse<usize>), Vec<usize>> = BTreeMap::new();
    for (index, place) in places_of(&paths).into_iter().enumerate() {
        if let Some(place) = place {
            groups.entry((place.start, Reverse(place.end))).or_default().push(index);
        }
    }
    said.sort_by_key(|d| d.span.as_ref().map(|span| span.start));
    let mut groups = groups.into_iter().peekable();
    // Places that began before the finding and may reach it, each within the one below.
    let mut open: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    for d in said {
        let Some(span) = d.span.clone() else { continue };
        while let Some(((start, Reverse(end)), group)) = groups.next_if(|((start, _), _)| *start <= span.start) {
            while open.last().is_some_and(|(place, _)| place.end < end) {
                open.pop();
            }
            open.push((start..end, group));
        }
        while open.last().is_some_and(|(place, _)| place.end < span.start) {
            open.pop();
        }
        if let Some((_, group)) = open.last() {
            let wanted = text.get(span).unwrap_or_default();
            let candidates = group.iter().map(|index| &values[*index]);
            d.path = best(candidates, wanted);
            d.span = None;
        }
    }
}

/// Every value with its path that stands at the same place of the other game: not within lists of which elements were
/// left out.
fn collect<'v>(value: &'v Value, other: Option<&Value>, path: String, found: &mut Vec<(String, &'v Value)>) {
    match (value, other) {
        (_, None) => return,
        (Value::Object(fields), Some(other)) => {
            let each = |(key, value)| collect(value, other.get(key), format!("{path}.{key}"), found);
            fields.iter().for_each(each);
        }
        (Value::Array(list), Some(Value::Array(others))) if list.len() == others.len() => {
            let each = |(index, (value, other))| collect(value, Some(other), format!("{path}[{index}]"), found);
            list.iter().zip(others).enumerate().for_each(each);
        }
        _ => {}
    }
    found.push((path, value));
}

/// Of the values that stand at a place, the one that says what is wanted there; else the action, else the outermost.
fn best<'v>(candidates: impl Iterator<Item = &'v (String, &'v Value)> + Clone, wanted: &str) -> Option<String> {
    let says = |value: &Value| match value {
        Value::String(text) => !text.is_empty() && text.eq_ignore_ascii_case(wanted),
        Value::Number(number) => number.to_string() == wanted.trim(),
        _ => false,
    };
    let is_action =
        |path: &str| path.ends_with(']') && path.rsplit_once('[').is_some_and(|(list, _)| list.ends_with(".actions"));
    let rank = |(path, value): &&(String, &Value)| (!says(value), !is_action(path), path.len());
    candidates.min_by_key(rank).map(|(path, _)| path.clone())
}
