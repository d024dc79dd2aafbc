//! Diplomacy and its variants, Machiavelli among them: the files of the e-mail judge nJudge, and orders.

pub(crate) mod boards;
pub(crate) mod formats;
pub mod model;
mod picture;
pub(crate) mod rules;
mod view;
mod views;

use crate::systems::SystemDef;

/// Diplomacy as a system: its formats, tables, views, rules and boards.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[
        &formats::njudge::MAP,
        &formats::njudge::SEED,
        &formats::ORDERS,
        &formats::JUDGE_ORDERS,
        &formats::GAME,
        &formats::REPORT,
    ],
    tables: include_str!("tables.txt"),
    views: views::VIEWS,
    rules: &rules::SYSTEM,
    documents: &formats::SYSTEM,
    view: &view::SYSTEM,
};
