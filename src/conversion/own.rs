//! Documents and collections of Ludex that are met in a folder among other files.

use super::collections::CollectionInput;
use super::{Ending, Skipped, originals, originals_of_package};
use crate::archive::{Input, InputKind, Opened};
use crate::formats;
use crate::tables::package::DESCRIPTOR;
use crate::text::encoding::without_mark;

/// What is skipped as it holds many games, whose files can be restored.
const IS_COLLECTION: &str = "a collection of games that Ludex made";

/// What is skipped as the file that it was made of is there to be converted itself.
const IS_BESIDE: &str = "a Ludex document beside the file it was made of";

/// Why an input that was found in a folder is passed over: it holds many games.
pub fn skipped_collection(input: &Input, opened: Option<&Opened<'_>>) -> Option<Skipped> {
    let is_one = input.found && CollectionInput::of_opened(input, opened).is_some();
    is_one.then(|| Skipped::new(input, Ending::Own, IS_COLLECTION))
}

/// Why a document that was found in a folder is passed over: the file that it was made of lies beside it.
pub fn skipped_beside_its_file(input: &Input) -> Option<Skipped> {
    let is_document = || input.kind == InputKind::Package || (may_be_json(input) && is_json_document(input));
    let is_beside = input.found && is_document() && is_beside_its_file(input);
    is_beside.then(|| Skipped::new(input, Ending::Own, IS_BESIDE))
}

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
        InputKind::Package => originals_of_package(&|path| input.table(path)).unwrap_or_default(),
        _ => input.bytes().and_then(|bytes| originals(&bytes)).unwrap_or_default(),
    };
    // A document may have been made of one that was made of the file.
    let stem = stem.to_string_lossy();
    let is_of = |name: &str| stem.strip_prefix(name).is_some_and(|rest| ["", ".json", ".csv"].contains(&rest));
    originals.iter().any(|original| is_of(&original.source.name))
}

/// Whether an input that was found in a folder may be a JSON document.
pub fn may_be_json(input: &Input) -> bool {
    let extension = input.path.extension().unwrap_or_default();
    input.found && input.kind == InputKind::File && extension.eq_ignore_ascii_case(formats::json::JSON.extension)
}

/// Whether a file is a JSON document of Ludex. Of most other files the first bytes tell.
pub fn is_json_document(input: &Input) -> bool {
    let Ok(opened) = input.open() else { return false };
    let start = without_mark(opened.block()).trim_ascii_start();
    // Of a long indentation there may be nothing yet.
    if !start.is_empty() && !start.starts_with(b"{") {
        return false;
    }
    formats::json::is_document(opened.block())
        || opened.into_bytes().is_ok_and(|bytes| formats::json::is_document(&bytes))
}
