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
    /// The fields of an object.
    pub fields: BTreeMap<&'s str, Property<'s>>,
    /// The schema of a list's elements.
    pub items: Option<&'s Json>,
    /// Whether a list has a fixed number of elements.
    pub has_length: bool,
    /// The kinds of an object, told apart by a field.
    pub variants: Vec<Variant<'s>>,
    /// Number of object types that the value may have.
    objects: usize,
}

/// A field of an object.
#[derive(Debug)]
pub struct Property<'s> {
    /// The schema of the value.
    pub schema: &'s Json,
    /// Whether every object has the field.
    pub is_required: bool,
    /// Number of the possible object types that require it.
    requiring: usize,
}

/// A kind of an object, named by the word in its tag.
#[derive(Debug)]
pub struct Variant<'s> {
    /// The field that holds the word.
    pub tag: &'s str,
    /// The word for this kind.
    pub word: &'s str,
    /// The fields of this kind, and whether each is required.
    pub fields: BTreeMap<&'s str, bool>,
}

impl<'s> Shape<'s> {
    /// Returns the shape that a schema describes; `definitions` are the schemas that it may refer to.
    pub fn of(schema: &'s Json, definitions: &'s Json) -> Shape<'s> {
        let mut shape = Shape::default();
        shape.absorb(schema, definitions);
        let tag = shape.variants.first().map(|variant| variant.tag);
        for (name, field) in &mut shape.fields {
            field.is_required = field.requiring == shape.objects || Some(*name) == tag;
        }
        shape
    }

    fn absorb(&mut self, schema: &'s Json, definitions: &'s Json) {
        if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
            match name.strip_prefix("#/$defs/").unwrap_or_default() {
                "Unknown" => self.may_be_unknown = true,
                "Moment" => self.kind = Some(Kind::Moment),
                name => self.absorb(&definitions[name], definitions),
            }
        }
        let words = schema.get("enum").and_then(Json::as_array).into_iter().flatten().chain(schema.get("const"));
        let words: Vec<String> = words.filter_map(Json::as_str).map(str::to_owned).collect();
        let format = schema.get("format").and_then(Json::as_str).unwrap_or_default();
        let types = match schema.get("type") {
            Some(Json::Array(several)) => several.as_slice(),
            one => one.map_or(&[][..], std::slice::from_ref),
        };
        for kind in types.iter().filter_map(Json::as_str) {
            match kind {
                "null" => self.is_nullable = true,
                "boolean" => self.kind = Some(Kind::Boolean),
                "integer" => (self.kind, self.bounds) = (Some(Kind::Integer), bounds(format)),
                "string" if !words.is_empty() => {}
                "string" if format == "date" => self.kind = Some(Kind::Day),
                "string" => self.kind = Some(Kind::Text),
                "array" => {
                    self.items = schema.get("items");
                    let [least, most] = ["minItems", "maxItems"].map(|key| schema.get(key));
                    self.has_length = least.is_some() && least == most;
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
            self.properties(properties, schema);
        }
        for several in ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| schema.get(key)?.as_array()) {
            several.iter().for_each(|one| self.absorb(one, definitions));
        }
    }

    fn properties(&mut self, properties: &'s Map<String, Json>, schema: &'s Json) {
        let required = schema.get("required").and_then(Json::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|n| n.as_str() == Some(name)));
        let tag = properties.iter().find_map(|(name, field)| Some((name.as_str(), field.get("const")?.as_str()?)));
        if let Some((tag, word)) = tag {
            let fields = properties.keys().map(|name| (name.as_str(), is_required(name))).collect();
            self.variants.push(Variant { tag, word, fields });
        }
        self.objects += 1;
        for (name, schema) in properties {
            let known = self.fields.entry(name).or_insert(Property { schema, is_required: false, requiring: 0 });
            known.requiring += usize::from(is_required(name));
            let is_described = |schema: &Json| schema.get("description").is_some();
            if !is_described(known.schema) && is_described(schema) {
                known.schema = schema;
            }
        }
    }
}

/// Returns the bounds of one of Rust's integer types, by its name in a schema.
fn bounds(format: &str) -> Option<(i128, i128)> {
    match format {
        "int32" => Some((i32::MIN.into(), i32::MAX.into())),
        "uint8" => Some((0, u8::MAX.into())),
        "uint32" => Some((0, u32::MAX.into())),
        "uint" | "uint64" => Some((0, u64::MAX.into())),
        _ => None,
    }
}
