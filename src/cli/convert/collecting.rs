//! Collects all inputs of a run in one file or folder.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::target::{CollectionTarget, Target};
use super::{Converted, Job};
use crate::archive::{Input, InputKind, OutputFile, Overwriting, Saved, refused_io};
use crate::cli::tally::Outcome;
use crate::conversion::{self, Ending, Facts, input_facts, is_shared, lines_of, place_of, sha256, with_slashes};
use crate::formats::{self, Format};
use crate::model::Document;
use crate::tables::collection::{Added, CsvFolder, Entry, EntryOptions, InputFacts, InputKey, Sink};
use crate::text::Diagnostic;
use crate::text::printable::hex;

/// The collection that inputs are added to.
pub(super) struct Collector {
    /// The path of the collection; `None` for standard output.
    path: Option<PathBuf>,
    out: Out,
}

enum Out {
    /// Nothing is written.
    Nowhere,
    /// A file with a document on each line.
    Lines(OutputFile, Arc<Overwriting>),
    /// The same on standard output.
    Stdout,
    /// A set of tables.
    Tables(Box<dyn Sink>),
}

/// The part of a collection that is made of one input.
pub(super) enum Collected {
    /// A line of a file.
    Line(Vec<u8>),
    /// Rows of tables.
    Entry(Box<Entry>),
    /// Nothing: the input is in the collection already.
    Known,
}

impl Collector {
    /// Opens or creates a collection; returns the inputs that are in it already as well.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, or something else is in its place.
    pub(super) fn begin(
        target: CollectionTarget,
        path: Option<&Path>,
        overwriting: &Arc<Overwriting>,
        guard: bool,
    ) -> Result<(Collector, HashSet<InputKey>), Diagnostic> {
        let out = match path {
            _ if overwriting.dry_run => Out::Nowhere,
            None => Out::Stdout,
            Some(path) => match target {
                CollectionTarget::Lines => {
                    Out::Lines(OutputFile::create_or_compare(path, overwriting)?, Arc::clone(overwriting))
                }
                CollectionTarget::Csv => Out::Tables(Box::new(CsvFolder::create(path, overwriting, guard)?)),
                #[cfg(feature = "sqlite")]
                CollectionTarget::Sqlite => {
                    Out::Tables(Box::new(crate::tables::collection::Database::open(path, overwriting)?))
                }
                #[cfg(feature = "parquet")]
                CollectionTarget::Parquet => {
                    Out::Tables(Box::new(crate::tables::collection::ParquetFolder::create(path, overwriting)?))
                }
                // It was reported before that this build lacks the target.
                #[allow(unreachable_patterns)]
                _ => Out::Nowhere,
            },
        };
        let known = match &out {
            Out::Tables(sink) => sink.known(),
            _ => HashSet::new(),
        };
        Ok((Collector { path: path.map(Path::to_owned), out }, known))
    }

    /// Adds an input; returns the bytes to print on standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn add(&mut self, collected: Collected) -> Result<(Added, Vec<u8>), Diagnostic> {
        match (&mut self.out, collected) {
            (Out::Lines(file, _), Collected::Line(line)) => {
                file.write_all(&line).map_err(|error| file.refused(&error))?;
            }
            (Out::Stdout, Collected::Line(line)) => return Ok((Added::New, line)),
            (Out::Tables(sink), Collected::Entry(entry)) => return Ok((sink.add(*entry)?, Vec::new())),
            (Out::Nowhere | Out::Lines(..) | Out::Stdout | Out::Tables(_), _) => {}
        }
        Ok((Added::New, Vec::new()))
    }

    /// Completes the collection and moves it to its place.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn finish(self) -> Result<Saved, Diagnostic> {
        match self.out {
            Out::Nowhere | Out::Stdout => Ok(Saved::Written),
            Out::Lines(file, overwriting) => file.finish(&overwriting),
            Out::Tables(sink) => sink.finish(),
        }
    }
}

