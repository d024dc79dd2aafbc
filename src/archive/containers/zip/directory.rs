//! The directory at the end of a ZIP.

use std::io::{self, BufReader, Read};

use memchr::memmem;

use super::super::fields::Fields;
use super::super::{Blob, ContainerError};
use super::Found;
use super::member::{Attributes, Header};

/// The mark of a member in the directory.
const MEMBER: &[u8; 4] = b"PK\x01\x02";
/// The length of what stands before its name.
const MEMBER_LENGTH: usize = 46;

/// The mark of the end of the directory.
const END: &[u8; 4] = b"PK\x05\x06";
/// Its length without a comment.
const END_LENGTH: usize = 22;
/// The longest comment, which stands behind it.
const MAX_COMMENT: u64 = 65_535;

/// The mark of what says where the end of a large directory is, and its length; it stands before the end of a small one.
const LARGE_AT: &[u8; 4] = b"PK\x06\x07";
const LARGE_AT_LENGTH: usize = 20;
/// The mark of the end of a large directory, and its length.
const LARGE_END: &[u8; 4] = b"PK\x06\x06";
const LARGE_END_LENGTH: usize = 56;

/// The part of a file that is searched at once for the end, in bytes.
const BLOCK: usize = 4_096;

/// How the directory was.
pub(super) struct Directory {
    /// Whether it was there, and all of it.
    pub is_whole: bool,
    is_there: bool,
}

impl Directory {
    /// What is wrong with it: so many members were listed in it, so many are there.
    pub fn fault(&self, listed: usize, found: usize) -> ContainerError {
        let members = |count| if count == 1 { "1 member".into() } else { format!("{count} members") };
        ContainerError::Damaged(if self.is_there {
            format!("its directory is damaged; {} found, {} of them without it", members(found), found - listed)
        } else {
            format!("it is cut off; its directory is missing, {} found", members(found))
        })
    }
}

/// Whether a file ends as a ZIP does that has members. It may begin otherwise.
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
        // The mark may lie across the border.
        end = begin + END.len() as u64 - 1;
    }
}

/// The end of a directory, which says where that is.
struct End {
    /// Where the directory begins in this file.
    start: u64,
    /// Its length.
    length: u64,
    /// How many members it has, as far as that fits into the field.
    count: u64,
    /// Whether the field for that has but two bytes.
    is_small: bool,
    /// How much further back all is in this file than it was in that which was made.
    shift: i64,
    /// The number of this disk, where there are several.
    disk: u32,
}

impl End {
    /// The end that stands at that place, where what it says can be.
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
        // Info-ZIP says that it stands elsewhere, and leaves that out, where it writes to a pipe.
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
        // Where something stands before the archive, it is not where it says, but it is right before.
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

/// Where a directory of that length is that should lie there and before its end, and how far it was moved.
fn place(file: &Blob, end: u64, length: u64, stated: u64) -> Option<(u64, i64)> {
    if length == 0 {
        // There is no other sign of it: a comment may hold what looks like the end of an empty one.
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

/// The last end that a file has.
fn last_end(file: &Blob) -> Result<Option<End>, ContainerError> {
    let start = file.len().saturating_sub(END_LENGTH as u64 + MAX_COMMENT);
    let tail = file.part(start, file.len() - start).read_all()?;
    Ok(memmem::rfind_iter(&tail, END).find_map(|at| End::read(file, start + at as u64)))
}

/// Lists the members that the directory has, as far as it can be read.
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

/// What the directory has of a member, and the lengths of its name, its further fields and its comment.
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
