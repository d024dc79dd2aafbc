//! Reading and checking the bytes of one file.

use std::sync::Arc;

use super::ReadError;
use super::formats::unknown_format;
use super::session::Session;
use crate::archive::Input;
use crate::conversion::{self, FileReader, GivenPositions, ReadOutcome, Secrecy, board_of, looks_of};
use crate::formats;
use crate::model::Document;
use crate::rules::RuleSet;
use crate::systems;
use crate::text::{Diagnostic, Encoding, codes};
use crate::view::{NoBoard, ViewOptions};

/// The result of reading a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReadOutput {
    /// The document: the game, and the original text of the file.
    pub document: Document,
    /// Id of the format that the file was read as.
    pub format: &'static str,
    /// Oddities and parts that were not understood, in the order of the file. None of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the bytes of a file. Its `name` is evidence of its format.
///
/// # Errors
///
/// If the file is of no format that Ludex reads, or is damaged; [`ReadOptions::salvage`] reads what is left.
pub fn read(name: &str, bytes: &[u8]) -> Result<ReadOutput, ReadError> {
    ReadOptions::new().read(name, bytes)
}

/// Finds everything that is wrong or odd about a file: the diagnostics of reading, including errors, and what the rules
/// of the game or the program that the file is for would refuse.
pub fn check(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
    ReadOptions::new().check(name, bytes)
}

/// Describes a document as `ludex inspect` does, in lines of at most `options.width` columns.
///
/// # Errors
///
/// If `options.turn` names a turn that does not exist, or the game's boards cannot be drawn.
pub fn inspect(document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
    let masked = if options.reveal { None } else { conversion::shown(document) };
    systems::show(masked.as_ref().unwrap_or(document), name, options)
}

/// Options of reading: set those that differ from the default, then call [`read`](ReadOptions::read).
///
/// ```
/// # let cut = b"FRANCE:\nA PAR - BUR\n";
/// let read = ludex::ReadOptions::new().format("diplomacy-orders").salvage(true).read("cut.txt", cut);
/// # assert!(read.is_ok());
/// ```
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    options: conversion::ReadOptions,
    encoding: Option<String>,
    /// The error that the document given to `board` or `position` lacks one.
    missing: Option<Diagnostic>,
    rules: RuleSet,
    strict: bool,
    reveal: bool,
}

impl ReadOptions {
    /// Creates the options that [`read`](crate::read) uses.
    pub fn new() -> Self {
        ReadOptions::default()
    }

    /// Reads files as this format, by its id, instead of detecting it.
    #[must_use]
    pub fn format(mut self, id: impl Into<String>) -> Self {
        self.options.format = Some(id.into());
        self
    }

    /// Decodes texts with this encoding, such as `cp850`, instead of the format's default.
    #[must_use]
    pub fn encoding(mut self, name: impl Into<String>) -> Self {
        self.encoding = Some(name.into());
        self
    }

    /// Reads what is left of a damaged file; the damage is then a warning.
    #[must_use]
    pub fn salvage(mut self, salvage: bool) -> Self {
        self.options.salvage = salvage;
        self
    }

    /// Resolves names with the board of this document, such as that of an nJudge map.
    #[must_use]
    pub fn board(mut self, of: &Document) -> Self {
        let name = name_of(of);
        match board_of(of, name) {
            Some(board) => self.options.board = Some(Arc::new(board)),
            None => self.missing = Some(Diagnostic::error(&codes::NO_BOARD, format!("{name} has no board of its own"))),
        }
        self
    }

    /// Checks and completes orders with the position of this document.
    #[must_use]
    pub fn position(mut self, of: &Document) -> Self {
        let name = name_of(of);
        match GivenPositions::of(of, name) {
            Some(positions) => self.options.positions = Some(Arc::new(positions)),
            None => self.missing = Some(Diagnostic::error(&codes::NO_POSITION, format!("{name} has no position"))),
        }
        self
    }

    /// Reads files of up to this many bytes, instead of the format's own limit.
    #[must_use]
    pub fn max_size(mut self, bytes: usize) -> Self {
        self.options.max_size = Some(bytes);
        self
    }

    /// Checks by this rule set.
    #[must_use]
    pub fn rules(mut self, rules: RuleSet) -> Self {
        self.rules = rules;
        self
    }

