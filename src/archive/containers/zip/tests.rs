use std::io::Read;

use super::super::samples::{Outcome, blob, cut_and_change, files, fixture, is_a, members, opened, sample};
use super::super::{ContainerError, LimitReached, Limits, Member, MemberKind, OpenOptions};
use super::{MAX_SMALL, USUAL_NAME, ZIP};

/// A ZIP with one member, as made by old programs.
struct Made<'m> {
    name: &'m [u8],
    extra: &'m [u8],
    system: u8,
    method: u16,
    flags: u16,
    packed: &'m [u8],
    unpacked: &'m [u8],
}

impl Default for Made<'_> {
    fn default() -> Self {
        let name = b"WAR04.DAT";
        Made { name, extra: b"", system: 0, method: 0, flags: 0, packed: b"abc", unpacked: b"abc" }
    }
}

impl Made<'_> {
    fn bytes(&self) -> Vec<u8> {
        let mut common = vec![20, 0];
        common.extend(self.flags.to_le_bytes());
        common.extend(self.method.to_le_bytes());
        common.extend([0x7D, 0xBF, 0x9E, 0x1A]);
        common.extend(crc32fast::hash(self.unpacked).to_le_bytes());
        common.extend((self.packed.len() as u32).to_le_bytes());
        common.extend((self.unpacked.len() as u32).to_le_bytes());
        common.extend((self.name.len() as u16).to_le_bytes());
        common.extend((self.extra.len() as u16).to_le_bytes());
        let mut bytes = [b"PK\x03\x04", &*common, self.name, self.extra, self.packed].concat();
        let start = bytes.len() as u32;
        bytes.extend([b"PK\x01\x02", &[20, self.system][..], &common, &[0; 14], self.name, self.extra].concat());
        let length = bytes.len() as u32 - start;
        bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
        bytes.extend([length.to_le_bytes(), start.to_le_bytes()].concat());
        bytes.extend([0, 0]);
        bytes
    }

    fn member(&self) -> Member {
        let contents = opened(&ZIP, &self.bytes(), &Limits::default());
        assert_eq!((contents.members.len(), &*contents.faults), (1, &[][..]));
        contents.members[0].clone()
    }

    fn read(&self) -> Outcome {
        let limits = Limits::default();
        let contents = opened(&ZIP, &self.bytes(), &limits);
        members(&contents, &limits).remove(0).1
    }
}

fn readme() -> Vec<u8> {
    fixture("global-war-disk/README.TXT")
}

fn damaged(how: &str) -> ContainerError {
    ContainerError::damaged(how)
}

const PATHS: [&str; 4] = ["README.TXT", "WAR/", "WAR/seed.txt", "WAR/WAR01.DAT"];

#[test]
fn members_are_listed_and_read() {
    for name in ["infozip", "streamed"] {
        let bytes = sample(&format!("zip/{name}.zip"));
        let files = files(&ZIP, &bytes);
        let expected = [
            ("README.TXT", readme()),
            ("WAR/WAR01.DAT", fixture("global-war-disk/WAR01.DAT")),
            ("WAR/seed.txt", fixture("njudge-seed/good/seed.archipelago")),
        ];
        assert!(files.into_iter().eq(expected.map(|(path, bytes)| (path.to_owned(), bytes))), "{name}");
        let contents = opened(&ZIP, &bytes, &Limits::default());
        assert!(contents.members.iter().map(|member| &*member.path).eq(PATHS));
        let readme = &contents.members[0];
        assert_eq!(readme.modified.map(|at| at.to_string()).as_deref(), Some("1993-04-30 23:59:58"));
        assert_eq!((readme.size, readme.packed, readme.method.name), (Some(454), Some(269), "deflate"));
        assert_eq!(contents.members[1].kind, MemberKind::Folder);
    }
}

#[test]
fn all_that_other_programs_pack_is_unpacked() {
    for (name, method) in
        [("bzip2", "bzip2"), ("7zip-Deflate64", "deflate64"), ("7zip-LZMA", "lzma"), ("7zip-XZ", "xz")]
    {
        let bytes = sample(&format!("zip/{name}.zip"));
        assert_eq!(files(&ZIP, &bytes).into_values().collect::<Vec<_>>(), [readme()], "{name}");
        let contents = opened(&ZIP, &bytes, &Limits::default());
        assert_eq!(contents.members[0].method.name, method);
    }
    let packed = sample("single/README.TXT.zst");
    let zstd = Made { method: 93, packed: &packed, unpacked: &readme(), ..Made::default() };
    assert_eq!(zstd.read(), Outcome::File(readme(), Ok(())));
}

