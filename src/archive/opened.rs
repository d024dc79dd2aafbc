//! An opened input, of which no more is read than necessary.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use super::containers::{Blob, ContainerError, ContainerKind, ErrorAtEnd, LimitReached, Limits, Trust, kind_of};
use super::inputs::{Ahead, Input, InputKind, Line, MAX_FILE_SIZE, cannot_read, read_limited};
use super::members::OpenContainer;
use super::special::{self, Special};
use crate::formats::BLOCK_LENGTH;
use crate::text::english::counted;
use crate::text::{Diagnostic, Severity, codes};

/// Length, in bytes, of a member's beginning in which all kinds of containers can be recognised, even those with a
/// signature after the first block.
const LONG_BLOCK_LENGTH: u64 = 34 << 10;

/// Length for inputs of unknown length: longer than any real one.
const UNKNOWN_LENGTH: u64 = u64::MAX >> 1;

/// Largest nested container that is held in memory, in bytes; larger ones are unpacked into a temporary file.
const MAX_IN_MEMORY: u64 = 16 << 20;

/// An input whose first block has been read.
pub struct Opened<'i> {
    input: &'i Input,
    /// The first block, and possibly more.
    first: Vec<u8>,
    source: Source<'i>,
}

/// The source of the rest.
enum Source<'i> {
    /// There is no rest.
    Nothing,
    /// A file of this length, whose position is after the first bytes.
    File(Arc<File>, u64),
    /// A stream, and its presumed length; 0 if unknown.
    Stream(Box<dyn Read + 'i>, u64),
    /// The rest cannot be unpacked.
    Damaged(ContainerError),
}

/// Bytes that were read from an input.
#[derive(Default)]
pub struct Contents {
    /// All bytes, or the first of them if these show that the file is of no known format.
    pub bytes: Vec<u8>,
    /// Whether the first block was examined and no known format begins so: then nobody needs to examine it again.
    pub is_foreign: bool,
    /// Warning about the damage, if the bytes are the rest of a damaged member.
    pub damage: Option<Diagnostic>,
}

impl Contents {
    /// Creates contents of the first block of a file of no known format. An empty file is not examined.
    pub fn foreign(block: &[u8]) -> Self {
        Contents { is_foreign: !block.is_empty(), ..Contents::whole(block.to_vec()) }
    }

    /// Creates contents without damage.
    pub fn whole(bytes: Vec<u8>) -> Self {
        Contents { bytes, ..Contents::default() }
    }
}

