//! Checks that secrets are not revealed: a word that occurs in no file is planted wherever a text may be, in sound and
//! in damaged files, and searched for in every output and message.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, ReadOutcome, WriteOptions};
use ludex::internals::formats::{CSV, Format, Kind, json};
use ludex::internals::model::secrets::{each_secret, replace_secrets};
use ludex::internals::model::{Document, Game};
use ludex::internals::rules::RuleSet;
use ludex::internals::systems;
use ludex::internals::text::Diagnostic;
use ludex::internals::text::hidden::{HIDDEN, Hidden};
use ludex::internals::text::render::Rendering;
use ludex::internals::view::ViewOptions;
use serde_json::Value;

use super::files::{Origin, Sample};
use super::hex::{bytes_of, dump_of};
use super::respell::Random;
use super::trial;

/// A word that occurs in no file; no name is longer.
const WORD: &str = "Zwyxquav";

type Test = fn(&Sample) -> Result<(), String>;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    // A sample with its board has the same places.
    if sample.origin != Origin::Good || sample.board.is_some() {
        return Vec::new();
    }
    let tests: [(&str, Test); 3] = [
        ("secrets::redacted", nothing_is_left_where_it_is_redacted),
        ("secrets::masked", secrets_are_masked_in_messages),
        ("secrets::written", redacted_games_are_written),
    ];
    let make = |(name, test): (&str, Test)| {
        let sample = sample.clone();
        trial(sample.test_name(name), move || test(&sample))
    };
    tests.into_iter().map(make).collect()
}

/// Returns the number of rounds; fewer for a long file.
fn rounds(sample: &Sample, most: usize) -> usize {
    if sample.bytes.len() < 3000 { most } else { 1 + most / 4 }
}

fn holds(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).to_lowercase().contains(&WORD.to_lowercase())
}

/// Checks that texts that were not understood, and secrets, are neither in a redacted output nor in a message.
fn nothing_is_left_where_it_is_redacted(sample: &Sample) -> Result<(), String> {
    let mut random = Random::new(sample.bytes.len() as u64);
    for round in 0..rounds(sample, 12) {
        let text = planted(&sample.text(), &mut random);
        let damaged = if round % 4 == 3 { damaged(&text, round, &mut random) } else { text };
        is_redacted(sample, &damaged).map_err(|error| format!("{error}\n--- of:\n{damaged}"))?;
    }
    Ok(())
}

fn is_redacted(sample: &Sample, text: &str) -> Result<(), String> {
    let reading = read(sample, text);
    let mut said = reading.diagnostics.clone();
    Hidden::everything().hide(&mut said, reading.text.as_deref());
    let Some(document) = reading.document else { return Ok(()) };
    let game = serde_json::to_value(&document.game).unwrap();
    let mut places = Vec::new();
    places_of_word(&game, "", &mut places);
    let is_understood = places.iter().any(|place| !is_of_nobody(place));
    for target in [&json::JSON, &CSV, sample.format] {
        let options = WriteOptions { redact: true, ..WriteOptions::default() };
        let (outputs, written) = conversion::write(&document, target, &options);
        if is_understood {
            if target.id == "json" {
                let Some(Content::File(bytes)) = outputs.into_iter().next().map(|o| o.content) else { continue };
                let document: Value = serde_json::from_slice(&bytes).unwrap();
                let mut places = Vec::new();
                places_of_word(&document["game"], "", &mut places);
                if let Some(place) = places.iter().find(|place| is_of_nobody(place)) {
                    return Err(format!("{place} is left"));
                }
            }
            continue;
        }
        if let Some(d) = said.iter().chain(&written).find(|d| holds(messages_of(d).as_bytes())) {
            return Err(format!("a message tells it: {}", messages_of(d)));
        }
        for (name, bytes) in files(outputs) {
            if holds(&bytes) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let line = text.lines().find(|line| holds(line.as_bytes())).unwrap_or_default();
                return Err(format!("{} {name} tells it: {line}", target.id));
            }
        }
    }
    Ok(())
}

