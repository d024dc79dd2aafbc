//! Places of outputs below a folder.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use crate::archive::{BACKUP_EXTENSION, Input, InputKind, STDIN_NAME, safe_name};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// The extensions that are added to the name of a source to name its document.
const DOCUMENT_EXTENSIONS: [&str; 2] = ["json", "csv"];

/// Returns whether an output is a folder for several files.
pub fn is_folder(path: &Path) -> bool {
    path.as_os_str() != "-" && (path.is_dir() || ends_in_slash(path))
}

/// Returns whether a path ends in a slash, as that of a folder does.
pub fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Returns the folder in which an input was found, relative to the folder that was given.
pub fn folder_of(input: &Input) -> &Path {
    input.relative.parent().unwrap_or(Path::new(""))
}

/// Returns the name of a file without its extension, in capitals as on DOS: what the files of one game have in common.
pub fn name_of_game(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().to_uppercase()
}

/// Returns the name of an input without the extension of a document.
pub fn without_document_extension(input: &Input) -> &OsStr {
    let name = Path::new(input.file_name());
    let is_document = |extension: &OsStr| DOCUMENT_EXTENSIONS.iter().any(|own| extension.eq_ignore_ascii_case(own));
    match (name.extension(), name.file_stem()) {
        (Some(extension), Some(stem)) if is_document(extension) => stem,
        _ => name.as_os_str(),
    }
}

/// Returns a name with an extension added, for an output that is named after its input.
pub fn with_extension(name: &OsStr, extension: &str) -> OsString {
    let mut name = name.to_owned();
    name.push(".");
    name.push(extension);
    name
}

/// Returns the place of a document's source below a folder of outputs: in the folder where the document was found, and
/// in the folder below it where the source was, unless the path already ends in that.
pub fn source_place(input: &Input, name: &str, path: Option<&str>) -> PathBuf {
    let found_in = folder_of(input);
    let of_source = steps(path.and_then(|path| Path::new(path).parent()).unwrap_or(Path::new("")));
    let folder = match steps(found_in).ends_with(&of_source) {
        true => found_in.to_owned(),
        false => found_in.join(of_source.join("/")),
    };
    folder.join(source_name(input, name))
}

/// Returns the folder that the sources of an input are written to, without the folders that the sources themselves were
/// in.
pub fn folder_above_sources(input: &Input, path: Option<&str>) -> PathBuf {
    let found_in = folder_of(input);
    let of_source = steps(path.and_then(|path| Path::new(path).parent()).unwrap_or(Path::new("")));
    if !steps(found_in).ends_with(&of_source) {
        return found_in.to_owned();
    }
    found_in.ancestors().nth(of_source.len()).unwrap_or(found_in).to_owned()
}

/// Returns the folders of a path that lead downwards, with safe names: a document may come from anybody and must not
/// name any other place.
fn steps(path: &Path) -> Vec<String> {
    let is_plain = |step: &Component<'_>| matches!(step, Component::Normal(_));
    let name = |step: Component<'_>| safe_name(&step.as_os_str().to_string_lossy()).into_owned();
    path.components().filter(is_plain).map(name).collect()
}

/// Returns a source's name as a file name. If the document is named after the source, its own name is used, which may
/// have bytes that the text inside it lacks.
fn source_name(input: &Input, name: &str) -> OsString {
    let of_document = without_document_extension(input);
    if input.kind != (InputKind::Stdin { is_named: false }) && of_document.to_string_lossy() == name {
        return of_document.to_owned();
    }
    match Path::new(name).file_name().and_then(OsStr::to_str) {
        // Earlier versions used this name for standard input.
        Some("-") => STDIN_NAME.into(),
        Some(name) => safe_name(name).into_owned().into(),
        None => "original".into(),
    }
}

/// Returns a note if a source is written to `place` under another name, or into another folder, than it had.
pub fn renamed(name: &str, path: Option<&str>, place: &Path) -> Option<Diagnostic> {
    let written = place.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.and_then(|path| Path::new(path).parent()).unwrap_or(Path::new(""));
    let is_same = (written == name || name == "-") && steps(folder).join("/") == folder.to_string_lossy();
    if is_same {
        return None;
    }
    let had = path.filter(|path| path.ends_with(name)).unwrap_or(name);
    let message = format!("the source {} has no safe name, so it is written as {}", quoted(had), place.display());
    Some(Diagnostic::warning(&codes::UNSAFE_NAME, message))
}

