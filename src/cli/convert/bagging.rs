//! Puts the output of a run into a BagIt bag.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use super::saving::brief;
use crate::archive::bag::Bag;
use crate::archive::{Input, InputKind, Overwriting};
use crate::cli::premis::Premis;
use crate::cli::tally::Record;
use crate::conversion::{Facts, place_of};
use crate::text::Diagnostic;

/// The file with the events that concern the inputs.
const EVENTS: &str = "premis.xml";

/// A bag that is filled by a run.
pub(super) struct Bagger {
    folder: PathBuf,
    bag: Bag,
    premis: Premis,
    /// Hashes of the paths that this run writes; for the output of a single input, with the SHA-256 that it should
    /// have.
    written: HashMap<[u64; 2], Option<[u8; 32]>>,
    /// Whether existing files in the bag may have been changed by anybody.
    force: bool,
}

impl Bagger {
    /// Creates a bag, or continues an existing one; `collection` is the file or folder that takes all inputs, if there
    /// is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder holds something else, or cannot be written.
    pub(super) fn begin(
        folder: &Path,
        collection: Option<&Path>,
        overwriting: &Overwriting,
    ) -> Result<Bagger, Diagnostic> {
        let bag = Bag::begin(folder, overwriting)?;
        let premis = Premis::create(&bag.metadata(EVENTS)?, bag.overwriting())?;
        let written = collection.map(|path| (brief(path), None)).into_iter().collect();
        Ok(Bagger { folder: folder.to_owned(), bag, premis, written, force: overwriting.force })
    }

    /// Adds an input with its outcome.
    pub(super) fn add(&mut self, input: &Input, record: &Record, facts: &Facts) -> io::Result<()> {
        let mut outputs = Vec::new();
        for output in &record.outputs {
            let Ok(inside) = output.strip_prefix(&self.folder) else { continue };
            let end = if output.is_dir() { "/" } else { "" };
            outputs.push(inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/") + end);
        }
        let sha256 = facts.output_sha256.filter(|_| record.outputs.len() == 1);
        for output in &record.outputs {
            self.written.entry(brief(output)).or_insert(sha256);
        }
        let place = match input.kind {
            InputKind::Line(line) => format!("{}, line {}", place_of(input), line.number),
            _ => place_of(input),
        };
        self.premis.add_input(&place, record, facts, &outputs)
    }

    /// Reads back what was written, and completes the bag; `description` describes its content.
    ///
    /// # Errors
    ///
    /// Returns an error if something cannot be read or written, or differs from what was written. The folder is not a
    /// bag then.
    pub(super) fn finish(self, description: String) -> Result<(), Vec<Diagnostic>> {
        let Bagger { folder, mut bag, mut premis, written, force } = self;
        let is_written = |path: &str| {
            let mut above = Path::new(path).ancestors().take_while(|path| !path.as_os_str().is_empty());
            force || above.any(|path| written.contains_key(&brief(&folder.join(path))))
        };
        let oxum = bag.write_manifest(&is_written, &mut |file| {
            let expected = written.get(&brief(&folder.join(file.path))).copied().flatten();
            if expected.is_some_and(|expected| expected != file.sha256) {
                return Err(file.changed());
            }
            let added = premis.add_file(file.path, file.size, &file.sha256, expected.is_some());
            added.map_err(|error| premis.refused(&error))
        })?;
        premis.finish(bag.overwriting()).map_err(|d| vec![d])?;
        let date = DateTime::<Utc>::from(SystemTime::now()).format("%Y-%m-%d").to_string();
        let info = [
            ("Bagging-Date", date),
            ("Bag-Software-Agent", format!("Ludex {}", env!("CARGO_PKG_VERSION"))),
            ("External-Description", description),
        ];
        bag.seal(&oxum, &info).map_err(|d| vec![d])
    }
}
