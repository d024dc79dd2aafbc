//! The originals carried by outputs of earlier runs, with which inputs are compared.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use crate::archive::containers::Limits;
use crate::archive::{FindOptions, Input, expand, find};
use crate::conversion::collections::{self, CollectionInput};
use crate::conversion::{Ending, Facts, Original, sha256};
use crate::text::{Diagnostic, codes};

use super::console::Console;
use super::panics;
use super::restore::{self, Refusal};
use super::tally::{Outcome, Record, Tally};

/// Number of documents whose originals are in memory at once.
const BATCH: usize = 512;

/// The paths with which inputs are compared, and their originals by SHA-256.
pub struct Against {
    paths: Vec<PathBuf>,
    originals: HashMap<[u8; 32], Carrier>,
    /// Archives on the disk that are carried themselves, so that all of their members are.
    containers: Mutex<HashMap<PathBuf, Carrier>>,
}

/// The path that carries an original, as an index into those that the user names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carrier(usize);

impl Against {
    /// Reads the originals of all paths and reports errors in them; `None` if a path carries none.
    pub fn read(
        paths: &[PathBuf],
        limits: &Limits,
        console: &Console,
        tally: &mut Tally<'_>,
    ) -> io::Result<Option<Against>> {
        let mut originals = HashMap::new();
        for (index, path) in paths.iter().enumerate() {
            let (mut count, mut is_said) = (0, false);
            let mut add = |found: Vec<Result<[u8; 32], Diagnostic>>| -> io::Result<()> {
                let mut errors = Vec::new();
                for one in found {
                    match one {
                        Ok(hash) => {
                            count += 1;
                            originals.entry(hash).or_insert(Carrier(index));
                        }
                        Err(d) => errors.extend(d.is_error().then_some(d)),
                    }
                }
                is_said |= !errors.is_empty();
                console.emit(&console.rendered(&errors, None));
                tally.add_diagnostics(&errors)
            };
            let options = FindOptions { limits: limits.clone(), ..FindOptions::default() };
            let found = find(std::slice::from_ref(path), &options);
            let (inputs, refused) = expand(found.inputs, limits);
            let errors: Vec<_> = found.diagnostics.into_iter().chain(refused).filter(Diagnostic::is_error).collect();
            add(errors.into_iter().map(Err).collect())?;
            for batch in inputs.chunks(BATCH) {
                let (many, documents): (Vec<_>, Vec<_>) =
                    batch.iter().map(|input| (input, CollectionInput::of(input))).partition(|(_, of)| of.is_some());
                for (input, collection) in many.iter().filter_map(|(input, of)| of.map(|of| (*input, of))) {
                    let mut failed = Ok(());
                    let told = collection.originals(&input.path, &mut |carried, bytes| {
                        let (original, place) = collections::original(carried, bytes);
                        let named = |mut d: Diagnostic| {
                            d.member = Some(place);
                            d.in_file(input.label())
                        };
                        if failed.is_ok() {
                            failed = add(vec![hash_of(original).map_err(named)]);
                        }
                        Ok(())
                    });
                    failed?;
                    add(told.err().into_iter().map(|d| Err(d.in_file(input.label()))).collect())?;
                }
                let documents: Vec<Input> = documents.into_iter().map(|(input, _)| input.clone()).collect();
                for found in panics::work_on(&documents, hashes_of, |_, d| vec![Err(d)]) {
                    add(found)?;
                }
            }
            if count == 0 {
                if !is_said {
                    let d = collections::no_originals("what --against names").in_file(path.display().to_string());
                    console.emit(&console.rendered(&[d], None));
                }
                return Ok(None);
            }
        }
        Ok(Some(Against { paths: paths.to_vec(), originals, containers: Mutex::default() }))
    }

    /// Returns the path that carries an input with this SHA-256, or the archive that it lies in.
    pub fn carrier(&self, input: &Input, sha256: Option<[u8; 32]>) -> Option<Carrier> {
        let by_bytes = sha256.and_then(|sha256| self.originals.get(&sha256));
        by_bytes.copied().or_else(|| {
            input.member.as_ref()?;
            let containers = self.containers.lock().unwrap_or_else(PoisonError::into_inner);
            containers.get(input.file()).copied()
        })
    }

    /// Returns the path that carries an archive, or an input that cannot be opened; and whether its bytes could be
    /// read.
    pub fn carrier_unread(&self, input: &Input) -> (Option<Carrier>, bool) {
        let reader = || input.open().ok().and_then(|opened| Facts::of_reader(opened.into_reader()).ok());
        // For a member, only the archive that it lies in may be carried.
        let sha256 = if input.member.is_none() { reader().and_then(|facts| facts.sha256) } else { None };
        (self.carrier(input, sha256), sha256.is_some())
    }

    /// Notes that an archive is carried.
    pub fn add_container(&self, input: &Input, carrier: Carrier) {
        let mut containers = self.containers.lock().unwrap_or_else(PoisonError::into_inner);
        containers.insert(input.file().to_owned(), carrier);
    }

