use super::super::samples::{TURN, is_a, listed, log, loses_nothing, opened, read, sample, text};
use super::*;

const SAMPLES: [&str; 6] = [
    "arc/stored.arc",
    "arc/packed.arc",
    "arc/crunched.arc",
    "arc/squashed.arc",
    "arc/license-crushed.pak",
    "arc/license-distilled.pak",
];

#[test]
fn every_method_is_read() {
    for name in ["arc/stored.arc", "arc/crunched.arc", "arc/squashed.arc"] {
        let contents = opened(&ARC, &sample(name), &Limits::default());
        assert_eq!(text(&contents, "TURN12.TXT"), TURN, "{name}");
        if name != "arc/stored.arc" {
            assert_eq!(text(&contents, "GAME.LOG"), log(), "{name}");
        }
    }
    let contents = opened(&ARC, &sample("arc/packed.arc"), &Limits::default());
    assert_eq!(
        listed(&contents),
        ["ORDERS.TXT: 300 from 159, 1995-07-04 23:59:58, squeezed", "RUNS.TXT: 80 from 6, 1995-07-04 23:59:58, packed"]
    );
    assert_eq!(text(&contents, "RUNS.TXT"), ["a", "b"].map(|letter| letter.repeat(40)).concat());
    assert!(text(&contents, "ORDERS.TXT").starts_with("esw\nnn"));
    let contents = opened(&ARC, &sample("arc/license-crushed.pak"), &Limits::default());
    assert_eq!(listed(&contents), ["LICENSE: 11357 from 5261, 2025-12-16 16:18:58, crushed"]);
    let license = text(&contents, "LICENSE");
    assert!(license.contains("Apache License"));
    let contents = opened(&ARC, &sample("arc/license-distilled.pak"), &Limits::default());
    assert_eq!((contents.members[0].method.name, text(&contents, "LICENSE")), ("distilled", license));
}

#[test]
fn an_old_header_has_no_size_of_its_own() {
    let mut bytes = sample("arc/stored.arc");
    bytes[1] = 1;
    bytes.drain(OLD_HEADER..HEADER);
    assert!(is_a(&ARC, &bytes));
    let contents = opened(&ARC, &bytes, &Limits::default());
    assert_eq!(listed(&contents), ["TURN12.TXT: 204 from 204, 1995-07-04 23:59:58, stored"]);
    assert_eq!(text(&contents, "TURN12.TXT"), TURN);
}

#[test]
fn a_damaged_archive_loses_no_member_that_is_there() {
    for name in SAMPLES {
        loses_nothing(&ARC, &sample(name));
    }
}

#[test]
fn a_damaged_header_hides_its_own_member_only() {
    let mut bytes = sample("arc/squashed.arc");
    bytes[3] = b'*';
    let contents = opened(&ARC, &bytes, &Limits::default());
    assert_eq!(text(&contents, "TURN12.TXT"), TURN);
    assert_eq!(listed(&contents)[1], "! damaged: a header is damaged");
}

#[test]
fn what_the_library_unpacks_without_a_bound_is_read_only_where_it_stays_small() {
    let limits = Limits { member_size: 1 << 20, ..Limits::default() };
    let contents = opened(&ARC, &sample("arc/license-crushed.pak"), &limits);
    assert_eq!(listed(&contents), ["LICENSE: larger than 1048576 bytes unpacked"]);
    let (bytes, result) = read(&opened(&ARC, &sample("arc/packed.arc"), &limits), 0, &limits);
    assert_eq!((bytes.len(), result), (300, Ok(())));
}

#[test]
fn methods_that_are_not_read_say_so() {
    let mut bytes = sample("arc/squashed.arc");
    for method in [5, 6, 7] {
        bytes[1] = method;
        let contents = opened(&ARC, &bytes, &Limits::default());
        assert_eq!(listed(&contents)[0], format!("GAME.LOG: not read: method {method}"));
    }
}

#[test]
fn texts_and_other_files_are_no_archives() {
    for name in SAMPLES {
        assert!(is_a(&ARC, &sample(name)), "{name}");
    }
    let whole = sample("arc/stored.arc");
    let mut longer = whole.clone();
    longer.insert(200, b'x');
    for bytes in [&b"\x1A\0"[..], b"\x1A", b"", b"\x1A\x08NAME.TXT\0 and more text than a header has", &longer] {
        assert!(!is_a(&ARC, bytes));
    }
    for at in [0, 1, 15, 20] {
        let mut other = whole.clone();
        other[at] = 0xFF;
        assert!(!is_a(&ARC, &other), "{at}");
    }
}
