//! The inputs of a run, which none of its outputs may overwrite.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The files and folders that a run reads.
///
/// A file is known again by any path, through links and as a hard link. Which files they are is found out when the
/// first output is there already, as most runs write new files only.
#[derive(Debug, Default)]
pub struct Protected {
    paths: Vec<PathBuf>,
    doubtful: Option<Doubtful>,
    ids: OnceLock<HashSet<FileId>>,
}

/// Files that are inputs only where the function says so.
#[derive(Debug)]
struct Doubtful {
    paths: Vec<PathBuf>,
    is_input: fn(&Path) -> bool,
}

/// What tells a file from all others of the machine.
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
    /// Protects files, and packages with all that is in them.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Protected { paths: paths.into_iter().collect(), doubtful: None, ids: OnceLock::new() }
    }

    /// Protects those of `paths` too of which `is_input` holds; that is asked when the first output is there already.
    pub fn and_where(self, paths: impl IntoIterator<Item = PathBuf>, is_input: fn(&Path) -> bool) -> Self {
        Protected { doubtful: Some(Doubtful { paths: paths.into_iter().collect(), is_input }), ..self }
    }

    fn find_ids(&self) -> HashSet<FileId> {
        let doubtful = self.doubtful.iter().flat_map(|d| d.paths.iter().filter(|path| (d.is_input)(path)));
        self.paths.iter().chain(doubtful).filter_map(|path| id(path)).collect()
    }

    /// Whether `path` is one of them, or lies in one.
    pub fn holds(&self, path: &Path) -> bool {
        let ids = self.ids.get_or_init(|| self.find_ids());
        !ids.is_empty() && path.ancestors().any(|path| id(path).is_some_and(|id| ids.contains(&id)))
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
            Protected::new([path("input"), path("package")]).and_where([path("other"), path("perhaps")], is_other);
        fs::write(path("perhaps"), "same").unwrap();
        assert!(protected.holds(&path("perhaps")));
        assert!(protected.holds(&path("input")) && protected.holds(&path("package/../input")));
        assert!(protected.holds(&path("package/table.csv")) && protected.holds(&path("package/new.csv")));
        assert!(!protected.holds(&path("other")) && !protected.holds(&path("new")));
        #[cfg(unix)]
        {
            fs::hard_link(path("input"), path("hard")).unwrap();
            std::os::unix::fs::symlink(path("input"), path("soft")).unwrap();
            assert!(protected.holds(&path("hard")) && protected.holds(&path("soft")));
        }
    }
}
