//! The inputs of a run, which none of its outputs may overwrite.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::inputs::Input;

/// The files and folders that a run reads.
///
/// A file is recognised under any path, through links and as a hard link. The files are identified only when an output
/// exists already, as most runs write only new files.
#[derive(Debug, Default)]
pub struct Protected {
    /// Files and folders that the user named.
    named: Vec<PathBuf>,
    /// Files found in folders.
    found: Vec<PathBuf>,
    doubtful: Option<Doubtful>,
    ids: OnceLock<HashMap<FileId, Role>>,
    /// Files that were read because they are beside an input.
    companions: Mutex<HashSet<FileId>>,
}

/// The role of a file that a run reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The user named it, or it was read for such a file.
    Named,
    /// It was found in a folder that the user named, and may have been skipped.
    Found,
}

/// Files that are inputs only if the function says so.
#[derive(Debug)]
struct Doubtful {
    paths: Vec<PathBuf>,
    is_input: fn(&Path) -> bool,
}

/// Identifies a file among all files of the machine.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = PathBuf;

#[cfg(unix)]
fn id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> Option<FileId> {
    fs::canonicalize(path).ok()
}

impl Protected {
    /// Protects files, and packages with everything in them.
    pub fn new(named: impl IntoIterator<Item = PathBuf>, found: impl IntoIterator<Item = PathBuf>) -> Self {
        Protected { named: named.into_iter().collect(), found: found.into_iter().collect(), ..Protected::default() }
    }

    /// Protects the inputs, and other files that the user named.
    pub fn of<'i>(inputs: impl IntoIterator<Item = &'i Input>, others: impl IntoIterator<Item = PathBuf>) -> Self {
        let (found, named): (Vec<&Input>, Vec<&Input>) = inputs.into_iter().partition(|input| input.found);
        let path = |input: &Input| input.file().to_owned();
        Protected::new(named.into_iter().map(path).chain(others), found.into_iter().map(path))
    }

    /// Also protects those of `paths` for which `is_input` is true; that is evaluated when an output exists already.
    pub fn and_where(self, paths: impl IntoIterator<Item = PathBuf>, is_input: fn(&Path) -> bool) -> Self {
        Protected { doubtful: Some(Doubtful { paths: paths.into_iter().collect(), is_input }), ..self }
    }

    /// Also protects a file that is read.
    pub fn add(&self, path: &Path) {
        let mut companions = self.companions.lock().unwrap_or_else(PoisonError::into_inner);
        companions.extend(id(path));
    }

    fn find_ids(&self) -> HashMap<FileId, Role> {
        let doubtful = self.doubtful.iter().flat_map(|d| d.paths.iter().filter(|path| (d.is_input)(path)));
        let found = self.found.iter().chain(doubtful).map(|path| (path, Role::Found));
        let named = self.named.iter().map(|path| (path, Role::Named));
        found.chain(named).filter_map(|(path, role)| Some((id(path)?, role))).collect()
    }

    /// Returns the role of `path` or of a folder that contains it; `None` if it is not an input.
    pub fn role_of(&self, path: &Path) -> Option<Role> {
        let ids = self.ids.get_or_init(|| self.find_ids());
        let companions = self.companions.lock().unwrap_or_else(PoisonError::into_inner);
        if ids.is_empty() && companions.is_empty() {
            return None;
        }
        let role = |id: FileId| ids.get(&id).copied().or_else(|| companions.contains(&id).then_some(Role::Named));
        path.ancestors().filter_map(id).find_map(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_any_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("package")).unwrap();
        for name in ["input", "other", "package/table.csv"] {
            fs::write(path(name), "same").unwrap();
        }
        let is_other = |path: &Path| path.ends_with("perhaps");
        let protected =
            Protected::new([path("input")], [path("package")]).and_where([path("other"), path("perhaps")], is_other);
        let role = |name: &str| protected.role_of(&path(name));
        fs::write(path("perhaps"), "same").unwrap();
        assert_eq!(role("perhaps"), Some(Role::Found));
        assert_eq!((role("input"), role("package/../input")), (Some(Role::Named), Some(Role::Named)));
        assert_eq!((role("package/table.csv"), role("package/new.csv")), (Some(Role::Found), Some(Role::Found)));
        assert_eq!((role("other"), role("new")), (None, None));
        protected.add(&path("other"));
        assert_eq!(role("other"), Some(Role::Named));
        #[cfg(unix)]
        {
            fs::hard_link(path("input"), path("hard")).unwrap();
            std::os::unix::fs::symlink(path("input"), path("soft")).unwrap();
            assert_eq!((role("hard"), role("soft")), (Some(Role::Named), Some(Role::Named)));
        }
    }
}
