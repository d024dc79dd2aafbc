//! Writes the rows of entries into a database.

use std::borrow::Cow;

use rusqlite::types::Null;
use rusqlite::{Error, Statement, Transaction};

use super::originals::{MODE, Packer, modified};
use super::schema::{ARCHIVE, INPUTS, Parameters, TABLES, insert};
use super::search::{SEARCHED, Searched};
use crate::tables::collection::entry::{Entry, EntryTable, Found};
use crate::tables::collection::numbering::{Ids, UNNUMBERED};
use crate::tables::collection::schema::{GAMES, SOURCES};
use crate::tables::collection::{CollectedColumn, ColumnOrigin};
use crate::tables::{Cell, Kind, Value, Values};
use crate::text::{Diagnostic, codes};

/// Checks that a database can hold every value of an entry.
///
/// # Errors
///
/// Returns an error if a number is too large.
pub fn check(entry: &Entry) -> Result<(), Diagnostic> {
    for table in entry.tables(&UNNUMBERED) {
        for column in table.schema.columns.iter().filter(|column| may_be_too_large(&table, column)) {
            for row in 0..table.length() {
                if let Cell::Integer(number) = *table.cell(row, column)
                    && let number = number.get()
                    && i64::try_from(number).is_err()
                {
                    let (name, most) = (table.schema.name(), i64::MAX);
                    let message = format!(
                        "{} in row {} of the table {name} is {number}, and SQLite holds whole numbers up to {most}",
                        column.name,
                        row + 1
                    );
                    let d = Diagnostic::error(&codes::BAD_VALUE, message);
                    return Err(d.help("convert to JSON or CSV, which hold it, or correct the number"));
                }
            }
        }
    }
    Ok(())
}

fn may_be_too_large(table: &EntryTable<'_>, column: &CollectedColumn) -> bool {
    let ColumnOrigin::Document(place) = column.origin else { return false };
    let bounds = table.schema.table.columns[place].bounds;
    let fits = |(least, most): (i128, i128)| least >= i64::MIN.into() && most <= i64::MAX.into();
    column.kind == Kind::Integer && table.is_used(column) && !bounds.is_some_and(fits)
}

/// Returns the approximate size of an entry in memory until it is written, in bytes.
pub fn size(entry: &Entry, ids: &Ids) -> usize {
    let values = |table: EntryTable<'_>| {
        let columns = table.schema.columns.iter().filter_map(|column| table.values(column));
        columns.map(Values::size).sum::<usize>()
    };
    let bytes = entry.originals.iter().filter_map(|original| original.bytes.as_ref()).map(Vec::len);
    bytes.sum::<usize>() + entry.tables(ids).map(values).sum::<usize>()
}

/// The number of rows that one statement inserts, if there are so many: a statement opens the table and each of its
/// indexes anew. Such a statement leaves the row ids to SQLite, and what it did before an error to the transaction: else
/// SQLite would copy each page before the statement changes it, so as to undo the statement alone, which takes longer
/// than what is saved. The statements of all tables are kept by the connection for the next transaction.
const TOGETHER: usize = 16;

/// The first row of an entry in each table, by the table's index in the schema; `None` if it has no rows there.
type FirstRows = Vec<Option<i64>>;

/// Writes the rows of entries within one transaction.
pub struct Writer<'t> {
    transaction: &'t Transaction<'t>,
    next_rows: &'t mut [i64],
    /// The full-text tables, each with the first new row of the table that it indexes; `None` if there are no new rows.
    searched: Vec<(&'static Searched, Option<i64>)>,
    packer: &'t mut Packer,
    /// Buffer for the text of a list.
    list: String,
}

