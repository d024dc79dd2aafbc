//! Syncs outputs to the disk, so that they survive a loss of power.

use std::fs::File;
use std::io;
use std::path::Path;

/// Syncs the entries of a folder to the disk, if the system supports that.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(target_os = "linux")]
pub use linux::FileSystems;

/// The file systems that outputs were written to; only those of Linux can be synced as a whole.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, Default)]
pub struct FileSystems;

#[cfg(not(target_os = "linux"))]
impl FileSystems {
    /// Records a folder that outputs are written to.
    pub fn add(&self, _: &Path) {}

    /// Does nothing on this system.
    pub fn sync(&self) -> Result<(), (std::path::PathBuf, io::Error)> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{HashMap, HashSet};
    use std::ffi::OsString;
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, PoisonError};

    use rustix::fs::syncfs;
    use rustix::io::Errno;

    /// The file systems that outputs were written to.
    #[derive(Debug, Default)]
    pub struct FileSystems(Mutex<Known>);

    #[derive(Debug, Default)]
    struct Known {
        /// As texts they are compared with less work than as paths.
        folders: HashSet<OsString>,
        /// First folder of each device; it is kept open so that later errors are reported for it.
        open: HashMap<u64, (PathBuf, File)>,
    }

    impl FileSystems {
        /// Records a folder that outputs are written to.
        pub fn add(&self, folder: &Path) {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.folders.contains(folder.as_os_str()) {
                return;
            }
            known.folders.insert(folder.into());
            let Ok(file) = File::open(folder) else { return };
            let Ok(metadata) = file.metadata() else { return };
            known.open.entry(metadata.dev()).or_insert_with(|| (folder.to_owned(), file));
        }

        /// Syncs the recorded file systems; the error has the folder that could not be synced.
        pub fn sync(&self) -> Result<(), (PathBuf, io::Error)> {
            let known = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
            for (folder, file) in known.open.into_values() {
                // Not every file system supports syncing; that is not a failure of the disk.
                if let Err(error @ (Errno::IO | Errno::NOSPC | Errno::DQUOT)) = syncfs(&file) {
                    return Err((folder, error.into()));
                }
            }
            Ok(())
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn each_file_system_is_synced_once() {
            let folder = tempfile::tempdir().unwrap();
            let systems = FileSystems::default();
            for name in ["a", "b", "a"] {
                let path = folder.path().join(name);
                std::fs::create_dir_all(&path).unwrap();
                systems.add(&path);
            }
            systems.add(&folder.path().join("not there"));
            let known = systems.0.lock().unwrap();
            assert_eq!((known.folders.len(), known.open.len()), (3, 1));
            drop(known);
            assert!(systems.sync().is_ok());
            assert!(systems.0.lock().unwrap().open.is_empty());
        }
    }
}