/// Returns the entry of a file that is a document, or a part of one, as opposed to the document in it.
fn as_file(facts: InputFacts, bytes: Vec<u8>) -> Entry {
    let mut file = Entry::of_unread(facts, Vec::new(), Some(bytes));
    file.key = file.key.of_file();
    file
}

impl Job<'_> {
    /// Opens or creates the collection for all inputs; `None` if they are converted one by one.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, or something else is in its place.
    pub(super) fn begin_collection(&mut self) -> Result<Option<Collector>, Diagnostic> {
        let Target::Collection(target, path) = &self.target else { return Ok(None) };
        let begun = Collector::begin(*target, path.as_deref(), &self.overwriting, self.arguments.guard)?;
        self.known = begun.1;
        Ok(Some(begun.0))
    }

    /// Returns whether all inputs are added to one collection.
    pub(super) fn is_collecting(&self) -> bool {
        matches!(self.target, Target::Collection(..))
    }

    /// Returns whether an input with these bytes is in the collection already.
    pub(super) fn knows(&self, input: &Input, facts: &Facts) -> bool {
        let key = || {
            let sha256 = facts.sha256.as_ref().map(hex).filter(|_| !self.arguments.redact);
            let line = lines_of(input).map(|(line, _)| line);
            InputKey::new(&place_of(input), line, sha256.as_deref(), facts.size)
        };
        !self.known.is_empty() && self.known.contains(&key())
    }

    /// Adds an input to the collection: its document, or the fact that there is none.
    pub(super) fn add_to(&self, collector: &mut Collector, input: &Input, converted: &mut Converted) {
        let is_done = matches!(converted.record.outcome, Outcome::Done);
        let document = self.document_as_file(input, converted).map(Ok);
        for file in document.into_iter().chain(self.files_of(input, converted.record.format)) {
            if let Err(d) = file.and_then(|file| collector.add(Collected::Entry(Box::new(file)))) {
                return self.fail(converted, d);
            }
        }
        let collected = match converted.collected.take() {
            Some(collected) => collected,
            None if converted.record.outcome == Outcome::Identical => Collected::Known,
            None => Collected::Entry(Box::new(self.unread(input, converted))),
        };
        match collector.add(collected) {
            Ok((added, mut printed)) => {
                converted.printed.append(&mut printed);
                if is_done {
                    converted.record.outputs.extend(collector.path.clone());
                }
                if is_done && added != Added::New {
                    converted.record.outcome = Outcome::Identical;
                }
            }
            Err(d) => self.fail(converted, d),
        }
    }

    /// Returns the entry or line for a document, and the diagnostics on it; `None` if there is an error.
    pub(super) fn collect(
        &self,
        input: &Input,
        document: Document,
        format: Option<&'static Format>,
        facts: &Facts,
        target: CollectionTarget,
    ) -> (Option<Collected>, Vec<Diagnostic>) {
        let (document, mut emitted) = conversion::collected(document, &self.writing);
        let Some(document) = document else { return (None, emitted) };
        let line = || conversion::line_of_document(&document);
        let redact = self.arguments.redact;
        let collected = match target {
            CollectionTarget::Lines => line().map(Collected::Line).map_err(|d| vec![d]),
            _ => {
                let is_document = format.is_none_or(|format| format.text().is_none());
                let mut facts = input_facts(input, facts, format.map(|format| format.id), Ending::Converted, redact);
                if facts.sha256.is_none() && is_document && !redact {
                    // For a package, that is the SHA-256 of the document in it.
                    facts.sha256 = line().ok().map(|line| hex(sha256(&line)));
                }
                let options = EntryOptions {
                    is_document: is_document && !redact,
                    is_shared: format.is_some_and(|format| is_shared(format, &self.reading)),
                    with_references: target != CollectionTarget::Parquet,
                };
                let entry = conversion::entry_of(&document, facts, options);
                entry.map(|entry| Collected::Entry(Box::new(entry)))
            }
        };
        match collected {
            Ok(collected) => (Some(collected), emitted),
            Err(errors) => {
                emitted.extend(errors);
                (None, emitted)
            }
        }
    }

    /// Returns the entry of an input that did not become a document.
    fn unread(&self, input: &Input, converted: &mut Converted) -> Entry {
        let record = &converted.record;
        let mut facts =
            input_facts(input, &converted.facts, record.format, record.outcome.ending(), self.arguments.redact);
        facts.looks_like = match &record.outcome {
            Outcome::Skipped(_, kind) => Some(kind.clone()),
            Outcome::Opened(kind) => Some((*kind).to_owned()),
            _ => None,
        };
        let (diagnostics, bytes) = std::mem::take(&mut converted.unread);
        Entry::of_unread(facts, diagnostics, bytes)
    }

    /// Returns the entry of a converted document as a file on the disk; its own originals are the files that it was
    /// made of.
    fn document_as_file(&self, input: &Input, converted: &mut Converted) -> Option<Entry> {
        converted.collected.as_ref()?;
        let bytes = converted.unread.1.take()?;
        let facts = input_facts(input, &converted.facts, converted.record.format, Ending::Own, self.arguments.redact);
        Some(as_file(facts, bytes))
    }

    /// Returns the entries of the files in a folder of tables, or of a file with a game on each line when its first
    /// line comes; nothing unless files of the disk are carried.
    fn files_of(
        &self,
        input: &Input,
        format: Option<&'static str>,
    ) -> impl Iterator<Item = Result<Entry, Diagnostic>> + use<> {
        let is_wanted = self.arguments.all_originals && self.is_collecting() && input.member.is_none();
        let is_first = matches!(input.kind, InputKind::Package) || lines_of(input).is_some_and(|(line, _)| line == 1);
        let (folder, place) = (input.path.clone(), place_of(input));
        let is_redacted = self.arguments.redact;
        let walk = (is_wanted && is_first).then(|| WalkDir::new(&folder).sort_by_file_name()).into_iter().flatten();
        walk.filter(|entry| entry.as_ref().map_or(true, |entry| entry.file_type().is_file())).map(move |entry| {
            let path = entry.map_err(|error| refused_io(&error.into()))?.into_path();
            let bytes = fs::read(&path).map_err(|error| refused_io(&error))?;
            let place = match path.strip_prefix(&folder) {
                Ok(rest) if rest != Path::new("") => format!("{place}/{}", with_slashes(rest)),
                _ => place.clone(),
            };
            let Facts { size, sha256, .. } = Facts::of(&bytes);
            let facts = InputFacts {
                place,
                name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                size,
                sha256: sha256.map(hex).filter(|_| !is_redacted),
                is_redacted,
                format,
                outcome: Ending::Own.as_str().into(),
                ..InputFacts::default()
            };
            Ok(as_file(facts, bytes))
        })
    }

    /// Reads the bytes of an input that did not become a document, or is a document itself, if they are wanted. Only
    /// whole files on the disk are carried, and their members with them.
    pub(super) fn carry_unread(&self, input: &Input, converted: &mut Converted) {
        let is_whole = input.member.is_none() && matches!(input.kind, InputKind::File | InputKind::Stdin { .. });
        let is_document = converted.record.format == Some(formats::json::JSON.id);
        let is_unread =
            (converted.collected.is_none() || is_document) && converted.record.outcome != Outcome::Identical;
        if !(self.arguments.all_originals && self.is_collecting() && is_whole && is_unread) {
            return;
        }
        match input.open().and_then(|opened| opened.into_bytes()) {
            Ok(bytes) => {
                let Facts { size, sha256, .. } = Facts::of(&bytes);
                (converted.facts.size, converted.facts.sha256) = (size, sha256);
                converted.unread.1 = Some(bytes);
            }
            Err(d) => {
                let d = d.in_file(input.label());
                converted.messages += &self.console.rendered(std::slice::from_ref(&d), None);
                converted.unread.0.push(d);
            }
        }
    }
}
