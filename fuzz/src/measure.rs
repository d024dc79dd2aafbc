//! Measures one execution: whether it panics or violates an invariant, and how much time and memory it takes.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::invariants::{Failure, Outcome};
use crate::seeds::Seeds;
use crate::steps::{self, Step};
use crate::target::Target;

/// Maximum processor time of an operation on an input, which is at most 100,000 bytes long: reading it, judging it,
/// writing it in a format.
const MAX_TIME: Duration = Duration::from_secs(1);

/// The class of failures by too much time.
pub const TOO_SLOW: &str = "more time than is allowed";

/// Memory allowed for an input apart from its length and its statements, in bytes.
const BASE_MEMORY: u64 = 8 << 20;

/// The same for a container, in bytes: up to 64 MiB that were unpacked last are kept, to unpack more.
const CONTAINER_MEMORY: u64 = 96 << 20;

/// Memory allowed for each statement, in bytes: a turn with an action in it and the diagnostics on them, in a few
/// copies.
const STATEMENT_MEMORY: u64 = 8 << 10;

thread_local! {
    static PANIC: RefCell<String> = RefCell::default();
}

/// The processor time of an execution, of some thirty operations, its slowest operation, and its peak memory in bytes.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    pub time: Duration,
    pub slowest: Step,
    pub memory: u64,
}

/// Installs a hook that keeps the place and message of a panic instead of printing them.
pub fn catch_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PANIC.with(|panic| *panic.borrow_mut() = format!("{place}: {}", info.payload_as_str().unwrap_or_default()));
    }));
}

/// Runs a target on an input.
pub fn run(target: Target, input: &[u8], seeds: &Seeds) -> (Vec<Failure>, Cost) {
    steps::take_slowest();
    let start = ThreadTime::now();
    let mut outcome: Outcome = Ok(());
    let memory = allocation_counter::measure(|| {
        let run = panic::catch_unwind(AssertUnwindSafe(|| target.check(input, seeds)));
        outcome = run.unwrap_or_else(|_| {
            let said = PANIC.with(|panic| panic.borrow().clone());
            Err(Failure::new(format!("panic at {}", said.split(": ").next().unwrap_or_default()), said))
        });
    });
    let cost = Cost { time: start.elapsed(), slowest: steps::take_slowest(), memory: memory.bytes_max };
    let mut failures: Vec<Failure> = outcome.err().into_iter().collect();
    let statements = statements(input);
    let factor = if matches!(target, Target::Document | Target::Lists) { 14 } else { 40 };
    let base = if matches!(target, Target::Container) { CONTAINER_MEMORY } else { BASE_MEMORY };
    let most = base + factor * input.len() as u64 + STATEMENT_MEMORY * u64::from(statements);
    if cost.slowest.time > MAX_TIME {
        let Step { name, time } = cost.slowest;
        failures.push(Failure::new(TOO_SLOW, format!("{name}: {time:?} for {} bytes", input.len())));
    }
    if cost.memory > most {
        let detail = format!("{} bytes of memory for {} bytes, at most {most}", cost.memory, input.len());
        failures.push(Failure::new("more memory than is allowed", detail));
    }
    (failures, cost)
}

/// Counts the statements that an input may have, by their separators.
fn statements(input: &[u8]) -> u32 {
    let count = input.iter().filter(|byte| b"\n\r;,/|{".contains(byte)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}
