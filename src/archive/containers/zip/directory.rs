//! The directory at the end of a ZIP.

use std::io::{self, BufReader, Read};

use memchr::memmem;

use super::super::fields::Fields;
use super::super::{Blob, ContainerError};
use super::Found;
use super::member::{Attributes, Header};

/// Signature of a member in the directory.
const MEMBER: &[u8; 4] = b"PK\x01\x02";
/// Length of a member's fixed part before its name.
const MEMBER_LENGTH: usize = 46;

/// Signature of the end of the directory.
const END: &[u8; 4] = b"PK\x05\x06";
/// Length of the end without a comment.
const END_LENGTH: usize = 22;
/// Limit of the comment's length, which follows the end.
const MAX_COMMENT: u64 = 65_535;

/// Signature and length of the ZIP64 locator, which gives the offset of the ZIP64 end and is before the ordinary end.
const LARGE_AT: &[u8; 4] = b"PK\x06\x07";
const LARGE_AT_LENGTH: usize = 20;
/// Signature and length of the ZIP64 end of the directory.
const LARGE_END: &[u8; 4] = b"PK\x06\x06";
const LARGE_END_LENGTH: usize = 56;

/// Bytes of the file that are searched at once for the end.
const BLOCK: usize = 4_096;

/// The state of a directory.
pub(super) struct Directory {
    /// Whether the directory exists and is complete.
    pub is_whole: bool,
    is_there: bool,
}

impl Directory {
    /// Returns the fault of the directory, with the numbers of members that it listed and of members found in the file.
    pub fn fault(&self, listed: usize, found: usize) -> ContainerError {
        let members = |count| if count == 1 { "1 member".into() } else { format!("{count} members") };
        ContainerError::Damaged(if self.is_there {
            format!("its directory is damaged; {} found, {} of them without it", members(found), found - listed)
        } else {
            format!("it is cut off; its directory is missing, {} found", members(found))
        })
    }
}

/// Returns whether a file ends like a ZIP with members; its beginning may be anything.
pub(super) fn is_at_end(file: &Blob) -> bool {
    let mut buffer = [0; BLOCK];
    let start = file.len().saturating_sub(END_LENGTH as u64 + MAX_COMMENT);
    let mut end = file.len();
    loop {
        let begin = end.saturating_sub(BLOCK as u64).max(start);
        let block = &mut buffer[..(end - begin) as usize];
        if file.read_full_at(begin, block).ok() != Some(block.len()) {
            return false;
        }
        let found = memmem::rfind_iter(block, END);
        if found.filter_map(|at| End::read(file, begin + at as u64)).any(|end| end.length > 0) {
            return true;
        }
        if begin == start {
            return false;
        }
        // The signature may span the border of the block.
        end = begin + END.len() as u64 - 1;
    }
}

/// The end of a directory, which locates it.
struct End {
    /// Offset of the directory in this file.
    start: u64,
    /// Length in bytes.
    length: u64,
    /// Number of members; if `is_small`, only its lower 16 bits.
    count: u64,
    /// Whether the number of members has only two bytes.
    is_small: bool,
    /// Bytes that were inserted before the archive after it was made.
    shift: i64,
    /// Number of this disk, if there are several.
    disk: u32,
}

impl End {
    /// Parses the end at an offset; returns `None` if its statements are impossible.
    fn read(file: &Blob, at: u64) -> Option<End> {
        let end = file.read_array_at::<END_LENGTH>(at).ok()??;
        let mut fields = Fields(&end);
        fields.bytes(4).filter(|mark| mark == END)?;
        let (disk, _, _, count) = (fields.u16()?, fields.u16()?, fields.u16()?, fields.u16()?);
        let (length, stated) = (fields.u32()?, fields.u32()?);
        let large = (count == u16::MAX || length == u32::MAX || stated == u32::MAX).then(|| Self::large(file, at));
        if let Some(large) = large.flatten() {
            return Some(large);
        }
        // When Info-ZIP writes to a pipe, it refers to a ZIP64 end but omits it.
        let stated = if stated == u32::MAX { at.checked_sub(length.into())? } else { stated.into() };
        let (start, shift) = place(file, at, length.into(), stated)?;
        Some(End { start, length: length.into(), count: count.into(), is_small: true, shift, disk: disk.into() })
    }

