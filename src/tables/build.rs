//! From the rows of all tables to a document: the walk along the plan, the other way.

use std::cell::{Cell as Slot, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::cell::{Cell, Expected, Kind, Value};
use super::column::{Column, Origin};
use super::layout::NOWHERE;
use super::plan::{FieldNode, Node, PLAN, Plan, Rows, Table};
use super::sheet::UNKNOWNS;
use super::walk::{DEPTH, NO_ELEMENT, Rowset};
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

/// How many numbers there may be.
const NUMBERS: usize = 12;

/// The numbers that what is being read goes by.
type Scope = [Option<u64>; NUMBERS];

const NO_SCOPE: Scope = [None; NUMBERS];

/// What the rows of one list have in common: the values of their columns of numbers, each above it by one, and the place
/// of the word.
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
        let is_key = |index: &usize| {
            matches!(plan.columns[*index].origin, Origin::Number(_) | Origin::Word) && Some(*index) != place
        };
        let columns: Vec<usize> = (0..plan.columns.len()).filter(is_key).collect();
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
            if plan.exploded.is_none() {
                let mut all: Vec<usize> = (0..set.length).collect();
                let key = |row: &usize| {
                    let of_list = |part: &usize| self.key_part(table, *row, *part);
                    let list: Vec<u64> =
                        if plan.own_number.is_some() { Vec::new() } else { columns.iter().map(of_list).collect() };
                    (list, number(row))
                };
                all.sort_by_cached_key(key);
                for pair in all.windows(2) {
                    if let [one, other] = pair
                        && key(one) == key(other)
                    {
                        let expected = "a number that no other row has".into();
                        self.refuse(table, *other, plan.columns[column].name, &codes::TWICE, expected);
                    }
                }
            }
        }
        Index { columns, place, lists }
    }

    /// What a cell of a number or of a word adds to a key: 0 where it is empty.
    fn key_part(&self, table: usize, row: usize, column: usize) -> u64 {
        match (self.sets[table].value(row, column).cell(), &self.plan.tables[table].columns[column].kind) {
            (Cell::Integer(number), _) => u64::try_from(*number).map_or(u64::MAX, |number| number.saturating_add(1)),
            (Cell::Text(word), Kind::Word(words)) => {
                words.iter().position(|other| other == word).map_or(0, |place| place as u64 + 1)
            }
            _ => 0,
        }
    }

    fn refuse(&self, table: usize, row: usize, column: &'static str, code: &'static Code, expected: Expected) {
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
    fn rows_of(&self, rows: &Rows, scope: &Scope) -> &[usize] {
        let index = &self.indexes[rows.table];
        if index.lists.is_empty() {
            return &[];
        }
        index.lists.get(&self.key(rows, scope)).map_or(&[], Vec::as_slice)
    }

    fn visit(&self, scope: Scope) {
        if let Some(visited) = &mut *self.visited.borrow_mut() {
            visited.insert(scope);
        }
    }

    fn key(&self, rows: &Rows, scope: &Scope) -> Key {
        let (index, table) = (&self.indexes[rows.table], &self.plan.tables[rows.table]);
        let mut key = Key::default();
        for (part, &column) in key.iter_mut().zip(&index.columns) {
            *part = match (&table.columns[column].origin, &table.columns[column].kind) {
                (Origin::Number(number), _) => scope[*number].map_or(0, |number| number.saturating_add(1)),
                (Origin::Word, Kind::Word(words)) => {
                    words.iter().position(|word| Some(word.as_str()) == rows.word).map_or(0, |place| place as u64 + 1)
                }
                _ => 0,
            };
        }
        key
    }

    /// Says of the rows that nothing holds what they lack.
    fn refuse_unread(&self) {
        let refused: HashSet<(usize, usize)> =
            self.refused.borrow().iter().filter_map(|refusal| Some((refusal.table, refusal.row?))).collect();
        let unread = self.unread_numbers();
        let read = self.read.borrow();
        for (table, read) in read.iter().enumerate().filter(|(_, read)| read.contains(&false)) {
            let plan = &self.plan.tables[table];
            if let Some(parent) = plan.part_of.filter(|_| self.is_of_other_system(table)) {
                let help = "take the table out, or correct the system in games";
                self.refuse_whole(table, self.plan.tables[parent].nowhere.to_owned(), &codes::OTHER_SYSTEM, help);
                continue;
            }
            let places = KnownPlaces::new(self, table);
            // Of what belongs to a row that nothing holds, that row says enough.
            let is_of_unread = |row: usize| {
                let numbers =
                    places.numbers.iter().map(|&(column, number)| (number, self.key_part(table, row, column)));
                plan.own_number.is_none() && numbers.into_iter().any(|number| unread.contains(&number))
            };
            let rows = (0..read.len()).filter(|&row| !read[row] && !refused.contains(&(table, row)));
            rows.filter(|&row| !is_of_unread(row)).for_each(|row| self.refuse_reference(table, row, &places));
        }
    }

    /// The numbers of rows that nothing holds, which rows of other tables go by, each above it by one.
    fn unread_numbers(&self) -> HashSet<(usize, u64)> {
        let read = self.read.borrow();
        let of_table = |(table, plan): (usize, &Table)| {
            let (number, column) = (plan.own_number?, self.indexes[table].place?);
            let rows = (0..read[table].len()).filter(|&row| !read[table][row]);
            Some(rows.map(|row| (number, self.key_part(table, row, column))).collect::<Vec<_>>())
        };
        self.plan.tables.iter().enumerate().filter_map(of_table).flatten().collect()
    }

    fn refuse_reference(&self, table: usize, row: usize, places: &KnownPlaces) {
        let plan = &self.plan.tables[table];
        let name = |place: usize| plan.columns[places.numbers[place].0].name;
        let key: Vec<Option<u64>> =
            places.numbers.iter().map(|&(column, _)| self.key_part(table, row, column).checked_sub(1)).collect();
        if key.iter().all(Option::is_none) {
            return self.refuse_table(table);
        }
        let wrong = (0..key.len()).find(|&place| !places.known.contains(&key[..=place])).unwrap_or(key.len() - 1);
        let before = wrong.checked_sub(1).filter(|&before| key[before].is_none() && key[wrong].is_some());
        match before.filter(|_| !places.numbered.contains(&key[..wrong])) {
            Some(before) => {
                let expected = format!("an empty cell, as {} is empty,", name(before));
                self.refuse(table, row, name(wrong), &codes::BAD_CELL, Expected(expected.into()));
            }
            None => {
                let name = name(wrong);
                self.refuse(table, row, name, &codes::NO_SUCH_REFERENCE, plan.expected_of(name));
            }
        }
    }

    /// Says why no list of this game has rows in a table.
    fn refuse_table(&self, table: usize) {
        let plan = &self.plan.tables[table];
        let (code, help) = match plan.part_of {
            Some(_) => (&codes::NO_SUCH_REFERENCE, "give that table its row"),
            None => (&codes::OTHER_SYSTEM, "take the table out, or correct the system in games"),
        };
        self.refuse_whole(table, plan.nowhere.to_owned(), code, help);
    }

    /// Whether a table is part of one that the game has no place for.
    fn is_of_other_system(&self, table: usize) -> bool {
        let read = self.read.borrow();
        let is_unread = |parent: usize| !read[parent].is_empty() && !read[parent].iter().any(|is_read| *is_read);
        self.plan.tables[table].part_of.is_some_and(|parent| {
            let is_of_system = self.plan.tables[parent].nowhere != NOWHERE;
            is_of_system && is_unread(parent)
        })
    }

    fn refuse_whole(&self, table: usize, message: String, code: &'static Code, help: &'static str) {
        let refusal = Refusal { table, row: None, column: "", code, expected: Expected(message.into()), help };
        let mut refused = self.refused.borrow_mut();
        if !refused.contains(&refusal) {
            refused.push(refusal);
        }
    }

    fn take(&self, table: usize, row: usize) {
        self.read.borrow_mut()[table][row] = true;
        self.last.set((table, row));
    }
}

