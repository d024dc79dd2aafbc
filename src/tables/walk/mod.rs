//! From a document to the rows of all tables, in one walk along the plan.

mod scalar;
mod wanted;
mod writer;

use serde::Serialize;
use smol_str::SmolStr;

pub use wanted::{RowPlace, Step, Wanted};
use writer::Stop;

use super::cell::{Cell, Value};
use super::column::{Empty, Origin};
use super::plan::{Node, PLAN, Plan, Rows};
use super::rowset::Rowset;

/// The element of a list that stands for nothing.
pub const NO_ELEMENT: SmolStr = SmolStr::new_static(r"\-");

/// How many alternatives a turn may be in, one within the other: no more than a document in JSON can hold.
pub const DEPTH: usize = 32;

/// The rows of a document, or of a part of one in its place, and the paths of what no table holds.
pub fn rows_of(value: &impl Serialize) -> (Vec<Rowset>, Vec<LeftOut>) {
    let walk = walked(value, None);
    (walk.sets, walk.left_out)
}

/// The rows of a document, or of a part of one in its place, that wanted paths lead to.
pub fn rows_at(value: &impl Serialize, wanted: Wanted) -> Wanted {
    walked(value, Some(wanted)).wanted.unwrap_or_default()
}

fn walked(value: &impl Serialize, wanted: Option<Wanted>) -> Walk<'static> {
    let plan = &*PLAN;
    let mut walk = Walk {
        plan,
        sets: plan.tables.iter().map(Rowset::of).collect(),
        scope: vec![None; plan.numbers.len()],
        word: None,
        path: Vec::new(),
        written: 0,
        depth: 0,
        left_out: Vec::new(),
        wanted,
    };
    walk.sets[0].length = 1;
    let at = At { walk: &mut walk, node: &plan.tables[0].row, table: 0, row: 0, is_unknown: false };
    if value.serialize(at).is_err() {
        walk.leave_out();
    }
    for (index, (table, set)) in plan.tables.iter().zip(&mut walk.sets).enumerate() {
        // What closes first is noted first; the order of the layout is kept.
        set.bare.sort_unstable();
        if table.may_be_left_out && set.says_nothing(table) {
            *set = Rowset::of(table);
        }
        if table.is_sorted
            && let Some(places) = sort(set, &table.placed)
        {
            walk.wanted.iter_mut().for_each(|wanted| wanted.move_rows(index, &places));
        }
    }
    walk
}

/// Brings rows of several places into the order of what they are in; where they were not, their new places.
fn sort(set: &mut Rowset, keys: &[usize]) -> Option<Vec<usize>> {
    let key = |row: &usize| -> [i128; 4] {
        let mut key = [0; 4];
        for (part, &column) in key.iter_mut().zip(keys) {
            if let Cell::Integer(number) = set.value(*row, column).cell() {
                *part = *number;
            }
        }
        key
    };
    let mut order: Vec<usize> = (0..set.length).collect();
    if order.is_sorted_by_key(key) {
        return None;
    }
    order.sort_by_cached_key(key);
    for values in set.columns.iter_mut().filter(|values| !values.is_empty()) {
        values.resize(set.length, Value::Absent);
        let mut taken: Vec<Value> = std::mem::take(values);
        *values = order.iter().map(|&row| std::mem::replace(&mut taken[row], Value::Absent)).collect();
        let used = values.iter().rposition(|value| *value != Value::Absent).map_or(0, |last| last + 1);
        values.truncate(used);
    }
    let mut place = vec![0; set.length];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    set.bare.iter_mut().for_each(|(row, _)| *row = place[*row]);
    set.unknown.iter_mut().for_each(|(row, _)| *row = place[*row]);
    set.bare.sort_unstable();
    set.unknown.sort_by_key(|(row, _)| *row);
    Some(place)
}

/// What no table holds.
pub struct LeftOut {
    /// Its path.
    pub path: String,
    /// Whether it is in more alternatives than tables hold, one within the other.
    pub is_too_deep: bool,
}

struct Walk<'p> {
    plan: &'p Plan,
    sets: Vec<Rowset>,
    scope: Vec<Option<usize>>,
    word: Option<&'static str>,
    path: Vec<Step>,
    /// How many cells and rows were written.
    written: usize,
    depth: usize,
    left_out: Vec<LeftOut>,
    /// The paths whose rows are wanted.
    wanted: Option<Wanted>,
}

