//! Writes outputs, without ever leaving an incomplete file or overwriting one against the user's will.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::finding::DESCRIPTOR;
use super::gate::OutputGate;
use super::protected::{Protected, Role};
use super::sync::{FileSystems, sync_folder};
use super::temporary::{self, TemporaryFolder};
use crate::text::{Diagnostic, codes};

/// Settings for the outputs of a run, and what they may overwrite.
#[derive(Debug, Default)]
pub struct Overwriting {
    /// Whether existing outputs are overwritten.
    pub force: bool,
    /// Whether each output is synced to the disk before the next is written.
    pub sync: bool,
    /// Whether nothing is written, and only the outcome determined.
    pub dry_run: bool,
    /// Inputs, which are never overwritten.
    pub inputs: Arc<Protected>,
    /// Gate that is closed before the program is ended.
    pub gate: OutputGate,
    /// Folders from which leftovers of killed runs were removed, with their absolute paths. As texts they are compared
    /// with less work than as paths.
    tidied: Mutex<HashMap<OsString, Arc<Path>>>,
    /// File systems of the outputs, which are synced at the end.
    written: FileSystems,
}

impl Overwriting {
    /// Creates settings that protect the inputs, and overwrite other files only with `force`.
    pub fn new(force: bool, sync: bool, inputs: Protected) -> Self {
        Overwriting { force, sync, inputs: Arc::new(inputs), ..Overwriting::default() }
    }

    /// Removes what killed runs left in a folder, before the first output is written to it or found there: a run that is
    /// killed after it gave an output its name leaves the lock. Returns its absolute path, so that temporary files in it
    /// need not look it up.
    pub(super) fn tidy(&self, folder: &Path) -> Arc<Path> {
        let known = || self.tidied.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(absolute) = known().get(folder.as_os_str()) {
            return Arc::clone(absolute);
        }
        let absolute: Arc<Path> = path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).into();
        if known().insert(folder.into(), Arc::clone(&absolute)).is_none() {
            temporary::remove_left(folder);
        }
        absolute
    }

    /// Syncs a folder that was written to, now or at the end of the run.
    pub(super) fn wrote_to(&self, folder: &Path) -> io::Result<()> {
        if self.sync {
            return sync_folder(folder);
        }
        self.written.add(folder);
        Ok(())
    }

    /// Syncs all that was written to the disk. Called only once, since it also waits for what other programs write.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        self.written.sync().map_err(|(folder, error)| {
            let message = format!("the files that were written may not be on the disk: {}", error.kind());
            let d = Diagnostic::error(&codes::CANNOT_WRITE, message).in_file(folder.display().to_string());
            d.help("check the disk, and run this again")
        })
    }
}

/// A file of a folder that is written as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderFile {
    /// Path in the folder, with forward slashes.
    pub path: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Prepares an output that is appended to in place: checks that it is not an input, and creates its folder.
///
/// # Errors
///
/// If it is an input, or the folder cannot be created.
pub fn prepare_adding(path: &Path, overwriting: &Overwriting) -> Result<(), Diagnostic> {
    if path.exists() && overwriting.inputs.role_of(path).is_some() {
        return Err(is_input(path));
    }
    let _writing = overwriting.gate.pass();
    fs::create_dir_all(above(path)).map_err(|error| cannot_write(path, &error))
}

/// The outcome of saving an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It was written.
    Written,
    /// It existed already with the same bytes.
    AlreadyThere,
}

