//! Notes the codes that tests have seen in what the program said; `scripts/run-tests` fails where one never was.

use std::fs::File;
use std::path::PathBuf;

/// Notes each code in `output`, which the program made and a test has found to be as expected: a file in the folder that
/// `LUDEX_TESTED_CODES` names, where it does.
pub fn saw(output: &str) {
    let Some(folder) = std::env::var_os("LUDEX_TESTED_CODES").map(PathBuf::from) else { return };
    let words = output.split(|c: char| !c.is_ascii_alphanumeric());
    for code in words.filter(|word| is_code(word)) {
        File::create(folder.join(code)).unwrap();
    }
}

/// Two letters and three digits.
fn is_code(word: &str) -> bool {
    let (letters, digits) = word.as_bytes().split_at(word.len().min(2));
    letters.iter().all(u8::is_ascii_uppercase) && digits.len() == 3 && digits.iter().all(u8::is_ascii_digit)
}
