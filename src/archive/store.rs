//! Where files lie beside each other: on a disk, or in memory.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::finding::{DESCRIPTOR, is_descriptor_of_ours};
use super::inputs::{Input, read_regular, safe_member};

/// Files in folders, of which one may belong to another: a map to the seed beside it.
pub trait Store: Send + Sync {
    /// The bytes of a file; what is no regular file is not opened.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The files beside `path`, itself among them, whose names are wanted, in the order of their paths.
    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf>;

    /// The bytes of a file of a folder that is one document, by its path in the folder.
    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>>;

    /// The file beside `path` that has the same name with another extension, in any case.
    fn namesake(&self, path: &Path, extension: &str) -> Option<PathBuf> {
        let stem = path.file_stem()?.to_str()?;
        let wanted = format!("{stem}.{extension}");
        self.siblings(path, &|name| name.eq_ignore_ascii_case(&wanted)).into_iter().next()
    }
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The folders of this machine.
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
        // A package may be anybody's, and a link in it may lead to what is none of its business.
        let folder = fs::canonicalize(folder)?;
        let path = fs::canonicalize(folder.join(path))?;
        if !path.starts_with(&folder) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link leads out of the folder"));
        }
        read_regular(&path)
    }
}

/// Files in memory, by their paths.
#[derive(Debug, Clone, Default)]
pub struct Memory(BTreeMap<PathBuf, Vec<u8>>);

impl Memory {
    /// Adds a file, in place of one that has the same path.
    pub fn add(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(plain(path.as_ref()), bytes.into());
    }

    /// All there is to read, as if it was found in a folder: files, of one with a game a line each game, and folders
    /// of tables.
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

/// A path without steps that lead nowhere.
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
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_wanted);
        below.filter(is_beside).filter(|path| name(path)).cloned().collect()
    }

    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
        self.read(&folder.join(safe_member(path)?))
    }
}
