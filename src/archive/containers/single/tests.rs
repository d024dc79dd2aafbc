use super::super::samples::{blob, cut_and_change, files, fixture, is_a, opened, read, sample};
use super::super::{ContainerError, ContainerKind, Limits, OpenOptions};
use super::*;

const KINDS: [(&ContainerKind, &str); 4] = [(&GZIP, "gz"), (&BZIP2, "bz2"), (&XZ, "xz"), (&ZSTD, "zst")];

fn readme() -> Vec<u8> {
    fixture("global-war-disk/README.TXT")
}

/// Reads the single file; returns its bytes and how reading ended.
fn read_one(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> (Vec<u8>, Result<(), ContainerError>) {
    read(&opened(kind, bytes, limits), 0, limits)
}

#[test]
fn what_others_packed_is_unpacked() {
    for (kind, extension) in KINDS {
        let bytes = sample(&format!("single/README.TXT.{extension}"));
        assert_eq!(files(kind, &bytes).into_values().collect::<Vec<_>>(), [readme()], "{extension}");
        let mut several = sample(&format!("single/two.{extension}"));
        assert_eq!(files(kind, &several).into_values().collect::<Vec<_>>(), [readme()], "{extension}");
        // No other kind recognises it.
        assert!(super::super::KINDS.iter().filter(|of| is_a(of, &bytes)).map(|of| of.id).eq([kind.id]));
        for short in 0..bytes.len().min(12) {
            is_a(kind, &bytes[..short]);
        }
        several.extend(b"something else");
        let (read, end) = read_one(kind, &several, &Limits::default());
        assert_eq!((read, end.is_err()), (readme(), true), "{extension}");
    }
}

#[test]
fn padding_is_nothing() {
    for (kind, name, padding) in
        [(&GZIP, "two.gz", 0), (&GZIP, "README.TXT.gz", 0x1A), (&BZIP2, "two.bz2", 0), (&XZ, "two.xz", 0)]
    {
        let padded = [sample(&format!("single/{name}")), vec![padding; 40_000]].concat();
        assert_eq!(read_one(kind, &padded, &Limits::default()), (readme(), Ok(())), "{name}");
    }
}

#[test]
fn names_are_those_stored_or_those_of_the_files() {
    let limits = Limits::default();
    let member = |kind: &ContainerKind, name, bytes: &[u8]| {
        let options = OpenOptions { name, limits: &limits };
        (kind.open)(&blob(bytes), &options).unwrap().members.remove(0)
    };
    let stored = member(&GZIP, "x.gz", &sample("single/README.TXT.gz"));
    assert_eq!(&*stored.path, "NOTE.TXT");
    assert_eq!(stored.modified.map(|at| at.to_string()).as_deref(), Some("1993-04-30 23:59:58"));
    let bytes = sample("single/two.gz");
    for (name, unpacked) in [
        ("WAR04.DAT.GZ", "WAR04.DAT"),
        ("games.tgz", "games.tar"),
        (".gz", ".gz"),
        ("-", "-"),
        ("games.new", "games.new"),
        ("ä.gz", "ä"),
    ] {
        let found = member(&GZIP, name, &bytes);
        assert_eq!((&*found.path, found.modified, found.packed), (unpacked, None, Some(bytes.len() as u64)));
    }
    let named = |name: &[u8]| [b"\x1F\x8B\x08\x08\0\0\0\0\x02\x03", name, b"\0\x03\0\0\0\0\0\0\0\0\0"].concat();
    for (stored, name) in [(&b"J\xD6RG.DAT"[..], "JÖRG.DAT"), ("JÖRG.DAT".as_bytes(), "JÖRG.DAT"), (b"", "x")] {
        assert_eq!(&*member(&GZIP, "x.gz", &named(stored)).path, name);
    }
    for (kind, name) in [(&BZIP2, "a.tbz2"), (&BZIP2, "a.TBZ"), (&XZ, "a.txz"), (&ZSTD, "a.tzst")] {
        assert_eq!(&*member(kind, name, b"").path, "a.tar");
    }
}

#[test]
fn what_only_begins_like_them_is_none() {
    for (kind, other) in [
        (&GZIP, &b"\x1F\x8B\x08\x00\0\0\0\0\0\x20\0"[..]),
        (&GZIP, b"\x1F\x8B\x08\xE0\0\0\0\0\0\x03\0"),
        (&GZIP, b"\x1F\x8B\x08"),
        (&BZIP2, b"BZh9 is a text"),
        (&BZIP2, b"BZh"),
        (&ZSTD, b"\x50\x2A\x4D\x18\x02\0\0\0ab"),
        (&ZSTD, b"\x50\x2A\x4D\x18\x02\0\0\0ab\x04\x22\x4D\x18"),
    ] {
        assert!(!is_a(kind, other), "{other:?}");
    }
    let skipped = [b"\x5F\x2A\x4D\x18\x02\0\0\0ab", &*sample("single/README.TXT.zst")].concat();
    assert_eq!(files(&ZSTD, &skipped).into_values().collect::<Vec<_>>(), [readme()]);
}

#[test]
fn cut_and_changed_files_end_with_an_error() {
    for (kind, extension) in KINDS {
        for name in ["README.TXT", "two"] {
            let bytes = sample(&format!("single/{name}.{extension}"));
            let whole = cut_and_change(kind, &bytes);
            // A file cut off after the first of two streams is complete.
            let whole = whole.iter().enumerate().filter(|(length, paths)| *length > 0 && !paths.is_empty());
            assert_eq!(whole.count(), usize::from(name == "two"), "{name}.{extension}");
        }
    }
    // The bytes are returned although their checksum is wrong.
    for (extension, kind, from_end) in [("gz", &GZIP, 8), ("zst", &ZSTD, 4), ("xz", &XZ, 24)] {
        let mut bytes = sample(&format!("single/README.TXT.{extension}"));
        let at = bytes.len() - from_end;
        bytes[at] ^= 1;
        let (read, end) = read_one(kind, &bytes, &Limits::default());
        assert_eq!((read, matches!(end, Err(ContainerError::Damaged(_)))), (readme(), true), "{extension}");
    }
}

#[test]
fn no_more_is_unpacked_than_may_be() {
    let limits = Limits { member_size: 100, ..Limits::default() };
    for (kind, extension) in KINDS {
        let (start, end) = read_one(kind, &sample(&format!("single/README.TXT.{extension}")), &limits);
        let over = ContainerError::OverLimit(super::super::LimitReached::MemberSize(100));
        assert_eq!((start, end), (readme()[..100].to_vec(), Err(over)), "{extension}");
    }
}

#[test]
fn windows_of_gigabytes_are_refused() {
    let zstd = b"\x28\xB5\x2F\xFD\x00\xA8\x01\0\0";
    let mut xz = sample("single/README.TXT.xz");
    let length = (usize::from(xz[12]) + 1) * 4;
    let properties = xz.windows(2).position(|filter| filter == [0x21, 1]).unwrap() + 2;
    xz[properties] = 40;
    let sum = crc32fast::hash(&xz[12..12 + length - 4]).to_le_bytes();
    xz[12 + length - 4..12 + length].copy_from_slice(&sum);
    for (kind, bytes) in [(&ZSTD, &zstd[..]), (&XZ, &xz)] {
        let used = allocation_counter::measure(|| {
            let (read, end) = read_one(kind, bytes, &Limits::default());
            assert!(read.is_empty() && matches!(end, Err(ContainerError::Unsupported(_))), "{end:?}");
        });
        assert!(used.bytes_max < 1 << 20);
    }
}
