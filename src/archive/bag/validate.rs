//! Validates a bag against its manifests.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path};

use sha2::{Digest, Sha256, Sha512};

use super::super::hashing::hash_reader;
use super::super::inputs::{read_regular, reason};
use super::{DECLARATION, INFO, MAX_TOLD, OXUM, PAYLOAD, brief, files_below, of_file, read_manifest};
use crate::text::printable::{hex, quoted};
use crate::text::{Diagnostic, codes};

/// A hash algorithm of manifests.
#[derive(Clone, Copy)]
enum Algorithm {
    Sha256,
    Sha512,
}

impl Algorithm {
    const ALL: [Algorithm; 2] = [Algorithm::Sha512, Algorithm::Sha256];

    fn id(self) -> &'static str {
        match self {
            Algorithm::Sha256 => "sha256",
            Algorithm::Sha512 => "sha512",
        }
    }

    /// Returns the length of a file and its hash in hexadecimal.
    fn hash(self, path: &Path) -> io::Result<(u64, String)> {
        fn of<D: Digest>(file: File) -> io::Result<(u64, String)> {
            hash_reader::<D>(file).map(|(size, hash)| (size, hex(&hash)))
        }
        // A link may lead out of the bag, and opening a pipe may wait forever.
        if !fs::symlink_metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        let file = File::open(path)?;
        match self {
            Algorithm::Sha256 => of::<Sha256>(file),
            Algorithm::Sha512 => of::<Sha512>(file),
        }
    }
}

/// Returns whether a folder is a bag.
pub fn is_bag(folder: &Path) -> bool {
    folder.join(DECLARATION).is_file()
}

/// Returns the differences between a bag and its manifests: files that are missing, changed, or not listed.
pub fn validate(bag: &Path) -> Vec<Diagnostic> {
    let mut validation = Validation { bag, found: Vec::new(), more: 0 };
    validation.declaration();
    let mut oxum = None;
    for algorithm in Algorithm::ALL {
        if bag.join(format!("manifest-{}.txt", algorithm.id())).exists() {
            oxum = Some(validation.payload(algorithm));
        }
        if bag.join(format!("tagmanifest-{}.txt", algorithm.id())).exists() {
            validation.manifest(algorithm, "tagmanifest", &mut HashSet::new());
        }
    }
    match oxum {
        None => validation.wrong(DECLARATION, "the bag has no manifest of SHA-256 or SHA-512".to_owned()),
        Some(oxum) => validation.oxum(&oxum),
    }
    let Validation { mut found, more, .. } = validation;
    if more > 0 {
        found.push(Diagnostic::error(&codes::BAD_BAG, format!("and {more} more files are not as the manifests say")));
    }
    found.into_iter().map(|d| d.in_file(bag.display().to_string())).collect()
}

struct Validation<'b> {
    bag: &'b Path,
    found: Vec<Diagnostic>,
    /// Number of findings that are not listed one by one.
    more: usize,
}

impl Validation<'_> {
    fn wrong(&mut self, path: &str, message: String) {
        self.add(of_file(Diagnostic::error(&codes::BAD_BAG, message).help(codes::BAD_BAG.advice), path.to_owned()));
    }

    fn add(&mut self, d: Diagnostic) {
        if self.found.len() < MAX_TOLD {
            self.found.push(d);
        } else {
            self.more += 1;
        }
    }

    fn declaration(&mut self) {
        let text = match read_regular(&self.bag.join(DECLARATION)) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(error) => return self.wrong(DECLARATION, format!("cannot be read: {}", reason(&error))),
        };
        let element = |label: &str| text.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(':'));
        match element("BagIt-Version").map(str::trim) {
            Some("1.0" | "0.97") => {}
            found => {
                let found = found.map_or_else(|| "none".to_owned(), quoted);
                self.wrong(DECLARATION, format!("expected BagIt-Version 1.0 or 0.97, found {found}"));
            }
        }
        match element("Tag-File-Character-Encoding").map(str::trim) {
            Some(encoding) if encoding.eq_ignore_ascii_case("utf-8") => {}
            found => {
                let found = found.map_or_else(|| "none".to_owned(), quoted);
                self.wrong(DECLARATION, format!("expected tag files in UTF-8, found {found}"));
            }
        }
    }

    /// Compares the payload with one of its manifests; returns the payload's `Payload-Oxum`.
    fn payload(&mut self, algorithm: Algorithm) -> String {
        let mut listed = HashSet::new();
        let bytes = self.manifest(algorithm, "manifest", &mut listed);
        let mut files = 0_u64;
        if self.bag.join(PAYLOAD).is_dir() {
            for path in files_below(self.bag, PAYLOAD) {
                files += 1;
                match path {
                    Ok(path) if !listed.contains(&brief(&path)) => {
                        self.wrong(&path, format!("not in manifest-{}.txt", algorithm.id()));
                    }
                    Ok(_) => {}
                    Err(d) => self.add(d),
                }
            }
        } else {
            self.wrong(PAYLOAD, "the bag has no payload: there is no such folder".to_owned());
        }
        format!("{bytes}.{files}")
    }

    /// Compares the files that a manifest lists with their hashes; returns their total length in bytes.
    fn manifest(&mut self, algorithm: Algorithm, kind: &str, listed: &mut HashSet<[u8; 16]>) -> u64 {
        let name = format!("{kind}-{}.txt", algorithm.id());
        let mut bytes = 0;
        let bag = self.bag;
        let read = read_manifest(&bag.join(&name), &mut |number, entry| {
            let Some((hash, path)) = entry else {
                return self.wrong(&name, format!("line {number}: expected a hash and a path"));
            };
            let is_payload = path.starts_with(&format!("{PAYLOAD}/"));
            let is_inside = Path::new(&path).components().all(|step| matches!(step, Component::Normal(_)));
            if !is_inside || is_payload != (kind == "manifest") {
                let message = format!("line {number}: {} is no place for a file of this manifest", quoted(&path));
                return self.wrong(&name, message);
            }
            if !listed.insert(brief(&path)) {
                return self.wrong(&name, format!("line {number}: {} is listed twice", quoted(&path)));
            }
            match algorithm.hash(&bag.join(&path)) {
                Ok((size, found)) => {
                    bytes += size;
                    if !found.eq_ignore_ascii_case(hash) {
                        self.wrong(&path, format!("its bytes are not those of {name}"));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    self.wrong(&path, format!("the file is missing, which {name} lists"));
                }
                Err(error) => self.wrong(&path, format!("cannot be read: {}", reason(&error))),
            }
        });
        if let Err(error) = read {
            self.wrong(&name, format!("cannot be read: {}", reason(&error)));
        }
        bytes
    }

    /// Compares the `Payload-Oxum` of the bag's information with the one found.
    fn oxum(&mut self, found: &str) {
        let Ok(text) = read_regular(&self.bag.join(INFO)) else { return };
        let text = String::from_utf8_lossy(&text);
        let told = text.lines().find_map(|line| line.strip_prefix(OXUM)?.strip_prefix(':')).map(str::trim);
        if let Some(told) = told.filter(|told| *told != found) {
            self.wrong(INFO, format!("expected {OXUM} {found}, found {}", quoted(told)));
        }
    }
}
