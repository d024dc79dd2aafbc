//! The entry of one input in a collection: its rows, and the keys by which it is numbered.

use std::borrow::Cow;
use std::sync::LazyLock;

use hashbrown::HashMap;
use serde::{Deserialize, Deserializer, Serialize};
use smol_str::{SmolStr, format_smolstr};

use super::InputKey;
use super::numbering::Ids;
use super::schema::{Beside, CollectedColumn, CollectedTable, ColumnOrigin, GAMES, SCHEMA, SOURCES};
use crate::model::{Document, Moment, Source};
use crate::tables::sheet::{Sheet, sheet_of_notes, sheets, sheets_beside};
use crate::tables::walk::LeftOut;
use crate::tables::{Cell, Content, PLAN, Values, table_called};
use crate::text::Diagnostic;

/// Facts about an input apart from its document.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct InputFacts {
    /// The path below the folder that was given, or the name.
    pub place: String,
    /// The name without folders.
    pub name: String,
    /// The containers that it lies in, the outermost first.
    pub containers: Vec<String>,
    /// Time of last modification, as a container stores it.
    pub modified: Option<Moment>,
    /// For one game of a file with a game on each line: its number, and the number of games.
    pub line: Option<(u64, u64)>,
    /// Size in bytes.
    pub size: Option<u64>,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: Option<String>,
    /// Whether facts that would reveal the place of the input are left out.
    pub is_redacted: bool,
    /// The id of its format; `None` if it was not recognized.
    #[serde(deserialize_with = "known_format")]
    pub format: Option<FormatId>,
    /// Confidence in the format, from 1 to 100.
    pub confidence: Option<u8>,
    /// The outcome of its conversion.
    pub outcome: Cow<'static, str>,
    /// A description of what it seems to be, if it is of no known format.
    pub looks_like: Option<String>,
}

/// The id of a format. For a reference, serde would demand that it is borrowed from the text.
pub type FormatId = &'static str;

/// Deserializes the id of a format; `None` for one of another version of Ludex.
pub fn known_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static str>, D::Error> {
    let id = Option::<SmolStr>::deserialize(deserializer)?;
    Ok(id.and_then(|id| crate::formats::format(&id)).map(|format| format.id))
}

/// The original file of a document.
#[derive(Debug)]
pub struct EntryOriginal {
    /// The desired place in the collection.
    pub place: String,
    /// The bytes, if they are carried.
    pub bytes: Option<Vec<u8>>,
    /// The CRC-32 of the bytes; `None` if the bytes are not known.
    pub crc32: Option<u32>,
    /// Time of last modification, as a container stores it.
    pub modified: Option<Moment>,
}

impl EntryOriginal {
    /// Creates the original of a file at a place, which carries the bytes if they are given.
    pub fn new(place: String, bytes: Option<Vec<u8>>, modified: Option<Moment>) -> EntryOriginal {
        let crc32 = bytes.as_deref().map(crc32fast::hash);
        EntryOriginal { place, bytes, crc32, modified }
    }
}

/// A column that refers to rows of a table, with the rows that its values refer to.
pub struct Found {
    /// Index of the column's table in the schema.
    pub table: usize,
    /// Index of the column in that table.
    pub column: usize,
    /// Index in the schema of the table that it refers to.
    pub to: usize,
    /// For each row, the index from 0 of the row that its value refers to; `None` if there is none.
    pub rows: Vec<Option<u32>>,
}

/// The data that one input adds to a collection.
pub struct Entry {
    /// The key that identifies the input.
    pub key: InputKey,
    /// The first bytes of the SHA-256 of the content, if a document of the same bytes is the same wherever it was
    /// found.
    pub content: Option<[u8; 16]>,
    /// The system of its game; `None` if it has no game.
    pub system: Option<SmolStr>,
    /// Whether the document has a game.
    pub has_game: bool,
    /// The original files, one for each row of the table `sources`.
    pub originals: Vec<EntryOriginal>,
    /// The rows that its references lead to.
    pub references: Vec<Found>,
    sheets: Vec<Sheet>,
    facts: InputFacts,
    /// Whether its sources are those of a Ludex document that was read, and were not read themselves.
    is_document: bool,
}

/// A table of an entry with its numbers, ready to be written.
pub struct EntryTable<'e> {
    /// The table in the schema.
    pub schema: &'static CollectedTable,
    sheet: &'e Sheet,
    entry: &'e Entry,
    ids: &'e Ids,
}

/// The result of adding an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// The entry was added.
    New,
    /// A file with the same bytes was there already, so this one belongs to the same game.
    Same,
    /// The same input was there already.
    Known,
}

/// Options for making an entry of a document.
#[derive(Debug, Clone, Copy, Default)]
pub struct EntryOptions {
    /// Whether the document was read from one in a format of Ludex, so that its files are those that it names.
    pub is_document: bool,
    /// Whether a document of the same bytes counts as the same wherever it lies.
    pub is_shared: bool,
    /// Whether the rows that references lead to are looked up.
    pub with_references: bool,
}

