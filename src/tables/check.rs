//! Checks rows by themselves, before a document is put together.

use super::build::Refusal;
use super::cell::{Cell, Expected, Value};
use super::column::{Column, Origin};
use super::plan::{PLAN, Table, VariantPlan};
use super::rowset::Rowset;
use crate::model::{SHAPE_VERSION, advice_on_version};
use crate::text::codes;

/// Finds values that are missing from rows, or that their kind of row does not have.
pub fn check_rows(sets: &[Rowset]) -> Vec<Refusal> {
    let mut refused = Vec::new();
    for (index, (table, set)) in PLAN.tables.iter().zip(sets).enumerate() {
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
        if let Some((own, column)) = refers_to_itself(table) {
            let number = |row: usize, place: usize| match set.value(row, place).cell() {
                Cell::Integer(number) => Some(*number),
                _ => None,
            };
            let is_late = |row: &usize| number(*row, column).is_some_and(|to| Some(to) >= number(*row, own));
            for row in (0..set.length).filter(is_late) {
                let name = table.columns[column].name;
                let expected = table.expected_of(name);
                refused.push(Refusal::of_cell((index, row), name, &codes::NO_SUCH_REFERENCE, expected));
            }
        }
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

/// Returns the column of a row's own number, and the column that refers to another row of the same table by it.
fn refers_to_itself(table: &Table) -> Option<(usize, usize)> {
    let own = table.own_column?;
    let is_other = |column: &usize| *column != own && table.columns[*column].origin == table.columns[own].origin;
    Some((own, (0..table.columns.len()).find(is_other)?))
}

/// Checks that the tables hold one game, of a version that this program knows.
fn check_document(sets: &[Rowset]) -> Option<Refusal> {
    let (table, games) = (PLAN.tables.first()?, sets.first()?);
    let refusal = |code, message: String, help| Some(Refusal::of_table(0, code, message, help));
    if games.length != 1 {
        let message = format!("the table games has {} rows, and a document is one game", games.length);
        return refusal(&codes::BAD_TABLE, message, "leave the one row that is meant");
    }
    match games.value(0, table.place("ludex")?).cell() {
        Cell::Integer(version) if *version != i128::from(SHAPE_VERSION) => {
            let message = format!("a document of version {version}; this program knows version {SHAPE_VERSION}");
            refusal(&codes::NEWER_VERSION, message, advice_on_version(*version > i128::from(SHAPE_VERSION)))
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
