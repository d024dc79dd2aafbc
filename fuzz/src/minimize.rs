//! Makes a failing input shorter, so that people see what fails.

use std::time::{Duration, Instant};

use crate::invariants::Failure;
use crate::measure;
use crate::seeds::Seeds;
use crate::target::Target;

/// Maximum time for minimizing. It is enough for inputs that fail fast; one that takes seconds stays long.
const MAX_TIME: Duration = Duration::from_secs(5);

/// Removes lines, then bytes, from an input as long as it fails in the same way.
pub fn minimize(target: Target, input: &[u8], failure: &Failure, seeds: &Seeds) -> Vec<u8> {
    let end = Instant::now() + MAX_TIME;
    let fails = |bytes: &[u8]| measure::run(target, bytes, seeds).0.iter().any(|other| other.class == failure.class);
    let mut pieces: Vec<Vec<u8>> = input.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    take_out(&mut pieces, &fails, end);
    let mut pieces: Vec<Vec<u8>> = pieces.concat().iter().map(|&byte| vec![byte]).collect();
    take_out(&mut pieces, &fails, end);
    pieces.concat()
}

fn take_out(pieces: &mut Vec<Vec<u8>>, fails: &impl Fn(&[u8]) -> bool, end: Instant) {
    let mut length = pieces.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < pieces.len() {
            if Instant::now() > end {
                return;
            }
            let mut shorter = pieces.clone();
            shorter.drain(start..(start + length).min(pieces.len()));
            if fails(&shorter.concat()) {
                *pieces = shorter;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
}