    fn large(file: &Blob, before: u64) -> Option<End> {
        let at = before.checked_sub(LARGE_AT_LENGTH as u64)?;
        let pointer = file.read_array_at::<LARGE_AT_LENGTH>(at).ok()??;
        let mut fields = Fields(&pointer);
        fields.bytes(4).filter(|mark| mark == LARGE_AT)?;
        fields.u32()?;
        // If something was inserted before the archive, the stated offset is wrong, but the ZIP64 end is directly
        // before.
        let places = [fields.u64()?, at.checked_sub(LARGE_END_LENGTH as u64)?];
        places.into_iter().find_map(|at| {
            let end = file.read_array_at::<LARGE_END_LENGTH>(at).ok()??;
            let mut fields = Fields(&end);
            fields.bytes(4).filter(|mark| mark == LARGE_END)?;
            fields.bytes(12)?;
            let (disk, _, _, count) = (fields.u32()?, fields.u32()?, fields.u64()?, fields.u64()?);
            let (length, stated) = (fields.u64()?, fields.u64()?);
            let (start, shift) = place(file, at, length, stated)?;
            Some(End { start, length, count, is_small: false, shift, disk })
        })
    }
}

/// Locates a directory of this length before its end or at the stated offset; returns its offset and by how much it was
/// moved.
fn place(file: &Blob, end: u64, length: u64, stated: u64) -> Option<(u64, i64)> {
    if length == 0 {
        // An empty directory has no other sign: a comment may contain what looks like its end.
        return (end == stated).then_some((end, 0));
    }
    let is_directory = |start: u64| file.read_array_at(start).is_ok_and(|mark| mark == Some(*MEMBER));
    let right_before = end.checked_sub(length).filter(|start| is_directory(*start));
    let start = right_before.or_else(|| {
        let ends_before = stated.checked_add(length).is_some_and(|behind| behind <= end);
        Some(stated).filter(|stated| ends_before && is_directory(*stated))
    })?;
    Some((start, i64::try_from(start).ok()?.checked_sub(i64::try_from(stated).ok()?)?))
}

/// Returns the last valid end in a file.
fn last_end(file: &Blob) -> Result<Option<End>, ContainerError> {
    let start = file.len().saturating_sub(END_LENGTH as u64 + MAX_COMMENT);
    let tail = file.part(start, file.len() - start).read_all()?;
    Ok(memmem::rfind_iter(&tail, END).find_map(|at| End::read(file, start + at as u64)))
}

/// Lists the members of the directory, as far as it can be read.
pub(super) fn list(file: &Blob, found: &mut Found<'_>) -> Result<Directory, ContainerError> {
    let Some(end) = last_end(file)? else { return Ok(Directory { is_whole: false, is_there: false }) };
    let mut reader = BufReader::with_capacity(1 << 16, file.part(end.start, end.length).reader());
    let mut behind = Vec::new();
    let mut count = 0;
    loop {
        let mut fixed = [0; MEMBER_LENGTH];
        match reader.read_exact(&mut fixed) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error.into()),
        }
        let Some((mut header, lengths)) = member(&fixed) else { break };
        let wanted = lengths.iter().sum::<usize>();
        behind.clear();
        reader.by_ref().take(wanted as u64).read_to_end(&mut behind)?;
        let mut fields = Fields(&behind);
        let (Some(name), Some(extra), Some(_)) =
            (fields.bytes(lengths[0]), fields.bytes(lengths[1]), fields.bytes(lengths[2]))
        else {
            break;
        };
        (header.name, header.extra) = (name, extra);
        header.extend();
        count += 1;
        if header.disk != end.disk {
            header.damage = Some(ContainerError::Unsupported("on another disk of the archive".into()));
        }
        match header.entry.offset.checked_add_signed(end.shift).filter(|offset| *offset < file.len()) {
            Some(offset) => header.entry.offset = offset,
            None => header.damage = Some(ContainerError::damaged("it is not in the file")),
        }
        if !found.push(&header) {
            break;
        }
    }
    let is_counted = count == end.count || end.is_small && count & 0xFFFF == end.count;
    Ok(Directory { is_whole: is_counted, is_there: true })
}

/// Parses a member of the directory; returns its header, and the lengths of its name, extra fields and comment.
fn member<'h>(fixed: &[u8]) -> Option<(Header<'h>, [usize; 3])> {
    let mut fields = Fields(fixed);
    fields.bytes(4).filter(|mark| mark == MEMBER)?;
    let (_, system, _) = (fields.u8()?, fields.u8()?, fields.u16()?);
    let (mut header, name, extra) = Header::read(&mut fields)?;
    let (comment, disk, _) = (fields.u16()?, fields.u16()?, fields.u16()?);
    let (bits, offset) = (fields.u32()?, fields.u32()?);
    header.attributes = Some(Attributes { system, bits });
    header.disk = disk.into();
    header.entry.offset = offset.into();
    Some((header, [name, extra, comment.into()]))
}
