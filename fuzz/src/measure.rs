//! One execution: whether it panics, what holds, how long it takes and how much memory.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::invariants::{Failure, Outcome};
use crate::seeds::Seeds;
use crate::target::Target;

/// The most time of a processor that an input takes, which goes through some thirty operations: readings, judgements,
/// writings into every other notation, and reading these again.
const MAX_TIME: Duration = Duration::from_secs(1);

/// What each statement may add to it.
const STATEMENT_TIME: Duration = Duration::from_millis(1);

/// The class of what takes longer.
pub const TOO_SLOW: &str = "more time than is allowed";

/// What an input may take of memory beside what its length and its statements allow.
const BASE_MEMORY: u64 = 8 << 20;

/// The same of a container: what was unpacked last is kept to unpack more, 64 MiB of it at most.
const CONTAINER_MEMORY: u64 = 96 << 20;

/// What each statement may take: a turn with an action in it, and what is said of them, in a few copies.
const STATEMENT_MEMORY: u64 = 8 << 10;

thread_local! {
    static PANIC: RefCell<String> = RefCell::default();
}

/// What an execution took.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    pub time: Duration,
    pub memory: u64,
}

/// Lets panics be told by what follows, and not on the terminal.
pub fn catch_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        PANIC.with(|panic| *panic.borrow_mut() = format!("{place}: {}", info.payload_as_str().unwrap_or_default()));
    }));
}

/// Runs a target over an input.
pub fn run(target: Target, input: &[u8], seeds: &Seeds) -> (Vec<Failure>, Cost) {
    let start = ThreadTime::now();
    let mut outcome: Outcome = Ok(());
    let memory = allocation_counter::measure(|| {
        let run = panic::catch_unwind(AssertUnwindSafe(|| target.check(input, seeds)));
        outcome = run.unwrap_or_else(|_| {
            let said = PANIC.with(|panic| panic.borrow().clone());
            Err(Failure::new(format!("panic at {}", said.split(": ").next().unwrap_or_default()), said))
        });
    });
    let cost = Cost { time: start.elapsed(), memory: memory.bytes_max };
    let mut failures: Vec<Failure> = outcome.err().into_iter().collect();
    let statements = statements(input);
    let factor = if matches!(target, Target::Document) { 14 } else { 40 };
    let base = if matches!(target, Target::Container) { CONTAINER_MEMORY } else { BASE_MEMORY };
    let most = base + factor * input.len() as u64 + STATEMENT_MEMORY * u64::from(statements);
    if cost.time > MAX_TIME + STATEMENT_TIME * statements {
        failures.push(Failure::new(TOO_SLOW, format!("{:?} for {} bytes", cost.time, input.len())));
    }
    if cost.memory > most {
        let detail = format!("{} bytes of memory for {} bytes, at most {most}", cost.memory, input.len());
        failures.push(Failure::new("more memory than is allowed", detail));
    }
    (failures, cost)
}

/// How many statements an input may have, by what separates them.
fn statements(input: &[u8]) -> u32 {
    let count = input.iter().filter(|byte| b"\n\r;,/|{".contains(byte)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}
