//! Scans of folders and archives.

use std::ffi::OsString;
use std::path::{Component, PathBuf};
use std::sync::{Mutex, PoisonError};

use ludex::{Scanned, printable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::diagnostics::{Diagnostic, detached, listed};
use super::document::{Document, from_state, state_of, unread_error};
use super::options::{Given, Options, existing};

/// A file that :func:`ludex.scan` found and that is not a document: damaged, of another kind, or an archive.
///
/// Like documents, these objects can be copied, pickled, and passed to other processes.
#[pyclass(frozen, module = "ludex")]
pub struct Unread(pub Scanned);

#[pymethods]
impl Unread {
    /// Name in messages: the path of the file, or for a member of an archive ``ARCHIVE!/MEMBER``.
    #[getter]
    fn label(&self) -> &str {
        self.0.label()
    }

    /// Path below the scanned folder, or the name of the file if no folder was scanned; ``None`` for a file that was
    /// passed over, and for what is not a file or cannot be opened.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.0.place()
    }

    /// Outcome, such as ``damaged``, ``unreadable``, ``unknown``, or ``opened`` for an archive.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.outcome()
    }

    /// Id of the format; ``None`` if it was not recognised.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.format()
    }

    /// Description of a file in no format of Ludex, such as ``text of another kind``; ``None`` if there is none.
    #[getter]
    fn looks_like(&self) -> Option<&str> {
        self.0.looks_like()
    }

    /// Size in bytes; ``None`` if it is not known.
    #[getter]
    fn size(&self) -> Option<u64> {
        self.0.size()
    }

    /// SHA-256 of the bytes, in hexadecimal; ``None`` if they were not read.
    #[getter]
    fn sha256(&self) -> Option<&str> {
        self.0.sha256()
    }

    /// Whether it is a game file or an archive that is damaged or cannot be opened.
    #[getter]
    fn is_bad(&self) -> bool {
        self.0.is_bad()
    }

    /// Diagnostics of reading it, in the order of the file.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        listed(py, self.0.diagnostics())
    }

    /// Exception that describes why it is not a document: a :class:`ludex.ReadError`.
    #[getter]
    fn error(&self, py: Python<'_>) -> PyErr {
        unread_error(py, &self.0)
    }

    #[classmethod]
    fn _from_state(_cls: &Bound<'_, PyType>, state: &str) -> PyResult<Unread> {
        from_state(state).map(Unread)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_from_state")?, (state_of(&slf.get().0)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Unread {}: {}>", printable(self.0.label()), self.0.outcome())
    }
}

/// A file that was read before: its place, line, SHA-256 and size.
type KnownFile = (String, Option<u64>, Option<String>, Option<u64>);

/// The treatment of files that are not documents.
#[derive(Clone, Copy, PartialEq)]
enum Others {
    Keep,
    Skip,
    Raise,
}

/// An iterator over documents and unread files, as :func:`ludex.scan` returns it.
///
/// An archive that is being read stays open until the scan ends or is closed; leaving a ``with`` statement closes it.
/// Threads may share a scan.
#[pyclass(frozen, module = "ludex")]
pub struct Scan {
    /// `None` after it was closed.
    scan: Mutex<Option<ludex::Scan>>,
    others: Others,
    label: String,
}

impl Scan {
    /// Returns the next item, whether it is wanted or not.
    pub fn next(&self) -> Option<Scanned> {
        self.scan.lock().unwrap_or_else(PoisonError::into_inner).as_mut()?.next()
    }

    /// Returns whether an item is raised as an exception.
    pub fn raises(&self, scanned: &Scanned) -> bool {
        self.others == Others::Raise && scanned.is_bad()
    }

    /// Returns whether an item is returned, or raised as an exception.
    pub fn wants(&self, scanned: &Scanned) -> bool {
        self.others == Others::Keep || scanned.document().is_some() || self.raises(scanned)
    }
}

#[pymethods]
impl Scan {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        while let Some(scanned) = detached(py, || self.next())? {
            if self.wants(&scanned) {
                return match scanned.document() {
                    Some(_) => Ok(Some(Py::new(py, Document(scanned))?.into_any())),
                    None if self.raises(&scanned) => Err(unread_error(py, &scanned)),
                    None => Ok(Some(Py::new(py, Unread(scanned))?.into_any())),
                };
            }
            py.check_signals()?;
        }
        Ok(None)
    }

    /// Closes the scan and all open files; it returns no further items. Closing it again has no effect.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        detached(py, || drop(self.scan.lock().unwrap_or_else(PoisonError::into_inner).take()))
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Scan of {}>", printable(&self.label))
    }
}

