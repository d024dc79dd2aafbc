//! Lists of formats and codes, and the recognition of files.

use std::ffi::OsString;

use pyo3::prelude::*;

use super::options::{Given, bytes_of, file_name};

/// A format that Ludex knows.
#[pyclass(frozen, eq, hash, module = "ludex", get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Format {
    /// Id in functions and documents, such as ``war-dat``.
    id: &'static str,
    /// Name for display.
    name: &'static str,
    /// Usual file names, as patterns such as ``map.*``; case does not matter.
    file_names: Vec<&'static str>,
    /// Extension of a new file.
    extension: &'static str,
    /// Whether files of this format are read and written; if ``False``, they are only recognised.
    is_read: bool,
    /// Whether the same bytes always give the same document, whatever the name of the file and the files beside it.
    stands_alone: bool,
}

impl From<ludex::FormatInfo> for Format {
    fn from(format: ludex::FormatInfo) -> Format {
        Format {
            id: format.id,
            name: format.name,
            file_names: format.file_names.to_vec(),
            extension: format.extension,
            is_read: format.is_read,
            stands_alone: format.stands_alone,
        }
    }
}

#[pymethods]
impl Format {
    fn __repr__(&self) -> String {
        format!("<ludex.Format {}: {}>", self.id, self.name)
    }
}

/// A format that a file may have, as :func:`ludex.identify` returns it.
#[pyclass(frozen, eq, hash, module = "ludex", get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Guess {
    /// Id of the format.
    format: &'static str,
    /// Confidence, from 1 to 100.
    confidence: u8,
    /// Evidence for the format.
    reasons: Vec<String>,
}

#[pymethods]
impl Guess {
    fn __repr__(&self) -> String {
        format!("<ludex.Guess {}, {} of 100>", self.format, self.confidence)
    }
}

/// Returns all formats that Ludex knows.
///
/// >>> [each.id for each in ludex.formats() if each.id.startswith("war")]
/// ['war-dat', 'war-rec', 'war-log']
#[pyfunction]
pub fn formats() -> Vec<Format> {
    ludex::formats().into_iter().map(Format::from).collect()
}

/// Returns the formats that a file may have, the most likely first; an empty list if it is not a game file.
///
/// - ``source``: path, bytes, or file open in binary mode.
/// - ``name``: name of the file, which may hint at the format.
///
/// Raises :class:`ludex.NoSuchFileError` if the path does not exist, and :class:`OSError` if it cannot be read, for
/// example because it is a folder.
///
/// >>> ludex.identify("fixtures/global-war-disk/WAR02.REC")[0]
/// <ludex.Guess war-rec, 96 of 100>
#[pyfunction]
#[pyo3(signature = (source, name=None))]
pub fn identify(source: &Bound<'_, PyAny>, name: Option<OsString>) -> PyResult<Vec<Guess>> {
    let (name, bytes) = match Given::of(source, name)? {
        Given::Bytes(name, bytes) => (name, bytes),
        Given::Path(path) => (file_name(&path).unwrap_or_default(), bytes_of(source.py(), path)?),
    };
    let guesses = super::diagnostics::detached(source.py(), || ludex::identify(&name, &bytes))?;
    let guess =
        |guess: ludex::Guess| Guess { format: guess.format.id, confidence: guess.confidence, reasons: guess.reasons };
    Ok(guesses.into_iter().map(guess).collect())
}

/// Returns the explanation of a diagnostic code, such as ``GW019``; ``None`` if there is no such code. Case does not
/// matter.
///
/// >>> print(ludex.explain("GW019").splitlines()[0])
/// GW019: a line is missing, or one too many
#[pyfunction]
pub fn explain(code: &str) -> Option<String> {
    ludex::explain(code).map(|code| format!("{}: {}\n\n{}\n\n{}", code.id, code.title, code.meaning, code.advice))
}
