//! What the tests of all kinds share: samples, what is in them, and what must hold of them however they are damaged.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::single::GZIP;
use super::{Blob, ContainerError, ContainerKind, Contents, Limits, MemberKind, OpenOptions};

/// A member of most samples.
pub(super) const TURN: &str = "The war of the north, turn 12\r\nNorth attacks Alaska from Kamchatka with 5 armies.\r\nEast builds 3 armies in Brazil.\r\nEast attacks North Africa from Brazil with 5 armies.\r\nWest builds 3 armies in Ontario.\r\n";

/// The longer member of most samples.
pub(super) fn log() -> String {
    (0..9).flat_map(|day| TURN.split_inclusive('\n').map(move |line| format!("{day}: {line}"))).collect()
}

/// The member in a folder of most samples.
pub(super) fn map() -> String {
    "Alaska Kamchatka Brazil Ontario\r\n".repeat(4)
}

/// A file under `fixtures/`.
pub(super) fn fixture(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A container under `fixtures/containers/`.
pub(super) fn sample(path: &str) -> Vec<u8> {
    fixture(&format!("containers/{path}"))
}

/// The container that a sample holds, which is packed by gzip as often as its name says.
pub(super) fn unpacked(path: &str) -> Vec<u8> {
    let times = path.matches(".gz").count();
    (0..times).fold(sample(path), |packed, _| files(&GZIP, &packed).into_values().next().unwrap())
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
pub(super) fn open(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Result<Contents, ContainerError> {
    (kind.open)(&blob(bytes), &OpenOptions { name: "WAR.X.ext", limits })
}

/// What is in the bytes, which can be opened.
pub(super) fn opened(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Contents {
    open(kind, bytes, limits).unwrap_or_else(|error| panic!("{error}"))
}

/// What is listed, a line a member: path, size, packed size, date and method, or why it is closed.
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

/// The bytes of a member up to where they end or an error is met.
pub(super) fn read(contents: &Contents, index: usize, limits: &Limits) -> (Vec<u8>, Result<(), ContainerError>) {
    let mut bytes = Vec::new();
    let end = contents.container.read(index, limits).and_then(|mut reader| {
        reader.read_to_end(&mut bytes)?;
        Ok(())
    });
    (bytes, end)
}

/// The whole text of a member.
pub(super) fn text(contents: &Contents, path: &str) -> String {
    let index = contents.members.iter().position(|member| &*member.path == path);
    let index = index.unwrap_or_else(|| panic!("no {path} in {:?}", listed(contents)));
    let (bytes, end) = read(contents, index, &Limits::default());
    assert_eq!(end, Ok(()), "{path}");
    String::from_utf8(bytes).unwrap()
}

/// A member as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A file, and how reading it ended.
    File(Vec<u8>, Result<(), ContainerError>),
    /// Something else.
    Other(MemberKind),
}

/// The members of a container by their paths, as they were read.
pub(super) type Members = Vec<(String, Outcome)>;

/// Reads all members of a container, each no further than the limit and than it was said to be long.
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

/// The members of a whole container: its files, by their paths.
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

/// Changes the bytes at these places, one at a time, and reads all: nothing panics, and no more comes out than the limits
/// let.
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

/// The members of what is cut off at that length, and nothing where that cannot be opened.
fn cut(kind: &ContainerKind, bytes: &[u8], length: usize, limits: &Limits) -> Members {
    is_a(kind, &bytes[..length]);
    open(kind, &bytes[..length], limits).map(|contents| members(&contents, limits)).unwrap_or_default()
}

/// Cuts a container off at each byte, and changes each byte. Gives for each length the members that were whole.
pub(super) fn cut_and_change(kind: &ContainerKind, bytes: &[u8]) -> Vec<Vec<String>> {
    let limits = Limits { member_size: 1 << 16, members: 100, ..Limits::default() };
    change_each(kind, bytes, 0..bytes.len(), &limits);
    let path = |(path, outcome)| matches!(outcome, Outcome::File(_, Ok(()))).then_some(path);
    (0..bytes.len()).map(|length| cut(kind, bytes, length, &limits).into_iter().filter_map(path).collect()).collect()
}

/// Cuts a container without a directory off everywhere, and changes all of it; of long ones some places only, as they are
/// slow to unpack. A member is read whole in all longer pieces than the first that has it whole, and that is at the latest
/// where the next is listed whose bytes lie behind it.
pub(super) fn loses_nothing(kind: &ContainerKind, bytes: &[u8]) {
    let step = if bytes.len() < 3_000 { 1 } else { 17 };
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

/// Cuts an image off at these lengths, ever longer ones: it says so, and the members that are whole become more, up to
/// all.
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
