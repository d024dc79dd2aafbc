use super::super::samples::{TURN, change_each, cut_image, is_a, listed, log, map, opened, read, text, unpacked};
use super::*;

#[test]
fn disks_of_all_widths_are_read() {
    for name in ["fat/fat12.img.gz", "fat/fat16.img.gz", "fat/fat32.img.gz.gz"] {
        let bytes = unpacked(name);
        assert!(is_a(&FAT, &bytes), "{name}");
        let contents = opened(&FAT, &bytes, &Limits::default());
        assert_eq!(text(&contents, "TURN12.TXT"), TURN, "{name}");
        assert_eq!(text(&contents, "GAME.LOG"), log(), "{name}");
        assert_eq!(text(&contents, "WAR/MAP.TXT"), map(), "{name}");
        assert!(contents.faults.is_empty(), "{name}");
        if name.starts_with("fat/fat12") {
            assert_eq!(
                listed(&contents),
                [
                    "TURN12.TXT: 204 from 204, 1995-07-04 23:59:58, stored",
                    "GAME.LOG: 1971 from 1971, 1995-07-04 23:59:58, stored",
                    "WAR/: 2026-11-23 04:53:28",
                    "WAR/MAP.TXT: 132 from 132, 1995-07-04 23:59:58, stored",
                    "WAR/A longer name of a file.txt: 204 from 204, 1995-07-04 23:59:58, stored",
                ]
            );
            assert_eq!(text(&contents, "WAR/A longer name of a file.txt"), TURN);
        } else {
            assert_eq!(contents.members.len(), 4, "{name}");
        }
    }
}

/// Offsets of the table, the root folder and the first cluster in the image of 160 KiB.
const TABLE: usize = 512;
const ROOT: usize = 1_536;
const DATA: usize = 3_584;

#[test]
fn a_disk_that_is_cut_off_is_read_as_far_as_it_goes() {
    let bytes = unpacked("fat/fat12.img.gz");
    cut_image(&FAT, &bytes, (DATA + 1..DATA + 4_096).chain([bytes.len() - 1]));
    let cut = opened(&FAT, &bytes[..DATA + 700], &Limits::default());
    let (start, result) = read(&cut, 1, &Limits::default());
    assert_eq!((&*start, result), (&log().as_bytes()[..188], Err(ContainerError::damaged("it is cut off"))));
}

#[test]
fn a_damaged_disk_is_read_in_bounds() {
    let bytes = unpacked("fat/fat12.img.gz");
    let limits = Limits { member_size: 1 << 20, ..Limits::default() };
    change_each(&FAT, &bytes[..DATA + 8_192], 0..DATA + 4_096, &limits);
}

#[test]
fn folders_and_chains_that_go_round_end() {
    let mut bytes = unpacked("fat/fat12.img.gz");
    let folder = ROOT + (0..).position(|entry| bytes[ROOT + entry * ENTRY..].starts_with(b"WAR     ")).unwrap() * ENTRY;
    let cluster = usize::from(bytes[folder + 26]);
    let inside = DATA + (cluster - 2) * 512;
    // The entry of the file in the folder now refers to the folder itself.
    bytes[inside + 2 * ENTRY + 11] = 0x10;
    bytes[inside + 2 * ENTRY + 26] = cluster as u8;
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(listed(&contents).last().unwrap(), "! damaged: the folder /WAR/MAP.TXT is not whole");
    // A circular chain gives the bytes of the file, and no more.
    bytes[TABLE + 3..TABLE + 9].copy_from_slice(&[0x02, 0x20, 0x00, 0x02, 0x20, 0x00]);
    let file = ROOT;
    assert_eq!(bytes[file], b'T');
    bytes[file + 28..file + 32].copy_from_slice(&5_000u32.to_le_bytes());
    assert_eq!(read(&opened(&FAT, &bytes, &Limits::default()), 0, &Limits::default()).0.len(), 5_000);
    bytes[file + 28..file + 32].copy_from_slice(&500_000u32.to_le_bytes());
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(listed(&contents)[0], "TURN12.TXT: damaged: it is longer than its disk");
}

#[test]
fn other_files_are_no_disks() {
    let bytes = unpacked("fat/fat12.img.gz");
    for (at, byte) in [(0, b'M'), (11, 1), (13, 3), (13, 0), (14, 0), (16, 0), (17, 0), (21, 0xF5), (22, 0), (TABLE, 1)]
    {
        let mut other = bytes.clone();
        other[at] = byte;
        assert!(!is_a(&FAT, &other), "{at}");
    }
    // DOS before 3.2 did not mark the end of the sector.
    let mut old = bytes.clone();
    old[510..512].fill(0);
    assert!(is_a(&FAT, &old));
    assert!(!is_a(&FAT, &bytes[..DATA]));
    assert!(!is_a(&FAT, b"\xEB\x3C\x90"));
}

#[test]
fn a_long_name_is_that_of_its_file_only() {
    let mut bytes = unpacked("fat/fat12.img.gz");
    let at = bytes.windows(11).position(|window| window == b"ALONGE~1TXT").unwrap();
    bytes[at..at + 11].copy_from_slice(b"\x05LONGE~1TX\x99");
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(&*contents.members[4].path, "WAR/σLONGE~1.TXÖ");
}

#[test]
fn short_names_may_be_in_small_letters() {
    let mut bytes = unpacked("fat/fat12.img.gz");
    for (flags, name) in [(0, "TURN12.TXT"), (0x08, "turn12.TXT"), (0x10, "TURN12.txt"), (0x18, "turn12.txt")] {
        bytes[ROOT + 12] = flags;
        assert_eq!(&*opened(&FAT, &bytes, &Limits::default()).members[0].path, name);
    }
}
