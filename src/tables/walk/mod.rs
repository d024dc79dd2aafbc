//! Turns a document into the rows of all tables, in one walk along the plan.

mod writer;

use hashbrown::HashMap;
use serde::Serialize;
use smol_str::{SmolStr, ToSmolStr};

use writer::{At, Done, Role};

use super::cell::{Cell, Value};
use super::column::Origin;
use super::plan::{PLAN, Rows, Scope};
use super::rowset::Rowset;

/// The element in a list cell that stands for null.
pub const NO_ELEMENT: SmolStr = SmolStr::new_static(r"\-");

/// Maximum depth of nested alternatives that a turn may be in; a document in JSON cannot hold more either.
pub const DEPTH: usize = 32;

/// Paths of a document, each with its row once the walk has met it. Only a few of a million rows are wanted, so only
/// these are kept.
pub type Wanted = HashMap<String, Option<RowPlace>>;

/// The place of a row.
#[derive(Debug, Clone, Copy)]
pub struct RowPlace {
    /// Index of the table in the plan.
    pub table: usize,
    /// Index of the row in the table, from 0.
    pub row: usize,
    /// Whether the row is one of several that the elements of an exploded list are spread over.
    pub is_exploded: bool,
}

/// A value that no table holds.
pub struct LeftOut {
    /// The path of the value, such as `game.players[3].name`.
    pub path: String,
    /// Whether the reason is that it lies below more nested alternatives than tables can hold.
    pub is_too_deep: bool,
}

/// One step of a path: into a field of an object, or into an element of a list.
enum Step {
    Field(SmolStr),
    Index(usize),
}

/// A walk along a document, and what it has found.
#[derive(Default)]
pub struct Walk {
    /// The rows of each table.
    pub sets: Vec<Rowset>,
    /// The values that no table holds.
    pub left_out: Vec<LeftOut>,
    /// The wanted paths with the rows that they lead to.
    pub wanted: Wanted,
    scope: Scope,
    path: Vec<Step>,
    /// Number of cells and rows written so far.
    written: usize,
    depth: usize,
    /// The key, or the element of a list cell, that was serialized last.
    part: Cell,
}

impl Walk {
    /// Walks along a document, or a part serialized in its place.
    pub fn of(value: &impl Serialize, wanted: Wanted) -> Walk {
        let sets = PLAN.iter().map(|_| Rowset::default()).collect();
        let mut walk = Walk { sets, wanted, ..Walk::default() };
        walk.sets[0].length = 1;
        let at = At { walk: &mut walk, node: &PLAN[0].row, table: 0, row: 0, role: Role::Value };
        if value.serialize(at).is_err() {
            let _ = walk.leave_out(false);
        }
        for (index, (table, set)) in PLAN.iter().zip(&mut walk.sets).enumerate() {
            // Parts are noted in the order in which they are closed; the rows need them in the order of the layout.
            set.bare.sort_unstable();
            if table.places.iter().any(|place| place.of_type.is_some()) && set.says_nothing(table) {
                *set = Rowset::default();
            }
            // Rows that come from several places stand with the rows that they belong to.
            if table.places.len() > 1
                && table.places.iter().all(|place| place.rows.word.is_none())
                && let Some(places) = set.sort(&table.placed)
            {
                let of_table = walk.wanted.values_mut().flatten().filter(|place| place.table == index);
                of_table.for_each(|place| place.row = places[place.row]);
            }
        }
        walk
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Field(name) if path.is_empty() => path.push_str(name),
                Step::Field(name) => path.extend([".", name]),
                Step::Index(index) => path.extend(["[", &index.to_smolstr(), "]"]),
            }
        }
        path
    }

    fn leave_out(&mut self, is_too_deep: bool) -> Done {
        self.left_out.push(LeftOut { path: self.path(), is_too_deep });
        Ok(())
    }

    /// Notes the row that the walk has reached, if its path is wanted.
    fn note_row(&mut self, table: usize, row: usize, is_exploded: bool) {
        if !self.wanted.is_empty()
            && let Some(place) = self.wanted.get_mut(&self.path())
        {
            *place = Some(RowPlace { table, row, is_exploded });
        }
    }

    /// Adds a row, the one at an index of its list, fills its columns of numbers and words, and returns its index in the
    /// table.
    fn begin(&mut self, rows: &Rows, index: usize) -> usize {
        let (set, table) = (&mut self.sets[rows.table], &PLAN[rows.table]);
        let row = set.length;
        set.length += 1;
        self.written += 1;
        let number = if table.own_column.is_some() { row } else { index } as u64 + 1;
        for &column in &table.placed {
            let cell = match table.columns[column].origin {
                _ if [table.index, table.own_column].contains(&Some(column)) => Some(Cell::integer(number)),
                Origin::Number(number) => Some(self.scope[number]).filter(|n| *n > 0).map(Cell::integer),
                _ => rows.word.map(|word| Cell::Text(SmolStr::new_static(word))),
            };
            if let Some(cell) = cell {
                set.set(row, column, Value::Known(cell));
            }
        }
        if let Some(counted) = rows.lists.last() {
            self.scope[*counted] = number;
        }
        self.note_row(rows.table, row, false);
        row
    }

    /// Writes an element of a list, or an object that is one row, as a row of its own.
    fn element<T: Serialize + ?Sized>(&mut self, rows: &Rows, index: usize, element: &T) -> Done {
        let table = &PLAN[rows.table];
        let deep = usize::from(table.own_column.is_some());
        if deep > 0 && self.depth > DEPTH {
            return self.leave_out(true);
        }
        let kept = self.scope;
        let row = self.begin(rows, index);
        self.depth += deep;
        element.serialize(At { walk: self, node: &table.row, table: rows.table, row, role: Role::Value })?;
        self.depth -= deep;
        self.scope = kept;
        Ok(())
    }
}
