//! The JSON Schema of documents, limited to what every validator knows.

use schemars::transform::RecursiveTransform;
use schemars::{Schema, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::model::{Document, SHAPE_VERSION};

/// Returns the JSON Schema of documents.
///
/// Validators accept it in strict mode: it uses no `format` that JSON Schema does not define.
pub fn schema() -> Schema {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(without_number_formats));
    let mut schema = settings.into_generator().into_root_schema_for::<Document>();
    schema.insert("$id".into(), format!("urn:ludex:document:{SHAPE_VERSION}").into());
    schema.insert("title".into(), "Ludex document".into());
    if let Some(version) = schema.pointer_mut("/properties/ludex") {
        *version = json!({"const": SHAPE_VERSION, "description": "Version of the document format."});
    }
    schema
}

/// Replaces the formats of Rust's integers, which only schemars knows, by their bounds.
fn without_number_formats(schema: &mut Schema) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
    let (minimum, maximum) = match format {
        "int32" => (Some(i32::MIN), Some(i32::MAX.into())),
        "uint8" => (Some(0), Some(u8::MAX.into())),
        "uint32" => (Some(0), Some(i64::from(u32::MAX))),
        // Larger bounds cannot be represented exactly in JavaScript.
        "uint" | "uint64" => (Some(0), None),
        _ => return,
    };
    schema.remove("format");
    let bounds = [("minimum", minimum.map(i64::from)), ("maximum", maximum)];
    for (key, bound) in bounds.into_iter().filter_map(|(key, bound)| Some((key, bound?))) {
        schema.insert(key.into(), bound.into());
    }
}
