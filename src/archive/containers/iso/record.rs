//! The records of folders: one for each file or folder, with the fields of Rock Ridge after it.

use std::io;

use chrono::{NaiveDate, NaiveDateTime};

use super::super::fields::u32_at;
use super::super::{Blob, ContainerError, MemberKind, dos};
use super::SECTOR;

/// The kind of names on a disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// The names that every disc has, in capitals.
    Plain,
    /// Names of UNIX, in fields after each record, of which the first `skipped` bytes are others.
    RockRidge { skipped: usize },
    /// Names of Windows, in UTF-16.
    Joliet,
}

/// Offset of the name in a record.
const NAME: usize = 33;
/// Limit of the bytes in which the fields of a record are continued elsewhere.
const MAX_CONTINUED: u64 = 2_048;

#[derive(Debug)]
pub(super) struct Record {
    sector: u32,
    /// Number of sectors with extended attributes before the file's bytes.
    skipped: u8,
    pub size: u32,
    pub modified: Option<NaiveDateTime>,
    pub is_folder: bool,
    /// Whether the next record continues the same file.
    pub has_more: bool,
    name_length: usize,
}

impl Record {
    pub(super) fn parse(record: &[u8]) -> Option<Record> {
        let &[year, month, day, hour, minute, second] = record.get(18..)?.first_chunk()?;
        let date = NaiveDate::from_ymd_opt(1900 + i32::from(year), month.into(), day.into());
        let flags = record.get(25)?;
        let name_length = usize::from(*record.get(32)?);
        (record.len() >= NAME + name_length && name_length > 0).then_some(Record {
            sector: u32_at(record, 2)?,
            skipped: *record.get(1)?,
            size: u32_at(record, 10)?,
            modified: date.and_then(|date| date.and_hms_opt(hour.into(), minute.into(), second.into())),
            is_folder: flags & 0x02 != 0,
            has_more: flags & 0x80 != 0,
            name_length,
        })
    }

    /// Returns the offset of its bytes.
    pub(super) fn start(&self) -> u64 {
        (u64::from(self.sector) + u64::from(self.skipped)) * SECTOR
    }

    fn stored_name<'r>(&self, record: &'r [u8]) -> &'r [u8] {
        record.get(NAME..NAME + self.name_length).unwrap_or_default()
    }

    /// Returns whether this is one of the first two records of a folder, for the folder itself and its parent.
    pub(super) fn is_here_or_above(&self, record: &[u8]) -> bool {
        matches!(self.stored_name(record), [0 | 1])
    }

    /// Returns the fields after the name.
    fn fields<'r>(&self, record: &'r [u8], skipped: usize) -> &'r [u8] {
        // The name is padded to an even offset.
        record.get(NAME + (self.name_length | 1) + skipped..).unwrap_or_default()
    }

    /// Returns the number of bytes before the fields, if this first record of a disc declares Rock Ridge.
    pub(super) fn skipped_by_rock_ridge(&self, record: &[u8]) -> Option<usize> {
        match self.fields(record, 0) {
            [b'S', b'P', 7, 1, 0xBE, 0xEF, skipped, ..] => Some((*skipped).into()),
            _ => None,
        }
    }

    /// Returns the name, and its length as stored.
    pub(super) fn name(&self, record: &[u8], names: Names, file: &Blob) -> io::Result<(String, usize)> {
        let stored = self.stored_name(record);
        if let Names::RockRidge { skipped } = names {
            let name = long_name(self.fields(record, skipped), file)?;
            if !name.is_empty() {
                let text = dos::utf8_or_name(&name);
                return Ok((text.to_string(), text.len()));
            }
        }
        let name = if names == Names::Joliet {
            let units: Vec<u16> = stored.as_chunks::<2>().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect();
            String::from_utf16_lossy(&units)
        } else {
            dos::name(stored).into_owned()
        };
        // The name is followed by a version number, and by a full stop if it has no extension.
        let bare = name.split(';').next().unwrap_or_default();
        let bare = if names == Names::Joliet { bare } else { bare.strip_suffix('.').unwrap_or(bare) };
        Ok((bare.to_owned(), stored.len()))
    }

    /// Returns the kind of a member that is not a folder.
    pub(super) fn kind(&self, record: &[u8], names: Names) -> MemberKind {
        const INTERLEAVED: usize = 26;
        if record.get(INTERLEAVED).is_some_and(|&unit| unit > 0) {
            return MemberKind::Closed(ContainerError::Unsupported("interleaved with another file".to_owned()));
        }
        let Names::RockRidge { skipped } = names else { return MemberKind::File };
        let is_link = fields(self.fields(record, skipped)).any(|(kind, _)| kind == b"SL");
        if is_link { MemberKind::Special("a link".into()) } else { MemberKind::File }
    }
}

/// Returns the fields as pairs of a kind and a content.
fn fields(mut bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let length = usize::from(*bytes.get(2)?);
        let (field, behind) = bytes.split_at_checked(length).filter(|_| length >= 4)?;
        bytes = behind;
        Some((field.get(..2)?, field.get(4..)?))
    })
}

/// Returns the name in the fields, which may be continued elsewhere.
fn long_name(bytes: &[u8], file: &Blob) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    let mut add = |bytes: &[u8]| {
        let mut next = None;
        for (kind, field) in fields(bytes) {
            match (kind, field) {
                (b"NM", [_, part @ ..]) => name.extend_from_slice(part),
                (b"CE", field) => next = continued(field),
                _ => {}
            }
        }
        next
    };
    // One continuation is enough for the longest name.
    if let Some((place, length)) = add(bytes) {
        add(&file.part(place, length).read_all()?);
    }
    Ok(name)
}

/// Returns the offset and length of a continuation of fields.
fn continued(field: &[u8]) -> Option<(u64, u64)> {
    let place = u64::from(u32_at(field, 0)?) * SECTOR + u64::from(u32_at(field, 8)?);
    Some((place, u64::from(u32_at(field, 16)?).min(MAX_CONTINUED)))
}
