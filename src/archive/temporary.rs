//! Temporary files and folders, which get their final name when they are complete.
//!
//! Each is locked while it is being written, which distinguishes the leftovers of a killed run from the files of
//! another.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempDir};

/// Beginning of the names of all temporaries.
const PREFIX: &str = ".ludex-";

/// Number of random characters after the prefix.
const RANDOM_LENGTH: usize = 6;

/// Extension of the file that is locked for a folder.
const LOCK: &str = ".lock";

/// Limit of attempts, since another run may remove a new temporary as a leftover before it is locked.
const MAX_TRIES: usize = 8;

/// Returns whether a name is that of a temporary: these, and everything in them, are never inputs.
pub fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// Creates a file in a folder, with the permissions of any new file.
pub fn file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    locked_in(folder, &mut builder)
}

fn locked_in(folder: &Path, builder: &mut Builder<'_, '_>) -> io::Result<NamedTempFile> {
    builder.prefix(PREFIX).rand_bytes(RANDOM_LENGTH);
    for _ in 0..MAX_TRIES {
        let file = builder.tempfile_in(folder)?;
        // If the file system has no locks, the file is used without; then nobody removes it as a leftover either.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && has_name(&file) {
            return Ok(file);
        }
    }
    Err(io::Error::from(io::ErrorKind::ResourceBusy))
}

/// Returns whether a file has not been removed since it was created.
fn has_name(file: &NamedTempFile) -> bool {
    has_links(file.as_file()) || fs::symlink_metadata(file.path()).is_ok()
}

/// Returns whether an open file is known to have a name, which is quicker to learn than whether a path exists.
#[cfg(unix)]
fn has_links(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
}

#[cfg(not(unix))]
fn has_links(_: &File) -> bool {
    false
}

/// A new folder that will be moved to a path in the same folder.
pub struct TemporaryFolder {
    // Dropped, and thereby removed, before its lock.
    folder: TempDir,
    lock: NamedTempFile,
}

impl TemporaryFolder {
    /// Creates a temporary folder in another folder.
    pub fn new_in(above: &Path) -> io::Result<Self> {
        let lock = locked_in(above, Builder::new().suffix(LOCK))?;
        let name = lock.path().file_stem().unwrap_or_default().to_owned();
        let mut builder = Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let folder = builder.prefix(&name).rand_bytes(0).tempdir_in(above)?;
        Ok(TemporaryFolder { folder, lock })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the file that is locked while it is being written.
    pub fn lock(&self) -> &Path {
        self.lock.path()
    }

    /// Moves it to its final path.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        fs::rename(self.folder.path(), path)?;
        // It has another name now, under which it is kept.
        let _ = self.folder.keep();
        Ok(())
    }
}

/// Removes what killed runs left in a folder. What cannot be locked or removed is kept: it may belong to another run.
pub fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(is_lock) = is_lock(&name).filter(|_| is_file()) else { continue };
        let path = entry.path();
        // The lock is held until the file is removed.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_err() {
            continue;
        }
        if is_lock {
            let _ = fs::remove_dir_all(path.with_extension(""));
        }
        let _ = fs::remove_file(&path);
    }
}

/// Returns whether a file of this name is the lock of a folder, or else a temporary file itself; `None` if it is no
/// temporary.
fn is_lock(name: &OsStr) -> Option<bool> {
    let rest = name.to_str()?.strip_prefix(PREFIX)?;
    let random = rest.strip_suffix(LOCK);
    let is_random = |text: &str| text.len() == RANDOM_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_random(random.unwrap_or(rest)).then_some(random.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_is_removed_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        };
        let left = [put(".ludex-aB3dE6"), put(".ludex-xyz123.lock"), put(".ludex-xyz123/originals/a")];
        let foreign = [put(".ludex-notes.txt"), put(".ludex-aaaaaa/x"), put("aB3dE6"), put(".ludex-abc.lock")];
        let file = file_in(folder.path()).unwrap();
        let whole = TemporaryFolder::new_in(folder.path()).unwrap();
        fs::write(whole.path().join("x"), "").unwrap();
        remove_left(folder.path());
        assert!(left.iter().all(|path| !path.exists()), "{left:?}");
        assert!(!folder.path().join(".ludex-xyz123").exists());
        assert!(foreign.iter().all(|path| path.exists()), "{foreign:?}");
        assert!(file.path().exists() && whole.path().join("x").exists());
        whole.persist(&folder.path().join("whole")).unwrap();
        file.persist(folder.path().join("file")).unwrap();
        let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>();
        assert_eq!(names(folder.path()).len(), foreign.len() + 2, "{:?}", names(folder.path()));
    }
}
