//! Unpacks the runs of bytes in ARC members as they are read. (The library does so at once and without a limit.)

use std::io::{self, Read};

/// Byte before the length of a run; followed by a zero it stands for itself.
const RUN: u8 = 0x90;

pub(super) struct RleReader<R> {
    packed: R,
    last: u8,
    left: u8,
}

impl<R: Read> RleReader<R> {
    pub(super) fn new(packed: R) -> Self {
        RleReader { packed, last: 0, left: 0 }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        Ok((self.packed.read(&mut byte)? > 0).then_some(byte[0]))
    }

    /// Reads up to the next byte to be repeated; returns `false` at the end.
    fn next_run(&mut self) -> io::Result<bool> {
        while self.left == 0 {
            match self.byte()? {
                None => return Ok(false),
                Some(RUN) => match self.byte()? {
                    None => return Ok(false),
                    Some(0) => (self.last, self.left) = (RUN, 1),
                    // The length includes the byte itself.
                    Some(length) => self.left = length - 1,
                },
                Some(byte) => (self.last, self.left) = (byte, 1),
            }
        }
        Ok(true)
    }
}

impl<R: Read> Read for RleReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() || !self.next_run()? {
            return Ok(0);
        }
        let length = buffer.len().min(self.left.into());
        buffer[..length].fill(self.last);
        self.left -= length as u8;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_long_as_is_said() {
        for (packed, expected) in [
            (&b"ab\x90\x04c"[..], &b"abbbbc"[..]),
            (b"\x90\x00\x90\x03a", b"\x90\x90\x90a"),
            (b"a\x90\x01b\x90", b"ab"),
        ] {
            let mut unpacked = Vec::new();
            RleReader::new(packed).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, expected);
        }
    }
}
