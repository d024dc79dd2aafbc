//! Writing documents.

use super::WriteError;
use super::read::encoding;
use crate::archive::portable_name;
use crate::conversion::{self, Content, Output, make_strict};
use crate::formats::{self, Format};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOutput {
    /// The files: most often one; of tables each table, and of a document that several files made each of them.
    pub files: Vec<OutputFile>,
    /// What the target cannot hold, and what else is odd. None of it is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// Its path, with forward slashes, which leads out of no folder: the name that the source had, or one that is usual
    /// for the format.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Writes a document in a format, by its id: `json`, `csv`, or a notation of its game.
///
/// Where the document came from a file of that format, its text is kept and the lines of edits change.
///
/// # Errors
///
/// Where there is no such format, or the document has a value that the format could not give back.
pub fn write(document: &Document, format: &str) -> Result<WriteOutput, WriteError> {
    WriteOptions::new().write(document, format)
}

/// Writes each file that a document came from, with the edits of its game.
///
/// # Errors
///
/// Where the document came from no file, and as [`write`](crate::write).
pub fn write_back(document: &Document) -> Result<WriteOutput, WriteError> {
    WriteOptions::new().write_back(document)
}

/// How to write: set what differs from the usual, then [`write`](WriteOptions::write).
///
/// ```
/// # let document = ludex::read("a.orders", b"FRANCE:\nA PAR - BUR\n").unwrap().document;
/// let written = ludex::WriteOptions::new().redact(true).write(&document, "json")?;
/// # Ok::<(), ludex::WriteError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    options: conversion::WriteOptions,
    encoding: Option<String>,
    strict: bool,
}

impl WriteOptions {
    /// Those that [`write`](crate::write) writes by.
    pub fn new() -> Self {
        WriteOptions::default()
    }

    /// Writes texts in canonical form instead of the spelling of their source.
    #[must_use]
    pub fn canonical(mut self, canonical: bool) -> Self {
        self.options.canonical = canonical;
        self
    }

    /// Encodes texts by this encoding, such as `cp850`, instead of the source's or the format's usual one.
    #[must_use]
    pub fn encoding(mut self, name: impl Into<String>) -> Self {
        self.encoding = Some(name.into());
        self
    }

    /// Writes cells of tables so that spreadsheets leave them as they are.
    #[must_use]
    pub fn guard(mut self, guard: bool) -> Self {
        self.options.guard = guard;
        self
    }

    /// Leaves original texts out of JSON and tables.
    #[must_use]
    pub fn no_originals(mut self, no_originals: bool) -> Self {
        self.options.no_originals = no_originals;
        self
    }

    /// Takes passwords, addresses and all text that was not understood out, and original texts with them.
    #[must_use]
    pub fn redact(mut self, redact: bool) -> Self {
        self.options.redact = redact;
        self
    }

    /// Mends text that was once read in the wrong encoding.
    #[must_use]
    pub fn repair_text(mut self, repair_text: bool) -> Self {
        self.options.repair_text = repair_text;
        self
    }

    /// Writes up to this many bytes, instead of up to the format's own limit.
    #[must_use]
    pub fn max_size(mut self, bytes: usize) -> Self {
        self.options.max_size = Some(bytes);
        self
    }

    /// Makes warnings errors: what a target cannot hold is then refused.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Lets messages quote passwords, addresses and hidden names, which are masked otherwise.
    #[must_use]
    pub fn reveal(mut self, reveal: bool) -> Self {
        self.options.reveal = reveal;
        self
    }

    /// Writes a document in a format, by its id.
    ///
    /// # Errors
    ///
    /// Where there is no such encoding, and as [`write`](crate::write).
    pub fn write(&self, document: &Document, format: &str) -> Result<WriteOutput, WriteError> {
        let options = self.conversion()?;
        let Some(format) = formats::format(format) else {
            let d = Diagnostic::error(&codes::UNKNOWN_FORMAT, format!("no format {format:?}"));
            return Err(WriteError::new(vec![d.help("`ludex::formats` lists them")]));
        };
        let (outputs, diagnostics) = conversion::write(document.clone(), format, &options);
        self.finish(document, outputs.into_iter().map(|output| (format, output)).collect(), diagnostics)
    }

    /// Writes each file that a document came from.
    ///
    /// # Errors
    ///
    /// Where there is no such encoding, and as [`write_back`](crate::write_back).
    pub fn write_back(&self, document: &Document) -> Result<WriteOutput, WriteError> {
        let (outputs, diagnostics) = conversion::write_sources(document, &self.conversion()?);
        self.finish(document, outputs, diagnostics)
    }

    fn conversion(&self) -> Result<conversion::WriteOptions, WriteError> {
        let encoding = self.encoding.as_deref().map(encoding).transpose().map_err(|d| WriteError::new(vec![d]))?;
        Ok(conversion::WriteOptions { encoding, ..self.options.clone() })
    }

    fn finish(
        &self,
        document: &Document,
        outputs: Vec<(&'static Format, Output)>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Result<WriteOutput, WriteError> {
        if self.strict {
            make_strict(&mut diagnostics);
        }
        if outputs.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return Err(WriteError::new(diagnostics));
        }
        let files = outputs.into_iter().flat_map(|(format, output)| files(document, format, output)).collect();
        Ok(WriteOutput { files, diagnostics })
    }
}

/// The files of an output, each with a path that is safe to write to: a document may be anybody's.
fn files(document: &Document, format: &Format, output: Output) -> Vec<OutputFile> {
    let source = || document.sources.first().map_or("game", |source| &source.name);
    match output.content {
        Content::Folder(files) => {
            files.into_iter().map(|file| OutputFile { path: file.path, bytes: file.bytes }).collect()
        }
        Content::File(bytes) => {
            let name = output.name.unwrap_or_else(|| format!("{}.{}", source(), format.extension));
            vec![OutputFile { path: portable_name(&name), bytes }]
        }
    }
}
