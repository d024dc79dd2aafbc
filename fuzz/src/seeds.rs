//! The files that inputs are made from: the fixtures of the checkout.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludex::internals::conversion::{self, Content, ReadOptions, WriteOptions};
use ludex::internals::formats::{CSV, Format, json};
use ludex::internals::model::Board;

use crate::lists::{List, lists_of};
use crate::package;

/// Maximum length of a fixture in bytes. Longer ones are left out: shorter ones have the same content, and each takes
/// long.
const MAX_SEED: usize = 40_000;

/// Fixtures by format, and the files that are written from them.
pub struct Seeds {
    pub texts: HashMap<&'static str, Vec<Vec<u8>>>,
    pub documents: Vec<Vec<u8>>,
    /// Lists of the documents.
    pub lists: Vec<List>,
    pub packages: Vec<Vec<u8>>,
    pub containers: Vec<Vec<u8>>,
    pub all: Vec<Vec<u8>>,
    /// A board that the names in a file may refer to.
    pub board: Option<Arc<Board>>,
}

impl Seeds {
    /// Reads all fixtures below the folder `fixtures` of the checkout.
    pub fn load() -> Seeds {
        // This file is compiled both with the program's tests and in a crate below it.
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = own.ancestors().map(|folder| folder.join("fixtures")).find(|folder| folder.is_dir());
        let mut seeds = Seeds {
            texts: HashMap::new(),
            documents: Vec::new(),
            lists: Vec::new(),
            packages: Vec::new(),
            containers: Vec::new(),
            all: Vec::new(),
            board: None,
        };
        let mut paths = Vec::new();
        collect(&root.expect("the checkout has fixtures"), &mut paths);
        paths.sort();
        for path in paths {
            let Ok(bytes) = fs::read(&path) else { continue };
            if path.components().any(|part| part.as_os_str() == "containers") {
                if bytes.len() <= MAX_SEED && !path.ends_with("README.txt") {
                    seeds.containers.push(bytes);
                }
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let of_folder =
                path.components().find_map(|part| ludex::internals::formats::format(part.as_os_str().to_str()?));
            let Some(format) = of_folder.or_else(|| conversion::identify(&name, &bytes, None)) else { continue };
            if bytes.len() <= MAX_SEED && !bytes.is_empty() {
                seeds.add(format, &name, bytes);
            }
        }
        seeds.lists = lists_of(&seeds.documents);
        seeds
    }

    fn add(&mut self, format: &'static Format, name: &str, bytes: Vec<u8>) {
        let options = ReadOptions { format: Some(format.id.into()), salvage: true, ..ReadOptions::default() };
        if let Some(document) = conversion::read(name, &bytes, &options).document {
            if name == "map.lakes" {
                self.board = conversion::board_of(&document, name).map(Arc::new);
            }
            // A document without its original has nothing but its values.
            for no_originals in [false, true] {
                let options = WriteOptions { no_originals, ..WriteOptions::default() };
                for target in [&json::JSON, &CSV] {
                    match conversion::write(&document, target, &options).0.pop().map(|output| output.content) {
                        Some(Content::File(bytes)) => self.documents.push(bytes),
                        Some(Content::Folder(files)) => self.packages.push(package::joined(&files)),
                        None => {}
                    }
                }
            }
        }
        self.all.push(bytes.clone());
        self.texts.entry(format.id).or_default().push(bytes);
    }

    /// Returns the fixtures of a format.
    pub fn of(&self, format: &Format) -> &[Vec<u8>] {
        self.texts.get(format.id).map_or(&[], Vec::as_slice)
    }
}

/// Collects the files below a folder, except those that were made from others.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.ends_with("golden") {
            collect(&path, paths);
        } else if path.is_file() {
            paths.push(path);
        }
    }
}
