//! Reads the rows of a table from a CSV file.

use std::collections::{BTreeMap, HashMap};

use csv::StringRecord;
use smol_str::SmolStr;

use super::csv_file::{self, CsvFile};
use super::derived::DerivedCell;
use super::guard::{is_guarded, unguarded};
use super::lenient::{self, Leniencies, Leniency, read_as};
use super::reading::{Listed, Reader, RowPlaces};
use crate::model::secrets::is_secret_key;
use crate::tables::package::renamed::{Renamed, name_in, renamed_from, renamings};
use crate::tables::{Cell, Column, Empty, Expected, Kind, Note, PLAN, Rowset, Table, Value, WHOLE_ROW, table_called};
use crate::text::address::has_address;
use crate::text::hidden::HIDDEN;
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;
use crate::text::{Diagnostic, codes};

/// The rows of the table `unknowns` that are about the cells of one table, by row number.
pub type Notes = BTreeMap<u64, Vec<GivenNote>>;

/// A row of the table `unknowns`.
pub struct GivenNote {
    /// The row as read, possibly with an older name in it.
    pub note: Note,
    /// The current name of its column, or of the part of the row.
    column: SmolStr,
}

impl GivenNote {
    /// Creates a note, whose column may have an older name. A name that is now that of a part of a row was that before,
    /// too.
    pub fn new(note: Note) -> GivenNote {
        let has_part = |table: usize| PLAN[table].groups.iter().any(|(part, ..)| *part == note.in_column);
        let renamed = renamed_from(&note.in_table, &note.in_column)
            .filter(|_| !table_called(&note.in_table).is_some_and(has_part));
        let column = renamed.map_or_else(|| note.in_column.clone(), |renamed| SmolStr::new_static(renamed.is));
        GivenNote { note, column }
    }
}

/// The place of a column in the file and in its table.
#[derive(Clone, Copy)]
struct Place<'f> {
    /// The name in the file, without regard to capitals and blanks.
    name: &'f str,
    /// Index of the table in the plan.
    table: usize,
    is_guarded: bool,
    /// Whether all texts of the column were whole numbers when the file was written.
    has_digits: bool,
    in_file: usize,
    in_table: usize,
    column: &'static Column,
}

/// A row of a file that is being read.
struct RowOfFile<'f> {
    path: &'f str,
    line: usize,
    /// Index of the row, from 0.
    row: usize,
    /// The cells; `None` if there are too many or too few.
    cells: Option<&'f StringRecord>,
    notes: Vec<GivenNote>,
}

impl RowOfFile<'_> {
    fn text(&self, place: Place<'_>) -> &str {
        let text = self.cells.and_then(|cells| cells.get(place.in_file)).unwrap_or_default();
        if place.is_guarded { unguarded(text) } else { text }
    }

    fn take_note(&mut self, column: &str) -> Option<Note> {
        let index = self.notes.iter().position(|given| given.column == column)?;
        Some(self.notes.swap_remove(index).note)
    }

    fn refusal(&self, column: &str, what: &str) -> Diagnostic {
        let message = format!("row {}, column {column}: {what}", self.row + 1);
        let mut d = Diagnostic::error(&codes::BAD_CELL, message);
        (d.member, d.line) = (Some(self.path.to_owned()), Some(self.line));
        d
    }
}

