//! Values that may be missing or not understood, and the keys that the model refers by.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{BoolDeserializer, MapAccessDeserializer, StrDeserializer, UnitDeserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use smol_str::SmolStr;

/// Text that was not understood, in place of a value or a list element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unknown {
    /// Text as in the source.
    pub unknown: String,
}

/// A value of a file: absent, known or not understood.
///
/// `Field<Option<T>>` is for formats that can state that there is nothing, which is null in JSON. An absent field is an
/// absent key: the format does not have the value, or the file ends before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Field<T> {
    /// The source does not have the value.
    #[default]
    Absent,
    /// A value that was read.
    Known(T),
    /// The text that was not understood.
    Unknown(Unknown),
}

impl<T> Field<T> {
    /// Creates a field of a text that was not understood.
    pub fn unknown(text: impl Into<String>) -> Self {
        Field::Unknown(Unknown { unknown: text.into() })
    }

    /// Returns whether the source does not have the value.
    pub fn is_absent(&self) -> bool {
        matches!(self, Field::Absent)
    }

    /// Returns whether the source has a text that was not understood.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Field::Unknown(_))
    }

    /// Returns the value; `None` if it is absent or was not understood.
    pub fn known(&self) -> Option<&T> {
        match self {
            Field::Known(value) => Some(value),
            _ => None,
        }
    }
}

impl<T> Element<T> {
    /// Creates an element that was not understood.
    pub fn unknown(text: impl Into<String>) -> Self {
        Element::Unknown(Unknown { unknown: text.into() })
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Field::Known(value)
    }
}

impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Field::Absent => serializer.serialize_none(),
            Field::Known(value) => value.serialize(serializer),
            Field::Unknown(unknown) => unknown.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor(PhantomData))
    }
}

struct FieldVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or {\"unknown\": TEXT}")
    }

    fn visit_bool<E: de::Error>(self, v: bool) -> Result<Self::Value, E> {
        let inner: BoolDeserializer<E> = v.into_deserializer();
        T::deserialize(Scalar(inner)).map(Field::Known)
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> Result<Self::Value, E> {
        T::deserialize(Scalar(IntoDeserializer::<E>::into_deserializer(v))).map(Field::Known)
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<Self::Value, E> {
        T::deserialize(Scalar(IntoDeserializer::<E>::into_deserializer(v))).map(Field::Known)
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<Self::Value, E> {
        T::deserialize(Scalar(IntoDeserializer::<E>::into_deserializer(v))).map(Field::Known)
    }

    fn visit_str<E: de::Error>(self, v: &str) -> Result<Self::Value, E> {
        let inner: StrDeserializer<'_, E> = v.into_deserializer();
        T::deserialize(Scalar(inner)).map(Field::Known)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        let inner: UnitDeserializer<E> = ().into_deserializer();
        T::deserialize(inner).map(Field::Known)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Unknown::deserialize(MapAccessDeserializer::new(map)).map(Field::Unknown)
    }
}

/// Passes a scalar to a type that may be optional, a newtype or an enum, which serde's own value deserializers do not.
struct Scalar<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Scalar<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<T: JsonSchema> JsonSchema for Field<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}_or_unknown", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        or_unknown::<T>(generator)
    }
}

fn or_unknown<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let (known, unknown) = (generator.subschema_for::<T>(), generator.subschema_for::<Unknown>());
    json_schema!({ "anyOf": [known, unknown] })
}

/// A list element in the order of the source: understood, or kept as text in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Element<T> {
    /// An element that was read.
    Known(T),
    /// The text that was not understood.
    Unknown(Unknown),
}

impl<T> Element<T> {
    /// Returns the element; `None` if it was not understood.
    pub fn known(&self) -> Option<&T> {
        match self {
            Element::Known(value) => Some(value),
            Element::Unknown(_) => None,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Element<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ElementVisitor(PhantomData))
    }
}

