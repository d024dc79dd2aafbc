//! Documents: reading, writing, checking and comparing them.

use std::ffi::OsString;

use ludex::{DiffOptions, Scan, Scanned, Severity, WriteOptions, WriteOutput, printable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use super::diagnostics::{
    Diagnostic, Signals, broken, detached, dict, exception, from_json, hash_of, listed, not_written, to_json, warn,
};
use super::options::{Given, Options};

/// A game that was read from a file, with the original text of the file.
///
/// Documents are immutable. Two documents are equal if their game, sources and diagnostics are equal. They can be
/// copied, pickled, and passed to other processes that run the same version of Ludex.
#[pyclass(frozen, module = "ludex")]
pub struct Document(pub Scanned);

impl Document {
    /// Returns the document itself.
    pub fn document(&self) -> PyResult<&ludex::Document> {
        self.0.document().ok_or_else(|| broken("no document"))
    }

    fn write_by(
        &self,
        py: Python<'_>,
        format: Option<&str>,
        options: Option<Bound<'_, PyDict>>,
        write: impl FnOnce(&WriteOptions, &ludex::Document) -> Result<WriteOutput, ludex::WriteError> + Send,
    ) -> PyResult<WriteOutput> {
        let writing = Options::of(options).writing(py, format)?;
        let document = self.document()?;
        let output = detached(py, || write(&writing, document))?.map_err(|error| not_written(py, &error))?;
        warn(py, &output.diagnostics)?;
        Ok(output)
    }
}

/// Returns the written files as a dict from path to bytes.
fn files(py: Python<'_>, output: WriteOutput) -> PyResult<Bound<'_, PyDict>> {
    dict(py, output.files.into_iter().map(|file| (file.path, PyBytes::new(py, &file.bytes))))
}

/// Returns the bytes of the only file that was written.
fn one_file(py: Python<'_>, format: &str, output: WriteOutput) -> PyResult<Py<PyBytes>> {
    match &output.files[..] {
        [file] => Ok(PyBytes::new(py, &file.bytes).unbind()),
        files => {
            let count = files.len();
            Err(PyValueError::new_err(format!("{format} consists of {count} files; write_files() returns all of them")))
        }
    }
}

#[pymethods]
impl Document {
    /// Contents of the file as plain dicts, lists and values, in one structure for all games.
    ///
    /// Each access returns a new copy. To edit a game, keep the copy, change it, and pass it to :meth:`with_game`.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.game).map_err(broken)?)
    }

    /// Files that the document was read from, each a dict with its name, SHA-256 and text.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.sources).map_err(broken)?)
    }

    /// Warnings and notes about what is odd or was not understood, in the order of the file.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        listed(py, self.0.diagnostics())
    }

    /// Id of the game system, such as ``global-war``.
    #[getter]
    fn system<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.game.system).map_err(broken)?)
    }

    /// Id of the format that the document was read from, such as ``war-dat``.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.format()
    }

    /// Name in messages: the path of the file, or for a member of an archive ``ARCHIVE!/MEMBER``.
    #[getter]
    fn label(&self) -> &str {
        self.0.label()
    }

    /// Path below the scanned folder, or the name of the file if no folder was scanned.
    #[getter]
    fn place(&self) -> Option<&str> {
        self.0.place()
    }

    /// SHA-256 of the bytes, in hexadecimal; ``None`` if it is not known.
    #[getter]
    fn sha256(&self) -> Option<&str> {
        self.0.sha256()
    }

    /// Returns the document as JSON, as ``ludex convert -t json`` writes it.
    ///
    /// Options are those of :meth:`write`.
    #[pyo3(signature = (**options))]
    fn to_json(&self, py: Python<'_>, options: Option<Bound<'_, PyDict>>) -> PyResult<String> {
        let output = self.write_by(py, None, options, |writing, document| writing.write(document, "json"))?;
        let bytes = output.files.into_iter().next().map(|file| file.bytes).unwrap_or_default();
        String::from_utf8(bytes).map_err(broken)
    }

    /// Returns the document as bytes in a format.
    ///
    /// If the document was read from a file of that format, the original text is kept: only edited lines differ.
    ///
    /// - ``format``: id of the format, such as ``war-dat``; :func:`ludex.formats` lists them.
    /// - ``canonical``: writes text in canonical form instead of the style of the source.
    /// - ``encoding``: encoding of the text, such as ``cp850``; defaults to that of the source or of the format.
    /// - ``guard``: writes table cells so that spreadsheets do not change them.
    /// - ``leave_out``: leaves out the elements that the format cannot hold, with a warning for each, instead of
    ///   refusing the game.
    /// - ``max_size``: largest size to write, in bytes, instead of the limit of the format.
    /// - ``no_originals``: leaves the original text out of JSON and tables.
    /// - ``redact``: removes passwords, addresses, text that was not understood, and the original text.
    /// - ``repair_text``: repairs text that was once decoded with the wrong encoding.
    /// - ``reveal``: lets messages quote passwords, addresses and hidden names, which are masked by default.
    /// - ``strict``: turns warnings into errors.
    ///
    /// Warns with :class:`ludex.LossWarning` about what the format cannot hold. Raises :class:`ludex.WriteError` if the
    /// document cannot be written in the format, or with ``strict`` if anything would be lost;
    /// :class:`ludex.OptionError` if the format or the encoding does not exist; and :class:`ValueError` if the format
    /// consists of several files, which :meth:`write_files` returns.
    ///
    /// >>> document = ludex.read("fixtures/global-war-disk/WAR02.DAT")
    /// >>> with open("fixtures/global-war-disk/WAR02.DAT", "rb") as file:
    /// ...     document.write("war-dat") == file.read()
    /// True
    #[pyo3(signature = (format, **options))]
    fn write(&self, py: Python<'_>, format: &str, options: Option<Bound<'_, PyDict>>) -> PyResult<Py<PyBytes>> {
        let output = self.write_by(py, Some(format), options, |writing, document| writing.write(document, format))?;
        one_file(py, format, output)
    }

    /// Returns the document in a format that may consist of several files, such as the tables of ``csv``, as a dict
    /// from path to bytes.
    ///
    /// Options are those of :meth:`write`. Raises :class:`ludex.WriteError` and :class:`ludex.OptionError` as
    /// :meth:`write` does.
    #[pyo3(signature = (format, **options))]
    fn write_files<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        files(py, self.write_by(py, Some(format), options, |writing, document| writing.write(document, format))?)
    }

    /// Returns each file that the document was read from, with the edits of its game, as a dict from name to bytes.
    ///
    /// Without edits the bytes are those that were read. Options are those of :meth:`write`. Raises
    /// :class:`ludex.WriteError` and :class:`ludex.OptionError` as :meth:`write` does; a document without sources is
    /// refused, too.
    #[pyo3(signature = (**options))]
    fn write_back<'py>(&self, py: Python<'py>, options: Option<Bound<'_, PyDict>>) -> PyResult<Bound<'py, PyDict>> {
        files(py, self.write_by(py, None, options, |writing, document| writing.write_back(document))?)
    }

    /// Returns a new document with another game, such as an edited copy of :attr:`game`, and the same sources.
    ///
    /// The new document counts as read from JSON: its :attr:`format` is ``json``, and its :attr:`label` ends in
    /// ``.json``.
    ///
    /// Raises :class:`ludex.ReadError` if a value of the game is invalid, and :class:`TypeError` or :class:`ValueError`
    /// if JSON cannot hold it.
    ///
    /// >>> document = ludex.read(b"FRANCE:\nA PAR - BUR\nF  BRE - MAO\n", name="a.orders")
    /// >>> game = document.game
    /// >>> game["turns"][0]["actions"][0]["to"] = "pic"
    /// >>> document.with_game(game).write_back()
    /// {'a.orders': b'FRANCE:\nA PAR - PIC\nF  BRE - MAO\n'}
    fn with_game(&self, game: &Bound<'_, PyAny>) -> PyResult<Document> {
        let py = game.py();
        let mut value = serde_json::to_value(self.document()?).map_err(broken)?;
        if let Some(document) = value.as_object_mut() {
            let json = to_json(game)?;
            let game = serde_json::from_str(&json).map_err(|error| PyValueError::new_err(format!("game: {error}")))?;
            document.insert("game".to_owned(), game);
        }
        let bytes = serde_json::to_vec(&value).map_err(broken)?;
        let name = format!("{}.json", self.0.label());
        let scan = Scan::in_memory(&name, bytes).with_options(ludex::ReadOptions::new().format("json"));
        read_one(py, &name, scan)
    }

    /// Returns a description of the document, as ``ludex inspect`` prints it.
    ///
    /// - ``width``: largest width of a line, in columns.
    /// - ``reveal``: shows passwords, addresses and hidden names, which are masked by default.
    #[pyo3(signature = (*, width=80, reveal=false))]
    fn inspect(&self, py: Python<'_>, width: usize, reveal: bool) -> PyResult<String> {
        let mut options = ludex::ViewOptions::default();
        (options.width, options.reveal) = (width, reveal);
        let document = self.document()?;
        let shown = detached(py, || ludex::inspect(document, self.0.label(), &options))?;
        shown.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    #[classmethod]
    fn _from_state(_cls: &Bound<'_, PyType>, state: &str) -> PyResult<Document> {
        from_state(state).map(Document)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_from_state")?, (state_of(&slf.get().0)?,)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Document>().is_ok_and(|other| other.get().0.document() == self.0.document())
    }

    fn __hash__(&self) -> u64 {
        let document = self.0.document();
        hash_of(document.map(|document| document.sources.iter().map(|s| (&s.name, &s.sha256)).collect::<Vec<_>>()))
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Document {} ({})>", printable(self.0.label()), self.0.format().unwrap_or("no format"))
    }
}

