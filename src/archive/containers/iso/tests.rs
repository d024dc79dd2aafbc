use unarc_rs::gz::GzArchive;

use super::super::samples::{TURN, blob, is_taken, listed, log, map, opened, read, sample, text};
use super::*;

fn image(name: &str) -> Vec<u8> {
    GzArchive::new(io::Cursor::new(sample(name))).unwrap().read().unwrap()
}

/// The sector of the first folder in all samples, and how many sectors from there on hold all that is on them.
const FOLDERS: usize = 23;
const USED: usize = 30;

#[test]
fn names_of_all_kinds_are_read() {
    let cases = [
        ("plain.iso.gz", "A_LONGER.TXT"),
        ("rr.iso.gz", "A longer name of a file, größer.txt"),
        ("joliet.iso.gz", "A longer name of a file, größer.txt"),
    ];
    for (name, long) in cases {
        let bytes = image(name);
        assert!(is_taken(&ISO, &bytes), "{name}");
        let contents = opened(&ISO, &bytes, &Limits::default());
        let long = format!("WAR/{long}");
        assert_eq!(
            listed(&contents),
            [
                "GAME.LOG: 1971 from 1971, 1995-07-04 23:59:59, stored",
                "TURN12.TXT: 204 from 204, 1995-07-04 23:59:59, stored",
                "WAR/: 1995-07-04 23:59:59",
                &format!("{long}: 204 from 204, 1995-07-04 23:59:59, stored"),
                "WAR/MAP.TXT: 132 from 132, 1995-07-04 23:59:59, stored",
            ],
            "{name}"
        );
        assert_eq!(text(&contents, "GAME.LOG"), log(), "{name}");
        assert_eq!(text(&contents, &long), TURN, "{name}");
        assert_eq!(text(&contents, "WAR/MAP.TXT"), map(), "{name}");
    }
}

#[test]
fn a_disc_that_is_cut_off_is_read_as_far_as_it_goes() {
    let bytes = image("rr.iso.gz");
    let whole = opened(&ISO, &bytes, &Limits::default());
    let mut complete = 0;
    for length in (FOLDERS * 2_048..USED * 2_048).step_by(61) {
        let contents = opened(&ISO, &bytes[..length], &Limits::default());
        assert_eq!(contents.faults[0], ContainerError::damaged("it is cut off"));
        let now = (0..contents.members.len()).filter(|&index| read(&contents, index) == read(&whole, index)).count();
        assert!(now >= complete, "{length}");
        complete = now;
    }
    assert_eq!(complete, 5);
    let cut = opened(&ISO, &bytes[..26 * 2_048 + 100], &Limits::default());
    assert_eq!(read(&cut, 0), (log().into_bytes()[..100].to_vec(), Err("damaged: it is cut off".to_owned())));
}

#[test]
fn a_damaged_disc_is_read_in_bounds() {
    for name in ["rr.iso.gz", "joliet.iso.gz"] {
        let mut bytes = image(name);
        bytes.truncate(USED * 2_048 + 8_192);
        let descriptors = 16 * 2_048..16 * 2_048 + 200;
        let folders = FOLDERS * 2_048..(FOLDERS + 3) * 2_048;
        let used = descriptors.chain(folders).filter(|&at| bytes[at] != 0).collect::<Vec<_>>();
        for at in used {
            for mask in [0x01, 0x80, 0xFF] {
                bytes[at] ^= mask;
                let options = OpenOptions { name: "DISC.ISO", limits: &Limits::default() };
                if let Ok(contents) = (ISO.open)(&blob(&bytes), &options) {
                    for (index, member) in contents.members.iter().enumerate() {
                        let length = read(&contents, index).0.len() as u64;
                        assert!(length <= member.size.unwrap_or(length), "byte {at}");
                    }
                }
                bytes[at] ^= mask;
            }
        }
    }
}

#[test]
fn folders_in_themselves_end() {
    let mut bytes = image("plain.iso.gz");
    let at = bytes.windows(4).position(|window| window == b"\x03WAR").unwrap() + 1;
    let record = at - 33;
    let top = (FOLDERS as u32).to_le_bytes();
    bytes[record + 2..record + 6].copy_from_slice(&top);
    let contents = opened(&ISO, &bytes, &Limits::default());
    assert_eq!(listed(&contents)[2..], ["WAR/: 1995-07-04 23:59:59", "! damaged: the folder /WAR is not whole"]);
}

#[test]
fn a_file_of_two_parts_is_one_member() {
    let mut bytes = image("plain.iso.gz");
    let record = bytes.windows(10).position(|window| window == b"GAME.LOG;1").unwrap() - 33;
    bytes[record + 25] |= 0x80;
    let contents = opened(&ISO, &bytes, &Limits::default());
    assert_eq!(text(&contents, "TURN12.TXT"), format!("{}{TURN}", log()));
    assert_eq!(contents.members[0].size, Some(1_971 + 204));
}

#[test]
fn other_files_are_no_discs() {
    let bytes = image("plain.iso.gz");
    let mut other = bytes.clone();
    other[16 * 2_048 + 3] = b'X';
    assert!(!is_taken(&ISO, &other) && !is_taken(&ISO, &bytes[..17 * 2_048 - 1]) && !is_taken(&ISO, b""));
}
