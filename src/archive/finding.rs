//! Finds the files that the user's arguments name, including those in and below folders.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::containers::{Limits, Trust};
use super::inputs::{Ahead, Input, InputKind, Line, MAX_FILE_SIZE, STDIN_NAME, cannot_read, read_limited, reason};
use super::members::BETWEEN;
use super::opened::refused;
use super::output_folder::PARQUET_MARKER;
use super::special::{self, Special};
use super::temporary::is_temporary;
use crate::text::encoding::without_mark;
use crate::text::{Diagnostic, codes};

/// File that makes a folder a single document.
pub(super) const DESCRIPTOR: &str = "datapackage.json";

/// Limit of a descriptor's size, in bytes.
pub(super) const MAX_DESCRIPTOR: u64 = 16 << 20;

/// Options of finding inputs.
#[derive(Debug, Default)]
pub struct FindOptions<'o> {
    /// Folder of the outputs, which is never an input even if it is below one.
    pub output: Option<&'o Path>,
    /// Name of standard input that the user gave.
    pub stdin_name: Option<&'o str>,
    /// Whether links in folders are followed.
    pub follows_links: bool,
    /// Limits on containers, since an argument may name a member of one.
    pub limits: Limits,
    /// Whether a file with a game on each line is one input, so that no file is opened.
    pub keeps_lines: bool,
}

/// The inputs that were found.
#[derive(Debug, Default)]
pub struct Found {
    /// Inputs in order.
    pub inputs: Vec<Input>,
    /// Errors about what cannot be read, and warnings and notes about what is not read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds the inputs that the user's arguments name: files, folders (with everything in and below them), and `-` for
/// standard input.
pub fn find(arguments: &[PathBuf], options: &FindOptions<'_>) -> Found {
    let output = options.output.and_then(|output| fs::canonicalize(output).ok());
    let mut finder = Finder { output, options, found: Found::default() };
    for path in arguments {
        if path.as_os_str() == "-" {
            let name = options.stdin_name.and_then(|name| Path::new(name).file_name());
            finder.stdin(path, name.map(Path::new));
        } else {
            finder.named(path);
        }
    }
    finder.found
}

struct Finder<'o> {
    /// Canonical path of the folder of the outputs.
    output: Option<PathBuf>,
    options: &'o FindOptions<'o>,
    found: Found,
}

