//! `ludex schema`

use clap::Args;

use crate::formats::{self, Format, Kind};
use crate::tables::package;

use super::Status;
use super::console::Console;
use super::values::{OneOf, format_of, listed};

/// Print the JSON Schema of documents, or the description of all tables
#[derive(Args)]
pub struct Arguments {
    /// `json` for the schema of documents, `csv` for the description of the tables
    #[arg(value_name = "FORMAT", default_value = "json", value_parser = DESCRIBED, hide_possible_values = true)]
    format: &'static Format,
}

/// Accepts any format, since each gets an answer; only two are listed.
const DESCRIBED: OneOf<&'static Format> =
    OneOf::new(format_of, || [&formats::json::JSON, &formats::CSV].map(listed).into());

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let format = arguments.format;
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
