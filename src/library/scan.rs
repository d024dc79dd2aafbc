//! An iterator over the inputs at some paths.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use super::{ReadOptions, as_file};
use serde::{Deserialize, Serialize};

use crate::archive::containers::Limits;
use crate::archive::{FindOptions, Found, Input, InputKind, Members, Memory, Opened, find, find_some, unpacked};
use crate::conversion::{
    self, Command, Ending, Everything, Facts, FileReader, Instead, Visited, Worked, advise, contents_and_facts_of_ours,
    input_facts, is_shared, open_container, skipped, skipped_beside_its_file, skipped_collection, visit,
};
use crate::formats::Format;
use crate::model::Document;
use crate::tables::collection::{FormatId, InputFacts, InputKey, known_format};
use crate::text::Diagnostic;
use crate::text::printable::hex;

/// An iterator over the inputs at some paths: in folders, in archives, and in files with a game on each line. Each is
/// read together with the files beside it, as `ludex convert` does.
///
/// Only one document is held in memory at a time. A damaged input is an item like any other, and does not end the scan.
///
/// ```
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/global-war-disk");
/// for scanned in ludex::Scan::new([folder]) {
///     match scanned.document() {
///         Some(document) => println!("{}: {} turns", scanned.label(), document.game.turns.len()),
///         None => println!("{}: {}", scanned.label(), scanned.outcome()),
///     }
/// }
/// ```
pub struct Scan {
    row: Vec<Row>,
    /// Diagnostics for what was found, but cannot be opened or is not followed.
    unopened: vec::IntoIter<Diagnostic>,
    files: FileReader,
    options: ReadOptions,
    /// Inputs that are passed over because they were read before.
    known: HashSet<InputKey>,
    /// Whether there may be several inputs, some of which are not for Ludex.
    many: bool,
}

/// A file in a folder, or a folder that is one document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedFile {
    /// Path below the folder.
    pub place: PathBuf,
    /// Size in bytes; for a folder that is one document, the sum of its files.
    pub size: u64,
}

/// An input that was read before, so that a [`Scan`] can pass it over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownInput {
    /// Path below the scanned folder; for a member of an archive, its address.
    pub place: String,
    /// Number of the game, in a file with a game on each line.
    pub line: Option<u64>,
    /// SHA-256 of the bytes in hexadecimal; `None` if they were not read.
    pub sha256: Option<String>,
    /// Size in bytes; `None` if it is not known.
    pub size: Option<u64>,
}

/// Inputs that take the place of a single one, in order.
enum Row {
    Inputs(vec::IntoIter<Input>),
    Members(Members),
}

/// An item of a [`Scan`]: a document, or the reason why an input is none.
///
/// It can be serialized, for example for another process; the form may change with every version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Scanned {
    label: String,
    #[serde(with = "as_json")]
    document: Option<Document>,
    #[serde(deserialize_with = "known_format")]
    format: Option<FormatId>,
    diagnostics: Vec<Diagnostic>,
    pub(super) ending: Ending,
    /// Facts for the tables; `None` if it was found, but is not an input.
    pub(super) facts: Option<InputFacts>,
    stands_alone: bool,
    is_foreign: bool,
}

/// Serializes a document as its JSON, because the system of its game determines how it is deserialized.
mod as_json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

    use crate::formats::json;
    use crate::model::Document;

    pub fn serialize<S: Serializer>(document: &Option<Document>, serializer: S) -> Result<S::Ok, S::Error> {
        let text = document.as_ref().map(serde_json::to_string).transpose();
        text.map_err(ser::Error::custom)?.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Document>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| json::read(&text)).transpose().map_err(de::Error::custom)
    }
}

