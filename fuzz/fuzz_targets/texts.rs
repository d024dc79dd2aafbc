#![no_main]

// The first byte selects the format.
libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((target, text)) = ludex_fuzz::text_target(input) {
        ludex_fuzz::check(target, text);
    }
});

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match ludex_fuzz::text_target(&data[..size]) {
        Some((target, text)) if max_size > 1 => {
            let length = text.len();
            1 + ludex_fuzz::change(target, &mut data[1..], length, max_size - 1, seed)
        }
        _ => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
});
