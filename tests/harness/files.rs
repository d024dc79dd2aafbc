//! The files on which invariants are tested.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::formats::{FORMATS, Format, TextFormat};
use ludex::internals::model::Board;
use ludex::internals::text::Encoding;

use super::tries::is_thorough;

/// A file of a text format.
#[derive(Clone)]
pub struct Sample {
    pub format: &'static Format,
    pub path: PathBuf,
    pub bytes: Arc<Vec<u8>>,
    pub origin: Origin,
    notation: &'static dyn TextFormat,
    /// The board that the file refers to, with the file of the board; `None` if it refers to none.
    pub board: Option<(PathBuf, Arc<Board>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// `fixtures/FORMAT/good`
    Good,
    /// `fixtures/FORMAT/bad`
    Bad,
    /// The corpus.
    Corpus,
}

impl Sample {
    /// Returns the name of a test of this file.
    pub fn test_name(&self, invariant: &str) -> String {
        let name = self.name();
        let origin = match self.origin {
            Origin::Good => "good",
            Origin::Bad => "bad",
            Origin::Corpus => "corpus",
        };
        let board = if self.board.is_some() { "::on_board" } else { "" };
        format!("{invariant}::{}::{origin}::{name}{board}", self.format.id)
    }

    pub fn name(&self) -> String {
        self.path.file_name().unwrap().to_string_lossy().into_owned()
    }

    /// Returns the format, with the board of the file.
    pub fn text_format(&self) -> &'static dyn TextFormat {
        self.notation
    }

    pub fn board(&self) -> Option<Arc<Board>> {
        self.board.as_ref().map(|(_, board)| Arc::clone(board))
    }

    /// Returns the text, decoded as the reader does.
    pub fn text(&self) -> String {
        let decoded = self.format.encoding.decode(&self.bytes);
        decoded.unwrap_or_else(|_| Encoding::ISO_8859_1.decode(&self.bytes).unwrap()).into_owned()
    }

    /// Returns whether the costly invariants are tested on the file: on a third of the files unless everything is tried.
    pub fn is_selected(&self) -> bool {
        is_thorough() || (self.bytes.len() + self.name().len()).is_multiple_of(3)
    }

    /// Returns whether the reader recognizes the file, damaged or not.
    pub fn is_readable(&self) -> bool {
        self.text_format().read(&self.text(), &mut ludex::internals::text::Report::silent()).is_some()
    }
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Returns every fixture and corpus file.
pub fn all() -> Vec<Sample> {
    let mut samples = Vec::new();
    for format in FORMATS.iter().filter(|f| f.text().is_some()) {
        for (folder, origin) in [("good", Origin::Good), ("bad", Origin::Bad)] {
            for path in files_in(&fixtures().join(format.id).join(folder)) {
                samples.push(sample(format, path, origin));
            }
        }
    }
    samples.extend(corpus());
    let on_boards: Vec<Sample> = samples.iter().filter_map(|sample| on_board(sample, &samples)).collect();
    samples.extend(on_boards);
    samples
}

/// Returns a file that refers to a board together with that board, which is looked for among the files of the same
/// origin.
fn on_board(sample: &Sample, samples: &[Sample]) -> Option<Sample> {
    let wanted = sample.format.board_lookup?;
    let boards = samples.iter().filter(|s| s.format.id == wanted.format.id && s.origin == sample.origin);
    let game = sample.text_format().read(&sample.text(), &mut ludex::internals::text::Report::silent())?;
    let board = |file: &Sample| {
        let options = ReadOptions { format: Some(file.format.id.into()), ..ReadOptions::default() };
        let document = conversion::read(&file.name(), &file.bytes, &options).document?;
        Some((file.path.clone(), Arc::new(conversion::board_of(&document, &file.name())?)))
    };
    let names = (wanted.names)(&sample.name());
    let named = boards.clone().find(|file| names.contains(&file.name())).and_then(board);
    let preparation = || boards.filter_map(board).find(|(_, board)| (wanted.fits)(&game, board));
    let (path, board) = named.or_else(preparation)?;
    // It leaks once for each file, and the tests end soon.
    let notation = Box::leak(sample.notation.on_board(&board)?);
    Some(Sample { notation, board: Some((path, board)), ..sample.clone() })
}

fn corpus() -> Vec<Sample> {
    let root = std::env::var_os("LUDEX_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    if !root.is_dir() {
        eprintln!("notice: no corpus at {} (LUDEX_CORPUS); its files are skipped", root.display());
        return Vec::new();
    }
    let mut paths = Vec::new();
    let folders = walkdir::WalkDir::new(&root).min_depth(1).into_iter().flatten().filter(|e| e.file_type().is_dir());
    for folder in folders {
        paths.extend(files_in(folder.path()));
    }
    let of_a_format = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let named = FORMATS.iter().copied().find(|f| f.text().is_some() && f.is_usual_name(&name));
        let by_bytes = || conversion::identify(&name, &fs::read(&path).ok()?, None).filter(|f| f.text().is_some());
        Some(sample(named.or_else(by_bytes)?, path.clone(), Origin::Corpus))
    };
    paths.into_iter().filter_map(of_a_format).filter(|s| !s.bytes.is_empty()).collect()
}

fn sample(format: &'static Format, path: PathBuf, origin: Origin) -> Sample {
    let bytes = Arc::new(fs::read(&path).unwrap());
    Sample { format, path, bytes, origin, notation: format.text().unwrap(), board: None }
}

/// Returns the files in a folder, sorted; none if there is no such folder.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    files.sort();
    files
}
