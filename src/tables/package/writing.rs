//! Writes a document to a folder.

use std::collections::HashSet;
use std::fmt::Display;

use super::descriptor::{Resource, brief};
use super::guard;
use super::originals::{OriginalPaths, gives_the_text};
use super::{DESCRIPTOR, table_path};
use crate::archive::FolderFile;
use crate::model::{Document, Source, is_day};
use crate::tables::walk::DEPTH;
use crate::tables::{Cell, Column, Content, Kind, LeftOut, PLAN, Reference, Sheet, sheet_of_notes, sheets};
use crate::text::{Diagnostic, codes};

/// A document as the tables of a folder, before they are written. The document itself is no longer needed.
pub struct Tables {
    sheets: Vec<Sheet>,
    resources: Vec<Resource>,
    /// The original files.
    originals: Vec<FolderFile>,
    guard: bool,
    /// A warning of cells that other programs may change.
    pub warning: Option<Diagnostic>,
}

impl Tables {
    /// Returns the tables that hold a document; `originals` returns the bytes of a source. With a guard, cells that
    /// other programs would change are protected.
    ///
    /// Nothing is left out.
    ///
    /// # Errors
    ///
    /// Names the parts of the document that no table holds; nothing is written then.
    pub fn of(
        document: &Document,
        originals: &dyn Fn(&Source) -> Option<Vec<u8>>,
        guard: bool,
    ) -> Result<Tables, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut content = Content::new(document);
        let mut files = Vec::new();
        let mut paths = OriginalPaths::default();
        for (index, source) in document.sources.iter().enumerate() {
            let path = match source.original().and_then(|_| originals(source)) {
                Some(bytes) if gives_the_text(source, &bytes) => {
                    let path = paths.path_of(source);
                    files.push(FolderFile { path: path.clone(), bytes });
                    Some(path)
                }
                None if source.original().is_none() => None,
                _ => {
                    errors.push(text_left_out(source, index));
                    None
                }
            };
            content.originals.push(path);
        }
        let (mut sheets, left_out) = sheets(&content);
        errors.splice(0..0, left_out.into_iter().map(no_table));
        if !errors.is_empty() {
            return Err(errors);
        }
        let notes: Vec<_> = sheets.iter().flat_map(Sheet::notes).collect();
        // The table of notes comes before what is beside the game.
        let place = sheets.iter().position(|sheet| sheet.table.name == "diagnostics").unwrap_or(sheets.len());
        sheets.splice(place..place, sheet_of_notes(&notes));
        sheets.retain(|sheet| sheet.length() > 0);
        let keys: Vec<_> = sheets.iter().map(key).collect();
        let resource = |(sheet, key): (&Sheet, &Vec<&'static str>)| Resource {
            table: sheet.table,
            columns: sheet.columns().map(|(_, column)| column).collect(),
            key: key.clone(),
            digits: sheet.columns().filter(|&(i, c)| has_digits(sheet, i, c)).map(|(_, column)| column.name).collect(),
            days: sheet
                .columns()
                .filter(|&(i, c)| !guard && has_days(sheet, i, c))
                .map(|(_, column)| column.name)
                .collect(),
            references: sheet.columns().filter_map(|(i, c)| reference(&sheets, &keys, sheet.cells(i), c)).collect(),
        };
        let resources = sheets.iter().zip(&keys).map(resource).collect();
        let warning = guard::warning(&sheets, guard);
        Ok(Tables { sheets, resources, originals: files, guard, warning })
    }

    /// Returns the files of the folder.
    ///
    /// # Errors
    ///
    /// Names the tables that cannot be written.
    pub fn into_files(self) -> Result<Vec<FolderFile>, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut files = self.originals;
        let cannot_write =
            |path: &str, error: &dyn Display| Diagnostic::error(&codes::CANNOT_WRITE, format!("{path}: {error}"));
        // Each table is freed once it is written.
        for sheet in self.sheets {
            let path = table_path(sheet.table.name);
            match csv(&sheet, self.guard) {
                Ok(bytes) => files.push(FolderFile { path, bytes }),
                Err(error) => errors.push(cannot_write(&path, &error)),
            }
        }
        match brief(&self.resources, self.guard) {
            // The descriptor is written last: without it a folder is no package.
            Ok(bytes) => files.push(FolderFile { path: DESCRIPTOR.into(), bytes }),
            Err(error) => errors.push(cannot_write(DESCRIPTOR, &error)),
        }
        if errors.is_empty() { Ok(files) } else { Err(errors) }
    }
}

