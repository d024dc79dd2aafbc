//! The description of a record.

use super::codec::Codec;

/// A record: so many bytes with fields in them.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// What it is of, in one word, for messages and labels.
    pub name: &'static str,
    /// Its length in bytes.
    pub length: usize,
    /// How many stand one behind the other.
    pub count: Count,
    /// What each is by its place.
    pub keys: &'static [Key],
    /// Its fields, in the order of their places. What lies between them is kept.
    pub fields: &'static [RecordField],
    /// The first bytes of a new one, where no field says what they are, such as a signature; the others are zero.
    pub blank: &'static [u8],
}

/// How many records of a kind stand one behind the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// One, whose fields are values of the game as a whole.
    One,
    /// So many, each an element of a list.
    Times(usize),
    /// As many as there are up to the end of the file, each an element of a list. Nothing stands behind them.
    ToEnd,
}

/// A value of a list's element that stands nowhere: the place of the record says it.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Its path, such as `game.players[].seat`.
    pub(super) path: &'static str,
    /// The texts, in order; without them, numbers from 1.
    pub(super) names: Option<&'static [&'static str]>,
}

impl Key {
    /// Seats that are numbered from 1.
    pub const fn seat(path: &'static str) -> Key {
        Key { path, names: None }
    }

    /// Ids that are listed, such as those of territories.
    pub const fn listed(path: &'static str, names: &'static [&'static str]) -> Key {
        Key { path, names: Some(names) }
    }

    /// The value of record `index`.
    pub(super) fn of(&self, index: usize) -> String {
        let name = self.names.and_then(|names| names.get(index));
        name.map_or_else(|| (index + 1).to_string(), |name| (*name).to_owned())
    }
}

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct RecordField {
    /// Its name, for messages and labels.
    pub(super) name: &'static str,
    /// Where it begins, from the start of the record.
    pub(super) offset: usize,
    pub(super) codec: Codec,
    /// Which value it is, such as `game.players[].name`.
    pub(super) path: &'static str,
    /// The smallest and largest number that it may hold.
    pub(super) range: Option<(i64, i64)>,
    /// The number, or the length of a text, that says that there is nothing.
    pub(super) null: Option<i64>,
    /// Whether its number is a key, which is a text.
    pub(super) is_key: bool,
    pub(super) is_secret: bool,
}

impl RecordField {
    /// A field at an offset, and the path of the value that it is.
    ///
    /// Bytes that are no value of it become `{"unknown": ...}` there, which the type of the value has to allow.
    pub const fn new(name: &'static str, offset: usize, codec: Codec, path: &'static str) -> RecordField {
        RecordField { name, offset, codec, path, range: None, null: None, is_key: false, is_secret: false }
    }

    /// Holds numbers from `low` to `high` only.
    pub const fn within(self, low: i64, high: i64) -> RecordField {
        RecordField { range: Some((low, high)), ..self }
    }

    /// Holds null where its number, or the length of its text, is this.
    pub const fn null_is(self, null: i64) -> RecordField {
        RecordField { null: Some(null), ..self }
    }

    /// Its number is a key of the document, such as a seat.
    pub const fn key(self) -> RecordField {
        RecordField { is_key: true, ..self }
    }

    /// Holds what is not to be printed, such as a password.
    pub const fn secret(self) -> RecordField {
        RecordField { is_secret: true, ..self }
    }

    /// Where its bytes lie in the record.
    pub(super) fn range_in_record(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.codec.length()
    }
}

/// A part of a record: a field, or bytes between them.
pub(super) struct Piece {
    pub start: usize,
    pub end: usize,
    pub field: Option<&'static RecordField>,
}

impl Record {
    /// The bytes of a new one.
    pub(super) fn new_bytes(&self) -> Vec<u8> {
        let mut bytes = self.blank.to_vec();
        bytes.resize(self.length, 0);
        bytes
    }

    /// The paths of its values, keys behind fields.
    pub(super) fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|field| field.path).chain(self.keys.iter().map(|key| key.path))
    }

    /// All bytes of the record, in order.
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

    /// What is wrong with the description itself, which a test of a format should look at: fields that overlap, or are
    /// not in order, or reach beyond the record, and paths that do not fit the count.
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
