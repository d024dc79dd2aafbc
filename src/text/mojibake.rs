//! Repairs text that was once decoded with the wrong encoding, as far as the repair is certain.
//!
//! An archive of SuperDuperGames was read as Latin-1, so that it has C1 controls in place of windows-1252 punctuation;
//! some browsers sent characters outside the encoding as numeric references of HTML; and some text was encoded as UTF-8
//! twice.

use std::borrow::Cow;

use encoding_rs::{WINDOWS_1250, WINDOWS_1252};

/// Counts of repairs by kind, and of doubtful characters that were left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mended {
    /// Control characters that stood for characters of windows-1252.
    pub controls: usize,
    /// Numeric references, such as `&#283;`.
    pub references: usize,
    /// Characters that were encoded as UTF-8 twice.
    pub doubled: usize,
    /// Control characters that were left: they differ between windows-1252 and windows-1250.
    pub left: usize,
}

impl Mended {
    /// Returns whether anything was repaired.
    pub fn is_any(&self) -> bool {
        self.controls + self.references + self.doubled > 0
    }
}

/// Returns `text` with the certain repairs, and counts them in `mended`.
pub fn mend<'t>(text: &'t str, mended: &mut Mended) -> Cow<'t, str> {
    if text.is_ascii() && !text.contains("&#") {
        return Cow::Borrowed(text);
    }
    let mut out = text.to_owned();
    // Text that was encoded twice may have been encoded a third time.
    for _ in 0..3 {
        let before = mended.doubled;
        out = undouble(&out, &mut mended.doubled);
        if mended.doubled == before {
            break;
        }
    }
    let out = dereference(&out, &mut mended.references);
    let out: String = out.chars().map(|c| punctuation(c, mended)).collect();
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Returns the windows-1252 character that a C1 control was, if windows-1250 has the same in its place.
fn punctuation(c: char, mended: &mut Mended) -> char {
    let Some(byte) = u8::try_from(u32::from(c)).ok().filter(|byte| (0x80..0xA0).contains(byte)) else { return c };
    let of = |encoding: &'static encoding_rs::Encoding| {
        let bytes = [byte];
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        text.chars().next().filter(|c| !c.is_control())
    };
    match (of(WINDOWS_1252), of(WINDOWS_1250)) {
        (Some(western), Some(central)) if western == central => {
            mended.controls += 1;
            western
        }
        _ => {
            mended.left += 1;
            c
        }
    }
}

/// Replaces numeric references of HTML by their characters, except those that could act as separators.
fn dereference(text: &str, count: &mut usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match reference(rest) {
            Some((c, length)) => {
                out.push(c);
                *count += 1;
                rest = &rest[length..];
            }
            None => {
                out.push_str("&#");
                rest = &rest[2..];
            }
        }
    }
    out + rest
}

/// Returns the character of a reference at the beginning of a text, and the reference's length.
fn reference(text: &str) -> Option<(char, usize)> {
    let inside = text.strip_prefix("&#")?;
    let (inside, _) = inside.split_once(';').filter(|(inside, _)| inside.len() <= 8)?;
    let number = match inside.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => inside.parse().ok()?,
    };
    let c = char::from_u32(number)?;
    let is_harmless = !c.is_control() && (!c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '\'' | '"' | '&'));
    is_harmless.then_some((c, inside.len() + 3))
}

/// Returns the byte that a character was decoded from, as windows-1252 or Latin-1.
fn byte_of(c: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(c)) {
        return (byte >= 0x80).then_some(byte);
    }
    let mut buffer = [0; 4];
    let (bytes, _, is_lost) = WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
    match (&bytes[..], is_lost) {
        ([byte], false) => Some(*byte),
        _ => None,
    }
}

/// Removes one layer of UTF-8 where that is certain: the bytes are UTF-8, and one of the characters they were read as
/// never or hardly ever occurs in that place.
fn undouble(text: &str, count: &mut usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let found = doubled(&chars[at..]);
        out.push(found.map_or(chars[at], |(c, _)| c));
        *count += usize::from(found.is_some());
        at += found.map_or(1, |(_, length)| length);
    }
    out
}

fn doubled(chars: &[char]) -> Option<(char, usize)> {
    let lead = chars.first().copied().and_then(byte_of)?;
    let length = match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let own = chars.get(..length)?;
    let bytes: Vec<u8> = own.iter().map(|c| byte_of(*c)).collect::<Option<_>>()?;
    let c = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    let is_odd = |c: &char| matches!(*c, '\u{80}'..='\u{9F}') || *c > '\u{FF}';
    let is_certain = matches!(lead, 0xC2 | 0xC3) || own.iter().any(is_odd);
    is_certain.then_some((c, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> (String, Mended) {
        let mut count = Mended::default();
        (mend(text, &mut count).into_owned(), count)
    }

    #[test]
    fn windows_1252_punctuation_is_mended() {
        let (text, count) = mended("I don\u{92}t \u{97} well\u{85}");
        assert_eq!(text, "I don’t — well…");
        assert_eq!(count, Mended { controls: 3, ..Mended::default() });
    }

    #[test]
    fn what_two_code_pages_read_in_two_ways_is_left() {
        let (text, count) = mended("cze\u{9c}\u{e6}");
        assert_eq!(text, "cze\u{9c}\u{e6}");
        assert_eq!(count, Mended { left: 1, ..Mended::default() });
    }

    #[test]
    fn references_are_what_they_refer_to() {
        assert_eq!(mended("Zden&#283;k &#x2014; it&#39;s").0, "Zdeněk — it's");
        for text in ["&#10;", "&#59;", "&#99999999;", "&#;", "&# 5;", "a &#", "&#xD800;"] {
            assert_eq!(mended(text), (text.to_owned(), Mended::default()));
        }
    }

    #[test]
    fn doubled_utf_8_is_undone() {
        assert_eq!(mended("Ã©tÃ©").0, "été");
        assert_eq!(mended("ã\u{81}±ã\u{81}±").0, "ぱぱ");
        assert_eq!(mended("donâ€™t").0, "don’t");
        assert_eq!(mended("Ã\u{83}Â©").0, "é");
    }

    #[test]
    fn right_text_stays() {
        for text in ["März 北 «É» naïve", "plain", "Â", "Ãb", "50 €"] {
            assert_eq!(mended(text), (text.to_owned(), Mended::default()));
        }
    }
}
