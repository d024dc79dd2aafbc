use std::collections::BTreeMap;

use super::super::samples::{Outcome, cut_and_change, files, fixture, is_a, members, open, opened, sample};
use super::super::{ContainerError, LimitReached, Limits, MemberKind};
use super::SEVEN_ZIP;

fn archive(name: &str) -> Vec<u8> {
    sample(&format!("7z/{name}.7z"))
}

fn readme() -> Vec<u8> {
    fixture("global-war-disk/README.TXT")
}

fn three() -> BTreeMap<String, Vec<u8>> {
    let files = [
        ("README.TXT", readme()),
        ("WAR/WAR01.DAT", fixture("global-war-disk/WAR01.DAT")),
        ("WAR/seed.txt", fixture("njudge-seed/good/seed.archipelago")),
    ];
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes)).collect()
}

#[test]
fn blocks_of_several_and_of_one_are_read() {
    for (name, method) in [("solid", "lzma2"), ("apart", "lzma2"), ("Copy", "stored"), ("BCJ2", "lzma")] {
        assert_eq!(files(&SEVEN_ZIP, &archive(name)), three(), "{name}");
        let contents = opened(&SEVEN_ZIP, &archive(name), &Limits::default());
        let readme = contents.members.iter().find(|member| &*member.path == "README.TXT").unwrap();
        assert_eq!((readme.method.name, readme.size), (method, Some(454)), "{name}");
        assert_eq!(readme.modified.map(|at| at.to_string()).as_deref(), Some("1993-04-30 23:59:58"));
        assert_eq!(readme.packed.is_some(), matches!(name, "apart" | "Copy"), "{name}");
    }
}

#[test]
fn all_methods_of_other_programs_are_unpacked() {
    for (name, method) in
        [("LZMA", "lzma"), ("PPMd", "ppmd"), ("BZip2", "bzip2"), ("Deflate", "deflate"), ("BCJ", "lzma2")]
    {
        assert_eq!(files(&SEVEN_ZIP, &archive(name)).into_values().collect::<Vec<_>>(), [readme()], "{name}");
        let contents = opened(&SEVEN_ZIP, &archive(name), &Limits::default());
        assert_eq!(contents.members[0].method.name, method);
    }
    assert_eq!(files(&SEVEN_ZIP, &archive("empty")).into_values().collect::<Vec<_>>(), [b""]);
}

#[test]
fn what_is_not_read_is_named() {
    let limits = Limits::default();
    let closed = |what: &str| MemberKind::Closed(ContainerError::Unsupported(what.into()));
    for (name, kind) in [
        ("encrypted", closed("encrypted")),
        ("Deflate64", closed("method DEFLATE64")),
        ("link", MemberKind::Special("a link".into())),
    ] {
        let contents = opened(&SEVEN_ZIP, &archive(name), &limits);
        assert_eq!(contents.members[0].kind, kind, "{name}");
        assert_eq!(contents.container.read(0, &limits).is_err(), name != "link");
    }
    let hidden = open(&SEVEN_ZIP, &archive("encrypted-names"), &limits).err();
    assert_eq!(hidden, Some(ContainerError::Unsupported("encrypted".into())));
}

#[test]
fn members_are_read_in_any_order() {
    let limits = Limits::default();
    let contents = opened(&SEVEN_ZIP, &archive("solid"), &limits);
    let whole = members(&contents, &limits);
    // A reader may be dropped early, and a member read again.
    for index in [3, 1, 2, 2, 3, 1] {
        let mut bytes = Vec::new();
        contents.container.read(index, &limits).unwrap().read_exact(&mut [0; 10]).unwrap();
        contents.container.read(index, &limits).unwrap().read_to_end(&mut bytes).unwrap();
        assert_eq!(whole[index].1, Outcome::File(bytes, Ok(())));
    }
    std::thread::scope(|scope| {
        for index in 0..4 {
            let (contents, whole, limits) = (&contents, &whole, &limits);
            scope.spawn(move || {
                let mut bytes = Vec::new();
                contents.container.read(index, limits).unwrap().read_to_end(&mut bytes).unwrap();
                assert!(matches!(&whole[index].1, Outcome::File(there, _) if *there == bytes) || bytes.is_empty());
            });
        }
    });
}

