//! Reading files with what belongs to them: the map of a seed, the `.DAT` of a `.REC`.

mod boards;
mod companion;
mod foreign;
mod given;
mod together;

pub use foreign::{Skipped, advise, skipped};
pub use given::{board_in, positions_in};
pub use together::join_by_themselves;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{ReadOptions, ReadOutcome, locate_in_source, read, read_package, validate, validate_values};
use crate::archive::{Disk, Input, InputKind, Listed, Protected, Store};
use crate::formats::{self, BLOCK_LENGTH, Block, Format};
use crate::model::Board;
use crate::rules::RuleSet;
use crate::text::{Diagnostic, Severity};

/// Reads inputs, and looks in a store for what lies beside them.
pub struct FileReader {
    store: Box<dyn Store>,
    /// Where the files are added that boards are read from.
    inputs: Arc<Protected>,
    /// The boards that were found, so that each is read once.
    boards: Mutex<HashMap<PathBuf, Option<Arc<Board>>>>,
    /// The files of a folder that may be boards.
    folders: Mutex<HashMap<PathBuf, Arc<Vec<PathBuf>>>>,
}

impl Default for FileReader {
    fn default() -> Self {
        FileReader::new(Disk)
    }
}

impl FileReader {
    /// Looks in a store.
    pub fn new(store: impl Store + 'static) -> Self {
        FileReader {
            store: Box::new(Listed::new(store)),
            inputs: Arc::default(),
            boards: Mutex::default(),
            folders: Mutex::default(),
        }
    }

    /// Looks on the disk; the files that boards are read from are inputs of the run, too.
    pub fn protecting(inputs: Arc<Protected>) -> Self {
        FileReader { inputs, ..FileReader::default() }
    }

    /// Reads an input, with the board that lies beside it where it refers to one; its diagnostics name it by its label.
    /// Where `strict`, warnings are errors.
    pub fn read(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.read_by(input, options, strict, |bytes| self.read_on_board_beside(input, bytes, options))
    }

    /// Reads an input as [`FileReader::read`] does, and gives its bytes too; a package has none of its own.
    pub fn read_with_bytes(&self, input: &Input, options: &ReadOptions, strict: bool) -> (ReadOutcome, Vec<u8>) {
        let mut kept = Vec::new();
        let reading = self.read_by(input, options, strict, |bytes| {
            kept = bytes.to_vec();
            self.read_on_board_beside(input, bytes, options)
        });
        (reading, kept)
    }

    /// Reads an input without a board that lies beside it.
    pub fn read_alone(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.read_by(input, options, strict, |bytes| read(&input.name(), bytes, options))
    }

    fn read_by(
        &self,
        input: &Input,
        options: &ReadOptions,
        strict: bool,
        read: impl FnOnce(&[u8]) -> ReadOutcome,
    ) -> ReadOutcome {
        let mut reading = match input.kind {
            InputKind::Package => read_package(&|path| self.store.member(&input.path, path), options.max_size),
            InputKind::File | InputKind::Stdin { .. } | InputKind::Line(..) => match bytes_of(input, options) {
                Ok(bytes) => read(&bytes),
                Err(d) => ReadOutcome::failed(None, d),
            },
        };
        if reading.format.and_then(Format::text).is_some() {
            // A document has the paths of its own sources already.
            let sources = reading.document.iter_mut().flat_map(|document| &mut document.sources);
            sources.for_each(|source| {
                source.path = input.path_in_folder();
                if let InputKind::Line(line) = input.kind {
                    source.name = input.source_name();
                    (source.line, source.lines) = (Some(line.game), Some(line.games));
                }
            });
        }
        let mut judged = validate_values(&reading);
        locate(&mut judged, &reading);
        reading.diagnostics.append(&mut judged);
        name_file(&mut reading.diagnostics, input);
        reading.diagnostics.extend(self.way_out(input, &reading));
        if strict {
            make_strict(&mut reading.diagnostics);
        }
        reading
    }

    /// Everything that is wrong or odd about an input that was read, in the order of its lines: what reading said, which
    /// is taken, and what the rules say.
    pub fn findings(&self, input: &Input, reading: &mut ReadOutcome, rules: RuleSet, strict: bool) -> Vec<Diagnostic> {
        let mut judged = validate(reading, rules);
        locate(&mut judged, reading);
        judged.extend(reading.document.iter().flat_map(|document| self.doubts_about_companion(input, document)));
        name_file(&mut judged, input);
        if strict {
            make_strict(&mut judged);
        }
        // What the program that the file is for refuses was not understood on reading either.
        let place = |d: &Diagnostic| (d.code.clone(), d.line, d.column, d.offset);
        let refused: HashSet<_> = judged.iter().map(place).collect();
        let mut found = std::mem::take(&mut reading.diagnostics);
        found.retain(|d| d.is_error() || !refused.contains(&place(d)));
        found.append(&mut judged);
        found.sort_by_key(Diagnostic::place_in_source);
        found
    }
}

/// Places findings in the lines or in the tables that a document was read from.
fn locate(found: &mut [Diagnostic], reading: &ReadOutcome) {
    let game = reading.document.as_ref().map(|document| &document.game);
    locate_in_source(found, reading.format, reading.text.as_deref(), reading.tables, game);
}

/// The bytes of an input, or the first of them where these tell that it is none of ours.
pub fn bytes_of(input: &Input, options: &ReadOptions) -> Result<Vec<u8>, Diagnostic> {
    let may_be_ours = |block: &[u8]| {
        options.format.is_some() || formats::may_be_known(&Block::of(&input.name(), block, options.board.as_deref()))
    };
    input.bytes_where(BLOCK_LENGTH as u64, &may_be_ours)
}

/// Lets diagnostics name a file by its label.
pub fn name_file(diagnostics: &mut [Diagnostic], input: &Input) {
    for d in diagnostics {
        d.file = Some(input.label());
    }
}

/// Makes warnings errors.
pub fn make_strict(diagnostics: &mut [Diagnostic]) {
    for d in diagnostics.iter_mut().filter(|d| d.severity == Severity::Warning) {
        d.severity = Severity::Error;
    }
}

/// The name of a file, without folders.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
