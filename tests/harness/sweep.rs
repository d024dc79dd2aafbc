//! Makes single edits of documents: each one is written, refused or reported, and none is ignored silently.
//!
//! `LUDEX_SWEEP=all` (`scripts/sweep`) makes every edit of every file; otherwise some are selected from each.

use std::collections::BTreeMap;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, WriteOptions};
use ludex::internals::formats::{is_derived, json};
use ludex::internals::model::{Change, Difference, Document, Game, differences_beside, pattern_of};
use ludex::internals::text::Diagnostic;
use serde_json::{Value, json};

use super::files::{Origin, Sample};
use super::respell::Random;
use super::trial;
use super::tries::tries;

/// Number of edits that are selected from each file.
const DRAWN: usize = 12;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.origin == Origin::Bad || sample.board.is_some() || !sample.is_readable() {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("sweep"), move || sweep(&sample))]
}

/// Returns whether every edit is made.
pub fn makes_all() -> bool {
    std::env::var_os("LUDEX_SWEEP").is_some_and(|value| value == "all")
}

fn sweep(sample: &Sample) -> Result<(), String> {
    let options = ReadOptions { format: Some(sample.format.id.into()), ..ReadOptions::default() };
    let reading = conversion::read(&sample.name(), &sample.bytes, &options);
    let Some(document) = reading.document.filter(|_| !reading.diagnostics.iter().any(Diagnostic::is_error)) else {
        return Ok(());
    };
    let value = serde_json::to_value(&document).map_err(|e| e.to_string())?;
    let mut edits = edits(&value["game"]);
    if !makes_all() {
        let mut random = Random::new(sample.bytes.len() as u64 + 1);
        edits = (0..tries(DRAWN).min(edits.len())).map(|_| edits[random.below(edits.len())].clone()).collect();
    }
    let mut silent: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let count = edits.len();
    for edit in edits {
        if let Err(what) = make(sample, &document, &value, &edit) {
            let key = format!("{} {}", edit.kind.name(), pattern_of(&edit.path()));
            silent.entry(key).or_insert_with(|| (0, format!("{}: {what}", edit.path()))).0 += 1;
        }
    }
    if silent.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> =
        silent.iter().map(|(key, (count, first))| format!("{count} x {key}, as {first}")).collect();
    Err(format!("of {count} edits these are passed over in silence:\n{}", lines.join("\n")))
}

/// One change of a game in JSON.
#[derive(Clone)]
pub struct Edit {
    /// The JSON pointer to the value.
    pub pointer: String,
    pub kind: Kind,
}

#[derive(Clone)]
pub enum Kind {
    Change(Value),
    Drop,
    Double,
    /// Exchange with the next element.
    Swap,
}

impl Kind {
    pub fn name(&self) -> String {
        match self {
            Kind::Change(value) => format!("change to {value}"),
            Kind::Drop => "drop".into(),
            Kind::Double => "double".into(),
            Kind::Swap => "swap".into(),
        }
    }
}

impl Edit {
    /// Returns the path of the value as diagnostics name it.
    pub fn path(&self) -> String {
        let mut path = String::from("game");
        for part in self.pointer.split('/').skip(1) {
            path += &if part.parse::<usize>().is_ok() { format!("[{part}]") } else { format!(".{part}") };
        }
        path
    }

    pub fn applied(&self, game: &Value) -> Option<Value> {
        let mut game = game.clone();
        let (parent, key) = self.pointer.rsplit_once('/')?;
        match (&self.kind, game.pointer_mut(parent)?) {
            (Kind::Change(value), _) => *game.pointer_mut(&self.pointer)? = value.clone(),
            (Kind::Drop, Value::Object(map)) => drop(map.remove(key)),
            (Kind::Drop, Value::Array(list)) => drop(list.remove(key.parse().ok()?)),
            (Kind::Double, Value::Array(list)) => {
                let index: usize = key.parse().ok()?;
                list.insert(index + 1, list[index].clone());
            }
            (Kind::Swap, Value::Array(list)) => {
                let index: usize = key.parse().ok()?;
                list.swap(index, index + 1);
            }
            _ => return None,
        }
        Some(game)
    }
}

/// Returns all edits: every scalar changed, every element dropped, doubled and swapped with the next one, every key
/// dropped.
pub fn edits(game: &Value) -> Vec<Edit> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    collect_texts(game, "", &mut texts);
    let mut found = Vec::new();
    collect_edits(game, "", "", &texts, &mut found);
    found
}

