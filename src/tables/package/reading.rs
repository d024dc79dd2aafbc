//! From a folder to a document.

use std::collections::{BTreeMap, HashSet};
use std::io;

use super::originals::is_inside;
use super::rows::Notes;
use super::table_path;
use crate::model::{Document, Game, Source};
use crate::tables::{Content, Note, TABLES, UNKNOWNS};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, Encoding, codes};

/// Reads a document from a folder; `files` gives the bytes of a path in it.
///
/// There is a document where there is no error among the diagnostics. `original` gives the game that the original texts
/// of a document say.
pub fn read(
    files: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    original: &dyn Fn(&Document) -> Option<Game>,
) -> (Option<Document>, Vec<Diagnostic>) {
    let mut reader = Reader { original, ..Reader::new(files) };
    reader.package();
    let Reader { content, out, .. } = reader;
    let failed = out.iter().any(Diagnostic::is_error);
    ((!failed).then(|| content.document.into_owned()), out)
}

/// What is being read.
pub struct Reader<'f> {
    pub files: &'f dyn Fn(&str) -> io::Result<Vec<u8>>,
    pub original: &'f dyn Fn(&Document) -> Option<Game>,
    pub content: Content<'static>,
    /// The file of the table `unknowns`.
    pub unknowns: String,
    /// Whether cells of texts may have a guard before them.
    pub is_guarded: bool,
    pub out: Vec<Diagnostic>,
}

/// A table as `datapackage.json` lists it.
pub struct Listed {
    pub path: String,
    pub fields: Vec<String>,
    /// The columns of texts that are whole numbers.
    pub digits: Vec<String>,
}

impl<'f> Reader<'f> {
    /// A reader that has read nothing yet.
    pub fn new(files: &'f dyn Fn(&str) -> io::Result<Vec<u8>>) -> Self {
        Reader {
            files,
            content: Content::blank(),
            unknowns: table_path(UNKNOWNS.name),
            original: &|_| None,
            is_guarded: false,
            out: Vec::new(),
        }
    }
}

impl Reader<'_> {
    fn package(&mut self) {
        let Some(descriptor) = self.descriptor() else { return };
        self.is_guarded = descriptor.get("guard").is_some();
        let listed = self.tables_of(&descriptor);
        // What stands in the place of empty cells is needed to read them.
        if let Some(listed) = listed.get(UNKNOWNS.name) {
            self.unknowns.clone_from(&listed.path);
            self.table(&UNKNOWNS, listed, &mut Notes::default());
        }
        let mut notes = self.notes();
        let mut derived = Vec::new();
        for &table in TABLES {
            match listed.get(table.name()) {
                Some(_) if table.name() == UNKNOWNS.name => {}
                Some(listed) => {
                    let cells = self.table(table, listed, &mut notes.remove(table.name()).unwrap_or_default());
                    derived.push((table, cells));
                }
                None => self.unlisted(table),
            }
        }
        notes.into_values().flat_map(Notes::into_values).flatten().for_each(|note| self.refuse_note(&note));
        self.originals();
        if !self.out.iter().any(Diagnostic::is_error) {
            self.compare(derived);
        }
    }

    /// What the table `unknowns` says of the cells of each other table.
    fn notes(&mut self) -> BTreeMap<String, Notes> {
        let mut tables: BTreeMap<String, Notes> = BTreeMap::new();
        let mut seen = HashSet::new();
        for note in std::mem::take(&mut self.content.notes) {
            if !seen.insert((note.table.clone(), note.row, note.column.clone())) {
                let Note { table, row, column, .. } = &note;
                let message = format!("two rows speak of row {row}, column {column} of {table}");
                self.say_of_unknowns(Diagnostic::error(&codes::TWICE, message).help("take one of them out"));
                continue;
            }
            tables.entry(note.table.clone()).or_default().entry(note.row).or_default().push(note);
        }
        tables
    }

    /// Says that there is no such cell.
    pub fn refuse_note(&mut self, note: &Note) {
        let Note { table, row, column, .. } = note;
        let message = format!("{table} has no row {row} with a column {column}");
        let d = Diagnostic::error(&codes::BAD_CELL, message);
        self.say_of_unknowns(d.help("take the row that speaks of it out, or put the cell back"));
    }

    fn say_of_unknowns(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.member = Some(self.unknowns.clone());
        self.out.push(diagnostic);
    }

    /// Adds a finding in a file.
    pub fn say(&mut self, diagnostic: Diagnostic, member: &str, line: Option<usize>) {
        let (member, line) = (Some(member.to_owned()), line.or(diagnostic.line));
        self.out.push(Diagnostic { member, line, ..diagnostic });
    }

    /// The bytes of a file, where it can be read.
    pub fn file(&mut self, path: &str, missing: &str) -> Option<Vec<u8>> {
        if !is_inside(path) {
            let message = format!("{} is not a file of this folder", quoted(path));
            let d = Diagnostic::error(&codes::TABLE_MISSING, message);
            self.say(d.help("a path names a file in the folder, with forward slashes"), path, None);
            return None;
        }
        match (self.files)(path) {
            Ok(bytes) => return Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.say(Diagnostic::error(&codes::TABLE_MISSING, missing), path, None);
            }
            Err(error) => {
                let message = format!("{path} cannot be read: {error}");
                let is_ours = error.kind() != io::ErrorKind::InvalidInput;
                let code = if is_ours { &codes::CANNOT_READ } else { &codes::LEADS_OUT };
                self.say(Diagnostic::error(code, message).help(code.advice), path, None);
            }
        }
        None
    }

    /// Takes the texts of the originals into the sources.
    fn originals(&mut self) {
        for (index, path) in std::mem::take(&mut self.content.originals).into_iter().enumerate() {
            let Some(path) = path else { continue };
            let Some(bytes) = self.file(&path, &format!("the original {path} is not there")) else { continue };
            let Some(source) = self.content.document.to_mut().sources.get_mut(index) else { continue };
            let changed = source.sha256.as_ref().is_some_and(|sha| *sha != Source::sha256_of(&bytes));
            let decoded = match Encoding::named(&source.encoding) {
                Some(encoding) => encoding.decode(&bytes).map_err(|error| error.to_string()),
                None => Err(format!("the encoding {} is not known", quoted(&source.encoding))),
            };
            let failure = match decoded {
                Ok(text) => {
                    source.text = Some(text.into_owned());
                    None
                }
                Err(message) => Some(message),
            };
            if let Some(message) = failure {
                let d = Diagnostic::error(&codes::WRONG_ENCODING, message);
                self.say(d.help("correct the encoding in the table sources, or the file"), &path, None);
            } else if changed {
                let message = format!("{path} is not the file that was read: its SHA-256 differs");
                let d = Diagnostic::warning(&codes::TEXT_CHANGED, message);
                self.say(d.help("the text only gives the spelling: what is written is the game"), &path, None);
            }
        }
    }
}
