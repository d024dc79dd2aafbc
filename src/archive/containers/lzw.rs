//! LZW as ARC and ZOO write it, unpacked as it is read. The libraries for these archives unpack at once and without a
//! limit, or stop at codes of 12 bits.

use std::io::{self, Read};

/// The variant of LZW that a program writes.
#[derive(Debug, Clone, Copy)]
pub(super) struct LzwShape {
    /// Maximum width of a code, in bits.
    pub max_bits: u32,
    /// Code that ends the data, if there is one; the first code of a string follows it.
    pub end: Option<u16>,
    /// Whether codes come in groups of eight, of which the rest is skipped when the width changes.
    pub is_grouped: bool,
}

/// Code that clears the table.
const CLEAR: u16 = 256;
const FIRST_BITS: u32 = 9;
const GROUP: u32 = 8;

/// A reader that unpacks LZW.
pub(super) struct LzwReader<R> {
    codes: Codes<R>,
    shape: LzwShape,
    width: u32,
    /// For each string, the code of all bytes but the last, and the last byte.
    table: Vec<(u16, u8)>,
    previous: Option<u16>,
    /// First byte of the last string.
    first: u8,
    /// The string that is being read, reversed.
    string: Vec<u8>,
}

impl<R: Read> LzwReader<R> {
    pub(super) fn new(packed: R, shape: LzwShape) -> Self {
        let codes = Codes::new(packed);
        let mut reader = LzwReader {
            codes,
            shape,
            width: FIRST_BITS,
            table: Vec::new(),
            previous: None,
            first: 0,
            string: Vec::new(),
        };
        reader.clear();
        reader
    }

    fn clear(&mut self) {
        let first = self.shape.end.unwrap_or(CLEAR) + 1;
        self.table.clear();
        self.table.extend((0..first).map(|code| (0, code as u8)));
        self.width = FIRST_BITS;
        self.previous = None;
    }

    fn next_code(&mut self) -> io::Result<Option<u16>> {
        if self.table.len() == 1 << self.width && self.width < self.shape.max_bits {
            self.skip_group()?;
            self.width += 1;
        }
        self.codes.next(self.width)
    }

    fn skip_group(&mut self) -> io::Result<()> {
        while self.shape.is_grouped && self.codes.in_group > 0 && self.codes.next(self.width)?.is_some() {}
        self.codes.in_group = 0;
        Ok(())
    }

    /// Unpacks the next string; returns `false` at the end.
    fn next_string(&mut self) -> io::Result<bool> {
        let Some(mut code) = self.next_code()? else { return Ok(false) };
        while code == CLEAR {
            self.skip_group()?;
            self.clear();
            match self.next_code()? {
                Some(next) => code = next,
                None => return Ok(false),
            }
        }
        if self.shape.end == Some(code) {
            return Ok(false);
        }
        let known = self.table.len();
        let mut at = code;
        // A string that is used before it is known is the previous one followed by its own first byte.
        if usize::from(code) >= known {
            let Some(previous) = self.previous.filter(|_| usize::from(code) == known) else {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a code stands for no string"));
            };
            self.string.push(self.first);
            at = previous;
        }
        // Each code refers to a string that was known before, so this ends.
        while at > CLEAR {
            let (before, last) = self.table.get(usize::from(at)).copied().unwrap_or_default();
            self.string.push(last);
            at = before;
        }
        self.first = at as u8;
        self.string.push(self.first);
        if let Some(previous) = self.previous.filter(|_| known < 1 << self.shape.max_bits) {
            self.table.push((previous, self.first));
        }
        self.previous = Some(code);
        Ok(true)
    }
}

impl<R: Read> Read for LzwReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        for place in buffer {
            // Bytes at hand are returned before more is read, so that an error comes after all bytes.
            if self.string.is_empty() && (length > 0 || !self.next_string()?) {
                break;
            }
            let Some(byte) = self.string.pop() else { break };
            *place = byte;
            length += 1;
        }
        Ok(length)
    }
}

/// A reader of codes of varying width, with the lowest bit first.
pub(super) struct Codes<R> {
    packed: R,
    bits: u32,
    count: u32,
    in_group: u32,
}

