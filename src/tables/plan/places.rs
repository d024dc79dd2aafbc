//! The places of rows in the model.

use serde_json::Value as Json;

use super::{Rows, number};
use crate::tables::layout::LAYOUTS;
use crate::tables::shape::Shape;

/// A place of rows, taken apart.
pub struct Place {
    /// The table whose rows it is in.
    pub parent: Option<&'static str>,
    /// The path below that row, or below the document.
    pub path: String,
    /// The type of the object that is one row, where one of several types stands there.
    pub of_type: Option<&'static str>,
    /// The rows.
    pub rows: Rows,
}

/// Takes a place apart: one for each of its keys.
pub fn parsed_places(table: usize, place: &'static str, numbers: &mut Vec<&'static str>) -> Vec<Place> {
    let (parent, path) = match place.split_once(':') {
        Some((parent, path)) => (Some(parent), path),
        None => (None, place),
    };
    let (path, of_type) = match path.split_once('(') {
        Some((path, name)) => (path, Some(name.trim_end_matches(')'))),
        None => (path, None),
    };
    let (path, brackets) = path.split_once('[').unwrap_or((path, ""));
    let lists: Vec<Option<usize>> = match brackets {
        "" => Vec::new(),
        brackets => {
            let names = brackets.trim_end_matches(']').split("][");
            names.map(|name| (!name.is_empty()).then(|| number(numbers, name))).collect()
        }
    };
    let rows = |word| Rows { table, word, lists: lists.clone() };
    match path.split_once('{').and_then(|(before, rest)| Some((before, rest.strip_suffix('}')?))) {
        Some((before, words)) => {
            let place = |word| Place { parent, path: format!("{before}{word}"), of_type, rows: rows(Some(word)) };
            words.split('|').map(place).collect()
        }
        None => vec![Place { parent, path: path.to_owned(), of_type, rows: rows(None) }],
    }
}

/// What a row of a table holds.
pub fn element_schema<'s>(places: &[Place], table: usize, schema: &'s Json) -> &'s Json {
    let Some(place) = places.iter().find(|place| place.rows.table == table) else { return schema };
    let mut at = match place.parent.and_then(|parent| LAYOUTS.iter().position(|layout| layout.name == parent)) {
        Some(parent) => element_schema(places, parent, schema),
        None => schema,
    };
    let definitions = &schema["$defs"];
    if let Some(name) = place.of_type {
        return &definitions[name];
    }
    for name in place.path.split('.') {
        at = Shape::of(at, definitions).fields.get(name).map_or(&Json::Null, |field| field.schema);
    }
    for _ in &place.rows.lists {
        at = Shape::of(at, definitions).items.unwrap_or(&Json::Null);
    }
    at
}
