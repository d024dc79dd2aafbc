//! From a CSV file to the rows of a table.

use std::collections::{BTreeMap, HashSet};

use csv::StringRecord;

use super::csv_file::{self, CsvFile};
use super::derived::DerivedCell;
use super::guard::{is_guarded, unguarded};
use super::lenient::{self, Leniencies, Leniency, read_as};
use super::reading::{Listed, Reader, RowPlaces};
use crate::model::secrets::is_secret_key;
use crate::tables::{Cell, Column, Empty, Expected, Note, PLAN, Rowset, Table, Value, WHOLE_ROW};
use crate::text::address::has_address;
use crate::text::hidden::HIDDEN;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// What the table `unknowns` says of the cells of a table, by row.
pub type Notes = BTreeMap<u64, Vec<Note>>;

/// Where a column stands in the file and in its table.
#[derive(Clone, Copy)]
struct Place {
    is_guarded: bool,
    /// Whether its texts were whole numbers when it was written.
    has_digits: bool,
    in_file: usize,
    in_table: usize,
    column: &'static Column,
}

/// A row of a file that is being read.
struct RowOfFile<'f> {
    path: &'f str,
    line: usize,
    /// Its place, from 0.
    row: usize,
    /// Its cells; nothing where it has too many or too few.
    cells: Option<&'f StringRecord>,
    notes: Vec<Note>,
}

impl RowOfFile<'_> {
    fn text(&self, place: Place) -> &str {
        let text = self.cells.and_then(|cells| cells.get(place.in_file)).unwrap_or_default();
        if place.is_guarded { unguarded(text) } else { text }
    }

    fn take_note(&mut self, column: &str) -> Option<Note> {
        let index = self.notes.iter().position(|note| note.column == column)?;
        Some(self.notes.swap_remove(index))
    }

    fn refusal(&self, column: &str, what: &str) -> Diagnostic {
        let message = format!("row {}, column {column}: {what}", self.row + 1);
        let mut d = Diagnostic::error(&codes::BAD_CELL, message);
        (d.member, d.line) = (Some(self.path.to_owned()), Some(self.line));
        d
    }
}

