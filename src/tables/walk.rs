//! From a document to the rows of all tables, in one walk along the plan.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, Impossible, Serializer};
use smol_str::SmolStr;

use super::cell::{Cell, Value};
use super::column::{Empty, Origin};
use super::plan::{FieldNode, Node, PLAN, Plan, Rows, Table};

/// The element of a list that stands for nothing.
pub const NO_ELEMENT: SmolStr = SmolStr::new_static(r"\-");

/// How many alternatives a turn may be in, one within the other: no more than a document in JSON can hold.
pub const DEPTH: usize = 32;

/// The rows of a table.
#[derive(Debug, Default)]
pub struct Rowset {
    /// How many there are.
    pub length: usize,
    /// The values of each column from top to bottom; what is behind the last is absent.
    pub columns: Vec<Vec<Value>>,
    /// The parts that are there with nothing in them, by row.
    pub bare: Vec<(usize, usize)>,
    /// The texts of rows that were not understood.
    pub unknown: Vec<(usize, SmolStr)>,
}

impl Rowset {
    /// No rows of a table.
    pub fn of(table: &Table) -> Rowset {
        Rowset { columns: vec![Vec::new(); table.columns.len()], ..Rowset::default() }
    }

    /// Gives a row a value.
    pub fn set(&mut self, row: usize, column: usize, value: Value) {
        let values = &mut self.columns[column];
        if values.len() <= row {
            values.resize(row, Value::Absent);
            values.push(value);
        } else {
            values[row] = value;
        }
    }

    /// What a row has in a column.
    pub fn value(&self, row: usize, column: usize) -> &Value {
        self.columns.get(column).and_then(|values| values.get(row)).unwrap_or(&Value::Absent)
    }
}

/// The rows of a document, or of a part of one in its place, and the paths of what no table holds.
pub fn rows_of(value: &impl Serialize) -> (Vec<Rowset>, Vec<String>) {
    let walk = walked(value, false);
    (walk.sets, walk.left_out)
}

/// Where the rows of a document come from.
pub fn paths_of(value: &impl Serialize) -> Vec<RowPath> {
    walked(value, true).paths.unwrap_or_default()
}

fn walked(value: &impl Serialize, with_paths: bool) -> Walk<'static> {
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
        paths: with_paths.then(Vec::new),
    };
    walk.sets[0].length = 1;
    let at = At { walk: &mut walk, node: &plan.tables[0].row, table: 0, row: 0, is_unknown: false };
    if value.serialize(at).is_err() {
        let path = walk.path_here();
        walk.left_out.push(path);
    }
    for (index, (table, set)) in plan.tables.iter().zip(&mut walk.sets).enumerate() {
        // What closes first is noted first; the order of the layout is kept.
        set.bare.sort_unstable();
        if table.has_several_places && !table.columns.iter().any(|column| column.origin == Origin::Word) {
            let is_number = |index: &usize| matches!(table.columns[*index].origin, Origin::Number(_));
            let keys: Vec<usize> = (0..table.columns.len()).filter(is_number).collect();
            if let Some(places) = sort(set, &keys) {
                let of_table = walk.paths.iter_mut().flatten().filter(|path| path.table == index);
                of_table.for_each(|path| path.row = places[path.row]);
            }
        }
    }
    walk
}

