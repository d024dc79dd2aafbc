//! Checks `--leave-out`: parts that a target cannot hold are left out and named, and everything else is written.
//!
//! `LUDEX_SWEEP=all` tries many more values of each document.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, WriteOptions};
use ludex::internals::formats::{FORMATS, Format, TextFormat, json, system_of};
use ludex::internals::model::{Document, ancestors, pattern_of};
use ludex::internals::text::{Diagnostic, Encoding};
use serde_json::{Value, json};

use super::files::{Origin, Sample};
use super::respell::Random;
use super::sweep::makes_all;
use super::trial;
use super::tries::tries;

/// Number of values of each document, for each target, that are replaced by values that hardly any target can hold.
const DRAWN: usize = 2;
const DRAWN_OF_ALL: usize = 12;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.origin == Origin::Bad || !sample.is_readable() {
        return Vec::new();
    }
    let is_of_system =
        |target: &&&'static Format| system_of(target).map(|s| s.name()) == system_of(sample.format).map(|s| s.name());
    let targets = FORMATS.iter().filter(|target| target.text().is_some()).filter(is_of_system);
    targets
        .map(|target| {
            let sample = sample.clone();
            trial(sample.test_name(&format!("leave_out::{}", target.id)), move || leaves_out(&sample, target))
        })
        .collect()
}

fn leaves_out(sample: &Sample, target: &'static Format) -> Result<(), String> {
    let options = ReadOptions { format: Some(sample.format.id.into()), ..ReadOptions::default() };
    let reading = conversion::read(&sample.name(), &sample.bytes, &options);
    let Some(document) = reading.document.filter(|_| !reading.diagnostics.iter().any(Diagnostic::is_error)) else {
        return Ok(());
    };
    let text = target.text().ok_or("no text format")?;
    let value = serde_json::to_value(&document).map_err(|e| e.to_string())?;
    let mut candidates = Vec::new();
    collect(&value["game"], "", &mut candidates);
    let is_left_out_alone = |pointer: &String| is_within(text, &path_of(pointer));
    candidates.retain(is_left_out_alone);
    let mut random = Random::new(sample.bytes.len() as u64 + target.id.len() as u64);
    let is_whole = check(&document, target, None).map_err(|what| format!("as it is: {what}"))?;
    let drawn = if makes_all() { DRAWN_OF_ALL } else { tries(DRAWN) };
    for _ in 0..drawn.min(candidates.len()) {
        let pointer = &candidates[random.below(candidates.len())];
        let mut edited = value.clone();
        let place = edited["game"].pointer_mut(pointer).ok_or("no such value")?;
        // Otherwise other values that refer to this one would be left out too.
        let is_alone = is_whole && value["game"].to_string().matches(&place.to_string()).count() == 1;
        *place = match place {
            Value::Number(_) => json!(u32::MAX),
            _ => json!("a\n\u{7}?;, \"("),
        };
        // An edit that the schema does not allow makes no document.
        let Ok(edited) = json::read(&edited.to_string()) else { continue };
        let path = path_of(pointer);
        check(&edited, target, Some(&*path).filter(|_| is_alone)).map_err(|what| format!("{path}: {what}"))?;
    }
    Ok(())
}

