//! Finds names of systems that a reader of the record may mistake for something else.

use super::piece::{Colour, Piece};
use crate::text::printable::quoted;

/// The verbs of actions, as the notations name them.
const VERBS: [&str; 10] =
    ["homeworld", "build", "trade", "discover", "move", "attack", "capture", "sacrifice", "catastrophe", "pass"];

/// Returns a message if a name looks like a piece, a verb or a colour, which the document advises against.
pub(super) fn misleading(name: &str) -> Option<String> {
    // The document advises upper case for such names; words are verbs and colours in any case.
    let is_lower = !name.bytes().any(|byte| byte.is_ascii_uppercase());
    let is_letter = name.len() == 1;
    let verb = VERBS.iter().find(|verb| match is_letter {
        true => verb.starts_with(name),
        false => verb.eq_ignore_ascii_case(name),
    });
    let what = if is_lower && Piece::parse(name).is_some() {
        "a piece"
    } else if verb.is_some() {
        if is_letter { "the letter of a verb" } else { "a verb" }
    } else if Colour::parse(name).is_some() && (is_lower || !is_letter) {
        "a colour"
    } else {
        return None;
    };
    Some(format!("the name {} looks like {what}", quoted(name)))
}

#[cfg(test)]
mod tests {
    use super::misleading;

    #[test]
    fn names_like_notation_are_told_from_names() {
        for (name, what) in [
            ("g1", "a piece"),
            ("Build", "a verb"),
            ("h", "the letter of a verb"),
            ("b", "the letter of a verb"),
            ("g", "a colour"),
            ("RED", "a colour"),
        ] {
            assert!(misleading(name).is_some_and(|violations| violations.ends_with(what)), "{name}");
        }
        for name in ["", "G1", "G", "B", "Mars", "g4", "buildings", "é"] {
            assert_eq!(misleading(name), None, "{name}");
        }
    }
}
