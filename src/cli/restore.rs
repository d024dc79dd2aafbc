//! `ludex restore`

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use rayon::prelude::*;

use crate::archive::{Input, InputKind, Overwriting, Protected, Saved, member_place, numbered, save_file};
use crate::conversion::collections::{self, CollectionInput};
use crate::conversion::{self, Ending, GameLine, Original, Skipped, line_files};
use crate::formats::{self, Format};
use crate::model::Source;
use crate::tables::collection::OriginalSource;
use crate::text::english::counted;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::foreign;
use super::input::InputArguments;
use super::interrupt::end_on_interrupt;
use super::panics;
use super::places;
use super::tally::{Outcome, Record, Records, Tally};
use super::threads::on_all_cores;

/// Write the original files that documents carry, byte for byte
///
/// The originals are taken from JSON documents, folders of tables, and folders of these, whatever was edited in them.
/// Each file gets its own name, in its own subfolder. A file whose bytes are not those that were read is not written.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Folder to write the files to, or to compare them with
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: PathBuf,
    /// Write nothing, but compare the existing files with the originals
    #[arg(long, conflicts_with = "force")]
    check: bool,
    /// Overwrite existing files that have other contents
    #[arg(long)]
    force: bool,
    /// Flush each file to disk before writing the next one
    ///
    /// By default, on Linux, all files are flushed at the end of the run.
    #[arg(long, conflicts_with = "check")]
    sync: bool,
    #[command(flatten)]
    input: InputArguments,
}

/// Maximum number of outputs that the record of an input names.
const MAX_OUTPUTS: usize = 1_000;

/// Number of documents whose originals are in memory at once.
const BATCH: usize = 512;

struct Job<'a> {
    arguments: &'a Arguments,
    console: &'a Console,
    overwriting: Overwriting,
    /// The SHA-256 of each file that this run restores, since several documents may hold the same file.
    restored: HashMap<PathBuf, String>,
    /// Games that are lines of a file.
    lines: Vec<GameLine>,
    /// Number of files that were restored; each line of a file with games counts.
    files: usize,
    /// Number of files that the user does not want.
    not_wanted: usize,
}

/// The originals of an input, or the reason why there are none.
struct Carried<'i> {
    input: &'i Input,
    originals: Result<(&'static Format, Vec<Original>), Refusal>,
}

pub(super) enum Refusal {
    /// The input was found in a folder, and is not a document.
    NoDocument,
    Failed(Vec<Diagnostic>),
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    if arguments.output.exists() && !arguments.output.is_dir() {
        return Ok(console.usage(&format!("{} is a file; -o names a folder", arguments.output.display())));
    }
    let mut inputs = match arguments.input.find(Some(&arguments.output), console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    inputs.expand(&arguments.input.selection, console);
    let protected = Protected::of(&inputs.list, None);
    let overwriting = Overwriting::new(arguments.force, arguments.sync, protected);
    end_on_interrupt(overwriting.gate.clone());
    let mut job =
        Job { arguments, console, overwriting, restored: HashMap::new(), lines: Vec::new(), files: 0, not_wanted: 0 };
    let (collections, documents): (Vec<_>, Vec<_>) = inputs
        .list
        .iter()
        .cloned()
        .map(|input| (CollectionInput::of(&input), input))
        .partition(|(kind, _)| kind.is_some());
    let documents: Vec<Input> = documents.into_iter().map(|(_, input)| input).collect();
    let shared = shared_folder(&documents);
    let word = if arguments.check { "equal" } else { "restored" };
    let mut tally = Tally::new(console, word, Records::Messages);
    tally.add_found(&inputs.diagnostics)?;
    for (kind, input) in &collections {
        let Some(kind) = kind else { continue };
        let restored = panics::guarded(input, || job.restore_collection(input, *kind));
        let (record, messages) = restored.unwrap_or_else(|d| job.restore(ended(input, d), &shared));
        console.emit(&messages);
        tally.add(record)?;
    }
    for batch in documents.chunks(BATCH) {
        let all = panics::work_on(batch, carried, ended);
        for carried in all {
            let input = carried.input;
            let restored = panics::guarded(input, || job.restore(carried, &shared));
            let (record, messages) = restored.unwrap_or_else(|d| job.restore(ended(input, d), &shared));
            console.emit(&messages);
            tally.add(record)?;
        }
    }
    let mut files = job.files - job.lines.len();
    let (whole, emitted) = job.restore_lines();
    files += whole;
    console.emit(&console.rendered(&emitted, None));
    tally.add_diagnostics(&emitted)?;
    tally.sync(&job.overwriting)?;
    let counts = match collections.is_empty() || !documents.is_empty() {
        true => format!("{files} files of {}", tally.counts()),
        false => format!("{} restored, {} failed", counted(files, "file", "files"), tally.failed()),
    };
    let documents = tally.done() + tally.failed();
    if documents > 1 || !collections.is_empty() || tally.skipped() > 0 || console.is_json() {
        tally.finish_with(&counts, &serde_json::json!({"files": files}))?;
    }
    if job.not_wanted > 0 && files == 0 && tally.failed() == 0 {
        let message = "there is no original whose path matches a pattern of --only";
        let d = Diagnostic::error(&codes::NOTHING_FOUND, message).in_file(arguments.input.as_typed());
        console.emit(&console.rendered(&[d], None));
        return Ok(Status::Errors);
    }
    if documents == 0 && inputs.status() == Status::Done && tally.skipped() > 0 {
        let d = Diagnostic::error(&codes::NOTHING_FOUND, "there is no document of Ludex to restore files from")
            .in_file(arguments.input.as_typed());
        console.emit(&console.rendered(&[d], None));
        return Ok(Status::Errors);
    }
    Ok(tally.status())
}

/// Returns the originals that an input carries. An input that is not a document is skipped if it was found in a folder.
fn carried(input: &Input) -> Carried<'_> {
    Carried { input, originals: originals(input) }
}

