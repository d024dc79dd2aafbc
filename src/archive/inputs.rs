//! Files, folders and standard input.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::containers::{Member, Trust};
use super::finding::lines_or_whole;
use super::members::MemberOf;
use super::store::{Disk, Store};
use crate::model::Moment;
use crate::text::{Diagnostic, codes};

/// Files larger than this are refused: those of our formats are small, and memory is not endless.
pub const MAX_FILE_SIZE: u64 = 256 * 1024 * 1024;

/// How standard input is called in messages.
const STANDARD_INPUT: &str = "standard input";

/// The name that standard input has in documents and outputs, where the user says none.
pub const STDIN_NAME: &str = "stdin";

/// One thing to read.
#[derive(Debug, Clone)]
pub struct Input {
    /// Where it is; `-` where it is standard input.
    pub path: PathBuf,
    /// Its path below the folder that was given, or its name; of standard input the name that the user says it has.
    pub relative: PathBuf,
    /// Whether it was found in a folder, and not named by the user.
    pub found: bool,
    /// What it is.
    pub kind: InputKind,
    /// What of it is in memory.
    pub(super) ahead: Ahead,
    /// The container that it lies in.
    pub member: Option<Box<MemberOf>>,
}

/// What of an input is in memory.
#[derive(Debug, Clone)]
pub(super) enum Ahead {
    /// Nothing.
    Nothing,
    /// What was read of standard input when it was looked at, which can be read once.
    Beginning(Arc<Vec<u8>>),
    /// All of it.
    All(Arc<Vec<u8>>),
}

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A file.
    File,
    /// A folder of tables, which is one document.
    Package,
    /// Standard input.
    Stdin {
        /// Whether the user said what its name is.
        is_named: bool,
    },
    /// A game of a file that has one a line.
    Line(Line),
}

/// A line of a file, with the blank lines behind it, so that all together are the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file.
    pub number: usize,
    /// Which game of the file it is, from 1.
    pub game: u64,
    /// How many games the file has.
    pub games: u64,
    /// Whether it is a document of Ludex, and no saved game.
    pub is_document: bool,
    /// Where it begins, in bytes.
    pub(super) start: u64,
    /// Its length in bytes.
    pub(super) length: u64,
}

impl Input {
    /// A file that the user did not name.
    pub fn companion(path: PathBuf) -> Input {
        let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Input { path, relative, found: true, kind: InputKind::File, ahead: Ahead::Nothing, member: None }
    }

    /// Standard input by that name.
    pub fn stdin_called(name: &str) -> Input {
        let kind = InputKind::Stdin { is_named: false };
        Input { path: "-".into(), relative: name.into(), found: false, kind, ahead: Ahead::Nothing, member: None }
    }

    /// Whether it is a container, as far as its content tells for certain. What can be read once is not looked at.
    pub fn is_container(&self) -> bool {
        let is_at_hand = self.member.is_some() || self.bytes_at_hand().is_some();
        let is_file = || is_at_hand || fs::metadata(&self.path).is_ok_and(|there| there.is_file());
        self.kind == InputKind::File
            && is_file()
            && self.open().is_ok_and(|mut opened| opened.container(Trust::Certain).is_some())
    }

    /// The file of the disk that it is, or lies in.
    pub fn file(&self) -> &Path {
        self.member.as_ref().map_or(&self.path, |member| member.container.file())
    }

    /// What the container tells of it that it lies in.
    pub fn stored(&self) -> Option<&Member> {
        self.member.as_ref()?.stored()
    }

    /// The containers that it lies in, the outermost first, each by its path in the one before it; that one by its path
    /// below the folder that it was found in.
    pub fn containers(&self) -> Vec<String> {
        self.member.as_ref().map_or_else(Vec::new, |member| member.container.chain_in_folder())
    }

    /// When it was changed last, as the container stores it that it lies in.
    pub fn modified(&self) -> Option<Moment> {
        self.stored().and_then(|member| member.modified).and_then(Moment::new)
    }

    /// As one that the user named: its place is its name.
    #[must_use]
    pub fn named(mut self) -> Input {
        self.relative = self.file_name().into();
        self.found = false;
        self
    }

    /// A folder of tables below a folder that was given.
    pub fn package(path: &Path, below: &Path, found: bool) -> Input {
        let relative = path.strip_prefix(below).unwrap_or(path).to_owned();
        Input { path: path.to_owned(), relative, found, kind: InputKind::Package, ahead: Ahead::Nothing, member: None }
    }

