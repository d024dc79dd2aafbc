//! Reads a document from a folder.

use std::collections::{BTreeMap, HashSet};
use std::io;

use super::originals::is_inside;
use super::rows::{GivenNote, Notes, shown};
use super::table_path;
use super::unread::refuse_unread;
use crate::archive::reason;
use crate::model::{Document, Game, Source};
use crate::tables::package::renamed::VERSION;
use crate::tables::{
    Cell, Column, Note, PLAN, Refusal, Rowset, Table, UNKNOWNS, check_numbers, check_rows, check_single, document_of,
    list_of, table_called,
};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, Encoding, codes};

/// Reads a document from a folder, and returns the version of its tables as well; `files` returns the bytes of a path
/// in the folder.
///
/// There is a document only if there is no error among the diagnostics. `original` returns the game in the original
/// texts of a document.
pub fn read(
    files: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    original: &dyn Fn(&Document) -> Option<Game>,
) -> (Option<Document>, u32, Vec<Diagnostic>) {
    let mut reader = Reader { original, ..Reader::new(files) };
    reader.package();
    let Reader { document, version, out, .. } = reader;
    let failed = out.iter().any(Diagnostic::is_error);
    (document.filter(|_| !failed), version, out)
}

/// Describes columns of another system in a file that holds the columns of all systems, and what to do about them.
fn columns_of_other_system(table: &Table, set: &Rowset, nowhere: &str) -> (String, &'static str) {
    let is_used = |(index, _): &(usize, &Column)| Some(*index) != table.own_column && set.is_used(*index);
    let groups = set.bare.iter().map(|(_, group)| table.groups[*group].0);
    let columns = table.columns.iter().enumerate().filter(is_used).map(|(_, column)| column.name);
    let names: Vec<&str> = columns.chain(groups).collect();
    let (are, help) = match names.as_slice() {
        [name] => (format!("the column {name} is"), "empty it, or correct the system in games"),
        names => (format!("the columns {} are", names.join(", ")), "empty them, or correct the system in games"),
    };
    (nowhere.replacen("this table is", &are, 1), help)
}

/// The state of reading a folder.
pub struct Reader<'f> {
    pub files: &'f dyn Fn(&str) -> io::Result<Vec<u8>>,
    pub original: &'f dyn Fn(&Document) -> Option<Game>,
    /// The rows of each table that were read so far.
    pub sets: Vec<Rowset>,
    /// For each table, where its rows are.
    pub row_places: Vec<RowPlaces>,
    /// The document; `None` until it is put together.
    pub document: Option<Document>,
    /// The path of the file of the table `unknowns`.
    pub unknowns: String,
    /// Whether cells of texts may have a guard.
    pub is_guarded: bool,
    /// The version of the tables.
    pub version: u32,
    /// The names of the tables that `datapackage.json` lists.
    pub listed: HashSet<String>,
    pub out: Vec<Diagnostic>,
}

