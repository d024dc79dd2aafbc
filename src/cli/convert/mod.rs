//! `ludex convert`

mod arguments;
mod collecting;
mod own;
mod saving;
mod target;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::archive::{Input, InputKind, Opened, Overwriting, Protected};
use crate::conversion::{
    self, Content, FileReader, GameLine, ReadOptions, ReadOutcome, Secrecy, Skipped, WriteOptions,
};
use crate::formats::{self, Format, Kind};
use crate::model::Document;
use crate::tables;
use crate::text::english::counted;
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::foreign::{self, is_json_document};
use super::input::Inputs;
use super::interrupt::end_on_interrupt;
use super::opening;
use super::panics;
use super::report::{Facts, Report};
use super::tally::{Outcome, Record, Records, Tally};
use super::threads::on_all_cores;
use super::work::{Command, Instead, Worked};
use crate::tables::collection::InputKey;
use collecting::{Collected, Collector};
use target::{Target, TargetFormat, ends_in_slash};

pub use arguments::Arguments;

/// How standard output is called in messages.
const STDOUT: &str = "standard output";

struct Job<'a> {
    arguments: &'a Arguments,
    console: &'a Console,
    reading: ReadOptions,
    writing: WriteOptions,
    target: Target,
    format: TargetFormat,
    /// Whether there may be more than one input.
    many: bool,
    overwriting: Arc<Overwriting>,
    /// The inputs that are in the collection already which all go to.
    known: HashSet<InputKey>,
    /// Outputs that this run has written, in brief, so that two inputs never share one.
    taken: Mutex<HashSet<[u64; 2]>>,
    files: FileReader,
    /// Whether a document of a folder was written back to a source of the target format.
    wrote_back: AtomicBool,
}

/// What became of an input, and what there is to say and to print.
struct Converted {
    record: Record,
    /// What a report tells of it, where one is wanted.
    facts: Facts,
    messages: String,
    /// What goes to standard output.
    printed: Vec<u8>,
    /// What is to be saved, and where.
    outputs: Vec<(PathBuf, Content)>,
    /// Games that are lines of a file.
    lines: Vec<GameLine>,
    /// What goes into a collection of it.
    collected: Option<Collected>,
    /// What goes there of an input that became no document: what was said, and its bytes where they are carried.
    unread: (Vec<Diagnostic>, Option<Vec<u8>>),
    /// Whether it is to be converted once it is known what became of all others.
    is_deferred: bool,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    match prepare(arguments, console) {
        Ok((job, inputs, together)) => job.run(inputs, together),
        Err(status) => Ok(status),
    }
}

/// Finds the inputs, and what is to be done with them: all that can be wrong about the arguments.
fn prepare<'a>(arguments: &'a Arguments, console: &'a Console) -> Result<(Job<'a>, Inputs, bool), Status> {
    let (reading, writing) = options(arguments, console)?;
    let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let mut inputs = arguments.input.find(output, console)?;
    if arguments.together {
        inputs.expand(&arguments.input.selection, console);
    } else if !output.is_some_and(is_folder) {
        inputs.unwrap_packed_file();
    }
    let together = arguments.together || join_by_themselves(arguments, &inputs.list);
    let many = !together && inputs.are_many();
    let target = Target::new(arguments, console, many, &inputs.list)?;
    let format = TargetFormat::new(arguments, console, &target, &inputs.list)?;
    let protected = protected(arguments, &inputs.list, format);
    let mut overwriting = Overwriting::new(arguments.force, arguments.sync, protected);
    overwriting.dry_run = arguments.dry_run;
    let overwriting = Arc::new(overwriting);
    let taken = Mutex::default();
    let (files, wrote_back) = (FileReader::protecting(Arc::clone(&overwriting.inputs)), AtomicBool::new(false));
    let known = HashSet::new();
    let job = Job {
        arguments,
        console,
        reading,
        writing,
        target,
        format,
        many,
        overwriting,
        known,
        taken,
        files,
        wrote_back,
    };
    Ok((job, inputs, together))
}

/// What no output may overwrite: all that is read, but for documents that an earlier run made and this one makes anew.
fn protected(arguments: &Arguments, inputs: &[Input], format: TargetFormat) -> Protected {
    let to_json = matches!(format, TargetFormat::Fixed(format) if matches!(format.kind, Kind::Json));
    let is_perhaps_ours = |input: &&Input| to_json && own::may_be_json(input);
    let (perhaps, sure): (Vec<&Input>, Vec<&Input>) = inputs.iter().partition(is_perhaps_ours);
    let sure = sure.into_iter().filter(|input| !own::is_passed_over_package(input, format));
    let others = arguments.read.board.iter().chain(&arguments.read.position).cloned();
    Protected::of(sure, others).and_where(perhaps.into_iter().map(|input| input.path.clone()), |path| {
        !is_json_document(&Input::companion(path.to_owned()))
    })
}