#[test]
fn the_methods_of_old_are_unpacked() {
    // Figure 5 of Welch's paper, as in the tests of the library.
    let shrunk = [0x61, 0xC4, 0x04, 0x1C, 0x23, 0xB0, 0x60, 0x98, 0x83, 0x08, 0xC3, 0x00];
    // Made by hand: no byte has followers, so all are literal, with a zero after the mark of a copy (0x90).
    let reduced = [&[0; 192][..], b"ab\x90\0"].concat();
    // Made by hand: the trees of lengths and distances have 64 codes of six bits each, and each byte follows a one bit.
    let imploded = [3, 0xF5, 0xF5, 0xF5, 0xF5, 3, 0xF5, 0xF5, 0xF5, 0xF5, 0xC3, 0x8A, 0x1D, 0x03];
    for (method, packed, unpacked) in [
        (1, &shrunk[..], &b"ababcbababaaaaaaa"[..]),
        (2, &reduced, b"ab\x90"),
        (5, &reduced, b"ab\x90"),
        (6, &imploded, b"abc"),
    ] {
        let made = Made { method, packed, unpacked, ..Made::default() };
        assert_eq!(made.read(), Outcome::File(unpacked.to_vec(), Ok(())), "{method}");
        cut_and_change(&ZIP, &made.bytes());
    }
}

#[test]
fn what_is_not_read_is_closed() {
    let closed = |what: &str| Some(Outcome::Other(MemberKind::Closed(ContainerError::Unsupported(what.into()))));
    let limits = Limits::default();
    for (name, what) in [("encrypted", "encrypted"), ("7zip-PPMd", "method 98 (ppmd)")] {
        let bytes = sample(&format!("zip/{name}.zip"));
        let contents = opened(&ZIP, &bytes, &limits);
        assert_eq!(members(&contents, &limits).pop().map(|(_, read)| read), closed(what));
        assert!(contents.container.read(0, &limits).is_err());
    }
    assert_eq!(Some(Made { method: 250, ..Made::default() }.read()), closed("method 250"));
    assert_eq!(Some(Made { method: 99, ..Made::default() }.read()), closed("encrypted"));
}

#[test]
fn links_say_where_they_lead() {
    let contents = opened(&ZIP, &sample("zip/link.zip"), &Limits::default());
    assert_eq!(contents.members[0].kind, MemberKind::Special("README.TXT".into()));
}

#[test]
fn names_are_decoded_as_they_were_stored() {
    for name in ["utf8-flag", "utf8-unix"] {
        let files = files(&ZIP, &sample(&format!("zip/{name}.zip")));
        assert_eq!(files.into_iter().collect::<Vec<_>>(), [("JÖRG.TXT".into(), b"player 1\n".to_vec())]);
    }
    let dos = Made { name: b"J\x99RG.TXT", ..Made::default() };
    assert_eq!(&*dos.member().path, "JÖRG.TXT");
    let crc = crc32fast::hash(dos.name).to_le_bytes();
    let named = |crc: &[u8]| [b"\x75\x70\x0E\0\x01", crc, "Łuka.DAT".as_bytes()].concat();
    assert_eq!(&*Made { extra: &named(&crc), ..dos }.member().path, "Łuka.DAT");
    // The Unicode name belongs to another name.
    assert_eq!(
        &*Made { extra: &named(&[0; 4]), ..Made { name: b"J\x99RG.TXT", ..Made::default() } }.member().path,
        "JÖRG.TXT"
    );
    let paths = [(0, "WAR\\A.DAT", "WAR/A.DAT"), (3, "WAR\\A.DAT", "WAR\\A.DAT"), (0, "../x\\y", "../x\\y")];
    for (system, name, path) in paths {
        assert_eq!(&*Made { name: name.as_bytes(), system, ..Made::default() }.member().path, path);
    }
}