/// What rows of a table could have belonged to, by their columns of numbers.
struct KnownPlaces {
    /// Those columns, each with its number.
    numbers: Vec<(usize, usize)>,
    /// The beginnings of all keys that there are.
    known: HashSet<Vec<Option<u64>>>,
    /// The beginnings behind which there is a number.
    numbered: HashSet<Vec<Option<u64>>>,
}

impl KnownPlaces {
    fn new(build: &Build<'_>, table: usize) -> Self {
        let number = |column: usize| match build.plan.tables[table].columns[column].origin {
            Origin::Number(number) => Some((column, number)),
            _ => None,
        };
        let numbers: Vec<(usize, usize)> = build.indexes[table].columns.iter().filter_map(|&c| number(c)).collect();
        let (mut known, mut numbered) = (HashSet::new(), HashSet::new());
        for scope in build.visited.borrow().iter().flatten() {
            let key: Vec<Option<u64>> = numbers.iter().map(|&(_, number)| scope[number]).collect();
            for (place, value) in key.iter().enumerate() {
                known.insert(key[..=place].to_vec());
                if value.is_some() {
                    numbered.insert(key[..place].to_vec());
                }
            }
        }
        KnownPlaces { numbers, known, numbered }
    }
}

/// A value at a place of the plan.
#[derive(Clone, Copy)]
struct At<'de> {
    build: &'de Build<'de>,
    node: &'de Node,
    table: usize,
    /// The row; of an element that has several, all of them.
    rows: &'de [usize],
    scope: Scope,
}

