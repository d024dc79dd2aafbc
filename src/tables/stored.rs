//! The values of the model that columns hold.

use std::borrow::Cow;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use smol_str::SmolStr;

use super::cell::{Cell, Expected, Kind, Value};
use super::column::Empty;
use super::definitions::{ActionType, DisasterTable, ReportList, StepList};
use crate::model::{
    Activity, BuiltinBoard, Field, GameKind, Gives, GivesWord, Map, Moment, PassageKind, PhaseKind, PieceName, Place,
    PlayerKind, RemarkPlace, Season, Seat, Section, State, System, TerritoryKind, Unknown, When,
};
use crate::text::Severity;

/// A part of the model that a column can hold.
pub trait Stored {
    /// The kind of its column.
    const KIND: Kind;
    /// What an empty cell means.
    const EMPTY: Empty;

    /// What the row has.
    fn value(&self) -> Value;

    /// Takes what a table has. An absent value is not stored: rows begin without values.
    fn store(&mut self, value: Value) -> Result<(), Expected>;
}

/// A value that fills one cell and is never null.
pub trait Scalar: Sized {
    /// The kind of its column.
    const KIND: Kind;

    /// The cell.
    fn to_cell(&self) -> Cell;

    /// The value of a cell, or nothing where it is of another kind.
    fn of_cell(cell: &Cell) -> Option<Self>;

    /// What is expected where a cell has no value.
    fn expected() -> Expected;

    /// The value of a cell that has one.
    fn of_value(value: &Value) -> Result<Self, Expected> {
        match value {
            Value::Unknown(_) => Err("a value that is understood".into()),
            value => Self::of_cell(value.cell()).ok_or_else(Self::expected),
        }
    }
}

impl<T: Scalar> Stored for T {
    const KIND: Kind = T::KIND;
    const EMPTY: Empty = Empty::Refused;

    fn value(&self) -> Value {
        Value::Known(self.to_cell())
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = T::of_value(&value)?;
        Ok(())
    }
}

impl<T: Scalar> Stored for Option<T> {
    const KIND: Kind = T::KIND;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, |value| Value::Known(value.to_cell()))
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = Some(T::of_value(&value)?);
        Ok(())
    }
}

impl<T: Scalar> Stored for Field<T> {
    const KIND: Kind = T::KIND;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        match self {
            Field::Absent => Value::Absent,
            Field::Known(value) => Value::Known(value.to_cell()),
            Field::Unknown(unknown) => Value::Unknown(unknown.unknown.clone()),
        }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = match value {
            Value::Unknown(text) => Field::unknown(text),
            value => Field::Known(T::of_value(&value)?),
        };
        Ok(())
    }
}

impl<T: Scalar> Stored for Field<Option<T>> {
    const KIND: Kind = T::KIND;
    const EMPTY: Empty = Empty::Null;

    fn value(&self) -> Value {
        match self {
            Field::Absent => Value::Absent,
            Field::Known(value) => Value::Known(value.as_ref().map_or(Cell::Null, T::to_cell)),
            Field::Unknown(unknown) => Value::Unknown(unknown.unknown.clone()),
        }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = match value {
            Value::Unknown(text) => Field::unknown(text),
            Value::Known(Cell::Null) => Field::Known(None),
            value => Field::Known(Some(T::of_value(&value)?)),
        };
        Ok(())
    }
}

/// Text that was not understood, in a place where nothing else may be.
impl Stored for Option<Unknown> {
    const KIND: Kind = Kind::Text;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, |unknown| Value::Unknown(unknown.unknown.clone()))
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        let Value::Unknown(unknown) = value else {
            return Err("an empty cell, with its text in the table unknowns,".into());
        };
        *self = Some(Unknown { unknown });
        Ok(())
    }
}

/// The moment; a phase has columns of its own.
impl Stored for Option<When> {
    const KIND: Kind = <Moment as Scalar>::KIND;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        match self {
            Some(When::Moment(moment)) => moment.value(),
            Some(When::Phase(_)) | None => Value::Absent,
        }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = Some(When::Moment(Moment::of_value(&value)?));
        Ok(())
    }
}

/// The word; pieces have rows of their own.
impl Stored for Gives {
    const KIND: Kind = <GivesWord as Scalar>::KIND;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        match self {
            Gives::Word(word) => word.value(),
            Gives::Pieces(_) => Value::Absent,
        }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = Gives::Word(GivesWord::of_value(&value)?);
        Ok(())
    }
}

/// Lists have blanks between their elements.
impl<T: Scalar> Stored for Vec<T> {
    const KIND: Kind = Kind::List;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        if self.is_empty() { Value::Absent } else { list_value(self, list_element) }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = parse_list(&value, parse_element)?;
        Ok(())
    }
}

/// Lists that may be there with nothing in them, which is the empty text.
impl<T: Scalar> Stored for Option<Vec<T>> {
    const KIND: Kind = Kind::List;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, |list| list_value(list, list_element))
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        *self = Some(parse_list(&value, parse_element)?);
        Ok(())
    }
}

/// The element of a list that stands for nothing.
const NO_ELEMENT: &str = r"\-";

/// Lists whose elements may be nothing.
impl<T: Scalar> Stored for Vec<Option<T>> {
    const KIND: Kind = Kind::List;
    const EMPTY: Empty = Empty::Absent;

