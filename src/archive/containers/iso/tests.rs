use super::super::samples::{TURN, change_each, cut_image, is_a, listed, log, map, opened, read, text, unpacked};
use super::*;

/// Sector of the first folder in all samples, and the number of used sectors from there on.
const FOLDERS: usize = 23;
const USED: usize = 30;

#[test]
fn names_of_all_kinds_are_read() {
    let cases = [
        ("iso/plain.iso.gz", "A_LONGER.TXT"),
        ("iso/rr.iso.gz", "A longer name of a file, größer.txt"),
        ("iso/joliet.iso.gz", "A longer name of a file, größer.txt"),
    ];
    for (name, long) in cases {
        let bytes = unpacked(name);
        assert!(is_a(&ISO, &bytes), "{name}");
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
    let bytes = unpacked("iso/rr.iso.gz");
    cut_image(&ISO, &bytes, (FOLDERS * 2_048..USED * 2_048).step_by(61));
    let cut = opened(&ISO, &bytes[..26 * 2_048 + 100], &Limits::default());
    let cut_off = ContainerError::damaged("it is cut off");
    assert_eq!(read(&cut, 0, &Limits::default()), (log().into_bytes()[..100].to_vec(), Err(cut_off)));
}

#[test]
fn a_damaged_disc_is_read_in_bounds() {
    for name in ["iso/rr.iso.gz", "iso/joliet.iso.gz"] {
        let mut bytes = unpacked(name);
        bytes.truncate(USED * 2_048 + 8_192);
        let descriptors = 16 * 2_048..16 * 2_048 + 200;
        let folders = FOLDERS * 2_048..(FOLDERS + 3) * 2_048;
        let used: Vec<_> = descriptors.chain(folders).filter(|&at| bytes[at] != 0).collect();
        change_each(&ISO, &bytes, used, &Limits::default());
    }
}

#[test]
fn folders_in_themselves_end() {
    let mut bytes = unpacked("iso/plain.iso.gz");
    let at = bytes.windows(4).position(|window| window == b"\x03WAR").unwrap() + 1;
    let record = at - 33;
    let top = (FOLDERS as u32).to_le_bytes();
    bytes[record + 2..record + 6].copy_from_slice(&top);
    let contents = opened(&ISO, &bytes, &Limits::default());
    assert_eq!(listed(&contents)[2..], ["WAR/: 1995-07-04 23:59:59", "! damaged: the folder /WAR is not whole"]);
}

#[test]
fn a_file_of_two_parts_is_one_member() {
    let mut bytes = unpacked("iso/plain.iso.gz");
    let record = bytes.windows(10).position(|window| window == b"GAME.LOG;1").unwrap() - 33;
    bytes[record + 25] |= 0x80;
    let contents = opened(&ISO, &bytes, &Limits::default());
    assert_eq!(text(&contents, "TURN12.TXT"), format!("{}{TURN}", log()));
    assert_eq!(contents.members[0].size, Some(1_971 + 204));
}

#[test]
fn other_files_are_no_discs() {
    let bytes = unpacked("iso/plain.iso.gz");
    let mut other = bytes.clone();
    other[16 * 2_048 + 3] = b'X';
    assert!(!is_a(&ISO, &other) && !is_a(&ISO, &bytes[..17 * 2_048 - 1]) && !is_a(&ISO, b""));
}
