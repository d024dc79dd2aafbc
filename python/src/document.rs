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

/// What a file means, with its original text.
///
/// Documents are equal where game, sources and diagnostics are. They can be copied, pickled, and handed to other processes
/// of the same version of Ludex.
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
            Err(PyValueError::new_err(format!("{format} is written as {count} files; write_files() gives them all")))
        }
    }
}

#[pymethods]
impl Document {
    /// What the file means, in one shape for all games: plain dicts, lists and values, made anew each time. To edit it,
    /// keep it, and give it to :meth:`with_game`.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.game).map_err(broken)?)
    }

    /// The files that it came from, each a dict with its name, SHA-256 and text.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.sources).map_err(broken)?)
    }

    /// What was not understood or is odd, in the order of the file. None of it is an error.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        listed(py, self.0.diagnostics())
    }

    /// The game system, such as ``global-war``.
    #[getter]
    fn system<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &serde_json::to_string(&self.document()?.game.system).map_err(broken)?)
    }

    /// The id of the format that it was read from.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.0.format()
    }

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

    /// The SHA-256 of its bytes.
    #[getter]
    fn sha256(&self) -> Option<&str> {
        self.0.sha256()
    }

    /// The document as JSON, as ``ludex convert -t json`` writes it.
    #[pyo3(signature = (**options))]
    fn to_json(&self, py: Python<'_>, options: Option<Bound<'_, PyDict>>) -> PyResult<String> {
        let output = self.write_by(py, None, options, |writing, document| writing.write(document, "json"))?;
        let bytes = output.files.into_iter().next().map(|file| file.bytes).unwrap_or_default();
        String::from_utf8(bytes).map_err(broken)
    }

    /// The bytes of the document in a format, by its id. Where it came from a file of that format, only the lines of edits
    /// are others than there.
    ///
    /// What the format cannot hold is a :class:`ludex.LossWarning`, and with ``strict`` a :class:`ludex.WriteError`. Other
    /// options: ``leave_out`` (the rest is written of a game with elements that the format cannot hold), ``canonical``,
    /// ``encoding``, ``no_originals``, ``redact`` (passwords and addresses are taken out), ``repair_text``, ``guard``,
    /// ``max_size``, ``reveal``.
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

    /// The files of the document in a format, by their paths: of tables each table.
    #[pyo3(signature = (format, **options))]
    fn write_files<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        files(py, self.write_by(py, Some(format), options, |writing, document| writing.write(document, format))?)
    }

    /// Each file that it came from, by its name, with the edits of its game.
    #[pyo3(signature = (**options))]
    fn write_back<'py>(&self, py: Python<'py>, options: Option<Bound<'_, PyDict>>) -> PyResult<Bound<'py, PyDict>> {
        files(py, self.write_by(py, None, options, |writing, document| writing.write_back(document))?)
    }

    /// The same document with another game, such as one that was edited: the files that it came from stay.
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

    /// What is in it, as ``ludex inspect`` shows it.
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
    serde_json::from_str(state).map_err(|error| PyValueError::new_err(format!("of another version of Ludex: {error}")))
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
    let d = ludex::Diagnostic::error(code, "this is no single document").in_file(label.to_owned());
    exception(py, "SeveralGamesError", &[d.help("ludex.scan() gives each that is in it")])
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

/// Reads one file: bytes, a path, or a file that is open for reading bytes.
///
/// A file of the disk is read with what lies beside it, such as a seed with its map; one that is packed in an archive
/// alone is unpacked. ``name`` is how bytes are called, which may tell of what format they are; ``format`` is the id of
/// that, where it is known. Other options: ``encoding``, ``salvage`` (what is left of a damaged file), ``board`` and
/// ``position`` (documents that names and orders are of), ``max_size``, ``strict`` (warnings are errors), ``reveal``
/// (messages may quote passwords).
///
/// Raises :class:`ludex.ReadError` where the file is damaged, and :class:`ludex.NotAGameError` where it is of no format:
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

/// Reads one file, or takes a document, and gives its bytes in a format.
///
/// Options are those of :meth:`ludex.Document.write`, and ``salvage``.
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
            return Err(PyTypeError::new_err("format, name and salvage are for files; a document was read already"));
        }
        return document.get().write(py, to, options);
    }
    let reading = Options::of(None).reading(py, format)?.salvage(salvage);
    read_given(py, Given::of(source, name)?, reading)?.write(py, to, options)
}

/// Finds everything that is wrong or odd about a file, or about all in a folder: what reading says, and what the rules of
/// the game or the program that it is for would refuse.
///
/// Options are those of :func:`ludex.read`, and ``rules``: ``engine`` or ``document``.
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
    /// Its place, such as ``game.players[2].name``.
    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }

    /// The value in the first game; ``None`` where only the second has one.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.before().map(|json| from_json(py, &json)).transpose()
    }

    /// The value in the second game; ``None`` where only the first has one.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.after().map(|json| from_json(py, &json)).transpose()
    }

    /// The difference in the game's terms.
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

/// Says what differs between two games of one system, of any formats: documents, paths, or bytes.
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
