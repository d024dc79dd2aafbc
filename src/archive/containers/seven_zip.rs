//! 7z archives.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, NaiveDateTime};
use sevenz_rust2::{Archive, ArchiveEntry, Block, BlockDecoder, EncoderMethod as Coder, Error, Password};

use super::fields::Fields;
use super::listing::{Listing, UNKNOWN_METHOD, of_member};
use super::unpackers::MAX_WINDOW;
use super::verified::{Expected, Verified, unpacking};
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, ErrorAtEnd, LimitReached, Limits, Member, MemberKind,
    Method, OpenOptions, Trust,
};

/// 7z archives.
pub(super) static SEVEN_ZIP: ContainerKind = ContainerKind {
    id: "7z",
    title: "7z archive",
    extensions: &["7z"],
    methods: METHODS,
    trust: Trust::Certain,
    matches: |block, _| block.starts_with(MARK),
    open,
};

const MARK: &[u8; 6] = b"7z\xBC\xAF\x27\x1C";
/// Length of the header at the start.
const START: usize = 32;

const METHODS: &[Method] = &[
    Method { name: "stored", is_proved: true },
    Method { name: "lzma", is_proved: true },
    Method { name: "lzma2", is_proved: true },
    Method { name: "ppmd", is_proved: true },
    Method { name: "bzip2", is_proved: true },
    Method { name: "deflate", is_proved: true },
];

/// Numbers of these methods, in the same order.
const NUMBERS: [&[u8]; 6] =
    [Coder::ID_COPY, Coder::ID_LZMA, Coder::ID_LZMA2, Coder::ID_PPMD, Coder::ID_BZIP2, Coder::ID_DEFLATE];

/// Filters, which are applied to bytes before they are packed.
const FILTERS: [&[u8]; 10] = [
    Coder::ID_DELTA,
    Coder::ID_BCJ_X86,
    Coder::ID_BCJ2,
    Coder::ID_BCJ_PPC,
    Coder::ID_BCJ_IA64,
    Coder::ID_BCJ_ARM,
    Coder::ID_BCJ_ARM64,
    Coder::ID_BCJ_ARM_THUMB,
    Coder::ID_BCJ_SPARC,
    Coder::ID_BCJ_RISCV,
];

/// Largest directory that is read, in KiB: it lists a hundred thousand members, and takes up to a hundred times its
/// size in memory.
const MAX_DIRECTORY: usize = 8 << 10;

/// Largest window and tables of a block, in KiB.
const MAX_MEMORY: usize = (MAX_WINDOW as usize >> 10) + 1_024;

/// Limit of the bytes of a block before a member, as a multiple of the limit on a member's size.
const MAX_BEFORE: u64 = 16;

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let missing = || ContainerError::damaged("it is cut off; its directory is missing");
    if directory_end(file)?.is_none_or(|end| end > file.len()) {
        return Err(missing());
    }
    let password = Password::empty();
    let mut source = BufReader::new(file.reader());
    let archive = Archive::read_with_memory_limit(&mut source, &password, MAX_DIRECTORY);
    let mut archive = archive.map_err(|error| match failure(error) {
        ContainerError::Damaged(_) => ContainerError::damaged("its directory is damaged"),
        error => error,
    })?;
    let mut listing = Listing::new(options.limits);
    // Unpacked bytes of the block before the member.
    let mut before = 0_u64;
    let mut last_block = None;
    for index in 0..archive.files.len() {
        let block_index = archive.stream_map.file_block_index.get(index).copied().flatten();
        if block_index != last_block {
            (before, last_block) = (0, block_index);
        }
        let block = block_index.and_then(|block| archive.blocks.get(block));
        let entry = &archive.files[index];
        let (method, is_read) = block.map_or((METHODS[0], Ok(())), method);
        let kind = match is_read {
            _ if entry.is_directory => MemberKind::Folder,
            _ if entry.is_anti_item => MemberKind::Special("a file that is to be deleted".into()),
            _ if is_link(entry) => MemberKind::Special("a link".into()),
            Err(why) if entry.has_stream => MemberKind::Closed(why),
            _ if before > options.limits.member_size.saturating_mul(MAX_BEFORE) => {
                MemberKind::Closed(ContainerError::Unsupported(format!("it lies behind {before} bytes of its block")))
            }
            _ => MemberKind::File,
        };
        if entry.has_stream {
            before = before.saturating_add(entry.size);
        }
        // Blocks are packed as a whole, so their members have no packed length of their own.
        let is_alone = block_index.is_some_and(|at| {
            let first = archive.stream_map.block_first_file_index.get(at);
            let next = archive.stream_map.file_block_index.get(index + 1);
            first == Some(&index) && next != Some(&Some(at))
        });
        let (size, modified) = (Some(entry.size), modified(entry));
        let packed = if is_alone { block_index.and_then(|at| packed_size(&archive, at)) } else { None };
        // The library's list does not need the name any more.
        let path: Box<str> = std::mem::take(&mut archive.files[index].name).into();
        let stored = path.len();
        if !listing.push(Member { path, kind, size, packed, modified, method }, stored) {
            break;
        }
    }
    Ok(listing.contents(SevenZip { file: file.clone(), archive, password, held: Mutex::new(None) }))
}

