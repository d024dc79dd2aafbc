//! Documents and packages of Ludex that are met in a folder.

use super::Arguments;
use super::target::{TargetFormat, WantedFormat};
use crate::archive::{Input, InputKind, Opened};
use crate::cli::collections::CollectionInput;
use crate::cli::foreign::is_json_document;
use crate::cli::places;
use crate::conversion::{self, Ending, Skipped};
use crate::formats::{self, Format, Kind};
use crate::model::Document;
use crate::tables::package::DESCRIPTOR;
use crate::text::{Diagnostic, codes};

/// What is skipped as it is what it would be converted to.
pub const IS_DOCUMENT: &str = "a Ludex document already";

/// Why an input that was found in a folder is not converted.
pub fn passed_over(input: &Input, opened: Option<&Opened<'_>>, format: TargetFormat) -> Option<Skipped> {
    if !input.found {
        return None;
    }
    let is_json = may_be_json(input) && is_json_document(input);
    let is_package = input.kind == InputKind::Package;
    if CollectionInput::of_opened(input, opened).is_some() {
        return Some(Skipped::new(input, Ending::Own, IS_COLLECTION));
    }
    match format {
        TargetFormat::OfInput if places::is_backup(input) => Some(Skipped::new(input, Ending::Own, places::IS_BACKUP)),
        TargetFormat::OfInput => (is_json || is_package).then(|| Skipped::new(input, Ending::Own, IS_DOCUMENT)),
        TargetFormat::OwnSources if is_json || is_package => None,
        TargetFormat::OwnSources => Some(Skipped::new(input, Ending::Unknown, "no Ludex document")),
        TargetFormat::Fixed(Format { kind: Kind::Json, .. }) if is_json => {
            Some(Skipped::new(input, Ending::Own, IS_DOCUMENT))
        }
        TargetFormat::Fixed(Format { kind: Kind::Csv, .. }) if is_package => {
            Some(Skipped::new(input, Ending::Own, IS_DOCUMENT))
        }
        TargetFormat::Fixed(_) | TargetFormat::Collection(_) => {
            ((is_json || is_package) && is_beside_its_file(input)).then(|| Skipped::new(input, Ending::Own, IS_BESIDE))
        }
    }
}

/// What is skipped as it holds many games, whose files can be restored.
const IS_COLLECTION: &str = "a collection of games that Ludex made";

/// What is skipped as the file that it was made of is there to be converted itself.
const IS_BESIDE: &str = "a Ludex document beside the file it was made of";

/// Whether `WAR04.DAT` lies beside `WAR04.DAT.json`, and the document is of that file.
fn is_beside_its_file(input: &Input) -> bool {
    let Some(stem) = input.path.file_stem() else { return false };
    let companion = input.path.with_file_name(stem);
    let is_there = match &input.member {
        Some(member) => member.container.has(&companion) || member.container.has(&companion.join(DESCRIPTOR)),
        None => companion.is_file() || companion.join(DESCRIPTOR).is_file(),
    };
    if !is_there {
        return false;
    }
    let originals = match input.kind {
        InputKind::Package => conversion::originals_of_package(&|path| input.table(path)).unwrap_or_default(),
        _ => input.bytes().and_then(|bytes| conversion::originals(&bytes)).unwrap_or_default(),
    };
    // A document may have been made of one that was made of the file.
    let stem = stem.to_string_lossy();
    let is_of = |name: &str| stem.strip_prefix(name).is_some_and(|rest| ["", ".json", ".csv"].contains(&rest));
    originals.iter().any(|original| is_of(&original.source.name))
}

/// Whether a package is one of those that are passed over.
pub fn is_passed_over_package(input: &Input, format: TargetFormat) -> bool {
    input.kind == InputKind::Package && passed_over(input, None, format).is_some()
}

/// Whether an input that was found in a folder may be a JSON document.
pub fn may_be_json(input: &Input) -> bool {
    let extension = input.path.extension().unwrap_or_default();
    input.found && input.kind == InputKind::File && extension.eq_ignore_ascii_case(formats::json::JSON.extension)
}

/// Whether an input is a document that was found in a folder.
pub fn is_found_document(input: &Input, format: Option<&Format>) -> bool {
    input.found && format.is_some_and(|format| matches!(format.kind, Kind::Json | Kind::Csv))
}

/// Whether a document would be written back to a file that it was read from, of the text format that is the target;
/// nothing where it is of no file, or the target is no text.
pub fn is_write_back(document: &Document, format: TargetFormat) -> Option<bool> {
    let TargetFormat::Fixed(format) = format else { return None };
    let can_be = format.text().is_some() && !document.sources.is_empty();
    can_be.then(|| document.sources_of(format.id).next().is_some())
}

/// Why a document is not converted beside others that are written back.
pub fn refusal(arguments: &Arguments) -> Diagnostic {
    let to = arguments.to.map_or("", WantedFormat::id);
    let message = format!("not converted: this document was not read from a {to}, and others here were");
    let help = "`-t source` writes each document in the formats it was read from, and `ludex restore` gives the \
                original files; to convert this document, name its file";
    Diagnostic::error(&codes::OTHER_SOURCE, message).help(help)
}
