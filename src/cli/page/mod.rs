//! `ludex page`

mod content;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use crate::archive::{Input, Opened, Overwriting, save_file};
use crate::conversion::{Ending, FileReader, ReadOptions, Skipped};
use crate::model::Document;
use crate::text::{Diagnostic, codes};
use crate::view::page::{IndexEntry, write_index};

use super::Status;
use super::console::Console;
use super::foreign::{self, skipped_record};
use super::input::{InputArguments, Inputs, ReadArguments};
use super::opening;
use super::places;
use super::reading::read_as_one;
use super::showing::{Prepared, Showing};
use super::tally::{Outcome, Record, Records, Tally};
use super::work::{Command, Instead, Worked};
use content::{Content, Secrets, Wanted, content};

/// File name of the index.
const INDEX: &str = "index.html";

/// Write a page for each game, with its board, a slider over its turns, its actions and its sources
///
/// A page is a single HTML file that needs neither a network nor a server: open it from a disk or a mail. It shows the
/// board after each turn, the turn in words, the players' holdings over time, remarks, the original text with the lines
/// of the actions, messages, and the document for download. For several games there is an index with a search. A Global
/// War .DAT and .REC in a folder are shown on the page of the log beside them.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Output folder
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// Title of the index, or of the page if there is only one game
    #[arg(long, value_name = "TEXT", value_hint = ValueHint::Other)]
    title: Option<String>,
    /// Remove passwords, addresses, all text that was not understood, and the original files
    ///
    /// By default, these are masked on the page, and a document that contains any is not included.
    #[arg(long, conflicts_with = "reveal")]
    redact: bool,
    /// Overwrite existing outputs
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    if arguments.output.is_file() || arguments.output.as_os_str() == "-" {
        return Ok(console.usage("pages are written into a folder: name one with -o"));
    }
    let prepared = Prepared::of(&arguments.input, &arguments.read, Some(&arguments.output), arguments.force, console);
    let Prepared { inputs, options, files, overwriting, together, many } = match prepared {
        Ok(prepared) => prepared,
        Err(status) => return Ok(status),
    };
    let secrets = match (arguments.redact, arguments.read.reveal) {
        (true, _) => Secrets::TakenOut,
        (_, true) => Secrets::Shown,
        _ => Secrets::Masked,
    };
    let mut site = Site { arguments, overwriting, entries: Vec::new(), taken: HashSet::new() };
    let job = Job { arguments, options, files, console, many, secrets };
    match inputs.list.first().filter(|_| together) {
        Some(first) => job.write_together(first, &mut site),
        None => job.run(inputs, &mut site),
    }
}

/// A run of the command.
struct Job<'a> {
    arguments: &'a Arguments,
    options: ReadOptions,
    files: FileReader,
    console: &'a Console,
    many: bool,
    secrets: Secrets,
}

/// The result of one input.
struct Paged {
    record: Record,
    messages: String,
    content: Option<Content>,
}

impl Worked for Paged {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

impl Command for Job<'_> {
    type Worked = Paged;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Paged {
        let showing = Showing { read: &self.arguments.read, options: &self.options, files: &self.files };
        let mut reading = showing.read(input, opened);
        let selection = &self.arguments.input.selection;
        if let Some((record, messages)) =
            foreign::passed_over(input, &reading.outcome, selection, self.many, self.console)
        {
            return Paged { record, messages, content: None };
        }
        if let Some(document) = reading.outcome.document.as_ref().filter(|_| input.found)
            && let Some(other) = self.files.joined_by(input, document)
        {
            let skipped = Skipped::new(input, Ending::Excluded, format!("shown on the page of {other}"));
            let (record, messages) = skipped_record(input, skipped, self.console);
            return Paged { record, messages, content: None };
        }
        let format = reading.outcome.format;
        let (emitted, messages) = reading.messages(&self.arguments.read, self.console);
        let mut made = None;
        let mut more = String::new();
        let mut outcome = Outcome::of(&emitted);
        if let (Some(document), Some(whole)) = (&reading.document, reading.whole()) {
            match content(&self.wanted(document, whole, &input.name(), &emitted, places::folder_of(input))) {
                // The page of a damaged file shows what is left of it, and what is wrong with it.
                Ok(content) => made = Some(content),
                Err(d) => {
                    let d = d.in_file(input.label());
                    outcome = Outcome::failed(d.code.clone());
                    more = self.console.rendered(&[d], None);
                }
            }
        }
        let mut record = Record::new(input.label(), format, outcome);
        record.note(&emitted);
        Paged { record, messages: messages + &more, content: made }
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Paged {
        let (record, _, messages) = opening::record(input, instead, self.console);
        Paged { record, messages, content: None }
    }
}

impl Job<'_> {
    fn run(&self, inputs: Inputs, site: &mut Site<'_>) -> anyhow::Result<Status> {
        let mut tally = Tally::new(self.console, "shown", Records::Messages);
        tally.add_found(&inputs.diagnostics)?;
        let Inputs { list, walk, .. } = inputs;
        let work = walk.work(&self.arguments.input.selection, self.options.format.is_some());
        work.on(list, self, |input, paged| {
            let Paged { mut record, messages, content } = paged;
            walk.progress.suspended(|| self.console.emit(&messages));
            if let Some(content) = content {
                let place = places::folder_of(&input).join(places::without_document_extension(&input));
                match site.add(&place, input.label(), content) {
                    Ok(path) => record.outputs.push(path),
                    Err(d) => {
                        self.console.emit(&self.console.rendered(std::slice::from_ref(&d), None));
                        record.outcome = Outcome::refused(d.code);
                    }
                }
            }
            Ok(tally.add(record)?)
        })?;
        drop(walk.progress);
        if self.many && site.entries.is_empty() && tally.failed() == 0 {
            tally.finish(&tally.counts())?;
            let d = Diagnostic::error(&codes::NOTHING_FOUND, "there is no game to show");
            self.console.emit(&self.console.rendered(&[d.in_file(self.arguments.input.as_typed())], None));
            return Ok(Status::Errors);
        }
        if self.many
            && let Err(d) = site.finish()
        {
            self.console.emit(&self.console.rendered(std::slice::from_ref(&d), None));
            tally.add_diagnostics(&[d])?;
        }
        if self.many {
            tally.finish(&tally.counts())?;
        }
        tally.sync(&site.overwriting)?;
        Ok(tally.status())
    }

