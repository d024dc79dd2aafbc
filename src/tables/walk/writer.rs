//! A serde serializer that puts each value of a document into its place in the plan.

use serde::Serialize;
use serde::de::value::Error as Stop;
use serde::ser::{self, Error, Impossible, Serializer};
use smol_str::{SmolStr, ToSmolStr};

use super::{NO_ELEMENT, Step, Walk};
use crate::tables::cell::{Cell, Value};
use crate::tables::column::Empty;
use crate::tables::plan::Node;

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

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<Cell, Stop> {
        value.serialize(At { role: Role::Part, ..self.with(self.node) })?;
        Ok(std::mem::replace(&mut self.walk.part, Cell::Null))
    }

    fn cell(self, cell: Cell) -> Done {
        let At { walk, node, table, row, role } = self;
        let (set, plan) = (&mut walk.sets[table], &walk.plan.tables[table]);
        match (role, cell, node.cell) {
            (Role::Part, cell, _) => walk.part = cell,
            (Role::Unknown, Cell::Text(text), Some(column)) => set.set(row, column, Value::Unknown(text.into())),
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
        Ok(Parts { written: self.walk.written, at: self, key: SmolStr::default(), texts: Vec::new(), count: 0 })
    }
}

/// Implements the scalar methods, each with the cell that the value becomes.
macro_rules! cells {
    ($($name:ident($($value:ident: $type:ty),*) => $cell:expr;)+) => {
        $(fn $name(self, $($value: $type),*) -> Done {
            self.cell($cell)
        })+
    };
}

/// Implements the methods for wrappers, which are written as the value inside.
macro_rules! transparent {
    ($($name:ident($($type:ty),*);)+) => {
        $(fn $name<T: Serialize + ?Sized>(self, $(_: $type,)* value: &T) -> Done {
            value.serialize(self)
        })+
    };
}

/// Implements the methods for lists and objects, whose parts follow.
macro_rules! several {
    ($($name:ident($($type:ty),*);)+) => {
        $(fn $name(self, $(_: $type),*) -> Result<Parts<'w>, Stop> {
            self.parts()
        })+
    };
}

/// Implements the methods for kinds of values that the model does not have.
macro_rules! refused {
    ($($name:ident($($type:ty),*) -> $made:ident;)+) => {
        $(fn $name(self, $(_: $type),*) -> Result<Self::$made, Stop> {
            Err(Stop::custom("no value of the model"))
        })+
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

    cells! {
        serialize_bool(value: bool) => Cell::Boolean(value);
        serialize_i8(number: i8) => Cell::Integer(number.into());
        serialize_i16(number: i16) => Cell::Integer(number.into());
        serialize_i32(number: i32) => Cell::Integer(number.into());
        serialize_i64(number: i64) => Cell::Integer(number.into());
        serialize_u8(number: u8) => Cell::Integer(number.into());
        serialize_u16(number: u16) => Cell::Integer(number.into());
        serialize_u32(number: u32) => Cell::Integer(number.into());
        serialize_u64(number: u64) => Cell::Integer(number.into());
        serialize_char(value: char) => Cell::Text(value.to_smolstr());
        serialize_str(text: &str) => Cell::Text(text.into());
        serialize_unit_variant(_type: &str, _index: u32, word: &'static str) => Cell::Text(SmolStr::new_static(word));
        serialize_unit_struct(_name: &str) => Cell::Null;
        serialize_unit() => Cell::Null;
        serialize_none() => Cell::Null;
    }

    transparent! {
        serialize_some();
        serialize_newtype_struct(&str);
    }

    several! {
        serialize_tuple(usize);
        serialize_map(Option<usize>);
    }

    refused! {
        serialize_f32(f32) -> Ok;
        serialize_f64(f64) -> Ok;
        serialize_bytes(&[u8]) -> Ok;
        serialize_tuple_struct(&str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&str, u32, &str, usize) -> SerializeTupleVariant;
        serialize_struct_variant(&str, u32, &str, usize) -> SerializeStructVariant;
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'w>, Stop> {
        if let (Some(rows), Some(length)) = (&self.node.rows, length) {
            self.walk.sets[rows.table].expect(length);
        }
        self.parts()
    }

    fn serialize_struct(self, name: &str, _: usize) -> Result<Parts<'w>, Stop> {
        let role = if name == "Unknown" { Role::Unknown } else { self.role };
        let mut at = At { role, ..self };
        if let Some(rows) = at.node.row_of(name) {
            (at.table, at.row) = (rows.table, at.walk.begin(rows, 0));
            at.node = &at.walk.plan.tables[rows.table].row;
        }
        at.parts()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &str, _: u32, name: &'static str, value: &T) -> Done {
        let mut object = self.parts()?;
        object.field(SmolStr::new_static(name), value)?;
        object.close()
    }
}

/// A list or an object that is being written.
pub struct Parts<'w> {
    at: At<'w>,
    /// The value of the walk's `written` before the first part.
    written: usize,
    /// The key of the next field.
    key: SmolStr,
    /// The elements of a list that are written into one cell.
    texts: Vec<SmolStr>,
    /// Number of elements written so far.
    count: usize,
}

