//! ARJ archives.

use std::io::{self, Cursor, Read};

use chrono::{DateTime, NaiveDateTime};
use delharc::CompressionMethod;
use unarc_rs::arj::decode_fastest::decode_fastest;

use crate::text::Encoding;

use super::fields::{u32_at, until_nul};
use super::listing::{Listing, Search, method_named, of_member};
use super::unpackers::{LhaReader, read_packed};
use super::verified::{Checksum, Verified};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method, OpenOptions, Trust,
    dos,
};

/// ARJ archives.
pub static ARJ: ContainerKind = ContainerKind {
    id: "arj",
    title: "ARJ archive",
    extensions: &["arj"],
    methods: METHODS,
    trust: Trust::Certain,
    matches: |block, _| first_header(block).is_some(),
    open,
};

const METHODS: &[Method] = &[
    Method { name: "stored", is_proved: true },
    Method { name: "method 1", is_proved: true },
    Method { name: "method 2", is_proved: true },
    Method { name: "method 3", is_proved: true },
    Method { name: "method 4", is_proved: true },
];

/// First bytes of a header.
const MARK: &[u8] = &[0x60, 0xEA];
/// Lengths of a header in bytes: from the shortest with all required fields to the longest.
const HEADER_LENGTHS: std::ops::RangeInclusive<usize> = 32..=2_600;
/// Limit of places that are tried for the next header of a damaged archive.
const MAX_SEARCHES: usize = 10_000;

/// Returns the offset of the archive's header: at the start, or after the code of a self-extracting program.
fn first_header(block: &[u8]) -> Option<usize> {
    // Other files are not searched.
    let searched = if block.starts_with(b"MZ") { block } else { block.get(..MARK.len())? };
    let mut marks = memchr::memmem::find_iter(searched, MARK);
    marks.find(|&at| {
        let header = block.get(at + 2..).and_then(|rest| rest.split_first_chunk::<2>());
        header.is_some_and(|(length, rest)| {
            let parts = rest.split_at_checked(u16::from_le_bytes(*length).into());
            parts.is_some_and(|(header, sum)| is_header(header, sum) && header.get(6) == Some(&file_types::COMMENT))
        })
    })
}

/// Returns whether these bytes are a header, by the checksum that follows them.
fn is_header(header: &[u8], sum: &[u8]) -> bool {
    let sum = sum.first_chunk::<4>().map(|sum| u32::from_le_bytes(*sum));
    HEADER_LENGTHS.contains(&header.len()) && sum == Some(crc32fast::hash(header))
}

mod file_types {
    pub const COMMENT: u8 = 2;
    pub const FOLDER: u8 = 3;
    pub const VOLUME_LABEL: u8 = 4;
    pub const CHAPTER_LABEL: u8 = 5;
}

mod flags {
    pub const ENCRYPTED: u8 = 0x01;
    pub const WINDOWS_NAMES: u8 = 0x02;
    pub const CONTINUED: u8 = 0x04;
    pub const CONTINUATION: u8 = 0x08;
}

/// Systems with slashes in paths, and with dates as seconds since 1970.
const UNIX: [u8; 2] = [2, 8];

/// A header of the archive or of a member.
struct Header {
    host: u8,
    flags: u8,
    method: u8,
    file_type: u8,
    modified: u32,
    packed: u32,
    size: u32,
    crc: u32,
    name: Box<[u8]>,
}

impl Header {
    fn parse(bytes: &[u8]) -> Option<Header> {
        let name = bytes.get(usize::from(*bytes.first()?)..)?;
        Some(Header {
            host: *bytes.get(3)?,
            flags: *bytes.get(4)?,
            method: *bytes.get(5)?,
            file_type: *bytes.get(6)?,
            modified: u32_at(bytes, 8)?,
            packed: u32_at(bytes, 12)?,
            size: u32_at(bytes, 16)?,
            crc: u32_at(bytes, 20)?,
            name: until_nul(name).into(),
        })
    }

    fn path(&self) -> String {
        if let (true, Ok(text)) = (UNIX.contains(&self.host), std::str::from_utf8(&self.name)) {
            return text.to_owned();
        }
        let windows = Encoding::named("windows-1252").filter(|_| self.flags & flags::WINDOWS_NAMES != 0);
        match windows.and_then(|encoding| encoding.decode(&self.name).ok()) {
            Some(text) => text.replace('\\', "/"),
            None => dos::path(&self.name),
        }
    }

    fn modified(&self) -> Option<NaiveDateTime> {
        if UNIX.contains(&self.host) {
            return Some(DateTime::from_timestamp(self.modified.into(), 0)?.naive_utc());
        }
        dos::date_above_time(self.modified)
    }

