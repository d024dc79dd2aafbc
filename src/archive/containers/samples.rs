//! What the tests of all kinds share: samples, what is in them, and what must hold of them however they are damaged.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::{Blob, ContainerError, ContainerKind, Contents, Limits, MemberKind, OpenOptions};

/// The members of most samples.
pub(super) const TURN: &str = "The war of the north, turn 12\r\nNorth attacks Alaska from Kamchatka with 5 armies.\r\nEast builds 3 armies in Brazil.\r\nEast attacks North Africa from Brazil with 5 armies.\r\nWest builds 3 armies in Ontario.\r\n";

/// The longer member of most samples.
pub(super) fn log() -> String {
    (0..9).flat_map(|day| TURN.split_inclusive('\n').map(move |line| format!("{day}: {line}"))).collect()
}

/// The member in a folder of most samples.
pub(super) fn map() -> String {
    "Alaska Kamchatka Brazil Ontario\r\n".repeat(4)
}

/// The bytes of a sample.
pub(super) fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/containers").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(super) fn blob(bytes: &[u8]) -> Blob {
    Blob::from_memory(Arc::new(bytes.to_vec()))
}

pub(super) fn opened(kind: &ContainerKind, bytes: &[u8], limits: &Limits) -> Contents {
    (kind.open)(&blob(bytes), &OpenOptions { name: "SAMPLE", limits }).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether the kind takes a file.
pub(super) fn is_taken(kind: &ContainerKind, bytes: &[u8]) -> bool {
    (kind.matches)(&bytes[..bytes.len().min(8 << 10)], &blob(bytes))
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
pub(super) fn read(contents: &Contents, index: usize) -> (Vec<u8>, Result<(), String>) {
    let mut bytes = Vec::new();
    let read = contents.container.read(index, &Limits::default());
    let result = read.map_err(|error| error.to_string()).and_then(|mut reader| {
        reader.read_to_end(&mut bytes).map(drop).map_err(|error| ContainerError::from(error).to_string())
    });
    (bytes, result)
}

/// The whole text of a member.
pub(super) fn text(contents: &Contents, path: &str) -> String {
    let index = contents.members.iter().position(|member| &*member.path == path);
    let (bytes, result) = read(contents, index.unwrap_or_else(|| panic!("no {path} in {:?}", listed(contents))));
    assert_eq!(result, Ok(()), "{path}");
    String::from_utf8(bytes).unwrap()
}

/// Every byte of our own samples is tried; of longer ones some, as they are slow to unpack.
fn step_of(bytes: &[u8]) -> usize {
    if bytes.len() < 3_000 { 1 } else { 17 }
}

/// Opens a sample cut off at each place. A member is read whole in all longer pieces than the first that has it whole,
/// and that is at the latest where the next is listed whose bytes lie behind it.
pub(super) fn cut_everywhere(kind: &ContainerKind, bytes: &[u8]) {
    let limits = Limits::default();
    let whole = opened(kind, bytes, &limits);
    let contents: Vec<_> = (0..whole.members.len()).map(|index| read(&whole, index)).collect();
    let mut complete = vec![false; contents.len()];
    for length in (0..=bytes.len()).rev().step_by(step_of(bytes)).collect::<Vec<_>>().into_iter().rev() {
        let cut = &bytes[..length];
        is_taken(kind, cut);
        let Ok(opened) = (kind.open)(&blob(cut), &OpenOptions { name: "SAMPLE", limits: &limits }) else {
            assert!(!complete.contains(&true), "cut at {length}, nothing is listed");
            continue;
        };
        for (index, expected) in contents.iter().enumerate() {
            let there = opened.members.get(index).filter(|member| member.path == whole.members[index].path);
            let is_file = there.is_some_and(|member| member.kind == MemberKind::File);
            let is_whole = is_file && read(&opened, index) == *expected;
            assert!(is_whole || !complete[index], "cut at {length}, member {index} is lost");
            complete[index] |= is_whole;
            let is_next_listed = opened.members.len() > index + 1;
            let was_file = whole.members[index].kind == MemberKind::File;
            assert!(is_whole || !is_next_listed || !was_file, "cut at {length}, member {index} is not whole");
        }
    }
    assert_eq!(complete, whole.members.iter().map(|m| m.kind == MemberKind::File).collect::<Vec<_>>());
}

/// Opens a sample with each byte changed, and reads all of it: no member is longer than was told.
pub(super) fn flip_everywhere(kind: &ContainerKind, bytes: &[u8]) {
    let limits = Limits::default();
    for at in (0..bytes.len()).step_by(step_of(bytes)) {
        for mask in [0x01, 0x80, 0xFF] {
            let mut flipped = bytes.to_vec();
            flipped[at] ^= mask;
            is_taken(kind, &flipped);
            let options = OpenOptions { name: "SAMPLE", limits: &limits };
            let Ok(contents) = (kind.open)(&blob(&flipped), &options) else { continue };
            for (index, member) in contents.members.iter().enumerate() {
                if member.kind == MemberKind::File {
                    let length = read(&contents, index).0.len() as u64;
                    assert!(length <= member.size.unwrap_or(length), "byte {at}");
                }
            }
        }
    }
}