impl Finder<'_> {
    fn named(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_dir() => match Special::of(path, &metadata) {
                Some(special) if !special.is_device() => self.emit(special.refused(), path),
                _ => {
                    let relative = path.file_name().map_or_else(|| path.to_owned(), PathBuf::from);
                    self.file(Input {
                        path: path.to_owned(),
                        relative,
                        found: false,
                        kind: InputKind::File,
                        ahead: Ahead::Nothing,
                        member: None,
                    });
                }
            },
            Ok(_) if path.join(DESCRIPTOR).is_file() || path.join(PARQUET_MARKER).is_file() => {
                let below = path.parent().unwrap_or(path);
                self.found.inputs.push(Input::package(path, below, false));
            }
            Ok(_) => self.folder(path),
            Err(error) => match members_at(path, &self.options.limits) {
                Some(Ok(inputs)) => self.found.inputs.extend(inputs),
                Some(Err(d)) => self.emit(d, path),
                None => {
                    let d = special::dangling(path).map_or_else(|| cannot_read(&error), |special| special.refused());
                    self.emit(d, path);
                }
            },
        }
    }

    /// Adds standard input, or its lines if each is a game.
    fn stdin(&mut self, path: &Path, name: Option<&Path>) {
        let kind = InputKind::Stdin { is_named: name.is_some() };
        let relative = name.unwrap_or(Path::new(STDIN_NAME)).to_owned();
        let mut input =
            Input { path: path.to_owned(), relative, found: false, kind, ahead: Ahead::Nothing, member: None };
        if name.is_none_or(is_line_file) {
            match read_ahead(io::stdin().lock()) {
                Ok((ahead, has_lines)) => {
                    let ahead = Arc::new(ahead);
                    let bytes = ahead.clone();
                    input.ahead = if has_lines { Ahead::All(bytes) } else { Ahead::Beginning(bytes) };
                    match lines(&ahead[..], &input).ok().filter(|lines| has_lines && lines.len() > 1) {
                        Some(lines) => self.found.inputs.extend(lines),
                        None => self.found.inputs.push(input),
                    }
                }
                Err(error) => self.emit(cannot_read(&error), Path::new(STDIN_NAME)),
            }
            return;
        }
        self.found.inputs.push(input);
    }

    fn emit(&mut self, diagnostic: Diagnostic, path: &Path) {
        self.found.diagnostics.push(diagnostic.in_file(path.display().to_string()));
    }

    fn folder(&mut self, folder: &Path) {
        let before = (self.found.inputs.len(), self.found.diagnostics.len());
        let follows_links = self.options.follows_links;
        let mut walk = WalkDir::new(folder).follow_links(follows_links).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) if entry.depth() > 0 && is_temporary(entry.file_name()) => {
                    let message = "not read: this is what a run is writing, or what a killed one left";
                    self.emit(Diagnostic::note(&codes::SKIPPED, message), entry.path());
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                }
                Ok(entry) if entry.file_type().is_dir() => {
                    if entry.depth() == 0 {
                        continue;
                    }
                    if self.is_output(&entry) {
                        let message = "not read: this folder is the output of this run";
                        self.emit(Diagnostic::note(&codes::SKIPPED, message), entry.path());
                        walk.skip_current_dir();
                    } else if is_package_of_ours(entry.path()) {
                        self.found.inputs.push(Input::package(entry.path(), folder, true));
                        walk.skip_current_dir();
                    }
                }
                Ok(entry) => self.entry(&entry, folder),
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_owned();
                    // The error's own text would repeat the path.
                    let why = error.io_error().map_or_else(|| "a link leads back to it".to_owned(), reason);
                    self.emit(Diagnostic::error(&codes::CANNOT_READ, format!("cannot be read: {why}")), &path);
                }
            }
        }
        if before == (self.found.inputs.len(), self.found.diagnostics.len()) {
            self.emit(Diagnostic::error(&codes::NOTHING_FOUND, "there is no file in this folder"), folder);
        }
    }

    /// Adds a file, or reports a link that is not followed, since it may lead anywhere, even back.
    fn entry(&mut self, entry: &DirEntry, folder: &Path) {
        let path = entry.path();
        let is_there = |metadata: &Metadata| metadata.is_file();
        // For a plain file the type from the walk is enough.
        let metadata = match entry.file_type().is_file() {
            true => None,
            false => Some(fs::metadata(path)),
        };
        match metadata {
            None => self.found_file(path, folder),
            Some(Ok(metadata)) if is_there(&metadata) && !entry.path_is_symlink() => self.found_file(path, folder),
            Some(Ok(metadata)) if metadata.is_dir() || is_there(&metadata) => {
                let what = if metadata.is_dir() { "folder" } else { "file" };
                let message = format!("not followed: this is a link to a {what}");
                let help = format!("--follow-links follows links; or name the {what} itself to read it");
                self.emit(Diagnostic::note(&codes::NOT_A_FILE, message).help(help), path);
            }
            Some(Ok(metadata)) => {
                if let Some(special) = Special::of(path, &metadata) {
                    self.emit(special.passed_over(), path);
                }
            }
            Some(Err(error)) => {
                let d = special::dangling(path).map_or_else(|| cannot_read(&error), |special| special.passed_over());
                self.emit(d, path);
            }
        }
    }

    fn found_file(&mut self, path: &Path, folder: &Path) {
        if self.is_output_file(path) {
            let message = "not read: this file is the output of this run";
            return self.emit(Diagnostic::note(&codes::SKIPPED, message), path);
        }
        let relative = path.strip_prefix(folder).unwrap_or(path).to_owned();
        self.file(Input {
            path: path.to_owned(),
            relative,
            found: true,
            kind: InputKind::File,
            ahead: Ahead::Nothing,
            member: None,
        });
    }

    /// Adds a file, or its lines if each is a game.
    fn file(&mut self, input: Input) {
        if self.options.keeps_lines {
            self.found.inputs.push(input);
            return;
        }
        let open = |input: &Input| File::open(&input.path).map(BufReader::new);
        self.found.inputs.extend(lines_or_whole(input, open));
    }

    /// Returns whether a file is the output, or the journal of a database that is the output.
    fn is_output_file(&self, path: &Path) -> bool {
        let (Some(output), Some(name)) = (&self.output, path.file_name()) else { return false };
        let rest = |wanted: &OsStr| name.as_encoded_bytes().strip_prefix(wanted.as_encoded_bytes());
        let is_named = output.file_name().and_then(rest).is_some_and(|rest| rest.is_empty() || rest == b"-journal");
        is_named && path.parent().and_then(|folder| fs::canonicalize(folder).ok()).as_deref() == output.parent()
    }

    fn is_output(&self, folder: &DirEntry) -> bool {
        let Some(output) = &self.output else { return false };
        output.file_name() == Some(folder.file_name())
            && fs::canonicalize(folder.path()).is_ok_and(|folder| folder == *output)
    }
}

