//! ZOO archives.

use std::io::{self, BufReader, Read};

use delharc::CompressionMethod;

use super::fields::{u16_at, u32_at, until_nul};
use super::listing::{Listing, Search, method_named, of_member};
use super::lzw::{LzwReader, LzwShape};
use super::unpackers::LhaReader;
use super::verified::{Checksum, Verified};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method, OpenOptions, Trust,
    dos,
};

/// ZOO archives.
pub static ZOO: ContainerKind = ContainerKind {
    id: "zoo",
    title: "ZOO archive",
    extensions: &["zoo"],
    methods: METHODS,
    trust: Trust::Certain,
    matches: |block, _| block.starts_with(b"ZOO ") && block.get(20..24) == Some(TAG),
    open,
};

const METHODS: &[Method] = &[
    // No file of another program was available for this one.
    Method { name: "stored", is_proved: false },
    Method { name: "lzw", is_proved: true },
    Method { name: "lzh", is_proved: true },
];

/// Signature in the headers of the archive and of its members.
const TAG: &[u8] = &[0xDC, 0xA7, 0xC4, 0xFD];
/// Limit of a header's length: its names have up to 255 bytes each.
const MAX_HEADER: usize = 58 + 2 * 255;
/// Offset of the part that the oldest archives lack, with the lengths of the names.
const NAMES: usize = 51;
/// Limit of places that are tried for the next header of a damaged archive.
const MAX_SEARCHES: usize = 10_000;
const LZW: LzwShape = LzwShape { max_bits: 13, end: Some(257), is_grouped: false };

/// The header of a member, or the end of the members if `next` is 0.
struct Header {
    method: u8,
    next: u32,
    offset: u32,
    date: u16,
    time: u16,
    crc: u16,
    size: u32,
    packed: u32,
    is_deleted: bool,
    path: Box<[u8]>,
}

impl Header {
    fn parse(bytes: &[u8]) -> Option<Header> {
        let next = u32_at(bytes, 6).filter(|_| bytes.starts_with(TAG))?;
        // The end may be shorter than the header of a member.
        let is_end = next == 0;
        let needed = |value: Option<u32>| value.or(is_end.then_some(0));
        let short = until_nul(bytes.get(38..NAMES).or(is_end.then_some(&[]))?);
        Some(Header {
            method: bytes.get(5).copied()?,
            next,
            offset: needed(u32_at(bytes, 10))?,
            date: u16_at(bytes, 14).unwrap_or_default(),
            time: u16_at(bytes, 16).unwrap_or_default(),
            crc: u16_at(bytes, 18).unwrap_or_default(),
            size: needed(u32_at(bytes, 20))?,
            packed: needed(u32_at(bytes, 24))?,
            is_deleted: bytes.get(30) == Some(&1),
            path: Header::long_path(bytes).unwrap_or_else(|| short.to_vec()).into(),
        })
    }

    /// Returns the long path or name if the header has one, with the folder before it.
    fn long_path(bytes: &[u8]) -> Option<Vec<u8>> {
        let short = until_nul(bytes.get(38..NAMES)?);
        let is_newer = bytes.get(4) == Some(&2);
        let &[low, high, _, _, _, name, folder] = bytes.get(NAMES..)?.first_chunk().filter(|_| is_newer)?;
        let (name, folder) = (usize::from(name), usize::from(folder));
        if usize::from(u16::from_le_bytes([low, high])) < 2 + name + folder {
            return None;
        }
        let names = bytes.get(NAMES + 7..)?;
        let long = until_nul(names.get(..name)?);
        let mut path = until_nul(names.get(name..name + folder)?).to_vec();
        if !path.is_empty() && !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(if long.is_empty() { short } else { long });
        Some(path)
    }

    fn member(&self) -> Member {
        let (name, kind) = match self.method {
            0 => ("stored", MemberKind::File),
            1 => ("lzw", MemberKind::File),
            2 => ("lzh", MemberKind::File),
            other => ("unknown", MemberKind::Closed(ContainerError::Unsupported(format!("method {other}")))),
        };
        Member {
            path: dos::path(&self.path).into(),
            kind,
            size: Some(self.size.into()),
            packed: Some(self.packed.into()),
            modified: dos::date_time(self.date, self.time),
            method: method_named(METHODS, name),
        }
    }
}

fn read_header(file: &Blob, place: u64) -> io::Result<Option<Header>> {
    let mut bytes = [0; MAX_HEADER];
    let length = file.read_full_at(place, &mut bytes)?;
    Ok(Header::parse(bytes.get(..length).unwrap_or_default()))
}

/// Returns the offset of the next valid header.
fn next_header(file: &Blob, mut from: u64, search: &mut Search) -> io::Result<Option<u64>> {
    while let Some(place) = search.next(file, from, TAG)? {
        if read_header(file, place)?.is_some() {
            return Ok(Some(place));
        }
        from = place + 1;
    }
    Ok(None)
}

struct ZooArchive {
    file: Blob,
    entries: Vec<Entry>,
}

struct Entry {
    offset: u32,
    packed: u32,
    size: u32,
    crc: u16,
    method: u8,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut listing = Listing::new(options.limits);
    let mut entries = Vec::new();
    let start = file.read_array_at(24)?.map(u32::from_le_bytes);
    let (mut place, mut behind) = (u64::from(start.unwrap_or_default()), 24);
    let mut search = Search::at_most(MAX_SEARCHES);
    loop {
        // Each header must come after the one before, or they could form a circle.
        let Some(header) = read_header(file, place)?.filter(|_| place >= behind) else {
            listing.no_header(place.saturating_add(NAMES as u64) > file.len());
            match next_header(file, behind, &mut search)? {
                Some(next) => (place, behind) = (next, next),
                None => break,
            }
            continue;
        };
        if header.next == 0 {
            break;
        }
        behind = place + 1;
        place = header.next.into();
        if header.is_deleted {
            continue;
        }
        if !listing.push(header.member(), header.path.len()) {
            break;
        }
        let Header { offset, packed, size, crc, method, .. } = header;
        entries.push(Entry { offset, packed, size, crc, method });
    }
    Ok(listing.contents(ZooArchive { file: file.clone(), entries }))
}

impl Container for ZooArchive {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = of_member(&self.entries, index)?;
        let packed = self.file.part(entry.offset.into(), entry.packed.into());
        let size = u64::from(entry.size);
        let unpacked: Box<dyn Read + Send> = match entry.method {
            0 => Box::new(packed.reader()),
            1 => Box::new(LzwReader::new(BufReader::new(packed.reader()), LZW)),
            2 => Box::new(LhaReader::new(&packed, CompressionMethod::Lh5, size)),
            other => return Err(ContainerError::Unsupported(format!("method {other}"))),
        };
        Ok(Box::new(Verified::start(unpacked, size, Checksum::Crc16(entry.crc), limits)))
    }
}

#[cfg(test)]
mod tests;
