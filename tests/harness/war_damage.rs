//! Damages boards of Global War by losing, doubling or blanking a line, or changing a byte: no value is misread
//! silently, and the place is named.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::formats::ParsedSource;
use ludex::internals::text::write_back::{SourceSpan, Written};
use ludex::internals::text::{Diagnostic, Report};

use super::files::{Origin, Sample};
use super::respell::Random;
use super::trial;
use super::tries::{is_thorough, tries};

/// Number of bytes that are changed, one at a time, and step between damaged lines; `LUDEX_DAMAGES=4000` damages more
/// bytes, and every line.
const BYTES: usize = 20;
const EVERY: usize = 13;
/// Files of which every line is damaged if `LUDEX_THOROUGH` is set.
const THOROUGH: [&str; 2] = ["playing.DAT", "team-playing.DAT"];
/// Files that are out of range on purpose, or odd at their end, and therefore tell nothing about damage.
const ODD: [&str; 5] =
    ["WAR18.DAT", "WAR05.REC", "odd-values.DAT", "cr-before-ctrl-z-lf.DAT", "missing-last-password-line.DAT"];
/// Maximum distance of a message from the damage, in lines.
const NEAR: usize = 4;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    let is_odd = ODD.contains(&&*sample.name()) || sample.origin == Origin::Bad;
    // In these formats only the number of a line determines its meaning.
    if !["war-dat", "war-rec"].contains(&sample.format.id) || is_odd || !is_whole(sample) {
        return Vec::new();
    }
    let of_lines = sample.clone();
    let of_bytes = sample.clone();
    vec![
        trial(sample.test_name("lines_damaged"), move || lines_damaged(&of_lines)),
        trial(sample.test_name("bytes_damaged"), move || bytes_damaged(&of_bytes)),
    ]
}

fn is_whole(sample: &Sample) -> bool {
    said(sample, &sample.text()).iter().all(|d| !d.is_error())
}

/// Returns the diagnostics on a file.
fn said(sample: &Sample, text: &str) -> Vec<Diagnostic> {
    let mut report = Report::new();
    sample.text_format().read(text, &mut report);
    report.finish(text)
}

/// Returns the values of a file by their labels.
fn values(sample: &Sample, text: &str) -> HashMap<String, String> {
    let parsed_source = sample.text_format().parsed_source(text);
    let source_spans = |parsed_source: &ParsedSource| -> HashMap<String, String> {
        let value = |source_span: &SourceSpan| text[source_span.start..source_span.end].trim().to_owned();
        let source_spans = parsed_source.source_spans.iter().enumerate();
        source_spans
            .map(|(index, source_span)| (parsed_source.statements.label(index).to_owned(), value(source_span)))
            .collect()
    };
    parsed_source.as_ref().map(source_spans).unwrap_or_default()
}

/// Counts of the effects of damage.
#[derive(Debug, Default)]
struct Tally {
    damages: usize,
    refused: usize,
    named: usize,
    silent: Vec<String>,
    salvaged_wrong: Vec<String>,
}

impl Tally {
    /// Tallies a file that was damaged at the given lines.
    fn damage(
        &mut self,
        sample: &Sample,
        sound: &HashMap<String, String>,
        bytes: &[u8],
        lines: &RangeInclusive<usize>,
        what: &str,
    ) {
        self.damages += 1;
        let text = sample.format.encoding.decode(bytes).unwrap();
        let diagnostics = said(sample, &text);
        // The values of a file that is refused are those that are salvaged.
        let differs = |(label, value): (&String, &String)| {
            (sound.get(label) != Some(value)).then(|| format!("{label} {value:?} for {:?}", sound.get(label)))
        };
        let wrong: Vec<String> = values(sample, &text).iter().filter_map(differs).collect();
        let is_refused = diagnostics.iter().any(Diagnostic::is_error);
        if is_refused {
            self.refused += 1;
            let near = |d: &&Diagnostic| {
                let named = d.line.is_some_and(|at| at.abs_diff(*lines.start()) <= NEAR);
                d.is_error() && (named || lines.clone().any(|line| is_within(&d.message, line)))
            };
            self.named += usize::from(diagnostics.iter().any(|d| near(&d)));
            if !diagnostics.iter().any(|d| near(&d)) && shows_statistics() {
                eprintln!(
                    "{}: {what}: {:?}",
                    sample.name(),
                    diagnostics.iter().find(|d| d.is_error()).map(|d| &d.message)
                );
            }
            if wrong.len() >= 3 {
                self.salvaged_wrong.push(format!("{what}: {wrong:?}"));
            }
        } else if wrong.len() >= 3 {
            if shows_statistics() {
                eprintln!("{}: {what}: silent {wrong:?}", sample.name());
            }
            self.silent.push(format!("{what}: {wrong:?}"));
        }
    }

