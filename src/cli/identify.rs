//! `ludex identify`

use clap::Args;
use serde_json::{Value, json};

use crate::archive::{Input, InputKind};
use crate::conversion::{PROBE_LENGTH, ReadOptions, bytes_of};
use crate::formats::{self, Evidence, Format, Probe};
use crate::text::printable::{printable, printable_json};
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{BATCH, InputArguments};
use super::panics;

/// Say what format files are of, how sure that is, and why
///
/// With --message-format json one JSON object a line goes to standard output.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let mut status = inputs.status();
    for batch in inputs.list.chunks(BATCH) {
        let identified = panics::work_on(batch, identify, |_, d| Err(d));
        for (input, identified) in batch.iter().zip(identified) {
            match identified {
                Ok(Ok((format, evidence))) => console.print(line(input, format, &evidence, console).as_bytes())?,
                Ok(Err(looks)) => {
                    // In a folder there may be anything; what the user names should be ours.
                    if !input.found {
                        status = Status::Errors;
                    }
                    console.print(unknown(input, &looks, console).as_bytes())?;
                }
                Err(d) => {
                    status = Status::Errors;
                    console.emit(&console.rendered(&[d.in_file(input.label())], None));
                }
            }
        }
    }
    Ok(status)
}

fn unknown(input: &Input, looks: &str, console: &Console) -> String {
    let name = input.label();
    if console.is_json() {
        json_line(&json!({"file": name, "format": null, "looks_like": looks}))
    } else {
        format!("{}: unknown: {}\n", printable(&name), printable(looks))
    }
}

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

fn json_line(object: &Value) -> String {
    printable_json(&object.to_string()).into_owned() + "\n"
}

fn line(input: &Input, format: &Format, evidence: &Evidence, console: &Console) -> String {
    if console.is_json() {
        let object = json!({
            "file": input.label(),
            "format": format.id,
            "confidence": evidence.confidence,
            "evidence": evidence.reasons,
        });
        return json_line(&object);
    }
    let reasons = evidence.reasons.join("; ");
    format!("{}: {}, {}: {}\n", printable(&input.label()), format.id, evidence.word(), printable(&reasons))
}
