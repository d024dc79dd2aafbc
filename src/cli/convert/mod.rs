//! `ludex convert`

mod arguments;
mod bagging;
mod collecting;
mod each;
mod own;
mod saving;
mod target;
mod together;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::archive::{Input, Opened, Overwriting, Protected};
use crate::conversion::{self, Content, Facts, FileReader, GameLine, ReadOptions, WriteOptions};
use crate::formats::{self, Kind};
use crate::tables::collection::InputKey;
use crate::text::english::counted;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::Inputs;
use super::interrupt::end_on_interrupt;
use super::opening;
use super::panics;
use super::places::is_folder;
use super::report::Report;
use super::tally::{Record, Records, Tally};
use super::threads::on_all_cores;
use super::work::{Command, Instead, Worked};
use bagging::Bagger;
use collecting::{Collected, Collector};
use target::{Target, TargetFormat};
use together::Part;

pub use arguments::Arguments;

/// The name of standard output in messages.
const STDOUT: &str = "standard output";

struct Job<'a> {
    arguments: &'a Arguments,
    console: &'a Console,
    reading: ReadOptions,
    writing: WriteOptions,
    target: Target,
    format: TargetFormat,
    /// Whether there may be several inputs.
    many: bool,
    overwriting: Arc<Overwriting>,
    /// The inputs that are already in the collection that all are added to.
    known: HashSet<InputKey>,
    /// Hashes of the paths that this run has written, so that no two inputs share an output.
    taken: Mutex<HashSet<[u64; 2]>>,
    files: FileReader,
    /// Whether a document of a folder was written back to a source of the target format.
    wrote_back: AtomicBool,
}

/// The result of converting an input: its record, messages and outputs.
struct Converted {
    record: Record,
    /// Facts for the report, if there is one.
    facts: Facts,
    messages: String,
    /// The bytes for standard output.
    printed: Vec<u8>,
    /// The outputs to save, with their paths.
    outputs: Vec<(PathBuf, Content)>,
    /// Games that are lines of a file.
    lines: Vec<GameLine>,
    /// The part of a collection that is made of the input.
    collected: Option<Collected>,
    /// For the entry of an input that did not become a document: the diagnostics, and its bytes if they are carried.
    unread: (Vec<Diagnostic>, Option<Vec<u8>>),
    /// Whether it is converted only once the results of all other inputs are known.
    is_deferred: bool,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    match prepare(arguments, console) {
        Ok((job, inputs, together)) => job.run(inputs, together),
        Err(status) => Ok(status),
    }
}