    /// A file whose bytes are at hand, as if it was found at that path in a folder; or its lines where each is a game.
    pub fn in_memory(path: &Path, bytes: &[u8]) -> Vec<Input> {
        let relative = path.to_owned();
        let ahead = Ahead::All(Arc::new(bytes.to_vec()));
        let input = Input { path: path.to_owned(), relative, found: true, kind: InputKind::File, ahead, member: None };
        lines_or_whole(input, |_| Ok(bytes))
    }

    /// A file whose bytes are at hand and that is one game, as if the user had named it.
    pub fn whole(name: &str, bytes: &[u8]) -> Input {
        let ahead = Ahead::All(Arc::new(bytes.to_vec()));
        Input { path: name.into(), relative: name.into(), found: false, kind: InputKind::File, ahead, member: None }
    }

    /// The name without folders, with the bytes that it has.
    pub fn file_name(&self) -> &OsStr {
        let own = match self.kind {
            InputKind::File | InputKind::Package => self.path.file_name(),
            InputKind::Stdin { .. } | InputKind::Line(..) => None,
        };
        own.or(self.relative.file_name()).unwrap_or(self.path.as_os_str())
    }

    /// The name without folders.
    pub fn name(&self) -> String {
        self.file_name().to_string_lossy().into_owned()
    }

    /// The name of the file that it is, or that it is a line of.
    pub fn source_name(&self) -> String {
        match self.kind {
            InputKind::Line(Line { number, .. }) => {
                let name = self.name();
                name.strip_suffix(&format!(".{number}")).map_or_else(|| name.clone(), str::to_owned)
            }
            _ => self.name(),
        }
    }

    /// The path below the folder that it was found in, with forward slashes.
    pub fn path_in_folder(&self) -> Option<String> {
        let file = self.relative.with_file_name(self.source_name());
        let steps = file.components().map(|step| step.as_os_str().to_string_lossy());
        self.found.then(|| steps.collect::<Vec<_>>().join("/"))
    }

    /// How it is called in messages.
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

    /// Where it is: its path, or the name that standard input has.
    pub fn address(&self) -> PathBuf {
        match self.kind {
            InputKind::Stdin { .. } => self.relative.clone(),
            _ => self.path.clone(),
        }
    }

    /// Reads standard input into memory, which can be read once.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is too large.
    pub fn load_stdin(&mut self) -> Result<(), Diagnostic> {
        if matches!(self.kind, InputKind::Stdin { .. }) && self.bytes_at_hand().is_none() {
            self.ahead = Ahead::All(Arc::new(self.bytes()?));
        }
        Ok(())
    }

    /// All of it, where that is in memory.
    pub(super) fn bytes_at_hand(&self) -> Option<&[u8]> {
        match &self.ahead {
            Ahead::All(bytes) => Some(bytes),
            Ahead::Nothing | Ahead::Beginning(_) => None,
        }
    }

    pub(super) fn stdin(&self) -> Box<dyn Read + '_> {
        let beginning: &[u8] = match &self.ahead {
            Ahead::Nothing => &[],
            Ahead::Beginning(bytes) | Ahead::All(bytes) => bytes,
        };
        Box::new(beginning.chain(io::stdin().lock()))
    }

    /// Reads a file or standard input whole.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened or read, or is too large.
    pub fn bytes(&self) -> Result<Vec<u8>, Diagnostic> {
        self.open()?.into_bytes()
    }

    /// Reads a file of a folder of tables.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is none of the folder.
    pub fn table(&self, path: &str) -> io::Result<Vec<u8>> {
        match &self.member {
            Some(member) => member.container.member(&self.path, path),
            None => Disk.member(&self.path, path),
        }
    }
}

/// The path of a file in a folder, where it does not lead out of it.
pub(super) fn safe_member(path: &str) -> io::Result<&Path> {
    let path = Path::new(path);
    let is_safe = path.components().all(|c| matches!(c, std::path::Component::Normal(_)));
    is_safe
        .then_some(path)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of the folder"))
}

/// Reads a regular file whole.
pub(super) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let meta = fs::metadata(path)?;
    if !meta.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    read_limited(File::open(path)?, meta.len())?
        .ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, "larger than 256 MiB"))
}

/// Why the operating system refused something, in its words and without the number of the error.
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

/// Reads to the end, or gives nothing where that is too much; a device may not tell its size.
pub(super) fn read_limited(source: impl Read, size: u64) -> io::Result<Option<Vec<u8>>> {
    if size > MAX_FILE_SIZE {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    let length = source.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    Ok((length as u64 <= MAX_FILE_SIZE).then_some(bytes))
}
