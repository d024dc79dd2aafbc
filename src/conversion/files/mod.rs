//! Reads files together with those that belong to them: the map of a seed, the `.DAT` of a `.REC`.

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

use super::{
    ReadOptions, ReadOutcome, locate_in_source, read, read_package, unknown_format, validate, validate_values,
};
use crate::archive::{Contents, Disk, Input, InputKind, Listed, Opened, Protected, Store};
use crate::formats::{self, Block, Format};
use crate::model::Board;
use crate::rules::RuleSet;
use crate::text::{Diagnostic, Severity};

/// Reads inputs and finds the files beside them in a store.
pub struct FileReader {
    store: Box<dyn Store>,
    /// Files that boards are read from are added here.
    inputs: Arc<Protected>,
    /// Boards by path, so that each is read once; `None` for a file without a board.
    boards: Mutex<HashMap<PathBuf, Option<Arc<Board>>>>,
    /// Files that may be boards, by folder.
    folders: Mutex<HashMap<PathBuf, Arc<Vec<PathBuf>>>>,
}

impl Default for FileReader {
    fn default() -> Self {
        FileReader::new(Disk)
    }
}

impl FileReader {
    /// Creates a reader on a store.
    pub fn new(store: impl Store + 'static) -> Self {
        FileReader {
            store: Box::new(Listed::new(store)),
            inputs: Arc::default(),
            boards: Mutex::default(),
            folders: Mutex::default(),
        }
    }

    /// Creates a reader on the disk; the files that boards are read from become protected inputs of the run.
    pub fn protecting(inputs: Arc<Protected>) -> Self {
        FileReader { inputs, ..FileReader::default() }
    }

    /// Returns the store of the files beside an input: the container that it is in, or the reader's own.
    fn store_of<'a>(&'a self, input: &'a Input) -> &'a dyn Store {
        match &input.member {
            Some(member) => &*member.container,
            None => &*self.store,
        }
    }

    /// Reads an input, with the board beside it if it refers to one; its diagnostics name it by its label. If `strict`,
    /// warnings are errors.
    pub fn read(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.finish(input, options, strict, || {
            let contents = contents_of(input, options);
            read_contents(contents.as_ref(), &|bytes| self.read_on_board_beside(input, bytes, options))
        })
    }

    /// Reads an input like [`FileReader::read`], from contents that were read before; a package has none.
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

    /// Reads an input without the board beside it.
    pub fn read_alone(&self, input: &Input, options: &ReadOptions, strict: bool) -> ReadOutcome {
        self.finish(input, options, strict, || {
            read_contents(contents_of(input, options).as_ref(), &|bytes| read(&input.name(), bytes, options))
        })
    }

    /// Reads an input, with `read` unless it is a package, and adds everything that applies to any input.
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
            // A document already has the paths of its own sources.
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

    /// Returns everything that is wrong or odd about an input, in the order of its lines: the diagnostics of reading,
    /// which are moved out of `reading`, and the findings of the rules.
    pub fn findings(&self, input: &Input, reading: &mut ReadOutcome, rules: RuleSet, strict: bool) -> Vec<Diagnostic> {
        let mut judged = validate(reading, rules);
        locate(&mut judged, reading);
        judged.extend(self.doubts_about_companion(input, reading));
        name_file(&mut judged, input);
        if strict {
            make_strict(&mut judged);
        }
        // Text that the file's own program refuses was also reported as not understood by the reader; one report is
        // enough.
        let place = |d: &Diagnostic| (d.code.clone(), d.line, d.column, d.offset);
        let refused: HashSet<_> = judged.iter().map(place).collect();
        let mut found = std::mem::take(&mut reading.diagnostics);
        found.retain(|d| d.is_error() || !refused.contains(&place(d)));
        found.append(&mut judged);
        found.sort_by_key(Diagnostic::place_in_source);
        found
    }
}

/// Places findings in the lines or tables that a document was read from.
fn locate(found: &mut [Diagnostic], reading: &ReadOutcome) {
    let game = reading.document.as_ref().map(|document| &document.game);
    locate_in_source(found, reading.format, reading.text.as_deref(), reading.tables, game);
}

/// Reads contents; if they are the rest of a damaged member, the damage is reported first.
fn read_contents(contents: Result<&Contents, &Diagnostic>, read: &dyn Fn(&[u8]) -> ReadOutcome) -> ReadOutcome {
    let contents = match contents {
        Ok(contents) => contents,
        Err(d) => return ReadOutcome::failed(None, d.clone()),
    };
    if contents.is_foreign {
        return ReadOutcome::failed(None, unknown_format(&contents.bytes));
    }
    let mut reading = read(&contents.bytes);
    if let Some(damage) = &contents.damage {
        reading.diagnostics.insert(0, damage.clone());
    }
    reading
}

/// Returns the contents of an input, or only its first bytes if these show that it is of no known format.
pub fn contents_of(input: &Input, options: &ReadOptions) -> Result<Contents, Diagnostic> {
    let opened = if options.salvage { input.open_in_part() } else { input.open() };
    contents_of_opened(input, opened?, options)
}

/// Returns the contents of an opened input, or only its first bytes if these show that it is of no known format.
pub fn contents_of_opened(input: &Input, opened: Opened<'_>, options: &ReadOptions) -> Result<Contents, Diagnostic> {
    opened.into_contents_where(&|block| may_be_ours(input, block, options), options.salvage)
}

/// Returns whether an input may be of a known format, by its first block.
pub fn may_be_ours(input: &Input, block: &[u8], options: &ReadOptions) -> bool {
    options.format.is_some() || formats::may_be_known(&Block::of(&input.name(), block, options.board.as_deref()))
}

/// Sets the file of diagnostics to the input's label.
pub fn name_file(diagnostics: &mut [Diagnostic], input: &Input) {
    for d in diagnostics {
        d.file = Some(input.label());
    }
}

/// Turns warnings into errors.
pub fn make_strict(diagnostics: &mut [Diagnostic]) {
    for d in diagnostics.iter_mut().filter(|d| d.severity == Severity::Warning) {
        d.severity = Severity::Error;
    }
}

/// Returns the name of a file, without folders.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
