//! The view of a game of Toy Wars.

use crate::model::{Document, Field, Game, Holding};
use crate::view::layout::{Column, Page, counted, name_text};
use crate::view::{SystemView, Terms, ViewOptions};

/// The functions that show games of Toy Wars.
pub static SYSTEM: SystemView = SystemView { what, show, board: None, terms: &Terms::PLAIN, album: None, after_turn: None };

fn what(game: &Game) -> String {
    let seated = game.players.iter().filter(|player| player.name().is_some()).count();
    format!("Toy Wars, {}", counted(seated, "player", "players"))
}

fn show(page: &mut Page, document: &Document, _: &ViewOptions) {
    let game = &document.game;
    let shown = |field: &Field<i32>| field.known().map_or("?".to_owned(), i32::to_string);
    let owner = |holding: &Holding| match holding.owner.known() {
        Some(Some(seat)) => {
            let player = game.players.iter().find(|player| player.seat == *seat);
            player.and_then(|player| player.name()).map_or_else(|| seat.to_string(), name_text)
        }
        Some(None) => String::new(),
        None => "?".to_owned(),
    };
    let holdings = game.position.iter().flat_map(|position| &position.holdings);
    let rows: Vec<Vec<String>> = holdings
        .map(|holding| vec![holding.territory.to_string(), shown(&holding.armies), owner(holding)])
        .collect();
    page.table(&[Column::text("planet"), Column::number("armies"), Column::text("owner")], &rows);
}