    /// Turns warnings into errors.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Lets messages quote passwords, addresses and hidden names, which are masked by default.
    #[must_use]
    pub fn reveal(mut self, reveal: bool) -> Self {
        self.reveal = reveal;
        self
    }

    /// Reads the bytes of a file with this `name`.
    ///
    /// # Errors
    ///
    /// If there is no such format or encoding, and as for [`read`](crate::read).
    pub fn read(&self, name: &str, bytes: &[u8]) -> Result<ReadOutput, ReadError> {
        let options = self.conversion().map_err(|d| ReadError::new(vec![d]))?;
        self.finish(FileReader::default().read_alone(&Input::whole(name, bytes), &options, self.strict))
    }

    /// Finds everything that is wrong or odd about the bytes of a file, as [`check`] does.
    pub fn check(&self, name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        Session::of_one(name, bytes).with_options(self.clone()).check(name)
    }

    /// Checks that the named format and encoding exist, and that a document given for its board or position has one.
    /// Reading reports the same, for every file.
    ///
    /// # Errors
    ///
    /// If one of them is missing.
    pub fn validate(&self) -> Result<(), ReadError> {
        self.conversion().map(drop).map_err(|d| ReadError::new(vec![d]))
    }

    /// Returns the options for `conversion`, or the error of an option that is invalid.
    pub(super) fn conversion(&self) -> Result<conversion::ReadOptions, Diagnostic> {
        let mut options = self.options.clone();
        if let Some(id) = options.format.as_deref().filter(|id| formats::format(id).is_none()) {
            return Err(unknown_format(id));
        }
        if let Some(missing) = &self.missing {
            return Err(missing.clone());
        }
        options.encoding = self.encoding.as_deref().map(encoding).transpose()?;
        Ok(options)
    }

    /// Turns a read outcome into the result for the caller.
    pub(super) fn finish(&self, mut reading: ReadOutcome) -> Result<ReadOutput, ReadError> {
        let mut diagnostics = std::mem::take(&mut reading.diagnostics);
        conversion::hide(&mut diagnostics, &reading, self.secrecy());
        match (reading.document, reading.format) {
            (Some(document), Some(format)) if !diagnostics.iter().any(Diagnostic::is_error) => {
                Ok(ReadOutput { document, format: format.id, diagnostics })
            }
            (None, None) if diagnostics.iter().any(|d| looks_of(d).is_some()) => Err(ReadError::foreign(diagnostics)),
            _ => Err(ReadError::new(diagnostics)),
        }
    }

    pub(super) fn secrecy(&self) -> Secrecy {
        if self.reveal { Secrecy::Revealed } else { Secrecy::Masked }
    }

    pub(super) fn rule_set(&self) -> RuleSet {
        self.rules
    }

    pub(super) fn is_strict(&self) -> bool {
        self.strict
    }
}

/// Returns the name of a document in messages.
fn name_of(document: &Document) -> &str {
    document.sources.first().map_or("the document", |source| &source.name)
}

/// Returns the encoding with this name; `binary` is no encoding here.
pub(super) fn encoding(name: &str) -> Result<Encoding, Diagnostic> {
    let known = Encoding::named(name).filter(|encoding| *encoding != Encoding::BINARY);
    known.ok_or_else(|| Diagnostic::error(&codes::WRONG_ENCODING, format!("no encoding {name:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_mean_nothing_are_told_of_before_anything_is_read() {
        let orders = read("a.orders", b"FRANCE:\nA PAR - BUR\n").unwrap().document;
        let refused = |options: ReadOptions| options.validate().unwrap_err().to_string();
        assert!(ReadOptions::new().format("war-dat").encoding("cp850").validate().is_ok());
        assert_eq!(
            refused(ReadOptions::new().format("war-dta")),
            "error[IO004]: no format \"war-dta\"; did you mean `war-dat`?"
        );
        assert_eq!(refused(ReadOptions::new().encoding("cp85")), "error[IO010]: no encoding \"cp85\"");
        assert_eq!(refused(ReadOptions::new().board(&orders)), "error[CV010]: a.orders has no board of its own");
        assert_eq!(refused(ReadOptions::new().position(&orders)), "error[CV011]: a.orders has no position");
    }
}
