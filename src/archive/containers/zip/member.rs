//! Headers of ZIP members.

use super::super::fields::Fields;
use super::super::{ContainerError, Member, MemberKind, Method, dos};

/// The supported methods.
pub(super) const METHODS: &[Method] = &[STORED, SHRINK, REDUCE, IMPLODE, DEFLATE, DEFLATE64, BZIP2, LZMA, ZSTD, XZ];

const STORED: Method = Method { name: "stored", is_proved: true };
const SHRINK: Method = Method { name: "shrink", is_proved: true };
// No file packed by another program was available for these two.
const REDUCE: Method = Method { name: "reduce", is_proved: false };
const IMPLODE: Method = Method { name: "implode", is_proved: false };
const DEFLATE: Method = Method { name: "deflate", is_proved: true };
const DEFLATE64: Method = Method { name: "deflate64", is_proved: true };
const BZIP2: Method = Method { name: "bzip2", is_proved: true };
const LZMA: Method = Method { name: "lzma", is_proved: true };
const ZSTD: Method = Method { name: "zstd", is_proved: true };
const XZ: Method = Method { name: "xz", is_proved: true };

/// Returns the method with this number, and whether it is supported.
fn method(number: u16) -> (Method, bool) {
    let unread = |name| (Method { name, is_proved: false }, false);
    match number {
        0 => (STORED, true),
        1 => (SHRINK, true),
        2..=5 => (REDUCE, true),
        6 => (IMPLODE, true),
        8 => (DEFLATE, true),
        9 => (DEFLATE64, true),
        12 => (BZIP2, true),
        14 => (LZMA, true),
        93 => (ZSTD, true),
        95 => (XZ, true),
        7 => unread("tokenize"),
        10 => unread("dcl-implode"),
        94 => unread("mp3"),
        96 => unread("jpeg"),
        97 => unread("wavpack"),
        98 => unread("ppmd"),
        99 => unread("aes"),
        _ => unread("unknown"),
    }
}

/// Returns whether a number is that of a known method.
pub(super) fn is_method(number: u16) -> bool {
    method(number).0.name != "unknown"
}

/// Makes the error that a method is not supported.
pub(super) fn unsupported(number: u16) -> ContainerError {
    ContainerError::Unsupported(match method(number).0.name {
        "unknown" => format!("method {number}"),
        name => format!("method {number} ({name})"),
    })
}

/// The data needed to read a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Offset of its local header.
    pub offset: u64,
    /// Packed length in bytes.
    pub packed: u64,
    /// Unpacked length in bytes.
    pub size: u64,
    /// CRC-32 of the unpacked bytes.
    pub crc: u32,
    /// Number of its method.
    pub method: u16,
    /// Flags about its packing, encryption and description.
    pub flags: u16,
    /// Whether its length and CRC are known.
    pub is_size_known: bool,
    /// Whether the file ends before the member does.
    pub is_cut: bool,
    /// Whether its content is the target of a link.
    pub is_link: bool,
}

impl Entry {
    /// Returns the reason why it cannot be read, if any.
    pub fn closed(&self) -> Option<ContainerError> {
        let is_encrypted = self.flags & (ENCRYPTED | DIRECTORY_ENCRYPTED) != 0 || self.method == 99;
        if is_encrypted {
            return Some(ContainerError::Unsupported("encrypted".into()));
        }
        (!method(self.method).1).then(|| unsupported(self.method))
    }
}

const ENCRYPTED: u16 = 1;
/// Flag: lengths and CRC follow the data, and are zero in the local header.
pub(super) const DESCRIBED_BEHIND: u16 = 1 << 3;
const UTF_8: u16 = 1 << 11;
const DIRECTORY_ENCRYPTED: u16 = 1 << 13;

/// The fields that local headers and those of the directory have in common.
#[derive(Debug)]
pub(super) struct Header<'h> {
    pub entry: Entry,
    pub date: u16,
    pub time: u16,
    /// Path as stored.
    pub name: &'h [u8],
    /// Extra fields, each with a number and a length.
    pub extra: &'h [u8],
    /// System of the packing program, and its attributes of the file; `None` in a local header.
    pub attributes: Option<Attributes>,
    /// Number of the disk that it begins on, if the archive has several.
    pub disk: u32,
    /// Reason why it cannot be read, apart from its method.
    pub damage: Option<ContainerError>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Attributes {
    pub system: u8,
    pub bits: u32,
}