impl Scan {
    /// Creates a scan of files and folders, with everything in and below these in the order of names.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Scan {
        let paths: Vec<PathBuf> = paths.into_iter().map(as_file).collect();
        Scan::of(find(&paths, &FindOptions::default()), FileReader::default())
    }

    /// Creates a scan of some files of a folder, given by their paths below it, in this order. Each is read as by
    /// [`Scan::new`] with the whole folder.
    pub fn of_some(folder: impl AsRef<Path>, places: impl IntoIterator<Item = PathBuf>) -> Scan {
        let mut scan = Scan::of(find_some(folder.as_ref(), places), FileReader::default());
        scan.many = true;
        scan
    }

    /// Creates a scan of a file in memory, which may be an archive.
    pub fn in_memory(name: &str, bytes: impl Into<Vec<u8>>) -> Scan {
        let bytes = bytes.into();
        let inputs = Input::in_memory(Path::new(name), &bytes).into_iter().map(|mut input| {
            input.found = false;
            input
        });
        let found = Found { inputs: inputs.collect(), diagnostics: Vec::new() };
        let memory: Memory = [(name, bytes)].into_iter().collect();
        Scan::of(found, FileReader::new(memory))
    }

    fn of(found: Found, files: FileReader) -> Scan {
        let many = found.inputs.len() != 1 || found.inputs.iter().any(|input| input.found);
        let row = vec![Row::Inputs(found.inputs.into_iter())];
        let (options, known) = (ReadOptions::default(), HashSet::new());
        Scan { row, unopened: found.diagnostics.into_iter(), files, options, known, many }
    }

    /// Lists the files in and below a folder, and its folders of tables, in the order in which [`Scan::new`] reads
    /// them. No file is opened.
    pub fn list(folder: impl AsRef<Path>) -> Vec<ListedFile> {
        let options = FindOptions { keeps_lines: true, ..FindOptions::default() };
        let found = find(&[as_file(folder.as_ref())], &options);
        let size_of = |path: &Path| std::fs::metadata(path).map_or(0, |there| there.len());
        let listed = |input: Input| {
            let size = match input.kind {
                InputKind::Package => {
                    let files = std::fs::read_dir(&input.path).into_iter().flatten().flatten();
                    files.map(|file| size_of(&file.path())).sum()
                }
                _ => size_of(&input.path),
            };
            ListedFile { place: input.relative, size }
        };
        found.inputs.into_iter().map(listed).collect()
    }

    /// Replaces a single packed file or archive that holds one file and nothing else by that file, as if it had been
    /// given.
    #[must_use]
    pub fn unpacked(mut self) -> Scan {
        if let [Row::Inputs(inputs)] = &mut self.row[..]
            && let [input] = inputs.as_slice()
            && let Some(input) = unpacked(input, &Limits::default())
        {
            *inputs = vec![input].into_iter();
        }
        self
    }

    /// Sets the options for reading.
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> Scan {
        self.options = options;
        self
    }

    /// Passes over inputs that were read before and whose bytes are still the same; their outcome is `identical`.
    #[must_use]
    pub fn without(mut self, known: impl IntoIterator<Item = KnownInput>) -> Scan {
        let key = |known: KnownInput| InputKey::new(&known.place, known.line, known.sha256.as_deref(), known.size);
        self.known.extend(known.into_iter().map(key));
        self
    }

    fn next_input(&mut self) -> Option<Input> {
        loop {
            let next = match self.row.last_mut()? {
                Row::Inputs(inputs) => inputs.next(),
                Row::Members(members) => {
                    if let Some(member) = members.next() {
                        self.row.push(Row::Inputs(member.into_games().into_iter()));
                        continue;
                    }
                    None
                }
            };
            match next {
                Some(input) => return Some(input),
                None => drop(self.row.pop()),
            }
        }
    }
}

impl Iterator for Scan {
    type Item = Scanned;

    fn next(&mut self) -> Option<Scanned> {
        let Some(input) = self.next_input() else { return self.unopened.next().map(Scanned::unopened) };
        let options = match self.options.conversion() {
            Ok(options) => options,
            Err(d) => return Some(Scanned::failed(&input, &Facts::default(), None, vec![d])),
        };
        let Scan { files, options: given, known, many, .. } = &*self;
        let reader = Reader { files, given, options: &options, known, many: *many };
        let kind = match visit(&input, &reader, &Everything, options.format.is_some()) {
            Visited::Worked(scanned) => return Some(reader.unless_known(scanned)),
            Visited::Container(kind) => kind,
        };
        match open_container(&input, kind, &Limits::default(), &reader) {
            Ok((opened, scanned)) => {
                let scanned = reader.unless_known(scanned);
                self.many = true;
                self.row.push(Row::Members(Arc::new(opened).inputs()));
                Some(scanned)
            }
            Err(d) => {
                let failed = reader.instead(&input, Instead::Failed(d.in_file(input.label())));
                Some(reader.unless_known(failed))
            }
        }
    }
}

