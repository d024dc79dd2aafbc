//! How fast reading, writing and whole batches are. `cargo bench` prints the figures; nothing is asserted.
//!
//! Reading is bytes to game and diagnostics on one core. The batch converts 10,000 files with the program itself,
//! beside the floor: reading the same inputs and writing the same output bytes to new files, on as many threads.
#![allow(missing_docs)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use criterion::{Criterion, Throughput};
use ludex::conversion::{self, ReadOptions, WriteOptions};
use ludex::formats::{self, Format};
use ludex::model::Document;
use ludex::text::{Encoding, Report};
use rayon::prelude::*;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    war_dat(&mut criterion);
    criterion.final_summary();
    batch();
}

fn good(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/war-dat/good").join(name)).unwrap_or_default()
}

fn format(id: &str) -> &'static Format {
    formats::format(id).unwrap_or_else(|| unreachable!("{id} is in the registry"))
}

fn document(bytes: &[u8]) -> Document {
    let reading = conversion::read("WAR01.DAT", bytes, &ReadOptions::default());
    reading.document.unwrap_or_else(|| unreachable!("the fixture is good"))
}

fn war_dat(criterion: &mut Criterion) {
    let bytes = good("playing.DAT");
    let dat = format("war-dat");
    let Some(text_format) = dat.text() else { return };
    let unedited = document(&bytes);
    let mut edited = unedited.clone();
    if let Some(position) = &mut edited.game.position {
        position.holdings[20].armies = 77.into();
    }
    let json = formats::json::write(&unedited).unwrap_or_default();
    let json_text = String::from_utf8_lossy(&json).into_owned();

    let mut group = criterion.benchmark_group("war-dat");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| {
            let text = Encoding::CP437.decode(black_box(&bytes)).unwrap_or_default();
            let mut report = Report::new();
            let game = text_format.read(&text, &mut report);
            (game, report.finish(&text))
        });
    });
    group.bench_function("read to a document, with its hash", |b| {
        b.iter(|| conversion::read("WAR01.DAT", black_box(&bytes), &ReadOptions::default()).document);
    });
    let write = |document: &Document| {
        let source = document.sources[0].text.as_deref();
        text_format.write(black_box(&document.game), source, &mut Vec::new())
    };
    group.bench_function("write unedited", |b| b.iter(|| write(&unedited)));
    group.bench_function("write edited", |b| b.iter(|| write(&edited)));
    group.finish();

    let mut group = criterion.benchmark_group("json");
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function("out", |b| b.iter(|| formats::json::write(black_box(&unedited))));
    group.bench_function("in", |b| b.iter(|| formats::json::read(black_box(&json_text))));
    group.finish();

    let mut group = criterion.benchmark_group("csv");
    group.bench_function("out", |b| {
        b.iter(|| conversion::write(unedited.clone(), format("csv"), &WriteOptions::default()));
    });
    group.finish();
}

const FILES: usize = 10_000;
const ROUNDS: usize = 5;

/// Converts 10,000 files into one folder, and measures the floor in turn with it.
fn batch() {
    let Ok(desk) = tempfile::tempdir() else { return };
    let disk = desk.path().join("disk");
    let bytes = good("playing.DAT");
    for i in 0..FILES {
        let folder = disk.join(format!("{:02}", i / 100));
        if fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(format!("WAR{:02}.DAT", i % 100)), &bytes))
            .is_err()
        {
            return;
        }
    }
    let output = formats::json::write(&document(&bytes)).unwrap_or_default();
    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let out = desk.path().join(format!("out{round}"));
        let start = Instant::now();
        let run = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["convert", "-q", "-t", "json", "-o"])
            .arg(&out)
            .arg(&disk)
            .status();
        ours.push(start.elapsed());
        if !run.is_ok_and(|status| status.success()) {
            println!("batch: the program failed");
            return;
        }
        let out = desk.path().join(format!("floor{round}"));
        let start = Instant::now();
        let copied = (0..FILES).into_par_iter().all(|i| {
            let (folder, name) = (format!("{:02}", i / 100), format!("WAR{:02}.DAT", i % 100));
            let place = out.join(&folder);
            fs::read(disk.join(&folder).join(&name)).is_ok()
                && fs::create_dir_all(&place).is_ok()
                && fs::write(place.join(name + ".json"), &output).is_ok()
        });
        floors.push(start.elapsed());
        if !copied {
            return;
        }
    }
    let microseconds = |times: &mut Vec<std::time::Duration>| {
        times.sort();
        let each = |d: &std::time::Duration| d.as_secs_f64() * 1e6 / FILES as f64;
        (each(&times[0]), each(&times[ROUNDS / 2]), each(&times[ROUNDS - 1]))
    };
    let (ours, floor) = (microseconds(&mut ours), microseconds(&mut floors));
    println!(
        "convert of {FILES} DAT files into JSON in one folder, microseconds a file (least, median, most of {ROUNDS}):"
    );
    println!("  ludex  {:6.1} {:6.1} {:6.1}", ours.0, ours.1, ours.2);
    println!("  floor  {:6.1} {:6.1} {:6.1}   (read the same bytes, write the same bytes)", floor.0, floor.1, floor.2);
    println!("  ratio of the medians {:.2}", ours.1 / floor.1);
}
