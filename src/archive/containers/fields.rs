//! The fields of a header, one after the other or at their places.

/// What is left of a header. Each field is `None` where the header ends before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'h>(pub &'h [u8]);

impl<'h> Fields<'h> {
    /// So many bytes.
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

    /// A byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// Two bytes, the low one first.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// Four bytes, the lowest first.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes, the lowest first.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

/// Two bytes at a place, the low one first.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Fields(bytes.get(at..)?).u16()
}

/// Four bytes at a place, the lowest first.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Fields(bytes.get(at..)?).u32()
}

/// The bytes up to the first that is zero, as C stores a text.
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
