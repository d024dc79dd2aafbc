//! A folder of tables as one input: each file follows a line with its name.

use std::collections::BTreeMap;

use ludex::internals::archive::FolderFile;

use crate::mutate;
use crate::random::Random;

const MARK: &[u8] = b"\x1e";

/// Joins the files of a folder to one input.
pub fn joined(files: &[FolderFile]) -> Vec<u8> {
    let parts = files.iter().map(|file| [MARK, file.path.as_bytes(), b"\n", &file.bytes].concat());
    parts.collect::<Vec<_>>().concat()
}

/// Returns the files by their paths; those with the same name are concatenated.
pub fn files(input: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for part in input.split(|byte| MARK.contains(byte)).skip(1) {
        let end = part.iter().position(|&byte| byte == b'\n').unwrap_or(part.len());
        let path = String::from_utf8_lossy(&part[..end]).into_owned();
        files.entry(path).or_default().extend_from_slice(part.get(end + 1..).unwrap_or_default());
    }
    files
}

/// Changes one of the files; `other` is another folder.
pub fn mutate(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let (mut own, others) = (files(input), files(other));
    let names: Vec<String> = own.keys().cloned().collect();
    let Some(name) = random.choose(&names) else { return };
    if random.one_in(20) {
        own.remove(name);
    } else if let Some(bytes) = own.get_mut(name) {
        mutate::mutate(bytes, others.get(name).map_or(&[], Vec::as_slice), random);
    }
    let files: Vec<FolderFile> = own.into_iter().map(|(path, bytes)| FolderFile { path, bytes }).collect();
    *input = joined(&files);
}
