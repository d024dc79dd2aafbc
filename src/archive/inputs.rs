//! Inputs: files, folders and standard input.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::containers::{Member, Trust};
use super::finding::lines_or_whole;
use super::members::MemberOf;
use super::store::{Disk, Store};
use crate::model::Moment;
use crate::text::{Diagnostic, codes};

/// Limit of a file's size in bytes: files of known formats are small, and memory is finite.
pub const MAX_FILE_SIZE: u64 = 256 * 1024 * 1024;

/// Name of standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// Name of standard input in documents and outputs, unless the user gives one.
pub const STDIN_NAME: &str = "stdin";

/// An input of a run: a file, a folder of tables, standard input, or a game of a file.
#[derive(Debug, Clone)]
pub struct Input {
    /// Path of the input; `-` for standard input.
    pub path: PathBuf,
    /// Path below the folder that was given, or the file name; for standard input the name that the user gave.
    pub relative: PathBuf,
    /// Whether the input was found in a folder; if `false`, the user named it.
    pub found: bool,
    /// Kind of the input.
    pub kind: InputKind,
    /// The part of the input that is in memory.
    pub(super) ahead: Ahead,
    /// The member of a container that the input is, if any.
    pub member: Option<Box<MemberOf>>,
}

/// The part of an input that is in memory.
#[derive(Debug, Clone)]
pub(super) enum Ahead {
    /// Nothing.
    Nothing,
    /// Nothing, but it was seen to be a regular file of this size.
    Size(u64),
    /// The beginning of standard input, which can be read only once, from detecting its format.
    Beginning(Arc<Vec<u8>>),
    /// All of it.
    All(Arc<Vec<u8>>),
}

/// The kind of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A file.
    File,
    /// A folder of tables, which is a single document.
    Package,
    /// Standard input.
    Stdin {
        /// Whether the user gave a name.
        is_named: bool,
    },
    /// A game of a file with one on each line.
    Line(Line),
}

/// A line of a file, including the blank lines after it, so that all lines together are the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Number of the line in the file, from 1.
    pub number: usize,
    /// Number of the game in the file, from 1.
    pub game: u64,
    /// Number of games in the file.
    pub games: u64,
    /// Whether the line is a Ludex document; if `false`, it is a saved game.
    pub is_document: bool,
    /// Byte offset of the line.
    pub(super) start: u64,
    /// Length in bytes.
    pub(super) length: u64,
}

impl Input {
    /// Creates a file input that the user did not name.
    pub fn companion(path: PathBuf) -> Input {
        let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Input { path, relative, found: true, kind: InputKind::File, ahead: Ahead::Nothing, member: None }
    }

    /// Creates the input of standard input with this name.
    pub fn stdin_called(name: &str) -> Input {
        let kind = InputKind::Stdin { is_named: false };
        Input { path: "-".into(), relative: name.into(), found: false, kind, ahead: Ahead::Nothing, member: None }
    }

    /// Returns whether the input is a container, if its content decides that for certain. Input that can be read only
    /// once is not examined.
    pub fn is_container(&self) -> bool {
        let is_at_hand = self.member.is_some() || self.bytes_at_hand().is_some();
        let is_file = || is_at_hand || fs::metadata(&self.path).is_ok_and(|there| there.is_file());
        self.kind == InputKind::File
            && is_file()
            && self.open().is_ok_and(|mut opened| opened.container(Trust::Certain).is_some())
    }

    /// Returns the path of the file on disk that the input is, or is contained in.
    pub fn file(&self) -> &Path {
        self.member.as_ref().map_or(&self.path, |member| member.container.file())
    }

    /// Returns the container's record of the input.
    pub fn stored(&self) -> Option<&Member> {
        self.member.as_ref()?.stored()
    }

    /// Returns the containers of the input, the outermost first: that one by its path below the folder that it was
    /// found in, each other by its path in the one before it.
    pub fn containers(&self) -> Vec<String> {
        self.member.as_ref().map_or_else(Vec::new, |member| member.container.chain_in_folder())
    }

    /// Returns the time of the last change that the container stores.
    pub fn modified(&self) -> Option<Moment> {
        self.stored().and_then(|member| member.modified).and_then(Moment::new)
    }

    /// Marks the input as named by the user, so that its relative path is its name.
    #[must_use]
    pub fn named(mut self) -> Input {
        self.relative = self.file_name().into();
        self.found = false;
        self
    }

    /// Creates the input of a folder of tables below a given folder.
    pub fn package(path: &Path, below: &Path, found: bool) -> Input {
        let relative = path.strip_prefix(below).unwrap_or(path).to_owned();
        Input { path: path.to_owned(), relative, found, kind: InputKind::Package, ahead: Ahead::Nothing, member: None }
    }

    /// Creates file inputs from bytes in memory, as if the file was found at that path in a folder: the file, or its
    /// lines if each is a game.
    pub fn in_memory(path: &Path, bytes: &[u8]) -> Vec<Input> {
        let relative = path.to_owned();
        let ahead = Ahead::All(Arc::new(bytes.to_vec()));
        let input = Input { path: path.to_owned(), relative, found: true, kind: InputKind::File, ahead, member: None };
        lines_or_whole(input, |_| Ok(bytes))
    }

    /// Creates the input of a single file from bytes in memory, as if the user had named it.
    pub fn whole(name: &str, bytes: &[u8]) -> Input {
        let ahead = Ahead::All(Arc::new(bytes.to_vec()));
        Input { path: name.into(), relative: name.into(), found: false, kind: InputKind::File, ahead, member: None }
    }

    /// Returns the name without folders, unchanged.
    pub fn file_name(&self) -> &OsStr {
        let own = match self.kind {
            InputKind::File | InputKind::Package => self.path.file_name(),
            InputKind::Stdin { .. } | InputKind::Line(..) => None,
        };
        own.or(self.relative.file_name()).unwrap_or(self.path.as_os_str())
    }

