//! Lists of formats and codes, and the recognition of files.

use std::ffi::OsString;

use pyo3::prelude::*;

use super::options::{Given, bytes_of, file_name};

/// A format that Ludex knows.
#[pyclass(frozen, eq, hash, module = "ludex", get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Format {
    /// The id that functions and documents name it by, such as ``war-dat``.
    id: &'static str,
    /// Its name, for people.
    name: &'static str,
    /// The usual names of its files, as patterns such as ``map.*``.
    file_names: Vec<&'static str>,
    /// The extension of a new file.
    extension: &'static str,
    /// Whether its files are read and written; else they are only recognised.
    is_read: bool,
    /// Whether the same bytes are the same document wherever they lie.
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

/// What a file may be.
#[pyclass(frozen, eq, hash, module = "ludex", get_all)]
#[derive(PartialEq, Eq, Hash)]
pub struct Guess {
    /// The id of the format.
    format: &'static str,
    /// How sure that is, from 1 to 100.
    confidence: u8,
    /// What speaks for it.
    reasons: Vec<String>,
}

#[pymethods]
impl Guess {
    fn __repr__(&self) -> String {
        format!("<ludex.Guess {}, {} of 100>", self.format, self.confidence)
    }
}

/// Lists every format.
///
/// >>> [each.id for each in ludex.formats() if each.id.startswith("war")]
/// ['war-dat', 'war-rec', 'war-log']
#[pyfunction]
pub fn formats() -> Vec<Format> {
    ludex::formats().into_iter().map(Format::from).collect()
}

/// Says which formats a file could be of, the surest first; nothing where it is no game file.
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

/// Explains a code, such as ``GW019``, in full sentences; ``None`` where there is no such code.
///
/// >>> print(ludex.explain("GW019").splitlines()[0])
/// GW019: a line is missing, or one too many
#[pyfunction]
pub fn explain(code: &str) -> Option<String> {
    ludex::explain(code).map(|code| format!("{}: {}\n\n{}\n\n{}", code.id, code.title, code.meaning, code.advice))
}