impl<'de> At<'de> {
    fn row(&self) -> usize {
        self.rows.first().copied().unwrap_or(0)
    }

    fn cell(&self) -> &'de Value {
        self.node.cell.map_or(&Value::Absent, |column| self.build.sets[self.table].value(self.row(), column))
    }

    fn column(&self) -> Option<&'de Column> {
        self.node.cell.map(|column| &self.build.plan.tables[self.table].columns[column])
    }

    fn unknown_row(&self) -> Option<&'de str> {
        self.build.unknown[self.table].get(&self.row()).copied()
    }

    fn with(self, node: &'de Node) -> At<'de> {
        At { node, ..self }
    }

    /// Whether the rows say anything of it.
    fn is_there(&self) -> bool {
        let is_bare = |group| self.build.bare[self.table].contains(&(self.row(), group));
        *self.cell() != Value::Absent
            || self.node.is_exploded
            || self.node.group.is_some_and(is_bare)
            || self.has_rows()
            || self.node.fields.iter().any(|(_, field)| self.with(&field.node).is_there())
    }

    fn has_rows(&self) -> bool {
        self.node.rows.as_ref().is_some_and(|rows| match rows.lists.len() {
            0 => self.build.sets[rows.table].length > 0,
            1 => !self.build.rows_of(rows, &self.scope).is_empty(),
            _ => false,
        })
    }

    /// The fields that the rows speak of, or that an object always has.
    fn fields(&self) -> Vec<(&'de str, &'de FieldNode)> {
        let variant =
            self.build.plan.tables[self.table].variant_of(self.node, &self.build.sets[self.table], self.row());
        let is_needed = |name: &str, field: &FieldNode| {
            let is_list = field.node.rows.is_some() || self.with(&field.node).is_list_cell();
            is_list && (field.is_required || variant.is_some_and(|variant| variant.needed.iter().any(|n| n == name)))
        };
        let is_of_kind = |name: &str| variant.is_none_or(|variant| variant.has(name));
        let fields = self.node.fields.iter().map(|(name, field)| (name.as_str(), field));
        let fields = fields.filter(|(name, field)| !field.is_of_kind || is_of_kind(name));
        fields.filter(|(name, field)| self.with(&field.node).is_there() || is_needed(name, field)).collect()
    }

    fn object<V: Visitor<'de>>(self, visitor: V, known: Option<&'static [&'static str]>) -> Result<V::Value, Mistake> {
        if let Some(text) = self.text_not_understood() {
            return visitor.visit_map(Unknown { text: Some(text) });
        }
        let mut fields = self.fields();
        self.refuse_bare(!fields.is_empty());
        if !fields.is_empty() {
            self.refuse_gaps();
        }
        if let Some(known) = known {
            fields.retain(|(name, field)| known.contains(name) || !self.refuse_field(field));
        }
        fields.reverse();
        visitor.visit_map(Object { at: self, fields, next: None })
    }

    /// Refuses a part without a value that it always has.
    fn refuse_gaps(&self) {
        for (_, field) in self.node.fields.iter().filter(|(_, field)| field.is_required) {
            let at = self.with(&field.node);
            if let Some(column) = at.column().filter(|column| column.kind != Kind::List)
                && field.node.fields.is_empty()
                && field.node.rows.is_none()
                && !field.node.is_exploded
                && *at.cell() == Value::Absent
            {
                self.build.refuse(self.table, self.row(), column.name, &codes::BAD_CELL, "a value".into());
            }
        }
    }

    /// Refuses a part that is said to be there with nothing in it, and has something.
    fn refuse_bare(&self, has_values: bool) {
        let table = &self.build.plan.tables[self.table];
        let is_bare = |group: &usize| self.build.bare[self.table].contains(&(self.row(), *group));
        if let Some(group) = self.node.group.filter(is_bare).filter(|_| has_values) {
            let expected = "either values or a row in the table unknowns".into();
            self.build.refuse(self.table, self.row(), table.groups[group].0, &codes::BAD_CELL, expected);
        }
    }

    /// Refuses what the game's system has no place for; whether anything was refused.
    fn refuse_field(&self, field: &FieldNode) -> bool {
        let at = self.with(&field.node);
        if *at.cell() != Value::Absent {
            let column = at.column().map_or("", |column| column.name);
            let expected = "an empty cell, as the rest of the row has no place for it,".into();
            self.build.refuse(self.table, self.row(), column, &codes::BAD_CELL, expected);
        }
        // Its rows are refused as such that nothing holds.
        for (_, inner) in &field.node.fields {
            at.refuse_field(inner);
        }
        true
    }

    fn text_not_understood(&self) -> Option<&'de str> {
        match self.cell() {
            Value::Unknown(text) => Some(text),
            _ if std::ptr::eq(self.node, &self.build.plan.tables[self.table].row) => self.unknown_row(),
            _ => None,
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let build = self.build;
        if self.node.is_exploded {
            let element = self.node.element.as_deref().unwrap_or(self.node);
            let is_there = |row: &&'de usize| *self.with(element).at_row(row).cell() != Value::Absent;
            let rows = self.rows.iter().filter(is_there).map(|row| self.with(element).at_row(row));
            return visitor.visit_seq(List(rows));
        }
        if let Some(rows) = &self.node.rows {
            self.refuse_bare(self.has_rows());
            return match rows.lists.len() {
                2.. => self.lists(rows, visitor),
                _ => self.elements(rows, visitor),
            };
        }
        if let Value::Known(cell) = self.cell() {
            let Cell::Text(text) = cell else { return Err(de::Error::custom("a list is expected")) };
            let column = self.column();
            let kind = column.and_then(|column| column.items.as_ref()).unwrap_or(&Kind::Text);
            let may_be_missing = column.is_some_and(|column| column.items_may_be_missing);
            let element = |text| Element { text, kind, may_be_missing };
            let elements = text.split(' ').filter(|text| !text.is_empty()).map(element);
            return visitor.visit_seq(List(elements));
        }
        let items = self.node.fields.iter().map(|(_, field)| self.with(&field.node));
        for late in items.clone().skip_while(At::is_there).filter(At::is_there) {
            let column = late.column().map_or("", |column| column.name);
            let expected = r"an empty cell, as the cell before it is empty (\ is an empty text),".into();
            build.refuse(self.table, self.row(), column, &codes::BAD_CELL, expected);
        }
        let items = items.take_while(At::is_there);
        visitor.visit_seq(List(items))
    }

    fn at_row(self, row: &'de usize) -> At<'de> {
        At { rows: std::slice::from_ref(row), ..self }
    }

    /// The elements of a list, each of which is a row, or several that say where their list goes on.
    fn elements<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let build = self.build;
        let table = &build.plan.tables[rows.table];
        let all = build.rows_of(rows, &self.scope);
        let place = build.indexes[rows.table].place;
        let is_together = |one: &usize, other: &usize| {
            table.exploded.is_some()
                && place.is_some_and(|p| build.key_part(rows.table, *one, p) == build.key_part(rows.table, *other, p))
        };
        let number = rows.lists.last().copied().flatten();
        let deep = usize::from(table.own_number.is_some());
        if deep > 0 && build.depth.get() > DEPTH {
            let expected = format!("a turn that is in fewer than {DEPTH} alternatives, one within the other,");
            all.iter().for_each(|&row| {
                build.take(rows.table, row);
                build.refuse(rows.table, row, "alternative_to", &codes::BAD_CELL, Expected(expected.clone().into()));
            });
            return visitor.visit_seq(List(std::iter::empty::<At<'de>>()));
        }
        build.depth.set(build.depth.get() + deep);
        let elements = all.chunk_by(is_together).map(|rows_of_element| {
            let row = rows_of_element.first().copied().unwrap_or(0);
            rows_of_element.iter().for_each(|&row| build.take(rows.table, row));
            let mut scope = self.scope;
            if let Some(number) = number {
                let own = place.map_or(row as u64 + 1, |p| build.key_part(rows.table, row, p).saturating_sub(1));
                scope[number] = Some(own);
            }
            build.agree(rows.table, rows_of_element);
            build.visit(scope);
            At { build, node: &table.row, table: rows.table, rows: rows_of_element, scope }
        });
        let made = visitor.visit_seq(List(elements));
        build.depth.set(build.depth.get() - deep);
        made
    }

    /// Lists of rows, whose numbers stand in a cell.
    fn lists<V: Visitor<'de>>(self, rows: &'de Rows, visitor: V) -> Result<V::Value, Mistake> {
        let node = self.node.element.as_deref().unwrap_or(self.node);
        let number = rows.lists.first().copied().flatten();
        let mut numbers: Vec<u64> = match self.cell().cell() {
            Cell::Text(text) => text.split(' ').filter_map(|text| text.parse().ok()).collect(),
            _ => Vec::new(),
        };
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            let column = self.column().map_or("", |column| column.name);
            let expected = "a list of different numbers".into();
            self.build.refuse(self.table, self.row(), column, &codes::TWICE, expected);
        }
        visitor.visit_seq(List(numbers.into_iter().map(move |index| {
            let mut scope = self.scope;
            if let Some(number) = number {
                scope[number] = Some(index);
            }
            self.build.visit(scope);
            At { node, scope, ..self }
        })))
    }
}