#[test]
fn members_of_any_length_stand_behind_names_and_fields_of_any_length() {
    let content: Vec<u8> = (0..9000_u32).map(|number| (number * number / 7) as u8).collect();
    for length in [0, 1, MAX_SMALL - 1, MAX_SMALL, MAX_SMALL + 1, content.len()] {
        for (name, extra) in [(1, 0), (USUAL_NAME, 0), (USUAL_NAME + 1, 0), (200, 0), (20, USUAL_NAME), (200, 300)] {
            let (name, extra) = ([b'N'].repeat(name), [0; 4].repeat(extra / 4));
            let member = &content[..length];
            let made = Made { name: &name, extra: &extra, packed: member, unpacked: member, ..Made::default() };
            let is_read = made.read() == Outcome::File(member.to_vec(), Ok(()));
            assert!(is_read, "{length} bytes behind {} and {}", name.len(), extra.len());
        }
    }
}

#[test]
fn an_archive_that_unpacks_itself_is_one() {
    let archive = sample("zip/infozip.zip");
    let program = [b"MZ", &[0x90; 5_000][..]].concat();
    let bytes = [&*program, &archive].concat();
    assert_eq!(files(&ZIP, &bytes), files(&ZIP, &archive));
    // Some programs adjust the offsets, and some disks and transfers pad the last block.
    let start = archive.len() - 22;
    let moved = (u32::from_le_bytes(archive[start + 16..start + 20].try_into().unwrap()) + 5_002).to_le_bytes();
    let mut moved = [&*program, &archive[..start + 16], &moved, &[0; 2]].concat();
    let mut at = 5_002 + start - u32::from_le_bytes(archive[start + 12..start + 16].try_into().unwrap()) as usize;
    while moved[at..].starts_with(b"PK\x01\x02") {
        let offset = u32::from_le_bytes(moved[at + 42..at + 46].try_into().unwrap()) + 5_002;
        moved[at + 42..at + 46].copy_from_slice(&offset.to_le_bytes());
        at += 46 + usize::from(moved[at + 28]) + usize::from(moved[at + 30]);
    }
    moved.extend([0x1A; 100]);
    assert_eq!(files(&ZIP, &moved), files(&ZIP, &archive));
    for other in [&program[..], &[&program[..], b"PK\x05\x06", &[0; 18]].concat(), b"PK", b"PKZIP.EXE", b"PK\x05\x06"] {
        assert!(!is_a(&ZIP, other));
    }
    // The signature spans the border of two searched blocks.
    for length in 4_050..4_130 {
        let bytes = [&*program, &Made::default().bytes(), &vec![b' '; length]].concat();
        assert!(is_a(&ZIP, &bytes), "{length}");
    }
}

#[test]
fn an_archive_of_nothing_has_no_members() {
    assert!(files(&ZIP, &[&b"PK\x05\x06"[..], &[0; 18]].concat()).is_empty());
}

#[test]
fn without_its_directory_members_are_found_by_themselves() {
    let limits = Limits::default();
    for name in ["infozip", "streamed"] {
        let bytes = sample(&format!("zip/{name}.zip"));
        let whole = files(&ZIP, &bytes);
        let directory = bytes.windows(4).position(|mark| mark == b"PK\x01\x02").unwrap();
        for cut in [directory, directory + 10, bytes.len() - 30, bytes.len() - 1] {
            let contents = opened(&ZIP, &bytes[..cut], &limits);
            assert_eq!(contents.faults, [damaged("it is cut off; its directory is missing, 4 members found")], "{cut}");
            let found = members(&contents, &limits);
            assert!(found.iter().map(|(path, _)| path).eq(PATHS), "{name}, {cut}: {found:?}");
            for (path, read) in found {
                assert!(
                    whole.get(&path).is_none_or(|bytes| read == Outcome::File(bytes.clone(), Ok(()))),
                    "{name}, {cut}"
                );
            }
        }
        let contents = opened(&ZIP, &bytes[..directory - 50], &limits);
        let Some((path, Outcome::File(start, end))) = members(&contents, &limits).pop() else { panic!() };
        assert_eq!((&*path, end.is_err()), ("WAR/WAR01.DAT", true), "{name}");
        assert!(!start.is_empty() && whole[&path].starts_with(&start));
    }
}