/// Writes a file completely or not at all; creates the folders above it.
pub fn save_file(path: &Path, bytes: &[u8], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let _writing = overwriting.gate.pass();
    let is_there = |path: &Path| holds(path, bytes);
    if overwriting.dry_run {
        return match (path.exists(), overwriting.inputs.role_of(path)) {
            (false, _) => Ok(Saved::Written),
            (true, Some(Role::Named)) => Err(is_input(path)),
            (true, _) if is_there(path) => Ok(Saved::AlreadyThere),
            (true, Some(Role::Found)) => Err(is_input(path)),
            (true, None) if overwriting.force || is_device(path) => Ok(Saved::Written),
            (true, None) => Err(exists(path)),
        };
    }
    if overwriting.force {
        // A device or pipe, such as `/dev/null`, is written to, and never replaced.
        if is_device(path) {
            return write_to_device(path, bytes);
        }
        overwriting.tidy(above(path));
        match (path.exists(), overwriting.inputs.role_of(path)) {
            (true, Some(Role::Named)) => return Err(is_input(path)),
            // An equal file is left alone: overwriting costs far more than reading, and changes the file's date.
            (true, _) if is_there(path) => return Ok(Saved::AlreadyThere),
            (true, Some(Role::Found)) => return Err(is_input(path)),
            _ => {}
        }
    }
    match write_beside(path, bytes, overwriting) {
        Ok(()) => Ok(Saved::Written),
        Err(_) if is_device(path) => write_to_device(path, bytes),
        Err(error) => {
            let is_taken = error.kind() == io::ErrorKind::AlreadyExists;
            match overwriting.inputs.role_of(path) {
                Some(Role::Named) if is_taken => Err(is_input(path)),
                // This needs no space on a full disk, and no permission.
                Some(Role::Found) | None if is_there(path) => Ok(Saved::AlreadyThere),
                Some(Role::Found) if is_taken => Err(is_input(path)),
                None if is_taken => Err(exists(path)),
                _ => Err(cannot_write(path, &error)),
            }
        }
    }
}

pub(super) fn is_input(path: &Path) -> Diagnostic {
    let message = format!("{} is an input of this run, and inputs are never overwritten", path.display());
    Diagnostic::error(&codes::OUTPUT_IS_INPUT, message).help(
        "choose another name or folder for the output; --in-place replaces a file where it is, and keeps NAME.bak",
    )
}

fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

fn write_to_device(path: &Path, bytes: &[u8]) -> Result<Saved, Diagnostic> {
    fs::write(path, bytes).map(|()| Saved::Written).map_err(|error| cannot_write(path, &error))
}

/// Returns whether a file has exactly these bytes.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() == bytes.len() as u64);
    same_length && File::open(path).is_ok_and(|there| begins_with(there, bytes).unwrap_or(false))
}

