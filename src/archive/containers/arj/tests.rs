use super::super::samples::{TURN, is_a, listed, log, loses_nothing, map, opened, read, sample, text};
use super::*;

/// Changes the header at a place, and its checksum accordingly.
fn change(bytes: &mut [u8], place: usize, change: impl Fn(&mut [u8])) {
    let length = usize::from(u16::from_le_bytes([bytes[place + 2], bytes[place + 3]]));
    let (header, rest) = bytes[place + 4..].split_at_mut(length);
    change(header);
    rest[..4].copy_from_slice(&crc32fast::hash(header).to_le_bytes());
}

/// Offset of the first member's header in the samples.
const FIRST: usize = 0x34;

#[test]
fn every_method_is_read() {
    for method in 0..=4 {
        let bytes = sample(&format!("arj/method{method}.arj"));
        assert!(is_a(&ARJ, &bytes), "{method}");
        let contents = opened(&ARJ, &bytes, &Limits::default());
        assert_eq!(text(&contents, "TURN12.TXT"), TURN, "{method}");
        assert_eq!(text(&contents, "GAME.LOG"), log(), "{method}");
        assert_eq!(text(&contents, "WAR/MAP.TXT"), map(), "{method}");
        assert_eq!(text(&contents, "EMPTY.TXT"), "", "{method}");
    }
    assert_eq!(
        listed(&opened(&ARJ, &sample("arj/method4.arj"), &Limits::default())),
        [
            "TURN12.TXT: 204 from 145, 1995-07-04 23:59:59, method 4",
            "GAME.LOG: 1971 from 318, 1995-07-04 23:59:59, method 4",
            "WAR/MAP.TXT: 132 from 39, 1995-07-04 23:59:59, method 4",
            "EMPTY.TXT: 0 from 0, 1995-07-04 23:59:59, stored",
        ]
    );
}

#[test]
fn a_damaged_archive_loses_no_member_that_is_there() {
    for method in 0..=4 {
        let bytes = sample(&format!("arj/method{method}.arj"));
        loses_nothing(&ARJ, &bytes);
    }
}

#[test]
fn a_damaged_header_hides_its_own_member_only() {
    let mut bytes = sample("arj/method1.arj");
    bytes[FIRST + 9] ^= 1;
    let contents = opened(&ARJ, &bytes, &Limits::default());
    assert_eq!(text(&contents, "GAME.LOG"), log());
    assert_eq!((contents.members.len(), &*listed(&contents)[3]), (3, "! damaged: a header is damaged"));
}

#[test]
fn a_damaged_member_gives_its_bytes_and_then_an_error() {
    let mut bytes = sample("arj/method0.arj");
    let at = bytes.windows(6).position(|window| window == b"Alaska").unwrap();
    bytes[at] = b'a';
    let contents = opened(&ARJ, &bytes, &Limits::default());
    let sum = ContainerError::damaged("the bytes are not those that were packed (CRC)");
    assert_eq!(read(&contents, 0, &Limits::default()), (TURN.replacen('A', "a", 1).into(), Err(sum)));
}

#[test]
fn what_cannot_be_read_says_why() {
    assert_eq!(
        listed(&opened(&ARJ, &sample("arj/garbled.arj"), &Limits::default())),
        ["TURN12.TXT: not read: encrypted"]
    );
    let cases = [
        (4, flags::CONTINUED, "TURN12.TXT: not read: continues in another volume"),
        (4, flags::CONTINUATION, "TURN12.TXT: not read: begins in another volume"),
        (5, 8, "TURN12.TXT: not read: method 9"),
    ];
    for (at, flag, expected) in cases {
        let mut bytes = sample("arj/method1.arj");
        change(&mut bytes, FIRST, |header| header[at] |= flag);
        let contents = opened(&ARJ, &bytes, &Limits::default());
        assert_eq!((&*listed(&contents)[0], text(&contents, "GAME.LOG")), (expected, log()));
    }
}

#[test]
fn headers_of_dos_have_dates_and_names_of_dos() {
    let mut bytes = sample("arj/method1.arj");
    change(&mut bytes, FIRST, |header| {
        header[3] = 0;
        header[8..12].copy_from_slice(&0x1EE4_BF7Du32.to_le_bytes());
        header[46..52].copy_from_slice(b"W\\J\x99RG");
    });
    let contents = opened(&ARJ, &bytes, &Limits::default());
    assert_eq!(listed(&contents)[0], "W/JÖRG.TXT: 204 from 125, 1995-07-04 23:59:58, method 1");
    change(&mut bytes, FIRST, |header| {
        header[4] |= flags::WINDOWS_NAMES;
        header[48] = 0xD6;
        header[49] = b'R';
    });
    assert_eq!(&*opened(&ARJ, &bytes, &Limits::default()).members[0].path, "W/ÖRRG.TXT");
    change(&mut bytes, FIRST, |header| header[6] = file_types::VOLUME_LABEL);
    assert_eq!(opened(&ARJ, &bytes, &Limits::default()).members.len(), 3);
    change(&mut bytes, FIRST, |header| header[6] = file_types::FOLDER);
    assert_eq!(listed(&opened(&ARJ, &bytes, &Limits::default()))[0], "W/ÖRRG.TXT/: 1995-07-04 23:59:58");
}

#[test]
fn a_program_that_unpacks_itself_is_an_archive_and_others_are_none() {
    let mut bytes = b"MZ\x60\xEA\x30\x00 code".to_vec();
    bytes.extend(sample("arj/method1.arj"));
    assert!(is_a(&ARJ, &bytes));
    assert_eq!(text(&opened(&ARJ, &bytes, &Limits::default()), "GAME.LOG"), log());
    bytes[0] = b'N';
    assert!(!is_a(&ARJ, &bytes));
    assert!(!is_a(&ARJ, b"\x60\xEA\x22\x00 and no header of an archive behind it"));
}
