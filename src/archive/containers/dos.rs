//! DOS conventions in containers: dates without a time zone, and names in the code page of the PC.

use std::borrow::Cow;

use chrono::{NaiveDate, NaiveDateTime};

use crate::text::Encoding;

/// Decodes the two words of a DOS date and time; `None` if invalid, such as the zero months that some programs wrote.
pub(super) fn date_time(date: u16, time: u16) -> Option<NaiveDateTime> {
    let (date, time) = (u32::from(date), u32::from(time));
    let year = 1980 + (date >> 9).cast_signed();
    let day = NaiveDate::from_ymd_opt(year, date >> 5 & 0x0F, date & 0x1F)?;
    day.and_hms_opt(time >> 11, time >> 5 & 0x3F, (time & 0x1F) * 2)
}

/// Decodes a double word with the date in the upper half and the time in the lower.
pub(super) fn date_above_time(both: u32) -> Option<NaiveDateTime> {
    date_time((both >> 16) as u16, both as u16)
}

/// Decodes a name from CP437, in which every byte is a character.
pub(super) fn name(bytes: &[u8]) -> Cow<'_, str> {
    Encoding::CP437.decode(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes))
}

/// Decodes a name as UTF-8, as modern systems store it, or else from CP437.
pub(super) fn utf8_or_name(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| name(bytes), Cow::Borrowed)
}

/// Decodes a path from CP437 and replaces the backslashes between folders.
pub(super) fn path(bytes: &[u8]) -> String {
    name(bytes).replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_of_dos_has_its_parts_or_is_none() {
        let moment = date_time((15 << 9) | (7 << 5) | 4, (23 << 11) | (59 << 5) | 29);
        assert_eq!(moment.map(|m| m.to_string()).as_deref(), Some("1995-07-04 23:59:58"));
        assert_eq!((date_time(0, 0), date_time(0x21, 0xFFFF), date_time(0x21, 24 << 11)), (None, None, None));
        assert_eq!(date_above_time(0x0021_0000), date_time(0x21, 0));
    }

    #[test]
    fn names_are_of_the_code_page_of_the_pc() {
        assert_eq!(path(b"WAR\\J\x99RG.DAT"), "WAR/JÖRG.DAT");
        assert_eq!(utf8_or_name(b"J\x99RG.DAT"), "JÖRG.DAT");
        assert_eq!((&*utf8_or_name("JÖRG".as_bytes()), &*name("Ö".as_bytes())), ("JÖRG", "├û"));
    }
}
