//! The original files, as `sqlite3 -A` keeps them.

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::tables::collection::EntryOriginal;

/// A regular file that its owner may write, and all may read.
pub const MODE: i64 = 0o100_644;

/// Packs files by zlib.
pub struct Packer {
    compress: Compress,
    packed: Vec<u8>,
}

impl Packer {
    /// One for many files.
    pub fn new() -> Packer {
        Packer { compress: Compress::new(Compression::default(), true), packed: Vec::new() }
    }

    /// The bytes of a file packed, or as they are where that is not longer.
    pub fn pack<'b>(&'b mut self, bytes: &'b [u8]) -> &'b [u8] {
        self.compress.reset();
        self.packed.clear();
        // One large file is not to take its room from all others.
        self.packed.shrink_to(1 << 20);
        // What does not fit in less than the file itself is of no use.
        self.packed.reserve(bytes.len());
        match self.compress.compress_vec(bytes, &mut self.packed, FlushCompress::Finish) {
            Ok(Status::StreamEnd) if self.packed.len() < bytes.len() => &self.packed,
            _ => bytes,
        }
    }
}

/// When a file was changed last, in seconds from 1970.
pub fn modified(original: &EntryOriginal) -> i64 {
    original.modified.map_or(0, |modified| modified.date_time().and_utc().timestamp())
}
