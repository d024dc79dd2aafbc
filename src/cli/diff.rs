//! `ludex diff`

use std::path::{Path, PathBuf};
use std::slice;

use clap::{Args, ValueHint};
use serde_json::Value;

use crate::archive::{FindOptions, Input, expand, find};
use crate::conversion::{self, FileReader, ReadOptions, looks_of};
use crate::model::Document;
use crate::text::{Diagnostic, codes};
use crate::view::{DiffOptions, GameDiff, diff};

use super::Status;
use super::console::Console;
use super::input::{LimitArguments, ReadArguments};
use super::panics;
use super::rows::{RowArguments, Rows};
use super::terminal::{self, USUAL_WIDTH};

/// Show the changes between two files, in the game's terms
///
/// The files can be in any formats of one game system: a game and its JSON, two maps, a game and its interrupted turn.
/// Spelling does not matter, nor does the order of players, holdings and pieces. A part that only one of the files has
/// is one line.
///
/// Exit status: 0 the games are the same; 1 they differ; 2 a file cannot be read, or the systems differ.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// First file; `-` is standard input, GAMES.ZIP!/WAR04.DAT a member of an archive
    #[arg(value_name = "A", help_heading = None)]
    before: PathBuf,
    /// Second file
    #[arg(value_name = "B", help_heading = None)]
    after: PathBuf,
    #[command(flatten)]
    rows: RowArguments,
    /// File name for standard input
    ///
    /// The name helps to detect the format.
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Other, help_heading = "Input options")]
    name: Option<String>,
    #[command(flatten)]
    read: ReadArguments,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The keys of a row.
const KEYS: &[&str] = &["path", "before", "after", "text"];
/// The headings of the columns.
const HEADER: &[&str] = &["PATH", "BEFORE", "AFTER", "WHAT"];

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let paths = [&arguments.before, &arguments.after];
    let stdins = paths.iter().filter(|path| is_stdin(path)).count();
    if stdins > 1 {
        return Ok(console.usage("standard input can be read once"));
    }
    if stdins == 0 && arguments.name.is_some() {
        return Ok(console.usage("--name is the name of standard input, and `-` is neither of the two"));
    }
    let Ok(options) = arguments.read.options(false, console) else { return Ok(Status::NotCompared) };
    let files = FileReader::default();
    let read = |path: &Path| read(path, arguments, &options, &files, console);
    let is_too_large = |documents: &[&Document]| {
        let refused = conversion::too_large_to_compare(documents, options.max_size);
        refused.inspect(|d| console.emit(&console.rendered(slice::from_ref(d), None))).is_some()
    };
    let before = read(&arguments.before);
    if before.as_ref().is_some_and(|side| is_too_large(&[&side.document])) {
        return Ok(Status::NotCompared);
    }
    // Both are read, so that errors in either are reported.
    let (Some(before), Some(after)) = (before, read(&arguments.after)) else {
        return Ok(Status::NotCompared);
    };
    if is_too_large(&[&before.document, &after.document]) {
        return Ok(Status::NotCompared);
    }
    let options = DiffOptions { reveal: arguments.read.reveal, names: names(&before, &after) };
    let found = panics::guarded(&before.input, || diff(&before.document, &after.document, &options));
    let found = found.and_then(|found| {
        let help = "compare two files of one game system; `ludex identify` tells what they are of";
        found.map_err(|error| Diagnostic::error(&codes::CANNOT_COMPARE, error.to_string()).help(help))
    });
    match found {
        Ok(found) => print(&found, arguments, console),
        Err(d) => {
            console.emit(&console.rendered(&[d], None));
            Ok(Status::NotCompared)
        }
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file that was read.
struct Side {
    input: Input,
    document: Document,
}

/// Reads the only input that a path names; errors are reported.
fn read(
    path: &Path,
    arguments: &Arguments,
    options: &ReadOptions,
    files: &FileReader,
    console: &Console,
) -> Option<Side> {
    let emit = |d: Diagnostic| console.emit(&console.rendered(&[d], None));
    let limits = arguments.limits.limits();
    let options_of_find =
        FindOptions { stdin_name: arguments.name.as_deref(), limits: limits.clone(), ..FindOptions::default() };
    let found = find(&[path.to_owned()], &options_of_find);
    console.emit(&console.rendered(&found.diagnostics, None));
    if found.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let is_folder = found.inputs.iter().any(|input| input.found) || found.inputs.is_empty();
    let (mut inputs, refused) = if is_folder { (found.inputs, Vec::new()) } else { expand(found.inputs, &limits) };
    console.emit(&console.rendered(&refused, None));
    let input = match inputs.pop().filter(|_| inputs.is_empty() && !is_folder) {
        Some(mut input) if refused.is_empty() => {
            // Standard input can be read only once, and its beginning is needed first.
            if let Err(d) = input.load_stdin() {
                emit(d.in_file(input.label()));
                return None;
            }
            input
        }
        Some(_) => return None,
        None => {
            let what = if is_folder { "a folder" } else { "a file with many games, or none" };
            let message = format!("{what} is not compared as one");
            let d = Diagnostic::error(&codes::CANNOT_COMPARE, message).in_file(path.display().to_string());
            emit(d.help("name one file, a folder of tables, or a member of an archive, such as GAMES.ZIP!/WAR04.DAT"));
            return None;
        }
    };
    let reading = panics::guarded(&input, || {
        let mut reading = files.read(&input, &own_options(&input, options), arguments.read.strict);
        conversion::advise(&input, &mut reading);
        reading
    });
    let mut reading = match reading {
        Ok(reading) => reading,
        Err(d) => {
            emit(d);
            return None;
        }
    };
    let mut diagnostics = std::mem::take(&mut reading.diagnostics);
    let hidden = conversion::hide(&mut diagnostics, &reading, arguments.read.secrecy());
    let text = reading.text.as_deref().map(|text| (text, &hidden));
    console.emit(&console.rendered(&diagnostics, text));
    let is_read = !diagnostics.iter().any(|d| d.is_error() || looks_of(d).is_some());
    let document = reading.document.filter(|_| is_read)?;
    Some(Side { input, document })
}

/// Returns the options without a format for a document: the format that the user names is that of other files.
fn own_options(input: &Input, options: &ReadOptions) -> ReadOptions {
    let is_own = options.format.is_some() && conversion::is_json_document(input);
    ReadOptions { format: options.format.clone().filter(|_| !is_own), ..options.clone() }
}

/// Returns the names of the two files, or their paths if the names are the same.
fn names(before: &Side, after: &Side) -> [String; 2] {
    let [first, second] = [before, after].map(|side| side.input.name());
    if first != second {
        return [first, second];
    }
    let [first, second] = [before, after].map(|side| side.input.label());
    if first != second { [first, second] } else { [format!("{first} (A)"), format!("{second} (B)")] }
}

fn print(found: &GameDiff, arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    match arguments.rows.format {
        None => {
            let width = terminal::width().unwrap_or(USUAL_WIDTH);
            console.print(found.text(width, console.is_verbose()).as_bytes())?;
        }
        Some(format) => {
            let mut rows = Rows::new(console, format, KEYS, HEADER);
            for difference in &found.differences {
                let row = serde_json::to_value(difference)?;
                let cell = |key: &&str| row.get(*key).map_or_else(String::new, cell);
                rows.add(&row, || KEYS.iter().map(cell).collect())?;
            }
            rows.finish()?;
        }
    }
    Ok(if found.is_empty() { Status::Done } else { Status::Different })
}

/// Returns a value as the text of a cell.
fn cell(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
