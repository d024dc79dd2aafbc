//! Unpacks streams of bytes with bounded memory.

use std::cell::RefCell;
use std::error::Error;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use delharc::decode::{Decoder, DecoderAny};
use delharc::{CompressionMethod, LhaError};
use flate2::bufread::DeflateDecoder;
use lzma_rust2::{LzmaReader, XzReader};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{Blob, BlobReader, ContainerError, LimitReached, Limits};

/// Largest window of unpacked bytes that is held for unpacking, in bytes: that of `xz -9`.
pub(super) const MAX_WINDOW: u32 = 64 << 20;

/// Limit of the window and tables that an xz file may request, in KiB.
const MAX_XZ_MEMORY: u32 = (MAX_WINDOW >> 10) + 1_024;

/// Bytes of a packed file that are read at once.
const BLOCK: u64 = 16 << 10;

/// Returns a buffered reader; its buffer is small for small files.
pub(super) fn buffered(packed: &Blob) -> BufReader<BlobReader> {
    BufReader::with_capacity(packed.len().clamp(64, BLOCK) as usize, packed.reader())
}

type Inflate = DeflateDecoder<BufReader<BlobReader>>;

thread_local! {
    /// Decoders of this thread that are not in use.
    static INFLATES: RefCell<Vec<Inflate>> = const { RefCell::new(Vec::new()) };
}

/// Largest number of unused decoders of a thread; each takes some 50 kB.
const MAX_INFLATES: usize = 2;

/// A reader that unpacks deflate. Its decoder is used again for other members: creating one takes as long as unpacking
/// a small game.
pub(super) struct Inflater(Option<Inflate>);

impl Inflater {
    /// Creates a reader of packed bytes.
    pub fn new(packed: &Blob) -> Self {
        let packed = buffered(packed);
        Inflater(Some(match INFLATES.with_borrow_mut(Vec::pop) {
            Some(mut inflate) => {
                inflate.reset(packed);
                inflate
            }
            None => Inflate::new(packed),
        }))
    }
}

impl Read for Inflater {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(0), |inflate| inflate.read(buffer))
    }
}

impl Drop for Inflater {
    fn drop(&mut self) {
        let Some(mut inflate) = self.0.take() else { return };
        // The archive may be closed before the decoder is used again.
        inflate.reset(BufReader::with_capacity(0, Blob::from_memory(Arc::default()).reader()));
        // A thread that ends has no decoders any more.
        let _ = INFLATES.try_with(|inflates| {
            if let Ok(mut inflates) = inflates.try_borrow_mut()
                && inflates.len() < MAX_INFLATES
            {
                inflates.push(inflate);
            }
        });
    }
}

/// Unpacks a stream of LZMA without a header of its own.
pub(super) fn lzma<R: Read>(packed: R, size: Option<u64>, properties: u8, window: u32) -> io::Result<LzmaReader<R>> {
    // A window larger than the unpacked size is not needed.
    let needed = u64::from(window).min(size.unwrap_or(u64::MAX));
    if needed > MAX_WINDOW.into() {
        return Err(window_too_large(needed).into());
    }
    LzmaReader::new_with_props(packed, size.unwrap_or(u64::MAX), properties, needed as u32, None)
}

/// Unpacks the streams of an xz file.
pub(super) fn xz<R: Read>(packed: R) -> XzReader<R> {
    XzReader::new_mem_limit(packed, true, MAX_XZ_MEMORY)
}

fn window_too_large(window: u64) -> ContainerError {
    ContainerError::Unsupported(format!("a window of {window} bytes"))
}

/// A reader that unpacks the frames of Zstandard, including skippable ones.
pub(super) struct Zstd<R> {
    packed: R,
    decoder: FrameDecoder,
    is_started: bool,
}

impl<R: BufRead> Zstd<R> {
    /// Creates a reader of all frames of a stream.
    pub fn new(packed: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW.into());
        Zstd { packed, decoder, is_started: false }
    }

    /// Starts the next frame with content; returns `false` if there is none.
    fn start_frame(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => {
                    self.is_started = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut self.packed.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(zstd_error(&error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.is_started = false;
        match self.decoder.get_checksum_from_data() {
            Some(stored) if Some(stored) != self.decoder.get_calculated_checksum() => {
                Err(ContainerError::damaged("the bytes are not those that were packed (checksum)").into())
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_started && !self.start_frame()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.packed, one).map_err(|error| zstd_error(&error))?;
            }
            let length = self.decoder.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            self.end_frame()?;
        }
    }
}

/// Converts an error of the library; an I/O error of the file, nested somewhere inside, is returned unchanged.
fn zstd_error(error: &FrameDecoderError) -> io::Error {
    match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => return window_too_large(*requested).into(),
        FrameDecoderError::DictNotProvided { .. } => {
            return ContainerError::Unsupported("packed with a dictionary that is not in it".into()).into();
        }
        _ => {}
    }
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(inner) = inner.downcast_ref::<io::Error>() {
            let is_of_file = inner.raw_os_error().map(io::Error::from_raw_os_error);
            return is_of_file.unwrap_or_else(|| inner.kind().into());
        }
        cause = inner.source();
    }
    ContainerError::Damaged(error.to_string()).into()
}

/// Bytes unpacked at a time; of a damaged member, the bytes before the damage are returned up to the last full step.
const STEP: usize = 256;

/// A reader that unpacks a method of LHA; ARJ and ZOO use some of them too.
pub(super) struct LhaReader {
    decoder: DecoderAny<BufReader<BlobReader>>,
    left: u64,
}

impl LhaReader {
    /// Creates a reader for `size` unpacked bytes: the packed bytes have no end mark.
    pub fn new(packed: &Blob, method: CompressionMethod, size: u64) -> Self {
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

/// Reads the packed bytes of a member that is unpacked at once, if neither they nor the unpacked size exceed the limit.
pub(super) fn read_packed(packed: &Blob, size: u64, limits: &Limits) -> Result<Vec<u8>, ContainerError> {
    if size.max(packed.len()) > limits.member_size {
        return Err(ContainerError::OverLimit(LimitReached::MemberSize(limits.member_size)));
    }
    Ok(packed.read_all()?)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    #[test]
    fn a_decoder_that_is_used_again_knows_nothing_of_the_member_before() {
        let text: Vec<u8> = (0..200_000u32).flat_map(|number| (number % 977).to_le_bytes()).collect();
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&text).unwrap();
        let packed = packer.finish().unwrap();
        let reader = |bytes: &[u8]| Inflater::new(&Blob::from_memory(Arc::new(bytes.to_vec())));
        let unpacked = |mut reader: Inflater| {
            let mut unpacked = Vec::new();
            reader.read_to_end(&mut unpacked).map(|_| unpacked)
        };
        // One member is damaged, one is cut off, and one is left in the middle.
        assert!(unpacked(reader(&[0xFF; 64])).is_err());
        assert!(unpacked(reader(&packed[..packed.len() / 2])).is_err());
        let mut half = reader(&packed);
        half.read_exact(&mut [0; 1_000]).unwrap();
        // Two are read at the same time.
        assert!(unpacked(reader(&packed)).unwrap() == text);
        assert!(unpacked(half).unwrap() == text[1_000..]);
        assert_eq!(INFLATES.with_borrow(Vec::len), MAX_INFLATES);
        assert!(unpacked(reader(&packed)).unwrap() == text);
    }
}
