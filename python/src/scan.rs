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

/// A file that is no document, and why.
#[pyclass(frozen, module = "ludex")]
pub struct Unread(pub Scanned);

#[pymethods]
impl Unread {
    /// How messages call it: its path, that of the archive before it where it is in one.
    #[getter]
    fn label(&self) -> &str {
        self.0.label()
    }

    /// Its path below the folder that was scanned, or its name.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.0.place()
    }

    /// How it ended, such as ``damaged``, ``unreadable``, ``unknown``, or ``opened`` where it is an archive.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.outcome()
    }

    /// The id of its format, where that could be told.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.format()
    }

    /// What it is, where it is of no format of Ludex, such as ``text of another kind``.
    #[getter]
    fn looks_like(&self) -> Option<&str> {
        self.0.looks_like()
    }

    /// Its length in bytes, where that is known.
    #[getter]
    fn size(&self) -> Option<u64> {
        self.0.size()
    }

    /// The SHA-256 of its bytes, where these were read.
    #[getter]
    fn sha256(&self) -> Option<&str> {
        self.0.sha256()
    }

    /// Whether it is a game file or an archive that is damaged, or cannot be opened.
    #[getter]
    fn is_bad(&self) -> bool {
        self.0.is_bad()
    }

    /// What there is to say of it.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        listed(py, self.0.diagnostics())
    }

    /// The exception that ``ludex.read`` would raise.
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

/// Gives what there is, one after the other. Threads may share it. An archive that it is in stays open until the scan is
/// at its end or closed, which ``with`` does, too.
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

    /// Ends it: nothing more is given, and no file stays open.
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

/// Gives all that there is in a folder, an archive or a file, one after the other, and holds one at a time.
///
/// Files are read with what lies beside them, archives and mails are opened, and of a file with a game a line each game is
/// given. What is no document is a :class:`ludex.Unread`, which says why; with ``others="skip"`` only documents are given,
/// and with ``others="raise"`` a damaged file is an exception. ``only`` names some files of the folder, by their paths
/// below it, and ``known`` what is passed over as it was read already: the ``place``, line, SHA-256 and length of each, as
/// the table ``sources`` has them. Other options are those of :func:`ludex.read`.
///
/// Raises :class:`ludex.NoSuchFileError` where there is nothing at the path, and :class:`ludex.OptionError` where an option
/// means nothing; both at once, not with the first item.
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
            return Err(PyTypeError::new_err("only names files of a folder, and no folder is given"));
        }
        let leads_out = |place: &&PathBuf| place.components().any(|part| !matches!(part, Component::Normal(_)));
        if let Some(place) = only.iter().find(leads_out) {
            return Err(PyValueError::new_err(format!(
                "only names files by their paths below the folder, found {place:?}"
            )));
        }
    }
    let label = given.label();
    let scan = detached(source.py(), move || match (given, only) {
        (Given::Path(folder), Some(only)) => ludex::Scan::of_some(folder, only),
        (given, _) => given.scan(),
    })?;
    let known = known.into_iter().flatten();
    let known = known.map(|(place, line, sha256, size)| ludex::Known { place, line, sha256, size });
    Ok(Scan { scan: Mutex::new(Some(scan.with_options(reading).without(known))), others, label })
}

/// Lists the files in and below a folder in the order in which they are scanned, each by its path and length. None is
/// opened; a folder of tables that is one document is one of them.
///
/// >>> ludex.list_files("fixtures/global-war-disk")[0]
/// ('README.TXT', 454)
#[pyfunction]
pub fn list_files(folder: &Bound<'_, PyAny>) -> PyResult<Vec<(OsString, u64)>> {
    let (py, folder) = (folder.py(), existing(folder)?);
    let listed = detached(py, move || ludex::Scan::list(folder))?;
    Ok(listed.into_iter().map(|file| (file.place.into_os_string(), file.size)).collect())
}
