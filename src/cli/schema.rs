//! `ludex schema`

use clap::Args;

use crate::formats::{self, Kind};
use crate::tables::package;

use super::Status;
use super::console::Console;
use super::input::known_format;

/// Print the JSON Schema of documents, or with `csv` the descriptor of all tables
#[derive(Args)]
pub struct Arguments {
    /// json (the default) or csv
    #[arg(value_name = "FORMAT", default_value = "json")]
    format: String,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let format = match known_format(&arguments.format, console) {
        Ok(format) => format,
        Err(status) => return Ok(status),
    };
    let schema = match format.kind {
        Kind::Json => formats::json::schema().to_value(),
        Kind::Csv => package::descriptor(),
        Kind::Text(_) | Kind::NotRead(_) => {
            let message = format!(
                "{} is a text format, which has no schema of its own; `ludex schema {}` describes what it is read into",
                format.id,
                formats::json::JSON.id
            );
            return Ok(console.usage(&message));
        }
    };
    console.print((serde_json::to_string_pretty(&schema)? + "\n").as_bytes())?;
    Ok(Status::Done)
}