impl Input {
    /// Opens the input and reads the first block.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or read, is not a file, or is a member that exceeds a limit.
    pub fn open(&self) -> Result<Opened<'_>, Diagnostic> {
        let opened = self.open_in_part()?;
        match &opened.source {
            Source::Damaged(error) => Err(refused(error)),
            _ => Ok(opened),
        }
    }

    /// Opens the input like [`Input::open`], but also if only a part of the first block can be unpacked.
    ///
    /// # Errors
    ///
    /// As for [`Input::open`], and if nothing can be unpacked.
    pub fn open_in_part(&self) -> Result<Opened<'_>, Diagnostic> {
        if let Some(member) = self.member.as_ref().filter(|_| self.bytes_at_hand().is_none()) {
            let mut reader = member.read().map_err(|error| refused(&error))?;
            let size = member.stored().and_then(|member| member.size).unwrap_or_default();
            let mut first = Vec::with_capacity(BLOCK_LENGTH.min(usize::try_from(size).unwrap_or(BLOCK_LENGTH)));
            let source = match reader.by_ref().take(BLOCK_LENGTH as u64).read_to_end(&mut first) {
                Ok(_) => rest(&first, reader, size),
                Err(error) => match ContainerError::of(&error) {
                    error @ ContainerError::Damaged(_) if !first.is_empty() => Source::Damaged(error),
                    error => return Err(refused(&error)),
                },
            };
            return Ok(Opened { input: self, first, source });
        }
        let opened = match (self.kind, self.bytes_at_hand()) {
            (InputKind::Line(Line { start, length, .. }), Some(whole)) => {
                let range = usize::try_from(start).ok().zip(usize::try_from(start + length).ok());
                Ok(range.and_then(|(start, end)| whole.get(start..end)).unwrap_or_default().to_vec())
            }
            (_, Some(whole)) => Ok(whole.to_vec()),
            (InputKind::Stdin { .. }, None) => {
                return Ok(Opened { input: self, first: Vec::new(), source: Source::Stream(self.stdin(), 0) });
            }
            (InputKind::Line(Line { start, length, .. }), None) => File::open(&self.path).and_then(|mut file| {
                file.seek(SeekFrom::Start(start))?;
                read_limited(file.take(length), length)?.ok_or_else(|| io::ErrorKind::FileTooLarge.into())
            }),
            (InputKind::File | InputKind::Package, None) => return self.open_file(),
        };
        let first = opened.map_err(|error| cannot_read(&error))?;
        Ok(Opened { input: self, first, source: Source::Nothing })
    }

    fn open_file(&self) -> Result<Opened<'_>, Diagnostic> {
        let (size, is_regular) = match self.ahead {
            Ahead::Size(size) => (size, true),
            _ => self.examine()?,
        };
        let read = || {
            let file = File::open(&self.path)?;
            let block = BLOCK_LENGTH as u64;
            let mut first = Vec::with_capacity(usize::try_from(size.min(block)).unwrap_or_default());
            (&file).take(block).read_to_end(&mut first)?;
            // A device may not report its size.
            if is_regular && (first.len() as u64) < size.min(block) {
                return Err(became_shorter());
            }
            let source = match first.len() < BLOCK_LENGTH {
                true => Source::Nothing,
                false if is_regular => Source::File(Arc::new(file), size),
                false => Source::Stream(Box::new(file), 0),
            };
            Ok(Opened { input: self, first, source })
        };
        read().map_err(|error: io::Error| cannot_read(&error))
    }

    /// Returns the size of a file and whether it is a regular one, unless opening it could wait forever.
    fn examine(&self) -> Result<(u64, bool), Diagnostic> {
        let meta = match fs::metadata(&self.path) {
            Ok(meta) if meta.is_dir() => return Err(cannot_read(&io::ErrorKind::IsADirectory.into())),
            Ok(meta) => meta,
            Err(error) => {
                return Err(match special::dangling(&self.path) {
                    Some(special) => special.refused(),
                    None => cannot_read(&error),
                });
            }
        };
        match Special::of(&self.path, &meta).filter(|special| !special.is_device()) {
            Some(special) => Err(special.refused()),
            None => Ok((meta.len(), meta.is_file())),
        }
    }
}

impl<'i> Opened<'i> {
    /// Returns the first block, which may be the whole input.
    pub fn block(&self) -> &[u8] {
        &self.first[..self.first.len().min(BLOCK_LENGTH)]
    }

    /// Returns whether nothing follows the bytes that were read when it was opened.
    pub fn is_read(&self) -> bool {
        matches!(self.source, Source::Nothing)
    }