/// Collects the places of the word in a game, each as the keys that lead to it.
fn places_of_word(value: &Value, path: &str, places: &mut Vec<String>) {
    match value {
        Value::String(text) if holds(text.as_bytes()) => places.push(path.to_owned()),
        Value::Array(list) => list.iter().for_each(|value| places_of_word(value, path, places)),
        Value::Object(fields) => {
            let kind =
                fields.get("type").and_then(Value::as_str).filter(|kind| !matches!(*kind, "command" | "condition"));
            for (key, value) in fields {
                let key = if key == "text" && kind.is_some() { "unknown" } else { key };
                places_of_word(value, &format!("{path}.{key}"), places);
            }
        }
        _ => {}
    }
}

/// Returns whether a place is that of a secret, or of a text that was not understood.
fn is_of_nobody(place: &str) -> bool {
    let key = place.rsplit('.').next().unwrap_or_default();
    ["unknown", "password", "team_passwords", "address", "more_lines", "json"].contains(&key)
        || place.ends_with(".extras.key")
}

/// Returns the text with the word planted in one of its places.
fn planted(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let at = random.below(lines.len());
    let line = lines[at].clone();
    let end: String = line[line.trim_end_matches(['\r', '\n']).len()..].to_owned();
    let content = line.trim_end_matches(['\r', '\n']).to_owned();
    let odd = [
        WORD.to_owned(),
        format!("SIGNNO Fwinter {WORD}"),
        format!("SIGNON Fwinter {WORD}"),
        format!("{WORD} 0 0 0 20 7 {WORD}"),
        format!("# {WORD}"),
        format!("{WORD}: {WORD}"),
        format!("\"{WORD}\": \"{WORD}\","),
    ];
    match random.below(8) {
        0 => lines[at] = format!("{WORD}{end}"),
        1 => lines.insert(at, format!("{}{end}", odd[random.below(odd.len())])),
        2 => lines[at] = format!("{content} {WORD}{end}"),
        3 => lines.push(format!("{WORD}\n")),
        4 => lines.insert(0, format!("{}\n", odd[random.below(odd.len())])),
        // In place of a word, such as a value of JSON.
        _ => {
            let is_sign = |c: char| !c.is_alphanumeric();
            let words: Vec<&str> = content.split(is_sign).filter(|word| !word.is_empty()).collect();
            if !words.is_empty() {
                let word = words[random.below(words.len())];
                let start = word.as_ptr() as usize - content.as_ptr() as usize;
                lines[at] = format!("{}{WORD}{}{end}", &content[..start], &content[start + word.len()..]);
            }
        }
    }
    lines.concat()
}

/// Returns the text damaged in a way that occurs in practice: a line lost or added, the end cut off, two lines joined.
fn damaged(text: &str, round: usize, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = random.below(lines.len());
    match round / 4 % 6 {
        0 => drop(lines.remove(at)),
        1 => return text.repeat(2),
        2 => lines.truncate(at.max(lines.len() / 2)),
        3 => lines.insert(at, "\n"),
        4 => drop(lines.remove(0)),
        _ => {
            let cut = (0..=text.len() * 3 / 4).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            return format!("{}{text}", &text[..cut]);
        }
    }
    lines.concat()
}

/// Checks that the secrets of a system are in no message and no summary, however the file is damaged.
fn secrets_are_masked_in_messages(sample: &Sample) -> Result<(), String> {
    let secrets = secrets_of(&read(sample, &sample.text()));
    let mut random = Random::new(sample.bytes.len() as u64 + 1);
    for secret in secrets.iter().take(3) {
        // The rest stays: an address must remain one, and a line keeps its numbers.
        let words = secret.split(|c: char| !c.is_alphanumeric());
        let Some(word) = words.clone().find(|word| word.parse::<i64>().is_err()).or(words.max_by_key(|w| w.len()))
        else {
            continue;
        };
        let planted = secret.replacen(word, WORD, 1);
        let text = sample.text().replace(secret.as_str(), &planted);
        let is_planted = holds(text.as_bytes());
        for round in (0..rounds(sample, 14)).filter(|_| is_planted) {
            let text = if round < 2 { text.clone() } else { damaged(&text, round * 4, &mut random) };
            let text = if round % 4 == 1 { misspelt(&text, &mut random) } else { text };
            is_masked(sample, &text).map_err(|error| format!("{error}\n--- of:\n{text}"))?;
        }
    }
    Ok(())
}

