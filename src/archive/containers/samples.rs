//! Shared code of the containers' tests: samples, their contents, and properties that must hold however they are
//! damaged.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::single::GZIP;
use super::{Blob, ContainerError, ContainerKind, Contents, Limits, MemberKind, OpenOptions};
use crate::text::tries::stride;

/// Content of a member in most samples.
pub(super) const TURN: &str = "The war of the north, turn 12\r\nNorth attacks Alaska from Kamchatka with 5 armies.\r\nEast builds 3 armies in Brazil.\r\nEast attacks North Africa from Brazil with 5 armies.\r\nWest builds 3 armies in Ontario.\r\n";

/// Returns the content of the longer member in most samples.
pub(super) fn log() -> String {
    (0..9).flat_map(|day| TURN.split_inclusive('\n').map(move |line| format!("{day}: {line}"))).collect()
}

/// Returns the content of the member in a folder in most samples.
pub(super) fn map() -> String {
    "Alaska Kamchatka Brazil Ontario\r\n".repeat(4)
}

/// Reads a file below `fixtures/`.
pub(super) fn fixture(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a container below `fixtures/containers/`.
pub(super) fn sample(path: &str) -> Vec<u8> {
    fixture(&format!("containers/{path}"))
}

/// Reads a sample and unpacks gzip as often as its name says.
pub(super) fn unpacked(path: &str) -> Vec<u8> {
    let times = path.matches(".gz").count();
    (0..times).fold(sample(path), |packed, _| files(&GZIP, &packed).into_values().next().unwrap())
}

/// Returns the bytes as a file in memory.
pub(super) fn blob(bytes: &[u8]) -> Blob {
    Blob::from_memory(Arc::new(bytes.to_vec()))
}

/// Returns whether the bytes are recognised as this kind.
pub(super) fn is_a(kind: &ContainerKind, bytes: &[u8]) -> bool {
    (kind.matches)(&bytes[..bytes.len().min(8 << 10)], &blob(bytes))
}

/// Opens the bytes as a container.
pub(super) fn open(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Result<Contents, ContainerError> {
    (kind.open)(&blob(bytes), &OpenOptions { name: "WAR.X.ext", limits })
}

/// Opens the bytes as a container; panics on an error.
pub(super) fn opened(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Contents {
    open(kind, bytes, limits).unwrap_or_else(|error| panic!("{error}"))
}

/// Formats the listed members, one on each line: path, size, packed size, date and method, or the reason why it is
/// closed.
pub(super) fn listed(contents: &Contents) -> Vec<String> {
    let shown = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let lines = contents.members.iter().map(|member| {
        let modified = member.modified.map_or("-".to_owned(), |moment| moment.to_string());
        let (path, size, packed, method) = (&member.path, shown(member.size), shown(member.packed), member.method.name);
        match &member.kind {
            MemberKind::File => format!("{path}: {size} from {packed}, {modified}, {method}"),
            MemberKind::Folder => format!("{path}/: {modified}"),
            MemberKind::Special(target) => format!("{path} -> {target}"),
            MemberKind::Closed(why) => format!("{path}: {why}"),
        }
    });
    lines.chain(contents.faults.iter().map(|fault| format!("! {fault}"))).collect()
}

/// Reads the bytes of a member up to their end or an error.
pub(super) fn read(contents: &Contents, index: usize, limits: &Limits) -> (Vec<u8>, Result<(), ContainerError>) {
    let mut bytes = Vec::new();
    let end = contents.container.read(index, limits).and_then(|mut reader| {
        reader.read_to_end(&mut bytes)?;
        Ok(())
    });
    (bytes, end)
}

/// Reads a member completely as text.
pub(super) fn text(contents: &Contents, path: &str) -> String {
    let index = contents.members.iter().position(|member| &*member.path == path);
    let index = index.unwrap_or_else(|| panic!("no {path} in {:?}", listed(contents)));
    let (bytes, end) = read(contents, index, &Limits::default());
    assert_eq!(end, Ok(()), "{path}");
    String::from_utf8(bytes).unwrap()
}

/// The outcome of reading a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The bytes of a file, and whether reading it ended with an error.
    File(Vec<u8>, Result<(), ContainerError>),
    /// A member that is not a file.
    Other(MemberKind),
}

/// The members of a container: their paths and outcomes.
pub(super) type Members = Vec<(String, Outcome)>;

/// Reads all members of a container; none may be longer than the limit or its stated size.
pub(super) fn members(contents: &Contents, limits: &Limits) -> Members {
    let each = contents.members.iter().enumerate();
    let each = each.map(|(index, member)| {
        let outcome = if member.kind == MemberKind::File {
            let (bytes, end) = read(contents, index, limits);
            assert!(bytes.len() as u64 <= member.size.unwrap_or(u64::MAX).min(limits.member_size));
            Outcome::File(bytes, end)
        } else {
            Outcome::Other(member.kind.clone())
        };
        (member.path.to_string(), outcome)
    });
    each.collect()
}

/// Returns the files of an undamaged container by their paths.
pub(super) fn files(kind: &ContainerKind, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    assert!(is_a(kind, bytes));
    let limits = Limits::default();
    let contents = opened(kind, bytes, &limits);
    assert_eq!(contents.faults, []);
    let file = |(path, outcome): (String, Outcome)| match outcome {
        Outcome::File(bytes, Ok(())) => Some((path, bytes)),
        Outcome::Other(MemberKind::Folder) => None,
        other => panic!("{path}: {other:?}"),
    };
    members(&contents, &limits).into_iter().filter_map(file).collect()
}

/// Changes the bytes at these places, one at a time, and reads everything: nothing may panic, or return more than the
/// limits allow.
pub(super) fn change_each(
    kind: &ContainerKind,
    bytes: &[u8],
    places: impl IntoIterator<Item = usize>,
    limits: &Limits,
) {
    let mut changed = bytes.to_vec();
    for place in places {
        for mask in [0x01, 0x80, 0xFF] {
            changed[place] ^= mask;
            is_a(kind, &changed);
            let _ = open(kind, &changed, limits).map(|contents| members(&contents, limits));
            changed[place] = bytes[place];
        }
    }
}

/// Reads the members of a container truncated to a length; returns none if it cannot be opened.
fn cut(kind: &ContainerKind, bytes: &[u8], length: usize, limits: &Limits) -> Members {
    is_a(kind, &bytes[..length]);
    open(kind, &bytes[..length], limits).map(|contents| members(&contents, limits)).unwrap_or_default()
}

/// Truncates a container at each byte, and changes each byte. Returns for each length the members that were complete.
pub(super) fn cut_and_change(kind: &ContainerKind, bytes: &[u8]) -> Vec<Vec<String>> {
    let limits = Limits { member_size: 1 << 16, members: 100, ..Limits::default() };
    change_each(kind, bytes, 0..bytes.len(), &limits);
    let path = |(path, outcome)| matches!(outcome, Outcome::File(_, Ok(()))).then_some(path);
    (0..bytes.len()).map(|length| cut(kind, bytes, length, &limits).into_iter().filter_map(path).collect()).collect()
}

/// Truncates a container without a directory everywhere, and changes all of it; for long ones only some places, as they
/// are slow to unpack. A member must stay complete at every length beyond the first that has it complete, and must be
/// complete as soon as the next member, whose bytes come after it, is listed.
pub(super) fn loses_nothing(kind: &ContainerKind, bytes: &[u8]) {
    let step = if bytes.len() < 3_000 { 1 } else { 17 } * stride(6);
    let limits = Limits::default();
    change_each(kind, bytes, (0..bytes.len()).step_by(step), &limits);
    let whole = cut(kind, bytes, bytes.len(), &limits);
    let is_file: Vec<_> = whole.iter().map(|(_, outcome)| matches!(outcome, Outcome::File(..))).collect();
    let mut complete = vec![false; whole.len()];
    for length in (0..=bytes.len()).rev().step_by(step).collect::<Vec<_>>().into_iter().rev() {
        let found = cut(kind, bytes, length, &limits);
        for (index, expected) in whole.iter().enumerate() {
            let is_whole = is_file[index] && found.get(index) == Some(expected);
            assert!(is_whole || !complete[index], "cut at {length}, member {index} is lost");
            complete[index] |= is_whole;
            let is_next_listed = found.len() > index + 1;
            assert!(is_whole || !is_next_listed || !is_file[index], "cut at {length}, member {index} is not whole");
        }
    }
    assert_eq!(complete, is_file);
}

/// Truncates an image at these increasing lengths: it must report that, and the number of complete members must grow up
/// to all of them.
pub(super) fn cut_image(kind: &ContainerKind, bytes: &[u8], lengths: impl IntoIterator<Item = usize>) {
    let limits = Limits::default();
    let whole = members(&opened(kind, bytes, &limits), &limits);
    let mut complete = 0;
    for length in lengths {
        let contents = opened(kind, &bytes[..length], &limits);
        assert_eq!(contents.faults[0], ContainerError::damaged("it is cut off"));
        let now = members(&contents, &limits).iter().zip(&whole).filter(|(found, whole)| found == whole).count();
        assert!(now >= complete, "{length}");
        complete = now;
    }
    assert_eq!(complete, whole.len());
}
