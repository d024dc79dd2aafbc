//! Original files in the form in which `sqlite3 -A` keeps them.

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::tables::collection::EntryOriginal;

/// The mode of a regular file that its owner may write and everyone may read.
pub const MODE: i64 = 0o100_644;

/// Greatest length of a file that is not compressed, in bytes. Compressing takes longer than reading a game of such a
/// length, and the rows of the game take far more space than what it saves.
const SHORT: usize = 1 << 10;

/// Compresses files with zlib.
pub struct Packer {
    compress: Compress,
    packed: Vec<u8>,
}

impl Packer {
    /// Creates a packer, which can be used for many files.
    pub fn new() -> Packer {
        Packer { compress: Compress::new(Compression::default(), true), packed: Vec::new() }
    }

    /// Returns the compressed bytes of a file, or the bytes themselves if they are few, or compression does not make
    /// them shorter.
    pub fn pack<'b>(&'b mut self, bytes: &'b [u8]) -> &'b [u8] {
        if bytes.len() <= SHORT {
            return bytes;
        }
        self.compress.reset();
        self.packed.clear();
        // The room for one large file is not kept for all others.
        self.packed.shrink_to(1 << 20);
        // A result that is not shorter than the file would not be used.
        self.packed.reserve(bytes.len());
        match self.compress.compress_vec(bytes, &mut self.packed, FlushCompress::Finish) {
            Ok(Status::StreamEnd) if self.packed.len() < bytes.len() => &self.packed,
            _ => bytes,
        }
    }
}

/// Returns the time of last modification, in seconds since 1970; 0 if it is not known.
pub fn modified(original: &EntryOriginal) -> i64 {
    original.modified.map_or(0, |modified| modified.date_time().and_utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_longer_files_are_compressed() {
        let mut packer = Packer::new();
        for (length, is_compressed) in [(0, false), (SHORT, false), (SHORT + 1, true), (SHORT, false)] {
            let bytes = vec![b'x'; length];
            assert_eq!(packer.pack(&bytes).len() < length, is_compressed, "{length}");
        }
    }
}