#[test]
fn lengths_of_eight_bytes_are_read() {
    let seed = ("WAR/seed.txt".to_owned(), fixture("njudge-seed/good/seed.archipelago"));
    let limits = Limits::default();
    for (name, expected) in [
        ("zip64", vec![("README.TXT".to_owned(), readme()), seed]),
        ("zip64-streamed", vec![("-".to_owned(), readme())]),
    ] {
        let bytes = sample(&format!("zip/{name}.zip"));
        assert!(files(&ZIP, &bytes).into_iter().eq(expected.clone()), "{name}");
        // With bytes inserted before it if it has a locator, and without its directory.
        let moved = [&b"MZ"[..], &[0; 5_000], &bytes].concat();
        assert!(name != "zip64" || files(&ZIP, &moved).into_iter().eq(expected.clone()));
        let directory = bytes.windows(4).position(|mark| mark == b"PK\x01\x02").unwrap();
        let contents = opened(&ZIP, &bytes[..directory + 4], &limits);
        let found = members(&contents, &limits).into_iter();
        let whole = expected.into_iter().map(|(path, bytes)| (path, Outcome::File(bytes, Ok(()))));
        assert!(found.eq(whole), "{name}");
        cut_and_change(&ZIP, &bytes);
    }
}

#[test]
fn an_end_in_a_comment_is_none() {
    let mut bytes = Made::default().bytes();
    let length = bytes.len();
    bytes[length - 2] = 30;
    bytes.extend([&b"PK\x05\x06"[..], &[0; 26]].concat());
    assert_eq!(files(&ZIP, &bytes).len(), 1);
}

#[test]
fn lengths_beyond_any_file_end_the_walk() {
    let header =
        b"PK\x03\x04\x2D\0\0\0\x08\0\x7D\xBF\x9E\x1A\x68\xA1\x31\xCD\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0A\0\x14\0";
    // The extra field states the lengths in eight bytes.
    let extra = b"\x01\0\x10\0\xC6\x01\0\0\x68\xA1\x31\xCD\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    for packed in [[0xFF; 8], [0xFB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]] {
        let bytes = [&header[..], b"README.TXT", &extra[..12], &packed].concat();
        let contents = opened(&ZIP, &bytes, &Limits::default());
        assert_eq!((contents.members.len(), contents.faults.len()), (1, 1), "{:?}", contents.faults);
    }
}

#[test]
fn headers_without_end_are_walked_in_one_pass() {
    let limits = Limits { members: 100, ..Limits::default() };
    // Each header states the longest possible name, and that its length follows the data.
    let mut header = Made { flags: 8, method: 8, ..Made::default() }.bytes()[..30].to_vec();
    header[14..26].fill(0);
    header[26..28].fill(0xFF);
    let contents = opened(&ZIP, &header.repeat(20_000), &limits);
    assert!(!contents.faults.is_empty() && contents.members.len() < 100);
}

