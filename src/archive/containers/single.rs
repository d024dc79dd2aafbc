//! Containers of a single packed file: gzip, bzip2, xz and Zstandard.

use std::io::{BufRead, BufReader, Read};

use chrono::{DateTime, NaiveDateTime};

use super::listing::Listing;
use super::unpackers::{self, Zstd, buffered};
use super::verified::{Expected, Verified};
use super::{
    Blob, BlobReader, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method,
    OpenOptions, Trust,
};
use crate::text::encoding::Encoding;

/// Files packed by gzip.
pub(super) static GZIP: ContainerKind = ContainerKind {
    id: "gz",
    title: "file packed by gzip",
    extensions: &["gz", "tgz"],
    methods: &[DEFLATE],
    trust: Trust::Certain,
    matches: is_gzip,
    open: |file, options| {
        let (name, modified) = gzip_header(file);
        let unpack =
            |packed| -> Unpacked { Box::new(Streams::new(packed, GzDecoder::new, GzDecoder::into_inner, 0x1F)) };
        open(
            file,
            options,
            Packed { name, modified, method: DEFLATE, extensions: &[("gz", ""), ("tgz", "tar")], unpack },
        )
    },
};

/// Files packed by bzip2.
pub(super) static BZIP2: ContainerKind = ContainerKind {
    id: "bz2",
    title: "file packed by bzip2",
    extensions: &["bz2", "tbz2", "tbz"],
    methods: &[BZIP2_METHOD],
    trust: Trust::Certain,
    matches: is_bzip2,
    open: |file, options| {
        let unpack =
            |packed| -> Unpacked { Box::new(Streams::new(packed, BzDecoder::new, BzDecoder::into_inner, b'B')) };
        let extensions = &[("bz2", ""), ("tbz2", "tar"), ("tbz", "tar")];
        open(file, options, Packed { name: None, modified: None, method: BZIP2_METHOD, extensions, unpack })
    },
};

/// Files packed by xz.
pub(super) static XZ: ContainerKind = ContainerKind {
    id: "xz",
    title: "file packed by xz",
    extensions: &["xz", "txz"],
    methods: &[LZMA2],
    trust: Trust::Certain,
    matches: |block, _| block.starts_with(b"\xFD7zXZ\0"),
    open: |file, options| {
        let unpack = |packed| -> Unpacked { Box::new(unpackers::xz(packed)) };
        let extensions = &[("xz", ""), ("txz", "tar")];
        open(file, options, Packed { name: None, modified: None, method: LZMA2, extensions, unpack })
    },
};

/// Files packed by Zstandard.
pub(super) static ZSTD: ContainerKind = ContainerKind {
    id: "zst",
    title: "file packed by Zstandard",
    extensions: &["zst", "tzst"],
    methods: &[ZSTD_METHOD],
    trust: Trust::Certain,
    matches: is_zstd,
    open: |file, options| {
        let unpack = |packed| -> Unpacked { Box::new(Zstd::new(packed)) };
        let extensions = &[("zst", ""), ("tzst", "tar")];
        open(file, options, Packed { name: None, modified: None, method: ZSTD_METHOD, extensions, unpack })
    },
};

const DEFLATE: Method = Method { name: "deflate", is_proved: true };
const BZIP2_METHOD: Method = Method { name: "bzip2", is_proved: true };
const LZMA2: Method = Method { name: "lzma2", is_proved: true };
const ZSTD_METHOD: Method = Method { name: "zstd", is_proved: true };

type Unpacked = Box<dyn Read + Send>;
type Bytes = BufReader<BlobReader>;
type GzDecoder = flate2::bufread::GzDecoder<Bytes>;
type BzDecoder = bzip2::bufread::BzDecoder<Bytes>;

fn is_gzip(block: &[u8], _: &Blob) -> bool {
    // Three bits of the flags are unused; the operating systems are numbered up to 13.
    matches!(block, [0x1F, 0x8B, 8, flags, _, _, _, _, _, system, ..] if flags & 0xE0 == 0 && matches!(system, 0..=13 | 255))
}

fn is_bzip2(block: &[u8], _: &Blob) -> bool {
    // The block size is followed by the mark of the first block, or of the end.
    let Some(([b'B', b'Z', b'h', b'1'..=b'9'], rest)) = block.split_first_chunk() else { return false };
    rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17\x72\x45\x38\x50\x90")
}

