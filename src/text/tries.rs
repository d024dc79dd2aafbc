//! How often tests try what is drawn at random, or at each of many places.

use std::env;

/// Returns the number of tries: all that are wanted if everything is tried, or else a quarter of them.
pub fn tries(wanted: usize) -> usize {
    if is_thorough() { wanted } else { wanted.div_ceil(4) }
}

/// Returns the distance from one place that is tried to the next: 1 if everything is tried, or else `sparse`.
pub fn stride(sparse: usize) -> usize {
    if is_thorough() { 1 } else { sparse }
}

/// Returns whether everything is tried as often as wanted: if `LUDEX_THOROUGH` is set, as `scripts/run-tests` does, or
/// if all edits are made (`LUDEX_SWEEP=all`).
pub fn is_thorough() -> bool {
    env::var_os("LUDEX_THOROUGH").is_some_and(|value| !value.is_empty())
        || env::var_os("LUDEX_SWEEP").is_some_and(|value| value == "all")
}
