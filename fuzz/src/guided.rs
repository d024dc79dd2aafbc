//! What the targets of cargo-fuzz have in common: it chooses inputs by what code they reach, and mutates them with our
//! mutators.

use std::sync::LazyLock;

use crate::random::Random;
use crate::seeds::Seeds;
use crate::target::Target;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::load);

/// Stops the run where something does not hold of an input; the sanitizers' own time and memory count for nothing.
pub fn check(target: Target, input: &[u8]) {
    let failure = target.check(input, &SEEDS).err();
    assert!(failure.is_none(), "{failure:?}");
}

/// The target that the first byte of an input names, and the rest of it.
pub fn text_target(input: &[u8]) -> Option<(Target, &[u8])> {
    let (&first, text) = input.split_first()?;
    let mut texts: Vec<Target> = Target::all();
    texts.retain(|target| matches!(target, Target::Text(_)));
    Some((*texts.get(usize::from(first) % texts.len())?, text))
}

/// Changes the first `size` bytes of `data`, and tells how many there are then.
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