/// Collects the texts under each key, because people replace one by another.
fn collect_texts(value: &Value, key: &str, texts: &mut BTreeMap<String, Vec<String>>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect_texts(value, key, texts)),
        Value::Array(list) => list.iter().for_each(|value| collect_texts(value, key, texts)),
        Value::String(text) => {
            let known = texts.entry(key.to_owned()).or_default();
            if known.len() < 20 && !known.contains(text) {
                known.push(text.clone());
            }
        }
        _ => {}
    }
}

fn collect_edits(
    value: &Value,
    pointer: &str,
    key: &str,
    texts: &BTreeMap<String, Vec<String>>,
    found: &mut Vec<Edit>,
) {
    let mut add = |kind| found.push(Edit { pointer: pointer.to_owned(), kind });
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let pointer = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.push(Edit { pointer: pointer.clone(), kind: Kind::Drop });
                collect_edits(value, &pointer, key, texts, found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                let pointer = format!("{pointer}/{index}");
                found.push(Edit { pointer: pointer.clone(), kind: Kind::Drop });
                found.push(Edit { pointer: pointer.clone(), kind: Kind::Double });
                if index + 1 < list.len() {
                    found.push(Edit { pointer: pointer.clone(), kind: Kind::Swap });
                }
                collect_edits(value, &pointer, key, texts, found);
            }
        }
        Value::Bool(known) => add(Kind::Change(json!(!known))),
        Value::Number(number) => {
            add(Kind::Change(json!(number.as_i64().unwrap_or_default() + 1)));
            add(Kind::Change(json!(0)));
        }
        Value::String(text) => {
            let others = texts.get(key).into_iter().flatten();
            others.filter(|other| *other != text).take(2).for_each(|other| add(Kind::Change(json!(other))));
            add(Kind::Change(json!(format!("{text}x"))));
        }
        Value::Null => {
            let other = texts.get(key).and_then(|texts| texts.first());
            add(Kind::Change(json!(other.map_or("1", String::as_str))));
        }
    }
}

/// Makes an edit and checks the result.
fn make(sample: &Sample, document: &Document, value: &Value, edit: &Edit) -> Result<(), String> {
    let mut edited = value.clone();
    edited["game"] = edit.applied(&value["game"]).ok_or("the edit cannot be made")?;
    // An edit that the schema does not allow is refused.
    let Ok(edited) = json::read(&edited.to_string()) else { return Ok(()) };
    if edited.game == document.game {
        return Ok(());
    }
    let (outputs, said) = conversion::write(&edited, sample.format, &WriteOptions::default());
    let errors: Vec<&Diagnostic> = said.iter().filter(|d| d.is_error()).collect();
    if !errors.is_empty() {
        let is_named = errors.iter().all(|d| d.path.is_some() || d.help.is_some());
        return if is_named { Ok(()) } else { Err(format!("refused without a place: {errors:?}")) };
    }
    let Some(Content::File(bytes)) = outputs.into_iter().next().map(|output| output.content) else {
        return Err("neither written nor refused".into());
    };
    if bytes == **sample.bytes && said.is_empty() {
        return Err("nothing changes, and nothing is said".into());
    }
    let options = ReadOptions {
        format: Some(sample.format.id.into()),
        salvage: true,
        encoding: document.sources.first().and_then(|source| ludex::internals::text::Encoding::named(&source.encoding)),
        ..ReadOptions::default()
    };
    let again = conversion::read(&sample.name(), &bytes, &options).document.ok_or("not read back")?;
    let derived = sample.text_format().derived();
    let said = said.iter().flat_map(Diagnostic::places).collect();
    // Values that an edit entails, such as a player who is named for the first time, are no loss.
    let is_doubled = matches!(edit.kind, Kind::Double);
    let is_elsewhere = |path: &str| is_doubled || !path.starts_with(&edit.path());
    let follows = |d: &Difference| matches!(d.change, Change::Added(_)) && is_elsewhere(&d.path);
    let unsaid = |wanted: &Game, written: &Game| {
        let mut differences = differences_beside(wanted, written, &said, usize::MAX).into_iter();
        differences.find(|difference| !follows(difference) && !is_derived(difference, derived))
    };
    let Some(difference) = unsaid(&edited.game, &again.game) else { return Ok(()) };
    // An element that differs only in its inferred values may be taken for another one.
    if unsaid(&without_inferred(&edited.game)?, &without_inferred(&again.game)?).is_none() {
        return Ok(());
    }
    Err(format!("{difference:?} comes of it"))
}

/// Returns a game in which nothing is marked as inferred.
fn without_inferred(game: &Game) -> Result<Game, String> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("inferred");
                map.values_mut().for_each(strip);
            }
            Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(Document::new(game.clone())).map_err(|e| e.to_string())?;
    strip(&mut value);
    json::read(&value.to_string()).map(|document| document.game).map_err(|e| format!("{e:?}"))
}
