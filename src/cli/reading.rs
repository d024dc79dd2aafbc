//! Reads several inputs as one document.

use crate::conversion::{self, FileReader};
use crate::model::Document;
use crate::text::Diagnostic;

use super::Status;
use super::console::Console;
use super::input::{InputArguments, ReadArguments};

/// Reads the only input, or several files of one game, as one document. Errors are reported; the status is that of the
/// reading.
pub fn read_as_one(
    input: &InputArguments,
    read: &ReadArguments,
    files: &FileReader,
    console: &Console,
) -> Result<(Document, Status), Status> {
    let options = read.options(false, console)?;
    let mut inputs = input.find(None, console)?;
    inputs.expand(&input.selection, console);
    if inputs.status() == Status::Errors {
        return Err(Status::Errors);
    }
    let mut documents = Vec::new();
    let mut status = Status::Done;
    for (_, reading) in files.read_together(&inputs.list, &options, read.strict) {
        let Ok(mut reading) = reading else { continue };
        let mut emitted = std::mem::take(&mut reading.diagnostics);
        let hidden = conversion::hide(&mut emitted, &reading, read.secrecy());
        console.emit(&console.rendered(&emitted, reading.text.as_deref().map(|text| (text, &hidden))));
        match reading.document {
            Some(document) if !emitted.iter().any(Diagnostic::is_error) => documents.push(document),
            _ => status = Status::Errors,
        }
    }
    if status == Status::Errors {
        return Err(status);
    }
    let single = documents.len() == 1;
    let joined = match documents.pop() {
        Some(document) if single => Ok((document, Vec::new())),
        Some(document) => {
            documents.push(document);
            conversion::join(documents)
        }
        None => conversion::join(documents),
    };
    let (document, mut emitted) = joined.map_err(|d| {
        console.emit(&console.rendered(&[d.in_file(input.as_typed())], None));
        Status::Errors
    })?;
    if read.strict {
        conversion::make_strict(&mut emitted);
    }
    console.emit(&console.rendered(&emitted, None));
    if emitted.iter().any(Diagnostic::is_error) {
        return Err(Status::Errors);
    }
    Ok((document, status))
}
