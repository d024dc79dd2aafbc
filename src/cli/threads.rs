//! Work on all cores.

use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// How many threads there are, where the user says so.
static JOBS: OnceLock<Option<usize>> = OnceLock::new();

/// Lets work run on that many threads, or on one a core; only the first call counts.
pub fn set_jobs(jobs: Option<usize>) {
    let _ = JOBS.set(jobs);
}

/// Does work whose parallel parts run on all cores, or on this one where the system gives no threads.
pub fn on_all_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    match POOL.get_or_init(|| {
        ThreadPoolBuilder::new().num_threads(*JOBS.get_or_init(|| None).as_ref().unwrap_or(&0)).build().ok()
    }) {
        Some(pool) => pool.install(work),
        None => {
            // Parallel parts elsewhere find a pool of this thread alone. It is there already but for the first time.
            let _ = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
            work()
        }
    }
}
