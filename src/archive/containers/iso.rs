//! Images of CDs: ISO 9660, with the long names of Rock Ridge or of Joliet.
//!
//! They are read here because the library hadris-iso brings eight more and parts of it are new, isomage gives no dates,
//! and cdfs is a program with its own arguments.

use std::collections::HashSet;
use std::io::{self, Read};

use super::fields::u32_at;
use super::listing::{Listing, of_member};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method, OpenOptions, Trust,
};

mod record;

use record::{Names, Record};

/// Images of CDs.
pub static ISO: ContainerKind = ContainerKind {
    id: "iso",
    title: "ISO 9660 disc image",
    extensions: &["iso", "cdr"],
    methods: &[STORED],
    trust: Trust::Certain,
    matches: |_, file| file.len() >= DESCRIPTORS + SECTOR && is_descriptor(file, DESCRIPTORS).unwrap_or_default(),
    open,
};

const STORED: Method = Method { name: "stored", is_proved: true };
const SECTOR: u64 = 2_048;
/// Offset of the volume descriptors.
const DESCRIPTORS: u64 = 16 * SECTOR;
/// Limit of descriptors that are examined.
const MAX_DESCRIPTORS: u64 = 64;
/// Limit of the nesting depth of folders, although discs have at most eight levels.
const MAX_DEPTH: usize = 64;

fn is_descriptor(file: &Blob, place: u64) -> io::Result<bool> {
    Ok(file.read_array_at::<6>(place)?.is_some_and(|start| start.ends_with(b"CD001")))
}

struct IsoImage {
    file: Blob,
    files: Vec<Vec<(u64, u64)>>,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let (root, names, is_whole) = root(file)?;
    let mut listing = Listing::new(options.limits);
    if !is_whole {
        listing.fault(ContainerError::damaged("it is cut off"));
    }
    let mut walk = Walk { file, names, limits: options.limits, listing, files: Vec::new(), seen: HashSet::new() };
    walk.folder("", &root, 0)?;
    let Walk { listing, files, .. } = walk;
    Ok(listing.contents(IsoImage { file: file.clone(), files }))
}

/// Returns the root folder, the kind of its names, and whether the disc is as long as it says.
fn root(file: &Blob) -> Result<(Record, Names, bool), ContainerError> {
    let mut found: Option<(Record, Names)> = None;
    let mut is_whole = true;
    for number in 0..MAX_DESCRIPTORS {
        let place = DESCRIPTORS + number * SECTOR;
        let Some(block) = file.read_array_at::<{ SECTOR as usize }>(place)? else { break };
        let escapes = block.get(88..91).unwrap_or_default();
        let names = match block[0] {
            // The primary descriptor's folders may have names of Rock Ridge.
            1 => Names::Plain,
            2 if matches!(escapes, [b'%', b'/', b'@' | b'C' | b'E']) => Names::Joliet,
            255 => break,
            _ => continue,
        };
        if !block[1..].starts_with(b"CD001") {
            break;
        }
        let Some(record) = Record::parse(block.get(156..190).unwrap_or_default()) else { continue };
        if let (1, Some(blocks)) = (block[0], u32_at(&block, 80)) {
            is_whole = u64::from(blocks) * SECTOR <= file.len();
        }
        let names = match names {
            Names::Plain => rock_ridge(file, &record)?,
            names => names,
        };
        // Names of Rock Ridge are complete; those of Joliet may be cut off.
        let is_better = !matches!(found, Some((_, Names::RockRidge { .. })));
        if is_better {
            found = Some((record, names));
        }
    }
    let (record, names) = found.ok_or_else(|| ContainerError::damaged("it does not say where its folders are"))?;
    Ok((record, names, is_whole))
}