    fn is_stored(&self) -> bool {
        self.method == 0
    }

    fn kind(&self) -> MemberKind {
        let unread = |what: &str| MemberKind::Closed(ContainerError::Unsupported(what.to_owned()));
        match self {
            _ if self.file_type == file_types::FOLDER => MemberKind::Folder,
            _ if self.flags & flags::ENCRYPTED != 0 => unread("encrypted"),
            _ if self.flags & flags::CONTINUED != 0 => unread("continues in another volume"),
            _ if self.flags & flags::CONTINUATION != 0 => unread("begins in another volume"),
            _ if self.method > 4 => unread(&format!("method {}", self.method)),
            _ => MemberKind::File,
        }
    }

    fn member(&self) -> Member {
        let name = if self.is_stored() { "stored".to_owned() } else { format!("method {}", self.method) };
        Member {
            path: self.path().into(),
            kind: self.kind(),
            size: Some(self.size.into()),
            packed: Some(self.packed.into()),
            modified: self.modified(),
            method: method_named(METHODS, &name),
        }
    }
}

/// The content at a place.
enum Found {
    Header(Header, u64),
    End,
    Nothing,
}

/// Reads a header and skips its extensions.
fn read_header(file: &Blob, place: u64) -> io::Result<Found> {
    let Some([first, second, low, high]) = file.read_array_at(place)? else { return Ok(Found::Nothing) };
    let length = usize::from(u16::from_le_bytes([low, high]));
    if [first, second] != MARK || length > *HEADER_LENGTHS.end() {
        return Ok(Found::Nothing);
    }
    if length == 0 {
        return Ok(Found::End);
    }
    let mut bytes = vec![0; length + 4];
    let there = file.read_full_at(place + 4, &mut bytes)?;
    let (header, sum) = bytes.split_at(length);
    if there < bytes.len() || !is_header(header, sum) {
        return Ok(Found::Nothing);
    }
    let Some(header) = Header::parse(header) else { return Ok(Found::Nothing) };
    let mut behind = place + 8 + length as u64;
    while let Some(length) = file.read_array_at(behind)? {
        behind += 2;
        match u16::from_le_bytes(length) {
            0 => return Ok(Found::Header(header, behind)),
            length => behind += u64::from(length) + 4,
        }
    }
    Ok(Found::Nothing)
}

struct ArjArchive {
    file: Blob,
    entries: Vec<Entry>,
}

struct Entry {
    start: u64,
    packed: u32,
    size: u32,
    crc: u32,
    method: u8,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut block = [0; 8 << 10];
    let length = file.read_full_at(0, &mut block)?;
    let mut place = first_header(block.get(..length).unwrap_or_default()).unwrap_or_default() as u64;
    let mut listing = Listing::new(options.limits);
    let mut entries = Vec::new();
    let mut search = Search::at_most(MAX_SEARCHES);
    loop {
        let (header, start) = match read_header(file, place)? {
            Found::Header(header, start) => (header, start),
            Found::End => break,
            Found::Nothing => {
                listing.no_header(place.saturating_add(4) > file.len());
                match search.next(file, place + 1, MARK)? {
                    Some(next) => place = next,
                    None => break,
                }
                continue;
            }
        };
        place = start;
        // The header of the archive is followed by that of the first member.
        if header.file_type == file_types::COMMENT {
            continue;
        }
        place = start.saturating_add(header.packed.into());
        if matches!(header.file_type, file_types::VOLUME_LABEL | file_types::CHAPTER_LABEL) {
            continue;
        }
        if !listing.push(header.member(), header.name.len()) {
            break;
        }
        let Header { packed, size, crc, method, .. } = header;
        entries.push(Entry { start, packed, size, crc, method });
    }
    Ok(listing.contents(ArjArchive { file: file.clone(), entries }))
}

impl Container for ArjArchive {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = of_member(&self.entries, index)?;
        let size = u64::from(entry.size);
        let packed = self.file.part(entry.start, entry.packed.into());
        let unpacked: Box<dyn Read + Send> = match entry.method {
            0 => Box::new(packed.reader()),
            1..=3 => Box::new(LhaReader::new(&packed, CompressionMethod::Lh6, size)),
            4 => {
                let packed = read_packed(&packed, size, limits)?;
                let unpacked = decode_fastest(&packed, entry.size as usize);
                Box::new(Cursor::new(unpacked.map_err(|error| ContainerError::Damaged(error.to_string()))?))
            }
            other => return Err(ContainerError::Unsupported(format!("method {other}"))),
        };
        Ok(Box::new(Verified::start(unpacked, size, Checksum::Crc32(entry.crc), limits)))
    }
}

#[cfg(test)]
mod tests;
