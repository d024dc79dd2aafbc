//! The library as a Python module. It has no logic of its own, but passes arguments and results on.

mod diagnostics;
mod document;
mod facts;
mod options;
mod scan;
mod tables;
mod wording;

use pyo3::prelude::*;

/// The native module from which ``ludex`` imports its names.
#[pymodule]
mod _ludex {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::diagnostics::Diagnostic;
    #[pymodule_export]
    use super::document::{Difference, Document, check, convert, diff, read};
    #[pymodule_export]
    use super::facts::{Format, Guess, explain, formats, identify};
    #[pymodule_export]
    use super::scan::{Scan, Unread, list_files, scan};
    #[pymodule_export]
    use super::tables::{Table, TableBuilder, tables};
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let versions = ludex::Tables::versions().map(|(of, version)| (of.to_owned(), version));
        module.add("VERSIONS", super::diagnostics::dict(module.py(), versions)?)
    }
}
