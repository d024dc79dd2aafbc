//! Verifies unpacked bytes against their stored length and checksum.

use std::io::{self, Read, Take};

use delharc::crc::Crc16;

use super::{ContainerError, LimitReached, Limits};

/// The known properties of a member's bytes before they are unpacked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    /// Number of bytes; `None` if unknown.
    pub size: Option<u64>,
    /// Checksum; `None` if there is none.
    pub sum: Option<Checksum>,
    /// Limit of the number of bytes.
    pub limit: u64,
}

/// A stored checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checksum {
    /// CRC-16 as in ARC and LHA.
    Crc16(u16),
    /// CRC-32 as in ARJ and ZIP.
    Crc32(u32),
}

/// The checksum of the bytes so far, with the expected one.
enum Sum {
    None,
    Crc16(Crc16, u16),
    Crc32(crc32fast::Hasher, u32),
}

impl Sum {
    fn new(expected: Option<Checksum>) -> Self {
        match expected {
            None => Sum::None,
            Some(Checksum::Crc16(expected)) => Sum::Crc16(Crc16::default(), expected),
            Some(Checksum::Crc32(expected)) => Sum::Crc32(crc32fast::Hasher::new(), expected),
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Sum::None => {}
            Sum::Crc16(sum, _) => sum.digest(bytes),
            Sum::Crc32(sum, _) => sum.update(bytes),
        }
    }

    fn is_expected(&self) -> bool {
        match self {
            Sum::None => true,
            Sum::Crc16(sum, expected) => sum.sum16() == *expected,
            Sum::Crc32(sum, expected) => sum.clone().finalize() == *expected,
        }
    }
}

/// A reader that returns no more bytes than expected, and ends with an error if they are not as expected.
pub(super) struct Verified<R> {
    inner: R,
    expected: Expected,
    length: u64,
    sum: Sum,
    /// The end, once it was reached.
    end: Option<Result<(), ContainerError>>,
}

impl<R: Read> Verified<R> {
    /// Verifies the bytes of a reader.
    pub fn new(inner: R, expected: Expected) -> Self {
        Verified { inner, expected, length: 0, sum: Sum::new(expected.sum), end: None }
    }

    fn ended(&self) -> Result<(), ContainerError> {
        if let Some(size) = self.expected.size.filter(|size| *size != self.length) {
            return Err(ContainerError::Damaged(format!("{} of {size} bytes can be unpacked", self.length)));
        }
        if self.sum.is_expected() {
            Ok(())
        } else {
            Err(ContainerError::damaged("the bytes are not those that were packed (CRC)"))
        }
    }

    /// Reads on, up to one byte more than expected.
    fn next(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let most = self.expected.size.unwrap_or(u64::MAX).min(self.expected.limit);
        let left = usize::try_from(most - self.length).unwrap_or(usize::MAX);
        if left > 0 {
            let length = buffer.len().min(left);
            let length = self.inner.read(&mut buffer[..length])?;
            self.sum.update(&buffer[..length]);
            self.length += length as u64;
            return Ok(Some(length).filter(|length| *length > 0));
        }
        if self.inner.read(&mut [0])? == 0 {
            return Ok(None);
        }
        Err(match self.expected.size {
            Some(size) if size <= self.expected.limit => {
                ContainerError::Damaged(format!("more than {size} bytes can be unpacked")).into()
            }
            _ => ContainerError::OverLimit(LimitReached::MemberSize(self.expected.limit)).into(),
        })
    }
}

impl<R: Read> Verified<Take<R>> {
    /// Verifies the first `size` bytes of a reader: codes without an end mark may continue after them.
    pub fn start(inner: R, size: u64, sum: Checksum, limits: &Limits) -> Self {
        let expected = Expected { size: Some(size), sum: Some(sum), limit: limits.member_size };
        Verified::new(inner.take(size), expected)
    }
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.end.is_none() {
            match self.next(buffer) {
                Ok(Some(length)) => return Ok(length),
                Ok(None) => self.end = Some(self.ended()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => self.end = Some(Err(unpacking(error))),
            }
        }
        match &self.end {
            Some(Err(error)) => Err(error.clone().into()),
            _ => Ok(0),
        }
    }
}

