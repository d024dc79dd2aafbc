//! `ludex inspect`

use std::path::PathBuf;

use clap::Args;

use crate::model::{Document, GlobalWarDetails, Moment};
use crate::view::{self, ViewOptions};

use super::Status;
use super::console::Console;
use super::input::{self, ReadArguments};
use super::sibling::stale_recovery;

/// Show what is in a file, for people
///
/// Of a damaged file it shows what is there, and where it stops. Names of a game with hidden names, and passwords,
/// are masked unless --reveal is given.
#[derive(Args)]
pub struct Arguments {
    /// A file, a folder of tables, or a folder of files; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    read: ReadArguments,
    /// Show hidden names and passwords
    #[arg(long)]
    reveal: bool,
    /// Count days up to this moment, such as 1989-08-01T12:00, instead of the latest date in the file
    #[arg(long, value_name = "MOMENT")]
    now: Option<Moment>,
}

/// How wide a terminal is taken to be.
const WIDTH: usize = 80;

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let (inputs, mut status) = input::inputs(&arguments.inputs, console);
    let mut shown = 0;
    for input in &inputs {
        let mut reading = input::read(input, &options, arguments.read.strict);
        if let Some(skipped) = input::skipped(input, &reading) {
            console.tell(&console.rendered(&[skipped], None));
            continue;
        }
        if let Some(document) = &reading.document {
            let colour = console.colours_output();
            let view = ViewOptions { reveal: arguments.reveal, now: arguments.now, width: WIDTH, colour };
            let mut text = view::summary(document, &input.name(), &view);
            if shown > 0 {
                text.insert(0, '\n');
            }
            console.print(text.as_bytes())?;
            shown += 1;
            reading.diagnostics.extend(stale_recovery(input, document));
        }
        // A source line may hold what the summary masks.
        let masked = !arguments.reveal && reading.document.as_ref().is_some_and(holds_secrets);
        console.tell(&console.rendered(&reading.diagnostics, reading.text.as_deref().filter(|_| !masked)));
        if reading.has_errors() {
            status = Status::Errors;
        }
    }
    Ok(status)
}

/// Whether the document has hidden names or passwords, in the game or in an interrupted state of it.
fn holds_secrets(document: &Document) -> bool {
    let secret = |details: &GlobalWarDetails, hidden_unless: Option<bool>| {
        let has_password = details.team_passwords.iter().flatten().any(|p| !p.is_empty());
        details.hidden_names.or(hidden_unless) != Some(false) || has_password
    };
    document.game.details.global_war().is_some_and(|details| {
        let state = details.interruption.as_ref().and_then(|i| i.state.as_ref()?.details.as_ref());
        secret(details, None) || state.is_some_and(|details| secret(details, Some(false)))
    })
}
