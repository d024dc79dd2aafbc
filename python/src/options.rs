//! Arguments of functions: files of any kind, and the options for reading and writing them.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludex::{ReadOptions, RuleSet, Scan, WriteOptions};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString};

use super::diagnostics::{detached, exception, refused_option};
use super::document::Document;

/// An input.
pub enum Given {
    /// A file or folder on disk.
    Path(PathBuf),
    /// The name and the bytes of a file in memory.
    Bytes(String, Vec<u8>),
}

/// The name of bytes without a name.
const NO_NAME: &str = "stdin";

impl Given {
    /// Accepts bytes, an existing path, or a file that is open for reading bytes. With a name, a file on disk is read
    /// as bytes of that name.
    pub fn of(source: &Bound<'_, PyAny>, name: Option<OsString>) -> PyResult<Given> {
        let py = source.py();
        // A name that is not valid text is decoded with replacement characters, like that of a file on disk.
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let or_none = |name: Option<String>| name.unwrap_or_else(|| NO_NAME.to_owned());
        if let Ok(bytes) = source.cast::<PyBytes>() {
            return Ok(Given::Bytes(or_none(name), bytes.as_bytes().to_vec()));
        }
        if is_path(source)? {
            let path = existing(source)?;
            return match name {
                None => Ok(Given::Path(path)),
                Some(name) => Ok(Given::Bytes(name, bytes_of(py, path)?)),
            };
        }
        if source.hasattr("read")? {
            let called = source.getattr_opt("name")?.and_then(|name| name.extract::<PathBuf>().ok());
            let called = name.or_else(|| called.as_deref().and_then(file_name));
            return Ok(Given::Bytes(or_none(called), read_from(source)?));
        }
        if let Ok(view) = PyMemoryView::from(source) {
            let bytes = view.call_method0("tobytes")?;
            return Ok(Given::Bytes(or_none(name), bytes.cast::<PyBytes>()?.as_bytes().to_vec()));
        }
        let found = source.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected bytes, a path, or a file open in binary mode; found {found}")))
    }

    /// Returns the name in messages.
    pub fn label(&self) -> String {
        match self {
            Given::Path(path) => path.display().to_string(),
            Given::Bytes(name, _) => name.clone(),
        }
    }

    /// Creates a scan of the input.
    pub fn scan(self) -> Scan {
        match self {
            Given::Path(path) => Scan::new([path]),
            Given::Bytes(name, bytes) => Scan::in_memory(&name, bytes),
        }
    }
}

/// Returns whether an argument is a path, and not content.
pub fn is_path(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?)
}