/// Creates the result of an input whose work ended in an internal error.
fn ended(input: &Input, d: Diagnostic) -> Carried<'_> {
    Carried { input, originals: Err(Refusal::Failed(vec![d])) }
}

/// Returns the format and the originals of one document.
pub(super) fn originals(input: &Input) -> Result<(&'static Format, Vec<Original>), Refusal> {
    let failed = |d: Diagnostic| Refusal::Failed(vec![d]);
    match input.kind {
        InputKind::Package => {
            let originals = conversion::originals_of_package(&|path| input.table(path));
            originals.map(|originals| (&formats::CSV, originals)).map_err(Refusal::Failed)
        }
        InputKind::Line(line) if !line.is_document => Err(Refusal::NoDocument),
        InputKind::File | InputKind::Stdin { .. } | InputKind::Line(_) => {
            if input.found && !conversion::is_json_document(input) {
                return Err(Refusal::NoDocument);
            }
            let bytes = input.bytes().map_err(failed)?;
            conversion::originals(&bytes).map(|originals| (&formats::json::JSON, originals)).map_err(failed)
        }
    }
}

/// Returns the folder that all documents share below those that were given, without the folders of their sources:
/// `json` for `out/json/a/WAR01.DAT.json`, where `out` was given and the source is `a/WAR01.DAT`.
fn shared_folder(inputs: &[Input]) -> PathBuf {
    let folders = |input: &Input| -> Vec<PathBuf> {
        // A panic here occurs again, and is reported, when the input is restored.
        let Ok(Ok((_, originals))) = panics::guarded(input, || originals(input)) else { return Vec::new() };
        let folder = |original: Original| places::folder_above_sources(input, original.source.path.as_deref());
        originals.into_iter().map(folder).collect()
    };
    let all: Vec<Vec<PathBuf>> = on_all_cores(|| inputs.par_iter().filter(|input| input.found).map(folders).collect());
    let mut all = all.into_iter().flatten();
    let Some(mut shared) = all.next() else { return PathBuf::new() };
    for folder in all {
        while !folder.starts_with(&shared) {
            shared.pop();
        }
    }
    shared
}

