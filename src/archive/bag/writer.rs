//! Writes bags.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::super::hashing::hash_reader;
use super::super::outputs::{cannot_write, exists};
use super::super::{OutputFile, Overwriting, Protected, save_file};
use super::{
    DECLARATION, DECLARED, INFO, MANIFEST, MAX_TOLD, METADATA, OXUM, PAYLOAD, TAG_MANIFEST, brief, encoded,
    files_below, of_file, read_manifest,
};
use crate::text::printable::hex;
use crate::text::{Diagnostic, codes};

/// A bag that is being written; it only becomes a bag when it is sealed.
pub struct Bag {
    folder: PathBuf,
    overwriting: Overwriting,
    /// SHA-256 of each file that was in the bag before, by the short hash of its path.
    earlier: HashMap<[u8; 16], [u8; 32]>,
}

/// A file of the payload.
pub struct Payload<'p> {
    /// Path in the bag, with forward slashes.
    pub path: &'p str,
    /// Length in bytes.
    pub size: u64,
    /// SHA-256 of the bytes on the disk.
    pub sha256: [u8; 32],
}

impl Bag {
    /// Begins a bag, in a new or empty folder or in an existing bag.
    ///
    /// # Errors
    ///
    /// If the folder holds something else, or cannot be written.
    pub fn begin(folder: &Path, overwriting: &Overwriting) -> Result<Bag, Diagnostic> {
        let failed = |error: io::Error| cannot_write(folder, &error);
        if folder.exists() {
            let is_known = |name: &str| {
                [PAYLOAD, METADATA, DECLARATION, INFO, MANIFEST, TAG_MANIFEST].contains(&name)
                    || super::super::temporary::is_temporary(name.as_ref())
            };
            for entry in fs::read_dir(folder).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                if !name.to_str().is_some_and(is_known) {
                    let help = format!(
                        "it holds {}, which is nothing that Ludex puts into a bag; choose a new folder",
                        name.to_string_lossy()
                    );
                    return Err(exists(folder).help(help));
                }
            }
        }
        // Tags describe the current state, so they may be overwritten.
        let mut tags = Overwriting::new(true, overwriting.sync, Protected::default());
        tags.inputs = Arc::clone(&overwriting.inputs);
        tags.gate = overwriting.gate.clone();
        fs::create_dir_all(folder.join(PAYLOAD)).map_err(failed)?;
        // Without the declaration it is no bag, until it is sealed again.
        match fs::remove_file(folder.join(DECLARATION)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(Bag { folder: folder.to_owned(), overwriting: tags, earlier: earlier(folder) }),
        }
    }

    /// Returns how its tag files are written.
    pub fn overwriting(&self) -> &Overwriting {
        &self.overwriting
    }

    /// Returns the path for a file about the payload. A file that an earlier run left there is renamed with a number.
    ///
    /// # Errors
    ///
    /// If that file cannot be renamed.
    pub fn metadata(&self, name: &str) -> Result<PathBuf, Diagnostic> {
        let folder = self.folder.join(METADATA);
        let path = folder.join(name);
        if path.exists() {
            let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
            let older = (1_u64..).map(|number| folder.join(format!("{stem}-{number}.{extension}")));
            if let Some(free) = older.into_iter().find(|older| !older.exists()) {
                fs::rename(&path, free).map_err(|error| cannot_write(&path, &error))?;
            }
        }
        Ok(path)
    }

    /// Reads the whole payload, passes each file to `tell`, and writes the manifest; returns the `Payload-Oxum`. A file
    /// that was there before must match the earlier manifest, unless `may_change` allows it to differ.
    ///
    /// # Errors
    ///
    /// Each file that cannot be read, has no valid path for a manifest, is missing or was changed; and as for `tell`.
    pub fn write_manifest(
        &mut self,
        may_change: &dyn Fn(&str) -> bool,
        tell: &mut dyn FnMut(&Payload<'_>) -> Result<(), Diagnostic>,
    ) -> Result<String, Vec<Diagnostic>> {
        let mut earlier = std::mem::take(&mut self.earlier);
        let path_of_manifest = self.folder.join(MANIFEST);
        let mut manifest = OutputFile::create_or_compare(&path_of_manifest, &self.overwriting).map_err(|d| vec![d])?;
        let (mut bytes, mut files, mut errors) = (0, 0_u64, Vec::new());
        for path in files_below(&self.folder, PAYLOAD) {
            let one = || {
                let path = path?;
                let (size, sha256) = self.hash(&path)?;
                (bytes, files) = (bytes + size, files + 1);
                let before = earlier.remove(&brief(&path));
                if before.is_some_and(|before| before != sha256) && !may_change(&path) {
                    return Err(wrong(&path, "its bytes are not those of the manifest, and this run did not write it"));
                }
                tell(&Payload { path: &path, size, sha256 })?;
                write_line(&mut manifest, &sha256, &path).map_err(|error| manifest.refused(&error))
            };
            errors.extend(one().err());
            if errors.len() >= MAX_TOLD {
                break;
            }
        }
        if !earlier.is_empty() && errors.len() < MAX_TOLD {
            // The manifest could be read before; if that fails now, the missing files cannot be named.
            let _ = read_manifest(&path_of_manifest, &mut |_, entry| {
                let missing = entry.filter(|(_, path)| earlier.contains_key(&brief(path)) && !may_change(path));
                if let Some((_, path)) = missing.filter(|_| errors.len() < MAX_TOLD) {
                    errors.push(wrong(&path, "the file is missing, which the manifest lists"));
                }
            });
        }
        if !errors.is_empty() {
            return Err(errors.into_iter().map(|d| self.named(d)).collect());
        }
        manifest.finish(&self.overwriting).map_err(|d| vec![d])?;
        Ok(format!("{bytes}.{files}"))
    }

    /// Makes the folder a bag: writes the information for people, the manifest of all tag files, and last the
    /// declaration.
    ///
    /// # Errors
    ///
    /// If these cannot be written.
    pub fn seal(self, oxum: &str, info: &[(&str, String)]) -> Result<(), Diagnostic> {
        let mut text = String::new();
        for (label, value) in info.iter().map(|(label, value)| (*label, &**value)).chain([(OXUM, oxum)]) {
            // A second line of the value would be read as another element.
            text += &format!("{label}: {}\n", value.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        save_file(&self.folder.join(INFO), text.as_bytes(), &self.overwriting)?;
        let mut manifest = OutputFile::create_or_compare(&self.folder.join(TAG_MANIFEST), &self.overwriting)?;
        let of_metadata: Vec<String> = match self.folder.join(METADATA).is_dir() {
            true => files_below(&self.folder, METADATA).collect::<Result<_, _>>().map_err(|d| self.named(d))?,
            false => Vec::new(),
        };
        let tags = [INFO, MANIFEST].map(str::to_owned).into_iter().chain(of_metadata);
        let mut hashes = vec![(DECLARATION.to_owned(), Sha256::digest(DECLARED).into())];
        for path in tags {
            let (_, sha256) = self.hash(&path)?;
            hashes.push((path, sha256));
        }
        for (path, sha256) in hashes {
            write_line(&mut manifest, &sha256, &path).map_err(|error| manifest.refused(&error))?;
        }
        manifest.finish(&self.overwriting)?;
        save_file(&self.folder.join(DECLARATION), DECLARED.as_bytes(), &self.overwriting)?;
        self.overwriting.finish()
    }

    fn hash(&self, path: &str) -> Result<(u64, [u8; 32]), Diagnostic> {
        let place = self.folder.join(path);
        let hashed = File::open(&place).and_then(hash_reader::<Sha256>);
        hashed.map(|(size, hash)| (size, hash.into())).map_err(|error| cannot_write(&place, &error))
    }

    fn named(&self, d: Diagnostic) -> Diagnostic {
        d.in_file(self.folder.display().to_string())
    }
}

fn write_line(manifest: &mut OutputFile, sha256: &[u8; 32], path: &str) -> io::Result<()> {
    writeln!(manifest, "{}  {}", hex(sha256), encoded(path))
}

/// Makes the error about a file that is not as expected.
fn wrong(path: &str, message: &str) -> Diagnostic {
    let help = "look for another copy of it; --force takes what is there now as it is";
    of_file(Diagnostic::error(&codes::BAD_BAG, message).help(help), path.to_owned())
}

/// Returns the hashes of the manifest of an earlier run, if there is one.
fn earlier(folder: &Path) -> HashMap<[u8; 16], [u8; 32]> {
    let mut earlier = HashMap::new();
    // Without a manifest, nothing is known about earlier files.
    let _ = read_manifest(&folder.join(MANIFEST), &mut |_, entry| {
        let of_hex = |hex: &str| -> Option<[u8; 32]> {
            let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok());
            bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
        };
        let entry = entry.and_then(|(hash, path)| Some((brief(&path), of_hex(hash)?)));
        earlier.extend(entry);
    });
    earlier
}

impl Payload<'_> {
    /// Makes the error that the bytes on the disk are not those that were written.
    pub fn changed(&self) -> Diagnostic {
        let message = "its bytes on the disk are not those that were written";
        of_file(
            Diagnostic::error(&codes::BAD_BAG, message).help("check the disk, and make the bag anew"),
            self.path.into(),
        )
    }
}
