//! A serde serializer that puts each value of a document into its place in the plan.

use serde::Serialize;
use serde::de::value::Error as Stop;
use serde::ser::{self, Error, Impossible, Serializer};
use smol_str::{SmolStr, ToSmolStr};

use super::{NO_ELEMENT, Step, Walk};
use crate::tables::cell::{Cell, Value};
use crate::tables::column::Empty;
use crate::tables::plan::{Node, PLAN};

/// The result of a step of the walk; no value of the model makes it fail.
pub type Done = Result<(), Stop>;

/// The role of the value that is being written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Role {
    /// A value of a row.
    Value,
    /// A text that was not understood.
    Unknown,
    /// A key, or an element of a list in a cell.
    Part,
}

/// The place that a value is written to.
pub struct At<'w> {
    pub walk: &'w mut Walk,
    pub node: &'static Node,
    pub table: usize,
    pub row: usize,
    pub role: Role,
}

impl<'w> At<'w> {
    /// Returns the place of another value in the same row.
    fn with(&mut self, node: &'static Node) -> At<'_> {
        let At { ref mut walk, table, row, role, .. } = *self;
        At { walk, node, table, row, role }
    }

    /// Serializes a key, or an element of a list in a cell, into the walk's `part`.
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(At { role: Role::Part, ..self.with(self.node) })
    }

    fn cell(self, cell: Cell) -> Done {
        let At { walk, node, table, row, role } = self;
        let (set, plan) = (&mut walk.sets[table], &PLAN[table]);
        match (role, cell, node.cell) {
            (Role::Part, cell, _) => walk.part = cell,
            (Role::Unknown, Cell::Text(text), Some(column)) => {
                set.set(row, column, Value::Unknown(text.as_str().into()))
            }
            (Role::Unknown, Cell::Text(text), None) => {
                set.unknown.push((row, text));
                if let Some(column) = plan.place("understood") {
                    set.set(row, column, Value::Known(Cell::Boolean(false)));
                }
            }
            // Null is written only to columns where an empty cell means null; elsewhere an empty cell means something
            // else.
            (_, cell, Some(column)) if cell != Cell::Null || plan.columns[column].empty == Empty::Null => {
                set.set(row, column, Value::Known(cell));
            }
            _ if node.is_elsewhere => return Ok(()),
            _ => return walk.leave_out(false),
        }
        walk.written += 1;
        Ok(())
    }

    fn parts(self) -> Result<Parts<'w>, Stop> {
        Ok(Parts { written: self.walk.written, at: self, texts: Vec::new(), count: 0 })
    }

    /// Begins an object of a type, which may be a row of its own.
    fn object(mut self, type_name: &str) -> Result<Parts<'w>, Stop> {
        if let Some(rows) = self.node.row_of(type_name) {
            (self.table, self.row) = (rows.table, self.walk.begin(rows, 0));
            self.node = &PLAN[rows.table].row;
        }
        if type_name == "Unknown" {
            self.role = Role::Unknown;
        } else if let Some(column) = self.node.false_unsaid {
            self.walk.sets[self.table].set(self.row, column, Value::Known(Cell::Boolean(false)));
        }
        self.parts()
    }
}

fn refused<T>() -> Result<T, Stop> {
    Err(Stop::custom("no value of the model"))
}

/// Implements methods of a trait, each expression for one method or more.
macro_rules! methods {
    ($self:ident; $($($name:ident($($value:ident: $type:ty),*)),+ -> $made:ty { $body:expr })+) => {
        $($(fn $name($self, $($value: $type),*) -> Result<$made, Stop> {
            $body
        })+)+
    };
}

impl<'w> Serializer for At<'w> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Parts<'w>;
    type SerializeTuple = Parts<'w>;
    type SerializeTupleStruct = Impossible<(), Stop>;
    type SerializeTupleVariant = Impossible<(), Stop>;
    type SerializeMap = Parts<'w>;
    type SerializeStruct = Parts<'w>;
    type SerializeStructVariant = Impossible<(), Stop>;

    methods! { self;
        serialize_bool(value: bool) -> () { self.cell(Cell::Boolean(value)) }
        serialize_i8(number: i8), serialize_i16(number: i16), serialize_i32(number: i32), serialize_i64(number: i64),
        serialize_u8(number: u8), serialize_u16(number: u16), serialize_u32(number: u32), serialize_u64(number: u64)
        -> () { self.cell(Cell::integer(number)) }
        serialize_char(value: char) -> () { self.cell(Cell::Text(value.to_smolstr())) }
        serialize_str(text: &str) -> () { self.cell(Cell::Text(text.into())) }
        serialize_unit_variant(_type: &str, _index: u32, word: &'static str) -> () {
            self.cell(Cell::Text(SmolStr::new_static(word)))
        }
        serialize_unit_struct(_name: &str), serialize_unit(), serialize_none() -> () { self.cell(Cell::Null) }
        serialize_tuple(_length: usize) -> Parts<'w> { self.parts() }
        serialize_map(_length: Option<usize>) -> Parts<'w> { self.object("") }
        serialize_struct(name: &str, _length: usize) -> Parts<'w> { self.object(name) }
        serialize_f32(_number: f32), serialize_f64(_number: f64), serialize_bytes(_bytes: &[u8]) -> () { refused() }
        serialize_tuple_struct(_name: &str, _length: usize),
        serialize_tuple_variant(_type: &str, _index: u32, _word: &str, _length: usize),
        serialize_struct_variant(_type: &str, _index: u32, _word: &str, _length: usize)
        -> Impossible<(), Stop> { refused() }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &str, _: u32, name: &'static str, value: &T) -> Done {
        let mut object = self.parts()?;
        object.field(SmolStr::new_static(name), value)?;
        object.close()
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'w>, Stop> {
        if let (Some(rows), Some(length)) = (&self.node.rows, length) {
            self.walk.sets[rows.table].expect(length);
        }
        self.parts()
    }
}

