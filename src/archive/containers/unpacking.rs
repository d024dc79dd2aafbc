//! Readers that unpack as they are read, and compare the checksum at the end.

use std::io::{self, BufReader, Read};

use delharc::crc::Crc16;
use delharc::decode::{Decoder, DecoderAny};
use delharc::{CompressionMethod, LhaError};

use super::{Blob, BlobReader, ContainerError, LimitReached, Limits};

/// A checksum as it grows.
pub(super) enum Checksum {
    /// CRC-16 as ARC and LHA use it.
    Crc16(Crc16),
    /// CRC-32 as ARJ and ZIP use it.
    Crc32(crc32fast::Hasher),
}

impl Checksum {
    pub(super) fn crc16() -> Self {
        Checksum::Crc16(Crc16::default())
    }

    pub(super) fn crc32() -> Self {
        Checksum::Crc32(crc32fast::Hasher::new())
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Checksum::Crc16(sum) => sum.digest(bytes),
            Checksum::Crc32(sum) => sum.update(bytes),
        }
    }

    fn value(&self) -> u32 {
        match self {
            Checksum::Crc16(sum) => sum.sum16().into(),
            Checksum::Crc32(sum) => sum.clone().finalize(),
        }
    }
}

/// Reads as many bytes as are stated, and an error behind them where there are fewer or the checksum is another.
pub(super) struct CheckedReader<R> {
    inner: R,
    left: u64,
    sum: Checksum,
    expected: u32,
}

impl<R: Read> CheckedReader<R> {
    pub(super) fn new(inner: R, size: u64, sum: Checksum, expected: u32) -> Self {
        CheckedReader { inner, left: size, sum, expected }
    }
}

impl<R: Read> Read for CheckedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if wanted == 0 {
            let is_same = self.left > 0 || self.sum.value() == self.expected;
            let other = || io::Error::new(io::ErrorKind::InvalidData, "its checksum is another");
            return if is_same { Ok(0) } else { Err(other()) };
        }
        let length = self.inner.read(&mut buffer[..wanted])?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.sum.update(&buffer[..length]);
        self.left -= length as u64;
        Ok(length)
    }
}

/// Bytes that are unpacked at a time: what a damaged member has before its damage is read up to there.
const STEP: usize = 256;

/// Reads what a method of LHA packed; ARJ and ZOO use some of them too.
pub(super) struct LhaReader {
    decoder: DecoderAny<BufReader<BlobReader>>,
    left: u64,
}

impl LhaReader {
    /// `size` is how many bytes were packed: the packed bytes do not say where they end.
    pub(super) fn new(packed: &Blob, method: CompressionMethod, size: u64) -> Self {
        let decoder = DecoderAny::new_from_compression(method, BufReader::new(packed.reader()));
        LhaReader { decoder, left: size }
    }
}

impl Read for LhaReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(STEP).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.decoder.fill_buffer(&mut buffer[..wanted]).map_err(|error| match error {
            LhaError::Io(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
        })?;
        self.left -= wanted as u64;
        Ok(wanted)
    }
}

/// The packed bytes of a member that is unpacked at once, where neither they nor what they become is over the limit.
pub(super) fn read_packed(packed: &Blob, size: u64, limits: &Limits) -> Result<Vec<u8>, ContainerError> {
    if size.max(packed.len()) > limits.member_size {
        return Err(ContainerError::OverLimit(LimitReached::MemberSize(limits.member_size)));
    }
    let mut bytes = Vec::new();
    packed.reader().read_to_end(&mut bytes)?;
    Ok(bytes)
}
