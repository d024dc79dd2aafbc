//! A collection of documents as a Tabular Data Package: a folder of CSV files, with the originals beside them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::entry::{Added, Entry, EntryTable};
use super::numbering::{Ids, Numbering};
use super::schema::{CollectedColumn, CollectedTable, GAME_ID, GAMES, SCHEMA, SOURCES};
use super::{OriginalSource, Sink};
use crate::archive::{OutputFolder, Overwriting, Saved, reason};
use crate::tables::Kind;
use crate::tables::package::{self, DESCRIPTOR, table_path};
use crate::text::{Diagnostic, codes};

/// The key of a descriptor that marks the package of a collection.
const COLLECTION: &str = "collection";

/// The folder of the original files.
const ORIGINALS: &str = "originals";

/// A folder of CSV files that is being written.
pub struct CsvFolder {
    folder: OutputFolder,
    overwriting: Arc<Overwriting>,
    is_guarded: bool,
    numbering: Numbering,
    /// The tables that have rows, by their index in the schema.
    tables: BTreeMap<usize, OpenTable>,
}

struct OpenTable {
    writer: csv::Writer<File>,
    /// Number of rows written.
    rows: usize,
    /// For each column, the number of its values that refer to an existing row.
    leading: Vec<usize>,
}

impl CsvFolder {
    /// Creates a folder; with a guard, cells are protected from changes by spreadsheets.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be written, or holds other files.
    pub fn create(path: &Path, overwriting: &Arc<Overwriting>, is_guarded: bool) -> Result<CsvFolder, Diagnostic> {
        Ok(CsvFolder {
            folder: OutputFolder::create(path, overwriting)?,
            overwriting: Arc::clone(overwriting),
            is_guarded,
            numbering: Numbering::default(),
            tables: BTreeMap::new(),
        })
    }

    fn write(&mut self, entry: &Entry, ids: &Ids) -> io::Result<()> {
        for (original, place) in entry.originals.iter().zip(&ids.originals) {
            if let (Some(bytes), Some(place)) = (&original.bytes, place) {
                self.folder.file(place)?.write_all(bytes)?;
            }
        }
        for table in entry.tables(ids) {
            let open = match self.tables.entry(table.schema.index) {
                std::collections::btree_map::Entry::Occupied(open) => open.into_mut(),
                std::collections::btree_map::Entry::Vacant(none) => {
                    let file = self.folder.file(&table_path(table.schema.name()))?;
                    none.insert(OpenTable::begin(file, table.schema)?)
                }
            };
            open.write(&table, self.is_guarded)?;
        }
        if ids.is_new {
            for found in &entry.references {
                if let Some(table) = self.tables.get_mut(&found.table) {
                    table.leading[found.column] += found.rows.iter().flatten().count();
                }
            }
        }
        Ok(())
    }

    fn descriptor(&self) -> Json {
        let mut package = package::head();
        package.insert(COLLECTION.into(), true.into());
        if self.is_guarded {
            package.insert("guard".into(), package::GUARD_MEANING.into());
        }
        let resources = self.tables.iter().map(|(index, table)| self.resource(&SCHEMA[*index], table));
        package.insert("resources".into(), resources.collect());
        Json::Object(package)
    }

    fn resource(&self, schema: &CollectedTable, table: &OpenTable) -> Json {
        let mut foreign = Vec::new();
        if schema.name() != GAMES && self.has(GAMES) {
            foreign.push(json!({"fields": GAME_ID, "reference": {"resource": GAMES, "fields": GAME_ID}}));
        }
        // Readers take a key with an empty part for one that refers to nothing.
        let full = schema.columns.iter().zip(&table.leading).filter(|(_, leading)| **leading == table.rows);
        for (column, to) in full.filter_map(|(column, _)| Some((column.name, column.refers_to?))) {
            if self.has(to.table) && schema.name() != SOURCES {
                // A table that refers to itself names itself by an empty text.
                let resource = if to.table == schema.name() { "" } else { to.table };
                foreign.push(json!({"fields": [GAME_ID, column],
                    "reference": {"resource": resource, "fields": [GAME_ID, to.column]}}));
            }
        }
        let fields: Vec<Json> = schema.columns.iter().map(field).collect();
        let mut of_schema = Map::from_iter([("fields".to_owned(), fields.into())]);
        if !schema.key.is_empty() {
            of_schema.insert("primaryKey".into(), json!(schema.key));
        }
        if !foreign.is_empty() {
            of_schema.insert("foreignKeys".into(), foreign.into());
        }
        json!({
            "profile": "tabular-data-resource",
            "name": schema.name(),
            "path": table_path(schema.name()),
            "description": package::description(schema.table),
            "schema": of_schema,
        })
    }

    fn has(&self, table: &str) -> bool {
        self.tables.keys().any(|index| SCHEMA[*index].name() == table)
    }
}

