//! Computes hashes while reading.

use std::io::{self, Read};

use sha2::Digest;
use sha2::digest::Output;

/// Reads to the end; returns the number of bytes and their hash.
///
/// # Errors
///
/// If reading fails.
pub fn hash_reader<D: Digest>(mut reader: impl Read) -> io::Result<(u64, Output<D>)> {
    let (mut hash, mut size, mut buffer) = (D::new(), 0, vec![0; 1 << 16]);
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok((size, hash.finalize())),
            Ok(length) => {
                hash.update(&buffer[..length]);
                size += length as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
