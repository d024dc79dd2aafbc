//! What the file beside one says about it: the saved game beside an interrupted turn, and the other way round.

use super::{FileReader, name_of};
use crate::archive::{Input, InputKind};
use crate::conversion::{ReadOptions, Reading, read};
use crate::formats::Format;
use crate::model::Document;
use crate::systems::global_war::formats::{WAR_DAT, WAR_REC, codes, doubts};
use crate::text::Diagnostic;

impl FileReader {
    /// Warns of a `.REC` that does not belong to the `.DAT` beside it, or whose game went on there.
    pub fn doubts_about_recovery(&self, input: &Input, document: &Document) -> Vec<Diagnostic> {
        let is_recovery = document.sources.iter().any(|s| s.format == WAR_REC.id);
        let is_pair = document.sources.iter().any(|s| s.format == WAR_DAT.id);
        let Some((name, saved)) = (is_recovery && !is_pair).then(|| self.namesake(input, &WAR_DAT)).flatten() else {
            return Vec::new();
        };
        let Some(saved) = saved.document else { return Vec::new() };
        doubts(&saved.game, &document.game, &name).into_iter().map(|d| d.in_file(input.label())).collect()
    }

    /// Names the `.REC` beside a `.DAT` that is damaged: it holds the whole game.
    pub(super) fn way_out(&self, input: &Input, reading: &Reading) -> Option<Diagnostic> {
        let is_damaged = |d: &Diagnostic| {
            d.is_error()
                && [codes::CUT_OFF.id, codes::LINES_OUT_OF_STEP.id, codes::END_IN_THE_MIDDLE.id].contains(&&*d.code)
        };
        if reading.format.is_none_or(|format| format.id != WAR_DAT.id) || !reading.diagnostics.iter().any(is_damaged) {
            return None;
        }
        let (name, recovery) = self.namesake(input, &WAR_REC)?;
        if recovery.has_errors() || recovery.document.is_none() {
            return None;
        }
        let message = format!("{name} beside it is whole, and holds the game as it was when carrier was lost");
        let help = format!("`ludex convert {name} -t war-dat` writes the game from it, without the interrupted turn");
        Some(Diagnostic::note(&codes::WHOLE_RECOVERY, message).in_file(input.label()).help(help))
    }

    /// The file of another format beside an input that has its name, by its path, where there is one.
    fn namesake(&self, input: &Input, format: &Format) -> Option<(String, Reading)> {
        if input.kind != InputKind::File {
            return None;
        }
        let path = self.store.namesake(&input.path, format.extension)?;
        let options = ReadOptions { format: Some(format.id.to_owned()), ..ReadOptions::default() };
        let bytes = self.store.read(&path).ok()?;
        Some((path.display().to_string(), read(&name_of(&path), &bytes, &options)))
    }
}
