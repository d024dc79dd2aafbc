//! Entries of folders.

use super::super::dos;
use super::super::fields::{u16_at, u32_at};
use super::Width;

/// Length of an entry in bytes.
pub(super) const ENTRY: usize = 32;

mod attributes {
    pub const LABEL: u8 = 0x08;
    pub const FOLDER: u8 = 0x10;
    pub const LONG_NAME: u8 = 0x0F;
    pub const ALL: u8 = 0x3F;
}

const DELETED: u8 = 0xE5;
/// Replacement for a first letter that equals the mark of a deleted file.
const LETTER_E5: u8 = 0x05;

/// Flags of Windows NT and later for a short name: its stem, or its extension, is in small letters.
mod small {
    pub const STEM: u8 = 0x08;
    pub const EXTENSION: u8 = 0x10;
}

/// A file or a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: String,
    pub is_folder: bool,
    pub cluster: u32,
    pub size: u32,
    pub date: u16,
    pub time: u16,
}

/// A long name while its parts are read, the last part first.
#[derive(Debug, Default)]
pub(super) struct LongName {
    units: Vec<u16>,
    next: u8,
    sum: u8,
}

impl Entry {
    /// Parses an entry; returns `None` if it is not that of a file or folder.
    pub(super) fn parse(bytes: &[u8; ENTRY], long: &mut LongName, width: Width) -> Option<Entry> {
        let attributes = bytes[11];
        if bytes[0] == DELETED {
            *long = LongName::default();
            return None;
        }
        if attributes & attributes::ALL == attributes::LONG_NAME {
            long.push(bytes);
            return None;
        }
        let long = std::mem::take(long).finish(bytes);
        let is_dot = bytes.starts_with(b".");
        if attributes & attributes::LABEL != 0 || is_dot {
            return None;
        }
        let high = if width == Width::ThirtyTwo { u16_at(bytes, 20)? } else { 0 };
        Some(Entry {
            name: long.unwrap_or_else(|| short_name(bytes)),
            is_folder: attributes & attributes::FOLDER != 0,
            cluster: u32::from(high) << 16 | u32::from(u16_at(bytes, 26)?),
            size: u32_at(bytes, 28)?,
            date: u16_at(bytes, 24)?,
            time: u16_at(bytes, 22)?,
        })
    }
}

fn short_name(bytes: &[u8; ENTRY]) -> String {
    let (mut name, extension) = (bytes[..8].to_vec(), &bytes[8..11]);
    if name.first() == Some(&LETTER_E5) {
        name[0] = DELETED;
    }
    let decoded = |text: &[u8], small: u8| {
        let text = dos::name(text.trim_ascii_end());
        if bytes[12] & small == 0 { text.into_owned() } else { text.to_lowercase() }
    };
    let (name, extension) = (decoded(&name, small::STEM), decoded(extension, small::EXTENSION));
    if extension.is_empty() { name } else { format!("{name}.{extension}") }
}

/// Returns the checksum of a short name, which links the parts of a long name to it.
fn sum_of(bytes: &[u8; ENTRY]) -> u8 {
    bytes[..11].iter().fold(0u8, |sum, &byte| sum.rotate_right(1).wrapping_add(byte))
}

impl LongName {
    fn push(&mut self, bytes: &[u8; ENTRY]) {
        const LAST: u8 = 0x40;
        let (number, sum) = (bytes[0] & 0x3F, bytes[13]);
        if bytes[0] & LAST != 0 {
            *self = LongName { units: Vec::new(), next: number, sum };
        }
        if number == 0 || number != self.next || sum != self.sum {
            *self = LongName::default();
            return;
        }
        let units = [&bytes[1..11], &bytes[14..26], &bytes[28..32]].concat();
        let units = units.as_chunks::<2>().0.iter().map(|unit| u16::from_le_bytes(*unit));
        self.units.splice(0..0, units);
        self.next = number - 1;
    }

    /// Returns the name if all parts were read and belong to this short name.
    fn finish(self, short: &[u8; ENTRY]) -> Option<String> {
        let is_whole = self.next == 0 && !self.units.is_empty() && self.sum == sum_of(short);
        let units = self.units.split(|&unit| unit == 0).next().filter(|_| is_whole)?;
        String::from_utf16(units).ok().filter(|name| !name.is_empty())
    }
}