impl Walk<'_> {
    fn path_here(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Field(name) if path.is_empty() => path.push_str(name),
                Step::Field(name) => path.extend([".", name]),
                Step::Index(index) => path.push_str(&format!("[{index}]")),
            }
        }
        path
    }

    fn leave_out(&mut self) {
        self.left_out.push(LeftOut { path: self.path_here(), is_too_deep: false });
    }

    fn enter(&mut self, step: Step) {
        self.wanted.iter_mut().for_each(|wanted| wanted.enter(&step));
        self.path.push(step);
    }

    fn leave(&mut self) {
        self.wanted.iter_mut().for_each(Wanted::leave);
        self.path.pop();
    }

    fn note_row(&mut self, table: usize, row: usize, is_exploded: bool) {
        self.wanted.iter_mut().for_each(|wanted| wanted.note(RowPlace { table, row, is_exploded }));
    }

    /// Begins a row, which is numbered by what it is in.
    fn begin(&mut self, table: usize) -> usize {
        let plan = self.plan;
        let set = &mut self.sets[table];
        let row = set.length;
        set.length += 1;
        self.written += 1;
        let own = plan.tables[table].own_column;
        for &index in &plan.tables[table].placed {
            let cell = match &plan.tables[table].columns[index].origin {
                Origin::Number(_) if own == Some(index) => Some(Cell::Integer(row as i128 + 1)),
                Origin::Number(number) => self.scope[*number].map(|number| Cell::Integer(number as i128)),
                Origin::Word => self.word.map(|word| Cell::Text(SmolStr::new_static(word))),
                _ => None,
            };
            if let Some(cell) = cell {
                set.set(row, index, Value::Known(cell));
            }
        }
        row
    }

    /// Writes an element of a list as a row.
    fn element<T: Serialize + ?Sized>(&mut self, rows: &Rows, index: usize, element: &T) -> Result<(), Stop> {
        let plan = self.plan;
        let table = &plan.tables[rows.table];
        if table.own_number.is_some() && self.depth > DEPTH {
            self.left_out.push(LeftOut { path: self.path_here(), is_too_deep: true });
            return Ok(());
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
        let done = element.serialize(At { walk: self, node: &table.row, table: rows.table, row, is_unknown: false });
        self.depth -= usize::from(is_own);
        if let Some((number, kept)) = kept {
            self.scope[number] = kept;
        }
        self.word = word;
        done
    }
}

/// Where a value is written.
struct At<'w, 'p> {
    walk: &'w mut Walk<'p>,
    node: &'p Node,
    table: usize,
    row: usize,
    /// Whether it is a text that was not understood.
    is_unknown: bool,
}

impl<'w, 'p> At<'w, 'p> {
    fn cell(self, cell: Cell) -> Result<(), Stop> {
        match self.node.cell {
            // Nothing is no value where an empty cell means something else.
            Some(column) if cell == Cell::Null && self.empty_of(column) != Empty::Null => self.walk.leave_out(),
            Some(column) => {
                self.walk.sets[self.table].set(self.row, column, Value::Known(cell));
                self.walk.written += 1;
            }
            None if self.node.is_elsewhere => {}
            None => self.walk.leave_out(),
        }
        Ok(())
    }

    fn empty_of(&self, column: usize) -> Empty {
        self.walk.plan.tables[self.table].columns[column].empty
    }

    fn text(self, text: &str) -> Result<(), Stop> {
        if !self.is_unknown {
            return self.cell(Cell::Text(text.into()));
        }
        self.walk.written += 1;
        let set = &mut self.walk.sets[self.table];
        match self.node.cell {
            Some(column) => set.set(self.row, column, Value::Unknown(text.to_owned())),
            None => {
                set.unknown.push((self.row, text.into()));
                self.walk.understood(self.table, self.row);
            }
        }
        Ok(())
    }
}

impl Walk<'_> {
    fn understood(&mut self, table: usize, row: usize) {
        let column = self.plan.tables[table].columns.iter().position(|column| column.name == "understood");
        if let Some(column) = column {
            self.sets[table].set(row, column, Value::Known(Cell::Boolean(false)));
        }
    }

    fn is_bare(&mut self, node: &Node, table: usize, row: usize, written: usize) {
        if let Some(group) = node.group.filter(|_| self.written == written) {
            self.sets[table].bare.push((row, group));
            self.written += 1;
        }
    }
}
