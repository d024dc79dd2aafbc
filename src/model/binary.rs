//! Bytes in a document, which holds texts alone.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::text::Encoding;

/// The bytes of a binary file: one character each inside Ludex ([`Encoding::BINARY`]), base64 in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binary(String);

impl Binary {
    /// Creates it from bytes that were decoded as [`Encoding::BINARY`].
    pub fn of_characters(characters: String) -> Self {
        Binary(characters)
    }

    /// Returns the bytes, one character each.
    pub fn as_characters(&self) -> &str {
        &self.0
    }
}

impl Serialize for Binary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = Encoding::BINARY.encode(&self.0).map_err(ser::Error::custom)?;
        serializer.serialize_str(&STANDARD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for Binary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(&text).map_err(|error| {
            de::Error::custom(format_args!("this is no base64, which was cut off or edited: {}", lower_case(&error)))
        })?;
        let characters = Encoding::BINARY.decode(&bytes).map_err(de::Error::custom)?;
        Ok(Binary(characters.into_owned()))
    }
}

/// Turns a message into a part of a sentence.
fn lower_case(error: &base64::DecodeError) -> String {
    let message = error.to_string();
    let mut rest = message.chars();
    rest.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(rest).collect()
}

impl JsonSchema for Binary {
    fn schema_name() -> Cow<'static, str> {
        "Binary".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "contentEncoding": "base64" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back_through_json() {
        let bytes: Vec<u8> = (0..=255).collect();
        let binary = Binary::of_characters(Encoding::BINARY.decode(&bytes).unwrap().into_owned());
        let json = serde_json::to_string(&binary).unwrap();
        assert!(json.starts_with("\"AAECAwQF") && json.ends_with("/P3+/w==\""), "{json}");
        assert_eq!(serde_json::from_str::<Binary>(&json).unwrap(), binary);
    }

    #[test]
    fn what_is_no_base64_is_refused_and_no_character_is_lost() {
        for text in ["\"AAE\"", "\"AA=E\"", "\"A E=\"", "\"é\"", "7"] {
            assert!(serde_json::from_str::<Binary>(text).is_err(), "{text}");
        }
        assert!(serde_json::to_string(&Binary::of_characters("\u{100}".into())).is_err());
    }
}
