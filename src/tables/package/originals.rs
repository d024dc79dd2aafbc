//! Paths of the original files beside the tables.

use std::collections::{HashMap, HashSet};

use crate::archive::portable_name;
use crate::model::Source;
use crate::text::Encoding;

/// Maximum number of characters of a source's name that its file name keeps.
const NAME_LENGTH: usize = 100;

/// The paths of originals in a folder, no two of which differ only in case.
#[derive(Default)]
pub struct OriginalPaths {
    taken: HashSet<String>,
    /// For each name, the last number that was put before it.
    numbers: HashMap<String, usize>,
}

impl OriginalPaths {
    /// Returns a path for a source's original that no earlier source has.
    pub fn path_of(&mut self, source: &Source) -> String {
        let name = file_name(&source.name);
        let mut path = format!("originals/{name}");
        while !self.taken.insert(path.to_lowercase()) {
            let number = self.numbers.entry(name.to_lowercase()).or_insert(1);
            *number += 1;
            path = format!("originals/{number}-{name}");
        }
        path
    }
}

/// Returns a name that every operating system accepts for a file in a single folder.
fn file_name(name: &str) -> String {
    let name: String = name.chars().take(NAME_LENGTH).collect();
    Some(portable_name(&name))
        .filter(|name| !name.trim_matches(['.', ' ', '_']).is_empty())
        .unwrap_or("original".into())
}

/// Returns whether a path stays in the folder, on whatever operating system it is opened.
pub fn is_inside(path: &str) -> bool {
    let is_plain = |step: &str| !matches!(step, "" | "." | "..");
    !path.contains(['\\', ':', '\0']) && path.split('/').all(is_plain)
}

/// Returns whether decoding `bytes` gives the text of the source.
pub fn gives_the_text(source: &Source, bytes: &[u8]) -> bool {
    let decoded = Encoding::named(&source.encoding).and_then(|encoding| encoding.decode(bytes).ok());
    decoded.as_deref() == source.original()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_safe() {
        for (name, safe) in [
            ("WAR04.REC", "WAR04.REC"),
            ("../../etc/passwd", "_.._.._etc_passwd"),
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
    fn thousands_of_sources_of_one_name_have_paths_of_their_own() {
        let source = |name: &str| {
            let source = serde_json::json!({"format": "war-dat", "name": name, "encoding": "cp437", "bytes": 1});
            serde_json::from_value::<Source>(source).unwrap()
        };
        let mut paths = OriginalPaths::default();
        assert_eq!(paths.path_of(&source("2-WAR.DAT")), "originals/2-WAR.DAT");
        assert_eq!(paths.path_of(&source("war.dat")), "originals/war.dat");
        assert_eq!(paths.path_of(&source("WAR.DAT")), "originals/3-WAR.DAT");
        let all: Vec<String> = (0..100_000).map(|_| paths.path_of(&source("WAR.DAT"))).collect();
        assert_eq!(all[99_999], "originals/100003-WAR.DAT");
    }

    #[test]
    fn paths_that_lead_out_are_known() {
        for path in ["/etc/passwd", "../x", "a/../../x", "a\\..\\x", "C:/x", "", "a//b", "."] {
            assert!(!is_inside(path), "{path}");
        }
        assert!(is_inside("originals/WAR 04..REC"));
    }
}
