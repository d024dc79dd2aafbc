//! Stores of files that may belong together: on disk, or in memory.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::finding::{DESCRIPTOR, is_descriptor_of_ours};
use super::inputs::{Input, read_regular, safe_member};

/// Files in folders, of which one may belong to another, such as a map to the seed beside it.
pub trait Store: Send + Sync {
    /// Reads a file; one that is not a regular file is not opened.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Returns the files beside `path`, including itself, with wanted names, in the order of their paths.
    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf>;

    /// Reads a file in a folder that is a single document, by its path in the folder.
    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the file beside `path` that has the same name with another extension; case is ignored.
    fn namesake(&self, path: &Path, extension: &str) -> Option<PathBuf> {
        let wanted = namesake_of(path, extension)?;
        self.siblings(path, &|name| name.eq_ignore_ascii_case(&wanted)).into_iter().next()
    }
}

/// Returns the folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file system of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Store for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_regular(path)
    }

    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
        let is_wanted = |entry: &DirEntry| entry.file_name().to_str().is_some_and(is_wanted);
        let mut found: Vec<PathBuf> = entries.filter(is_wanted).map(|entry| entry.path()).collect();
        found.sort();
        found
    }

    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
        let path = safe_member(path)?;
        // A package may come from anybody, and a link in it may lead out of the folder.
        let folder = fs::canonicalize(folder)?;
        let path = fs::canonicalize(folder.join(path))?;
        if !path.starts_with(&folder) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link leads out of the folder"));
        }
        read_regular(&path)
    }
}

/// A store that lists each folder only once: finding the companions of a hundred thousand files must not list them all
/// for each.
pub struct Listed {
    store: Box<dyn Store>,
    /// Listings of the folders used last, the latest first.
    folders: Mutex<VecDeque<(PathBuf, Arc<Listing>)>>,
}

/// The files of a folder.
struct Listing {
    /// Paths in order.
    paths: Vec<PathBuf>,
    /// Index of the first file of each name, in lower case.
    by_name: HashMap<String, usize>,
}

/// Limit of kept listings: files come folder by folder, but each thread may be in another folder.
const MAX_LISTINGS: usize = 8;

impl Listed {
    /// Creates a store that lists the folders of another.
    pub fn new(store: impl Store + 'static) -> Self {
        Listed { store: Box::new(store), folders: Mutex::default() }
    }

    fn listing(&self, path: &Path) -> Arc<Listing> {
        let folder = folder_of(path);
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = folders.iter().find(|(known, _)| known == folder) {
            return Arc::clone(known);
        }
        let paths = self.store.siblings(path, &|_| true);
        let mut by_name = HashMap::with_capacity(paths.len());
        for (index, name) in paths.iter().enumerate().filter_map(|(index, path)| Some((index, name_of(path)?))) {
            by_name.entry(name.to_ascii_lowercase()).or_insert(index);
        }
        let listing = Arc::new(Listing { paths, by_name });
        folders.truncate(MAX_LISTINGS - 1);
        folders.push_front((folder.to_owned(), Arc::clone(&listing)));
        listing
    }
}

impl Store for Listed {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.store.read(path)
    }

    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
        let listing = self.listing(path);
        listing.paths.iter().filter(|path| name_of(path).is_some_and(is_wanted)).cloned().collect()
    }

    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
        self.store.member(folder, path)
    }

    fn namesake(&self, path: &Path, extension: &str) -> Option<PathBuf> {
        let wanted = namesake_of(path, extension)?.to_ascii_lowercase();
        let listing = self.listing(path);
        listing.paths.get(*listing.by_name.get(&wanted)?).cloned()
    }
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// Returns the name of a file with another extension.
pub(super) fn namesake_of(path: &Path, extension: &str) -> Option<String> {
    Some(format!("{}.{extension}", path.file_stem()?.to_str()?))
}

/// Files in memory, by their paths.
#[derive(Debug, Clone, Default)]
pub struct Memory(BTreeMap<PathBuf, Vec<u8>>);

impl Memory {
    /// Adds a file, or replaces the one with the same path.
    pub fn add(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(plain(path.as_ref()), bytes.into());
    }

    /// Returns all inputs, as if found in a folder: files, the games of a file with one on each line, and folders of
    /// tables.
    pub fn inputs(&self) -> Vec<Input> {
        let is_descriptor = |path: &Path| path.file_name() == Some(OsStr::new(DESCRIPTOR));
        let descriptors = self.0.iter().filter(|(path, bytes)| is_descriptor(path) && is_descriptor_of_ours(bytes));
        let packages: HashSet<&Path> = descriptors.filter_map(|(path, _)| path.parent()).collect();
        let mut inputs = Vec::new();
        for (path, bytes) in &self.0 {
            let package = path.ancestors().skip(1).filter(|folder| packages.contains(folder)).last();
            match package {
                None => inputs.extend(Input::in_memory(path, bytes)),
                Some(folder) if is_descriptor(path) && path.parent() == package => {
                    inputs.push(Input::package(folder, Path::new(""), true));
                }
                Some(_) => {}
            }
        }
        inputs
    }
}

impl<P: AsRef<Path>, B: Into<Vec<u8>>> FromIterator<(P, B)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        let mut memory = Memory::default();
        files.into_iter().for_each(|(path, bytes)| memory.add(path, bytes));
        memory
    }
}

/// Removes `.` steps from a path.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|step| *step != Component::CurDir).collect()
}

impl Store for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(&plain(path)).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
        let folder = plain(folder_of(path));
        let below = self.0.range(folder.clone()..).map(|(path, _)| path).take_while(|path| path.starts_with(&folder));
        let is_beside = |path: &&PathBuf| path.parent() == Some(&*folder);
        below.filter(is_beside).filter(|path| name_of(path).is_some_and(is_wanted)).cloned().collect()
    }

    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
        self.read(&folder.join(safe_member(path)?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts how often a folder is listed.
    struct Counted(Memory, Arc<AtomicUsize>);

    impl Store for Counted {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            self.0.read(path)
        }

        fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.siblings(path, is_wanted)
        }

        fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
            self.0.member(folder, path)
        }
    }

    #[test]
    fn a_folder_is_listed_once_whatever_is_looked_for_beside_its_files() {
        let names = (0..100).flat_map(|n| [format!("d/WAR{n}.DAT"), format!("d/war{n}.rec"), format!("e/WAR{n}.REC")]);
        let memory: Memory = names.map(|name| (name, "")).collect();
        let listings = Arc::new(AtomicUsize::new(0));
        let listed = Listed::new(Counted(memory.clone(), Arc::clone(&listings)));
        for n in 0..100 {
            for (path, extension) in [("d/WAR", "REC"), ("e/WAR", "DAT"), ("d/none", "REC"), ("e/WAR", "rec")] {
                let path = PathBuf::from(format!("{path}{n}.DAT"));
                assert_eq!(listed.namesake(&path, extension), memory.namesake(&path, extension), "{path:?}");
            }
            let is_wanted = |name: &str| name.ends_with("7.DAT");
            assert_eq!(listed.siblings(Path::new("d/x"), &is_wanted), memory.siblings(Path::new("d/x"), &is_wanted));
        }
        assert_eq!(listings.load(Ordering::Relaxed), 2);
    }
}
