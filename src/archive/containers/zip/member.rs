//! What a header of a ZIP says of a member.

use super::super::fields::Fields;
use super::super::{ContainerError, Member, MemberKind, Method, dos};

/// The methods that are read.
pub(super) const METHODS: &[Method] = &[STORED, SHRINK, REDUCE, IMPLODE, DEFLATE, DEFLATE64, BZIP2, LZMA, ZSTD, XZ];

const STORED: Method = Method { name: "stored", is_proved: true };
const SHRINK: Method = Method { name: "shrink", is_proved: true };
// Of these two there was no file that another program had packed.
const REDUCE: Method = Method { name: "reduce", is_proved: false };
const IMPLODE: Method = Method { name: "implode", is_proved: false };
const DEFLATE: Method = Method { name: "deflate", is_proved: true };
const DEFLATE64: Method = Method { name: "deflate64", is_proved: true };
const BZIP2: Method = Method { name: "bzip2", is_proved: true };
const LZMA: Method = Method { name: "lzma", is_proved: true };
const ZSTD: Method = Method { name: "zstd", is_proved: true };
const XZ: Method = Method { name: "xz", is_proved: true };

/// The method of that number, and whether it is read.
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

/// Whether it is the number of a method.
pub(super) fn is_method(number: u16) -> bool {
    method(number).0.name != "unknown"
}

/// Says that members of that method are not read.
pub(super) fn unsupported(number: u16) -> ContainerError {
    ContainerError::Unsupported(match method(number).0.name {
        "unknown" => format!("method {number}"),
        name => format!("method {number} ({name})"),
    })
}

/// What is needed to read a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Where its header begins.
    pub offset: u64,
    /// Its packed length.
    pub packed: u64,
    /// Its length.
    pub size: u64,
    /// The CRC-32 of its bytes.
    pub crc: u32,
    /// The number of its method.
    pub method: u16,
    /// How it is packed, encrypted and described.
    pub flags: u16,
    /// Whether its length and its CRC are known.
    pub is_size_known: bool,
    /// Whether the file ends before it does.
    pub is_cut: bool,
    /// Whether its bytes are what a link leads to.
    pub is_link: bool,
}

impl Entry {
    /// Why it cannot be read.
    pub fn closed(&self) -> Option<ContainerError> {
        let is_encrypted = self.flags & (ENCRYPTED | DIRECTORY_ENCRYPTED) != 0 || self.method == 99;
        if is_encrypted {
            return Some(ContainerError::Unsupported("encrypted".into()));
        }
        (!method(self.method).1).then(|| unsupported(self.method))
    }
}

const ENCRYPTED: u16 = 1;
/// Sizes and CRC stand behind the bytes, and zeros in the header before them.
pub(super) const DESCRIBED_BEHIND: u16 = 1 << 3;
const UTF_8: u16 = 1 << 11;
const DIRECTORY_ENCRYPTED: u16 = 1 << 13;

/// The fields that a header in the directory and one before a member have in common.
#[derive(Debug)]
pub(super) struct Header<'h> {
    pub entry: Entry,
    pub date: u16,
    pub time: u16,
    /// Its path as stored.
    pub name: &'h [u8],
    /// Further fields, each with a number and a length.
    pub extra: &'h [u8],
    /// The system of who packed it, and what that says of the file.
    pub attributes: Option<Attributes>,
    /// The number of the disk that it begins on, where the archive has several.
    pub disk: u32,
    /// Why it cannot be read, where that is not for its method.
    pub damage: Option<ContainerError>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Attributes {
    pub system: u8,
    pub bits: u32,
}

/// The systems whose paths have no `\` in their names.
const DOS: [u8; 4] = [0, 6, 11, 14];

/// Unix and macOS.
const UNIX: [u8; 2] = [3, 19];

impl<'h> Header<'h> {
    /// Reads the fields that both have, from the flags to the length of what stands behind the name.
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

    /// The fields behind the name, by their numbers.
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

    /// Takes lengths and places that do not fit into their fields from where they stand instead.
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

    /// Its name in Unicode, where that stands beside it and belongs to it.
    fn unicode_name(&self) -> Option<&'h str> {
        let mut fields = Fields(self.extra_field(0x7075)?);
        let (version, crc) = (fields.u8()?, fields.u32()?);
        let belongs = version == 1 && crc == crc32fast::hash(self.name);
        str::from_utf8(fields.0).ok().filter(|_| belongs)
    }

    fn path(&self) -> Box<str> {
        // Systems of the kind of Unix store what they have, and today that is UTF-8.
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
        // Some programs for DOS and Windows stored paths as these have them.
        if is_dos && !path.contains('/') { path.replace('\\', "/").into() } else { path.into() }
    }

    /// The member, and what is needed to read it.
    pub fn member(&self) -> (Entry, Member) {
        let path = self.path();
        // The kinds of files of Unix.
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
            // What came through a pipe is there, and is stored as if it were one.
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
