//! Checks what records cannot hold of a game.

use serde_json::Value;

use super::layout::Count;
use super::path;
use super::syntax::{RecordFile, Slot, list_length};
use crate::text::english::counted;
use crate::text::{Diagnostic, codes};

/// Reports the values of a game that are missing or cannot be written.
pub fn refusals(file: &RecordFile, game: &Value, out: &mut Vec<Diagnostic>) {
    for record in file.records {
        let there = list_length(record, game);
        if let Count::Times(count) = record.count
            && there != count
        {
            let list = record.paths().next();
            let message = format!("expected {count} records of {} in this list, found {there}", record.name);
            let d = Diagnostic::error(&codes::VALUES_MISSING, message).on(list.map_or("game", path::list_of));
            out.push(d.help(format!("write {}", counted(count, "element", "elements"))));
        }
    }
    // Missing elements were reported above.
    let is_there = |slot: &Slot| slot.record.count == Count::One || slot.index < list_length(slot.record, game);
    for slot in file.slots_of(game).into_iter().filter(is_there) {
        for key in slot.record.keys {
            let (value, wanted) = (path::get(game, key.path, slot.index), key.of(slot.index));
            if value.and_then(Value::as_str) != Some(&wanted) {
                let message = format!("expected {wanted:?} for {}, which its place says", slot.words());
                let d = Diagnostic::error(&codes::BAD_VALUE, message).on(path::of_element(key.path, slot.index));
                out.push(d.help(format!("write {wanted:?}, or move the element to its own place")));
            }
        }
        for field in slot.record.fields {
            let path = path::of_element(field.path, slot.index);
            let what = format!("the {} of {}", field.name, slot.words());
            match path::get(game, field.path, slot.index) {
                None => {
                    let d = Diagnostic::error(&codes::VALUES_MISSING, format!("{what} is missing")).on(path);
                    out.push(d.help(format!("add {}", field.expected())));
                }
                Some(value) => {
                    if let Err(expected) = field.write(value, &mut vec![0; field.codec.length()]) {
                        let expected = if field.is_secret { field.expected() } else { expected };
                        let d = Diagnostic::error(&codes::BAD_VALUE, format!("{what} cannot be written")).on(path);
                        out.push(d.help(format!("expected: {expected}")));
                    }
                }
            }
        }
    }
}
