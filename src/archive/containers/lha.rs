//! LHA and LZH archives, including those of LArc and PMarc, read with the library delharc.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use delharc::header::ext;
use delharc::{CompressionMethod, LhaError, LhaHeader, OsType};

use super::fields::until_nul;
use super::listing::{Listing, Search, method_named, of_member};
use super::unpackers::LhaReader;
use super::verified::{Checksum, Verified};
use super::{
    Blob, BlobReader, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method,
    OpenOptions, Trust, dos,
};

/// LHA and LZH archives.
pub static LHA: ContainerKind = ContainerKind {
    id: "lha",
    title: "LHA archive",
    extensions: &["lzh", "lha", "lzs", "pma"],
    methods: METHODS,
    trust: Trust::Certain,
    matches: |block, _| first_header(block).is_some(),
    open,
};

const METHODS: &[Method] = &[
    Method { name: "lh0", is_proved: true },
    Method { name: "lh1", is_proved: false },
    Method { name: "lh4", is_proved: false },
    Method { name: "lh5", is_proved: true },
    Method { name: "lh6", is_proved: true },
    Method { name: "lh7", is_proved: true },
    Method { name: "lhd", is_proved: true },
    Method { name: "lhx", is_proved: false },
    Method { name: "lz4", is_proved: false },
    Method { name: "lz5", is_proved: false },
    Method { name: "lzs", is_proved: false },
    Method { name: "pm0", is_proved: false },
    Method { name: "pm1", is_proved: false },
    Method { name: "pm2", is_proved: false },
];

/// Limit of a header's length, in bytes.
const MAX_HEADER: u64 = 64 << 10;
/// Limit of searches for the next header in a damaged archive.
const MAX_SEARCHES: usize = 1_000;
/// Byte that separates folders, besides slashes and backslashes.
const FOLDER_END: u8 = 0xFF;

/// Returns the offset of the first header: at the start, or after the code of a self-extracting program.
fn first_header(block: &[u8]) -> Option<usize> {
    if is_header(block) {
        return Some(0);
    }
    // Other files are not searched.
    let code = Some(block).filter(|block| block.starts_with(b"MZ"))?;
    let mut marks = memchr::memmem::find_iter(code, b"-lh");
    marks.find_map(|at| at.checked_sub(2).filter(|&at| code.get(at..).is_some_and(is_header)))
}

/// Returns whether a header begins here, by its method, its length and, for the two older kinds, its checksum.
fn is_header(bytes: &[u8]) -> bool {
    let Some((start, rest)) = bytes.split_first_chunk::<21>() else { return false };
    let [length, sum, method @ .., level] = start;
    let Ok(method) = <&[u8; 5]>::try_from(&method[..5]) else { return false };
    if CompressionMethod::try_from(method).is_err() {
        return false;
    }
    match level {
        0 | 1 => {
            let length = usize::from(*length);
            let summed = bytes.get(2..2 + length).unwrap_or_default();
            length >= 20 && summed.iter().fold(0u8, |sum, &byte| sum.wrapping_add(byte)) == *sum && !summed.is_empty()
        }
        2 => u16::from_le_bytes([*length, *sum]) >= 24 && rest.len() >= 3,
        3 => (*length, *sum) == (4, 0) && rest.len() >= 7,
        _ => false,
    }
}

/// An opened archive, with the location of each member's bytes.
struct LhaArchive {
    file: Blob,
    entries: Vec<Entry>,
}

struct Entry {
    start: u64,
    packed: u64,
    size: u64,
    method: Option<CompressionMethod>,
    crc: u16,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut block = [0; 8 << 10];
    let length = file.read_full_at(0, &mut block)?;
    let mut place = first_header(block.get(..length).unwrap_or_default()).unwrap_or_default() as u64;
    let mut listing = Listing::new(options.limits);
    let mut entries = Vec::new();
    let mut reader = BufReader::new(file.reader());
    let mut search = Search::at_most(MAX_SEARCHES);
    loop {
        let header = match read_header(&mut reader, place) {
            Ok(Some(header)) => header,
            Ok(None) => break,
            Err(LhaError::Io(error)) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
            Err(error) => {
                listing.no_header(matches!(error, LhaError::Io(_)));
                // The mark is two bytes after the start of its header.
                match search.next(file, place + 3, b"-lh")? {
                    Some(mark) => place = mark - 2,
                    None => break,
                }
                continue;
            }
        };
        let start = reader.stream_position()?;
        let (member, stored) = member_of(&header, file.len().saturating_sub(start));
        if !listing.push(member, stored) {
            break;
        }
        entries.push(Entry {
            start,
            packed: header.compressed_size,
            size: header.original_size,
            method: header.compression_method().ok(),
            crc: header.file_crc,
        });
        place = start.saturating_add(header.compressed_size);
        if place > file.len() {
            listing.fault(ContainerError::damaged("it is cut off"));
            break;
        }
    }
    Ok(listing.contents(LhaArchive { file: file.clone(), entries }))
}

