//! Traversal of a game, or a part of it, as the JSON of a document represents it.

use serde_json::Value;

/// The decision on a value that was visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Visit its parts next.
    Enter,
    /// Skip its parts.
    Pass,
    /// Remove it from the object or list that contains it.
    TakeOut,
}

/// Visits a value and everything in it, each value before its parts. `act` is given each value with its key: that of
/// the field, or for an element that of its list.
pub fn visit(value: &mut Value, key: &str, act: &mut dyn FnMut(&mut Value, &str) -> Visit) -> Visit {
    let becomes = act(value, key);
    match value {
        _ if becomes != Visit::Enter => {}
        Value::Array(list) => list.retain_mut(|element| visit(element, key, act) != Visit::TakeOut),
        Value::Object(fields) => fields.retain(|key, field| visit(field, key, act) != Visit::TakeOut),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    becomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_met_before_their_parts_and_leave_what_they_are_in() {
        let mut value = json!({"a": [1, {"b": 2}, 3], "c": {"d": [4]}});
        let mut met = Vec::new();
        visit(&mut value, "", &mut |value, key| {
            met.push(format!("{key}={value}"));
            match value {
                Value::Number(number) if number.as_u64() == Some(1) => Visit::TakeOut,
                _ if key == "c" => Visit::Pass,
                _ => Visit::Enter,
            }
        });
        assert_eq!(met[1..], ["a=[1,{\"b\":2},3]", "a=1", "a={\"b\":2}", "b=2", "a=3", "c={\"d\":[4]}"]);
        assert_eq!(value, json!({"a": [{"b": 2}, 3], "c": {"d": [4]}}));
    }
}