impl Build<'_> {
    /// Refuses rows of one element that say different things of it.
    fn agree(&self, table: usize, rows: &[usize]) {
        let (plan, set) = (&self.plan.tables[table], &self.sets[table]);
        let [first, rest @ ..] = rows else { return };
        if rest.is_empty() {
            return;
        }
        let line = plan.index_column().map_or(0, |column| self.key_part(table, *first, column).saturating_sub(1));
        if rows.iter().any(|row| self.unknown[table].contains_key(row)) {
            let message = format!("line {line} was not understood, and other rows are of the same line");
            return self.refuse_whole(table, message, &codes::TWICE, "give one of them another line");
        }
        let others = (0..plan.columns.len())
            .filter(|column| Some(*column) != plan.exploded && matches!(plan.columns[*column].origin, Origin::Path(_)));
        let differs = |column: usize| rest.iter().any(|row| set.value(*row, column) != set.value(*first, column));
        if others.into_iter().any(differs) {
            let message = format!("the rows of line {line} say different things beside their territories");
            self.refuse_whole(table, message, &codes::BAD_TABLE, "give them different lines");
        }
    }
}

/// What serde says where rows are no document.
#[derive(Debug)]
pub struct Mistake(String);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

impl de::Error for Mistake {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Mistake(message.to_string())
    }
}