/// Detects names of Rock Ridge, which the first entry of the root folder declares.
fn rock_ridge(file: &Blob, root: &Record) -> io::Result<Names> {
    let mut bytes = [0; 255];
    let length = file.read_full_at(root.start(), &mut bytes)?;
    let there = bytes.get(..length.min(bytes[0].into())).unwrap_or_default();
    let skipped = Record::parse(there).and_then(|first| first.skipped_by_rock_ridge(there));
    Ok(skipped.map_or(Names::Plain, |skipped| Names::RockRidge { skipped }))
}

/// A walk through the folders of a disc.
struct Walk<'f> {
    file: &'f Blob,
    names: Names,
    limits: &'f Limits,
    listing: Listing<'f>,
    files: Vec<Vec<(u64, u64)>>,
    /// Sectors of folders; each is read only once, since damaged folders might contain each other.
    seen: HashSet<u64>,
}

impl Walk<'_> {
    /// Lists a folder and the folders in it. Returns `false` if there are too many members.
    fn folder(&mut self, path: &str, folder: &Record, depth: usize) -> Result<bool, ContainerError> {
        let mut parts: Vec<(u64, u64)> = Vec::new();
        let end = folder.start().saturating_add(folder.size.into());
        for place in (folder.start()..end).step_by(SECTOR as usize) {
            if place >= self.file.len() || !self.seen.insert(place / SECTOR) {
                self.listing.fault(ContainerError::damaged(format!("the folder /{path} is not whole")));
                break;
            }
            let mut sector = [0; SECTOR as usize];
            let length = self.file.read_full_at(place, &mut sector)?;
            let mut rest = sector.get(..length).unwrap_or_default();
            while let Some((record, behind)) = rest.first().and_then(|&length| rest.split_at_checked(length.into())) {
                // No record extends into the next sector: the rest of this one is empty.
                let Some(parsed) = Record::parse(record) else { break };
                rest = behind;
                if parsed.is_here_or_above(record) {
                    continue;
                }
                if parsed.has_more {
                    parts.push((parsed.start(), parsed.size.into()));
                    continue;
                }
                if !self.entry(path, &parsed, record, std::mem::take(&mut parts), depth)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Lists a file or folder. `parts` are those of a file before its last.
    fn entry(
        &mut self,
        path: &str,
        entry: &Record,
        record: &[u8],
        mut parts: Vec<(u64, u64)>,
        depth: usize,
    ) -> Result<bool, ContainerError> {
        let (name, stored) = entry.name(record, self.names, self.file)?;
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        parts.push((entry.start(), entry.size.into()));
        let size = (!entry.is_folder).then(|| parts.iter().map(|(_, length)| length).sum());
        let member = Member {
            kind: if entry.is_folder { MemberKind::Folder } else { entry.kind(record, self.names) },
            size,
            packed: size,
            modified: entry.modified,
            method: STORED,
            path: path.as_str().into(),
        };
        if !self.listing.push(member, path.len().max(stored)) {
            return Ok(false);
        }
        self.files.push(parts);
        if !entry.is_folder {
            return Ok(true);
        }
        if depth >= MAX_DEPTH || path.len() > self.limits.name_length {
            self.listing.fault(ContainerError::damaged("its folders lie too deep in each other"));
            return Ok(true);
        }
        self.folder(&path, entry, depth + 1)
    }
}

impl Container for IsoImage {
    fn read(&self, index: usize, _: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let parts = of_member(&self.files, index)?;
        Ok(Box::new(PartsReader {
            file: &self.file,
            parts: parts.iter(),
            part: self.file.part(0, 0).reader(),
            left: 0,
        }))
    }
}

/// A reader of the parts of a file in sequence.
struct PartsReader<'i> {
    file: &'i Blob,
    parts: std::slice::Iter<'i, (u64, u64)>,
    part: super::BlobReader,
    /// Bytes left in the current part.
    left: u64,
}

impl Read for PartsReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 {
            let Some(&(start, length)) = self.parts.next() else { return Ok(0) };
            self.part = self.file.part(start, length).reader();
            self.left = length;
        }
        let length = self.part.read(buffer)?;
        if length == 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
