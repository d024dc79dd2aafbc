//! Lists of documents grown by many elements, to show work that grows faster than they do.

use std::collections::HashSet;

use serde_json::Value;

use crate::json;
use crate::mutate::MAX_LENGTH;
use crate::random::Random;

/// A list with elements in one of the documents that inputs are made from.
pub struct List {
    document: usize,
    pointer: String,
}

/// Returns the lists of documents: of each kind in each system, the first.
pub fn lists_of(documents: &[Vec<u8>]) -> Vec<List> {
    let mut kinds = HashSet::new();
    let mut lists = Vec::new();
    for (document, bytes) in documents.iter().enumerate() {
        let Ok(value) = serde_json::from_slice::<Value>(bytes) else { continue };
        let system = value.pointer("/game/system").cloned().unwrap_or_default();
        for pointer in json::pointers(&value) {
            let has_elements = value.pointer(&pointer).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
            let is_index = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let kind: Vec<String> = pointer.split('/').filter(|part| !is_index(part)).map(str::to_owned).collect();
            if has_elements && kinds.insert((system.to_string(), kind)) {
                lists.push(List { document, pointer });
            }
        }
    }
    lists
}

/// Returns a document with one or two long lists, whose elements are alike or each different.
pub fn input(documents: &[Vec<u8>], lists: &[List], random: &mut Random) -> Option<Vec<u8>> {
    let list = random.choose(lists)?;
    let mut value: Value = serde_json::from_slice(documents.get(list.document)?).ok()?;
    let length = (MAX_LENGTH - MAX_LENGTH / 20).saturating_sub(value.to_string().len());
    let others: Vec<&List> = lists.iter().filter(|other| other.document == list.document).collect();
    let other = random.choose(&others).filter(|_| random.one_in(3));
    let share = if other.is_some() { length / 2 } else { length };
    for pointer in [Some(&list.pointer), other.map(|other| &other.pointer)].into_iter().flatten() {
        // A list in the other one has as many copies as that has elements.
        if let Some(elements) = value.pointer_mut(pointer).and_then(Value::as_array_mut)
            && elements.iter().map(|element| element.to_string().len()).sum::<usize>() < MAX_LENGTH / 4
        {
            grow(elements, share, random);
        }
    }
    let text = serde_json::to_string(&value).ok()?;
    let is_split = random.one_in(2);
    Some(if is_split { text.replace("},{", "},\n{") } else { text }.into_bytes())
}

/// Appends elements of `length` bytes in total.
fn grow(elements: &mut Vec<Value>, length: usize, random: &mut Random) {
    let Some(model) = random.choose(elements).cloned() else { return };
    let fields: Vec<String> = model.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
    // The type of an action decides which other fields it has.
    let numbered: Vec<&String> = fields.iter().filter(|field| *field != "type" && random.one_in(2)).collect();
    let is_numbered = random.one_in(2);
    let count = length / (model.to_string().len() + 1 + 4 * usize::from(is_numbered) * numbered.len().max(1));
    for number in 0..count {
        let mut element = model.clone();
        match &mut element {
            _ if !is_numbered => {}
            Value::Object(map) => {
                let values = map.iter_mut().filter(|(field, _)| numbered.contains(field));
                values.for_each(|(_, value)| add_number(value, number));
            }
            value => add_number(value, number),
        }
        elements.push(element);
    }
}

fn add_number(value: &mut Value, number: usize) {
    match value {
        Value::String(text) => text.push_str(&number.to_string()),
        Value::Number(_) => *value = number.into(),
        Value::Array(list) => list.iter_mut().take(1).for_each(|first| add_number(first, number)),
        _ => {}
    }
}
