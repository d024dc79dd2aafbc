//! Converts one input, or several into one document.

use std::sync::atomic::Ordering;

use super::target::TargetFormat;
use super::together::Part;
use super::{Converted, Job, own};
use crate::archive::{Input, InputKind, Opened};
use crate::cli::foreign;
use crate::cli::input::Inputs;
use crate::cli::opening;
use crate::cli::tally::{Outcome, Record, Tally};
use crate::conversion::{self, Facts, ReadOutcome, Secrecy, Skipped};
use crate::formats::{self, Format, Kind};
use crate::model::Document;
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, codes};

impl Job<'_> {
    pub(super) fn skipped(&self, input: &Input, skipped: Skipped) -> Converted {
        let (record, messages) = foreign::skipped_record(input, skipped, self.console);
        self.converted(record, messages)
    }

    /// Creates the result of an input that has no output.
    pub(super) fn converted(&self, record: Record, messages: String) -> Converted {
        Converted {
            record,
            facts: Facts::default(),
            messages,
            printed: Vec::new(),
            outputs: Vec::new(),
            lines: Vec::new(),
            collected: None,
            unread: (Vec::new(), None),
            is_deferred: false,
        }
    }

    pub(super) fn failed(&self, input: &Input, reading: &mut ReadOutcome) -> Converted {
        let mut record = Record::new(input.label(), reading.format, Outcome::of(&reading.diagnostics));
        record.note(&reading.diagnostics);
        let messages = self.rendered(reading);
        let mut failed = self.converted(record, messages);
        failed.unread.0.append(&mut reading.diagnostics);
        failed
    }

    /// Creates the result of an input whose conversion ended in an internal error.
    pub(super) fn ended(&self, input: &Input, d: Diagnostic) -> Converted {
        let mut record = Record::new(input.label(), None, Outcome::failed(d.code.clone()));
        record.note(std::slice::from_ref(&d));
        let mut ended = self.converted(record, self.console.rendered(std::slice::from_ref(&d), None));
        ended.unread.0.push(d);
        ended
    }

    /// Masks secrets in the diagnostics on a source; returns the parts of its lines that are hidden.
    pub(super) fn hide(&self, reading: &mut ReadOutcome) -> Hidden {
        let secrecy = if self.arguments.redact { Secrecy::Redacted } else { self.arguments.read.secrecy() };
        let mut emitted = std::mem::take(&mut reading.diagnostics);
        let hidden = conversion::hide(&mut emitted, reading, secrecy);
        reading.diagnostics = emitted;
        hidden
    }

    /// Renders the diagnostics on a source.
    pub(super) fn rendered(&self, reading: &mut ReadOutcome) -> String {
        let hidden = self.hide(reading);
        self.console.rendered(&reading.diagnostics, reading.text.as_deref().map(|text| (text, &hidden)))
    }

    pub(super) fn convert(&self, input: &Input, opened: Option<Opened<'_>>) -> Converted {
        match own::passed_over(input, opened.as_ref(), self.format) {
            Some(skipped) => {
                let facts = opening::facts(self.tells_facts(), opened);
                Converted { facts, ..self.skipped(input, skipped) }
            }
            None => self.read_and_write(input, opened, true),
        }
    }

    /// Converts a document that was read from another format than the target.
    pub(super) fn convert_anew(&self, input: &Input, opened: Option<Opened<'_>>) -> Converted {
        self.read_and_write(input, opened, false)
    }

    /// Refuses a document that was read from another format than those that were written back.
    pub(super) fn refuse(&self, input: &Input, _opened: Option<Opened<'_>>) -> Converted {
        let mut refused = self.ended(input, own::refusal(self.arguments).in_file(input.label()));
        refused.record.format = Some(formats::json::JSON.id);
        refused
    }

    pub(super) fn read_and_write(&self, input: &Input, opened: Option<Opened<'_>>, may_defer: bool) -> Converted {
        let (contents, mut facts) = match (self.tells_facts(), self.is_collecting()) {
            (true, _) => opening::contents_and_facts(input, opened, &self.reading),
            (false, true) => conversion::contents_and_facts_of_ours(input, opened, &self.reading),
            (false, false) => (opening::contents(input, opened, &self.reading), Facts::default()),
        };
        if self.knows(input, &facts) {
            return Converted {
                facts,
                ..self.converted(Record::new(input.label(), None, Outcome::Identical), String::new())
            };
        }
        let mut reading = self.files.read_contents(input, contents.as_ref(), &self.reading, self.arguments.read.strict);
        if self.tells_facts() || self.is_collecting() {
            match reading.evidence.take() {
                Some(evidence) => facts.take_evidence(evidence),
                None => {
                    let bytes = contents.as_ref().map_or(&[][..], |contents| &contents.bytes);
                    facts.name_format(input, bytes, reading.format);
                }
            }
        }
        let converted = self.write_read(input, reading, &facts, may_defer);
        Converted { facts, ..converted }
    }

    pub(super) fn write_read(
        &self,
        input: &Input,
        mut reading: ReadOutcome,
        facts: &Facts,
        may_defer: bool,
    ) -> Converted {
        let selection = &self.arguments.input.selection;
        if let Some((record, messages)) = foreign::passed_over(input, &reading, selection, self.many, self.console) {
            return self.converted(record, messages);
        }
        conversion::advise(input, &mut reading);
        if reading.has_errors() {
            return self.failed(input, &mut reading);
        }
        self.hide(&mut reading);
        let Some(document) = reading.document.take() else { return self.failed(input, &mut reading) };
        if own::is_found_document(input, reading.format) {
            match own::is_write_back(&document, self.format) {
                Some(true) => self.wrote_back.store(true, Ordering::Relaxed),
                Some(false) if may_defer => {
                    let record = Record::new(input.label(), reading.format, Outcome::Done);
                    return Converted { is_deferred: true, ..self.converted(record, String::new()) };
                }
                Some(false) | None => {}
            }
        }
        self.write(input, document, reading, facts)
    }

    /// Converts all inputs into one document; if one of them cannot be read, nothing is written. What each of them is
    /// goes into `parts`, which are in the same order.
    pub(super) fn convert_together(
        &self,
        inputs: &Inputs,
        parts: &mut [Part<'_>],
        tally: &mut Tally<'_>,
    ) -> anyhow::Result<Converted> {
        let strict = self.arguments.read.strict;
        let label = self.arguments.input.as_typed();
        let refused = |messages: String, code| {
            Ok(self.converted(Record::new(label.clone(), None, Outcome::failed(code)), messages))
        };
        if let Some(d) = inputs.diagnostics.iter().find(|d| d.is_error()) {
            return refused(String::new(), d.code.clone());
        }
        let inputs = &inputs.list;
        let mut messages = String::new();
        let mut readings = Vec::new();
        for ((input, reading), part) in self.files.read_together(inputs, &self.reading, strict).into_iter().zip(parts) {
            match reading {
                Ok(mut reading) => {
                    part.is_read(&mut reading);
                    readings.push((input, reading));
                }
                Err(skipped) => {
                    let skipped = self.skipped(input, skipped);
                    messages += &skipped.messages;
                    part.record.outcome = skipped.record.outcome.clone();
                    tally.add(skipped.record)?;
                }
            }
        }
        let mut documents = Vec::new();
        let mut failed = None;
        for (input, mut reading) in readings {
            let changes = reading.document.as_ref().and_then(|document| self.changes(reading.format, document));
            reading.diagnostics.extend(changes.map(|d| d.in_file(input.label())));
            messages += &self.rendered(&mut reading);
            failed = failed.or(reading.diagnostics.iter().find(|d| d.is_error()).map(|d| d.code.clone()));
            documents.extend(reading.document);
        }
        tally.emit_skipped();
        let first = match (inputs.first(), failed) {
            (Some(first), None) => first,
            (_, code) => return refused(messages, code.unwrap_or(codes::NOTHING_FOUND.id.into())),
        };
        match conversion::join(documents) {
            Ok((document, mut emitted)) => {
                if strict {
                    conversion::make_strict(&mut emitted);
                }
                if let Some(code) = emitted.iter().find(|d| d.is_error()).map(|d| d.code.clone()) {
                    return refused(messages + &self.console.rendered(&emitted, None), code);
                }
                let joined = ReadOutcome::of(None, None, emitted);
                let mut written = self.write(first, document, joined, &Facts::default());
                self.take(&mut written);
                self.save(&mut written);
                let record = Record { file: label, ..written.record };
                Ok(Converted { messages: messages + &written.messages, record, ..written })
            }
            Err(d) => refused(messages + &self.console.rendered(std::slice::from_ref(&d), None), d.code),
        }
    }

    /// Writes a document that was read as `reading`.
    pub(super) fn write(&self, input: &Input, document: Document, reading: ReadOutcome, facts: &Facts) -> Converted {
        let ReadOutcome { diagnostics: mut emitted, text, format, tables, .. } = reading;
        let text = text.as_deref();
        let (mut printed, mut lines) = (Vec::new(), Vec::new());
        // Found first, as collecting takes the document; diagnostics refer to the tables that it was read from.
        emitted.extend(self.changes(format, &document).map(|d| d.in_file(input.label())));
        let is_package = input.kind == InputKind::Package;
        let game = is_package.then(|| document.game.clone());
        let mut collected = None;
        let write = |document, target: &'static Format| {
            let (outputs, diagnostics) = conversion::write_own(document, target, &self.writing);
            (outputs.into_iter().map(|output| (target, output)).collect::<Vec<_>>(), diagnostics)
        };
        let (outputs, mut written) = match self.format {
            TargetFormat::Fixed(target) => write(document, target),
            TargetFormat::OfInput => format.map_or_else(Default::default, |target| write(document, target)),
            TargetFormat::OwnSources => conversion::write_sources(&document, &self.writing),
            TargetFormat::Collection(target) => {
                let (entry, diagnostics) = self.collect(input, document, format, facts, target);
                collected = entry;
                (Vec::new(), diagnostics)
            }
        };
        let left_out: usize = outputs.iter().map(|(_, output)| output.left_out).sum();
        conversion::locate_in_source(&mut written, format, text, tables, game.as_ref());
        conversion::name_file(&mut written, input);
        if self.arguments.read.strict {
            conversion::make_strict(&mut written);
        }
        let errors: Vec<&Diagnostic> = written.iter().filter(|d| d.is_error()).collect();
        let outcome = match errors.first() {
            // Parts that the user allows to be left out are reported, and the rest is written.
            Some(d) if errors.len() > left_out => Outcome::refused(d.code.clone()),
            _ => Outcome::Done,
        };
        let mut record = Record::new(input.label(), format, outcome);
        emitted.append(&mut written);
        let mut placed = Vec::new();
        if record.outcome == Outcome::Done {
            record.left_out = left_out;
            match self.place(input, outputs, &mut printed, &mut lines, &mut emitted) {
                Ok(outputs) => {
                    record.outputs = lines.iter().map(|line| line.path.clone()).collect();
                    placed = outputs;
                }
                Err(d) => {
                    record.left_out = 0;
                    record.outcome = Outcome::refused(d.code.clone());
                    emitted.push(d.in_file(input.label()));
                }
            }
        }
        record.note(&emitted);
        let is_done = record.outcome == Outcome::Done;
        let hidden = match () {
            () if emitted.is_empty() || self.arguments.read.reveal => Hidden::NOTHING.clone(),
            () if self.arguments.redact => Hidden::everything(),
            () => conversion::hidden_in(format, text, false),
        };
        if !self.arguments.redact {
            hidden.hide(&mut emitted, text);
        }
        let messages = self.console.rendered(&emitted, text.map(|text| (text, &hidden)));
        let unread = if is_done { (Vec::new(), None) } else { (emitted, None) };
        let collected = collected.filter(|_| is_done);
        Converted { printed, outputs: placed, lines, collected, unread, ..self.converted(record, messages) }
    }

    /// Returns a note on the edits in a document that was read.
    pub(super) fn changes(&self, format: Option<&Format>, document: &Document) -> Option<Diagnostic> {
        let is_document = format.is_some_and(|format| matches!(format.kind, Kind::Json | Kind::Csv));
        is_document.then(|| conversion::changes(document, self.console.is_verbose())).flatten()
    }
}
