//! Every code is found by some test.

use std::collections::HashSet;

#[test]
fn every_code_has_a_test() {
    let tests = [include_str!("commands.rs"), include_str!("play.rs")].concat();
    let mut ids = HashSet::new();
    for code in crate::rules::power::codes::CODES {
        assert!(ids.insert(code.id), "{} is given twice", code.id);
        assert!(
            tests.contains(&format!("\"{} ", code.id)) || tests.contains(&format!("\"{}\"", code.id)),
            "{}",
            code.id
        );
    }
}
