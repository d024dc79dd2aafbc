//! `ludex check`

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::{fmt, io};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::archive::{Input, InputKind, Opened, Overwriting, Protected, replace_file, save_file};
use crate::conversion::{self, Ending, FileReader, ReadOptions, ReadOutcome, Skipped};
use crate::model::{ActionKind, System};
use crate::rules::{Program, RuleSet};
use crate::systems::diplomacy::formats::{JUDGE_ORDERS, ORDERS};
use crate::text::english::counted;
use crate::text::printable::printable;
use crate::text::{Diagnostic, Severity, codes};

use super::Status;
use super::console::Console;
use super::foreign;
use super::input::{InputArguments, Inputs, ReadArguments};
use super::interrupt::end_on_interrupt;
use super::opening;
use super::panics;
use super::places;
use super::rows::{RowFormat, Rows};
use super::tally::{Outcome, Record, Records, Tally};
use super::work::{Command, Instead, Worked};

/// Report everything wrong or odd in files
///
/// Reported are parts that cannot be read, violations of the game's rules, and values of a document that cannot be
/// written back. Files in a folder that are in no format Ludex knows are skipped.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Print findings as rows in this format instead of as messages
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "fix")]
    format: Option<RowFormat>,
    /// Write the corrected file, where the order or the position determines the correction
    ///
    /// Corrections follow the document of the notation. One file goes to standard output or to -o; several go into the
    /// folder named by -o, each under its own name.
    #[arg(long)]
    fix: bool,
    /// Write the corrected file here, or several into this folder
    #[arg(long, short, value_name = "OUTPUT", requires = "fix")]
    output: Option<PathBuf>,
    /// Overwrite existing outputs
    #[arg(long, requires = "fix")]
    force: bool,
    /// Replace each file with the corrected one
    ///
    /// The old file is kept as NAME.bak, which must not exist yet.
    #[arg(long, requires = "fix", conflicts_with_all = ["output", "force"])]
    in_place: bool,
    /// Flush each output to disk before writing the next one
    ///
    /// By default, on Linux, all outputs are flushed at the end of the run.
    #[arg(long, requires = "fix")]
    sync: bool,
    /// Rules for checking orders and records
    #[arg(long, value_enum, default_value = "engine", value_name = "RULES", help_heading = "Input options")]
    rules: Rules,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
}

/// A set of rules that orders and records are checked by.
#[derive(Clone, Copy)]
struct Rules {
    id: &'static str,
    about: &'static str,
    set: RuleSet,
}

const ENGINE: Rules = Rules {
    id: "engine",
    about: "Anything that the program for these files would void or silently change",
    set: RuleSet::Engine,
};

const DOCUMENT: Rules = Rules {
    id: "document",
    about: "Anything that the document of the notation forbids, such as misleading names",
    set: RuleSet::Document,
};

