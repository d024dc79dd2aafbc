//! Puts a document together from the rows of all tables, by the plan along which a walk takes one apart.

mod reader;
mod value;

use std::cell::{Cell as Slot, RefCell};

use hashbrown::{HashMap, HashSet};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use value::At;

use super::cell::{Cell, Kind};
use super::check::Refusal;
use super::column::Origin;
use super::plan::{NO_SCOPE, PLAN, Rows, Scope, table_called};
use super::rowset::Rowset;
use super::sheet::UNKNOWNS;
use crate::model::{Document, System};
use crate::text::codes;
use crate::text::json::syntax_message;

/// The error that serde returns if rows do not make a document.
type Mistake = serde_json::Error;

/// Puts a document together; returns the errors as well, added to those that were `refused` before, and for each table
/// whether each of its rows was read.
pub fn document_of(sets: &[Rowset], refused: Vec<Refusal>) -> (Option<Document>, Vec<Refusal>, Vec<Vec<bool>>) {
    let build = Build::new(sets, refused);
    let root = At { build: &build, node: &PLAN[0].row, table: 0, rows: &[0], scope: NO_SCOPE };
    let system = || System::deserialize(root.with(PLAN[0].row.field("game")?.field("system")?)).ok();
    let read = |system| Document::read_of(system, root).map_err(|mistake| build.refuse_last(&mistake)).ok();
    (system().and_then(read), build.refused.into_inner(), build.read.into_inner())
}

/// Reads the rows of one table without their document; rows that are no such value are left out.
pub fn list_of<T: DeserializeOwned>(sets: &[Rowset], table: &str) -> Vec<T> {
    let build = Build::new(sets, Vec::new());
    let Some(table) = table_called(table) else { return Vec::new() };
    let rows: Vec<usize> = (0..sets[table].length).collect();
    let node = &PLAN[table].row;
    let element = |rows| At { build: &build, node, table, rows, scope: NO_SCOPE };
    rows.chunks(1).filter_map(|rows| T::deserialize(element(rows)).ok()).collect()
}

/// Returns the number in a cell plus one, or the number of its word from 1; 0 if the cell is empty.
pub fn key_part(sets: &[Rowset], table: usize, row: usize, column: usize) -> u64 {
    match (sets[table].value(row, column).cell(), &PLAN[table].columns[column].kind) {
        (Cell::Integer(number), _) => u64::try_from(number.get()).map_or(u64::MAX, |number| number.saturating_add(1)),
        (Cell::Text(word), Kind::Word(words)) => {
            words.iter().position(|other| other == word).map_or(0, |place| place as u64 + 1)
        }
        _ => 0,
    }
}

/// The properties that the rows of one list share: the values of their columns of numbers, each plus one, and the
/// number of the key in the column of words.
pub type Key = [u64; 4];

/// Returns the key of a row; `part` returns the part for one of the columns that all rows of its list share.
pub fn key_of(table: usize, part: impl Fn(usize) -> u64) -> Key {
    let mut key = Key::default();
    key.iter_mut().zip(&PLAN[table].common).for_each(|(own, &column)| *own = part(column));
    key
}

/// Groups the rows of a table by what they belong to, each list in the order of its numbers.
fn lists_of(sets: &[Rowset], table: usize) -> HashMap<Key, Vec<usize>> {
    let plan = &PLAN[table];
    let mut lists: HashMap<Key, Vec<usize>> = HashMap::new();
    for row in 0..sets[table].length {
        lists.entry(key_of(table, |column| key_part(sets, table, row, column))).or_default().push(row);
    }
    if let Some(column) = plan.index {
        lists.values_mut().for_each(|rows| rows.sort_by_key(|row| key_part(sets, table, *row, column)));
    }
    lists
}

struct Build<'b> {
    sets: &'b [Rowset],
    /// The rows of each table, grouped by what they belong to.
    lists: Vec<HashMap<Key, Vec<usize>>>,
    /// For each table, whether its rows were read.
    read: RefCell<Vec<Vec<bool>>>,
    refused: RefCell<Vec<Refusal>>,
    /// Tables and rows that have the number of another row. What belongs to that number is read once, as else a few rows
    /// would be read any number of times.
    repeated: HashSet<(usize, usize)>,
    /// Table and row that were read last.
    last: Slot<(usize, usize)>,
}

impl<'b> Build<'b> {
    fn new(sets: &'b [Rowset], refused: Vec<Refusal>) -> Self {
        // The rows of these tables are read separately.
        let is_apart = |table: usize| table == 0 || PLAN[table].name == UNKNOWNS;
        let read = sets.iter().enumerate().map(|(table, set)| vec![is_apart(table); set.length]).collect();
        let repeated =
            |refusal: &Refusal| Some((refusal.table, refusal.row?)).filter(|_| *refusal.code == codes::TWICE);
        Build {
            sets,
            repeated: refused.iter().filter_map(repeated).collect(),
            lists: (0..sets.len()).map(|table| lists_of(sets, table)).collect(),
            read: RefCell::new(read),
            refused: RefCell::new(refused),
            last: Slot::default(),
        }
    }

    /// Returns the rows of a list, in their order.
    fn rows_of(&self, rows: &Rows, scope: &Scope) -> &[usize] {
        let lists = &self.lists[rows.table];
        if lists.is_empty() {
            return &[];
        }
        let key = key_of(rows.table, |column| match PLAN[rows.table].columns[column].origin {
            Origin::Number(number) => scope[number],
            _ => rows.word_number,
        });
        lists.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Marks rows as read.
    fn take(&self, table: usize, rows: &[usize]) {
        for &row in rows {
            self.read.borrow_mut()[table][row] = true;
            self.last.set((table, row));
        }
    }

    fn refuse(&self, refusal: Refusal) {
        self.refused.borrow_mut().push(refusal);
    }

    /// Refuses the row that was read last, for an error of serde.
    fn refuse_last(&self, mistake: &Mistake) {
        if self.refused.borrow().is_empty() {
            let (table, row) = self.last.get();
            let message = format!("row {}: {}", row + 1, syntax_message(&mistake.to_string()));
            let help = "`ludex schema csv` says what is expected";
            self.refuse(Refusal::of_table(table, &codes::BAD_TABLE, message, help));
        }
    }
}
