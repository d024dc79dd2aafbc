//! An output folder that is written piece by piece, and appears when it is complete.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::finding::DESCRIPTOR;
use super::outputs::{Overwriting, Saved, above, cannot_write, exists, is_input};
use super::protected::Role;
use super::sync::sync_folder;
use super::temporary::TemporaryFolder;
use crate::text::Diagnostic;

/// File that identifies a folder of Parquet files. Readers of Parquet skip names with a leading underscore.
pub const PARQUET_MARKER: &str = "_ludex.json";

/// A folder that is being written beside its path.
pub struct OutputFolder {
    path: PathBuf,
    folder: TemporaryFolder,
}

impl OutputFolder {
    /// Creates a folder. An existing one may be equal, empty, or with `force` an older package.
    ///
    /// # Errors
    ///
    /// If an existing folder or file may not be overwritten, or the folder cannot be written.
    pub fn create(path: &Path, overwriting: &Overwriting) -> Result<OutputFolder, Diagnostic> {
        if overwriting.inputs.role_of(path) == Some(Role::Named) {
            return Err(is_input(path));
        }
        let is_ours = || [DESCRIPTOR, PARQUET_MARKER].iter().any(|name| path.join(name).is_file());
        if path.exists() && !is_empty(path) && !is_ours() {
            return Err(exists(path).help("it holds other files; choose a new folder"));
        }
        let above = above(path);
        let create = || {
            let _writing = overwriting.gate.pass();
            fs::create_dir_all(above)?;
            overwriting.tidy(above);
            let folder = TemporaryFolder::new_in(above)?;
            overwriting.gate.begin(folder.path());
            overwriting.gate.begin(folder.lock());
            Ok(folder)
        };
        let folder = create().map_err(|error: io::Error| cannot_write(path, &error))?;
        Ok(OutputFolder { path: path.to_owned(), folder })
    }

    /// Creates a file in the folder, by its path with forward slashes.
    pub fn file(&self, path: &str) -> io::Result<File> {
        let place = self.folder.path().join(path);
        match File::create_new(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(place.parent().unwrap_or(self.folder.path()))?;
                File::create_new(&place)
            }
            made => made,
        }
    }

    /// Opens a file that was created in the folder before, to append to it.
    pub fn file_again(&self, path: &str) -> io::Result<File> {
        File::options().append(true).open(self.folder.path().join(path))
    }

    /// Returns the diagnostic that the folder cannot be written.
    pub fn refused(&self, error: &io::Error) -> Diagnostic {
        cannot_write(&self.path, error)
    }

    /// Moves it to its path.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or another folder exists that is not to be overwritten.
    pub fn finish(self, overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
        let OutputFolder { path, folder } = self;
        let _writing = overwriting.gate.pass();
        let failed = |error: io::Error| cannot_write(&path, &error);
        let (made, lock) = (folder.path().to_owned(), folder.lock().to_owned());
        let ended = || {
            overwriting.gate.is_whole(&made);
            overwriting.gate.is_whole(&lock);
        };
        if path.exists() && !is_empty(&path) {
            if is_equal(&made, &path).map_err(failed)? {
                drop(folder);
                ended();
                return Ok(Saved::AlreadyThere);
            }
            if !overwriting.force {
                return Err(exists(&path));
            }
            let older = TemporaryFolder::new_in(above(&path)).map_err(failed)?;
            fs::rename(&path, older.path().join("older")).map_err(failed)?;
        }
        if overwriting.sync {
            sync_all(&made).map_err(failed)?;
        }
        folder.persist(&path).map_err(failed)?;
        ended();
        overwriting.wrote_to(above(&path)).map_err(failed)?;
        Ok(Saved::Written)
    }
}

fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in WalkDir::new(folder).contents_first(true) {
        let entry = entry?;
        match entry.file_type().is_dir() {
            true => sync_folder(entry.path())?,
            false => File::open(entry.path())?.sync_all()?,
        }
    }
    Ok(())
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Returns whether two folders have the same files with the same bytes.
fn is_equal(one: &Path, other: &Path) -> io::Result<bool> {
    let mut count = 0;
    for entry in WalkDir::new(one).min_depth(1) {
        let entry = entry?;
        count += 1;
        let Ok(place) = entry.path().strip_prefix(one) else { return Ok(false) };
        let there = other.join(place);
        let is_same = match entry.file_type().is_dir() {
            true => fs::symlink_metadata(&there).is_ok_and(|there| there.is_dir()),
            false => is_same_file(entry.path(), &there)?,
        };
        if !is_same {
            return Ok(false);
        }
    }
    Ok(WalkDir::new(other).min_depth(1).into_iter().count() == count)
}

/// Returns whether two regular files have the same bytes.
pub(super) fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    let length = fs::symlink_metadata(one)?.len();
    if !fs::symlink_metadata(other).is_ok_and(|there| there.is_file() && there.len() == length) {
        return Ok(false);
    }
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    let (mut of_one, mut of_other) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let read = one.read(&mut of_one)?;
        if read == 0 {
            return Ok(true);
        }
        if other.read_exact(&mut of_other[..read]).is_err() || of_one[..read] != of_other[..read] {
            return Ok(false);
        }
    }
}
