//! ZIP archives, including self-extracting ones.

mod directory;
mod legacy;
mod member;
mod walk;

#[cfg(test)]
mod tests;

use std::io::Read;
use std::sync::Arc;

use super::fields::Fields;
use super::listing::{Listing, of_member};
use super::unpackers::{self, Inflater, Zstd, buffered};
use super::verified::{Checksum, Expected, Verified};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, ErrorAtEnd, LimitReached, Limits, MemberKind,
    OpenOptions, Trust,
};
use member::{Entry, METHODS};

/// ZIP archives.
pub(super) static ZIP: ContainerKind = ContainerKind {
    id: "zip",
    title: "ZIP archive",
    extensions: &["zip", "exe"],
    methods: METHODS,
    trust: Trust::Certain,
    matches,
    open,
};

/// Signature of a member's local header.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// Length in bytes up to which a packed member is read at once, with its header.
const MAX_SMALL: usize = 8 << 10;
/// Length in bytes that hardly any name in a local header exceeds, with the extra field behind it.
const USUAL_NAME: usize = 64;
/// Length of a local header without its name.
const LOCAL_LENGTH: usize = 30;

/// An archive without members: only the end of an empty directory.
const EMPTY: &[u8] = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Limit of a link target's length, in bytes.
const MAX_LINK: u64 = 1_024;

fn matches(block: &[u8], file: &Blob) -> bool {
    // An archive of several disks that was merged keeps their signature.
    block.starts_with(&LOCAL)
        || block.starts_with(b"PK\x07\x08PK\x03\x04")
        || block.starts_with(b"PK00PK\x03\x04")
        || block.starts_with(EMPTY)
        || block.starts_with(b"MZ") && directory::is_at_end(file)
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut found = Found { listing: Listing::new(options.limits), entries: Vec::new() };
    let directory = directory::list(file, &mut found)?;
    if !directory.is_whole && !found.is_full() {
        let listed = found.entries.len();
        walk::list(file, &mut found)?;
        found.listing.faults.push(directory.fault(listed, found.entries.len()));
    }
    let Found { mut listing, mut entries } = found;
    entries.shrink_to_fit();
    let zip = Zip { file: file.clone(), entries };
    for (member, entry) in listing.members.iter_mut().zip(&zip.entries) {
        if entry.is_link && member.kind == MemberKind::File {
            member.kind = zip.target(entry, options.limits);
        }
    }
    Ok(listing.contents(zip))
}

/// The members found so far, each with its entry.
struct Found<'l> {
    listing: Listing<'l>,
    entries: Vec<Entry>,
}

impl Found<'_> {
    /// Adds a member; returns `false` if there are too many.
    fn push(&mut self, header: &member::Header<'_>) -> bool {
        let (entry, member) = header.member();
        let stored = member.path.len();
        let is_added = self.listing.push(member, stored);
        if is_added {
            self.entries.push(entry);
        }
        is_added
    }

    fn is_full(&self) -> bool {
        self.listing.faults.iter().any(|fault| matches!(fault, ContainerError::OverLimit(LimitReached::Members(_))))
    }
}

struct Zip {
    file: Blob,
    entries: Vec<Entry>,
}

impl Container for Zip {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let entry = of_member(&self.entries, index)?;
        self.unpack(entry, limits)
    }
}

impl Zip {
    fn unpack(&self, entry: &Entry, limits: &Limits) -> Result<Box<dyn Read + Send>, ContainerError> {
        if let Some(why) = entry.closed() {
            return Err(why);
        }
        let packed = self.packed(entry)?;
        let is_cut = packed.len() < entry.packed || entry.is_cut;
        let size = entry.is_size_known.then_some(entry.size);
        let sum = entry.is_size_known.then_some(Checksum::Crc32(entry.crc));
        let expected = Expected { size, sum, limit: limits.member_size };
        let unpacked: Box<dyn Read + Send> = match entry.method {
            0 => Box::new(packed.reader()),
            1..=6 => legacy::unpack(&packed, entry)?,
            8 => Box::new(Inflater::new(&packed)),
            9 => Box::new(deflate64::Deflate64Decoder::with_buffer(buffered(&packed))),
            12 => Box::new(bzip2::bufread::MultiBzDecoder::new(buffered(&packed))),
            14 => lzma(&packed, size)?,
            93 => Box::new(Zstd::new(buffered(&packed))),
            95 => Box::new(unpackers::xz(buffered(&packed))),
            number => return Err(member::unsupported(number)),
        };
        let verified = Verified::new(unpacked, expected);
        Ok(if is_cut {
            Box::new(verified.chain(ErrorAtEnd(ContainerError::damaged("it is cut off"))))
        } else {
            Box::new(verified)
        })
    }

    /// Returns the packed bytes of a member, which follow its local header.
    fn packed(&self, entry: &Entry) -> Result<Blob, ContainerError> {
        let nothing_there = || ContainerError::damaged("there is no member where the directory has it");
        // Most members are small, and read together with their header.
        let small = usize::try_from(entry.packed).ok().filter(|&packed| packed <= MAX_SMALL).unwrap_or_default();
        let mut bytes = vec![0; LOCAL_LENGTH + USUAL_NAME + small];
        let length = self.file.read_full_at(entry.offset, &mut bytes)?;
        bytes.truncate(length);
        let mut fields = Fields(bytes.get(..LOCAL_LENGTH).ok_or_else(|| ContainerError::damaged("it is cut off"))?);
        if fields.bytes(4) != Some(&LOCAL) {
            return Err(nothing_there());
        }
        fields.bytes(22);
        let name = fields.u16().ok_or_else(nothing_there)?;
        let extra = fields.u16().ok_or_else(nothing_there)?;
        let start = LOCAL_LENGTH as u64 + u64::from(name) + u64::from(extra);
        let is_read = small > 0 && start + entry.packed <= length as u64;
        let file = if is_read { Blob::from_memory(Arc::new(bytes)) } else { self.file.part(entry.offset, u64::MAX) };
        Ok(file.part(start, entry.packed))
    }

    /// Returns the target of a link, which is stored as its content.
    fn target(&self, entry: &Entry, limits: &Limits) -> MemberKind {
        let read = || {
            let mut target = Vec::new();
            self.unpack(entry, limits)?.take(MAX_LINK).read_to_end(&mut target)?;
            Ok(String::from_utf8_lossy(&target).into())
        };
        read().map_or_else(MemberKind::Closed, MemberKind::Special)
    }
}

/// Unpacks LZMA, whose data begins with the program's version and the length of the properties, followed by the
/// properties.
fn lzma(packed: &Blob, size: Option<u64>) -> Result<Box<dyn Read + Send>, ContainerError> {
    let mut packed = buffered(packed);
    let mut header = [0; 9];
    packed.read_exact(&mut header)?;
    let mut fields = Fields(&header[2..]);
    let (Some(5), Some(properties), Some(window)) = (fields.u16(), fields.u8(), fields.u32()) else {
        return Err(ContainerError::damaged("LZMA has five bytes of properties"));
    };
    Ok(Box::new(unpackers::lzma(packed, size, properties, window)?))
}
