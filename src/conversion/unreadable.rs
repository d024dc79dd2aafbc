//! Ensures that written texts can be read again: a text with next to nothing in it is not recognised by its format.

use std::fmt::Display;

use crate::formats::TextFormat;
use crate::model::Game;
use crate::text::{Diagnostic, Report, codes};

/// Returns a diagnostic if a text that was written from `game` could not be read again, unless its original could not
/// be either: an empty game is refused, a game with only text that was not understood is written with a warning.
pub fn doubt(text: &str, original: Option<&str>, format: &dyn TextFormat, game: &Game) -> Option<Diagnostic> {
    let error = why_not_read(text, format, game)?;
    if original.is_some_and(|original| why_not_read(original, format, game).is_some()) {
        return None;
    }
    let d = if game.turns.is_empty() && game.position.is_none() {
        Diagnostic::error(&codes::VALUES_MISSING, not_written(error.message))
    } else {
        let message = format!("what is written is read again with --salvage only: {}", error.message);
        Diagnostic::warning(&codes::VALUES_MISSING, message)
    };
    Some(d.on("game").help("add what a file of this format holds to the game"))
}

/// Returns the message about an output that reading would refuse, and why.
pub(super) fn not_written(why: impl Display) -> String {
    format!("not written, as it could not be read again: {why}")
}

fn why_not_read(text: &str, format: &dyn TextFormat, game: &Game) -> Option<Diagnostic> {
    let on_board = game.board.as_ref().and_then(|board| format.on_board(board));
    let mut report = Report::new();
    on_board.as_deref().unwrap_or(format).read(text, &mut report);
    report.into_found().into_iter().find(Diagnostic::is_error)
}

#[cfg(test)]
mod tests {
    use crate::conversion::{Content, Output, ReadOptions, WriteOptions, read, write};
    use crate::formats;
    use crate::model::{Action, ActionKind, Document, Game, System, Turn};
    use crate::text::codes;

    /// Texts with next to nothing in them, which no format accepts.
    #[test]
    fn what_could_not_be_read_again_is_refused_or_said() {
        let systems = [
            (System::Homeworlds, &["homeworlds", "homeworlds-hwl", "homeworlds-bga", "homeworlds-ap"][..]),
            (System::Diplomacy, &["diplomacy-orders", "njudge-orders"]),
            (System::Power, &["power"]),
        ];
        for (system, ids) in systems {
            for id in ids {
                let mut game = Game::new(system);
                game.title = Some("Spring".to_owned());
                let unknown = ActionKind::Unknown;
                let action = Action { text: Some("An".into()), ..Action::of(unknown) };
                game.turns.push(Turn { actions: vec![action], ..Default::default() });
                for turns in [1, 0] {
                    game.turns.truncate(turns);
                    let format = formats::format(id).unwrap();
                    let (outputs, diagnostics) = write(&Document::new(game.clone()), format, &WriteOptions::default());
                    let options = ReadOptions { format: Some((*id).to_owned()), ..ReadOptions::default() };
                    let is_read = |output: &Output| match &output.content {
                        Content::File(bytes) => !read("a", bytes, &options).has_errors(),
                        Content::Folder(_) => false,
                    };
                    let is_said = diagnostics.iter().any(|d| d.message.contains("--salvage only"));
                    assert!(
                        outputs.iter().all(is_read) != is_said || outputs.is_empty(),
                        "{id} {turns} {diagnostics:?}"
                    );
                    assert!(turns > 0 || outputs.iter().all(is_read), "{id} {diagnostics:?}");
                    let is_refused = diagnostics.iter().any(|d| d.is_error() && d.path.is_some() && d.help.is_some());
                    assert_eq!(outputs.is_empty(), is_refused, "{id} {turns} {diagnostics:?}");
                }
            }
        }
    }

    #[test]
    fn an_edit_that_leaves_no_record_is_refused() {
        let reading = read("a.homeworlds", b"# title: Spring\nhomeworld g3 b1 y3 A\n", &ReadOptions::default());
        let mut document = reading.document.unwrap();
        document.game.turns.clear();
        let (outputs, diagnostics) = write(&document, reading.format.unwrap(), &WriteOptions::default());
        assert!(outputs.is_empty());
        let error = diagnostics.iter().find(|d| d.is_error()).unwrap();
        assert_eq!(error.code, codes::VALUES_MISSING.id);
        assert!(error.message.contains("found no start position and no action"), "{}", error.message);
    }
}
