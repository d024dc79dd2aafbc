//! A mutator that knows the values of JSON.

use serde_json::{Value, json};

use crate::random::Random;

/// A mark in a key that is removed when the value is written, so that the key occurs twice.
const TWICE: &str = "\u{1}";

/// Returns `bytes` with one value changed, or `None` if they are not JSON; `other` may supply a value with the same
/// key.
pub fn mutated(bytes: &[u8], other: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    let places = pointers(&value);
    let pointer = random.choose(&places)?.clone();
    let (parent, key) = pointer.rsplit_once('/')?;
    let index = key.parse::<usize>().ok();
    match random.below(9) {
        0..3 => {
            let place = value.pointer_mut(&pointer)?;
            *place = edge_of(place, random);
        }
        3 => match value.pointer_mut(parent)? {
            Value::Object(map) => drop(map.remove(&unescaped(key))),
            Value::Array(list) => drop(list.remove(index?)),
            _ => {}
        },
        4 => match value.pointer_mut(parent)? {
            Value::Object(map) => {
                let key = unescaped(key);
                let twin = map.get(&key)?.clone();
                map.insert(format!("{key}{TWICE}"), twin);
            }
            Value::Array(list) => list.insert(index?, list.get(index?)?.clone()),
            _ => {}
        },
        5 => match value.pointer_mut(parent)? {
            Value::Array(list) => {
                let to = random.below(list.len());
                list.swap(index?, to);
            }
            Value::Object(map) => {
                let value = map.remove(&unescaped(key))?;
                let others: Vec<String> = map.keys().cloned().collect();
                map.insert(random.choose(&others).cloned().unwrap_or_else(|| "x".into()), value);
            }
            _ => {}
        },
        // A value from another place, in this document or the other one.
        6 | 7 => {
            let other: Option<Value> = serde_json::from_slice(other).ok().filter(|_| random.one_in(2));
            let from = other.as_ref().unwrap_or(&value);
            let places = pointers(from);
            let is_same_key = |place: &&String| place.rsplit('/').next() == Some(key);
            let alike: Vec<&String> = places.iter().filter(is_same_key).collect();
            let source = match random.choose(&alike) {
                Some(place) if !random.one_in(4) => (*place).clone(),
                _ => random.choose(&places)?.clone(),
            };
            let taken = from.pointer(&source)?.clone();
            *value.pointer_mut(&pointer)? = taken;
        }
        _ => {
            let Value::Object(map) = value.pointer_mut(parent)? else { return None };
            map.insert("unknown".into(), json!("x"));
        }
    }
    let text = serde_json::to_string_pretty(&value).ok()?;
    Some(text.replace("\\u0001\"", "\"").into_bytes())
}

fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// Returns the JSON pointers to all values in a value.
pub fn pointers(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, String::new(), &mut found);
    found
}

fn collect(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                collect(value, format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                collect(value, format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
    if !pointer.is_empty() {
        found.push(pointer);
    }
}

/// Returns a value to replace another one, in most cases of the same type.
fn edge_of(value: &Value, random: &mut Random) -> Value {
    if random.one_in(6) {
        let values = [json!(null), json!([]), json!({}), json!(""), json!(0), json!(true), json!({"unknown": "x"})];
        return random.choose(&values).cloned().unwrap_or_default();
    }
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            let numbers = [
                json!(0),
                json!(-1),
                json!(number.wrapping_add(1)),
                json!(number.wrapping_neg()),
                json!(255),
                json!(256),
                json!(i32::MAX),
                json!(i32::MIN),
                json!(i64::MAX),
                json!(u64::MAX),
                json!(0.5),
            ];
            random.choose(&numbers).cloned().unwrap_or_default()
        }
        Value::String(text) => {
            let texts = [
                String::new(),
                format!("{text}{text}"),
                format!("{text} x"),
                format!(" {text}"),
                text.to_uppercase(),
                text.to_lowercase(),
                text.replace(char::is_alphabetic, "x"),
                text.chars().skip(1).collect(),
                format!("{text}\n{text}"),
                format!("{text}\u{1a}"),
                format!("{text}|"),
                format!("#{text}"),
                "NONE".into(),
                "\\".into(),
                "é".into(),
                "1901".into(),
            ];
            random.choose(&texts).map(|text| json!(text)).unwrap_or_default()
        }
        Value::Bool(known) => json!(!known),
        Value::Array(list) if !list.is_empty() => {
            let mut list = list.clone();
            match random.below(3) {
                0 => list.truncate(1),
                1 => list.reverse(),
                _ => list.extend_from_within(..),
            }
            Value::Array(list)
        }
        _ => json!([value]),
    }
}
