use super::super::samples::{self, Outcome, cut_and_change, fixture, is_a, members, opened};
use super::super::{ContainerError, LimitReached, Limits, MemberKind};
use super::{BLOCK, TAR};

fn unpacked(name: &str) -> Vec<u8> {
    samples::unpacked(&format!("tar/{name}.tar.gz"))
}

const KINDS: [&str; 4] = ["v7", "ustar", "gnu", "posix"];

/// Builds a valid header with the correct checksum.
fn header(name: &[u8], letter: u8, size: u64) -> Vec<u8> {
    let mut header = vec![0; BLOCK as usize];
    header[..name.len()].copy_from_slice(name);
    header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
    header[156] = letter;
    header[257..265].copy_from_slice(b"ustar  \0");
    summed(header)
}

fn summed(mut header: Vec<u8>) -> Vec<u8> {
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    header
}

fn block(text: &str) -> Vec<u8> {
    let mut block = text.as_bytes().to_vec();
    block.resize(text.len().next_multiple_of(BLOCK as usize), 0);
    block
}

fn listed(bytes: &[u8]) -> (Vec<(String, Outcome)>, Vec<ContainerError>) {
    let contents = opened(&TAR, bytes, &Limits::default());
    (members(&contents, &Limits::default()), contents.faults)
}

fn special(target: &str) -> Outcome {
    Outcome::Other(MemberKind::Special(target.into()))
}

#[test]
fn members_of_all_kinds_of_tar_are_read() {
    let long = format!("{}/{}/WAR04.DAT", "BOARD".repeat(12), "GAMES".repeat(12));
    let file = |bytes| Outcome::File(bytes, Ok(()));
    for name in KINDS {
        let bytes = unpacked(name);
        assert!(is_a(&TAR, &bytes), "{name}");
        let mut expected = vec![
            ("README.TXT", file(fixture("global-war-disk/README.TXT"))),
            ("HARD", special("README.TXT")),
            ("WAR/", Outcome::Other(MemberKind::Folder)),
            ("WAR/seed.txt", file(fixture("njudge-seed/good/seed.archipelago"))),
            ("WAR/WAR01.DAT", file(fixture("global-war-disk/WAR01.DAT"))),
            ("LINK", special("README.TXT")),
        ];
        if name == "gnu" || name == "posix" {
            expected.extend([(&*long, file(b"player 1\n".to_vec())), ("LONG", special(&long))]);
        }
        let expected: Vec<_> = expected.into_iter().map(|(path, read)| (path.to_owned(), read)).collect();
        assert_eq!(listed(&bytes), (expected, vec![]), "{name}");
        let member = opened(&TAR, &bytes, &Limits::default()).members.remove(0);
        assert_eq!((member.size, member.packed), (Some(454), Some(454)));
        assert_eq!(member.modified.map(|at| at.to_string()).as_deref(), Some("1993-04-30 23:59:58"));
    }
}

#[test]
fn files_with_holes_are_closed_and_what_follows_is_read() {
    let holes = Outcome::Other(MemberKind::Closed(ContainerError::Unsupported("a file with holes".into())));
    let seed = Outcome::File(fixture("njudge-seed/good/seed.archipelago"), Ok(()));
    for name in ["holes-gnu", "holes-pax"] {
        let expected = vec![("HOLES".to_owned(), holes.clone()), ("WAR/seed.txt".to_owned(), seed.clone())];
        assert_eq!(listed(&unpacked(name)), (expected, vec![]), "{name}");
    }
    // The holes of a file with many are described in further blocks.
    let mut first = header(b"HOLES", b'S', 3);
    first[482] = 1;
    let mut more = vec![0; 512];
    more[504] = 1;
    let file = [header(b"A", b'0', 1), block("a")].concat();
    let bytes = [summed(first), more, vec![0; 512], block("abc"), file, vec![0; 1_024]].concat();
    let a = Outcome::File(b"a".to_vec(), Ok(()));
    assert_eq!(listed(&bytes), (vec![("HOLES".to_owned(), holes), ("A".to_owned(), a)], vec![]));
}

