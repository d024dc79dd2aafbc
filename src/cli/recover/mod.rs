//! `ludex recover`

mod grouping;
mod placing;
mod printing;
mod writing;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::archive::{Input, Overwriting, Protected};
use crate::conversion::{self, FileReader, ReadOptions, Secrecy, WriteOptions};
use crate::formats::{self, Format};
use crate::model::{Document, System};
use crate::rules::recovery::{Recovery, RecoverySystem};
use crate::text::english::counted;
use crate::text::{Diagnostic, Severity, codes};

use super::Status;
use super::console::Console;
use super::input::{InputArguments, ReadArguments};
use super::interrupt::end_on_interrupt;
use super::places::is_folder;
use super::rows::{RowArguments, RowFormat};
use grouping::{Group, groups};
use printing::Printer;

/// Recover a game from an interrupted turn, a damaged file or backups
///
/// Name all files of a Global War game: its .DAT, .REC and .LOG, and copies of its .DAT; or a folder or an archive,
/// whose games are told apart. The command reports what an interrupted turn had done and whether it still counts,
/// rebuilds a lost .DAT from an older copy and the log, and reports the point in the game that each copy is from, with
/// the source line of each value. No input is changed, and no value is made up.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Write the recovered game here, or several games into this folder
    ///
    /// If carrier was lost in a turn that still counts, the recovered game is the one with that turn ended; else it is
    /// the game at the end of the log. If a value cannot be known, a document, NAME.json, is written instead, which
    /// lists the missing values.
    #[arg(long, short, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// Overwrite existing outputs
    #[arg(long, requires = "output")]
    force: bool,
    /// Write nothing, but report what would be written and what would be refused
    #[arg(long, requires = "output")]
    dry_run: bool,
    #[command(flatten)]
    rows: RowArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

/// A file of a game, as it was read.
struct ReadFile {
    /// Name of the file in messages.
    label: String,
    /// Path of the file; for a member of an archive its place in the archive.
    path: PathBuf,
    /// The same, relative to the folder that the user gave.
    relative: PathBuf,
    format: &'static Format,
    document: Document,
    text: Option<String>,
    is_damaged: bool,
    is_unreliable: bool,
    is_end_doubtful: bool,
    /// Whether the file was found in a folder rather than named by the user.
    found: bool,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut inputs = match arguments.input.find(arguments.output.as_deref(), console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let protected = Protected::of(&inputs.list, None);
    inputs.expand(&arguments.input.selection, console);
    let mut overwriting = Overwriting::new(arguments.force, false, protected);
    overwriting.dry_run = arguments.dry_run;
    let overwriting = Arc::new(overwriting);
    end_on_interrupt(overwriting.gate.clone());
    let mut status = inputs.status();
    let files = FileReader::protecting(Arc::clone(&overwriting.inputs));
    let mut all = Vec::new();
    for input in &inputs.list {
        match read(input, &options, arguments, &files, console) {
            Ok(read) => all.extend(read),
            Err(()) => status = Status::Errors,
        }
    }
    if all.is_empty() {
        let message = "there is no file of a game that can be recovered";
        let d = Diagnostic::error(&codes::NOTHING_TO_RECOVER, message).in_file(arguments.input.as_typed());
        console.emit(&console.rendered(&[d.help(codes::NOTHING_TO_RECOVER.advice)], None));
        return Ok(Status::Errors);
    }
    let groups = groups(&all);
    let into_folder = arguments.output.as_deref().is_some_and(is_folder);
    if arguments.output.is_some() && !into_folder && groups.len() > 1 {
        let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
        return Ok(console.usage(&format!("these are {} games ({}): add -o FOLDER/", groups.len(), names.join(", "))));
    }
    let usual = if console.is_json() { Some(RowFormat::Jsonl) } else { None };
    let mut printer = Printer::new(console, arguments.rows.format.or(usual));
    let mut whole = 0;
    for group in &groups {
        let recovery = group.recover(&all, arguments.read.reveal);
        if group.members.len() == 1 && groups.len() > 1 && recovery.recovered.is_none() {
            // A disk may hold hundreds of games that consist of nothing but an undamaged .DAT.
            whole += 1;
            continue;
        }
        printer.print(group, &all, &recovery)?;
        let written = writing::write(group, &all, recovery, arguments, &overwriting, console);
        if !written && arguments.output.is_some() {
            status = Status::Errors;
        }
    }
    printer.finish()?;
    if whole > 0 {
        let games = counted(whole, "game", "games");
        console.remark(&format!("nothing to recover of {games} of which there is one whole file alone"));
    }
    if let Err(d) = overwriting.finish() {
        console.emit(&console.rendered(&[d], None));
        status = Status::Errors;
    }
    Ok(status)
}

/// Returns the rules for recovering games of a format; `None` if it cannot be recovered.
fn system_of(format: &Format) -> Option<&'static RecoverySystem> {
    let mut all = System::ALL.iter().filter_map(|system| system.def().documents.recovery);
    all.find(|system| system.formats.contains(&format.id))
}