/// Brings rows of several places into the order of what they are in; where they were not, their new places.
fn sort(set: &mut Rowset, keys: &[usize]) -> Option<Vec<usize>> {
    let key = |row: &usize| -> Vec<i128> {
        let number = |column: &usize| match set.value(*row, *column).cell() {
            Cell::Integer(number) => *number,
            _ => 0,
        };
        keys.iter().map(number).collect()
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

/// Where a row comes from.
#[derive(Debug)]
pub struct RowPath {
    /// The path of the element.
    pub path: String,
    /// The table, by its place in the plan.
    pub table: usize,
    /// The row, from 0.
    pub row: usize,
    /// Whether it is one of the list that has a row an element.
    pub is_exploded: bool,
}

/// A step of a path.
#[derive(Clone)]
enum Step {
    Field(SmolStr),
    Index(usize),
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
    left_out: Vec<String>,
    /// The paths of rows, where they are wanted.
    paths: Option<Vec<RowPath>>,
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
        let path = self.path_here();
        self.left_out.push(path);
    }

    fn note_path(&mut self, table: usize, row: usize, is_exploded: bool) {
        if self.paths.is_some() {
            let path = RowPath { path: self.path_here(), table, row, is_exploded };
            self.paths.get_or_insert_default().push(path);
        }
    }

    /// Begins a row, which is numbered by what it is in.
    fn begin(&mut self, table: usize) -> usize {
        let plan = self.plan;
        let set = &mut self.sets[table];
        let row = set.length;
        set.length += 1;
        self.written += 1;
        let own = plan.tables[table].own_number;
        for (index, column) in plan.tables[table].columns.iter().enumerate() {
            let cell = match &column.origin {
                Origin::Number(number) if own == Some(*number) && index == 0 => Some(Cell::Integer(row as i128 + 1)),
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
            self.leave_out();
            return Ok(());
        }
        let number = rows.lists.last().copied().flatten();
        let is_own = number == table.own_number;
        let kept = number.map(|number| (number, self.scope[number]));
        let word = std::mem::replace(&mut self.word, rows.word);
        if let (Some(number), false) = (number, is_own) {
            self.scope[number] = Some(index + 1);
        }
        let row = self.begin(rows.table);
        self.note_path(rows.table, row, false);
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

/// What stops a walk; nothing of the model does.
#[derive(Debug)]
pub struct Stop;

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value of the model")
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Stop
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

    fn object(self) -> Object<'w, 'p> {
        let written = self.walk.written;
        Object { at: self, written, key: SmolStr::default() }
    }

    fn list(self) -> List<'w, 'p> {
        let written = self.walk.written;
        let kind = match self.node {
            Node { is_exploded: true, .. } => ListKind::Exploded,
            Node { rows: Some(rows), .. } => ListKind::Rows(rows),
            Node { cell: Some(_), .. } => ListKind::Cell(Vec::new()),
            Node { fields, .. } if !fields.is_empty() => ListKind::Fields,
            _ => ListKind::LeftOut,
        };
        List { at: self, written, kind, count: 0 }
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

macro_rules! integers {
    ($($name:ident: $type:ty),+) => {
        $(fn $name(self, value: $type) -> Result<(), Stop> {
            self.cell(Cell::Integer(value.into()))
        })+
    };
}

impl<'w, 'p> Serializer for At<'w, 'p> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = List<'w, 'p>;
    type SerializeTuple = List<'w, 'p>;
    type SerializeTupleStruct = Impossible<(), Stop>;
    type SerializeTupleVariant = Impossible<(), Stop>;
    type SerializeMap = Object<'w, 'p>;
    type SerializeStruct = Object<'w, 'p>;
    type SerializeStructVariant = Impossible<(), Stop>;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_bool(self, value: bool) -> Result<(), Stop> {
        self.cell(Cell::Boolean(value))
    }

    fn serialize_f32(self, _: f32) -> Result<(), Stop> {
        Err(Stop)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Stop> {
        Err(Stop)
    }

    fn serialize_char(self, value: char) -> Result<(), Stop> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Stop> {
        self.text(text)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Stop> {
        Err(Stop)
    }

    fn serialize_none(self) -> Result<(), Stop> {
        self.cell(Cell::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Stop> {
        self.cell(Cell::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Stop> {
        self.cell(Cell::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Stop> {
        self.cell(Cell::Text(SmolStr::new_static(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        let mut object = self.object();
        object.field(variant, value)?;
        object.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'w, 'p>, Stop> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'w, 'p>, Stop> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Stop> {
        Err(Stop)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Stop> {
        Err(Stop)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'w, 'p>, Stop> {
        Ok(self.object())
    }

    fn serialize_struct(mut self, name: &'static str, _: usize) -> Result<Object<'w, 'p>, Stop> {
        self.is_unknown = name == "Unknown";
        Ok(self.object())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Stop> {
        Err(Stop)
    }
}

/// An object that is being written.
struct Object<'w, 'p> {
    at: At<'w, 'p>,
    written: usize,
    key: SmolStr,
}

impl Object<'_, '_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Stop> {
        let At { walk, node, table, row, is_unknown } = &mut self.at;
        walk.path.push(Step::Field(SmolStr::new(name)));
        let node = match (node.field(name), *is_unknown) {
            (_, true) => node,
            (Some(field), false) => &field.node,
            (None, false) => {
                walk.leave_out();
                walk.path.pop();
                return Ok(());
            }
        };
        // An object that is one row.
        let done = match &node.rows {
            Some(rows) if rows.lists.is_empty() => walk.element(rows, 0, value),
            _ => value.serialize(At { walk, node, table: *table, row: *row, is_unknown: *is_unknown }),
        };
        walk.path.pop();
        done
    }

    fn close(self) -> Result<(), Stop> {
        let At { walk, node, table, row, is_unknown } = self.at;
        if !is_unknown {
            for &column in &node.false_unsaid {
                if *walk.sets[table].value(row, column) == Value::Absent {
                    walk.sets[table].set(row, column, Value::Known(Cell::Boolean(false)));
                }
            }
            walk.is_bare(node, table, row, self.written);
        }
        Ok(())
    }
}

impl ser::SerializeStruct for Object<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Stop> {
        self.field(name, value)
    }

    fn end(self) -> Result<(), Stop> {
        self.close()
    }
}

impl ser::SerializeMap for Object<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        let Cell::Text(key) = key.serialize(Scalar)? else { return Err(Stop) };
        self.key = key;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let key = std::mem::take(&mut self.key);
        self.field(&key, value)
    }

    fn end(self) -> Result<(), Stop> {
        self.close()
    }
}

/// How a list lies in tables.
enum ListKind<'p> {
    /// In one cell, its elements separated by blanks.
    Cell(Vec<SmolStr>),
    /// In a column an element.
    Fields,
    /// As rows of another table, or lists of them.
    Rows(&'p Rows),
    /// As a row of this table an element, the first of which is there.
    Exploded,
    /// Nowhere.
    LeftOut,
}

/// A list that is being written.
struct List<'w, 'p> {
    at: At<'w, 'p>,
    written: usize,
    kind: ListKind<'p>,
    count: usize,
}

impl List<'_, '_> {
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
        let index = self.count;
        self.count += 1;
        self.at.walk.path.push(Step::Index(index));
        let done = self.element_at(index, element);
        self.at.walk.path.pop();
        done
    }

    fn element_at<T: Serialize + ?Sized>(&mut self, index: usize, element: &T) -> Result<(), Stop> {
        let At { walk, node, table, row, .. } = &mut self.at;
        let (table, plan) = (*table, walk.plan);
        match &mut self.kind {
            ListKind::Cell(texts) => texts.push(match element.serialize(Scalar)? {
                Cell::Null => NO_ELEMENT,
                cell => cell.to_list_element(),
            }),
            ListKind::Fields => {
                let Some(FieldNode { node, .. }) = node.field(&index.to_string()) else {
                    walk.leave_out();
                    return Ok(());
                };
                return element.serialize(At { walk, node, table, row: *row, is_unknown: false });
            }
            ListKind::Rows(rows) => match rows.lists.as_slice() {
                [outer, _, ..] => {
                    let node = node.element.as_deref().ok_or(Stop)?;
                    let kept = outer.map(|number| (number, walk.scope[number].replace(index + 1)));
                    let done = element.serialize(At { walk, node, table, row: *row, is_unknown: false });
                    if let Some((number, kept)) = kept {
                        walk.scope[number] = kept;
                    }
                    return done;
                }
                _ => return walk.element(rows, index, element),
            },
            ListKind::Exploded => {
                let Some(column) = node.cell else { return Err(Stop) };
                if index > 0 {
                    let before = *row;
                    let set = &mut walk.sets[table];
                    *row = set.length;
                    set.length += 1;
                    for other in (0..plan.tables[table].columns.len()).filter(|&other| other != column) {
                        let value = set.value(before, other).clone();
                        if value != Value::Absent {
                            set.set(*row, other, value);
                        }
                    }
                }
                walk.note_path(table, *row, true);
                let node = node.element.as_deref().ok_or(Stop)?;
                return element.serialize(At { walk, node, table, row: *row, is_unknown: false });
            }
            ListKind::LeftOut => walk.leave_out(),
        }
        Ok(())
    }

    fn close(self) -> Result<(), Stop> {
        let At { walk, node, table, row, .. } = self.at;
        let cell = match self.kind {
            ListKind::Cell(texts) => {
                let may_be_empty =
                    node.cell.is_some_and(|column| walk.plan.tables[table].columns[column].may_be_empty_list);
                (may_be_empty || !texts.is_empty()).then(|| Cell::Text(texts.join(" ").into()))
            }
            // Lists of rows may be empty, so their numbers stand in a cell.
            ListKind::Rows(rows) if rows.lists.len() > 1 && self.count > 0 => {
                let numbers: Vec<String> = (1..=self.count).map(|number| number.to_string()).collect();
                node.cell.map(|_| Cell::Text(numbers.join(" ").into()))
            }
            _ => None,
        };
        if let (Some(column), Some(cell)) = (node.cell, cell) {
            walk.sets[table].set(row, column, Value::Known(cell));
            walk.written += 1;
        }
        walk.is_bare(node, table, row, self.written);
        Ok(())
    }
}

impl ser::SerializeSeq for List<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
        self.element(element)
    }

    fn end(self) -> Result<(), Stop> {
        self.close()
    }
}

impl ser::SerializeTuple for List<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
        self.element(element)
    }

    fn end(self) -> Result<(), Stop> {
        self.close()
    }
}

/// Takes the cell of a key or of an element of a list.
struct Scalar;

macro_rules! cells {
    ($($name:ident: $type:ty),+) => {
        $(fn $name(self, value: $type) -> Result<Cell, Stop> {
            Ok(Cell::Integer(value.into()))
        })+
    };
}

macro_rules! no_scalars {
    ($($name:ident($($type:ty),*) -> $made:ty;)+) => {
        $(fn $name(self, $(_: $type),*) -> Result<$made, Stop> {
            Err(Stop)
        })+
    };
}

impl Serializer for Scalar {
    type Ok = Cell;
    type Error = Stop;
    type SerializeSeq = Impossible<Cell, Stop>;
    type SerializeTuple = Impossible<Cell, Stop>;
    type SerializeTupleStruct = Impossible<Cell, Stop>;
    type SerializeTupleVariant = Impossible<Cell, Stop>;
    type SerializeMap = Impossible<Cell, Stop>;
    type SerializeStruct = Impossible<Cell, Stop>;
    type SerializeStructVariant = Impossible<Cell, Stop>;

    cells! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    no_scalars! {
        serialize_f32(f32) -> Cell;
        serialize_f64(f64) -> Cell;
        serialize_bytes(&[u8]) -> Cell;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Result<Cell, Stop> {
        Ok(Cell::Boolean(value))
    }

    fn serialize_char(self, value: char) -> Result<Cell, Stop> {
        Ok(Cell::Text(value.encode_utf8(&mut [0; 4]).into()))
    }

    fn serialize_str(self, text: &str) -> Result<Cell, Stop> {
        Ok(Cell::Text(text.into()))
    }

    fn serialize_none(self) -> Result<Cell, Stop> {
        Ok(Cell::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Cell, Stop> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Cell, Stop> {
        Ok(Cell::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Cell, Stop> {
        Ok(Cell::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Cell, Stop> {
        Ok(Cell::Text(SmolStr::new_static(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Cell, Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Cell, Stop> {
        Err(Stop)
    }
}