fn field(column: &CollectedColumn) -> Json {
    let mut field = package::field_of(column.name, &column.kind, column.derived_from);
    field.entry("type").or_insert_with(|| "string".into());
    field.insert("description".into(), column.meaning.as_str().into());
    if let Some(unit) = column.unit {
        field.insert("unit".into(), unit.into());
    }
    if column.is_required {
        field.insert("constraints".into(), json!({"required": true}));
    }
    Json::Object(field)
}

impl OpenTable {
    fn begin(file: File, schema: &CollectedTable) -> io::Result<OpenTable> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(schema.columns.iter().map(|column| column.name))?;
        Ok(OpenTable { writer, rows: 0, leading: vec![0; schema.columns.len()] })
    }

    fn write(&mut self, table: &EntryTable<'_>, is_guarded: bool) -> io::Result<()> {
        self.rows += table.length();
        for row in 0..table.length() {
            for column in &table.schema.columns {
                if !table.is_used(column) {
                    self.writer.write_field("")?;
                    continue;
                }
                let text = table.cell(row, column).to_csv();
                match is_guarded && matches!(column.kind, Kind::Text | Kind::Day | Kind::List) {
                    true => self.writer.write_field(&*package::guarded(&text, column.refers_to.is_some()))?,
                    false => self.writer.write_field(text)?,
                }
            }
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }
}

impl Sink for CsvFolder {
    fn add(&mut self, entry: Entry) -> Result<Added, Diagnostic> {
        let Some(mut ids) = self.numbering.number(&entry) else { return Ok(Added::Known) };
        for place in ids.originals.iter_mut().flatten() {
            *place = format!("{ORIGINALS}/{place}");
        }
        self.write(&entry, &ids).map_err(|error| self.folder.refused(&error))?;
        Ok(if entry.has_game && !ids.is_new { Added::Same } else { Added::New })
    }

    fn finish(mut self: Box<Self>) -> Result<Saved, Diagnostic> {
        let descriptor = self.descriptor();
        let write = || {
            for table in self.tables.values_mut() {
                table.writer.flush()?;
            }
            let mut file = self.folder.file(DESCRIPTOR)?;
            serde_json::to_writer_pretty(&mut file, &descriptor)?;
            file.write_all(b"\n")
        };
        let written: io::Result<()> = { write }();
        written.map_err(|error| self.folder.refused(&error))?;
        let CsvFolder { folder, overwriting, tables, .. } = *self;
        drop(tables);
        folder.finish(&overwriting)
    }
}

/// Returns whether a descriptor is that of a collection of documents.
pub fn is_collection(descriptor: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Head {
        #[serde(default)]
        collection: bool,
    }
    serde_json::from_slice::<Head>(descriptor).is_ok_and(|head| head.collection)
}

/// Calls `tell` for each original that a folder lists, in its order, with the bytes of the file.
///
/// # Errors
///
/// Returns an error if the list cannot be read, and any error of `tell`.
pub fn originals_of_folder(
    folder: &Path,
    tell: &mut dyn FnMut(OriginalSource, io::Result<Vec<u8>>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    let place = table_path(SOURCES);
    let failed = |what: String| {
        let mut d = Diagnostic::error(&codes::BAD_TABLE, what);
        d.member = Some(place.clone());
        d
    };
    let descriptor = read(&folder.join(DESCRIPTOR)).map_err(|error| failed(reason(&error)))?;
    let is_guarded = serde_json::from_slice::<Json>(&descriptor).is_ok_and(|head| head.get("guard").is_some());
    let mut reader = csv::Reader::from_path(folder.join(&place)).map_err(|error| failed(error.to_string()))?;
    let header = reader.headers().map_err(|error| failed(error.to_string()))?.clone();
    let column = |name: &str| header.iter().position(|column| column == name);
    let wanted = ["name", "path", "original", "sha256", "line", "lines"].map(column);
    for record in reader.records() {
        let record = record.map_err(|error| failed(error.to_string()))?;
        let cell = |index: usize| {
            let text = wanted[index].and_then(|column| record.get(column)).unwrap_or_default();
            let text = if is_guarded { package::unguarded(text) } else { text };
            // A leading backslash is doubled in CSV.
            let text = text.strip_prefix('\\').unwrap_or(text);
            (!text.is_empty()).then(|| text.to_owned())
        };
        let Some(original) = cell(2) else { continue };
        let number = |index: usize| cell(index).and_then(|text| text.parse().ok());
        let line = number(4).zip(number(5));
        let place = original.strip_prefix(ORIGINALS).and_then(|place| place.strip_prefix('/')).unwrap_or(&original);
        let source = OriginalSource::new(place.to_owned(), cell(0).unwrap_or_default(), cell(1), cell(3), line);
        let bytes = match package::is_inside(&original) {
            true => read(&folder.join(&original)),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "its path leads out of the folder")),
        };
        tell(source, bytes)?;
    }
    Ok(())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(crate::archive::MAX_FILE_SIZE).read_to_end(&mut bytes)?;
    Ok(bytes)
}