/// Returns whether an input that was found is a backup made by `--in-place`, which must not be replaced itself.
pub fn is_backup(input: &Input) -> bool {
    input.found && input.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(BACKUP_EXTENSION))
}

/// The reason why a backup of a replaced file is skipped.
pub const IS_BACKUP: &str = "a backup";

/// Refuses inputs that are not files and cannot be replaced.
pub fn check_in_place(input: &Input) -> Result<(), Diagnostic> {
    let what = match input.kind {
        _ if input.member.is_some() => "a member of an archive",
        InputKind::File => return Ok(()),
        InputKind::Stdin { .. } => "standard input",
        InputKind::Line(..) => "a line of a file",
        InputKind::Package => "a folder of tables",
    };
    let d = Diagnostic::error(&codes::IN_PLACE, format!("{what} cannot be replaced in place"));
    Err(d.help(codes::IN_PLACE.advice))
}

/// Returns the error for an output that would overwrite another one of this run.
pub fn same_output(path: &Path) -> Diagnostic {
    let message = format!("another input was written to {} already", path.display());
    let help = "convert one by one, or give the folder that holds them as input";
    Diagnostic::error(&codes::SAME_OUTPUT, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(relative: &str) -> Input {
        let mut input = Input::companion(Path::new("in").join(relative));
        input.relative = relative.into();
        input
    }

    #[test]
    fn sources_go_where_they_lay() {
        for (document, name, path, place) in [
            ("WAR01.DAT.json", "WAR01.DAT", None, "WAR01.DAT"),
            ("a/WAR01.DAT.json", "WAR01.DAT", None, "a/WAR01.DAT"),
            ("a/WAR01.DAT.json", "WAR01.DAT", Some("a/WAR01.DAT"), "a/WAR01.DAT"),
            ("disk2/a/WAR01.DAT.json", "WAR01.DAT", Some("a/WAR01.DAT"), "disk2/a/WAR01.DAT"),
            ("flat.json", "WAR01.DAT", Some("a/b/WAR01.DAT"), "a/b/WAR01.DAT"),
            ("b/x.json", "WAR01.DAT", Some("a/b/WAR01.DAT"), "b/a/b/WAR01.DAT"),
            ("x.json", "../../evil", Some("/../../etc/../evil"), "etc/evil"),
            ("x.json", "..", Some(".."), "original"),
            ("x.json", "-", None, "stdin"),
            ("x.json", "-rf", Some("a\u{1b}/-rf"), "a_/_-rf"),
            ("-rf.json", "-rf", None, "-rf"),
        ] {
            assert_eq!(source_place(&found(document), name, path), Path::new(place), "{document}");
        }
    }

    #[test]
    fn other_names_are_said() {
        let said = |name, path, place: &str| renamed(name, path, Path::new(place)).map(|d| d.message);
        assert_eq!(said("WAR01.DAT", None, "b/WAR01.DAT"), None);
        assert_eq!(said("WAR01.DAT", Some("a/WAR01.DAT"), "b/a/WAR01.DAT"), None);
        assert_eq!(said("-", None, "stdin"), None);
        let message = said("a\nb", None, "a_b").unwrap();
        assert!(message.contains(r#""a\nb""#) && message.ends_with("written as a_b"), "{message}");
        assert!(said("x", Some("../x"), "x").is_some());
    }

    #[test]
    fn what_stands_above_the_own_folder_is_known() {
        for (document, path, above) in [
            ("json/a/WAR01.DAT.json", Some("a/WAR01.DAT"), "json"),
            ("a/WAR01.DAT.json", Some("a/WAR01.DAT"), ""),
            ("json/WAR01.DAT.json", Some("WAR01.DAT"), "json"),
            ("json/x.json", None, "json"),
            ("json/x.json", Some("a/x"), "json"),
        ] {
            assert_eq!(folder_above_sources(&found(document), path), Path::new(above), "{document}");
        }
    }

    #[test]
    fn outputs_are_named_after_sources_of_documents() {
        let name = |document: &str| without_document_extension(&found(document)).to_owned();
        assert_eq!(name("10014.raw.json"), "10014.raw");
        assert_eq!(name("a/10014.raw.CSV"), "10014.raw");
        assert_eq!(name("10014.raw"), "10014.raw");
        assert_eq!(name(".json"), ".json");
        assert_eq!(with_extension(&name("x.raw.json"), "hwl"), "x.raw.hwl");
    }
}