    /// Builds the input for a page that lies in `folder` below the index.
    fn wanted<'w>(
        &'w self,
        shown: &'w Document,
        whole: &'w Document,
        name: &'w str,
        diagnostics: &'w [Diagnostic],
        folder: &Path,
    ) -> Wanted<'w> {
        let index = self.many.then(|| "../".repeat(folder.components().count()) + INDEX);
        let title = self.arguments.title.as_deref().filter(|_| !self.many);
        Wanted { shown, whole, name, title, diagnostics, secrets: self.secrets, index }
    }

    /// Writes the page of the inputs, which are one game.
    fn write_together(&self, first: &Input, site: &mut Site<'_>) -> anyhow::Result<Status> {
        let arguments = self.arguments;
        let (document, status) = match read_as_one(&arguments.input, &arguments.read, &self.files, self.console) {
            Ok(read) => read,
            Err(status) => return Ok(status),
        };
        let masked = if arguments.read.reveal { None } else { crate::conversion::shown(&document) };
        let shown = masked.as_ref().unwrap_or(&document);
        let made = super::panics::guarded(first, || {
            content(&self.wanted(shown, &document, &first.name(), &document.diagnostics, Path::new("")))
        });
        let added = made
            .and_then(|made| made)
            .and_then(|content| site.add(Path::new(first.file_name()), arguments.input.as_typed(), content));
        match added.and_then(|_| site.overwriting.finish()) {
            Ok(()) => Ok(status),
            Err(d) => {
                self.console.emit(&self.console.rendered(&[d], None));
                Ok(Status::Errors)
            }
        }
    }
}

/// The output folder, and the pages written to it.
struct Site<'a> {
    arguments: &'a Arguments,
    overwriting: Arc<Overwriting>,
    entries: Vec<IndexEntry>,
    /// Paths of the pages in lower case, for file systems that ignore case.
    taken: HashSet<String>,
}

impl Site<'_> {
    /// Writes a page, and adds it to the index.
    fn add(&mut self, place: &Path, file: String, content: Content) -> Result<PathBuf, Diagnostic> {
        let place = self.free_place(place);
        let path = self.arguments.output.join(&place);
        save_file(&path, content.html.as_bytes(), &self.overwriting)?;
        let link = content::url(&place);
        self.entries.push(IndexEntry { link, file, ..content.entry });
        Ok(path)
    }

    /// Returns a path for a page that no other page and not the index has, and reserves it.
    fn free_place(&mut self, place: &Path) -> PathBuf {
        let name = place.file_name().unwrap_or(place.as_os_str()).to_owned();
        let folder = place.parent().unwrap_or(Path::new(""));
        (1_u32..)
            .map(|number| match number {
                1 => folder.join(places::with_extension(&name, "html")),
                _ => folder.join(places::with_extension(&name, &format!("{number}.html"))),
            })
            .find(|place| {
                let key = place.to_string_lossy().to_lowercase();
                key != INDEX && self.taken.insert(key)
            })
            .unwrap_or_default()
    }

    /// Writes the index.
    fn finish(&self) -> Result<(), Diagnostic> {
        let failed = |error: crate::view::page::PageError| Diagnostic::error(&codes::CANNOT_WRITE, error.to_string());
        let html = write_index(self.arguments.title.as_deref().unwrap_or("Games"), &self.entries).map_err(failed)?;
        save_file(&self.arguments.output.join(INDEX), html.as_bytes(), &self.overwriting).map(|_| ())
    }
}
