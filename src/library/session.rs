//! Sessions: reading files together with the files beside them.

use std::path::{Path, PathBuf};

use super::{ReadError, ReadOptions, ReadOutput, as_file};
use crate::archive::containers::Limits;
use crate::archive::{FindOptions, Input, Memory, expand, find};
use crate::conversion::{self, FileReader, ReadOutcome, advise, join, skipped};
use crate::text::{Diagnostic, codes};

/// Reads files together with those that belong to them: the map beside a seed, the `.DAT` beside a `.REC`, the tables
/// of a folder.
///
/// The files are on disk or in memory. Each map is read once; nothing is written or changed. Threads may share a
/// session.
pub struct Session {
    files: FileReader,
    /// All inputs in memory; `None` for a session on the disk.
    memory: Option<Vec<Input>>,
    options: ReadOptions,
}

/// Something a [`Session`] can read: a file of one game, one game of a file with a game on each line, or a folder of
/// tables.
#[derive(Debug, Clone)]
pub struct FolderEntry {
    path: PathBuf,
    /// The input to read, or the reason why it is not read.
    input: Result<Input, Diagnostic>,
}

impl FolderEntry {
    /// Returns the path; games of one file share it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name in messages: the path, followed by a colon and the line of the game if the file has several.
    pub fn label(&self) -> String {
        self.input.as_ref().map_or_else(|_| self.path.display().to_string(), Input::label)
    }
}

impl From<Input> for FolderEntry {
    fn from(input: Input) -> Self {
        FolderEntry { path: input.path.clone(), input: Ok(input) }
    }
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

impl Session {
    /// Creates a session on the files of the disk.
    pub fn new() -> Self {
        Session { files: FileReader::default(), memory: None, options: ReadOptions::default() }
    }

    /// Creates a session on files in memory, by their paths, such as those of an archive that was unpacked there.
    pub fn in_memory<P: AsRef<Path>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Self {
        let memory: Memory = files.into_iter().collect();
        Session {
            memory: Some(expand(memory.inputs(), &Limits::default()).0),
            files: FileReader::new(memory),
            options: ReadOptions::default(),
        }
    }

    /// Creates a session on one file in memory.
    pub(super) fn of_one(name: &str, bytes: &[u8]) -> Self {
        Session { memory: Some(vec![Input::whole(name, bytes)]), ..Session::in_memory([(name, bytes)]) }
    }

    /// Uses these options from now on.
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> Self {
        self.options = options;
        self
    }

    /// Lists everything to read at a path: a file, or all files in and below a folder in the order of their names. An
    /// archive is replaced by its members, in the order in which they are stored.
    ///
    /// Files that cannot be opened and links that are not followed are entries too: [`read_entry`](Session::read_entry)
    /// reports what is wrong with them.
    pub fn walk(&self, path: impl AsRef<Path>) -> Vec<FolderEntry> {
        let path = path.as_ref();
        let Some(memory) = &self.memory else {
            let found = find(&[as_file(path)], &FindOptions::default());
            let (inputs, diagnostics) = expand(found.inputs, &Limits::default());
            let refused = |d: Diagnostic| FolderEntry {
                path: d.file.as_ref().map_or_else(|| path.to_owned(), PathBuf::from),
                input: Err(d),
            };
            let refused = found.diagnostics.into_iter().chain(diagnostics).map(refused);
            return inputs.into_iter().map(FolderEntry::from).chain(refused).collect();
        };
        let folder = path.strip_prefix(".").unwrap_or(path);
        memory.iter().filter(|input| input.path.starts_with(folder)).cloned().map(FolderEntry::from).collect()
    }

    /// Reads an entry that [`walk`](Session::walk) listed, with the files beside it.
    ///
    /// # Errors
    ///
    /// As for [`read`](crate::read), and if the file cannot be opened. A file of another kind gives an error that [is
    /// foreign](ReadError::is_foreign).
    pub fn read_entry(&self, entry: &FolderEntry) -> Result<ReadOutput, ReadError> {
        let input = match &entry.input {
            Ok(input) => input,
            Err(d) if d.is_error() => return Err(ReadError::new(vec![d.clone()])),
            Err(d) => return Err(ReadError::foreign(vec![d.clone()])),
        };
        let options = self.options.conversion().map_err(|d| ReadError::new(vec![d]))?;
        let mut reading = self.files.read(input, &options, self.options.is_strict());
        if let Some(skipped) = skipped(input, &reading, true) {
            return Err(ReadError::foreign(vec![skipped.note]));
        }
        advise(input, &mut reading);
        self.options.finish(reading)
    }

