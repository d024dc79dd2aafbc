//! Puts a document together from the rows of all tables, by the plan along which a walk takes one apart.

mod reader;
mod references;
mod value;

use std::cell::{Cell as Slot, RefCell};
use std::collections::HashSet;

use hashbrown::HashMap;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};

use reader::Mistake;
use value::At;

use super::cell::{Cell, Expected, Kind};
use super::column::Origin;
use super::plan::{NO_SCOPE, PLAN, Rows, Scope};
use super::rowset::Rowset;
use super::sheet::UNKNOWNS;
use crate::model::{Document, System};
use crate::text::json::syntax_message;
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

/// Puts a document together. Returns the errors as well; there is no document if there are any.
pub fn document_of(sets: &[Rowset]) -> (Option<Document>, Vec<Refusal>) {
    let build = Build::new(sets);
    let root = || At { build: &build, node: &PLAN.tables[0].row, table: 0, rows: &[0], scope: NO_SCOPE };
    let Some(system) = build.system() else { return (None, build.refused.into_inner()) };
    let document = match Document::read_of(system, root()) {
        Ok(document) => Some(document),
        Err(mistake) => {
            build.refuse_last(&mistake);
            None
        }
    };
    let is_read = build.read.borrow().iter().flatten().all(|is_read| *is_read);
    if !is_read && document.is_some() {
        // Reads everything once more, to learn which rows others could have belonged to.
        build.visited.replace(Some(HashSet::from([NO_SCOPE])));
        let refused = build.refused.borrow().len();
        if Document::read_of(system, root()).is_ok() {
            build.refused.borrow_mut().truncate(refused);
            build.refuse_unread();
        }
    }
    let mut refused = build.refused.into_inner();
    refused.sort_by_key(|refusal| (refusal.table, refusal.row));
    (document.filter(|_| refused.is_empty()), refused)
}

/// Reads the rows of one table without their document; rows that are no such value are left out.
pub fn list_of<T: DeserializeOwned>(sets: &[Rowset], table: &str) -> Vec<T> {
    let build = Build::new(sets);
    let Some(table) = PLAN.table(table) else { return Vec::new() };
    let rows: Vec<usize> = (0..sets[table].length).collect();
    let node = &PLAN.tables[table].row;
    let element = |rows| At { build: &build, node, table, rows, scope: NO_SCOPE };
    rows.chunks(1).filter_map(|rows| T::deserialize(element(rows)).ok()).collect()
}

/// The properties that the rows of one list share: the values of their columns of numbers, each plus one, and the index
/// of the key in the column of words.
type Key = [u64; 4];

fn key_of(table: usize, part: impl Fn(usize) -> u64) -> Key {
    let mut key = Key::default();
    key.iter_mut().zip(&PLAN.tables[table].common).for_each(|(own, &column)| *own = part(column));
    key
}

struct Build<'b> {
    sets: &'b [Rowset],
    /// The rows of each table, grouped by what they belong to.
    lists: Vec<HashMap<Key, Vec<usize>>>,
    /// For each table, whether its rows were read.
    read: RefCell<Vec<Vec<bool>>>,
    /// The scopes that rows can belong to, collected only while they are needed.
    visited: RefCell<Option<HashSet<Scope>>>,
    refused: RefCell<Vec<Refusal>>,
    /// Table and row that were read last.
    last: Slot<(usize, usize)>,
    depth: Slot<usize>,
}

impl<'b> Build<'b> {
    fn new(sets: &'b [Rowset]) -> Self {
        let build = Build {
            sets,
            lists: Vec::new(),
            read: RefCell::new(sets.iter().map(|set| vec![false; set.length]).collect()),
            visited: RefCell::default(),
            refused: RefCell::default(),
            last: Slot::new((0, 0)),
            depth: Slot::new(0),
        };
        // The rows of these tables are read separately.
        for table in [Some(0), PLAN.table(UNKNOWNS)].into_iter().flatten() {
            build.read.borrow_mut()[table].fill(true);
        }
        let lists = (0..sets.len()).map(|table| build.lists_of(table)).collect();
        Build { lists, ..build }
    }

