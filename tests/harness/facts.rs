//! Checks the registry's facts about each format with its fixtures: what it holds, and what its conversions leave out.

use std::collections::HashSet;
use std::fs;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, WriteOptions};
use ludex::internals::formats::{FORMATS, Format, GamePart, left_out, system_of};
use ludex::internals::model::Document;
use serde_json::Value;

use super::files::{files_in, fixtures};
use super::trial;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for from in text_formats() {
        trials.push(trial(format!("registry::holds::{}", from.id), || holds_what_its_files_do(from)));
        let others = text_formats().filter(|to| system_of(to) == system_of(from) && to.id != from.id);
        trials.extend(others.map(|to| {
            trial(format!("registry::leaves_out::{}::{}", from.id, to.id), || leaves_out_what_it_says(from, to))
        }));
    }
    trials
}

fn text_formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.text().is_some())
}

/// Returns the good fixtures of a format, read as that format.
fn documents(format: &Format) -> Vec<Document> {
    let options = ReadOptions { format: Some(format.id.to_owned()), ..ReadOptions::default() };
    let files = files_in(&fixtures().join(format.id).join("good"));
    let documents = files.iter().filter_map(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        conversion::read(&name, &fs::read(path).unwrap(), &options).document
    });
    documents.collect()
}

/// Returns whether a document has a value at a path.
fn has(value: &Value, path: &[&str]) -> bool {
    let [key, rest @ ..] = path else {
        return match value {
            Value::Null => false,
            Value::Array(list) => !list.is_empty(),
            Value::Object(object) => !object.is_empty(),
            _ => true,
        };
    };
    match (key.strip_suffix("[]"), value.get(key.trim_end_matches("[]"))) {
        (Some(_), Some(Value::Array(list))) => list.iter().any(|element| has(element, rest)),
        (None, Some(value)) => has(value, rest),
        _ => false,
    }
}

/// Returns the parts that the game of a document has.
fn parts(document: &Document) -> HashSet<GamePart> {
    let game = serde_json::to_value(&document.game).unwrap();
    let is_there = |path: &&str| has(&game, &path.split('.').collect::<Vec<_>>());
    GamePart::ALL.iter().copied().filter(|part| part.paths().iter().any(is_there)).collect()
}

fn holds_what_its_files_do(format: &Format) -> Result<(), String> {
    let facts = &format.facts;
    let found: HashSet<GamePart> = documents(format).iter().flat_map(parts).collect();
    if facts.about.is_empty() || facts.needs.is_empty() || facts.needs.iter().any(|part| !facts.keep(*part)) {
        return Err(format!("{facts:?} does not describe the format"));
    }
    let said = facts.holds.iter().copied().collect();
    if found == said { Ok(()) } else { Err(format!("its fixtures have {found:?}, it is said to hold {said:?}")) }
}

fn leaves_out_what_it_says(from: &Format, to: &Format) -> Result<(), String> {
    let options = ReadOptions { format: Some(to.id.to_owned()), ..ReadOptions::default() };
    let (mut is_any, mut arrived) = (false, HashSet::new());
    for document in documents(from) {
        let had = parts(&document);
        let (outputs, _) = conversion::write(&document, to, &WriteOptions::default());
        for output in outputs {
            let Content::File(bytes) = output.content else { continue };
            let Some(again) = conversion::read("converted", &bytes, &options).document else { continue };
            is_any = true;
            let parts = parts(&again);
            // A position on its own may become that of a turn.
            let is_there = |part: &GamePart| {
                parts.contains(part) || *part == GamePart::Position && parts.contains(&GamePart::TurnPositions)
            };
            arrived.extend(had.iter().copied().filter(is_there));
        }
    }
    let missing: Vec<GamePart> = from.facts.holds.iter().copied().filter(|part| !arrived.contains(part)).collect();
    match left_out(from, to) {
        Some(_) if !is_any => Err("no fixture can be converted, and it is said that they are".into()),
        Some(said) if said != missing => Err(format!("{missing:?} is left out, and {said:?} is said to be")),
        None if !arrived.is_empty() => Err(format!("{arrived:?} arrives, and it is said that nothing is converted")),
        _ => Ok(()),
    }
}
