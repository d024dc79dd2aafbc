//! What is met in a folder and is none of our files.

use std::path::Path;

use crate::archive::Input;
use crate::conversion::{Ending, ReadOutcome, looks_of};
use crate::formats::{self, Format, Kind};
use crate::text::{Diagnostic, codes};

/// Extensions that say something else of a file than that it is the map or the seed of a variant.
const EVERYDAY: [&str; 48] = [
    "7z", "bak", "bat", "bin", "bmp", "c", "cfg", "cpp", "css", "csv", "doc", "docx", "exe", "gif", "gz", "h", "htm",
    "html", "ini", "java", "jpeg", "jpg", "js", "json", "log", "md", "mp3", "pdf", "php", "pl", "png", "ps", "py",
    "rb", "rs", "sh", "sql", "svg", "tar", "tif", "tiff", "toml", "ts", "txt", "wav", "xml", "yaml", "zip",
];

/// What an empty file looks like.
pub const AN_EMPTY_FILE: &str = "an empty file";

/// An input that is skipped.
pub struct Skipped {
    /// How it ended with that.
    pub ending: Ending,
    /// What kind of file it is, in a few words.
    pub kind: String,
    /// What to say of it where each is wanted.
    pub note: Diagnostic,
}

impl Skipped {
    /// Skipped as something of that kind.
    pub fn new(input: &Input, ending: Ending, kind: impl Into<String>) -> Self {
        let kind = kind.into();
        let note = Diagnostic::note(&codes::SKIPPED, format!("skipped: {kind}")).in_file(input.label());
        Skipped { ending, kind, note }
    }
}

/// Why an input is no file of ours, where that is what it is: one that the user names, or whose name says that it is
/// ours, is a failure instead. A kind that is known and not read yet is none where there are many inputs.
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

/// How a file that looks like that ends.
pub fn ending_of_looks(looks: &str) -> Ending {
    if formats::is_certain_look(looks) && looks != AN_EMPTY_FILE { Ending::Known } else { Ending::Unknown }
}

/// Whether a text should be ours by its name, though it is of no format.
pub fn is_named_as_ours(input: &Input) -> bool {
    named_format(&input.name(), None).is_some()
}

/// Says of a file that it should be ours by its name, where it is of no format.
pub fn advise(input: &Input, reading: &mut ReadOutcome) {
    for d in &mut reading.diagnostics {
        let looks = looks_of(d);
        if let Some(format) = looks.and_then(|looks| named_format(&input.name(), Some(looks))) {
            let id = format.id;
            d.help =
                Some(format!("its name is that of a {id}; -f {id} reads it as one, and says what is wrong with it"));
        }
    }
}

/// The format that a name is specific of. What a file looks like that is of no format counts where the name leaves
/// much open.
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