/// Iterates over the documents in a folder, an archive or a file, with one document in memory at a time.
///
/// Folders are walked in the order of names, archives in the order in which their members are stored. Each file is read
/// with the files beside it that it depends on. Archives and mails are opened, and each line of a file with one game
/// per line is a document of its own. Everything that is not a document is returned as a :class:`ludex.Unread`, which
/// says why.
///
/// - ``source``: path, bytes, or file open in binary mode.
/// - ``others``: ``keep`` (default) returns files that are not documents, too; ``skip`` leaves them out; ``raise``
///   leaves them out, and raises :class:`ludex.ReadError` for a file that is damaged or cannot be opened.
/// - ``only``: paths of the files to read, below the folder and in this order, instead of all files.
/// - ``known``: files that were read before, each as ``(place, line, sha256, size)`` with the values of the table
///   ``sources``. A file that has not changed since is passed over: it is a :class:`ludex.Unread` with the outcome
///   ``identical``.
/// - ``format``, ``name`` and all other options: as for :func:`ludex.read`.
///
/// Raises :class:`ludex.NoSuchFileError` if the path does not exist, and :class:`ludex.OptionError` as
/// :func:`ludex.read` does, both at once and not with the first item. Raises :class:`ValueError` if ``others`` has
/// another value or ``only`` leads out of the folder, and :class:`TypeError` if ``only`` is given without a folder.
///
/// >>> for each in ludex.scan("fixtures/global-war-disk"):
/// ...     print(each)
/// <ludex.Unread fixtures/global-war-disk/README.TXT: unknown>
/// <ludex.Document fixtures/global-war-disk/WAR01.DAT (war-dat)>
/// <ludex.Document fixtures/global-war-disk/WAR02.DAT (war-dat)>
/// <ludex.Document fixtures/global-war-disk/WAR02.REC (war-rec)>
#[pyfunction]
#[pyo3(signature = (source, *, others="keep", only=None, known=None, format=None, name=None, **options))]
#[allow(clippy::too_many_arguments)]
pub fn scan(
    source: &Bound<'_, PyAny>,
    others: &str,
    only: Option<Vec<PathBuf>>,
    known: Option<Vec<KnownFile>>,
    format: Option<&str>,
    name: Option<OsString>,
    options: Option<Bound<'_, PyDict>>,
) -> PyResult<Scan> {
    let others = match others {
        "keep" => Others::Keep,
        "skip" => Others::Skip,
        "raise" => Others::Raise,
        other => {
            let message = format!("expected others=\"keep\", \"skip\" or \"raise\", found {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let reading = Options::of(options).reading(source.py(), format)?;
    let given = Given::of(source, name)?;
    if let Some(only) = &only {
        if !matches!(&given, Given::Path(folder) if folder.is_dir()) {
            return Err(PyTypeError::new_err("only=... selects files of a folder, and no folder is given"));
        }
        let leads_out = |place: &&PathBuf| place.components().any(|part| !matches!(part, Component::Normal(_)));
        if let Some(place) = only.iter().find(leads_out) {
            return Err(PyValueError::new_err(format!("only=... takes paths below the folder, found {place:?}")));
        }
    }
    let label = given.label();
    let scan = detached(source.py(), move || match (given, only) {
        (Given::Path(folder), Some(only)) => ludex::Scan::of_some(folder, only),
        (given, _) => given.scan(),
    })?;
    let known = known.into_iter().flatten();
    let known = known.map(|(place, line, sha256, size)| ludex::KnownInput { place, line, sha256, size });
    Ok(Scan { scan: Mutex::new(Some(scan.with_options(reading).without(known))), others, label })
}

/// Returns the files in and below a folder as pairs of path and size in bytes, in the order in which
/// :func:`ludex.scan` reads them.
///
/// No file is opened. A folder of tables that is one document counts as one file, with the size of all its files.
///
/// Raises :class:`ludex.NoSuchFileError` if the folder does not exist.
///
/// >>> ludex.list_files("fixtures/global-war-disk")[0]
/// ('README.TXT', 454)
#[pyfunction]
pub fn list_files(folder: &Bound<'_, PyAny>) -> PyResult<Vec<(OsString, u64)>> {
    let (py, folder) = (folder.py(), existing(folder)?);
    let listed = detached(py, move || ludex::Scan::list(folder))?;
    Ok(listed.into_iter().map(|file| (file.place.into_os_string(), file.size)).collect())
}
