//! Checks that the difference between a document and an edited copy is exactly the edit, in every format, and that
//! there is none if the edit does not concern the game.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::formats::json;
use ludex::internals::model::Document;
use ludex::internals::text::Diagnostic;
use ludex::{DiffOptions, GameDiff, diff};
use serde_json::Value;

use super::files::{Origin, Sample};
use super::respell::Random;
use super::sweep::{Edit, Kind, edits, makes_all};
use super::trial;
use super::tries::tries;

/// Number of edits that are selected from each file unless all are made.
const DRAWN: usize = 12;

/// The lists in which the order of the elements has no meaning.
const WITHOUT_ORDER: [&str; 3] = ["players", "holdings", "pieces"];

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.origin == Origin::Bad || sample.board.is_some() || !sample.is_readable() {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("diff"), move || each_edit_is_named(&sample))]
}

fn each_edit_is_named(sample: &Sample) -> Result<(), String> {
    let options = ReadOptions { format: Some(sample.format.id.into()), ..ReadOptions::default() };
    let reading = conversion::read(&sample.name(), &sample.bytes, &options);
    let Some(document) = reading.document.filter(|_| !reading.diagnostics.iter().any(Diagnostic::is_error)) else {
        return Ok(());
    };
    let value = serde_json::to_value(&document).map_err(|e| e.to_string())?;
    let again = json::read(&value.to_string()).map_err(|e| format!("{e:?}"))?;
    if !compared(&document, &again, false)?.is_empty() {
        return Err("the document differs from its own JSON".into());
    }
    let mut edits = edits(&value["game"]);
    if !makes_all() {
        let mut random = Random::new(sample.bytes.len() as u64 + 7);
        edits = (0..tries(DRAWN).min(edits.len())).map(|_| edits[random.below(edits.len())].clone()).collect();
    }
    for edit in edits {
        look_at(&document, &value, &edit).map_err(|what| format!("{} {}: {what}", edit.kind.name(), edit.path()))?;
    }
    Ok(())
}

fn compared(before: &Document, after: &Document, reveal: bool) -> Result<GameDiff, String> {
    let mut options = DiffOptions::default();
    options.reveal = reveal;
    diff(before, after, &options).map_err(|e| e.to_string())
}

fn look_at(document: &Document, value: &Value, edit: &Edit) -> Result<(), String> {
    let mut edited = value.clone();
    edited["game"] = edit.applied(&value["game"]).ok_or("the edit cannot be made")?;
    // An edit that the schema does not allow makes no document.
    let Ok(edited) = json::read(&edited.to_string()) else { return Ok(()) };
    let after = serde_json::to_value(&edited.game).map_err(|e| e.to_string())?;
    let (before, after) = (of_the_game(&value["game"]), of_the_game(&after));
    if edited.game.system != document.game.system {
        return Ok(());
    }
    let found = compared(document, &edited, true)?;
    let text = found.text(80, true);
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("control characters in the text:\n{text}"));
    }
    let masked = compared(document, &edited, false)?;
    let paths = |diff: &GameDiff| diff.differences.iter().map(|d| d.path.clone()).collect::<Vec<_>>();
    if paths(&found) != paths(&masked) {
        return Err(format!("masked, other values differ: {:?}, not {:?}", paths(&masked), paths(&found)));
    }
    if before == after {
        return if found.is_empty() { Ok(()) } else { Err(format!("nothing differs, but {text}")) };
    }
    let path = edit.path();
    let list = path.rsplit_once('[').filter(|_| path.ends_with(']')).map(|(list, _)| list.to_owned());
    let is_free = list.as_ref().is_some_and(|list| WITHOUT_ORDER.iter().any(|free| list.ends_with(free)));
    match (&edit.kind, &list) {
        (Kind::Swap, _) if is_free => {
            return if found.is_empty() { Ok(()) } else { Err(format!("an order that means nothing: {text}")) };
        }
        (Kind::Swap, Some(list)) => {
            let is_in_list = |path: &String| path.strip_prefix(list.as_str()).is_some_and(|rest| rest.starts_with('['));
            let paths = paths(&found);
            let is_right = !paths.is_empty() && paths.len() <= 2 && paths.iter().all(is_in_list);
            return if is_right { Ok(()) } else { Err(format!("the two elements, but {paths:?}")) };
        }
        _ => {}
    }
    let told: Vec<Told> = found.differences.iter().map(|d| (d.path.clone(), d.before(), d.after())).collect();
    // A list that becomes empty is absent then, and so is anything else without content.
    let is_gone =
        list.as_ref().is_some_and(|_| after.pointer(edit.pointer.rsplit_once('/').unwrap_or_default().0).is_none());
    match &list {
        // If several elements are equal, it is ambiguous which one was removed or added.
        Some(list) if matches!(edit.kind, Kind::Drop | Kind::Double) && !is_gone => {
            let value = |game: &Value| game.pointer(&edit.pointer).map(Value::to_string);
            let is_placed =
                |path: &str| path.strip_prefix(list.as_str()).is_some_and(|n| n.starts_with('[') && n.ends_with(']'));
            let expected = if matches!(edit.kind, Kind::Drop) { (value(&before), None) } else { (None, value(&after)) };
            match &told[..] {
                [(path, before, after)] if is_placed(path) && (before, after) == (&expected.0, &expected.1) => Ok(()),
                _ => Err(format!("{told:?}, not one element of {list}: {expected:?}")),
            }
        }
        _ => {
            let mut expected = Vec::new();
            collect_changes("game", &before, &after, &mut expected)?;
            // A field that is removed with the edited one, such as those of another kind of action, is beside it.
            let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
            let is_near = |(near, _, _): &Told| near.starts_with(parent) || path.starts_with(near.as_str());
            if told == expected && expected.iter().all(is_near) {
                Ok(())
            } else {
                Err(format!("{told:?}, not {expected:?}"))
            }
        }
    }
}

/// A path with the values before and after.
type Told = (String, Option<String>, Option<String>);

/// Collects the differences of two values whose lists have the same elements in the same places.
fn collect_changes(path: &str, before: &Value, after: &Value, found: &mut Vec<Told>) -> Result<(), String> {
    let text = |value: &Value| Some(value.to_string());
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (key, value) in before {
                let path = format!("{path}.{key}");
                match after.get(key) {
                    Some(other) => collect_changes(&path, value, other, found)?,
                    None => found.push((path, text(value), None)),
                }
            }
            let added = after.iter().filter(|(key, _)| !before.contains_key(*key));
            found.extend(added.map(|(key, value)| (format!("{path}.{key}"), None, text(value))));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (value, other)) in before.iter().zip(after).enumerate() {
                collect_changes(&format!("{path}[{index}]"), value, other, found)?;
            }
        }
        (Value::Array(_), Value::Array(_)) => return Err(format!("{path} has another number of elements")),
        _ if before == after => {}
        _ => found.push((path.to_owned(), text(before), text(after))),
    }
    Ok(())
}

/// Returns a game without properties that come from reading alone.
fn of_the_game(game: &Value) -> Value {
    let mut game = game.clone();
    strip(&mut game);
    game
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("inferred");
            map.retain(|key, value| key != "from" || value.get("sha256").is_none());
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}