impl Reader<'_> {
    /// Reads the table with an index in the plan, and returns the cells of its derived columns.
    pub fn table(&mut self, index: usize, listed: &Listed, notes: &mut Notes) -> Vec<DerivedCell> {
        let (table, path) = (&PLAN[index], &listed.path);
        let missing = format!("datapackage.json lists the table {}, and {path} is not there", table.name);
        let Some(bytes) = self.file(path, &missing) else { return Vec::new() };
        let is_column = |name: &str| column_of(index, name).is_some();
        let Some(mut file) = csv_file::parse(&bytes, path, &is_column, &mut self.out) else { return Vec::new() };
        let mut leniencies = std::mem::take(&mut file.leniencies);
        drop_empty_rows(table, &mut file, notes, &mut leniencies);
        let places = self.places(index, listed, &file, &mut leniencies);
        let mut derived = Vec::new();
        let mut sets: Vec<(usize, Rowset)> =
            self.tables_in(index).into_iter().map(|table| (table, Rowset::default())).collect();
        for ((row, (line, cells)), number) in file.rows.iter().enumerate().zip(1..) {
            let notes = notes.remove(&number).unwrap_or_default();
            let row = RowOfFile { path, line: *line, row, cells: cells.as_ref(), notes };
            self.row(table, &places, row, &mut sets, &mut derived, &mut leniencies);
        }
        self.out.extend(leniencies.notes(path));
        std::mem::take(notes).into_values().flatten().for_each(|given| self.refuse_note(&given.note));
        for (table, mut set) in sets {
            let is_other = table != index;
            set.length = file.rows.len();
            if is_other {
                if set.says_nothing(&PLAN[table]) {
                    continue;
                }
                if let Some(own) = PLAN[table].own_column {
                    (0..set.length).for_each(|row| set.set(row, own, Value::Known(Cell::integer(row as u64 + 1))));
                }
            }
            set.shrink();
            self.sets[table] = set;
            let older = places.iter().filter(|place| place.table == table && place.name != place.column.name);
            self.row_places[table] = RowPlaces {
                path: path.clone(),
                lines: file.rows.iter().map(|(line, _)| *line).collect(),
                older_names: older.map(|place| (place.column.name, place.name.to_owned())).collect(),
                is_of_other_table: is_other,
            };
        }
        derived
    }

    /// Returns the tables whose columns may be in the file of a table: the table itself, and those whose columns were
    /// in it in an older version and that are not listed themselves.
    fn tables_in(&self, index: usize) -> Vec<usize> {
        let name = PLAN[index].name;
        let is_moved = |renamed: &Renamed| renamed.was_in == name && !self.listed.contains(renamed.is_in);
        let mut tables = vec![index];
        for table in renamings().filter(is_moved).filter_map(|renamed| table_called(renamed.is_in)) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }

    /// Finds the places of the columns.
    fn places<'f>(
        &mut self,
        index: usize,
        listed: &Listed,
        file: &'f CsvFile,
        leniencies: &mut Leniencies,
    ) -> Vec<Place<'f>> {
        let table = &PLAN[index];
        let today = |name: &'f str| column_of(index, name).map_or(name, |found| found.column.name);
        let fields: Vec<(&str, &str)> = listed
            .fields
            .iter()
            .map(|name| (name.as_str(), column_of(index, name).map_or(name.as_str(), |found| found.column.name)))
            .collect();
        let mut places = Vec::new();
        let mut seen: HashMap<&str, &str> = HashMap::new();
        for (in_file, name) in file.header.iter().enumerate() {
            if name.trim().is_empty()
                && let Some(leniency) = nameless(file, in_file)
            {
                leniencies.take(leniency, Some(1), String::new);
                continue;
            }
            if let Some(before) = seen.insert(today(name), name) {
                let is_older = |name| column_of(index, name).is_some_and(|found| found.older.is_some());
                let d = if is_older(before) != is_older(name) {
                    let message = format!("the columns {} and {} are the same one", quoted(before), quoted(name));
                    Diagnostic::error(&codes::BAD_TABLE, message).help("delete one of the two")
                } else {
                    Diagnostic::error(&codes::BAD_TABLE, format!("two columns are called {}", quoted(name)))
                };
                self.emit(d, &listed.path, Some(1));
            }
            match column_of(index, name) {
                Some(FoundColumn { table: of_table, in_table, column, older }) => {
                    let other = PLAN[of_table].name;
                    if of_table != index && self.listed.contains(other) {
                        let message =
                            format!("the column {} is of the table {other}, which is listed too", quoted(name));
                        let d = Diagnostic::error(&codes::TWICE, message);
                        self.emit(d.help("delete one of the two"), &listed.path, Some(1));
                        continue;
                    }
                    let spelled = older.map_or(column.name, |renamed| renamed.was);
                    let is_of_version = older.is_none_or(|renamed| renamed.since > self.version);
                    if spelled != name || !is_of_version {
                        let of_other = if of_table == index { String::new() } else { format!("{other}.") };
                        let example = || format!("{} is taken for {of_other}{}", quoted(name), column.name);
                        leniencies.take(Leniency::Header, Some(1), example);
                    }
                    let is_guarded = self.is_guarded && is_guarded(column);
                    let is_it =
                        |name: &String| column_of(index, name).is_some_and(|found| std::ptr::eq(found.column, column));
                    let has_digits = listed.digits.iter().any(is_it);
                    places.push(Place {
                        name: spelled,
                        table: of_table,
                        is_guarded,
                        has_digits,
                        in_file,
                        in_table,
                        column,
                    });
                }
                None => {
                    let message = format!("unknown column {}: it is not read", quoted(name));
                    let mut d = Diagnostic::warning(&codes::UNKNOWN_COLUMN, message);
                    d.help = did_you_mean(name, table.columns.iter().map(|column| column.name)).map(Into::into);
                    self.emit(d, &listed.path, Some(1));
                }
            }
        }
        let found = places.iter().map(|place| place.column.name);
        let listed_order = fields.iter().map(|(_, today)| *today).filter(|today| seen.contains_key(today));
        if !found.filter(|name| fields.iter().any(|(_, today)| today == name)).eq(listed_order) {
            leniencies.take(Leniency::ColumnOrder, Some(1), String::new);
        }
        let needed = table.columns.iter().filter(|column| column.empty == Empty::Refused);
        let needed = needed.map(|column| (name_in(self.version, table.name, column.name).1, column.name));
        let needed = needed.filter(|(_, name)| !fields.iter().any(|(_, today)| today == name));
        let missing: Vec<(&str, &str)> =
            fields.iter().copied().chain(needed).filter(|(_, today)| !seen.contains_key(today)).collect();
        for (name, today) in missing {
            if table.columns.iter().any(|column| column.name == today && column.derived_from().is_some()) {
                leniencies.take(Leniency::DerivedColumn, Some(1), || name.to_owned());
                continue;
            }
            let d = Diagnostic::error(&codes::COLUMN_MISSING, format!("the column {} is missing", quoted(name)));
            self.emit(d.help("put it back, empty if need be"), &listed.path, Some(1));
        }
        places
    }

    /// Reads the values of a row.
    fn row(
        &mut self,
        table: &'static Table,
        places: &[Place<'_>],
        mut row: RowOfFile<'_>,
        sets: &mut [(usize, Rowset)],
        derived: &mut Vec<DerivedCell>,
        leniencies: &mut Leniencies,
    ) {
        if row.cells.is_none() {
            // The error was reported. The row is kept so that the others keep their numbers.
            return;
        }
        for (of_table, set) in &mut *sets {
            let parts = PLAN[*of_table].groups.iter().enumerate().map(|(index, (group, ..))| (index, *group));
            let (own, of_table) = (std::ptr::eq(table, &PLAN[*of_table]), PLAN[*of_table].name);
            let stood_here = |group: &str| renamed_from(table.name, group).is_some_and(|it| it.is_in == of_table);
            for (index, group) in parts.filter(|(_, group)| own || stood_here(group)) {
                match row.take_note(group) {
                    Some(Note { text: None, .. }) => set.bare.push((row.row, index)),
                    Some(Note { text: Some(text), .. }) => {
                        let what = format!("expected no text in the table unknowns, found {}", quoted(&text));
                        self.out.push(row.refusal(group, &what));
                    }
                    None => {}
                }
            }
        }
        let mut is_unknown = false;
        if table.may_be_unknown
            && let Some(note) = row.take_note(WHOLE_ROW)
        {
            if note.text.is_none() {
                let what = "expected the text that was not understood in the table unknowns, found none";
                self.out.push(row.refusal(WHOLE_ROW, what));
            }
            if let Some((_, set)) = sets.first_mut() {
                set.unknown.push((row.row, note.text.unwrap_or_default().into()));
            }
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
                        let example = || read_as(row.row, place.name, row.text(place), value.cell());
                        leniencies.take(leniency, Some(row.line), example);
                    }
                    if value != Value::Absent
                        && let Some((_, set)) = sets.iter_mut().find(|(table, _)| *table == place.table)
                    {
                        set.set(row.row, place.in_table, value);
                    }
                }
                Err(d) => self.out.push(d),
            }
        }
        std::mem::take(&mut row.notes).iter().for_each(|given| self.refuse_note(&given.note));
    }
}

