//! An output file that is written piece by piece, and appears when it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::output_folder::is_same_file;
use super::outputs::{Overwriting, Saved, above, cannot_write, exists, is_input, persist};
use super::protected::Role;
use super::temporary;
use crate::text::Diagnostic;

/// An output that is being written to a temporary file beside its path.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl OutputFile {
    /// Creates an output. An existing file is overwritten if `overwriting` permits it.
    ///
    /// # Errors
    ///
    /// If an existing file may not be overwritten, or the output cannot be written.
    pub fn create(path: &Path, overwriting: &Overwriting) -> Result<OutputFile, Diagnostic> {
        if path.exists() && !overwriting.force && overwriting.inputs.role_of(path).is_none() {
            return Err(exists(path));
        }
        OutputFile::create_or_compare(path, overwriting)
    }

    /// Creates an output that may already exist with the same bytes.
    ///
    /// # Errors
    ///
    /// If it is an input, or cannot be written.
    pub fn create_or_compare(path: &Path, overwriting: &Overwriting) -> Result<OutputFile, Diagnostic> {
        if let (Some(Role::Named | Role::Found), true) = (overwriting.inputs.role_of(path), path.exists()) {
            return Err(is_input(path));
        }
        let folder = above(path);
        let create = || {
            let _writing = overwriting.gate.pass();
            std::fs::create_dir_all(folder)?;
            overwriting.tidy(folder);
            let file = temporary::file_in(folder)?;
            overwriting.gate.begin(file.path());
            Ok(file)
        };
        let file = create().map_err(|error: io::Error| cannot_write(path, &error))?;
        Ok(OutputFile { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Returns the diagnostic that it cannot be written.
    pub fn refused(&self, error: &io::Error) -> Diagnostic {
        cannot_write(&self.path, error)
    }

    /// Moves it to its path.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or another file exists by now.
    pub fn finish(self, overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
        let OutputFile { path, file } = self;
        let _writing = overwriting.gate.pass();
        let file = file.into_inner().map_err(|error| cannot_write(&path, error.error()))?;
        overwriting.gate.is_whole(file.path());
        if path.exists() && is_same_file(file.path(), &path).map_err(|error| cannot_write(&path, &error))? {
            return Ok(Saved::AlreadyThere);
        }
        persist(file, &path, overwriting).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => cannot_write(&path, &error),
        })?;
        Ok(Saved::Written)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