/// Returns the text without one letter of a word at the beginning of a line.
fn misspelt(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let at = random.below(lines.len());
    if lines[at].chars().take(3).all(char::is_alphabetic) {
        lines[at].remove(1);
    }
    lines.concat()
}

/// Returns the texts of a game that must not be shown; what goes through them a part at a time tells the same, and masks
/// the same.
fn secrets_of(reading: &ReadOutcome) -> Vec<String> {
    let Some(document) = &reading.document else { return Vec::new() };
    let mut found = Vec::new();
    let mut game = serde_json::to_value(&document.game).unwrap();
    replace_secrets(&mut game, &mut |secret, text| {
        found.push((secret.is_hidden(), text.to_owned()));
        None
    });
    let mut told = Vec::new();
    each_secret(&document.game, |secret, text| told.push((secret.is_hidden(), text.to_owned())));
    found.sort();
    told.sort();
    assert_eq!(found, told);
    let mut masked = serde_json::to_value(&document.game).unwrap();
    replace_secrets(&mut masked, &mut |secret, _| secret.is_hidden().then(|| HIDDEN.to_owned()));
    let shown = conversion::shown(document);
    assert_eq!(serde_json::to_value(&shown.as_ref().unwrap_or(document).game).unwrap(), masked);
    found.dedup();
    let shown = |text: &str| text.contains(char::is_alphanumeric) && text.len() > 2 && !text.contains('"');
    found.into_iter().filter(|(is_hidden, text)| *is_hidden && shown(text)).map(|(_, text)| text).collect()
}

fn is_masked(sample: &Sample, text: &str) -> Result<(), String> {
    let mut reading = read(sample, text);
    let told = told_of(&mut reading);
    if let Some(line) = told.lines().find(|line| holds(line.as_bytes())) {
        return Err(format!("told of the file: {line}"));
    }
    let Some(document) = reading.document else { return Ok(()) };
    let stored = serde_json::to_vec(&document.diagnostics).unwrap();
    if holds(&stored) {
        return Err(format!("stored: {}", String::from_utf8_lossy(&stored)));
    }
    for target in [&json::JSON, &CSV, sample.format] {
        let (_, said) = conversion::write(&document, target, &WriteOptions::default());
        if let Some(d) = said.iter().find(|d| holds(messages_of(d).as_bytes())) {
            return Err(format!("told of {}: {}", target.id, messages_of(d)));
        }
    }
    let text = String::from_utf8(json::write(&document).unwrap()).unwrap();
    let mut random = Random::new(text.len() as u64);
    for _ in 0..2 {
        let damaged = damaged(&text, random.below(24), &mut random);
        let told = told_of(&mut conversion::read("x.json", damaged.as_bytes(), &ReadOptions::default()));
        if let Some(line) = told.lines().find(|line| holds(line.as_bytes())) {
            return Err(format!("told of the document: {line}"));
        }
    }
    Ok(())
}

