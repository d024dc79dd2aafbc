//! Finds the members of a ZIP without its directory, by their local headers.

use std::collections::HashMap;
use std::io::{self, Read};

use memchr::memmem;

use super::super::fields::Fields;
use super::super::{Blob, ContainerError};
use super::member::{DESCRIBED_BEHIND, Header, is_method};
use super::{Found, LOCAL, LOCAL_LENGTH};

/// Signature of the data descriptor that follows a member.
const DESCRIPTION: [u8; 4] = *b"PK\x07\x08";
/// Signature of a member in the directory.
const DIRECTORY: [u8; 4] = *b"PK\x01\x02";

/// Bytes of the file that are searched at once.
const BLOCK: u64 = 1 << 16;

/// Adds the members that are missing from the directory.
pub(super) fn list(file: &Blob, found: &mut Found<'_>) -> Result<(), ContainerError> {
    let listed: HashMap<u64, u64> = found.entries.iter().map(|entry| (entry.offset, entry.packed)).collect();
    let mut marks = Marks::new(file);
    let mut at = 0;
    while let Some((place, mark)) = marks.next(at)? {
        at = place + 1;
        if mark != LOCAL {
            continue;
        }
        let mut behind = Vec::new();
        let Some((mut header, start)) = local(file, place, &mut behind)? else { continue };
        let entry = &mut header.entry;
        if let Some(packed) = listed.get(&place) {
            at = start.saturating_add(*packed);
            continue;
        }
        if entry.flags & DESCRIBED_BEHIND != 0 && entry.crc == 0 && entry.packed == 0 {
            at = describe(&mut marks, &mut header, start)?;
        } else {
            at = start.saturating_add(entry.packed);
            entry.is_cut = at > file.len();
        }
        if !found.push(&header) {
            break;
        }
    }
    Ok(())
}

/// Returns the local header at an offset, and the offset of its member's data.
fn local<'h>(file: &Blob, place: u64, behind: &'h mut Vec<u8>) -> io::Result<Option<(Header<'h>, u64)>> {
    let Some((mut header, name, extra)) = fixed(file, place)? else { return Ok(None) };
    let length = (name + extra) as u64;
    let start = place + LOCAL_LENGTH as u64;
    file.part(start, length).reader().read_to_end(behind)?;
    let mut fields = Fields(behind);
    let (Some(name), Some(extra)) = (fields.bytes(name), fields.bytes(extra)) else { return Ok(None) };
    (header.name, header.extra) = (name, extra);
    header.extend();
    header.entry.offset = place;
    Ok(Some((header, start + length)))
}

/// Reads the fixed part of a local header; its signature alone may also occur within packed data.
fn fixed<'h>(file: &Blob, place: u64) -> io::Result<Option<(Header<'h>, usize, usize)>> {
    Ok(file.read_array_at::<LOCAL_LENGTH>(place)?.and_then(|fixed| fixed_header(&fixed)))
}

fn fixed_header<'h>(fixed: &[u8]) -> Option<(Header<'h>, usize, usize)> {
    let mut fields = Fields(fixed);
    let (mark, version) = (fields.bytes(4)?, fields.u8()?);
    fields.u8()?;
    let (header, name, extra) = Header::read(&mut fields)?;
    let is_one = mark == LOCAL && version < 100 && is_method(header.entry.method) && name > 0;
    is_one.then_some((header, name, extra))
}

/// Finds the end of a member whose length follows it; returns where the search for the next one continues.
fn describe(marks: &mut Marks<'_>, header: &mut Header<'_>, start: u64) -> io::Result<u64> {
    let file = marks.file;
    let entry = &mut header.entry;
    let mut at = start;
    while let Some((place, mark)) = marks.next(at)? {
        at = place + 1;
        // The descriptor may lack its signature: it is then directly before the next header.
        let fields_at = if mark == DESCRIPTION { Some(place + 4) } else { place.checked_sub(12) };
        let end = if mark == DESCRIPTION { Some(place) } else { fields_at };
        let packed = end.and_then(|end| end.checked_sub(start));
        if let (Some(fields_at), Some(packed)) = (fields_at, packed) {
            let mut fields = [0; 22];
            let length = file.read_full_at(fields_at, &mut fields)?;
            if let Some((crc, size)) = description(&fields[..length], packed) {
                (entry.crc, entry.packed, entry.size) = (crc, packed, size);
                return Ok(place);
            }
        }
        let is_next = match mark {
            DIRECTORY => true,
            // An archive inside an archive is often stored, so its headers do not end the member.
            LOCAL if entry.method != 0 => fixed(file, place)?.is_some(),
            _ => false,
        };
        if is_next {
            entry.packed = place - start;
            entry.is_size_known = false;
            return Ok(place);
        }
    }
    entry.packed = file.len().saturating_sub(start);
    (entry.is_size_known, entry.is_cut) = (false, true);
    Ok(file.len())
}

/// Parses the CRC and the length of a member with `packed` bytes; returns `None` if the fields are no descriptor.
/// Lengths have four or eight bytes: eight if another signature follows then.
fn description(fields: &[u8], packed: u64) -> Option<(u32, u64)> {
    let mut small = Fields(fields);
    let crc = small.u32()?;
    let mut large = small;
    if large.u64() == Some(packed) {
        let size = large.u64();
        let next = large.0.get(..2).unwrap_or(large.0);
        if let Some(size) = size.filter(|_| b"PK".starts_with(next)) {
            return Some((crc, size));
        }
    }
    let is_small = small.u32().map(u64::from) == Some(packed);
    is_small.then(|| small.u32()).flatten().map(|size| (crc, size.into()))
}

/// The signatures in a file.
struct Marks<'f> {
    file: &'f Blob,
    start: u64,
    block: Vec<u8>,
}

impl<'f> Marks<'f> {
    fn new(file: &'f Blob) -> Self {
        Marks { file, start: 0, block: Vec::new() }
    }

    /// Returns the next signature from an offset on.
    fn next(&mut self, mut from: u64) -> io::Result<Option<(u64, [u8; 4])>> {
        loop {
            let behind = self.start + self.block.len() as u64;
            if from < self.start || from.saturating_add(4) > behind {
                self.block.clear();
                self.start = from;
                self.file.part(from, BLOCK).reader().read_to_end(&mut self.block)?;
                if self.block.len() < 4 {
                    return Ok(None);
                }
            }
            let there = &self.block[(from - self.start) as usize..];
            let found = memmem::find_iter(there, b"PK").find_map(|at| {
                let mark = *there.get(at..)?.first_chunk()?;
                [LOCAL, DESCRIPTION, DIRECTORY].contains(&mark).then_some((from + at as u64, mark))
            });
            if found.is_some() {
                return Ok(found);
            }
            // A signature may span the border of two blocks.
            from += there.len() as u64 - 3;
        }
    }
}
