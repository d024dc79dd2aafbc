//! `ludex identify`

use std::io;

use clap::Args;
use serde_json::json;

use crate::archive::{Input, InputKind};
use crate::conversion::{PROBE_LENGTH, ReadOptions, bytes_of};
use crate::formats::{self, Evidence, Format, Probe};
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{BATCH, InputArguments};
use super::panics;
use super::rows::{RowArguments, RowFormat, Rows};

/// Say what format files are of, how sure that is, and why
///
/// Nothing is read but the beginning of each file.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    rows: RowArguments,
    #[command(flatten)]
    input: InputArguments,
}

const KEYS: &[&str] = &["file", "format", "confidence", "evidence", "looks_like"];

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let usual = if console.is_json() { RowFormat::Jsonl } else { RowFormat::Table };
    let format = arguments.rows.format.unwrap_or(usual);
    let mut rows = Rows::new(console, format, KEYS, &["FILE", "FORMAT", "SURE", "EVIDENCE"]);
    let mut status = inputs.status();
    for batch in inputs.list.chunks(BATCH) {
        let identified = panics::work_on(batch, identify, |_, d| Err(d));
        for (input, identified) in batch.iter().zip(identified) {
            match identified {
                Ok(identified) => {
                    // In a folder there may be anything; what the user names should be ours.
                    if identified.is_err() && !input.found {
                        status = Status::Errors;
                    }
                    add(&mut rows, input.label(), &identified)?;
                }
                Err(d) => {
                    status = Status::Errors;
                    console.emit(&console.rendered(&[d.in_file(input.label())], None));
                }
            }
        }
    }
    rows.finish()?;
    Ok(status)
}

fn add(rows: &mut Rows<'_>, name: String, identified: &Identified) -> io::Result<()> {
    match identified {
        Ok((format, Evidence { confidence, reasons })) => {
            let object = json!({"file": name, "format": format.id, "confidence": confidence, "evidence": reasons});
            let sure = identified.as_ref().map_or("", |(_, evidence)| evidence.word());
            rows.add(&object, || vec![name, format.id.into(), sure.into(), reasons.join("; ")])
        }
        Err(looks) => {
            let object = json!({"file": name, "format": null, "looks_like": looks});
            rows.add(&object, || vec![name, "unknown".into(), String::new(), looks.clone()])
        }
    }
}

/// A format and why it is that, or what a file of no format looks like.
type Identified = Result<(&'static Format, Evidence), String>;

fn identify(input: &Input) -> Result<Identified, Diagnostic> {
    if input.kind == InputKind::Package {
        let evidence = Evidence { confidence: 100, reasons: vec!["a folder with a datapackage.json".into()] };
        return Ok(Ok((&formats::CSV, evidence)));
    }
    let bytes = bytes_of(input, &ReadOptions::default())?;
    if bytes.is_empty() {
        return Err(Diagnostic::error(&codes::EMPTY_FILE, "the file is empty"));
    }
    let probe = Probe { name: &input.name(), bytes: &bytes[..bytes.len().min(PROBE_LENGTH)], board: None };
    Ok(formats::identify(&probe).into_iter().next().ok_or_else(|| formats::looks_like(&bytes)))
}