/// Returns the error for a value that no table holds.
pub fn no_table(LeftOut { path, is_too_deep }: LeftOut) -> Diagnostic {
    let (message, help) = if is_too_deep {
        let message =
            format!("{path} is in more than {DEPTH} alternatives, one within the other, which tables cannot hold");
        (message, "take it out, or convert to json")
    } else {
        let message = format!("{path} has no table, so the document cannot be written as tables");
        (message, "convert to json, which holds everything")
    };
    Diagnostic::error(&codes::LEFT_OUT, message).on(path).help(help)
}

/// Returns the error for a text that cannot be written in its encoding.
pub fn text_left_out(source: &Source, index: usize) -> Diagnostic {
    let message =
        format!("the text of {} cannot be written in {}, so it has no original", source.name, source.encoding);
    Diagnostic::error(&codes::LEFT_OUT, message)
        .on(source.original_path(index))
        .help("take the change in the text back, or leave the originals out")
}

fn csv(sheet: &Sheet, guard: bool) -> Result<Vec<u8>, csv::Error> {
    let is_key = |column: &'static Column| {
        let refers_here =
            |other: &Column| other.refers_to.is_some_and(|to| to.table == sheet.table.name && to.column == column.name);
        column.refers_to.is_some() || PLAN.iter().any(|table| table.columns.iter().any(refers_here))
    };
    let guards = sheet.columns().map(|(index, column)| {
        let is_guarded = guard && guard::is_guarded(column);
        (index, is_guarded.then(|| is_key(column)))
    });
    let guards: Vec<(usize, Option<bool>)> = guards.collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(sheet.columns().map(|(_, column)| column.name))?;
    for row in 0..sheet.length() {
        for &(index, is_key) in &guards {
            let text = sheet.value(row, index).cell().to_csv();
            match is_key {
                Some(is_key) => writer.write_field(&*guard::guarded(&text, is_key))?,
                None => writer.write_field(text)?,
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Returns whether all texts of a column of days are days.
fn has_days(sheet: &Sheet, index: usize, column: &Column) -> bool {
    let mut texts = sheet.cells(index).map(Cell::to_csv).filter(|text| !text.is_empty());
    column.kind == Kind::Day && texts.all(|text| is_day(&text))
}

/// Returns whether all texts of a column are whole numbers.
fn has_digits(sheet: &Sheet, index: usize, column: &Column) -> bool {
    let mut texts = sheet.cells(index).map(Cell::to_csv).filter(|text| !text.is_empty()).peekable();
    guard::is_guarded(column) && texts.peek().is_some() && texts.all(|text| guard::is_number(&text))
}

/// Returns the columns that identify the rows of a table; empty if they do not, since duplicates in a source stay
/// duplicates. Key columns that are not in use do not count.
fn key(sheet: &Sheet) -> Vec<&'static str> {
    let place = |&name: &&'static str| sheet.columns().find(|(_, column)| column.name == name);
    let (places, names): (Vec<usize>, Vec<_>) =
        sheet.table.key.iter().filter_map(place).map(|(index, column)| (index, column.name)).unzip();
    let rows = 0..sheet.length();
    let cells = |row: usize| places.iter().map(move |&index| sheet.value(row, index).cell());
    // Most tables are in the order of their keys; the others take a set of all keys.
    let is_ascending = || rows.clone().skip(1).all(|row| cells(row - 1).lt(cells(row)));
    let are_distinct = || {
        let mut seen = HashSet::with_capacity(rows.len());
        rows.clone().all(|row| seen.insert(cells(row).collect::<Vec<_>>()))
    };
    let has_null = rows.clone().any(|row| cells(row).any(|cell| *cell == Cell::Null));
    if !has_null && (is_ascending() || are_distinct()) { names } else { Vec::new() }
}

/// Returns the column that another one with these cells refers to, if all of its values are found there.
fn reference<'c>(
    sheets: &[Sheet],
    keys: &[Vec<&'static str>],
    mut cells: impl Iterator<Item = &'c Cell>,
    column: &'static Column,
) -> Option<(&'static str, Reference)> {
    let to = column.refers_to?;
    let (other, _) = sheets.iter().zip(keys).find(|(sheet, key)| sheet.table.name == to.table && !key.is_empty())?;
    let there: HashSet<_> = other.cells(other.table.place(to.column)?).collect();
    cells.all(|cell| *cell == Cell::Null || there.contains(cell)).then_some((column.name, to))
}