fn options(arguments: &Arguments, console: &Console) -> Result<(ReadOptions, WriteOptions), Status> {
    let reading = arguments.read.options(arguments.salvage, console)?;
    let extension = arguments.output.as_deref().and_then(Path::extension);
    let is_csv = match arguments.to {
        Some(to) => to.is_csv(),
        None => extension.is_some_and(|extension| extension.eq_ignore_ascii_case(formats::CSV.extension)),
    };
    if arguments.guard && !is_csv {
        return Err(console.usage("--guard is for tables: add -t csv"));
    }
    let writing = WriteOptions {
        canonical: arguments.canonical,
        encoding: reading.encoding,
        guard: arguments.guard,
        max_size: arguments.read.max_size.map(|size| size.max(formats::json::MAX_FILE_SIZE)),
        leave_out: arguments.leave_out,
        no_originals: arguments.no_originals,
        redact: arguments.redact,
        repair_text: arguments.repair_text,
        reveal: arguments.read.reveal,
    };
    Ok((reading, writing))
}

/// Whether the inputs become one document without being asked to: there is no folder to write each into.
fn join_by_themselves(arguments: &Arguments, inputs: &[Input]) -> bool {
    let is_into_folder = arguments.output.as_deref().is_some_and(is_folder);
    let Some(first) = inputs.first().filter(|_| !is_into_folder) else {
        return false;
    };
    let join = || conversion::join_by_themselves(inputs, arguments.read.from.map(|format| format.id));
    // What goes wrong here does so again when the file is read, and is said then.
    panics::guarded(first, join).unwrap_or(false)
}

/// Whether an output is a folder for many.
fn is_folder(path: &Path) -> bool {
    path.as_os_str() != "-" && (path.is_dir() || ends_in_slash(path))
}

