//! Diagnostics as Python objects and exceptions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ludex::{ReadError, Severity, WriteError, printable};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::wording::in_python;

/// A finding about a file: a code, a severity, a message, and the place where one is known.
///
/// Diagnostics are hashable, compare equal by all their values, and can be pickled.
#[pyclass(frozen, module = "ludex", eq)]
#[derive(Clone, PartialEq)]
pub struct Diagnostic(pub ludex::Diagnostic);

#[pymethods]
impl Diagnostic {
    /// Stable code, such as ``GW001``; :func:`ludex.explain` explains it.
    #[getter]
    fn code(&self) -> &str {
        &self.0.code
    }

    /// Severity: ``error``, ``warning`` or ``note``.
    #[getter]
    fn severity(&self) -> &'static str {
        self.0.severity.word()
    }

    /// Message: what is wrong, in one sentence without a full stop.
    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// Path or name of the file; ``None`` if the diagnostic is not about a file.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// Member of the file, if that is an archive or a folder of tables; otherwise ``None``.
    #[getter]
    fn member(&self) -> Option<&str> {
        self.0.member.as_deref()
    }

    /// Line number, from 1; ``None`` if there is no line to point at.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// Column in the line, in characters from 1; ``None`` if there is no column to point at.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.0.column
    }

    /// Length of the marked part, in characters, or in bytes if the file is binary; ``None`` if nothing is marked.
    #[getter]
    fn length(&self) -> Option<usize> {
        self.0.length
    }

    /// Offset of the first marked byte, from 0, in a binary file; ``None`` in a text file.
    #[getter]
    fn offset(&self) -> Option<u32> {
        self.0.offset
    }

    /// Path in the document, such as ``game.players[3].name``; ``None`` if the diagnostic is not about a value.
    #[getter]
    fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    /// What was expected, or what to do, with options spelled as keyword arguments; ``None`` if there is no advice.
    #[getter]
    fn help(&self) -> Option<String> {
        self.0.help.as_deref().map(|help| in_python(&printable(help)))
    }

    /// Returns the diagnostic as a dict with the keys that ``--message-format json`` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.0).map_err(broken)?)
    }

    /// Creates a diagnostic from a dict that :meth:`to_dict` returned or ``--message-format json`` printed.
    ///
    /// Raises :class:`ValueError` if the dict is not a diagnostic.
    #[classmethod]
    fn from_dict(_cls: &Bound<'_, PyType>, values: &Bound<'_, PyDict>) -> PyResult<Diagnostic> {
        let read = serde_json::from_str(&to_json(values)?);
        read.map(Diagnostic).map_err(|error| PyValueError::new_err(format!("not a diagnostic: {error}")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((slf.get_type().getattr("from_dict")?, (slf.get().to_dict(slf.py())?,)))
    }

    fn __hash__(&self) -> u64 {
        hash_of((&self.0.code, &self.0.file, self.0.line, self.0.column, &self.0.message))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Diagnostic {}>", self.0)
    }
}

/// Returns diagnostics as a list of Python objects.
pub fn listed(py: Python<'_>, all: &[ludex::Diagnostic]) -> PyResult<Vec<Py<Diagnostic>>> {
    all.iter().map(|d| Py::new(py, Diagnostic(d.clone()))).collect()
}

/// Parses JSON into plain Python objects.
pub fn from_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}

/// Converts a plain Python object to JSON, which has no `NaN` and no infinity.
pub fn to_json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let options = PyDict::new(value.py());
    options.set_item("allow_nan", false)?;
    value.py().import("json")?.getattr("dumps")?.call((value,), Some(&options))?.extract()
}

/// Returns a hash of the value by which objects are equal.
pub fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Creates an exception of `ludex.errors` with these diagnostics.
pub fn exception(py: Python<'_>, class: &str, diagnostics: &[ludex::Diagnostic]) -> PyErr {
    let made = || -> PyResult<Bound<'_, PyAny>> {
        py.import("ludex.errors")?.getattr(class)?.call1((listed(py, diagnostics)?,))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// Creates the exception for an option or a format that does not exist or is refused.
pub fn refused_option(py: Python<'_>, error: &ReadError) -> PyErr {
    exception(py, "OptionError", error.diagnostics())
}

/// Creates the exception for a document that was not written.
pub fn not_written(py: Python<'_>, error: &WriteError) -> PyErr {
    exception(py, "WriteError", error.diagnostics())
}

/// Issues Python warnings for what was lost or is odd.
pub fn warn(py: Python<'_>, diagnostics: &[ludex::Diagnostic]) -> PyResult<()> {
    let (category, warn) =
        (py.import("ludex.errors")?.getattr("LossWarning")?, py.import("warnings")?.getattr("warn")?);
    for d in diagnostics.iter().filter(|d| d.severity == Severity::Warning) {
        warn.call1((category.call1((Diagnostic(d.clone()),))?,))?;
    }
    Ok(())
}

/// Creates the exception for a defect of Ludex.
pub fn broken(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(format!("ludex: {error}"))
}

/// Runs work without holding Python's lock. A panic in it is a defect of Ludex, and becomes an exception.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|_| {
        let message = "internal error in the work on this input; please report this";
        let Some(code) = ludex::explain("IO020") else { return broken(message) };
        exception(py, "LudexError", &[ludex::Diagnostic::error(code, message)])
    })
}

/// Checks for signals while work runs without Python's lock, so that Ctrl-C, or any other signal handler, can end it.
pub struct Signals(Instant);

impl Signals {
    /// The least time between two checks.
    const PAUSE: Duration = Duration::from_millis(50);

    /// Starts counting the time to the first check.
    pub fn new() -> Signals {
        Signals(Instant::now())
    }

    /// Runs Python's signal handlers, unless that was done recently; returns an error if one raised an exception.
    pub fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < Signals::PAUSE {
            return Ok(());
        }
        self.0 = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}

/// Creates a dict from pairs.
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