impl Parts<'_> {
    /// Writes a part, one step further down the path.
    fn step(&mut self, step: Step, write: impl FnOnce(&mut Self) -> Done) -> Done {
        self.at.walk.path.push(step);
        let done = write(self);
        self.at.walk.path.pop();
        done
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: SmolStr, value: &T) -> Done {
        let field = self.at.node.field(&name);
        self.step(Step::Field(name), |Parts { at, .. }| match field {
            _ if at.role == Role::Unknown => value.serialize(at.with(at.node)),
            // An object that is one row.
            Some(Node { rows: Some(rows), .. }) if rows.lists.is_empty() => at.walk.element(rows, 0, value),
            Some(field) => value.serialize(at.with(field)),
            None => at.walk.leave_out(false),
        })
    }

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Done {
        self.count += 1;
        self.step(Step::Index(self.count - 1), |list| list.element_at(list.count - 1, element))
    }

    fn element_at<T: Serialize + ?Sized>(&mut self, index: usize, element: &T) -> Done {
        let Parts { at, texts, .. } = self;
        match (at.node, at.node.cell) {
            // The list is exploded: its first element fills the row that is there, each other one a copy of it.
            (Node { is_exploded: true, .. }, Some(column)) => {
                if index > 0 {
                    at.row = at.walk.sets[at.table].copy(at.row, column);
                }
                at.walk.note_row(at.table, at.row, true);
                element.serialize(at.with(at.node))
            }
            // The element is a list of rows. It may be empty, so its number is also kept in a cell.
            (Node { rows: Some(rows), element: Some(inner), .. }, _) => {
                texts.push((index + 1).to_smolstr());
                let kept = at.walk.scope;
                at.walk.scope[rows.lists[0]] = index as u64 + 1;
                let done = element.serialize(at.with(inner));
                at.walk.scope = kept;
                done
            }
            // The element is a row of another table.
            (Node { rows: Some(rows), .. }, _) => at.walk.element(rows, index, element),
            // The element shares a cell with the others, separated by blanks.
            (_, Some(_)) => {
                let cell = at.part(element)?;
                texts.push(if cell == Cell::Null { NO_ELEMENT } else { cell.to_list_element() });
                Ok(())
            }
            // The element has a column of its own.
            (node, None) => match node.field(&index.to_string()) {
                Some(node) => element.serialize(at.with(node)),
                None => at.walk.leave_out(false),
            },
        }
    }

    fn close(self) -> Done {
        let At { walk, node, table, row, role } = self.at;
        let (set, columns) = (&mut walk.sets[table], &walk.plan.tables[table].columns);
        if role == Role::Unknown {
            return Ok(());
        }
        for &column in &node.false_unsaid {
            if *set.value(row, column) == Value::Absent {
                set.set(row, column, Value::Known(Cell::Boolean(false)));
            }
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

macro_rules! of_parts {
    ($($kind:ident { $($take:item)+ })+) => {
        $(impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Stop;

            $($take)+

            fn end(self) -> Done {
                self.close()
            }
        })+
    };
}

of_parts! {
    SerializeSeq {
        fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Done {
            self.element(element)
        }
    }
    SerializeTuple {
        fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Done {
            self.element(element)
        }
    }
    SerializeStruct {
        fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
            self.field(SmolStr::new_static(name), value)
        }
    }
    SerializeMap {
        fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
            let Cell::Text(key) = self.at.part(key)? else { return Err(Stop::custom("no key of the model")) };
            self.key = key;
            Ok(())
        }

        fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
            let key = std::mem::take(&mut self.key);
            self.field(key, value)
        }
    }
}
