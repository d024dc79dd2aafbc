//! What the tests of all kinds do with a container.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::{Blob, ContainerError, ContainerKind, Contents, Limits, MemberKind, OpenOptions};

/// A file under `fixtures/`.
pub(super) fn fixture(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes as a file in memory.
pub(super) fn blob(bytes: &[u8]) -> Blob {
    Blob::from_memory(Arc::new(bytes.to_vec()))
}

/// Whether the bytes are of that kind, as it says.
pub(super) fn is_a(kind: &ContainerKind, bytes: &[u8]) -> bool {
    (kind.matches)(&bytes[..bytes.len().min(8 << 10)], &blob(bytes))
}

/// What is in the bytes.
pub(super) fn opened(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Result<Contents, ContainerError> {
    (kind.open)(&blob(bytes), &OpenOptions { name: "WAR.X.ext", limits })
}

/// A member as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A file, and how reading it ended.
    File(Vec<u8>, Result<(), ContainerError>),
    /// Something else.
    Other(MemberKind),
}

/// Reads all members of a container, each no further than the limit.
pub(super) fn members(contents: &Contents, limits: &Limits) -> Vec<(String, Outcome)> {
    let read = |index| {
        let mut bytes = Vec::new();
        let end = contents.container.read(index, limits).and_then(|mut reader| {
            reader.read_to_end(&mut bytes)?;
            Ok(())
        });
        assert!(bytes.len() as u64 <= limits.member_size);
        Outcome::File(bytes, end)
    };
    let each = contents.members.iter().enumerate();
    let each = each.map(|(index, member)| {
        let read = if member.kind == MemberKind::File { read(index) } else { Outcome::Other(member.kind.clone()) };
        (member.path.to_string(), read)
    });
    each.collect()
}

/// The members of a whole container: its files, by their paths.
pub(super) fn files(kind: &ContainerKind, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    assert!(is_a(kind, bytes));
    let limits = Limits::default();
    let contents = opened(kind, bytes, &limits).unwrap();
    assert_eq!(contents.faults, []);
    let file = |(path, read): (String, Outcome)| match read {
        Outcome::File(bytes, Ok(())) => Some((path, bytes)),
        Outcome::Other(MemberKind::Folder) => None,
        other => panic!("{path}: {other:?}"),
    };
    members(&contents, &limits).into_iter().filter_map(file).collect()
}

/// Cuts a container off at each byte, and changes each byte: nothing panics, and no more comes out than the limit lets.
/// Gives for each length the members that were whole.
pub(super) fn cut_and_change(kind: &ContainerKind, bytes: &[u8]) -> Vec<Vec<String>> {
    let limits = Limits { member_size: 1 << 16, members: 100, ..Limits::default() };
    let read = |bytes: &[u8]| opened(kind, bytes, &limits).map(|contents| members(&contents, &limits));
    let mut changed = bytes.to_vec();
    for index in 0..bytes.len() {
        for change in [0xFF, 0x01, 0x80] {
            changed[index] ^= change;
            is_a(kind, &changed);
            let _ = read(&changed);
            changed[index] = bytes[index];
        }
    }
    let whole = |cut: usize| {
        is_a(kind, &bytes[..cut]);
        let read = read(&bytes[..cut]).unwrap_or_default().into_iter();
        read.filter_map(|(path, read)| matches!(read, Outcome::File(_, Ok(()))).then_some(path)).collect()
    };
    (0..bytes.len()).map(whole).collect()
}