impl<R: Read> Codes<R> {
    pub(super) fn new(packed: R) -> Self {
        Codes { packed, bits: 0, count: 0, in_group: 0 }
    }

    /// Reads the next code of up to 16 bits; returns `None` if no complete code is left.
    pub(super) fn next(&mut self, width: u32) -> io::Result<Option<u16>> {
        while self.count < width {
            let mut byte = [0];
            if self.packed.read(&mut byte)? == 0 {
                return Ok(None);
            }
            self.bits |= u32::from(byte[0]) << self.count;
            self.count += 8;
        }
        let code = self.bits & ((1 << width) - 1);
        self.bits >>= width;
        self.count -= width;
        self.in_group = (self.in_group + 1) % GROUP;
        Ok(Some(code as u16))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Packs like the archivers: a full table is cleared.
    fn pack(bytes: &[u8], shape: LzwShape) -> Vec<u8> {
        let mut packed = Packed::default();
        let first = shape.end.unwrap_or(CLEAR) + 1;
        let (mut table, mut next, mut width) = (HashMap::new(), first, FIRST_BITS);
        let mut string: Option<u16> = None;
        for &byte in bytes {
            let Some(before) = string else {
                string = Some(byte.into());
                continue;
            };
            if let Some(&longer) = table.get(&(before, byte)) {
                string = Some(longer);
                continue;
            }
            packed.push(before, width);
            // The reader knows a string one code later than the writer.
            if u32::from(next) == 1 << width && width < shape.max_bits {
                packed.end_group(width, shape);
                width += 1;
            }
            if u32::from(next) < 1 << shape.max_bits {
                table.insert((before, byte), next);
                next += 1;
            } else {
                packed.push(CLEAR, width);
                packed.end_group(width, shape);
                table.clear();
                (next, width) = (first, FIRST_BITS);
            }
            string = Some(byte.into());
        }
        packed.push(string.unwrap(), width);
        if u32::from(next) == 1 << width && width < shape.max_bits {
            packed.end_group(width, shape);
            width += 1;
        }
        if let Some(end) = shape.end {
            packed.push(end, width);
        }
        packed.bytes
    }

    #[derive(Default)]
    struct Packed {
        bytes: Vec<u8>,
        bit: usize,
        in_group: u32,
    }

    impl Packed {
        fn push(&mut self, code: u16, width: u32) {
            for bit in 0..width {
                if self.bit == self.bytes.len() * 8 {
                    self.bytes.push(0);
                }
                *self.bytes.last_mut().unwrap() |= ((code >> bit & 1) as u8) << (self.bit % 8);
                self.bit += 1;
            }
            self.in_group = (self.in_group + 1) % GROUP;
        }

        fn end_group(&mut self, width: u32, shape: LzwShape) {
            while shape.is_grouped && self.in_group > 0 {
                self.push(0, width);
            }
            self.in_group = 0;
        }
    }

    const SHAPES: [LzwShape; 3] = [
        LzwShape { max_bits: 12, end: None, is_grouped: true },
        LzwShape { max_bits: 13, end: None, is_grouped: true },
        LzwShape { max_bits: 13, end: Some(257), is_grouped: false },
    ];

    #[test]
    fn what_is_packed_comes_back_through_all_widths_and_emptied_tables() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 29) as u8
        };
        let long: Vec<u8> = (0..120_000).map(|_| random()).collect();
        for shape in SHAPES {
            for bytes in [&b"aaaaaaaaaaaaaaaaaaaaa"[..], b"x", &long] {
                let mut unpacked = Vec::new();
                LzwReader::new(&*pack(bytes, shape), shape).read_to_end(&mut unpacked).unwrap();
                assert!(unpacked == bytes, "{shape:?}, {} bytes", bytes.len());
            }
        }
    }

    #[test]
    fn a_code_that_stands_for_nothing_is_an_error_behind_the_bytes_before_it() {
        let mut packed = Packed::default();
        for code in [97, 98, 300] {
            packed.push(code, 9);
        }
        let mut unpacked = Vec::new();
        let error = LzwReader::new(&*packed.bytes, SHAPES[0]).read_to_end(&mut unpacked).unwrap_err();
        assert_eq!((&*unpacked, error.kind()), (&b"ab"[..], io::ErrorKind::InvalidData));
    }
}
