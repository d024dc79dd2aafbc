//! Inputs that are passed over, and documents among files of any kind.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::archive::Input;
use crate::conversion::{ReadOutcome, Skipped, skipped};
use crate::formats;
use crate::text::Diagnostic;
use crate::text::encoding::without_mark;

use super::console::Console;
use super::tally::{Outcome, Record};

/// The record and the messages of an input that is skipped, where it is.
pub fn passed_over(input: &Input, reading: &ReadOutcome, many: bool, console: &Console) -> Option<(Record, String)> {
    let Skipped { kind, note } = skipped(input, reading, many)?;
    let notes: Vec<Diagnostic> = console.is_verbose().then_some(note).into_iter().collect();
    Some((Record::new(input.label(), None, Outcome::Skipped(kind)), console.rendered(&notes, None)))
}

/// The longest file that is looked through for the key of a document.
const MAX_LENGTH: u64 = 256 << 20;

/// Whether a file is a JSON document of Ludex. Of most other files the first bytes tell.
pub fn is_json_document(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let Ok(mut file) = File::open(path) else { return false };
    if file.by_ref().take(64).read_to_end(&mut bytes).is_err() {
        return false;
    }
    let start = without_mark(&bytes).trim_ascii_start();
    // Of a long indentation there may be nothing yet.
    if !start.is_empty() && !start.starts_with(b"{") {
        return false;
    }
    formats::json::is_document(&bytes)
        || file.take(MAX_LENGTH).read_to_end(&mut bytes).is_ok() && formats::json::is_document(&bytes)
}
