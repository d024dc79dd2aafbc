#![no_main]

use ludex_fuzz::Target;

libfuzzer_sys::fuzz_target!(|input: &[u8]| ludex_fuzz::check(Target::Container, input));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    ludex_fuzz::change(Target::Container, data, size, max_size, seed)
});