/// Finds given files of a folder, or folders of tables in it, by their paths below it and in that order.
pub fn find_some(folder: &Path, places: impl IntoIterator<Item = PathBuf>) -> Found {
    let options = FindOptions::default();
    let mut finder = Finder { output: None, options: &options, found: Found::default() };
    for place in places {
        let path = folder.join(place);
        match path.is_dir() {
            true => finder.found.inputs.push(Input::package(&path, folder, true)),
            false => finder.found_file(&path, folder),
        }
    }
    finder.found
}

/// Returns the only file in a container as if the user had named that file; `None` if the input is not such a
/// container.
pub fn unpacked(input: &Input, limits: &Limits) -> Option<Input> {
    if !input.is_container() {
        return None;
    }
    let (inputs, diagnostics) = expand(vec![input.clone()], limits);
    match (&inputs[..], &diagnostics[..]) {
        ([input], []) => Some(input.clone().named()),
        _ => None,
    }
}

/// Replaces containers, including nested ones, by their members; also returns errors about what cannot be opened or is
/// damaged.
pub fn expand(inputs: Vec<Input>, limits: &Limits) -> (Vec<Input>, Vec<Diagnostic>) {
    let (mut expanded, mut diagnostics) = (Vec::new(), Vec::new());
    let mut row: VecDeque<Input> = inputs.into();
    while let Some(input) = row.pop_front() {
        if !input.is_container() {
            expanded.push(input);
            continue;
        }
        let opened = input.open().ok().and_then(|mut opened| {
            let kind = opened.container(Trust::Certain)?;
            Some(opened.into_container(kind, limits))
        });
        match opened {
            None => expanded.push(input),
            Some(Err(d)) => diagnostics.push(d.in_file(input.label())),
            Some(Ok(container)) => {
                let faults = container.faults().iter().map(|fault| refused(fault).in_file(input.label()));
                diagnostics.extend(faults);
                let members: Vec<Input> = Arc::new(container).inputs().flat_map(Input::into_games).collect();
                members.into_iter().rev().for_each(|member| row.push_front(member));
            }
        }
    }
    (expanded, diagnostics)
}

/// Returns the members that a path into a container, possibly a nested one, names: one member, or those of a folder.
/// Returns `None` if there is no file at the container's path.
fn members_at(path: &Path, limits: &Limits) -> Option<Result<Vec<Input>, Diagnostic>> {
    let text = path.to_str()?;
    let between = format!("{BETWEEN}/");
    let ends = text.match_indices(&between).map(|(end, _)| end);
    let file = ends.map(|end| Path::new(&text[..end])).find(|file| file.is_file())?;
    let mut container = Input::companion(file.to_owned());
    container.found = false;
    Some(members_in(&container, path, limits))
}

fn members_in(input: &Input, path: &Path, limits: &Limits) -> Result<Vec<Input>, Diagnostic> {
    let mut opened = input.open()?;
    let Some(kind) = opened.container(Trust::Certain).or_else(|| opened.container(Trust::Last)) else {
        let message = format!("{} is no archive that Ludex reads", input.label());
        return Err(Diagnostic::error(&codes::UNKNOWN_FORMAT, message));
    };
    let opened = Arc::new(opened.into_container(kind, limits)?);
    let mut found = Vec::new();
    for mut member in Arc::clone(&opened).inputs() {
        if member.path == path {
            return Ok(vec![member.named()]);
        }
        let mut inside = member.path.clone().into_os_string();
        inside.push(BETWEEN);
        if path.starts_with(inside) {
            return members_in(&member, path, limits);
        }
        if let Ok(below) = member.path.strip_prefix(path) {
            member.relative = below.to_owned();
            found.push(member);
        }
    }
    match (found.is_empty(), opened.faults().first()) {
        (false, _) => Ok(found),
        (true, Some(fault)) => Err(refused(fault)),
        (true, None) => Err(cannot_read(&io::ErrorKind::NotFound.into())),
    }
}

/// Returns whether a folder is a data package that Ludex wrote; other data packages are ordinary folders.
fn is_package_of_ours(folder: &Path) -> bool {
    let path = folder.join(DESCRIPTOR);
    if !path.is_file() {
        return folder.join(PARQUET_MARKER).is_file();
    }
    let mut descriptor = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_DESCRIPTOR).read_to_end(&mut descriptor));
    // A folder with an unreadable descriptor is reported as a package that cannot be read.
    read.is_err() || is_descriptor_of_ours(&descriptor)
}

