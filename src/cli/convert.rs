//! `ludex convert`

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::Args;
use rayon::prelude::*;

use crate::archive::{Input, InputKind, abort_on_interrupt, save_file, save_folder};
use crate::conversion::{self, Content, Output, ReadOptions, Reading, WriteOptions};
use crate::formats::{self, Format, Kind};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::boards::Boards;
use super::console::Console;
use super::input::{self, BATCH, ReadArguments, known_format};

/// Convert files from one format to another
///
/// The format of an input is found out from its contents. A folder stands for all files in and below it; with a
/// datapackage.json in it, it is one document. Unedited, a file that goes to JSON or CSV and back has the same bytes.
#[derive(Args)]
pub struct Arguments {
    /// Files or folders; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Write this format (an id of `ludex formats`); without it the output's name tells, else json
    #[arg(long, short, value_name = "FORMAT")]
    to: Option<String>,
    /// Output file, or folder for many inputs; `-` or nothing is standard output
    ///
    /// For one input a file (for csv a new folder). For many inputs, for a folder as input, and where it ends in a
    /// slash or is a folder, each input is written into it under its own name.
    #[arg(long, short, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// Make one document of all inputs, such as a .DAT and the .REC of the same game
    ///
    /// A map and its seed, and Power's rows of one game, do so by themselves where they are named without a folder as
    /// output.
    #[arg(long)]
    together: bool,
    #[command(flatten)]
    read: ReadArguments,
    /// Take what is left of a damaged file
    ///
    /// The values that are missing are left out of the document. Unedited it still gives the same bytes back; edited
    /// it can be written once the missing values are added.
    #[arg(long)]
    salvage: bool,
    /// Write text formats in their canonical spelling instead of the source's own
    #[arg(long)]
    canonical: bool,
    /// Overwrite outputs that are there
    #[arg(long)]
    force: bool,
    /// Leave the original texts out of JSON and CSV; then only canonical text can be written back
    #[arg(long)]
    no_originals: bool,
    /// Take passwords and addresses out, and the original texts that hold them
    #[arg(long)]
    redact: bool,
    /// Mend text that was once read in the wrong encoding, where it is certain what it was
    ///
    /// Windows-1252 punctuation that stands as control characters, numeric references of HTML, and UTF-8 that was
    /// encoded twice. JSON and CSV keep the original text beside what is mended.
    #[arg(long)]
    repair_text: bool,
}

/// Where outputs go.
enum Target {
    Stdout,
    /// A file, or for csv a folder that is one document.
    One(PathBuf),
    /// A folder with an output for each input.
    Into(PathBuf),
}

struct Job<'a> {
    arguments: &'a Arguments,
    console: &'a Console,
    reading: ReadOptions,
    writing: WriteOptions,
    target: Target,
    /// Outputs that this run has written, so that two inputs never share one.
    taken: Mutex<HashSet<PathBuf>>,
    boards: Boards,
}

/// What became of an input, and what there is to say and to print.
struct Outcome {
    fate: Fate,
    messages: String,
    /// What goes to standard output.
    printed: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Converted,
    Failed,
    Skipped,
}

