//! Character encodings whose decoded text can be encoded to the same bytes.

use std::borrow::Cow;
use std::fmt;

use encoding_rs as web;
use yore::CodePage;
use yore::code_pages as dos;

/// Returns the bytes of a text without a leading UTF-8 byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// A character encoding, with its name in `--encoding` and `sources[].encoding`.
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    how: How,
}

#[derive(Clone, Copy)]
enum How {
    /// A DOS code page; control characters stay control characters.
    Dos(&'static (dyn CodePage + Sync)),
    /// Byte n is U+00nn, all 256 of them (encoding_rs maps this name to windows-1252).
    Latin1,
    /// An encoding of the WHATWG Encoding Standard.
    Web(&'static web::Encoding),
}

macro_rules! encodings {
    ($($name:literal $how:expr,)+) => {
        /// All encodings that Ludex knows, those likely for old files first.
        pub const ENCODINGS: &[Encoding] = &[$(Encoding { name: $name, how: $how }),+];
    };
}

encodings! {
    "utf-8" How::Web(web::UTF_8),
    "cp437" How::Dos(&dos::CP437),
    "cp850" How::Dos(&dos::CP850),
    "cp852" How::Dos(&dos::CP852),
    "cp866" How::Dos(&dos::CP866),
    "windows-1252" How::Web(web::WINDOWS_1252),
    "iso-8859-1" How::Latin1,
    "cp737" How::Dos(&dos::CP737),
    "cp855" How::Dos(&dos::CP855),
    "cp857" How::Dos(&dos::CP857),
    "cp860" How::Dos(&dos::CP860),
    "cp861" How::Dos(&dos::CP861),
    "cp862" How::Dos(&dos::CP862),
    "cp863" How::Dos(&dos::CP863),
    "cp864" How::Dos(&dos::CP864),
    "cp865" How::Dos(&dos::CP865),
    "cp869" How::Dos(&dos::CP869),
    "cp874" How::Dos(&dos::CP874),
    "windows-1250" How::Web(web::WINDOWS_1250),
    "windows-1251" How::Web(web::WINDOWS_1251),
    "windows-1253" How::Web(web::WINDOWS_1253),
    "windows-1254" How::Web(web::WINDOWS_1254),
    "windows-1255" How::Web(web::WINDOWS_1255),
    "windows-1256" How::Web(web::WINDOWS_1256),
    "windows-1257" How::Web(web::WINDOWS_1257),
    "windows-1258" How::Web(web::WINDOWS_1258),
    "iso-8859-2" How::Web(web::ISO_8859_2),
    "iso-8859-5" How::Web(web::ISO_8859_5),
    "iso-8859-7" How::Web(web::ISO_8859_7),
    "iso-8859-15" How::Web(web::ISO_8859_15),
    "koi8-r" How::Web(web::KOI8_R),
    "koi8-u" How::Web(web::KOI8_U),
    "macintosh" How::Web(web::MACINTOSH),
    "shift_jis" How::Web(web::SHIFT_JIS),
    "euc-jp" How::Web(web::EUC_JP),
    "euc-kr" How::Web(web::EUC_KR),
    "big5" How::Web(web::BIG5),
    "gbk" How::Web(web::GBK),
}

/// The error of decoding: bytes that would not be encoded to the same bytes again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte 0x{byte:02X} at offset {offset} is not {encoding}")]
pub struct Undecodable {
    /// Name of the requested encoding.
    pub encoding: &'static str,
    /// Offset of the first byte that cannot be restored.
    pub offset: usize,
    /// The byte at that offset.
    pub byte: u8,
}

/// The error of encoding: a character that the encoding lacks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{character:?} (U+{:04X}) cannot be written in {encoding}", *character as u32)]
pub struct Unencodable {
    /// Name of the requested encoding.
    pub encoding: &'static str,
    /// The first character that the encoding lacks.
    pub character: char,
    /// Byte offset of that character in the text.
    pub offset: usize,
}

impl Encoding {
    /// CP437, the code page of the original IBM PC and of most boards.
    pub const CP437: Encoding = Encoding { name: "cp437", how: How::Dos(&dos::CP437) };
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding { name: "utf-8", how: How::Web(web::UTF_8) };
    /// ISO-8859-1, in which every byte is a character: the last resort that loses nothing.
    pub const ISO_8859_1: Encoding = Encoding { name: "iso-8859-1", how: How::Latin1 };
    /// The bytes of a file that is not text, one character each, so that code for texts works on it. It is never
    /// detected, cannot be requested by users, and is not in [`ENCODINGS`].
    pub const BINARY: Encoding = Encoding { name: "binary", how: How::Latin1 };

    /// Returns the encoding with this name, in any case; `437` and `ibm437` are `cp437`, `latin1` is `iso-8859-1`.
    pub fn named(name: &str) -> Option<Encoding> {
        let lower = name.to_ascii_lowercase();
        let known = |n: &str| ENCODINGS.iter().find(|e| e.name == n).copied();
        let digits = lower.trim_start_matches("ibm").trim_start_matches("cp").trim_start_matches('-');
        known(&lower)
            .or_else(|| (lower == Encoding::BINARY.name).then_some(Encoding::BINARY))
            .or_else(|| known(&format!("cp{digits}")))
            .or_else(|| matches!(lower.as_str(), "latin1" | "latin-1" | "l1").then_some(Encoding::ISO_8859_1))
            .or_else(|| {
                let found = web::Encoding::for_label(lower.as_bytes())?;
                ENCODINGS.iter().find(|e| matches!(e.how, How::Web(w) if w == found)).copied()
            })
    }

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Decodes `bytes`, on the condition that encoding the text gives the same bytes.
    ///
    /// A byte order mark is text like any other: it is kept as U+FEFF.
    pub fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, Undecodable> {
        let fail = |offset: usize| Undecodable {
            encoding: self.name,
            offset,
            byte: bytes.get(offset).copied().unwrap_or_default(),
        };
        match self.how {
            _ if bytes.is_ascii() => Ok(Cow::Borrowed(std::str::from_utf8(bytes).map_err(|e| fail(e.valid_up_to()))?)),
            How::Latin1 => Ok(Cow::Owned(bytes.iter().map(|&b| char::from(b)).collect())),
            How::Dos(page) => page.decode(bytes).map_err(|e| fail(e.position)),
            How::Web(w) if w == web::UTF_8 => {
                std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|e| fail(e.valid_up_to()))
            }
            How::Web(w) => {
                let (text, malformed) = w.decode_without_bom_handling(bytes);
                match self.encode(&text) {
                    Ok(again) if !malformed && *again == *bytes => Ok(text),
                    Ok(again) => Err(fail(again.iter().zip(bytes).take_while(|(a, b)| a == b).count())),
                    Err(e) => Err(fail(e.offset.min(bytes.len().saturating_sub(1)))),
                }
            }
        }
    }

    /// Encodes `text`; the error names the first character that this encoding lacks.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        self.try_encode(text).ok_or_else(|| self.first_unencodable(text))
    }

