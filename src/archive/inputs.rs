//! Files, folders and standard input.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::text::{Diagnostic, codes};

/// Files larger than this are refused: those of our formats are small, and memory is not endless.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The file that makes a folder one document.
const PACKAGE: &str = "datapackage.json";

/// One thing to read.
#[derive(Debug, Clone)]
pub struct Input {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// Its path below the folder that was given, or its name.
    pub relative: PathBuf,
    /// Whether it was found in a folder, and not named by the user.
    pub found: bool,
    /// What it is.
    pub kind: InputKind,
}

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A file.
    File,
    /// A folder of tables, which is one document.
    Package,
    /// Standard input.
    Stdin,
    /// A line of a file that has a game a line: its number, where it begins, and its length.
    Line(usize, u64, u64),
}

impl Input {
    /// A file that the user did not name.
    pub fn beside(path: PathBuf) -> Input {
        let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Input { path, relative, found: true, kind: InputKind::File }
    }

    /// The name without folders; `-` for standard input.
    pub fn name(&self) -> String {
        let own = self.path.file_name().filter(|_| !matches!(self.kind, InputKind::Line(..)));
        let name = own.or(self.relative.file_name()).unwrap_or(OsStr::new("-"));
        name.to_string_lossy().into_owned()
    }

    /// The path below the folder that it was found in, with forward slashes.
    pub fn path_in_folder(&self) -> Option<String> {
        let steps = self.relative.components().map(|step| step.as_os_str().to_string_lossy());
        self.found.then(|| steps.collect::<Vec<_>>().join("/"))
    }

    /// How it is called in messages.
    pub fn label(&self) -> String {
        match self.kind {
            InputKind::Stdin => "standard input".into(),
            InputKind::File | InputKind::Package => self.path.display().to_string(),
            InputKind::Line(number, ..) => format!("{}:{number}", self.path.display()),
        }
    }

    /// Reads a file or standard input whole.
    pub fn bytes(&self) -> Result<Vec<u8>, Diagnostic> {
        let read = match self.kind {
            InputKind::Stdin => read_limited(io::stdin().lock(), 0),
            InputKind::Line(_, start, length) => File::open(&self.path).and_then(|mut file| {
                file.seek(SeekFrom::Start(start))?;
                read_limited(file.take(length), length)
            }),
            InputKind::File | InputKind::Package => {
                File::open(&self.path).and_then(|f| Ok((f.metadata()?, f))).and_then(|(meta, file)| {
                    if meta.is_dir() {
                        return Err(io::Error::from(io::ErrorKind::IsADirectory));
                    }
                    read_limited(file, meta.len())
                })
            }
        };
        match read {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(Diagnostic::error(&codes::TOO_LARGE, "the file is larger than 256 MiB")
                .help("files of these formats are small; if this is an archive or an image, unpack it first")),
            Err(error) => Err(cannot_read(&error)),
        }
    }

    /// Reads a file of a folder of tables.
    pub fn member(&self, path: &str) -> io::Result<Vec<u8>> {
        let safe = Path::new(path).components().all(|c| matches!(c, std::path::Component::Normal(_)));
        if !safe {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leads out of the folder"));
        }
        let file = File::open(self.path.join(path))?;
        let size = file.metadata()?.len();
        read_limited(file, size)?.ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, "larger than 256 MiB"))
    }
}

fn cannot_read(error: &io::Error) -> Diagnostic {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check the name",
        io::ErrorKind::PermissionDenied => "check its permissions",
        _ => "check that the file and its disk can be read",
    };
    Diagnostic::error(&codes::CANNOT_READ, format!("cannot be read: {error}")).help(help)
}