impl Outcome {
    /// Nothing was printed.
    fn of(messages: String, fate: Fate) -> Self {
        Outcome { fate, messages, printed: Vec::new() }
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let (reading, writing) = match options(arguments, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (inputs, mut status) = input::inputs(&arguments.inputs, console);
    let together = arguments.together || join_by_themselves(arguments, &inputs);
    let many = !together && (inputs.len() != 1 || inputs[0].found);
    let target = match target(arguments, console, many, &inputs) {
        Ok(target) => target,
        Err(status) => return Ok(status),
    };
    let job = Job { arguments, console, reading, writing, target, taken: Mutex::default(), boards: Boards::default() };
    abort_on_interrupt();
    if together {
        let outcome = job.convert_together(&inputs);
        console.tell(&outcome.messages);
        console.print(&outcome.printed)?;
        return Ok(if outcome.fate == Fate::Converted { status } else { Status::Errors });
    }
    let (mut converted, mut failed, mut skipped) = (0, 0, 0);
    for batch in inputs.chunks(BATCH) {
        // Threads take longer to start than a file to convert.
        let outcomes: Vec<Outcome> = match batch {
            [input] => vec![job.convert(input)],
            inputs => inputs.par_iter().map(|input| job.convert(input)).collect(),
        };
        for outcome in outcomes {
            console.tell(&outcome.messages);
            match outcome.fate {
                Fate::Converted => converted += 1,
                Fate::Failed => failed += 1,
                Fate::Skipped => skipped += 1,
            }
            if !outcome.printed.is_empty() {
                console.print(&outcome.printed)?;
            }
        }
    }
    if many {
        console.remark(&format!("{converted} converted, {failed} failed, {skipped} skipped"));
    }
    if converted == 0 && failed == 0 && skipped > 0 {
        let folder = arguments.inputs[0].display().to_string();
        let d =
            Diagnostic::error(&codes::NOTHING_FOUND, "there is no file of a format that Ludex reads").in_file(folder);
        console.tell(&console.rendered(&[d], None));
        status = Status::Errors;
    }
    Ok(if failed > 0 { Status::Errors } else { status })
}

fn options(arguments: &Arguments, console: &Console) -> Result<(ReadOptions, WriteOptions), Status> {
    let reading = arguments.read.options(arguments.salvage, console)?;
    if let Some(id) = &arguments.to {
        known_format(id, console)?;
    }
    let writing = WriteOptions {
        canonical: arguments.canonical,
        encoding: reading.encoding,
        no_originals: arguments.no_originals,
        redact: arguments.redact,
        repair_text: arguments.repair_text,
    };
    Ok((reading, writing))
}

fn target(arguments: &Arguments, console: &Console, many: bool, inputs: &[Input]) -> Result<Target, Status> {
    let to_csv = arguments.to.as_deref() == Some(formats::CSV.id);
    match &arguments.output {
        None if many && inputs.len() > 1 => {
            Err(console.usage("many inputs need a folder for their outputs: add -o FOLDER/"))
        }
        None if to_csv => Err(console.usage("csv is a folder of tables: add -o FOLDER")),
        None => Ok(Target::Stdout),
        Some(path) if path.as_os_str() == "-" => {
            if many && inputs.len() > 1 || to_csv {
                return Err(console.usage("standard output holds one file: add -o FOLDER/"));
            }
            Ok(Target::Stdout)
        }
        Some(path) if many => {
            if path.is_file() {
                let message = format!("{} is a file, and many inputs need a folder", path.display());
                return Err(console.usage(&message));
            }
            Ok(Target::Into(path.clone()))
        }
        Some(path) if !to_csv && (path.is_dir() || ends_in_slash(path)) => Ok(Target::Into(path.clone())),
        Some(path) => Ok(Target::One(path.clone())),
    }
}

/// Whether the inputs are files that become one document without being asked to, such as a map and its seed, or the
/// rows of one game: named by the user, and with no folder to write each into.
fn join_by_themselves(arguments: &Arguments, inputs: &[Input]) -> bool {
    let is_folder = |path: &PathBuf| path.as_os_str() != "-" && (path.is_dir() || ends_in_slash(path));
    if inputs.len() < 2
        || arguments.output.as_ref().is_some_and(is_folder)
        || inputs.iter().any(|i| i.found || i.kind != InputKind::File)
    {
        return false;
    }
    let named = arguments.read.from.as_deref().map(formats::format);
    let format =
        |input: &Input| named.unwrap_or_else(|| conversion::identify(&input.name(), &input.bytes().ok()?, None));
    // Of many files most are none of these: the first two tell.
    let Some(first) = inputs.iter().take(2).map(format).collect::<Option<Vec<_>>>() else { return false };
    conversion::join_by_themselves(&first)
        && (inputs.len() == 2
            || inputs
                .iter()
                .map(format)
                .collect::<Option<Vec<_>>>()
                .is_some_and(|all| conversion::join_by_themselves(&all)))
}

fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

impl Job<'_> {
    fn convert(&self, input: &Input) -> Outcome {
        let reading = input::read(input, &self.reading, self.arguments.read.strict, &self.boards);
        if let Some(skipped) = input::skipped(input, &reading) {
            return Outcome::of(self.console.rendered(&[skipped], None), Fate::Skipped);
        }
        let failed = reading.has_errors();
        let Reading { document, diagnostics, text, format } = reading;
        match document.filter(|_| !failed) {
            Some(document) => self.write(input, document, diagnostics, format, text.as_deref()),
            None => Outcome::of(self.console.rendered(&diagnostics, text.as_deref()), Fate::Failed),
        }
    }

    /// Makes one document of all inputs; where one cannot be read nothing is written.
    fn convert_together(&self, inputs: &[Input]) -> Outcome {
        let strict = self.arguments.read.strict;
        let mut messages = String::new();
        let mut readings = Vec::new();
        for input in inputs {
            let reading = input::read_alone(input, &self.reading, strict);
            match input::skipped(input, &reading) {
                Some(skipped) => messages += &self.console.rendered(&[skipped], None),
                None => readings.push((input, reading)),
            }
        }
        // Names are of the board among the inputs, whatever lies beside them.
        let board = |(input, reading): &(&Input, Reading)| {
            conversion::board_of(reading.document.as_ref()?, &input.name()).map(Arc::new)
        };
        let board = self.reading.board.clone().or_else(|| readings.iter().find_map(board));
        let options = ReadOptions { board, ..self.reading.clone() };
        let mut documents = Vec::new();
        let mut failed = false;
        for (input, mut reading) in readings {
            if reading.format.is_some_and(|format| format.board_beside.is_some()) && options.board.is_some() {
                reading = input::read_alone(input, &options, strict);
            }
            messages += &self.console.rendered(&reading.diagnostics, reading.text.as_deref());
            failed |= reading.has_errors();
            documents.extend(reading.document);
        }
        let Some(first) = inputs.first().filter(|_| !failed) else { return Outcome::of(messages, Fate::Failed) };
        match conversion::join(documents) {
            Ok((document, mut said)) => {
                if strict {
                    input::make_strict(&mut said);
                }
                if said.iter().any(Diagnostic::is_error) {
                    return Outcome::of(messages + &self.console.rendered(&said, None), Fate::Failed);
                }
                let written = self.write(first, document, said, None, None);
                Outcome { messages: messages + &written.messages, ..written }
            }
            Err(d) => Outcome::of(messages + &self.console.rendered(&[d], None), Fate::Failed),
        }
    }

    /// Writes a document; `said` is what reading it from `format` said about `text`.
    fn write(
        &self,
        input: &Input,
        document: Document,
        mut said: Vec<Diagnostic>,
        format: Option<&Format>,
        text: Option<&str>,
    ) -> Outcome {
        let mut printed = Vec::new();
        let target = self.format_for(input);
        // Writing takes the document, and what is said of it is placed in the tables that it was read from.
        let is_package = input.kind == InputKind::Package;
        let game = is_package.then(|| document.game.clone());
        let (outputs, mut written) = conversion::write(document, target, &self.writing);
        conversion::locate_in_source(&mut written, format, text, game.as_ref());
        input::name_file(&mut written, input);
        if self.arguments.read.strict {
            input::make_strict(&mut written);
        }
        let failed = written.iter().any(Diagnostic::is_error);
        said.append(&mut written);
        let mut fate = Fate::Failed;
        if !failed {
            match self.save(input, target, outputs, &mut printed) {
                Ok(()) => fate = Fate::Converted,
                Err(d) => said.push(d.in_file(input.label())),
            }
        }
        Outcome { fate, messages: self.console.rendered(&said, text), printed }
    }

    /// The target format: as asked for, or as the output's name tells, else JSON.
    fn format_for(&self, input: &Input) -> &'static Format {
        if let Some(format) = self.arguments.to.as_deref().and_then(formats::format) {
            return format;
        }
        let Target::One(path) = &self.target else { return &formats::json::JSON };
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
        let is_document = input.kind == InputKind::Package || input.name().to_lowercase().ends_with(".json");
        let by_name = formats::FORMATS.iter().find(|f| is_document && f.text().is_some() && f.is_usual_name(&name));
        // Of formats that share an extension, the document is meant.
        let has_extension = |f: &&&Format| f.extension.eq_ignore_ascii_case(&extension);
        let by_extension = || formats::FORMATS.iter().filter(has_extension).min_by_key(|f| f.text().is_some());
        by_name.or_else(by_extension).copied().unwrap_or(&formats::json::JSON)
    }

