//! What is wrong, as objects and exceptions.

use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex::{Severity, WriteError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// One finding: a code, a severity, a message, and its place where it has one.
#[pyclass(frozen, module = "ludex", eq)]
#[derive(Clone, PartialEq)]
pub struct Diagnostic(pub ludex::Diagnostic);

#[pymethods]
impl Diagnostic {
    /// The stable code, such as ``GW001``.
    #[getter]
    fn code(&self) -> &str {
        &self.0.code
    }

    /// ``error``, ``warning`` or ``note``.
    #[getter]
    fn severity(&self) -> &'static str {
        self.0.severity.word()
    }

    /// What is wrong, in one sentence.
    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// The file that it was found in.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The member of that file, where it is a folder of tables.
    #[getter]
    fn member(&self) -> Option<&str> {
        self.0.member.as_deref()
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The column in the line, in characters from 1.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.0.column
    }

    /// How many characters it is about, or bytes where the file is no text.
    #[getter]
    fn length(&self) -> Option<usize> {
        self.0.length
    }

    /// The number of the first byte, from 0, where the file is no text.
    #[getter]
    fn offset(&self) -> Option<u32> {
        self.0.offset
    }

    /// The place in the document, such as ``game.players[3].name``.
    #[getter]
    fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    /// What was expected, or what to do.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The same as a dict, as ``--message-format json`` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.0).map_err(broken)?)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Diagnostic {}>", self.0)
    }
}

/// The findings as a list of Python's.
pub fn listed(py: Python<'_>, all: &[ludex::Diagnostic]) -> PyResult<Vec<Py<Diagnostic>>> {
    all.iter().map(|d| Py::new(py, Diagnostic(d.clone()))).collect()
}

/// A value of JSON as plain objects.
pub fn from_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}

/// A plain object as JSON.
pub fn to_json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.py().import("json")?.getattr("dumps")?.call1((value,))?.extract()
}

/// An exception of `ludex.errors`.
pub fn exception(py: Python<'_>, class: &str, diagnostics: &[ludex::Diagnostic]) -> PyErr {
    let made = || -> PyResult<Bound<'_, PyAny>> {
        py.import("ludex.errors")?.getattr(class)?.call1((listed(py, diagnostics)?,))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// What there was to say of a document that was not written.
pub fn not_written(py: Python<'_>, error: &WriteError) -> PyErr {
    exception(py, "WriteError", error.diagnostics())
}

/// Warns of what was lost or is odd.
pub fn warn(py: Python<'_>, diagnostics: &[ludex::Diagnostic]) -> PyResult<()> {
    let category = py.import("ludex.errors")?.getattr("LossWarning")?;
    for d in diagnostics.iter().filter(|d| d.severity == Severity::Warning) {
        PyErr::warn(py, &category, &CString::new(d.to_string().replace('\0', " "))?, 1)?;
    }
    Ok(())
}

/// An error that is a defect of Ludex.
pub fn broken(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(format!("ludex: {error}"))
}

/// Does work without holding Python's lock. A panic in it is a defect of Ludex, and an exception.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|_| {
        let message = "internal error in the work on this input; please report this";
        let Some(code) = ludex::explain("IO020") else { return broken(message) };
        exception(py, "LudexError", &[ludex::Diagnostic::error(code, message)])
    })
}

/// A dict of what a sequence of pairs holds.
pub fn dict<'py, V: IntoPyObject<'py>>(
    py: Python<'py>,
    pairs: impl IntoIterator<Item = (String, V)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in pairs {
        dict.set_item(key, value)?;
    }
    Ok(dict)
}