impl<'t> Writer<'t> {
    /// Creates a writer; `next_rows` has the next row id of each table.
    pub fn new(transaction: &'t Transaction<'t>, next_rows: &'t mut [i64], packer: &'t mut Packer) -> Writer<'t> {
        Writer {
            transaction,
            next_rows,
            searched: SEARCHED.iter().map(|searched| (searched, None)).collect(),
            packer,
            list: String::new(),
        }
    }

    /// Writes the entries of a batch, table by table, so that rows of one table lie together in the file.
    pub fn write(&mut self, batch: &[(Entry, Ids)]) -> Result<(), Error> {
        // References may lead to tables that are written later.
        let first_rows: Vec<_> = batch.iter().map(|(entry, ids)| self.number(entry, ids)).collect();
        let mut tables = Vec::new();
        for ((entry, ids), first_rows) in batch.iter().zip(&first_rows) {
            tables.extend(entry.tables(ids).map(|table| (table, entry, first_rows)));
        }
        tables.sort_by_key(|(table, ..)| table.schema.index);
        for parts in tables.chunk_by(|(one, ..), (other, ..)| one.schema.index == other.schema.index) {
            self.insert(parts)?;
        }
        self.insert_originals(batch)?;
        let columns = ["source_id", "input_key", "content_key"];
        let mut statement = self.transaction.prepare_cached(&insert(INPUTS, &columns, 1))?;
        for (entry, ids) in batch {
            statement.execute((id(ids.first_source), entry.key.0, entry.content))?;
        }
        self.index_words()
    }

    /// Numbers the rows of an entry.
    fn number(&mut self, entry: &Entry, ids: &Ids) -> FirstRows {
        let mut first_rows = vec![None; TABLES.len()];
        for table in entry.tables(ids) {
            let index = table.schema.index;
            let first = match table.schema.name() {
                GAMES => ids.game.map_or(0, id),
                SOURCES => id(ids.first_source),
                _ => self.next_rows[index],
            };
            first_rows[index] = Some(first);
            self.next_rows[index] = first + length(table.length());
            for (searched, from) in &mut self.searched {
                if searched.table == table.schema.name() {
                    from.get_or_insert(first);
                }
            }
        }
        first_rows
    }

    /// Inserts the rows of one table, those of each entry with the first rows of that entry.
    fn insert(&mut self, parts: &[(EntryTable<'_>, &Entry, &FirstRows)]) -> Result<(), Error> {
        let Some((EntryTable { schema, .. }, _, first_rows)) = parts.first() else { return Ok(()) };
        let sql = &TABLES[schema.index];
        // All rows have values for the same parameters, so that none keeps a value of an earlier row.
        let columns: Vec<_> = (schema.columns.iter().zip(&sql.parameters).enumerate())
            .filter(|(_, (column, at))| at.value > 1 && parts.iter().any(|(table, ..)| table.is_used(column)))
            .collect();
        let mut rows_left: usize = parts.iter().map(|(table, ..)| table.length()).sum();
        let transaction = self.transaction;
        let is_together = rows_left > TOGETHER && follow_each_other(parts);
        let mut together = is_together.then(|| transaction.prepare_cached(&sql.append(TOGETHER))).transpose()?;
        let mut single = transaction.prepare_cached(&sql.insert())?;
        // This row says after which one SQLite is to number the others; nobody's triggers run.
        let start = first_rows[schema.index];
        let mut bound = 0;
        for (table, entry, first_rows) in parts {
            let values: Vec<_> =
                columns.iter().map(|(_, (column, at))| (column, at.value, table.values(column))).collect();
            let reference = |place: usize, at: &Parameters| {
                let parameter = at.reference?;
                let is_of = |found: &&Found| found.table == schema.index && found.column == place;
                let found = entry.references.iter().find(is_of);
                Some((parameter, found.and_then(|found| Some((first_rows[found.to]?, &found.rows)))))
            };
            let references: Vec<_> = columns.iter().filter_map(|(place, (_, at))| reference(*place, at)).collect();
            let first = first_rows[schema.index].unwrap_or_default();
            for (row, row_id) in (first..).take(table.length()).enumerate() {
                let (statement, before) = match &mut together {
                    Some(together) if Some(row_id) != start && rows_left >= TOGETHER => {
                        bound += 1;
                        (together, (bound - 1) * (sql.width() - 1))
                    }
                    _ => {
                        single.raw_bind_parameter(1, row_id)?;
                        (&mut single, 1)
                    }
                };
                // The row id is the first parameter.
                for (column, parameter, values) in &values {
                    let cell = match values {
                        Some(values) => Cow::Borrowed(values.get(row).map_or(&Cell::Null, Value::cell)),
                        None => table.cell(row, column),
                    };
                    bind(statement, before + parameter - 1, &cell, table, column, &mut self.list)?;
                }
                for (parameter, found) in &references {
                    let to = found.and_then(|(first, rows)| Some(first + i64::from(rows.get(row).copied().flatten()?)));
                    statement.raw_bind_parameter(before + parameter - 1, to)?;
                }
                if bound > 0 && bound < TOGETHER {
                    continue;
                }
                statement.raw_execute()?;
                rows_left -= bound.max(1);
                bound = 0;
            }
        }
        Ok(())
    }

    fn insert_originals(&mut self, batch: &[(Entry, Ids)]) -> Result<(), Error> {
        let mut statement =
            self.transaction.prepare_cached(&insert(ARCHIVE, &["name", "mode", "mtime", "sz", "data"], 1))?;
        for (entry, ids) in batch {
            for (original, place) in entry.originals.iter().zip(&ids.originals) {
                let (Some(bytes), Some(place)) = (&original.bytes, place) else { continue };
                let packed = self.packer.pack(bytes);
                statement.execute((place, MODE, modified(original), length(bytes.len()), packed))?;
            }
        }
        Ok(())
    }

    /// Indexes the words of the new rows.
    fn index_words(&mut self) -> Result<(), Error> {
        for (searched, from) in &mut self.searched {
            if let Some(from) = from.take() {
                self.transaction.execute(&searched.add(), [from])?;
            }
        }
        Ok(())
    }
}

/// Returns whether the rows of the parts have successive ids.
fn follow_each_other(parts: &[(EntryTable<'_>, &Entry, &FirstRows)]) -> bool {
    let mut next = None;
    parts.iter().all(|(table, _, first_rows)| {
        let first = first_rows[table.schema.index];
        let follows = next.is_none() || first == next;
        next = first.map(|first| first + length(table.length()));
        follows
    })
}

fn bind(
    statement: &mut Statement<'_>,
    parameter: usize,
    cell: &Cell,
    table: &EntryTable<'_>,
    column: &CollectedColumn,
    list: &mut String,
) -> Result<(), Error> {
    match (cell, column.origin) {
        (Cell::Null, _) => statement.raw_bind_parameter(parameter, Null),
        (Cell::Text(text), ColumnOrigin::Document(place)) if column.kind == Kind::List => {
            list.clear();
            write_list(table.schema.table.columns[place].elements(text), list);
            statement.raw_bind_parameter(parameter, &*list)
        }
        (Cell::Text(text), _) => statement.raw_bind_parameter(parameter, text.as_str()),
        // An entry with a larger number was refused.
        (Cell::Integer(number), _) => statement.raw_bind_parameter(parameter, i64::try_from(number.get()).ok()),
        (Cell::Boolean(is_true), _) => statement.raw_bind_parameter(parameter, is_true),
        (Cell::Moment(moment), _) => statement.raw_bind_parameter(parameter, moment.to_string()),
    }
}

/// Writes the elements of a list as a JSON array.
fn write_list<E>(elements: impl Iterator<Item = Result<Cell, E>>, list: &mut String) {
    list.push('[');
    for cell in elements {
        if list.len() > 1 {
            list.push(',');
        }
        match cell {
            Ok(Cell::Text(text)) => *list += &serde_json::Value::from(text.as_str()).to_string(),
            Ok(Cell::Moment(moment)) => *list += &serde_json::Value::from(moment.to_string()).to_string(),
            Ok(Cell::Null) | Err(_) => *list += "null",
            Ok(number_or_truth) => *list += &number_or_truth.to_csv(),
        }
    }
    list.push(']');
}

/// Converts an id; ids are counted from 1 and stay far below the maximum.
fn id(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
