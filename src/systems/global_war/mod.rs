//! Global War, the BBS door game by Joel Bergen (1989-97).

pub(crate) mod formats;
pub mod model;
pub mod rules;
mod tables;
mod view;
mod views;

use crate::systems::SystemDef;

/// What Global War brings.
pub static SYSTEM: SystemDef = SystemDef {
    formats: &[&formats::WAR_DAT, &formats::WAR_REC, &formats::log::WAR_LOG],
    tables: tables::TABLES,
    views: views::VIEWS,
    rules: &rules::SYSTEM,
    documents: &formats::SYSTEM,
    view: &view::SYSTEM,
};
