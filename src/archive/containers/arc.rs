//! ARC archives, including those of PAK.

use std::io::{self, BufReader, Cursor, Read};

use unarc_rs::arc::{crushed, unsqueeze};

use super::fields::{u16_at, u32_at, until_nul};
use super::listing::{Listing, Search, method_named, of_member};
use super::lzw::{LzwReader, LzwShape};
use super::unpackers::read_packed;
use super::verified::{Checksum, Verified};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, LimitReached, Limits, Member, MemberKind, Method,
    OpenOptions, Trust, dos,
};

mod distilled;
mod rle;

/// ARC archives, including those of PAK.
pub static ARC: ContainerKind = ContainerKind {
    id: "arc",
    title: "ARC archive",
    extensions: &["arc", "pak", "ark"],
    methods: METHODS,
    trust: Trust::Certain,
    matches,
    open,
};

const METHODS: &[Method] = &[
    Method { name: "stored", is_proved: true },
    Method { name: "packed", is_proved: true },
    Method { name: "squeezed", is_proved: true },
    Method { name: "crunched", is_proved: true },
    Method { name: "squashed", is_proved: true },
    Method { name: "crushed", is_proved: true },
    Method { name: "distilled", is_proved: true },
];

/// First byte of a member's header.
const MARK: u8 = 0x1A;
/// Length of a header; the oldest kind has no field for the unpacked size.
const HEADER: usize = 29;
const OLD_HEADER: usize = 25;
/// Limit of places that are tried for the next header of a damaged archive.
const MAX_SEARCHES: usize = 10_000;
/// Codes of ARC: 12 bits for crunched, 13 for squashed members.
const CRUNCHED: LzwShape = LzwShape { max_bits: 12, end: None, is_grouped: true };
const SQUASHED: LzwShape = LzwShape { max_bits: 13, end: None, is_grouped: true };
/// Limits of the expansion ratio of members that the library unpacks at once: one bit becomes a repeated byte, and a
/// code of 13 bits a string of 8,192 bytes.
const MAX_SQUEEZED: u64 = 8 * 86;
const MAX_CRUSHED: u64 = 5_200;

/// The header of a member.
struct Header<'b> {
    method: u8,
    name: &'b [u8],
    packed: u32,
    date: u16,
    time: u16,
    crc: u16,
    size: u32,
    length: u64,
}

impl<'b> Header<'b> {
    /// Parses a header; returns `None` if the bytes cannot be one.
    fn parse(bytes: &'b [u8]) -> Option<Header<'b>> {
        let [MARK, method @ 1..=11, ..] = *bytes else { return None };
        let name = bytes.get(2..15).filter(|name| name.contains(&0)).map(until_nul)?;
        let is_name = |&byte: &u8| byte > b' ' && !b"\"*/:<>?\\|\x7F".contains(&byte);
        let (packed, date, time) = (u32_at(bytes, 15)?, u16_at(bytes, 19)?, u16_at(bytes, 21)?);
        let size = if method == 1 { packed } else { u32_at(bytes, 25)? };
        let is_plausible = !name.is_empty()
            && name.iter().all(is_name)
            && (date == 0 || dos::date_time(date, 0).is_some())
            && (method > 2 || size == packed);
        let length = if method == 1 { OLD_HEADER } else { HEADER } as u64;
        let crc = u16_at(bytes, 23)?;
        is_plausible.then_some(Header { method, name, packed, date, time, crc, size, length })
    }

    fn method(&self) -> &'static str {
        match self.method {
            1 | 2 => "stored",
            3 => "packed",
            4 => "squeezed",
            8 => "crunched",
            9 => "squashed",
            10 => "crushed",
            11 => "distilled",
            _ => "unknown",
        }
    }

    fn kind(&self, limits: &Limits) -> MemberKind {
        let packed = u64::from(self.packed);
        let worst = match self.method {
            4 => packed * MAX_SQUEEZED,
            10 => packed * MAX_CRUSHED,
            11 => packed * distilled::MAX_DISTILLED,
            _ => 0,
        };
        if worst > limits.member_size {
            return MemberKind::Closed(ContainerError::OverLimit(LimitReached::MemberSize(limits.member_size)));
        }
        match self.method {
            1..=4 | 8..=11 => MemberKind::File,
            other => MemberKind::Closed(ContainerError::Unsupported(format!("method {other}"))),
        }
    }
}

