use unarc_rs::gz::GzArchive;

use super::super::samples::{TURN, blob, is_taken, listed, log, map, opened, read, sample, text};
use super::*;

/// The image in a sample, which is packed as often as is said.
fn image(name: &str, times: usize) -> Vec<u8> {
    (0..times).fold(sample(name), |packed, _| GzArchive::new(io::Cursor::new(packed)).unwrap().read().unwrap())
}

#[test]
fn disks_of_all_widths_are_read() {
    for (name, times) in [("fat12.img.gz", 1), ("fat16.img.gz", 1), ("fat32.img.gz.gz", 2)] {
        let bytes = image(name, times);
        assert!(is_taken(&FAT, &bytes), "{name}");
        let contents = opened(&FAT, &bytes, &Limits::default());
        assert_eq!(text(&contents, "TURN12.TXT"), TURN, "{name}");
        assert_eq!(text(&contents, "GAME.LOG"), log(), "{name}");
        assert_eq!(text(&contents, "WAR/MAP.TXT"), map(), "{name}");
        assert!(contents.faults.is_empty(), "{name}");
        if name.starts_with("fat12") {
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

/// The places of the table, of the folder at the top and of the first cluster in the image of 160 KiB.
const TABLE: usize = 512;
const ROOT: usize = 1_536;
const DATA: usize = 3_584;

#[test]
fn a_disk_that_is_cut_off_is_read_as_far_as_it_goes() {
    let bytes = image("fat12.img.gz", 1);
    let whole = opened(&FAT, &bytes, &Limits::default());
    let mut complete = 0;
    for length in (DATA + 1..DATA + 4_096).chain([bytes.len() - 1]) {
        let contents = opened(&FAT, &bytes[..length], &Limits::default());
        assert_eq!(contents.faults[0], ContainerError::damaged("it is cut off"));
        let read_whole = (0..contents.members.len()).filter(|&index| read(&contents, index) == read(&whole, index));
        let now = read_whole.count();
        assert!(now >= complete, "{length}");
        complete = now;
    }
    assert_eq!(complete, 5);
    let cut = opened(&FAT, &bytes[..DATA + 700], &Limits::default());
    let (start, result) = read(&cut, 1);
    assert_eq!((&*start, result), (&log().as_bytes()[..188], Err("damaged: it is cut off".to_owned())));
}

#[test]
fn a_damaged_disk_is_read_in_bounds() {
    let mut bytes = image("fat12.img.gz", 1);
    for at in 0..DATA + 4_096 {
        for mask in [0x01, 0x80, 0xFF] {
            bytes[at] ^= mask;
            is_taken(&FAT, &bytes[..DATA + 8_192]);
            let limits = Limits { member_size: 1 << 20, ..Limits::default() };
            let options = OpenOptions { name: "DISK.IMG", limits: &limits };
            if let Ok(contents) = (FAT.open)(&blob(&bytes[..DATA + 8_192]), &options) {
                for (index, member) in contents.members.iter().enumerate() {
                    let length = read(&contents, index).0.len() as u64;
                    assert!(length <= member.size.unwrap_or_default(), "byte {at}");
                }
            }
            bytes[at] ^= mask;
        }
    }
}

#[test]
fn folders_and_chains_that_go_round_end() {
    let mut bytes = image("fat12.img.gz", 1);
    let folder = ROOT + (0..).position(|entry| bytes[ROOT + entry * ENTRY..].starts_with(b"WAR     ")).unwrap() * ENTRY;
    let cluster = usize::from(bytes[folder + 26]);
    let inside = DATA + (cluster - 2) * 512;
    // The file in the folder becomes the folder itself.
    bytes[inside + 2 * ENTRY + 11] = 0x10;
    bytes[inside + 2 * ENTRY + 26] = cluster as u8;
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(listed(&contents).last().unwrap(), "! damaged: the folder /WAR/MAP.TXT is not whole");
    // A chain that comes back to itself gives the bytes of the file, and no more.
    bytes[TABLE + 3..TABLE + 9].copy_from_slice(&[0x02, 0x20, 0x00, 0x02, 0x20, 0x00]);
    let file = ROOT;
    assert_eq!(bytes[file], b'T');
    bytes[file + 28..file + 32].copy_from_slice(&5_000u32.to_le_bytes());
    assert_eq!(read(&opened(&FAT, &bytes, &Limits::default()), 0).0.len(), 5_000);
    bytes[file + 28..file + 32].copy_from_slice(&500_000u32.to_le_bytes());
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(listed(&contents)[0], "TURN12.TXT: damaged: it is longer than its disk");
}

#[test]
fn other_files_are_no_disks() {
    let bytes = image("fat12.img.gz", 1);
    for (at, byte) in [(0, b'M'), (11, 1), (13, 3), (13, 0), (14, 0), (16, 0), (17, 0), (21, 0xF5), (22, 0), (TABLE, 1)]
    {
        let mut other = bytes.clone();
        other[at] = byte;
        assert!(!is_taken(&FAT, &other), "{at}");
    }
    // DOS before 3.2 did not mark the end of the sector.
    let mut old = bytes.clone();
    old[510..512].fill(0);
    assert!(is_taken(&FAT, &old));
    assert!(!is_taken(&FAT, &bytes[..DATA]));
    assert!(!is_taken(&FAT, b"\xEB\x3C\x90"));
}

#[test]
fn a_long_name_is_that_of_its_file_only() {
    let mut bytes = image("fat12.img.gz", 1);
    let at = bytes.windows(11).position(|window| window == b"ALONGE~1TXT").unwrap();
    bytes[at..at + 11].copy_from_slice(b"\x05LONGE~1TX\x99");
    let contents = opened(&FAT, &bytes, &Limits::default());
    assert_eq!(&*contents.members[4].path, "WAR/σLONGE~1.TXÖ");
}
