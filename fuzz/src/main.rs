//! The fuzz targets as tests: inputs made from fixtures by mutation, and the invariants that must hold for each of
//! them. See README.md.
//!
//! By default some executions of each target run, always the same ones; `LUDEX_FUZZ_COUNT` sets their number.
//! `LUDEX_FUZZ=SECONDS` runs for that long, with the random numbers of `LUDEX_FUZZ_SEED`; `LUDEX_FUZZ_FILE` runs a file
//! that failed.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod invariants;
mod json;
mod lists;
mod measure;
mod minimize;
mod mutate;
mod package;
mod random;
mod seeds;
mod steps;
mod target;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

use invariants::Failure;
use measure::Cost;
use random::{Random, hash};
use seeds::Seeds;
use steps::Step;
use target::Target;

/// Number of executions of each target in the tests.
const EXECUTIONS: u64 = 12;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::load);

fn main() {
    let arguments = Arguments::from_args();
    measure::catch_panics();
    let targets = Target::all();
    let threads = arguments.test_threads.or_else(|| std::thread::available_parallelism().map(usize::from).ok());
    let share = |seconds: u64| Duration::from_secs(seconds).mul_f64(threads.unwrap_or(1) as f64 / targets.len() as f64);
    let limit = match number("LUDEX_FUZZ") {
        Some(seconds) => Limit::Time(share(seconds)),
        None => Limit::Executions(number("LUDEX_FUZZ_COUNT").unwrap_or(EXECUTIONS)),
    };
    let file = std::env::var_os("LUDEX_FUZZ_FILE").map(PathBuf::from);
    let of_file = file.as_ref().map(|path| path.parent().and_then(Path::file_name).unwrap_or_default());
    let is_wanted = |target: &&Target| of_file.is_none_or(|folder| folder == target.name());
    let trial = |&target: &Target| {
        let file = file.clone();
        Trial::test(format!("fuzz::{}", target.name()), move || match file {
            Some(path) => Ok(rerun(target, &path)?),
            None => Ok(run(target, limit)?),
        })
    };
    let trials = targets.iter().filter(is_wanted).map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn number<T: FromStr>(variable: &str) -> Option<T> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {value:?}")))
}

#[derive(Clone, Copy)]
enum Limit {
    Executions(u64),
    Time(Duration),
}

fn run(target: Target, limit: Limit) -> Result<(), String> {
    let seed: u64 = number("LUDEX_FUZZ_SEED").unwrap_or(1);
    let is_long = matches!(limit, Limit::Time(_));
    LazyLock::force(&SEEDS);
    let start = Instant::now();
    let mut most = Cost::default();
    let mut slowest = Vec::new();
    let mut count = 0;
    let mut found: BTreeMap<String, (u64, Failure, Vec<u8>)> = BTreeMap::new();
    while match limit {
        Limit::Executions(executions) => count < executions,
        Limit::Time(time) => start.elapsed() < time,
    } {
        let mut random = Random::new(hash(format!("{seed} {} {count}", target.name()).as_bytes()));
        let input = target.input(&SEEDS, &mut random);
        let (failures, cost) = measure::run(target, &input, &SEEDS);
        if cost.slowest.time > most.slowest.time {
            (most.slowest, slowest) = (cost.slowest, input.clone());
        }
        most = Cost { time: most.time.max(cost.time), memory: most.memory.max(cost.memory), ..most };
        count += 1;
        // The tests assert no times, which depend on the machine and on the build.
        let is_asserted = |failure: &Failure| is_long || failure.class != measure::TOO_SLOW;
        for failure in failures.into_iter().filter(is_asserted) {
            found.entry(failure.class.clone()).or_insert_with(|| (0, failure, input.clone())).0 += 1;
        }
    }
    if is_long {
        let (seconds, memory) = (most.time.as_secs_f64(), most.memory >> 10);
        let (step, longest) = (most.slowest.name, most.slowest.time.as_secs_f64());
        println!(
            "{:<18}{count:>9} executions, at most {longest:.3} s for one operation ({step}), {seconds:.3} s for all of \
             them, and {memory} KiB",
            target.name(),
        );
        save(target, "slowest", &slowest);
    }
    let said: Vec<String> = found
        .into_values()
        .map(|(count, failure, input)| {
            let shorter = minimize::minimize(target, &input, &failure, &SEEDS);
            let path = save(target, &format!("{:016x}", hash(failure.class.as_bytes())), &shorter);
            format!("{count} x {}: LUDEX_FUZZ_FILE={}", failure.class, path.display())
        })
        .collect();
    if said.is_empty() { Ok(()) } else { Err(format!("of {count} executions\n{}", said.join("\n"))) }
}

fn save(target: Target, name: &str, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/artifacts").join(target.name());
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, input).unwrap();
    path
}

/// Runs a file that failed before.
fn rerun(target: Target, path: &Path) -> Result<(), String> {
    let input = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (failures, cost) = measure::run(target, &input, &SEEDS);
    let Step { name, time } = cost.slowest;
    println!("{:?}, of it {time:?} to {name}, {} bytes of memory", cost.time, cost.memory);
    let said: Vec<String> = failures.iter().map(|failure| format!("{}\n{}", failure.class, failure.detail)).collect();
    if said.is_empty() { Ok(()) } else { Err(said.join("\n")) }
}