    /// Saves what one input gave.
    fn save(
        &self,
        input: &Input,
        format: &Format,
        outputs: Vec<Output>,
        printed: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        if outputs.len() > 1 && !matches!(self.target, Target::Into(_)) {
            let names: Vec<String> = outputs.into_iter().filter_map(|o| o.name).collect();
            let message = format!("{} files would be written: {}", names.len(), names.join(", "));
            let d = Diagnostic::error(&codes::SEVERAL_SOURCES, message);
            return Err(d.help("-o FOLDER/ writes each under its own name"));
        }
        for output in outputs {
            let path = match &self.target {
                Target::One(path) => path.clone(),
                Target::Into(folder) => {
                    let path = folder.join(self.relative_output(input, format, output.name.as_deref()));
                    self.take(&path)?;
                    path
                }
                Target::Stdout => match output.content {
                    Content::File(mut bytes) => {
                        printed.append(&mut bytes);
                        continue;
                    }
                    Content::Folder(_) => {
                        let d = Diagnostic::error(&codes::CANNOT_WRITE, "csv is a folder of tables");
                        return Err(d.help("add -o FOLDER"));
                    }
                },
            };
            match output.content {
                Content::File(bytes) => save_file(&path, &bytes, self.arguments.force)?,
                Content::Folder(files) => save_folder(&path, &files, self.arguments.force)?,
            };
        }
        Ok(())
    }

    /// Sees to it that no other input of this run is written to `path`.
    fn take(&self, path: &Path) -> Result<(), Diagnostic> {
        if self.taken.lock().is_ok_and(|mut taken| taken.insert(path.to_owned())) {
            return Ok(());
        }
        let message = format!("another input was written to {} already", path.display());
        let help = "convert one by one, or give the folder that holds them as input";
        Err(Diagnostic::error(&codes::SAME_OUTPUT, message).help(help))
    }

    /// The output's place below the folder: beside its like, under the source's own name or the input's name with
    /// the extension of the format.
    fn relative_output(&self, input: &Input, format: &Format, source: Option<&str>) -> PathBuf {
        let below = input.relative.parent().unwrap_or(Path::new(""));
        let own = source.and_then(|name| Path::new(name).file_name()).filter(|_| matches!(format.kind, Kind::Text(_)));
        match own {
            Some(name) => below.join(name),
            None => {
                let name = if input.kind == InputKind::Stdin { "stdin".to_owned() } else { input.name() };
                below.join(format!("{name}.{}", format.extension))
            }
        }
    }
}
