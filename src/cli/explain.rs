//! `ludex explain`

use clap::Args;
use serde_json::{Value, json};

use crate::formats::{FORMATS, Format, Kind};
use crate::text::columns::wrap_indented;
use crate::text::suggestion::did_you_mean;
use crate::text::{Code, Severity, codes};

use super::Status;
use super::console::Console;

/// Explain a diagnostic code: its severity, its meaning, an example and the remedy
#[derive(Args)]
pub struct Arguments {
    /// Code such as GW001, or family such as GW; by default, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Print JSON, for scripts
    #[arg(long)]
    json: bool,
}

/// Maximum width of an explanation, in columns.
const COLUMNS: usize = 80;

/// Returns all codes, sorted by id.
pub fn all() -> Vec<&'static Code> {
    let of_formats = FORMATS.iter().flat_map(|f| f.codes).copied().flatten();
    let mut all: Vec<&Code> = codes::CODES.iter().chain(of_formats).collect();
    all.sort_by_key(|code| code.id);
    all.dedup_by_key(|code| code.id);
    all
}

/// Returns the code with an id; case does not matter.
pub fn code(id: &str) -> Option<&'static Code> {
    all().into_iter().find(|code| code.id.eq_ignore_ascii_case(id))
}

/// Returns the letters of a code, without its number.
fn family(code: &Code) -> &'static str {
    code.id.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Returns the formats that a code belongs to: those that declare it, and those of their family that declare no codes.
/// A code that no format declares is about documents, or may concern a file of any format.
fn formats(code: &Code) -> Vec<&'static Format> {
    let declares = |format: &Format| format.codes.iter().any(|codes| codes.iter().any(|own| own.id == code.id));
    let families: Vec<&str> = FORMATS.iter().filter(|format| declares(format)).map(|format| format.family).collect();
    let belongs = |format: &Format| match families.is_empty() {
        true => family(code) != "JS" || matches!(format.kind, Kind::Json | Kind::Csv),
        false => declares(format) || format.codes.is_empty() && families.contains(&format.family),
    };
    FORMATS.iter().copied().filter(|format| belongs(format)).collect()
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let all = all();
    let wanted = arguments.code.as_deref().map(str::trim);
    let one = wanted.and_then(|wanted| all.iter().find(|code| code.id.eq_ignore_ascii_case(wanted)));
    let listed: Vec<&Code> = match wanted {
        Some(wanted) => all.iter().copied().filter(|code| family(code).eq_ignore_ascii_case(wanted)).collect(),
        None => all.clone(),
    };
    let text = match (one, wanted) {
        (Some(code), _) if arguments.json => serde_json::to_string_pretty(&as_json(code))? + "\n",
        (Some(code), _) => explanation(code),
        (None, Some(wanted)) if listed.is_empty() => return Ok(console.usage(&no_code(wanted, &all))),
        (None, _) if arguments.json => {
            let listed: Vec<Value> = listed.into_iter().map(as_json).collect();
            serde_json::to_string_pretty(&listed)? + "\n"
        }
        (None, _) => listed.into_iter().map(line).collect(),
    };
    console.print(text.as_bytes())?;
    Ok(Status::Done)
}

/// Returns the message for an unknown code: the code or the family that may be meant, and where they are listed.
fn no_code(wanted: &str, all: &[&Code]) -> String {
    let ids = all.iter().map(|code| code.id).chain(all.iter().map(|code| family(code)));
    let question = did_you_mean(wanted, ids).map(|question| format!("; {question}")).unwrap_or_default();
    format!("no code or family of codes is called `{wanted}`{question}\n\n`ludex explain` lists all codes")
}

/// Returns the severities that a code may have, that of its example first.
fn severities(code: &Code) -> Vec<&'static str> {
    code.example().severities.into_iter().map(Severity::word).collect()
}

/// Returns the line for a code in a list of codes.
fn line(code: &Code) -> String {
    format!("{}  {:14}  {}\n", code.id, severities(code).join(", "), code.title)
}

fn as_json(code: &Code) -> Value {
    let formats: Vec<&str> = formats(code).into_iter().map(|format| format.id).collect();
    json!({
        "code": code.id,
        "family": family(code),
        "title": code.title,
        "severities": severities(code),
        "formats": formats,
        "meaning": code.meaning,
        "caption": code.caption,
        "example": code.example().script,
        "advice": code.advice,
    })
}

fn explanation(code: &Code) -> String {
    let formats: Vec<&str> = formats(code).into_iter().map(|format| format.id).collect();
    let formats = if formats.len() == FORMATS.len() { "all".to_owned() } else { formats.join(", ") };
    let script: Vec<String> = code.example().script.iter().map(|line| format!("  {line}")).collect();
    let example: Vec<String> = [paragraph(code.caption, "  "), script.join("\n")].into();
    let example: Vec<String> = example.into_iter().filter(|part| !part.is_empty()).collect();
    format!(
        "{}: {}\n\n{}\n{}\n\n{}\n\nExample:\n{}\n\nWhat to do:\n{}\n",
        code.id,
        code.title,
        paragraph(&format!("Severity: {}", severities(code).join(", ")), ""),
        paragraph(&format!("Formats: {formats}"), ""),
        paragraph(code.meaning, ""),
        example.join("\n\n"),
        paragraph(code.advice, "  ")
    )
}

/// Returns `text` as a paragraph, indented.
fn paragraph(text: &str, indent: &str) -> String {
    wrap_indented(text, COLUMNS, indent).join("\n")
}