/// Reads to the end, or gives nothing where that is too much; a device may not tell its size.
fn read_limited(source: impl Read, size: u64) -> io::Result<Option<Vec<u8>>> {
    if size > LARGEST {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    let length = source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((length as u64 <= LARGEST).then_some(bytes))
}

/// Finds what the user's arguments name: files, folders (and what is in and below them), `-` for standard input.
pub fn find(arguments: &[PathBuf]) -> Vec<Result<Input, Diagnostic>> {
    let mut found = Vec::new();
    for path in arguments {
        if path.as_os_str() == "-" {
            let stdin = Input { path: path.clone(), relative: "-".into(), found: false, kind: InputKind::Stdin };
            found.push(Ok(stdin));
        } else if !path.is_dir() {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            add_file(Input { path: path.clone(), relative, found: false, kind: InputKind::File }, &mut found);
        } else if path.join(PACKAGE).is_file() {
            found.push(Ok(package(path, path.parent().unwrap_or(path), false)));
        } else {
            in_folder(path, &mut found);
        }
    }
    found
}

fn in_folder(folder: &Path, found: &mut Vec<Result<Input, Diagnostic>>) {
    let before = found.len();
    let mut walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                if entry.depth() > 0 && entry.path().join(PACKAGE).is_file() {
                    found.push(Ok(package(entry.path(), folder, true)));
                    walk.skip_current_dir();
                }
            }
            Ok(entry) if is_file(&entry) => add_file(file(&entry, folder), found),
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).display().to_string();
                let d = Diagnostic::error(&codes::CANNOT_READ, format!("cannot be read: {error}"));
                found.push(Err(d.in_file(path)));
            }
        }
    }
    if found.len() == before {
        let d = Diagnostic::error(&codes::NOTHING_FOUND, "there is no file in this folder");
        found.push(Err(d.in_file(folder.display().to_string())));
    }
}

/// Adds a file, or its lines where each is a game.
fn add_file(input: Input, found: &mut Vec<Result<Input, Diagnostic>>) {
    let extension = input.path.extension().unwrap_or_default();
    let has_lines = LINE_EXTENSIONS.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted));
    match has_lines.then(|| lines(&input)) {
        Some(Ok(lines)) if lines.len() > 1 => found.extend(lines.into_iter().map(Ok)),
        // What cannot be read is said when it is.
        _ => found.push(Ok(input)),
    }
}

/// The extensions of files that have a value in JSON a line.
const LINE_EXTENSIONS: [&str; 2] = ["jsonl", "ndjson"];

/// The lines of a file of saved games, none where the first line is no saved game.
fn lines(input: &Input) -> io::Result<Vec<Input>> {
    let mut file = BufReader::new(File::open(&input.path)?);
    let name = input.name();
    let (mut lines, mut line, mut start) = (Vec::new(), Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let length = file.by_ref().take(LARGEST + 1).read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        let game = line.trim_ascii();
        if lines.is_empty() && !game.is_empty() && !is_saved_game(game) {
            break;
        }
        if !game.is_empty() {
            let relative = input.relative.with_file_name(format!("{name}.{number}"));
            let own = line.trim_ascii_end().len() as u64;
            lines.push(Input { relative, kind: InputKind::Line(number, start, own), ..input.clone() });
        }
        start += length;
    }
    Ok(lines)
}

fn is_saved_game(line: &[u8]) -> bool {
    line.starts_with(b"{") && memchr::memmem::find(line, b"\"phases\"").is_some()
}

/// A file, or a link to one; links to folders are not followed, as they may lead anywhere and back.
fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_file() || entry.path_is_symlink() && entry.path().is_file()
}

fn file(entry: &DirEntry, folder: &Path) -> Input {
    let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_owned();
    Input { path: entry.path().to_owned(), relative, found: true, kind: InputKind::File }
}

fn package(path: &Path, below: &Path, found: bool) -> Input {
    let relative = path.strip_prefix(below).unwrap_or(path).to_owned();
    Input { path: path.to_owned(), relative, found, kind: InputKind::Package }
}

/// The file beside `path` that has the same name with another extension, in any case.
pub fn sibling(path: &Path, extension: &str) -> Option<Input> {
    let stem = path.file_stem()?.to_str()?;
    let wanted = format!("{stem}.{extension}");
    beside(path, |name| name.eq_ignore_ascii_case(&wanted)).into_iter().next()
}

/// The files beside `path` whose names are wanted, by their names.
pub fn beside(path: &Path, wanted: impl Fn(&str) -> bool) -> Vec<Input> {
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
    let is_wanted = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(&wanted);
    let mut found: Vec<Input> = entries.filter(is_wanted).map(|entry| Input::beside(entry.path())).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