/// A list or an object that is being written.
pub struct Parts<'w> {
    at: At<'w>,
    /// The value of the walk's `written` before the first part.
    written: usize,
    /// The elements of a list that are written into one cell.
    texts: Vec<SmolStr>,
    /// Number of elements written so far.
    count: usize,
}

impl Parts<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: SmolStr, value: &T) -> Done {
        let at = &mut self.at;
        let field = if at.role == Role::Unknown { Some(at.node) } else { at.node.field(&name) };
        at.walk.path.push(Step::Field(name));
        match field {
            Some(field) => value.serialize(at.with(field))?,
            None => at.walk.leave_out(false)?,
        }
        at.walk.path.pop();
        Ok(())
    }

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Done {
        let Parts { at, texts, count: index, .. } = self;
        at.walk.path.push(Step::Index(*index));
        match (at.node, at.node.cell) {
            // The list is exploded: its first element fills the row that is there, each other one a copy of it.
            (Node { is_exploded: true, .. }, Some(column)) => {
                if *index > 0 {
                    at.row = at.walk.sets[at.table].copy(at.row, column);
                }
                at.walk.note_row(at.table, at.row, true);
                element.serialize(at.with(at.node))?;
            }
            // The element is a list of rows. It may be empty, so its number is also kept in a cell.
            (Node { rows: Some(rows), element: Some(inner), .. }, _) => {
                texts.push((*index + 1).to_smolstr());
                let kept = at.walk.scope;
                at.walk.scope[rows.lists[0]] = *index as u64 + 1;
                element.serialize(at.with(inner))?;
                at.walk.scope = kept;
            }
            // The element is a row of another table.
            (Node { rows: Some(rows), .. }, _) => at.walk.element(rows, *index, element)?,
            // The element shares a cell with the others, separated by blanks.
            (_, Some(_)) => {
                at.part(element)?;
                let part = &at.walk.part;
                texts.push(if *part == Cell::Null { NO_ELEMENT } else { part.to_list_element() });
            }
            // The element has a column of its own.
            (node, None) => match node.field(&index.to_string()) {
                Some(node) => element.serialize(at.with(node))?,
                None => at.walk.leave_out(false)?,
            },
        }
        at.walk.path.pop();
        *index += 1;
        Ok(())
    }

    fn close(self) -> Done {
        let At { walk, node, table, row, role } = self.at;
        let (set, columns) = (&mut walk.sets[table], &PLAN[table].columns);
        if role == Role::Unknown {
            return Ok(());
        }
        let may_be_empty = |column: usize| columns[column].may_be_empty_list && !node.is_exploded;
        if let Some(column) = node.cell.filter(|&column| !self.texts.is_empty() || may_be_empty(column)) {
            set.set(row, column, Value::Known(Cell::Text(self.texts.join(" ").into())));
            walk.written += 1;
        }
        // The part of the row is present but has no values.
        if let Some(group) = node.group.filter(|_| walk.written == self.written) {
            set.bare.push((row, group));
            walk.written += 1;
        }
        Ok(())
    }
}

/// Implements traits of serde for lists and objects, each by the methods that take their parts.
macro_rules! parts {
    ($self:ident; $($kind:ident { $($name:ident($value:ident $(, $key:ident: $type:ty)?) { $body:expr })+ })+) => {
        $(impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Stop;

            $(fn $name<T: Serialize + ?Sized>(&mut $self, $($key: $type,)? $value: &T) -> Done {
                $body
            })+

            fn end(self) -> Done {
                self.close()
            }
        })+
    };
}

parts! { self;
    SerializeSeq { serialize_element(element) { self.element(element) } }
    SerializeTuple { serialize_element(element) { self.element(element) } }
    SerializeStruct { serialize_field(value, name: &'static str) { self.field(SmolStr::new_static(name), value) } }
    SerializeMap {
        serialize_key(key) { self.at.part(key) }
        serialize_value(value) {
            match std::mem::take(&mut self.at.walk.part) {
                Cell::Text(key) => self.field(key, value),
                _ => refused(),
            }
        }
    }
}
