//! Access to the values of a game as JSON, by the paths of a description.

use serde_json::{Map, Value};

/// Splits a path below `game` at the list that it leads into: the keys up to the list, and those after it.
fn parts(path: &str) -> (&str, Option<&str>) {
    let path = path.strip_prefix("game.").unwrap_or(path);
    match path.split_once("[]") {
        Some((list, inner)) => (list, Some(inner.strip_prefix('.').unwrap_or(inner))),
        None => (path, None),
    }
}

/// Returns the value at a path; if it leads into a list, that of element `index`.
pub fn get<'v>(game: &'v Value, path: &str, index: usize) -> Option<&'v Value> {
    match parts(path) {
        (list, Some(inner)) => below(below(game, list)?.get(index)?, inner),
        (path, None) => below(game, path),
    }
}

fn below<'v>(value: &'v Value, keys: &str) -> Option<&'v Value> {
    keys.split('.').try_fold(value, |value, key| value.get(key))
}

/// Returns the length of the list that a path leads into.
pub fn length(game: &Value, path: &str) -> usize {
    below(game, parts(path).0).and_then(Value::as_array).map_or(0, Vec::len)
}

/// Returns the path of the list that a path leads into.
pub fn list_of(path: &str) -> &str {
    path.split_once("[]").map_or(path, |(list, _)| list)
}

/// Sets the value at a path; if it leads into a list, that of element `index`.
pub fn set(game: &mut Value, path: &str, index: usize, value: Value) {
    let (list, inner) = parts(path);
    let place = place(game, list);
    let Some(inner) = inner else {
        *place = value;
        return;
    };
    if !place.is_array() {
        *place = Value::Array(Vec::new());
    }
    if let Some(list) = place.as_array_mut() {
        if list.len() <= index {
            list.resize_with(index + 1, || Value::Object(Map::new()));
        }
        *self::place(&mut list[index], inner) = value;
    }
}

fn place<'v>(mut value: &'v mut Value, keys: &str) -> &'v mut Value {
    for key in keys.split('.') {
        if !value.is_object() {
            *value = Value::Object(Map::new());
        }
        value = &mut value[key];
    }
    value
}

/// Returns the path with the index of an element.
pub fn of_element(path: &str, index: usize) -> String {
    path.replacen("[]", &format!("[{index}]"), 1)
}