/// Returns where the directory ends, which is the last part of the file.
fn directory_end(file: &Blob) -> io::Result<Option<u64>> {
    let Some(start) = file.read_array_at::<START>(0)? else { return Ok(None) };
    let mut fields = Fields(&start);
    fields.bytes(12);
    let end = |(offset, length): (u64, u64)| (START as u64).checked_add(offset)?.checked_add(length);
    Ok(fields.u64().zip(fields.u64()).and_then(end))
}

/// Returns the method of a block, and an error if it is not supported.
fn method(block: &Block) -> (Method, Result<(), ContainerError>) {
    let numbers = || block.coders.iter().map(sevenz_rust2::Coder::encoder_method_id);
    let number_of = |number: &[u8]| NUMBERS.iter().position(|known| *known == number);
    let method = numbers().find_map(number_of).map(|at| METHODS[at]);
    let unread = numbers().find(|number| number_of(number).is_none() && !FILTERS.contains(number));
    let is_read = match unread {
        Some(number) if number == Coder::ID_AES256_SHA256 => Err("encrypted".to_owned()),
        Some(number) => Err(match Coder::by_id(number) {
            Some(method) => format!("method {}", method.name()),
            None => format!("method {number:02X?}"),
        }),
        None => Ok(()),
    };
    (method.unwrap_or(UNKNOWN_METHOD), is_read.map_err(ContainerError::Unsupported))
}

fn packed_size(archive: &Archive, block: usize) -> Option<u64> {
    let firsts = archive.stream_map.block_first_pack_stream_index();
    let (first, next) = (*firsts.get(block)?, firsts.get(block + 1).copied());
    let sizes = archive.pack_sizes().get(first..next.unwrap_or(archive.pack_sizes().len()))?;
    Some(sizes.iter().fold(0, |sum: u64, size| sum.saturating_add(*size)))
}

/// Returns whether its content is the target of a link: programs for Unix store the file type above the attributes, and
/// Windows has an attribute for it.
fn is_link(entry: &ArchiveEntry) -> bool {
    let attributes = entry.windows_attributes;
    entry.has_windows_attributes && (attributes & 0x8000 != 0 && attributes >> 28 == 10 || attributes & 0x400 != 0)
}

/// Returns the time of the last change, which is stored in tenths of microseconds since 1601.
fn modified(entry: &ArchiveEntry) -> Option<NaiveDateTime> {
    const SECONDS_TO_1970: i64 = 11_644_473_600;
    let ticks = u64::from(entry.last_modified_date);
    let seconds = i64::try_from(ticks / 10_000_000).ok()? - SECONDS_TO_1970;
    DateTime::from_timestamp(seconds, 0).filter(|_| entry.has_last_modified_date).map(|at| at.naive_utc())
}

struct SevenZip {
    file: Blob,
    archive: Archive,
    password: Password,
    /// The members that were unpacked last: those of a block can only be unpacked in sequence.
    held: Mutex<Option<Held>>,
}

/// Some unpacked members of a block.
struct Held {
    block: usize,
    /// Index of the first of them.
    first: usize,
    members: Vec<Unpacked>,
    /// Reason why the members after them cannot be unpacked, if any.
    failed: Option<ContainerError>,
}

/// The bytes of a member, and the error that followed them, if any.
#[derive(Clone)]
struct Unpacked {
    bytes: Arc<Vec<u8>>,
    error: Option<ContainerError>,
}

impl Held {
    fn member(&self, block: usize, index: usize) -> Option<Unpacked> {
        let at = index.checked_sub(self.first).filter(|_| block == self.block)?;
        let failed = || self.failed.clone().map(|error| Unpacked { bytes: Arc::default(), error: Some(error) });
        self.members.get(at).cloned().or_else(failed)
    }
}

