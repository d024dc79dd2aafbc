//! The contract of a system's view.

use thiserror::Error;

use super::diff::Terms;
use super::layout::{self, MIN_WIDTH, Page, clip};
use super::picture::{Album, MomentName, NoPicture};
use crate::model::{Document, Game, Moment, System};
use crate::text::printable::printable;

/// How a document is shown.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ViewOptions {
    /// Whether passwords, addresses, and the names of a game with hidden names, are shown.
    pub reveal: bool,
    /// The moment that days are counted to; without it the latest date in the document.
    pub now: Option<Moment>,
    /// The width of the terminal, in columns; less than 40 is taken for 40.
    pub width: usize,
    /// Whether the first line may be set in bold, and pieces in colour.
    pub colour: bool,
    /// Whether the board is shown, where the game as a whole is shown without it: the countries of Global War.
    pub board: bool,
    /// The turn of a record to show the board after, 0 for the start, or the phase to show; without it the game as a whole
    /// is shown.
    pub turn: Option<MomentName>,
}

/// Why the board after a turn is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoBoard {
    /// Boards of that system are not drawn.
    #[error("the board after a turn is not drawn for {}", .0.name())]
    System(System),
    /// The record has no turn of that number; `last` is the number of its last one.
    #[error("the record has no turn {turn}{}", behind(last.map(|last| format!("turn {last}")).as_ref()))]
    Turn {
        /// The number.
        turn: u32,
        /// The highest number there is.
        last: Option<u64>,
    },
    /// The turns of the record have numbers, and no such names.
    #[error("the record has no turn called {0}: its turns have numbers")]
    Name(String),
    /// The game has no phase of that name; `last` is the name of its last one.
    #[error("the game has no phase {phase}{}", behind(last.as_ref()))]
    Phase {
        /// The name.
        phase: String,
        /// The name of the last phase there is.
        last: Option<String>,
    },
    /// There is no board that the record could be played from.
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

/// How the games of a system are shown.
pub struct SystemView {
    /// What kind of file it is, for its first line.
    pub what: fn(&Game) -> String,
    /// Shows the game as a whole.
    pub show: fn(&mut Page, &Document, &ViewOptions),
    /// Shows the board alone; nothing where it is shown with the game.
    pub board: Option<fn(&mut Page, &Document, &ViewOptions)>,
    /// What the parts of its games are called where two are compared.
    pub terms: &'static Terms,
    /// The pictures of a game; nothing where boards are not drawn.
    pub album: Option<OpenAlbum>,
    /// Shows what a turn did, and the board after it; nothing where boards are not drawn.
    pub after_turn: Option<AfterTurn>,
}

type OpenAlbum = for<'d> fn(&'d Document, &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture>;

/// Shows what a turn did, and the board after it.
#[derive(Clone, Copy)]
pub enum AfterTurn {
    /// The turn of a number; 0 is the start.
    Numbered(fn(&mut Page, &Document, u32, &ViewOptions) -> Result<(), NoBoard>),
    /// The phase of a name.
    Named(fn(&mut Page, &Document, &MomentName, &ViewOptions) -> Result<(), NoBoard>),
}

impl AfterTurn {
    fn show(
        self,
        page: &mut Page,
        document: &Document,
        turn: &MomentName,
        options: &ViewOptions,
    ) -> Result<(), NoBoard> {
        let show = match self {
            AfterTurn::Numbered(show) => show,
            AfterTurn::Named(show) => return show(page, document, turn, options),
        };
        let number = match turn {
            MomentName::Last => document.game.turns.iter().filter_map(|turn| turn.number).max().unwrap_or_default(),
            MomentName::Named(name) => name.parse().map_err(|_| NoBoard::Name(name.clone()))?,
        };
        show(page, document, number, options)
    }
}

impl SystemView {
    /// What is in a document called `name`, for people, or its board, or the board after the turn that is wanted: lines of at most
    /// `options.width` columns, each with its line end.
    pub fn page(&self, document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
        let mut page = self.titled(document, name, options);
        match (&options.turn, self.after_turn) {
            (None, _) => {
                let board = self.board.filter(|_| options.board);
                board.unwrap_or(self.show)(&mut page, document, options);
            }
            (Some(turn), Some(after_turn)) => after_turn.show(&mut page, document, turn, options)?,
            (Some(_), None) => return Err(NoBoard::System(document.game.system)),
        }
        Ok(page.into_text())
    }

    /// A page with its first line: the file, and what it is.
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
