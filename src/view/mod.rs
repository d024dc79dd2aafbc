//! What people look at: the summary that `ludex inspect` prints, and the board after a turn.
//!
//! Every text of a file goes through [`printable`] on its way here, so that no name moves a cursor; no line is wider
//! than the terminal.

mod diplomacy;
mod global_war;
mod homeworlds;
mod layout;
mod power;

use thiserror::Error;

use crate::model::{Document, Moment, System};
use crate::text::printable::printable;
use layout::{LEAST_WIDTH, Page, clip};

/// How a document is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewOptions {
    /// Whether passwords, addresses, and the names of a game with hidden names, are shown.
    pub reveal: bool,
    /// The moment that days are counted to; without it the latest date in the document.
    pub now: Option<Moment>,
    /// The width of the terminal, in columns; less than 40 is taken for 40.
    pub width: usize,
    /// Whether the first line may be set in bold, and pieces in colour.
    pub colour: bool,
    /// The turn of a record to show the board after, 0 for the start; without it the game as a whole is shown.
    pub turn: Option<u32>,
}

/// Why the board after a turn is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoBoard {
    /// Boards of that system are not drawn.
    #[error("the board after a turn is not drawn for {}", .0.name())]
    System(System),
    /// The record has no turn of that number; `last` is the number of its last one.
    #[error("the record has no turn {turn}{}", behind(*.last))]
    Turn {
        /// The number.
        turn: u32,
        /// The highest number there is.
        last: Option<u64>,
    },
    /// There is no board that the record could be played from.
    #[error("no board is stated that the record could be played from")]
    Start,
}

fn behind(last: Option<u64>) -> String {
    last.map_or_else(|| ", nor any other".to_owned(), |last| format!("; the last is turn {last}"))
}

impl Default for ViewOptions {
    fn default() -> Self {
        ViewOptions { reveal: false, now: None, width: 80, colour: false, turn: None }
    }
}

/// What is in a document called `name`, for people, or the board after the turn that is wanted: lines of at most
/// `options.width` columns, each with its line end.
pub fn show(document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
    match options.turn {
        None => Ok(summary(document, name, options)),
        Some(turn) => after_turn(document, name, turn, options),
    }
}

fn summary(document: &Document, name: &str, options: &ViewOptions) -> String {
    let mut page = titled(document, name, options);
    match document.game.system {
        System::GlobalWar => global_war::show(&mut page, document, options),
        System::Diplomacy => diplomacy::show(&mut page, document, options),
        System::Homeworlds => homeworlds::show(&mut page, document, options),
        System::Power => power::show(&mut page, document),
    }
    page.into_text()
}

fn after_turn(document: &Document, name: &str, turn: u32, options: &ViewOptions) -> Result<String, NoBoard> {
    let mut page = titled(document, name, options);
    match document.game.system {
        System::Homeworlds => homeworlds::after_turn(&mut page, document, turn, options)?,
        System::Power => power::after_turn(&mut page, document, turn)?,
        system @ (System::GlobalWar | System::Diplomacy) => return Err(NoBoard::System(system)),
    }
    Ok(page.into_text())
}

/// A page with its first line: the file, and what it is.
fn titled(document: &Document, name: &str, options: &ViewOptions) -> Page {
    let game = &document.game;
    let what = match game.system {
        System::GlobalWar => global_war::what(game).to_owned(),
        System::Diplomacy => diplomacy::what(game),
        System::Homeworlds => homeworlds::what(game),
        System::Power => power::what(game),
    };
    let mut page = Page::new(options.width.max(LEAST_WIDTH));
    let room = page.width().saturating_sub(layout::width(&what) + " - ".len()).max(page.width() / 2);
    page.heading(&format!("{} - {what}", clip(&printable(name), room)), options.colour);
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Game;

    #[test]
    fn the_board_after_a_turn_is_refused_with_a_reason() {
        let options = ViewOptions { turn: Some(3), ..ViewOptions::default() };
        let said = |system| show(&Document::new(Game::new(system)), "a", &options).unwrap_err().to_string();
        assert_eq!(said(System::GlobalWar), "the board after a turn is not drawn for Global War");
        assert_eq!(said(System::Diplomacy), "the board after a turn is not drawn for Diplomacy");
        assert_eq!(said(System::Homeworlds), "the record has no turn 3, nor any other");
        assert_eq!(said(System::Power), "the record has no turn 3, nor any other");
    }

    #[test]
    fn a_long_file_name_is_clipped_and_its_controls_are_pictures() {
        let name = format!("\x1b[2J{}.DAT", "W".repeat(300));
        let text = summary(&Document::new(Game::new(System::Power)), &name, &ViewOptions::default());
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("␛[2JWWW") && first.contains("W… - Power"), "{first}");
        assert!(layout::width(first) <= 80, "{first}");
    }

    #[test]
    fn only_colour_brings_an_escape() {
        let document = Document::new(Game::new(System::Power));
        let plain = summary(&document, "a", &ViewOptions::default());
        let bold = summary(&document, "a", &ViewOptions { colour: true, ..ViewOptions::default() });
        assert!(!plain.contains('\x1b'));
        assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), plain);
    }
}
