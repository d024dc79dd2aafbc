//! Tar archives: Unix V7, ustar, GNU and pax.

use std::io::{self, BufReader, Read};

use ::tar::{Header, PaxExtensions};
use chrono::DateTime;

use super::dos;
use super::fields::until_nul;
use super::listing::{Listing, of_member};
use super::verified::{Expected, Verified};
use super::{
    Blob, BlobReader, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method,
    OpenOptions, Trust,
};

/// Tar archives.
pub(super) static TAR: ContainerKind = ContainerKind {
    id: "tar",
    title: "tar archive",
    extensions: &["tar"],
    methods: &[STORED],
    trust: Trust::Certain,
    matches: |block, _| block.first_chunk().is_some_and(is_header),
    open,
};

const STORED: Method = Method { name: "stored", is_proved: true };

/// Size of a block; everything in a tar is a whole number of blocks.
const BLOCK: u64 = 512;
type Block = [u8; BLOCK as usize];
/// An empty block; two of them are the end.
const NOTHING: Block = [0; BLOCK as usize];

/// Limits, in bytes, of a long name and of the pax records of a member.
const MAX_NAME: u64 = 1 << 16;
const MAX_PAX: u64 = 1 << 20;

/// Returns whether a block is a header: it has a name, a length, and the checksum of its bytes.
fn is_header(block: &Block) -> bool {
    let header = Header::from_byte_slice(block);
    // Most blocks have no length there, which is sooner seen than described by the error of the library.
    let length = &header.as_old().size;
    let mut digits = length.iter().take_while(|byte| **byte != 0);
    let may_be_length = !length[0].is_ascii() || digits.all(|byte| matches!(byte, b'0'..=b'7' | b' '));
    if block[0] == 0 || !may_be_length || header.entry_size().is_err() {
        return false;
    }
    let Ok(stored) = header.cksum() else { return false };
    // The checksum counts its own field as blanks. Some programs took bytes as signed.
    let counted = || block.iter().enumerate().map(|(at, byte)| if (148..156).contains(&at) { b' ' } else { *byte });
    counted().map(u32::from).sum::<u32>() == stored
        || i64::from(counted().map(|byte| i32::from(byte.cast_signed())).sum::<i32>()) == i64::from(stored)
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut walk = Walk {
        blocks: BufReader::with_capacity(16 << 10, file.reader()),
        at: 0,
        length: file.len(),
        next: Described::default(),
    };
    let mut listing = Listing::new(options.limits);
    let mut places = Vec::new();
    let mut lost = 0;
    loop {
        let found = walk.member()?;
        match found {
            Found::Member(member, start) => {
                let length = member.packed.unwrap_or_default();
                let stored = member.path.len();
                if !listing.push(member, stored) {
                    break;
                }
                places.push(Place { start, length });
            }
            Found::Nothing => lost += walk.skip_to_header()?,
            Found::End => break,
            Found::Cut => {
                listing.faults.push(ContainerError::damaged("its end is missing"));
                break;
            }
        }
    }
    if lost > 0 {
        listing.faults.push(ContainerError::Damaged(format!("{lost} bytes in it are no member")));
    }
    places.shrink_to_fit();
    Ok(listing.contents(Tar { file: file.clone(), places }))
}

/// The location of a member's bytes.
struct Place {
    start: u64,
    length: u64,
}

struct Tar {
    file: Blob,
    places: Vec<Place>,
}

impl Container for Tar {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let place = of_member(&self.places, index)?;
        let expected = Expected { size: Some(place.length), sum: None, limit: limits.member_size };
        Ok(Box::new(Verified::new(self.file.part(place.start, place.length).reader(), expected)))
    }
}

/// The properties of a member from the headers before its own.
#[derive(Default)]
struct Described {
    path: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    size: Option<u64>,
    modified: Option<i64>,
    is_sparse: bool,
}

/// The next item in a tar.
enum Found {
    /// A member, and the offset of its bytes.
    Member(Member, u64),
    /// A block that is no header.
    Nothing,
    /// The end of the archive.
    End,
    /// The end of the file, where the archive should continue.
    Cut,
}

struct Walk {
    blocks: BufReader<BlobReader>,
    at: u64,
    length: u64,
    next: Described,
}

impl Walk {
    /// Reads the next block; returns `None` if no complete one is left.
    fn block(&mut self) -> io::Result<Option<Block>> {
        let mut block = NOTHING;
        match self.blocks.read_exact(&mut block) {
            Ok(()) => self.at += BLOCK,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        Ok(Some(block))
    }

    /// Moves to an offset, which may be beyond the end.
    fn go_to(&mut self, place: u64) -> io::Result<()> {
        let place = place.min(self.length);
        let by = i64::try_from(i128::from(place) - i128::from(self.at)).map_err(io::Error::other)?;
        self.blocks.seek_relative(by)?;
        self.at = place;
        Ok(())
    }

    /// Skips a number of bytes and the padding of their last block.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        self.go_to(self.at.saturating_add(length.div_ceil(BLOCK).saturating_mul(BLOCK)))
    }

