//! Inputs that are passed over, and documents among files of any kind.

use crate::archive::Input;
use crate::conversion::{ReadOutcome, Skipped, skipped};
use crate::text::Diagnostic;

use super::console::Console;
use super::opening;
use super::selection::Selection;
use super::tally::{Outcome, Record};
use super::work::Instead;

/// Returns the record and the messages of an input that is skipped; `None` if it is not.
pub fn passed_over(
    input: &Input,
    reading: &ReadOutcome,
    selection: &Selection,
    many: bool,
    console: &Console,
) -> Option<(Record, String)> {
    if reading.format.is_some() && !selection.takes(reading.format) {
        let (record, _, messages) = opening::record(input, Instead::unwanted(input), console);
        return Some((record, messages));
    }
    skipped(input, reading, many).map(|skipped| skipped_record(input, skipped, console))
}

/// Returns the record and the messages of a skipped input.
pub fn skipped_record(input: &Input, skipped: Skipped, console: &Console) -> (Record, String) {
    let Skipped { ending, kind, note } = skipped;
    let notes: Vec<Diagnostic> = console.is_verbose().then_some(note).into_iter().collect();
    (Record::new(input.label(), None, Outcome::Skipped(ending, kind)), console.rendered(&notes, None))
}
