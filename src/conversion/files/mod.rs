//! Reading files with what belongs to them: the map of a seed, the `.DAT` of a `.REC`.

mod boards;
mod companion;
mod foreign;
mod given;
mod together;

pub use foreign::{AN_EMPTY_FILE, Skipped, advise, ending_of_looks, is_named_as_ours, skipped};
pub use given::{board_in, positions_in};
pub use together::join_by_themselves;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{ReadOptions, ReadOutcome, locate_in_source, read, read_package, validate, validate_values};
use crate::archive::{Contents, Disk, Input, InputKind, Listed, Opened, Protected, Store};
use crate::formats::{self, Block, Format};
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

    /// Where what lies beside an input is looked for: in the container that it lies in, where that is so.
    fn store_of<'a>(&'a self, input: &'a Input) -> &'a dyn Store {
        match &input.member {
            Some(member) => &*member.container,
            None => &*self.store,
        }
    }

    /// Reads an input, with the board that lies beside it where it refers to one; its diagnostics name it by its label.
    /// Where `strict`, warnings are errors.
    pub fn read(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.finish(input, options, strict, || {
            let contents = contents_of(input, options);
            read_contents(contents.as_ref(), &|bytes| self.read_on_board_beside(input, bytes, options))
        })
    }

    /// Reads an input of which the contents are at hand as [`FileReader::read`] does; a package has none of its own.
    pub fn read_contents(
        &self,
        input: &Input,
        contents: Result<&Contents, &Diagnostic>,
        options: &ReadOptions,
        strict: bool,
    ) -> ReadOutcome {
        self.finish(input, options, strict, || {
            read_contents(contents, &|bytes| self.read_on_board_beside(input, bytes, options))
        })
    }

    /// Reads an input without a board that lies beside it.
    pub fn read_alone(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.finish(input, options, strict, || {
            read_contents(contents_of(input, options).as_ref(), &|bytes| read(&input.name(), bytes, options))
        })
    }

    /// Reads what is no package by that, and says what there is to say of any input that was read.
    fn finish(
        &self,
        input: &Input,
        options: &ReadOptions,
        strict: bool,
        read: impl FnOnce() -> ReadOutcome,
    ) -> ReadOutcome {
        let mut reading = match input.kind {
            InputKind::Package => {
                read_package(&|path| self.store_of(input).member(&input.path, path), options.max_size)
            }
            InputKind::File | InputKind::Stdin { .. } | InputKind::Line(..) => read(),
        };
        if reading.format.and_then(Format::text).is_some() {
            // A document has the paths of its own sources already.
            let sources = reading.document.iter_mut().flat_map(|document| &mut document.sources);
            sources.for_each(|source| {
                source.path = input.path_in_folder();
                source.containers = input.containers();
                source.modified = input.modified();
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

/// Reads contents; where these are what is left of a damaged member, that is said first.
fn read_contents(contents: Result<&Contents, &Diagnostic>, read: &dyn Fn(&[u8]) -> ReadOutcome) -> ReadOutcome {
    let contents = match contents {
        Ok(contents) => contents,
        Err(d) => return ReadOutcome::failed(None, d.clone()),
    };
    let mut reading = read(&contents.bytes);
    if let Some(damage) = &contents.damage {
        reading.diagnostics.insert(0, damage.clone());
    }
    reading
}

/// What an input holds, or the first bytes of it where these tell that it is none of ours.
pub fn contents_of(input: &Input, options: &ReadOptions) -> Result<Contents, Diagnostic> {
    let opened = if options.salvage { input.open_in_part() } else { input.open() };
    contents_of_opened(input, opened?, options)
}

/// The same of an input that is open.
pub fn contents_of_opened(input: &Input, opened: Opened<'_>, options: &ReadOptions) -> Result<Contents, Diagnostic> {
    opened.into_contents_where(&|block| may_be_ours(input, block, options), options.salvage)
}

/// Whether an input may be of a format of ours, by its first block.
pub fn may_be_ours(input: &Input, block: &[u8], options: &ReadOptions) -> bool {
    options.format.is_some() || formats::may_be_known(&Block::of(&input.name(), block, options.board.as_deref()))
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