    fn verdict(self, sample: &Sample) -> Result<(), String> {
        let Tally { damages, refused, named, silent, salvaged_wrong } = self;
        let (quiet, invented) = (silent.len(), salvaged_wrong.len());
        if shows_statistics() {
            let name = sample.name();
            eprintln!(
                "{name}: {damages} damages, {refused} refused, {named} named, {quiet} silent, {invented} invented"
            );
        }
        if let Some(first) = silent.first() {
            return Err(format!("{quiet} of {damages} are read wrong in silence, the first: {first}"));
        }
        if let Some(first) = salvaged_wrong.first().filter(|_| invented * 100 > 3 * damages.max(100)) {
            return Err(format!("of {invented} of {damages} values are invented, the first: {first}"));
        }
        // In a few dozen cases, one or two may hit a run of equal lines.
        if refused - named > (refused * 3 / 100).max(2) {
            return Err(format!("only {named} of {refused} places are named"));
        }
        Ok(())
    }
}

/// Returns whether a message names a run of lines that contains `line`: if all are equal, it is ambiguous which one is
/// missing.
fn is_within(message: &str, line: usize) -> bool {
    let message = message.split(':').next().unwrap_or(message);
    let numbers: Vec<usize> = message.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    matches!(numbers[..], [first, last] if (first..=last).contains(&line))
}

fn lines_damaged(sample: &Sample) -> Result<(), String> {
    let sound = values(sample, &sample.text());
    let ender = if sample.bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let lines: Vec<&[u8]> = sample.bytes.split_inclusive(|&b| b == ender).collect();
    let count = sound.len().min(lines.len());
    let mut tally = Tally::default();
    let is_each = is_thorough() && THOROUGH.contains(&&*sample.name()) || damages().is_some();
    for at in (0..count).step_by(if is_each { 1 } else { EVERY }) {
        let (before, line, behind) = (lines[..at].concat(), lines[at], lines[at + 1..].concat());
        let content = line.iter().rposition(|b| !matches!(b, b'\r' | b'\n')).map_or(0, |last| last + 1);
        for (what, instead) in
            [("lost", Vec::new()), ("doubled", [line, line].concat()), ("blanked", line[content..].to_vec())]
        {
            let bytes = [&before[..], &instead, &behind].concat();
            // Of two equal lines either is the copy.
            let copies = usize::from(what == "doubled");
            tally.damage(sample, &sound, &bytes, &(at + 1..=at + 1 + copies), &format!("line {} {what}", at + 1));
            salvaged_comes_back(sample, &bytes)?;
        }
    }
    tally.verdict(sample)
}

fn bytes_damaged(sample: &Sample) -> Result<(), String> {
    let sound = values(sample, &sample.text());
    let end = sample.bytes.iter().position(|&b| b == 0x1A).unwrap_or(sample.bytes.len());
    let count = damages().unwrap_or_else(|| tries(BYTES));
    let mut random = Random::new(sample.bytes.len() as u64);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (at, byte) = (random.below(end), random.below(256) as u8);
        let mut bytes = sample.bytes.to_vec();
        let old = std::mem::replace(&mut bytes[at], byte);
        let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
        tally.damage(
            sample,
            &sound,
            &bytes,
            &(line..=line),
            &format!("byte {at} (line {line}) {old:#04x} to {byte:#04x}"),
        );
        salvaged_comes_back(sample, &bytes)?;
    }
    tally.verdict(sample)
}

fn damages() -> Option<usize> {
    std::env::var("LUDEX_DAMAGES").ok()?.parse().ok()
}

/// Returns whether figures are printed, and each damage whose place is not named.
fn shows_statistics() -> bool {
    std::env::var_os("LUDEX_STATS").is_some()
}

/// Checks that a salvaged document, unedited, gives the bytes of its source.
fn salvaged_comes_back(sample: &Sample, bytes: &[u8]) -> Result<(), String> {
    let options = ReadOptions { format: Some(sample.format.id.into()), salvage: true, ..ReadOptions::default() };
    let Some(document) = conversion::read(&sample.name(), bytes, &options).document else {
        return Err(format!("not read: {:?}", String::from_utf8_lossy(bytes)));
    };
    let source = document.sources[0].text.as_deref();
    match sample.text_format().write(&document.game, source, &mut Vec::new()) {
        Ok(Written::Unchanged) => Ok(()),
        other => Err(format!("a salvaged document is written as {other:?}")),
    }
}
