//! `ludex check`

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use crate::archive::{Input, abort_on_interrupt, save_file};
use crate::conversion::{self, ReadOptions, Reading};
use crate::rules::RuleSet;
use crate::rules::homeworlds::Server;
use crate::text::printable::printable;
use crate::text::{Diagnostic, Severity};

use super::Status;
use super::boards::Boards;
use super::console::Console;
use super::input::{self, BATCH, ReadArguments};
use super::sibling::stale_recovery;

/// Report everything that is wrong or odd
///
/// That is what could not be read, what the rules of the game refuse, and in a document what could not be written
/// back. Files in a folder that are of no format of ours are skipped.
#[derive(Args)]
pub struct Arguments {
    /// Files or folders; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Whose rules orders and records are checked by
    #[arg(long, value_enum, default_value = "engine", value_name = "RULES")]
    rules: Rules,
    /// Write the file corrected, as the document demands, where the order or the position determines the correction
    ///
    /// One file goes to standard output, or to -o; many go into the folder that -o names, each under its own name.
    #[arg(long)]
    fix: bool,
    /// Where the corrected file goes; a folder for many
    #[arg(long, short, value_name = "OUTPUT", requires = "fix")]
    output: Option<PathBuf>,
    /// Overwrite outputs that are there
    #[arg(long, requires = "fix")]
    force: bool,
    #[command(flatten)]
    read: ReadArguments,
}

/// Whose rules count.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rules {
    /// What the program would void, or change in silence, that the file is for
    Engine,
    /// What the document of the notation forbids: spacing, case, codes, VIA, coasts, misleading names
    Document,
    /// Homeworlds by the rules of SuperDuperGames, whatever server the record is of
    Sdg,
    /// Homeworlds by the rules of Abstract Play
    Ap,
    /// Homeworlds by the rules of Board Game Arena
    Bga,
}

impl From<Rules> for RuleSet {
    fn from(rules: Rules) -> RuleSet {
        match rules {
            Rules::Engine => RuleSet::Engine,
            Rules::Document => RuleSet::Document,
            Rules::Sdg => RuleSet::Server(Server::Sdg),
            Rules::Ap => RuleSet::Server(Server::AbstractPlay),
            Rules::Bga => RuleSet::Server(Server::Bga),
        }
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (inputs, mut status) = input::inputs(&arguments.inputs, console);
    let is_many = inputs.len() != 1 || inputs.iter().any(|input| input.found);
    if arguments.fix && is_many && arguments.output.is_none() {
        return Ok(console.usage("many inputs need a folder for their corrected files: add -o FOLDER/"));
    }
    abort_on_interrupt();
    let boards = Boards::default();
    for batch in inputs.chunks(BATCH) {
        let check = |input| check(input, &options, arguments, &boards, console);
        let checked: Vec<_> = batch.par_iter().map(check).collect();
        for (input, mut checked) in batch.iter().zip(checked) {
            if let Some(bytes) = checked.corrected.take() {
                save(input, &bytes, is_many, arguments, console, &mut checked)?;
            }
            console.tell(&checked.messages);
            match checked.line {
                Some(line) if arguments.fix => console.remark(&line),
                Some(line) if !console.is_json() => console.print(format!("{line}\n").as_bytes())?,
                _ => {}
            }
            if checked.failed {
                status = Status::Errors;
            }
        }
    }
    Ok(status)
}

/// Writes a corrected file to where it goes; standard output is read as a result, so nothing else is written there.
fn save(
    input: &Input,
    bytes: &[u8],
    is_many: bool,
    arguments: &Arguments,
    console: &Console,
    checked: &mut Checked,
) -> anyhow::Result<()> {
    let path = match &arguments.output {
        Some(folder) if is_many || folder.is_dir() => folder.join(&input.relative),
        Some(path) if path.as_os_str() != "-" => path.clone(),
        _ => return Ok(console.print(bytes)?),
    };
    if let Err(d) = save_file(&path, bytes, arguments.force) {
        checked.messages += &console.rendered(&[d.in_file(input.label())], None);
        checked.failed = true;
    }
    Ok(())
}

/// What came of checking an input.
#[derive(Default)]
struct Checked {
    /// What there is to say.
    messages: String,
    /// How often; nothing where the input was skipped.
    line: Option<String>,
    /// Whether there are errors.
    failed: bool,
    /// The corrected file, where it is wanted.
    corrected: Option<Vec<u8>>,
}

fn check(input: &Input, options: &ReadOptions, arguments: &Arguments, boards: &Boards, console: &Console) -> Checked {
    let mut reading = input::read(input, options, arguments.read.strict, boards);
    if let Some(skipped) = input::skipped(input, &reading) {
        return Checked { messages: console.rendered(&[skipped], None), ..Checked::default() };
    }
    let corrected = arguments.fix.then(|| conversion::correct(&reading));
    let mut found = findings(input, &mut reading, arguments);
    let mut line = format!("{}: {}", printable(&input.label()), counts(&reading, &found));
    let mut failed = found.iter().any(Diagnostic::is_error);
    let corrected = match corrected {
        Some(Ok(bytes)) => {
            let options = ReadOptions { format: reading.format.map(|f| f.id.to_owned()), ..options.clone() };
            let mut left = conversion::read(&input.name(), &bytes, &options);
            let found = findings(input, &mut left, arguments);
            line += &format!("; corrected: {}", counted(&found, Severity::Error, "error"));
            failed = found.iter().any(Diagnostic::is_error);
            Some(bytes)
        }
        Some(Err(d)) => {
            found.push(d.in_file(input.label()));
            failed = true;
            None
        }
        None => None,
    };
    let messages = console.rendered(&found, reading.text.as_deref());
    Checked { messages, line: Some(line), failed, corrected }
}

/// Everything that is wrong or odd about an input, in the order of its lines.
fn findings(input: &Input, reading: &mut Reading, arguments: &Arguments) -> Vec<Diagnostic> {
    let mut judged = conversion::judge(reading, arguments.rules.into());
    let game = reading.document.as_ref().map(|document| &document.game);
    conversion::locate_in_source(&mut judged, reading.format, reading.text.as_deref(), game);
    judged.extend(reading.document.as_ref().and_then(|document| stale_recovery(input, document)));
    input::name_file(&mut judged, input);
    if arguments.read.strict {
        input::make_strict(&mut judged);
    }
    // What the program that the file is for refuses was not understood on reading either.
    let place = |d: &Diagnostic| (d.code.clone(), d.line, d.column);
    let refused: HashSet<_> = judged.iter().map(place).collect();
    let mut found = std::mem::take(&mut reading.diagnostics);
    found.retain(|d| d.is_error() || !refused.contains(&place(d)));
    found.append(&mut judged);
    found.sort_by_key(|d| d.line.unwrap_or(usize::MAX));
    found
}

/// The format, and how much was found.
fn counts(reading: &Reading, found: &[Diagnostic]) -> String {
    let format = reading.format.map_or("unknown", |f| f.id);
    let errors = counted(found, Severity::Error, "error");
    let warnings = counted(found, Severity::Warning, "warning");
    format!("{format}: {errors}, {warnings}, {}", counted(found, Severity::Note, "note"))
}

fn counted(found: &[Diagnostic], severity: Severity, what: &str) -> String {
    let count = found.iter().filter(|d| d.severity == severity).count();
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