impl Reader<'_> {
    /// Reads the table at a place of the plan, and gives the cells of its derived columns.
    pub fn table(&mut self, index: usize, listed: &Listed, notes: &mut Notes) -> Vec<DerivedCell> {
        let (table, path) = (&PLAN.tables[index], &listed.path);
        let missing = format!("datapackage.json lists the table {}, and {path} is not there", table.name);
        let Some(bytes) = self.file(path, &missing) else { return Vec::new() };
        let is_column = |name: &str| column_of(table, name).is_some();
        let Some(mut file) = csv_file::parse(&bytes, path, &is_column, &mut self.out) else { return Vec::new() };
        let mut leniencies = std::mem::take(&mut file.leniencies);
        drop_empty_rows(table, &mut file, notes, &mut leniencies);
        let places = self.places(table, listed, &file, &mut leniencies);
        let mut derived = Vec::new();
        let mut set = Rowset::of(table);
        set.length = file.rows.len();
        for ((row, (line, cells)), number) in file.rows.iter().enumerate().zip(1..) {
            let notes = notes.remove(&number).unwrap_or_default();
            let row = RowOfFile { path, line: *line, row, cells: cells.as_ref(), notes };
            self.row(table, &places, row, &mut set, &mut derived, &mut leniencies);
        }
        self.out.extend(leniencies.notes(path));
        std::mem::take(notes).into_values().flatten().for_each(|note| self.refuse_note(&note));
        self.sets[index] = set;
        self.row_places[index] =
            RowPlaces { path: path.clone(), lines: file.rows.iter().map(|(line, _)| *line).collect() };
        derived
    }

    /// Where the columns stand.
    fn places(
        &mut self,
        table: &'static Table,
        listed: &Listed,
        file: &CsvFile,
        leniencies: &mut Leniencies,
    ) -> Vec<Place> {
        let mut places = Vec::new();
        let mut seen = HashSet::new();
        for (in_file, name) in file.header.iter().enumerate() {
            if name.trim().is_empty()
                && let Some(leniency) = nameless(file, in_file)
            {
                leniencies.take(leniency, Some(1), String::new);
                continue;
            }
            let known = column_of(table, name);
            if !seen.insert(known.map_or(name, |(_, column)| column.name)) {
                let message = format!("two columns are called {}", quoted(name));
                self.say(Diagnostic::error(&codes::BAD_TABLE, message), &listed.path, Some(1));
            }
            match known {
                Some((in_table, column)) => {
                    if column.name != name {
                        let example = || format!("{} is taken for {}", quoted(name), column.name);
                        leniencies.take(Leniency::Header, Some(1), example);
                    }
                    let is_guarded = self.is_guarded && is_guarded(column);
                    let has_digits = listed.digits.iter().any(|name| name == column.name);
                    places.push(Place { is_guarded, has_digits, in_file, in_table, column });
                }
                None => {
                    let message = format!("the column {} is not known, so it is not read", quoted(name));
                    self.say(Diagnostic::warning(&codes::UNKNOWN_COLUMN, message), &listed.path, Some(1));
                }
            }
        }
        let found = places.iter().map(|place| place.column.name);
        let listed_order = listed.fields.iter().filter(|field| seen.contains(field.as_str()));
        if !found.filter(|name| listed.fields.iter().any(|field| field == name)).eq(listed_order) {
            leniencies.take(Leniency::ColumnOrder, Some(1), String::new);
        }
        let needed = table.columns.iter().filter(|column| column.empty == Empty::Refused).map(|column| column.name);
        let needed = needed.filter(|name| !listed.fields.iter().any(|field| field == name));
        for name in listed.fields.iter().map(String::as_str).chain(needed).filter(|&name| !seen.contains(name)) {
            if table.columns.iter().any(|column| column.name == name && column.derived_from().is_some()) {
                leniencies.take(Leniency::DerivedColumn, Some(1), || name.to_owned());
                continue;
            }
            let d = Diagnostic::error(&codes::COLUMN_MISSING, format!("the column {} is missing", quoted(name)));
            self.say(d.help("put it back, empty if need be"), &listed.path, Some(1));
        }
        places
    }

    /// Reads the values of a row.
    fn row(
        &mut self,
        table: &'static Table,
        places: &[Place],
        mut row: RowOfFile<'_>,
        set: &mut Rowset,
        derived: &mut Vec<DerivedCell>,
        leniencies: &mut Leniencies,
    ) {
        if row.cells.is_none() {
            // It was reported; it stays as a row, so that the others keep their numbers.
            return;
        }
        for (index, (group, ..)) in table.groups.iter().enumerate() {
            match row.take_note(group) {
                Some(Note { text: None, .. }) => set.bare.push((row.row, index)),
                Some(Note { text: Some(text), .. }) => {
                    let what = format!("the table unknowns says {}, and no text is expected", quoted(&text));
                    self.out.push(row.refusal(group, &what));
                }
                None => {}
            }
        }
        let mut is_unknown = false;
        if table.may_be_unknown
            && let Some(note) = row.take_note(WHOLE_ROW)
        {
            if note.text.is_none() {
                let what = "the table unknowns has no text for this row; the text that was not understood is expected";
                self.out.push(row.refusal(WHOLE_ROW, what));
            }
            set.unknown.push((row.row, note.text.unwrap_or_default().into()));
            is_unknown = true;
        }
        for &place in places {
            if place.column.derived_from().is_some() {
                let (path, text) = (row.path.into(), row.text(place).into());
                let Place { in_table: index, column, .. } = place;
                derived.push(DerivedCell { path, line: row.line, row: row.row, column, index, text });
                continue;
            }
            let note = row.take_note(place.column.name);
            match value(&row, place, note, is_unknown) {
                Ok((value, leniency)) => {
                    if let Some(leniency) = leniency {
                        let example = || read_as(row.row, place.column.name, row.text(place), value.cell());
                        leniencies.take(leniency, Some(row.line), example);
                    }
                    if value != Value::Absent {
                        set.set(row.row, place.in_table, value);
                    }
                }
                Err(d) => self.out.push(d),
            }
        }
        std::mem::take(&mut row.notes).iter().for_each(|note| self.refuse_note(note));
    }
}

