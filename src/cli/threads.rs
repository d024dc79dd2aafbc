//! Runs work in parallel.

use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Number of threads that the user chose; `None` for one on each core.
static JOBS: OnceLock<Option<usize>> = OnceLock::new();

/// Sets the number of threads, or one on each core for `None`; only the first call counts.
pub fn set_jobs(jobs: Option<usize>) {
    let _ = JOBS.set(jobs);
}

/// Runs work whose parallel parts use all cores, or only this thread if the system gives no other.
pub fn on_all_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    match POOL.get_or_init(|| {
        ThreadPoolBuilder::new().num_threads(*JOBS.get_or_init(|| None).as_ref().unwrap_or(&0)).build().ok()
    }) {
        Some(pool) => pool.install(work),
        None => {
            // Parallel parts elsewhere then find a pool of this thread alone. From the second call on it exists
            // already.
            let _ = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
            work()
        }
    }
}
