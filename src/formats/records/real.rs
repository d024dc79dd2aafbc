//! Turbo Pascal's `Real`: 6 bytes, an exponent and 39 bits of a mantissa that begins with an unwritten 1.

/// Bias of the exponent.
const BIAS: i32 = 129;
/// Number of stored mantissa bits.
const BITS: i32 = 39;

/// Decodes a number as the shortest decimal that is written as these bytes.
pub fn read(bytes: [u8; 6]) -> f64 {
    let exact = exact(bytes);
    let same = |number: &f64| write(*number).is_some_and(|again| self::exact(again) == exact);
    let rounded = (1..=13).filter_map(|digits: usize| format!("{exact:.*e}", digits - 1).parse().ok());
    { rounded }.find(same).unwrap_or(exact)
}

fn exact(bytes: [u8; 6]) -> f64 {
    let [exponent, mantissa @ .., last] = bytes;
    if exponent == 0 {
        return 0.0;
    }
    let digits = mantissa.iter().chain([&(last & 0x7F)]).rev().fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte));
    let number = (digits | 1 << BITS) as f64 * 2_f64.powi(i32::from(exponent) - BIAS - BITS);
    if last & 0x80 == 0 { number } else { -number }
}

/// Encodes a number as the nearest value; returns `None` if it is too large. A number that is too small becomes 0.
pub fn write(number: f64) -> Option<[u8; 6]> {
    /// Number of stored mantissa bits of an [`f64`].
    const BITS_64: i32 = 52;
    if !number.is_finite() {
        return None;
    }
    let bits = number.abs().to_bits();
    let (exponent, fraction) = ((bits >> BITS_64) as i32 - 1023, bits & ((1 << BITS_64) - 1));
    let cut = BITS_64 - BITS;
    // Rounding up may carry into the exponent.
    let mut mantissa = ((fraction | 1 << BITS_64) + (1 << (cut - 1))) >> cut;
    let mut exponent = exponent + BIAS;
    if mantissa >> (BITS + 1) != 0 {
        (mantissa, exponent) = (mantissa >> 1, exponent + 1);
    }
    if number == 0.0 || exponent < 1 {
        return Some([0; 6]);
    }
    let exponent = u8::try_from(exponent).ok()?;
    let [a, b, c, d, e, ..] = (mantissa & ((1 << BITS) - 1)).to_le_bytes();
    Some([exponent, a, b, c, d, e | if number < 0.0 { 0x80 } else { 0 }])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_those_of_turbo_pascal() {
        for (bytes, number) in [
            ([0x00, 0, 0, 0, 0, 0x00], 0.0),
            ([0x81, 0, 0, 0, 0, 0x00], 1.0),
            ([0x81, 0, 0, 0, 0, 0x80], -1.0),
            ([0x84, 0, 0, 0, 0, 0x20], 10.0),
            ([0x87, 0, 0, 0, 0, 0xC8], -100.0),
            ([0x7D, 0xCD, 0xCC, 0xCC, 0xCC, 0x4C], 0.1),
            ([0x80, 0, 0, 0, 0, 0x80], -0.5),
        ] {
            assert_eq!((read(bytes), write(number)), (number, Some(bytes)));
        }
        assert_eq!(read([0x00, 1, 2, 3, 4, 0x85]), 0.0);
    }

    #[test]
    fn what_is_too_large_is_refused_and_what_is_too_small_is_nothing() {
        assert_eq!(write(1e39), None);
        assert_eq!(write(f64::NAN), None);
        assert_eq!(write(f64::INFINITY), None);
        assert_eq!(write(1e-39), Some([0; 6]));
        assert_eq!(write(f64::MIN_POSITIVE / 4.0), Some([0; 6]));
    }

    proptest! {
        #[test]
        fn every_number_comes_back(bytes: [u8; 6]) {
            let again = write(read(bytes)).unwrap();
            prop_assert_eq!(exact(again), exact(bytes));
            if bytes[0] != 0 {
                prop_assert_eq!(again, bytes);
            }
        }

        #[test]
        fn what_is_written_is_read_as_it_was(digits in -99_999_999_999_i64..=99_999_999_999, scale in -20_i32..20) {
            let number: f64 = format!("{digits}e{scale}").parse().unwrap();
            prop_assert_eq!(read(write(number).unwrap()), number);
        }
    }
}
