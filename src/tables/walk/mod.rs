//! Turns a document into the rows of all tables, in one walk along the plan.

mod wanted;
mod writer;

use serde::Serialize;
use smol_str::SmolStr;

pub use wanted::{RowPlace, Step, Wanted};
use writer::{At, Done, Role};

use super::cell::{Cell, Value};
use super::column::Origin;
use super::plan::{PLAN, Plan, Rows};
use super::rowset::Rowset;

/// The element in a list cell that stands for null.
pub const NO_ELEMENT: SmolStr = SmolStr::new_static(r"\-");

/// Maximum depth of nested alternatives that a turn may be in; a document in JSON cannot hold more either.
pub const DEPTH: usize = 32;

/// Returns the rows of a document, or of a part serialized in its place, and the paths of the values that no table
/// holds.
pub fn rows_of(value: &impl Serialize) -> (Vec<Rowset>, Vec<LeftOut>) {
    let walk = walked(value, Wanted::default());
    (walk.sets, walk.left_out)
}

/// Returns the wanted paths with the rows that they lead to, for a document or a part serialized in its place.
pub fn rows_at(value: &impl Serialize, wanted: Wanted) -> Wanted {
    walked(value, wanted).wanted
}

fn walked(value: &impl Serialize, wanted: Wanted) -> Walk {
    let mut walk = Walk {
        plan: &PLAN,
        sets: PLAN.tables.iter().map(|_| Rowset::default()).collect(),
        scope: vec![None; PLAN.numbers.len()],
        word: None,
        path: Vec::new(),
        written: 0,
        depth: 0,
        part: Cell::Null,
        left_out: Vec::new(),
        wanted,
    };
    walk.sets[0].length = 1;
    let at = At { walk: &mut walk, node: &PLAN.tables[0].row, table: 0, row: 0, role: Role::Value };
    if value.serialize(at).is_err() {
        let _ = walk.leave_out(false);
    }
    for (index, (table, set)) in PLAN.tables.iter().zip(&mut walk.sets).enumerate() {
        // Parts are noted in the order in which they are closed; the rows need them in the order of the layout.
        set.bare.sort_unstable();
        if table.may_be_left_out && set.says_nothing(table) {
            *set = Rowset::default();
        }
        if table.is_sorted
            && let Some(places) = set.sort(&table.placed)
        {
            walk.wanted.move_rows(index, &places);
        }
    }
    walk
}

/// A value that no table holds.
pub struct LeftOut {
    /// The path of the value, such as `game.players[3].name`.
    pub path: String,
    /// Whether the reason is that it lies below more nested alternatives than tables can hold.
    pub is_too_deep: bool,
}

struct Walk {
    plan: &'static Plan,
    sets: Vec<Rowset>,
    scope: Vec<Option<usize>>,
    word: Option<&'static str>,
    path: Vec<Step>,
    /// Number of cells and rows written so far.
    written: usize,
    depth: usize,
    /// The key, or the element of a list cell, that was serialized last.
    part: Cell,
    left_out: Vec<LeftOut>,
    wanted: Wanted,
}

impl Walk {
    fn leave_out(&mut self, is_too_deep: bool) -> Done {
        let step = |step: &Step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Index(index) => format!("[{index}]"),
        };
        let path: String = self.path.iter().map(step).collect();
        self.left_out.push(LeftOut { path: path.trim_start_matches('.').to_owned(), is_too_deep });
        Ok(())
    }

    fn note_row(&mut self, table: usize, row: usize, is_exploded: bool) {
        self.wanted.note(&self.path, RowPlace { table, row, is_exploded });
    }

    /// Adds a row to a table, fills its columns of numbers and words from the current scope, and returns its index.
    fn begin(&mut self, table: usize) -> usize {
        let (set, plan) = (&mut self.sets[table], &self.plan.tables[table]);
        let row = set.length;
        set.length += 1;
        self.written += 1;
        for &index in &plan.placed {
            let cell = match &plan.columns[index].origin {
                Origin::Number(_) if plan.own_column == Some(index) => Some(Cell::Integer(row as i128 + 1)),
                Origin::Number(number) => self.scope[*number].map(|number| Cell::Integer(number as i128)),
                _ => self.word.map(|word| Cell::Text(SmolStr::new_static(word))),
            };
            if let Some(cell) = cell {
                set.set(row, index, Value::Known(cell));
            }
        }
        row
    }

    /// Writes an element of a list as a row of its own.
    fn element<T: Serialize + ?Sized>(&mut self, rows: &Rows, index: usize, element: &T) -> Done {
        let table = &self.plan.tables[rows.table];
        if table.own_number.is_some() && self.depth > DEPTH {
            return self.leave_out(true);
        }
        let number = rows.lists.last().copied().flatten();
        let is_own = number.is_some() && number == table.own_number;
        let kept = number.map(|number| (number, self.scope[number]));
        let word = std::mem::replace(&mut self.word, rows.word);
        if let (Some(number), false) = (number, is_own) {
            self.scope[number] = Some(index + 1);
        }
        let row = self.begin(rows.table);
        self.note_row(rows.table, row, false);
        if let (Some(number), true) = (number, is_own) {
            self.scope[number] = Some(row + 1);
        }
        self.depth += usize::from(is_own);
        let done = element.serialize(At { walk: self, node: &table.row, table: rows.table, row, role: Role::Value });
        self.depth -= usize::from(is_own);
        if let Some((number, kept)) = kept {
            self.scope[number] = kept;
        }
        self.word = word;
        done
    }
}
