//! Checks that twice the input takes about twice the memory and the work. Each text is generated in two lengths, and
//! goes through JSON, CSV, tables whose rows all have one number, `check`, `inspect`, `--redact`, `verify`, canonical form,
//! the other notations of its system, an edit, and leaving out what cannot be written.
//!
//! Allocations are counted, so that the figures are the same on every machine.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod generators;
#[path = "../../src/text/tries.rs"]
#[allow(dead_code)]
mod tries;

use std::io;

use allocation_counter::AllocationInfo;
use generators::{GENERATORS, Generator};
use libtest_mimic::{Arguments, Trial};
use ludex::internals::archive::FolderFile;
use ludex::internals::conversion::{self, Content, ReadOptions, ReadOutcome, WriteOptions};
use ludex::internals::formats::{self, CSV, Format, json};
use ludex::internals::model::{ActionKind, Document, Seat};
use ludex::internals::rules::RuleSet;
use ludex::internals::systems;
use ludex::internals::view::ViewOptions;
use tries::stride;

/// Approximate length of the shorter text in bytes, enough to make constant costs negligible.
const LENGTH: usize = 12_000;

/// Maximum ratio of the costs of a text of twice the length.
const MAX_GROWTH: f64 = 2.6;

/// Memory allowed for each byte of a document, and of any other text, in addition to the constant part.
const MEMORY_BY_BYTE: [u64; 2] = [14, 40];
const BASE_MEMORY: u64 = 5 << 20;

/// Memory allowed for each statement, in bytes: a turn with an action in it and the diagnostics on them, in a few
/// copies.
const MEMORY_BY_STATEMENT: u64 = 7 << 8;

