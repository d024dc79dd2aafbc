//! Measures the collection of many games in one place: the CPU time of the program over 5,000 games of all systems,
//! with one thread, in microseconds per file. `cargo bench --features parquet --bench collections` prints it for JSON
//! Lines, Parquet, merged tables and a database beside `-t json --force`, and beside the floor of a database in the
//! same run: reading the files, and inserting the same rows by prepared statements into the same schema. Nothing is
//! asserted.
#![allow(missing_docs)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use cpu_time::ProcessTime;
use ludex::internals::conversion::{self, ReadOptions};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

const FILES: usize = 5_000;
/// Number of files in a folder.
const TOGETHER: usize = 100;
const ROUNDS: usize = 5;
/// Number of times that a database is written beside its floor.
const PAIRS: usize = 15;
/// Number of files in a transaction.
const BATCH: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let desk = tempfile::tempdir()?;
    let disk = desk.path().join("disk");
    let files = games(&disk)?;
    let ways: [(&str, &[&str], &str); 6] = [
        ("json, a file each", &["-t", "json", "--force"], "each/"),
        ("jsonl", &["-t", "jsonl"], "games.jsonl"),
        ("csv --merge", &["-t", "csv", "--merge"], "merged"),
        ("parquet", &["-t", "parquet"], "games.parquet"),
        ("sqlite", &["-t", "sqlite"], "games.db"),
        ("sqlite, all there already", &["-t", "sqlite"], "games.db"),
    ];
    let mut medians = Vec::new();
    println!("{FILES} files, CPU time in microseconds a file, one thread, medians of {ROUNDS}:");
    for (what, arguments, output) in ways {
        let output = desk.path().join(output);
        let is_again = what.contains("already");
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            if !is_again {
                remove(&output)?;
            }
            times.push(of_children(|| convert(arguments, &disk, &output))?);
        }
        medians.push(median(times));
        let (time, of_json) = (medians[medians.len() - 1], medians[0]);
        println!("{what:32} {time:9.1} {:9.2} of json", time / of_json);
    }
    let database = desk.path().join("games.db");
    // Round by round with the floor, as a machine is not equally fast for minutes.
    let (again, mut times) = (desk.path().join("again.db"), Vec::new());
    let convert_again = || {
        remove(&again)?;
        times.push(of_children(|| convert(&["-t", "sqlite"], &disk, &again))?);
        Ok(())
    };
    let [reading, inserting] = floor(&files, &database, &desk.path().join("floor.db"), convert_again)?;
    let mut ratios: Vec<f64> =
        times.iter().zip(reading.iter().zip(&inserting)).map(|(time, (a, b))| time.div_duration_f64(*a + *b)).collect();
    ratios.sort_by(f64::total_cmp);
    let (least, most) = (ratios[0], ratios[PAIRS - 1]);
    let (converting, reading, inserting) = (median(times), median(reading), median(inserting));
    let games: usize = Connection::open(&database)?.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?;
    if games != FILES {
        return Err(format!("the database has {games} games").into());
    }
    println!("{:32} {:9.1}, of which reading {reading:.1}", "floor of sqlite", reading + inserting);
    println!(
        "{:32} {converting:9.1} {:9.2} of its floor, median of {PAIRS} pairs from {least:.2} to {most:.2}",
        "sqlite beside it",
        ratios[PAIRS / 2]
    );
    Ok(())
}

/// Converts as a user does who wants no messages.
fn convert(arguments: &[&str], disk: &Path, output: &Path) -> io::Result<()> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["convert", "-q", "--jobs", "1"]).args(arguments).arg("-o").arg(output).arg(disk);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    if status.code().is_some_and(|code| code < 2) { Ok(()) } else { Err(io::Error::other("it failed")) }
}

fn remove(path: &Path) -> io::Result<()> {
    match path.is_dir() {
        true => fs::remove_dir_all(path),
        false if path.exists() => fs::remove_file(path),
        false => Ok(()),
    }
}

/// Returns the CPU time of the child processes that a closure runs and waits for, according to Linux.
fn of_children(run: impl FnOnce() -> io::Result<()>) -> io::Result<Duration> {
    let ticks = || -> io::Result<u64> {
        let stat = fs::read_to_string("/proc/self/stat")?;
        let behind_name = stat.rsplit(") ").next().unwrap_or_default();
        Ok(behind_name.split(' ').skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum())
    };
    let before = ticks()?;
    run()?;
    // A tick is a hundredth of a second on all Linux systems.
    Ok(Duration::from_millis((ticks()? - before) * 10))
}