impl Job<'_> {
    /// Restores the files whose lines are games, each as a whole; returns how many were restored, and the diagnostics.
    fn restore_lines(&mut self) -> (usize, Vec<Diagnostic>) {
        let (mut files, mut emitted) = (0, Vec::new());
        for file in line_files(std::mem::take(&mut self.lines)) {
            let mut found = file.diagnostics;
            conversion::make_strict(&mut found);
            if found.is_empty() {
                found.extend(self.one(&file.path, None, &file.bytes).err());
            }
            files += usize::from(found.is_empty());
            emitted.extend(found.into_iter().map(|d| d.in_file(file.path.display().to_string())));
        }
        (files, emitted)
    }

    /// Restores the files that an input carries.
    fn restore(&mut self, carried: Carried<'_>, shared: &Path) -> (Record, String) {
        let Carried { input, originals } = carried;
        let (format, originals) = match originals {
            Ok(originals) => originals,
            Err(Refusal::NoDocument) => {
                let skipped = Skipped::new(input, Ending::Unknown, "no Ludex document");
                return foreign::skipped_record(input, skipped, self.console);
            }
            Err(Refusal::Failed(mut diagnostics)) => {
                conversion::name_file(&mut diagnostics, input);
                let record = Record::new(input.label(), None, Outcome::of(&diagnostics));
                return (record, self.console.rendered(&diagnostics, None));
            }
        };
        let mut record = Record::new(input.label(), Some(format), Outcome::Done);
        let mut found = Vec::new();
        if originals.is_empty() {
            let message = "the document names no file that it was read from";
            found.push(Diagnostic::error(&codes::NO_ORIGINAL, message));
        }
        for original in originals {
            let place = places::source_place(input, &original.source.name, original.source.path.as_deref());
            let place = place.strip_prefix(shared).unwrap_or(&place);
            let place = match input.kind {
                // Lines of one file cannot be restored one by one.
                InputKind::Line(_) => self.free_place(place, original.source.sha256.as_deref()),
                _ => place.to_owned(),
            };
            found.extend(self.restore_one(original, &place, &mut record));
        }
        conversion::name_file(&mut found, input);
        record.outcome = Outcome::of(&found);
        (record, self.console.rendered(&found, None))
    }

    /// Restores all files that a collection carries, one after the other.
    fn restore_collection(&mut self, input: &Input, collection: CollectionInput) -> (Record, String) {
        let mut record = Record::new(input.label(), None, Outcome::Done);
        let (mut found, mut files) = (Vec::new(), 0);
        let mut tell = |carried: OriginalSource, bytes: io::Result<Vec<u8>>| {
            files += 1;
            let (original, place) = collections::original(carried, bytes);
            let source = &original.source;
            // A collection may come from anybody, so its paths are kept below the folder.
            let own = member_place(source.path.as_deref().unwrap_or(&place));
            let is_free = source.line.is_some() || self.is_free(Path::new(&*own), source.sha256.as_deref());
            let file = if is_free { own } else { member_place(&place) }.into_owned();
            found.extend(self.restore_one(original, Path::new(&file), &mut record));
            Ok(())
        };
        let told = collection.originals(&input.path, &mut tell);
        found.extend(told.err());
        if files == 0 && found.is_empty() {
            found.push(collections::no_originals(collection.words()));
        }
        conversion::name_file(&mut found, input);
        record.outcome = Outcome::of(&found);
        (record, self.console.rendered(&found, None))
    }

    /// Restores one file to its place and returns the diagnostics.
    fn restore_one(&mut self, original: Original, place: &Path, record: &mut Record) -> Vec<Diagnostic> {
        let Original { source, bytes, is_proved } = original;
        if !self.arguments.input.selection.takes_original(&place.to_string_lossy()) {
            self.not_wanted += 1;
            return Vec::new();
        }
        let mut found = Vec::new();
        let path = self.arguments.output.join(place);
        found.extend(places::renamed(&source.name, source.path.as_deref(), place));
        let written = bytes.and_then(|bytes| match source.line.zip(source.lines) {
            Some(place) => {
                let source = source.name.clone();
                self.lines.push(GameLine { path: path.clone(), source, place: Some(place), bytes });
                Ok(())
            }
            None => self.one(&path, source.sha256.as_deref(), &bytes),
        });
        match written {
            Ok(()) => {
                found.extend((!is_proved).then(|| unproved(&source)));
                self.files += 1;
                record.outputs.extend((record.outputs.len() < MAX_OUTPUTS).then_some(path));
            }
            Err(d) => found.push(d),
        }
        found
    }

    /// Returns whether no file with other content has been restored to a place.
    fn is_free(&self, place: &Path, sha256: Option<&str>) -> bool {
        let there = self.restored.get(&self.arguments.output.join(place));
        there.is_none_or(|there| Some(&**there) == sha256)
    }

    /// Returns a place to which no file with other content has been restored.
    fn free_place(&self, place: &Path, sha256: Option<&str>) -> PathBuf {
        let mut free = place.to_owned();
        let mut number = 2;
        while !self.is_free(&free, sha256) {
            free = numbered(&place.to_string_lossy(), number).into();
            number += 1;
        }
        free
    }

    /// Writes or compares one file.
    fn one(&mut self, path: &Path, sha256: Option<&str>, bytes: &[u8]) -> Result<(), Diagnostic> {
        let sha256 = sha256.map_or_else(|| Source::sha256_of(bytes), str::to_owned);
        if *self.restored.entry(path.to_owned()).or_insert_with(|| sha256.clone()) != sha256 {
            let message = format!("another document gives {} other contents", path.display());
            let help = "restore the documents one by one, each into a folder of its own";
            return Err(Diagnostic::error(&codes::SAME_OUTPUT, message).help(help));
        }
        if self.arguments.check {
            return compare(path, bytes);
        }
        match save_file(path, bytes, &self.overwriting) {
            Ok(Saved::Written | Saved::AlreadyThere) => Ok(()),
            Err(d) => Err(d),
        }
    }
}

fn unproved(source: &Source) -> Diagnostic {
    let message =
        format!("the document gives no SHA-256 for {}, so nothing proves that this is the original", source.name);
    Diagnostic::warning(&codes::TEXT_CHANGED, message)
}

/// Returns an error if an existing file is not the original.
fn compare(path: &Path, original: &[u8]) -> Result<(), Diagnostic> {
    let is_no_file = |message: String| Diagnostic::error(&codes::NOT_AS_RESTORED, message);
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(is_no_file(format!("{} is not a regular file", path.display()))),
        Err(error) => return Err(is_no_file(format!("{} cannot be read: {error}", path.display()))),
    }
    let there = fs::read(path).map_err(|error| is_no_file(format!("{} cannot be read: {error}", path.display())))?;
    let Some(at) = conversion::first_difference(original, &there) else { return Ok(()) };
    let line = conversion::line_of(original, at);
    let message = format!("{} is not the original: byte {at} differs, in line {line}", path.display());
    Err(is_no_file(message).help("without --check the original is written; --force writes it over this file"))
}
