//! `ludex verify`

use clap::Args;
use serde_json::Value as Json;

use crate::archive::{Input, InputKind, Opened};
use crate::conversion::{self, FileReader, ReadOptions};
use crate::formats::Format;
use crate::model::Document;
use crate::text::Diagnostic;
use crate::text::printable::printable;

use super::Status;
use super::console::Console;
use super::foreign;
use super::input::{InputArguments, Inputs, ReadArguments};
use super::opening;
use super::rows::{RowArguments, Rows};
use super::tally::{Outcome, Record, Records, Tally};
use super::work::{Command, Instead, Worked};

/// Prove that files come back byte for byte: directly, through JSON and through CSV
///
/// Nothing is written to disk. Of a file that does not come back, the first byte that differs is named. In a document of
/// Ludex, the originals are compared with their SHA-256, and the document has to come back equal.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rows: RowArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
    /// Prove it of what is left of damaged files too, as `convert --salvage` reads them
    #[arg(long, help_heading = "Input options")]
    salvage: bool,
}

struct Verified {
    record: Record,
    messages: String,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(arguments.salvage, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let many = inputs.are_many();
    let files = FileReader::default();
    let mut rows = arguments.rows.format.map(|format| Rows::new(console, format, KEYS, HEADER));
    let mut tally = Tally::new(console, "verified", if rows.is_some() { Records::None } else { Records::Result });
    tally.add_found(&inputs.diagnostics)?;
    let Inputs { list, walk, .. } = inputs;
    let verify = Verify { options, arguments, many, files, console };
    let work = walk.work(&arguments.input.selection, arguments.read.from.is_some());
    work.on(list, &verify, |_, Verified { record, messages }| {
        walk.progress.suspended(|| {
            console.emit(&messages);
            if let Some(rows) = &mut rows {
                let object = tally.as_json(&record, &Json::Null);
                let cell = |key: &str| object[key].as_str().unwrap_or_default().to_owned();
                let cells = || vec![cell("file"), cell("format"), cell("outcome"), cell("code") + &cell("kind")];
                rows.add(&object, cells)?;
            } else if record.outcome == Outcome::Done && !console.is_json() && !console.is_quiet() {
                let format = record.format.unwrap_or_default();
                console.print(format!("{}: {format}: verified\n", printable(&record.file)).as_bytes())?;
            }
            Ok(tally.add(record)?)
        })
    })?;
    drop(walk);
    if let Some(rows) = rows {
        rows.finish()?;
    }
    if many || console.is_json() {
        tally.finish(&tally.counts())?;
    }
    Ok(tally.status())
}

const KEYS: &[&str] = &["file", "format", "outcome", "code", "kind"];
const HEADER: &[&str] = &["FILE", "FORMAT", "OUTCOME", "WHY"];

struct Verify<'a> {
    options: ReadOptions,
    arguments: &'a Arguments,
    many: bool,
    files: FileReader,
    console: &'a Console,
}

impl Worked for Verified {
    fn is_foreign(&self) -> bool {
        self.record.is_foreign()
    }
}

impl Command for Verify<'_> {
    type Worked = Verified;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Verified {
        verify(input, opened, self)
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Verified {
        let (record, _, messages) = opening::record(input, instead, self.console);
        Verified { record, messages }
    }
}

fn verify(input: &Input, opened: Option<Opened<'_>>, job: &Verify<'_>) -> Verified {
    let Verify { options, arguments, many, files, console } = job;
    let bytes = opening::bytes(input, opened, options);
    let given = bytes.as_deref().map_err(Clone::clone);
    let mut reading = files.read_bytes(input, given, options, arguments.read.strict);
    let passed_over = foreign::passed_over(input, &reading, &arguments.input.selection, *many, console);
    if let Some((record, messages)) = passed_over {
        return Verified { record, messages };
    }
    let bytes = bytes.unwrap_or_default();
    conversion::advise(input, &mut reading);
    // What is odd about a file is for `check`; here it counts whether the file can be read.
    let mut found: Vec<Diagnostic> = reading.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
    if found.is_empty() {
        found = match (&reading.document, reading.format) {
            (Some(document), Some(format)) => losses(input, document, format, &bytes),
            _ => Vec::new(),
        };
        conversion::name_file(&mut found, input);
    }
    let record = Record::new(input.label(), reading.format, Outcome::of(&found));
    let hidden = conversion::hide(&mut found, &reading, arguments.read.secrecy());
    Verified { record, messages: console.rendered(&found, reading.text.as_deref().map(|text| (text, &hidden))) }
}

/// What does not come back of an input.
fn losses(input: &Input, document: &Document, format: &'static Format, bytes: &[u8]) -> Vec<Diagnostic> {
    if format.text().is_some() {
        return conversion::verify_text(document, format, bytes);
    }
    let originals = match input.kind {
        InputKind::Package => conversion::originals_of_package(&|path| input.table(path)),
        _ => conversion::originals(bytes).map_err(|d| vec![d]),
    };
    let mut found = match originals {
        // A document may do without its originals.
        Ok(all) => all.into_iter().filter(|original| original.is_there()).filter_map(|o| o.bytes.err()).collect(),
        Err(diagnostics) => diagnostics,
    };
    found.extend(conversion::verify_document(document));
    found
}