    /// Returns the kind of container that the input is, among the kinds with this reliability.
    pub fn container(&mut self, trust: Trust) -> Option<&'static ContainerKind> {
        if self.first.is_empty() && !matches!(self.source, Source::Stream(..)) {
            return None;
        }
        match &mut self.source {
            Source::Nothing | Source::Damaged(_) => {
                let first = Arc::new(std::mem::take(&mut self.first));
                let block = &first[..first.len().min(BLOCK_LENGTH)];
                let kind = kind_of(block, &Blob::from_memory(Arc::clone(&first)), trust);
                self.first = Arc::unwrap_or_clone(first);
                kind
            }
            Source::File(file, length) => kind_of(&self.first, &Blob::of_length(Arc::clone(file), *length), trust),
            Source::Stream(reader, length) => {
                let is_blank = self.first.iter().all(|byte| *byte == 0);
                let wanted = if is_blank { LONG_BLOCK_LENGTH } else { BLOCK_LENGTH as u64 };
                let more = wanted.saturating_sub(self.first.len() as u64);
                // An error here occurs again when the rest is read.
                let _ = reader.by_ref().take(more).read_to_end(&mut self.first);
                // A packed file does not tell its unpacked length.
                let length = if *length == 0 { UNKNOWN_LENGTH } else { *length };
                let blob = Blob::beginning(self.first.clone(), length);
                kind_of(self.block(), &blob, trust)
            }
        }
    }

    /// Reads all bytes.
    ///
    /// # Errors
    ///
    /// If they cannot be read to the end, or are too many.
    pub fn into_bytes(self) -> Result<Vec<u8>, Diagnostic> {
        let is_member = self.input.member.is_some();
        let read = match self.source {
            Source::Nothing => return Ok(self.first),
            Source::File(file, length) => {
                let mut file = &*file;
                let rest = file.seek(SeekFrom::Start(self.first.len() as u64));
                let read = rest.and_then(|_| read_limited((&self.first[..]).chain(file), length));
                let is_shorter = |bytes: &Vec<u8>| (bytes.len() as u64) < length;
                if matches!(&read, Ok(Some(bytes)) if is_shorter(bytes)) { Err(became_shorter()) } else { read }
            }
            Source::Stream(reader, length) => read_limited((&self.first[..]).chain(reader), length.min(MAX_FILE_SIZE)),
            Source::Damaged(error) => return Err(refused(&error)),
        };
        match read {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(cannot_read(&io::ErrorKind::FileTooLarge.into())),
            Err(error) if is_member => Err(refused_io(&error)),
            Err(error) => Err(cannot_read(&error)),
        }
    }

    /// Reads all bytes, or for a damaged member those that can be unpacked.
    ///
    /// # Errors
    ///
    /// As for [`Opened::into_bytes`]; for a damaged member if nothing can be unpacked.
    pub fn into_salvaged(self) -> Result<Contents, Diagnostic> {
        let (bytes, error) = match self.source {
            Source::Damaged(error) => (self.first, error),
            Source::Stream(reader, _) if self.input.member.is_some() => {
                let mut bytes = self.first;
                let most = (MAX_FILE_SIZE + 1).saturating_sub(bytes.len() as u64);
                match reader.take(most).read_to_end(&mut bytes).map_err(|error| ContainerError::of(&error)) {
                    Err(error @ ContainerError::Damaged(_)) => (bytes, error),
                    Err(error) => return Err(refused(&error)),
                    Ok(_) if bytes.len() as u64 > MAX_FILE_SIZE => {
                        return Err(cannot_read(&io::ErrorKind::FileTooLarge.into()));
                    }
                    Ok(_) => return Ok(Contents::whole(bytes)),
                }
            }
            source => return Opened { source, ..self }.into_bytes().map(Contents::whole),
        };
        let read = counted(bytes.len(), "byte that was unpacked is", "bytes that were unpacked are");
        let mut damage = refused(&error).help(format!("look for another copy; the {read} read"));
        damage.severity = Severity::Warning;
        Ok(Contents { damage: Some(damage), ..Contents::whole(bytes) })
    }

    /// Returns a reader of all bytes.
    pub fn into_reader(self) -> Box<dyn Read + 'i> {
        let first = io::Cursor::new(self.first);
        match self.source {
            Source::Nothing => Box::new(first),
            Source::File(file, length) => {
                let mut rest = Blob::of_length(file, length).reader();
                // Seeking in a blob cannot fail.
                let _ = rest.seek(SeekFrom::Start(first.get_ref().len() as u64));
                Box::new(first.chain(rest))
            }
            Source::Stream(reader, _) => Box::new(first.chain(reader)),
            Source::Damaged(error) => Box::new(first.chain(ErrorAtEnd(error))),
        }
    }

    /// Reads all bytes if the first block is wanted, else only the first block; standard input is always read
    /// completely, and a file without bytes after its first block without asking. With `salvage`, reads what can be
    /// unpacked of a damaged member.
    ///
    /// # Errors
    ///
    /// As for [`Opened::into_bytes`].
    pub fn into_contents_where(self, is_wanted: &dyn Fn(&[u8]) -> bool, salvage: bool) -> Result<Contents, Diagnostic> {
        if self.is_read() {
            return Ok(Contents::whole(self.first));
        }
        let is_wanted = is_wanted(self.block());
        if is_wanted && salvage {
            return self.into_salvaged();
        }
        let is_stdin = matches!(self.input.kind, InputKind::Stdin { .. });
        if is_wanted || is_stdin || matches!(self.source, Source::Damaged(_)) {
            return self.into_bytes().map(Contents::whole);
        }
        Ok(Contents { is_foreign: !self.first.is_empty(), ..Contents::whole(self.first) })
    }

    /// Opens the input as a container.
    ///
    /// # Errors
    ///
    /// If nothing in it can be listed, a limit is reached, or it cannot be read.
    pub fn into_container(self, kind: &'static ContainerKind, limits: &Limits) -> Result<OpenContainer, Diagnostic> {
        let input = self.input;
        let blob = self.into_blob()?;
        OpenContainer::open(input, &blob, kind, limits).map_err(|error| refused(&error))
    }

    /// Converts the input to a blob: in memory, or in a temporary file without a name.
    fn into_blob(self) -> Result<Blob, Diagnostic> {
        let (mut reader, length) = match self.source {
            Source::Nothing => return Ok(Blob::from_memory(Arc::new(self.first))),
            Source::File(file, length) => return Ok(Blob::of_length(file, length)),
            Source::Stream(reader, length) => (reader, length),
            Source::Damaged(error) => return Err(refused(&error)),
        };
        let mut bytes = self.first;
        if length <= MAX_IN_MEMORY {
            let most = MAX_IN_MEMORY.saturating_sub(bytes.len() as u64);
            reader.by_ref().take(most).read_to_end(&mut bytes).map_err(|error| refused_io(&error))?;
            if (bytes.len() as u64) < MAX_IN_MEMORY {
                return Ok(Blob::from_memory(Arc::new(bytes)));
            }
        }
        let mut unpack = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(&bytes)?;
            io::copy(&mut reader, &mut file)?;
            Blob::from_file(file)
        };
        unpack().map_err(|error| refused_io(&error))
    }
}

