//! Toy Wars, a made-up door game: three players and five planets, in one file of binary records.

mod format;
pub mod model;
mod rules;
mod view;

use crate::formats::SystemDocuments;
use crate::systems::SystemDef;

/// The definition of Toy Wars as a game system.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&format::TOY_WARS],
    views: &[],
    tables: include_str!("tables.txt"),
    rules: &rules::SYSTEM,
    documents: &SystemDocuments {
        check: |document, rules| rules::check(&document.game, rules),
        ..SystemDocuments::PLAIN
    },
    view: &view::SYSTEM,
};