impl Entry {
    /// Creates the entry of a document; `original` returns the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns the parts of the document that no table holds.
    pub fn of_document(
        document: &Document,
        facts: InputFacts,
        options: EntryOptions,
        original: &dyn Fn(&Source) -> Option<Vec<u8>>,
    ) -> Result<Entry, Vec<LeftOut>> {
        let EntryOptions { is_document, is_shared, with_references } = options;
        let (mut made, left_out) = sheets(&Content::new(document));
        if !left_out.is_empty() {
            return Err(left_out);
        }
        let notes: Vec<_> = made.iter().flat_map(Sheet::notes).collect();
        made.extend(sheet_of_notes(&notes));
        let mut originals: Vec<EntryOriginal> = document
            .sources
            .iter()
            .map(|source| {
                let file = source.path.as_ref().unwrap_or(&source.name);
                let place = source.line.map_or_else(|| file.clone(), |line| format!("{file}.{line}"));
                EntryOriginal::new(place, original(source), source.modified)
            })
            .collect();
        if originals.is_empty() {
            // A document that has no sources is its own source.
            made.extend(sheets_beside(&facts.beside(Vec::new())));
            originals.push(EntryOriginal::new(facts.place.clone(), None, facts.modified));
        }
        let made = with_rows(made);
        Ok(Entry {
            key: facts.key(),
            content: facts.sha256.as_deref().filter(|_| is_shared).and_then(brief),
            system: system_in(&made),
            has_game: true,
            originals,
            references: if with_references { references(&made) } else { Vec::new() },
            sheets: made,
            facts,
            is_document,
        })
    }

    /// Creates the entry of an input that could not be read as a document, with its bytes if they are to be carried.
    pub fn of_unread(facts: InputFacts, diagnostics: Vec<Diagnostic>, bytes: Option<Vec<u8>>) -> Entry {
        let original = EntryOriginal::new(facts.place.clone(), bytes, facts.modified);
        let made = with_rows(sheets_beside(&facts.beside(diagnostics)));
        Entry {
            key: facts.key(),
            content: None,
            system: None,
            has_game: false,
            originals: vec![original],
            references: Vec::new(),
            sheets: made,
            facts,
            is_document: false,
        }
    }

    /// Returns the tables that are to be written.
    pub fn tables<'e>(&'e self, ids: &'e Ids) -> impl Iterator<Item = EntryTable<'e>> {
        let tables =
            self.sheets.iter().map(move |sheet| EntryTable { schema: &SCHEMA[sheet.index], sheet, entry: self, ids });
        // If the game is there already, only the file is new.
        tables.filter(move |table| ids.is_new || !self.has_game || table.schema.name() == SOURCES)
    }
}

impl InputFacts {
    /// Returns the key that identifies the input.
    pub fn key(&self) -> InputKey {
        InputKey::new(&self.place, self.line.map(|(line, _)| line), self.sha256.as_deref(), self.size)
    }

    /// Returns the rows for an input that could not be read as a document.
    fn beside(&self, diagnostics: Vec<Diagnostic>) -> impl Serialize + use<> {
        #[derive(Serialize)]
        struct Unread {
            sources: Vec<UnreadSource>,
            diagnostics: Vec<Diagnostic>,
        }
        #[derive(Serialize)]
        struct UnreadSource {
            #[serde(skip_serializing_if = "Option::is_none")]
            format: Option<&'static str>,
            name: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            path: Option<String>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            containers: Vec<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            modified: Option<Moment>,
            #[serde(skip_serializing_if = "Option::is_none")]
            line: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            lines: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            bytes: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            sha256: Option<String>,
        }
        let source = UnreadSource {
            format: self.format,
            name: self.name.clone(),
            path: Some(self.place.clone()).filter(|_| !self.is_redacted),
            containers: if self.is_redacted { Vec::new() } else { self.containers.clone() },
            modified: self.modified.filter(|_| !self.is_redacted),
            line: self.line.map(|(line, _)| line),
            lines: self.line.map(|(_, lines)| lines),
            bytes: self.size,
            sha256: self.sha256.clone(),
        };
        Unread { sources: vec![source], diagnostics }
    }
}