/// Returns an error if a file has fewer bytes than when it was opened: another program truncated it.
fn became_shorter() -> io::Error {
    io::Error::other("the file became shorter while it was read")
}

/// Returns the source of the bytes after the first block.
fn rest<'r>(first: &[u8], reader: Box<dyn Read + Send + 'r>, size: u64) -> Source<'r> {
    if first.len() < BLOCK_LENGTH { Source::Nothing } else { Source::Stream(reader, size) }
}

/// Returns the diagnostic for an error of a container.
pub fn refused(error: &ContainerError) -> Diagnostic {
    let (code, help) = match error {
        ContainerError::Damaged(_) => (&codes::DAMAGED_CONTAINER, codes::DAMAGED_CONTAINER.advice),
        ContainerError::Unsupported(_) => (&codes::CLOSED_CONTAINER, codes::CLOSED_CONTAINER.advice),
        ContainerError::OverLimit(limit) => (&codes::OVER_LIMIT, option(*limit)),
        ContainerError::Io(..) => (&codes::CANNOT_READ, "check that the file and its disk can be read"),
    };
    Diagnostic::error(code, error.to_string()).help(help)
}

/// Returns the diagnostic for an error of a container's reader.
pub fn refused_io(error: &io::Error) -> Diagnostic {
    refused(&ContainerError::of(error))
}

/// Returns the advice with the option that raises a limit.
fn option(limit: LimitReached) -> &'static str {
    match limit {
        LimitReached::MemberSize(_) => "if it is no trap, --max-member-size SIZE reads larger ones",
        LimitReached::Ratio(_) => "this is how archives are made that fill disks; --max-ratio N reads it all the same",
        LimitReached::Expanded(_) => "if it is no trap, --max-expanded SIZE unpacks more",
        LimitReached::Depth(_) => "if it is no trap, --max-depth N opens more",
        LimitReached::Members(_) => "if it is no trap, --max-members N reads more",
        LimitReached::NameLength(_) => "--max-name-length N reads it all the same",
    }
}
