//! The contract of a kind of container, and the description of its members.

use std::fmt;
use std::io::{self, Read};

use chrono::NaiveDateTime;

use super::Blob;

/// A kind of container, such as ZIP.
#[derive(Debug)]
pub struct ContainerKind {
    /// Name in options and reports: `zip`.
    pub id: &'static str,
    /// Name for people: `ZIP archive`.
    pub title: &'static str,
    /// Usual extensions of its files, in small letters, for people only: a file is recognised by its content.
    pub extensions: &'static [&'static str],
    /// Methods by which its members may be packed.
    pub methods: &'static [Method],
    /// Reliability of [`matches`](ContainerKind::matches).
    pub trust: Trust,
    /// Returns whether a file is of this kind, by its first block (up to 8 KiB). It reads no more of the file than a
    /// few bytes, and only if the first block or the length suggests this kind. Allocates nothing.
    pub matches: fn(block: &[u8], file: &Blob) -> bool,
    /// Lists the members of a file. Of a damaged file it lists all members that can still be read.
    pub open: fn(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError>,
}

/// Reliability of the recognition of a container by its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Nothing else has its signature: it is tried before the formats of games.
    Certain,
    /// A text of a known format may begin like it: it is tried if no format accepts the file.
    Last,
}

/// A packing method of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// Name in reports: `deflate`.
    pub name: &'static str,
    /// Whether a test unpacks a file that another program packed by this method.
    pub is_proved: bool,
}

/// Options of opening a container.
#[derive(Debug, Clone, Copy)]
pub struct OpenOptions<'o> {
    /// Name of the file, without folders: a packed file without a name of its own gets it, without `.gz`.
    pub name: &'o str,
    /// Limits on what is read.
    pub limits: &'o Limits,
}

/// Limits on containers, which may be hostile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Largest size of a member that is read, in bytes.
    pub member_size: u64,
    /// Largest ratio of a member's size to its packed size; applies beyond [`Limits::ALWAYS_EXPANDED`].
    pub ratio: u64,
    /// Limit, in bytes, of all that is unpacked from one file on disk, including nested containers.
    pub expanded: u64,
    /// Limit of the nesting depth of containers.
    pub depth: usize,
    /// Limit of a container's members; those after it are not listed.
    pub members: usize,
    /// Limit of a member's path, in bytes of UTF-8.
    pub name_length: usize,
}

impl Limits {
    /// Size that is unpacked regardless of the ratio, in bytes: an image of an empty disk packs very well.
    pub const ALWAYS_EXPANDED: u64 = 4 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            member_size: 256 << 20,
            ratio: 500,
            expanded: 64 << 30,
            depth: 8,
            members: 1_000_000,
            name_length: 1_024,
        }
    }
}

/// The contents of an opened container.
pub struct Contents {
    /// Reader of the members.
    pub container: Box<dyn Container>,
    /// Members in the order in which they are stored.
    pub members: Vec<Member>,
    /// Faults of the container itself: it is cut off, members are missing, or there are too many.
    pub faults: Vec<ContainerError>,
}

/// An open container.
pub trait Container: Send + Sync {
    /// Returns the bytes of the member with this index in [`Contents::members`], unpacked as they are read.
    ///
    /// A reader that is dropped early has unpacked little more than was read, if the method permits that. A checksum is
    /// compared at the end: an error of [`io::ErrorKind::InvalidData`] then comes after all bytes. At most
    /// `limits.member_size` bytes are ever held in memory.
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError>;
}

/// A member of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Path as stored, decoded (from CP437 unless the container says otherwise), with `/` between folders if the
    /// container defines a separator. It may be anything: `..`, control characters, a drive.
    pub path: Box<str>,
    /// Kind of the member.
    pub kind: MemberKind,
    /// Unpacked length in bytes; `None` if it is not stored.
    pub size: Option<u64>,
    /// Packed length in bytes; `None` if the member has none of its own.
    pub packed: Option<u64>,
    /// Time of the last change in the local time of the packing system: DOS knows no time zone.
    pub modified: Option<NaiveDateTime>,
    /// Packing method; an unknown one is named after the container's number for it.
    pub method: Method,
}

/// The kind of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link with its target, which is never followed, or a device.
    Special(Box<str>),
    /// A file that cannot be read, and why: it is encrypted, packed by an unknown method, or cut off.
    Closed(ContainerError),
}

/// The error that a container or a member cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerError {
    /// It is damaged; a few words on how, which follow `damaged: `.
    Damaged(String),
    /// The kind or packing method is not supported, such as `encrypted` or `method 97`.
    Unsupported(String),
    /// It exceeds a limit.
    OverLimit(LimitReached),
    /// The file that contains it cannot be read.
    Io(io::ErrorKind, String),
}

/// A limit that was exceeded, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitReached {
    /// [`Limits::member_size`]
    MemberSize(u64),
    /// [`Limits::ratio`]
    Ratio(u64),
    /// [`Limits::expanded`]
    Expanded(u64),
    /// [`Limits::depth`]
    Depth(usize),
    /// [`Limits::members`]
    Members(usize),
    /// [`Limits::name_length`]
    NameLength(usize),
}

impl ContainerError {
    /// Creates an error of damage.
    pub fn damaged(how: impl Into<String>) -> Self {
        ContainerError::Damaged(how.into())
    }

    /// Converts an error of a reader, which may wrap a `ContainerError`.
    pub fn of(error: &io::Error) -> Self {
        if let Some(error) = error.get_ref().and_then(|error| error.downcast_ref::<ContainerError>()) {
            return error.clone();
        }
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ContainerError::damaged("it is cut off"),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => ContainerError::Damaged(error.to_string()),
            kind => ContainerError::Io(kind, error.to_string()),
        }
    }
}

/// Readers of members return these as errors of reading, and [`ContainerError::of`] restores them.
impl From<ContainerError> for io::Error {
    fn from(error: ContainerError) -> Self {
        let kind = match &error {
            ContainerError::Damaged(_) => io::ErrorKind::InvalidData,
            ContainerError::Unsupported(_) => io::ErrorKind::Unsupported,
            ContainerError::OverLimit(_) => io::ErrorKind::FileTooLarge,
            ContainerError::Io(kind, _) => *kind,
        };
        io::Error::new(kind, error)
    }
}

impl From<io::Error> for ContainerError {
    fn from(error: io::Error) -> Self {
        ContainerError::of(&error)
    }
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContainerError::Damaged(how) => write!(f, "damaged: {how}"),
            ContainerError::Unsupported(what) => write!(f, "not read: {what}"),
            ContainerError::OverLimit(limit) => limit.fmt(f),
            ContainerError::Io(_, why) => write!(f, "cannot be read: {why}"),
        }
    }
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitReached::MemberSize(most) => write!(f, "larger than {most} bytes unpacked"),
            LimitReached::Ratio(most) => write!(f, "more than {most} times its packed size"),
            LimitReached::Expanded(most) => write!(f, "more than {most} bytes were unpacked of this file"),
            LimitReached::Depth(most) => write!(f, "more than {most} containers lie in each other"),
            LimitReached::Members(most) => write!(f, "more than {most} members; those behind them are not read"),
            LimitReached::NameLength(most) => write!(f, "its path is longer than {most} bytes"),
        }
    }
}

impl std::error::Error for ContainerError {}

/// A reader that only returns this error, to follow the bytes that were read before it.
pub struct ErrorAtEnd(pub ContainerError);

impl Read for ErrorAtEnd {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.clone().into())
    }
}