/// Finds the inputs and the target; reports all errors in the arguments.
fn prepare<'a>(arguments: &'a Arguments, console: &'a Console) -> Result<(Job<'a>, Inputs, bool), Status> {
    let (reading, writing) = options(arguments, console)?;
    let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let mut inputs = arguments.input.find(output, console)?;
    if arguments.together {
        inputs.expand(&arguments.input.selection, console);
    } else if !arguments.bag && !output.is_some_and(is_folder) {
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

/// Returns what no output may overwrite: everything that is read, except documents that an earlier run made and this
/// one replaces.
fn protected(arguments: &Arguments, inputs: &[Input], format: TargetFormat) -> Protected {
    // An output that does not exist yet is not an input, so the names of a hundred thousand inputs need not be kept.
    let is_new = |path: &Option<PathBuf>| path.as_ref().is_none_or(|path| std::fs::symlink_metadata(path).is_err());
    let writes_one_output = matches!(format, TargetFormat::Collection(_)) && !arguments.bag;
    if writes_one_output && is_new(&arguments.output) && is_new(&arguments.report) {
        return Protected::default();
    }
    let to_json = matches!(format, TargetFormat::Fixed(format) if matches!(format.kind, Kind::Json));
    let is_perhaps_ours = |input: &&Input| to_json && conversion::may_be_json(input);
    let (perhaps, sure): (Vec<&Input>, Vec<&Input>) = inputs.iter().partition(is_perhaps_ours);
    let sure = sure.into_iter().filter(|input| !own::is_passed_over_package(input, format));
    let others = arguments.read.board.iter().chain(&arguments.read.position).cloned();
    Protected::of(sure, others).and_where(perhaps.into_iter().map(|input| input.path.clone()), |path| {
        !conversion::is_json_document(&Input::companion(path.to_owned()))
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
        max_size: arguments.read.max_size_of_outputs(),
        leave_out: arguments.leave_out,
        no_originals: arguments.no_originals,
        redact: arguments.redact,
        repair_text: arguments.repair_text,
        reveal: arguments.read.reveal,
    };
    Ok((reading, writing))
}

/// Returns whether the inputs become one document although the user did not ask for it, since there is no folder for
/// them.
fn join_by_themselves(arguments: &Arguments, inputs: &[Input]) -> bool {
    let is_into_folder = arguments.bag || arguments.output.as_deref().is_some_and(is_folder);
    let Some(first) = inputs.first().filter(|_| !is_into_folder) else {
        return false;
    };
    let join = || conversion::join_by_themselves(inputs, arguments.read.from.map(|format| format.id));
    // A panic here occurs again when the file is read, and is reported then.
    panics::guarded(first, join).unwrap_or(false)
}

impl Worked for Converted {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

/// Adds an input to the report and the bag, if they are wanted.
fn add_row(
    input: &Input,
    record: &Record,
    facts: &Facts,
    report: Option<&mut Report>,
    bagger: Option<&mut Bagger>,
) -> io::Result<()> {
    report.map_or(Ok(()), |report| report.add(input, record, facts))?;
    bagger.map_or(Ok(()), |bagger| bagger.add(input, record, facts))
}

/// A pass over inputs, all of which are converted by the same function.
struct Pass<'j, 'a> {
    job: &'j Job<'a>,
    convert: fn(&Job<'a>, &Input, Option<Opened<'_>>) -> Converted,
}

impl Command for Pass<'_, '_> {
    type Worked = Converted;

    fn salvages(&self) -> bool {
        self.job.reading.salvage
    }

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
        if job.tells_facts() && is_container {
            let facts = input.open().map(|opened| Facts::of_reader(opened.into_reader()).unwrap_or_default());
            converted.facts = facts.unwrap_or_default();
        }
        converted
    }

    fn settle(&self, worked: &mut [(&Input, &mut Converted)]) {
        let job = self.job;
        // If two inputs have the same output, the first one wins, not the one whose thread is faster.
        worked.iter_mut().for_each(|(_, converted)| job.take(converted));
        let save = |(input, converted): &mut (&Input, &mut Converted)| {
            if let Err(d) = panics::guarded(input, || job.save(converted)) {
                job.fail(converted, d);
            }
        };
        match worked {
            // Starting threads takes longer than writing one file.
            [one] => save(one),
            _ => on_all_cores(|| worked.par_iter_mut().for_each(save)),
        }
    }
}

impl Job<'_> {
    fn run(mut self, inputs: Inputs, together: bool) -> anyhow::Result<Status> {
        let console = self.console;
        end_on_interrupt(self.overwriting.gate.clone());
        let mut bagger = match self.begin_bag() {
            Ok(bagger) => bagger,
            Err(d) => {
                console.emit(&console.rendered(&[d], None));
                return Ok(Status::Errors);
            }
        };
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
            let mut parts: Vec<Part<'_>> =
                inputs.list.iter().map(|input| Part::new(input, self.tells_facts())).collect();
            let converted = match inputs.list.first() {
                Some(first) => {
                    match panics::guarded(first, || self.convert_together(&inputs, &mut parts, &mut tally)) {
                        Ok(converted) => converted?,
                        Err(d) => self.ended(first, d),
                    }
                }
                None => self.convert_together(&inputs, &mut parts, &mut tally)?,
            };
            let mut converted = converted;
            if let (Some(collector), Some(first)) = (&mut collector, inputs.list.first()) {
                self.add_to(collector, first, &mut converted);
            }
            console.emit(&converted.messages);
            console.print(&converted.printed)?;
            together::settle(&mut parts, &converted.record, &converted.facts);
            for Part { input, record, facts } in &parts {
                add_row(input, record, facts, report.as_mut(), bagger.as_mut())?;
            }
            tally.add(converted.record)?;
            self.end(&mut tally, report, collector, bagger)?;
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
            add_row(&input, &converted.record, &converted.facts, report.as_mut(), bagger.as_mut())?;
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
        // Deferred documents were read from another format than the target, so they are never written back.
        let convert = if self.wrote_back.load(Ordering::Relaxed) { Self::refuse } else { Self::convert_anew };
        let pass = Pass { job: &self, convert };
        work.on(deferred, &pass, |input, converted| tell(input, converted, &mut tally, &mut Vec::new()))?;
        drop(walk.progress);
        self.save_lines(lines, &mut tally)?;
        self.end(&mut tally, report, collector, bagger)?;
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

    /// Completes everything that was written, and moves it to its place.
    fn end(
        &self,
        tally: &mut Tally<'_>,
        report: Option<Report>,
        collector: Option<Collector>,
        bagger: Option<Bagger>,
    ) -> io::Result<()> {
        let mut is_whole = true;
        if let Some(Err(d)) = collector.map(Collector::finish) {
            is_whole = false;
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
        tally.sync(&self.overwriting)?;
        // A bag is not completed if a part of it is missing.
        let description = format!("game files as {}: {}", self.format.id(), tally.counts());
        if let Some(Err(errors)) = bagger.filter(|_| is_whole).map(|bagger| bagger.finish(description)) {
            self.console.emit(&self.console.rendered(&errors, None));
            tally.add_diagnostics(&errors)?;
        }
        Ok(())
    }

    /// Creates the bag for the output, if the user asked for one.
    fn begin_bag(&self) -> Result<Option<Bagger>, Diagnostic> {
        let folder = self.arguments.output.as_deref().filter(|_| self.arguments.bag && !self.arguments.dry_run);
        let collection = match &self.target {
            Target::Collection(_, path) => path.as_deref(),
            _ => None,
        };
        folder.map(|folder| Bagger::begin(folder, collection, &self.overwriting)).transpose()
    }

    /// Returns whether facts about inputs are needed, for a report or a bag.
    fn tells_facts(&self) -> bool {
        self.arguments.report.is_some() || self.arguments.bag
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
