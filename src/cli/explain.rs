//! `ludex explain`

use clap::Args;

use crate::formats::FORMATS;
use crate::text::columns::wrap_indented;
use crate::text::{Code, codes};

use super::Status;
use super::console::Console;

/// Explain a diagnostic code: what it means, an example, what to do
#[derive(Args)]
pub struct Arguments {
    /// A code such as GW001; without it all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// The longest line of an explanation.
const COLUMNS: usize = 80;

/// Every code that there is.
fn all() -> impl Iterator<Item = &'static Code> {
    codes::CODES.iter().chain(FORMATS.iter().flat_map(|f| f.codes).copied().flatten())
}

/// The code with that id, in any case.
pub fn code(id: &str) -> Option<&'static Code> {
    all().find(|code| code.id.eq_ignore_ascii_case(id))
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let text = match &arguments.code {
        None => all().map(|c| format!("{}  {}\n", c.id, c.title)).collect(),
        Some(wanted) => match code(wanted) {
            Some(code) => explanation(code),
            None => return Ok(console.usage(&format!("no code {wanted:?}; `ludex explain` lists them all"))),
        },
    };
    console.print(text.as_bytes())?;
    Ok(Status::Done)
}

fn explanation(code: &Code) -> String {
    format!(
        "{}: {}\n\n{}\n\nExample:\n{}\n\nWhat to do:\n{}\n",
        code.id,
        code.title,
        paragraph(code.meaning, ""),
        paragraph(code.example, "  "),
        paragraph(code.advice, "  ")
    )
}

/// `text` as a paragraph, indented.
fn paragraph(text: &str, indent: &str) -> String {
    wrap_indented(text, COLUMNS, indent).join("\n")
}