/// Returns everything that is shown of a file: its summary, and all messages, with their lines and as JSON.
fn told_of(reading: &mut ReadOutcome) -> String {
    let mut out = String::new();
    if let Some(document) = &reading.document {
        out +=
            &systems::show(conversion::shown(document).as_ref().unwrap_or(document), "file", &ViewOptions::default())
                .unwrap_or_default();
    }
    let mut said = reading.diagnostics.clone();
    let mut judged = conversion::validate(reading, RuleSet::Engine);
    let game = reading.document.as_ref().map(|document| &document.game);
    conversion::locate_in_source(&mut judged, reading.format, reading.text.as_deref(), reading.tables, game);
    said.extend(judged);
    let hidden = reading.hidden(&said);
    hidden.hide(&mut said, reading.text.as_deref());
    let rendering = Rendering::new(reading.text.as_deref().map(|text| (text, &hidden)), false);
    for d in &said {
        out += &rendering.render(d);
        out += "\n";
        out += &messages_of(d);
        out += "\n";
    }
    if let Some(text) = &reading.text {
        let dump = dump_of(reading, text.as_bytes(), &said, &reading.hidden_anywhere(), 200);
        out += &dump;
        // A word may be spread over two rows.
        let shown: Vec<u8> = bytes_of(&dump, 200).into_iter().map(|byte| byte.unwrap_or(b'*')).collect();
        out += &String::from_utf8_lossy(&shown);
        out += "\n";
    }
    out
}

fn messages_of(d: &Diagnostic) -> String {
    serde_json::to_string(d).unwrap()
}

/// Checks that a game that can be written without originals can also be written redacted, and is read back.
fn redacted_games_are_written(sample: &Sample) -> Result<(), String> {
    let mut random = Random::new(sample.bytes.len() as u64 + 2);
    for round in 0..rounds(sample, 4) {
        let text = if round == 0 { sample.text() } else { planted(&sample.text(), &mut random) };
        is_written(sample, &text).map_err(|error| format!("{error}\n--- of:\n{text}"))?;
    }
    Ok(())
}

fn is_written(sample: &Sample, text: &str) -> Result<(), String> {
    let reading = read(sample, text);
    let Some(document) = reading.document else { return Ok(()) };
    let write = |document: &Document, target: &Format, redact: bool| {
        let options = WriteOptions { no_originals: true, redact, ..WriteOptions::default() };
        let (outputs, said) = conversion::write(document, target, &options);
        match outputs.into_iter().next().map(|output| output.content) {
            Some(Content::File(bytes)) => Ok(bytes),
            _ => Err(format!("not written as {}: {said:?}", target.id)),
        }
    };
    let redacted = write(&document, &json::JSON, true)?;
    let again = conversion::read("x.json", &redacted, &ReadOptions::default());
    let redacted = again.document.ok_or_else(|| format!("the document is not read: {:?}", again.diagnostics))?;
    if let Some(d) = again.diagnostics.first() {
        return Err(format!("the document: {}", messages_of(d)));
    }
    if write(&document, sample.format, false).is_err() {
        return Ok(());
    }
    let written = write(&redacted, sample.format, false)?;
    let back = read_bytes(sample, &written);
    let back = back.document.ok_or_else(|| format!("not read back: {:?}", back.diagnostics))?;
    let written = write(&document, sample.format, false)?;
    let before = read_bytes(sample, &written).document.ok_or("not read back")?;
    let counts =
        |game: &Game| (game.players.len(), game.turns.len(), game.turns.iter().map(|t| t.actions.len()).sum::<usize>());
    if counts(&back.game) != counts(&before.game) {
        return Err(format!("{:?} became {:?}", counts(&before.game), counts(&back.game)));
    }
    Ok(())
}

fn read(sample: &Sample, text: &str) -> ReadOutcome {
    debug_assert!(matches!(sample.format.kind, Kind::Text(_)));
    let bytes =
        sample.format.encoding.encode(text).map_or_else(|_| text.as_bytes().to_vec(), |bytes| bytes.into_owned());
    read_bytes(sample, &bytes)
}

fn read_bytes(sample: &Sample, bytes: &[u8]) -> ReadOutcome {
    let options = ReadOptions { format: Some(sample.format.id.into()), salvage: true, ..ReadOptions::default() };
    conversion::read(&sample.name(), bytes, &options)
}

fn files(outputs: Vec<conversion::Output>) -> Vec<(String, Vec<u8>)> {
    let files = outputs.into_iter().flat_map(|output| match output.content {
        Content::File(bytes) => vec![(String::new(), bytes)],
        Content::Folder(files) => files.into_iter().map(|file| (file.path, file.bytes)).collect(),
    });
    files.collect()
}
