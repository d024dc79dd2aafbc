//! `ludex check`

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use crate::archive::Input;
use crate::conversion::{self, ReadOptions};
use crate::rules::RuleSet;
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
    /// Whose rules orders are checked by
    #[arg(long, value_enum, default_value = "engine", value_name = "RULES")]
    rules: Rules,
    #[command(flatten)]
    read: ReadArguments,
}

/// Whose rules count.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rules {
    /// What engines and the judge would void, or change in silence
    Engine,
    /// What the document of the order notation forbids: spacing, case, codes, VIA, coasts
    Document,
}

impl From<Rules> for RuleSet {
    fn from(rules: Rules) -> RuleSet {
        match rules {
            Rules::Engine => RuleSet::Engine,
            Rules::Document => RuleSet::Document,
        }
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (inputs, mut status) = input::inputs(&arguments.inputs, console);
    let boards = Boards::default();
    for batch in inputs.chunks(BATCH) {
        let check = |input| check(input, &options, arguments, &boards, console);
        let checked: Vec<_> = batch.par_iter().map(check).collect();
        for (messages, counts) in checked {
            console.tell(&messages);
            let Some((line, failed)) = counts else { continue };
            if !console.is_json() {
                console.print(format!("{line}\n").as_bytes())?;
            }
            if failed {
                status = Status::Errors;
            }
        }
    }
    Ok(status)
}

/// The messages about an input, its line of counts, and whether there were errors; no counts where it was skipped.
fn check(
    input: &Input,
    options: &ReadOptions,
    arguments: &Arguments,
    boards: &Boards,
    console: &Console,
) -> (String, Option<(String, bool)>) {
    let (strict, rules) = (arguments.read.strict, arguments.rules.into());
    let mut reading = input::read(input, options, strict, boards);
    if let Some(skipped) = input::skipped(input, &reading) {
        return (console.rendered(&[skipped], None), None);
    }
    let mut judged = conversion::judge(&reading, rules);
    let game = reading.document.as_ref().map(|document| &document.game);
    conversion::locate_in_source(&mut judged, reading.format, reading.text.as_deref(), game);
    judged.extend(reading.document.as_ref().and_then(|document| stale_recovery(input, document)));
    input::name_file(&mut judged, input);
    if strict {
        input::make_strict(&mut judged);
    }
    // What the program that the file is for refuses was not understood on reading either.
    let place = |d: &Diagnostic| (d.code.clone(), d.line, d.column);
    let refused: HashSet<_> = judged.iter().map(place).collect();
    reading.diagnostics.retain(|d| d.is_error() || !refused.contains(&place(d)));
    reading.diagnostics.append(&mut judged);
    reading.diagnostics.sort_by_key(|d| d.line.unwrap_or(usize::MAX));
    let count = |severity| reading.diagnostics.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings, notes) = (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    let format = reading.format.map_or("unknown", |f| f.id);
    let name = crate::text::printable::printable(&input.label()).into_owned();
    let counted = |count, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let counts = [counted(errors, "error"), counted(warnings, "warning"), counted(notes, "note")].join(", ");
    let line = format!("{name}: {format}: {counts}");
    (console.rendered(&reading.diagnostics, reading.text.as_deref()), Some((line, errors > 0)))
}
