//! What people look at: the summary that `ludex inspect` prints.
//!
//! Every text of a file goes through [`printable`] on its way here, so that no name moves a cursor; no line is wider
//! than the terminal.

mod diplomacy;
mod global_war;
mod layout;

use crate::model::{Document, Game, Moment, System};
use crate::text::printable::printable;
use layout::{LEAST_WIDTH, Page, clip, counted};

/// How a document is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewOptions {
    /// Whether passwords, addresses, and the names of a game with hidden names, are shown.
    pub reveal: bool,
    /// The moment that days are counted to; without it the latest date in the document.
    pub now: Option<Moment>,
    /// The width of the terminal, in columns; less than 40 is taken for 40.
    pub width: usize,
    /// Whether the first line may be set in bold.
    pub colour: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        ViewOptions { reveal: false, now: None, width: 80, colour: false }
    }
}

/// What is in a document called `name`, for people: lines of at most `options.width` columns, each with its line end.
pub fn summary(document: &Document, name: &str, options: &ViewOptions) -> String {
    let width = options.width.max(LEAST_WIDTH);
    let mut page = Page::new(width);
    match document.game.system {
        System::GlobalWar => {
            title(&mut page, name, global_war::what(&document.game), options);
            global_war::show(&mut page, document, options);
        }
        System::Diplomacy => {
            title(&mut page, name, &diplomacy::what(&document.game), options);
            diplomacy::show(&mut page, document, options);
        }
        _ => {
            title(&mut page, name, document.game.system.name(), options);
            generic(&mut page, &document.game);
        }
    }
    page.into_text()
}

/// The first line: the file, and what it is.
fn title(page: &mut Page, name: &str, what: &str, options: &ViewOptions) {
    let room = page.width().saturating_sub(layout::width(what) + " - ".len()).max(page.width() / 2);
    page.heading(&format!("{} - {what}", clip(&printable(name), room)), options.colour);
}

/// What there is of a game whose system has no view of its own yet.
fn generic(page: &mut Page, game: &Game) {
    let called = [&game.title, &game.variant].into_iter().flatten();
    let called: Vec<String> = called.map(|text| clip(&printable(text), 40)).collect();
    if !called.is_empty() {
        page.paragraph(&format!("{}.", called.join(", ")));
    }
    let position = game.position.as_ref();
    let holdings = position.map_or(0, |p| p.holdings.len());
    let territories = game.board.as_ref().map_or(0, |b| b.territories.len()).max(holdings);
    page.paragraph(&format!(
        "{}, {}, {}, {}.",
        counted(game.players.len(), "player", "players"),
        counted(territories, "territory", "territories"),
        counted(position.map_or(0, |p| p.pieces.len()), "piece", "pieces"),
        counted(game.turns.len(), "turn", "turns"),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Player, Seat, Turn};

    #[test]
    fn a_system_without_a_view_is_counted() {
        let mut game = Game::new(System::Homeworlds);
        game.title = Some("10\x1b014".into());
        game.players = vec![Player::at(Seat::new("S")), Player::at(Seat::new("N"))];
        game.turns = vec![Turn::default()];
        let text = summary(&Document::new(game), "a.sdg", &ViewOptions::default());
        assert_eq!(text, "a.sdg - Homeworlds\n\n10␛014.\n\n2 players, 0 territories, 0 pieces, 1 turn.\n");
    }

    #[test]
    fn a_long_file_name_is_clipped_and_its_controls_are_pictures() {
        let name = format!("\x1b[2J{}.DAT", "W".repeat(300));
        let text = summary(&Document::new(Game::new(System::Power)), &name, &ViewOptions::default());
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("␛[2JWWW") && first.ends_with("W… - Power"), "{first}");
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
