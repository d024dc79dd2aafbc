//! Checks rows by themselves, before a document is put together.

use std::collections::{HashMap, HashSet};

use super::build::{Key, key_of, key_part};
use super::cell::{Cell, Expected, Value};
use super::column::{Column, Origin};
use super::plan::{PLAN, Table, VariantPlan};
use super::rowset::Rowset;
use super::walk::DEPTH;
use crate::model::{SHAPE_VERSION, advice_on_version};
use crate::text::{Code, codes};

/// An error in the rows of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// Index of the table in the plan.
    pub table: usize,
    /// Index of the row, from 0; `None` if the error is about the table as a whole.
    pub row: Option<usize>,
    /// The name of the column, or of the part of the row; empty if the error is about the table as a whole.
    pub column: &'static str,
    /// The code of the error.
    pub code: &'static Code,
    /// The expected content; for a table as a whole, the message itself.
    pub expected: Expected,
    /// The advice for a table as a whole.
    pub help: &'static str,
}

impl Refusal {
    /// Creates an error in a cell.
    pub fn of_cell(
        at: (usize, usize),
        column: &'static str,
        code: &'static Code,
        expected: impl Into<Expected>,
    ) -> Self {
        Refusal { table: at.0, row: Some(at.1), column, code, expected: expected.into(), help: "" }
    }

    /// Creates an error about a table as a whole.
    pub fn of_table(table: usize, code: &'static Code, message: impl Into<Expected>, help: &'static str) -> Refusal {
        Refusal { table, row: None, column: "", code, expected: message.into(), help }
    }
}

/// Finds values that are missing from rows, or that their kind of row does not have.
pub fn check_rows(sets: &[Rowset]) -> Vec<Refusal> {
    let mut refused = Vec::new();
    for (index, (table, set)) in PLAN.iter().zip(sets).enumerate() {
        let mut refuse = |row: usize, column: &'static str, expected: Expected| {
            refused.push(Refusal::of_cell((index, row), column, &codes::BAD_CELL, expected));
        };
        let unknown: Vec<usize> = set.unknown.iter().map(|(row, _)| *row).collect();
        for row in (0..set.length).filter(|row| unknown.binary_search(row).is_err()) {
            missing(table, set, row, &mut refuse);
            if let Some(variant) = table.variant_of(&table.row, set, row) {
                of_kind(table, variant, set, row, &mut refuse);
            }
        }
        refused.extend(check_references(index, table, set));
        let mut refuse = |row: usize, column: &'static str, expected: Expected| {
            refused.push(Refusal::of_cell((index, row), column, &codes::BAD_CELL, expected));
        };
        for &row in &unknown {
            let has_value = |(place, column): &(usize, &Column)| {
                matches!(column.origin, Origin::Path(_)) && *set.value(row, *place) != Value::Absent
            };
            for (_, column) in table.columns.iter().enumerate().filter(has_value) {
                refuse(row, column.name, "an empty cell, as the rest of the row has no place for it".into());
            }
        }
    }
    refused.extend(check_document(sets));
    refused
}

/// Finds rows with the number of another row, unless they are those of one element of an exploded list and say the same.
pub fn check_numbers(sets: &[Rowset]) -> Vec<Refusal> {
    let mut refused = Vec::new();
    for (index, (table, set)) in PLAN.iter().zip(sets).enumerate() {
        let Some(column) = table.index else { continue };
        let part = |row: usize, column: usize| key_part(sets, index, row, column);
        // A number is that of one row in the whole table, or in its list.
        let list = |row: usize| match table.own_column {
            Some(_) => Key::default(),
            None => key_of(index, |column| part(row, column)),
        };
        let mut contradictions = HashSet::new();
        let mut rows: Vec<_> = (0..set.length).map(|row| (list(row), part(row, column), row)).collect();
        rows.sort_unstable();
        for same in rows.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).filter(|same| same.len() > 1) {
            let rows: Vec<usize> = same.iter().map(|(.., row)| *row).collect();
            if table.exploded.is_some() {
                let refusal = contradiction(index, table, set, &rows, same[0].1.saturating_sub(1));
                // The same line of another list is described in the same words.
                refused.extend(refusal.filter(|refusal| contradictions.insert(refusal.expected.clone())));
                continue;
            }
            let (name, expected) = (table.columns[column].name, "a number that no other row has");
            refused.extend(rows[1..].iter().map(|&row| Refusal::of_cell((index, row), name, &codes::TWICE, expected)));
        }
    }
    refused
}

/// Finds more than one row for a part of which a game has one, and any other number of it than 1; `read` says for each
/// table which of its rows were read.
pub fn check_single(sets: &[Rowset], read: &[Vec<bool>]) -> Vec<Refusal> {
    let of_table = |(index, table): (usize, &Table)| {
        let is_single = table.places.iter().any(|place| place.rows.lists.is_empty());
        let length = read[index].len();
        if !is_single || !read[index].contains(&true) {
            None
        } else if length > 1 {
            let message = format!("the table {} has {length} rows, and there is one such part", table.name);
            Some(Refusal::of_table(index, &codes::BAD_TABLE, message, "leave the one row that is meant"))
        } else {
            // Nothing refers to the row by any other number.
            let own = table.own_column.filter(|&own| *sets[index].value(0, own).cell() != Cell::integer(1))?;
            Some(Refusal::of_cell((index, 0), table.columns[own].name, &codes::BAD_CELL, "1"))
        }
    };
    PLAN.iter().enumerate().filter_map(of_table).collect()
}

