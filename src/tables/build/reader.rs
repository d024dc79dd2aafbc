//! Rows as serde reads them.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::value::At;
use crate::tables::cell::{Cell, Expected, Kind, Value};
use crate::tables::plan::{FieldNode, Node};
use crate::tables::walk::NO_ELEMENT;
use crate::text::codes;

/// What serde says where rows are no document.
#[derive(Debug)]
pub struct Mistake(pub String);

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
                self.node.fields.iter().for_each(|(_, field)| self.refuse_field(field));
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
        self.row_of_table("").object(visitor, None)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.row_of_table(name).object(visitor, Some(fields))
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
                    let here = self.build.plan.tables[self.table].name;
                    let message = format!("what this table says is given in the table {here} as well");
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

impl<'de> IntoDeserializer<'de, Mistake> for At<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// An element of a list in a cell.
pub struct Element<'e> {
    pub text: &'e str,
    pub kind: &'e Kind,
    pub may_be_missing: bool,
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
pub struct List<I>(pub I);

impl<'de, I: Iterator<Item: Deserializer<'de, Error = Mistake>>> SeqAccess<'de> for List<I> {
    type Error = Mistake;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mistake> {
        self.0.next().map(|element| seed.deserialize(element)).transpose()
    }
}

/// The fields of an object, the next of them last.
pub struct Object<'de> {
    pub at: At<'de>,
    pub fields: Vec<(&'de str, &'de FieldNode)>,
    pub next: Option<&'de FieldNode>,
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
pub struct Unknown<'de> {
    pub text: Option<&'de str>,
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
