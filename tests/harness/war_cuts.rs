//! Cuts off files of Global War at every byte: each salvaged value is that of the whole file, or is left out.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use serde_json::Value;

use super::files::{Origin, Sample};
use super::trial;

/// Files of which some cut is still read with values that differ from those of the whole file: an open defect.
const OPEN: [&str; 9] = [
    "control-characters.DAT",
    "cp437-names.DAT",
    "more-lines.DAT",
    "odd-values.DAT",
    "utf8-names.DAT",
    "zero-padded.DAT",
    "arguments.LOG",
    "odd-values.LOG",
    "WAR18.DAT",
];

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if !["war-dat", "war-rec", "war-log"].contains(&sample.format.id)
        || sample.origin == Origin::Bad
        || OPEN.contains(&&*sample.name())
    {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("cut_anywhere"), move || {
        let whole = salvaged(sample.format.id, &sample.bytes).ok_or("not read")?;
        (0..sample.bytes.len()).try_for_each(|length| compare(sample.format.id, &sample.bytes, length, &whole))
    })]
}

/// Returns the game in a file, as far as it can be read.
fn salvaged(format: &str, bytes: &[u8]) -> Option<Value> {
    let options = ReadOptions { format: Some(format.into()), salvage: true, ..ReadOptions::default() };
    serde_json::to_value(conversion::read("WAR04", bytes, &options).document?.game).ok()
}

fn compare(format: &str, bytes: &[u8], length: usize, whole: &Value) -> Result<(), String> {
    let Some(left) = salvaged(format, &bytes[..length]) else { return Ok(()) };
    is_part("game", &left, whole).map_err(|why| {
        let cut = String::from_utf8_lossy(&bytes[..length]);
        let last: Vec<&str> = cut.rsplit(['\r', '\n']).take(4).collect();
        format!("{format} cut at {length} of {}, behind {last:?}: {why}", bytes.len())
    })
}

/// Checks that each value is that of the whole file, or a text that was not understood.
fn is_part(path: &str, left: &Value, whole: &Value) -> Result<(), String> {
    let is_unknown = |object: &serde_json::Map<String, Value>| {
        object.contains_key("unknown") || object.get("type").is_some_and(|kind| kind == "unknown")
    };
    match (left, whole) {
        (Value::Object(left), _) if is_unknown(left) => Ok(()),
        (Value::Object(left), Value::Object(whole)) => {
            left.iter().filter(|(key, _)| *key != "inferred").try_for_each(|(key, value)| {
                let path = format!("{path}.{key}");
                is_part(&path, value, whole.get(key).unwrap_or(&Value::Null))
            })
        }
        (Value::Array(left), Value::Array(whole)) if left.len() <= whole.len() => {
            let mut pairs = left.iter().zip(whole).enumerate();
            pairs.try_for_each(|(index, (left, whole))| is_part(&format!("{path}[{index}]"), left, whole))
        }
        _ if left == whole => Ok(()),
        // A last password without a line end is read as it is, with a message that letters may be missing.
        (Value::String(left), Value::String(whole)) if path.ends_with("team_passwords[2]") && !left.is_empty() => {
            if whole.starts_with(left) {
                Ok(())
            } else {
                Err(format!("{path} is {left:?}, and not {whole:?}"))
            }
        }
        _ => Err(format!("{path} is {left}, and not {whole}")),
    }
}