/// Converts an error of a library: they report damage with various kinds, while an I/O error of the file has an OS
/// error code.
pub(super) fn unpacking(error: io::Error) -> ContainerError {
    let is_ours = error.get_ref().is_some_and(|inner| inner.is::<ContainerError>());
    match error.kind() {
        io::ErrorKind::Other if error.raw_os_error().is_none() && !is_ours => {
            ContainerError::Damaged(error.to_string())
        }
        io::ErrorKind::OutOfMemory => ContainerError::Unsupported("it needs too much memory".into()),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], expected: Expected) -> (Vec<u8>, Option<ContainerError>) {
        let mut read = Vec::new();
        let mut reader = Verified::new(bytes, expected);
        let error = reader.read_to_end(&mut read).err();
        // Reading after the end has the same result.
        assert_eq!(reader.read(&mut [0; 4]).is_err(), error.is_some());
        (read, error.map(ContainerError::from))
    }

    #[test]
    fn bytes_that_were_not_stored_are_told_after_all_that_were() {
        let whole = Expected { size: Some(3), sum: Some(Checksum::Crc32(crc32fast::hash(b"abc"))), limit: 10 };
        let whole_16 = Expected { sum: Some(Checksum::Crc16(0x9738)), ..whole };
        let crc = ContainerError::damaged("the bytes are not those that were packed (CRC)");
        let damaged = |how| Some(ContainerError::damaged(how));
        for (bytes, expected, error) in [
            ("abc", whole, None),
            ("abc", Expected { size: None, ..whole }, None),
            ("abc", Expected { size: None, sum: None, limit: 3 }, None),
            ("abc", whole_16, None),
            ("abd", whole, Some(crc.clone())),
            ("abd", whole_16, Some(crc)),
            ("ab", whole, damaged("2 of 3 bytes can be unpacked")),
            ("abcd", whole, damaged("more than 3 bytes can be unpacked")),
            ("abc", Expected { limit: 2, ..whole }, Some(ContainerError::OverLimit(LimitReached::MemberSize(2)))),
            ("", Expected { size: Some(0), sum: Some(Checksum::Crc32(0)), limit: 0 }, None),
        ] {
            let most = expected.size.unwrap_or(u64::MAX).min(expected.limit).min(bytes.len() as u64) as usize;
            assert_eq!(read(bytes.as_bytes(), expected), (bytes.as_bytes()[..most].to_vec(), error));
        }
    }

    #[test]
    fn what_is_unpacked_behind_the_size_is_left() {
        let sum = Checksum::Crc16(0x9738);
        let read = |bytes: &[u8], limits: &Limits| {
            let mut read = Vec::new();
            let error = Verified::start(bytes, 3, sum, limits).read_to_end(&mut read).err();
            (read, error.map(ContainerError::from))
        };
        assert_eq!(read(b"abcd", &Limits::default()), (b"abc".to_vec(), None));
        let short = ContainerError::damaged("2 of 3 bytes can be unpacked");
        assert_eq!(read(b"ab", &Limits::default()), (b"ab".to_vec(), Some(short)));
        let limits = Limits { member_size: 2, ..Limits::default() };
        let over = ContainerError::OverLimit(LimitReached::MemberSize(2));
        assert_eq!(read(b"abcd", &limits), (b"ab".to_vec(), Some(over)));
    }

    #[test]
    fn errors_of_libraries_are_damage_and_those_of_the_system_are_not() {
        assert_eq!(unpacking(io::Error::other("no table")), ContainerError::damaged("no table"));
        assert_eq!(unpacking(io::ErrorKind::UnexpectedEof.into()), ContainerError::damaged("it is cut off"));
        let limit = ContainerError::OverLimit(LimitReached::Ratio(500));
        assert_eq!(unpacking(limit.clone().into()), limit);
        assert!(matches!(unpacking(io::Error::from_raw_os_error(5)), ContainerError::Io(..)));
    }
}