/// The column of a name in a header, and its place in the table; capitals, blanks and hyphens do not count.
fn column_of(table: &'static Table, name: &str) -> Option<(usize, &'static Column)> {
    let find = |name: &str| table.columns.iter().enumerate().find(|(_, column)| column.name == name);
    find(name).or_else(|| {
        let name = name.to_lowercase().replace('-', " ");
        find(&name.split_whitespace().collect::<Vec<_>>().join("_"))
    })
}

/// What a column without a name is that says nothing: empty, or the count of the rows that pandas writes.
fn nameless(file: &CsvFile, index: usize) -> Option<Leniency> {
    if file.column(index).all(|cell| cell.trim().is_empty()) {
        return Some(Leniency::EmptyColumns);
    }
    let counts = file.column(index).enumerate().all(|(row, cell)| cell.parse() == Ok(row));
    counts.then_some(Leniency::IndexColumn)
}

/// Takes the empty rows at the end away that can be no rows: in a table that needs a value in each, and where nothing
/// is said of them.
fn drop_empty_rows(table: &'static Table, file: &mut CsvFile, notes: &Notes, leniencies: &mut Leniencies) {
    if !table.columns.iter().any(|column| column.empty == Empty::Refused) {
        return;
    }
    let is_empty = |cells: &Option<StringRecord>| cells.as_ref().is_some_and(|cells| cells.iter().all(str::is_empty));
    while let Some((line, cells)) = file.rows.last()
        && is_empty(cells)
        && !u64::try_from(file.rows.len()).is_ok_and(|number| notes.contains_key(&number))
    {
        leniencies.take(Leniency::EmptyRows, Some(*line), String::new);
        file.rows.pop();
    }
}

/// A cell as messages show it: what may be a password or an address is hidden.
pub fn shown(column: &str, text: &str) -> String {
    if is_secret_key(column) || has_address(text) { HIDDEN.to_owned() } else { quoted(text).to_string() }
}

/// The value of a cell; in a row that was not understood, empty cells say nothing.
fn value(
    row: &RowOfFile<'_>,
    place: Place,
    note: Option<Note>,
    is_unknown: bool,
) -> Result<(Value, Option<Leniency>), Diagnostic> {
    let Place { column, .. } = place;
    let text = row.text(place);
    match note {
        Some(_) if !text.is_empty() => {
            let what =
                format!("{} stands here, and the table unknowns has a row for this cell", shown(column.name, text));
            let help = "empty one of the two; if rows were sorted, bring them back into their order";
            return Err(row.refusal(column.name, &what).help(help));
        }
        Some(Note { text: Some(unknown), .. }) => {
            let value = Value::Unknown(unknown);
            return match column.fits(&value) {
                Ok(()) => Ok((value, None)),
                Err(expected) => Err(row.refusal(column.name, &format!("{} is expected", expected.0))),
            };
        }
        Some(_) if column.empty != Empty::Refused => return Ok((Value::Absent, None)),
        _ => {}
    }
    // Programs make numbers of such texts, and such with decimals where some are missing.
    if let Some(whole) = lenient::whole(text).filter(|_| place.has_digits) {
        return Ok((Value::Known(Cell::Text(whole.into())), Some(Leniency::Digits)));
    }
    let misfit = |expected: Expected| {
        let what = format!("{} does not fit; {} is expected", shown(column.name, text), expected.0);
        row.refusal(column.name, &what)
    };
    let (cell, leniency) = lenient::parse(&column.kind, text).map_err(misfit)?;
    let value = match (cell, column.empty) {
        (Cell::Null, _) if is_unknown => Value::Absent,
        (Cell::Null, Empty::Refused) => return Err(row.refusal(column.name, "it is empty, and a value is expected")),
        (Cell::Null, Empty::Absent) => Value::Absent,
        (cell, _) => Value::Known(cell),
    };
    column.fits(&value).map_err(misfit)?;
    Ok((value, leniency))
}
