//! Reads the original files that a folder carries, even if its other tables are damaged.

use std::io;

use super::reading::{Reader, SOURCES};
use super::rows::Notes;
use crate::model::Source;
use crate::tables::table_called;
use crate::text::Diagnostic;

/// A source listed in a folder.
pub struct CarriedSource {
    /// The row of the table `sources`.
    pub source: Source,
    /// The bytes of the original file; `None` if the source has none.
    pub original: Option<Vec<u8>>,
}

/// Returns the sources that a folder lists, with their original files.
///
/// They are complete only if there is no error among the diagnostics.
pub fn originals(files: &dyn Fn(&str) -> io::Result<Vec<u8>>) -> (Vec<CarriedSource>, Vec<Diagnostic>) {
    let mut reader = Reader::new(files);
    if let Some(descriptor) = reader.descriptor() {
        reader.is_guarded = descriptor.get("guard").is_some();
        let listed = reader.tables_of(&descriptor);
        if let (Some(table), Some(listed)) = (table_called(SOURCES), listed.get(SOURCES)) {
            reader.table(table, listed, &mut Notes::default());
        }
    }
    let (sources, paths) = reader.sources();
    let mut original = |path: Option<String>| {
        let path = path?;
        reader.file(&path, &format!("the original {path} is not there"))
    };
    let carried = |(source, path)| CarriedSource { source, original: original(path) };
    let sources = sources.into_iter().zip(paths).map(carried).collect();
    (sources, reader.out)
}
