//! Scalars as cells: keys, and the elements of lists.

use serde::Serialize;
use serde::ser::{Impossible, Serializer};
use smol_str::SmolStr;

use super::writer::Stop;
use crate::tables::cell::Cell;

/// Takes the cell of a key or of an element of a list.
pub struct Scalar;

/// Whole numbers of every width, for a serializer that has `cell`.
macro_rules! integers {
    ($($name:ident: $type:ty),+) => {
        $(fn $name(self, value: $type) -> Result<Self::Ok, Stop> {
            self.cell(Cell::Integer(value.into()))
        })+
    };
}
pub(super) use integers;

/// What the model has nowhere, or not there.
macro_rules! refused {
    ($($name:ident($($type:ty),*) -> $made:ty;)+) => {
        $(fn $name(self, $(_: $type),*) -> Result<$made, Stop> {
            Err(Stop)
        })+
    };
}

pub(super) use refused;

impl Scalar {
    fn cell(self, cell: Cell) -> Result<Cell, Stop> {
        Ok(cell)
    }
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

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    refused! {
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
