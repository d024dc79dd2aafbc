//! Conversion between the bytes of a field and its value.

use serde_json::{Value, json};

use super::layout::RecordField;
use super::real;
use crate::model::secrets::TAKEN_OUT;
use crate::text::Encoding;
use crate::text::english::counted;
use crate::text::printable::quoted;

/// The encoding of a field's bytes; numbers are little-endian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Codec {
    /// A `string[size]` of Pascal: a length byte, and room for `size` characters. Bytes beyond the length are not part
    /// of the value, and are kept.
    Text {
        /// Maximum number of characters, one less than the field's bytes.
        size: usize,
        /// Encoding of the characters.
        encoding: Encoding,
    },
    /// `Byte`.
    U8,
    /// `Integer`.
    I16,
    /// `Word`.
    U16,
    /// `Longint`.
    I32,
    /// `Real`, of 6 bytes.
    Real,
    /// `Boolean`: 0 or 1.
    Bool,
    /// This number of raw bytes; in the document they are hexadecimal digits.
    Bytes(usize),
}

impl Codec {
    /// Creates a `string[size]` in CP437.
    pub const fn text(size: usize) -> Codec {
        Codec::Text { size, encoding: Encoding::CP437 }
    }

    /// Returns the number of bytes of a field.
    pub const fn length(self) -> usize {
        match self {
            Codec::Text { size, .. } => size + 1,
            Codec::U8 | Codec::Bool => 1,
            Codec::I16 | Codec::U16 => 2,
            Codec::I32 => 4,
            Codec::Real => 6,
            Codec::Bytes(length) => length,
        }
    }

    /// Returns the range of numbers that can be written.
    fn limits(self) -> (i64, i64) {
        match self {
            Codec::U8 => (0, u8::MAX.into()),
            Codec::I16 => (i16::MIN.into(), i16::MAX.into()),
            Codec::U16 => (0, u16::MAX.into()),
            _ => (i32::MIN.into(), i32::MAX.into()),
        }
    }
}