/// Serializes an item for a pickle.
pub fn state_of(scanned: &Scanned) -> PyResult<String> {
    serde_json::to_string(scanned).map_err(broken)
}

/// Deserializes an item from a pickle.
pub fn from_state(state: &str) -> PyResult<Scanned> {
    serde_json::from_str(state)
        .map_err(|error| PyValueError::new_err(format!("pickled by another version of Ludex: {error}")))
}

/// Reads the only document of a scan, which messages call `label`; raises an exception if there is none, or there are
/// several.
pub fn read_one(py: Python<'_>, label: &str, scan: Scan) -> PyResult<Document> {
    let (first, is_only) = detached(py, move || {
        let mut scan = scan.unpacked();
        (scan.next(), scan.next().is_none())
    })?;
    match first {
        Some(scanned) if scanned.document().is_some() && is_only => Ok(Document(scanned)),
        Some(scanned) if is_only && scanned.outcome() != "opened" => Err(unread_error(py, &scanned)),
        _ => Err(several(py, label)),
    }
}

/// Creates the exception for an input that is not a single document.
fn several(py: Python<'_>, label: &str) -> PyErr {
    let Some(code) = ludex::explain("IO001") else { return broken("no code") };
    let d = ludex::Diagnostic::error(code, "not a single document").in_file(label.to_owned());
    exception(py, "SeveralGamesError", &[d.help("ludex.scan() returns each document in it")])
}

