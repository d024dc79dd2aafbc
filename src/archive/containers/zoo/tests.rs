use super::super::samples::{TURN, is_a, listed, loses_nothing, opened, sample, text};
use super::*;

/// Builds an archive of stored members.
fn stored(members: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut bytes = b"ZOO 2.10 Archive.\x1A\0\0".to_vec();
    bytes.extend_from_slice(TAG);
    bytes.extend_from_slice(&42u32.to_le_bytes());
    bytes.resize(42, 0);
    for (folder, name, text) in members {
        let names = 2 + name.len() + folder.len() + 2;
        let offset = bytes.len() + NAMES + 5 + names + 5;
        let mut crc = delharc::crc::Crc16::default();
        crc.digest(text.as_bytes());
        let at = bytes.len();
        bytes.extend_from_slice(TAG);
        bytes.extend_from_slice(&[2, 0]);
        for number in [offset + text.len(), offset] {
            bytes.extend_from_slice(&u32::try_from(number).unwrap().to_le_bytes());
        }
        bytes.extend_from_slice(&[0xE4, 0x1E, 0x7D, 0xBF]);
        bytes.extend_from_slice(&crc.sum16().to_le_bytes());
        for _ in 0..2 {
            bytes.extend_from_slice(&u32::try_from(text.len()).unwrap().to_le_bytes());
        }
        bytes.resize(at + 38, 0);
        bytes.extend_from_slice(&name.as_bytes()[..name.len().min(12)]);
        bytes.resize(at + NAMES, 0);
        bytes.extend_from_slice(&[names as u8, 0, 0, 0, 0, name.len() as u8 + 1, folder.len() as u8 + 1]);
        bytes.extend([name.as_bytes(), b"\0", folder.as_bytes(), b"\0"].concat());
        bytes.extend_from_slice(b"@)#(\0");
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes.extend_from_slice(TAG);
    bytes.resize(bytes.len() + 51, 0);
    bytes
}

#[test]
fn every_method_is_read() {
    let samples =
        [("zoo/license-lzw.zoo", "license", "5282", "lzw"), ("zoo/license-lzh.zoo", "../license", "4003", "lzh")];
    for (name, path, packed, method) in samples {
        let bytes = sample(name);
        assert!(is_a(&ZOO, &bytes));
        let contents = opened(&ZOO, &bytes, &Limits::default());
        assert_eq!(listed(&contents), [format!("{path}: 11357 from {packed}, 2024-05-16 23:08:26, {method}")]);
        assert!(text(&contents, path).contains("Apache License"));
    }
    let bytes = stored(&[("", "TURN12.TXT", TURN), ("WAR", "a longer name.txt", "x")]);
    let contents = opened(&ZOO, &bytes, &Limits::default());
    assert_eq!(
        listed(&contents),
        [
            "TURN12.TXT: 204 from 204, 1995-07-04 23:59:58, stored",
            "WAR/a longer name.txt: 1 from 1, 1995-07-04 23:59:58, stored"
        ]
    );
    assert_eq!(text(&contents, "TURN12.TXT"), TURN);
}

#[test]
fn a_damaged_archive_loses_no_member_that_is_there() {
    let made = stored(&[("", "TURN12.TXT", TURN), ("WAR", "MAP.TXT", "Alaska")]);
    for bytes in [sample("zoo/license-lzw.zoo"), sample("zoo/license-lzh.zoo"), made] {
        loses_nothing(&ZOO, &bytes);
    }
}

#[test]
fn headers_that_go_round_end() {
    let mut bytes = stored(&[("", "A", "a"), ("", "B", "b")]);
    let first = bytes.windows(4).enumerate().filter(|(_, window)| *window == TAG).map(|(at, _)| at).nth(1).unwrap();
    let second = usize::try_from(u32::from_le_bytes(bytes[first + 6..][..4].try_into().unwrap())).unwrap();
    bytes[second + 6..][..4].copy_from_slice(&u32::try_from(first).unwrap().to_le_bytes());
    let contents = opened(&ZOO, &bytes, &Limits::default());
    assert_eq!((contents.members.len(), contents.faults.len()), (2, 1));
    assert_eq!(text(&contents, "B"), "b");
}

#[test]
fn a_damaged_header_hides_its_own_member_only_and_deleted_members_are_not_listed() {
    let bytes = stored(&[("", "A", "a"), ("", "B", "b"), ("", "C", "c")]);
    let mut damaged = bytes.clone();
    damaged[42] ^= 1;
    assert_eq!(listed(&opened(&ZOO, &damaged, &Limits::default())).last().unwrap(), "! damaged: a header is damaged");
    assert_eq!(text(&opened(&ZOO, &damaged, &Limits::default()), "C"), "c");
    let mut deleted = bytes.clone();
    deleted[42 + 30] = 1;
    let contents = opened(&ZOO, &deleted, &Limits::default());
    assert_eq!((contents.members.len(), &*contents.members[0].path), (2, "B"));
    let limits = Limits { members: 1, ..Limits::default() };
    assert_eq!(opened(&ZOO, &bytes, &limits).members.len(), 1);
}
