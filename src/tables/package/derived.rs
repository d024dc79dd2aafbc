//! Compares the cells of derived columns, which are only for readers, with the columns that hold the data.

use std::collections::{HashMap, HashSet};

use smol_str::{SmolStr, ToSmolStr};

use super::lenient;
use super::reading::Reader;
use crate::model::{Document, Game};
use crate::tables::{Column, Content, Sheet, Table, sheets};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// A cell of a derived column, compared after everything has been read.
pub struct DerivedCell {
    pub path: SmolStr,
    pub line: usize,
    pub row: usize,
    pub column: &'static Column,
    pub index: usize,
    pub text: SmolStr,
}

/// The values that derived columns of a table had in the original, by the key of their row and by the value of their
/// base.
#[derive(Default)]
struct Original {
    by_key: HashSet<(usize, Vec<SmolStr>, SmolStr)>,
    by_base: HashSet<(usize, SmolStr, SmolStr)>,
}

impl Reader<'_> {
    /// Warns of derived cells that disagree both with the column they derive from and with the original: these were
    /// edited in the wrong place. Cells of a column that disagree in the same way are reported once, with their count.
    pub fn compare(&mut self, document: &Document, tables: Vec<(&'static Table, Vec<DerivedCell>)>) {
        let mut original: Option<Option<Game>> = None;
        let tables: Vec<_> = tables.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
        if tables.is_empty() {
            return;
        }
        let (sheets, _) = sheets(&Content::new(document));
        for (table, cells) in tables {
            let Some(sheet) = sheets.iter().find(|sheet| sheet.table.name == table.name) else { continue };
            let given = |cell: &DerivedCell| csv(sheet, cell.row, cell.index);
            let as_meant = |cell: &DerivedCell| match lenient::parse(&cell.column.kind, &cell.text) {
                Ok((cell, _)) => cell.to_csv(),
                Err(_) => cell.text.clone(),
            };
            let compared = cells.into_iter().map(|cell| (given(&cell), cell));
            let differs: Vec<(SmolStr, DerivedCell)> =
                compared.filter(|(given, cell)| as_meant(cell) != *given).collect();
            if differs.is_empty() {
                continue;
            }
            let game = original.get_or_insert_with(|| (self.original)(document));
            let diagnostics = game.as_ref().map(|game| Original::of(table, game, &differs)).unwrap_or_default();
            let mut warnings: Vec<(DerivedCell, SmolStr, usize)> = Vec::new();
            let mut places: HashMap<(usize, SmolStr, SmolStr), usize> = HashMap::new();
            for (given, cell) in differs {
                if cell.row < sheet.length() && diagnostics.says(sheet, &cell) {
                    continue;
                }
                match places.get(&(cell.index, cell.text.clone(), given.clone())) {
                    Some(&place) => warnings[place].2 += 1,
                    None => {
                        places.insert((cell.index, cell.text.clone(), given.clone()), warnings.len());
                        warnings.push((cell, given, 0));
                    }
                }
            }
            for (cell, given, more) in warnings {
                self.warn(&cell, &given, more);
            }
        }
    }

    fn warn(&mut self, cell: &DerivedCell, given: &str, more: usize) {
        let (column, base) = (cell.column.name, cell.column.derived_from().unwrap_or_default());
        let more = match more {
            0 => String::new(),
            1 => ", and in 1 more row".to_owned(),
            more => format!(", and in {more} more rows"),
        };
        let (text, given) = (quoted(&cell.text), quoted(given));
        let message = format!("row {}, column {column}{more}: {text} is here, and {base} gives {given}", cell.row + 1);
        let d = Diagnostic::warning(&codes::DERIVED_DISAGREES, message);
        self.emit(d.help(format!("{base} counts; edit that")), &cell.path, Some(cell.line));
    }
}

impl Original {
    fn of(table: &'static Table, game: &Game, cells: &[(SmolStr, DerivedCell)]) -> Original {
        let document = Document::new(game.clone());
        let (sheets, _) = sheets(&Content::new(&document));
        let Some(sheet) = sheets.iter().find(|sheet| sheet.table.name == table.name) else {
            return Original::default();
        };
        let columns: HashMap<usize, &'static Column> =
            cells.iter().map(|(_, cell)| (cell.index, cell.column)).collect();
        let mut original = Original::default();
        for row in 0..sheet.length() {
            for (&index, column) in &columns {
                let diagnostics = csv(sheet, row, index);
                original.by_key.insert((index, key(sheet, row), diagnostics.clone()));
                original.by_base.extend(base(sheet, row, column).map(|base| (index, base, diagnostics)));
            }
        }
        original
    }

    /// Returns whether the original had the same text in the row of a cell, or for the same value of its base.
    fn says(&self, sheet: &Sheet, cell: &DerivedCell) -> bool {
        let text = || cell.text.clone();
        self.by_key.contains(&(cell.index, key(sheet, cell.row), text()))
            || base(sheet, cell.row, cell.column).is_some_and(|base| self.by_base.contains(&(cell.index, base, text())))
    }
}

/// Returns the cells that identify a row: its key, or its index in a table without one.
fn key(sheet: &Sheet, row: usize) -> Vec<SmolStr> {
    match sheet.table.key.as_slice() {
        [] => vec![row.to_smolstr()],
        key => key.iter().filter_map(|name| sheet.table.place(name)).map(|place| csv(sheet, row, place)).collect(),
    }
}

fn base(sheet: &Sheet, row: usize, column: &Column) -> Option<SmolStr> {
    Some(csv(sheet, row, sheet.table.place(column.derived_from()?)?))
}

fn csv(sheet: &Sheet, row: usize, index: usize) -> SmolStr {
    sheet.value(row, index).cell().to_csv()
}