/// Systems whose names cannot contain a `\`.
const DOS: [u8; 4] = [0, 6, 11, 14];

/// Systems with attributes of Unix: Unix and macOS.
const UNIX: [u8; 2] = [3, 19];

impl<'h> Header<'h> {
    /// Reads the common fields, from the flags to the lengths of the name and the extra fields.
    pub fn read(fields: &mut Fields<'_>) -> Option<(Header<'h>, usize, usize)> {
        let (flags, method, time, date) = (fields.u16()?, fields.u16()?, fields.u16()?, fields.u16()?);
        let (crc, packed, size) = (fields.u32()?, fields.u32()?, fields.u32()?);
        let (name, extra) = (fields.u16()?, fields.u16()?);
        let (packed, size) = (packed.into(), size.into());
        let entry =
            Entry { offset: 0, packed, size, crc, method, flags, is_size_known: true, is_cut: false, is_link: false };
        let header = Header { entry, date, time, name: &[], extra: &[], attributes: None, disk: 0, damage: None };
        Some((header, name.into(), extra.into()))
    }

    /// Returns the extra field with this number.
    fn extra_field(&self, wanted: u16) -> Option<&'h [u8]> {
        let mut fields = Fields(self.extra);
        loop {
            let (number, length) = (fields.u16()?, fields.u16()?);
            let field = fields.bytes(length.into())?;
            if number == wanted {
                return Some(field);
            }
        }
    }

    /// Replaces lengths and offsets that do not fit into their fields by those in the ZIP64 field.
    pub fn extend(&mut self) {
        let Some(field) = self.extra_field(1) else { return };
        let mut fields = Fields(field);
        for value in [&mut self.entry.size, &mut self.entry.packed, &mut self.entry.offset] {
            if *value == u64::from(u32::MAX) {
                let Some(extended) = fields.u64() else { return };
                *value = extended;
            }
        }
        if self.disk == u32::from(u16::MAX) {
            self.disk = fields.u32().unwrap_or_default();
        }
    }

    /// Returns the Unicode name in the extra fields, if it belongs to the stored name.
    fn unicode_name(&self) -> Option<&'h str> {
        let mut fields = Fields(self.extra_field(0x7075)?);
        let (version, crc) = (fields.u8()?, fields.u32()?);
        let belongs = version == 1 && crc == crc32fast::hash(self.name);
        str::from_utf8(fields.0).ok().filter(|_| belongs)
    }

    fn path(&self) -> Box<str> {
        // Unix systems store names as they are, which is UTF-8 today.
        let is_utf_8 = self.entry.flags & UTF_8 != 0 || self.attributes.is_some_and(|of| UNIX.contains(&of.system));
        let marked = str::from_utf8(self.name).ok().filter(|name| is_utf_8 || name.is_ascii());
        let decoded;
        let path = match marked.or_else(|| self.unicode_name()) {
            Some(path) => path,
            None => {
                decoded = dos::name(self.name);
                &decoded
            }
        };
        let is_dos = self.attributes.is_some_and(|of| DOS.contains(&of.system));
        // Some programs for DOS and Windows stored paths with backslashes.
        if is_dos && !path.contains('/') { path.replace('\\', "/").into() } else { path.into() }
    }

    /// Returns the member, and the data needed to read it.
    pub fn member(&self) -> (Entry, Member) {
        let path = self.path();
        // The file type of Unix.
        let kind = self.attributes.map_or(0, |of| if DOS[0] == of.system { 0 } else { of.bits >> 28 });
        let is_folder = path.ends_with('/')
            || kind == 4
            || self
                .attributes
                .is_some_and(|of| DOS.contains(&of.system) && of.bits & 0x10 != 0 && self.entry.size == 0);
        let entry = Entry { is_link: kind == 10, ..self.entry };
        let kind = if is_folder {
            MemberKind::Folder
        } else if let Some(why) = self.damage.clone().or_else(|| entry.closed()) {
            MemberKind::Closed(why)
        } else if matches!(kind, 1 | 2 | 6 | 12) && entry.size == 0 {
            // A file that was read from a pipe has content, and is stored with the type of a pipe.
            MemberKind::Special("a device".into())
        } else {
            MemberKind::File
        };
        let member = Member {
            path,
            kind,
            size: entry.is_size_known.then_some(entry.size),
            packed: Some(entry.packed),
            modified: dos::date_time(self.date, self.time),
            method: method(entry.method).0,
        };
        (entry, member)
    }
}