    fn try_encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        if text.is_ascii() {
            return Some(Cow::Borrowed(text.as_bytes()));
        }
        match self.how {
            How::Latin1 => text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>().map(Cow::Owned),
            How::Dos(page) => page.encode(text).ok(),
            How::Web(w) => {
                let (bytes, _, unmappable) = w.encode(text);
                (!unmappable).then_some(bytes)
            }
        }
    }

    /// Returns the encodings that can write all of `text`, the likely ones first.
    pub fn able_to_write(text: &str) -> impl Iterator<Item = Encoding> {
        ENCODINGS.iter().copied().filter(move |e| e.try_encode(text).is_some())
    }

    /// Returns the characters of `text` that this encoding lacks, in order.
    pub fn unencodable(self, text: &str) -> impl Iterator<Item = Unencodable> + '_ {
        let is_lacking = move |c: char| !c.is_ascii() && self.try_encode(c.encode_utf8(&mut [0; 4])).is_none();
        let lacking = text.char_indices().filter(move |(_, c)| is_lacking(*c));
        lacking.map(move |(offset, character)| Unencodable { encoding: self.name, character, offset })
    }

    fn first_unencodable(self, text: &str) -> Unencodable {
        let unknown = Unencodable { encoding: self.name, character: char::REPLACEMENT_CHARACTER, offset: 0 };
        self.unencodable(text).next().unwrap_or(unknown)
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_BYTES: [u8; 256] = {
        let mut bytes = [0; 256];
        let mut i = 0;
        while i < 256 {
            bytes[i] = i as u8;
            i += 1;
        }
        bytes
    };

    #[test]
    fn all_256_bytes_of_the_usual_code_pages_come_back() {
        for name in ["cp437", "cp850", "cp852", "cp866", "windows-1252", "iso-8859-1"] {
            let encoding = Encoding::named(name).unwrap();
            let text = encoding.decode(&ALL_BYTES).unwrap();
            assert_eq!(&*encoding.encode(&text).unwrap(), ALL_BYTES, "{name}");
            assert!(text.starts_with("\0\x01\x02"), "{name} keeps control characters");
        }
    }

    #[test]
    fn every_encoding_gives_its_bytes_back_or_refuses_them() {
        for encoding in ENCODINGS {
            for byte in 0..=255u8 {
                if let Ok(text) = encoding.decode(&[byte]) {
                    assert_eq!(&*encoding.encode(&text).unwrap(), [byte], "{encoding:?}");
                }
            }
        }
    }

    #[test]
    fn latin1_is_not_windows_1252() {
        assert_eq!(Encoding::ISO_8859_1.decode(b"\x92").unwrap(), "\u{92}");
        assert_eq!(Encoding::named("windows-1252").unwrap().decode(b"\x92").unwrap(), "’");
    }

    #[test]
    fn every_byte_of_a_binary_file_is_a_character() {
        let text = Encoding::BINARY.decode(&ALL_BYTES).unwrap();
        assert!(text.chars().map(u32::from).eq(0..256));
        assert_eq!(&*Encoding::BINARY.encode(&text).unwrap(), ALL_BYTES);
        assert!(Encoding::BINARY.encode("€").is_err());
        assert_eq!(Encoding::named("binary"), Some(Encoding::BINARY));
        assert!(!ENCODINGS.contains(&Encoding::BINARY));
    }

    #[test]
    fn a_byte_order_mark_stays() {
        assert_eq!(Encoding::UTF_8.decode(b"\xEF\xBB\xBFa").unwrap(), "\u{FEFF}a");
    }

    #[test]
    fn what_is_not_utf8_is_located() {
        assert_eq!(
            Encoding::UTF_8.decode(b"ab\xFFc").unwrap_err(),
            Undecodable { encoding: "utf-8", offset: 2, byte: 0xFF }
        );
    }

    #[test]
    fn a_character_that_cannot_be_written_is_named_with_what_could() {
        let error = Encoding::CP437.encode("JÖRG Łukasz").unwrap_err();
        assert_eq!((error.character, error.offset), ('Ł', 6));
        let able: Vec<_> = Encoding::able_to_write("Ł").map(Encoding::name).collect();
        assert_eq!(able[..2], ["utf-8", "cp852"]);
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, name) in
            [("CP437", "cp437"), ("437", "cp437"), ("ibm850", "cp850"), ("latin1", "iso-8859-1"), ("UTF8", "utf-8")]
        {
            assert_eq!(Encoding::named(written).map(Encoding::name), Some(name));
        }
        assert_eq!(Encoding::named("klingon"), None);
    }
}
