//! Golden files: what each fixture is read into and written as, and what is said of it.
//!
//! `LUDEX_RENEW=1 cargo test` writes them anew (not under CI); read the diff before it is committed.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use libtest_mimic::Trial;

use super::files::{Origin, Sample, fixtures};
use super::trial;

/// Compares `actual` with a golden file, or renews it.
pub fn compare(golden: &Path, actual: &[u8]) -> Result<(), String> {
    if std::env::var_os("LUDEX_RENEW").is_some_and(|v| !v.is_empty()) {
        if std::env::var_os("CI").is_some() {
            return Err("golden files are not renewed under CI".into());
        }
        fs::create_dir_all(golden.parent().unwrap()).map_err(|e| e.to_string())?;
        return fs::write(golden, actual).map_err(|e| e.to_string());
    }
    let expected = fs::read(golden).map_err(|e| format!("{}: {e}; LUDEX_RENEW=1 makes it", golden.display()))?;
    if expected == actual {
        return Ok(());
    }
    let (expected, actual) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(actual));
    let differs = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(expected.lines().count().min(actual.lines().count()));
    let nth = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
    Err(format!(
        "{} differs in line {}:\n  golden: {}\n  actual: {}\nLUDEX_RENEW=1 renews it; read the diff",
        golden.display(),
        line + 1,
        nth(&expected),
        nth(&actual)
    ))
}

/// Makes what a golden file holds.
type Maker = fn(&Sample) -> Vec<u8>;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.origin == Origin::Corpus {
        return Vec::new();
    }
    let mut kinds: Vec<(&str, Maker)> = vec![("check.txt", check), ("inspect.txt", inspect)];
    match sample.origin {
        Origin::Good => kinds.extend([("json", to_json as Maker), ("csv.txt", to_csv), ("canonical", canonical)]),
        _ => kinds.push(("salvaged.json", salvaged)),
    }
    if sample.format.id == "diplomacy-orders" {
        kinds.push(("document.check.txt", check_by_the_document));
    }
    let folder = fixtures().join(sample.format.id).join("golden");
    kinds
        .into_iter()
        .map(|(kind, make)| {
            let board = if sample.board.is_some() { ".on-board" } else { "" };
            let golden = folder.join(format!("{}{board}.{kind}", sample.name()));
            let sample = sample.clone();
            trial(sample.test_name(&format!("golden::{kind}")), move || compare(&golden, &make(&sample)))
        })
        .collect()
}

/// Runs the program beside the sample, so that no path of this machine gets into a golden file.
fn ludex(sample: &Sample, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::cargo_bin("ludex").unwrap();
    command.current_dir(sample.path.parent().unwrap()).args(arguments);
    if let Some((path, _)) = &sample.board {
        let name = path.file_name().unwrap().to_string_lossy();
        command.args(["--board", &format!("../../{}/good/{name}", sample.format.board_beside.unwrap().format.id)]);
    }
    let run = command.output().unwrap();
    let mut out = run.stdout;
    if !run.stderr.is_empty() {
        out.extend_from_slice(b"--- standard error\n");
        out.extend_from_slice(&run.stderr);
    }
    if !run.status.success() {
        out.extend_from_slice(format!("--- exit status {}\n", run.status.code().unwrap_or(-1)).as_bytes());
    }
    out
}

fn check(sample: &Sample) -> Vec<u8> {
    ludex(sample, &["check", "-f", sample.format.id, &sample.name()])
}

fn check_by_the_document(sample: &Sample) -> Vec<u8> {
    ludex(sample, &["check", "--rules", "document", "-f", sample.format.id, &sample.name()])
}

fn inspect(sample: &Sample) -> Vec<u8> {
    ludex(sample, &["inspect", "-f", sample.format.id, &sample.name()])
}

fn to_json(sample: &Sample) -> Vec<u8> {
    ludex(sample, &["convert", "--quiet", "-f", sample.format.id, &sample.name(), "-t", "json"])
}

fn salvaged(sample: &Sample) -> Vec<u8> {
    ludex(sample, &["convert", "--quiet", "--salvage", "-f", sample.format.id, &sample.name(), "-t", "json"])
}

fn canonical(sample: &Sample) -> Vec<u8> {
    ludex(
        sample,
        &["convert", "--quiet", "--canonical", "-f", sample.format.id, &sample.name(), "-t", sample.format.id],
    )
}

/// All files of the folder of tables, one after another.
fn to_csv(sample: &Sample) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let mut out = ludex(
        sample,
        &["convert", "--quiet", "-f", sample.format.id, &sample.name(), "-t", "csv", "-o", tables.to_str().unwrap()],
    );
    let mut paths: Vec<PathBuf> = Vec::new();
    collect(&tables, &mut paths);
    for path in paths {
        let name = path.strip_prefix(&tables).unwrap().to_string_lossy().replace('\\', "/");
        // The descriptor repeats the definitions, and has a golden file in schemas/; originals are the fixture itself.
        if name.ends_with(".csv") {
            out.extend_from_slice(format!("=== {name}\n").as_bytes());
            out.extend_from_slice(&fs::read(&path).unwrap());
        } else {
            out.extend_from_slice(format!("=== {name} (not repeated here)\n").as_bytes());
        }
    }
    out
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { collect(&entry, paths) } else { paths.push(entry) }
    }
}
