//! The values that types of the model can hold, according to their JSON Schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::cell::Kind;

/// The shape of a type: a scalar, an object, a list, or one of several of them.
#[derive(Debug, Default)]
pub struct Shape<'s> {
    /// The kind of scalar that the value may be; `None` if it is never a scalar.
    pub kind: Option<Kind>,
    /// Least and greatest number allowed.
    pub bounds: Option<(i128, i128)>,
    /// Whether the value may be null.
    pub is_nullable: bool,
    /// Whether the value may be a text that was not understood.
    pub may_be_unknown: bool,
    /// The fields of an object, each with the schema of its value.
    pub fields: BTreeMap<&'s str, &'s Json>,
    /// The schema of a list's elements.
    pub items: Option<&'s Json>,
    /// Whether a list has a fixed number of elements.
    pub has_length: bool,
    /// The field that holds the word for the kind of an object.
    pub tag: Option<&'s str>,
    /// The kinds of an object, told apart by that field.
    pub variants: Vec<Variant<'s>>,
    /// The fields that each of the possible types of an object requires.
    required: Vec<Vec<&'s str>>,
}

/// A kind of an object.
#[derive(Debug)]
pub struct Variant<'s> {
    /// The word for it.
    pub word: &'s str,
    /// The fields of this kind, and whether each is required.
    pub fields: BTreeMap<&'s str, bool>,
}

impl<'s> Shape<'s> {
    /// Returns the shape that a schema describes; `definitions` are the schemas that it may refer to.
    pub fn of(schema: &'s Json, definitions: &'s Json) -> Shape<'s> {
        let mut shape = Shape::default();
        shape.absorb(schema, definitions);
        shape
    }

    /// Returns whether every object has a field.
    pub fn requires(&self, field: &str) -> bool {
        self.tag == Some(field) || self.required.iter().all(|required| required.contains(&field))
    }

    fn absorb(&mut self, schema: &'s Json, definitions: &'s Json) {
        match text(schema, "$ref").trim_start_matches("#/$defs/") {
            "" => {}
            "Unknown" => self.may_be_unknown = true,
            "Moment" => self.kind = Some(Kind::Moment),
            name => self.absorb(&definitions[name], definitions),
        }
        let words: Vec<String> = texts(schema, "enum").chain(texts(schema, "const")).map(str::to_owned).collect();
        for kind in texts(schema, "type") {
            match (kind, text(schema, "format")) {
                ("null", _) => self.is_nullable = true,
                ("boolean", _) => self.kind = Some(Kind::Boolean),
                ("integer", format) => (self.kind, self.bounds) = (Some(Kind::Integer), bounds(format)),
                ("string", _) if !words.is_empty() => {}
                ("string", "date") => self.kind = Some(Kind::Day),
                ("string", _) => self.kind = Some(Kind::Text),
                ("array", _) => {
                    self.items = schema.get("items");
                    self.has_length = schema.get("minItems").is_some_and(|least| Some(least) == schema.get("maxItems"));
                }
                _ => {}
            }
        }
        match &mut self.kind {
            Some(Kind::Word(known)) => known.extend(words),
            kind if !words.is_empty() => *kind = Some(Kind::Word(words)),
            _ => {}
        }
        if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            self.properties(properties, texts(schema, "required").collect());
        }
        for several in ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| schema.get(key)?.as_array()) {
            several.iter().for_each(|one| self.absorb(one, definitions));
        }
    }

    fn properties(&mut self, properties: &'s Map<String, Json>, required: Vec<&'s str>) {
        if let Some((tag, schema)) = properties.iter().find(|(_, schema)| schema.get("const").is_some()) {
            let fields = properties.keys().map(|name| (name.as_str(), required.contains(&name.as_str()))).collect();
            self.tag = Some(tag);
            self.variants.push(Variant { word: text(schema, "const"), fields });
        }
        self.required.push(required);
        for (name, schema) in properties {
            let known = self.fields.entry(name).or_insert(schema);
            if known.get("description").is_none() && schema.get("description").is_some() {
                *known = schema;
            }
        }
    }
}

/// Returns the text at a key of a schema; an empty one if there is none.
fn text<'s>(schema: &'s Json, key: &str) -> &'s str {
    schema.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Returns the texts at a key of a schema, which may be one or several.
fn texts<'s>(schema: &'s Json, key: &str) -> impl Iterator<Item = &'s str> {
    let values = match schema.get(key) {
        Some(Json::Array(several)) => several.as_slice(),
        one => one.map_or(&[][..], std::slice::from_ref),
    };
    values.iter().filter_map(Json::as_str)
}

/// Returns the bounds of one of Rust's integer types, by its name in a schema.
fn bounds(format: &str) -> Option<(i128, i128)> {
    let bits = format.trim_start_matches(char::is_alphabetic).parse().unwrap_or(u64::BITS);
    let count = 1_i128.checked_shl(bits).filter(|_| !format.is_empty())?;
    Some(if format.starts_with('u') { (0, count - 1) } else { (-count / 2, count / 2 - 1) })
}
