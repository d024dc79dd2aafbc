//! Documents and packages of Ludex that are found in folders.

use super::Arguments;
use super::target::{TargetFormat, WantedFormat};
use crate::archive::{Input, InputKind, Opened};
use crate::cli::places;
use crate::conversion::{self, Ending, Skipped, is_json_document, may_be_json};
use crate::formats::{Format, Kind};
use crate::model::Document;
use crate::text::{Diagnostic, codes};

/// The reason why an input is skipped that is already in the target format.
pub const IS_DOCUMENT: &str = "a Ludex document already";

/// Returns why an input that was found in a folder is not converted; `None` if it is.
pub fn passed_over(input: &Input, opened: Option<&Opened<'_>>, format: TargetFormat) -> Option<Skipped> {
    if !input.found {
        return None;
    }
    let is_json = may_be_json(input) && is_json_document(input);
    let is_package = input.kind == InputKind::Package;
    if let Some(skipped) = conversion::skipped_collection(input, opened) {
        return Some(skipped);
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
        TargetFormat::Fixed(_) | TargetFormat::Collection(_) => conversion::skipped_beside_its_file(input),
    }
}

/// Returns whether an input is a package that is passed over.
pub fn is_passed_over_package(input: &Input, format: TargetFormat) -> bool {
    input.kind == InputKind::Package && passed_over(input, None, format).is_some()
}

/// Returns whether an input is a document that was found in a folder.
pub fn is_found_document(input: &Input, format: Option<&Format>) -> bool {
    input.found && format.is_some_and(|format| matches!(format.kind, Kind::Json | Kind::Csv))
}

/// Returns whether writing a document in the target format writes it back to a file that it was read from; `None` if it
/// has no sources, or the target is not a text format.
pub fn is_write_back(document: &Document, format: TargetFormat) -> Option<bool> {
    let TargetFormat::Fixed(format) = format else { return None };
    let can_be = format.text().is_some() && !document.sources.is_empty();
    can_be.then(|| document.sources_of(format.id).next().is_some())
}

/// Returns the error for a document that is not converted because others are written back.
pub fn refusal(arguments: &Arguments) -> Diagnostic {
    let to = arguments.to.map_or("", WantedFormat::id);
    let message = format!("not converted: this document was not read from a {to}, and others here were");
    let help = "`-t source` writes each document in the formats it was read from, and `ludex restore` gives the \
                original files; to convert this document, name its file";
    Diagnostic::error(&codes::OTHER_SOURCE, message).help(help)
}
