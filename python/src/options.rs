//! What is given: files of any kind, and how these are read and written.

use std::path::PathBuf;

use ludex::{ReadOptions, RuleSet, Scan, WriteOptions};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use super::document::Document;

/// Something to read.
pub enum Given {
    /// A file or folder of the disk.
    Path(PathBuf),
    /// Bytes, and how the file is called that they are of.
    Bytes(String, Vec<u8>),
}

/// How bytes without a name are called.
const NO_NAME: &str = "stdin";

impl Given {
    /// Takes bytes, a path, or a file that is open for reading bytes.
    pub fn of(source: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Given> {
        if let Ok(bytes) = source.cast::<PyBytes>() {
            return Ok(Given::Bytes(name.unwrap_or(NO_NAME).to_owned(), bytes.as_bytes().to_vec()));
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            return match name {
                None => Ok(Given::Path(path)),
                Some(name) => Ok(Given::Bytes(name.to_owned(), std::fs::read(path)?)),
            };
        }
        if source.hasattr("read")? {
            let called = match name {
                Some(name) => Some(name.to_owned()),
                None => source.getattr_opt("name")?.and_then(|name| name.extract::<PathBuf>().ok()).and_then(file_name),
            };
            let read = source.call_method0("read")?;
            let bytes =
                read.extract().map_err(|_| PyTypeError::new_err("the file is open as text; open it as \"rb\""))?;
            return Ok(Given::Bytes(called.unwrap_or_else(|| NO_NAME.to_owned()), bytes));
        }
        if let Ok(bytes) = source.extract::<Vec<u8>>() {
            return Ok(Given::Bytes(name.unwrap_or(NO_NAME).to_owned(), bytes));
        }
        Err(PyTypeError::new_err("expected bytes, a path, or a file that is open for reading"))
    }

    /// All that there is.
    pub fn scan(self) -> Scan {
        match self {
            Given::Path(path) => Scan::new([path]),
            Given::Bytes(name, bytes) => Scan::in_memory(&name, bytes),
        }
    }
}

fn file_name(path: PathBuf) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// The options of a call, by their names.
pub struct Options<'py>(pub Option<Bound<'py, PyDict>>);

impl<'py> Options<'py> {
    fn take<T>(&self, key: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
        for<'a> PyErr: From<<T as FromPyObject<'a, 'py>>::Error>,
    {
        let Some(given) = &self.0 else { return Ok(None) };
        let Some(value) = given.get_item(key)? else { return Ok(None) };
        given.del_item(key)?;
        if value.is_none() { Ok(None) } else { Ok(Some(value.extract()?)) }
    }

    fn flag(&self, key: &str) -> PyResult<bool> {
        Ok(self.take::<bool>(key)?.unwrap_or(false))
    }

    /// Those of reading.
    pub fn reading(&self) -> PyResult<ReadOptions> {
        let mut options = ReadOptions::new().salvage(self.flag("salvage")?);
        if let Some(format) = self.take::<String>("format")? {
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
        Ok(options.strict(self.flag("strict")?).reveal(self.flag("reveal")?))
    }

    /// Those of writing.
    pub fn writing(&self) -> PyResult<WriteOptions> {
        let mut options = WriteOptions::new()
            .canonical(self.flag("canonical")?)
            .guard(self.flag("guard")?)
            .no_originals(self.flag("no_originals")?)
            .redact(self.flag("redact")?)
            .repair_text(self.flag("repair_text")?);
        if let Some(encoding) = self.take::<String>("encoding")? {
            options = options.encoding(encoding);
        }
        if let Some(size) = self.take::<usize>("max_size")? {
            options = options.max_size(size);
        }
        Ok(options.strict(self.flag("strict")?).reveal(self.flag("reveal")?))
    }

    /// Refuses what no option is called.
    pub fn done(&self) -> PyResult<()> {
        match self.0.as_ref().and_then(|given| given.keys().get_item(0).ok()) {
            Some(key) => Err(PyTypeError::new_err(format!("there is no option {key}"))),
            None => Ok(()),
        }
    }
}
