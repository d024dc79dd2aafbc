//! Writing without ever leaving half a file, or overwriting one unasked.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::protected::Protected;
use crate::text::{Diagnostic, codes};

/// What an output may overwrite.
#[derive(Debug, Default)]
pub struct Overwriting {
    /// Whether outputs that are there are overwritten.
    pub force: bool,
    /// What is never overwritten.
    pub inputs: Protected,
}

/// A file of a folder that is written as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// Its path in the folder, with forward slashes.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Held for reading while an output is being written, and for writing by whoever ends the program.
static WRITING: RwLock<()> = RwLock::new(());

/// What became of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It was written.
    Written,
    /// It was there already, with the same bytes.
    AlreadyThere,
}

/// Sees to it that Ctrl-C lets the outputs that are being written be finished, and then ends the program.
pub fn abort_on_interrupt() {
    // Without a handler an interrupt may leave a temporary file behind, but never half an output.
    let _ = ctrlc::set_handler(|| {
        let _nobody_writes = WRITING.write().unwrap_or_else(PoisonError::into_inner);
        std::process::exit(130);
    });
}

/// Writes a file whole or not at all; folders above it are made.
pub fn save_file(path: &Path, bytes: &[u8], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let _writing = WRITING.read().unwrap_or_else(PoisonError::into_inner);
    place_file(path, bytes, overwriting)
}

fn place_file(path: &Path, bytes: &[u8], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    if overwriting.force {
        // A device or pipe, such as /dev/null, is written to, and never replaced.
        if is_device(path) {
            return write_to_device(path, bytes);
        }
        // What is equal is left alone: overwriting costs far more than reading, and changes the file's date.
        if holds(path, bytes) {
            return Ok(Saved::AlreadyThere);
        }
        if path.exists() && overwriting.inputs.holds(path) {
            return Err(is_input(path));
        }
    }
    match write_beside(path, bytes, overwriting.force) {
        Ok(()) => Ok(Saved::Written),
        Err(_) if is_device(path) => write_to_device(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if holds(path, bytes) {
                Ok(Saved::AlreadyThere)
            } else if overwriting.inputs.holds(path) {
                Err(is_input(path))
            } else {
                Err(exists(path))
            }
        }
        Err(error) => Err(cannot_write(path, &error)),
    }
}

fn is_input(path: &Path) -> Diagnostic {
    let message = format!("{} is an input of this run, and inputs are never overwritten", path.display());
    Diagnostic::error(&codes::OUTPUT_IS_INPUT, message).help("give another name or folder for the output")
}

fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn write_to_device(path: &Path, bytes: &[u8]) -> Result<Saved, Diagnostic> {
    fs::write(path, bytes).map(|()| Saved::Written).map_err(|error| cannot_write(path, &error))
}

/// Whether a file holds just these bytes.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() == bytes.len() as u64);
    same_length && fs::read(path).is_ok_and(|there| there == bytes)
}

/// Writes a temporary file in the same folder and moves it into its place.
fn write_beside(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ludex-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private; an output has the permissions that any new file gets.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = match builder.tempfile_in(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            builder.tempfile_in(folder)?
        }
        other => other?,
    };
    file.write_all(bytes)?;
    if force { file.persist(path) } else { file.persist_noclobber(path) }.map(drop).map_err(|e| e.error)
}

/// Writes the files of a folder. A new folder appears whole or not at all.
pub fn save_folder(path: &Path, files: &[FolderFile], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let _writing = WRITING.read().unwrap_or_else(PoisonError::into_inner);
    if path.exists() {
        return fill_folder(path, files, overwriting);
    }
    let above = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let make = || -> io::Result<()> {
        fs::create_dir_all(above)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".ludex-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let folder = builder.tempdir_in(above)?;
        for file in files {
            let place = folder.path().join(&file.path);
            if let Some(parent) = place.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(place, &file.bytes)?;
        }
        fs::rename(folder.path(), path)?;
        // It has another name now, under which it stays.
        let _ = folder.keep();
        Ok(())
    };
    make().map(|()| Saved::Written).map_err(|error| cannot_write(path, &error))
}

/// A folder that is there: left alone where it is equal, filled where it is empty, overwritten with `force` only.
fn fill_folder(path: &Path, files: &[FolderFile], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let is_package = path.join("datapackage.json").is_file();
    let is_empty = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    let there = |f: &FolderFile| holds(&path.join(&f.path), &f.bytes);
    let stale = stale_files(path, files);
    if is_package && stale.is_empty() && files.iter().all(there) {
        return Ok(Saved::AlreadyThere);
    }
    if overwriting.inputs.holds(path) {
        return Err(is_input(path));
    }
    let may_fill = is_empty || is_package && overwriting.force;
    if !may_fill {
        let d = exists(path);
        return Err(if is_package { d } else { d.help("it holds other things; give a new folder") });
    }
    for file in files {
        place_file(&path.join(&file.path), &file.bytes, overwriting)?;
    }
    for file in stale {
        fs::remove_file(&file).map_err(|error| cannot_write(&file, &error))?;
    }
    Ok(Saved::Written)
}

/// Tables of an older package in this folder that the new one does not have.
fn stale_files(path: &Path, files: &[FolderFile]) -> Vec<PathBuf> {
    let descriptor = fs::read(path.join("datapackage.json")).unwrap_or_default();
    let descriptor: serde_json::Value = serde_json::from_slice(&descriptor).unwrap_or_default();
    let resources = descriptor["resources"].as_array().into_iter().flatten();
    let names = resources.filter_map(|r| r["path"].as_str());
    // A descriptor may be anybody's: only tables directly in the folder are ours to remove.
    let ours = names.filter(|n| n.ends_with(".csv") && !n.contains(['/', '\\']));
    let stale = ours.filter(|name| files.iter().all(|f| f.path != **name));
    stale.map(|name| path.join(name)).filter(|p| p.is_file()).collect()
}

fn exists(path: &Path) -> Diagnostic {
    let message = format!("{} is there, with other contents", path.display());
    Diagnostic::error(&codes::OUTPUT_EXISTS, message).help("give another name, or --force to overwrite it")
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    // The kind alone: the error's own text may name a temporary file.
    let message = format!("{} cannot be written: {}", path.display(), error.kind());
    Diagnostic::error(&codes::CANNOT_WRITE, message).help("check the folder, its permissions and the disk")
}