/// Returns whether Ludex wrote a descriptor.
pub(super) fn is_descriptor_of_ours(descriptor: &[u8]) -> bool {
    memchr::memmem::find(descriptor, b"\"ludex\"").is_some()
}

impl Input {
    /// Returns the games of a member with a game on each line, or else the input itself.
    pub fn into_games(self) -> Vec<Input> {
        if self.member.is_none() || self.kind != InputKind::File || !is_line_file(&self.path) {
            return vec![self];
        }
        // An error of reading is reported when the input is read.
        let Ok(bytes) = self.bytes() else { return vec![self] };
        let bytes = Arc::new(bytes);
        lines_or_whole(Input { ahead: Ahead::All(Arc::clone(&bytes)), ..self }, |_| Ok(&bytes[..]))
    }
}

/// Returns the lines of a file if each is a game, or else the file itself.
pub(super) fn lines_or_whole<R: BufRead>(input: Input, open: impl FnOnce(&Input) -> io::Result<R>) -> Vec<Input> {
    match is_line_file(&input.path).then(|| open(&input).and_then(|file| lines(file, &input))) {
        Some(Ok(lines)) if lines.len() > 1 => lines,
        // An error of reading is reported when the input is read.
        _ => vec![input],
    }
}

/// Extensions of files with a JSON value on each line.
const LINE_EXTENSIONS: [&str; 2] = ["jsonl", "ndjson"];

/// Returns whether a path has the extension of a file with a value on each line.
pub fn is_line_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    LINE_EXTENSIONS.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted))
}

/// Reads standard input up to its first line, to detect whether that is a saved game or document; if it is, reads
/// everything. Returns the bytes, and whether they are everything.
fn read_ahead(mut source: impl BufRead) -> io::Result<(Vec<u8>, bool)> {
    let begins = source.fill_buf()?;
    let mut ahead = Vec::new();
    if !without_mark(begins).trim_ascii_start().starts_with(b"{") {
        return Ok((ahead, false));
    }
    while source.by_ref().take(MAX_FILE_SIZE).read_until(b'\n', &mut ahead)? > 0
        && without_mark(&ahead).trim_ascii().is_empty()
    {}
    let line = without_mark(&ahead).trim_ascii();
    if !(is_saved_game(line) || is_document_line(line)) || !line.ends_with(b"}") {
        return Ok((ahead, false));
    }
    match read_limited((&ahead[..]).chain(source), 0)? {
        Some(whole) => Ok((whole, true)),
        None => Err(io::Error::from(io::ErrorKind::FileTooLarge)),
    }
}

/// Returns the games of a file with one on each line; empty if the first line is neither a saved game nor a document.
fn lines(mut file: impl BufRead, input: &Input) -> io::Result<Vec<Input>> {
    let (mut found, mut line, mut start): (Vec<Line>, Vec<u8>, u64) = (Vec::new(), Vec::new(), 0);
    let mut is_document = false;
    for number in 1.. {
        line.clear();
        let length = file.by_ref().take(MAX_FILE_SIZE + 1).read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        let game = if start == 0 { without_mark(&line) } else { &line[..] }.trim_ascii();
        if found.is_empty() && !game.is_empty() {
            is_document = is_document_line(game);
            if !is_document && !is_saved_game(game) {
                return Ok(Vec::new());
            }
        }
        match found.last_mut() {
            Some(last) if game.is_empty() => last.length += length,
            // Blank lines before the first game belong to it.
            None if game.is_empty() => {}
            None => found.push(Line { number, game: 1, games: 0, is_document, start: 0, length: start + length }),
            Some(last) => {
                let game = last.game + 1;
                found.push(Line { number, game, games: 0, is_document, start, length });
            }
        }
        start += length;
    }
    let games = found.len() as u64;
    let of_line = |line: Line| {
        let mut name = input.file_name().to_owned();
        name.push(format!(".{}", line.number));
        let relative = input.relative.with_file_name(name);
        Input { relative, kind: InputKind::Line(Line { games, ..line }), ..input.clone() }
    };
    Ok(found.into_iter().map(of_line).collect())
}

/// Returns whether a line is a Ludex document, as Ludex writes it.
fn is_document_line(line: &[u8]) -> bool {
    [&b"{\"ludex\":"[..], b"{\"$schema\":"].iter().any(|start| line.starts_with(start))
        && memchr::memmem::find(line, b"\"ludex\":").is_some()
}

fn is_saved_game(line: &[u8]) -> bool {
    line.starts_with(b"{") && memchr::memmem::find(line, b"\"phases\"").is_some()
}