impl Worked for Converted {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

/// The work on inputs in one go.
struct Pass<'j, 'a> {
    job: &'j Job<'a>,
    convert: fn(&Job<'a>, &Input, Option<Opened<'_>>) -> Converted,
}

impl Command for Pass<'_, '_> {
    type Worked = Converted;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Converted {
        let mut converted = (self.convert)(self.job, input, opened);
        self.job.carry_unread(input, &mut converted);
        converted
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Converted {
        let job = self.job;
        let is_container = matches!(instead, Instead::Container(_));
        let (record, diagnostics, messages) = opening::record(input, instead, job.console);
        let mut converted = job.converted(record, messages);
        converted.unread.0 = diagnostics;
        job.carry_unread(input, &mut converted);
        if job.arguments.report.is_some() && is_container {
            let facts = input.open().map(|opened| Facts::of_reader(opened.into_reader()).unwrap_or_default());
            converted.facts = facts.unwrap_or_default();
        }
        converted
    }

    fn settle(&self, worked: &mut [(&Input, &mut Converted)]) {
        let job = self.job;
        // Of two inputs for one output the first wins, and not the one whose thread is faster.
        worked.iter_mut().for_each(|(_, converted)| job.take(converted));
        let save = |(input, converted): &mut (&Input, &mut Converted)| {
            if let Err(d) = panics::guarded(input, || job.save(converted)) {
                job.fail(converted, d);
            }
        };
        match worked {
            // Threads take longer to start than a file to write.
            [one] => save(one),
            _ => on_all_cores(|| worked.par_iter_mut().for_each(save)),
        }
    }
}

impl Job<'_> {
    fn run(mut self, inputs: Inputs, together: bool) -> anyhow::Result<Status> {
        let console = self.console;
        end_on_interrupt(self.overwriting.gate.clone());
        let mut collector = match self.begin_collection() {
            Ok(collector) => collector,
            Err(d) => {
                console.emit(&console.rendered(&[d], None));
                return Ok(Status::Errors);
            }
        };
        let mut report = match self.arguments.report.as_deref().map(|path| Report::create(path, &self.overwriting)) {
            Some(Err(mut d)) => {
                if d.code == codes::OUTPUT_EXISTS.id {
                    d.help = Some("choose another name for the report: --force overwrites outputs, too".into());
                }
                console.emit(&console.rendered(&[d], None));
                return Ok(Status::Errors);
            }
            Some(Ok(report)) => Some(report),
            None => None,
        };
        let mut tally = Tally::new(console, "converted", Records::Messages);
        tally.add_found(&inputs.diagnostics)?;
        if let Some(report) = &mut report {
            opening::report_unopened(&inputs.diagnostics, report)?;
        }
        if together {
            let converted = match inputs.list.first() {
                Some(first) => match panics::guarded(first, || self.convert_together(&inputs, &mut tally)) {
                    Ok(converted) => converted?,
                    Err(d) => self.ended(first, d),
                },
                None => self.convert_together(&inputs, &mut tally)?,
            };
            let mut converted = converted;
            if let (Some(collector), Some(first)) = (&mut collector, inputs.list.first()) {
                self.add_to(collector, first, &mut converted);
            }
            console.emit(&converted.messages);
            console.print(&converted.printed)?;
            if let Some(report) = &mut report {
                opening::report_together(&inputs.list, &converted.record, report)?;
            }
            tally.add(converted.record)?;
            self.end(&mut tally, report, collector)?;
            if console.is_json() {
                tally.finish(&tally.counts())?;
            }
            return Ok(tally.status());
        }
        let mut deferred = Vec::new();
        let mut lines = Vec::new();
        let many = self.many;
        let Inputs { list, walk, .. } = inputs;
        let mut tell = |input: Input, mut converted: Converted, tally: &mut Tally<'_>, deferred: &mut Vec<Input>| {
            if converted.is_deferred {
                deferred.push(input);
                return Ok(());
            }
            if let Some(collector) = &mut collector {
                self.add_to(collector, &input, &mut converted);
            }
            walk.progress.suspended(|| self.console.emit(&converted.messages));
            if let Some(report) = &mut report {
                report.add(&input, &converted.record, &converted.facts)?;
            }
            tally.add(converted.record)?;
            lines.extend(converted.lines);
            if !converted.printed.is_empty() && !self.arguments.dry_run {
                walk.progress.suspended(|| self.console.print(&converted.printed))?;
            }
            anyhow::Ok(())
        };
        let work = walk.work(&self.arguments.input.selection, self.reading.format.is_some());
        let pass = Pass { job: &self, convert: Self::convert };
        work.on(list, &pass, |input, converted| tell(input, converted, &mut tally, &mut deferred))?;
        // Those that come of another format than the target are written back by nobody.
        let convert = if self.wrote_back.load(Ordering::Relaxed) { Self::refuse } else { Self::convert_anew };
        let pass = Pass { job: &self, convert };
        work.on(deferred, &pass, |input, converted| tell(input, converted, &mut tally, &mut Vec::new()))?;
        drop(walk.progress);
        self.save_lines(lines, &mut tally)?;
        self.end(&mut tally, report, collector)?;
        if many || console.is_json() {
            tally.finish(&tally.counts())?;
        }
        if tally.done() == 0 && tally.failed() == 0 && many {
            let d = self.nothing_to_convert(&tally);
            console.emit(&console.rendered(&[d], None));
            return Ok(Status::Errors);
        }
        Ok(tally.status())
    }

    /// Sees to it that all that was written is whole, and in its place.
    fn end(&self, tally: &mut Tally<'_>, report: Option<Report>, collector: Option<Collector>) -> io::Result<()> {
        if let Some(Err(d)) = collector.map(Collector::finish) {
            self.console.emit(&self.console.rendered(std::slice::from_ref(&d), None));
            tally.add_diagnostics(&[d])?;
        }
        if let Some(same) = report.as_ref().map(Report::same).filter(|same| *same > 0) {
            let inputs = counted(same, "input has", "inputs have");
            self.console.remark(&format!("{inputs} the same bytes as one before: `same_as` in the report"));
        }
        if let Some(Err(d)) = report.map(|report| report.finish(&self.overwriting)) {
            self.console.emit(&self.console.rendered(std::slice::from_ref(&d), None));
            tally.add_diagnostics(&[d])?;
        }
        tally.sync(&self.overwriting)
    }