    /// Reads the text of a header that describes the next member, at most `most` bytes.
    fn text(&mut self, length: u64, most: u64) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let read = (&mut self.blocks).take(length.min(most)).read_to_end(&mut text)? as u64;
        let start = self.at;
        self.at += read;
        self.go_to(start.saturating_add(length.div_ceil(BLOCK).saturating_mul(BLOCK)))?;
        Ok(text)
    }

    fn member(&mut self) -> io::Result<Found> {
        loop {
            let Some(block) = self.block()? else { return Ok(Found::Cut) };
            if block == NOTHING {
                if self.is_last()? {
                    return Ok(Found::End);
                }
                continue;
            }
            if !is_header(&block) {
                return Ok(Found::Nothing);
            }
            let header = Header::from_byte_slice(&block);
            let size = header.entry_size().unwrap_or_default();
            match header.entry_type().as_byte() {
                b'L' => self.next.path = Some(until_nul(&self.text(size, MAX_NAME)?).to_vec()),
                b'K' => self.next.link = Some(until_nul(&self.text(size, MAX_NAME)?).to_vec()),
                // The header of Solaris has the same form.
                b'x' | b'X' => {
                    let records = self.text(size, MAX_PAX)?;
                    self.next.read(&records);
                }
                b'g' => self.skip(size)?,
                _ => return self.described(&block),
            }
        }
    }

    /// Returns the member of a header.
    fn described(&mut self, block: &Block) -> io::Result<Found> {
        let header = Header::from_byte_slice(block);
        let described = std::mem::take(&mut self.next);
        let letter = header.entry_type().as_byte();
        let is_sparse = described.is_sparse || letter == b'S';
        if letter == b'S' {
            self.skip_holes(header)?;
        }
        let path = described.path.unwrap_or_else(|| header.path_bytes().into_owned());
        let link = || described.link.or_else(|| header.link_name_bytes().map(|link| link.into_owned()));
        let kind = match letter {
            // The content of a folder in an incremental backup is a list of names.
            b'5' | b'D' => MemberKind::Folder,
            b'1' | b'2' => MemberKind::Special(dos::utf8_or_name(&link().unwrap_or_default()).into()),
            b'3' | b'4' | b'6' => MemberKind::Special("a device".into()),
            b'V' => MemberKind::Special("the name of the volume".into()),
            b'M' => MemberKind::Closed(ContainerError::Unsupported("the rest of a file".into())),
            _ if path.ends_with(b"/") => MemberKind::Folder,
            _ if is_sparse => MemberKind::Closed(ContainerError::Unsupported("a file with holes".into())),
            _ => MemberKind::File,
        };
        let stated = described.size.unwrap_or_else(|| header.entry_size().unwrap_or_default());
        let has_bytes = match letter {
            b'2'..=b'6' => false,
            // Some programs store the length of the file that a hard link refers to.
            b'1' => !self.is_before_header()?,
            _ => true,
        };
        let length = if has_bytes { stated } else { 0 };
        let start = self.at;
        self.skip(length)?;
        let seconds = described.modified.or_else(|| header.mtime().ok().and_then(|at| i64::try_from(at).ok()));
        let modified = seconds.and_then(|at| DateTime::from_timestamp(at, 0)).map(|at| at.naive_utc());
        let size = Some(length).filter(|_| !is_sparse);
        let path = dos::utf8_or_name(&path).into();
        Ok(Found::Member(Member { path, kind, size, packed: Some(length), modified, method: STORED }, start))
    }

    /// Returns whether another header comes next.
    fn is_before_header(&mut self) -> io::Result<bool> {
        let at = self.at;
        let block = self.block()?;
        self.go_to(at)?;
        Ok(block.is_none_or(|block| block == NOTHING || is_header(&block)))
    }

    /// Skips the further blocks that describe the holes of a file with many.
    fn skip_holes(&mut self, header: &Header) -> io::Result<()> {
        let mut is_extended = header.as_gnu().is_some_and(::tar::GnuHeader::is_extended);
        while is_extended {
            let Some(block) = self.block()? else { break };
            is_extended = block[504] == 1;
        }
        Ok(())
    }

    /// Returns whether no other tar follows after the end of this one.
    fn is_last(&mut self) -> io::Result<bool> {
        while let Some(block) = self.block()? {
            if block != NOTHING {
                self.go_to(self.at - BLOCK)?;
                return Ok(!is_header(&block));
            }
        }
        Ok(true)
    }

    /// Skips to the next header, and returns the number of bytes before it.
    fn skip_to_header(&mut self) -> io::Result<u64> {
        let start = self.at - BLOCK;
        self.next = Described::default();
        while let Some(block) = self.block()? {
            let header = Header::from_byte_slice(&block);
            if is_header(&block) && (header.as_ustar().is_some() || header.as_gnu().is_some()) {
                self.go_to(self.at - BLOCK)?;
                return Ok(self.at - start);
            }
        }
        self.go_to(self.length)?;
        Ok(self.at - start)
    }
}

impl Described {
    /// Takes over the records of pax.
    fn read(&mut self, records: &[u8]) {
        for record in PaxExtensions::new(records).flatten() {
            let value = record.value_bytes();
            let text = str::from_utf8(value).unwrap_or_default();
            match record.key_bytes() {
                // A sparse file is stored under a placeholder name.
                b"GNU.sparse.name" => self.path = Some(value.to_vec()),
                b"path" if !self.is_sparse => self.path = Some(value.to_vec()),
                b"linkpath" => self.link = Some(value.to_vec()),
                b"size" => self.size = text.parse().ok(),
                b"mtime" => self.modified = text.split('.').next().and_then(|seconds| seconds.parse().ok()),
                _ => {}
            }
            self.is_sparse |= record.key_bytes().starts_with(b"GNU.sparse.");
        }
    }
}

#[cfg(test)]
mod tests;