fn scalar<'de, V: Visitor<'de>>(cell: &Cell, visitor: V) -> Result<V::Value, Mistake> {
    match cell {
        Cell::Null => visitor.visit_unit(),
        Cell::Text(text) => visitor.visit_str(text),
        Cell::Integer(number) => match (i64::try_from(*number), u64::try_from(*number)) {
            (Ok(number), _) => visitor.visit_i64(number),
            (_, Ok(number)) => visitor.visit_u64(number),
            _ => visitor.visit_i128(*number),
        },
        Cell::Boolean(value) => visitor.visit_bool(*value),
        Cell::Moment(moment) => visitor.visit_str(&moment.to_string()),
    }
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.text_not_understood().is_some() {
            return self.object(visitor, None);
        }
        let is_list = self.node.is_exploded
            || self.node.rows.as_ref().is_some_and(|rows| !rows.lists.is_empty())
            || self.is_list_cell()
            || self.node.fields.first().is_some_and(|(name, _)| name == "0");
        match self.cell() {
            Value::Known(cell) if !self.is_list_cell() => {
                // It is one or the other.
                self.node.fields.iter().for_each(|(_, field)| _ = self.refuse_field(field));
                scalar(cell, visitor)
            }
            _ if is_list => self.list(visitor),
            _ => self.object(visitor, None),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if *self.cell() == Value::Known(Cell::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Mistake> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.row_of_table().object(visitor, None)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.row_of_table().object(visitor, Some(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        match self.cell() {
            Value::Known(Cell::Text(word)) => visitor.visit_enum(word.as_str().into_deserializer()),
            _ => {
                let mut fields = self.fields();
                self.refuse_bare(!fields.is_empty());
                if let [_, (_, FieldNode { node: Node { rows: Some(rows), .. }, .. })] = fields.as_slice() {
                    let message = "what this table says is given in the table games as well".to_owned();
                    self.build.refuse_whole(rows.table, message, &codes::TWICE, "take one of the two out");
                    self.build.rows_of(rows, &self.scope).iter().for_each(|&row| self.build.take(rows.table, row));
                }
                fields.truncate(1);
                // What is there with nothing in it is a list.
                let list = self.node.fields.iter().find(|(_, field)| field.node.rows.is_some());
                if let (true, Some((name, field))) = (fields.is_empty(), list) {
                    fields.push((name, field));
                }
                visitor.visit_enum(MapAccessDeserializer::new(Object { at: self, fields, next: None }))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple_struct
        identifier
    }
}

impl<'de> At<'de> {
    fn is_list_cell(&self) -> bool {
        self.column().is_some_and(|column| column.kind == Kind::List)
    }

    /// The one row of another table that an object is.
    fn row_of_table(self) -> At<'de> {
        match &self.node.rows {
            Some(rows) if rows.lists.is_empty() => {
                let all = self.build.rows_of(rows, &NO_SCOPE);
                all.iter().for_each(|&row| self.build.take(rows.table, row));
                if all.len() > 1 {
                    let plan = &self.build.plan.tables[rows.table];
                    let message = format!("the table {} has {} rows, and there is one such part", plan.name, all.len());
                    let help = "leave the one row that is meant";
                    self.build.refuse_whole(rows.table, message, &codes::BAD_TABLE, help);
                }
                let node = &self.build.plan.tables[rows.table].row;
                At { node, table: rows.table, rows: all.get(..1).unwrap_or_default(), ..self }
            }
            _ => self,
        }
    }
}

impl<'de> IntoDeserializer<'de, Mistake> for At<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// An element of a list in a cell.
struct Element<'e> {
    text: &'e str,
    kind: &'e Kind,
    may_be_missing: bool,
}

impl Element<'_> {
    fn is_missing(&self) -> bool {
        self.may_be_missing && self.text == NO_ELEMENT
    }
}

impl<'de> Deserializer<'de> for Element<'_> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.is_missing() {
            return visitor.visit_unit();
        }
        let cell = self.kind.parse_list_element(self.text).map_err(|Expected(text)| de::Error::custom(text))?;
        scalar(&cell, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.is_missing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// The elements of a list.
struct List<I>(I);

impl<'de, I: Iterator<Item: Deserializer<'de, Error = Mistake>>> SeqAccess<'de> for List<I> {
    type Error = Mistake;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mistake> {
        self.0.next().map(|element| seed.deserialize(element)).transpose()
    }
}

/// The fields of an object, the next of them last.
struct Object<'de> {
    at: At<'de>,
    fields: Vec<(&'de str, &'de FieldNode)>,
    next: Option<&'de FieldNode>,
}

impl<'de> MapAccess<'de> for Object<'de> {
    type Error = Mistake;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mistake> {
        let Some((name, field)) = self.fields.pop() else { return Ok(None) };
        self.next = Some(field);
        seed.deserialize(de::value::BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mistake> {
        let Some(field) = self.next.take() else { return Err(de::Error::custom("a value without a key")) };
        seed.deserialize(self.at.with(&field.node))
    }
}

/// A text that was not understood.
struct Unknown<'de> {
    text: Option<&'de str>,
}

impl<'de> MapAccess<'de> for Unknown<'de> {
    type Error = Mistake;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mistake> {
        match self.text {
            Some(_) => seed.deserialize(de::value::BorrowedStrDeserializer::new("unknown")).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mistake> {
        seed.deserialize(de::value::BorrowedStrDeserializer::new(self.text.take().unwrap_or_default()))
    }
}
