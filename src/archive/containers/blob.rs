//! Bytes with random access: a file, a part of one, or memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// Bytes that several threads can read at any place. A clone is cheap.
#[derive(Debug, Clone)]
pub struct Blob {
    bytes: Bytes,
    start: u64,
    length: u64,
}

#[derive(Debug, Clone)]
enum Bytes {
    File(Arc<File>),
    Memory(Arc<Vec<u8>>),
}

impl Blob {
    /// Creates a blob of a file, with the file's current length.
    ///
    /// # Errors
    ///
    /// If the length cannot be determined.
    pub fn from_file(file: File) -> io::Result<Blob> {
        let length = file.metadata()?.len();
        Ok(Blob::of_length(Arc::new(file), length))
    }

    /// Creates a blob of a file with a known length.
    pub fn of_length(file: Arc<File>, length: u64) -> Blob {
        Blob { bytes: Bytes::File(file), start: 0, length }
    }

    /// Creates a blob of a given length of which only the beginning can be read.
    pub fn beginning(bytes: Vec<u8>, length: u64) -> Blob {
        Blob { length, ..Blob::from_memory(Arc::new(bytes)) }
    }

    /// Creates a blob of bytes in memory.
    pub fn from_memory(bytes: Arc<Vec<u8>>) -> Blob {
        let length = bytes.len() as u64;
        Blob { bytes: Bytes::Memory(bytes), start: 0, length }
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns whether the blob has no bytes.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns a part; anything beyond the end is cut off.
    pub fn part(&self, start: u64, length: u64) -> Blob {
        let start = start.min(self.length);
        let length = length.min(self.length - start);
        Blob { bytes: self.bytes.clone(), start: self.start + start, length }
    }

    /// Reads at a place, like [`Read::read`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(place)).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        if wanted == 0 {
            return Ok(0);
        }
        let buffer = &mut buffer[..wanted];
        match &self.bytes {
            Bytes::Memory(bytes) => {
                let at = usize::try_from(self.start + place).unwrap_or(usize::MAX);
                let there = bytes.get(at..).unwrap_or_default();
                let length = there.len().min(wanted);
                buffer[..length].copy_from_slice(&there[..length]);
                Ok(length)
            }
            Bytes::File(file) => read_file_at(file, self.start + place, buffer),
        }
    }

    /// Returns a reader from the start.
    pub fn reader(&self) -> BlobReader {
        BlobReader { blob: self.clone(), position: 0 }
    }
}

/// Bytes read at a time while searching.
#[cfg(feature = "archives")]
const WINDOW: usize = 64 << 10;

#[cfg(feature = "archives")]
impl Blob {
    /// Reads all bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, as for all of these functions.
    pub(super) fn read_all(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader().read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads at a place until the buffer is full or the end is reached, and returns the number of bytes read.
    pub(super) fn read_full_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        while place < self.length && length < buffer.len() {
            match self.read_at(place + length as u64, &mut buffer[length..]) {
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    }

    /// Reads `N` bytes at a place; returns `None` if the end comes before.
    pub(super) fn read_array_at<const N: usize>(&self, place: u64) -> io::Result<Option<[u8; N]>> {
        let mut bytes = [0; N];
        Ok((self.read_full_at(place, &mut bytes)? == N).then_some(bytes))
    }

    /// Returns the offset of the next occurrence of these bytes from a place on.
    pub(super) fn find(&self, from: u64, wanted: &[u8]) -> io::Result<Option<u64>> {
        let mut window = vec![0; WINDOW];
        let mut start = from;
        loop {
            let length = self.read_full_at(start, &mut window)?;
            if let Some(at) = memchr::memmem::find(&window[..length], wanted) {
                return Ok(Some(start + at as u64));
            }
            if length < WINDOW {
                return Ok(None);
            }
            // The bytes may span the end of the window.
            start += (WINDOW + 1 - wanted.len()) as u64;
        }
    }
}

#[cfg(unix)]
fn read_file_at(file: &File, place: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, place)
}

#[cfg(windows)]
fn read_file_at(file: &File, place: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, place)
}

/// A reader of a blob with its own position.
#[derive(Debug, Clone)]
pub struct BlobReader {
    blob: Blob,
    position: u64,
}

impl Read for BlobReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.blob.read_at(self.position, buffer)?;
        self.position += length as u64;
        Ok(length)
    }
}

impl Seek for BlobReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.blob.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the start");
        self.position = place.ok_or_else(before)?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_and_sought_like_a_file() {
        use std::io::Write;
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        for blob in [Blob::from_file(file).unwrap(), Blob::from_memory(Arc::new(b"0123456789".to_vec()))] {
            let part = blob.part(2, 6).part(1, 100);
            let mut reader = part.reader();
            let mut text = String::new();
            reader.read_to_string(&mut text).unwrap();
            assert_eq!((&*text, part.len()), ("34567", 5));
            assert_eq!(reader.seek(SeekFrom::End(-2)).unwrap(), 3);
            text.clear();
            reader.read_to_string(&mut text).unwrap();
            assert_eq!(text, "67");
            assert!(reader.seek(SeekFrom::Current(-9)).is_err());
            assert_eq!((blob.part(20, 5).len(), part.read_at(50, &mut [0; 4]).unwrap()), (0, 0));
        }
    }

    #[cfg(feature = "archives")]
    #[test]
    fn what_lies_across_two_windows_is_found() {
        let mut bytes = vec![b'-'; 3 * WINDOW];
        bytes[WINDOW - 1..WINDOW + 2].copy_from_slice(b"abc");
        let whole = Blob::from_memory(Arc::new(bytes));
        let file = whole.part(1, u64::MAX);
        assert_eq!(file.find(0, b"abc").unwrap(), Some(WINDOW as u64 - 2));
        assert_eq!(file.find(WINDOW as u64, b"abc").unwrap(), None);
        assert_eq!(whole.find(0, b"abc").unwrap(), Some(WINDOW as u64 - 1));
        assert_eq!(file.read_array_at::<3>(WINDOW as u64 - 2).unwrap(), Some(*b"abc"));
        assert_eq!(file.read_array_at::<3>(file.len() - 2).unwrap(), None);
        assert_eq!(file.read_full_at(u64::MAX, &mut [0; 3]).unwrap(), 0);
        assert_eq!(file.part(WINDOW as u64 - 2, 3).read_all().unwrap(), b"abc");
    }
}
