//! Records the codes that tests have seen in the program's output; `scripts/run-tests` fails for a code never seen.

use std::fs::File;
use std::path::PathBuf;

/// Records each code in an output that a test found to be as expected: as a file in the folder that the environment
/// variable `LUDEX_TESTED_CODES` names, if it is set.
pub fn saw(output: &str) {
    let Some(folder) = std::env::var_os("LUDEX_TESTED_CODES").map(PathBuf::from) else { return };
    let words = output.split(|c: char| !c.is_ascii_alphanumeric());
    for code in words.filter(|word| is_code(word)) {
        File::create(folder.join(code)).unwrap();
    }
}

/// Returns whether a word is two letters and three digits.
fn is_code(word: &str) -> bool {
    let (letters, digits) = word.as_bytes().split_at(word.len().min(2));
    letters.iter().all(u8::is_ascii_uppercase) && digits.len() == 3 && digits.iter().all(u8::is_ascii_digit)
}