/// The command that reads inputs.
struct Reader<'s> {
    files: &'s FileReader,
    given: &'s ReadOptions,
    options: &'s conversion::ReadOptions,
    known: &'s HashSet<InputKey>,
    many: bool,
}

impl Reader<'_> {
    /// Replaces an item by `identical` if it was read before. A folder of tables is checked only here, after it was
    /// read.
    fn unless_known(&self, scanned: Scanned) -> Scanned {
        if self.known.is_empty() {
            return scanned;
        }
        let facts = match &scanned.document {
            Some(document) => scanned.facts_of_document(document),
            None => scanned.facts.clone(),
        };
        match facts.is_some_and(|facts| self.known.contains(&facts.key())) {
            true => Scanned::identical(scanned.label),
            false => scanned,
        }
    }
}

impl Worked for Scanned {
    fn is_foreign(&self) -> bool {
        self.is_foreign
    }
}

impl Command for Reader<'_> {
    type Worked = Scanned;

    fn salvages(&self) -> bool {
        self.options.salvage
    }

    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Scanned {
        let passed_over = skipped_collection(input, opened.as_ref()).or_else(|| skipped_beside_its_file(input));
        if let Some(skipped) = passed_over {
            return self.instead(input, Instead::Skipped(skipped));
        }
        let (contents, mut facts) = contents_and_facts_of_ours(input, opened, self.options);
        let of_it = input_facts(input, &facts, None, Ending::Identical, false);
        if !self.known.is_empty() && self.known.contains(&of_it.key()) {
            return Scanned::identical(input.label());
        }
        let mut reading = self.files.read_contents(input, contents.as_ref(), self.options, self.given.is_strict());
        match reading.evidence.take() {
            Some(evidence) => facts.take_evidence(evidence),
            None => {
                let bytes = contents.as_ref().map_or(&[][..], |contents| &contents.bytes);
                facts.name_format(input, bytes, reading.format);
            }
        }
        if let Some(skipped) = skipped(input, &reading, self.many) {
            let outcome = self.instead(input, Instead::Skipped(skipped));
            return outcome.with_facts(input, &facts);
        }
        advise(input, &mut reading);
        let mut diagnostics = std::mem::take(&mut reading.diagnostics);
        conversion::hide(&mut diagnostics, &reading, self.given.secrecy());
        let has_errors = diagnostics.iter().any(Diagnostic::is_error);
        let Some(document) = reading.document.filter(|_| !has_errors) else {
            return Scanned::failed(input, &facts, reading.format, diagnostics);
        };
        let of_it = input_facts(input, &facts, reading.format.map(|format| format.id), Ending::Converted, false);
        Scanned {
            label: input.label(),
            document: Some(document),
            format: reading.format.map(|format| format.id),
            diagnostics,
            ending: Ending::Converted,
            facts: Some(of_it),
            stands_alone: reading.format.is_some_and(|format| is_shared(format, self.options)),
            is_foreign: false,
        }
    }

    fn instead(&self, input: &Input, instead: Instead<'_>) -> Scanned {
        let (ending, looks, diagnostics) = match instead {
            Instead::Failed(d) => return Scanned::failed(input, &Facts::default(), None, vec![d]),
            Instead::Skipped(skipped) => (skipped.ending, Some(skipped.kind), Vec::new()),
            Instead::Container(opened) => {
                let diagnostics = conversion::told_of_container(input, opened);
                match diagnostics.iter().find(|d| d.is_error()) {
                    Some(fault) => (Ending::of_error(&fault.code), None, diagnostics),
                    None => (Ending::Opened, Some(opened.kind().title.to_owned()), diagnostics),
                }
            }
        };
        Scanned::without_document(input, &Facts::default(), None, ending, looks, diagnostics)
    }
}

impl Scanned {
    fn unopened(d: Diagnostic) -> Scanned {
        let ending = if d.is_error() { Ending::of_error(&d.code) } else { Ending::Excluded };
        Scanned {
            label: d.file.clone().unwrap_or_default(),
            document: None,
            format: None,
            is_foreign: !d.is_error(),
            diagnostics: vec![d],
            ending,
            facts: None,
            stands_alone: false,
        }
    }