    fn nothing_to_convert(&self, tally: &Tally<'_>) -> Diagnostic {
        let folders = self.arguments.input.as_typed();
        if tally.skipped_as(own::IS_DOCUMENT) == 0 {
            let message = "there is no file of a format that Ludex reads";
            return Diagnostic::error(&codes::NOTHING_FOUND, message).in_file(folders);
        }
        let output = self.arguments.output.as_ref().map_or("FOLDER".into(), |output| output.display().to_string());
        let help = format!(
            "`ludex restore {folders} -o {output}` gives the original files; `ludex convert {folders} -t source -o \
             {output}` writes the documents back as they were edited"
        );
        let message = "there is nothing to convert but documents of Ludex, which are what they would be converted to";
        Diagnostic::error(&codes::ALREADY_DOCUMENTS, message).in_file(folders).help(help)
    }

    fn skipped(&self, input: &Input, skipped: Skipped) -> Converted {
        let (record, messages) = foreign::skipped_record(input, skipped, self.console);
        self.converted(record, messages)
    }

    /// Nothing was printed.
    fn converted(&self, record: Record, messages: String) -> Converted {
        Converted {
            record,
            facts: Facts::default(),
            messages,
            printed: Vec::new(),
            outputs: Vec::new(),
            lines: Vec::new(),
            collected: None,
            unread: (Vec::new(), None),
            is_deferred: false,
        }
    }

    fn failed(&self, input: &Input, reading: &mut ReadOutcome) -> Converted {
        let mut record = Record::new(input.label(), reading.format, Outcome::of(&reading.diagnostics));
        record.note(&reading.diagnostics);
        let messages = self.rendered(reading);
        let mut failed = self.converted(record, messages);
        failed.unread.0.append(&mut reading.diagnostics);
        failed
    }

    /// Nothing came of an input for an internal error.
    fn ended(&self, input: &Input, d: Diagnostic) -> Converted {
        let mut record = Record::new(input.label(), None, Outcome::failed(d.code.clone()));
        record.note(std::slice::from_ref(&d));
        let mut ended = self.converted(record, self.console.rendered(std::slice::from_ref(&d), None));
        ended.unread.0.push(d);
        ended
    }

    /// Hides in what was said of a source what is not to be printed of it; gives what is to be hidden of its lines.
    fn hide(&self, reading: &mut ReadOutcome) -> Hidden {
        let secrecy = if self.arguments.redact { Secrecy::Redacted } else { self.arguments.read.secrecy() };
        let mut emitted = std::mem::take(&mut reading.diagnostics);
        let hidden = conversion::hide(&mut emitted, reading, secrecy);
        reading.diagnostics = emitted;
        hidden
    }

    /// The messages about a source, rendered.
    fn rendered(&self, reading: &mut ReadOutcome) -> String {
        let hidden = self.hide(reading);
        self.console.rendered(&reading.diagnostics, reading.text.as_deref().map(|text| (text, &hidden)))
    }

    fn convert(&self, input: &Input, opened: Option<Opened<'_>>) -> Converted {
        match own::passed_over(input, opened.as_ref(), self.format) {
            Some(skipped) => {
                let facts = opening::facts(self.arguments.report.is_some(), opened);
                Converted { facts, ..self.skipped(input, skipped) }
            }
            None => self.read_and_write(input, opened, true),
        }
    }

    /// Converts a document that was read from another format than the target.
    fn convert_anew(&self, input: &Input, opened: Option<Opened<'_>>) -> Converted {
        self.read_and_write(input, opened, false)
    }

    /// Refuses a document that was read from another format than those that were written back.
    fn refuse(&self, input: &Input, _opened: Option<Opened<'_>>) -> Converted {
        let mut refused = self.ended(input, own::refusal(self.arguments).in_file(input.label()));
        refused.record.format = Some(formats::json::JSON.id);
        refused
    }

    fn read_and_write(&self, input: &Input, opened: Option<Opened<'_>>, may_defer: bool) -> Converted {
        let (bytes, mut facts) = match (&self.arguments.report, self.is_collecting()) {
            (Some(_), _) => opening::bytes_and_facts(input, opened, &self.reading),
            (None, true) => opening::bytes_and_facts_of_ours(input, opened, &self.reading),
            (None, false) => (opening::bytes(input, opened, &self.reading), Facts::default()),
        };
        if self.knows(input, &facts) {
            return Converted {
                facts,
                ..self.converted(Record::new(input.label(), None, Outcome::Identical), String::new())
            };
        }
        let given = bytes.as_deref().map_err(Clone::clone);
        let reading = self.files.read_bytes(input, given, &self.reading, self.arguments.read.strict);
        if self.arguments.report.is_some() || self.is_collecting() {
            facts.name_format(input, bytes.as_deref().unwrap_or_default(), reading.format);
        }
        let converted = self.write_read(input, reading, &facts, may_defer);
        Converted { facts, ..converted }
    }