/// Returns whether a reader begins with these bytes; only a part of it is in memory at a time.
fn begins_with(mut reader: impl Read, bytes: &[u8]) -> io::Result<bool> {
    let mut there = [0; 8192];
    for part in bytes.chunks(there.len()) {
        let there = &mut there[..part.len()];
        reader.read_exact(there)?;
        if there != part {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the folder that contains a path.
pub(super) fn above(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a temporary file in the same folder and moves it to its path.
fn write_beside(path: &Path, bytes: &[u8], overwriting: &Overwriting) -> io::Result<()> {
    let folder = above(path);
    let absolute = overwriting.tidy(folder);
    let mut file = match temporary::file_in(&absolute) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            temporary::file_in(&absolute)?
        }
        other => other?,
    };
    file.write_all(bytes)?;
    if overwriting.sync {
        file.as_file().sync_all()?;
    }
    persist(file, path, overwriting)
}

/// Moves a temporary file to its path.
pub(super) fn persist(file: NamedTempFile, path: &Path, overwriting: &Overwriting) -> io::Result<()> {
    let placed = if overwriting.force { file.persist(path) } else { file.persist_noclobber(path) };
    placed.map_err(|error| error.error)?;
    overwriting.wrote_to(above(path))
}

/// Writes the files of a folder. A new folder appears complete or not at all.
pub fn save_folder(path: &Path, files: &[FolderFile], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let _writing = overwriting.gate.pass();
    if !overwriting.dry_run {
        overwriting.tidy(above(path));
    }
    if path.exists() {
        return fill_folder(path, files, overwriting);
    }
    if overwriting.dry_run {
        return Ok(Saved::Written);
    }
    match write_folder(path, files, overwriting) {
        Ok(()) => Ok(Saved::Written),
        // Another run created it meanwhile.
        Err(_) if path.exists() => fill_folder(path, files, overwriting),
        Err(error) => Err(cannot_write(path, &error)),
    }
}

fn write_folder(path: &Path, files: &[FolderFile], overwriting: &Overwriting) -> io::Result<()> {
    let above = above(path);
    fs::create_dir_all(above)?;
    let folder = TemporaryFolder::new_in(above)?;
    for file in files {
        let place = folder.path().join(&file.path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut written = File::create_new(&place)?;
        written.write_all(&file.bytes)?;
        if overwriting.sync {
            written.sync_all()?;
            place.ancestors().skip(1).take_while(|above| above.starts_with(folder.path())).try_for_each(sync_folder)?;
        }
    }
    folder.persist(path)?;
    overwriting.wrote_to(above)
}

/// Writes to an existing folder: it is left alone if equal, filled if empty, and overwritten only with `force`.
fn fill_folder(path: &Path, files: &[FolderFile], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let role = overwriting.inputs.role_of(path);
    if role == Some(Role::Named) {
        return Err(is_input(path));
    }
    let is_package = path.join(DESCRIPTOR).is_file();
    let is_empty = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    let is_there = |f: &FolderFile| holds_regular(&path.join(&f.path), &f.bytes);
    let stale = stale_files(path, files);
    if is_package && stale.is_empty() && files.iter().all(is_there) {
        return Ok(Saved::AlreadyThere);
    }
    if role.is_some() {
        return Err(is_input(path));
    }
    let may_fill = is_empty || is_package && overwriting.force;
    if !may_fill {
        let d = exists(path);
        return Err(if is_package { d } else { d.help("it holds other files; choose a new folder") });
    }
    // All refusals come before anything is written.
    for file in files {
        let place = path.join(&file.path);
        if overwriting.inputs.role_of(&place).is_some() && !is_there(file) {
            return Err(is_input(&place));
        }
        if let Some(link) = link_above(path, &file.path) {
            return Err(leads_out(&link));
        }
    }
    if overwriting.dry_run {
        return Ok(Saved::Written);
    }
    // Existing files are replaced and never written through, since the folder may be anybody's.
    let write = |file: &FolderFile| {
        let place = path.join(&file.path);
        write_beside(&place, &file.bytes, overwriting).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&place),
            _ => cannot_write(&place, &error),
        })
    };
    let (descriptor, others): (Vec<&FolderFile>, Vec<&FolderFile>) =
        files.iter().filter(|file| !is_there(file)).partition(|file| file.path == DESCRIPTOR);
    others.into_iter().try_for_each(write)?;
    for file in stale {
        fs::remove_file(&file).map_err(|error| cannot_write(&file, &error))?;
    }
    // The descriptor is written last: after a run that was killed, the old one remains and the folder is written again.
    descriptor.into_iter().try_for_each(write)?;
    Ok(Saved::Written)
}

/// Returns whether a regular file, not a link, has exactly these bytes.
fn holds_regular(path: &Path, bytes: &[u8]) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) && holds(path, bytes)
}

/// Returns the first folder on the way from a folder to a file in it that is a link or no folder.
fn link_above(folder: &Path, file: &str) -> Option<PathBuf> {
    let below = Path::new(file).parent()?.components().scan(folder.to_owned(), |path, step| {
        path.push(step);
        Some(path.clone())
    });
    { below }.find(|path| fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_dir()))
}

fn leads_out(link: &Path) -> Diagnostic {
    let message = format!("{} is not a folder but a link or a file, and nothing is written through it", link.display());
    Diagnostic::error(&codes::LEADS_OUT, message).help("choose a new folder, or delete the link")
}

