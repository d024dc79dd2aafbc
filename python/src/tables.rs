//! Tables of many documents, handed over by Arrow's C interface.

use std::sync::{Mutex, MutexGuard, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use ludex::{Scanned, Tables};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use super::diagnostics::{Signals, broken, detached, not_written};
use super::document::{Document, unread_error};
use super::options::{Given, is_path};
use super::scan::{Scan, Unread};

/// The size in bytes at which rows are taken out of the growing columns.
const BATCH_SIZE: usize = 64 << 20;

/// A table in memory.
///
/// It implements the PyCapsule interface of Arrow, so that pyarrow, Polars, pandas and DuckDB take it without a copy.
#[pyclass(frozen, module = "ludex")]
pub struct Table {
    /// Name of the table, such as ``players``.
    #[pyo3(get)]
    name: &'static str,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    /// Number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    /// Exports the schema to Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(broken)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Exports the rows to Arrow. A requested schema is ignored.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, SchemaRef::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<ludex.Table {}: {} rows, {} columns>", self.name, self.num_rows(), self.schema.fields().len())
    }
}

/// Builds tables from documents that are added one by one, for more rows than fit into memory.
///
/// Call :meth:`take` from time to time, for example when :attr:`size` has grown too large. The numbers of games and
/// files continue after it.
///
/// - ``no_originals``: leaves out the bytes of the files.
///
/// >>> builder = ludex.TableBuilder()
/// >>> for each in ludex.scan("fixtures/global-war-disk"):
/// ...     builder.add(each)
/// >>> builder.games, builder.sources
/// (3, 4)
/// >>> [rows for table, system, rows in builder.take() if table == "games"]
/// [<ludex.Table games: 3 rows, 25 columns>]
#[pyclass(frozen, module = "ludex")]
pub struct TableBuilder(Mutex<Tables>);

impl TableBuilder {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add_scanned(&self, py: Python<'_>, scanned: &Scanned) -> PyResult<()> {
        detached(py, || self.tables().add(scanned))?.map_err(|error| not_written(py, &error))
    }
}

#[pymethods]
impl TableBuilder {
    #[new]
    #[pyo3(signature = (*, no_originals=false))]
    fn new(no_originals: bool) -> TableBuilder {
        TableBuilder(Mutex::new(Tables::new().no_originals(no_originals)))
    }

    /// Adds the rows of a document or of an unread file.
    ///
    /// Raises :class:`ludex.WriteError` if a column cannot hold a value, such as a number of more than 64 bits; nothing
    /// is added then.
    fn add(&self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(document) = item.cast::<Document>() {
            return self.add_scanned(item.py(), &document.get().0);
        }
        if let Ok(unread) = item.cast::<Unread>() {
            return self.add_scanned(item.py(), &unread.get().0);
        }
        Err(PyTypeError::new_err(format!(
            "expected a ludex.Document or a ludex.Unread, found {}",
            item.get_type().name()?
        )))
    }

    /// Memory, in bytes, of the rows that were not taken yet.
    #[getter]
    fn size(&self) -> usize {
        self.tables().size()
    }

    /// Number of games added so far.
    #[getter]
    fn games(&self) -> u64 {
        self.tables().games()
    }

    /// Number of files added so far.
    #[getter]
    fn sources(&self) -> u64 {
        self.tables().sources()
    }

    fn __repr__(&self) -> String {
        let tables = self.tables();
        format!("<ludex.TableBuilder: {} games, {} files>", tables.games(), tables.sources())
    }

    /// Returns the rows that were added since the last call, as a list of ``(table, system, rows)``.
    ///
    /// ``system`` is ``none`` for rows that belong to no game.
    fn take(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, String, Table)>> {
        let taken = detached(py, || self.tables().take())?.map_err(broken)?;
        let table = |rows: ludex::TableRows| {
            let schema = rows.batch.schema();
            (rows.table, rows.system, Table { name: rows.table, schema, batches: vec![rows.batch] })
        };
        Ok(taken.into_iter().map(table).collect())
    }
}

/// The rows of all documents that are added. They are taken out of the builders from time to time.
struct Gathering {
    tables: Tables,
    taken: Vec<ludex::TableRows>,
    signals: Signals,
}

impl Gathering {
    fn add(&mut self, scanned: &Scanned) -> Result<(), Failed> {
        self.signals.check().map_err(Failed::Signal)?;
        self.tables.add(scanned).map_err(Failed::Refused)?;
        if self.tables.size() >= BATCH_SIZE { self.take() } else { Ok(()) }
    }