/// Creates the exception for an input that is not a document.
pub fn unread_error(py: Python<'_>, scanned: &Scanned) -> PyErr {
    let is_foreign = |d: &&ludex::Diagnostic| d.severity == Severity::Error;
    let errors = scanned.diagnostics().iter().filter(is_foreign).count();
    let class = match (scanned.outcome(), errors) {
        ("unknown" | "known" | "own" | "excluded", _) | (_, 0) => "NotAGameError",
        _ => "ReadError",
    };
    exception(py, class, scanned.diagnostics())
}

/// Reads a single file and returns it as a document.
///
/// Given a path, Ludex also reads the files beside it that it depends on, such as the map of a seed. An archive that
/// holds a single file is unpacked.
///
/// - ``source``: path (``str`` or path-like), bytes, or file open in binary mode.
/// - ``format``: id of the format, such as ``war-dat``; detected by default.
/// - ``name``: name used in messages, which may also hint at the format; defaults to the name of the open file, or to
///   ``stdin``. A path that is given with a name is read as bytes, without the files beside it.
/// - ``board``: document whose board resolves names, such as an nJudge map.
/// - ``encoding``: encoding of the text, such as ``cp850``, instead of the default of the format.
/// - ``max_size``: largest size to read, in bytes, instead of the limit of the format.
/// - ``position``: document whose position completes and checks orders.
/// - ``reveal``: lets messages quote passwords, addresses and hidden names, which are masked by default.
/// - ``salvage``: reads what is left of a damaged file; the damage is then a warning.
/// - ``strict``: turns warnings into errors.
///
/// Raises :class:`ludex.ReadError` if the file is damaged or cannot be opened, and of its subclasses
/// :class:`ludex.NotAGameError` if the file has no format that Ludex reads, :class:`ludex.NoSuchFileError` if the path
/// does not exist, and :class:`ludex.SeveralGamesError` if the source holds several documents or none. Raises
/// :class:`ludex.OptionError` if the format or the encoding does not exist, or if ``board`` or ``position`` lacks what
/// it was given for, and :class:`TypeError` if an option is unknown.
///
/// >>> document = ludex.read("fixtures/global-war-disk/WAR02.DAT")
/// >>> document
/// <ludex.Document fixtures/global-war-disk/WAR02.DAT (war-dat)>
/// >>> [player["name"] for player in document.game["players"]][:2]
/// ['PERCIVAL NETTLE', 'Gloria Mundy']
/// >>> try:
/// ...     ludex.read("fixtures/war-rec/bad/line-lost.REC")
/// ... except ludex.ReadError as error:
/// ...     print(error.code, error.line, error.column)
/// GW019 66 1
#[pyfunction]
#[pyo3(signature = (source, format=None, name=None, **options))]
pub fn read(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    name: Option<OsString>,
    options: Option<Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let reading = Options::of(options).reading(source.py(), format)?;
    read_given(source.py(), Given::of(source, name)?, reading)
}