/// The column that a name in a header stands for.
struct FoundColumn {
    /// Index of the table in the plan.
    table: usize,
    in_table: usize,
    column: &'static Column,
    /// The rename, if the header has an older name.
    older: Option<Renamed>,
}

/// Finds the column of a name in the header of a table, current or older; capitals, blanks and hyphens do not count.
fn column_of(table: usize, name: &str) -> Option<FoundColumn> {
    let of_table = |table: usize, name: &str, older| {
        let in_table = PLAN[table].place(name)?;
        Some(FoundColumn { table, in_table, column: &PLAN[table].columns[in_table], older })
    };
    let find = |name: &str| {
        of_table(table, name, None).or_else(|| {
            let older = renamed_from(PLAN[table].name, name)?;
            of_table(table_called(older.is_in)?, older.is, Some(older))
        })
    };
    find(name).or_else(|| {
        let name = name.to_lowercase().replace('-', " ");
        find(&name.split_whitespace().collect::<Vec<_>>().join("_"))
    })
}

/// Returns how a column without a name is accepted: as an empty one, or as the row count that pandas writes; else
/// `None`.
fn nameless(file: &CsvFile, index: usize) -> Option<Leniency> {
    if file.column(index).all(|cell| cell.trim().is_empty()) {
        return Some(Leniency::EmptyColumns);
    }
    let counts = file.column(index).enumerate().all(|(row, cell)| cell.parse() == Ok(row));
    counts.then_some(Leniency::IndexColumn)
}

