//! The interface that each system implements to show its games.

use thiserror::Error;

use super::diff::Terms;
use super::layout::{self, MIN_WIDTH, Page, clip};
use super::picture::{Album, MomentName, NoPicture};
use crate::model::{Document, Game, Moment, System};
use crate::text::printable::printable;

/// Options for showing a document.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ViewOptions {
    /// Whether passwords, addresses, and the names in a game with hidden names are shown.
    pub reveal: bool,
    /// The moment up to which days are counted; `None` for the latest date in the document.
    pub now: Option<Moment>,
    /// The width of the terminal, in columns; values below 40 count as 40.
    pub width: usize,
    /// Whether the first line may be bold, and pieces may be coloured.
    pub colour: bool,
    /// Whether the board alone is shown, in systems whose summary does not include it: the countries of Global War.
    pub board: bool,
    /// The turn of a record after which the board is shown, with 0 for the start, or the phase that is shown; `None`
    /// for the game as a whole.
    pub turn: Option<MomentName>,
}

/// The reason why the board after a turn is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoBoard {
    /// Boards of this system are not drawn.
    #[error("the board after a turn is not drawn for {}", .0.name())]
    System(System),
    /// The record has no turn with this number.
    #[error("the record has no turn {turn}{}", behind(last.map(|last| format!("turn {last}")).as_ref()))]
    Turn {
        /// The number that was asked for.
        turn: u32,
        /// The number of the last turn; `None` if there are no turns.
        last: Option<u64>,
    },
    /// The turns of the record have numbers, not names like this one.
    #[error("the record has no turn called {0}: its turns have numbers")]
    Name(String),
    /// The game has no phase with this name.
    #[error("the game has no phase {phase}{}", behind(last.as_ref()))]
    Phase {
        /// The name that was asked for.
        phase: String,
        /// The name of the last phase; `None` if there are no phases.
        last: Option<String>,
    },
    /// There are no turns or phases at all, and so no last one.
    #[error("there are no turns in it")]
    NoTurns,
    /// The record has no starting board from which it could be played.
    #[error("no board is stated that the record could be played from")]
    Start,
}

fn behind(last: Option<&String>) -> String {
    last.map_or_else(|| ", nor any other".to_owned(), |last| format!("; the last is {last}"))
}

impl Default for ViewOptions {
    fn default() -> Self {
        ViewOptions { reveal: false, now: None, width: 80, colour: false, board: false, turn: None }
    }
}

/// The functions by which a system shows its games.
pub struct SystemView {
    /// Returns the kind of file that a game was in, for the first line.
    pub what: fn(&Game) -> String,
    /// Shows the game as a whole.
    pub show: fn(&mut Page, &Document, &ViewOptions),
    /// Shows the board alone; `None` if it is shown with the game.
    pub board: Option<fn(&mut Page, &Document, &ViewOptions)>,
    /// The names of the parts of its games, used when two games are compared.
    pub terms: &'static Terms,
    /// Opens the pictures of a game; `None` if boards are not drawn.
    pub album: Option<OpenAlbum>,
    /// Shows a turn and the board after it; `None` if boards are not drawn.
    pub after_turn: Option<ShowTurn>,
}

type OpenAlbum = for<'d> fn(&'d Document, &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture>;

/// A function that shows a turn and the board after it; the turn 0 is the start, in systems whose turns have numbers.
type ShowTurn = fn(&mut Page, &Document, &MomentName, &ViewOptions) -> Result<(), NoBoard>;

/// Returns the number of a turn that was named, in games whose turns have numbers; `None` for the last turn.
pub fn turn_number(turn: &MomentName) -> Result<Option<u32>, NoBoard> {
    match turn {
        MomentName::Last => Ok(None),
        MomentName::Named(name) => name.parse().map(Some).map_err(|_| NoBoard::Name(name.clone())),
    }
}

impl SystemView {
    /// Returns the text for people of a document called `name`: a summary, its board, or the board after the chosen
    /// turn. Lines have at most `options.width` columns, and each ends with a line end.
    pub fn page(&self, document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
        let mut page = self.titled(document, name, options);
        match (&options.turn, self.after_turn) {
            (None, _) => {
                let board = self.board.filter(|_| options.board);
                board.unwrap_or(self.show)(&mut page, document, options);
            }
            (Some(turn), Some(after_turn)) => after_turn(&mut page, document, turn, options)?,
            (Some(_), None) => return Err(NoBoard::System(document.game.system)),
        }
        Ok(page.into_text())
    }

    /// Creates a page with its first line: the name of the file, and its kind.
    fn titled(&self, document: &Document, name: &str, options: &ViewOptions) -> Page {
        let what = (self.what)(&document.game);
        let mut page = Page::new(options.width.max(MIN_WIDTH));
        let room = page.width().saturating_sub(layout::width(&what) + " - ".len()).max(page.width() / 2);
        page.heading(&format!("{} - {what}", clip(&printable(name), room)), options.colour);
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::show;

    fn shown(document: &Document, name: &str, options: &ViewOptions) -> String {
        show(document, name, options).unwrap()
    }

    #[test]
    fn a_long_file_name_is_clipped_and_its_controls_are_pictures() {
        let name = format!("\x1b[2J{}.DAT", "W".repeat(300));
        let text = shown(&Document::new(Game::new(System::Power)), &name, &ViewOptions::default());
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("␛[2JWWW") && first.contains("W… - Power"), "{first}");
        assert!(layout::width(first) <= 80, "{first}");
    }

    #[test]
    fn only_colour_brings_an_escape() {
        let document = Document::new(Game::new(System::Power));
        let plain = shown(&document, "a", &ViewOptions::default());
        let bold = shown(&document, "a", &ViewOptions { colour: true, ..ViewOptions::default() });
        assert!(!plain.contains('\x1b'));
        assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), plain);
    }
}
