//! Checks the diagnostics on files and their places.

use std::collections::HashMap;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, ReadOutcome, WriteOptions};
use ludex::internals::formats::{CSV, Format, json};
use ludex::internals::model::Document;
use ludex::internals::text::{Diagnostic, Report};

use super::files::{Origin, Sample};
use super::invariants::through_tables;
use super::respell::{Editor, Random};
use super::trial;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |property: &str, test: fn(&Sample) -> Result<(), String>| {
        let sample = sample.clone();
        trials.push(trial(sample.test_name(property), move || test(&sample)));
    };
    // The blanks between JSON values mean nothing, and nothing may follow the value.
    // Files that are not text have no lines.
    if !sample.format.is_binary() && !sample.text().trim_start().starts_with('{') {
        add("lines", lines_are_counted_alike);
        if sample.is_selected() {
            add("cuts", a_cut_line_end_is_no_text);
        }
    }
    if sample.is_readable() && sample.is_selected() {
        add("alike", values_are_judged_alike);
    }
    trials
}

fn said(sample: &Sample, text: &str) -> Vec<Diagnostic> {
    let mut report = Report::salvaging();
    sample.text_format().read(text, &mut report);
    report.finish(text)
}

/// Checks that line and column of a diagnostic are those that an editor shows, whatever ends the lines, and whatever
/// follows the end of the file.
fn lines_are_counted_alike(sample: &Sample) -> Result<(), String> {
    let text = sample.text().replace("\r\n", "\n");
    if text.contains(['\r', '\u{1A}']) {
        return Ok(());
    }
    let with_cr = text.replace('\n', "\r");
    let with_end = if text.ends_with('\n') { format!("{with_cr}\u{1A}\n") } else { with_cr.clone() };
    let lines = text.lines().count();
    let places = |text: &str| -> Vec<_> {
        let said = said(sample, text).into_iter().filter(|d| d.line.is_some_and(|line| line <= lines));
        said.map(|d| (d.code, d.line, d.column, d.length)).collect()
    };
    let expected = places(&text);
    let game = |text: &str| sample.text_format().read(text, &mut Report::silent());
    for other in [text.replace('\n', "\r\n"), with_cr.clone(), with_end] {
        let found = places(&other);
        // Some servers never write a CR alone, so their formats take it for a character.
        if game(&other) != game(&text) {
            continue;
        }
        // Additional diagnostics about odd line ends are allowed.
        if let Some(missing) = expected.iter().find(|place| !found.contains(place)) {
            return Err(format!("{missing:?} is not among {found:?}"));
        }
    }
    Ok(())
}

/// Checks that a file cut off between CR and LF is read as without the CR, or as with the LF.
fn a_cut_line_end_is_no_text(sample: &Sample) -> Result<(), String> {
    let text = sample.text().replace("\r\n", "\n");
    if text.contains('\r') {
        return Ok(());
    }
    let text = text.replace('\n', "\r\n");
    // The first line alone does not show how lines end.
    let ends: Vec<usize> = text.match_indices("\r\n").map(|(at, _)| at).skip(1).collect();
    let game = |text: &str| sample.text_format().read(text, &mut Report::silent());
    // The last line ends matter most; only some of the others are tried.
    let step = 1 + ends.len() / 40;
    for &at in ends.iter().step_by(step).chain(ends.iter().rev().take(4)) {
        let cut = game(&text[..at + 1]);
        if cut != game(&text[..at]) && cut != game(&text[..at + 2]) {
            return Err(format!("cut off behind {:?}: {cut:?}", &text[at.saturating_sub(20)..at + 1]));
        }
    }
    Ok(())
}

/// Returns the codes of diagnostics with their messages.
fn findings(said: &[Diagnostic]) -> Vec<(String, String)> {
    // The encoding is not a value of the game.
    let said = said.iter().filter(|d| d.code != "CV008");
    let mut found: Vec<_> = said.map(|d| (d.code.to_string(), without_turn(&d.message).to_owned())).collect();
    found.sort();
    found
}

/// Returns a message without the phase or turn, which may be part of the line itself.
fn without_turn(message: &str) -> &str {
    let is_turn = |head: &str| {
        let is_phase = head.get(1..5).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
        is_phase || head.starts_with("turn ") || !head.is_empty() && head.bytes().all(|b| b.is_ascii_uppercase())
    };
    message.split_once(": ").filter(|(head, _)| is_turn(head)).map_or(message, |(_, rest)| rest)
}

fn read(sample: &Sample, bytes: &[u8]) -> ReadOutcome {
    let options = ReadOptions {
        format: Some(sample.format.id.into()),
        salvage: true,
        board: sample.board(),
        ..ReadOptions::default()
    };
    conversion::read(&sample.name(), bytes, &options)
}

/// Returns the diagnostics on a document that is read from JSON or tables.
fn judged(document: &Document, format: &'static Format) -> Vec<Diagnostic> {
    let reading = ReadOutcome::of(Some(format), Some(document.clone()), Vec::new());
    conversion::validate_values(&reading)
}

/// Checks that the diagnostics on a text are also reported for its JSON and its tables, edited or not, with a place
/// each time.
fn values_are_judged_alike(sample: &Sample) -> Result<(), String> {
    let reading = read(sample, &sample.bytes);
    let document = reading.document.ok_or("not read")?;
    let through_json = json::write(&document).map_err(|e| e.to_string())?;
    let through_json = conversion::read("x.json", &through_json, &ReadOptions::default()).document.ok_or("no JSON")?;
    let tables = through_tables(document.clone())?;
    compare(&reading.diagnostics, &judged(&through_json, &json::JSON), "JSON")?;
    compare(&reading.diagnostics, &judged(&tables, &CSV), "tables")?;
    if sample.origin == Origin::Bad {
        return Ok(());
    }
    let mut random = Random::new(7);
    let rounds = if sample.bytes.len() < 5000 { 4 } else { 1 };
    let mut editor = Editor::new(sample, &document.game);
    for _ in 0..rounds {
        let Some((game, _)) = editor.edit(3, &mut random) else { continue };
        let edited = Document { game, ..document.clone() };
        let (outputs, said) = conversion::write(&edited, sample.format, &WriteOptions::default());
        let Some(Content::File(bytes)) = outputs.into_iter().next().map(|output| output.content) else { continue };
        if said.iter().any(Diagnostic::is_error) {
            continue;
        }
        let expected = read(sample, &bytes);
        compare(&expected.diagnostics, &judged(&edited, &json::JSON), "edited JSON")?;
    }
    Ok(())
}

fn compare(expected: &[Diagnostic], found: &[Diagnostic], what: &str) -> Result<(), String> {
    if let Some(d) = found.iter().find(|d| d.path.is_none() && d.member.is_none()) {
        return Err(format!("no place in {what}: {d:?}"));
    }
    let mut counts: HashMap<(String, String), i32> = HashMap::new();
    findings(expected).into_iter().for_each(|finding| *counts.entry(finding).or_default() += 1);
    findings(found).into_iter().for_each(|finding| *counts.entry(finding).or_default() -= 1);
    match counts.into_iter().find(|(_, count)| *count != 0) {
        Some((finding, count)) => Err(format!("{count} times more in the text than in {what}: {finding:?}")),
        None => Ok(()),
    }
}
