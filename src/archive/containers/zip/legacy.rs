//! The methods of ZIP before 1993: Shrink, Reduce and Implode.
//!
//! The library unpacks them only as members of an archive, so it gets each of them as one.

use std::io::{self, Chain, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self_cell::{MutBorrow, self_cell};
use zip::ZipReadOptions;
use zip::read::{ZipFile, read_zipfile_from_stream_with_options};

use super::super::{Blob, BlobReader, ContainerError};
use super::member::Entry;
use super::{LOCAL, LOCAL_LENGTH};

/// A packed member after a header without a name.
struct Packed {
    bytes: Chain<Cursor<[u8; LOCAL_LENGTH]>, BlobReader>,
    /// Set when the reader is dropped, since the library would read on to the end then.
    is_dropped: Arc<AtomicBool>,
}

impl Read for Packed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_dropped.load(Ordering::Relaxed) { Ok(0) } else { self.bytes.read(buffer) }
    }
}

type Unpacked<'p> = ZipFile<'p, Packed>;

self_cell! {
    struct Cell {
        owner: MutBorrow<Packed>,
        #[not_covariant]
        dependent: Unpacked,
    }
}

struct Legacy {
    cell: Cell,
    is_dropped: Arc<AtomicBool>,
}

impl Read for Legacy {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.cell.with_dependent_mut(|_, unpacked| unpacked.read(buffer))
    }
}

impl Drop for Legacy {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

/// Unpacks a member of known length.
pub(super) fn unpack(packed: &Blob, entry: &Entry) -> Result<Box<dyn Read + Send>, ContainerError> {
    let unknown = || ContainerError::damaged("its length is not known");
    let size = u32::try_from(entry.size).ok().filter(|_| entry.is_size_known).ok_or_else(unknown)?;
    let packed_size = u32::try_from(packed.len()).map_err(|_| unknown())?;
    let is_dropped = Arc::new(AtomicBool::new(false));
    let bytes = Cursor::new(header(entry, packed_size, size)).chain(packed.reader());
    let packed = Packed { bytes, is_dropped: Arc::clone(&is_dropped) };
    let cell = Cell::try_new(MutBorrow::new(packed), |packed| {
        // The CRC is checked elsewhere, as for all methods.
        let options = ZipReadOptions::new().ignore_crc32(true);
        let unpacked = read_zipfile_from_stream_with_options(packed.borrow_mut(), options)
            .map_err(|error| ContainerError::Damaged(error.to_string()))?;
        unpacked.ok_or_else(|| ContainerError::damaged("it is not packed as it says"))
    })?;
    Ok(Box::new(Legacy { cell, is_dropped }))
}

fn header(entry: &Entry, packed: u32, size: u32) -> [u8; LOCAL_LENGTH] {
    // These flags of Implode give its window size and number of trees.
    let flags = entry.flags & 0b110;
    let mut header = [0; LOCAL_LENGTH];
    header[..4].copy_from_slice(&LOCAL);
    header[4] = 20;
    header[6..8].copy_from_slice(&flags.to_le_bytes());
    header[8..10].copy_from_slice(&entry.method.to_le_bytes());
    header[18..22].copy_from_slice(&packed.to_le_bytes());
    header[22..26].copy_from_slice(&size.to_le_bytes());
    header
}
