//! Shared functions of the targets for cargo-fuzz, which chooses inputs by the code that they reach and mutates them
//! with our mutators.

use std::sync::LazyLock;

use crate::random::Random;
use crate::seeds::Seeds;
use crate::target::Target;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::load);

/// Panics if an invariant does not hold for an input. Time and memory are not checked, because the sanitizers add to
/// them.
pub fn check(target: Target, input: &[u8]) {
    let failure = target.check(input, &SEEDS).err();
    assert!(failure.is_none(), "{failure:?}");
}

/// Returns the text format that the first byte of an input stands for, and the rest of the input.
pub fn text_target(input: &[u8]) -> Option<(Target, &[u8])> {
    let (&first, text) = input.split_first()?;
    let mut texts: Vec<Target> = Target::all();
    texts.retain(|target| matches!(target, Target::Text(_)));
    Some((*texts.get(usize::from(first) % texts.len())?, text))
}

/// Changes the first `size` bytes of `data`, and returns the new length.
pub fn change(target: Target, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut input = data.get(..size).unwrap_or_default().to_vec();
    let mut random = Random::new(seed.into());
    if input.is_empty() {
        input = target.input(&SEEDS, &mut random);
    } else {
        target.mutate(&mut input, &SEEDS, &mut random);
    }
    let length = input.len().min(max_size).min(data.len());
    data[..length].copy_from_slice(&input[..length]);
    length
}