fn read_header(reader: &mut BufReader<BlobReader>, place: u64) -> Result<Option<LhaHeader>, LhaError<io::Error>> {
    reader.seek(SeekFrom::Start(place)).map_err(LhaError::Io)?;
    LhaHeader::read(&mut Read::take(&mut *reader, MAX_HEADER))
}

/// Returns a member, and the length of its path as stored. `there` is the number of bytes after its header.
fn member_of(header: &LhaHeader, there: u64) -> (Member, usize) {
    let (path, stored) = path_of(header);
    let method = String::from_utf8_lossy(&header.compression);
    let known = header.compression_method();
    let kind = if header.is_directory() {
        match path.split_once('|') {
            Some((_, target)) if is_unix(header) => MemberKind::Special(target.into()),
            _ => MemberKind::Folder,
        }
    } else if known.is_err() {
        MemberKind::Closed(ContainerError::Unsupported(format!("method {method}")))
    } else if there == 0 && header.compressed_size > 0 {
        MemberKind::Closed(ContainerError::damaged("it is cut off"))
    } else {
        MemberKind::File
    };
    let path = match &kind {
        MemberKind::Special(_) => path.split('|').next().unwrap_or_default(),
        MemberKind::Folder => path.trim_end_matches('/'),
        _ => &path,
    };
    let member = Member {
        path: path.into(),
        size: Some(header.original_size),
        packed: Some(header.compressed_size),
        modified: header.parse_last_modified().to_naive_utc(),
        method: method_named(METHODS, method.trim_matches('-')),
        kind,
    };
    (member, stored)
}

fn is_unix(header: &LhaHeader) -> bool {
    matches!(header.parse_os_type(), Ok(OsType::Unix))
}

/// Returns the path, and its length as stored.
fn path_of(header: &LhaHeader) -> (String, usize) {
    let mut folder: &[u8] = &[];
    let mut name: &[u8] = &header.filename;
    for extra in header.iter_extra() {
        match extra {
            [ext::EXT_HEADER_FILENAME, bytes @ ..] => name = bytes,
            [ext::EXT_HEADER_PATH, bytes @ ..] => folder = bytes,
            _ => {}
        }
    }
    // Some archivers hide a comment after the name.
    let name = until_nul(name);
    let mut path = folder.to_vec();
    if !path.is_empty() && !path.ends_with(&[FOLDER_END]) && !path.ends_with(b"/") && !path.ends_with(b"\\") {
        path.push(FOLDER_END);
    }
    path.extend_from_slice(name);
    let stored = path.len();
    for byte in path.iter_mut().filter(|byte| **byte == FOLDER_END) {
        *byte = b'/';
    }
    match String::from_utf8(path) {
        Ok(text) if is_unix(header) => (text, stored),
        Ok(text) => (dos::path(text.as_bytes()), stored),
        Err(other) => (dos::path(other.as_bytes()), stored),
    }
}

impl Container for LhaArchive {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = of_member(&self.entries, index)?;
        let method = entry.method.ok_or_else(|| ContainerError::Unsupported("this method".to_owned()))?;
        let packed = self.file.part(entry.start, entry.packed);
        // Stored bytes need no unpacking.
        let unpacked: Box<dyn Read + Send> = if method.is_compressed() {
            Box::new(LhaReader::new(&packed, method, entry.size))
        } else {
            Box::new(packed.reader())
        };
        Ok(Box::new(Verified::start(unpacked, entry.size, Checksum::Crc16(entry.crc), limits)))
    }
}

#[cfg(test)]
mod tests;