fn is_zstd(block: &[u8], file: &Blob) -> bool {
    const FRAME: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
    match block {
        // A skippable frame may come first, as in files of other programs.
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] => {
            let behind = 8 + u64::from(u32::from_le_bytes([*a, *b, *c, *d]));
            file.read_array_at(behind).is_ok_and(|mark| mark == Some(FRAME))
        }
        _ => block.starts_with(&FRAME),
    }
}

/// Returns the name and time in the first header of a gzip file.
fn gzip_header(file: &Blob) -> (Option<Box<str>>, Option<NaiveDateTime>) {
    let decoder = GzDecoder::new(buffered(file));
    let Some(header) = decoder.header() else { return (None, None) };
    // Latin-1 is the standard; modern systems store UTF-8.
    let name = header.filename().filter(|name| !name.is_empty());
    let decoded = |name: &[u8]| match str::from_utf8(name) {
        Ok(name) => name.into(),
        Err(_) => Encoding::ISO_8859_1.decode(name).unwrap_or_default().into(),
    };
    let modified = Some(header.mtime()).filter(|at| *at != 0);
    let modified = modified.and_then(|at| DateTime::from_timestamp(at.into(), 0));
    (name.map(decoded), modified.map(|at| at.naive_utc()))
}

/// A packed file.
struct Packed {
    /// Stored name; `None` if there is none.
    name: Option<Box<str>>,
    modified: Option<NaiveDateTime>,
    method: Method,
    /// Extensions of packed files, each with the extension of the unpacked file.
    extensions: &'static [(&'static str, &'static str)],
    unpack: fn(Bytes) -> Unpacked,
}

fn open(file: &Blob, options: &OpenOptions<'_>, packed: Packed) -> Result<Contents, ContainerError> {
    let mut listing = Listing::new(options.limits);
    let member = Member {
        path: packed.name.unwrap_or_else(|| unpacked_name(options.name, packed.extensions)),
        kind: MemberKind::File,
        size: None,
        packed: Some(file.len()),
        modified: packed.modified,
        method: packed.method,
    };
    let stored = member.path.len();
    let _ = listing.push(member, stored);
    Ok(listing.contents(Single { file: file.clone(), unpack: packed.unpack }))
}

/// Returns the name of a packed file with the extension of the unpacked file.
fn unpacked_name(name: &str, extensions: &[(&str, &str)]) -> Box<str> {
    let Some((stem, extension)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
        return name.into();
    };
    match extensions.iter().find(|(packed, _)| packed.eq_ignore_ascii_case(extension)) {
        Some((_, "")) => stem.into(),
        Some((_, unpacked)) => format!("{stem}.{unpacked}").into(),
        None => name.into(),
    }
}

struct Single {
    file: Blob,
    unpack: fn(Bytes) -> Unpacked,
}

impl Container for Single {
    fn read(&self, _: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let expected = Expected { size: None, sum: None, limit: limits.member_size };
        Ok(Box::new(Verified::new((self.unpack)(buffered(&self.file)), expected)))
    }
}

/// A reader of several consecutive packed streams as one file.
struct Streams<D> {
    current: Option<D>,
    start: fn(Bytes) -> D,
    end: fn(D) -> Bytes,
    /// First byte of a stream.
    mark: u8,
}

impl<D: Read> Streams<D> {
    fn new(packed: Bytes, start: fn(Bytes) -> D, end: fn(D) -> Bytes, mark: u8) -> Self {
        Streams { current: Some(start(packed)), start, end, mark }
    }
}

impl<D: Read> Read for Streams<D> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(current) = &mut self.current {
            let length = current.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let Some(mut packed) = self.current.take().map(self.end) else { break };
            // Tapes and file transfers pad the last block.
            let next = loop {
                let padding = packed.fill_buf()?.iter().take_while(|byte| matches!(byte, 0 | 0x1A)).count();
                if padding == 0 {
                    break packed.buffer().first();
                }
                packed.consume(padding);
            };
            match next {
                None => {}
                Some(mark) if *mark == self.mark => self.current = Some((self.start)(packed)),
                Some(_) => return Err(ContainerError::damaged("something else stands behind it").into()),
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests;
