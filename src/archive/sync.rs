//! That outputs outlive a loss of power.

use std::fs::File;
use std::io;
use std::path::Path;

/// Sees to it that the names in a folder are on the disk, where the system can be asked to.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(target_os = "linux")]
pub use linux::FileSystems;

/// The file systems that outputs were written to; those of Linux alone can be synced whole.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, Default)]
pub struct FileSystems;

#[cfg(not(target_os = "linux"))]
impl FileSystems {
    /// Takes note of a folder that outputs are written to.
    pub fn add(&self, _: &Path) {}

    /// Sees to it that what was written is on the disk.
    pub fn sync(&self) -> Result<(), (std::path::PathBuf, io::Error)> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{HashMap, HashSet};
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
        folders: HashSet<PathBuf>,
        /// By device, the first folder of each; it is open, so that what goes wrong from then on is said of it.
        open: HashMap<u64, (PathBuf, File)>,
    }

    impl FileSystems {
        /// Takes note of a folder that outputs are written to.
        pub fn add(&self, folder: &Path) {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.folders.contains(folder) {
                return;
            }
            known.folders.insert(folder.to_owned());
            let Ok(file) = File::open(folder) else { return };
            let Ok(metadata) = file.metadata() else { return };
            known.open.entry(metadata.dev()).or_insert_with(|| (folder.to_owned(), file));
        }

        /// Sees to it that what was written is on the disk; gives the folder of what cannot be.
        pub fn sync(&self) -> Result<(), (PathBuf, io::Error)> {
            let known = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
            for (folder, file) in known.open.into_values() {
                // Not every system lets itself be asked; that is no failure of the disk.
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