    /// Reads a file or a folder of tables, with the files beside it.
    ///
    /// # Errors
    ///
    /// As for [`read_entry`](Session::read_entry), and if there are several documents at the path;
    /// [`walk`](Session::walk) lists them.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<ReadOutput, ReadError> {
        self.read_entry(&self.one(path.as_ref())?)
    }

    /// Reads files of one game as one document: a map and its seed, a `.DAT`, its `.REC` and its `.LOG`, or the files
    /// of a game of Power.
    ///
    /// # Errors
    ///
    /// As for [`read`](Session::read), and if the files do not belong to one game.
    pub fn read_together<P: AsRef<Path>>(&self, paths: &[P]) -> Result<ReadOutput, ReadError> {
        let wrong = |d: Diagnostic| ReadError::new(vec![d]);
        let options = self.options.conversion().map_err(wrong)?;
        let mut inputs = Vec::new();
        for path in paths {
            inputs.push(self.one(path.as_ref())?.input.map_err(wrong)?);
        }
        let (mut format, mut documents, mut diagnostics, mut has_failed) = (None, Vec::new(), Vec::new(), false);
        for (_, reading) in self.files.read_together(&inputs, &options, self.options.is_strict()) {
            let mut reading = reading.map_err(|skipped| ReadError::foreign(vec![skipped.note]))?;
            has_failed |= reading.has_errors();
            format = format.or(reading.format);
            let mut said = std::mem::take(&mut reading.diagnostics);
            conversion::hide(&mut said, &reading, self.options.secrecy());
            diagnostics.append(&mut said);
            documents.extend(reading.document);
        }
        if has_failed {
            return Err(ReadError::new(diagnostics));
        }
        let (document, said) = join(documents).map_err(wrong)?;
        diagnostics.extend(said);
        let document = Some(document);
        self.options.finish(ReadOutcome::of(format, document, diagnostics))
    }

    /// Finds everything that is wrong or odd at a path, as [`check`](crate::check) does.
    pub fn check(&self, path: impl AsRef<Path>) -> Vec<Diagnostic> {
        self.walk(path).iter().flat_map(|entry| self.check_entry(entry)).collect()
    }

    /// Finds everything that is wrong or odd about an entry that [`walk`](Session::walk) listed; for a file of another
    /// kind, reports that it is one.
    pub fn check_entry(&self, entry: &FolderEntry) -> Vec<Diagnostic> {
        let input = match &entry.input {
            Ok(input) => input,
            Err(d) => return vec![d.clone()],
        };
        let options = match self.options.conversion() {
            Ok(options) => options,
            Err(d) => return vec![d],
        };
        let strict = self.options.is_strict();
        let mut reading = self.files.read(input, &options, strict);
        if let Some(skipped) = skipped(input, &reading, true) {
            return vec![skipped.note];
        }
        advise(input, &mut reading);
        let mut found = self.files.findings(input, &mut reading, self.options.rule_set(), strict);
        conversion::hide(&mut found, &reading, self.options.secrecy());
        found
    }

    /// Returns the entry at a path that holds a single document.
    fn one(&self, path: &Path) -> Result<FolderEntry, ReadError> {
        let mut entries = self.walk(path);
        match (entries.pop(), entries.len()) {
            (Some(entry), 0) if entry.path == as_file(path) || entry.is_member() => Ok(entry.named()),
            (None, _) => {
                let d =
                    Diagnostic::error(&codes::CANNOT_READ, "there is no such file").in_file(path.display().to_string());
                Err(ReadError::new(vec![d]))
            }
            _ => {
                let message = "not a single document; `Session::walk` lists what is in it";
                let d = Diagnostic::error(&codes::CANNOT_READ, message).in_file(path.display().to_string());
                Err(ReadError::new(vec![d]))
            }
        }
    }
}

impl FolderEntry {
    /// Marks the entry as named by the caller: its place below a folder is then not part of its document.
    fn named(mut self) -> FolderEntry {
        self.input = self.input.map(Input::named);
        self
    }

    /// Returns whether the entry is the whole content of a container.
    fn is_member(&self) -> bool {
        self.input.as_ref().is_ok_and(|input| input.member.is_some())
    }
}
