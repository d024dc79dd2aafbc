use super::super::samples::{TURN, is_a, listed, log, loses_nothing, map, opened, read, sample, text};
use super::super::{LimitReached, Limits};
use super::*;

const SAMPLES: [&str; 6] =
    ["lha/level0.lzh", "lha/level1.lzh", "lha/level2.lzh", "lha/lh0.lzh", "lha/lh6.lzh", "lha/lh7.lzh"];

#[test]
fn every_level_of_headers_and_every_method_with_a_sample_is_read() {
    for name in SAMPLES {
        let bytes = sample(name);
        assert!(is_a(&LHA, &bytes), "{name}");
        let contents = opened(&LHA, &bytes, &Limits::default());
        assert_eq!(text(&contents, "TURN12.TXT"), TURN, "{name}");
        if name != "lha/lh0.lzh" {
            assert_eq!(text(&contents, "GAME.LOG"), log(), "{name}");
            assert_eq!(text(&contents, "WAR/MAP.TXT"), map(), "{name}");
            assert_eq!(text(&contents, "EMPTY.TXT"), "", "{name}");
        }
        assert!(contents.faults.is_empty(), "{name}");
    }
    assert_eq!(
        listed(&opened(&LHA, &sample("lha/level0.lzh"), &Limits::default())),
        [
            "TURN12.TXT: 204 from 125, 1995-07-04 23:59:58, lh5",
            "GAME.LOG: 1971 from 239, 1995-07-04 23:59:58, lh5",
            "WAR/: 1995-07-04 23:59:58",
            "WAR/MAP.TXT: 132 from 46, 1995-07-04 23:59:58, lh5",
            "EMPTY.TXT: 0 from 0, 1995-07-04 23:59:58, lh0",
        ]
    );
    assert_eq!(
        listed(&opened(&LHA, &sample("lha/lh7.lzh"), &Limits::default()))[3],
        "WAR/MAP.TXT: 132 from 46, 1995-07-04 23:59:59, lh7"
    );
}

#[test]
fn a_damaged_archive_loses_no_member_that_is_there() {
    for name in SAMPLES {
        loses_nothing(&LHA, &sample(name));
    }
}

#[test]
fn a_damaged_header_hides_its_own_member_only() {
    let mut bytes = sample("lha/level1.lzh");
    bytes[8] ^= 1;
    let contents = opened(&LHA, &bytes, &Limits::default());
    assert_eq!(text(&contents, "GAME.LOG"), log());
    assert_eq!(contents.members.len(), 4);
    assert_eq!(listed(&contents)[4], "! damaged: a header is damaged");
}

#[test]
fn a_damaged_member_gives_its_bytes_and_then_an_error() {
    let mut bytes = sample("lha/lh0.lzh");
    let at = bytes.len() - 20;
    bytes[at] ^= 1;
    let contents = opened(&LHA, &bytes, &Limits::default());
    let (read, result) = read(&contents, 0, &Limits::default());
    let sum = ContainerError::damaged("the bytes are not those that were packed (CRC)");
    assert_eq!((read.len(), result), (204, Err(sum)));
}

#[test]
fn a_program_that_unpacks_itself_is_an_archive_and_others_are_none() {
    let mut bytes = b"MZ\x01 Usage: -lh5- ".to_vec();
    bytes.extend(sample("lha/level1.lzh"));
    assert!(is_a(&LHA, &bytes));
    assert_eq!(text(&opened(&LHA, &bytes, &Limits::default()), "GAME.LOG"), log());
    bytes[0] = b'N';
    assert!(!is_a(&LHA, &bytes));
    assert!(!is_a(&LHA, b"1 -lh5- is a method of LHA, and this is a text about it."));
}

#[test]
fn names_are_of_dos_and_of_unix() {
    let header = |os_type, name: &[u8], folder: &[u8]| {
        let mut extra = [&[1][..], name].concat();
        extra.extend_from_slice(&u16::try_from(folder.len() + 3).unwrap().to_le_bytes());
        extra.extend([&[2][..], folder, &[0, 0]].concat());
        LhaHeader {
            level: 1,
            os_type,
            first_header_len: u32::try_from(name.len() + 3).unwrap(),
            extra_headers: extra.into(),
            ..LhaHeader::default()
        }
    };
    assert_eq!(path_of(&header(b'M', b"J\x99RG.DAT", b"BBS\xFFWAR\xFF")), ("BBS/WAR/JÖRG.DAT".into(), 16));
    assert_eq!(path_of(&header(b'M', b"A", b"BBS\\WAR")).0, "BBS/WAR/A");
    assert_eq!(path_of(&header(b'U', "a\\ö".as_bytes(), b"x\xFF")).0, "x/a\\ö");
    assert_eq!(path_of(&header(b'M', "a\\ö".as_bytes(), b"x\xFF")).0, "x/a/├╢");
}

#[test]
fn limits_hold() {
    let limits = Limits { member_size: 1_000, members: 3, name_length: 8, ..Limits::default() };
    let contents = opened(&LHA, &sample("lha/level2.lzh"), &limits);
    assert_eq!(
        listed(&contents),
        [
            "TURN12.T: its path is longer than 8 bytes",
            "GAME.LOG: larger than 1000 bytes unpacked",
            "WAR/: 1995-07-04 23:59:59",
            "! more than 3 members; those behind them are not read",
        ]
    );
    assert_eq!(contents.faults, [ContainerError::OverLimit(LimitReached::Members(3))]);
}