    /// Creates the item for an input that was read before.
    fn identical(label: String) -> Scanned {
        Scanned {
            label,
            document: None,
            format: None,
            diagnostics: Vec::new(),
            ending: Ending::Identical,
            facts: None,
            stands_alone: false,
            is_foreign: false,
        }
    }

    fn failed(input: &Input, facts: &Facts, format: Option<&'static Format>, diagnostics: Vec<Diagnostic>) -> Scanned {
        let error = diagnostics.iter().find(|d| d.is_error());
        let ending = error.map_or(Ending::Unknown, |d| Ending::of_error(&d.code));
        let format = format.map(|format| format.id);
        Scanned::without_document(input, facts, format, ending, None, diagnostics)
    }

    fn without_document(
        input: &Input,
        facts: &Facts,
        format: Option<&'static str>,
        ending: Ending,
        looks: Option<String>,
        diagnostics: Vec<Diagnostic>,
    ) -> Scanned {
        let mut of_it = input_facts(input, facts, format, ending, false);
        of_it.looks_like = looks;
        let is_foreign = matches!(ending, Ending::Known | Ending::Unknown | Ending::Excluded | Ending::Own)
            && !diagnostics.iter().any(Diagnostic::is_error);
        Scanned {
            label: input.label(),
            document: None,
            format,
            diagnostics,
            ending,
            facts: Some(of_it),
            stands_alone: false,
            is_foreign,
        }
    }

    /// Adds the facts found about the bytes.
    fn with_facts(mut self, input: &Input, facts: &Facts) -> Scanned {
        if let Some(of_it) = self.facts.take() {
            let known = input_facts(input, facts, of_it.format, self.ending, false);
            self.facts = Some(InputFacts { looks_like: of_it.looks_like, ..known });
        }
        self
    }

    /// Returns the name in messages: the path; for a member of an archive, its address.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the document; `None` if it is not one.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Returns the document by value; `None` if it is not one.
    pub fn into_document(self) -> Option<Document> {
        self.document
    }