/// Refuses rows of one line that differ in more than the exploded column.
fn contradiction(index: usize, table: &Table, set: &Rowset, rows: &[usize], line: u64) -> Option<Refusal> {
    if rows.iter().any(|&row| set.unknown_text(row).is_some()) {
        let message = format!("line {line} was not understood, and other rows are of the same line");
        return Some(Refusal::of_table(index, &codes::TWICE, message, "give one of them another line"));
    }
    let is_other = |&column: &usize| Some(column) != table.exploded && table.columns[column].path().is_some();
    let differs = |column: usize| rows.iter().any(|row| set.value(*row, column) != set.value(rows[0], column));
    (0..table.columns.len()).filter(is_other).any(differs).then(|| {
        let message = format!("the rows of line {line} say different things beside their territories");
        Refusal::of_table(index, &codes::BAD_TABLE, message, "give them different lines")
    })
}

/// Refuses rows that refer to themselves or to later rows of their table, and those that are within too many others.
fn check_references(index: usize, table: &Table, set: &Rowset) -> Vec<Refusal> {
    let Some((own, column)) = refers_to_itself(table).filter(|(_, column)| set.is_used(*column)) else {
        return Vec::new();
    };
    let number = |row: usize, column: usize| match set.value(row, column).cell() {
        Cell::Integer(number) => Some(number.get()),
        _ => None,
    };
    let name = table.columns[column].name;
    let refusal = |row: usize, code, expected: Expected| Refusal::of_cell((index, row), name, code, expected);
    let is_late = |row: &usize| number(*row, column).is_some_and(|to| Some(to) >= number(*row, own));
    let late = (0..set.length).filter(is_late);
    let mut refused: Vec<_> =
        late.map(|row| refusal(row, &codes::NO_SUCH_REFERENCE, table.expected_of(name))).collect();
    // The depth of a row is known before those of the rows that refer to it.
    let mut rows: Vec<usize> = (0..set.length).collect();
    rows.sort_by_key(|&row| number(row, own));
    let mut depths: HashMap<i128, usize> = HashMap::new();
    for row in rows {
        let depth = number(row, column).and_then(|to| depths.get(&to)).map_or(0, |depth| depth + 1);
        depths.extend(number(row, own).map(|number| (number, depth)));
        if depth == DEPTH + 1 {
            let expected = format!("a turn that is in fewer than {DEPTH} alternatives, one within the other");
            refused.push(refusal(row, &codes::BAD_CELL, expected.into()));
        }
    }
    refused
}

/// Returns the column of a row's own number, and the column that refers to another row of the same table by it.
fn refers_to_itself(table: &Table) -> Option<(usize, usize)> {
    let own = table.own_column?;
    let is_other = |column: &usize| *column != own && table.columns[*column].origin == table.columns[own].origin;
    Some((own, (0..table.columns.len()).find(is_other)?))
}

/// Checks that the tables hold one game, of a version that this program knows.
fn check_document(sets: &[Rowset]) -> Option<Refusal> {
    let (table, games) = (PLAN.first()?, sets.first()?);
    let refusal = |code, message: String, help| Some(Refusal::of_table(0, code, message, help));
    if games.length != 1 {
        let message = format!("the table games has {} rows, and a document is one game", games.length);
        return refusal(&codes::BAD_TABLE, message, "leave the one row that is meant");
    }
    match games.value(0, table.place("ludex")?).cell() {
        Cell::Integer(version) if *version != SHAPE_VERSION.into() => {
            let version = version.get();
            let message = format!("a document of version {version}; this program knows version {SHAPE_VERSION}");
            refusal(&codes::NEWER_VERSION, message, advice_on_version(version > i128::from(SHAPE_VERSION)))
        }
        _ => None,
    }
}

/// Refuses a row without a value that every row needs; a value that was not understood counts as one.
fn missing(table: &Table, set: &Rowset, row: usize, refuse: &mut impl FnMut(usize, &'static str, Expected)) {
    for &place in table.needed.iter().filter(|&&place| *set.value(row, place) == Value::Absent) {
        refuse(row, table.columns[place].name, "a value".into());
    }
}

/// Refuses values that the kind of the row does not have, and rows without those that it needs.
fn of_kind(
    table: &Table,
    kind: &VariantPlan,
    set: &Rowset,
    row: usize,
    refuse: &mut impl FnMut(usize, &'static str, Expected),
) {
    for (place, column) in table.columns.iter().enumerate() {
        let (is_there, word) = (*set.value(row, place) != Value::Absent, &kind.word);
        match kind.columns.get(place).copied().flatten() {
            Some(true) if !is_there => {
                refuse(row, column.name, format!("a value, which the type {word} needs").into());
            }
            None if is_there => {
                let expected = format!("an empty cell, as the type {word} has no such column");
                refuse(row, column.name, expected.into());
            }
            _ => {}
        }
    }
}