/// Reads the only document of an input.
fn read_given(py: Python<'_>, given: Given, reading: ludex::ReadOptions) -> PyResult<Document> {
    let label = given.label();
    read_one(py, &label, given.scan().with_options(reading))
}

/// Reads a file, or takes a document, and returns it as bytes in another format.
///
/// - ``source``: path, bytes, file open in binary mode, or :class:`ludex.Document`.
/// - ``to``: id of the format to write.
/// - ``format``, ``name``, ``salvage``: as for :func:`ludex.read`; refused for a document.
///
/// The other options are those of :meth:`ludex.Document.write`. Raises the exceptions of :func:`ludex.read` and
/// :meth:`ludex.Document.write`, and :class:`TypeError` if a document is given with options for files.
///
/// >>> ludex.convert(b"FRANCE:\nA PAR - BUR\n", "njudge-orders", name="a.orders")
/// b'F: A par - bur\n'
#[pyfunction]
#[pyo3(signature = (source, to, format=None, name=None, *, salvage=false, **options))]
pub fn convert(
    source: &Bound<'_, PyAny>,
    to: &str,
    format: Option<&str>,
    name: Option<OsString>,
    salvage: bool,
    options: Option<Bound<'_, PyDict>>,
) -> PyResult<Py<PyBytes>> {
    let py = source.py();
    if let Ok(document) = source.cast::<Document>() {
        if format.is_some() || name.is_some() || salvage {
            return Err(PyTypeError::new_err("format, name and salvage apply to files, and not to a document"));
        }
        return document.get().write(py, to, options);
    }
    let reading = Options::of(None).reading(py, format)?.salvage(salvage);
    read_given(py, Given::of(source, name)?, reading)?.write(py, to, options)
}

