//! Reads the fields of a header, in sequence or at given offsets.

/// The unread rest of a header. Each field is `None` if the header ends before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'h>(pub &'h [u8]);

impl<'h> Fields<'h> {
    /// Reads `length` bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'h [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    /// Reads a byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// Reads a little-endian `u16`.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads a little-endian `u32`.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a little-endian `u64`.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

/// Reads a little-endian `u16` at an offset.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Fields(bytes.get(at..)?).u16()
}

/// Reads a little-endian `u32` at an offset.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Fields(bytes.get(at..)?).u32()
}

/// Returns the bytes before the first zero, like a string in C.
pub(super) fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_with_the_header() {
        let mut fields = Fields(&[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((fields.u8(), fields.u16(), fields.u32()), (Some(1), Some(0x0302), Some(0x0706_0504)));
        assert_eq!(
            (fields.u16(), fields.bytes(1), fields.u8(), fields.bytes(0)),
            (None, Some(&[8][..]), None, Some(&[][..]))
        );
    }

    #[test]
    fn what_is_not_all_there_is_no_field() {
        let bytes = [1, 2, 3, 4, 5];
        assert_eq!((u16_at(&bytes, 3), u16_at(&bytes, 4), u16_at(&bytes, 9)), (Some(0x0504), None, None));
        assert_eq!((u32_at(&bytes, 1), u32_at(&bytes, 2)), (Some(0x0504_0302), None));
        assert_eq!(
            (until_nul(b"A.TXT\0\0rest"), until_nul(b"A.TXT"), until_nul(b"")),
            (&b"A.TXT"[..], &b"A.TXT"[..], &[][..])
        );
    }
}