/// Removes empty rows at the end of a table whose rows all need a value, as long as no note is about them.
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

/// Returns a cell as messages show it: passwords and addresses are hidden.
pub fn shown(column: &str, text: &str) -> String {
    if is_secret_key(column) || has_address(text) { HIDDEN.to_owned() } else { quoted(text).to_string() }
}

/// Returns the value of a cell. In a row that was not understood, empty cells have no meaning.
fn value(
    row: &RowOfFile<'_>,
    place: Place<'_>,
    note: Option<Note>,
    is_unknown: bool,
) -> Result<(Value, Option<Leniency>), Diagnostic> {
    let Place { column, .. } = place;
    let text = row.text(place);
    match note {
        Some(_) if !text.is_empty() => {
            let what = format!("{} is here, and the table unknowns has a row for this cell", shown(column.name, text));
            let help = "empty one of the two; if rows were sorted, bring them back into their order";
            return Err(row.refusal(place.name, &what).help(help));
        }
        Some(Note { text: Some(unknown), .. }) => {
            let value = Value::Unknown(unknown.into());
            return match column.fits(&value) {
                Ok(()) => Ok((value, None)),
                Err(expected) => Err(row.refusal(place.name, &format!("expected {}", expected.0))),
            };
        }
        Some(_) if column.empty != Empty::Refused => return Ok((Value::Absent, None)),
        _ => {}
    }
    // Programs turn such texts into numbers, with decimals if some cells of the column are empty.
    if let Some(whole) = lenient::whole(text).filter(|_| place.has_digits) {
        return Ok((Value::Known(Cell::Text(whole.into())), Some(Leniency::Digits)));
    }
    let misfit = |expected: Expected| {
        let what = format!("expected {}, found {}", expected.0, shown(column.name, text));
        let meant = match &column.kind {
            Kind::Word(words) => did_you_mean(text, words.iter().map(String::as_str)),
            _ => None,
        };
        Diagnostic { help: meant.map(Into::into), ..row.refusal(place.name, &what) }
    };
    let (cell, leniency) = lenient::parse(&column.kind, text).map_err(misfit)?;
    let value = match (cell, column.empty) {
        (Cell::Null, _) if is_unknown => Value::Absent,
        (Cell::Null, Empty::Refused) => return Err(row.refusal(place.name, "expected a value, found an empty cell")),
        (Cell::Null, Empty::Absent) => Value::Absent,
        (cell, _) => Value::Known(cell),
    };
    column.fits(&value).map_err(misfit)?;
    Ok((value, leniency))
}