/// Returns the median in microseconds per file.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6 / FILES as f64
}

/// Writes games of every system, no two with the same bytes: the fixtures over and over, each time with another number
/// in a name or a year.
fn games(disk: &Path) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let game = |path: &str| fs::read_to_string(fixtures.join(path));
    let kinds = [
        (game("war-dat/good/playing.DAT")?, "WAR.DAT", "MARLOW"),
        (game("homeworlds-sdg/good/plain.raw")?, "plain.raw", "40001"),
        (game("diplomacy-orders/good/words.orders")?, "words.orders", "1901"),
        (game("njudge-seed/good/seed.archipelago")?, "seed.x", "1901"),
    ];
    let mut files = Vec::new();
    for index in 0..FILES {
        let (text, name, varied) = &kinds[index % kinds.len()];
        let number = if varied.starts_with('M') { format!("M{index:05}") } else { (1000 + index).to_string() };
        let other = text.replace(varied, &number);
        if other == *text && number != *varied {
            return Err(format!("{varied} is not in the fixture of {name}").into());
        }
        let folder = disk.join(format!("{:02}", index / TOGETHER));
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{index:04}{name}"));
        fs::write(&path, other)?;
        files.push(path);
    }
    Ok(files)
}

/// Measures reading the files, and inserting the rows of a database into another one with the same schema; `beside` is
/// run before each round.
fn floor(
    files: &[PathBuf],
    database: &Path,
    copy: &Path,
    mut beside: impl FnMut() -> io::Result<()>,
) -> Result<[Vec<Duration>; 2], Box<dyn std::error::Error>> {
    let from = Connection::open(database)?;
    let objects: Vec<(String, String, String)> = from
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let virtual_tables: Vec<String> = objects
        .iter()
        .filter(|(_, _, sql)| sql.starts_with("CREATE VIRTUAL"))
        .map(|(_, name, _)| name.clone())
        .collect();
    // A virtual table creates these itself.
    let is_shadow = |name: &str| virtual_tables.iter().any(|table| name.starts_with(&format!("{table}_")));
    let objects: Vec<_> = objects.into_iter().filter(|(_, name, _)| !is_shadow(name)).collect();
    let mut rows = Vec::new();
    for (_, name, sql) in objects.iter().filter(|(kind, ..)| kind == "table") {
        let is_virtual = sql.starts_with("CREATE VIRTUAL");
        let rowid = if is_virtual { "rowid, " } else { "" };
        let mut select = from.prepare(&format!("SELECT {rowid}* FROM {name}"))?;
        let columns = select.column_names().collect::<Vec<_>>().join(", ");
        let count = select.column_count();
        let insert = format!("INSERT INTO {name} ({columns}) VALUES ({})", vec!["?"; count].join(", "));
        let values: Vec<Vec<Value>> = select
            .query_map((), |row| (0..count).map(|column| row.get(column)).collect())?
            .collect::<Result<_, _>>()?;
        rows.push((insert, values));
    }
    let (mut reading, mut inserting) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        beside()?;
        let start = ProcessTime::now();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            std::hint::black_box(conversion::read(&name, &fs::read(path)?, &ReadOptions::default()));
        }
        reading.push(start.elapsed());
        remove(copy)?;
        let start = ProcessTime::now();
        let to = Connection::open(copy)?;
        // The same settings as in the program.
        to.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA cache_size = -8000")?;
        for (_, _, sql) in &objects {
            to.execute_batch(sql)?;
        }
        let mut inserts = rows.iter().map(|(insert, _)| to.prepare(insert)).collect::<Result<Vec<_>, _>>()?;
        let batches = FILES.div_ceil(BATCH);
        for batch in 0..batches {
            to.execute_batch("BEGIN IMMEDIATE")?;
            for (insert, (_, values)) in inserts.iter_mut().zip(&rows) {
                let (first, last) = (values.len() * batch / batches, values.len() * (batch + 1) / batches);
                for row in &values[first..last] {
                    insert.execute(params_from_iter(row))?;
                }
            }
            to.execute_batch("COMMIT")?;
        }
        inserting.push(start.elapsed());
    }
    Ok([reading, inserting])
}
