//! Recognises documents and collections of Ludex in a folder among other files.

use super::collections::CollectionInput;
use super::{Ending, Skipped, originals, originals_of_package};
use crate::archive::{Input, InputKind, Opened};
use crate::formats;
use crate::tables::package::DESCRIPTOR;
use crate::text::encoding::without_mark;

/// Description of a skipped collection; its files can be restored.
const IS_COLLECTION: &str = "a collection of games that Ludex made";

/// Description of a document that is skipped because the file it was made from is converted itself.
const IS_BESIDE: &str = "a Ludex document beside the file it was made of";

/// Returns why an input found in a folder is skipped if it is a collection of many games.
pub fn skipped_collection(input: &Input, opened: Option<&Opened<'_>>) -> Option<Skipped> {
    let is_one = input.found && CollectionInput::of_opened(input, opened).is_some();
    is_one.then(|| Skipped::new(input, Ending::Own, IS_COLLECTION))
}

/// Returns why a document found in a folder is skipped if the file that it was made from is beside it.
pub fn skipped_beside_its_file(input: &Input) -> Option<Skipped> {
    let is_document = || input.kind == InputKind::Package || (may_be_json(input) && is_json_document(input));
    let is_beside = input.found && is_document() && is_beside_its_file(input);
    is_beside.then(|| Skipped::new(input, Ending::Own, IS_BESIDE))
}

/// Returns whether `WAR04.DAT` is beside `WAR04.DAT.json`, and the document was made from that file.
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
    // A document may have been made from another document, which was made from the file.
    let stem = stem.to_string_lossy();
    let is_of = |name: &str| stem.strip_prefix(name).is_some_and(|rest| ["", ".json", ".csv"].contains(&rest));
    originals.iter().any(|original| is_of(&original.source.name))
}

/// Returns whether an input found in a folder may be a JSON document.
pub fn may_be_json(input: &Input) -> bool {
    let extension = input.path.extension().unwrap_or_default();
    input.found && input.kind == InputKind::File && extension.eq_ignore_ascii_case(formats::json::JSON.extension)
}

/// Returns whether a file is a JSON document of Ludex. For most other files the first bytes suffice.
pub fn is_json_document(input: &Input) -> bool {
    let Ok(opened) = input.open() else { return false };
    let start = without_mark(opened.block()).trim_ascii_start();
    // The first block may consist of indentation alone.
    if !start.is_empty() && !start.starts_with(b"{") {
        return false;
    }
    formats::json::is_document(opened.block())
        || opened.into_bytes().is_ok_and(|bytes| formats::json::is_document(&bytes))
}