/// Returns a path; raises an exception if nothing exists there.
pub fn existing(source: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let path: PathBuf = source.extract()?;
    let is_missing = fs::symlink_metadata(&path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    match ludex::explain("IO001").filter(|_| is_missing) {
        None => Ok(path),
        Some(code) => {
            let is_text = path.as_os_str().as_encoded_bytes().contains(&b'\n');
            let help = if is_text { "a str is a path; give contents as bytes" } else { "check the name" };
            let d = ludex::Diagnostic::error(code, "no such file or directory").help(help);
            Err(exception(source.py(), "NoSuchFileError", &[d.in_file(path.display().to_string())]))
        }
    }
}

/// Reads a file on disk.
pub fn bytes_of(py: Python<'_>, path: PathBuf) -> PyResult<Vec<u8>> {
    detached(py, || {
        // Reading a device might never end.
        match fs::metadata(&path)? {
            there if there.is_file() => fs::read(&path),
            there if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            _ => Err(io::Error::other("not a regular file")),
        }
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    })?
    .map_err(PyErr::from)
}

/// Reads the rest of an open file.
fn read_from(file: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let read = file.call_method0("read")?;
    if read.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("the file is open in text mode; open it as \"rb\""));
    }
    if let Ok(bytes) = read.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let found = read.get_type().name()?.to_string();
    let refused = |_| PyTypeError::new_err(format!("the file's read() returned {found} instead of bytes"));
    let view = PyMemoryView::from(&read).map_err(refused)?;
    Ok(view.call_method0("tobytes")?.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Returns the name of a file without its folders.
pub fn file_name(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// The keyword options of a call.
pub struct Options<'py> {
    given: Option<Bound<'py, PyDict>>,
    /// The names of the options that were looked up so far, and of the named arguments.
    known: RefCell<Vec<&'static str>>,
}

impl<'py> Options<'py> {
    /// Wraps the options that were given in addition to the named arguments.
    pub fn of(given: Option<Bound<'py, PyDict>>) -> Options<'py> {
        Options { given, known: RefCell::new(vec!["format", "name"]) }
    }

    fn take<T>(&self, key: &'static str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
        for<'a> PyErr: From<<T as FromPyObject<'a, 'py>>::Error>,
    {
        self.known.borrow_mut().push(key);
        let Some(given) = &self.given else { return Ok(None) };
        let Some(value) = given.get_item(key)? else { return Ok(None) };
        given.del_item(key)?;
        if value.is_none() {
            return Ok(None);
        }
        value.extract().map(Some).map_err(|error| {
            let error = PyErr::from(error);
            let message = format!("{key}: {}", error.value(given.py()));
            match error.is_instance_of::<PyOverflowError>(given.py()) {
                true => PyValueError::new_err(message),
                false => PyTypeError::new_err(message),
            }
        })
    }

    fn flag(&self, key: &'static str) -> PyResult<bool> {
        Ok(self.take::<bool>(key)?.unwrap_or(false))
    }

    /// Takes the options for reading. Raises an exception for unknown options and invalid values.
    pub fn reading(&self, py: Python<'py>, format: Option<&str>) -> PyResult<ReadOptions> {
        let mut options = ReadOptions::new().salvage(self.flag("salvage")?);
        if let Some(format) = format {
            options = options.format(format);
        }
        if let Some(encoding) = self.take::<String>("encoding")? {
            options = options.encoding(encoding);
        }
        if let Some(size) = self.take::<usize>("max_size")? {
            options = options.max_size(size);
        }
        if let Some(board) = self.take::<Py<Document>>("board")? {
            options = options.board(board.get().document()?);
        }
        if let Some(position) = self.take::<Py<Document>>("position")? {
            options = options.position(position.get().document()?);
        }
        match self.take::<String>("rules")?.as_deref() {
            None | Some("engine") => {}
            Some("document") => options = options.rules(RuleSet::Document),
            Some(other) => {
                let message = format!("expected rules=\"engine\" or \"document\", found {other:?}");
                return Err(PyValueError::new_err(message));
            }
        }
        let options = options.strict(self.flag("strict")?).reveal(self.flag("reveal")?);
        self.done(py)?;
        options.validate().map_err(|error| refused_option(py, &error))?;
        Ok(options)
    }

    /// Takes the options for writing. Raises an exception for unknown options and invalid values.
    pub fn writing(&self, py: Python<'py>, format: Option<&str>) -> PyResult<WriteOptions> {
        let mut options = WriteOptions::new()
            .canonical(self.flag("canonical")?)
            .guard(self.flag("guard")?)
            .leave_out(self.flag("leave_out")?)
            .no_originals(self.flag("no_originals")?)
            .redact(self.flag("redact")?)
            .repair_text(self.flag("repair_text")?);
        if let Some(encoding) = self.take::<String>("encoding")? {
            options = options.encoding(encoding);
        }
        if let Some(size) = self.take::<usize>("max_size")? {
            options = options.max_size(size);
        }
        let options = options.strict(self.flag("strict")?).reveal(self.flag("reveal")?);
        self.done(py)?;
        if let Some(format) = format {
            let named = ReadOptions::new().format(format);
            named.validate().map_err(|error| refused_option(py, &error))?;
        }
        options.validate().map_err(|error| exception(py, "OptionError", error.diagnostics()))?;
        Ok(options)
    }

    /// Raises an exception if an option is left that the function does not have.
    fn done(&self, py: Python<'py>) -> PyResult<()> {
        let Some(key) = self.given.as_ref().and_then(|given| given.keys().get_item(0).ok()) else { return Ok(()) };
        let near = py.import("difflib")?.getattr("get_close_matches")?.call1((&key, self.known.borrow().clone(), 1))?;
        let meant = near.get_item(0).map_or_else(|_| String::new(), |name| format!("; did you mean {name}?"));
        Err(PyTypeError::new_err(format!("unknown option {key}{meant}")))
    }
}