/// Returns the tables of an older package in this folder that the new one does not have.
fn stale_files(path: &Path, files: &[FolderFile]) -> Vec<PathBuf> {
    let descriptor = fs::read(path.join(DESCRIPTOR)).unwrap_or_default();
    let descriptor: serde_json::Value = serde_json::from_slice(&descriptor).unwrap_or_default();
    let resources = descriptor["resources"].as_array().into_iter().flatten();
    let names = resources.filter_map(|r| r["path"].as_str());
    // A descriptor may come from anybody: only tables directly in the folder may be removed.
    let ours = names.filter(|n| n.ends_with(".csv") && !n.contains(['/', '\\']));
    let stale = ours.filter(|name| files.iter().all(|f| f.path != **name));
    stale.map(|name| path.join(name)).filter(|p| p.is_file()).collect()
}

/// Replaces a file, and keeps the old one as `NAME.bak`, which must not exist yet.
pub fn replace_file(path: &Path, bytes: &[u8], overwriting: &Overwriting) -> Result<Saved, Diagnostic> {
    let _writing = overwriting.gate.pass();
    let failed = |error: io::Error| cannot_write(path, &error);
    // A link is kept: the file that it leads to is replaced.
    let path = &fs::canonicalize(path).map_err(failed)?;
    let folder = above(path);
    if !overwriting.dry_run {
        overwriting.tidy(folder);
    }
    if holds(path, bytes) {
        return Ok(Saved::AlreadyThere);
    }
    let mut backup = path.as_os_str().to_owned();
    backup.push(".");
    backup.push(BACKUP_EXTENSION);
    let backup = PathBuf::from(backup);
    if overwriting.dry_run {
        return if fs::symlink_metadata(&backup).is_ok() { Err(backup_exists(&backup)) } else { Ok(Saved::Written) };
    }
    let mut file = temporary::file_in(folder).map_err(failed)?;
    let filled = file.write_all(bytes).and_then(|()| {
        file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
        if overwriting.sync { file.as_file().sync_all() } else { Ok(()) }
    });
    filled.map_err(failed)?;
    match fs::hard_link(path, &backup) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(backup_exists(&backup)),
        // Not every file system has hard links.
        Err(_) => copy_new(path, &backup).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => backup_exists(&backup),
            _ => cannot_write(&backup, &error),
        })?,
    }
    if let Err(error) = file.persist(path) {
        let _ = fs::remove_file(&backup);
        return Err(failed(error.error));
    }
    overwriting.wrote_to(folder).map_err(failed)?;
    Ok(Saved::Written)
}

/// Extension that is appended to the name of a replaced file.
pub const BACKUP_EXTENSION: &str = "bak";

fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut File::open(from)?, &mut File::create_new(to)?).map(drop)
}

fn backup_exists(backup: &Path) -> Diagnostic {
    let message = format!("{} exists already, and would be lost", backup.display());
    Diagnostic::error(&codes::BACKUP_EXISTS, message).help(codes::BACKUP_EXISTS.advice)
}

pub(super) fn exists(path: &Path) -> Diagnostic {
    let message = format!("{} exists, with other contents", path.display());
    Diagnostic::error(&codes::OUTPUT_EXISTS, message).help("choose another name, or use --force to overwrite it")
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    // Only the kind of the error: its text may contain the name of a temporary file.
    let message = format!("{} cannot be written: {}", path.display(), error.kind());
    Diagnostic::error(&codes::CANNOT_WRITE, message).help(match error.kind() {
        io::ErrorKind::InvalidFilename => {
            "the name is too long for this disk; convert this file alone, with a shorter -o"
        }
        _ => "check the folder, its permissions and the disk",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_bytes_if_all_of_them_are_there_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for length in [0_usize, 1, 8191, 8192, 8193, 20_000] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            assert!(holds(&path, &bytes), "{length}");
            for at in [0, length / 2, length.saturating_sub(1)].into_iter().filter(|at| *at < length) {
                let mut other = bytes.clone();
                other[at] ^= 1;
                assert!(!holds(&path, &other), "{at} of {length}");
            }
            assert!(!holds(&path, &[&bytes[..], b"x"].concat()) && (length == 0 || !holds(&path, &bytes[1..])));
        }
        assert!(!holds(folder.path(), b"") && !holds(&folder.path().join("b"), b""));
    }
}