#[test]
fn texts_are_no_tar() {
    for text in
        [&[0; 512][..], &[b'0'; 512], &[b' '; 512], &[0xFF; 512], b"README.TXT", &fixture("war-dat/good/playing.DAT")]
    {
        assert!(!is_a(&TAR, text));
    }
    let mut wrong = header(b"A", b'0', 0);
    assert!(is_a(&TAR, &wrong));
    wrong[0] = b'B';
    assert!(!is_a(&TAR, &wrong));
    // Some programs took bytes as signed.
    let mut signed = header(b"J\x99RG", b'0', 0);
    let sum = u32::from_str_radix(str::from_utf8(&signed[148..154]).unwrap(), 8).unwrap() - 256;
    signed[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
    assert!(is_a(&TAR, &signed));
    assert_eq!(listed(&[signed, vec![0; 1_024]].concat()).0, [("JÖRG".into(), Outcome::File(vec![], Ok(())))]);
}

#[test]
fn what_pax_says_goes_before_what_the_header_says() {
    let records = "22 path=DIR/long name\n14 size=00002\n20 mtime=-86400.250\n";
    let bytes = [
        header(b"x", b'x', records.len() as u64),
        block(records),
        header(b"short", b'0', 9),
        block("ab"),
        vec![0; 1_024],
    ];
    let contents = opened(&TAR, &bytes.concat(), &Limits::default());
    let member = &contents.members[0];
    assert_eq!((&*member.path, member.size), ("DIR/long name", Some(2)));
    assert_eq!(member.modified.map(|at| at.to_string()).as_deref(), Some("1969-12-31 00:00:00"));
    assert_eq!(members(&contents, &Limits::default())[0].1, Outcome::File(b"ab".to_vec(), Ok(())));
}

#[test]
fn one_tar_behind_another_is_read_too() {
    let one = |name: &[u8]| [header(name, b'0', 1), block("a"), vec![0; 5_120]].concat();
    let (members, faults) = listed(&[one(b"A"), one(b"B"), b"something else".to_vec()].concat());
    assert!(members.iter().map(|(path, _)| &**path).eq(["A", "B"]) && faults.is_empty());
}

#[test]
fn damage_is_named_and_the_rest_is_read() {
    let bytes = unpacked("gnu");
    let whole = listed(&bytes).0;
    let mut damaged = bytes.clone();
    damaged[1_024] ^= 1;
    let (found, faults) = listed(&damaged);
    assert_eq!(faults, [ContainerError::damaged("512 bytes in it are no member")]);
    assert!(found[0] == whole[0] && found[1..] == whole[2..]);

    let contents = opened(&TAR, &bytes[..700], &Limits::default());
    assert_eq!(contents.faults, [ContainerError::damaged("its end is missing")]);
    let Outcome::File(start, end) = members(&contents, &Limits::default()).remove(0).1 else { panic!() };
    assert_eq!(start, bytes[512..700]);
    assert_eq!(end, Err(ContainerError::damaged("188 of 454 bytes can be unpacked")));
}

#[test]
fn cut_and_changed_tars_give_what_is_whole() {
    let records = "10 path=B\n";
    let pax = [header(b"x", b'x', 10), block(records), header(b"b", b'0', 2), block("ab"), vec![0; 1_024]].concat();
    for bytes in [unpacked("holes-gnu"), pax] {
        let end = bytes.len() - 1_024;
        let whole = cut_and_change(&TAR, &bytes);
        assert!(whole.is_sorted_by_key(Vec::len));
        assert_eq!(whole[end].len(), whole[bytes.len() - 1].len());
    }
}

#[test]
fn a_tar_of_nothing_but_descriptions_is_walked_in_one_pass() {
    let name = [header(b"x", b'L', 1), block("a"), vec![0; 512]].concat();
    let (members, faults) = listed(&name.repeat(20_000));
    assert!(members.is_empty() && faults.is_empty());
    let names = [header(b"x", b'L', 80_000), vec![b'a'; 80_384], header(b"b", b'0', 0)].concat();
    let used = allocation_counter::measure(|| {
        let (members, _) = listed(&names);
        let long = ContainerError::OverLimit(LimitReached::NameLength(1_024));
        assert_eq!(members, [("a".repeat(1_024), Outcome::Other(MemberKind::Closed(long)))]);
    });
    assert!(used.bytes_max < 1 << 20);
    let huge = [header(b"x", b'L', 0o77777777777), header(b"y", b'0', 0o77777777777)].concat();
    assert!(listed(&huge).0.is_empty());
}

#[test]
fn limits_hold() {
    let limits = Limits { members: 1, member_size: 10, ..Limits::default() };
    let contents = opened(&TAR, &unpacked("ustar"), &limits);
    assert_eq!(contents.faults, [ContainerError::OverLimit(LimitReached::Members(1))]);
    let over = ContainerError::OverLimit(LimitReached::MemberSize(10));
    assert_eq!(contents.members[0].kind, MemberKind::Closed(over));
}