/// Returns the first 16 bytes of a SHA-256 given in hexadecimal.
pub fn brief(sha256: &str) -> Option<[u8; 16]> {
    let mut content = [0; 16];
    for (index, byte) in content.iter_mut().enumerate() {
        *byte = u8::from_str_radix(sha256.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(content)
}

/// Returns the sheets that have rows, in the order of the schema.
fn with_rows(mut sheets: Vec<Sheet>) -> Vec<Sheet> {
    sheets.retain(|sheet| sheet.length() > 0);
    sheets.sort_by_key(|sheet| sheet.index);
    sheets
}

/// Returns the system of the game, as documents write it.
fn system_in(sheets: &[Sheet]) -> Option<SmolStr> {
    let games = sheets.iter().find(|sheet| sheet.table.name == GAMES)?;
    match games.value(0, games.table.place("system")?).cell() {
        Cell::Text(system) => Some(system.clone()),
        _ => None,
    }
}

/// A column that refers to another table.
struct Lead {
    /// Index of the column in the collection's table.
    column: usize,
    /// Index of the column in the document's table.
    own: usize,
    /// Indices of the other table and of its column.
    to: (usize, usize),
}

/// For each table, its columns that refer to other tables.
static LEADS: LazyLock<Vec<Vec<Lead>>> = LazyLock::new(|| {
    let lead = |(index, column): (usize, &CollectedColumn)| {
        let (Some(to), ColumnOrigin::Document(own)) = (column.refers_to, column.origin) else { return None };
        let table = table_called(to.table)?;
        Some(Lead { column: index, own, to: (table, PLAN[table].place(to.column)?) })
    };
    SCHEMA.iter().map(|table| table.columns.iter().enumerate().filter_map(lead).collect()).collect()
});

/// Finds the rows that the values of the sheets refer to.
fn references(sheets: &[Sheet]) -> Vec<Found> {
    let mut rows_by_value: HashMap<(usize, usize), HashMap<&Cell, u32>> = HashMap::new();
    let mut found = Vec::new();
    for sheet in sheets {
        for &Lead { column, own, to } in LEADS[sheet.index].iter().filter(|lead| sheet.used.contains(&lead.own)) {
            let rows_of = rows_by_value.entry(to).or_insert_with(|| {
                let mut rows = HashMap::new();
                if let Some(sheet) = sheets.iter().find(|sheet| sheet.index == to.0) {
                    for (row, cell) in (0..).zip(sheet.cells(to.1)) {
                        rows.entry(cell).or_insert(row);
                    }
                }
                rows
            });
            let lead = |cell: &Cell| if *cell == Cell::Null { None } else { rows_of.get(cell).copied() };
            let rows = sheet.cells(own).map(lead).collect();
            found.push(Found { table: sheet.index, column, to: to.0, rows });
        }
    }
    found
}

impl EntryTable<'_> {
    /// Returns the number of rows.
    pub fn length(&self) -> usize {
        self.sheet.length()
    }

    /// Returns whether some row has a value in a column.
    pub fn is_used(&self, column: &CollectedColumn) -> bool {
        match column.origin {
            ColumnOrigin::Document(place) => self.sheet.used.contains(&place),
            ColumnOrigin::Beside(_) => true,
        }
    }

    /// Returns the cell of a row in a column.
    pub fn cell(&self, row: usize, column: &CollectedColumn) -> Cow<'_, Cell> {
        match column.origin {
            ColumnOrigin::Document(place) => Cow::Borrowed(self.sheet.value(row, place).cell()),
            ColumnOrigin::Beside(what) => Cow::Owned(self.beside(row, what)),
        }
    }

    /// Returns the values of a column of the document's table; rows behind the last of them have none. `None` for another
    /// column.
    pub fn values(&self, column: &CollectedColumn) -> Option<&Values> {
        match column.origin {
            ColumnOrigin::Document(place) => Some(self.sheet.rows.values(place)),
            ColumnOrigin::Beside(_) => None,
        }
    }

    fn beside(&self, row: usize, what: Beside) -> Cell {
        let (entry, ids, facts) = (self.entry, self.ids, &self.entry.facts);
        let number = |number: u64| Cell::integer(number);
        let text = |text: Option<&str>| text.map_or(Cell::Null, |text| Cell::Text(text.into()));
        match what {
            Beside::Game => ids.game.map_or(Cell::Null, number),
            Beside::Row => number(row as u64 + 1),
            Beside::Source if self.schema.name() == SOURCES => number(ids.first_source + row as u64),
            // A diagnostic of a document with several files names one of them, or none.
            Beside::Source if entry.originals.len() == 1 => number(ids.first_source),
            Beside::Source => Cell::Null,
            Beside::Original => text(ids.originals.get(row).and_then(Option::as_deref)),
            Beside::Crc32 => {
                let crc32 = entry.originals.get(row).and_then(|original| original.crc32);
                crc32.map_or(Cell::Null, |crc32| Cell::Text(format_smolstr!("{crc32:08x}")))
            }
            Beside::Confidence if entry.is_document => Cell::Null,
            Beside::Confidence => facts.confidence.map_or(Cell::Null, |sure| number(sure.into())),
            Beside::Outcome if entry.has_game && !ids.is_new => Cell::Text(SmolStr::new_static("identical")),
            Beside::Outcome => Cell::Text(SmolStr::new(&facts.outcome)),
            Beside::Looks => text(facts.looks_like.as_deref()),
            Beside::Input => text(Some(facts.place.as_str()).filter(|_| entry.is_document)),
            Beside::InputSha256 => text(facts.sha256.as_deref().filter(|_| entry.is_document)),
        }
    }
}