    fn value(&self) -> Value {
        let element =
            |element: &Option<T>| element.as_ref().map_or(SmolStr::new_static(NO_ELEMENT), |there| list_element(there));
        if self.is_empty() { Value::Absent } else { list_value(self, element) }
    }

    fn store(&mut self, value: Value) -> Result<(), Expected> {
        let element = |text: &str| if text == NO_ELEMENT { Ok(None) } else { parse_element(text).map(Some) };
        *self = parse_list(&value, element)?;
        Ok(())
    }
}

fn list_element(element: &impl Scalar) -> SmolStr {
    element.to_cell().to_list_element()
}

fn parse_element<T: Scalar>(text: &str) -> Result<T, Expected> {
    T::of_cell(&T::KIND.parse_list_element(text)?).ok_or_else(T::expected)
}

fn list_value<T>(list: &[T], element: impl Fn(&T) -> SmolStr) -> Value {
    let elements: Vec<SmolStr> = list.iter().map(element).collect();
    Value::Known(Cell::Text(elements.join(" ").into()))
}

fn parse_list<T>(value: &Value, element: impl Fn(&str) -> Result<T, Expected>) -> Result<Vec<T>, Expected> {
    SmolStr::of_value(value)?.split(' ').filter(|text| !text.is_empty()).map(element).collect()
}

macro_rules! texts {
    ($($type:ty: $text:ident => $from:expr, |$it:ident| $as:expr;)+) => {$(
        impl Scalar for $type {
            const KIND: Kind = Kind::Text;

            fn to_cell(&self) -> Cell {
                let $it = self;
                Cell::Text($as)
            }

            fn of_cell(cell: &Cell) -> Option<Self> {
                let Cell::Text($text) = cell else { return None };
                Some($from)
            }

            fn expected() -> Expected {
                "a text".into()
            }
        }
    )+};
}

texts! {
    SmolStr: text => text.clone(), |it| it.clone();
    String: text => text.as_str().to_owned(), |it| SmolStr::new(it);
    Cow<'static, str>: text => Cow::Owned(text.as_str().to_owned()), |it| SmolStr::new(it);
    Seat: text => Seat::new(text), |it| SmolStr::new(it.as_str());
    Place: text => Place::new(text), |it| SmolStr::new(it.as_str());
    PieceName: text => PieceName(text.clone()), |it| it.0.clone();
}

macro_rules! integers {
    ($($type:ty)+) => {$(
        impl Scalar for $type {
            const KIND: Kind = Kind::Integer;

            fn to_cell(&self) -> Cell {
                Cell::Integer(*self as i128)
            }

            fn of_cell(cell: &Cell) -> Option<Self> {
                let Cell::Integer(number) = cell else { return None };
                <$type>::try_from(*number).ok()
            }

            fn expected() -> Expected {
                Expected(format!("a whole number from {} to {}", <$type>::MIN, <$type>::MAX).into())
            }
        }
    )+};
}

integers! { i32 u8 u32 u64 usize }

impl Scalar for bool {
    const KIND: Kind = Kind::Boolean;

    fn to_cell(&self) -> Cell {
        Cell::Boolean(*self)
    }

    fn of_cell(cell: &Cell) -> Option<Self> {
        let Cell::Boolean(value) = cell else { return None };
        Some(*value)
    }

    fn expected() -> Expected {
        "true or false".into()
    }
}

impl Scalar for Moment {
    const KIND: Kind = Kind::Moment;

    fn to_cell(&self) -> Cell {
        Cell::Moment(*self)
    }

    fn of_cell(cell: &Cell) -> Option<Self> {
        let Cell::Moment(moment) = cell else { return None };
        Some(*moment)
    }

    fn expected() -> Expected {
        "a date and time".into()
    }
}

/// Enums are the words that they are in JSON.
macro_rules! words {
    ($($type:ty)+) => {$(
        impl Scalar for $type {
            const KIND: Kind = Kind::Word(words::<$type>);

            fn to_cell(&self) -> Cell {
                word(self)
            }

            fn of_cell(cell: &Cell) -> Option<Self> {
                let Cell::Text(text) = cell else { return None };
                let text: StrDeserializer<'_, Error> = text.as_str().into_deserializer();
                serde::Deserialize::deserialize(text).ok()
            }

            fn expected() -> Expected {
                Expected(format!("one of: {}", words::<$type>().join(", ")).into())
            }
        }
    )+};
}

words! {
    ActionType Activity BuiltinBoard DisasterTable GameKind GivesWord Map PassageKind PhaseKind PlayerKind RemarkPlace
    ReportList Season Section Severity State StepList System TerritoryKind
}

fn word(value: &impl Serialize) -> Cell {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Cell::Text(word.into()),
        _ => Cell::Null,
    }
}

/// The words that an enum is spelled with; serde tells them to whoever deserializes it.
fn words<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut words: &'static [&'static str] = &[];
    // The answer is what was asked for; the reading itself always fails.
    let _ = T::deserialize(Listener(&mut words));
    words
}

struct Listener<'w>(&'w mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("not an enum"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        Err(serde::de::Error::custom("listened"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_an_enum_are_known() {
        assert_eq!(words::<State>(), ["signup", "playing", "paused", "suspended", "finished"]);
        assert_eq!(word(&Activity::AttackingCommendationEarned), Cell::Text("attacking-commendation-earned".into()));
        assert_eq!(Map::of_cell(&Cell::Text("north-america".into())), Some(Map::NorthAmerica));
        assert_eq!(Map::of_cell(&Cell::Text("atlantis".into())), None);
    }
}
