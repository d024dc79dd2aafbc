//! What a kind of container is, and what is told of its members.

use std::fmt;
use std::io::{self, Read};

use chrono::NaiveDateTime;

use super::Blob;

/// A kind of container, such as ZIP.
#[derive(Debug)]
pub struct ContainerKind {
    /// What options and reports call it: `zip`.
    pub id: &'static str,
    /// What people call it: `ZIP archive`.
    pub title: &'static str,
    /// The extensions that its files usually have, in small letters. They are told to people; what a file is, its
    /// content says.
    pub extensions: &'static [&'static str],
    /// How its members may be packed.
    pub methods: &'static [Method],
    /// How sure [`matches`](ContainerKind::matches) is.
    pub trust: Trust,
    /// Whether a file is of this kind, by its first block (up to 8 KiB); of the file no more is read than a few more
    /// bytes, and these only where the first block or the length lets it be one. Allocates nothing.
    pub matches: fn(block: &[u8], file: &Blob) -> bool,
    /// Lists what is in a file. Of a damaged one it lists all that can still be read.
    pub open: fn(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError>,
}

/// How sure it is that what begins as a container is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Nothing else has its mark: it is asked before the formats of games are.
    Certain,
    /// A text of ours may begin like it: it is asked where no format of ours takes the file.
    Last,
}

/// A way in which members are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// What reports call it: `deflate`.
    pub name: &'static str,
    /// Whether a file that another program packed by it was unpacked in a test.
    pub is_proved: bool,
}

/// How a container is opened.
#[derive(Debug, Clone, Copy)]
pub struct OpenOptions<'o> {
    /// The name of the file, without folders: a packed file without a name of its own has that without `.gz`.
    pub name: &'o str,
    /// What is refused of it.
    pub limits: &'o Limits,
}

/// What is refused of containers, which may be hostile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The largest member that is read, in bytes; longer ones are not.
    pub member_size: u64,
    /// How many times its packed size a member may have, where it is larger than [`Limits::ALWAYS_EXPANDED`].
    pub ratio: u64,
    /// The most that is unpacked of one file of the disk, in bytes, all that is in it and in what is in that together.
    pub expanded: u64,
    /// How deep containers may lie in each other.
    pub depth: usize,
    /// The most members of a container; those behind it are not listed.
    pub members: usize,
    /// The longest path of a member, in bytes of UTF-8.
    pub name_length: usize,
}

impl Limits {
    /// What is unpacked whatever its packed size is, in bytes: an image of an empty disk packs very well.
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

/// What is in a container.
pub struct Contents {
    /// Reads the members.
    pub container: Box<dyn Container>,
    /// The members, in the order in which they are stored.
    pub members: Vec<Member>,
    /// What is wrong with the container beside that: it is cut off, members are missing, there are too many.
    pub faults: Vec<ContainerError>,
}

/// An open container.
pub trait Container: Send + Sync {
    /// The bytes of the member of that index in [`Contents::members`], unpacked as they are read.
    ///
    /// A reader that is dropped early has unpacked little more than was read of it, where the method lets it. A
    /// checksum is compared at the end: an error of [`io::ErrorKind::InvalidData`] then comes after all bytes. No more
    /// than `limits.member_size` bytes are ever held in memory.
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError>;
}

/// A member of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its path as stored, decoded (CP437 where nothing says otherwise), with `/` between folders where the container
    /// says what stands between them. It may be anything: `..`, control characters, a drive.
    pub path: Box<str>,
    /// What it is.
    pub kind: MemberKind,
    /// Its length unpacked in bytes, where that is stored.
    pub size: Option<u64>,
    /// Its packed length in bytes, where it has one of its own.
    pub packed: Option<u64>,
    /// When it was changed last, by the clock of who stored it: DOS knows no zone.
    pub modified: Option<NaiveDateTime>,
    /// How it is packed, by the name of its [`Method`], or as the container numbers it.
    pub method: Method,
}

/// What a member is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link to that path, which is never followed, or a device.
    Special(Box<str>),
    /// A file that cannot be read, and why: it is encrypted, packed by an unknown method, cut off.
    Closed(ContainerError),
}

/// Why a container or a member cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerError {
    /// It is damaged: how, in a few words that follow `damaged: `.
    Damaged(String),
    /// It is of a kind or packed in a way that is not read: which, such as `encrypted` or `method 97`.
    Unsupported(String),
    /// It is over a limit.
    OverLimit(LimitReached),
    /// The file that it lies in cannot be read.
    Io(io::ErrorKind, String),
}

/// A limit that something is over.
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
    /// Damaged in that way.
    pub fn damaged(how: impl Into<String>) -> Self {
        ContainerError::Damaged(how.into())
    }

    /// What an error of a reader means, which may be one of these itself.
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

/// A reader of a member gives these as errors of reading, and they come back as they were.
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

/// An error at the end of what was read before.
pub struct ErrorAtEnd(pub ContainerError);

impl Read for ErrorAtEnd {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.clone().into())
    }
}