impl ValueEnum for Rules {
    fn value_variants<'a>() -> &'a [Rules] {
        static ALL: LazyLock<Vec<Rules>> = LazyLock::new(|| {
            let programs = System::ALL.iter().flat_map(|system| system.def().rules.programs);
            let of_program = |&Program { id, about }: &Program| Rules { id, about, set: RuleSet::Program(id) };
            [ENGINE, DOCUMENT].into_iter().chain(programs.map(of_program)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id).help(self.about))
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let inputs = match arguments.input.find(arguments.output.as_deref(), console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let is_many = inputs.are_many();
    if arguments.fix && is_many && arguments.output.is_none() && !arguments.in_place {
        return Ok(console.usage("many inputs need a folder for their corrected files: add -o FOLDER/"));
    }
    let others = arguments.read.board.iter().chain(&arguments.read.position).cloned();
    let protected = Protected::of(&inputs.list, others);
    let overwriting = Overwriting::new(arguments.force, arguments.sync, protected);
    end_on_interrupt(overwriting.gate.clone());
    let files = FileReader::protecting(Arc::clone(&overwriting.inputs));
    let mut taken = HashSet::new();
    let records = match arguments.format {
        Some(_) => Records::None,
        None if arguments.fix => Records::Messages,
        None => Records::Result,
    };
    let mut rows = arguments.format.map(|format| Rows::new(console, format, KEYS, HEADER));
    let mut tally = Tally::new(console, "passed", records);
    tally.add_found(&inputs.diagnostics)?;
    let mut totals = Counts::default();
    let Inputs { list, walk, .. } = inputs;
    let job = Check { options, arguments, is_many, files, console };
    let work = walk.work(&arguments.input.selection, arguments.read.from.is_some());
    let mut tell = |input: &Input, mut checked: Checked| {
        if let Some(bytes) = checked.corrected.take() {
            let save = || save(input, &bytes, is_many, arguments, &overwriting, &mut taken);
            match panics::guarded(input, save).flatten() {
                Ok(Some(path)) => checked.record.outputs.push(path),
                Ok(None) => console.print(&bytes)?,
                Err(d) => {
                    checked.record.outcome = Outcome::refused(d.code.clone());
                    checked.messages += &console.rendered(&[d.in_file(input.label())], None);
                }
            }
        }
        console.emit(&checked.messages);
        if let Some(rows) = &mut rows {
            checked.found.iter().filter(|d| console.shows(d)).try_for_each(|d| add(rows, d))?;
        }
        match checked.line {
            _ if rows.is_some() => {}
            Some(line) if arguments.fix => console.remark(&line),
            Some(line) if !console.is_json() => console.print(format!("{line}\n").as_bytes())?,
            _ => {}
        }
        totals.add(checked.counts);
        tally.add_with(checked.record, &checked.counts.as_json())
    };
    work.on(list, &job, |input, checked| Ok(walk.progress.suspended(|| tell(&input, checked))?))?;
    drop(walk);
    tally.sync(&overwriting)?;
    if let Some(rows) = rows {
        rows.finish()?;
    }
    if is_many || console.is_json() {
        let (passed, failed, skipped) = (tally.done(), tally.failed(), tally.skipped());
        let line = format!("total: {totals}; {passed} without errors, {failed} with errors, {skipped} skipped");
        tally.finish_with(&line, &totals.as_json())?;
    }
    Ok(tally.status())
}

const KEYS: &[&str] =
    &["file", "member", "line", "column", "length", "offset", "path", "severity", "code", "message", "help"];
const HEADER: &[&str] = &["PLACE", "SEVERITY", "CODE", "MESSAGE"];

/// Adds the row of a diagnostic.
fn add(rows: &mut Rows<'_>, d: &Diagnostic) -> io::Result<()> {
    let object = serde_json::to_value(d).unwrap_or_default();
    let cells = || {
        let severity = object["severity"].as_str().unwrap_or_default().to_owned();
        vec![place(d), severity, d.code.to_string(), d.message.clone()]
    };
    rows.add(&object, cells)
}

/// Returns the place of a diagnostic: `WAR04.DAT:5:1`, the offset of a byte in a binary file, or a path of the
/// document.
fn place(d: &Diagnostic) -> String {
    let file = [&d.file, &d.member].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join("/");
    match (d.line, d.offset, &d.path) {
        (Some(line), ..) => format!("{file}:{line}:{}", d.column.unwrap_or(1)),
        (_, Some(offset), _) => format!("{file}, byte {offset}"),
        (.., Some(path)) => format!("{file}, {path}"),
        _ => file,
    }
}

/// Writes a corrected file to its target and returns the path; `None` if it is to be printed. Then standard output is
/// the result, so nothing else is written to it.
fn save(
    input: &Input,
    bytes: &[u8],
    is_many: bool,
    arguments: &Arguments,
    overwriting: &Overwriting,
    taken: &mut HashSet<PathBuf>,
) -> Result<Option<PathBuf>, Diagnostic> {
    if arguments.in_place {
        places::check_in_place(input)?;
        return replace_file(&input.path, bytes, overwriting).map(|_| Some(input.path.clone()));
    }
    let path = match &arguments.output {
        Some(folder) if is_many || folder.is_dir() => folder.join(&input.relative),
        Some(path) if path.as_os_str() != "-" => path.clone(),
        _ => return Ok(None),
    };
    if !taken.insert(path.clone()) {
        return Err(places::same_output(&path));
    }
    save_file(&path, bytes, overwriting).map(|_| Some(path))
}

/// The result of checking an input.
struct Checked {
    record: Record,
    /// The messages; empty if diagnostics are printed as rows.
    messages: String,
    /// The diagnostics, if they are printed as rows.
    found: Vec<Diagnostic>,
    /// The number of diagnostics.
    counts: Counts,
    /// The line for people; `None` if the input was skipped.
    line: Option<String>,
    /// The corrected file, if it is asked for.
    corrected: Option<Vec<u8>>,
}

impl Checked {
    /// Creates the result of an input that was not checked, which has no errors.
    fn passed_over(record: Record, messages: String) -> Checked {
        Checked { record, messages, found: Vec::new(), counts: Counts::default(), line: None, corrected: None }
    }
}

impl Worked for Checked {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

struct Check<'a> {
    options: ReadOptions,
    arguments: &'a Arguments,
    is_many: bool,
    files: FileReader,
    console: &'a Console,
}

impl Command for Check<'_> {
    type Worked = Checked;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Checked {
        check(input, opened, self)
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Checked {
        let (record, _, messages) = opening::record(input, instead, self.console);
        let mut checked = Checked::passed_over(record, messages);
        if let Outcome::Failed(..) = checked.record.outcome {
            checked.counts.errors = 1;
            checked.line = Some(format!("{}: unknown: {}", printable(&input.label()), checked.counts));
        }
        checked
    }
}

fn check(input: &Input, opened: Option<Opened<'_>>, job: &Check<'_>) -> Checked {
    let Check { options, arguments, is_many, files, console } = job;
    let contents = opening::contents(input, opened, options);
    let mut reading = files.read_contents(input, contents.as_ref(), options, arguments.read.strict);
    if let Some(orders) = as_order_file(input, &reading, options, arguments, files) {
        reading = orders;
    }
    let is_backup = arguments.in_place && places::is_backup(input);
    let backup = is_backup.then(|| Skipped::new(input, Ending::Own, places::IS_BACKUP));
    let passed_over = match backup {
        Some(skipped) => Some(foreign::skipped_record(input, skipped, console)),
        None => foreign::passed_over(input, &reading, &arguments.input.selection, *is_many, console),
    };
    if let Some((record, messages)) = passed_over {
        return Checked::passed_over(record, messages);
    }
    conversion::advise(input, &mut reading);
    let corrected = arguments.fix.then(|| conversion::correct(&reading));
    let (rules, strict) = (arguments.rules.set, arguments.read.strict);
    let mut found = files.findings(input, &mut reading, rules, strict);
    found.extend(other_rules(input, &reading, rules));
    let mut record = Record::new(input.label(), reading.format, Outcome::of(&found));
    let format = reading.format.map_or("unknown", |f| f.id);
    let mut line = format!("{}: {format}: {}", printable(&input.label()), Counts::of(&found));
    let corrected = match corrected {
        Some(Ok(bytes)) => {
            let options = ReadOptions { format: reading.format.map(|f| f.id.to_owned()), ..options.clone() };
            let mut left = conversion::read(&input.name(), &bytes, &options);
            let found = files.findings(input, &mut left, rules, strict);
            let left = Counts::of(&found).errors;
            let verb = if left == 1 { "is" } else { "are" };
            line += &format!("; in the corrected text {} {verb} left", counted(left, "error", "errors"));
            record.outcome = Outcome::of(&found);
            Some(bytes)
        }
        Some(Err(d)) => {
            record.outcome = Outcome::failed(d.code.clone());
            found.push(d.in_file(input.label()));
            None
        }
        None => None,
    };
    let hidden = conversion::hide(&mut found, &reading, arguments.read.secrecy());
    let counts = Counts::of(&found);
    let (messages, found) = match arguments.format {
        Some(_) => (String::new(), found),
        None => (console.rendered(&found, reading.text.as_deref().map(|text| (text, &hidden))), Vec::new()),
    };
    Checked { record, messages, found, counts, line: Some(line), corrected }
}

/// Reads a list of orders, which may be a mail to the judge, as an order file, for which the document has rules and
/// corrections.
fn as_order_file(
    input: &Input,
    reading: &ReadOutcome,
    options: &ReadOptions,
    arguments: &Arguments,
    files: &FileReader,
) -> Option<ReadOutcome> {
    let is_meant = arguments.fix || arguments.rules.set == RuleSet::Document;
    let format = reading.format.filter(|format| format.id == JUDGE_ORDERS.id)?;
    if !is_meant
        || options.format.is_some()
        || format.is_usual_name(&input.name())
        || matches!(input.kind, InputKind::Stdin { .. })
    {
        return None;
    }
    let turns = &reading.document.as_ref()?.game.turns;
    let is_mail = turns.iter().flat_map(|turn| &turn.actions).any(|a| matches!(a.kind, ActionKind::Command));
    let options = ReadOptions { format: Some(ORDERS.id.to_owned()), ..options.clone() };
    (!is_mail).then(|| files.read(input, &options, arguments.read.strict))
}

/// Returns a diagnostic if a file cannot be checked by the chosen rules: a note if the file was found in a folder.
fn other_rules(input: &Input, reading: &ReadOutcome, rules: RuleSet) -> Option<Diagnostic> {
    let (format, document) = (reading.format?, reading.document.as_ref()?);
    let whose = match rules {
        RuleSet::Engine => return None,
        RuleSet::Document => "a document",
        RuleSet::Program(_) => "that server",
    };
    if (document.game.system.def().documents.has_rules)(document, rules) {
        return None;
    }
    let message = format!("a {} has no rules of {whose}: it is checked by those of its program", format.id);
    let severity = if input.found { Severity::Note } else { Severity::Error };
    let d = Diagnostic::new(&codes::OTHER_RULES, severity, message).help(codes::OTHER_RULES.advice);
    Some(d.in_file(input.label()))
}

/// Number of diagnostics, by severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Counts {
    fn of(found: &[Diagnostic]) -> Counts {
        let count = |severity| found.iter().filter(|d| d.severity == severity).count();
        Counts { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) }
    }

    fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
    }

    fn as_json(self) -> serde_json::Value {
        serde_json::json!({"errors": self.errors, "warnings": self.warnings, "notes": self.notes})
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { errors, warnings, notes } = *self;
        let errors = counted(errors, "error", "errors");
        let (warnings, notes) = (counted(warnings, "warning", "warnings"), counted(notes, "note", "notes"));
        write!(f, "{errors}, {warnings}, {notes}")
    }
}