    fn take(&mut self) -> Result<(), Failed> {
        self.taken.extend(self.tables.take().map_err(|error| Failed::Broken(error.to_string()))?);
        Ok(())
    }
}

enum Failed {
    Refused(ludex::WriteError),
    Broken(String),
    Bad(Box<Scanned>),
    Signal(PyErr),
}

impl Failed {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Failed::Refused(error) => not_written(py, &error),
            Failed::Broken(error) => broken(error),
            Failed::Bad(scanned) => unread_error(py, &scanned),
            Failed::Signal(error) => error,
        }
    }
}

/// Returns the tables of many documents as a dict from name to :class:`ludex.Table`, with the schema and the rows of
/// ``ludex convert -t parquet``.
///
/// - ``documents``: path, of which everything is read as by :func:`ludex.scan`; or a document, an unread file, an
///   iterable of these, or a scan.
/// - ``no_originals``: leaves out the bytes of the files.
///
/// All tables are returned, including those without rows. Pass a table to ``pyarrow.table``, ``polars.DataFrame``,
/// ``pandas.DataFrame.from_arrow`` or DuckDB.
///
/// Raises :class:`ludex.NoSuchFileError` if the path does not exist, :class:`ludex.WriteError` if a column cannot hold
/// a value, and :class:`TypeError` for any other argument.
///
/// >>> tables = ludex.tables("fixtures/global-war-disk")
/// >>> tables["players"]
/// <ludex.Table players: 18 rows, 11 columns>
/// >>> import pyarrow
/// >>> pyarrow.table(tables["games"])["state"].to_pylist()
/// ['signup', 'playing', 'playing']
#[pyfunction]
#[pyo3(signature = (documents, *, no_originals=false))]
pub fn tables<'py>(documents: &Bound<'py, PyAny>, no_originals: bool) -> PyResult<Bound<'py, PyDict>> {
    let py = documents.py();
    let tables = Tables::new().no_originals(no_originals);
    let mut all = Gathering { tables, taken: Vec::new(), signals: Signals::new() };
    if is_path(documents)? {
        let given = Given::of(documents, None)?;
        let add_all = || given.scan().try_for_each(|scanned| all.add(&scanned));
        detached(py, add_all)?.map_err(|failed| failed.raised(py))?;
    } else if let Ok(scan) = documents.cast::<Scan>() {
        let scan = scan.get();
        let add_all = || {
            while let Some(scanned) = scan.next() {
                all.signals.check().map_err(Failed::Signal)?;
                if scan.wants(&scanned) {
                    if scan.raises(&scanned) {
                        return Err(Failed::Bad(Box::new(scanned)));
                    }
                    all.add(&scanned)?;
                }
            }
            Ok(())
        };
        detached(py, add_all)?.map_err(|failed| failed.raised(py))?;
    } else {
        let one = documents.is_instance_of::<Document>() || documents.is_instance_of::<Unread>();
        let items = if one { (documents,).into_pyobject(py)?.into_any() } else { documents.clone() };
        let refused = |found: &Bound<'_, PyAny>| -> PyResult<PyErr> {
            let found = found.get_type().name()?;
            let message = format!("expected a path, documents, or a scan; found {found}");
            Ok(PyTypeError::new_err(message))
        };
        let Ok(iterator) = items.try_iter() else { return Err(refused(documents)?) };
        for item in iterator {
            let item = item?;
            let document = item.cast::<Document>().ok().map(|document| &document.get().0);
            let scanned = document.or_else(|| item.cast::<Unread>().ok().map(|unread| &unread.get().0));
            let Some(scanned) = scanned else {
                return Err(refused(&item)?);
            };
            detached(py, || all.add(scanned))?.map_err(|failed| failed.raised(py))?;
        }
    }
    detached(py, || all.take())?.map_err(|failed| failed.raised(py))?;
    let dict = PyDict::new(py);
    for (name, schema) in Tables::schemas() {
        // The rows of one system are consecutive, as in the folders of Parquet files.
        let mut rows: Vec<&ludex::TableRows> = all.taken.iter().filter(|rows| rows.table == name).collect();
        rows.sort_by(|one, other| one.system.cmp(&other.system));
        let batches = rows.into_iter().map(|rows| rows.batch.clone()).collect();
        dict.set_item(name, Table { name, schema, batches })?;
    }
    Ok(dict)
}
