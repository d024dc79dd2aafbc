//! Hooks of a format that are data: `fixtures/FORMAT/hooks.json`.
//!
//! `values` are lists of values by pointers to what may be edited by itself, with `*` for the index of an element;
//! `lines` is how many lines (in a binary file, statements) an edit may change. Such a format is respelled at random: a
//! character is replaced if the meaning stays the same.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;

use super::files::fixtures;
use super::respell::Random;

/// The hooks of one format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataHooks {
    values: BTreeMap<String, Vec<Value>>,
    /// Maximum number of lines that an edit may change.
    pub lines: usize,
}

/// Returns the hooks of a format; `None` if they are not data.
pub fn of(format: &str) -> Result<Option<&'static DataHooks>, String> {
    static READ: Mutex<Option<HashMap<String, &'static DataHooks>>> = Mutex::new(None);
    let path = fixtures().join(format).join("hooks.json");
    if !path.is_file() {
        return Ok(None);
    }
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(hooks) = read.get(format) {
        return Ok(Some(*hooks));
    }
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let hooks: DataHooks = serde_json::from_slice(&fs::read(&path).map_err(|e| said(&e))?).map_err(|e| said(&e))?;
    if hooks.values.is_empty() || hooks.values.values().any(|values| values.len() < 2) {
        return Err(said(&"each path needs values to pick from"));
    }
    let hooks: &'static DataHooks = Box::leak(Box::new(hooks));
    read.insert(format.to_owned(), hooks);
    Ok(Some(hooks))
}

impl DataHooks {
    fn values(&self, path: &str) -> Option<&Vec<Value>> {
        let steps: Vec<&str> = path.split('/').map(|s| if s.parse::<usize>().is_ok() { "*" } else { s }).collect();
        self.values.get(&steps.join("/"))
    }

    /// Returns whether the value at a path may be edited by itself.
    pub fn is_free(&self, path: &str) -> bool {
        self.values(path).is_some()
    }

    /// Returns another value for the one at a path.
    pub fn value(&self, path: &str, random: &mut Random) -> Value {
        let values = self.values(path).map_or(&[][..], Vec::as_slice);
        values.get(random.below(values.len())).cloned().unwrap_or_default()
    }
}
