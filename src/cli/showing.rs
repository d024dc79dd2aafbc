//! Reading what is shown to people, with the file that lies beside it.

use std::path::Path;
use std::sync::Arc;

use crate::archive::{Input, Opened, Overwriting, Protected};
use crate::conversion::{self, FileReader, ReadOptions, ReadOutcome, WriteOptions};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

use super::Status;
use super::console::Console;
use super::input::{InputArguments, Inputs, ReadArguments};
use super::interrupt::end_on_interrupt;

/// A run that writes what it shows of games, before it reads them.
pub struct Prepared {
    pub inputs: Inputs,
    /// How they are read.
    pub options: ReadOptions,
    pub files: FileReader,
    pub overwriting: Arc<Overwriting>,
    /// Whether the inputs are one game without being asked to be.
    pub together: bool,
    /// Whether they are many games.
    pub many: bool,
}

impl Prepared {
    /// Finds the inputs; what is wrong is said.
    pub fn of(
        input: &InputArguments,
        read: &ReadArguments,
        output: Option<&Path>,
        force: bool,
        console: &Console,
    ) -> Result<Prepared, Status> {
        let options = read.options(false, console)?;
        let mut inputs = input.find(output, console)?;
        inputs.unwrap_packed_file();
        let together = join_by_themselves(&inputs.list, read);
        let many = inputs.are_many() && !together;
        let overwriting = Arc::new(Overwriting::new(force, false, Protected::of(&inputs.list, None)));
        end_on_interrupt(overwriting.gate.clone());
        let files = FileReader::protecting(Arc::clone(&overwriting.inputs));
        Ok(Prepared { inputs, options, files, overwriting, together, many })
    }
}

/// How inputs are read that are shown.
pub struct Showing<'a> {
    pub read: &'a ReadArguments,
    pub options: &'a ReadOptions,
    pub files: &'a FileReader,
}

/// An input that was read.
pub struct Shown {
    /// What reading it gave.
    pub outcome: ReadOutcome,
    /// The game, with that of the files beside it, and what is to be hidden masked; nothing where it cannot be shown.
    pub document: Option<Document>,
    /// The same without a mask, where the two differ.
    unmasked: Option<Document>,
}

impl Showing<'_> {
    /// Reads an input that may be open.
    pub fn read(&self, input: &Input, opened: Option<Opened<'_>>) -> Shown {
        let mut outcome = match opened {
            Some(opened) => {
                let contents = conversion::contents_of_opened(input, opened, self.options);
                self.files.read_contents(input, contents.as_ref(), self.options, self.read.strict)
            }
            None => self.files.read(input, self.options, self.read.strict),
        };
        conversion::advise(input, &mut outcome);
        let joined = outcome.document.as_ref().and_then(|document| self.files.joined_with_companion(input, document));
        let whole = joined.or_else(|| outcome.document.clone());
        let masked = whole.as_ref().filter(|_| !self.read.reveal).and_then(conversion::shown);
        let (document, unmasked) = if masked.is_some() { (masked, whole) } else { (whole, None) };
        Shown { outcome, document, unmasked }
    }
}

impl Shown {
    /// The game without a mask.
    pub fn whole(&self) -> Option<&Document> {
        self.unmasked.as_ref().or(self.document.as_ref())
    }

    /// What there is to say of it, with what is to be hidden masked; and the same as it is printed.
    pub fn messages(&mut self, read: &ReadArguments, console: &Console) -> (Vec<Diagnostic>, String) {
        let mut emitted = std::mem::take(&mut self.outcome.diagnostics);
        let hidden = conversion::hide(&mut emitted, &self.outcome, read.secrecy());
        let messages = console.rendered(&emitted, self.outcome.text.as_deref().map(|text| (text, &hidden)));
        (emitted, messages)
    }
}

/// A game without what --redact takes out.
pub fn redacted(document: &Document) -> Result<Document, Diagnostic> {
    let options = WriteOptions { redact: true, ..WriteOptions::default() };
    let (redacted, errors) = conversion::collected(document.clone(), &options);
    redacted.ok_or_else(|| {
        let cannot = || Diagnostic::error(&codes::BAD_VALUE, "the document cannot be redacted");
        errors.into_iter().next().unwrap_or_else(cannot)
    })
}

/// Whether inputs are one game without being asked to be.
fn join_by_themselves(inputs: &[Input], read: &ReadArguments) -> bool {
    let Some(first) = inputs.first() else { return false };
    let join = || conversion::join_by_themselves(inputs, read.from.map(|format| format.id));
    // What goes wrong here does so again when the file is read, and is said then.
    super::panics::guarded(first, join).unwrap_or(false)
}