struct ElementVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ElementVisitor<T> {
    type Value = Element<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let first: Option<String> = map.next_key()?;
        let is_unknown = first.as_deref() == Some("unknown");
        let whole = MapAccessDeserializer::new(Rejoined { first, rest: map });
        if is_unknown {
            return Unknown::deserialize(whole).map(Element::Unknown);
        }
        T::deserialize(whole).map(Element::Known)
    }
}

/// A map whose first key has been read.
struct Rejoined<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rejoined<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(key) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

impl<T: JsonSchema> JsonSchema for Element<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}_or_unknown", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        or_unknown::<T>(generator)
    }
}

macro_rules! key {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        #[schemars(inline)]
        pub struct $name(#[schemars(with = "String")] SmolStr);

        impl $name {
            /// Creates the key of a text.
            pub fn new(text: &str) -> Self {
                $name(SmolStr::new(text))
            }

            /// Creates the key of a static text, which takes less time.
            pub const fn new_static(text: &'static str) -> Self {
                $name(SmolStr::new_static(text))
            }

            /// Returns the text of the key.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name::new(text)
            }
        }
    };
}

key! {
    /// A seat, by which the document refers to a player: `1` to `6` in Global War, a power's letter, or a colour.
    Seat
}

key! {
    /// Id of a territory, followed by a slash and its coast or modifier if it has one: `stp/sc`, `psa/cc`.
    TerritoryRef
}

impl TerritoryRef {
    /// Returns the territory's id, without the coast.
    pub fn territory(&self) -> &str {
        self.as_str().split('/').next().unwrap_or_default()
    }

    /// Returns the same place with another name for its territory, and its own coast.
    pub fn renamed(&self, territory: &str) -> TerritoryRef {
        match self.coast() {
            Some(coast) => TerritoryRef::new(&format!("{territory}/{coast}")),
            None => TerritoryRef::new(territory),
        }
    }

    /// Returns the coast or other suffix: `nc` of `stp/nc`.
    pub fn coast(&self) -> Option<&str> {
        self.as_str().split_once('/').map(|(_, coast)| coast)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        #[serde(default, skip_serializing_if = "Field::is_absent")]
        name: Field<Option<String>>,
        #[serde(default, skip_serializing_if = "Field::is_absent")]
        armies: Field<i32>,
        #[serde(default, skip_serializing_if = "Field::is_absent")]
        owner: Field<Option<Seat>>,
    }

    #[test]
    fn absent_null_known_and_unknown_are_told_apart() {
        for json in [
            r#"{}"#,
            r#"{"name":null}"#,
            r#"{"name":"","armies":-4,"owner":"2"}"#,
            r#"{"name":{"unknown":"?"},"armies":{"unknown":"x"},"owner":null}"#,
        ] {
            let row: Row = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&row).unwrap(), json);
        }
    }

    #[test]
    fn a_wrong_type_is_an_error() {
        for json in [
            r#"{"armies":null}"#,
            r#"{"armies":"3"}"#,
            r#"{"armies":3000000000}"#,
            r#"{"armies":1.5}"#,
            r#"{"name":3}"#,
            r#"{"name":{"unknwon":"?"}}"#,
            r#"{"owner":[]}"#,
        ] {
            assert!(serde_json::from_str::<Row>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn elements_stay_in_their_place() {
        let json = r#"[{"armies":1},{"unknown":"??"},{}]"#;
        let rows: Vec<Element<Row>> = serde_json::from_str(json).unwrap();
        assert_eq!(rows[1], Element::Unknown(Unknown { unknown: "??".into() }));
        assert_eq!(serde_json::to_string(&rows).unwrap(), json);
        assert!(serde_json::from_str::<Vec<Element<Row>>>(r#"[{"unknown":"a","armies":1}]"#).is_err());
    }

    #[test]
    fn a_place_has_a_territory_and_perhaps_a_coast() {
        assert_eq!((TerritoryRef::new("stp/sc").territory(), TerritoryRef::new("stp/sc").coast()), ("stp", Some("sc")));
        assert_eq!((TerritoryRef::new("par").territory(), TerritoryRef::new("par").coast()), ("par", None));
    }
}
