//! Reports inputs that a command does not work on, and gathers facts about bytes that are not read otherwise.

use std::path::Path;

use crate::archive::{Contents, Input, Opened, refused_io};
use crate::conversion::{self, Ending, Facts, ReadOptions, contents_of_opened, may_be_ours};
use crate::text::Diagnostic;

use super::console::Console;
use super::foreign;
use super::report::Report;
use super::tally::{Outcome, Record};
use super::work::Instead;

/// Returns the record, the diagnostics and the rendered messages of an input that the command does not work on.
pub fn record(input: &Input, instead: Instead<'_>, console: &Console) -> (Record, Vec<Diagnostic>, String) {
    let (outcome, diagnostics) = match instead {
        Instead::Failed(d) => (Outcome::failed(d.code.clone()), vec![d]),
        Instead::Skipped(skipped) => {
            let (record, messages) = foreign::skipped_record(input, skipped, console);
            return (record, Vec::new(), messages);
        }
        Instead::Container(opened) => {
            let diagnostics = conversion::told_of_container(input, opened);
            let outcome = match diagnostics.iter().find(|d| d.is_error()) {
                Some(fault) => Outcome::failed(fault.code.clone()),
                None => Outcome::Opened(opened.kind().title),
            };
            (outcome, diagnostics)
        }
    };
    let mut record = Record::new(input.label(), None, outcome);
    record.note(&diagnostics);
    let messages = console.rendered(&diagnostics, None);
    (record, diagnostics, messages)
}

/// Returns the bytes of an input, or only the first of them if these show that it has no format of ours; none for a
/// package.
pub fn contents(input: &Input, opened: Option<Opened<'_>>, options: &ReadOptions) -> Result<Contents, Diagnostic> {
    opened.map_or_else(|| Ok(Contents::default()), |opened| contents_of_opened(input, opened, options))
}

/// Like [`contents`], with the facts about all bytes that a report shows.
pub fn contents_and_facts(
    input: &Input,
    opened: Option<Opened<'_>>,
    options: &ReadOptions,
) -> (Result<Contents, Diagnostic>, Facts) {
    let Some(opened) = opened else { return (Ok(Contents::default()), Facts::default()) };
    if may_be_ours(input, opened.block(), options) {
        return conversion::contents_and_facts(opened, options);
    }
    let contents = Contents::foreign(opened.block());
    match Facts::of_reader(opened.into_reader()) {
        Ok(facts) => (Ok(contents), facts),
        Err(error) => (Err(refused_io(&error)), Facts::default()),
    }
}

/// Returns the facts that a report shows of an input that is not read; empty without a report.
pub fn facts(has_report: bool, opened: Option<Opened<'_>>) -> Facts {
    let wanted = opened.filter(|_| has_report);
    wanted.and_then(|opened| Facts::of_reader(opened.into_reader()).ok()).unwrap_or_default()
}

/// Adds rows to a report for what was found but is not an input.
pub fn report_unopened(diagnostics: &[Diagnostic], report: &mut Report) -> std::io::Result<()> {
    for d in diagnostics {
        let file = d.file.clone().unwrap_or_default();
        let outcome = match d.is_error() {
            true => Outcome::failed(d.code.clone()),
            false => Outcome::Skipped(Ending::Excluded, d.message.clone()),
        };
        let mut record = Record::new(file.clone(), None, outcome);
        record.note(std::slice::from_ref(d));
        report.add_unopened(Path::new(&file), &record)?;
    }
    Ok(())
}
