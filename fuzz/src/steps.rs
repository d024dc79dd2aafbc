//! Times the operations of an execution, each of which is what a command does.

use std::cell::Cell;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The operation that took the most time of the processor.
#[derive(Debug, Clone, Copy, Default)]
pub struct Step {
    pub name: &'static str,
    pub time: Duration,
}

thread_local! {
    static SLOWEST: Cell<Step> = Cell::default();
}

/// Runs an operation and takes its time.
pub fn timed<T>(name: &'static str, operation: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let value = operation();
    let time = start.elapsed();
    SLOWEST.with(|slowest| {
        if time > slowest.get().time {
            slowest.set(Step { name, time });
        }
    });
    value
}

/// Returns the slowest operation since the last call.
pub fn take_slowest() -> Step {
    SLOWEST.with(Cell::take)
}
