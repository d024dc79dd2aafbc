//! What the file beside an input says about it.

use crate::archive::{Input, InputKind, sibling};
use crate::conversion::{self, ReadOptions};
use crate::formats::global_war::{WAR_DAT, WAR_REC};
use crate::model::Document;
use crate::rules::global_war::{STALE_RECOVERY, moved_since};
use crate::text::Diagnostic;

/// Warns of a `.REC` whose game went on: in the `.DAT` beside it a player has moved since.
pub fn stale_recovery(input: &Input, document: &Document) -> Option<Diagnostic> {
    let is_recovery = document.sources.iter().any(|s| s.format == WAR_REC.id);
    if !is_recovery || input.kind != InputKind::File {
        return None;
    }
    let beside = sibling(&input.path, WAR_DAT.extension)?;
    let options = ReadOptions { format: Some(WAR_DAT.id.to_owned()), ..ReadOptions::default() };
    let saved = conversion::read(&beside.name(), &beside.bytes().ok()?, &options).document?;
    let moved: Vec<String> = moved_since(&document.game, &saved.game).iter().map(|p| p.seat.to_string()).collect();
    if moved.is_empty() {
        return None;
    }
    let who = match &moved[..] {
        [one] => format!("player {one} has"),
        several => format!("players {} have", several.join(", ")),
    };
    let message = format!("the game went on: in {} {who} moved since", beside.label());
    let d = Diagnostic::warning(&STALE_RECOVERY, message).in_file(input.label());
    Some(d.help("Global War would delete this file and use the .DAT; do not recover from it"))
}