    fn system(&self) -> Option<System> {
        let Cell::Text(word) = self.sets[0].value(0, PLAN.tables[0].place("system")?).cell() else { return None };
        let word: StrDeserializer<'_, Mistake> = word.as_str().into_deserializer();
        System::deserialize(word).ok()
    }

    /// Groups the rows of a table by what they belong to, each list in the order of its numbers.
    fn lists_of(&self, table: usize) -> HashMap<Key, Vec<usize>> {
        let plan = &PLAN.tables[table];
        let mut lists: HashMap<Key, Vec<usize>> = HashMap::new();
        for row in 0..self.sets[table].length {
            let key = key_of(table, |column| self.key_part(table, row, column));
            lists.entry(key).or_default().push(row);
        }
        let Some(column) = plan.index else { return lists };
        let number = |row: &usize| self.key_part(table, *row, column);
        lists.values_mut().for_each(|rows| rows.sort_by_key(number));
        // No two rows of a list may have the same number, nor two rows of the whole table if they are numbered within
        // it.
        let whole = plan.own_column.map(|_| {
            let mut rows: Vec<usize> = (0..self.sets[table].length).collect();
            rows.sort_by_key(number);
            rows
        });
        let of_lists = lists.values().filter(|_| whole.is_none() && plan.exploded.is_none());
        for pair in whole.iter().chain(of_lists).flat_map(|rows| rows.windows(2)) {
            if let [one, other] = pair
                && number(one) == number(other)
            {
                let expected = "a number that no other row has".into();
                self.refuse(table, *other, plan.columns[column].name, &codes::TWICE, expected);
            }
        }
        lists
    }

    /// Returns the part of a key for a cell of a number or of a word; 0 if the cell is empty.
    pub fn key_part(&self, table: usize, row: usize, column: usize) -> u64 {
        match self.sets[table].value(row, column).cell() {
            Cell::Integer(number) => u64::try_from(*number).map_or(u64::MAX, |number| number.saturating_add(1)),
            Cell::Text(word) => match &PLAN.tables[table].columns[column].kind {
                Kind::Word(words) => words.iter().position(|other| other == word).map_or(0, |place| place as u64 + 1),
                _ => 0,
            },
            _ => 0,
        }
    }

    pub fn refuse(&self, table: usize, row: usize, column: &'static str, code: &'static Code, expected: Expected) {
        let refusal = Refusal { table, row: Some(row), column, code, expected, help: "" };
        self.refused.borrow_mut().push(refusal);
    }

    /// Refuses the row that was read last, for an error of serde.
    fn refuse_last(&self, mistake: &Mistake) {
        if self.refused.borrow().is_empty() {
            let (table, row) = self.last.get();
            let message = format!("row {}: {}", row + 1, syntax_message(&mistake.to_string()));
            self.refuse_whole(table, message, &codes::BAD_TABLE, "`ludex schema csv` says what is expected");
        }
    }

    /// Returns the rows of a list, in their order.
    pub fn rows_of(&self, rows: &Rows, scope: &Scope) -> &[usize] {
        let lists = &self.lists[rows.table];
        if lists.is_empty() {
            return &[];
        }
        let key = key_of(rows.table, |column| match PLAN.tables[rows.table].columns[column].origin {
            Origin::Number(number) => scope[number],
            _ => rows.word_number,
        });
        lists.get(&key).map_or(&[], Vec::as_slice)
    }

    pub fn visit(&self, scope: Scope) {
        if let Some(visited) = &mut *self.visited.borrow_mut() {
            visited.insert(scope);
        }
    }

    pub fn refuse_whole(&self, table: usize, message: String, code: &'static Code, help: &'static str) {
        let refusal = Refusal { table, row: None, column: "", code, expected: Expected(message.into()), help };
        let mut refused = self.refused.borrow_mut();
        if !refused.contains(&refusal) {
            refused.push(refusal);
        }
    }

    pub fn take(&self, table: usize, row: usize) {
        self.read.borrow_mut()[table][row] = true;
        self.last.set((table, row));
    }
}
