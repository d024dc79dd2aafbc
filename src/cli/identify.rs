//! `ludex identify`

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use serde_json::json;

use crate::archive::{Contents, Input, InputKind, Opened};
use crate::conversion::collections::CollectionInput;
use crate::conversion::{AN_EMPTY_FILE, Ending, PROBE_LENGTH, ReadOptions, ending_of_looks};
use crate::formats::{self, Evidence, Format, Probe};
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{InputArguments, Inputs};
use super::opening;
use super::rows::{RowArguments, RowFormat, Rows};
use super::work::{Command, Instead, Worked};

/// Identify the formats of files, with the confidence and the evidence
///
/// Only the beginning of each file is read. The exit status is 1 if no file is in a format that Ludex knows.
#[derive(Args)]
pub struct Arguments {
    /// Count the files of each format and kind instead of listing them
    #[arg(long, help_heading = "Output options")]
    summary: bool,
    #[command(flatten)]
    rows: RowArguments,
    #[command(flatten)]
    input: InputArguments,
}

const KEYS: &[&str] = &["file", "format", "confidence", "evidence", "looks_like"];
const HEADER: &[&str] = &["FILE", "FORMAT", "SURE", "EVIDENCE"];

const SUMMARY_KEYS: &[&str] = &["outcome", "format", "kind", "files"];
const SUMMARY_HEADER: &[&str] = &["FORMAT", "FILES", "KIND"];

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let usual = if console.is_json() { RowFormat::Jsonl } else { RowFormat::Table };
    let format = arguments.rows.format.unwrap_or(usual);
    let (keys, header) = if arguments.summary { (SUMMARY_KEYS, SUMMARY_HEADER) } else { (KEYS, HEADER) };
    let mut rows = Rows::new(console, format, keys, header);
    let mut status = inputs.status();
    let mut counts: BTreeMap<(Ending, Option<&str>, String), usize> = BTreeMap::new();
    let mut is_any_known = false;
    let Inputs { list, walk, .. } = inputs;
    let selection = &arguments.input.selection;
    walk.work(selection, false).on(list, &Identify { console }, |input, identified| {
        let Identified { what, messages, .. } = identified;
        walk.progress.suspended(|| console.emit(&messages));
        match &what {
            What::Format(format, _) if !selection.takes(Some(format)) => return Ok(()),
            What::Format(..) | What::Collection(_) => is_any_known = true,
            What::Looks(_) if !input.found => status = Status::Errors,
            What::Failed => status = Status::Errors,
            What::Looks(_) | What::Container(_) | What::Excluded => {}
        }
        if arguments.summary {
            if let Some(kind) = what.kind() {
                *counts.entry(kind).or_default() += 1;
            }
            return Ok(());
        }
        Ok(walk.progress.suspended(|| add(&mut rows, input.label(), &what))?)
    })?;
    drop(walk);
    for ((ending, format, kind), files) in counts {
        let object = json!({"outcome": ending.as_str(), "format": format, "kind": kind, "files": files});
        let name = format.unwrap_or(ending.as_str()).to_owned();
        rows.add(&object, || vec![name, files.to_string(), kind])?;
    }
    rows.finish()?;
    Ok(if is_any_known { status } else { Status::Errors })
}

fn add(rows: &mut Rows<'_>, name: String, what: &What) -> io::Result<()> {
    match what {
        What::Format(format, evidence) => {
            let Evidence { confidence, reasons } = evidence;
            let object = json!({"file": name, "format": format.id, "confidence": confidence, "evidence": reasons});
            rows.add(&object, || vec![name, format.id.into(), evidence.word().into(), reasons.join("; ")])
        }
        What::Collection(of) => {
            let (format, evidence) = (of.format(), of.evidence());
            let object = json!({"file": name, "format": format, "confidence": 100, "evidence": [evidence]});
            rows.add(&object, || vec![name, format.into(), "certain".into(), evidence.into()])
        }
        What::Looks(looks) => {
            let object = json!({"file": name, "format": null, "looks_like": looks});
            rows.add(&object, || vec![name, "unknown".into(), String::new(), looks.clone()])
        }
        What::Container(title) => {
            let object = json!({"file": name, "format": null, "looks_like": title});
            rows.add(&object, || vec![name, "archive".into(), String::new(), (*title).to_owned()])
        }
        What::Failed | What::Excluded => Ok(()),
    }
}

/// The result of identifying an input.
enum What {
    /// A file of this format, with the evidence.
    Format(&'static Format, Evidence),
    /// A collection, which holds many games.
    Collection(CollectionInput),
    /// A file of no known format, which looks like this.
    Looks(String),
    /// A container of this kind.
    Container(&'static str),
    /// An input that cannot be read, which was reported.
    Failed,
    /// An input that the user does not want.
    Excluded,
}

impl What {
    /// Returns how the input is counted: its ending, its format and its kind; `None` if it is not.
    fn kind(&self) -> Option<(Ending, Option<&'static str>, String)> {
        match self {
            What::Format(format, _) => Some((Ending::Converted, Some(format.id), format.name.to_owned())),
            What::Collection(of) => Some((Ending::Own, Some(of.format()), of.evidence().to_owned())),
            What::Looks(looks) => Some((ending_of_looks(looks), None, looks.clone())),
            What::Container(title) => Some((Ending::Opened, None, (*title).to_owned())),
            What::Failed => Some((Ending::Unreadable, None, String::new())),
            What::Excluded => None,
        }
    }
}

struct Identified {
    what: What,
    messages: String,
}

impl Worked for Identified {
    fn is_foreign(&self) -> bool {
        matches!(self.what, What::Looks(_))
    }
}

struct Identify<'a> {
    console: &'a Console,
}

impl Command for Identify<'_> {
    type Worked = Identified;

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Identified {
        match identify(input, opened) {
            Ok(what) => Identified { what, messages: String::new() },
            Err(d) => {
                let messages = self.console.rendered(&[d.in_file(input.label())], None);
                Identified { what: What::Failed, messages }
            }
        }
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Identified {
        let what = match &instead {
            Instead::Failed(_) => What::Failed,
            Instead::Skipped(_) => What::Excluded,
            Instead::Container(opened) => What::Container(opened.kind().title),
        };
        let (_, _, messages) = opening::record(input, instead, self.console);
        Identified { what, messages }
    }
}

fn identify(input: &Input, opened: Option<Opened<'_>>) -> Result<What, Diagnostic> {
    if let Some(collection) = CollectionInput::of_opened(input, opened.as_ref()) {
        return Ok(What::Collection(collection));
    }
    if input.kind == InputKind::Package {
        let evidence = Evidence { confidence: 100, reasons: vec!["a folder with a datapackage.json".into()] };
        return Ok(What::Format(&formats::CSV, evidence));
    }
    let Contents { bytes, is_foreign, .. } = opening::contents(input, opened, &ReadOptions::default())?;
    if is_foreign {
        return Ok(What::Looks(formats::looks_like(&bytes)));
    }
    if bytes.is_empty() && input.found {
        return Ok(What::Looks(AN_EMPTY_FILE.into()));
    }
    if bytes.is_empty() {
        return Err(Diagnostic::error(&codes::EMPTY_FILE, "the file is empty"));
    }
    let probe = Probe { name: &input.name(), bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board: None };
    let first = formats::identify(&probe).into_iter().next();
    Ok(first
        .map_or_else(|| What::Looks(formats::looks_like(&bytes)), |(format, evidence)| What::Format(format, evidence)))
}
