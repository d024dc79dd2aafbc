//! The original files beside the tables.

use crate::model::Source;
use crate::text::Encoding;

/// Longest file name that is made of a source's name, in characters.
const NAME_LENGTH: usize = 100;

/// The path of a source's original, other than those that are `taken`.
pub fn original_path(source: &Source, taken: &[Option<String>]) -> String {
    let name = file_name(&source.name);
    let is_free = |path: &str| !taken.iter().flatten().any(|t| t.to_lowercase() == path.to_lowercase());
    let mut path = format!("originals/{name}");
    let mut number = 2;
    while !is_free(&path) {
        path = format!("originals/{number}-{name}");
        number += 1;
    }
    path
}

/// A name that every system takes as a file of one folder.
fn file_name(name: &str) -> String {
    let is_unsafe = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let name: String = name.chars().take(NAME_LENGTH).map(|c| if is_unsafe(c) { '_' } else { c }).collect();
    // Windows drops dots and blanks at the end; names of dots alone are folders.
    match name.trim_end_matches(['.', ' ']) {
        "" => "original".to_owned(),
        name => name.to_owned(),
    }
}

/// Whether a path of a file stays in the folder, whatever system it is opened on.
pub fn is_inside(path: &str) -> bool {
    let is_plain = |step: &str| !matches!(step, "" | "." | "..");
    !path.contains(['\\', ':', '\0']) && path.split('/').all(is_plain)
}

/// Whether decoding `bytes` gives the text of the source.
pub fn gives_the_text(source: &Source, bytes: &[u8]) -> bool {
    let decoded = Encoding::named(&source.encoding).and_then(|encoding| encoding.decode(bytes).ok());
    decoded.as_deref() == source.text.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_safe() {
        for (name, safe) in [
            ("WAR04.REC", "WAR04.REC"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("a\\b\n\0c", "a_b__c"),
            ("..", "original"),
            ("", "original"),
            ("C:x ", "C_x"),
        ] {
            assert_eq!(file_name(name), safe);
            assert!(is_inside(&format!("originals/{safe}")));
        }
    }

    #[test]
    fn paths_that_lead_out_are_known() {
        for path in ["/etc/passwd", "../x", "a/../../x", "a\\..\\x", "C:/x", "", "a//b", "."] {
            assert!(!is_inside(path), "{path}");
        }
        assert!(is_inside("originals/WAR 04..REC"));
    }
}