/// Returns whether a member is at the start, followed by another or by the end.
fn matches(block: &[u8], file: &Blob) -> bool {
    let Some(header) = Header::parse(block) else { return false };
    let end = header.length + u64::from(header.packed);
    match end.cmp(&file.len()) {
        std::cmp::Ordering::Less => file.read_array_at(end).is_ok_and(|next| next == Some([MARK])),
        order => order.is_eq(),
    }
}

struct ArcArchive {
    file: Blob,
    entries: Vec<Entry>,
}

struct Entry {
    start: u64,
    packed: u32,
    size: u32,
    crc: u16,
    method: u8,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut listing = Listing::new(options.limits);
    let mut entries = Vec::new();
    let (mut place, mut search) = (0, Search::at_most(MAX_SEARCHES));
    loop {
        let mut bytes = [0; HEADER];
        let length = file.read_full_at(place, &mut bytes)?;
        let there = bytes.get(..length).unwrap_or_default();
        // The end of an archive is usually marked, but not always.
        if there.starts_with(&[MARK, 0]) || place == file.len() {
            break;
        }
        let Some(header) = Header::parse(there) else {
            listing.no_header(length < HEADER);
            match search.next(file, place + 1, &[MARK])? {
                Some(next) => place = next,
                None => break,
            }
            continue;
        };
        let start = place + header.length;
        let member = Member {
            path: dos::name(header.name).into(),
            kind: header.kind(options.limits),
            size: Some(header.size.into()),
            packed: Some(header.packed.into()),
            modified: dos::date_time(header.date, header.time),
            method: method_named(METHODS, header.method()),
        };
        if !listing.push(member, header.name.len()) {
            break;
        }
        entries.push(Entry { start, packed: header.packed, size: header.size, crc: header.crc, method: header.method });
        place = start + u64::from(header.packed);
        if place > file.len() {
            listing.fault(ContainerError::damaged("it is cut off"));
            break;
        }
    }
    Ok(listing.contents(ArcArchive { file: file.clone(), entries }))
}

impl Container for ArcArchive {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = of_member(&self.entries, index)?;
        let packed = self.file.part(entry.start, entry.packed.into());
        let mut stream = BufReader::new(packed.reader());
        let at_once = || read_packed(&packed, entry.size.into(), limits);
        let unpacked: Box<dyn Read + Send> = match entry.method {
            1 | 2 => Box::new(packed.reader()),
            3 => Box::new(rle::RleReader::new(stream)),
            4 => Box::new(Cursor::new(unsqueezed(&at_once()?)?)),
            8 => {
                let mut bits = [0];
                stream.read_exact(&mut bits).or_else(|error| if entry.packed == 0 { Ok(()) } else { Err(error) })?;
                if entry.packed > 0 && u32::from(bits[0]) != CRUNCHED.max_bits {
                    return Err(ContainerError::Unsupported(format!("crunched with codes of {} bits", bits[0])));
                }
                Box::new(rle::RleReader::new(LzwReader::new(stream, CRUNCHED)))
            }
            9 => Box::new(LzwReader::new(stream, SQUASHED)),
            10 => {
                let unpacked = crushed::decompress(&at_once()?);
                let unpacked = unpacked.map_err(|error| ContainerError::Damaged(error.to_string()))?;
                Box::new(rle::RleReader::new(Cursor::new(unpacked)))
            }
            11 => Box::new(Cursor::new(distilled::decompress(&at_once()?)?)),
            other => return Err(ContainerError::Unsupported(format!("method {other}"))),
        };
        Ok(Box::new(Verified::start(unpacked, entry.size.into(), Checksum::Crc16(entry.crc), limits)))
    }
}

/// Unpacks squeezed bytes. The library assumes that the table of codes is complete, so that is checked first.
fn unsqueezed(packed: &[u8]) -> Result<Vec<u8>, ContainerError> {
    let cut = || ContainerError::from(io::Error::from(io::ErrorKind::UnexpectedEof));
    let (nodes, table) = packed.split_first_chunk::<2>().ok_or_else(cut)?;
    if table.len() < usize::from(u16::from_le_bytes(*nodes)) * 4 {
        return Err(cut());
    }
    unsqueeze::unsqueeze(packed).map_err(|error| ContainerError::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests;