/// Reads the files of games in an input. Prints the diagnostics, and fails if the input cannot be read.
fn read(
    input: &Input,
    options: &ReadOptions,
    arguments: &Arguments,
    files: &FileReader,
    console: &Console,
) -> Result<Vec<ReadFile>, ()> {
    let mut reading = files.read_alone(input, options, arguments.read.strict);
    if conversion::skipped(input, &reading, true).is_some() {
        return Ok(Vec::new());
    }
    conversion::advise(input, &mut reading);
    let mut emitted = std::mem::take(&mut reading.diagnostics);
    let Some(document) = &reading.document else {
        if input.found && reading.format.and_then(system_of).is_none() {
            return Ok(Vec::new());
        }
        emit(&mut emitted, &reading, arguments.read.secrecy(), console);
        return Err(());
    };
    let Some(system) = document.game.system.def().documents.recovery else {
        if !input.found {
            let message = format!("games of {} cannot be recovered", document.game.system.name());
            let d = Diagnostic::error(&codes::NOTHING_TO_RECOVER, message).in_file(input.label());
            console.emit(&console.rendered(&[d], None));
            return Err(());
        }
        return Ok(Vec::new());
    };
    let is_damaged = emitted.iter().any(Diagnostic::is_error);
    let is_unreliable = is_unreliable(&emitted, system);
    let is_end_doubtful = emitted.iter().any(|d| system.doubtful_end.iter().any(|code| code.id == d.code));
    // Recovering damaged files is the purpose of the command, so that their errors are only warnings here.
    emitted.iter_mut().filter(|d| d.is_error()).for_each(|d| d.severity = Severity::Warning);
    emitted.retain(|d| d.severity == Severity::Warning || console.is_verbose());
    emit(&mut emitted, &reading, arguments.read.secrecy(), console);
    let (Some(format), Some(document)) = (reading.format, reading.document) else { return Ok(Vec::new()) };
    if format.text().is_none() {
        return Ok(parts(input, &document));
    }
    let text = reading.text;
    let (label, path, found) = (input.label(), input.path.clone(), input.found);
    let relative = input.relative.clone();
    Ok(vec![ReadFile {
        label,
        path,
        relative,
        format,
        document,
        text,
        is_damaged,
        is_unreliable,
        is_end_doubtful,
        found,
    }])
}

/// Returns whether a file is damaged in any other way than by being cut off.
fn is_unreliable(found: &[Diagnostic], system: &RecoverySystem) -> bool {
    found.iter().any(|d| d.is_error() && !system.cut_off.iter().any(|code| code.id == d.code))
}

fn emit(found: &mut [Diagnostic], reading: &conversion::ReadOutcome, secrecy: Secrecy, console: &Console) {
    let hidden = conversion::hide(found, reading, secrecy);
    console.emit(&console.rendered(found, reading.text.as_deref().map(|text| (text, &hidden))));
}

/// Returns the files that a document was read from, written back and read again.
fn parts(input: &Input, document: &Document) -> Vec<ReadFile> {
    let (outputs, _) = conversion::write_sources(document, &WriteOptions::default());
    let part = |(format, output): (&'static Format, conversion::Output)| {
        let conversion::Content::File(bytes) = output.content else { return None };
        let name = output.name?;
        let options = ReadOptions { format: Some(format.id.to_owned()), ..ReadOptions::default() };
        let reading = conversion::read(&name, &bytes, &options);
        let is_damaged = reading.has_errors();
        Some(ReadFile {
            label: format!("{name} in {}", input.label()),
            path: input.path.with_file_name(&name),
            relative: input.relative.with_file_name(&name),
            format,
            document: reading.document?,
            text: reading.text,
            is_damaged,
            is_unreliable: is_damaged,
            is_end_doubtful: false,
            found: input.found,
        })
    };
    let formats = outputs.into_iter().filter(|(format, _)| formats::format(format.id).and_then(system_of).is_some());
    formats.filter_map(part).collect()
}

impl Group {
    fn recover(&self, all: &[ReadFile], reveal: bool) -> Recovery {
        (self.system.recover)(&self.game_files(all), reveal)
    }
}