/// Returns everything that is wrong or odd about a file, or about all files in a folder: the diagnostics of reading,
/// and what the rules of the game, or the program that the file belongs to, would refuse.
///
/// - ``rules``: ``engine`` (default) checks what the program that the file belongs to refuses or silently changes,
///   ``document`` what the document of the format forbids.
///
/// The other parameters are those of :func:`ludex.read`. A damaged file raises no exception: its errors are in the
/// list. Raises :class:`ludex.NoSuchFileError` if the path does not exist, and :class:`ludex.OptionError` as
/// :func:`ludex.read` does.
///
/// >>> for found in ludex.check("fixtures/war-rec/bad/line-lost.REC"):
/// ...     print(found.code, found.severity, found.line)
/// GW019 error 66
#[pyfunction]
#[pyo3(signature = (source, format=None, name=None, **options))]
pub fn check(
    source: &Bound<'_, PyAny>,
    format: Option<&str>,
    name: Option<OsString>,
    options: Option<Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<Diagnostic>>> {
    let py = source.py();
    let reading = Options::of(options).reading(py, format)?;
    let given = Given::of(source, name)?;
    let found = detached(py, || match given {
        Given::Path(path) => {
            let (session, mut signals) = (ludex::Session::new().with_options(reading), Signals::new());
            let mut found = Vec::new();
            for entry in session.walk(path) {
                found.extend(session.check_entry(&entry));
                signals.check()?;
            }
            PyResult::Ok(found)
        }
        Given::Bytes(name, bytes) => Ok(reading.check(&name, &bytes)),
    })?;
    listed(py, &found?)
}

/// A difference between two games.
#[pyclass(frozen, eq, module = "ludex")]
#[derive(PartialEq)]
pub struct Difference(ludex::GameDifference);

#[pymethods]
impl Difference {
    /// Path of the value, such as ``game.players[2].name``.
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }

    /// Value in the first game; ``None`` if only the second game has one.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.before().map(|json| from_json(py, &json)).transpose()
    }

    /// Value in the second game; ``None`` if only the first game has one.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.after().map(|json| from_json(py, &json)).transpose()
    }

    /// Description of the difference in the terms of the game.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    fn __str__(&self) -> &str {
        &self.0.text
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Difference {}: {}>", self.0.path, printable(&self.0.text))
    }
}

/// Returns the differences between two games of the same system, which may be in different formats.
///
/// - ``before``, ``after``: documents, paths, bytes, or files open in binary mode.
/// - ``reveal``: shows passwords, addresses and hidden names, which are masked by default.
///
/// Raises :class:`ValueError` if the games are of different systems, and the exceptions of :func:`ludex.read` for a
/// file that cannot be read.
///
/// >>> before = ludex.read(b"FRANCE:\nA PAR - BUR\n", name="a.orders")
/// >>> after = ludex.read(b"FRANCE:\nA PAR - PIC\n", name="b.orders")
/// >>> [(each.path, each.before, each.after) for each in ludex.diff(before, after)]
/// [('game.turns[0].actions[0].to', 'bur', 'pic')]
#[pyfunction]
#[pyo3(signature = (before, after, *, reveal=false))]
pub fn diff(before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>, reveal: bool) -> PyResult<Vec<Difference>> {
    let py = before.py();
    let document = |given: &Bound<'_, PyAny>| match given.cast::<Document>() {
        Ok(document) => Ok(document.clone().unbind()),
        Err(_) => Py::new(py, read_given(py, Given::of(given, None)?, ludex::ReadOptions::new())?),
    };
    let (before, after) = (document(before)?, document(after)?);
    let (before, after) = (before.get().document()?, after.get().document()?);
    let mut options = DiffOptions::default();
    options.reveal = reveal;
    let found = detached(py, || ludex::diff(before, after, &options))?;
    let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(found.differences.into_iter().map(Difference).collect())
}