fn main() {
    // Those of one format resemble each other.
    let trials = GENERATORS.iter().step_by(stride(2)).map(|generator| {
        let name = format!("growth::{}::{}", generator.format, generator.name.replace(' ', "_"));
        Trial::test(name, move || Ok(grows(generator)?))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Work on a text after it was read.
type Work = fn(&ReadOutcome, &'static Format);

const WORKS: [(&str, Work); 11] = [
    ("JSON", to_json),
    ("CSV", to_csv),
    ("CSV with one number", to_csv_with_one_number),
    ("check", check),
    ("inspect", inspect),
    ("redact", redact),
    ("verify", verify),
    ("canonical", canonical),
    ("other notations", other_notations),
    ("edit", edit),
    ("leaving out", leave_out),
];

fn grows(generator: &Generator) -> Result<(), String> {
    let format = formats::format(generator.format).ok_or("no such format")?;
    // The size of one part determines how many parts give the length.
    let by_part = ((generator.make)(1100).len() - (generator.make)(100).len()).div_ceil(1000);
    let count = LENGTH.div_ceil(by_part);
    let texts = [count, 2 * count].map(generator.make);
    let readings = [0, 1].map(|i| measured(|| read(&texts[i], format)));
    let mut wrong = Vec::new();
    let target = target_of(format, &readings[0].0);
    assert!(readings.iter().all(|(reading, _)| reading.document.is_some()), "{:?}", readings[0].0.diagnostics);
    wrong.extend(too_much("reading", [readings[0].1, readings[1].1], &texts));
    for (name, work) in WORKS {
        let took = [0, 1].map(|i| measured(|| work(&readings[i].0, target)).1);
        wrong.extend(too_much(name, took, &texts));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn measured<T>(work: impl FnOnce() -> T) -> (T, AllocationInfo) {
    let mut made = None;
    let info = allocation_counter::measure(|| made = Some(work()));
    (made.unwrap(), info)
}

/// Returns a message for each cost that grows too fast or is too high.
fn too_much(name: &str, [one, two]: [AllocationInfo; 2], texts: &[String; 2]) -> Vec<String> {
    let growth = |one: u64, two: u64| two as f64 / one.max(1) as f64;
    let grown = [("allocations", one.count_total, two.count_total), ("bytes", one.bytes_total, two.bytes_total)];
    let too_fast = grown.into_iter().filter(|(_, one, two)| growth(*one, *two) > MAX_GROWTH);
    let mut wrong: Vec<String> =
        too_fast.map(|(what, one, two)| format!("{name}: {one} {what} have become {two}")).collect();
    let by_byte = MEMORY_BY_BYTE[usize::from(!texts[1].starts_with("{\"ludex\""))];
    let statements = texts[1].bytes().filter(|byte| b"\n\r;,/|{".contains(byte)).count() as u64;
    let most = BASE_MEMORY + by_byte * texts[1].len() as u64 + MEMORY_BY_STATEMENT * statements;
    if two.bytes_max > most {
        wrong.push(format!("{name}: {} bytes at once for {}, at most {most}", two.bytes_max, texts[1].len()));
    }
    wrong
}

/// Returns the text format that a document is written in: its own, or one of its system that holds records.
fn target_of(format: &'static Format, reading: &ReadOutcome) -> &'static Format {
    let of_system = || {
        let formats = document(reading).game.system.def().formats;
        let of_records = |format: &&&Format| ["diplomacy-orders", "homeworlds"].contains(&format.id);
        formats.iter().find(of_records).or(formats.first()).expect("a system has formats")
    };
    if format.text().is_some() { format } else { of_system() }
}

fn read(text: &str, format: &Format) -> ReadOutcome {
    let options = ReadOptions { format: Some(format.id.into()), salvage: true, ..ReadOptions::default() };
    conversion::read("growth", text.as_bytes(), &options)
}

fn document(reading: &ReadOutcome) -> Document {
    reading.document.clone().unwrap_or_else(|| panic!("not read: {:?}", reading.diagnostics))
}

fn to_json(reading: &ReadOutcome, _: &'static Format) {
    let bytes = json::write(&document(reading)).unwrap();
    let again = conversion::read("growth.json", &bytes, &ReadOptions::default());
    assert!(again.document == reading.document);
}

fn to_csv(reading: &ReadOutcome, _: &'static Format) {
    assert!(read_package(&package(reading)).document == reading.document);
}

/// Gives all rows of each table the number of one row.
fn to_csv_with_one_number(reading: &ReadOutcome, _: &'static Format) {
    let mut files = package(reading);
    let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = |line: &str| match line.split_once(',') {
        Some((number, rest)) if is_number(number) => format!("1,{rest}\n"),
        _ => format!("{line}\n"),
    };
    for file in files.iter_mut().filter(|file| file.path.ends_with(".csv") && file.path != "games.csv") {
        file.bytes = str::from_utf8(&file.bytes).unwrap().lines().map(numbered).collect::<String>().into_bytes();
    }
    read_package(&files);
}

/// Returns the files of a document's package.
fn package(reading: &ReadOutcome) -> Vec<FolderFile> {
    let (outputs, said) = conversion::write(&document(reading), &CSV, &WriteOptions::default());
    match outputs.into_iter().next().map(|output| output.content) {
        Some(Content::Folder(files)) => files,
        _ => panic!("{said:?}"),
    }
}

fn read_package(files: &[FolderFile]) -> ReadOutcome {
    let bytes = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.bytes.clone());
    conversion::read_package(&|path| bytes(path).ok_or_else(|| io::ErrorKind::NotFound.into()), None)
}

fn check(reading: &ReadOutcome, _: &'static Format) {
    let mut own = ReadOutcome::of(reading.format, Some(document(reading)), Vec::new());
    own.text.clone_from(&reading.text);
    conversion::validate(&mut own, RuleSet::Engine);
    conversion::validate(&mut own, RuleSet::Document);
}

fn inspect(reading: &ReadOutcome, _: &'static Format) {
    let document = document(reading);
    let masked = conversion::shown(&document);
    systems::show(masked.as_ref().unwrap_or(&document), "growth", &ViewOptions::default()).unwrap();
}

fn redact(reading: &ReadOutcome, _: &'static Format) {
    let options = WriteOptions { redact: true, ..WriteOptions::default() };
    conversion::write(&document(reading), &json::JSON, &options);
}

fn verify(reading: &ReadOutcome, _: &'static Format) {
    let document = document(reading);
    let text = reading.format.filter(|format| format.text().is_some()).zip(reading.text.as_deref());
    let lost = match text {
        Some((format, text)) => conversion::verify_text(&document, format, text.as_bytes(), None),
        None => conversion::verify_document(&document, None),
    };
    assert!(lost.is_empty(), "{lost:?}");
}

fn canonical(reading: &ReadOutcome, format: &'static Format) {
    let options = WriteOptions { canonical: true, ..WriteOptions::default() };
    conversion::write(&document(reading), format, &options);
}

/// Writes a document without its original in the other formats of its system.
fn other_notations(reading: &ReadOutcome, own: &'static Format) {
    let bare = Document { sources: Vec::new(), ..document(reading) };
    let formats = bare.game.system.def().formats.iter().filter(|format| format.text().is_some() && format.id != own.id);
    for format in formats {
        conversion::write(&bare, format, &WriteOptions::default());
    }
}

/// Edits something at the beginning and something at the end.
fn edit(reading: &ReadOutcome, format: &'static Format) {
    let mut document = document(reading);
    let game = &mut document.game;
    if let Some(position) = &mut game.position {
        position.pieces.pop();
        position.holdings.pop();
    } else {
        game.turns.pop();
    }
    if let Some(board) = &mut game.board {
        board.territories.pop();
    }
    conversion::write(&document, format, &WriteOptions::default());
}

/// Turns every tenth action into one that hardly any notation can hold, and writes what is left.
fn leave_out(reading: &ReadOutcome, format: &'static Format) {
    let mut document = document(reading);
    let actions = document.game.turns.iter_mut().flat_map(|turn| &mut turn.actions);
    for action in actions.step_by(10) {
        action.player = Some(Seat::new("a b"));
        if format.id != "diplomacy-orders" {
            action.kind = ActionKind::Waive { at: None };
        }
    }
    let options = WriteOptions { leave_out: true, ..WriteOptions::default() };
    conversion::write(&document, format, &options);
}
