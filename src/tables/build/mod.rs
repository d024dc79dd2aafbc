//! From the rows of all tables to a document: the walk along the plan, the other way.

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
use super::plan::{NUMBERS, PLAN, Plan, Rows};
use super::rowset::Rowset;
use super::sheet::UNKNOWNS;
use crate::model::{Document, System};
use crate::text::{Code, codes};

/// Something that is wrong with the rows of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The table, by its place in the plan.
    pub table: usize,
    /// The row, from 0; none where it is about the table as a whole.
    pub row: Option<usize>,
    /// The column, or the part of the row.
    pub column: &'static str,
    /// What is wrong.
    pub code: &'static Code,
    /// What is expected; of a table as a whole, what is wrong.
    pub expected: Expected,
    /// What to do, of a table as a whole.
    pub help: &'static str,
}

/// Puts a document together; the refusals say what does not fit, and there is a document where there are none.
pub fn document_of(sets: &[Rowset]) -> (Option<Document>, Vec<Refusal>) {
    let build = Build::new(sets);
    let root = || At { build: &build, node: &build.plan.tables[0].row, table: 0, rows: &[0], scope: NO_SCOPE };
    let Some(system) = build.system() else { return (None, build.refused.into_inner()) };
    let document = match Document::read_of(system, root()) {
        Ok(document) => Some(document),
        Err(Mistake(message)) => {
            build.refuse_last(&message);
            None
        }
    };
    let is_read = build.read.borrow().iter().flatten().all(|is_read| *is_read);
    if !is_read && document.is_some() {
        // Once more, to know what rows could have belonged to.
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

/// The rows of one table by themselves.
pub fn list_of<T: DeserializeOwned>(sets: &[Rowset], table: &str) -> Vec<T> {
    let build = Build::new(sets);
    let Some(table) = build.plan.table(table) else { return Vec::new() };
    let rows: Vec<usize> = (0..sets[table].length).collect();
    let node = &build.plan.tables[table].row;
    let element = |rows| At { build: &build, node, table, rows, scope: NO_SCOPE };
    rows.chunks(1).filter_map(|rows| T::deserialize(element(rows)).ok()).collect()
}

/// The numbers that what is being read goes by, each above it by one; 0 where there is none.
type Scope = [u64; NUMBERS];

const NO_SCOPE: Scope = [0; NUMBERS];

/// What the rows of one list have in common: the values of their columns of numbers, as in a [`Scope`], and the place of
/// the word.
type Key = [u64; 4];

/// The rows of a table by what they belong to.
#[derive(Default)]
struct Index {
    /// The columns that the key is made of.
    columns: Vec<usize>,
    /// The column of the place in the list.
    place: Option<usize>,
    lists: HashMap<Key, Vec<usize>>,
}

struct Build<'b> {
    plan: &'static Plan,
    sets: &'b [Rowset],
    indexes: Vec<Index>,
    bare: Vec<HashSet<(usize, usize)>>,
    unknown: Vec<HashMap<usize, &'b str>>,
    /// The rows that were read, by table.
    read: RefCell<Vec<Vec<bool>>>,
    /// The numbers that rows can be in, where they are wanted.
    visited: RefCell<Option<HashSet<Scope>>>,
    refused: RefCell<Vec<Refusal>>,
    /// The table and the row that was read last.
    last: Slot<(usize, usize)>,
    depth: Slot<usize>,
}

impl<'b> Build<'b> {
    fn new(sets: &'b [Rowset]) -> Self {
        let plan = &*PLAN;
        let build = Build {
            plan,
            sets,
            indexes: Vec::new(),
            bare: sets.iter().map(|set| set.bare.iter().copied().collect()).collect(),
            unknown: sets
                .iter()
                .map(|set| set.unknown.iter().map(|(row, text)| (*row, text.as_str())).collect())
                .collect(),
            read: RefCell::new(sets.iter().map(|set| vec![false; set.length]).collect()),
            visited: RefCell::default(),
            refused: RefCell::default(),
            last: Slot::new((0, 0)),
            depth: Slot::new(0),
        };
        // These are read by themselves.
        for table in [Some(0), plan.table(UNKNOWNS)].into_iter().flatten() {
            build.read.borrow_mut()[table].fill(true);
        }
        let indexes = (0..sets.len()).map(|table| build.index(table)).collect();
        Build { indexes, ..build }
    }

    fn system(&self) -> Option<System> {
        let column = self.plan.tables[0].columns.iter().position(|column| column.name == "system")?;
        let Cell::Text(word) = self.sets[0].value(0, column).cell() else { return None };
        let word: StrDeserializer<'_, Mistake> = word.as_str().into_deserializer();
        System::deserialize(word).ok()
    }

    /// Groups the rows of a table by what they belong to, each list in the order of its numbers.
    fn index(&self, table: usize) -> Index {
        let (plan, set) = (&self.plan.tables[table], &self.sets[table]);
        let place = plan.index_column();
        let is_key = |column: &usize| Some(*column) != place && Some(*column) != plan.own_column;
        let columns: Vec<usize> = plan.placed.iter().copied().filter(is_key).collect();
        let mut lists: HashMap<Key, Vec<usize>> = HashMap::new();
        for row in 0..set.length {
            let mut key = Key::default();
            for (part, &column) in key.iter_mut().zip(&columns) {
                *part = self.key_part(table, row, column);
            }
            lists.entry(key).or_default().push(row);
        }
        if let Some(column) = place {
            let number = |row: &usize| self.key_part(table, *row, column);
            for rows in lists.values_mut() {
                rows.sort_by_key(number);
            }
            let refuse_twice = |rows: &[usize]| {
                for pair in rows.windows(2) {
                    if let [one, other] = pair
                        && number(one) == number(other)
                    {
                        let expected = "a number that no other row has".into();
                        self.refuse(table, *other, plan.columns[column].name, &codes::TWICE, expected);
                    }
                }
            };
            if plan.own_number.is_some() {
                // No two rows of the whole table have the same.
                let mut all: Vec<usize> = (0..set.length).collect();
                all.sort_by_key(number);
                refuse_twice(&all);
            } else if plan.exploded.is_none() {
                lists.values().for_each(|rows| refuse_twice(rows));
            }
        }
        Index { columns, place, lists }
    }

    /// What a cell of a number or of a word adds to a key: 0 where it is empty.
    pub fn key_part(&self, table: usize, row: usize, column: usize) -> u64 {
        match (self.sets[table].value(row, column).cell(), &self.plan.tables[table].columns[column].kind) {
            (Cell::Integer(number), _) => u64::try_from(*number).map_or(u64::MAX, |number| number.saturating_add(1)),
            (Cell::Text(word), Kind::Word(words)) => {
                words.iter().position(|other| other == word).map_or(0, |place| place as u64 + 1)
            }
            _ => 0,
        }
    }

    pub fn refuse(&self, table: usize, row: usize, column: &'static str, code: &'static Code, expected: Expected) {
        let refusal = Refusal { table, row: Some(row), column, code, expected, help: "" };
        self.refused.borrow_mut().push(refusal);
    }

    /// Refuses the row that was read last, for a reason that serde gives.
    fn refuse_last(&self, message: &str) {
        if self.refused.borrow().is_empty() {
            let (table, row) = self.last.get();
            let message = format!("row {}: {message}", row + 1);
            self.refuse_whole(table, message, &codes::BAD_TABLE, "`ludex schema csv` says what is expected");
        }
    }

    /// The rows of a list, in their order.
    pub fn rows_of(&self, rows: &Rows, scope: &Scope) -> &[usize] {
        let index = &self.indexes[rows.table];
        if index.lists.is_empty() {
            return &[];
        }
        index.lists.get(&self.key(rows, scope)).map_or(&[], Vec::as_slice)
    }

    pub fn visit(&self, scope: Scope) {
        if let Some(visited) = &mut *self.visited.borrow_mut() {
            visited.insert(scope);
        }
    }

    fn key(&self, rows: &Rows, scope: &Scope) -> Key {
        let (index, table) = (&self.indexes[rows.table], &self.plan.tables[rows.table]);
        let mut key = Key::default();
        for (part, &column) in key.iter_mut().zip(&index.columns) {
            *part = match (&table.columns[column].origin, &table.columns[column].kind) {
                (Origin::Number(number), _) => scope[*number],
                (Origin::Word, Kind::Word(words)) => {
                    words.iter().position(|word| Some(word.as_str()) == rows.word).map_or(0, |place| place as u64 + 1)
                }
                _ => 0,
            };
        }
        key
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
