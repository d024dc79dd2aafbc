//! A document as serde writes it: each value to its place in the plan.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, Impossible, Serializer};
use smol_str::SmolStr;

use super::scalar::{Scalar, integers, refused};
use super::{At, NO_ELEMENT, Step};
use crate::tables::cell::{Cell, Value};
use crate::tables::plan::{FieldNode, Node, Rows};

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

impl<'w, 'p> At<'w, 'p> {
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

    refused! {
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Result<(), Stop> {
        self.cell(Cell::Boolean(value))
    }

    fn serialize_char(self, value: char) -> Result<(), Stop> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Stop> {
        self.text(text)
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

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'w, 'p>, Stop> {
        Ok(self.object())
    }

    fn serialize_struct(mut self, name: &'static str, _: usize) -> Result<Object<'w, 'p>, Stop> {
        self.is_unknown = name == "Unknown";
        if let Some(rows) = self.node.row_of(name) {
            self.row = self.walk.begin(rows.table);
            self.walk.note_row(rows.table, self.row, false);
            (self.table, self.node) = (rows.table, &self.walk.plan.tables[rows.table].row);
        }
        Ok(self.object())
    }
}

/// An object that is being written.
pub struct Object<'w, 'p> {
    at: At<'w, 'p>,
    written: usize,
    key: SmolStr,
}

impl Object<'_, '_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Stop> {
        let At { walk, node, table, row, is_unknown } = &mut self.at;
        walk.enter(Step::Field(SmolStr::new(name)));
        let node = match (node.field(name), *is_unknown) {
            (_, true) => node,
            (Some(field), false) => &field.node,
            (None, false) => {
                walk.leave_out();
                walk.leave();
                return Ok(());
            }
        };
        // An object that is one row.
        let done = match &node.rows {
            Some(rows) if rows.lists.is_empty() => walk.element(rows, 0, value),
            _ => value.serialize(At { walk, node, table: *table, row: *row, is_unknown: *is_unknown }),
        };
        walk.leave();
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
pub struct List<'w, 'p> {
    at: At<'w, 'p>,
    written: usize,
    kind: ListKind<'p>,
    count: usize,
}

impl List<'_, '_> {
    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
        let index = self.count;
        self.count += 1;
        self.at.walk.enter(Step::Index(index));
        let done = self.element_at(index, element);
        self.at.walk.leave();
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
                walk.note_row(table, *row, true);
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

macro_rules! of_elements {
    ($($kind:ident)+) => {$(
        impl ser::$kind for List<'_, '_> {
            type Ok = ();
            type Error = Stop;

            fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
                self.element(element)
            }

            fn end(self) -> Result<(), Stop> {
                self.close()
            }
        }
    )+};
}

of_elements! { SerializeSeq SerializeTuple }
