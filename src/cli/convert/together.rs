//! The rows of a report for inputs that become one document.

use crate::archive::Input;
use crate::cli::tally::{Outcome, Record};
use crate::conversion::{Ending, Facts, ReadOutcome};

/// One of several inputs that become one document.
pub struct Part<'i> {
    pub input: &'i Input,
    /// Its record; the outcome is `Done` until that of the document is known.
    pub record: Record,
    /// The facts about all of its bytes; empty unless they are told.
    pub facts: Facts,
}

impl<'i> Part<'i> {
    pub fn new(input: &'i Input, tells_facts: bool) -> Self {
        let opened = tells_facts.then(|| input.open().ok()).flatten();
        let facts = opened.and_then(|opened| Facts::of_reader(opened.into_reader()).ok()).unwrap_or_default();
        Part { input, record: Record::new(input.label(), None, Outcome::Done), facts }
    }

    /// Notes what the input was read as, and the errors of reading it.
    pub fn is_read(&mut self, reading: &mut ReadOutcome) {
        self.record = Record::new(self.input.label(), reading.format, Outcome::of(&reading.diagnostics));
        self.record.note(&reading.diagnostics);
        match reading.evidence.take() {
            Some(evidence) => self.facts.take_evidence(evidence),
            None if self.facts.sha256.is_some() => {
                let bytes = self.input.bytes().unwrap_or_default();
                self.facts.name_format(self.input, &bytes, reading.format);
            }
            None => {}
        }
    }
}

/// Settles the outcomes of the inputs that were read, from the record and the facts of their document: the first has its outputs, and
/// the others are its companions.
pub fn settle(parts: &mut [Part<'_>], document: &Record, facts: &Facts) {
    let is_written = !matches!(document.outcome, Outcome::Failed(..));
    let read = parts.iter_mut().filter(|part| matches!(part.record.outcome, Outcome::Done));
    for (index, part) in read.enumerate() {
        if index > 0 && is_written {
            let kind = "a part of the document of the inputs before it";
            part.record.outcome = Outcome::Skipped(Ending::Companion, kind.into());
            continue;
        }
        part.record.outcome = document.outcome.clone();
        if index == 0 {
            part.record.outputs.clone_from(&document.outputs);
            part.facts.output_sha256 = facts.output_sha256;
            document.codes.iter().for_each(|code| {
                if !part.record.codes.contains(code) {
                    part.record.codes.push(code.clone());
                }
            });
        }
    }
}
