//! The description of a record.

use super::codec::Codec;

/// A record: a fixed number of bytes with fields in them.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Singular noun for what the record describes, for messages and labels.
    pub name: &'static str,
    /// Length in bytes.
    pub length: usize,
    /// Number of consecutive records.
    pub count: Count,
    /// Values of each record that follow from its index.
    pub keys: &'static [Key],
    /// Fields in the order of their offsets. Bytes between them are kept.
    pub fields: &'static [RecordField],
    /// First bytes of a new record where no field sets them, such as a signature; the others are zero.
    pub blank: &'static [u8],
}

/// Number of consecutive records of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// A single record, whose fields are values of the game as a whole.
    One,
    /// A fixed number of records, each an element of a list.
    Times(usize),
    /// All records up to the end of the file, each an element of a list. Nothing can follow them.
    ToEnd,
}

/// A value of a list's element that is not stored: it follows from the record's index.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Path of the value, such as `game.players[].seat`.
    pub(super) path: &'static str,
    /// The values in order; `None` for numbers from 1.
    pub(super) names: Option<&'static [&'static str]>,
}

impl Key {
    /// Creates a key for seats that are numbered from 1.
    pub const fn seat(path: &'static str) -> Key {
        Key { path, names: None }
    }

    /// Creates a key with listed ids, such as those of territories.
    pub const fn listed(path: &'static str, names: &'static [&'static str]) -> Key {
        Key { path, names: Some(names) }
    }

    /// Returns the value for record `index`.
    pub(super) fn of(&self, index: usize) -> String {
        let name = self.names.and_then(|names| names.get(index));
        name.map_or_else(|| (index + 1).to_string(), |name| (*name).to_owned())
    }
}

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct RecordField {
    /// Name in messages and labels.
    pub(super) name: &'static str,
    /// Offset from the start of the record, in bytes.
    pub(super) offset: usize,
    pub(super) codec: Codec,
    /// Path of its value, such as `game.players[].name`.
    pub(super) path: &'static str,
    /// Smallest and largest valid number; `None` for all that the codec can hold.
    pub(super) range: Option<(i64, i64)>,
    /// The number, or the length of a text, that stands for null; `None` if the field cannot be null.
    pub(super) null: Option<i64>,
    /// Whether its number is a key of the document, which is a text.
    pub(super) is_key: bool,
    pub(super) is_secret: bool,
}

impl RecordField {
    /// Creates a field at an offset, with the path of its value.
    ///
    /// Bytes that are not valid for it become `{"unknown": ...}` at that path, which the type of the value must allow.
    pub const fn new(name: &'static str, offset: usize, codec: Codec, path: &'static str) -> RecordField {
        RecordField { name, offset, codec, path, range: None, null: None, is_key: false, is_secret: false }
    }

    /// Restricts the field to numbers from `low` to `high`.
    pub const fn within(self, low: i64, high: i64) -> RecordField {
        RecordField { range: Some((low, high)), ..self }
    }

    /// Reads this number, or this length of a text, as null.
    pub const fn null_is(self, null: i64) -> RecordField {
        RecordField { null: Some(null), ..self }
    }

    /// Marks the number as a key of the document, such as a seat.
    pub const fn key(self) -> RecordField {
        RecordField { is_key: true, ..self }
    }

    /// Marks the value as secret, such as a password: it is never printed.
    pub const fn secret(self) -> RecordField {
        RecordField { is_secret: true, ..self }
    }

    /// Returns the byte range of the field in the record.
    pub(super) fn range_in_record(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.codec.length()
    }
}

/// A part of a record: a field, or bytes between fields.
pub(super) struct Piece {
    pub start: usize,
    pub end: usize,
    pub field: Option<&'static RecordField>,
}

impl Record {
    /// Returns the bytes of a new record.
    pub(super) fn new_bytes(&self) -> Vec<u8> {
        let mut bytes = self.blank.to_vec();
        bytes.resize(self.length, 0);
        bytes
    }

    /// Returns the paths of the record's values: those of the fields, then those of the keys.
    pub(super) fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|field| field.path).chain(self.keys.iter().map(|key| key.path))
    }

    /// Returns pieces that cover all bytes of the record, in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let mut at = 0;
        let ends = self.fields.iter().map(Some).chain([None]);
        ends.flat_map(move |field| {
            let (start, end) = field.map_or((self.length, self.length), |f| (f.offset, f.range_in_record().end));
            let gap = Piece { start: at, end: start, field: None };
            at = end;
            [(gap.start < gap.end).then_some(gap), field.map(|field| Piece { start, end, field: Some(field) })]
        })
        .flatten()
    }

    /// Finds errors in the description itself, for the tests of a format: fields that overlap, are out of order or
    /// exceed the record, and paths that do not fit the count.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut behind = 0;
        for field in self.fields {
            let place = field.range_in_record();
            if place.start < behind || place.end > self.length {
                faults.push(format!("{}.{} is not in its place", self.name, field.name));
            }
            behind = place.end;
        }
        let is_list = self.count != Count::One;
        for path in self.paths() {
            if !path.starts_with("game.") || path.matches("[]").count() != usize::from(is_list) {
                faults.push(format!("{path} is not a path of {}", self.name));
            }
        }
        faults
    }
}
