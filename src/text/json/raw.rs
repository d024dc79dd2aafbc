//! Unparsed parts of a JSON text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::{RawValue, to_raw_value};

use super::lexer::unescaped;

/// A member of an object: its key, and the source text of its value.
pub type Member<'t> = (Cow<'t, str>, &'t RawValue);

/// The members of an object; of a repeated key, only the first.
#[derive(Default)]
pub struct Members<'t> {
    /// Members in the order of the text.
    pub list: Vec<Member<'t>>,
    /// Members whose key occurred before.
    pub twice: Vec<Member<'t>>,
}

impl<'t> Members<'t> {
    /// Reads the members of a value; `None` if it is not an object.
    pub fn of(value: &'t RawValue) -> Option<Members<'t>> {
        let mut all = Vec::new();
        let mut deserializer = serde_json::Deserializer::from_str(value.get());
        All { members: &mut all, list: None }.deserialize(&mut deserializer).ok()?;
        Some(Members::sorted_out(all))
    }

    fn sorted_out(all: Vec<Member<'t>>) -> Members<'t> {
        if !has_repeated(all.iter().map(|(key, _)| &**key)) {
            return Members { list: all, twice: Vec::new() };
        }
        let mut seen: HashSet<&str> = HashSet::with_capacity(all.len());
        let is_new: Vec<bool> = all.iter().map(|(key, _)| seen.insert(key)).collect();
        let mut members = Members::default();
        for (member, is_new) in all.into_iter().zip(is_new) {
            if is_new { members.list.push(member) } else { members.twice.push(member) }
        }
        members
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&'t RawValue> {
        self.list.iter().find(|(other, _)| other == key).map(|(_, value)| *value)
    }
}

/// Returns whether a value occurs twice. Objects usually have few members, but many must not take quadratic time.
pub fn has_repeated<T: Eq + std::hash::Hash>(values: impl ExactSizeIterator<Item = T> + Clone) -> bool {
    if values.len() > MAX_COMPARED {
        let mut seen = HashSet::with_capacity(values.len());
        return !values.into_iter().all(|value| seen.insert(value));
    }
    let earlier = values.clone();
    values.enumerate().any(|(index, value)| earlier.clone().take(index).any(|other| other == value))
}

/// Limit of values that are compared with each other; more are hashed.
const MAX_COMPARED: usize = 24;

/// Returns a part of a game as JSON, to be parsed a level at a time: all its values at once would take ten times the
/// memory of their text.
pub fn json_of(part: &impl Serialize) -> Box<RawValue> {
    // Games have only text as keys, so this cannot fail.
    to_raw_value(part).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Returns the elements of a list; `None` if the value is not a list.
pub fn elements(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// Returns the text of a string; `None` if the value is not a string.
pub fn string(value: &RawValue) -> Option<Cow<'_, str>> {
    unescaped(value.get())
}

/// Returns the texts of a list of strings; `None` if the value is anything else.
pub fn strings(value: &RawValue) -> Option<Vec<String>> {
    elements(value)?.into_iter().map(|element| string(element).map(Cow::into_owned)).collect()
}

/// Returns the byte range of a part within its text.
pub fn span(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The readable part of an object with one member that is a possibly long list.
#[derive(Default)]
pub struct Outline<'t> {
    /// The members other than the list.
    pub members: Members<'t>,
    /// All keys in order.
    pub keys: Vec<Cow<'t, str>>,
    /// The complete elements of the list; `None` if there is no list.
    pub list: Option<Vec<&'t RawValue>>,
}

/// Reads the outline of a text whose list is the member `key`, as far as the text can be read.
pub fn outline<'t>(text: &'t str, key: &'static str) -> (Outline<'t>, Result<(), serde_json::Error>) {
    let (mut all, mut list) = (Vec::new(), List { key, elements: Vec::new(), behind: None });
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = All { members: &mut all, list: Some(&mut list) }.deserialize(&mut deserializer);
    let read = read.and_then(|()| deserializer.end());
    let mut keys: Vec<Cow<'_, str>> = all.iter().map(|(key, _)| key.clone()).collect();
    if let Some(at) = list.behind {
        keys.insert(at, Cow::Borrowed(key));
    }
    let list = list.behind.map(|_| list.elements);
    (Outline { members: Members::sorted_out(all), keys, list }, read)
}

/// The list of an outline, and the number of members before it.
struct List<'t> {
    key: &'static str,
    elements: Vec<&'t RawValue>,
    behind: Option<usize>,
}

/// Collects the members of an object, including those before an error, and separately the elements of its list if one
/// is expected.
struct All<'a, 't> {
    members: &'a mut Vec<Member<'t>>,
    list: Option<&'a mut List<'t>>,
}

impl<'t> DeserializeSeed<'t> for All<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'t> Visitor<'t> for All<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            match &mut self.list {
                Some(list) if key == list.key && list.behind.is_none() => {
                    list.behind = Some(self.members.len());
                    map.next_value_seed(Elements { key: list.key, list: &mut list.elements })?;
                }
                Some(list) if key == list.key => {
                    return Err(A::Error::custom(format_args!("duplicate key \"{key}\"")));
                }
                _ => {
                    let value = map.next_value()?;
                    self.members.push((key, value));
                }
            }
        }
        Ok(())
    }
}

/// Collects the elements of a list, including those before an error.
struct Elements<'a, 't> {
    key: &'static str,
    list: &'a mut Vec<&'t RawValue>,
}

impl<'t> DeserializeSeed<'t> for Elements<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'t> Visitor<'t> for Elements<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {}", self.key)
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element()? {
            self.list.push(value);
        }
        Ok(())
    }
}

/// A key, borrowed from the text if it has no escapes.
struct Key<'t>(Cow<'t, str>);

impl<'t> serde::Deserialize<'t> for Key<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'t> Visitor<'t> for KeyVisitor {
            type Value = Key<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'t>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_of_a_cut_text_is_read() {
        let text = r#"{"id": "x", "phases": [{"name": "S1901M"}, {"name": "F19"#;
        let (outline, read) = outline(text, "phases");
        assert!(read.unwrap_err().is_eof());
        assert_eq!(outline.keys, ["id", "phases"]);
        let phases = outline.list.unwrap();
        assert_eq!((phases.len(), span(text, phases[0].get())), (1, 23..41));
    }

    #[test]
    fn keys_that_are_there_twice_are_told_apart() {
        let value: &RawValue = serde_json::from_str(r#"{"a": 1, "b": 2, "\u0061": 3}"#).unwrap();
        let members = Members::of(value).unwrap();
        assert_eq!((members.list.len(), members.twice[0].0.as_ref()), (2, "a"));
        assert_eq!(members.get("a").unwrap().get(), "1");
    }
}