impl RecordField {
    /// Converts bytes to the document's value; returns `None` if they are not valid for the field.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<Value> {
        match (self.codec, bytes) {
            (Codec::Text { encoding, .. }, [length, text @ ..]) => {
                let text = encoding.decode(text.get(..usize::from(*length))?).ok()?;
                Some(if self.null == Some(0) && text.is_empty() { Value::Null } else { text.into() })
            }
            (Codec::Bytes(_), bytes) => Some(hexadecimal(bytes).into()),
            (Codec::Bool, &[byte @ ..=1]) => Some((byte == 1).into()),
            (Codec::Real, bytes) => {
                let number = real::read(bytes.try_into().ok()?);
                let (low, high) = self.range.unwrap_or((i64::MIN, i64::MAX));
                (low as f64..=high as f64).contains(&number).then(|| number.into())
            }
            (_, bytes) => {
                let number = match (self.codec, bytes) {
                    (Codec::U8, &[byte]) => byte.into(),
                    (Codec::I16, &[a, b]) => i16::from_le_bytes([a, b]).into(),
                    (Codec::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
                    (Codec::I32, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]).into(),
                    _ => return None,
                };
                match self.null {
                    Some(null) if null == number => Some(Value::Null),
                    _ if !self.allows(number) => None,
                    _ if self.is_key => Some(number.to_string().into()),
                    _ => Some(number.into()),
                }
            }
        }
    }

    /// Converts bytes to the document's value, or to `{"unknown": ...}` with their hexadecimal digits if they are not
    /// valid.
    pub(super) fn value(&self, bytes: &[u8]) -> Value {
        self.read(bytes).unwrap_or_else(|| json!({ "unknown": hexadecimal(bytes) }))
    }

    fn allows(&self, number: i64) -> bool {
        let (low, high) = self.range.unwrap_or(self.codec.limits());
        (low..=high).contains(&number)
    }

    /// Writes a value over the bytes of the field; the error says what was expected. Bytes that are not part of a value
    /// are kept.
    pub(super) fn write(&self, value: &Value, out: &mut [u8]) -> Result<(), String> {
        if let Some(unknown) = value.get("unknown").and_then(Value::as_str) {
            if unknown == TAKEN_OUT {
                return self.write_withheld(out);
            }
            let bytes = bytes_of(unknown).filter(|bytes| bytes.len() == out.len());
            let bytes = bytes.ok_or_else(|| {
                format!("{} as hexadecimal digits, such as 4D2A", counted(out.len(), "byte", "bytes"))
            })?;
            return match self.read(&bytes) {
                None => {
                    out.copy_from_slice(&bytes);
                    Ok(())
                }
                Some(known) => Err(format!("{known}, which is what these bytes mean")),
            };
        }
        let expected = || self.expected();
        match self.codec {
            Codec::Text { size, encoding } => {
                let text = if value.is_null() && self.null == Some(0) { Some("") } else { value.as_str() };
                let text = text.filter(|text| value.is_null() || self.null != Some(0) || !text.is_empty());
                let text = text.ok_or_else(expected)?;
                let bytes = encoding.encode(text).map_err(|error| format!("{} ({error})", expected()))?;
                let length = u8::try_from(bytes.len())
                    .ok()
                    .filter(|_| bytes.len() <= size)
                    .ok_or_else(|| format!("{} ({} has {})", expected(), quoted(text), bytes.len()))?;
                if let Some((first, room)) = out.split_first_mut()
                    && let Some(room) = room.get_mut(..bytes.len())
                {
                    *first = length;
                    room.copy_from_slice(&bytes);
                }
            }
            Codec::Bytes(length) => {
                let bytes = value.as_str().and_then(bytes_of).filter(|bytes| bytes.len() == length);
                out.copy_from_slice(&bytes.ok_or_else(expected)?);
            }
            Codec::Bool => out.copy_from_slice(&[value.as_bool().ok_or_else(expected)?.into()]),
            Codec::Real => {
                let (low, high) = self.range.unwrap_or((i64::MIN, i64::MAX));
                let number = value.as_f64().filter(|number| (low as f64..=high as f64).contains(number));
                let bytes = number.and_then(real::write).ok_or_else(expected)?;
                // Several spellings have the value zero, so bytes that mean the same are kept.
                if self.read(out) != self.read(&bytes) {
                    out.copy_from_slice(&bytes);
                }
            }
            Codec::U8 | Codec::I16 | Codec::U16 | Codec::I32 => {
                let number = match value {
                    Value::Null => self.null,
                    Value::String(key) if self.is_key => {
                        key.parse().ok().filter(|number: &i64| number.to_string() == *key)
                    }
                    value => value.as_i64().filter(|_| !self.is_key),
                };
                let is_value = |number: &i64| value.is_null() || self.null != Some(*number) && self.allows(*number);
                let bytes = number.filter(is_value).ok_or_else(expected)?.to_le_bytes();
                out.copy_from_slice(&bytes[..self.codec.length()]);
            }
        }
        Ok(())
    }

    /// Writes bytes that are no valid value in place of a value that was removed from the document.
    fn write_withheld(&self, out: &mut [u8]) -> Result<(), String> {
        let wrong = [0xFF, 0x00, 0x80].into_iter().find(|&byte| self.read(&vec![byte; out.len()]).is_none());
        out.fill(wrong.ok_or_else(|| self.expected())?);
        Ok(())
    }

    /// Describes the valid values of the field in a few words.
    pub(super) fn expected(&self) -> String {
        let (low, high) = self.range.unwrap_or(self.codec.limits());
        let value = match self.codec {
            Codec::Text { size, encoding } => format!("a text of at most {size} characters in {}", encoding.name()),
            Codec::Bytes(length) => {
                format!("{} as hexadecimal digits, such as 4D2A", counted(length, "byte", "bytes"))
            }
            Codec::Bool => "true or false".to_owned(),
            Codec::Real if self.range.is_none() => "a number of at most 1.7e38".to_owned(),
            _ => format!("a number from {low} to {high}"),
        };
        if self.null.is_some() { format!("{value}, or null") } else { value }
    }
}

/// Formats bytes as hexadecimal, two digits each.
fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digits = bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    digits.map(char::from).collect()
}

/// Parses the digits that [`hexadecimal`] gives; returns `None` for any others.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
    bytes.filter(|bytes| hexadecimal(bytes) == digits)
}
