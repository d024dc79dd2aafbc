//! Toy Wars, a made-up door game: three players and five planets, in one file of binary records.

mod format;
pub mod model;
mod rules;
mod view;

use crate::formats::SystemDocuments;
use crate::systems::SystemDef;
use crate::tables::layout::{ALWAYS_1, Layout};

/// The definition of Toy Wars as a game system.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&format::TOY_WARS],
    views: &[],
    tables: &[Layout {
        name: "toy_games",
        meaning: "what only Toy Wars says of the game; one row",
        places: &["game.details(ToyDetails)"],
        columns: "number# day(days) bank(credits) sysop_password",
        meanings: &[ALWAYS_1],
        nowhere: "this table is of Toy Wars, and the game is of another system",
        ..Layout::BLANK
    }],
    rules: &rules::SYSTEM,
    documents: &SystemDocuments {
        check: |document, rules| rules::check(&document.game, rules),
        ..SystemDocuments::PLAIN
    },
    view: &view::SYSTEM,
};
