//! The deserializer that lets serde read rows.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value as Json;

use super::Mistake;
use super::value::{At, Names};
use crate::tables::cell::{Cell, Value};
use crate::tables::check::Refusal;
use crate::tables::plan::{Node, PLAN};
use crate::text::codes;

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.text_not_understood().is_some() {
            return self.object(visitor, None);
        }
        let is_list = self.node.is_exploded
            || self.node.rows.as_ref().is_some_and(|rows| !rows.lists.is_empty())
            || self.is_list_cell()
            || self.node.fields.first().is_some_and(|field| field.name == "0");
        match self.cell() {
            Value::Known(cell) if !self.is_list_cell() => {
                // The value is either a scalar or an object.
                self.node.fields.iter().for_each(|field| self.with(field).refuse_all());
                match cell {
                    Cell::Text(text) => visitor.visit_str(text),
                    other => Json::from(other.clone()).deserialize_any(visitor),
                }
            }
            _ if is_list => self.list(visitor),
            _ => self.object(visitor, None),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if *self.cell() == Value::Known(Cell::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(self, name: &str, fields: Names, visitor: V) -> Result<V::Value, Mistake> {
        self.row_of_table(name).object(visitor, Some(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: Names, visitor: V) -> Result<V::Value, Mistake> {
        if let Value::Known(Cell::Text(word)) = self.cell() {
            return visitor.visit_enum(word.as_str().into_deserializer());
        }
        let mut fields = self.fields();
        if let [_, Node { rows: Some(rows), .. }] = fields.as_slice() {
            let here = PLAN[self.table].name;
            let message = format!("what this table says is given in the table {here} as well");
            self.build.refuse(Refusal::of_table(rows.table, &codes::TWICE, message, "take one of the two out"));
            self.build.take(rows.table, self.build.rows_of(rows, &self.scope));
        }
        fields.truncate(1);
        // A value that is present without parts is a list.
        if fields.is_empty() {
            fields.extend(self.node.fields.iter().find(|field| field.rows.is_some()));
        }
        visitor.visit_enum(MapAccessDeserializer::new(self.values_of(fields)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Mistake> for At<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