/// The file and lines of a table's rows.
#[derive(Default)]
pub struct RowPlaces {
    /// The path of the file.
    pub path: String,
    /// The line on which each row begins.
    pub lines: Vec<usize>,
    /// Columns with an older name in the file: the current name and the older one.
    pub older_names: Vec<(&'static str, String)>,
    /// Whether the file is that of another table, which held these columns in an older version.
    pub is_of_other_table: bool,
}

impl RowPlaces {
    /// Returns the name of a column in the file.
    fn name_of<'n>(&'n self, column: &'n str) -> &'n str {
        self.older_names.iter().find(|(name, _)| *name == column).map_or(column, |(_, older)| older)
    }
}

/// The name of the table of the files that a document came from.
pub const SOURCES: &str = "sources";

/// A table as `datapackage.json` lists it.
pub struct Listed {
    pub path: String,
    pub fields: Vec<String>,
    /// The columns of texts that are all whole numbers.
    pub digits: Vec<String>,
}

impl<'f> Reader<'f> {
    /// Creates a reader that has read nothing yet.
    pub fn new(files: &'f dyn Fn(&str) -> io::Result<Vec<u8>>) -> Self {
        Reader {
            files,
            sets: PLAN.iter().map(|_| Rowset::default()).collect(),
            row_places: PLAN.iter().map(|_| RowPlaces::default()).collect(),
            document: None,
            unknowns: table_path(UNKNOWNS),
            original: &|_| None,
            is_guarded: false,
            version: VERSION,
            listed: HashSet::new(),
            out: Vec::new(),
        }
    }
}

impl Reader<'_> {
    fn package(&mut self) {
        let Some(descriptor) = self.descriptor() else { return };
        self.is_guarded = descriptor.get("guard").is_some();
        let listed = self.tables_of(&descriptor);
        self.listed = listed.keys().cloned().collect();
        // The notes on empty cells are needed to read these.
        if let (Some(table), Some(listed)) = (table_called(UNKNOWNS), listed.get(UNKNOWNS)) {
            self.unknowns.clone_from(&listed.path);
            self.table(table, listed, &mut Notes::default());
        }
        let mut notes = self.notes();
        let mut derived = Vec::new();
        for (index, table) in PLAN.iter().enumerate() {
            match listed.get(table.name) {
                Some(_) if table.name == UNKNOWNS => {}
                Some(listed) => {
                    let cells = self.table(index, listed, &mut notes.remove(table.name).unwrap_or_default());
                    derived.push((table, cells));
                }
                None => self.unlisted(table),
            }
        }
        notes.into_values().flat_map(Notes::into_values).flatten().for_each(|given| self.refuse_note(&given.note));
        self.put_together();
        self.originals();
        if !self.out.iter().any(Diagnostic::is_error)
            && let Some(document) = self.document.take()
        {
            // The document is made into rows again, which take as much room as these.
            self.sets = Vec::new();
            self.compare(&document, derived);
            self.document = Some(document);
        }
    }

    /// Puts the document together, if the cells of all rows are sound.
    fn put_together(&mut self) {
        if self.row_places.first().is_none_or(|games| games.path.is_empty()) {
            // The missing table was reported before.
            return;
        }
        let errors = || self.out.iter().filter(|d| d.is_error());
        // Further errors in a row may only follow from a cell that could not be read.
        let bad_rows: HashSet<_> = errors().filter_map(|d| Some((d.member.clone()?, d.line?))).collect();
        let mut refused = check_rows(&self.sets);
        if refused.is_empty() && errors().next().is_none() {
            let (document, of_rows, read) = document_of(&self.sets, check_numbers(&self.sets));
            refused = of_rows;
            refused.extend(check_single(&self.sets, &read));
            if document.is_some() {
                refuse_unread(&self.sets, &read, &mut refused);
            }
            refused.sort_by_key(|refusal| (refusal.table, refusal.row));
            self.document = document.filter(|_| refused.is_empty());
        }
        refused.into_iter().for_each(|refusal| self.refuse(refusal, &bad_rows));
    }

    fn refuse(&mut self, refusal: Refusal, bad_rows: &HashSet<(String, usize)>) {
        let Refusal { table: index, row, column, code, expected, help } = refusal;
        let (Some(table), Some(set), Some(file)) = (PLAN.get(index), self.sets.get(index), self.row_places.get(index))
        else {
            return;
        };
        let line = row.and_then(|row| file.lines.get(row)).copied();
        if line.is_some_and(|line| bad_rows.contains(&(file.path.clone(), line))) {
            return;
        }
        let (message, help) = match row {
            None if file.is_of_other_table => columns_of_other_system(table, set, &expected.0),
            None => (expected.0.into_owned(), help),
            Some(row) => {
                let cell = table.place(column).map(|place| set.value(row, place).cell().to_csv()).unwrap_or_default();
                let found = if cell.is_empty() { String::new() } else { format!(", found {}", shown(column, &cell)) };
                let column = file.name_of(column);
                (format!("row {}, column {column}: expected {}{found}", row + 1, expected.0), help)
            }
        };
        let d = Diagnostic::error(code, message);
        let d = if help.is_empty() { d } else { d.help(help) };
        let path = file.path.clone();
        self.emit(d, &path, line);
    }

    /// Returns the sources that the tables list, and the path of the original of each.
    pub fn sources(&self) -> (Vec<Source>, Vec<Option<String>>) {
        let originals = table_called(SOURCES).and_then(|table| {
            let (place, set) = (PLAN[table].place("original")?, &self.sets[table]);
            let path = |row| match set.value(row, place).cell() {
                Cell::Text(path) => Some(path.to_string()),
                _ => None,
            };
            Some((0..set.length).map(path).collect())
        });
        (list_of(&self.sets, SOURCES), originals.unwrap_or_default())
    }