    fn write_read(&self, input: &Input, mut reading: ReadOutcome, facts: &Facts, may_defer: bool) -> Converted {
        let selection = &self.arguments.input.selection;
        if let Some((record, messages)) = foreign::passed_over(input, &reading, selection, self.many, self.console) {
            return self.converted(record, messages);
        }
        conversion::advise(input, &mut reading);
        if reading.has_errors() {
            return self.failed(input, &mut reading);
        }
        self.hide(&mut reading);
        let Some(document) = reading.document.take() else { return self.failed(input, &mut reading) };
        if own::is_found_document(input, reading.format) {
            match own::is_write_back(&document, self.format) {
                Some(true) => self.wrote_back.store(true, Ordering::Relaxed),
                Some(false) if may_defer => {
                    let record = Record::new(input.label(), reading.format, Outcome::Done);
                    return Converted { is_deferred: true, ..self.converted(record, String::new()) };
                }
                Some(false) | None => {}
            }
        }
        let ReadOutcome { diagnostics, text, format, tables, .. } = reading;
        self.write(input, document, diagnostics, format, text.as_deref(), tables, facts)
    }

    /// Makes one document of all inputs; where one cannot be read nothing is written.
    fn convert_together(&self, inputs: &Inputs, tally: &mut Tally<'_>) -> anyhow::Result<Converted> {
        let strict = self.arguments.read.strict;
        let label = self.arguments.input.as_typed();
        let refused = |messages: String, code| {
            Ok(self.converted(Record::new(label.clone(), None, Outcome::failed(code)), messages))
        };
        if let Some(d) = inputs.diagnostics.iter().find(|d| d.is_error()) {
            return refused(String::new(), d.code.clone());
        }
        let inputs = &inputs.list;
        let mut messages = String::new();
        let mut readings = Vec::new();
        for (input, reading) in self.files.read_together(inputs, &self.reading, strict) {
            match reading {
                Ok(reading) => readings.push((input, reading)),
                Err(skipped) => {
                    let skipped = self.skipped(input, skipped);
                    messages += &skipped.messages;
                    tally.add(skipped.record)?;
                }
            }
        }
        let mut documents = Vec::new();
        let mut failed = None;
        for (input, mut reading) in readings {
            let changes = reading.document.as_ref().and_then(|document| self.changes(reading.format, document));
            reading.diagnostics.extend(changes.map(|d| d.in_file(input.label())));
            messages += &self.rendered(&mut reading);
            failed = failed.or(reading.diagnostics.iter().find(|d| d.is_error()).map(|d| d.code.clone()));
            documents.extend(reading.document);
        }
        tally.emit_skipped();
        let first = match (inputs.first(), failed) {
            (Some(first), None) => first,
            (_, code) => return refused(messages, code.unwrap_or(codes::NOTHING_FOUND.id.into())),
        };
        match conversion::join(documents) {
            Ok((document, mut emitted)) => {
                if strict {
                    conversion::make_strict(&mut emitted);
                }
                if let Some(code) = emitted.iter().find(|d| d.is_error()).map(|d| d.code.clone()) {
                    return refused(messages + &self.console.rendered(&emitted, None), code);
                }
                let mut written = self.write(first, document, emitted, None, None, tables::VERSION, &Facts::default());
                self.take(&mut written);
                self.save(&mut written);
                let record = Record { file: label, ..written.record };
                Ok(Converted { messages: messages + &written.messages, record, ..written })
            }
            Err(d) => refused(messages + &self.console.rendered(std::slice::from_ref(&d), None), d.code),
        }
    }