/// Writes a document with and without the option; returns whether it is written without it. `odd` is the path of the
/// only odd value.
fn check(document: &Document, target: &'static Format, odd: Option<&str>) -> Result<bool, String> {
    let (outputs, said) = conversion::write(document, target, &WriteOptions::default());
    let plain = outputs.into_iter().next();
    let options = WriteOptions { leave_out: true, ..WriteOptions::default() };
    let (outputs, said_then) = conversion::write(document, target, &options);
    let rest = outputs.into_iter().next();
    let errors: Vec<&Diagnostic> = said_then.iter().filter(|d| d.is_error()).collect();
    let Some(rest) = rest else {
        let is_named = errors.iter().all(|d| d.path.is_some() || d.help.is_some());
        return if plain.is_none() && is_named && !errors.is_empty() {
            Ok(false)
        } else {
            Err(format!("{said_then:?}"))
        };
    };
    if errors.len() != rest.left_out {
        return Err(format!("{} left out, but said: {errors:?}", rest.left_out));
    }
    if let Some(plain) = plain {
        let is_same = bytes(&plain.content) == bytes(&rest.content) && rest.left_out == 0 && said == said_then;
        return if is_same { Ok(true) } else { Err(format!("written in another way: {said_then:?}")) };
    }
    let paths: Vec<&str> = errors.iter().filter_map(|d| d.path.as_deref()).collect();
    if paths.is_empty() {
        return Err("refused without the option, and nothing is left out with it".into());
    }
    let is_related = |odd: &str| paths.iter().any(|path| ancestors(odd).any(|part| part == *path));
    if odd.is_some_and(|odd| !is_related(odd)) {
        return Err(format!("{paths:?} are left out instead"));
    }
    let named_in_help = said.iter().filter_map(|d| d.help.as_deref()).any(|help| help.contains("--leave-out"));
    if !named_in_help {
        return Err(format!("the option would help, and is not named: {said:?}"));
    }
    // The rest must equal the document written without these parts, as long as nothing is refused.
    let mut value = serde_json::to_value(document).map_err(|e| e.to_string())?;
    take_out(&mut value, &paths)?;
    let without = json::read(&value.to_string()).map_err(|e| format!("{e:?}"))?;
    let (outputs, said) = conversion::write(&without, target, &WriteOptions::default());
    let expected = outputs.into_iter().next().ok_or_else(|| format!("the rest is refused: {said:?}"))?;
    let [expected, found] = [&expected.content, &rest.content].map(|content| without_comments(&bytes(content), target));
    if expected != found {
        return Err(format!("without {paths:?} expected\n{expected}\nfound\n{found}"));
    }
    Ok(false)
}

fn bytes(content: &Content) -> Vec<u8> {
    match content {
        Content::File(bytes) => bytes.clone(),
        Content::Folder(_) => Vec::new(),
    }
}

/// Returns the lines of a text except the comments on parts that were left out.
fn without_comments(bytes: &[u8], target: &Format) -> String {
    let text = Encoding::ISO_8859_1.decode(bytes).unwrap_or_default();
    match target.text().and_then(TextFormat::comment_mark) {
        Some(mark) => {
            let comment = format!("{mark} left out: ");
            let kept: Vec<&str> = text.trim_end().split('\n').filter(|line| !line.starts_with(&comment)).collect();
            kept.join("\n").trim_end().to_owned()
        }
        None => text.into_owned(),
    }
}

/// Removes values from a document, the last ones of each list first.
fn take_out(document: &mut Value, paths: &[&str]) -> Result<(), String> {
    let parts = |path: &&str| -> Vec<(usize, String)> {
        let parts = path.split(['.', '[']);
        parts.map(|part| (part.trim_end_matches(']').parse().unwrap_or_default(), part.to_owned())).collect()
    };
    let mut paths = paths.to_vec();
    paths.sort_by_key(parts);
    for path in paths.into_iter().rev() {
        let pointer = path.replace(['.', '['], "/").replace(']', "");
        let (parent, key) = pointer.rsplit_once('/').ok_or("no parent")?;
        match document.pointer_mut(&format!("/{parent}")) {
            Some(Value::Array(list)) => drop(list.remove(key.parse().map_err(|_| "no number")?)),
            Some(Value::Object(map)) => drop(map.remove(key).ok_or("no such value")?),
            _ => return Err(format!("{path} is not there")),
        }
    }
    Ok(())
}

/// Collects the pointers of all scalars.
fn collect(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect(value, &format!("{pointer}/{key}"), found)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| collect(value, &format!("{pointer}/{index}"), found));
        }
        Value::String(_) | Value::Number(_) => found.push(pointer.to_owned()),
        _ => {}
    }
}

/// Returns the path of a value as diagnostics name it.
fn path_of(pointer: &str) -> String {
    let mut path = String::from("game");
    for part in pointer.split('/').skip(1) {
        path += &if part.parse::<usize>().is_ok() { format!("[{part}]") } else { format!(".{part}") };
    }
    path
}

/// Returns whether a value belongs to a part that the format can leave out.
fn is_within(format: &dyn TextFormat, path: &str) -> bool {
    ancestors(path).any(|path| format.may_leave_out().contains(&&*pattern_of(path)))
}