#[test]
fn a_damaged_directory_is_completed() {
    let limits = Limits::default();
    let mut bytes = sample("zip/infozip.zip");
    let whole = opened(&ZIP, &bytes, &limits);
    let starts: Vec<_> = (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02")).collect();
    bytes[starts[2]] = b'X';
    let contents = opened(&ZIP, &bytes, &limits);
    assert_eq!(contents.faults, [damaged("its directory is damaged; 4 members found, 2 of them without it")]);
    assert_eq!(members(&contents, &limits), members(&whole, &limits));
}

#[test]
fn cut_and_changed_archives_give_what_is_whole() {
    for name in ["infozip", "streamed", "7zip-LZMA", "7zip-Deflate64", "7zip-XZ", "bzip2", "link", "utf8-flag"] {
        let bytes = sample(&format!("zip/{name}.zip"));
        let whole = cut_and_change(&ZIP, &bytes);
        let all = files_or_links(&bytes);
        assert_eq!(whole.last().map(Vec::len), Some(all), "{name}: the last byte is part of the directory alone");
        assert!(whole.is_sorted_by_key(Vec::len), "{name}: a longer part never has fewer members");
    }
}

/// Returns the number of files without the directory, which alone distinguishes links.
fn files_or_links(bytes: &[u8]) -> usize {
    let contents = opened(&ZIP, bytes, &Limits::default());
    contents.members.iter().filter(|member| member.kind != MemberKind::Folder).count()
}

#[test]
fn changed_bytes_are_found_after_all_have_come() {
    let mut bytes = Made::default().bytes();
    bytes[30 + 9] = b'A';
    let limits = Limits::default();
    let read = members(&opened(&ZIP, &bytes, &limits), &limits).remove(0).1;
    let crc = damaged("the bytes are not those that were packed (CRC)");
    assert_eq!(read, Outcome::File(b"Abc".to_vec(), Err(crc)));
}

#[test]
fn what_is_over_a_limit_is_closed() {
    let bytes = sample("zip/infozip.zip");
    let over = |limit| MemberKind::Closed(ContainerError::OverLimit(limit));
    let limits = Limits { member_size: 200, ..Limits::default() };
    let contents = opened(&ZIP, &bytes, &limits);
    assert_eq!(contents.members[0].kind, over(LimitReached::MemberSize(200)));
    assert_eq!(contents.members[2].kind, MemberKind::File);
    let Outcome::File(start, end) = members(&opened(&ZIP, &bytes, &Limits::default()), &Limits::default()).remove(0).1
    else {
        panic!()
    };
    assert!(end.is_ok());
    let mut part = Vec::new();
    let error = contents.container.read(0, &limits).unwrap().read_to_end(&mut part).unwrap_err();
    assert_eq!(ContainerError::from(error), ContainerError::OverLimit(LimitReached::MemberSize(200)));
    assert_eq!(part, start[..200]);

    let limits = Limits { members: 2, name_length: 3, ..Limits::default() };
    let contents = opened(&ZIP, &bytes, &limits);
    assert_eq!(contents.faults, [ContainerError::OverLimit(LimitReached::Members(2))]);
    assert!(contents.members.iter().map(|member| &*member.path).eq(["REA", "WAR"]));
    assert!(contents.members.iter().all(|member| member.kind == over(LimitReached::NameLength(3))));
}

#[test]
fn a_list_of_members_takes_little_memory() {
    const MEMBERS: u64 = 20_000;
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for index in 0..MEMBERS {
        let name = format!("BOARD/GAMES/W{index:07}.DAT");
        let one = Made { name: name.as_bytes(), ..Made::default() }.bytes();
        let (start, rest) = one.split_at(30 + name.len() + 3);
        let offset = (bytes.len() as u32).to_le_bytes();
        bytes.extend(start);
        directory.extend([&rest[..42], &offset, name.as_bytes()].concat());
    }
    let start = bytes.len() as u32;
    let count = (MEMBERS as u16).to_le_bytes();
    let end =
        [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &(directory.len() as u32).to_le_bytes(), &start.to_le_bytes()];
    bytes.extend([directory, end.concat(), vec![0, 0]].concat());
    let file = blob(&bytes);
    let limits = Limits::default();
    let mut contents = None;
    let used = allocation_counter::measure(|| {
        contents = Some((ZIP.open)(&file, &OpenOptions { name: "A.ZIP", limits: &limits }).unwrap());
    });
    assert_eq!(contents.map(|contents| contents.members.len() as u64), Some(MEMBERS));
    let (most, kept) = (used.bytes_max / MEMBERS, used.bytes_current as u64 / MEMBERS);
    assert!(most < 450 && kept < 250, "{most} and {kept} bytes a member");
}

#[test]
fn a_window_of_gigabytes_is_refused() {
    let packed = [&[9, 20, 5, 0, 0x5D][..], &0xFFFF_0000_u32.to_le_bytes(), &[0; 20]].concat();
    let mut bytes = Made { method: 14, packed: &packed, ..Made::default() }.bytes();
    let directory = bytes.windows(4).position(|mark| mark == b"PK\x01\x02").unwrap();
    bytes[directory + 24..directory + 28].copy_from_slice(&u32::MAX.to_le_bytes());
    let limits = Limits { member_size: u64::MAX, ..Limits::default() };
    let contents = opened(&ZIP, &bytes, &limits);
    let error = contents.container.read(0, &limits).err();
    assert_eq!(error, Some(ContainerError::Unsupported("a window of 4294901760 bytes".into())));
}
