//! The original files of a folder, whatever its other tables say.

use std::io;

use super::reading::{Reader, SOURCES};
use super::rows::Notes;
use crate::model::Source;
use crate::tables::PLAN;
use crate::text::Diagnostic;

/// A source that a folder lists.
pub struct CarriedSource {
    /// What the folder says of it.
    pub source: Source,
    /// The bytes of its original; nothing where it has none.
    pub original: Option<Vec<u8>>,
}

/// The sources that the folder lists.
///
/// They are there where there is no error among the diagnostics.
pub fn originals(files: &dyn Fn(&str) -> io::Result<Vec<u8>>) -> (Vec<CarriedSource>, Vec<Diagnostic>) {
    let mut reader = Reader::new(files);
    if let Some(descriptor) = reader.descriptor() {
        reader.is_guarded = descriptor.get("guard").is_some();
        let listed = reader.tables_of(&descriptor);
        if let (Some(table), Some(listed)) = (PLAN.table(SOURCES), listed.get(SOURCES)) {
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
