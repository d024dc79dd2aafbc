//! Writing documents.

use super::WriteError;
use super::formats::unknown_format;
use super::read::encoding;
use crate::archive::portable_name;
use crate::conversion::{self, Content, Output, make_strict};
use crate::formats::{self, Format};
use crate::model::Document;
use crate::text::{Diagnostic, Severity};

/// The result of writing a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOutput {
    /// The files: usually one; for tables one each, and for a document of several files each of them.
    pub files: Vec<OutputFile>,
    /// Reports of what the target cannot hold, and of other oddities. None of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// Relative path with forward slashes that never leads out of a folder: the name of the source, or a usual name of
    /// the format.
    pub path: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Writes a document in a format, by its id: `json`, `csv`, or a notation of the document's game.
///
/// If the document was read from a file of that format, its text is kept; only the lines that were edited change.
///
/// # Errors
///
/// If there is no such format, or the document has a value that would not be read back from the format.
pub fn write(document: &Document, format: &str) -> Result<WriteOutput, WriteError> {
    WriteOptions::new().write(document, format)
}

/// Writes each file that a document was read from, with the edits of its game.
///
/// # Errors
///
/// If the document was read from no file, and as for [`write`](crate::write).
pub fn write_back(document: &Document) -> Result<WriteOutput, WriteError> {
    WriteOptions::new().write_back(document)
}

/// Options of writing: set those that differ from the default, then call [`write`](WriteOptions::write).
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
    /// Creates the options that [`write`](crate::write) uses.
    pub fn new() -> Self {
        WriteOptions::default()
    }

    /// Writes texts in canonical form instead of the style of their source.
    #[must_use]
    pub fn canonical(mut self, canonical: bool) -> Self {
        self.options.canonical = canonical;
        self
    }

    /// Encodes texts with this encoding, such as `cp850`, instead of that of the source or the format.
    #[must_use]
    pub fn encoding(mut self, name: impl Into<String>) -> Self {
        self.encoding = Some(name.into());
        self
    }

    /// Writes table cells so that spreadsheets do not change them.
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

    /// Writes a game without the elements that the format cannot hold; each of these is a warning then.
    #[must_use]
    pub fn leave_out(mut self, leave_out: bool) -> Self {
        self.options.leave_out = leave_out;
        self
    }

    /// Removes passwords, addresses and all text that was not understood, and the original texts with them.
    #[must_use]
    pub fn redact(mut self, redact: bool) -> Self {
        self.options.redact = redact;
        self
    }

    /// Repairs text that was once decoded with the wrong encoding.
    #[must_use]
    pub fn repair_text(mut self, repair_text: bool) -> Self {
        self.options.repair_text = repair_text;
        self
    }

    /// Writes up to this many bytes, instead of the format's own limit.
    #[must_use]
    pub fn max_size(mut self, bytes: usize) -> Self {
        self.options.max_size = Some(bytes);
        self
    }

    /// Turns warnings into errors: what a target cannot hold is then refused.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Lets messages quote passwords, addresses and hidden names, which are masked by default.
    #[must_use]
    pub fn reveal(mut self, reveal: bool) -> Self {
        self.options.reveal = reveal;
        self
    }

    /// Checks that the encoding that was named exists.
    ///
    /// # Errors
    ///
    /// If there is no encoding of that name.
    pub fn validate(&self) -> Result<(), WriteError> {
        self.conversion().map(drop)
    }

    /// Writes a document in a format, by its id.
    ///
    /// # Errors
    ///
    /// If there is no such encoding, and as for [`write`](crate::write).
    pub fn write(&self, document: &Document, format: &str) -> Result<WriteOutput, WriteError> {
        let options = self.conversion()?;
        let Some(format) = formats::format(format) else {
            return Err(WriteError::new(vec![unknown_format(format)]));
        };
        let (outputs, diagnostics) = conversion::write(document, format, &options);
        self.finish(document, outputs.into_iter().map(|output| (format, output)).collect(), diagnostics)
    }

    /// Writes each file that a document was read from.
    ///
    /// # Errors
    ///
    /// If there is no such encoding, and as for [`write_back`](crate::write_back).
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
        // For the program, parts left out on demand are errors, which determine its exit code; here they are warnings.
        let left_out: usize = outputs.iter().map(|(_, output)| output.left_out).sum();
        if left_out > 0 && diagnostics.iter().filter(|d| d.is_error()).count() == left_out {
            let errors = diagnostics.iter_mut().filter(|d| d.is_error());
            errors.for_each(|d| d.severity = Severity::Warning);
        }
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

/// Returns the files of an output, each with a safe path: a document may come from anybody.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_written_where_that_is_wanted_and_what_is_left_out_is_a_warning() {
        let orders = include_bytes!("../../fixtures/diplomacy-orders/good/engine.orders");
        let document = crate::read("engine.orders", orders).unwrap().document;
        let refused = write(&document, "njudge-orders").unwrap_err();
        assert!(refused.diagnostics().iter().any(Diagnostic::is_error));
        let options = WriteOptions::new().leave_out(true);
        let rest = options.write(&document, "njudge-orders").unwrap();
        let left_out = rest.diagnostics.iter().filter(|d| d.message.ends_with("left out"));
        assert!(left_out.inspect(|d| assert_eq!(d.severity, Severity::Warning)).count() > 0);
        assert!(options.strict(true).write(&document, "njudge-orders").is_err());
        assert!(WriteOptions::new().encoding("cp85").validate().is_err());
    }
}