    /// Returns the notes of the table `unknowns` on the cells of each other table, by the current names of columns.
    fn notes(&mut self) -> BTreeMap<String, Notes> {
        let mut tables: BTreeMap<String, Notes> = BTreeMap::new();
        let mut seen = HashSet::new();
        for note in list_of::<Note>(&self.sets, UNKNOWNS) {
            if !seen.insert((note.in_table.clone(), note.in_row, note.in_column.clone())) {
                let Note { in_table: table, in_row: row, in_column: column, .. } = &note;
                let message = format!("two rows are about row {row}, column {column} of {table}");
                self.report_unknown(Diagnostic::error(&codes::TWICE, message).help("delete one of them"));
                continue;
            }
            let rows = tables.entry(note.in_table.to_string()).or_default();
            // Most rows have one, and there may be a hundred thousand rows.
            rows.entry(note.in_row).or_insert_with(|| Vec::with_capacity(1)).push(GivenNote::new(note));
        }
        tables
    }

    /// Reports that a note is about a cell that does not exist.
    pub fn refuse_note(&mut self, note: &Note) {
        let Note { in_table: table, in_row: row, in_column: column, .. } = note;
        let message = format!("{table} has no row {row} with a column {column}");
        let d = Diagnostic::error(&codes::BAD_CELL, message);
        self.report_unknown(d.help("delete the row that is about it, or put the cell back"));
    }

    fn report_unknown(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.member = Some(self.unknowns.clone());
        self.out.push(diagnostic);
    }

    /// Adds a diagnostic about a file.
    pub fn emit(&mut self, diagnostic: Diagnostic, member: &str, line: Option<usize>) {
        let (member, line) = (Some(member.to_owned()), line.or(diagnostic.line));
        self.out.push(Diagnostic { member, line, ..diagnostic });
    }

    /// Returns the bytes of a file; `None` if it cannot be read, which is reported.
    pub fn file(&mut self, path: &str, missing: &str) -> Option<Vec<u8>> {
        if !is_inside(path) {
            let message = format!("{} is not a file of this folder", quoted(path));
            let d = Diagnostic::error(&codes::TABLE_MISSING, message);
            self.emit(d.help("a path names a file in the folder, with forward slashes"), path, None);
            return None;
        }
        match (self.files)(path) {
            Ok(bytes) => return Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.emit(Diagnostic::error(&codes::TABLE_MISSING, missing), path, None);
            }
            Err(error) => {
                let message = format!("{path} cannot be read: {}", reason(&error));
                let is_ours = error.kind() != io::ErrorKind::InvalidInput;
                let code = if is_ours { &codes::CANNOT_READ } else { &codes::LEADS_OUT };
                self.emit(Diagnostic::error(code, message).help(code.advice), path, None);
            }
        }
        None
    }

    /// Decodes the original files into the texts of the sources.
    fn originals(&mut self) {
        for (index, path) in self.sources().1.into_iter().enumerate() {
            let Some(path) = path else { continue };
            let Some(bytes) = self.file(&path, &format!("the original {path} is not there")) else { continue };
            let Some(source) = self.document.as_mut().and_then(|document| document.sources.get_mut(index)) else {
                continue;
            };
            let changed = source.sha256.as_ref().is_some_and(|sha| *sha != Source::sha256_of(&bytes));
            let decoded = match Encoding::named(&source.encoding) {
                Some(encoding) => encoding.decode(&bytes).map_err(|error| error.to_string()),
                None => Err(format!("unknown encoding {}", quoted(&source.encoding))),
            };
            let failure = match decoded {
                Ok(text) => {
                    source.set_original(text.into_owned());
                    None
                }
                Err(message) => Some(message),
            };
            if let Some(message) = failure {
                let d = Diagnostic::error(&codes::WRONG_ENCODING, message);
                self.emit(d.help("correct the encoding in the table sources, or the file"), &path, None);
            } else if changed {
                let message = format!("{path} is not the file that was read: its SHA-256 differs");
                let d = Diagnostic::warning(&codes::TEXT_CHANGED, message);
                self.emit(d.help("the text only gives the spelling: what is written is the game"), &path, None);
            }
        }
    }
}
