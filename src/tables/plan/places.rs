//! Parsing of the layout's places, the paths at which rows lie in the model.

use serde_json::Value as Json;

use super::{Rows, number};
use crate::tables::layout::LAYOUTS;
use crate::tables::shape::Shape;

/// A parsed place of rows.
pub struct Place {
    /// Index of the table whose rows it lies below; the table of the game if the layout names none.
    pub parent: usize,
    /// The path below that row, or below the document.
    pub path: String,
    /// The type of the object that becomes one row, where the place holds one of several types.
    pub of_type: Option<&'static str>,
    /// The rows at this place.
    pub rows: Rows,
}

/// Parses a place; returns one for each of its keys.
pub fn parsed_places(table: usize, place: &'static str, numbers: &mut Vec<&'static str>) -> Vec<Place> {
    let (parent, path) = place.split_once(':').unwrap_or(("games", place));
    let parent = LAYOUTS.iter().position(|layout| layout.name == parent).unwrap_or(0);
    let (path, of_type) = path.split_once('(').unwrap_or((path, ""));
    let of_type = of_type.strip_suffix(')');
    let (path, brackets) = path.split_once('[').unwrap_or((path, ""));
    let names = brackets.trim_end_matches(']').split("][").filter(|_| !brackets.is_empty());
    let lists: Vec<_> = names.map(|name| (!name.is_empty()).then(|| number(numbers, name))).collect();
    let (path, words) = path.split_once('{').unwrap_or((path, ""));
    let words = words.trim_end_matches('}').split('|').zip(1..);
    let words = words.map(|(word, number)| if word.is_empty() { (None, 0) } else { (Some(word), number) });
    let place = |(word, word_number): (Option<&'static str>, u64)| {
        let path = format!("{path}{}", word.unwrap_or_default());
        Place { parent, path, of_type, rows: Rows { table, word, word_number, lists: lists.clone() } }
    };
    words.map(place).collect()
}

/// Returns the schema of a row of a table.
pub fn element_schema<'s>(places: &[Place], table: usize, schema: &'s Json) -> &'s Json {
    let Some(place) = places.iter().find(|place| place.rows.table == table) else { return schema };
    let mut at = element_schema(places, place.parent, schema);
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