    /// Writes a document; `emitted` is what reading it from `format` said about `text`, or about tables of that version.
    fn write(
        &self,
        input: &Input,
        document: Document,
        mut emitted: Vec<Diagnostic>,
        format: Option<&'static Format>,
        text: Option<&str>,
        tables: u32,
        facts: &Facts,
    ) -> Converted {
        let (mut printed, mut lines) = (Vec::new(), Vec::new());
        // Writing takes the document, and what is said of it is placed in the tables that it was read from.
        emitted.extend(self.changes(format, &document).map(|d| d.in_file(input.label())));
        let is_package = input.kind == InputKind::Package;
        let game = is_package.then(|| document.game.clone());
        let mut collected = None;
        let (outputs, mut written) = match self.format {
            TargetFormat::Fixed(target) => {
                let (outputs, diagnostics) = conversion::write(document, target, &self.writing);
                (outputs.into_iter().map(|output| (target, output)).collect(), diagnostics)
            }
            TargetFormat::OfInput => match format {
                Some(target) => {
                    let (outputs, diagnostics) = conversion::write(document, target, &self.writing);
                    (outputs.into_iter().map(|output| (target, output)).collect(), diagnostics)
                }
                None => (Vec::new(), Vec::new()),
            },
            TargetFormat::OwnSources => conversion::write_sources(&document, &self.writing),
            TargetFormat::Collection(target) => {
                let (entry, diagnostics) = self.collect(input, document, format, facts, target);
                collected = entry;
                (Vec::new(), diagnostics)
            }
        };
        let left_out: usize = outputs.iter().map(|(_, output)| output.left_out).sum();
        conversion::locate_in_source(&mut written, format, text, tables, game.as_ref());
        conversion::name_file(&mut written, input);
        if self.arguments.read.strict {
            conversion::make_strict(&mut written);
        }
        let errors: Vec<&Diagnostic> = written.iter().filter(|d| d.is_error()).collect();
        let outcome = match errors.first() {
            // What was left out as the user wants it is said, and the rest is written.
            Some(d) if errors.len() > left_out => Outcome::refused(d.code.clone()),
            _ => Outcome::Done,
        };
        let mut record = Record::new(input.label(), format, outcome);
        emitted.append(&mut written);
        let mut placed = Vec::new();
        if record.outcome == Outcome::Done {
            record.left_out = left_out;
            match self.place(input, outputs, &mut printed, &mut lines, &mut emitted) {
                Ok(outputs) => {
                    record.outputs = lines.iter().map(|line| line.path.clone()).collect();
                    placed = outputs;
                }
                Err(d) => {
                    record.left_out = 0;
                    record.outcome = Outcome::refused(d.code.clone());
                    emitted.push(d.in_file(input.label()));
                }
            }
        }
        record.note(&emitted);
        let is_done = record.outcome == Outcome::Done;
        let hidden = match () {
            () if emitted.is_empty() || self.arguments.read.reveal => Hidden::NOTHING.clone(),
            () if self.arguments.redact => Hidden::everything(),
            () => conversion::hidden_in(format, text, false),
        };
        if !self.arguments.redact {
            hidden.hide(&mut emitted, text);
        }
        let messages = self.console.rendered(&emitted, text.map(|text| (text, &hidden)));
        let unread = if is_done { (Vec::new(), None) } else { (emitted, None) };
        let collected = collected.filter(|_| is_done);
        Converted { printed, outputs: placed, lines, collected, unread, ..self.converted(record, messages) }
    }

    /// What was edited in a document that was read.
    fn changes(&self, format: Option<&Format>, document: &Document) -> Option<Diagnostic> {
        let is_document = format.is_some_and(|format| matches!(format.kind, Kind::Json | Kind::Csv));
        is_document.then(|| conversion::changes(document, self.console.is_verbose())).flatten()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    #[test]
    fn an_internal_error_in_one_file_leaves_the_others_converted() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        for name in ["a", "b", "c"] {
            std::fs::write(path(&format!("{name}.orders")), "S1901M\nFRANCE: A PAR - BUR\n").unwrap();
        }
        let (inputs, output) = (["a.orders", "b.orders", "c.orders"].map(path), path("out/"));
        let line = ["ludex", "convert", "--quiet", "-o", &output].into_iter().chain(inputs.iter().map(String::as_str));
        let cli = Cli::try_parse_from(line).unwrap();
        let Command::Convert(arguments) = &cli.command else { panic!() };
        let console = Console::new(&cli.common);
        let Ok((job, inputs, _)) = prepare(arguments, &console) else { panic!() };
        let mut tally = Tally::new(&console, "converted", Records::Messages);
        let pass = Pass {
            job: &job,
            convert: |job, input, opened| match input.name().as_ref() {
                "b.orders" => panic!("of this test"),
                _ => job.convert(input, opened),
            },
        };
        let work = inputs.walk.work(&arguments.input.selection, false);
        work.on(inputs.list, &pass, |_, converted| Ok(tally.add(converted.record)?)).unwrap();
        assert_eq!((tally.done(), tally.failed()), (2, 1));
        let there = ["a", "b", "c"].map(|name| Path::new(&output).join(format!("{name}.orders.json")).exists());
        assert_eq!(there, [true, false, true]);
    }
}