    /// Returns the id of the format; `None` if it was not recognized.
    pub fn format(&self) -> Option<&'static str> {
        self.format
    }

    /// Returns the outcome as in a report: `converted` for a document, otherwise `damaged`, `unreadable`, `unknown`,
    /// `opened`, and so on.
    pub fn outcome(&self) -> &'static str {
        self.ending.as_str()
    }

    /// Returns diagnostics for what could not be read or understood, in the order of the file.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns whether it is a game file or an archive that is damaged or cannot be opened.
    pub fn is_bad(&self) -> bool {
        self.document.is_none() && self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns whether it is a document that would be the same wherever its bytes were, because neither their name nor
    /// the files beside them matter.
    pub fn stands_alone(&self) -> bool {
        self.stands_alone
    }

    /// Returns the path below the scanned folder, or the name; `None` if it is not an input.
    pub fn place(&self) -> Option<&str> {
        self.facts.as_ref().map(|facts| facts.place.as_str())
    }

    /// Returns the SHA-256 of the bytes in hexadecimal; `None` if they were not read.
    pub fn sha256(&self) -> Option<&str> {
        self.facts.as_ref()?.sha256.as_deref()
    }

    /// Returns the size in bytes; `None` if it is not known.
    pub fn size(&self) -> Option<u64> {
        self.facts.as_ref()?.size
    }

    /// Returns a description of what it seems to be, such as `text of another kind`; `None` for a document.
    pub fn looks_like(&self) -> Option<&str> {
        self.facts.as_ref()?.looks_like.as_deref()
    }

    /// Returns the facts of a document for the tables. For a document of Ludex that has no SHA-256 yet, this is the one
    /// of its line.
    pub(super) fn facts_of_document(&self, document: &Document) -> Option<InputFacts> {
        let mut facts = self.facts.clone()?;
        if facts.sha256.is_none() && self.is_own_document() {
            facts.sha256 = conversion::line_of_document(document).ok().map(|line| hex(conversion::sha256(&line)));
        }
        Some(facts)
    }

    /// Returns whether it was read from a document of Ludex.
    pub(super) fn is_own_document(&self) -> bool {
        self.format.and_then(crate::formats::format).is_none_or(|format| format.text().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixtures(folder: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)
    }

    fn told(scan: Scan) -> Vec<(String, &'static str)> {
        scan.map(|scanned| (scanned.place().unwrap_or_default().to_owned(), scanned.outcome())).collect()
    }

    #[test]
    fn files_come_in_the_order_of_the_list_and_in_place_of_an_archive_what_is_in_it() {
        for folder in ["global-war-disk", "njudge-archive", "diplomacy-game/good"] {
            let mut places: Vec<_> = told(Scan::new([fixtures(folder)])).into_iter().map(|(place, _)| place).collect();
            places.dedup();
            let listed = Scan::list(fixtures(folder)).into_iter().map(|file| file.place.to_str().unwrap().to_owned());
            assert_eq!(places, listed.collect::<Vec<_>>(), "{folder}");
        }
        #[cfg(feature = "archives")]
        assert_eq!(
            told(Scan::new([fixtures("containers/zip/infozip.zip")])),
            [
                ("infozip.zip", "opened"),
                ("infozip.zip!/README.TXT", "unknown"),
                ("infozip.zip!/WAR/seed.txt", "converted"),
                ("infozip.zip!/WAR/WAR01.DAT", "converted"),
            ]
            .map(|(place, outcome)| (place.to_owned(), outcome))
        );
    }

    #[test]
    fn some_files_of_a_folder_are_read_with_all_that_lies_beside_them() {
        let folder = fixtures("njudge-archive");
        let some = Scan::of_some(&folder, ["seed.lakes".into()]).next().unwrap();
        let all = Scan::new([&folder]).find(|scanned| scanned.place() == Some("seed.lakes")).unwrap();
        assert!(some.document().is_some_and(|document| document.game.board.is_some()));
        assert_eq!((some.document(), some.diagnostics()), (all.document(), all.diagnostics()));
    }

    #[test]
    fn what_was_met_is_the_same_behind_a_pipe() {
        let folders = ["global-war-disk", "njudge-archive", "war-rec/bad", "containers"].map(fixtures);
        for scanned in Scan::new(folders) {
            let piped: Scanned = serde_json::from_str(&serde_json::to_string(&scanned).unwrap()).unwrap();
            assert_eq!(format!("{piped:?}"), format!("{scanned:?}"));
        }
    }

    #[test]
    fn what_was_read_already_is_passed_over_while_its_bytes_are_the_same() {
        let folder = fixtures("global-war-disk");
        let known = |scanned: Scanned| KnownInput {
            place: scanned.place().unwrap().to_owned(),
            line: None,
            sha256: scanned.sha256().map(str::to_owned),
            size: scanned.size(),
        };
        let mut all: Vec<KnownInput> = Scan::new([&folder]).map(known).collect();
        let again =
            |all: &[KnownInput]| Scan::new([&folder]).without(all.to_vec()).map(|s| s.outcome()).collect::<Vec<_>>();
        assert_eq!(again(&all), ["identical"; 4]);
        all[1].sha256 = Some("0".repeat(64));
        all[3].place = "elsewhere".into();
        assert_eq!(again(&all), ["identical", "converted", "identical", "converted"]);
    }

    #[test]
    fn a_damaged_file_is_told_of_in_its_turn_and_ends_nothing() {
        let found: Vec<Scanned> = Scan::new([fixtures("war-rec/bad"), fixtures("global-war-disk")]).collect();
        let at = found.iter().position(|scanned| scanned.place() == Some("line-lost.REC")).unwrap();
        let lost = &found[at];
        assert!(lost.is_bad() && at + 1 < found.len());
        assert_eq!((lost.outcome(), lost.format(), lost.diagnostics()[0].line), ("damaged", Some("war-rec"), Some(66)));
    }

    #[cfg(feature = "archives")]
    #[test]
    fn a_file_that_is_packed_alone_is_as_if_it_was_given() {
        let packed = || Scan::new([fixtures("containers/single/README.TXT.gz")]);
        assert_eq!(told(packed()).len(), 2);
        let all: Vec<Scanned> = packed().unpacked().collect();
        assert_eq!(all.iter().map(Scanned::place).collect::<Vec<_>>(), [Some("NOTE.TXT")]);
    }
}
