//! Reads games that are shown to people, with the files that belong to them.

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

/// The inputs and settings of a run that writes what it shows of games, before it reads them.
pub struct Prepared {
    pub inputs: Inputs,
    /// The options for reading them.
    pub options: ReadOptions,
    pub files: FileReader,
    pub overwriting: Arc<Overwriting>,
    /// Whether the inputs are treated as one game although the user did not ask for it.
    pub together: bool,
    /// Whether they are several games.
    pub many: bool,
}

impl Prepared {
    /// Finds the inputs; errors are reported.
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

/// The settings for reading inputs that are shown.
pub struct Showing<'a> {
    pub read: &'a ReadArguments,
    pub options: &'a ReadOptions,
    pub files: &'a FileReader,
}

/// An input that was read.
pub struct Shown {
    /// The result of reading it.
    pub outcome: ReadOutcome,
    /// The game, joined with that of its companion, with secrets masked; `None` if it cannot be shown.
    pub document: Option<Document>,
    /// The game without masking, if that makes a difference.
    unmasked: Option<Document>,
}

impl Showing<'_> {
    /// Reads an input, which may be open already.
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
    /// Returns the game without masking.
    pub fn whole(&self) -> Option<&Document> {
        self.unmasked.as_ref().or(self.document.as_ref())
    }

    /// Takes the diagnostics, with secrets masked, and returns them with their rendered text.
    pub fn messages(&mut self, read: &ReadArguments, console: &Console) -> (Vec<Diagnostic>, String) {
        let mut emitted = std::mem::take(&mut self.outcome.diagnostics);
        let hidden = conversion::hide(&mut emitted, &self.outcome, read.secrecy());
        let messages = console.rendered(&emitted, self.outcome.text.as_deref().map(|text| (text, &hidden)));
        (emitted, messages)
    }
}

/// Returns a game without the parts that `--redact` removes.
pub fn redacted(document: &Document) -> Result<Document, Diagnostic> {
    let options = WriteOptions { redact: true, ..WriteOptions::default() };
    let (redacted, errors) = conversion::collected(document.clone(), &options);
    redacted.ok_or_else(|| {
        let cannot = || Diagnostic::error(&codes::BAD_VALUE, "the document cannot be redacted");
        errors.into_iter().next().unwrap_or_else(cannot)
    })
}

/// Returns whether inputs are treated as one game although the user did not ask for it.
fn join_by_themselves(inputs: &[Input], read: &ReadArguments) -> bool {
    let Some(first) = inputs.first() else { return false };
    let join = || conversion::join_by_themselves(inputs, read.from.map(|format| format.id));
    // A panic here occurs again when the file is read, and is reported then.
    super::panics::guarded(first, join).unwrap_or(false)
}