#[test]
fn no_more_is_held_than_may_be() {
    // Two of the members together exceed the limit, and one alone does.
    let limits = Limits { member_size: 500, ..Limits::default() };
    let contents = opened(&SEVEN_ZIP, &archive("solid"), &limits);
    let over = ContainerError::OverLimit(LimitReached::MemberSize(500));
    for (path, read) in members(&contents, &limits) {
        match three().remove(&path) {
            Some(bytes) if bytes.len() <= 500 => assert_eq!(read, Outcome::File(bytes, Ok(()))),
            Some(_) => assert_eq!(read, Outcome::Other(MemberKind::Closed(over.clone()))),
            None => assert_eq!(read, Outcome::Other(MemberKind::Folder)),
        }
    }
    let limits = Limits { member_size: 20, ..Limits::default() };
    let contents = opened(&SEVEN_ZIP, &archive("solid"), &limits);
    let last = contents.members.last().map(|member| member.kind.clone());
    assert_eq!(
        last,
        Some(MemberKind::Closed(ContainerError::Unsupported("it lies behind 984 bytes of its block".into())))
    );
}

#[test]
fn a_damaged_member_leaves_the_others() {
    let mut bytes = archive("Copy");
    let limits = Limits::default();
    let whole = members(&opened(&SEVEN_ZIP, &bytes, &limits), &limits);
    // `README.TXT` comes first, and then `WAR01.DAT`.
    bytes[32 + 500] ^= 1;
    let found = members(&opened(&SEVEN_ZIP, &bytes, &limits), &limits);
    assert!(found[..2] == whole[..2] && found[3..] == whole[3..]);
    let Outcome::File(second, end) = &found[2].1 else { panic!() };
    assert!(matches!(end, Err(ContainerError::Damaged(_))) && second.len() == 530, "{end:?}");
}

#[test]
fn no_damage_of_a_block_is_overlooked() {
    let limits = Limits::default();
    for name in ["solid", "BCJ2"] {
        let mut bytes = archive(name);
        let whole = members(&opened(&SEVEN_ZIP, &bytes, &limits), &limits);
        let packed = u64::from_le_bytes(bytes[12..20].try_into().unwrap()) as usize;
        for index in 32..32 + packed {
            bytes[index] ^= 0x10;
            let found = open(&SEVEN_ZIP, &bytes, &limits).map(|contents| members(&contents, &limits));
            for (found, whole) in found.unwrap_or_default().iter().zip(&whole) {
                assert!(found == whole || matches!(&found.1, Outcome::File(_, Err(_))), "{name}, {index}: {found:?}");
            }
            bytes[index] ^= 0x10;
        }
    }
}

#[test]
fn cut_and_changed_archives_do_not_panic() {
    for name in ["solid", "Copy", "PPMd", "BCJ2", "empty", "Deflate"] {
        let bytes = archive(name);
        // The directory is at the end: without it nothing is listed.
        assert!(cut_and_change(&SEVEN_ZIP, &bytes).iter().all(Vec::is_empty), "{name}");
        let cut = open(&SEVEN_ZIP, &bytes[..bytes.len() - 1], &Limits::default()).err();
        assert_eq!(cut, Some(ContainerError::damaged("it is cut off; its directory is missing")));
    }
    let mut bytes = archive("Copy");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let damaged = open(&SEVEN_ZIP, &bytes, &Limits::default()).err();
    assert_eq!(damaged, Some(ContainerError::damaged("its directory is damaged")));
    assert!(!is_a(&SEVEN_ZIP, b"7z is a program"));
}

/// Builds an archive with correct checksums around a directory.
fn with_directory(packed: &[u8], directory: &[u8]) -> Vec<u8> {
    let mut start = (packed.len() as u64).to_le_bytes().to_vec();
    start.extend((directory.len() as u64).to_le_bytes());
    start.extend(crc32fast::hash(directory).to_le_bytes());
    let sum = crc32fast::hash(&start).to_le_bytes();
    [b"7z\xBC\xAF\x27\x1C\0\x04", &sum[..], &start, packed, directory].concat()
}

#[test]
fn changed_directories_with_right_sums_do_not_panic() {
    let limits = Limits { member_size: 1 << 16, members: 100, ..Limits::default() };
    // The directories of single members are not packed.
    for name in ["LZMA", "PPMd", "BZip2", "Deflate", "BCJ", "Deflate64", "link"] {
        let bytes = archive(name);
        let packed = u64::from_le_bytes(bytes[12..20].try_into().unwrap()) as usize;
        let (packed, directory) = bytes[32..].split_at(packed);
        assert_eq!(directory[0], 1, "{name}");
        let mut directory = directory.to_vec();
        for index in 0..directory.len() {
            for change in [0xFF, 0x80, 0x7F, 0x41, 1, 2, 4] {
                directory[index] ^= change;
                let used = allocation_counter::measure(|| {
                    if let Ok(contents) = open(&SEVEN_ZIP, &with_directory(packed, &directory), &limits) {
                        members(&contents, &limits);
                    }
                });
                assert!(used.bytes_max < 200 << 20, "{name}: {} bytes", used.bytes_max);
                directory[index] ^= change;
            }
        }
    }
}