impl Container for SevenZip {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let none = || ContainerError::damaged("there is no such member");
        let entry = of_member(&self.archive.files, index)?;
        if !entry.has_stream {
            return Ok(Box::new(io::empty()));
        }
        if entry.size > limits.member_size {
            return Err(ContainerError::OverLimit(LimitReached::MemberSize(limits.member_size)));
        }
        let block_index = self.archive.stream_map.file_block_index.get(index).copied().flatten().ok_or_else(none)?;
        method(self.archive.blocks.get(block_index).ok_or_else(none)?).1?;

        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut member = held.as_ref().and_then(|held| held.member(block_index, index));
        if member.is_none() {
            // Memory is freed before anything else is unpacked.
            *held = None;
            let unpacked = self.unpack(block_index, index, limits)?;
            member = unpacked.member(block_index, index);
            *held = Some(unpacked);
        }
        let Unpacked { bytes, error } = member.ok_or_else(none)?;
        let reader = Blob::from_memory(bytes).reader();
        Ok(match error {
            Some(error) => Box::new(reader.chain(ErrorAtEnd(error))),
            // The library has compared the checksums, if there are any.
            None => {
                let expected = Expected { size: Some(entry.size), sum: None, limit: limits.member_size };
                Box::new(Verified::new(reader, expected))
            }
        })
    }
}

impl SevenZip {
    /// Unpacks a block from its start, and holds the wanted member and as many after it as the limit allows.
    fn unpack(&self, block: usize, wanted: usize, limits: &Limits) -> Result<Held, ContainerError> {
        let mut source = BufReader::new(self.file.reader());
        let decoder =
            BlockDecoder::new_with_memory_limit(1, MAX_MEMORY, block, &self.archive, &self.password, &mut source);
        let first = self.archive.stream_map.block_first_file_index.get(block).copied();
        let mut index = first.ok_or_else(|| ContainerError::damaged("its block has no members"))?;
        let mut members = Vec::new();
        let mut left = limits.member_size;
        let unpacked = decoder.for_each_entries(&mut |entry, reader| {
            let (here, size) = (index, entry.size);
            index += 1;
            if here < wanted || size > limits.member_size {
                // An error in one member does not concern the next.
                let _ = io::copy(reader, &mut io::sink());
                if here >= wanted {
                    let error = ContainerError::OverLimit(LimitReached::MemberSize(limits.member_size));
                    members.push(Unpacked { bytes: Arc::default(), error: Some(error) });
                }
                return Ok(true);
            }
            if here > wanted && size > left {
                return Ok(false);
            }
            let mut bytes = Vec::new();
            let error = reader.take(size).read_to_end(&mut bytes).and_then(|_| reader.read(&mut [0])).err();
            left = left.saturating_sub(bytes.len() as u64);
            members.push(Unpacked { bytes: Arc::new(bytes), error: error.map(unpacking) });
            Ok(true)
        });
        // The members unpacked before the error are kept, and the others are not tried again.
        let failed = unpacked.err().map(|error| match failure(error) {
            ContainerError::Damaged(_) if !members.is_empty() => {
                ContainerError::damaged("what is before it in its block is damaged")
            }
            error => error,
        });
        Ok(Held { block, first: wanted, members, failed })
    }
}

fn failure(error: Error) -> ContainerError {
    match error {
        Error::Io(error, _) | Error::FileOpen(error, _) | Error::MaybeBadPassword(error) => unpacking(error),
        Error::PasswordRequired => ContainerError::Unsupported("encrypted".into()),
        Error::UnsupportedCompressionMethod(name) if name.starts_with("AES") => {
            ContainerError::Unsupported("encrypted".into())
        }
        Error::UnsupportedCompressionMethod(name) => ContainerError::Unsupported(format!("method {name}")),
        Error::MaxMemLimited { actaul_kb, .. } => {
            ContainerError::Unsupported(format!("it needs {actaul_kb} KiB of memory to be unpacked"))
        }
        Error::UnsupportedVersion { major, minor } => {
            ContainerError::Unsupported(format!("version {major}.{minor} of 7z"))
        }
        Error::Unsupported(what) => ContainerError::Unsupported(what.into_owned()),
        Error::ExternalUnsupported => ContainerError::Unsupported("a directory in several parts".into()),
        Error::Other(what) => ContainerError::Damaged(what.into_owned()),
        _ => ContainerError::damaged("the bytes are not those that were packed (CRC)"),
    }
}

#[cfg(test)]
mod tests;
