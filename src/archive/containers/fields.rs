//! The fields of a header, one after the other.

use std::borrow::Cow;

use crate::text::encoding::Encoding;

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

/// A text in the code page of DOS, in which every byte is a character.
pub(super) fn cp437(text: &[u8]) -> Cow<'_, str> {
    Encoding::CP437.decode(text).unwrap_or_else(|_| String::from_utf8_lossy(text))
}

/// A date and a time as DOS stores them. Months of zero, which some programs wrote, are no date.
pub(super) fn dos_moment(date: u16, time: u16) -> Option<chrono::NaiveDateTime> {
    let (date, time) = (u32::from(date), u32::from(time));
    let year = 1980 + i32::try_from(date >> 9).ok()?;
    chrono::NaiveDate::from_ymd_opt(year, date >> 5 & 15, date & 31)?.and_hms_opt(
        time >> 11,
        time >> 5 & 63,
        (time & 31) * 2,
    )
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
    fn moments_of_dos_have_two_seconds() {
        let moment = dos_moment((1993 - 1980) << 9 | 4 << 5 | 30, 23 << 11 | 59 << 5 | 29);
        assert_eq!(moment.map(|moment| moment.to_string()).as_deref(), Some("1993-04-30 23:59:58"));
        assert_eq!((dos_moment(0, 0), dos_moment(0x21, 24 << 11)), (None, None));
    }
}
