//! Files and folders that have another name until they are whole.
//!
//! Each is locked as long as it is being written: so what a killed run left is told from what another run is writing.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempDir};

/// What the names of all temporaries begin with.
const PREFIX: &str = ".ludex-";

/// How many random characters follow.
const RANDOM_LENGTH: usize = 6;

/// The extension of the file that is locked for a folder.
const LOCK: &str = ".lock";

/// How often another run may take a new temporary for one that was left.
const MAX_TRIES: usize = 8;

/// Whether a name is that of a temporary: no input is one, or lies in one.
pub fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// A new file in a folder, with the permissions that any new file gets.
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
        // A file system without locks does without; then nobody removes the file either.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && fs::symlink_metadata(file.path()).is_ok() {
            return Ok(file);
        }
    }
    Err(io::Error::from(io::ErrorKind::ResourceBusy))
}

/// A new folder that will be one of the same folder.
pub struct TemporaryFolder {
    // Dropped, and with that removed, before its lock.
    folder: TempDir,
    lock: NamedTempFile,
}

impl TemporaryFolder {
    /// A new folder in another.
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The file that is locked as long as it is written.
    pub fn lock(&self) -> &Path {
        self.lock.path()
    }

    /// Moves it to its place.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        fs::rename(self.folder.path(), path)?;
        // It has another name now, under which it stays.
        let _ = self.folder.keep();
        Ok(())
    }
}

/// Removes from a folder what killed runs left in it. What cannot be locked or removed stays: it may be another run's.
pub fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(is_lock) = is_lock(&name).filter(|_| is_file()) else { continue };
        let path = entry.path();
        // The lock is held until the file is gone.
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

/// Whether a file of this name is the lock of a folder, or one of its own; nothing where it is no temporary.
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