    /// Returns the path that carries an input, as the user names it.
    pub fn path(&self, carrier: Carrier) -> String {
        self.paths.get(carrier.0).map(|path| path.display().to_string()).unwrap_or_default()
    }

    /// Returns all paths, as the user names them.
    fn paths(&self) -> String {
        self.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" or ")
    }

    /// Returns the error that `what` is not carried.
    pub fn missing(&self, what: &str) -> Diagnostic {
        let message = format!("no original in {} has the bytes of {what}", self.paths());
        Diagnostic::error(&codes::NOT_CARRIED, message)
    }

    /// Returns the path that carries the originals of a document, all of which must be carried. Edits are in none of
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the document is not carried.
    pub fn carrier_of_document(&self, originals: &[Original], is_edited: bool) -> Result<Carrier, Diagnostic> {
        let help = |d: Diagnostic| d.help("keep the document, or what it was made of");
        if is_edited {
            let message =
                format!("the document was edited, and the originals in {} are without its edits", self.paths());
            return Err(help(Diagnostic::error(&codes::NOT_CARRIED, message)));
        }
        let mut carrier = None;
        for original in originals {
            let bytes = original.bytes.as_ref().ok();
            let Some(found) = bytes.and_then(|bytes| self.originals.get(&sha256(bytes))) else {
                return Err(help(self.missing(&format!("{}, which the document was read from", original.source.name))));
            };
            carrier.get_or_insert(*found);
        }
        carrier.ok_or_else(|| help(self.missing("the document, which names no file that it was read from")))
    }
}

/// Returns the SHA-256 of an original's bytes.
fn hash_of(original: Original) -> Result<[u8; 32], Diagnostic> {
    original.bytes.map(|bytes| sha256(&bytes))
}

/// Returns the SHA-256 of each original that a document carries.
fn hashes_of(input: &Input) -> Vec<Result<[u8; 32], Diagnostic>> {
    let named = |d: Diagnostic| d.in_file(input.label());
    match restore::originals(input) {
        Ok((_, originals)) => {
            let there = originals.into_iter().filter(Original::is_there);
            there.map(|original| hash_of(original).map_err(named)).collect()
        }
        Err(Refusal::NoDocument) => Vec::new(),
        Err(Refusal::Failed(found)) => found.into_iter().map(|d| Err(named(d))).collect(),
    }
}

/// Counts the inputs that are carried.
#[derive(Default)]
pub struct Proofs {
    /// Files of known formats: carried, and not carried.
    ours: (usize, usize),
    /// Other files that are carried.
    others: usize,
    /// Other files that are not carried, by kind.
    missing: BTreeMap<String, usize>,
}

impl Proofs {
    /// Counts an input.
    pub fn add(&mut self, record: &Record, carrier: Option<Carrier>) {
        match (&record.outcome, carrier) {
            // Members of containers are counted themselves, and inputs that the user does not want are not.
            (Outcome::Opened(_) | Outcome::Skipped(Ending::Excluded | Ending::Companion, _), _) => {}
            (Outcome::Skipped(..), Some(_)) => self.others += 1,
            (Outcome::Skipped(_, kind), None) => *self.missing.entry(kind.clone()).or_default() += 1,
            (Outcome::Done | Outcome::Identical | Outcome::Failed(..), Some(_)) => self.ours.0 += 1,
            (Outcome::Done | Outcome::Identical | Outcome::Failed(..), None) => self.ours.1 += 1,
        }
    }

    fn missing(&self) -> usize {
        self.missing.values().sum()
    }

    /// Returns the counts: `12 of 13 files of known formats and 2 of 3 others are in games.sqlite`.
    pub fn counts(&self, against: &Against) -> String {
        let (carried, missing) = self.ours;
        let others = match self.others + self.missing() {
            0 => String::new(),
            all => format!(" and {} of {all} others", self.others),
        };
        format!("{carried} of {} files of known formats{others} are in {}", carried + missing, against.paths())
    }

    /// Returns the counts for scripts.
    pub fn as_json(&self) -> Json {
        let (carried, missing) = self.ours;
        json!({"carried": carried, "missing": missing, "others_carried": self.others, "others_missing": self.missing})
    }

    /// Returns a warning about files of other formats that are not carried; `None` if there are none.
    pub fn missing_others(&self, against: &Against) -> Option<Diagnostic> {
        let missing = Some(self.missing()).filter(|missing| *missing > 0)?;
        let kinds: Vec<String> = self.missing.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
        let files =
            if missing == 1 { "1 file of another kind is" } else { &format!("{missing} files of other kinds are") };
        let message = format!("{files} not in {}: {}", against.paths(), kinds.join("; "));
        Some(Diagnostic::warning(&codes::NOT_CARRIED, message).help("`convert --all-originals` carries them, too"))
    }
}
