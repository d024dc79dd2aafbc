//! Handles files in a folder that are of no known format.

use std::path::Path;

use crate::archive::Input;
use crate::conversion::{Ending, ReadOutcome, looks_of};
use crate::formats::{self, Format, Kind};
use crate::text::{Diagnostic, codes};

/// Extensions that mark a file as something other than the map or seed of a variant.
const EVERYDAY: [&str; 48] = [
    "7z", "bak", "bat", "bin", "bmp", "c", "cfg", "cpp", "css", "csv", "doc", "docx", "exe", "gif", "gz", "h", "htm",
    "html", "ini", "java", "jpeg", "jpg", "js", "json", "log", "md", "mp3", "pdf", "php", "pl", "png", "ps", "py",
    "rb", "rs", "sh", "sql", "svg", "tar", "tif", "tiff", "toml", "ts", "txt", "wav", "xml", "yaml", "zip",
];

/// Description of an empty file.
pub const AN_EMPTY_FILE: &str = "an empty file";

/// An input that is skipped.
pub struct Skipped {
    /// Ending of the input.
    pub ending: Ending,
    /// Kind of the file in a few words.
    pub kind: String,
    /// Note for a listing of every skipped file.
    pub note: Diagnostic,
}

impl Skipped {
    /// Creates the record of an input that is skipped as this `kind`.
    pub fn new(input: &Input, ending: Ending, kind: impl Into<String>) -> Self {
        let kind = kind.into();
        let note = Diagnostic::note(&codes::SKIPPED, format!("skipped: {kind}")).in_file(input.label());
        Skipped { ending, kind, note }
    }
}

/// Returns why an input is skipped as a file of no known format; `None` if it is not skipped. A file that the user
/// names, or whose name is usual for a known format, counts as a failure instead. A known format that is not read yet
/// is skipped if it was found in a folder or there are many inputs.
pub fn skipped(input: &Input, reading: &ReadOutcome, many: bool) -> Option<Skipped> {
    if let Some(Format { id, kind: Kind::NotRead(_), .. }) = reading.format {
        return (input.found || many)
            .then(|| Skipped::new(input, Ending::Known, format!("{id}, which is not read yet")));
    }
    let [d] = &reading.diagnostics[..] else { return None };
    if !input.found || reading.format.is_some() {
        return None;
    }
    let looks = looks_of(d);
    let (ending, kind) = match &*d.code {
        code if code == codes::EMPTY_FILE.id => (Ending::Unknown, AN_EMPTY_FILE),
        code if code == codes::TOO_LARGE.id => (Ending::OverLimit, "a file that is too large"),
        _ => (ending_of_looks(looks?), looks?),
    };
    (named_format(&input.name(), looks).is_none()).then(|| Skipped::new(input, ending, kind))
}

/// Returns the ending of a file with this description.
pub fn ending_of_looks(looks: &str) -> Ending {
    if formats::is_certain_look(looks) && looks != AN_EMPTY_FILE { Ending::Known } else { Ending::Unknown }
}

/// Returns whether a file of no known format has the usual name of one.
pub fn is_named_as_ours(input: &Input) -> bool {
    named_format(&input.name(), None).is_some()
}

/// Advises about a file of no known format that has the usual name of one.
pub fn advise(input: &Input, reading: &mut ReadOutcome) {
    for d in &mut reading.diagnostics {
        let looks = looks_of(d);
        if let Some(format) = looks.and_then(|looks| named_format(&input.name(), Some(looks))) {
            let id = format.id;
            d.help = Some(
                format!("its name is that of a {id}; -f {id} reads it as one, and says what is wrong with it").into(),
            );
        }
    }
}

/// Returns the format that a name is specific to. If the name leaves much open, the description `looks` of the content
/// counts too.
fn named_format(name: &str, looks: Option<&str>) -> Option<&'static Format> {
    let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_named = |format: &&&Format| {
        format.text().is_some()
            && format.file_names.iter().any(|pattern| {
                if !formats::is_name(pattern, name) || pattern.ends_with(".json") {
                    return false;
                }
                let leaves_open = pattern.contains('*');
                let is_other_kind = looks.is_some_and(formats::is_certain_look);
                let is_everyday = pattern.ends_with('*') && EVERYDAY.contains(&&*extension);
                !leaves_open || !(is_other_kind || is_everyday)
            })
    };
    formats::FORMATS.iter().find(is_named).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_specific_are_ours() {
        let named = |name: &str, looks| named_format(name, looks).map(|format| format.id);
        let text = Some("text of another kind");
        for (name, id) in [
            ("WAR01.DAT", "war-dat"),
            ("war123.rec", "war-rec"),
            ("map.youngstown", "njudge-map"),
            ("seed", "njudge-seed"),
            ("G001", "njudge-seed"),
            ("x.hwl", "homeworlds-hwl"),
        ] {
            assert_eq!(named(name, text), Some(id), "{name}");
        }
        for name in ["game1.json", "x.json", "map.js", "seed.sql", "G001.JPG", "README", "WAR.DAT", "WAR01.DAT.bak"] {
            assert_eq!(named(name, text), None, "{name}");
        }
        let picture = Some("image/png (png)");
        assert_eq!((named("WAR01.DAT", picture), named("map.old", picture)), (Some("war-dat"), None));
        assert!(EVERYDAY.is_sorted());
    }
}
