//! ARC archives, and those of PAK.

use std::io::{self, BufReader, Cursor, Read};

use unarc_rs::arc::{crushed, unsqueeze};

use super::listing::{Listing, find, method_named, read_full};
use super::lzw::{LzwReader, LzwShape};
use super::unpacking::{CheckedReader, Checksum, read_packed};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, LimitReached, Limits, Member, MemberKind, Method,
    OpenOptions, Trust, dos,
};

mod distilled;
mod rle;

/// ARC archives, and those of PAK.
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

/// What the header of a member begins with.
const MARK: u8 = 0x1A;
/// The length of a header; that of the oldest kind has no size of its own.
const HEADER: usize = 29;
const OLD_HEADER: usize = 25;
/// How many places are looked at for the next header of a damaged archive.
const MAX_SEARCHES: usize = 10_000;
/// Codes of ARC: 12 bits where crunched, 13 where squashed.
const CRUNCHED: LzwShape = LzwShape { max_bits: 12, end: None, is_grouped: true };
const SQUASHED: LzwShape = LzwShape { max_bits: 13, end: None, is_grouped: true };
/// How many times its packed length a member may become at worst, where the library unpacks it at once: a bit becomes a
/// byte that is repeated, and a code of 13 bits a string of 8,192 bytes.
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
    /// Reads a header, where these bytes may be one.
    fn parse(bytes: &'b [u8]) -> Option<Header<'b>> {
        let [MARK, method @ 1..=11, ..] = *bytes else { return None };
        let word = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let double = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let name = bytes.get(2..15).filter(|name| name.contains(&0)).map(dos::until_nul)?;
        let is_name = |&byte: &u8| byte > b' ' && !b"\"*/:<>?\\|\x7F".contains(&byte);
        let (packed, date, time) = (double(15)?, word(19)?, word(21)?);
        let size = if method == 1 { packed } else { double(25)? };
        let is_plausible = !name.is_empty()
            && name.iter().all(is_name)
            && (date == 0 || dos::date_time(date, 0).is_some())
            && (method > 2 || size == packed);
        let length = if method == 1 { OLD_HEADER } else { HEADER } as u64;
        is_plausible.then_some(Header { method, name, packed, date, time, crc: word(23)?, size, length })
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

/// Whether a member stands at the start, and another or the end behind it.
fn matches(block: &[u8], file: &Blob) -> bool {
    let Some(header) = Header::parse(block) else { return false };
    let end = header.length + u64::from(header.packed);
    let mut next = [0];
    match end.cmp(&file.len()) {
        std::cmp::Ordering::Less => file.read_at(end, &mut next).is_ok_and(|_| next == [MARK]),
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
    let (mut place, mut searches) = (0, 0);
    loop {
        let mut bytes = [0; HEADER];
        let length = read_full(file, place, &mut bytes)?;
        let there = bytes.get(..length).unwrap_or_default();
        // The end of an archive is marked, and some do without.
        if there.starts_with(&[MARK, 0]) || place == file.len() {
            break;
        }
        let Some(header) = Header::parse(there) else {
            let is_cut = length < HEADER;
            listing.fault(ContainerError::damaged(if is_cut { "it is cut off" } else { "a header is damaged" }));
            searches += 1;
            match find(file, place + 1, &[MARK])?.filter(|_| searches < MAX_SEARCHES) {
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
    let Listing { members, faults, .. } = listing;
    Ok(Contents { container: Box::new(ArcArchive { file: file.clone(), entries }), members, faults })
}

impl Container for ArcArchive {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = self.entries.get(index).ok_or_else(|| ContainerError::damaged("there is no such member"))?;
        let packed = self.file.part(entry.start, entry.packed.into());
        let mut stream = BufReader::new(packed.reader());
        let at_once = || read_packed(&packed, entry.size.into(), limits);
        match entry.method {
            1 | 2 => Ok(checked(packed.reader(), entry)),
            3 => Ok(checked(rle::RleReader::new(stream), entry)),
            4 => Ok(checked(Cursor::new(unsqueezed(&at_once()?)?), entry)),
            8 => {
                let mut bits = [0];
                stream.read_exact(&mut bits).or_else(|error| if entry.packed == 0 { Ok(()) } else { Err(error) })?;
                if entry.packed > 0 && u32::from(bits[0]) != CRUNCHED.max_bits {
                    return Err(ContainerError::Unsupported(format!("crunched with codes of {} bits", bits[0])));
                }
                Ok(checked(rle::RleReader::new(LzwReader::new(stream, CRUNCHED)), entry))
            }
            9 => Ok(checked(LzwReader::new(stream, SQUASHED), entry)),
            10 => {
                let unpacked = crushed::decompress(&at_once()?);
                let unpacked = unpacked.map_err(|error| ContainerError::Damaged(error.to_string()))?;
                Ok(checked(rle::RleReader::new(Cursor::new(unpacked)), entry))
            }
            11 => Ok(checked(Cursor::new(distilled::decompress(&at_once()?)?), entry)),
            other => Err(ContainerError::Unsupported(format!("method {other}"))),
        }
    }
}

fn checked<'r>(inner: impl Read + Send + 'r, entry: &Entry) -> Box<dyn Read + Send + 'r> {
    Box::new(CheckedReader::new(inner, entry.size.into(), Checksum::crc16(), entry.crc.into()))
}

/// Unpacks what is squeezed. The library takes the table of codes for whole.
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