    /// Returns the name without folders as text.
    pub fn name(&self) -> String {
        self.file_name().to_string_lossy().into_owned()
    }

    /// Returns the name of the file that the input is, or is a line of.
    pub fn source_name(&self) -> String {
        match self.kind {
            InputKind::Line(Line { number, .. }) => {
                let name = self.name();
                name.strip_suffix(&format!(".{number}")).map_or_else(|| name.clone(), str::to_owned)
            }
            _ => self.name(),
        }
    }

    /// Returns the path below the folder that the input was found in, with forward slashes; `None` if the user named
    /// it.
    pub fn path_in_folder(&self) -> Option<String> {
        let file = self.relative.with_file_name(self.source_name());
        let steps = file.components().map(|step| step.as_os_str().to_string_lossy());
        self.found.then(|| steps.collect::<Vec<_>>().join("/"))
    }

    /// Returns the name in messages.
    pub fn label(&self) -> String {
        match self.kind {
            InputKind::Stdin { is_named: false } => STANDARD_INPUT.into(),
            InputKind::Stdin { is_named: true } => self.name(),
            InputKind::File | InputKind::Package => self.path.display().to_string(),
            InputKind::Line(Line { number, .. }) if self.path.as_os_str() == "-" => match self.source_name() {
                name if name == STDIN_NAME => format!("{STANDARD_INPUT}:{number}"),
                name => format!("{name}:{number}"),
            },
            InputKind::Line(Line { number, .. }) => format!("{}:{number}", self.path.display()),
        }
    }

    /// Returns the path, or the name of standard input.
    pub fn address(&self) -> PathBuf {
        match self.kind {
            InputKind::Stdin { .. } => self.relative.clone(),
            _ => self.path.clone(),
        }
    }

    /// Reads standard input, which can be read only once, into memory.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is too large.
    pub fn load_stdin(&mut self) -> Result<(), Diagnostic> {
        if matches!(self.kind, InputKind::Stdin { .. }) && self.bytes_at_hand().is_none() {
            self.ahead = Ahead::All(Arc::new(self.bytes()?));
        }
        Ok(())
    }

    /// Returns all bytes if they are in memory.
    pub(super) fn bytes_at_hand(&self) -> Option<&[u8]> {
        match &self.ahead {
            Ahead::All(bytes) => Some(bytes),
            Ahead::Nothing | Ahead::Size(_) | Ahead::Beginning(_) => None,
        }
    }

    /// Looks up the size of a file on disk, so that opening it need not.
    pub fn measure(&mut self) {
        if self.kind == InputKind::File && self.member.is_none() && matches!(self.ahead, Ahead::Nothing) {
            let metadata = fs::metadata(&self.path).ok().filter(Metadata::is_file);
            self.ahead = metadata.map_or(Ahead::Nothing, |metadata| Ahead::Size(metadata.len()));
        }
    }

    /// Returns the size of the file on disk that the input is, or is a line of; 0 if it cannot be looked up.
    pub fn size_on_disk(&self) -> u64 {
        match self.ahead {
            Ahead::Size(size) => size,
            _ => fs::metadata(&self.path).map_or(0, |metadata| metadata.len()),
        }
    }

    pub(super) fn stdin(&self) -> Box<dyn Read + '_> {
        let beginning: &[u8] = match &self.ahead {
            Ahead::Nothing | Ahead::Size(_) => &[],
            Ahead::Beginning(bytes) | Ahead::All(bytes) => bytes,
        };
        Box::new(beginning.chain(io::stdin().lock()))
    }

    /// Reads a file or standard input completely.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or read, or is too large.
    pub fn bytes(&self) -> Result<Vec<u8>, Diagnostic> {
        self.open()?.into_bytes()
    }

    /// Reads a file in a folder of tables.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is outside the folder.
    pub fn table(&self, path: &str) -> io::Result<Vec<u8>> {
        match &self.member {
            Some(member) => member.container.member(&self.path, path),
            None => Disk.member(&self.path, path),
        }
    }
}

/// Returns the path of a file in a folder; an error if it leads out of the folder.
pub(super) fn safe_member(path: &str) -> io::Result<&Path> {
    let path = Path::new(path);
    let is_safe = path.components().all(|c| matches!(c, std::path::Component::Normal(_)));
    is_safe
        .then_some(path)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of the folder"))
}

/// Reads a regular file completely.
pub(super) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let meta = fs::metadata(path)?;
    if !meta.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    read_limited(File::open(path)?, meta.len())?
        .ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, "larger than 256 MiB"))
}

/// Returns the operating system's reason for an error, without the number of the error.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

pub(super) fn cannot_read(error: &io::Error) -> Diagnostic {
    let help = match error.kind() {
        io::ErrorKind::FileTooLarge => {
            return Diagnostic::error(&codes::TOO_LARGE, "the file is larger than 256 MiB")
                .help("files of these formats are small; if this is an archive or an image, unpack it first");
        }
        io::ErrorKind::NotFound => "check the name",
        io::ErrorKind::PermissionDenied => "check its permissions",
        _ => "check that the file and its disk can be read",
    };
    Diagnostic::error(&codes::CANNOT_READ, format!("cannot be read: {}", reason(error))).help(help)
}

/// Reads to the end; returns `None` if that exceeds [`MAX_FILE_SIZE`], as a device may not report its size.
pub(super) fn read_limited(source: impl Read, size: u64) -> io::Result<Option<Vec<u8>>> {
    if size > MAX_FILE_SIZE {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    let length = source.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    Ok((length as u64 <= MAX_FILE_SIZE).then_some(bytes))
}
